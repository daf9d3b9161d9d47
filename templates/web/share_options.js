// Where a score goes from a server: into the history, into files, to BG Stats.

import { ask } from "./connection.js";
import { button, dialog, el, unanswered, why } from "./dom.js";

/** Buttons for a score; `tell` is told what came of it. */
export function shareOptions({ view, connection }, tell) {
  const path = `tables/${connection.id}`;
  const keep = async () => {
    const found = await ask(`${path}/keep`, {}).catch(unanswered);
    tell(found.status === 200 ? found.answer.said : why(found));
  };
  return [
    view.outcome?.final ? button("Add to the game log", keep, { class: "main" }) : null,
    el("a", { class: "button", href: `${path}/position.yaml`, download: "" }, "Position file"),
    el("a", { class: "button", href: `${path}/picture.png`, download: "" }, "Picture"),
    el("a", { class: "button", href: `${path}/sheets.zip`, download: "" }, "Sheets filled in (PDF)"),
    view.outcome?.final ? button("BG Stats", () => stats(path)) : null,
  ];
}

/** What is lost where a table is closed. */
export const closingWarning = "What was entered here will be lost on all phones. The game log stays.";

/** The played game as a link that BG Stats takes. */
function stats(path) {
  dialog("BG Stats", () => {
    const box = el("div", {}, "…");
    ask(`${path}/link`).catch(unanswered).then((found) => box.replaceChildren(found.status === 200
      ? el("a", { class: "button", href: found.answer.link, rel: "noreferrer" }, "Open in BG Stats")
      : el("p", {}, why(found))));
    return box;
  });
}
