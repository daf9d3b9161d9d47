// What becomes of a score: kept, shared, put away.

import { ask } from "./connection.js";
import { button, dialog, el, unanswered, why } from "./dom.js";
import { closingWarning, shareOptions } from "./share_options.js";

/** Buttons below a score. */
export function share(pad) {
  const said = el("p", { class: "hint", role: "status" });
  const shut = async (close) => {
    close();
    const found = await ask(`tables/${pad.connection.id}/close`, {}).catch(unanswered);
    if (![200, 404].includes(found.status)) said.textContent = why(found);
    else if (!pad.stopped) location.hash = "";
  };
  return el("section", { class: "share" },
    el("h2", {}, "Share"),
    el("div", { class: "row" }, shareOptions(pad, (words) => { said.textContent = words; })),
    said,
    el("p", {}, button("Close this table", () => dialog("Close this table?", (close) => el("div", {},
      el("p", {}, closingWarning),
      button("Close the table", () => shut(close), { class: "main" }))), { class: "quiet" })));
}
