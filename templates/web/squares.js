// A grid of squares that is drawn with a finger or by keys: one text, a line for each row.
//
// One finger draws with the pen, two move and enlarge the sheet. A pen is a letter, a digit, or a dot,
// which rubs out.

import { el, say } from "./dom.js";

export const BLANK = ".";
const TINTS = ["#fcefc5", "#78b3dd", "#d7edc8", "#df8169", "#dcceef", "#53ac8f", "#ebb8d1", "#dda878", "#96ced7", "#747cca"];
const SIDES = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The tint of a letter: those next to each other in the alphabet differ. */
export const tint = (sign) => TINTS[(sign.toLowerCase().charCodeAt(0) - 97) % TINTS.length];

export const isDigit = (sign) => /[0-9]/.test(sign);

export class Squares {
  /** `sheet` is asked for its pen and what signs are called, and told what was drawn. */
  constructor(sheet, field) {
    this.sheet = sheet;
    this.field = field;
    this.at = [0, 0];
    this.fingers = new Map();
    this.cells = Array.from({ length: field.rows }, (_, row) => Array.from({ length: field.columns }, (_, column) =>
      el("div", { class: "square", role: "gridcell", id: `${field.path}.${row}.${column}` })));
    this.el = el("div", { class: "squares", role: "grid", tabindex: "0", "aria-rowcount": field.rows, "aria-colcount": field.columns,
      onkeydown: (event) => this.key(event), onfocus: () => this.go(0, 0), onclick: () => this.sheet.pen ?? this.sheet.askForPen(),
      onpointerdown: (event) => this.down(event), onpointermove: (event) => this.move(event),
      onpointerup: (event) => this.up(event), onpointercancel: (event) => this.up(event, true) },
    this.cells.map((row) => el("div", { class: "squares-row", role: "row" }, row)));
    this.el.style.setProperty("--columns", field.columns);
    this.el.style.setProperty("--rows", field.rows);
  }

