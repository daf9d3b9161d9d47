// What answers the pages of a site, in place of a server: tables are kept in this browser, and judged
// in it by Python.

import { Python } from "./python.js";
import { nameKey } from "./values.js";

const HERE = new URL(".", location).pathname; // other sites of this host keep their tables in the same place
const NAMES = `names:${HERE}`;
const RUN = String(Math.random()); // of a newer site the same table may be judged otherwise
const MOST_NAMES = 24;
const STAND_IN = 0xe000; // the first of the characters that stand for names in what is shown first
const STAND_INS = /[\ue000-\ue0ff]/g;
const NOT_FOUND = { status: 404, answer: { problems: ["there is no such table, or it is closed"] } };
const FULL = { status: 507, answer: { problems: ["this browser has no room left: close a table first"] } };

/** What is worked out once for each key; what failed is tried again. */
function once(make) {
  const made = new Map();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key).catch((error) => { made.delete(key); throw error; }));
    return made.get(key);
  };
}

const inside = (folder, game, suffix) => `${folder}/${encodeURIComponent(game)}${suffix}`;

const file = once(async (path) => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
});

const site = () => file("site.json");

const python = once(async () => new Python((await site()).python));

const askPython = async (question) => (await python()).ask(question);

// --- tables: `{game, position, version, title, players, missing}` each

const keyOf = (id) => `table:${HERE}${id}`;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Keep something; whether there was room for it. */
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** One change after the other, in whichever window. */
const exclusively = (id, work) => (navigator.locks ? navigator.locks.request(keyOf(id), work) : work());

const summaryOf = (game, version, view) => ({
  game, version, position: view.position, title: view.title, missing: view.missing,
  players: (view.position.players ?? []).map(({ name }) => name), at: Date.now(),
});

function tables() {
  return Object.keys(localStorage).filter((key) => key.startsWith(keyOf("")))
    .map((key) => ({ id: key.slice(keyOf("").length), ...read(key) }))
    .filter(({ game }) => game).sort((one, other) => other.at - one.at);
}

/** What is shown of a new table before Python has begun; undefined if there is nothing. */
async function firstView(game, players) {
  const view = (await file(inside("begun", game, ".json")))[players.length];
  const names = (text) => text.replace(STAND_INS, (one) => players[one.charCodeAt(0) - STAND_IN]);
  return view && JSON.parse(JSON.stringify(view), (_, value) => (typeof value === "string" ? names(value) : value));
}

/** The first names, of each player one. */
function eachOnce(names) {
  const keys = names.map((name) => name && nameKey(name));
  return names.filter((name, at) => name && keys.indexOf(keys[at]) === at).slice(0, MOST_NAMES);
}

async function begin({ game, players }) {
  const first = await firstView(game, players);
  const found = first ? { status: 200, answer: { view: first } } : await askPython({ do: "begin", game, players });
  if (found.status !== 200) return found;
  const id = crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
  if (!keep(keyOf(id), { ...summaryOf(game, 0, found.answer.view), first })) return FULL;
  keep(NAMES, eachOnce([...players, ...(read(NAMES) ?? [])]));
  return { status: 200, answer: { id } };
}

/** The scored view of a table in which `changes` are entered. */
const scored = (id, changes) => exclusively(id, async () => {
  const table = read(keyOf(id));
  if (!table) return NOT_FOUND;
  const found = await askPython({ do: "take", game: table.game, position: table.position, changes });
  if (!read(keyOf(id))) return NOT_FOUND; // it was closed meanwhile
  if (found.status !== 200) return found;
  const { view } = found.answer;
  const version = table.version + Number(changes.length > 0);
  if (changes.length && !keep(keyOf(id), summaryOf(table.game, version, view))) return FULL;
  return { status: 200, answer: news(version, view) };
});

const news = (version, view) => ({ run: RUN, version, view });

async function home() {
  const { games, links } = await site();
  const known = tables();
  const names = eachOnce([...known.flatMap(({ players }) => players), ...(read(NAMES) ?? [])]);
  return { games, tables: known, names, problems: [], links, note: note() };
}

/** What a clause says: one of the game in sight first, since games may have the same IDs. */
async function clause(rule) {
  const { games } = await site();
  const first = read(keyOf(location.hash.split("/")[1] ?? ""))?.game;
  for (const { id } of [...games].sort((one, other) => (other.id === first) - (one.id === first))) {
    const clauses = await file(inside("clauses", id, ".json"));
    if (Object.hasOwn(clauses, rule)) return { status: 200, answer: clauses[rule] };
  }
  return { status: 404, answer: { problems: [`no clause ${rule}`] } };
}

/** Answer as the server does: `{status, answer}`. */
export async function ask(path, body) {
  const [what, id, more] = path.split("/");
  if (what === "home") return { status: 200, answer: await home() };
  if (what === "clauses") return clause(decodeURIComponent(id));
  if (what === "sheets") return { status: 200, answer: await file(path) };
  if (what !== "tables") return NOT_FOUND;
  if (id === undefined) return begin(body);
  if (more === "changes") return scored(id, body.changes);
  if (more === undefined) return scored(id, []);
  if (more !== "close") return NOT_FOUND;
  localStorage.removeItem(keyOf(id));
  return { status: 200, answer: {} };
}

/** The position of a table as a file. */
export async function positionFile(id, position) {
  const { made } = await site();
  const text = JSON.stringify({ ...made[read(keyOf(id)).game], ...position }, null, 2);
  return new Blob([text], { type: "application/json" });
}

/** A table in this browser; other windows may have it too. */
export class Connection {
  constructor(id) { this.id = id; }

  open(pad) {
    this.pad = pad;
    this.onStorage = ({ key }) => { if (key === keyOf(this.id)) this.refresh(); };
    addEventListener("storage", this.onStorage);
    pad.setConnected(true);
    const { version, first } = read(keyOf(this.id)) ?? {};
    if (first && !pad.view) pad.receive(news(version, first));
    this.refresh();
  }

  async refresh() {
    try {
      const { status, answer } = await ask(`tables/${this.id}`);
      if (status === 404) this.pad.closed();
      if (status === 200 && !this.ended) this.pad.receive(answer);
    } catch (error) {
      this.pad.failed(error);
    }
  }

  send(changes) { return ask(`tables/${this.id}/changes`, { changes }); }

  close() {
    this.ended = true;
    removeEventListener("storage", this.onStorage);
  }
}

// --- kept for use without a network

const workers = navigator.serviceWorker;
const renewed = Boolean(workers?.controller);
let ready = renewed;

const note = () => (ready ? "This page works without a network." : workers ? "Saving this page for use without a network…" : "");

function showNote(words) {
  const place = document.getElementById("note");
  if (place) place.textContent = words;
}

async function keepSite() {
  const registration = await workers.register("sw.js", { updateViaCache: "none" });
  registration.waiting?.postMessage("renew");
  await workers.ready;
  ready = true;
  showNote(note());
}

if (workers) {
  workers.addEventListener("controllerchange", () => { if (renewed) location.reload(); });
  keepSite().catch(() => showNote("This browser cannot save the page: it needs a network."));
}

// Python takes seconds to begin: it does while names are typed.
python().catch(() => {});
