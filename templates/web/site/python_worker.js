// Python, beside the page: answers questions by scoring/site/offline.py.

import { loadPyodide } from "./python/pyodide.mjs";

const GAMES = "/site/games";
const plainly = self.fetch;
let loaded = 0;

/** What is fetched, by Pyodide too, is counted as it comes. */
self.fetch = async (...asked) => {
  const response = await plainly(...asked);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const counted = new TransformStream({
    transform(chunk, rest) {
      loaded += chunk.byteLength;
      postMessage({ loaded });
      rest.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
};

const raw = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());

async function begun() {
  const folder = new URL("python/", location).href;
  const [python, code, wheel, { games }] = await Promise.all([
    loadPyodide({ indexURL: folder }), raw("python/scoring.zip"), raw("python/msgspec.whl"),
    fetch("site.json").then((response) => response.json()),
  ]);
  python.unpackArchive(wheel, "wheel");
  python.unpackArchive(code, "zip", { extractDir: "/site" });
  python.FS.mkdirTree(GAMES);
  await Promise.all(games.map(async ({ id }) => {
    python.FS.writeFile(`${GAMES}/${id}.game`, await raw(`games/${encodeURIComponent(id)}.game`));
  }));
  python.runPython("import sys; sys.path.insert(0, '/site')");
  const { OfflineScorer } = python.pyimport("scoring.site.offline");
  return OfflineScorer(python.pyimport("pathlib").Path(GAMES));
}

const scorer = begun();
scorer.then(() => postMessage({})).catch(reportError);

// Each question is answered or reported, or the page would wait for it.
onmessage = ({ data: [number, question] }) => scorer
  .then((one) => postMessage({ number, answer: one.answer(question) })).catch(reportError);
