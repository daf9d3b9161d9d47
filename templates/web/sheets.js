// The sheets of a game: those of a player or of the whole table, one of them in sight.

import { ask } from "./connection.js";
import { button, el } from "./dom.js";
import { Sheet } from "./sheet.js";
import { overlap, within } from "./values.js";

export class Sheets {
  /** `loaded` is called once they are here, `turned` with the seat of a player who is written about next. */
  constructor(pad, loaded, turned) {
    [this.pad, this.loaded, this.turned] = [pad, loaded, turned];
    this.el = el("div", { class: "sheets" });
    this.known = null; // until they are here
    this.loading = false;
    this.chosen = new Map(); // by seat: the place of the sheet in sight
  }

  /** Be done with them. */
  leave() { this.sheet?.leave(); }

  async load() {
    this.loading = true;
    this.el.replaceChildren(el("p", { class: "hint" }, "The sheets are being drawn…"));
    try {
      const { status, answer } = await ask(`sheets/${this.pad.view.game}.json`);
      if (status !== 200) throw new Error();
      this.known = answer;
      this.loading = false;
      this.loaded();
    } catch {
      this.loading = false;
      this.el.replaceChildren(el("p", {}, "The sheets cannot be drawn now. The list has everything that is on them."),
        button("Try again", () => this.draw(this.seat)));
    }
  }

  /** The sheets of a seat: a player's own, then those where each player has a column; or those of the table (null). */
  of(seat) {
    const shared = (this.known ?? []).filter((one) => one.seat === null && (seat === null || about(one, seat)));
    return seat === null ? shared : [...this.known?.filter((one) => one.seat === seat) ?? [], ...shared];
  }

  /** Whether an item is on one of the sheets of a seat. Players come and go beside them. */
  covers(item, seat) {
    return item.kind !== "players" && this.of(seat).some((one) => has(one, item.path));
  }

  draw(seat) {
    this.seat = seat;
    if (!this.known && !this.loading) this.load();
    if (this.loading) return;
    const turned = seat !== this.drawn;
    this.drawn = seat;
    const shown = this.of(seat);
    const sheet = shown[Math.min(this.chosen.get(seat) ?? 0, shown.length - 1)];
    this.el.hidden = !sheet;
    if (!sheet) return;
    if (turned || sheet !== this.sheet?.sheet) this.turn(sheet, shown);
    if (turned && seat !== null && sheet.seat === null) this.sheet.bring(`players.${seat}`, "start");
  }

  turn(sheet, shown) {
    const head = shown.length < 2 ? el("h2", {}, sheet.title) : el("nav", { class: "tabs", "aria-label": "Sheets" },
      shown.map((one, at) => button(one.title, () => this.choose(at), { "aria-current": one === sheet ? "page" : null })));
    if (sheet !== this.sheet?.sheet) {
      this.sheet?.leave();
      this.sheet = new Sheet(this.pad, sheet, `sheets/${this.pad.view.game}/${sheet.picture}`, (seat) => this.follow(seat));
      this.el.replaceChildren(this.sheet.el);
    }
    this.sheet.head(head);
    head.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** Turn to a player's sheets without leaving the one in sight. */
  follow(seat) {
    if (this.seat === null || seat < 0 || seat === this.seat) return;
    this.chosen.set(seat, this.of(seat).indexOf(this.sheet.sheet));
    this.turned(seat);
  }

  choose(at) {
    this.chosen.set(this.seat, at);
    this.draw(this.seat);
    this.el.querySelector("[aria-current]")?.focus();
  }

  /** Show the field of a place, on whichever of the sheets in sight it is. */
  show(path) {
    const shown = this.of(this.seat);
    const at = shown.findIndex((one) => has(one, path));
    if (at < 0) return false;
    if (!has(this.sheet.sheet, path)) this.choose(at);
    return this.sheet.show(path);
  }
}

const about = (sheet, seat) => sheet.fields.some((field) => within(field.path, `players.${seat}`));

const has = (sheet, path) => sheet.fields.some((field) => overlap(field.path, path));
