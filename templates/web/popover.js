// What opens at a field: a keypad, a list to choose from, a line to write on, what is wrong there.
// One at a time, at the foot of the screen.

import { clause } from "./clause.js";
import { button, el } from "./dom.js";
import { NOT_PLAYED } from "./values.js";

const LONG = 9; // choices from which on a list can be searched
const MOST_DIGITS = 6;
const PAUSE = 700; // ms after the last key until a number counts as entered

export class Popover {
  constructor() {
    this.element = null;
    this.anchor = null;
    this.elsewhere = (event) => {
      if (this.element && !this.element.contains(event.target)) this.close(false);
    };
    this.hidden = () => this.close(false);
    document.addEventListener("click", this.elsewhere, true);
    addEventListener("pagehide", this.hidden);
    this.moved = () => this.place();
    visualViewport.addEventListener("resize", this.moved);
  }

  /** Be done with it. */
  leave() {
    this.close(false);
    document.removeEventListener("click", this.elsewhere, true);
    removeEventListener("pagehide", this.hidden);
    visualViewport.removeEventListener("resize", this.moved);
  }

  /** Open at an element; `closing` is called when it closes, `keys` is given what is typed. */
  open(anchor, label, faults, body, { closing = null, keys = null, beside = null } = {}) {
    this.close(false);
    const head = el("header", { role: "presentation" }, el("h2", {}, label), beside,
      button("×", () => this.close(), { class: "shut", "aria-label": "Close" }));
    const wrong = faults.length ? el("div", { class: "wrongs" }, faults.map(({ number, words, rule }) =>
      el("p", { class: "wrong" }, el("b", {}, String(number)), ` ${words} `, rule ? clause(rule) : null))) : null;
    this.element = el("div", { class: "popover", role: "dialog", "aria-label": label, tabindex: "-1" }, head, wrong, body);
    this.element.addEventListener("keydown", (event) => this.key(event, keys));
    [this.anchor, this.closing] = [anchor, closing];
    document.body.append(this.element);
    anchor.classList.add("opened");
    this.place();
    (this.element.querySelector("[autofocus]") ?? this.element).focus({ preventScroll: true });
    this.element.dispatchEvent(new CustomEvent("popover", { bubbles: true, detail: anchor }));
  }

  close(back = true) {
    if (!this.element) return;
    const { element, anchor, closing } = this;
    this.element = this.anchor = this.closing = null;
    closing?.();
    const inside = element.contains(document.activeElement);
    element.remove();
    anchor.classList.remove("opened");
    if (back && inside) anchor.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("popover", { detail: null }));
  }

  key(event, keys) {
    if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    } else if (event.key === "Tab") {
      this.round(event);
    } else {
      keys?.(event);
    }
  }

  /** Tab goes round inside. */
  round(event) {
    const all = [...this.element.querySelectorAll("button, input")].filter((one) => !one.disabled && one.offsetParent);
    const [first, last] = event.shiftKey ? [all.at(-1), all[0]] : [all[0], all.at(-1)];
    if (document.activeElement === last || document.activeElement === this.element) {
      event.preventDefault();
      first?.focus();
    }
  }

  /** Stand above the keyboard of a phone, which covers the foot of the page. */
  place() {
    const seen = visualViewport;
    const covered = seen.scale > 1.01 ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop);
    this.element?.style.setProperty("bottom", `${covered}px`);
  }

  /** What is wrong, or only some words. */
  say(anchor, label, faults, words = "") {
    this.open(anchor, label, faults, words ? el("p", {}, words) : "");
  }

  /** A number; `change` is given it, or null where it is taken out; `typed` is its first digit, `proposed` all of them. Of a round (`skips`) it may be that it was not played; `rest` answers what is open beside it. */
  number(anchor, label, faults, { value, change, next, typed, skips, rest = null, proposed = null, above = null }) {
    const number = new Digits(value, change, proposed);
    const go = () => { number.enter(); next ? next() : this.close(); };
    const key = (sign) => button(sign, () => number.press(sign), { "aria-label": NAMES[sign] });
    const row = (signs, last) => [...[...signs].map(key), last];
    const body = el("div", { class: "keypad" },
      row("123", button("+", () => number.step(1), { "aria-label": "One more" })),
      row("456", button("−", () => number.step(-1), { "aria-label": "One less" })),
      row("789", button("Clear", () => number.set(""))),
      row("±0⌫", button(next ? "Next" : "Done", go, { class: "main" })));
    if (rest) body.append(button(rest[0], () => { number.enter(); rest[1](); go(); }, { class: "wide" }));
    if (skips) body.append(button(NOT_PLAYED, () => { number.set(NOT_PLAYED); go(); }, { class: "wide" }));
    this.open(anchor, label, faults, [above, body], { beside: number.shown, closing: () => number.enter(), keys: (event) => {
      if (event.key === "Enter" && event.target === this.element) go();
      else if (!number.key(event.key)) return;
      event.preventDefault();
    } });
    if (typed) number.press(typed);
  }

  /** One of some choices, each a value, its title and perhaps a mark; `none` takes out what is there. */
  pick(anchor, label, faults, { choices, value = null, change, none = "", empty = "Nothing to choose from yet.", above = null }) {
    const chosen = (given) => { this.close(); change(given); };
    const buttons = choices.map(([given, title, mark]) => button([title, mark ? el("small", {}, mark) : null],
      () => chosen(given), { class: "choice", "aria-pressed": String(given === value) }));
    const list = el("div", { class: "choices" }, ...buttons);
    if (!buttons.length) list.append(el("p", {}, empty));
    const search = el("input", {
      type: "search", placeholder: "Search", "aria-label": "Search", autocomplete: "off", enterkeyhint: "done",
      autofocus: matchMedia("(hover: hover)").matches,
      oninput: () => filter(buttons, search.value),
      onkeydown: (event) => {
        if (event.key === "Enter") { event.preventDefault(); buttons.find((one) => !one.hidden)?.click(); }
      },
    });
    const foot = none && value !== null ? el("div", { class: "row" }, button(none, () => chosen(null))) : null;
    const body = el("div", { class: "picker" }, buttons.length >= LONG ? search : null, list, foot);
    this.open(anchor, label, faults, [above, body], { keys: (event) => arrows(event, buttons) });
  }

  /** A line of text. */
  text(anchor, label, faults, { value, change }) {
    const line = el("input", { type: "text", value: value ?? "", autocomplete: "off", enterkeyhint: "done", autofocus: true, "aria-label": label });
    const enter = () => {
      const now = line.value.trim() || null;
      if (now !== value) change(value = now);
    };
    const body = el("form", { class: "line", onsubmit: (event) => { event.preventDefault(); this.close(); } },
      line, el("button", { class: "main" }, "Done"));
    this.open(anchor, label, faults, body, { closing: enter });
    line.select();
  }
}

