// Scores games of one's own as `scoring score --json` does, without a server and without Python.
//
//   const answer = score(game, position);
//
// `game` is what scoring/scoresheet/portable.py makes of a score.yaml, `position` what a file of a
// table has, as plain values. The answer has the keys of --json (scoring/positions/answers.py; each
// `line` is 0) and, of a table that can be scored, `explained`:
//
//   players      in the order of the standings: `parts`, each {part, label, points, rule, say},
//                and `notes`, such as why somebody is out
//   provisional  why the score is not final
//   verdict      who won, or leads, and why
//   ties         how ties are decided; "" where all play together
//
// Answers are of the kinds that a page's fields give: whole numbers, texts of a list, null for what
// is open. What a file alone can have is not looked for: unknown keys, too many rounds. Numbers are
// exact: whole ones are BigInt, others Fraction; players are their seats. Names and order are those
// of scoring/scoresheet, to be read side by side.

const FORMAT = 1;
const NOBODY = -1;
const STRANGER = -2;
export const NO_ONE = "nobody";
const LONGEST = 40; // characters of a value in a message

export function score(game, position) {
  const impossible = (message) => answerOf({ error: [message] });
  return judged(game, position, answer, impossible);
}

// What players have if nothing stands where an answer is missing: `{player, points}` each; those
// who play together have it together.
export function soFar(game, position) {
  return judged(game, position, pointsSoFar, () => []);
}

// What makes two names one player's, as scoring/positions/seating.py compares them: neither capitals,
// nor spaces, nor the way in which an accent is encoded. Of "ı" the capital letter is that of "i".
export function nameKey(name) {
  const plain = name.normalize("NFC").trim().replace(/\s+/g, " ");
  return plain.replace(/[^ı]+/g, (text) => text.toLowerCase().toUpperCase());
}

function judged(game, position, judge, impossible) {
  if (game.format !== FORMAT) throw new Error(`a score sheet of format ${game.format}`);
  try {
    return judge(new Table(game, tidy(position)));
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return impossible(error.message);
  }
}

// --- what can go wrong

class Unanswered extends Error {} // what an expression needs is not answered yet

// An expression that cannot be worked out; `at` is the place in its text, from 0.
class Impossible extends Error {
  constructor(message, at = 0) {
    super(message);
    this.at = at;
  }
}

class Misfit extends Error {} // the same, with its place in score.yaml

// --- numbers

class Fraction {
  constructor(n, d) {
    const shared = divisor(n < 0n ? -n : n, d < 0n ? -d : d) * (d < 0n ? -1n : 1n);
    this.n = n / shared;
    this.d = d / shared;
  }

  toString() {
    return this.d === 1n ? `${this.n}` : `${this.n}/${this.d}`;
  }
}

const divisor = (one, other) => {
  while (other) [one, other] = [other, one % other];
  return one;
};

const top = (value) => (value instanceof Fraction ? value.n : value);
const bottom = (value) => (value instanceof Fraction ? value.d : 1n);
const isWhole = (value) => typeof value === "bigint";
const isNumber = (value) => isWhole(value) || value instanceof Fraction;

const add = (one, other) => {
  if (isWhole(one) && isWhole(other)) return one + other;
  const n = top(one) * bottom(other) + top(other) * bottom(one);
  return new Fraction(n, bottom(one) * bottom(other));
};
const multiply = (one, other) =>
  isWhole(one) && isWhole(other)
    ? one * other
    : new Fraction(top(one) * top(other), bottom(one) * bottom(other));
const subtract = (one, other) => add(one, multiply(-1n, other));
const quotient = (one, other) =>
  new Fraction(top(one) * bottom(other), bottom(one) * top(other));
const modulo = (one, other) => subtract(one, multiply(other, floor(quotient(one, other))));

const compare = (one, other) => {
  const [left, right] = [top(one) * bottom(other), top(other) * bottom(one)];
  return left < right ? -1 : Number(left > right);
};
const equal = (one, other) =>
  one === other || (isNumber(one) && isNumber(other) && compare(one, other) === 0);

const floor = (value) => {
  const [n, d] = [top(value), bottom(value)];
  return n / d - (n % d < 0n ? 1n : 0n);
};
const ceil = (value) => -floor(multiply(-1n, value));
const round = (value) => floor(add(value, new Fraction(1n, 2n)));
const abs = (value) => (compare(value, 0n) < 0 ? multiply(-1n, value) : value);
const largest = (values) => values.reduce((one, other) => (compare(other, one) > 0 ? other : one));
const smallest = (values) => values.reduce((one, other) => (compare(other, one) < 0 ? other : one));
const sum = (values) => values.reduce(add, 0n);

// --- words

