// A table on this phone: what is entered shows at once, is kept here, and goes to whoever judges it.
//
// Each change says what stood there before. So one that was typed while there was no connection is
// either taken later, or told to cross what somebody else has entered.

import { at, NOT_PLAYED, overlap, put, same, within } from "./values.js";

const FINAL_STATUSES = [200, 400, 409, 422]; // whatever else is answered may be otherwise next time
const RETRY = 1500; // ms until it is tried again to send
const MOST_UNDONE = 200;
const MOST_SENT = 100; // changes at once

/** Events: "change" whenever something is to be drawn anew, "closed" when there is no such table. */
export class Pad extends EventTarget {
  /** `connection` sends changes: `{ id, open(pad), send(changes) }`; see connection.js. */
  constructor(connection) {
    super();
    this.connection = connection;
    this.key = `pad:${connection.id}`;
    const stored = this.stored();
    this.news = stored.news ?? null;
    this.queue = stored.queue ?? [];
    this.undone = stored.undone ?? [];
    this.connected = false;
    this.trouble = ""; // why nothing is taken at the moment, where that is known
    this.conflicts = new Map(); // by path: what another phone has entered, and what was typed here
    this.refused = new Map(); // by path: why it was not taken
    this.sending = false;
    this.draw();
  }

  /** What this phone kept of the table. */
  stored() {
    try {
      return JSON.parse(localStorage.getItem(this.key)) ?? {};
    } catch {
      return {};
    }
  }

  get view() { return this.news?.view; }

  start() {
    this.connection.open(this);
    this.send();
  }

  stop() {
    this.connection.close();
    clearTimeout(this.timer);
    this.stopped = true;
  }

  /** What stands at a path, with what is not sent yet. */
  get(path) { return at(this.position, path); }

  /** The item that a place is the answer of, or part of it. */
  itemOf(path) {
    return this.view.items.filter((one) => within(path, one.path)).sort((one, other) => other.path.length - one.path.length)[0];
  }

  /** What answers all that is open among the counts, the yes and no, or the rounds around an item: a button's words and work; null where nothing is. */
  rest(item) {
    const [value, words] = item?.not_played ? [NOT_PLAYED, "The rest was not played"] : item?.kind === "number" ? [0, "The rest is 0"] : [false, "The rest is no"];
    const open = () => this.view.items.filter((one) => item?.rest && one.rest === item.rest && one.open && (this.get(one.path) ?? null) === null);
    return open().length ? [words, () => this.put(open().map(({ path }) => ({ path, value })))] : null;
  }

  /** Enter values: `[{path, value}]`, null for what is not answered. All of one `photo` are undone at once. */
  put(changes, photo = null, { undoing = false } = {}) {
    const typed = changes
      .map(({ path, value }) => ({ path, value: value ?? null, was: this.get(path) ?? null }))
      .filter(({ value, was }) => !same(value, was));
    if (!typed.length) return;
    if (!undoing) this.keepForUndo(typed, photo);
    for (const { path } of typed) {
      this.conflicts.delete(path);
      this.refused.delete(path);
    }
    for (let from = 0; from < typed.length; from += MOST_SENT) this.queue.push(typed.slice(from, from + MOST_SENT));
    this.draw();
    this.send();
  }

  keepForUndo(typed, photo) {
    if (!photo) {
      this.undone = [...this.undone, typed].slice(-MOST_UNDONE);
      return;
    }
    const known = this.undone.find(([first]) => first.photo === photo) ?? [];
    const places = typed.map(({ path, was }) => ({ path: this.created(path), was, photo }));
    const more = places.filter(({ path }) => !known.some((one) => within(path, one.path)));
    this.undone = [...this.undone.filter((some) => some !== known), [...known, ...more]].slice(-MOST_UNDONE);
  }

  /** The outermost place that comes to be when something is entered at a path; else the path. */
  created(path) {
    const steps = path.split(".");
    const ways = steps.map((_, at) => steps.slice(0, at + 1).join("."));
    return ways.find((way) => (this.get(way) ?? null) === null) ?? path;
  }

