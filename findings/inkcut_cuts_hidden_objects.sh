#!/usr/bin/env bash
# Expected: a cutting plotter's program cuts what a drawing shows: an object hidden in the drawing program is left out, as by viewers.
# Happens:  Inkcut's reader of SVG takes hidden objects for cuts. It adds every path and shape of a group, whatever display says. Only a whole
#           layer of Inkscape that is hidden is switched off, by the filter of layers in its list; objects hidden in a layer are not.
# Version:  inkcut 2.1.8, with PyQt6 6.11.0; CairoSVG 2.9.1 as a viewer
# Source:   inkcut/core/svg.py: QtSvgG.parse, which never reads style or display; inkcut/job/filters.py: LayerFilter, the only place
#           that does; SVG Tiny 1.2, 11.9: what has display none is not rendered.
# Met by:   whoever hides notes, fold lines or a guide in a cut file rather than deleting them, and sends it to a plotter.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

pip() { python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site "$@"; }
pip lxml==6.1.3 enaml==0.19.0 qtpy==2.4.3 PyQt6==6.11.0 cairosvg==2.9.1
pip --no-deps inkcut==2.1.8

cat > cut.svg <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="100mm" height="100mm" viewBox="0 0 100 100">
  <g inkscape:groupmode="layer" inkscape:label="Cut" id="cut" fill="none" stroke="red">
    <path d="M10 10h30v40h-30z"/>
    <path d="M60 10h30v40h-30z" style="display:none"/>
    <rect x="60" y="60" width="30" height="30" display="none"/>
  </g>
</svg>
SVG

cat > read.py <<'PYTHON'
"""Print where in cut.svg a viewer draws anything, and what Inkcut cuts: left, top, width and height in mm."""
from importlib.metadata import version
from io import BytesIO

import cairosvg
from inkcut.core.svg import QtSvgDoc
from PIL import Image
from qtpy.QtGui import QGuiApplication

app = QGuiApplication([])
print("inkcut", version("inkcut"), "PyQt6", version("PyQt6"), "CairoSVG", version("cairosvg"))
seen = Image.open(BytesIO(cairosvg.svg2png(url="cut.svg", output_width=100, output_height=100)))
left, top, right, bottom = seen.getchannel("A").getbbox()
print("seen as far as", right, "mm to the right,", bottom, "mm down")
path = QtSvgDoc("cut.svg")
for piece in path.toSubpathList(path):
    box = piece.boundingRect()
    print("cut:", *(round(QtSvgDoc.convertToUnit(side, "mm")) for side in box.getRect()))
PYTHON
QT_API=pyqt6 QT_QPA_PLATFORM=offscreen PYTHONPATH=site python3 read.py | tee seen.txt

diff seen.txt - <<'TEXT'
inkcut 2.1.8 PyQt6 6.11.0 CairoSVG 2.9.1
seen as far as 41 mm to the right, 51 mm down
cut: 10 10 30 40
cut: 60 10 30 40
cut: 60 60 30 30
TEXT