const counted = (number, noun, nouns = "") =>
  `${number} ${Number(number) === 1 ? noun : nouns || noun + (noun.endsWith("x") ? "es" : "s")}`;

const listed = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const inThrees = (number) => `${number}`.replace(/\B(?=(\d{3})+$)/g, ",");

const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/u;
const ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

const clip = (text, quoted = true) => {
  const letters = [...text];
  const short = letters.length > LONGEST ? [...letters.slice(0, LONGEST - 3), "…"] : letters;
  if (!quoted && !short.some((letter) => UNPRINTABLE.test(letter))) return short.join("");
  const quote = short.includes("'") && !short.includes('"') ? '"' : "'";
  return quote + short.map((letter) => escaped(letter, quote)).join("") + quote;
};

const escaped = (letter, quote) => {
  if (letter === quote) return `\\${quote}`;
  if (letter in ESCAPES || !UNPRINTABLE.test(letter)) return ESCAPES[letter] ?? letter;
  const code = letter.codePointAt(0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, "0")}`;
  return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
};

// --- positions

const usualOf = (field) =>
  field.marks ? [] : { number: 0, truth: false, player: NO_ONE, choice: null }[field.holds];

// What stands at a place inside an answer; what is usual where nothing does, null where it is open.
const found = (answer, steps, usual) => {
  for (const step of steps) {
    if (answer === null) return null;
    if (Array.isArray(answer)) answer = answer[step - 1] ?? null;
    else if (Object.hasOwn(answer, step)) answer = answer[step];
    else return usual;
  }
  return answer;
};

// Answers one level inside what they go over, in the order of that; with their paths.
const inside = (answers, keys) =>
  answers.flatMap(([where, answer]) => {
    if (answer === null) return [[where, answer]];
    if (Array.isArray(answer)) return answer.map((one, at) => [[...where, at], one]);
    const known = keys.filter((key) => Object.hasOwn(answer, key));
    return known.map((key) => [[...where, key], answer[key]]);
  });

const product = (lists) =>
  lists.reduce((all, list) => all.flatMap((steps) => list.map((one) => [...steps, one])), [[]]);
const upTo = (size) => Array.from({ length: size }, (_, at) => at);

// Texts have no spaces around them.
const tidy = (value) => {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(tidy);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, tidy(one)]));
};

// Where an expression is: the player at hand and the row of each table; `before` is where it was
// before players were gone over.
class Place {
  constructor(player, rows = {}, before = null) {
    this.player = player;
    this.rows = rows;
    this.before = before;
  }

  atRow(table, row) {
    return new Place(this.player, { ...this.rows, [table]: row }, this.before);
  }

  atPlayer(player) {
    return new Place(player, this.rows, this);
  }
}

// A position, and what expressions come to at it.
class Table {
  constructor(game, position) {
    this.game = game;
    this.sheet = game.sheet;
    this.position = position;
    this.entries = position.players ?? [];
    this.running = position.running === true;
    this.names = this.entries.map((one, at) => one.name || `player ${at + 1}`);
    this.seats = new Map(this.entries.map((one, at) => [one.name && nameKey(one.name), at]));
    this.noted = this.entries.map((entry) => this.values("player", entry));
    this.once = this.values("table", position);
    this.known = new Map();
    this.defined = new Map(this.sheet.definitions.map((one) => [one.name, one]));
    for (const { name, level, points } of this.sheet.parts) {
      this.defined.set(`worth.${name}`, { level, over: [], value: points });
    }
    const level = this.sheet.wins.together ? "table" : "player";
    this.defined.set("total", { level, over: [], value: null });
  }

  fields(level) {
    return Object.values(this.sheet.fields).filter((field) => field.level === level);
  }

  answer(field, entry) {
    if (Object.hasOwn(entry, field.name)) return entry[field.name];
    if (!field.optional) return null;
    return field.over.length ? {} : usualOf(field);
  }

  // The answers in the fields of an entry as values: of a field that goes over anything, a list.
  values(level, entry) {
    const value = (field) => {
      const answer = this.answer(field, entry);
      if (!field.over.length) return this.value(field, answer);
      return this.steps(field.over).map((steps) =>
        this.value(field, found(answer, steps, usualOf(field))),
      );
    };
    return new Map(this.fields(level).map((field) => [field.name, value(field)]));
  }

  value(field, answer) {
    if (answer === null || (field.marks && answer.includes(null))) return null;
    if (field.marks && field.holds === "choice") {
      return field.choices.filter((one) => answer.includes(one));
    }
    if (field.marks) return [...new Set(answer)].map(BigInt).sort(compare);
    if (field.holds === "player") {
      const key = nameKey(answer);
      return key === nameKey(NO_ONE) ? NOBODY : (this.seats.get(key) ?? STRANGER);
    }
    return field.holds === "number" ? BigInt(answer) : answer;
  }

  // Nothing in place of what is open.
  settle() {
    const nothing = (field) => (field.holds === "choice" && !field.marks ? "" : usualOf(field));
    const settled = (field, value) => value ?? this.value(field, nothing(field));
    const all = (field, value) =>
      field.over.length ? value.map((one) => settled(field, one)) : settled(field, value);
    for (const values of [...this.noted, this.once]) {
      for (const [name, value] of values) values.set(name, all(this.sheet.fields[name], value));
    }
  }

  steps(over) {
    return product(over.map((one) => this.sheet.keys[one]));
  }

  size(over) {
    return over === "rounds" ? this.sheet.keys.rounds.length : this.game.tables[over].rows;
  }

  // The entries of a position in its order, each with its path.
  levels() {
    const players = this.entries.map((entry, seat) => ["player", entry, ["players", seat]]);
    return [["table", this.position, []], ...players];
  }

  // The single answers in a field with their paths, of marks each; null where one is open.
  single(field, answer, where) {
    let answers = [[where, answer]];
    for (const over of field.over) answers = inside(answers, this.sheet.keys[over]);
    return field.marks ? inside(answers, []) : answers;
  }

  // The places for each of what is gone over.
  each(over, here) {
    if (over !== "players" && over !== "others") {
      return upTo(this.size(over)).map((row) => here.atRow(over, row));
    }
    const seats = upTo(this.entries.length).map((player) => here.atPlayer(player));
    return over === "players" ? seats : seats.filter(({ player }) => player !== here.player);
  }

  // The value of an expression of the sheet.
  of(expression, here = new Place(0)) {
    try {
      return this.work(expression.tree, here);
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      const { line, column } = expression;
      throw new Misfit(`${this.sheet.file}:${line}:${column + error.at}: ${error.message}`);
    }
  }

  // The value of a definition, a part or all parts, which is worked out once.
  named(name, here) {
    const { level, over, value } = this.defined.get(name);
    const rows = Object.fromEntries(over.map((one) => [one, here.rows[one]]));
    const key = [name, level === "table" ? "" : here.player, ...Object.values(rows)].join();
    if (!this.known.has(key)) {
      const inner = new Place(here.player, rows);
      this.known.set(key, value ? this.of(value, inner) : this.total(inner));
    }
    return this.known.get(key);
  }

  total(here) {
    const points = ({ name, level }) => {
      if (!this.sheet.wins.together) return this.named(`worth.${name}`, here);
      const players = level === "player" ? this.each("players", here) : [new Place(0)];
      return sum(players.map((one) => this.named(`worth.${name}`, one)));
    };
    return sum(this.sheet.parts.map(points));
  }

  work(node, here) {
    return NODES[node.node](node, here, this);
  }

  // A number, if it is not too large or too fine to go on with.
  bounded(value, at = 0) {
    const most = this.game.limits.value;
    if (compare(abs(value), BigInt(most)) <= 0 && bottom(value) <= most) return value;
    throw new Impossible(`comes to a number beyond ${inThrees(most)}`, at);
  }

  divided(one, other, work, at) {
    if (compare(other, 0n) === 0) throw new Impossible("division by zero", at);
    return this.bounded(work(one, other), at);
  }

  words(phrase, here) {
    return phrase.map((one) => (one.type === "Shown" ? this.shown(one, here) : one.text)).join("");
  }

  shown({ value, noun, player }, here) {
    const found = this.of(value, here);
    if (player) return found >= 0 ? clip(this.names[found], false) : NO_ONE;
    const [one, ...several] = noun.split("/");
    if (noun && typeof found !== "string") return counted(found, one, several.join("/"));
    const text = typeof found === "string" ? clip(found, false) : `${found}`;
    return noun ? `${text} ${noun}` : text;
  }
}

// --- expressions: each kind of node of card_data/scoresheet/tree.py

const answered = (value) => {
  if (value === null) throw new Unanswered();
  return value;
};

const NODES = {
  number: ({ n, d = 1 }) => (d === 1 ? BigInt(n) : new Fraction(BigInt(n), BigInt(d))),
  truth: ({ value }) => value,
  text: ({ value }) => value,
  player: ({ who }, here) => (who === "me" ? here.player : NOBODY),
  running: (node, here, table) => table.running,
  round: (node, here) => BigInt(here.rows.rounds + 1),
  column: ({ table: name, column }, here, table) => {
    const cell = table.game.tables[name].columns[column][here.rows[name]];
    return typeof cell === "number" ? BigInt(cell) : cell;
  },
  listed: ({ items }, here, table) => items.map((item) => table.work(item, here)),
  not: ({ value }, here, table) => !table.work(value, here),
  mine: ({ value }, here, table) => {
    const { player, before } = here.before;
    return table.work(value, new Place(player, here.rows, before));
  },

  noted({ field: name, spread = [] }, here, table) {
    const field = table.sheet.fields[name];
    const values = (field.level === "table" ? table.once : table.noted[here.player]).get(name);
    if (!field.over.length) return answered(values);
    let places = [0];
    field.over.forEach((over, at) => {
      const size = table.size(over);
      const rows = spread[at] ? upTo(size) : [here.rows[over]];
      places = places.flatMap((place) => rows.map((row) => place * size + row));
    });
    const picked = places.map((at) => values[at]);
    picked.forEach(answered);
    if (!spread.length) return picked[0];
    return field.marks ? picked.flat() : picked;
  },

  defined({ name, spread = [] }, here, table) {
    if (!spread.length) return table.named(name, here);
    let places = [here];
    table.defined.get(name).over.forEach((over, at) => {
      if (spread[at]) places = places.flatMap((place) => table.each(over, place));
    });
    return places.map((place) => table.named(name, place));
  },

  binary({ sign, left, right, at = 0 }, here, table) {
    const one = table.work(left, here);
    if (sign === "and") return one && table.work(right, here);
    if (sign === "or") return one || table.work(right, here);
    const other = table.work(right, here);
    if (sign === "/") return table.divided(one, other, quotient, at);
    if (sign === "mod") return table.divided(one, other, modulo, at);
    if (sign in CALCULATE) return table.bounded(CALCULATE[sign](one, other));
    return COMPARE[sign](one, other);
  },

  if: ({ condition, then, otherwise }, here, table) =>
    table.work(table.work(condition, here) ? then : otherwise, here),

  each: ({ over, value, where }, here, table) =>
    table.each(over, here).flatMap((one) =>
      where && !table.work(where, one) ? [] : [table.work(value, one)],
    ),

  ranked({ by, value }, here, table) {
    const values = table.each("players", here).map((one) => table.work(value, one));
    const mine = values[here.player];
    if (by === "rank") return BigInt(1 + values.filter((one) => compare(one, mine) > 0).length);
    return equal(mine, by === "most" ? largest(values) : smallest(values));
  },

  call({ function: name, given }, here, table) {
    const [first] = given;
    if (name === "floor" && first.node === "binary" && first.sign === "/") {
      const [one, other] = [table.work(first.left, here), table.work(first.right, here)];
      return table.divided(one, other, (n, d) => floor(quotient(n, d)), first.at ?? 0);
    }
    return FUNCTIONS[name](...given.map((one) => table.work(one, here)), table);
  },

  lookup({ key, table: over, at, value }, here, table) {
    const wanted = table.work(key, here);
    let best = null;
    for (const place of table.each(over, here)) {
      const found = table.work(at, place);
      if (typeof found === "string") {
        if (found === wanted) best ??= { found, place };
      } else if (compare(found, wanted) <= 0 && (!best || compare(found, best.found) > 0)) {
        best = { found, place };
      }
    }
    return best ? table.work(value, best.place) : 0n;
  },

  best({ over, worth, cost, limit, where }, here, table) {
    const row = (one) => ({ worth: table.work(worth, one), cost: table.work(cost, one) });
    const taken = (one) => (where && !table.work(where, one) ? [] : [row(one)]);
    const rows = table.each(over, here).flatMap(taken).filter(({ worth }) => worth > 0n);
    const most = table.work(limit, here);
    const free = rows.filter((row) => row.cost <= 0n);
    const dear = rows.filter((row) => row.cost > 0n && row.cost <= most);
    const all = sum(dear.map((row) => row.cost));
    const room = Number(all < most ? all : most);
    const { best } = table.game.limits;
    if (room > best) {
      const words = `found a limit of ${inThrees(most)} in best`;
      throw new Impossible(`${words}, expected at most ${inThrees(best)}`);
    }
    const within = Array(Math.max(room, 0) + 1).fill(0n); // by what may be spent
    for (const row of dear) {
      for (let spent = within.length - 1; spent >= row.cost; spent--) {
        const other = within[spent - Number(row.cost)] + row.worth;
        if (other > within[spent]) within[spent] = other;
      }
    }
    return table.bounded(sum(free.map((row) => row.worth)) + within.at(-1));
  },
};

const CALCULATE = { "+": add, "-": subtract, "*": multiply };
const COMPARE = {
  "=": equal,
  "!=": (one, other) => !equal(one, other),
  "<": (one, other) => compare(one, other) < 0,
  "<=": (one, other) => compare(one, other) <= 0,
  ">": (one, other) => compare(one, other) > 0,
  ">=": (one, other) => compare(one, other) >= 0,
  in: (one, many) => many.some((other) => equal(one, other)),
};

const lookedUp = (place, values) => {
  if (place <= 0n || !values.length) return 0n;
  return place < values.length ? values[Number(place) - 1] : values.at(-1);
};

const FUNCTIONS = {
  floor,
  ceil,
  round,
  abs,
  lookup: lookedUp,
  sum(values, table) {
    if (values.every(isWhole)) return table.bounded(sum(values));
    return values.reduce((all, one) => table.bounded(add(all, one)), 0n);
  },
  count: (values) => BigInt(values.filter((value) => value !== false).length),
  max: (values) => (values.length ? largest(values) : 0n),
  min: (values) => (values.length ? smallest(values) : 0n),
  distinct: (values) => BigInt(new Set(values.map(String)).size),

  longest_run(values) {
    const truths = typeof values[0] === "boolean";
    const steps = truths ? values : [...new Set(values)].sort(compare);
    let [longest, run] = [0n, 0n];
    steps.forEach((step, at) => {
      const follows = truths ? step : at > 0 && step === steps[at - 1] + 1n;
      run = follows ? run + 1n : truths ? 0n : 1n;
      if (run > longest) longest = run;
    });
    return longest;
  },

  sets_of(counts, ...rest) {
    const table = rest.pop();
    const held = counts.map((count) => (count > 0n ? count : 0n));
    const kinds = (upto) => BigInt(held.filter((count) => count >= upto).length);
    if (!rest.length) return held.length ? smallest(held) : 0n;
    const [of] = rest;
    if (Array.isArray(of)) {
      const steps = [...new Set([0n, ...held])].sort(compare);
      return steps.slice(1).reduce((all, upto, at) => {
        const worth = multiply(lookedUp(kinds(upto), of), upto - steps[at]);
        return table.bounded(add(all, worth));
      }, 0n);
    }
    if (of < 1n) return 0n;
    let [low, high] = [0n, sum(held) / of];
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      const enough = sum(held.map((count) => (count < middle ? count : middle))) >= middle * of;
      if (enough) low = middle;
      else high = middle - 1n;
    }
    return low;
  },
};

// --- the check

const finding = (table, rule, where, message) => {
  const who = where[0] === "players" && where.length > 1 ? clip(table.names[where[1]], false) : "";
  const said = !who || message.startsWith(`${who} `) ? message : `${who}: ${message}`;
  return { rule, where: where.join("."), line: 0, message: said };
};

function* findings(table) {
  const found = [ofPlayers, ofFields, ofRules].flatMap((layer) => [...layer(table)]);
  for (const [rule, where, message] of found.length ? found : ofPad(table)) {
    yield finding(table, rule, where, message);
  }
}

const enough = ({ game: { players }, entries }) =>
  players.min <= entries.length && entries.length <= players.max;

function* ofPlayers(table) {
  const { min, max } = table.game.players;
  const rule = table.sheet.clause;
  if (!table.position.players) return;
  if (!enough(table)) {
    const many = counted(table.entries.length, "player");
    const seats = min === max ? counted(max, "player") : `${min} to ${max} players`;
    yield [rule, ["players"], `${many}, but the game is for ${seats}`];
  }
  const owned = Object.values(table.sheet.fields).some(({ holds }) => holds === "player");
  const seen = new Map();
  for (const [seat, { name = null }] of table.entries.entries()) {
    if (name === null) continue;
    const key = nameKey(name);
    let message = "";
    if (!name) message = "the name is empty: every player needs a different name";
    else if (seen.get(key) === name) message = `two players called ${clip(name)}: names must differ`;
    else if (seen.has(key)) {
      const both = `${clip(seen.get(key))} and ${clip(name)}`;
      message = `two players called ${both}: capitals and spaces do not tell names apart`;
    } else if (key === nameKey("table")) {
      const reserved = "in a record it stands for the dice and the cards";
      message = `${clip(name)} cannot be a player's name: ${reserved}`;
    } else if (owned && key === nameKey(NO_ONE)) {
      message = `${clip(name)} cannot be a player's name: it stands for nobody`;
    }
    if (message) yield [rule, ["players", seat, "name"], message];
    if (!seen.has(key)) seen.set(key, name);
  }
}

