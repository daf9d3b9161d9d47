// Photos of filled-in sheets: what is sure is entered as if it were tapped, the rest once it is confirmed.
//
// An entry of a sheet is `{path, mark, label, kind, found, sure, crop}`, as scoring/photo/reading.py says,
// with the `row` that its field belongs to. `answer` is what it says once that is known: whether there is
// a mark, a number, a text, a row of squares; null where nothing is written.

import { ask } from "./connection.js";
import { button, counted, el, say, unanswered, why } from "./dom.js";
import { Popover } from "./popover.js";
import { choicesOf } from "./sheet.js";
import { NO_MARK } from "./values.js";

const LARGEST = 30; // MB
const SEAT = /^players\.([0-9]+)\./;
const NAME = /^players\.[0-9]+\.name$/;
const WHO = /^Player [0-9]+\b/;
const WRITTEN = /[^.]/g; // of a row of squares those that are

const jpeg = (crop) => `data:image/jpeg;base64,${crop}`;
const isWritten = ({ found }) => found.match(WRITTEN) !== null;

export class Photos {
  /** `turn` is called with the seat of a sheet that was read, null for one of the whole table. */
  constructor(pad, sheets, turn) {
    [this.pad, this.sheets, this.turn] = [pad, sheets, turn];
    this.popover = new Popover();
    this.steps = []; // what is to be confirmed: `{photo, ask}` each
    this.done = 0; // of those since there were none
    this.input = el("input", { type: "file", accept: "image/*", capture: "environment", hidden: true, onchange: () => this.send() });
    this.take = button("Take a photo", () => this.begin(), { class: "take" });
    this.open = button("", () => this.next(), { class: "main", hidden: true });
    this.said = el("span", { class: "hint", role: "status" });
    this.el = el("div", { class: "photos", hidden: true }, this.take, this.open, this.said, this.input);
  }

  leave() { this.popover.leave(); }

  get address() { return `tables/${this.pad.connection.id}/photo`; }

  get players() { return this.pad.get("players") ?? []; }

  name(seat) { return this.players[seat]?.name || `Player ${Number(seat) + 1}`; }

  /** Begin the camera, and have the server get ready meanwhile. */
  begin() {
    this.input.click();
    ask(this.address).catch(() => {});
  }

  async send() {
    const [file] = this.input.files;
    this.input.value = ""; // so that the same file may be chosen again
    if (!file) return;
    if (file.size > LARGEST << 20) return this.refuse(`more than ${LARGEST} MB: save it smaller`);
    this.busy(true);
    const found = await ask(this.address, file).catch(unanswered);
    this.busy(false);
    if (this.pad.stopped) return;
    if (found.status === 200) this.receive(found.answer, Date.now());
    else this.refuse(why(found));
  }

  busy(now) {
    this.take.disabled = now;
    this.take.textContent = now ? "Reading it…" : "Take a photo";
    this.said.textContent = "";
    this.read = 0; // entries of it
  }

  refuse(words) {
    this.popover.open(this.take, "The photo was not read", [], [el("p", { role: "alert", class: "words" }, words),
      button("Take another", () => { this.popover.close(); this.begin(); }, { class: "main" })]);
  }

  receive({ sheets, rows }, photo) {
    const unknown = [];
    const written = sheets.filter(({ entries }) => entries.some(isWritten));
    if (!written.length) this.said.textContent = "Nothing is written there.";
    for (const sheet of written) {
      for (const one of sheet.entries) one.row = rows[one.path];
      const seats = sheet.seats.filter((seat) => seat === null || seat < this.players.length);
      const names = sheet.entries.filter((one) => NAME.test(one.path) && one.found);
      if (seats.length > 1) unknown.push({ photo, ask: () => this.askSeat(sheet, seats, photo) });
      else if (seats[0] === null && names.length) unknown.push({ photo, ask: () => this.askColumns(sheet, names, {}, photo) });
      else if (seats.length) this.enter(sheet, seats[0], photo);
    }
    this.steps.unshift(...unknown);
    this.draw();
    if (unknown.length) this.next();
    else if (this.steps.length) this.open.focus({ preventScroll: true });
  }

  /** Forget what is still to be confirmed of a photo that was taken back. */
  forget(photo) {
    this.steps = this.steps.filter((one) => one.photo !== photo);
    this.popover.close(false);
    this.said.textContent = "";
    this.draw();
  }

  draw() {
    if (!this.steps.length) this.done = 0;
    this.open.hidden = !this.steps.length;
    this.open.textContent = `${this.steps.length} to confirm`;
  }

  // --- entering what it shows

