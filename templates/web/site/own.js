// Judges tables of games of one's own in the page: the same as scoring/pad/{entry,table,view}.py do.
//
// A game is a file that scoring/site/folder.py makes: `{portable, form, limits}`. The form has the items
// of a table with one player; those of others are the same.

import { NO_ONE, nameKey, score, soFar } from "./evaluator.js";
import { at, own, same } from "./values.js";

const ROUNDS = "rounds";
const MARK = Symbol("the places of a row of marks");
const SKIP = "skip";
const OPEN = ["", SKIP, "null", "~"]; // texts for what is not answered
const NOTHING = ["-", "none", "nothing"];
const FLAGS = new Map([["yes", true], ["y", true], ...["no", "n", "0", ...NOTHING].map((word) => [word, false])]);

/** That a value cannot stand at its place. */
class Refused extends Error {}

/** Somebody else has changed the place meanwhile; `now` is what stands there. */
class Crossed extends Error {
  constructor(path, now) {
    super(path);
    Object.assign(this, { path, now });
  }
}

export class Own {
  constructor({ portable, form, limits }) {
    this.game = portable;
    this.sheet = portable.sheet;
    this.form = form;
    this.limits = limits;
    this.fields = Object.values(this.sheet.fields);
    this.parts = this.sheet.parts.map(({ name }) => name);
  }

  // --- for the page: `{status, answer}`, as the server answers

  begin(names) {
    return this.answered(() => {
      const empty = this.complete({ game: this.game.id, ...this.blank("table"), players: null });
      return this.changed(empty, [{ path: "players", value: names.map((name) => ({ name })) }]);
    });
  }

  take(position, changes) {
    return this.answered(() => changes.reduce((now, { path, value, was }) => {
      if (this.stands(now, path, value)) return now;
      if (!this.stands(now, path, was)) throw new Crossed(path, at(now, path) ?? null);
      return this.changed(now, [{ path, value }]);
    }, this.kept(position)));
  }

