// A printed sheet with live fields on it, enlarged until they can be tapped.
//
// The sheet is a picture; each field is a control laid over it. All lengths on it are in mm, `--mm`
// is how long one is on the screen.

import { button, el, say } from "./dom.js";
import { FIELDS } from "./fields.js";
import { Palette } from "./palette.js";
import { Popover } from "./popover.js";
import { within } from "./values.js";

const MOUSE = "(pointer: fine) and (min-width: 701px)";
const TAPPED = { finger: 28, mouse: 18 }; // px: the least side of what is tapped
const [READ, MOST] = [4, 12]; // px a mm: small print can be read; as large as two fingers make it
const STEP = 1.5; // how much larger a button makes it
const REACH = 2.5; // mm around a small field that count as the field, where nothing else is
const [LOWEST, MARGIN] = [260, 10]; // px: of the part that is seen, and below it
const OUTSET = 0.8; // mm from a group of fields to the frame around it

const WHOLE = /^players([.][0-9]+)?$/; // what is wrong there is wrong with no field
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** One sheet: `{component, title, seat, width, height, picture, fields, lists}`, its picture at `address`. `follow` is called with the seat that is written about next. */
export class Sheet {
  constructor(pad, sheet, address, follow) {
    [this.pad, this.sheet, this.follow] = [pad, sheet, follow];
    this.pen = null;
    this.popover = new Popover();
    this.fields = sheet.fields.map((field) => new FIELDS[field.kind](this, field));
    this.frames = el("div", { class: "frames" });
    this.paper = el("div", { class: "paper" },
      el("img", { src: address, alt: "", draggable: "false" }), this.labels(address), this.fields.map((one) => one.el), this.frames);
    this.desk = el("div", { class: "desk", onkeydown: (event) => this.key(event) }, this.paper);
    this.less = button("−", () => this.step(-1), { "aria-label": "Smaller" });
    this.more = button("+", () => this.step(1), { "aria-label": "Larger" });
    this.bar = el("header", { class: "bar" }, el("h2", {}, sheet.title), this.less, this.more);
    this.palette = this.grids.length ? new Palette(this) : null;
    this.el = el("section", { class: "sheet", "aria-label": sheet.title }, this.bar, this.desk, this.palette?.el);
    this.paper.addEventListener("click", (event) => this.nearer(event), true);
    this.reach();
    const [from, to] = sheet.labels ?? [0, 0];
    this.labelled = to - from; // mm that stay in sight
    this.size(this.paper, sheet);
    const top = Math.min(...sheet.fields.map((one) => one.y));
    for (const [key, mm] of Object.entries({ from, to, top })) this.paper.style.setProperty(`--${key}`, mm);
    this.changed = () => this.draw();
    this.opened = (event) => this.clear(event.detail);
    this.resized = new ResizeObserver(() => this.scale());
    this.resized.observe(this.desk);
    this.resized.observe(document.body);
    pad.addEventListener("change", this.changed);
    document.addEventListener("popover", this.opened);
    this.draw();
  }

  /** The labels of rows, which stay in sight beside what is scrolled. */
  labels(address) {
    return this.sheet.labels ? el("div", { class: "labels", "aria-hidden": "true" }, el("img", { src: address, alt: "", draggable: "false" })) : null;
  }

  /** Be done with it. */
  leave() {
    this.popover.leave();
    this.resized.disconnect();
    this.pad.removeEventListener("change", this.changed);
    document.removeEventListener("popover", this.opened);
  }

  /** What stands above it, beside the buttons. */
  head(element) { this.bar.firstElementChild.replaceWith(element); }

  get grids() { return this.fields.filter((one) => one.squares); }

  /** Show the field of a place, or one inside it, and put the focus there; whether there is any. */
  show(path) {
    const found = this.bring(path);
    found?.focus();
    return Boolean(found);
  }

  /** Bring the field of a place, or the first inside it, into sight; at the `start` of a line, if its column is to be seen with those after it. */
  bring(path, inline = "nearest") {
    const seen = this.fields.filter((one) => !one.el.hidden);
    const found = seen.find((one) => within(one.field.path, path)) ?? seen.find((one) => within(path, one.field.path));
    if (!found) return null;
    if (!this.mm) this.scale();
    if (this.mm < 0.85 * this.needed(found)) this.set(this.needed(found));
    found.el.scrollIntoView({ block: "nearest", inline });
    return found;
  }

  put(changes) { this.pad.put(changes); }

