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