  /** Whether a value stands at a path already, however it was typed. */
  stands(position, path, value) {
    if (same(at(position, path) ?? null, value)) return true;
    try {
      return same(this.changed(position, [{ path, value }]), position);
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }

  answered(work) {
    try {
      return { status: 200, answer: { view: this.view(work()) } };
    } catch (error) {
      if (error instanceof Crossed) return { status: 409, answer: { problems: [], path: error.path, now: error.now } };
      if (!(error instanceof Refused)) throw error;
      return { status: 422, answer: { problems: [error.message] } };
    }
  }

  // --- positions

  blank(level) {
    return Object.fromEntries(this.fields.filter((field) => field.level === level)
      .map((field) => [field.name, field.optional ? this.usual(field) : null]));
  }

  usual(field) {
    if (field.over.length && field.over[0] !== ROUNDS) return {};
    const usual = field.marks ? [] : { number: 0, truth: false, player: NO_ONE }[field.holds];
    return field.over.length ? this.sheet.keys[ROUNDS].map(() => usual) : usual;
  }

  entry(given) { return { name: null, ...this.blank("player"), points: {}, ...given }; }

  /** A position as this game has them: what does not fit, as of other data, is open again. */
  kept(position) {
    const fitting = (level, entry) => Object.fromEntries(Object.entries(entry ?? {}).flatMap(([name, value]) => {
      try {
        return [[name, this.read(this.place(level === "table" ? [name] : ["players", "0", name]), value)]];
      } catch (error) {
        if (error instanceof Refused) return [];
        throw error;
      }
    }));
    const { players, game, ...rest } = position ?? {};
    const seats = Array.isArray(players) ? players.map((one) => this.entry(fitting("player", one))) : null;
    return this.complete({ game: this.game.id, ...this.blank("table"), ...fitting("table", rest), players: seats });
  }

  changed(position, changes) {
    const found = changes.reduce((now, change) => this.complete(this.withChange(now, change)), position);
    if (new TextEncoder().encode(JSON.stringify(found)).length > this.limits.table) {
      throw new Refused("this is more than a table can hold");
    }
    return found;
  }

  withChange(position, change) {
    const steps = change.path.split(".");
    const place = this.place(steps);
    const value = this.read(place, change.value);
    const found = this.placed(position, steps, value);
    return place.kind === "name" ? this.withName(position, found, Number(steps[1])) : found;
  }

  /** Each field of an entry or of the table with what is not answered in it, and players named as in their own entries. */
  complete(position) {
    const completed = (level, entry) => {
      const own = this.fields.filter((field) => field.level === level && field.over.length);
      return { ...entry, ...Object.fromEntries(own.map((field) => [field.name, this.opened(field, field.over, entry[field.name])])) };
    };
    const players = position.players && position.players.map((one) => completed("player", one));
    const spelt = new Map((players ?? []).filter(({ name }) => name).map(({ name }) => [nameKey(name), name]));
    return this.renamed({ ...completed("table", position), players }, (name) => spelt.get(nameKey(name)) ?? name);
  }

  opened(field, [over, ...inner], answer) {
    if (!over) return answer ?? null;
    const keys = this.sheet.keys[over];
    if (over === ROUNDS) return keys.map((_, round) => this.opened(field, inner, answer?.[round]));
    const there = answer ?? {};
    const wanted = keys.filter((key) => !field.optional || Object.hasOwn(there, key));
    return Object.fromEntries(wanted.map((key) => [key, this.opened(field, inner, own(there, key))]));
  }

  /** Whoever gets another name has it wherever the table names players. */
  withName(old, now, seat) {
    const [before, after] = [old.players?.[seat]?.name, now.players[seat].name];
    const shared = ({ players }, name) => players.filter((one) => one.name && nameKey(one.name) === nameKey(name)).length > 1;
    if (!before || !after || shared(old, before) || shared(now, after)) return now; // another may be meant
    return this.renamed(now, (name) => (name === before ? after : name));
  }

  /** A position with another name, `meant`, for each player that a field names. */
  renamed(position, meant) {
    const replaced = (value) => {
      if (Array.isArray(value)) return value.map(replaced);
      if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one)]));
      if (typeof value !== "string") return value;
      return nameKey(value) === nameKey(NO_ONE) ? NO_ONE : meant(value);
    };
    const inside = (level, entry) => ({
      ...entry,
      ...Object.fromEntries(this.fields.filter((field) => field.level === level && field.holds === "player")
        .map((field) => [field.name, replaced(entry[field.name])])),
    });
    return { ...inside("table", position), players: position.players && position.players.map((one) => inside("player", one)) };
  }

  // --- places

  /** What may stand at a path: `{kind, field, over}`. */
  place(steps) {
    const [first, seat, ...inside] = steps;
    const level = first === "players" ? "player" : "table";
    const [name, ...inner] = level === "player" ? inside : steps;
    if (level === "player" && seat === undefined) return { kind: "players" };
    if (level === "player" && !/^[0-9]{1,3}$/.test(seat)) throw nowhere();
    if (name === undefined) return { kind: "entry" };
    const field = own(this.sheet.fields, name);
    if (field && field.level === level) return this.placeIn(field, inner);
    if (!inner.length && level === "table" && name === "running") return { kind: "flag" };
    if (!inner.length && level === "player" && name === "name") return { kind: "name" };
    if (!inner.length && level === "player" && name === "total") return { kind: "sum" };
    if (level === "player" && name === "points" && !inner.length) return { kind: "sums" };
    if (level === "player" && name === "points" && inner.length === 1 && this.parts.includes(inner[0])) return { kind: "sum" };
    throw nowhere();
  }

  placeIn(field, inner) {
    const over = field.marks ? [...field.over, MARK] : field.over;
    if (inner.length > over.length || !inner.every((step, depth) => this.isKey(over[depth], step))) throw nowhere();
    return { kind: "field", field, over: over.slice(inner.length) };
  }

  isKey(over, step) {
    if (isList(over)) return /^[0-9]{1,3}$/.test(step) && (over === MARK || Number(step) < this.sheet.keys[over].length);
    return this.sheet.keys[over].includes(step);
  }

  /** A value as it may stand at a place; null for none. */
  read(place, value) {
    if (value === null || value === undefined) return null;
    if (typeof value === "string" && this.open(place).includes(plain(value))) return null;
    if (place.kind === "players") return listOf(value).slice(0, this.limits.players + 1).map((one) => this.readEntry(one));
    if (place.kind === "entry") return this.readEntry(value);
    if (place.kind === "name") return this.text(value);
    if (place.kind === "flag") return flag(value);
    if (place.kind === "sum") return whole(value);
    if (place.kind === "sums") return mapped(value, this.parts, (one) => (one === null ? null : whole(one)));
    return this.readIn(place.field, place.over, value);
  }

  /** The texts that leave a place open. */
  open({ kind, field, over }) {
    const holds = kind === "field" && !over.length ? field.holds : kind;
    if (["name", "player", "flag"].includes(holds)) return [];
    return holds === "truth" ? [SKIP] : OPEN;
  }

  readEntry(value) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Refused("expected the entry of a player");
    return this.entry(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.read(this.place(["players", "0", name]), one)])));
  }

  readIn(field, [over, ...inner], value) {
    if (value === null) return null;
    if (isList(over)) return listOf(value).map((one) => this.readIn(field, inner, one));
    if (over) return mapped(value, this.sheet.keys[over], (one) => this.readIn(field, inner, one));
    return this.single(field, value);
  }

  single(field, value) {
    if (field.holds === "truth") return flag(value);
    if (field.holds === "number") return whole(value);
    if (field.holds === "player") return this.text(value);
    const text = written(value);
    const found = field.choices.find((one) => one === text) ?? field.choices.find((one) => plain(one) === plain(text));
    if (found === undefined) throw new Refused(`found ${shown(value)}, expected one of ${field.choices.join(", ")}`);
    return found;
  }

  text(value) {
    const text = written(value);
    if ([...text].length > this.limits.name) throw new Refused(`expected at most ${this.limits.name} characters`);
    return text.trim();
  }

  placed(whole, steps, value, depth = 0) {
    const step = steps[depth];
    const found = whole ?? this.empty(steps.slice(0, depth));
    const inner = depth === steps.length - 1 ? value : this.placed(own(found, step), steps, value, depth + 1);
    if (Array.isArray(found)) return this.listed(found, Number(step), inner, depth === 1 && steps[0] === "players");
    const { [step]: before, ...others } = found;
    if (inner === null && this.leftOut(steps) && depth === steps.length - 1) return others;
    return { ...found, [step]: inner };
  }

  empty(steps) {
    const place = this.place(steps);
    if (place.kind === "entry") return this.entry({});
    return place.kind === "players" || isList(place.over?.[0]) ? [] : {};
  }

  listed(items, index, value, players) {
    if (players && index > items.length) throw new Refused(`there are only ${items.length} before it`);
    const found = [...items, ...Array(Math.max(0, index + 1 - items.length)).fill(null)];
    found[index] = value;
    if (players) return found.filter((one) => one !== null);
    while (found.length && found.at(-1) === null) found.pop();
    return found;
  }

  /** Whether a place without an answer is left out, not open. */
  leftOut(steps) { return ["sum", "flag"].includes(this.place(steps).kind); }

  // --- what the page shows

  view(position) {
    const items = this.items(position);
    const answer = score(this.game, position);
    if (answer.error) throw new Refused(answer.error.join("; "));
    const missing = items.filter(({ open }) => open).length;
    const { title, players: { min: least, max: most } } = this.game;
    const view = {
      game: this.game.id, title, least, most, position, items,
      lists: this.lists(position, items),
      faults: answer.violations.map((one) => fault(items, one)),
      warnings: (answer.warnings ?? []).map((one) => fault(items, one)),
      missing,
      totals: this.totals(position, answer),
      settled: true,
      fixes: [],
    };
    return answer.explained ? { ...view, outcome: outcome(answer) } : view;
  }

  items(position) {
    const { items } = this.form;
    const seats = (position.players ?? []).map((_, seat) => seat);
    const ofSeats = (chosen) => seats.flatMap((seat) => chosen.map((one) => (
      { ...one, seat, path: one.path.replace("players.0.", `players.${seat}.`) })));
    const whole = items.filter(({ seat }) => seat === null);
    const players = items.filter(({ seat, sum }) => seat !== null && !sum);
    const sums = items.filter(({ seat, sum }) => seat !== null && sum);
    return [...whole, ...ofSeats(players), ...ofSeats(sums)].map((one) => ({ ...one, open: !one.spare && isOpen(position, one.path) }));
  }

  lists(position, items) {
    const people = (position.players ?? []).map(({ name }) => name).filter(Boolean).map((name) => [name, name]);
    return Object.fromEntries(items.filter(({ list }) => list).map(({ list }) => {
      const { named, players } = this.form.lists[list];
      return [list, players ? [...people, ...named] : named];
    }));
  }

  totals(position, { violations, missing }) {
    if (violations.length || !position.players?.length) return [];
    return soFar(this.game, position).map(({ player, points }) => ({ player, words: `${points}`, exact: !missing.length }));
  }
}

