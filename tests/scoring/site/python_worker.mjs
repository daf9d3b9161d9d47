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
