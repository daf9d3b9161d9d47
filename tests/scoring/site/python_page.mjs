const tasks = [], workers = [], line = { text: "", there: false };
globalThis.setTimeout = (task) => tasks.push(task);
globalThis.document = {
  createElement: () => ({ setAttribute() {}, append() {}, remove() { line.there = false; } }),
  getElementById: () => ({ after: () => { line.there = true; } }),
};
globalThis.Worker = class {
  constructor() { this.asked = []; workers.push(this); }
  postMessage([number]) { this.asked.push(number); }
  terminate() { this.ended = true; }
  tell(data) { this.onmessage({ data }); }
};
const { Python } = await import("./python.js");
const python = new Python(14_218_800);
const seen = () => [line.there, python.words.textContent, python.bar.hidden, python.bar.value];
const told = [seen()];
workers[0].tell({ loaded: 7_000_000 });
told.push(seen());
let answer = null;
python.ask({ do: "take" }).then((found) => { answer = found; });
workers[0].onerror();
workers[0].onerror();
told.push(seen(), workers[0].ended, tasks.length);
tasks[0]();
told.push(seen());
workers[1].tell({});
workers[1].tell({ number: 1, answer: '{"status": 200}' });
await null;
told.push(line.there, workers.map((one) => one.asked), answer);
process.stdout.write(JSON.stringify(told));