const isList = (over) => over === ROUNDS || over === MARK;

const nowhere = () => new Refused("this is no place in a position of this game");

const shown = (value) => (typeof value === "string" ? `'${value.slice(0, 40)}'` : JSON.stringify(value).slice(0, 40));

const written = (value) => {
  if (typeof value === "object") throw new Refused(`found ${shown(value)}, expected a text`);
  return `${value}`;
};

const listOf = (value) => {
  if (!Array.isArray(value)) throw new Refused(`found ${shown(value)}, expected a list`);
  return value;
};

const mapped = (value, keys, read) => {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Refused(`found ${shown(value)}, expected a value for each of ${keys.join(", ")}`);
  const strange = Object.keys(value).find((key) => !keys.includes(key));
  if (strange !== undefined) throw new Refused(`found ${shown(strange)}, expected one of ${keys.join(", ")}`);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one)]));
};

const plain = (text) => text.trim().toLowerCase();

const whole = (value) => {
  const text = typeof value === "string" ? plain(value) : "";
  const number = NOTHING.includes(text) ? 0 : /^[-+]?[0-9]{1,15}$/.test(text) ? Number(text) : value;
  if (!Number.isSafeInteger(number)) throw new Refused(`found ${shown(value)}, expected a whole number`);
  return number;
};

