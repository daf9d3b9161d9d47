// Where a game begins: tables under way, games, who plays.

import { ask } from "./connection.js";
import { button, counted, dialog, el, unanswered, why } from "./dom.js";
import { nameKey } from "./values.js";

/** The first page; `go` opens a table. */
export async function home(go) {
  const found = await ask("home").catch(unanswered);
  if (found.status !== 200) throw new Error(why(found));
  const { games, tables, names, problems, links, note } = found.answer;
  return [
    problems.length ? el("section", { class: "problems" }, problems.map((one) => el("p", { class: "fault" }, one))) : "",
    tables.length ? el("section", { "aria-labelledby": "under-way" },
      el("h2", { id: "under-way" }, "Under way"),
      el("ul", { class: "cards" }, tables.map((table) => el("li", {}, underWay(table, go))))) : "",
    el("section", { "aria-labelledby": "begin" },
      el("h2", { id: "begin" }, "What have you played?"),
      el("ul", { class: "cards games" }, games.map((game) => el("li", {},
        button(game.title, () => begin(game, names, go), { class: "card" }))))),
    el("ul", { class: "links" }, links.map(([href, words]) => el("li", {}, el("a", { href }, words)))),
    el("p", { class: "hint", id: "note" }, note),
  ];
}

function underWay(table, go) {
  const players = table.players.filter(Boolean).join(", ");
  const open = table.missing ? `${counted(table.missing, "answer")} open` : "complete";
  return el("button", { type: "button", class: "card", onclick: () => go(table.id) },
    el("strong", {}, table.title), el("span", {}, players), el("span", { class: "hint" }, open));
}

/** Who plays? Names of the latest games are a tap away. */
function begin(game, names, go) {
  if (!game.players) return start(game, [], go);
  const chosen = [];
  const seats = `${game.title} is for ${game.least === game.most ? counted(game.least, "player") : `${game.least} to ${game.most} players`}.`;
  dialog(game.title, (close) => {
    const list = el("ol", { class: "names" });
    const wrong = el("p", { class: "fault", role: "alert" });
    const input = el("input", { type: "text", autocomplete: "off", maxlength: 60, "aria-label": "A player's name", placeholder: "Name",
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); add(input.value); } } });
    const seated = (name) => chosen.find((one) => nameKey(one) === nameKey(name));
    /** Whether no name is left in the box: one that gets no seat stays there, and it is said why. */
    const add = (name) => {
      const plain = name.trim();
      draw();
      if (!plain) return true;
      if (seated(plain)) wrong.textContent = `${seated(plain)} has a seat already.`;
      else if (chosen.length === game.most) wrong.textContent = seats;
      else {
        chosen.push(plain);
        input.value = "";
        draw();
        return true;
      }
      return false;
    };
    const known = names.map((name) => [name, button(name, () => add(name), { class: "chip" })]);
    const ready = button("Enter the score", async () => {
      const added = add(input.value);
      if (added && chosen.length < game.least) wrong.textContent = seats;
      if (wrong.textContent) return input.focus();
      close();
      await start(game, chosen, go);
    }, { class: "main" });
    const draw = () => {
      list.replaceChildren(...chosen.map((name) => el("li", {}, name, " ",
        button("×", () => { chosen.splice(chosen.indexOf(name), 1); draw(); }, { class: "quiet", "aria-label": `${name} does not play` }))));
      for (const [name, one] of known) one.hidden = seated(name) !== undefined;
      wrong.textContent = "";
    };
    draw();
    return el("div", { class: "seats" }, el("p", { class: "hint" }, "Who is playing, in the order of seats?"), list,
      el("div", { class: "row" }, input, button("Add", () => { add(input.value); input.focus(); })),
      el("div", { class: "chips" }, known.map(([, one]) => one)), wrong, ready);
  });
}

async function start(game, players, go) {
  const found = await ask("tables", { game: game.id, players }).catch(unanswered);
  if (found.status === 200) go(found.answer.id);
  else dialog("The table could not be set up", () => el("p", { class: "fault" }, why(found)));
}
