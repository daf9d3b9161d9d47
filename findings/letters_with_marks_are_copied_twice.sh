#!/usr/bin/env bash
# Expected: Text copied from a PDF is the text that was set: x̂ is copied as x̂.
# Happens:  of a letter and its mark in two glyphs, both are read back as the whole: ax̂y is copied as ax̂x̂y, and a search for it finds
#           nothing. matplotlib does so since it shapes text (3.11), and so does Typst.
# Version:  matplotlib 3.11.2 (pdf.fonttype 42), Typst 0.15.2, read by PDFium and pypdf; Quicksand of Debian 12
# Source:   track in matplotlib/backends/_backend_pdf_ps.py gives each glyph raqm_item.char, the text of its whole cluster, and
#           that goes into /ToUnicode; typst/typst pull request 4585: there too it is the text that a glyph was shaped from
# Met by:   whoever makes cards or labels in Yoruba, in transliteration or phonetic script, and has them searched or read aloud.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq fonts-quicksand=0.2016-2.1 2>/dev/null
dpkg -x fonts-quicksand_*.deb root
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site \
    matplotlib==3.11.2 typst==0.15.2 pypdfium2==5.15.2 pypdf==6.4.0
PYTHONPATH=site python3 - <<'PYTHON'
import sys
from importlib.metadata import version
from pathlib import Path

import matplotlib
import pypdfium2
import typst
from pypdf import PdfReader

matplotlib.use("pdf")
from matplotlib import pyplot
from matplotlib.font_manager import FontProperties

print(*(f"{one} {version(one)}" for one in ("matplotlib", "typst")), sep=", ")
folder = "root/usr/share/fonts/truetype/quicksand"
TEXT = "Café ax\u0302y"

matplotlib.rcParams["pdf.fonttype"] = 42
figure = pyplot.figure(figsize=(3, 1))
figure.text(0.1, 0.4, TEXT, fontproperties=FontProperties(fname=f"{folder}/Quicksand-Regular.ttf"))
figure.savefig("matplotlib.pdf")
Path("card.typ").write_text(f'#set text(font: "Quicksand", fallback: false)\n{TEXT}\n')
typst.compile("card.typ", output="typst.pdf", font_paths=[folder], ignore_system_fonts=True)

doubled = "Café ax\u0302x\u0302y"
for maker in ("matplotlib", "typst"):
    page = pypdfium2.PdfDocument(f"{maker}.pdf")[0].get_textpage()
    copied = page.get_text_range().strip(), PdfReader(f"{maker}.pdf").pages[0].extract_text().strip()
    found = [word for word in TEXT.split() if page.search(word).get_next()]
    print(f"{maker}: {TEXT} is copied as", *dict.fromkeys(copied), "- a search finds", found)
    if {*copied} != {doubled} or found != ["Café"]:
        sys.exit(1)
PYTHON
