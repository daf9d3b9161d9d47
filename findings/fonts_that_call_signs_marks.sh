#!/usr/bin/env bash
# Expected: A sign with an advance of its own, such as the degree or the letter ŋ, stands beside the letter before it; in a monospaced
#           font all are equally wide.
# Happens:  some fonts call such signs marks in GDEF: Monoid ° and ¸, Compagnon ŋ, ´, ¨ and the backtick. HarfBuzz
#           takes the advance of every mark away, so 20°C is only three letters wide. A program that does not shape, such as
#           Pillow in its basic layout, sets them right.
# Version:  Pillow 13.0.0 with HarfBuzz 14.5.0; fonts-monoid-loose and fonts-compagnon of Debian 12, as printed below
# Source:   zero_mark_widths_by_gdef in src/hb-ot-shape.cc of harfbuzz/harfbuzz
# Met by:   whoever sets temperatures, code or minutes and seconds in these fonts, or a language with ŋ.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq fonts-monoid-loose=0.61-4 fonts-compagnon=0.2-3 2>/dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
dpkg-deb -W --showformat='${Package} ${Version}\n' fonts-monoid-loose_*.deb
dpkg-deb -W --showformat='${Package} ${Version}\n' fonts-compagnon_*.deb
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site fonttools==4.68.0 pillow==13.0.0
PYTHONPATH=site python3 - <<'PYTHON'
import sys
from pathlib import Path
from unicodedata import category

from fontTools.ttLib import TTFont
from PIL import ImageFont, features

print(f"Pillow with Raqm {features.version('raqm')}, HarfBuzz {features.version('harfbuzz')}")
MARK = 3
wrong = {}
for name, text in (("Monoid-Bold-Loose.ttf", "20°C"), ("Compagnon-Medium.otf", "siŋa")):
    file = next(Path("root").rglob(name))
    font = TTFont(file)
    classes = font["GDEF"].table.GlyphClassDef.classDefs
    signs = [chr(code) for code, glyph in font.getBestCmap().items()
             if classes.get(glyph) == MARK and font["hmtx"][glyph][0] and category(chr(code))[0] != "M"]
    widths = [round(ImageFont.truetype(file, 100, layout_engine=engine).getlength(text))
              for engine in (ImageFont.Layout.BASIC, ImageFont.Layout.RAQM)]
    print(f"{name} calls marks: {''.join(signs)}; {text} at 100 px is {widths[0]} px wide unshaped, {widths[1]} px shaped")
    wrong[name] = text[2] in signs and abs(widths[1] / widths[0] - 0.75) < 0.01
sys.exit(not all(wrong.values()))
PYTHON
