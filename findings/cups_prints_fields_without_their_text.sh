#!/usr/bin/env bash
# Expected: CUPS prints what a viewer shows of a filled-in form. With NeedAppearances, a viewer draws the text of a field in the font
#           that the form names in its default resources.
# Happens:  CUPS has qpdf draw it, which adds that font to the resources of the field's appearance only if these exist. They may be
#           left out, and are where a field was empty: the text then names a font that is not there, and is missing on paper.
# Version:  cups-filters 1.28.17 (pdftopdf) with libqpdf 11.3.0, of Debian 12; poppler-utils 22.12.0 to compare
# Source:   ISO 32000-1, table 95 (Resources is optional) and table 218 (NeedAppearances); generateTextAppearance in
#           libqpdf/QPDFFormFieldObjectHelper.cc of qpdf
# Met by:   whoever prints a form that a program has filled in without drawing it, as pypdf and pikepdf do by default. What is typed in
#           a viewer is drawn by it, and is printed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
    cups-filters-core-drivers poppler-utils | grep '^[a-z]' | sort -u | while read -r package; do
    dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q ' installed$' || echo "$package"
done > needed
mapfile -t needed < needed
apt-get download -qq "${needed[@]}" 2>/dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
for package in cups-filters-core-drivers libqpdf29 poppler-utils; do
    dpkg-deb -W --showformat='${Package} ${Version}\n' ${package}_*.deb
done
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pikepdf==10.0.2
export LD_LIBRARY_PATH=$work/root/usr/lib/x86_64-linux-gnu:$work/root/lib/x86_64-linux-gnu

cat > form.py <<'PYTHON'
"""Write a form whose one field contains a name, drawn as empty so far: with resources or without."""
import sys

import pikepdf
from pikepdf import Array, Dictionary, Name, String

with pikepdf.new() as pdf:
    page = pdf.add_blank_page(page_size=(595.276, 841.89)).obj
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    fonts = Dictionary(Font=Dictionary(Helv=pdf.make_indirect(font)))
    empty = pdf.make_stream(b"/Tx BMC EMC", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 200, 20]))
    if sys.argv[1] == "with":
        empty.Resources = Dictionary()
    field = pdf.make_indirect(
        Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, Rect=Array([100, 400, 300, 420]), F=4, P=page, FT=Name.Tx,
            T=String("name"), V=String("Anna"), DA=String("/Helv 12 Tf 0 g"), AP=Dictionary(N=empty),
        )
    )
    page.Annots = Array([field])
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DR=fonts, NeedAppearances=True)
    pdf.save("form.pdf")
PYTHON

text() { root/usr/bin/pdftotext "$1" - 2>/dev/null | tr -d '\n\f'; }
for resources in with without; do
    PYTHONPATH=site LD_LIBRARY_PATH= python3 form.py $resources
    root/usr/lib/cups/filter/pdftopdf 1 user title 1 PageSize=A4 form.pdf > printed.pdf 2>/dev/null
    echo "$resources resources: shown \"$(text form.pdf)\", printed \"$(text printed.pdf)\""
done | tee seen
[ "$(cat seen)" = 'with resources: shown "Anna", printed "Anna"
without resources: shown "Anna", printed ""' ]
