"""Cut contours: the edges of pieces in a spot colour that says where to cut, and is not printed."""

from __future__ import annotations

from reportlab.lib.colors import CMYKColorSep
from reportlab.pdfgen.canvas import Canvas

from printkit.painting.pdf import outline
from printkit.sheets.profiles import HAIRLINE
from printkit.sheets.sheet import Outlines


def stroke_contour(canvas: Canvas, lines: Outlines, spot: str) -> None:
    """Stroke outlines in the spot colour of this name, 100 % magenta on other devices."""
    canvas.setStrokeColor(CMYKColorSep(magenta=1, spotName=spot))
    canvas.setLineWidth(HAIRLINE)
    for steps in lines:
        canvas.addLiteral(f"{outline(steps)} S")
