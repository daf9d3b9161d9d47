// Clauses, by their IDs.

import { ask } from "./connection.js";
import { button, dialog, el } from "./dom.js";

/** A button that shows what a clause says. */
export function clause(rule) {
  return button(rule, () => dialog(rule, (close) => {
    const box = el("div", { class: "clause" }, "…");
    ask(`clauses/${encodeURIComponent(rule)}`).then(({ status, answer }) => box.replaceChildren(
      ...(status === 200
        ? [el("p", { class: "hint" }, answer.title), ...answer.texts.map((text) => el("p", {}, text))]
        : [el("p", {}, (answer.problems ?? ["It cannot be looked up now."]).join(" "))]),
    )).catch(() => box.replaceChildren("It cannot be looked up now: there is no connection."));
    return box;
  }), { class: "rule" });
}