  // --- what is drawn

  draw() {
    const { view } = this.pad;
    if (!view) return;
    const seats = this.pad.get("players")?.length ?? 0;
    const faults = this.faults();
    for (const one of this.fields) {
      one.el.hidden = seatOf(one.field.path) >= seats;
      if (!one.el.hidden) one.draw((faults.get(one) ?? []).filter(({ path }) => !WHOLE.test(path)));
    }
    this.rove();
    this.drawFrames(faults);
    this.palette?.draw();
  }

  /** What is wrong at each field: at those at or inside its place, or else in the nearest group around it. */
  faults() {
    const found = new Map();
    const shown = this.fields.filter((one) => !one.el.hidden && one.field.kind !== "next");
    for (const fault of this.wrongs()) {
      for (const one of this.placed(fault, shown)) found.set(one, [...(found.get(one) ?? []), fault]);
    }
    return found;
  }

  /** The faults, numbered, and after them what was not taken from this phone. */
  wrongs() {
    const { view, refused, conflicts } = this.pad;
    const faults = view.faults.flatMap((fault, at) => [fault.path, ...fault.also].map((path) => ({ ...fault, path, number: at + 1 })));
    const lost = [...refused].map(([path, why]) => ({ path, number: "!", words: `Not accepted: ${why}.`, rule: "", squares: [] }));
    const others = [...conflicts].map(([path]) => ({ path, number: "!", words: "Another phone has just entered something else here.", rule: "", squares: [] }));
    return [...faults, ...lost, ...others];
  }

  placed({ path }, shown) {
    for (let place = path; place; place = place.includes(".") ? place.slice(0, place.lastIndexOf(".")) : "") {
      const there = shown.filter((one) => within(one.field.path, place));
      if (there.length && place === "players" && path !== place) return [];
      const marked = there.filter((one) => one.field.several && one.field.path === place && path !== place && one.field.mark === this.pad.get(path));
      if (there.length) return marked.length ? marked : there;
    }
    return [];
  }

  drawFrames(faults) {
    const byFault = new Map();
    for (const [one, own] of faults) for (const fault of own) byFault.set(fault, [...(byFault.get(fault) ?? []), one]);
    const look = JSON.stringify([...byFault].map(([fault, fields]) => [fault, fields.map((one) => this.fields.indexOf(one))]));
    if (look === this.framed) return;
    this.framed = look;
    const taken = [];
    this.frames.replaceChildren(...[...byFault].flatMap(([fault, fields]) => {
      const boxes = fields.flatMap((one) => one.corners(fault.squares));
      if (boxes.length) return boxes.map((box) => this.badge(fault, box, taken));
      const box = around(fields.map((one) => one.field), fields.length > 1 ? OUTSET : 0);
      return [this.size(el("div", { class: "frame" }), box), this.badge(fault, box, taken)];
    }));
  }

  /** A fault's number at the left top corner of a box, beside those that are there already and the labels of rows. */
  badge(fault, { x, y }, taken) {
    const least = this.sheet.labels ? this.sheet.labels[1] + 3.5 : 2;
    const spot = { x: Math.max(x, least), y: Math.max(y, 2), width: 0, height: 0 };
    while (taken.some((one) => Math.hypot(one.x - spot.x, one.y - spot.y) < 4)) spot.x += 4;
    taken.push(spot);
    const made = button(String(fault.number), () => this.popover.say(made, "What is wrong", [fault]), { class: "number-of-fault", "aria-label": `Fault ${fault.number}: ${fault.words}` });
    return this.size(made, spot);
  }

  size(element, { x = 0, y = 0, width, height }) {
    for (const [key, value] of Object.entries({ x, y, w: width, h: height })) element.style.setProperty(`--${key}`, value);
    return element;
  }

  // --- how large it is

  /** How far around a field a tap still means it: into the room beside it; so the least side of each. */
  reach() {
    const fields = this.fields.filter((one) => !one.squares).map((one) => one.field);
    for (const one of this.fields) {
      const { width, height, columns, rows } = one.field;
      this.size(one.el, one.field);
      if (one.squares) {
        one.least = Math.min(width / columns, height / rows);
        continue;
      }
      const room = free(one.field, fields);
      for (const [side, mm] of Object.entries(room)) one.el.style.setProperty(`--${side}`, mm);
      one.least = Math.min(width + room.left + room.right, height + room.top + room.bottom);
    }
  }

