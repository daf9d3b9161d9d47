// What is seen, made from the state that the kit tells: elements are kept and changed in place, so
// that a picture gives way to the next one only when that is there.

export const make = (tag, words = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(words)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
};

const put = (element, key, value) => {
  if (element.getAttribute(key) !== value) element.setAttribute(key, value);
};

// Have just these children, in this order, without moving those that are in place.
const arrange = (parent, children) => {
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
  while (parent.children.length > children.length) parent.lastElementChild.remove();
};

export const where = (problem) => {
  const file = problem.file.split(/[\\/]/).pop();
  return problem.line ? `${file}:${problem.line}` : file;
};

const fault = (problem) => {
  const code = make("code", { class: "where", title: `${problem.file}:${problem.line}` }, where(problem));
  return make("span", { class: "fault" }, code, problem.field ? `${problem.field}: ` : "", problem.message);
};

// Where a piece comes from, to be copied; it is never opened from here.
const copied = async (button, where) => {
  const hint = button.lastElementChild;
  try {
    await navigator.clipboard.writeText(where);
    hint.textContent = "Copied";
  } catch { // a browser that lets no page write there
    getSelection().selectAllChildren(button.querySelector("code"));
    hint.textContent = "Copy it";
  }
  setTimeout(() => { hint.textContent = "Copy"; }, 2000);
};

const placeOf = ({ what, where }) => {
  const words = [make("small", {}, what), make("code", {}, where), make("span", { "aria-live": "polite" }, "Copy")];
  const button = make("button", { type: "button", class: "place", "data-what": what }, ...words);
  button.addEventListener("click", () => copied(button, where));
  return button;
};

// One side of a piece or of a sheet. `element` is the one that showed it before, if there is one.
export const side = (given, words, element) => {
  const box = element ?? make("span", { class: "side" }, make("img", { alt: "", draggable: "false" }));
  const image = box.firstElementChild;
  box.className = `side ${given ? given.shape : "none"}`;
  image.hidden = !given;
  if (!given) {
    image.removeAttribute("src");
    return box;
  }
  const { width, height, corner } = given;
  box.style.setProperty("--w", width);
  box.style.setProperty("--h", height);
  box.style.borderRadius = given.shape === "round" ? "50%"
    : corner ? `${(100 * corner) / width}% / ${(100 * corner) / height}%` : "";
  box.style.clipPath = given.shape === "hex" ? hexagon(width, height) : "";
  put(image, "alt", words);
  put(image, "src", `pictures/${given.picture}`);
  return box;
};

const hexagon = (width, height) => (width > height
  ? "polygon(25% 0, 75% 0, 100% 50%, 75% 100%, 25% 100%, 0 50%)"
  : "polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%)");

const seen = (piece, backs) => (backs && piece.back ? piece.back : piece.front);

const greyed = (piece, backs) => (backs && piece.back ? piece.back_broken : piece.broken);

const sideWords = (piece, backs) => (backs && piece.back ? `Back of ${piece.title}` : piece.title);

const isOn = (problem, component, piece) =>
  problem.component === component && problem.row === piece.row;

const named = (piece) => (piece.copies > 1 ? `${piece.title} × ${piece.copies}` : piece.title);

// All pieces of some components.
export class Grid {
  constructor(open) {
    this.open = open;
    this.element = make("div");
    this.known = new Map();
  }

  show(components, view, problems) {
    const before = this.known;
    this.known = new Map();
    const sections = components.map((component) => {
      const key = `component ${component.name}`;
      const section = before.get(key) ?? make("section", {}, make("h2"), make("div", { class: "grid" }));
      this.known.set(key, section);
      const [head, grid] = section.children;
      const words = `${component.title} ${component.pieces.length}`;
      if (head.dataset.words !== words) {
        head.dataset.words = words;
        head.replaceChildren(component.title, make("small", {}, String(component.pieces.length)));
      }
      arrange(grid, component.pieces.map((piece) => this.piece(component, piece, view, problems, before)));
      return section;
    });
    arrange(this.element, sections);
  }

  piece(component, piece, view, problems, before) {
    const key = `piece ${component.name}/${piece.name}`;
    const button = before.get(key) ?? make(
      "button",
      { type: "button", class: "piece", onclick: () => this.open(component.name, piece.name) },
      side(null), make("span", { class: "name" }),
    );
    this.known.set(key, button);
    const [box, name] = button.children;
    const shown = seen(piece, view.backs);
    side(shown, sideWords(piece, view.backs), box);
    box.firstElementChild.loading = "lazy";
    button.style.setProperty("--w", shown?.width ?? 63);
    button.classList.toggle("broken", greyed(piece, view.backs));
    const current = view.component === component.name && view.piece === piece.name;
    put(button, "aria-current", String(current));
    if (name.textContent !== named(piece)) name.textContent = name.title = named(piece);
    const own = problems.filter((one) => isOn(one, component.name, piece));
    const told = JSON.stringify(own);
    button.classList.toggle("wrong", own.length > 0);
    if (button.dataset.told !== told) {
      button.dataset.told = told;
      while (button.children.length > 2) button.lastElementChild.remove();
      button.append(...own.map(fault));
    }
    return button;
  }
}