  /** Bring what is drawn up to date; `faults` are squares, counting from 1. */
  show(text, faults) {
    const { rows, columns } = this.field;
    const lines = (text ?? "").split("\n");
    this.known = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => sign(lines[row]?.[column])));
    this.faults = new Set(faults.map(([row, column]) => `${row - 1} ${column - 1}`));
    this.open = text === null;
    this.draw(this.stroke?.signs ?? this.known);
  }

  draw(signs) {
    this.el.classList.toggle("unanswered", this.open && signs === this.known);
    this.cells.forEach((row, down) => row.forEach((cell, across) => this.square(cell, signs, down, across)));
  }

  square(cell, signs, row, column) {
    const here = signs[row][column];
    const wrong = this.faults.has(`${row} ${column}`);
    const edges = Object.entries(SIDES).filter(([, [by, along]]) => here !== BLANK && signs[row + by]?.[column + along] !== here);
    const frame = Object.entries(SIDES).filter(([, [by, along]]) => wrong && !this.faults.has(`${row + by} ${column + along}`));
    const look = [here, ...edges.map(([side]) => side), ...frame.map(([side]) => side.toUpperCase())].join(" ");
    const words = `row ${row + 1}, column ${column + 1}: ${this.called(here)}${wrong ? ", wrong" : ""}`;
    if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
    if (cell.dataset.look === look) return;
    cell.dataset.look = look;
    cell.textContent = here === BLANK ? "" : here;
    cell.classList.toggle("tile", isDigit(here));
    cell.style.setProperty("--tint", here === BLANK || isDigit(here) ? "" : tint(here));
    for (const side of "nesw") {
      cell.style.setProperty(`--${side}`, edges.some(([one]) => one === side) ? "1" : "0");
      cell.style.setProperty(`--f${side}`, frame.some(([one]) => one === side) ? "1" : "0");
    }
  }

  called(here) {
    return here === BLANK ? "blank" : [here, this.sheet.called(here)].filter(Boolean).join(", ");
  }

  /** Where squares lie that begin a cluster of those at fault, in squares from the top left. */
  firsts() {
    return [...this.faults].map((one) => one.split(" ").map(Number))
      .filter(([row, column]) => [[0, -1], [-1, -1], [-1, 0], [-1, 1]].every(([by, along]) => !this.faults.has(`${row + by} ${column + along}`)));
  }

  // --- by finger

  down(event) {
    if (event.button || !this.sheet.pen || this.sheet.isSmall(this.field)) return;
    this.el.setPointerCapture?.(event.pointerId);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size > 1) {
      this.drop();
    } else {
      this.stroke = { signs: this.known.map((row) => [...row]), last: null, changed: false, touched: new Set() };
      this.to(event);
    }
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    event.preventDefault();
    if (this.fingers.size > 1) return this.moveSheet(event);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const seen = event.getCoalescedEvents?.() ?? [];
    if (this.stroke) for (const one of seen.length ? seen : [event]) this.to(one);
  }

  up(event, cancelled = false) {
    if (!this.fingers.delete(event.pointerId) || !this.stroke) return;
    if (cancelled) return this.drop();
    this.finish();
  }

  /** Forget a stroke that turned out to be none. */
  drop() {
    this.stroke = null;
    this.draw(this.known);
  }

  /** Two fingers: the sheet goes with the point between them, and grows with their distance. */
  moveSheet(event) {
    const spread = () => {
      const [[x1, y1], [x2, y2]] = [...this.fingers.values()];
      return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, wide: Math.hypot(x1 - x2, y1 - y2) };
    };
    const before = spread();
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const now = spread();
    this.sheet.pinch(before, now);
  }

  to(event) {
    const box = this.el.getBoundingClientRect();
    const { rows, columns } = this.field;
    const place = [Math.floor((event.clientY - box.top) / box.height * rows), Math.floor((event.clientX - box.left) / box.width * columns)];
    for (const one of between(this.stroke.last ?? place, place)) this.touch(one);
    this.stroke.last = place;
    this.draw(this.stroke.signs);
  }

  touch([row, column]) {
    const { signs } = this.stroke;
    if (signs[row]?.[column] === undefined) return;
    this.stroke.touched.add(`${row} ${column}`);
    this.stroke.changed ||= signs[row][column] !== this.sheet.pen;
    signs[row][column] = this.sheet.pen;
    this.at = [row, column];
  }

  /** A stroke is entered as a whole; a tap on a square that has the pen's sign already rubs it out. */
  finish() {
    const { signs, changed, touched } = this.stroke;
    const [row, column] = this.at;
    if (touched.size === 1 && !changed) signs[row][column] = BLANK;
    this.stroke = null;
    this.enter(signs);
  }

  enter(signs) {
    this.known = signs;
    this.open = false;
    this.draw(signs);
    this.sheet.put([{ path: this.field.path, value: signs.map((row) => row.join("")).join("\n") }]);
  }

  // --- by keys

  key(event) {
    const [by, along] = ARROWS[event.key] ?? [];
    if (by !== undefined) {
      this.go(by, along);
      if (event.shiftKey && this.sheet.pen) this.set(this.sheet.pen);
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === " " || event.key === "Enter") this.sheet.pen ? this.set(this.sheet.pen) : this.sheet.askForPen();
    else if ([".", "Delete", "Backspace"].includes(event.key)) this.set(BLANK);
    else if (/^[A-Za-z0-9]$/.test(event.key) && this.sheet.known(event.key)) this.set(this.sheet.known(event.key));
    else return;
    event.preventDefault();
  }

  go(by, along) {
    const { rows, columns } = this.field;
    this.cells[this.at[0]][this.at[1]].classList.remove("at");
    this.at = [Math.max(0, Math.min(this.at[0] + by, rows - 1)), Math.max(0, Math.min(this.at[1] + along, columns - 1))];
    const cell = this.cells[this.at[0]][this.at[1]];
    cell.classList.add("at");
    this.el.setAttribute("aria-activedescendant", cell.id);
    if (by || along) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  set(pen) {
    const signs = this.known.map((row) => [...row]);
    signs[this.at[0]][this.at[1]] = pen;
    this.enter(signs);
    say(this.called(pen));
  }
}

const sign = (char) => (char && /[A-Za-z0-9]/.test(char) ? char : BLANK);

/** The squares on the way from one to another, without the first unless they are the same. */
function between([row, column], [toRow, toColumn]) {
  const steps = Math.max(Math.abs(toRow - row), Math.abs(toColumn - column), 1);
  return Array.from({ length: steps }, (_, at) => [
    Math.round(row + (toRow - row) * (at + 1) / steps), Math.round(column + (toColumn - column) * (at + 1) / steps)]);
}