  /** At how many px a mm a field can be tapped. */
  needed(one) { return Math.min(MOST, (matchMedia(MOUSE).matches ? TAPPED.mouse : TAPPED.finger) / one.least); }

  get smallest() { return Math.max(...this.fields.map((one) => this.needed(one))); }

  /** The scales that the buttons lead to: at which all of it is seen, at which all can be tapped. */
  get bounds() {
    const whole = Math.min(this.desk.clientWidth / this.sheet.width, this.room / this.sheet.height);
    return [whole, Math.max(whole, READ, this.smallest)];
  }

  /** Fit into the room that there is; at first as large as is needed. */
  scale() {
    const wide = this.desk.clientWidth;
    if (!wide) return;
    const above = this.desk.getBoundingClientRect().top + scrollY;
    const below = (this.palette?.el.offsetHeight ?? 0) + (document.getElementById("foot")?.offsetHeight ?? 0) + MARGIN;
    this.room = Math.max(LOWEST, innerHeight - above - below);
    this.desk.style.setProperty("max-height", `${this.room}px`);
    const first = this.grids.length ? Math.min(...this.grids.map((one) => (wide - 16) / one.field.width)) : this.smallest;
    this.set(Math.max(this.bounds[0], this.mm ?? Math.max(first, wide / this.sheet.width)));
  }

  set(mm) {
    this.mm = mm;
    this.paper.style.setProperty("--mm", `${mm}px`);
    for (const one of this.fields) {
      one.small = mm < 0.85 * this.needed(one);
      one.el.classList.toggle("small", one.small);
    }
    const [least, most] = this.bounds;
    this.less.disabled = mm <= 1.01 * least;
    this.more.disabled = mm >= 0.99 * most;
  }

  /** The next larger or smaller scale, about the middle of what is seen. */
  step(by) {
    const [least, most] = this.bounds;
    const box = this.desk.getBoundingClientRect();
    this.around(box.left + box.width / 2, box.top + box.height / 2, Math.max(least, Math.min(this.mm * STEP ** by, most)));
  }

  /** Change the scale, so that what is at a point of the screen stays there. */
  around(x, y, mm) {
    const box = this.paper.getBoundingClientRect();
    const [across, down] = [(x - box.left) / this.mm, (y - box.top) / this.mm];
    this.set(mm);
    const now = this.paper.getBoundingClientRect();
    this.desk.scrollBy(now.left + across * mm - x, now.top + down * mm - y);
  }

  /** Two fingers have moved from one middle and distance to another. */
  pinch(before, now) {
    this.desk.scrollBy(before.x - now.x, before.y - now.y);
    const mm = Math.min(MOST, Math.max(this.bounds[0], this.mm * now.wide / before.wide));
    if (Math.abs(mm / this.mm - 1) > 0.003) this.around(now.x, now.y, mm);
  }

  isSmall(field) { return this.fields.find((one) => one.field === field).small; }

  /** What is too small to be tapped comes nearer. */
  nearer(event) {
    const found = this.fields.find((one) => one.small && one.el.contains(event.target));
    if (!found || !event.detail) return; // a key is exact
    event.stopPropagation();
    this.around(event.clientX, event.clientY, this.needed(found));
  }

  /** Keep the field that something has opened at in sight above it. */
  clear(anchor) {
    const foot = this.popover.element?.offsetHeight ?? 0;
    this.el.style.setProperty("--below", `${foot}px`);
    if (!foot || !this.desk.contains(anchor)) return;
    const [own, desk] = [anchor.getBoundingClientRect(), this.desk.getBoundingClientRect()];
    const [high, low] = [own.top - 12 - Math.max(desk.top, 0), own.bottom + 12 - (innerHeight - foot)];
    if (high < 0 || low > 0) this.desk.scrollBy(0, Math.min(high, 0) || low);
    const left = desk.left + this.labelled * this.mm;
    if (own.left < left || own.right > desk.right) this.desk.scrollBy(own.left + own.width / 2 - (left + desk.right) / 2, 0);
    const under = anchor.getBoundingClientRect().bottom + 12 - (innerHeight - foot);
    if (under > 0) scrollBy(0, under);
  }

  // --- by keys

