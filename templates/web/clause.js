// Clauses, by their IDs.

import { ask } from "./connection.js";
import { button, dialog, el, unanswered, why } from "./dom.js";

/** A button that shows what a clause says. */
export function clause(rule) {
  return button(rule, () => dialog(rule, (close) => {
    const box = el("div", { class: "clause" }, "…");
    ask(`clauses/${encodeURIComponent(rule)}`).catch(unanswered).then((found) => box.replaceChildren(
      ...(found.status === 200
        ? [el("p", { class: "hint" }, found.answer.title), ...found.answer.texts.map((text) => el("p", {}, text))]
        : [el("p", {}, why(found))]),
    ));
    return box;
  }), { class: "rule" });
}
