// What a page of squares is drawn with: a letter for each text, a digit for each tile, a rubber.

import { button, el } from "./dom.js";
import { BLANK, isDigit, tint } from "./squares.js";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
const DIGITS = [..."0123456789"];

export class Palette {
  /** The signs of a sheet are its texts to be chosen whose place ends in a letter or a digit. */
  constructor(sheet) {
    this.sheet = sheet;
    this.kinds = new Map();
    for (const { field } of sheet.fields) {
      const [, place, sign] = field.path.match(/^(.+)\.([A-Za-z0-9])$/) ?? [];
      if (field.kind !== "text" || !place || this.kinds.has(place)) continue;
      const word = field.label.replace(/^Player [0-9]+: /, "").replace(/ [A-Za-z0-9]$/, "");
      this.kinds.set(place, { place, word, field, signs: isDigit(sign) ? DIGITS : LETTERS });
    }
    this.el = el("div", { class: "palette", role: "toolbar", "aria-label": "What to draw" });
  }

  /** The signs that stand for something, or are drawn. */
  signs() { return [...this.kinds.values()].flatMap((kind) => this.used(kind)); }

  used({ place, signs }) {
    const drawn = this.sheet.grids.map((one) => one.value ?? "").join("");
    const named = this.sheet.pad.get(place) ?? {};
    return signs.filter((one) => Object.hasOwn(named, one) || drawn.includes(one));
  }

  called(sign) {
    for (const { place, field } of this.kinds.values()) {
      const value = this.sheet.pad.get(`${place}.${sign}`);
      if (value) return this.sheet.choices(field)?.find(([one]) => one === value)?.[1] ?? value;
    }
    return "";
  }

  draw() {
    const { pen } = this.sheet;
    const look = JSON.stringify([pen, this.signs().map((one) => [one, this.called(one)])]);
    if (look === this.look) return;
    this.look = look;
    const focused = this.el.contains(document.activeElement) ? document.activeElement.dataset.pen : null;
    const tools = [
      this.tool("hand", "Move", null), this.tool("rubber", "Rub out", BLANK),
      ...this.signs().map((sign) => this.chip(sign)),
      ...[...this.kinds.values()].map((kind) => button(`+ ${kind.word}`, (event) => this.add(kind, event.currentTarget), { class: "add", "data-pen": `+${kind.word}` })),
    ];
    this.el.replaceChildren(...tools);
    if (focused) this.el.querySelector(`[data-pen="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    this.el.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  tool(name, words, pen) {
    return button(words, () => this.sheet.take(pen), { class: `tool ${name}`, "aria-pressed": String(this.sheet.pen === pen), "data-pen": name });
  }

  chip(sign) {
    const made = button([el("b", {}, sign), el("span", {}, this.called(sign) || "not named")],
      () => this.sheet.take(this.sheet.pen === sign ? null : sign),
      { class: isDigit(sign) ? "pen tile" : "pen", "aria-pressed": String(this.sheet.pen === sign), "data-pen": sign });
    if (!isDigit(sign)) made.style.setProperty("--tint", tint(sign));
    return made;
  }

  /** Have something chosen, which gets the next free sign; what has one already is drawn on with. */
  add(kind, anchor) {
    const named = this.sheet.pad.get(kind.place) ?? {};
    const own = (value, title) => Object.keys(named).find((one) => named[one] === value || named[one] === title) ?? "";
    const choices = (this.sheet.choices(kind.field) ?? []).map(([value, title]) => [value, title, own(value, title)]);
    this.sheet.popover.pick(anchor, `Which ${kind.word}?`, [], { choices, change: (value) => {
      const known = choices.find(([one]) => one === value)?.[2];
      const sign = known || kind.signs.find((one) => !this.used(kind).includes(one));
      if (!sign) return;
      if (!known) this.sheet.put([{ path: `${kind.place}.${sign}`, value }]);
      this.sheet.take(sign);
    } });
  }

  /** Point at what is to be chosen first. */
  ask() {
    const first = this.el.querySelector(".pen") ?? this.el.querySelector(".add");
    this.el.classList.remove("asked");
    requestAnimationFrame(() => this.el.classList.add("asked"));
    first?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