  /** Take back what was entered last on this phone; its first change. */
  undo() {
    const last = this.undone.pop();
    if (last) this.put(last.map(({ path, was }) => ({ path, value: was })).reverse(), null, { undoing: true });
    return last?.[0] ?? {};
  }

  /** News of whoever judges: `{run, version, view}`, the answer to what was typed or not. */
  receive(news, typed = []) {
    this.trouble = "";
    if (this.news?.run === news.run && news.version <= this.news.version) {
      if (typed.length) this.draw(); // it is sent
      return;
    }
    if (!news.view.totals.length && this.news) {
      // until what cannot be is mended
      news.view.totals = this.news.view.totals.map((one) => ({ ...one, exact: false }));
    }
    const mine = [...typed, ...this.queue.flat()];
    this.keepUndoable(({ path }) => mine.some((one) => overlap(one.path, path))
      || same(at(this.position, path), at(news.view.position, path)));
    this.news = news;
    this.draw();
  }

  /** Keep only so much to be taken back: what somebody else has entered since stays. */
  keepUndoable(wanted) {
    this.undone = this.undone.map((some) => some.filter(wanted)).filter((some) => some.length);
  }

  setConnected(connected) {
    if (connected === this.connected) return;
    this.connected = connected;
    this.draw();
    if (connected) this.send();
  }

  /** Nothing is taken at the moment. */
  failed({ name, message }) {
    this.trouble = name === "Error" ? message : "";
    this.setConnected(false);
  }

  closed() {
    localStorage.removeItem(this.key);
    this.dispatchEvent(new Event("closed"));
  }

  draw() {
    const changes = this.queue.flat();
    this.position = changes.reduce((now, one) => put(now, one.path, one.value), this.view?.position ?? {});
    this.store();
    this.dispatchEvent(new Event("change"));
  }

  store() {
    try {
      const { news, queue, undone } = this;
      localStorage.setItem(this.key, JSON.stringify({ news, queue, undone }));
    } catch { /* a full or forbidden store is no reason to stop */ }
  }

  async send() {
    if (this.sending || this.stopped) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      while (this.queue.length) {
        const typed = this.queue[0];
        const { status, answer } = await this.connection.send(typed);
        if (status === 404 && answer.problems) return this.closed(); // not any other server's answer
        const judged = FINAL_STATUSES.includes(status) || (status === 500 && answer.problems); // so it fails again
        if (!judged) throw new Error(answer.problems?.join(" ") ?? "");
        this.queue.shift();
        this.setConnected(true);
        if (status === 200) this.receive(answer, typed);
        else if (status === 409) this.conflict(typed, answer);
        else this.refuse(typed, answer);
      }
    } catch (error) {
      this.failed(error);
      this.timer = setTimeout(() => this.send(), RETRY);
    } finally {
      this.sending = false;
    }
  }

  /** Somebody else was faster: what was typed here is shown beside it. */
  conflict(typed, { path, now }) {
    const later = this.queue.flat().filter((one) => overlap(one.path, path));
    const mine = [...typed, ...later].findLast((one) => one.path === path);
    this.queue = this.queue.map((some) => some.filter((one) => !overlap(one.path, path))).filter((some) => some.length);
    this.conflicts.set(path, { now, mine: mine?.value ?? null });
    this.keepUndoable((one) => !overlap(one.path, path));
    const others = typed.filter((one) => one.path !== path);
    if (others.length) this.queue.unshift(others);
    if (this.view) this.news.view.position = put(this.view.position, path, now);
    this.draw();
  }

  refuse(typed, { problems = [] }) {
    for (const { path, value, was } of typed) {
      const next = this.queue.flat().find((one) => one.path === path);
      if (!next) this.refused.set(path, problems.join("; ") || "not taken");
      else if (same(next.was, value)) next.was = was;
    }
    this.draw();
  }
}