function* ofFields(table) {
  for (const [level, entry, where] of table.levels()) {
    for (const field of table.fields(level)) {
      const answer = table.answer(field, entry);
      if (answer !== null) yield* ofField(table, field, answer, [...where, field.name]);
    }
  }
}

function* ofField(table, field, answer, where) {
  if (field.over.length && needsAnswer(field)) {
    for (const steps of table.steps(field.over.filter((over) => over !== "rounds"))) {
      if (found(answer, steps, undefined) !== undefined) continue;
      const message = `${steps.join(", ")} is left out: expected ${expected(field)}`;
      yield [field.clause, where, message];
    }
  }
  const seen = new Set();
  for (const [path, one] of table.single(field, answer, where)) {
    if (one === null) continue;
    let message = field.holds === "player" ? unknown(table, field, one) : outOfBounds(field, one);
    const mark = [...path.slice(0, -1), one].join();
    if (field.marks && seen.has(mark)) message = `${one} is marked twice`;
    seen.add(mark);
    if (message) yield [field.clause, path, message];
  }
}

const unknown = (table, field, name) =>
  table.value(field, name) !== STRANGER || table.entries.some((one) => (one.name ?? null) === null)
    ? ""
    : `found ${clip(name)}, who is not a player in this game`;

const needsAnswer = (field) =>
  !field.marks && (field.holds === "choice" || outOfBounds(field, 0) !== "");

