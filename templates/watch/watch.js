// The page of printkit watch: what is looked at, and how it is printed, stands in the address, so
// that reloading keeps it; of that the kit is told how it is printed, and whose sheets are seen.
// What is seen is made anew from each state, and what differs is changed in place: a picture gives
// way to the next one only when that is there.

const at = (selector) => document.querySelector(selector);
const search = at("#search");
const measure = at("#measure");
const menus = at("#menus");
let source = null;
let asked = "";
let state = null;
let scale = 1;

const make = (tag, words = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(words)) {
    if (key === "style") made.style.cssText = value;
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...inside.filter((one) => one !== null));
  return made;
};

const change = (old, made) => {
  if (old.nodeName !== made.nodeName || old.nodeType === Node.TEXT_NODE) {
    if (!old.isEqualNode(made)) old.replaceWith(made);
    return;
  }
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) {
    if (name === "style") old.style.cssText = made.style.cssText;
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  fill(old, [...made.childNodes]);
};

const fill = (parent, children) => {
  children.forEach((made, place) => {
    const old = parent.childNodes[place];
    if (old) change(old, made);
    else parent.append(made);
  });
  while (parent.childNodes.length > children.length) parent.lastChild.remove();
};

// --- what is looked at

const view = () => {
  const { mode = "grid", component = "", piece = "", flipped, actual, ...printed } =
    Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  return { mode, component, piece, flipped, actual, printed };
};

const go = (changes) => {
  const { printed, ...now } = view();
  const words = Object.entries({ ...now, ...printed, ...changes }).filter(([, value]) => value);
  history.replaceState(null, "", `#${new URLSearchParams(words)}`);
  listen();
};

const open = (mode) => {
  const now = view();
  const [component, piece] = within(now.component)[0] ?? [];
  go({
    mode,
    component: now.component || (mode !== "grid" && component?.name),
    piece: now.piece || (mode === "one" && piece?.name),
  });
};

const listen = () => {
  const { mode, component, printed } = view();
  const words = new URLSearchParams({ ...printed, sheets: mode === "sheets" ? component : "" });
  if (asked !== `events?${words}`) {
    asked = `events?${words}`;
    source?.close();
    source = new EventSource(asked);
    source.onmessage = ({ data }) => {
      state = JSON.parse(data);
      show();
    };
    source.onerror = show;
    if (state) state = { ...state, busy: true, sheets: null };
  }
  show();
};

const matches = (piece) =>
  `${piece.title} ${piece.row}`.toLowerCase().includes(search.value.trim().toLowerCase());

// Each piece of a component, or of all of them, with it.
const within = (chosen) => (state?.components ?? [])
  .filter(({ name }) => !chosen || name === chosen)
  .flatMap((component) => component.pieces.filter(matches).map((piece) => [component, piece]));

const isShown = (now) => ([component, piece]) =>
  component.name === now.component && piece.name === now.piece;

