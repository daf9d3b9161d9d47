// Evenings that were kept: who won, who beat whom.

import { ask } from "./connection.js";
import { counted, el, unanswered, why } from "./dom.js";

/** The page of evenings, as nodes. */
export async function history() {
  const found = await ask("history").catch(unanswered);
  if (found.status !== 200) throw new Error(why(found));
  const { tables, evenings } = found.answer;
  return [
    el("h2", {}, "Game log"),
    evenings.length ? "" : el("p", {}, "No games yet. At the end of a game, choose “Add to the game log” below its score."),
    ...tables.map(table),
    evenings.length ? el("h3", {}, "All of them") : "",
    el("ul", { class: "evenings" }, evenings.map((one) => el("li", {},
      el("span", { class: "hint" }, `${one.when.slice(0, 10)} `), el("strong", {}, one.title), `: ${one.verdict}`))),
    el("p", {}, el("a", { href: "#" }, "To the games")),
  ];
}

function table({ title, evenings, players, bests }) {
  const numbers = players.map((_, at) => String(at + 1));
  return el("section", {},
    el("h3", {}, `${title}: ${counted(evenings, "game")}`),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${title}: who beat whom` }, el("table", {},
      el("caption", { class: "aside" }, "Who beat whom"),
      el("thead", {}, el("tr", {}, el("td"), ["player", "games", "wins", "average", "best", ...(players.length > 1 ? numbers : [])]
        .map((words) => el("th", { scope: "col" }, words)))),
      el("tbody", {}, players.map((one, at) => el("tr", {},
        el("td", {}, numbers[at]), el("th", { scope: "row" }, one.player), el("td", {}, String(one.games)), el("td", {}, String(one.wins)),
        el("td", {}, one.average?.toFixed(1) ?? "–"), el("td", {}, String(one.best ?? "–")),
        ...(players.length > 1 ? players.map((other) => el("td", {}, other === one ? "–" : String(one.beat[other.player] ?? ""))) : [])))))),
    bests.map((best) => el("p", { class: "hint" }, `${best.what}: ${counted(best.points, "point")}, ${best.players.join(" and ")} on ${best.day}`)));
}