const outOfBounds = (field, number) => {
  if (field.holds !== "number") return "";
  const fits = number >= field.least && (field.most === null || number <= field.most);
  return fits ? "" : `found ${number}, expected ${expected(field)}`;
};

const expected = ({ holds, choices, least, most }) => {
  if (holds === "choice") return `one of ${choices.join(", ")}`;
  return most === null ? `at least ${least}` : `a number from ${least} to ${most}`;
};

const ofRules = (table) => broken(table, "wrong");

// What does not hold of what is as strict: by which clause, where, in words.
function* broken(table, strictness) {
  if (!enough(table)) return;
  for (const one of table.sheet.must.filter((must) => must.strictness === strictness)) {
    const players = table.each("players", new Place(0));
    for (const { player } of one.level === "player" ? players : [new Place(0)]) {
      let places = [new Place(player)];
      for (const over of one.over) places = places.flatMap((place) => table.each(over, place));
      for (const here of places) {
        if (!holds(table, one, here)) {
          yield [one.clause, blamed(table, one, here), inWords(table, one.say, here)];
        }
      }
    }
  }
}

// Points that were added up by hand and do not come out so; not where an answer is missing.
function* ofPad(table) {
  for (const [seat, { points: claims, total: claimed = null }] of table.entries.entries()) {
    if (!Object.keys(claims ?? {}).length && claimed === null) continue;
    const own = table.sheet.parts.filter(({ level }) => level === "player");
    let total = 0n;
    for (const { name, label, clause } of own) {
      const points = unlessOpen(() => table.named(`worth.${name}`, new Place(seat)), () => null);
      if (points === null) {
        total = null;
        break;
      }
      total += points;
      const claim = claims?.[name] ?? null;
      if (claim === null || BigInt(claim) === points) continue;
      const message = `found ${claim}, but ${label} come to ${points}`;
      yield [clause, ["players", seat, "points", name], message];
    }
    if (total === null || claimed === null || BigInt(claimed) === total) continue;
    const message = `found ${claimed}, but the parts come to ${total}`;
    yield [table.sheet.clause, ["players", seat, "total"], message];
  }
}

