// The page of printkit watch: what is looked at stands in the address, so that reloading keeps it;
// the kit is told by the address from which its events are read.

import { Grid, One, Sheets, make, showMenus, showProblems } from "./show.js";

const OWN = ["backs", "actual"]; // what the page alone has to know
const at = (selector) => document.querySelector(selector);
const stage = at("#stage");
const search = at("#search");
const grid = new Grid((component, piece) => go({ mode: "one", component, piece }));
const one = new One({ back: () => step(-1), next: () => step(1), flip, actual });
const sheets = new Sheets();
const nothing = make("p", { class: "empty" });

let state = null;
let source = null;
let asked = null;
let later = 0;
let scale = 1;

// --- the view

const view = () => {
  const words = new URLSearchParams(location.hash.slice(1));
  return {
    mode: words.get("mode") ?? "grid",
    component: words.get("component") ?? "",
    piece: words.get("piece") ?? "",
    backs: words.get("flipped") === "true",
    actual: words.get("actual") === "true",
  };
};

const go = (changes) => {
  const words = new URLSearchParams(location.hash.slice(1));
  for (const [key, value] of Object.entries(changes)) {
    if (value === "" || value === null || value === false) words.delete(key);
    else words.set(key, value);
  }
  history.replaceState(null, "", `#${words}`);
  show();
  listen();
};

function flip() { go({ flipped: !view().backs }); }
function actual() { go({ actual: !view().actual }); }

const matches = (piece) => {
  const wanted = search.value.trim().toLowerCase();
  return !wanted || `${piece.title} ${piece.row}`.toLowerCase().includes(wanted);
};

// Each piece that can be stepped to, with its component.
const within = (chosen) => state.components
  .filter((component) => !chosen || component.name === chosen)
  .flatMap((component) => component.pieces.filter(matches).map((piece) => [component, piece]));

function step(by) {
  if (!state) return;
  const now = view();
  const all = within("");
  if (!all.length) return;
  const place = all.findIndex(([component, piece]) => component.name === now.component && piece.name === now.piece);
  const [component, piece] = all[place < 0 ? 0 : (place + by + all.length) % all.length];
  go({ component: component.name, piece: piece.name });
  at('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
}

function problem(given) {
  const component = state.components.find((part) => part.name === given.component);
  const piece = component?.pieces.find((part) => part.row === given.row);
  if (piece) go({ mode: "one", component: component.name, piece: piece.name });
}

function nextProblem() {
  const now = view();
  const wrong = state.components.flatMap((component) => component.pieces
    .filter((piece) => state.problems.some((one) => one.component === component.name && one.row === piece.row))
    .map((piece) => [component.name, piece.name]));
  if (!wrong.length) return;
  const place = wrong.findIndex(([component, piece]) => component === now.component && piece === now.piece);
  const [component, piece] = wrong[(place + 1) % wrong.length];
  go({ mode: "one", component, piece });
}

// --- showing it

const put = (element) => {
  if (stage.firstElementChild !== element) stage.replaceChildren(element);
};

const wait = (words) => {
  nothing.textContent = words;
  put(nothing);
};

function show() {
  const now = view();
  document.body.className = `mode-${now.mode}`;
  document.body.classList.toggle("busy", Boolean(state?.busy));
  document.body.classList.toggle("lost", source?.readyState === EventSource.CONNECTING && Boolean(state));
  document.body.classList.toggle("actual", now.actual);
  for (const button of document.querySelectorAll("[data-mode]")) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === now.mode));
  }
  if (!state) return wait("Drawing…");
  document.title = `${state.problems.length ? `(${state.problems.length}) ` : ""}${state.title || "printkit"}`;
  at("#title").textContent = state.title || "printkit";
  showProblems(state.problems, problem);
  showMenus(state.menus, at("#menus"), choose);
  components(now);
  if (now.mode === "sheets") return showSheets();
  if (now.mode === "one") return showOne(now);
  const parts = state.components
    .filter((component) => !now.component || !search.value && component.name === now.component || search.value)
    .map((component) => ({ ...component, pieces: component.pieces.filter(matches) }))
    .filter((component) => component.pieces.length || !search.value);
  if (!parts.length) return wait(search.value ? "No piece is called so." : state.busy ? "Drawing…" : "There is nothing to show.");
  put(grid.element);
  return grid.show(parts, now, state.problems);
}

function components(now) {
  const select = at("#component");
  const names = state.components.map((one) => one.name).join();
  if (select.dataset.names !== names) {
    select.dataset.names = names;
    select.replaceChildren(make("option", { value: "" }, "All components"),
      ...state.components.map((one) => make("option", { value: one.name }, one.title)));
  }
  select.options[0].disabled = now.mode === "sheets";
  select.value = now.component;
}

