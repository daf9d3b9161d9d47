// The fields of a sheet as controls: what stands there in a hand's ink, and what a tap does.

import { el, say } from "./dom.js";
import { Squares } from "./squares.js";
import { NO_MARK, written } from "./values.js";

const LARGEST = 5.64; // mm: the type size of what is written, as in a filled-in picture
const SMALLEST = 1.6;
const PAD = 0.8; // mm between a box's edge and what is written in it
const WIDE = 4; // times its height: a text so wide begins at the left
const NONE = "none"; // nobody, where that is an answer
const SVG = "http://www.w3.org/2000/svg";
const HAND = 'italic 100px "Source Serif 4", "Source Serif Pro", "Iowan Old Style", Palatino, Georgia, serif';

class Field {
  constructor(sheet, field) { [this.sheet, this.field] = [sheet, field]; }

  get value() { return this.sheet.pad.get(this.field.path) ?? null; }

  get label() { return this.sheet.label(this.field); }

  focus() { this.el.focus(); }

  put(value) { this.sheet.put([{ path: this.field.path, value }]); }

  corners() { return []; }

  /** What all fields show: whether they are open, and what is wrong. */
  state(faults, open) {
    this.faults = faults;
    this.el.classList.toggle("unanswered", open);
    set(this.el, "aria-invalid", faults.length ? "true" : null);
    set(this.el, "aria-description", faults.map((one) => one.words).join("; ") || null);
  }
}

/** A box that is marked. */
class Check extends Field {
  constructor(sheet, field) {
    super(sheet, field);
    this.row = sheet.sheet.fields.filter((one) => one.path === field.path).length > 1;
    this.el = el("button", { type: "button", class: "field check", role: this.row && !field.several ? "radio" : "checkbox", onclick: () => this.tap() }, cross(field));
  }

  get marked() {
    const { several, mark } = this.field;
    if (several && mark === NO_MARK) return this.value?.length === 0;
    return several ? (this.value ?? []).includes(mark) : this.value === mark;
  }

  draw(faults) {
    const { marked } = this;
    set(this.el, "aria-checked", String(marked));
    set(this.el, "aria-label", this.label);
    this.state(faults, !marked && this.value === null && this.sheet.isOpen(this.field));
  }

  tap() {
    const { several, mark, path } = this.field;
    if (several && mark === NO_MARK) {
      this.put(this.marked ? null : []);
    } else if (several) {
      const order = this.sheet.sheet.fields.filter((one) => one.path === path).map((one) => one.mark);
      const now = this.value ?? [];
      const marks = this.marked ? now.filter((one) => one !== mark) : [...now, mark];
      this.put(marks.length || !order.includes(NO_MARK) ? marks.sort((one, other) => order.indexOf(one) - order.indexOf(other)) : null);
    } else {
      this.put(this.marked ? (mark === true && !this.row ? false : null) : mark);
    }
  }
}

/** A place on a way: marked, it is the next entry of a list; the last one can be taken out again. */
class Next extends Field {
  constructor(sheet, field) {
    super(sheet, field);
    this.row = true;
    this.turn = el("span", { class: "turn", "aria-hidden": "true" });
    this.el = el("button", { type: "button", class: "field next", onclick: () => this.tap() }, cross(field), this.turn);
  }

  get entries() {
    const now = [...(this.value ?? [])];
    while (now.length && now.at(-1) === null) now.pop();
    return now;
  }

  get turns() { return this.entries.flatMap((one, at) => (one === this.field.mark ? [at + 1] : [])); }

  get marked() { return this.turns.length > 0; }

  draw(faults) {
    const turns = this.turns.join(", ");
    this.turn.textContent = turns;
    set(this.el, "aria-pressed", String(this.marked));
    set(this.el, "aria-label", turns ? `${this.label}, no. ${turns}` : this.label);
    this.state(faults, false);
  }

  tap() {
    const { entries } = this;
    const { mark } = this.field;
    if (entries.at(-1) === mark) {
      this.put(entries.length > 1 ? entries.slice(0, -1) : null);
      say(`${this.label} taken out`);
    } else if (this.marked) {
      this.sheet.popover.say(this.el, this.label, [], `It is no. ${this.turns.join(", ")}. Here only the last one can be taken out; the others are put right where the numbers are written.`);
    } else {
      this.put([...entries, mark]);
      say(`${this.label}, no. ${entries.length + 1}`);
    }
  }
}