const unlessOpen = (work, otherwise) => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unanswered) return otherwise();
    throw error;
  }
};

// What is not answered yet is not judged.
const holds = (table, one, here) => unlessOpen(() => table.of(one.holds, here), () => true);

const inWords = (table, phrase, here) =>
  unlessOpen(
    () => table.words(phrase, here),
    () => phrase.map((one) => one.text ?? "…").join(""),
  );

const blamed = (table, { at, level }, { player, rows }) => {
  const field = table.sheet.fields[at];
  const seat = level === "player" ? ["players", player] : [];
  if (!at) return level === "player" ? seat : ["players"];
  if (field.level === "player" && level === "table") return ["players"];
  const path = field.level === "player" ? [...seat, at] : [at];
  for (const over of field.over) {
    if (!Object.hasOwn(rows, over)) break;
    path.push(table.sheet.keys[over][rows[over]]);
  }
  return path;
};

// The paths of the answers not given yet.
const missing = (table) => [...answers(table)].filter(([, one]) => one === null).map(([path]) => path);

// The single answers of a position with their paths, and what its players added up.
function* answers(table) {
  const parts = table.sheet.parts.map((part) => part.name);
  for (const [level, entry, where] of table.levels()) {
    const { name = null, points = {}, total = 0 } = entry;
    if (level === "player") yield [[...where, "name"], name];
    for (const field of table.fields(level)) {
      yield* table.single(field, table.answer(field, entry), [...where, field.name]);
    }
    if (level === "table") yield [["players"], entry.players ?? null];
    else yield* [...inside([[[...where, "points"], points]], parts), [[...where, "total"], total]];
  }
}

