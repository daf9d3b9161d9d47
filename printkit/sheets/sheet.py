"""One side of a sheet of paper, and the faces on it.

All lengths are mm from the sheet's top left corner.
"""

from __future__ import annotations

from typing import NamedTuple

from printkit.drawing.geometry import IDENTITY, Matrix
from printkit.drawing.shapes import Face, Shape


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
    """One side of one sheet of paper; ``trim`` is the block of its pieces: x, y, width, height.

    ``back``: it is printed behind the sheet before it. ``matrix`` takes everything on it to the
    page, with the correction for a printer.
    """

    width: float
    height: float
    placements: tuple[Placement, ...]
    shapes: tuple[Shape, ...]
    trim: tuple[float, float, float, float]
    bleed: float
    back: bool
    matrix: Matrix = IDENTITY

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the page; the sheet may have been turned upright for it."""
        sideways = abs(self.matrix[1]) > abs(self.matrix[0])
        return (self.height, self.width) if sideways else (self.width, self.height)
