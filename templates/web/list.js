// The plain list of what is asked: for narrow screens, keyboards and screen readers.
//
// Each item is drawn once and then brought up to date, so that nobody loses the place they type in.

import { button, el } from "./dom.js";
import { clause } from "./clause.js";
import { concerns, NOT_PLAYED, within, written } from "./values.js";

const FEW = 5; // choices that are buttons, not a menu

/** The items of a table or of one player, as `<section>`s with their controls. */
export class List {
  constructor(pad) {
    this.pad = pad;
    this.el = el("div", { class: "list" });
    this.rows = new Map();
  }

  /** Bring the items up to date: those that `wanted` is true of. */
  draw(wanted) {
    const items = this.pad.view.items.filter(wanted);
    const shape = items.map((item) => `${item.path} ${shapeOf(this.pad, item)}`).join();
    if (shape !== this.shape) this.build(items, shape);
    for (const item of items) this.rows.get(item.path)?.update(item);
    if (this.sums) this.sums.hidden = !items.some((item) => item.sum);
  }

  /** Draw what is new and leave the rest where it is: a finger may be on it. */
  build(items, shape) {
    const focused = document.activeElement?.closest?.("[data-path]")?.dataset.path;
    const position = document.activeElement?.dataset?.at;
    this.shape = shape;
    const before = this.rows;
    this.rows = new Map();
    for (const item of items) {
      const old = before.get(item.path);
      this.rows.set(item.path, old?.shape === shapeOf(this.pad, item) ? old : new Row(this.pad, item));
    }
    const rows = (sum) => items.filter((item) => item.sum === sum).map((item) => this.rows.get(item.path).el);
    const sums = rows(true);
    if (sums.length) {
      this.sums ??= el("details", { class: "sums" }, el("summary", {}, "What you added up, to be checked"));
      arrange(this.sums, [this.sums.firstChild, ...sums]);
    } else {
      this.sums = null;
    }
    arrange(this.el, [...rows(false), ...(this.sums ? [this.sums] : [])]);
    if (!focused || document.activeElement?.closest?.("[data-path]")) return;
    const again = this.rows.get(focused)?.el;
    (again?.querySelector(`[data-at="${CSS.escape(position ?? "")}"]`) ?? again?.querySelector("input, button, select"))?.focus();
  }

  /** Show an item, and put the focus there. */
  show(path) {
    const row = this.rows.get(path);
    if (!row) return false;
    const hidden = row.el.closest("details");
    if (hidden) hidden.open = true;
    row.el.scrollIntoView({ block: "center" });
    row.el.querySelector("input, button, select, textarea")?.focus({ preventScroll: true });
    return true;
  }
}

/** What an item's control depends on. */
function shapeOf(pad, { kind, list, keys, words, rows, columns }) {
  return JSON.stringify([kind, keys, words, rows, columns, list && pad.view.lists[list]]);
}

/** Have an element contain these, in this order; those that stay are not moved. */
function arrange(parent, wanted) {
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  let at = parent.firstElementChild;
  for (const child of wanted) {
    if (child === at) at = at.nextElementSibling;
    else parent.insertBefore(child, at);
  }
}

/** One item: its words, its control, what is wrong with it. */
class Row {
  constructor(pad, item) {
    this.pad = pad;
    this.shape = shapeOf(pad, item);
    const id = `item-${item.path}`;
    this.open = el("span", { class: "open", id: `${id}-open` }, "not answered");
    this.label = el("div", { class: "words" }, el("span", { id }, item.words), this.open);
    this.notes = el("div", { class: "notes", id: `${id}-notes` });
    this.control = CONTROLS[item.kind]({
      pad, item, choices: pad.view.lists[item.list] ?? [], get: (inside = "") => pad.get(item.path + inside),
      enter: (value, inside = "") => pad.put([{ path: item.path + inside, value }]),
    });
    const hint = item.hint && item.kind === "players" ? el("p", { class: "hint" }, item.hint) : null;
    this.rest = button("", () => this.pad.rest(this.item)?.[1](), { class: "quiet rest", "data-at": "rest" });
    this.el = el("div", { class: `item ${item.kind}`, role: "group", "data-path": item.path,
      "aria-labelledby": id },
    this.label, hint, this.control.el, this.notes, item.rest ? this.rest : null);
  }

  update(item) {
    const pad = this.pad;
    this.item = item;
    const waiting = pad.queue.flat().some(({ path }) => within(path, item.path));
    const value = pad.get(item.path);
    const open = item.open && ((value ?? null) === null || !waiting);
    this.open.hidden = !open;
    this.el.classList.toggle("is-open", open);
    this.control.update(value, item);
    const rest = pad.view.items.findLast((one) => one.rest === item.rest) === item && pad.rest(item); // below the last of them
    this.rest.hidden = !rest;
    if (rest) [this.rest.textContent] = rest;
    this.tell(item);
    const about = [open && this.open.id, this.notes.hasChildNodes() && this.notes.id].filter(Boolean).join(" ");
    for (const one of [this.el, ...this.control.el.querySelectorAll("input, select, textarea")]) {
      if (about) one.setAttribute("aria-describedby", about);
      else one.removeAttribute("aria-describedby");
    }
  }

