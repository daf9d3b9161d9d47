#!/usr/bin/env bash
# Expected: A PDF that asks to be printed at 100 % (PrintScaling None among its viewer preferences) still asks for it after
#           a program has made it smaller, cut its pages in two, taken some of them or joined it to another.
# Happens:  Ghostscript's pdfwrite, pdftocairo, pdfunite, mutool poster and qpdf --split-pages all drop the request, without a word, though
#           their pages keep their size. qpdf FILE --pages and pdfseparate keep it.
# Version:  Ghostscript 10.00.0, poppler-utils 22.12.0, mupdf-tools 1.21.1 and qpdf 11.3.0, of Debian 12
# Source:   ISO 32000-1, 12.2 (PrintScaling); pdfi_doc_view in pdf/pdf_doc.c of Ghostscript hands on PageMode, PageLayout and OpenAction
#           alone; decimatepages in source/tools/pdfposter.c of MuPDF makes a new catalogue of Type and Pages
# Met by:   whoever compresses, cuts or joins sheets before printing them: viewers then shrink them to the printable area by default.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
    ghostscript poppler-utils mupdf-tools qpdf | grep '^[a-z]' | sort -u | while read -r package; do
    dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q ' installed$' || echo "$package"
done > needed
mapfile -t needed < needed
apt-get download -qq "${needed[@]}" 2>/dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
for program in ghostscript poppler-utils mupdf-tools qpdf; do
    dpkg-deb -W --showformat='${Package} ${Version}\n' ${program}_*.deb
done
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pikepdf==10.0.2

cat > pdf.py <<'PYTHON'
"""Make a PDF of two pages of A4 to be printed at 100 %, or tell what a PDF asks for."""
import sys

import pikepdf
from pikepdf import Dictionary, Name

if sys.argv[1] == "make":
    with pikepdf.new() as pdf:
        for _ in range(2):
            page = pdf.add_blank_page(page_size=(595.276, 841.89))
            page.Contents = pdf.make_stream(b"100 100 50 50 re f")
        pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"))
        pdf.save(sys.argv[2])
else:
    with pikepdf.open(sys.argv[2]) as pdf:
        print(pdf.Root.get("/ViewerPreferences", Dictionary()).get("/PrintScaling", "dropped"))
PYTHON

run() { LD_LIBRARY_PATH=$work/root/usr/lib/x86_64-linux-gnu:$work/root/lib/x86_64-linux-gnu "$work/root/usr/bin/$@"; }
asks() { PYTHONPATH=site python3 pdf.py tell "$1"; }

PYTHONPATH=site python3 pdf.py make sheets.pdf
export GS_LIB=root/usr/share/ghostscript/10.00.0/Resource/Init:root/usr/share/fonts/type1/urw-base35
run gs -q -sDEVICE=pdfwrite -o pdfwrite.pdf sheets.pdf
run pdftocairo -pdf sheets.pdf pdftocairo.pdf
run pdfunite sheets.pdf sheets.pdf pdfunite.pdf
run mutool poster -y 2 sheets.pdf poster.pdf
run qpdf --split-pages sheets.pdf split.pdf && mv split-1.pdf split.pdf
run qpdf sheets.pdf --pages . 1 -- pages.pdf
run pdfseparate -l 1 sheets.pdf pdfseparate.pdf

echo "PrintScaling of sheets.pdf: $(asks sheets.pdf). After"
for how in pdfwrite pdftocairo pdfunite poster split pages pdfseparate; do
    echo "  $how: $(asks $how.pdf)"
done | tee seen
[ "$(grep -c ': dropped$' seen)" = 5 ]
[ "$(grep ': /None$' seen | tr -d ' \n')" = "pages:/Nonepdfseparate:/None" ]