// One piece, large, and what there is to say of it.
export class One {
  constructor(actions) {
    this.frame = make("div", { class: "frame" }, side(null));
    this.about = make("div", { class: "about" });
    this.actions = actions;
    this.element = make("div", { class: "one" }, this.frame, this.about);
  }

  show(component, piece, view, problems) {
    const shown = seen(piece, view.backs);
    side(shown, sideWords(piece, view.backs), this.frame.firstElementChild);
    const broken = greyed(piece, view.backs);
    this.element.classList.toggle("broken", broken);
    const own = problems.filter((one) => isOn(one, component.name, piece));
    const told = JSON.stringify([component.title, piece, view.backs, view.actual, own]);
    if (this.told === told) return;
    this.told = told;
    const size = shown ? `${+shown.width.toFixed(1)} × ${+shown.height.toFixed(1)} mm` : "";
    const facts = [component.title, piece.row, size, view.backs && piece.back ? "back" : ""];
    const button = (action, words, pressed) => make(
      "button",
      { type: "button", onclick: this.actions[action], ...(pressed === undefined ? {} : { "aria-pressed": String(pressed) }) },
      words,
    );
    const focused = this.about.contains(document.activeElement) ? document.activeElement.textContent : "";
    this.about.replaceChildren(
      make("h2", {}, named(piece)),
      make("p", {}, facts.filter(Boolean).join(" · ")),
      ...own.map(fault),
      ...(broken ? [make("p", {}, shown ? "Greyed: the last good picture." : "Never drawn yet.")] : []),
      make("div", { class: "do" }, button("back", "‹ Previous"), button("next", "Next ›"),
        ...(piece.back ? [button("flip", "Flip", Boolean(view.backs))] : []),
        button("actual", "True size", view.actual)),
      ...(piece.places.length ? [make("div", { class: "places", role: "group", "aria-label": "Where it comes from" },
        ...piece.places.map(placeOf))] : []),
    );
    if (focused) [...this.about.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }
}

// The sheets of paper of a component.
export class Sheets {
  constructor() {
    this.element = make("div", {}, make("h2"), make("div", { class: "sheets" }));
  }

  show(sheets) {
    const [head, list] = this.element.children;
    const pages = `${sheets.sides.length} ${sheets.sides.length === 1 ? "page" : "pages"}`;
    const words = `${sheets.title} ${pages}`;
    if (head.dataset.words !== words) {
      head.dataset.words = words;
      head.replaceChildren(sheets.title, make("small", {}, pages));
    }
    this.element.classList.toggle("broken", sheets.broken);
    arrange(list, sheets.sides.map((given, at) => {
      const figure = list.children[at] ?? make("figure", { class: "sheet" }, side(null), make("figcaption"));
      const caption = given.back ? `Page ${at + 1}, the back of page ${at}` : `Page ${at + 1}`;
      side(given, `${sheets.title}: ${caption}`, figure.firstElementChild);
      figure.firstElementChild.firstElementChild.loading = "lazy";
      if (figure.lastElementChild.textContent !== caption) figure.lastElementChild.textContent = caption;
      return figure;
    }));
  }
}

// What is wrong, each line leading to its piece.
export const showProblems = (problems, go) => {
  const count = document.querySelector("#count");
  const words = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const told = JSON.stringify(problems);
  document.querySelector("#problems").hidden = !problems.length;
  if (count.dataset.told === told) return;
  count.dataset.told = told;
  count.textContent = problems.length ? `${words}: ${where(problems[0])}` : "";
  document.querySelector("#list").replaceChildren(...problems.map((one) => {
    const place = make("code", { class: "where", title: one.file }, where(one));
    const about = [one.item || one.row, one.field].filter(Boolean).join(", ");
    const words = [place, about ? `${about}: ` : "", one.message];
    return make("li", {}, one.row ? make("button", { type: "button", onclick: () => go(one) }, ...words)
      : make("span", {}, ...words));
  }));
};

// The menus of paper and layout.
export const showMenus = (menus, form, choose) => {
  const told = JSON.stringify(menus);
  if (form.dataset.told === told || form.contains(document.activeElement) && form.dataset.names === menus.map((one) => one.name).join()) return;
  form.dataset.told = told;
  form.dataset.names = menus.map((one) => one.name).join();
  form.replaceChildren(...menus.map((menu) => {
    const change = (value) => choose(menu.name, value);
    if (menu.kind === "switch") {
      const box = make("input", { type: "checkbox", onchange: () => change(box.checked ? "true" : "") });
      box.checked = menu.value === "true";
      return make("label", { class: "switch", title: menu.help }, box, menu.label);
    }
    if (menu.kind === "choice") {
      const select = make("select", { onchange: () => change(select.value) },
        ...menu.choices.map(([value, title]) => make("option", { value }, title)));
      select.value = menu.value;
      return make("label", { title: menu.help }, menu.label, select);
    }
    const number = make("input", { type: "number", value: menu.value, onchange: () => change(number.value),
      ...(menu.least === null ? {} : { min: menu.least }), ...(menu.most === null ? {} : { max: menu.most }) });
    return make("label", { title: menu.help }, menu.label, number);
  }), make("button", { type: "button", onclick: () => choose(null) }, "As at first"));
};
