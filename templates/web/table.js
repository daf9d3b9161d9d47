// A table: its sheets and lists, the totals always in sight, faults, the score.

import { clause } from "./clause.js";
import { button, counted, dialog, el, say } from "./dom.js";
import { List } from "./list.js";
import { outcome } from "./outcome.js";
import { Photos } from "./photo.js";
import { share } from "./share.js";
import { Sheets } from "./sheets.js";
import { concerns } from "./values.js";

const WHOLE = "table"; // the tab of what is asked of the whole table
const SCORE = "score";
const LOOK = "look"; // where it is kept how people enter: on the sheets, or in the list

export class TablePage {
  constructor(pad, { head, main, foot }) {
    this.pad = pad;
    this.parts = { head, main, foot };
    this.tab = sessionStorage.getItem(`tab:${pad.key}`) ?? WHOLE;
    this.list = new List(pad);
    this.sheets = new Sheets(pad, () => this.drawBody(), (seat) => this.turn(String(seat)));
    this.photos = new Photos(pad, this.sheets, (seat) => this.turn(String(seat ?? WHOLE)));
    this.look = localStorage.getItem(LOOK) ?? "sheet";
    this.drawn = () => this.draw();
    pad.addEventListener("change", this.drawn);
    this.gone = () => this.closed();
    pad.addEventListener("closed", this.gone);
    this.build();
    pad.start();
    if (pad.view) this.draw();
  }

  leave() {
    this.pad.removeEventListener("change", this.drawn);
    this.pad.removeEventListener("closed", this.gone);
    this.sheets.leave();
    this.photos.leave();
    this.pad.stop();
  }

  closed() {
    this.leave();
    this.parts.foot.replaceChildren();
    this.parts.main.replaceChildren(el("p", {}, "This table is closed."), el("p", {}, el("a", { href: "#" }, "To the games")));
  }

  build() {
    const { head, main, foot } = this.parts;
    this.title = el("h1", {}, "…");
    this.link = el("span", { class: "link", role: "status" });
    this.undoing = button("Undo", () => this.undo(), { class: "quiet" });
    this.other = button("", () => this.enterIn(this.look === "sheet" ? "list" : "sheet"), { class: "quiet" });
    head.replaceChildren(el("a", { href: "#", class: "back", "aria-label": "To the games" }, "‹"), this.title, this.link, this.other, this.undoing);
    this.tabs = el("nav", { class: "tabs", "aria-label": "Parts of the score pad" });
    this.body = el("div", { class: "body" });
    main.replaceChildren(this.tabs, this.photos.el, this.body);
    this.totals = el("div", { class: "totals", tabindex: 0, role: "region", "aria-label": "Totals" });
    this.state = button("…", () => this.tell(), { class: "state" });
    foot.replaceChildren(this.totals, this.state);
  }

  undo() {
    const { path, photo } = this.pad.undo();
    if (!path) return;
    this.photos.forget(photo);
    this.turn(String(this.pad.itemOf(path)?.seat ?? WHOLE));
    say("Taken back.");
    this.reveal(path);
  }

  turn(tab) {
    if (this.tab !== tab) {
      this.tab = tab;
      sessionStorage.setItem(`tab:${this.pad.key}`, tab);
      this.draw();
      window.scrollTo(0, 0);
    }
  }

  // drawing

  draw() {
    const { pad } = this;
    const { view } = pad;
    if (!view) return;
    document.title = `${view.title}: score`;
    this.title.textContent = view.title;
    const waiting = pad.queue.length ? `, ${counted(pad.queue.length, "entry", "entries")} to be sent` : "";
    const link = pad.connected ? "" : `${pad.trouble || "Not connected: what you see may be out of date"}${waiting}`;
    if (this.link.textContent !== link) this.link.textContent = link;
    this.undoing.disabled = pad.undone.length === 0;
    const seats = pad.get("players");
    const known = [WHOLE, SCORE, ...(seats ?? []).map((_, seat) => String(seat))];
    if (!known.includes(this.tab)) this.tab = WHOLE;
    this.drawTabs(seats ?? []);
    this.drawBody();
    this.drawTotals(view);
  }

  drawTabs(seats) {
    const { view } = this.pad;
    const of = (seat) => view.items.filter((item) => item.seat === seat);
    const mark = (items) => {
      const faults = view.faults.filter((fault) => items.some((item) => concerns(fault, item))).length;
      const open = items.filter((item) => item.open).length;
      return faults ? ["wrong", counted(faults, "fault"), "!"] : open ? ["open", `${counted(open, "answer")} open`, String(open)] : ["", "", ""];
    };
    const tabs = [[WHOLE, seats.length ? "Table" : "Sheet", mark(of(null))],
      ...seats.map((one, seat) => [String(seat), one?.name || `Player ${seat + 1}`, mark(of(seat))]),
      [SCORE, "Score", ["", "", ""]]];
    const ids = tabs.map(([id]) => id).join();
    if (ids !== this.tabIds) {
      this.tabIds = ids;
      this.tabs.replaceChildren(...tabs.map(([id]) => button("", () => this.turn(id), { "data-tab": id })));
    }
    tabs.forEach(([id, words, [kind, said, sign]], at) => {
      const tab = this.tabs.children[at]; // which stays, as a finger may be on it
      const shape = JSON.stringify([words, kind, said]);
      if (tab.shape !== shape) {
        tab.shape = shape;
        tab.replaceChildren(el("span", { class: "who" }, words), ...(sign ? [el("span", { class: `badge ${kind}`, "aria-hidden": "true" }, sign), el("span", { class: "aside" }, `, ${said}`)] : []));
      }
      if (id !== this.tab) tab.removeAttribute("aria-current");
      else if (!tab.hasAttribute("aria-current")) {
        tab.setAttribute("aria-current", "page");
        tab.scrollIntoView({ block: "nearest", inline: "center" });
      }
    });
  }

