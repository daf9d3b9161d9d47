#!/usr/bin/env bash
# Expected: pdfautonup puts pages on A4 of 210 x 297 mm, so that a page of A4 fills it.
# Happens:  its A4 is 211.0 x 298.1 mm, 598 x 845 points, with --size 210mmx297mm too: lengths become TeX's points, of 72.27 to the inch,
#           rounded to whole ones, and are written as those of PDF, of 72. Given in points, as 595.276ptx841.89pt, A4 is 595 x 842.
# Version:  pdfautonup 1.14.0 with papersize 1.6.1
# Source:   UNITS in papersize/__init__.py has 72.27 points to the inch, though UNITS_HELP there calls a point 1/72 inch; new_page in
#           pdfautonup/geometry.py rounds
# Met by:   whoever puts cards or sheets on paper with it and prints the file on A4.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pdfautonup==1.14.0 papersize==1.6.1 pypdf==6.21.4
export PYTHONPATH=site
python3 -c 'from importlib.metadata import version as v; print("pdfautonup", v("pdfautonup"), "papersize", v("papersize"))'
python3 -c 'from pypdf import PdfWriter; w = PdfWriter(); w.add_blank_page(595.276, 841.89); w.write("page.pdf")'

echo "A page of 595.276 x 841.89 points, which is A4, is put on a sheet of, in points:"
for size in a4 210mmx297mm 595.276ptx841.89pt; do
    python3 -m pdfautonup --size $size --output sheet.pdf page.pdf 2>/dev/null
    python3 -c 'from pypdf import PdfReader; print("  --size", *PdfReader("sheet.pdf").pages[0].mediabox[2:])' | sed "s/size/size $size:/"
done | tee seen
[ "$(cat seen)" = "  --size a4: 598 845
  --size 210mmx297mm: 598 845
  --size 595.276ptx841.89pt: 595 842" ]
