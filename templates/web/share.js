// What becomes of a score: kept, shared, put away.

import { ask } from "./connection.js";
import { button, dialog, el } from "./dom.js";
import { closing, ways } from "./ways.js";

/** Buttons below a score. */
export function share(pad) {
  const said = el("p", { class: "hint", role: "status" });
  const shut = async (close) => { close(); await ask(`tables/${pad.judge.id}/close`, {}); location.hash = ""; };
  return el("section", { class: "share" },
    el("h2", {}, "Share"),
    el("div", { class: "row" }, ways(pad, (words) => { said.textContent = words; })),
    said,
    el("p", {}, button("Close this table", () => dialog("Close this table?", (close) => el("div", {},
      el("p", {}, closing),
      button("Close the table", () => shut(close), { class: "main" }))), { class: "quiet" })));
}
