#!/usr/bin/env bash
# Expected: pyftsubset and hb-subset leave glyphs out and set the rest as before: a font without GPOS keeps its table kern, by whose
#           pairs and classes HarfBuzz sets it. ("--no-legacy-kern: Drop TrueType 'kern' table if OpenType 'GPOS' is available.")
# Happens:  fontTools keeps only pairs: classes (subtables of format 2) go without a word, while it warns of every other table that
#           it drops. HarfBuzz's subsetter drops the table, even if told to drop none. In Play, AVATAR is 8 % wider afterwards.
# Version:  fontTools 4.68.0; HarfBuzz 15.0.0 (uharfbuzz 0.57.0); fonts-play 1.002+20150307.1-0.1 of Debian 12
# Source:   prune_pre_subset of the class of kern in fontTools/subset/__init__.py: "Prune unknown kern table types"
# Met by:   whoever makes a font smaller for a page or a PDF and sees titles fall apart: TA, AV, To.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq fonts-play=1.002+20150307.1-0.1 2>/dev/null
dpkg -x fonts-play_*.deb root
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site fonttools==4.68.0 uharfbuzz==0.57.0
PYTHONPATH=site python3 - <<'PYTHON'
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import uharfbuzz as hb

print(f"fontTools {version('fonttools')}, HarfBuzz {hb.version_string()}")
WORD = "AVATAR"
whole = Path("root/usr/share/fonts/truetype/play/Play-Regular.ttf").read_bytes()


def width(font, **features):
    shaped = hb.Buffer()
    shaped.add_str(WORD)
    shaped.guess_segment_properties()
    hb.shape(hb.Font(hb.Face(font)), shaped, features)
    return sum(place.x_advance for place in shaped.glyph_positions)


Path("whole.ttf").write_bytes(whole)
command = [sys.executable, "-m", "fontTools.subset", "whole.ttf", f"--text={WORD}", "--legacy-kern", "--output-file=part.ttf"]
told = subprocess.run(command, capture_output=True, text=True, check=True)
warned = [line.split()[1] for line in (told.stdout + told.stderr).splitlines() if "dropped" in line]

wanted = hb.SubsetInput()
wanted.unicode_set.update(map(ord, WORD))
wanted.drop_table_tag_set.clear()
by_harfbuzz = hb.subset(hb.Face(whole), wanted).blob.data

widths = {
    "whole font": width(whole),
    "whole font without kerning": width(whole, kern=False),
    "part by fontTools": width(Path("part.ttf").read_bytes()),
    "part by HarfBuzz": width(by_harfbuzz),
}
for what, found in widths.items():
    print(f"{what}: {WORD} is {found} units wide")
print("fontTools warns of:", *warned)
kerned, *others = widths.values()
sys.exit(not (len(set(others)) == 1 and others[0] > 1.05 * kerned and warned and "kern" not in warned))
PYTHON