  /** Arrow keys go to the nearest field in that direction. */
  key(event) {
    const way = ARROWS[event.key];
    const here = this.fields.find((one) => one.el === event.target);
    if (!way || !here || here.squares || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    nearest(here, this.fields.filter((one) => !one.el.hidden && one !== here), way)?.focus();
  }

  /** Boxes of one place are one stop for Tab: at the one that is marked, or the first. */
  rove() {
    const boxes = this.fields.filter((one) => one.row && !one.el.hidden);
    for (const path of new Set(boxes.map((one) => one.field.path))) {
      const row = boxes.filter((one) => one.field.path === path);
      const stop = row.find((one) => one.el === document.activeElement) ?? row.find((one) => one.marked) ?? row[0];
      for (const one of row) one.el.tabIndex = one === stop ? 0 : -1;
    }
  }

  /** The blank field after this one that is written in as well: both are added up on a pad, or neither. */
  after(one) {
    const sum = ({ field }) => this.pad.itemOf(field.path)?.sum;
    const rest = this.fields.slice(this.fields.indexOf(one) + 1);
    return rest.find((next) => !next.el.hidden && next.field.kind === one.field.kind && next.writes && next.value === null && sum(next) === sum(one));
  }

  /** Open the next field to write in; close where none is left. */
  goOn(one) {
    const next = this.after(one);
    if (!next) return this.popover.close();
    this.follow(seatOf(next.field.path));
    next.open();
  }

  // --- what fields ask for

  /** What people call a field. */
  label({ label }) {
    return label.replace(/^Player ([0-9]+)\b/, (words, number) => this.pad.get(`players.${number - 1}.name`) || words);
  }

  /** What a field is chosen from; null where anything may be written. */
  choices(field) { return choicesOf(this.pad, this.sheet, field); }

  /** Whether a field's answer is missing. */
  isOpen({ path }) {
    return this.pad.view.items.some((item) => item.open && item.path !== "players" && within(path, item.path));
  }

  // --- what grids ask for

  askForPen() {
    say("Choose what to draw first.");
    this.palette.ask();
  }

  take(pen) {
    this.pen = pen;
    this.paper.classList.toggle("drawing", pen !== null);
    this.palette.draw();
  }

  /** What a letter or a digit stands for. */
  called(sign) { return this.palette?.called(sign) ?? ""; }

  /** The sign that a key means; nothing if it stands for nothing. */
  known(key) { return this.palette.signs().find((one) => one === key) ?? this.palette.signs().find((one) => one.toLowerCase() === key.toLowerCase()); }
}

/** What a field of a sheet is chosen from; null where anything may be written. */
export function choicesOf(pad, sheet, field) {
  const item = pad.itemOf(field.path);
  return pad.view.lists[item?.list] ?? sheet.lists[field.list] ?? (["choice", "picks", "list"].includes(item?.kind) ? [] : null);
}

/** The seat of the player that a path is about; -1 for the whole table. */
const seatOf = (path) => Number(path.match(/^players\.([0-9]+)\./)?.[1] ?? -1);

function around(boxes, by) {
  const [left, top] = [Math.min(...boxes.map((one) => one.x)) - by, Math.min(...boxes.map((one) => one.y)) - by];
  return {
    x: left, y: top,
    width: Math.max(...boxes.map((one) => one.x + one.width)) + by - left,
    height: Math.max(...boxes.map((one) => one.y + one.height)) + by - top,
  };
}

/** Half of the room between a field and the next on each side, at most `REACH`. */
function free(one, fields) {
  const beside = fields.filter((other) => other !== one && other.y < one.y + one.height && one.y < other.y + other.height);
  const over = fields.filter((other) => other !== one && other.x < one.x + one.width && one.x < other.x + other.width);
  const half = (gaps) => Math.max(0, Math.min(REACH, ...gaps.filter((gap) => gap > -0.1).map((gap) => gap / 2)));
  return {
    left: half(beside.map((other) => one.x - other.x - other.width)),
    right: half(beside.map((other) => other.x - one.x - one.width)),
    top: half(over.map((other) => one.y - other.y - other.height)),
    bottom: half(over.map((other) => other.y - one.y - one.height)),
  };
}

/** The field that is next in a direction: rather straight on than near. */
function nearest(here, others, [across, down]) {
  const middle = ({ field }) => [field.x + field.width / 2, field.y + field.height / 2];
  const [x, y] = middle(here);
  const costs = others.map((one) => {
    const [toX, toY] = middle(one);
    const [on, off] = across ? [(toX - x) * across, Math.abs(toY - y)] : [(toY - y) * down, Math.abs(toX - x)];
    return [on > 0.5 ? on + 3 * off : Infinity, one];
  });
  const [cost, found] = costs.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity, null]);
  return cost < Infinity ? found : null;
}
