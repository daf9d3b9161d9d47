// Places in a position, by dotted paths, and names.

/** What a value has at a step; undefined for nothing. */
export const own = (value, step) =>
  value !== null && typeof value === "object" && Object.hasOwn(value, step) ? value[step] : undefined;

/** What stands at a path; undefined for nothing. */
export function at(position, path) {
  return path.split(".").reduce(own, position);
}

/** The position with a value at a path; what is not changed is shared. */
export function put(position, path, value) {
  const [step, ...rest] = path.split(".");
  const list = Array.isArray(position) || (!position && /^[0-9]+$/.test(step));
  const copy = list ? [...(position ?? [])] : { ...position };
  const inner = rest.length ? put(own(copy, step), rest.join("."), value) : value;
  Object.defineProperty(copy, step, { value: inner, writable: true, enumerable: true, configurable: true });
  return copy;
}

/** The answer for a round in which somebody did not take part, and how answers are written. */
export const NOT_PLAYED = "not played";
export const written = (value) => (value === NOT_PLAYED ? "–" : String(value ?? ""));

/** The mark of the box that says that none of the others is marked. */
export const NO_MARK = "-";

/** Whether two values are the same, whatever the order of keys. */
export function same(one, other) {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const keys = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length
    && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
}

/** Whether a path is a place or lies inside it. */
export const within = (path, place) => path === place || path.startsWith(`${place}.`);

/** Whether one path is the other, or lies inside it, or around it. */
export const overlap = (one, other) => within(one, other) || within(other, one);

/** Whether a fault is at an item, or at it among others. */
export const concerns = (fault, item) => fault.item === item.path
  || fault.also.some((path) => within(item.path, path) || (item.kind !== "players" && within(path, item.path)));

// What makes two names one player's, as scoring/positions/seating.py compares them: neither capitals,
// nor spaces, nor the way in which an accent is encoded. Of "ı" the capital letter is that of "i".
export function nameKey(name) {
  const plain = name.normalize("NFC").trim().replace(/\s+/g, " ");
  return plain.replace(/[^ı]+/g, (text) => text.toLowerCase().toUpperCase());
}