const step = (by, all = within(""), more = {}) => {
  if (!all.length) return;
  const place = all.findIndex(isShown(view()));
  const [component, piece] = all[place < 0 ? 0 : (place + by + all.length) % all.length];
  go({ ...more, component: component.name, piece: piece.name });
  at('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
};

const problemsOf = ([component, piece]) => state.problems.filter(
  (one) => one.component === component.name && one.row === piece.row);

// --- showing it

const where = ({ file, line }) => file.split(/[\\/]/).pop() + (line ? `:${line}` : "");

const fault = (problem) => make("span", { class: "fault" },
  make("code", { class: "where", title: `${problem.file}:${problem.line}` }, where(problem)),
  problem.field ? `${problem.field}: ` : "", problem.message);

const named = (piece) => (piece.copies > 1 ? `${piece.title} × ${piece.copies}` : piece.title);

const seen = (piece, now) => (now.flipped && piece.back) || piece.front;

const greyed = (piece, now) =>
  (state.broken || (now.flipped && piece.back ? piece.back_broken : piece.broken) ? "broken" : "");

const hexagon = ({ width, height }) => (width > height
  ? "polygon(25% 0, 75% 0, 100% 50%, 75% 100%, 25% 100%, 0 50%)"
  : "polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%)");

const side = (given, alt) => {
  if (!given) return make("span", { class: "side none" }, make("img", { alt: "", hidden: "" }));
  const { width, height, corner, shape, picture } = given;
  const round = shape === "round" ? "50%" : `${100 * corner / width}% / ${100 * corner / height}%`;
  const style = `--w: ${width}; --h: ${height}; border-radius: ${round};`
    + (shape === "hex" ? `clip-path: ${hexagon(given)}` : "");
  return make("span", { class: `side ${shape}`, style },
    make("img", { alt, draggable: "false", src: `pictures/${picture}` }));
};

const sideOf = (piece, now) => side(
  seen(piece, now), now.flipped && piece.back ? `Back of ${piece.title}` : piece.title);

const gridOf = (now) => state.components.map((component) => {
  const pieces = component.pieces.filter(matches);
  const isChosen = !now.component || now.component === component.name || search.value;
  return isChosen && pieces.length ? make("section", {},
    make("h2", {}, component.title, make("small", {}, String(pieces.length))),
    make("div", { class: "grid" }, ...pieces.map((piece) => {
      const one = [component, piece];
      const own = problemsOf(one);
      return make("button", {
        type: "button", "data-component": component.name, "data-piece": piece.name,
        class: `piece ${greyed(piece, now)} ${own.length ? "wrong" : ""}`,
        "aria-current": String(isShown(now)(one)), style: `--w: ${seen(piece, now)?.width ?? 63}`,
      }, sideOf(piece, now), make("span", { class: "name", title: named(piece) }, named(piece)),
      ...own.map(fault));
    }))) : null;
});

const button = (act, words, pressed) =>
  make("button", { type: "button", "data-act": act, "aria-pressed": pressed }, words);

const oneOf = (now) => {
  const found = within("").find(isShown(now)) ?? within(now.component)[0];
  if (!found) return [];
  const [component, piece] = found;
  const shown = seen(piece, now);
  const size = shown ? `${+shown.width.toFixed(1)} × ${+shown.height.toFixed(1)} mm` : "";
  const broken = greyed(piece, now);
  return [make("div", { class: `one ${broken}` },
    make("div", { class: "frame" }, sideOf(piece, now)),
    make("div", { class: "about" },
      make("h2", {}, named(piece)),
      make("p", {}, [component.title, piece.row, size].filter(Boolean).join(" · ")),
      ...problemsOf(found).map(fault),
      broken ? make("p", {}, shown ? "Greyed: the last good picture." : "Never drawn yet.") : null,
      make("div", { class: "do" }, button("k", "‹ Previous"), button("j", "Next ›"),
        piece.back ? button("f", "Flip", String(Boolean(now.flipped))) : null,
        button("1", "True size", String(Boolean(now.actual)))),
      make("div", { class: "places", role: "group", "aria-label": "Where it comes from" },
        ...piece.locations.map(([what, place]) => make("button",
          { type: "button", class: "place", "data-what": what }, make("small", {}, what),
          make("code", {}, place), make("span", { "aria-live": "polite" }, "Copy"))))))];
};

const sheetsOf = () => {
  const { title, sides, problems } = state.sheets ?? { sides: [] };
  return sides.length ? [
    make("h2", {}, title, make("small", {}, sides.length === 1 ? "1 page" : `${sides.length} pages`)),
    make("div", { class: `sheets ${state.broken || problems.length ? "broken" : ""}` },
      ...sides.map((given, number) => {
        const words = `Page ${number + 1}${given.back ? `, the back of page ${number}` : ""}`;
        return make("figure", { class: "sheet" }, side(given, `${title}: ${words}`),
          make("figcaption", {}, words));
      }))] : [];
};

const menuOf = ({ name, label, help, choices, least, most, switch: isSwitch }) => make("label",
  { title: help, class: isSwitch && "switch" },
  ...(choices.length
    ? [label, make("select", { name },
      ...choices.map(([value, title]) => make("option", { value }, title)))]
    : isSwitch ? [make("input", { name, type: "checkbox" }), label]
      : [label, make("input", { name, type: "number", min: least ?? false, max: most ?? false, step: "any" })]));

const showMenus = (given) => {
  fill(menus, [...given.map(menuOf), make("button", { type: "reset" }, "As at first")]);
  for (const { name, value } of given.filter((one) => one.name !== document.activeElement.name)) {
    menus.elements[name].value = value;
    menus.elements[name].checked = Boolean(value);
  }
};

const problemLine = (one) => {
  const about = [one.item || one.row, one.field].filter(Boolean).join(", ");
  const words = [make("code", { class: "where", title: one.file }, where(one)),
    about ? `${about}: ` : "", one.message];
  const piece = within(one.component).find(([, piece]) => piece.row === one.row)?.[1];
  return make("li", {}, one.component && piece ? make("button", { type: "button",
    "data-component": one.component, "data-piece": piece.name }, ...words)
    : make("span", {}, ...words));
};

const SHOWN = { grid: gridOf, one: oneOf, sheets: sheetsOf };

const show = () => {
  const now = view();
  const lost = state && source?.readyState === EventSource.CONNECTING ? "lost" : "";
  const busy = state?.busy ? "busy" : "";
  document.body.className = `mode-${now.mode} ${busy} ${lost} ${now.actual ? "actual" : ""}`;
  for (const one of document.querySelectorAll("[data-mode]")) {
    one.setAttribute("aria-pressed", String(one.dataset.mode === now.mode));
  }
  const { title = "", components = [], problems = [] } = state ?? {};
  showMenus(state?.menus ?? []);
  at("#title").textContent = title || "printkit";
  document.title = (problems.length ? `(${problems.length}) ` : "") + at("#title").textContent;
  fill(at("#component"), [make("option", { value: "" }, "All components"),
    ...components.map(({ name, title }) => make("option", { value: name }, title))]);
  at("#component").options[0].disabled = now.mode === "sheets";
  at("#component").value = now.component;
  at("#problems").hidden = !problems.length;
  const said = `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`;
  if (at("#count").textContent !== said) at("#count").textContent = said;
  fill(at("#list"), problems.map(problemLine));
  const made = !state ? [] : SHOWN[now.mode](now).filter(Boolean);
  const empty = search.value ? "No piece is called so." : "There is nothing to show.";
  fill(at("#stage"), made.length ? made
    : [make("p", { class: "empty" }, !state || busy ? "Drawing…" : empty)]);
};

// Where a piece comes from is copied; it is never opened from here.
const copy = async (place) => {
  const hint = place.lastElementChild;
  await navigator.clipboard.writeText(place.querySelector("code").textContent);
  hint.textContent = "Copied";
  setTimeout(show, 2000);
};

// --- what is done

const size = (by) => {
  scale = Math.min(4, Math.max(0.4, scale * by));
  document.documentElement.style.setProperty("--mm", `${1.9 * scale}px`);
};

const measured = () => {
  document.documentElement.style.setProperty("--measure", measure.value);
  localStorage.setItem("measure", measure.value);
};

const KEYS = {
  j: () => step(1), ArrowRight: () => step(1), ArrowDown: () => step(1),
  k: () => step(-1), ArrowLeft: () => step(-1), ArrowUp: () => step(-1),
  f: () => go({ flipped: !view().flipped }), 1: () => go({ actual: !view().actual }),
  g: () => open("grid"), Escape: () => open("grid"), Enter: () => open("one"), s: () => open("sheets"),
  m: () => at("#print").setAttribute("aria-expanded", String(!(menus.hidden = !menus.hidden))),
  "/": () => search.focus(), "?": () => at("#keys").showModal(),
  "+": () => size(1.25), "=": () => size(1.25), "-": () => size(0.8),
  p: () => step(1, within("").filter((one) => problemsOf(one).length), { mode: "one" }),
  c: () => at('.place[data-what="Row"]')?.click(),
  t: () => at('.place[data-what="Template"]')?.click(),
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isPressed = key === "Enter" && target.closest("button, a");
  if (target === search && ["Enter", "Escape"].includes(key)) {
    if (key === "Escape") search.value = "";
    search.blur();
    show();
  } else if (KEYS[key] && !isPressed && !target.closest("input, select, dialog")
    && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    KEYS[key]();
  }
});
document.addEventListener("click", ({ target }) => {
  const { act, mode, piece, component, what } = target.closest("button")?.dataset ?? {};
  if (act) KEYS[act]();
  else if (mode) open(mode);
  else if (piece) go({ mode: "one", component, piece });
  else if (what) copy(target.closest("button"));
});
at("#component").addEventListener("change", ({ target }) => go({ component: target.value, piece: "" }));
search.addEventListener("input", show);
menus.addEventListener("change", ({ target: { name, type, checked, value } }) => {
  go({ [name]: type === "checkbox" ? checked && "true" : value });
});
menus.addEventListener("reset", () => go(Object.fromEntries(state.menus.map(({ name }) => [name, ""]))));
menus.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", listen);
measure.value = localStorage.getItem("measure") ?? 1;
measure.addEventListener("input", measured);
measured();
listen();
