// The score: places, parts, ties explained.

import { clause } from "./clause.js";
import { el } from "./dom.js";

/** The outcome of a table as elements. */
export function outcome({ verdict, ties, final, provisional, places, notes }) {
  const labels = places[0]?.parts.map(({ label, rule }) => [label.replaceAll("_", " "), rule]) ?? [];
  const head = el("tr", {}, el("td"), places.map((one) =>
    el("th", { scope: "col" }, one.player || "score", one.out ? " (out)" : "")));
  const row = (title, cells, properties = {}) => el("tr", properties, el("th", { scope: "row" }, title), cells.map((cell) => el("td", {}, cell)));
  const parts = labels.map(([label, rule], at) => row([label, " ", clause(rule)],
    places.map((one) => (one.parts[at] ? `${one.parts[at].factor ? "×" : ""}${one.parts[at].points}` : "–"))));
  return el("div", { class: "outcome" },
    el("p", { class: "verdict" }, verdict),
    provisional.map((why) => el("p", { class: "hint" }, why)),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Points" }, el("table", {},
      el("caption", { class: "aside" }, final ? "Final score" : "Score so far"),
      el("thead", {}, head),
      el("tbody", {},
        parts,
        row("Total", places.map((one) => (one.total === null ? "no score" : String(one.total))), { class: "total" }),
        places.length > 1 ? row("Place", places.map((one) => String(one.place))) : null))),
    ties ? el("p", { class: "hint" }, ties) : null,
    [...places.flatMap((one) => one.notes.map((note) => `${one.player ? `${one.player}: ` : ""}${note}`)), ...notes]
      .map((note) => el("p", { class: "note" }, note)));
}