/** What is written: a number, a name, one of some choices. */
class Written extends Field {
  constructor(sheet, field) {
    super(sheet, field);
    this.writes = true;
    this.line = el("span", { class: "ink" });
    this.el = el("button", { type: "button", class: `field written ${field.kind}`, "aria-haspopup": "dialog",
      onclick: () => this.open(), onkeydown: (event) => this.key(event) }, this.line);
    this.left = field.kind === "text" && field.width > WIDE * field.height;
    this.el.classList.toggle("left", this.left);
  }

  get words() {
    const { value } = this;
    if (value === null) return "";
    const choices = this.field.kind === "text" ? this.sheet.choices(this.field) : null;
    if (choices && value === NONE) return "–";
    return (choices?.find(([one]) => one === value)?.[1] ?? written(value)).replace(/^-(?=[0-9])/, "−");
  }

  draw(faults) {
    const { words, field } = this;
    if (words !== this.shown) {
      this.shown = words;
      this.line.textContent = words;
      this.el.style.setProperty("--type", fitting(words, field));
    }
    const open = words === "" && this.sheet.isOpen(field);
    set(this.el, "aria-label", `${this.label}: ${words || (open ? "not answered" : "empty")}`);
    this.state(faults, open);
  }

  open(typed = "") {
    const { field, label, faults, value } = this;
    const { popover } = this.sheet;
    const change = (now) => this.put(now);
    const choices = field.kind === "text" ? this.sheet.choices(field) : null;
    if (choices) {
      popover.pick(this.el, label, faults, { choices, value, change, none: "Take it out", empty: "Nobody plays yet." });
    } else if (field.kind === "text") {
      popover.text(this.el, label, faults, { value, change });
    } else {
      const next = this.sheet.after(this) && (() => this.sheet.goOn(this));
      const item = this.sheet.pad.itemOf(field.path);
      popover.number(this.el, label, faults, { value, change, next, typed, skips: item?.not_played, rest: this.sheet.pad.rest(item) });
    }
  }

  key(event) {
    if (this.field.kind !== "number" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) this.open(event.key);
    else if (event.key === "Delete" || event.key === "Backspace") this.put(null);
    else return;
    event.preventDefault();
  }
}

/** Squares to draw on. */
class Grid extends Field {
  constructor(sheet, field) {
    super(sheet, field);
    this.squares = new Squares(sheet, field);
    this.el = el("div", { class: "field grid" }, this.squares.el);
  }

  draw(faults) {
    set(this.squares.el, "aria-label", this.label);
    this.squares.show(this.value, faults.flatMap((one) => one.squares));
    this.faults = faults;
  }

  focus() { this.squares.el.focus(); }

  /** Where the first squares of each cluster at fault lie on the sheet. */
  corners(squares) {
    const { x, y, width, height, rows, columns } = this.field;
    const own = squares.map(([row, column]) => `${row - 1} ${column - 1}`);
    return this.squares.firsts().filter(([row, column]) => own.includes(`${row} ${column}`))
      .map(([row, column]) => ({ x: x + column * width / columns, y: y + row * height / rows }));
  }
}

export const FIELDS = { check: Check, next: Next, number: Written, text: Written, grid: Grid };

const set = (element, key, value) => {
  if (value === null) element.removeAttribute(key);
  else if (element.getAttribute(key) !== value) element.setAttribute(key, value);
};

const pen = document.createElement("canvas").getContext("2d");

/** The type size in mm at which words fit into the box of a field on one line. */
function fitting(words, { width, height, kind }) {
  pen.font = HAND;
  const [wide, high] = [width - 2 * Math.min(PAD, width / 4), height - 2 * Math.min(PAD, height / 4)];
  const ems = pen.measureText(words).width / 100;
  const size = Math.min(LARGEST, 0.95 * high, ems ? wide / ems : LARGEST);
  return Math.max(kind === "text" ? SMALLEST : 0, size).toFixed(2);
}

/** Two strokes of a pencil, no two crosses quite alike. */
function cross({ x, y, width, height }) {
  const side = Math.min(width, height);
  const lean = (turn) => 4 * Math.sin(turn * (3 * x + 7 * y + 1));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  const strokes = [
    `M${18 + lean(1)} ${17 + lean(2)}Q${52 + lean(3)} ${48 + lean(4)} ${83 + lean(5)} ${82 + lean(6)}`,
    `M${82 + lean(7)} ${18 + lean(8)}Q${49 + lean(9)} ${53 + lean(10)} ${17 + lean(11)} ${83 + lean(12)}`,
  ];
  for (const d of strokes) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("pathLength", "1");
    path.setAttribute("stroke-width", String(Math.min(70 / side, 14)));
    svg.append(path);
  }
  return svg;
}