  /** What is wrong here, with its clause; what another phone has entered. */
  tell(item) {
    const { pad } = this;
    const faults = pad.view.faults.filter((fault) => concerns(fault, item));
    const doubts = pad.view.warnings.filter((one) => concerns(one, item));
    const refused = [...pad.refused].filter(([path]) => within(path, item.path));
    const crossed = [...pad.conflicts].filter(([path]) => within(path, item.path));
    const said = JSON.stringify([faults, doubts, refused, crossed]);
    if (said === this.said) return;
    this.said = said;
    this.el.classList.toggle("wrong", faults.length + refused.length > 0);
    this.notes.replaceChildren(
      ...faults.map((fault) => el("p", { class: "fault" }, `${fault.words} `, clause(fault.rule))),
      ...doubts.map((one) => el("p", { class: "doubt" }, `${one.words} `, clause(one.rule))),
      ...refused.map(([, why]) => el("p", { class: "fault" }, `Not accepted: ${why}.`)),
      ...crossed.map(([path, { now, mine }]) => el("p", { class: "crossed" },
        `Another phone has just entered ${shown(now)} here. `,
        button(`Use ${shown(mine)}`, () => pad.put([{ path, value: mine }])), " ",
        button("Leave it", () => { pad.conflicts.delete(path); pad.draw(); }, { class: "quiet" }))),
    );
  }
}

/** A value in words. */
function shown(value) {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length ? value.map(shown).join(", ") : "none";
  if (typeof value === "object") {
    return Object.entries(value).map(([key, one]) => `${key} ${shown(one)}`).join(", ") || "none";
  }
  return String(value);
}

/** A number with large buttons beside it; empty is not answered, which is not zero. Of a round (`skips`) it may be that it was not played. */
function stepper(label, read, enter, skips = false) {
  const input = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": label,
    placeholder: "?", size: 3, "data-at": "number",
    oninput: () => { typing = true; },
    onchange: () => take(),
    onblur: () => { typing = false; },
    onkeydown: (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      if (typing) take();
      step(by);
    } });
  let typing = false; // then what others enter elsewhere takes nothing of it away
  const take = () => {
    typing = false;
    enter(input.value.trim() === "" ? null : typed(input.value));
  };
  const step = (by) => {
    const now = Number(read() ?? NaN);
    enter(Number.isFinite(now) ? Math.max(0, now + by) : by > 0 ? 1 : 0);
  };
  const made = el("div", { class: "stepper" },
    button("−", () => step(-1), { "aria-label": `${label}: one less`, "data-at": "less" }), input,
    button("+", () => step(1), { "aria-label": `${label}: one more`, "data-at": "more" }),
    skips ? button(NOT_PLAYED, () => enter(NOT_PLAYED), { class: "quiet", "data-at": NOT_PLAYED }) : null);
  return {
    el: made,
    update(value) { if (!typing) input.value = written(value); },
  };
}

/** A number as it was typed, or the text for whoever judges it to refuse. */
function typed(text) {
  const plain = text.trim().replace(/^[−–]/, "-");
  return /^-?[0-9]{1,15}$/.test(plain) ? Number(plain) : plain;
}

/** A menu; the first choice is that it is not answered. */
function menu(label, choices, enter, nothing = "?") {
  const made = el("select", { "aria-label": label, "data-at": label, onchange: () => enter(made.value === "" ? null : made.value) },
    el("option", { value: "" }, nothing), choices.map(([value, title]) => el("option", { value }, title)));
  return {
    el: made,
    update(value) {
      const text = String(value ?? "");
      const known = [...made.options].some((option) => option.value === text);
      if (!known) made.append(el("option", { value: text }, text));
      made.value = text;
    },
  };
}

/** Buttons of which one is pressed, or none. */
function buttons(choices, press) {
  const made = choices.map(([value, title]) => [value, button(title, () => press(value), { "aria-pressed": "false", "data-at": String(value) })]);
  return {
    el: el("div", { class: "buttons" }, made.map(([, one]) => one)),
    update(pressed) {
      for (const [value, one] of made) one.setAttribute("aria-pressed", String(pressed(value)));
    },
  };
}

// The control of each kind of item: its element, and how that is brought up to date. `on` has `item`,
// its `choices`, `get` and `enter`, which may be of a place inside it.

/** A yes or a no; what may be left out is no. */
function flag({ get, enter }) {
  const made = buttons([[true, "Yes"], [false, "No"]], (value) => enter(get() === value ? null : value));
  return { el: made.el, update: (value, { open }) => made.update((one) => one === (value ?? (open ? undefined : false))) };
}

function choice({ item, choices, get, enter }) {
  if (choices.length > FEW) return menu(item.words, choices, enter);
  const made = buttons(choices, (value) => enter(String(get() ?? "") === value ? null : value));
  return { el: made.el, update: (value) => made.update((one) => String(value ?? "") === one) };
}

