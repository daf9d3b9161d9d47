#!/usr/bin/env bash
# Expected: A PDF with its fonts embedded looks alike in every viewer.
# Happens:  of an OpenType font with CFF2 outlines in a PDF by PyMuPDF or WeasyPrint, PDFium draws the letters; pdf.js says 'Required
#           "loca" table is not found' and sets the text in a font of its own. Both draw those in a PDF by Typst.
# Version:  PyMuPDF 2.0, WeasyPrint 70.0, Typst 0.15.2; PDFium 5.15.2 of pypdfium2; pdfjs-dist 6.5.438 in Node 24.21.0
# Source:   ISO 32000-1, 9.9, table 126: a FontFile3 of subtype OpenType has a table "glyf" or "CFF "; CFF2 is not named there
# Met by:   whoever uses a variable font in an .otf, whose outlines are CFF2, and looks at the cards in Firefox.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site \
    pymupdf==2.0 weasyprint==70.0 typst==0.15.2 fonttools==4.68.0 pypdfium2==5.15.2 pillow==13.0.0
npm install --silent --no-fund --no-audit --prefix . pdfjs-dist@6.5.438 node@24.21.0

cat > cards.py <<'PYTHON'
"""Make a font with CFF2 outlines, each letter a box, and a PDF by each program; tell how dark PDFium draws them."""
from importlib.metadata import version
from pathlib import Path

import pymupdf
import pypdfium2
import typst
import weasyprint
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

print(*(f"{one} {version(one)}" for one in ("pymupdf", "weasyprint", "typst", "pypdfium2")), sep=", ")
NAMES = [".notdef", *"ABC"]
made, outlines = FontBuilder(1000, isTTF=False), {}
made.setupGlyphOrder(NAMES)
made.setupCharacterMap({ord(letter): letter for letter in "ABC"})
for name in NAMES:
    pen = T2CharStringPen(None, None, CFF2=True)
    pen.moveTo((0, 0))
    for corner in ((0, 700), (600, 700), (600, 0)):
        pen.lineTo(corner)
    pen.closePath()
    outlines[name] = pen.getCharString()
made.setupCFF2(outlines)
made.setupHorizontalMetrics({name: (600, 0) for name in NAMES})
made.setupHorizontalHeader(ascent=800, descent=-200)
made.setupNameTable({"familyName": "Boxes", "styleName": "Regular", "fullName": "Boxes", "psName": "Boxes"})
made.setupOS2(sTypoAscender=800, sTypoDescender=-200)
made.setupPost()
made.save("boxes.otf")

page = pymupdf.open()
page.new_page(width=200, height=100).insert_font("boxes", fontfile="boxes.otf")
page[0].insert_text((20, 60), "ABC", fontname="boxes", fontsize=40)
page.save("pymupdf.pdf")
face = "@font-face {font-family: boxes; src: url(boxes.otf)} @page {size: 200pt 100pt; margin: 10pt}"
weasyprint.HTML(string=f"<style>{face} p {{font: 40pt boxes}}</style><p>ABC", base_url=".").write_pdf("weasyprint.pdf")
Path("card.typ").write_text(
    "#set page(width: 200pt, height: 100pt, margin: 10pt)\n"
    '#set text(font: "Boxes", size: 40pt, fallback: false)\nABC\n')
typst.compile("card.typ", output="typst.pdf", font_paths=["."], ignore_system_fonts=True)
for maker in ("pymupdf", "weasyprint", "typst"):
    drawn = pypdfium2.PdfDocument(f"{maker}.pdf")[0].render(scale=1).to_pil().convert("L")
    dark = drawn.point(lambda level: level < 128 and 255).histogram()[255]
    print(maker, "PDFium", "boxes" if dark > 1500 else "letters", dark)
PYTHON
PYTHONPATH=site python3 cards.py 2>/dev/null | tee seen.txt

cat > drawn.mjs <<'JAVASCRIPT'
import fs from "fs";
import { createCanvas } from "@napi-rs/canvas";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

for (const maker of ["pymupdf", "weasyprint", "typst"]) {
  const page = await (await getDocument({ data: new Uint8Array(fs.readFileSync(`${maker}.pdf`)) }).promise).getPage(1);
  const viewport = page.getViewport({ scale: 1 });
  const canvas = createCanvas(viewport.width, viewport.height);
  await page.render({ canvas, canvasContext: canvas.getContext("2d"), viewport }).promise;
  const { data } = canvas.getContext("2d").getImageData(0, 0, viewport.width, viewport.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) dark += data[at] < 128 && data[at + 3] > 128;
  console.log(maker, "pdf.js", dark > 1500 ? "boxes" : "letters", dark);
}
process.exit(0);
JAVASCRIPT
node_modules/.bin/node drawn.mjs 2>&1 | tee -a seen.txt

diff <(grep -o '^.* \(boxes\|letters\)' seen.txt | sort) - <<'TEXT'
pymupdf PDFium boxes
pymupdf pdf.js letters
typst PDFium boxes
typst pdf.js boxes
weasyprint PDFium boxes
weasyprint pdf.js letters
TEXT
grep -q 'Required "loca" table is not found' seen.txt
