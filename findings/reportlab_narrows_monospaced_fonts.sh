#!/usr/bin/env bash
# Expected: A TrueType font that reportlab embeds says of each letter the width that /Widths in the PDF says.
# Happens:  in a monospaced font of other than 1000 units an em, such as Liberation Mono, the embedded font has advances of 600
#           units of 2048, 0.29 em, where /Widths has 0.6 em. Pages look right, as viewers go by /Widths, but PDF/A forbids it.
# Version:  reportlab 5.1.0; fonts-liberation 1:1.07.4-11 of Debian 12
# Source:   extractInfo in reportlab/pdfbase/ttfonts.py: after the last full pair of hmtx it goes on with aw, which is scaled by then;
#           ISO 19005-2, 6.2.11.5: widths of the font dictionary and of the font are the same
# Met by:   whoever prints rules or codes in a monospaced font and sends the PDF to a print service that asks for PDF/A.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq fonts-liberation=1:1.07.4-11 2>/dev/null
dpkg -x fonts-liberation_*.deb root
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site \
    reportlab==5.1.0 fonttools==4.68.0 pypdf==6.4.0
PYTHONPATH=site python3 - <<'PYTHON'
import io
import sys
from importlib.metadata import version

from fontTools.ttLib import TTFont
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont as Embedded
from reportlab.pdfgen.canvas import Canvas

print(f"reportlab {version('reportlab')}")
found = {}
for name in ("LiberationMono-Regular", "LiberationSans-Regular"):
    pdfmetrics.registerFont(Embedded(name, f"root/usr/share/fonts/truetype/liberation/{name}.ttf"))
    canvas = Canvas(f"{name}.pdf")
    canvas.setFont(name, 20)
    canvas.drawString(50, 700, "AWi")
    canvas.save()
    fonts = PdfReader(f"{name}.pdf").pages[0]["/Resources"]["/Font"].values()
    font = next(one for one in fonts if "Liberation" in one["/BaseFont"])
    inside = TTFont(io.BytesIO(font["/FontDescriptor"]["/FontFile2"].get_data()))
    names, units = inside.getGlyphOrder(), inside["head"].unitsPerEm
    codes = [code for code in inside["cmap"].tables[0].cmap if chr(code) in "AWi"]
    cmap = inside["cmap"].tables[0].cmap
    said = [round(float(font["/Widths"][code - font["/FirstChar"]])) for code in codes]
    has = [round(inside["hmtx"][cmap[code]][0] * 1000 / units) for code in codes]
    found[name] = said == has
    print(f"{name}, thousandths of an em of {''.join(map(chr, codes))}: /Widths {said}, the font itself {has}")
sys.exit(found != {"LiberationMono-Regular": False, "LiberationSans-Regular": True})
PYTHON
