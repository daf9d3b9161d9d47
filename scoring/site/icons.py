"""The icon of a site in dots, for phones that take no drawing on their home screen."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Face, Group, Path, Style
from printkit.errors import Place
from printkit.exports.picture import painted
from printkit.faces.effects.vectors import read_vector
from printkit.painting.paint import single
from printkit.painting.raster import INCH
from printkit.typography.fonts import Fonts

DRAWING = "icon.svg"
TOUCH = 180  # dots of an Apple touch icon
SIDES = (192, 512)  # dots of those that a manifest should have
WITHIN = 0.62  # of the side: in the circle that a phone may cut out


def in_dots(raw: bytes, colour: str) -> Iterator[tuple[str, bytes]]:
    """A drawing in the middle of a square of a ``colour``, as PNGs of each size by their names."""
    fonts = Fonts()
    drawing = read_vector(DRAWING, raw, Place(DRAWING), fonts)
    scale = WITHIN * INCH / drawing.size
    edge = (1 - WITHIN) * INCH / 2
    ground = Path(rectangle_steps(0, 0, INCH, INCH, 0, 0), Style(colour))
    icon = Group(drawing.shapes, (scale, 0, 0, scale, edge, edge))
    sheet = single(Face("icon", INCH, INCH, (ground, icon)))  # so that dots an inch are all dots
    for side in (TOUCH, *SIDES):
        yield name_of(side), painted(sheet, "", "png", side, fonts)


def name_of(side: int) -> str:
    """The file of an icon of so many dots."""
    return f"icon-{side}.png"