function text({ item, enter }) {
  const input = el("input", { type: "text", autocomplete: "off", "aria-label": item.words, "data-at": "text", placeholder: "?",
    onchange: () => enter(input.value.trim() || null) });
  return { el: input, update: (value) => { if (document.activeElement !== input) input.value = value ?? ""; } };
}

/** That none is marked, or there, is an answer of its own. */
function none(press) {
  return button("none", press, { "aria-pressed": "false", class: "none", "data-at": "none" });
}

const isNone = (value) => String(Boolean(value) && Object.keys(value).length === 0);

/** A row of boxes to mark. */
function marks({ choices, get, enter }) {
  const number = (value) => (/^[0-9]+$/.test(value) ? Number(value) : value);
  const has = (value) => (get() ?? []).some((one) => String(one) === value);
  const made = buttons(choices, (value) => enter(has(value)
    ? get().filter((one) => String(one) !== value)
    : [...(get() ?? []), number(value)]));
  const nothing = none(() => enter((get() ?? null) === null ? [] : null));
  made.el.append(nothing);
  return { el: made.el, update: (value) => { made.update(has); nothing.setAttribute("aria-pressed", isNone(value)); } };
}

/** Something for each key: a number, or one of a list. */
function keyed({ item, choices, get, enter }) {
  const counts = item.kind === "counts";
  const parts = item.keys.map(([key, title]) => {
    const label = `${item.words}: ${title}`;
    const part = counts
      ? stepper(label, () => get(`.${key}`) ?? 0, (value) => enter(value || null, `.${key}`))
      : menu(label, choices, (value) => enter(value, `.${key}`), "–");
    const tag = counts ? "div" : "label"; // a label would press its first button
    return [key, part, el(tag, { class: "key" }, el("span", {}, title), part.el)];
  });
  const nothing = none(() => enter(get() ? null : {}));
  return {
    el: el("div", { class: "keys" }, parts.map(([, , one]) => one), counts ? null : nothing),
    update: (value) => {
      for (const [key, part] of parts) part.update(value?.[key] ?? (counts ? 0 : null));
      nothing.setAttribute("aria-pressed", isNone(value));
    },
  };
}

/** Places one after the other, each one of a list. */
function places({ item, choices, enter }) {
  const parts = Array.from({ length: item.rows || 1 }, (_, place) =>
    menu(`${item.words}, ${place + 1}`, choices, (value) => enter(value, `.${place}`)));
  return {
    el: el("div", { class: "places" }, parts.map((part, place) => el("label", { class: "key" }, el("span", {}, String(place + 1)), part.el))),
    update: (value) => parts.forEach((part, place) => part.update(value?.[place])),
  };
}

/** The rows of a page, typed. */
function page({ item: { rows, columns, words }, enter }) {
  const area = el("textarea", { rows, cols: columns, spellcheck: "false", autocapitalize: "characters", "aria-label": words, "data-at": "page",
    placeholder: ".".repeat(columns), onchange: () => enter(area.value.trim() === "" ? null : area.value.replace(/ /g, ".").trimEnd()) });
  const blank = button("blank page", () => enter(Array(rows).fill(".".repeat(columns)).join("\n")), { class: "quiet" });
  return {
    el: el("div", { class: "page" }, area, blank),
    update: (value) => {
      if (document.activeElement !== area) area.value = value ?? "";
      blank.hidden = Boolean(value);
    },
  };
}

/** Who plays: names in the order of seats. */
function players({ pad, get, enter }) {
  const box = el("ol", { class: "names" });
  const add = button("Add a player", () => {
    enter({ name: null }, `.${(get() ?? []).length}`);
    box.querySelector("li:last-child input")?.focus();
  });
  const name = (seat) => {
    const label = `Player ${seat + 1}`;
    const input = el("input", { type: "text", autocomplete: "off", maxlength: 60, "aria-label": label, placeholder: label,
      "data-at": `players.${seat}.name`, onchange: () => enter(input.value.trim() || null, `.${seat}.name`) });
    const leave = button("×", () => enter((get() ?? []).filter((_, other) => other !== seat)), { class: "quiet", "aria-label": `${label} does not play` });
    return el("li", {}, input, leave);
  };
  return { el: el("div", {}, box, add), update: (value) => {
    const seats = value ?? [];
    add.hidden = seats.length >= pad.view.most;
    if (box.children.length !== seats.length) box.replaceChildren(...seats.map((_, seat) => name(seat)));
    [...box.children].forEach((row, seat) => {
      const input = row.querySelector("input");
      if (document.activeElement !== input) input.value = seats[seat]?.name ?? "";
      row.querySelector("button").hidden = seats.length <= pad.view.least;
    });
  } };
}

const CONTROLS = {
  players, flag, choice, text, marks, page, counts: keyed, picks: keyed, list: places,
  number: ({ item, get, enter }) => stepper(item.words, get, enter, item.not_played),
};
