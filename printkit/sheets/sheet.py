"""One side of a sheet of paper, and the faces on it; sheets that correct a printer's faults.

A printer prints everything a little too large or too small, and its backs out of register: shifted
and turned. Sheets for it are upright, as the paper runs through it, and everything on them, pieces
and marks, is moved the other way by one transform. All lengths are mm from the sheet's top left
corner.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from printkit.drawing.geometry import IDENTITY, Matrix, Step, multiply
from printkit.drawing.shapes import Face, Shape, outline
from printkit.options import Flip, PrinterOffset


class Placement(NamedTuple):
    """A face with its trim's top left corner at (x, y); ``turned``: by 180 degrees.

    ``back``: it is the back of another.
    """

    face: Face
    x: float
    y: float
    turned: bool = False
    back: bool = False

    @property
    def matrix(self) -> Matrix:
        """From the face's own mm to those of the sheet."""
        if self.turned:
            return (-1, 0, 0, -1, self.x + self.face.width, self.y + self.face.height)
        return (1, 0, 0, 1, self.x, self.y)


class Sheet(NamedTuple):
    """One side of one sheet of paper.

    ``back``: it is printed behind the sheet before it. ``matrix`` takes everything on it to the
    page, with the correction for a printer. ``trim`` is for a print service: x, y, width and height
    of what it cuts out of the page. Sheets for one's own printer have none, as CUPS takes a page's
    TrimBox for the page and centres it on the paper, which undoes the correction.
    """

    width: float
    height: float
    placements: tuple[Placement, ...]
    shapes: tuple[Shape, ...]
    back: bool = False
    matrix: Matrix = IDENTITY
    trim: tuple[float, float, float, float] | None = None

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the page; the sheet may have been turned upright for it."""
        sideways = abs(self.matrix[1]) > abs(self.matrix[0])
        return (self.height, self.width) if sideways else (self.width, self.height)


Outlines = tuple[tuple[Step, ...], ...]


def outlines(sheet: Sheet) -> Outlines:
    """Return the edge of each piece where it lies on its sheet, rounded to a thousandth of a mm."""
    return tuple(
        tuple(
            (letter, tuple([round(value, 3) for value in values]))
            for letter, values in outline(one.face, 0.0, one.x, one.y)
        )
        for one in sheet.placements
        if not one.back and one.face.shape != "net"
    )


def on_its_side(height: float) -> Matrix:
    """Return the matrix that turns a sheet of this ``height`` clockwise, its left edge to the
    top."""
    return (0.0, 1.0, -1.0, 0.0, height, 0.0)


def upright(width: float, height: float) -> Matrix:
    """Return the matrix that turns a landscape sheet clockwise."""
    return IDENTITY if width <= height else on_its_side(height)


def correction(
    offset: PrinterOffset, page: tuple[float, float], flip: Flip, *, back: bool
) -> Matrix:
    """Return the matrix for an upright page of this size that cancels the printer's faults.

    A back that is flipped on the short edge of an upright sheet is upside down on its page.
    """
    off = offset if back else PrinterOffset(scale=offset.scale)
    if flip == "short":
        off = PrinterOffset(-off.right, -off.down, off.scale, off.skew)
    angle = math.radians(-off.skew)
    cos, sin = math.cos(angle) / off.scale, math.sin(angle) / off.scale
    across, down = page[0] / 2, page[1] / 2
    to_middle = (1.0, 0.0, 0.0, 1.0, -across - off.right, -down - off.down)
    return multiply(to_middle, (cos, sin, -sin, cos, across, down))