const flag = (value) => {
  const found = typeof value === "string" ? FLAGS.get(plain(value)) : value;
  if (typeof found !== "boolean") throw new Refused(`found ${shown(value)}, expected yes or no`);
  return found;
};

/** Whether an answer is missing; in a mapping what is left out is not. */
function isOpen(position, path) {
  const steps = path.split(".");
  const inside = steps.length > 1 ? at(position, steps.slice(0, -1).join(".")) : position;
  const value = own(inside, steps.at(-1)) ?? null;
  if (path === "players") return !value?.length;
  const there = Array.isArray(inside) || (inside && Object.hasOwn(inside, steps.at(-1)));
  return value === null && Boolean(there || !inside);
}

/** The item that a place is the answer of, or is inside of, or has inside. */
function nearest(items, where) {
  const place = where ? where.split(".") : [];
  const begins = (one, other) => one.every((step, index) => step === other[index]);
  let [best, most] = ["", 0];
  for (const { path } of items) {
    const steps = path.split(".");
    const near = begins(steps, place) ? steps.length : Number(begins(place, steps));
    if (near > most) [best, most] = [path, near];
  }
  return best;
}

/** A finding as the page shows it, at its item. */
const fault = (items, { rule, where, message }) => ({ rule, path: where, item: nearest(items, where), words: message, squares: [] });

/** A score as the page shows it. */
function outcome({ final, standings, explained: { players, provisional, verdict, ties } }) {
  const places = standings.map(({ place, player, total, out }, index) => {
    const { parts, notes } = players[index];
    return {
      place, player, total, out,
      parts: parts.map(({ part, points, rule }) => ({ label: part, points, rule, factor: false })),
      notes: [...parts.filter(({ say }) => say).map(({ say, rule }) => `${say} (${rule})`), ...notes],
    };
  });
  return { verdict, ties, final, provisional, places, notes: [] };
}