// --- points

function tallyOf(table, seat) {
  const { parts, ties, wins } = table.sheet;
  const here = new Place(seat);
  const points = parts.map((part) => table.named(`worth.${part.name}`, here));
  const breakers = ties.map(({ by, value }) => ranked(by, table.of(value, here)));
  const out = whyOut(table, here);
  const told = parts.map((part) => (part.level === "player" ? table.words(part.say, here) : ""));
  const notes = out ? [out] : [];
  const own = parts.map((part, at) => partOf(part, points[at], told[at]));
  const value = wins.value ? table.of(wins.value, here) : sum(points);
  const merit = [ranked(wins.by, value), ...breakers];
  return { player: table.names[seat], parts: own, total: sum(points), out: out !== "", notes, merit };
}

const ranked = (by, value) => (by === "most" ? value : -value);
const partOf = ({ name: part, label, clause: rule }, points, say) => {
  return { part, label, points, rule, say };
};
// Why a player is out; empty for one who is not.
function whyOut(table, here) {
  const { out } = table.sheet;
  if (out === null || !table.of(out.holds, here)) return "";
  const why = table.words(out.say, here);
  return `out${why && `: ${why}`} (${out.clause})`;
}

function result(table) {
  const { sheet, entries } = table;
  if (sheet.wins.together) return together(table);
  const tallies = entries.map((_, seat) => tallyOf(table, seat));
  return sheet.teams ? ofTeams(table, tallies) : ofTarget(sheet, rank(sheet, tallies));
}

