// What becomes of a score: kept, shared, put away.

import { ask } from "./connection.js";
import { button, dialog, el, unanswered, why } from "./dom.js";
import { closing, ways } from "./ways.js";

/** Buttons below a score. */
export function share(pad) {
  const said = el("p", { class: "hint", role: "status" });
  const shut = async (close) => {
    close();
    const found = await ask(`tables/${pad.judge.id}/close`, {}).catch(unanswered);
    if (![200, 404].includes(found.status)) said.textContent = why(found);
    else if (!pad.stopped) location.hash = "";
  };
  return el("section", { class: "share" },
    el("h2", {}, "Share"),
    el("div", { class: "row" }, ways(pad, (words) => { said.textContent = words; })),
    said,
    el("p", {}, button("Close this table", () => dialog("Close this table?", (close) => el("div", {},
      el("p", {}, closing),
      button("Close the table", () => shut(close), { class: "main" }))), { class: "quiet" })));
}
