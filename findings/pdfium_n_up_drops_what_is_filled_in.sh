#!/usr/bin/env bash
# Expected: Several pages put on one (n-up, as printing dialogs do) look as they do alone.
# Happens:  FPDF_ImportNPagesToOne takes the contents of pages without annotations: what is filled in in a form is gone from the sheet,
#           and so are comments and stamps. FPDF_ImportPages of the same page keeps them.
# Version:  pypdfium2 5.15.2
# Source:   CPDF_NPageToOneExporter in fpdfsdk/fpdf_ppo.cpp of PDFium makes a form XObject of each page; public/fpdf_ppo.h does not say
#           that annotations are left out
# Met by:   whoever prints filled-in sheets two to a page.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pypdfium2==5.15.2 pikepdf==10.0.2 pillow==12.0.0
PYTHONPATH=site python3 -c 'import pypdfium2.version as v; print("pypdfium2", v.PYPDFIUM_INFO, "PDFium", v.PDFIUM_INFO)'

cat > nup.py <<'PYTHON'
"""Count the dark dots and the annotations of a page with a stamp and a marked check box: alone, imported, on a sheet of two."""
from io import BytesIO

import pikepdf
import pypdfium2
import pypdfium2.raw as raw
from pikepdf import Array, Dictionary, Name, String

with pikepdf.new() as pdf:
    page = pdf.add_blank_page(page_size=(200, 200)).obj
    black = pdf.make_stream(b"0 0 20 20 re f", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 20, 20]))
    stamp = Dictionary(
        Type=Name.Annot, Subtype=Name.Stamp, Rect=Array([90, 90, 110, 110]), F=4, AP=Dictionary(N=black), P=page
    )
    box = Dictionary(
        Type=Name.Annot, Subtype=Name.Widget, Rect=Array([30, 30, 50, 50]), F=4, AP=Dictionary(N=Dictionary(Yes=black)),
        P=page, FT=Name.Btn, T=String("box"), V=Name.Yes, AS=Name.Yes,
    )
    page.Annots = Array([pdf.make_indirect(stamp), pdf.make_indirect(box)])
    pdf.Root.AcroForm = Dictionary(Fields=Array([page.Annots[1]]))
    pdf.save("form.pdf")


def seen(document):
    """How many dots of its first page are dark, at one dot a point, and the annotations there."""
    picture = document[0].render().to_pil().convert("L")
    written = BytesIO()
    document.save(written)
    with pikepdf.open(written) as pdf:
        return sum(picture.histogram()[:128]), [str(one.Subtype) for one in pdf.pages[0].get("/Annots", [])]


form, copy = pypdfium2.PdfDocument("form.pdf"), pypdfium2.PdfDocument.new()
copy.import_pages(form)
sheet = pypdfium2.PdfDocument(raw.FPDF_ImportNPagesToOne(form.raw, 400, 200, 2, 1))
for how, document in (("alone:", form), ("imported:", copy), ("on a sheet of two:", sheet)):
    print(how, *seen(document))
assert seen(form) == seen(copy) == (400, ["/Stamp", "/Widget"])
assert seen(sheet) == (0, [])
PYTHON
PYTHONPATH=site python3 nup.py
