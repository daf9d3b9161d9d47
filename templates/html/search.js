// Finds clauses and cards as one types. A page without this script has its links alone.

const MOST = 30; // of what is found that is listed
const AROUND = 60; // characters shown before and after the first word that is found

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replaceAll("’", "'");

/** The entries in which all words of a query begin words, those first in which their ID or title does. */
export function find(entries, query) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const begins = (text, word) => text.startsWith(word) || text.includes(` ${word}`);
  const rank = ({ id, title, text }) => {
    const [short, whole] = [plain(`${id} ${title}`), plain(`${id} ${title} ${text}`).replace(/[^\p{L}\p{N}.'-]+/gu, " ")];
    if (!words.every((word) => begins(whole, word))) return 0;
    if (plain(id) === words.join(" ") || plain(title) === words.join(" ")) return 3;
    return words.every((word) => begins(short, word)) ? 2 : 1;
  };
  return entries
    .map((entry) => [rank(entry), entry])
    .filter(([rank]) => rank)
    .sort(([one], [other]) => other - one) // which keeps the order of those alike
    .map(([, entry]) => entry);
}

/** The part of a text around the first word of a query. */
export function excerpt(text, query) {
  const at = Math.max(0, plain(text).indexOf(plain(query).trim().split(/\s+/)[0]));
  const from = at > AROUND ? text.indexOf(" ", at - AROUND) + 1 : 0;
  const end = from + 3 * AROUND;
  const to = end < text.length ? text.lastIndexOf(" ", end) : text.length;
  return (from ? "… " : "") + text.slice(from, to) + (to < text.length ? " …" : "");
}

/** What is said of how many were found. */
export function counted(number, shown) {
  if (!number) return "Nothing found.";
  const found = number === 1 ? "1 found" : `${number} found`;
  return number > shown ? `${found}, the first ${shown} of them listed.` : `${found}.`;
}

function listed({ id, title, text, kind, anchor }, query, page) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const name = document.createElement("b");
  const part = document.createElement("span");
  const here = document.getElementById(anchor) ? "" : page;
  link.href = `${here}#${encodeURIComponent(anchor)}`;
  name.textContent = kind === "clause" ? `${id}: ${title}` : title;
  part.textContent = excerpt(text, query);
  link.append(name, part);
  item.append(link);
  return item;
}

/** Makes a form of a page find what is in its index. */
export async function attach(form) {
  const [field, count, list] = ["input", "[role=status]", "ul"].map((one) => form.querySelector(one));
  const answer = await fetch(form.dataset.index);
  if (!answer.ok) return;
  const entries = await answer.json();
  const show = () => {
    const found = find(entries, field.value);
    const shown = found.slice(0, MOST);
    list.replaceChildren(...shown.map((entry) => listed(entry, field.value, form.dataset.page)));
    count.textContent = field.value.trim() ? counted(found.length, shown.length) : "";
  };
  const step = (event, by) => {
    const stops = [field, ...list.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement) + by];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  };
  field.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") step(event, 1);
    if (event.key === "ArrowUp") step(event, -1);
    if (event.key === "Escape") {
      field.value = "";
      field.focus();
      show();
    }
  });
  form.hidden = false;
  show();
}

if (typeof document !== "undefined") for (const form of document.querySelectorAll("form[data-index]")) attach(form);
