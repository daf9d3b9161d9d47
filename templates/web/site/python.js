// The scorer in Python, which runs in a worker, and the line that says how much of it is loaded.

import { el } from "./dom.js";

const RETRY = 15_000; // ms until it is tried again to load it

export class Python {
  /** `size` is how many bytes there are to load. */
  constructor(size) {
    this.waiting = new Map(); // questions by their numbers, also those asked before it is there
    this.asked = 0;
    this.words = el("span");
    this.bar = el("progress", { max: size, "aria-label": "How much is loaded" });
    this.line = el("p", { id: "loading", role: "status" }, this.words, this.bar);
    this.loading = `Loading what scores: ${(size / 1e6).toFixed(0)} MB, kept for the next time. You can enter already; points follow.`;
    this.begin();
  }

  begin() {
    this.tell(this.loading);
    this.bar.value = 0;
    this.worker = new Worker("python_worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = () => this.failed();
    for (const [number, { question }] of this.waiting) this.worker.postMessage([number, question]);
  }

  tell(words) {
    this.words.textContent = words;
    this.bar.hidden = words !== this.loading;
    document.getElementById("head").after(this.line);
  }

  heard({ loaded, number, answer }) {
    if (loaded) this.bar.value = loaded;
    else this.line.remove();
    if (!number) return;
    this.waiting.get(number).resolve(JSON.parse(answer));
    this.waiting.delete(number);
  }

  /** What was asked waits until it can be answered. */
  failed() {
    if (!this.worker) return;
    this.worker.terminate();
    this.worker = null;
    this.tell("What scores cannot be loaded now. What you enter stays here and is scored later.");
    setTimeout(() => this.begin(), RETRY);
  }

  /** The answer to a question: `{status, answer}`, as a server has it. */
  ask(question) {
    return new Promise((resolve) => {
      this.waiting.set(++this.asked, { question: JSON.stringify(question), resolve });
      this.worker?.postMessage([this.asked, JSON.stringify(question)]);
    });
  }
}
