// Python, beside the page: answers questions by scoring/site/offline.py.

import { loadPyodide } from "./python/pyodide.mjs";

const GAMES = "/site/games";

async function raw(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function begun() {
  const folder = new URL("python/", location).href;
  const site = fetch("site.json").then((response) => response.json());
  const [python, code, wheel, { games, own }] = await Promise.all([
    loadPyodide({ indexURL: folder }), raw("python/scoring.zip"), raw("python/msgspec.whl"), site,
  ]);
  python.unpackArchive(wheel, "wheel");
  python.unpackArchive(code, "zip", { extractDir: "/site" });
  python.FS.mkdirTree(GAMES);
  const judged = games.filter(({ id }) => !own.includes(id));
  await Promise.all(judged.map(async ({ id }) => {
    python.FS.writeFile(`${GAMES}/${id}.game`, await raw(`games/${encodeURIComponent(id)}.game`));
  }));
  python.runPython("import sys; sys.path.insert(0, '/site')");
  const { Judge } = python.pyimport("scoring.site.offline");
  return Judge(python.pyimport("pathlib").Path(GAMES));
}

const judge = begun();

// Each question is answered or reported, or the page would wait for it: also once Python has failed to start.
onmessage = ({ data: [number, question] }) => judge
  .then((one) => postMessage([number, one.answer(question)])).catch(reportError);