  /** Enter a sheet: first its boxes, since numbers beside them may repeat them. */
  enter(sheet, seat, photo) {
    const entries = sheet.entries.map((one) => ({ ...one, path: seat === null ? one.path : one.path.replace(SEAT, `players.${seat}.`) }))
      .filter(({ path }) => Number(path.match(SEAT)?.[1] ?? -1) < this.players.length);
    const asked = entries.filter((one) => one.kind === "mark" || one.found || !one.sure);
    const groups = [...grouped(asked, ({ path }) => path).values()];
    this.pad.put(this.empty(entries), photo);
    for (const boxes of [true, false]) {
      const some = groups.filter(([{ kind }]) => (kind === "mark") === boxes);
      for (const own of some) this.decide(own);
      this.pad.put(some.flatMap(together), photo);
    }
    this.steps.push(...groups.flatMap((own) => own.filter(({ answer }) => answer === undefined)
      .map((one) => ({ photo, ask: () => this.confirm(one, own, photo) }))));
    this.read += asked.filter((one) => one.answer !== undefined && isWritten(one)).length;
    this.said.textContent = this.read ? `${counted(this.read, "entry", "entries")} read.` : "";
    this.turn(seat);
  }

  /** Changes for the lists and mappings of texts of which no field is written in. */
  empty(entries) {
    const texts = grouped(entries.filter(({ kind, row }) => kind === "text" && row), ({ path }) => path.slice(0, path.lastIndexOf(".")));
    return [...texts].filter(([path, own]) => own.every(({ sure, found }) => sure && !found) && (this.pad.get(path) ?? null) === null)
      .map(([path, [{ row }]]) => ({ path, value: row === "keyed" ? {} : [] }));
  }

  /** Have entries of one path say what they do where that is known: they are sure, or it is entered already. */
  decide(own) {
    const silent = own.every((one) => one.sure && !isWritten(one));
    own.forEach((one, at) => {
      one.at = at;
      const now = this.entered(one);
      if (now === undefined) one.answer = one.sure ? meaning(one) : undefined;
      else if (silent || agrees(one, now)) one.answer = now;
    });
  }

  /** What is entered already where an entry is; undefined for nothing. */
  entered({ path, mark, kind, at }) {
    const now = this.pad.get(path) ?? undefined;
    if (kind === "squares") return now?.split("\n")[at] || undefined;
    if (kind !== "mark" || now === undefined) return now;
    if (Array.isArray(now)) return mark === NO_MARK ? !now.length : now.includes(mark);
    return now === false ? undefined : now === mark;
  }

  // --- confirming, one after the other

  next() {
    while (this.steps.length && this.steps[0].ask() === false) this.steps.shift(); // it is known by now
    this.draw();
    if (!this.steps.length) say("All is confirmed.");
  }

  /** What is asked is known: go on. */
  finish(count = 1) {
    this.popover.close();
    this.steps.shift();
    this.done += count;
    this.next();
    if (!this.steps.length) this.take.focus({ preventScroll: true });
  }

  /** The crop above a question, which of how many it is, and how to leave it open. */
  above(crop, words, { count = "", note = "", keep = null } = {}) {
    return [crop ? el("div", { class: "crop" }, el("img", { src: jpeg(crop), alt: words })) : null, note ? el("p", { class: "doubt" }, note) : null,
      el("div", { class: "row" }, el("span", { class: "hint" }, count), keep, button("Later", () => this.popover.close(), { class: "quiet" }))];
  }

  askSeat(sheet, seats, photo) {
    const chosen = (seat) => { if (seat !== null) this.enter(sheet, seat, photo); this.finish(0); };
    const crop = sheet.entries.find(({ path }) => path.endsWith(".name"))?.crop || sheet.flat;
    this.popover.pick(this.open, "Whose sheet is this?", [], { choices: this.whose(seats), value: "", change: chosen, above: this.above(crop, sheet.title) });
  }

  /** Ask whose each column of a sheet is, by its name: they may be in another order than the seats. */
  askColumns(sheet, [first, ...rest], columns, photo) {
    const column = first.path.match(SEAT)[1];
    const chosen = (seat) => {
      const known = { ...columns, [column]: seat };
      if (rest.length) this.steps.splice(1, 0, { photo, ask: () => this.askColumns(sheet, rest, known, photo) });
      else this.enter(moved(sheet, known), null, photo);
      this.finish(0);
    };
    this.popover.pick(this.open, "Whose column is this?", [], { choices: this.whose(this.players.keys()), value: Number(column), change: chosen, above: this.above(first.crop, sheet.title) });
  }

  whose(seats) { return [...[...seats].map((seat) => [seat, this.name(seat)]), [null, "Nobody's here"]]; }