const compareMerit = (one, other) =>
  one.merit.map((value, at) => compare(value, other.merit[at])).find((sign) => sign) ?? 0;

// Places for tallies; whoever is out has the place after all others.
function rank(sheet, tallies) {
  const staying = tallies.filter(({ out }) => !out).sort((one, other) => compareMerit(other, one));
  const place = (tally) => 1 + staying.findIndex((one) => compareMerit(one, tally) === 0);
  const standings = [
    ...staying.map((tally) => ({ place: place(tally), tally })),
    ...tallies.filter(({ out }) => out).map((tally) => ({ place: staying.length + 1, tally })),
  ];
  const first = staying.filter((tally) => place(tally) === 1);
  const winners = first.map(({ player }) => player);
  const step = winners.length === 1 ? deciding(sheet, staying) : null;
  return {
    standings,
    winners,
    decided_by: step && step.clause,
    verdict: verdict(sheet, staying, winners, step),
    lead: lead(staying, winners, step),
  };
}

// The tie that set the first apart from the next, if the points did not.
const deciding = (sheet, [first, next]) =>
  next && compare(first.merit[0], next.merit[0]) === 0
    ? sheet.ties.find((_, at) => compare(first.merit[at + 1], next.merit[at + 1]))
    : null;

const verdict = (sheet, staying, winners, step) => {
  if (!winners.length) return "Nobody wins.";
  const points = counted(staying[0].total, "point");
  if (winners.length > 1) {
    return `${listed(winners)} share the win with ${points} each (${sheet.shared}).`;
  }
  if (!step) return `${winners[0]} wins with ${points}.`;
  const tied = staying.slice(1).filter(({ merit }) => compare(merit[0], staying[0].merit[0]) === 0);
  const won = `${winners[0]} wins with ${points}`;
  const others = listed(tied.map(({ player }) => player));
  return `${won}: tied with ${others}, decided by ${step.say} (${step.clause}).`;
};

const lead = (staying, leaders, step) => {
  if (!leaders.length) return "Nobody leads so far.";
  const points = counted(staying[0].total, "point");
  if (leaders.length > 1) return `So far ${listed(leaders)} lead with ${points} each.`;
  const ahead = step ? `: ahead by ${step.say} (${step.clause})` : "";
  return `So far ${leaders[0]} leads with ${points}${ahead}.`;
};

function ofTarget(sheet, found) {
  const { target, clause } = sheet.wins;
  if (target === null || !found.winners.length) return found;
  if (found.standings[0].tally.total >= target) return found;
  const said = `Nobody wins: nobody has ${counted(target, "point")} (${clause}).`;
  return { ...found, winners: [], decided_by: null, verdict: said, lead: "Nobody leads so far." };
}