const NAMES = { "±": "Plus or minus", "⌫": "Delete the last digit" };
const KEYS = { "-": "±", "−": "±", Backspace: "⌫", Delete: "⌫" };

/** A number while its digits are typed; it counts as entered after a pause. */
class Digits {
  constructor(value, change, proposed) {
    [this.value, this.change] = [value, change];
    this.shown = el("output", { "aria-live": "polite" });
    this.text = String(value ?? proposed ?? "");
    this.fresh = true; // the next digit begins anew
    this.draw();
  }

  draw() {
    this.shown.textContent = this.text === "" ? "not answered" : this.text.replace("-", "−");
    this.shown.classList.toggle("blank", this.text === "");
  }

  set(text, fresh = false) {
    [this.text, this.fresh] = [text, fresh];
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.enter(), PAUSE);
  }

  enter() {
    clearTimeout(this.timer);
    const now = /[0-9]/.test(this.text) ? Number(this.text) : this.text === NOT_PLAYED ? NOT_PLAYED : null;
    if (now !== this.value) this.change(this.value = now);
  }

  /** One more or less; below zero only from there, since hardly anything is. */
  step(by) {
    const now = Number(this.text) || 0;
    this.set(String(now < 0 ? now + by : Math.max(0, now + by)), true);
  }

  press(key) {
    const { text } = this;
    if (key === "⌫") this.set(this.fresh ? "" : text.slice(0, -1));
    else if (key === "±") this.set(text.startsWith("-") ? text.slice(1) : `-${/[1-9]/.test(text) ? text : ""}`);
    else this.digit(key);
  }

  digit(key) {
    const begun = this.fresh || !/[1-9-]/.test(this.text) ? "" : this.text;
    if (begun.length < MOST_DIGITS) this.set(begun + key);
  }

  /** Take a key of a keyboard; whether it is one for numbers. */
  key(key) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (by) this.step(by);
    else if (/^[0-9]$/.test(key) || key in KEYS) this.press(KEYS[key] ?? key);
    else return false;
    return true;
  }
}

const filter = (buttons, words) => {
  const wanted = words.trim().toLocaleLowerCase();
  for (const one of buttons) one.hidden = !one.textContent.toLocaleLowerCase().includes(wanted);
};

const arrows = (event, buttons) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const seen = buttons.filter((one) => !one.hidden);
  const at = seen.indexOf(document.activeElement);
  seen[at < 0 ? (by > 0 ? 0 : seen.length - 1) : Math.max(0, Math.min(at + by, seen.length - 1))]?.focus();
};
