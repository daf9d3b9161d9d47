// Elements made by hand: what comes from data is text, never markup.

/** An element with properties, listeners (`onclick`), attributes and children; null is left out. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A button that says what it does. */
export function button(words, onclick, properties = {}) {
  return el("button", { type: "button", onclick, ...properties }, words);
}

/** Say something to who does not look. */
export function say(words) {
  document.getElementById("said").textContent = words;
}

/** A dialog that closes by Escape, its button, or a tap beside it; `fill` is given how to close it. */
export function dialog(title, fill) {
  const close = () => box.close();
  const box = el("dialog", { "aria-label": title },
    el("div", { class: "dialog" }, el("h2", {}, title), fill(close), button("Close", close, { class: "quiet" })));
  box.addEventListener("close", () => box.remove()); // the browser has given the focus back
  box.addEventListener("click", (event) => { if (event.target === box) close(); });
  document.body.append(box);
  box.showModal();
  return box;
}

/** Why something was not done, in the words of whoever answered. */
export function why({ status, answer }) {
  return answer.problems?.join(" ") || `The server answered ${status} and gave no reason.`;
}

/** What stands for an answer that does not come: why is told by an error of ours, and else by none. */
export function unanswered({ name, message }) {
  return { status: 0, answer: { problems: [name === "Error" ? message : "There is no connection to the score pad."] } };
}

/** A count with its noun. */
export function counted(number, noun, plural = `${noun}s`) {
  return `${number} ${number === 1 ? noun : plural}`;
}