// The points of a team count together: all of it share a place.
function ofTeams(table, tallies) {
  const { sheet } = table;
  const members = new Map();
  for (const [seat, tally] of tallies.entries()) {
    const name = table.noted[seat].get(sheet.teams);
    members.set(name, [...(members.get(name) ?? []), tally]);
  }
  const teams = [...members].map(([name, members]) => ({
    player: `${name} (${listed(members.map(({ player }) => player))})`,
    members,
    total: sum(members.map(({ total }) => total)),
    merit: members[0].merit.map((_, at) => sum(members.map(({ merit }) => merit[at]))),
    out: members.every(({ out }) => out),
  }));
  const found = ofTarget(sheet, rank(sheet, teams));
  const standings = [];
  let [ahead, before] = [0, 0];
  for (const { place, tally: { player, members, total, out } } of found.standings) {
    if (place !== before) [ahead, before] = [standings.length, place];
    const note = `${player}: ${counted(total, "point")} together`;
    for (const one of members) {
      standings.push({ place: ahead + 1, tally: { ...one, out, notes: [...one.notes, note] } });
    }
  }
  const namesOf = (team) => teams.find(({ player }) => player === team).members;
  const winners = found.winners.flatMap(namesOf).map(({ player }) => player);
  return { ...found, standings, winners };
}

// What players have if nothing stands where an answer is missing.
function pointsSoFar(table) {
  table.settle();
  const tallies = result(table).standings.map(({ tally }) => tally);
  const totals = new Map(tallies.map(({ player, total }) => [player, total]));
  const players = totals.has(table.names[0]) ? table.names : [...totals.keys()];
  return players.map((player) => ({ player, points: Number(totals.get(player)) }));
}

// All have one score together, against a target or grades.
function together(table) {
  const { parts, wins } = table.sheet;
  const once = new Place(0);
  const places = table.each("players", once);
  const points = parts.map(({ name, level }) => {
    const each = level === "player" ? places : [once];
    return sum(each.map((here) => table.named(`worth.${name}`, here)));
  });
  const told = parts.map((one) => (one.level === "table" ? table.words(one.say, once) : ""));
  const why = table.names.map((_, seat) => whyOut(table, new Place(seat)));
  const notes = table.names.map((name, seat) => `${name} is ${why[seat]}`).filter((_, seat) => why[seat]);
  const out = notes.length > 0;
  const total = sum(points);
  const grade = wins.grades.findLast(({ least }) => total >= least);
  let [won, words] = [false, `${counted(total, "point")}, below every grade`];
  if (wins.target !== null) {
    [won, words] = [total >= wins.target, `${counted(total, "point")} of ${wins.target}`];
  } else if (grade) {
    [won, words] = [!grade.lost, `${counted(total, "point")}: ${grade.say}`];
  }
  won &&= !out;
  const player = listed(table.names);
  const alone = table.names.length === 1;
  const verb = (won ? "win" : "lose") + (alone ? "s" : "");
  const own = parts.map((part, at) => partOf(part, points[at], told[at]));
  return {
    standings: [{ place: 1, tally: { player, parts: own, total, out, notes } }],
    winners: won ? table.names : [],
    decided_by: null,
    verdict: `${player} ${verb} with ${words} (${wins.clause}).`,
    lead: `So far ${player} ${alone ? "has" : "have"} ${words}.`,
  };
}

// --- the answer

const answerOf = (values) => ({
  game: null, valid: false, final: false, violations: [], standings: [], missing: [], winners: [],
  leaders: [], decided_by: null, ...values,
});

function answer(table) {
  const game = table.game.id;
  const open = missing(table).map((path) => path.join("."));
  const violations = [...findings(table)];
  const valid = !violations.length;
  const doubts = [...broken(table, "warning")].map((one) => finding(table, ...one));
  const warned = doubts.length ? { warnings: doubts } : {};
  if (!valid || open.length) return answerOf({ game, valid, violations, missing: open, ...warned });
  const worded = (strictness, before) =>
    [...broken(table, strictness)].map(([rule, , words]) => `${before}${words} (${rule})`);
  const provisional = table.running
    ? ["provisional score: the game is not over"]
    : worded("unfinished", "provisional score: ");
  const found = result(table);
  const final = !provisional.length;
  const standings = found.standings.map(({ place, tally: { player, total, parts, out } }) => {
    const points = parts.map((one) => [one.part, Number(one.points)]);
    return { place, player, total: Number(total), parts: Object.fromEntries(points), out };
  });
  const players = found.standings.map(({ tally: { player, parts, notes } }) => {
    return { player, parts: parts.map((one) => ({ ...one, points: Number(one.points) })), notes };
  });
  const explained = {
    players,
    provisional,
    verdict: final ? found.verdict : found.lead,
    ties: table.sheet.wins.together ? "" : tiesOf(table.sheet),
  };
  const who = final
    ? { winners: found.winners, decided_by: found.decided_by }
    : { leaders: found.winners };
  return answerOf({ game, valid, final, standings, ...who, ...warned, explained });
}

const tiesOf = ({ ties, shared }) => {
  const steps = ties.map(({ say, clause }) => `${say} (${clause})`);
  return `Ties: ${[...steps, `a shared win (${shared})`].join(", then ")}.`;
};
