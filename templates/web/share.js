// What becomes of a score: kept, shared, put away.

import { ask } from "./connection.js";
import { button, dialog, el } from "./dom.js";

/** Buttons below a score. */
export function share(pad) {
  const { id } = pad.judge;
  const path = `tables/${id}`;
  const said = el("p", { class: "hint", role: "status" });
  const final = pad.view.outcome?.final;
  const keep = async () => {
    const { status, answer } = await ask(`${path}/keep`, {});
    said.textContent = status === 200 ? answer.said : (answer.problems ?? []).join(" ");
  };
  return el("section", { class: "share" },
    el("h2", {}, "Share"),
    el("div", { class: "row" },
      final ? button("Keep in the history", keep, { class: "main" }) : null,
      el("a", { class: "button", href: `${path}/position.yaml`, download: "" }, "Position file"),
      el("a", { class: "button", href: `${path}/picture.png`, download: "" }, "Picture"),
      el("a", { class: "button", href: `${path}/sheets.zip`, download: "" }, "Sheets filled in (PDF)"),
      final ? button("BG Stats", () => stats(path)) : null),
    said,
    el("p", {}, button("Close this table", () => dialog("Close this table?", (close) => el("div", {},
      el("p", {}, "What is entered here is thrown away on all phones. What is kept in the history stays."),
      button("Close the table", async () => { close(); await ask(`${path}/close`, {}); location.hash = ""; }, { class: "main" }))), { class: "quiet" })));
}

/** The evening as a link that BG Stats takes, and its QR code for another phone. */
function stats(path) {
  dialog("BG Stats", () => {
    const box = el("div", {}, "…");
    ask(`${path}/link`).then(({ status, answer }) => box.replaceChildren(...(status === 200
      ? [el("p", {}, el("a", { class: "button", href: answer.link, rel: "noreferrer" }, "Open in BG Stats")),
        el("img", { src: `${path}/link.svg`, alt: "QR code of that link", class: "code" })]
      : [el("p", {}, (answer.problems ?? []).join(" "))])));
    return box;
  });
}