function showOne(now) {
  const all = within(now.component);
  const wanted = all.find(([, piece]) => piece.name === now.piece);
  if (!wanted && now.piece && state.busy) return wait("Drawing…");
  const found = wanted ?? all[0] ?? within("")[0];
  if (!found) return wait(state.busy ? "Drawing…" : "No piece is called so.");
  const [component, piece] = found;
  if (piece.name !== now.piece || component.name !== now.component) {
    return go({ component: component.name, piece: piece.name });
  }
  put(one.element);
  return one.show(component, piece, now, state.problems);
}

function showSheets() {
  if (!state.sheets || !state.sheets.sides.length) {
    return wait(state.busy ? "Drawing the sheets…" : "There are no sheets of it.");
  }
  put(sheets.element);
  return sheets.show(state.sheets);
}

// --- the kit

function listen(soon = false) {
  const words = new URLSearchParams(location.hash.slice(1));
  words.delete("flipped");
  words.delete("actual");
  const address = `events?${words}`;
  if (document.hidden || address === asked && source) return;
  clearTimeout(later);
  const open = () => {
    asked = address;
    source?.close();
    source = new EventSource(address);
    source.onmessage = (event) => {
      state = JSON.parse(event.data);
      show();
    };
    source.onerror = () => show();
  };
  const moved = asked && new URLSearchParams(asked.slice(7));
  if (!soon && moved && moved.get("piece") !== words.get("piece")) later = setTimeout(open, 150);
  else open();
}

// Only pages that are seen take a connection, of which browsers allow six.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    source?.close();
    source = null;
  } else listen(true);
});

// --- choosing

const choose = (name, value) => {
  if (name === null) go(Object.fromEntries(state.menus.map((menu) => [menu.name, ""])));
  else go({ [name]: value });
};

const open = (mode) => {
  const now = view();
  const needs = mode === "sheets" && !now.component;
  go({ mode, ...(needs && state?.components.length ? { component: state.components[0].name, piece: "" } : {}) });
};

const size = (by) => {
  scale = Math.min(4, Math.max(0.4, scale * by));
  document.documentElement.style.setProperty("--mm", `${1.9 * scale}px`);
};

for (const button of document.querySelectorAll("[data-mode]")) {
  button.addEventListener("click", () => open(button.dataset.mode));
}
at("#component").addEventListener("change", (event) => go({ component: event.target.value, piece: "" }));
search.addEventListener("input", show);
search.addEventListener("keydown", (event) => {
  if (event.key === "Escape" || event.key === "Enter") {
    if (event.key === "Escape") search.value = "";
    search.blur();
    show();
    event.preventDefault();
    event.stopPropagation();
  }
});
at("#print").addEventListener("click", () => {
  const form = at("#menus");
  form.hidden = !form.hidden;
  at("#print").setAttribute("aria-expanded", String(!form.hidden));
});
at("#menus").addEventListener("submit", (event) => event.preventDefault());
at("#help").addEventListener("click", () => at("#keys").showModal());
for (const button of document.querySelectorAll("#steps [data-step]")) {
  button.addEventListener("click", () => step(Number(button.dataset.step)));
}
at('#steps [data-do="flip"]').addEventListener("click", flip);
at('#steps [data-do="actual"]').addEventListener("click", actual);
window.addEventListener("hashchange", () => { show(); listen(true); });

const KEYS = {
  ArrowRight: () => step(1), ArrowDown: () => step(1), j: () => step(1),
  ArrowLeft: () => step(-1), ArrowUp: () => step(-1), k: () => step(-1),
  f: flip, 1: actual,
  g: () => open("grid"), s: () => open("sheets"), Enter: () => open("one"), Escape: () => open("grid"),
  "/": () => search.focus(), "?": () => at("#keys").showModal(),
  "+": () => size(1.25), "=": () => size(1.25), "-": () => size(0.8),
  p: () => state && nextProblem(),
  c: () => at('.place[data-what="Row"]')?.click(), t: () => at('.place[data-what="Template"]')?.click(),
};
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, dialog");
  const pressing = event.key === "Enter" && event.target.closest("button, a");
  const scrolling = event.key.startsWith("Arrow") && view().mode === "sheets";
  if (event.ctrlKey || event.metaKey || event.altKey || typing || pressing || scrolling) return;
  const act = KEYS[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

// --- true size: how many times a millimetre of the browser one of this screen is

const measure = at("#measure");
const measured = () => {
  document.documentElement.style.setProperty("--measure", measure.value);
  try { localStorage.setItem("measure", measure.value); } catch { /* a browser that keeps nothing */ }
};
try { measure.value = localStorage.getItem("measure") ?? 1; } catch { measure.value = 1; }
measure.addEventListener("input", measured);
measured();

show();
listen(true);
