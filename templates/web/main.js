// The page: where a game begins, a table, the game log.

import { Connection } from "./connection.js";
import { button, el } from "./dom.js";
import { history } from "./history.js";
import { home } from "./home.js";
import { Pad } from "./pad.js";
import { TablePage } from "./table.js";

const main = document.getElementById("main");
const head = document.getElementById("head");
const foot = document.getElementById("foot");
let current = null;
let turn = 0; // so that a page that comes late does not take the place of another

function go(id) { location.hash = `table/${id}`; }

async function route() {
  current?.leave();
  current = null;
  const mine = ++turn;
  foot.replaceChildren();
  const [what, id] = location.hash.slice(1).split("/");
  if (what === "table" && /^[0-9a-f]{8}$/.test(id ?? "")) {
    current = new TablePage(new Pad(new Connection(id)), { head, main, foot });
  } else {
    const title = what === "history" ? "Game log" : "Score pad";
    document.title = title;
    head.replaceChildren(el("h1", {}, title));
    main.replaceChildren(el("p", { class: "hint" }, "…"));
    try {
      const found = await (what === "history" ? history() : home(go));
      if (mine === turn) main.replaceChildren(...found);
    } catch (error) {
      reportError(error);
      if (mine === turn) main.replaceChildren(el("p", {}, error.message), button("Try again", route));
    }
  }
  window.scrollTo(0, 0);
}

addEventListener("hashchange", route);
route();
