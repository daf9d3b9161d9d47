#!/usr/bin/env bash
# Expected: A letter that a font lacks is set in the next font of the list; a font lists in its table cmap the letters that it has.
# Happens:  Aoyagi Soseki lists é and 7,600 others, each with an empty glyph as wide as a letter, so that no program looks further:
#           Typst prints "Caf" and a gap, and what is copied or searched is Café.
# Version:  fonts-aoyagi-soseki 20070207-17 of Debian 12; Typst 0.15.2; fontTools 4.68.0
# Source:   CSS 2.1, 15.2, font matching, step 4: a font is passed over if it contains no glyph for a character; an empty one is one
# Met by:   whoever sets names with accents in a brush or display font: it passes every check of the characters that it has.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq fonts-aoyagi-soseki=20070207-17 2>/dev/null
dpkg -x fonts-aoyagi-soseki_*.deb root
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site \
    typst==0.15.2 fonttools==4.68.0 pypdfium2==5.15.2 pillow==13.0.0
PYTHONPATH=site python3 - <<'PYTHON'
import sys
from importlib.metadata import version
from pathlib import Path

import pypdfium2
import typst
from fontTools.ttLib import TTFont

print(*(f"{one} {version(one)}" for one in ("typst", "fonttools")), sep=", ")
folder = "root/usr/share/fonts/truetype/aoyagi-soseki"
font = TTFont(next(Path(folder).glob("*.ttf")), lazy=True)
listed = font.getBestCmap()
empty = [code for code, name in listed.items()
         if chr(code).isprintable() and code > 32 and font["glyf"][name].numberOfContours == 0]
print(f"The font lists {len(listed)} characters and leaves {len(empty)} empty: é is one of them, ẹ is not listed")


def printed(text):
    """Set a text in the font, or else DejaVu; return what is copied from it, and how much of it is dark."""
    Path("card.typ").write_text(
        "#set page(width: 60mm, height: 20mm, margin: 4mm)\n"
        f'#set text(font: ("AoyagiSosekiFont2", "DejaVu Sans Mono"), size: 24pt)\n{text}\n')
    typst.compile("card.typ", output="card.pdf", font_paths=[folder], ignore_system_fonts=True)
    page = pypdfium2.PdfDocument("card.pdf")[0]
    dark = page.render(scale=2).to_pil().convert("L").point(lambda level: level < 128 and 255)
    return page.get_textpage().get_text_range().strip(), dark.histogram()[255]


seen = {text: printed(text) for text in ("Caf", "Café", "é", "ẹ")}
for text, (copied, dark) in seen.items():
    print(f"{text}: copied as {copied!r}, {dark} dark pixels")
gap = seen["Caf"][1] == seen["Café"][1] and seen["é"][1] == 0 < seen["ẹ"][1]
sys.exit(not (0xE9 in empty and 0x1EB9 not in listed and len(empty) > 7000 and gap and seen["Café"][0] == "Café"))
PYTHON
