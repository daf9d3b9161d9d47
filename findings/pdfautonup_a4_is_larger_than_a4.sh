#!/usr/bin/env bash
# Expected: pdfautonup puts pages on A4 of 210 x 297 mm, so that a page of A4 lies on it at its place.
# Happens:  its A4 is 211.0 x 298.1 mm, with --size 210mmx297mm too: lengths become TeX's points, of 72.27 to the inch, and are written
#           as those of PDF, of 72. Printing programs shrink such a page to fit the paper, and margins and gaps are 0.4 % too large.
# Version:  pdfautonup 1.14.0 with papersize 1.6.1
# Source:   UNITS in papersize/__init__.py has 72.27 points to the inch, though UNITS_HELP there calls a point 1/72 inch
# Met by:   whoever puts cards or sheets on paper with it and measures the pieces.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pdfautonup==1.14.0 papersize==1.6.1 pypdf==7.1.1
export PYTHONPATH=site
python3 -c 'from importlib.metadata import version as v; print("pdfautonup", v("pdfautonup"), "papersize", v("papersize"))'

python3 - <<'PYTHON'
from pypdf import PdfWriter

writer = PdfWriter()
writer.add_blank_page(595.276, 841.89)
writer.write("page.pdf")
PYTHON

size() {
    python3 -m pdfautonup --size "$1" --output sheet.pdf page.pdf 2>/dev/null
    python3 -c 'from pypdf import PdfReader; b = PdfReader("sheet.pdf").pages[0].mediabox
print(*(f"{float(side) * 25.4 / 72:.1f}" for side in (b.width, b.height)))'
}

named=$(size a4)
given=$(size 210mmx297mm)
echo "A page of 210.0 x 297.0 mm is put on a sheet, in mm:"
echo "  --size a4:          $named"
echo "  --size 210mmx297mm: $given"
[ "$named" = "211.0 298.1" ] && [ "$given" = "211.0 298.1" ]