  /** Ask for an entry; false if it is known by now. */
  confirm(one, own, photo) {
    const now = this.entered(one);
    const known = (answer) => { one.answer = answer; this.pad.put(together(own), photo); };
    if (now !== undefined && agrees(one, now)) {
      known(now);
      return false;
    }
    const seat = one.path.match(SEAT)?.[1] ?? null;
    const label = seat === null ? one.label : one.label.replace(WHO, this.name(seat));
    const answer = (given) => { known(given); this.finish(); };
    const note = now === undefined ? "" : `Entered ${shown(now)}, the photo shows ${shown(meaning(one))}.`;
    const keep = now === undefined || one.kind === "mark" ? null : button(`Keep ${shown(now)}`, () => answer(now));
    const count = `${this.done + 1} of ${this.done + this.steps.length}`;
    this.turn(seat);
    return ASK[one.kind]({ one, label, answer, popover: this.popover, anchor: this.open, choices: this.choices(one.path),
      above: this.above(one.crop, `The photo: ${label}`, { count, note, keep }) });
  }

  choices(path) {
    const sheet = this.sheets.known?.find(({ fields }) => fields.some((one) => one.path === path)) ?? { fields: [], lists: {} };
    return choicesOf(this.pad, sheet, sheet.fields.find((one) => one.path === path) ?? { path });
  }
}

/** How each kind of entry is asked for. */
const ASK = {
  mark({ label, above, popover, anchor, answer }) {
    const yes = button("Yes", () => answer(true), { class: "main" });
    popover.open(anchor, `${label}: is it marked?`, [], [above, el("div", { class: "row" }, yes, button("No", () => answer(false)))]);
    yes.focus({ preventScroll: true });
  },
  number({ one, label, above, popover, anchor, answer }) {
    let typed = null;
    popover.number(anchor, label, [], { value: null, proposed: one.found, change: (value) => { typed = value; }, next: () => answer(typed), above });
  },
  text({ choices, ...given }) {
    if (!choices) return line(given, {}, (text) => given.answer(text.trim() || null));
    const { label, above, popover, anchor, answer } = given;
    popover.pick(anchor, label, [], { choices: [...choices, [null, "Nothing is written there"]], value: "", change: answer, above });
  },
  squares(given) {
    const { found } = given.one;
    const input = line(given, {
      value: found, maxlength: found.length, pattern: `[.A-Za-z0-9]{${found.length}}`, title: "A dot for each blank square, a letter or a digit for each other",
      class: "signs", autocapitalize: "characters", oninput: () => go(),
    }, given.answer);
    const go = () => { const at = input.value.indexOf("?"); if (at >= 0) input.setSelectionRange(at, at + 1); };
    go();
  },
};

/** Ask for a line of text. */
function line({ label, above, popover, anchor }, properties, answer) {
  const input = el("input", { type: "text", autocomplete: "off", spellcheck: "false", enterkeyhint: "done", "aria-label": label, ...properties });
  popover.open(anchor, label, [], [above, el("form", { class: "line", onsubmit: (event) => { event.preventDefault(); answer(input.value); } }, input, el("button", { class: "main" }, "Done"))]);
  input.focus({ preventScroll: true });
  return input;
}

/** A sheet with its columns at the seats of their players; without those of nobody. */
function moved(sheet, columns) {
  const seatOf = ({ path }) => { const column = path.match(SEAT)?.[1]; return column in columns ? columns[column] : column; };
  const entries = sheet.entries.filter((one) => seatOf(one) !== null).map((one) => ({ ...one, path: one.path.replace(SEAT, `players.${seatOf(one)}.`) }));
  return { ...sheet, entries };
}

function grouped(all, key) {
  const groups = new Map();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}

/** What an entry says by what was found. */
function meaning({ kind, found }) {
  if (kind === "mark") return Boolean(found);
  if (kind === "squares") return found;
  return found === "" ? null : kind === "number" ? Number(found) : found;
}

/** Whether an entry says what is entered, or nothing against it: a text is not read, and paper may lack a number. */
function agrees(one, now) {
  if (one.kind === "squares") return now.replace(WRITTEN, "?") === one.found.replace(WRITTEN, "?");
  return one.kind === "text" || meaning(one) === now || (one.kind === "number" && !one.found);
}

/** The change that the entries of one path make; none as long as it is open. */
function together(own) {
  const [{ path, kind, row, mark, answer }] = own;
  const known = own.every((one) => one.answer !== undefined);
  const ticked = own.filter((one) => one.answer).map((one) => one.mark);
  const marks = ticked.length === 1 && ticked[0] === NO_MARK ? [] : ticked;
  const silent = !ticked.length && own.length > 1 && own.some((one) => one.mark === NO_MARK || one.mark === false);
  let value = answer;
  if (kind === "squares") value = own.map((one) => one.answer ?? "").join("\n").trimEnd() || undefined;
  else if (silent || (ticked.length > 1 && ticked.includes(NO_MARK))) value = undefined;
  else if (row === "marks" || row === "next") value = known && (marks.length || row === "marks") ? marks : undefined;
  else if (kind === "mark") value = marks.length === 1 ? marks[0] : known && !marks.length && mark === true ? false : undefined;
  return value === undefined ? [] : [{ path, value }];
}

const shown = (value) => (value === null || value === "" ? "nothing" : value === true ? "a mark" : value === false ? "no mark" : String(value));
