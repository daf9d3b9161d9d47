"""Python that is loaded beside a page: the line that tells it, and questions that wait for it."""

from __future__ import annotations

from pathlib import Path

from tests.javascript import WEB, by_node

PAGE = """
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
"""
WORKER = """
const told = [];
Object.assign(globalThis, { self: globalThis, onmessage: null });
globalThis.location = "http://127.0.0.1/scores/python_worker.js";
globalThis.postMessage = (said) => told.push(said);
globalThis.reportError = ({ message }) => told.push(message);
globalThis.fetch = async (path) => new Response(
  path.endsWith("json") ? '{"games": []}' : "1234", { headers: { "content-type": "a/b" } });
const question = async (number) => { await onmessage({ data: [number, "a question"] }); };
await import("./python_worker.js?whole");
await question(1);
globalThis.fetch = async () => new Response("", { status: 404 });
await import("./python_worker.js?broken");
await question(2);
process.stdout.write(JSON.stringify(told));
"""
PYODIDE = """
const OfflineScorer = () => ({ answer: (question) => `answer to ${question}` });
export const loadPyodide = async ({ indexURL }) => {
  const wasm = await fetch(`${indexURL}pyodide.asm.wasm`);
  await wasm.arrayBuffer();
  if (wasm.headers.get("content-type") !== "a/b") throw new Error("what is it?");
  return {
    FS: { mkdirTree() {}, writeFile() {} }, unpackArchive() {}, runPython() {},
    pyimport: () => ({ OfflineScorer, Path: String }),
  };
};
"""
LOADING = (
    "Loading what scores: 14 MB, kept for the next time. You can enter already; points follow."
)
FAILED = "What scores cannot be loaded now. What you enter stays here and is scored later."


def test_what_is_asked_waits_until_python_is_there(tmp_path: Path) -> None:
    modules = [WEB / "dom.js", WEB / "site" / "python.js"]
    assert by_node(PAGE, modules, [], tmp_path) == [
        [True, LOADING, False, 0],
        [True, LOADING, False, 7_000_000],
        [True, FAILED, True, 7_000_000],
        True,
        1,
        [True, LOADING, False, 0],
        False,
        [[1], [1]],
        {"status": 200},
    ]


def test_bytes_are_counted_and_failures_reported(tmp_path: Path) -> None:
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "pyodide.mjs").write_text(PYODIDE, "utf-8")
    told = by_node(WORKER, [WEB / "site" / "python_worker.js"], [], tmp_path)
    *counted, ready, answer, failed, again = told
    assert max(one["loaded"] for one in counted) == 4 * 3 + len('{"games": []}')
    assert (ready, answer) == ({}, {"number": 1, "answer": "answer to a question"})
    assert failed == again == ": 404"
