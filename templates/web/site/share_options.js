// Where a score goes from a site: into a file.

import { positionFile } from "./connection.js";
import { button, el } from "./dom.js";

/** Buttons for a score; `tell` is told what came of it. */
export function shareOptions({ view, connection }, tell) {
  const save = async () => {
    const address = URL.createObjectURL(await positionFile(connection.id, view.position));
    el("a", { href: address, download: `${view.game}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    tell("The file is in your downloads: scoring score reads it.");
  };
  return [button("Position file", save)];
}

/** What is lost where a table is closed. */
export const closingWarning = "What was entered here will be lost: it is kept in this browser only.";
