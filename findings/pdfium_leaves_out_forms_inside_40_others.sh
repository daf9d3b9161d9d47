#!/usr/bin/env bash
# Expected: a form XObject is drawn however many others it lies in, as the PDF standard gives no limit and as MuPDF draws it; or an error.
# Happens:  PDFium draws what lies in up to 40 forms. What lies deeper is left out: the page is blank, and rendering reports success.
# Version:  pypdfium2 5.15.2 (PDFium 159.0.8149.0), PyMuPDF 1.28.0, pikepdf 10.10.0
# Source:   PDFium, core/fpdfapi/page/cpdf_streamcontentparser.cpp: kMaxFormLevel = 40; Parse() returns where more contents are open
# Met by:   whoever prints from Chrome a card whose drawing has groups with opacity inside one another: writers make one or two forms of each.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site \
  pypdfium2==5.15.2 pymupdf==1.28.0 pikepdf==10.10.0
PYTHONPATH=site python3 - <<'PYTHON'
import io
import sys
from importlib.metadata import version

import pikepdf
import pymupdf
import pypdfium2
from pikepdf import Dictionary, Name

print(*(f"{name} {version(name)}" for name in ("pypdfium2", "pymupdf", "pikepdf")))


def page(depth: int) -> bytes:
    """A page with a black square inside so many forms."""
    pdf = pikepdf.new()
    content, resources = b"10 10 80 80 re f", Dictionary()
    for _ in range(depth):
        form = pdf.make_stream(content, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 100, 100], Resources=resources)
        content, resources = b"/F Do", Dictionary(XObject=Dictionary(F=form))
    one = pdf.add_blank_page(page_size=(100, 100))
    one.Contents, one.Resources = pdf.make_stream(content), resources
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def pdfium(raw: bytes) -> bool:
    return pypdfium2.PdfDocument(raw)[0].render().to_numpy().min() < 50


def mupdf(raw: bytes) -> bool:
    return min(pymupdf.open(stream=raw)[0].get_pixmap().samples) < 50


found = []
for depth in (1, 39, 40, 41, 60):
    raw = page(depth)
    found.append((depth, pdfium(raw), mupdf(raw)))
    print("inside", depth, "forms: drawn by PDFium", found[-1][1], "by MuPDF", found[-1][2])
sys.exit(found != [(depth, depth <= 40, True) for depth in (1, 39, 40, 41, 60)])
PYTHON