  drawBody() {
    const { pad } = this;
    this.photos.el.hidden = this.tab === SCORE || !pad.news.photo;
    this.other.hidden = this.tab === SCORE || this.sheets.known?.length === 0;
    if (this.tab === SCORE) return this.drawScore();
    const seat = this.tab === WHOLE ? null : Number(this.tab);
    const onSheets = this.look === "sheet";
    this.other.textContent = onSheets ? "List" : "Sheets";
    if (this.sheets.el.parentNode !== this.body) this.body.replaceChildren(this.sheets.el, this.list.el);
    this.sheets.el.hidden = !onSheets;
    if (onSheets) this.sheets.draw(seat);
    this.list.el.hidden = onSheets && this.sheets.loading;
    this.list.draw((item) => item.seat === seat && !(onSheets && this.sheets.covers(item, seat)));
  }

  enterIn(look) {
    this.look = look;
    localStorage.setItem(LOOK, look);
    this.drawBody();
  }

  /** Show a place where it is entered: on a sheet, or in the list if none has it. */
  reveal(path) {
    const seat = this.tab === WHOLE ? null : Number(this.tab);
    if (this.look === "sheet" && this.sheets.of(seat).length && this.sheets.show(path)) return;
    this.list.show(this.pad.itemOf(path)?.path ?? path);
  }

  drawScore() {
    const { view } = this.pad;
    const shape = JSON.stringify([view.outcome, view.faults, view.warnings, view.fixes, view.missing]);
    if (this.body.firstChild?.dataset?.score === shape) return;
    this.body.replaceChildren(el("div", { "data-score": shape, class: "score" },
      view.outcome ? outcome(view.outcome) : null,
      this.todo(),
      share(this.pad)));
  }

  /** What is wrong, likely fixes, what is open, each a tap away. */
  todo(then = () => {}, { titled = true } = {}) {
    const { pad } = this;
    const { view } = pad;
    const to = (item) => () => { then(); this.turn(item.seat === null ? WHOLE : String(item.seat)); this.reveal(item.path); };
    const item = (path) => view.items.find((one) => one.path === path);
    const who = (one) => (one.seat === null ? "" : `${pad.get(`players.${one.seat}.name`) || `Player ${one.seat + 1}`}: `);
    const open = view.items.filter((one) => one.open);
    return el("div", { class: "todo" },
      [["fault", view.faults], ["doubt", view.warnings]].map(([kind, found]) => found.map((one) => el("p", { class: kind }, `${one.words} `, clause(one.rule), " ",
        item(one.item) ? button("Go there", to(item(one.item)), { class: "quiet" }) : null))),
      view.fixes.map((fix) => el("p", { class: "fix" }, `${fix.said}. `,
        button("Accept", () => { then(); pad.put(fix.changes); }))),
      open.length && (titled || view.faults.length) ? el(titled ? "h2" : "h3", {}, `${counted(open.length, "answer")} open`) : null,
      open.length ? el("ul", { class: "open-list" }, open.map((one) => el("li", {}, button(who(one) + one.words, to(one), { class: "quiet" })))) : null);
  }

  drawTotals(view) {
    const shape = JSON.stringify([view.totals, view.faults.length, view.missing, view.outcome?.verdict]);
    if (shape === this.totalShape) return;
    this.totalShape = shape;
    const faults = view.faults.length;
    this.totals.replaceChildren(...view.totals.map(({ player, words, exact }) => el("span", { class: exact ? "total" : "total so-far" },
      el("span", { class: "who" }, player), " ", el("strong", {}, words), exact ? " " : el("span", { class: "aside" }, " so far "))),
    faults && !view.totals.length ? "No totals while something is wrong" : "");
    this.state.className = `state ${faults ? "wrong" : view.missing ? "open" : "sound"}`;
    this.state.textContent = faults ? counted(faults, "fault") : view.missing ? `${view.missing} open` : "Score";
    say(faults ? `${counted(faults, "fault")}: ${view.faults[0].words}` : view.outcome ? view.outcome.verdict : "");
  }

  tell() {
    const { view } = this.pad;
    if (!view || (!view.faults.length && !view.missing)) return this.turn(SCORE);
    dialog(view.faults.length ? "This cannot be right" : `${counted(view.missing, "answer")} open`, (close) => this.todo(close, { titled: false }));
  }
}
