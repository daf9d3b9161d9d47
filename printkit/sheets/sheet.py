"""One side of a sheet of paper, and the faces that lie on it.

All lengths are mm from the sheet's top left corner.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from printkit.drawing.shapes import IDENTITY, Face, Matrix, Shape

Flip = Literal["long", "short"]
# Where backs are: behind their fronts; on the other half of the sheet, which is folded; nowhere; or
# on pages that are printed after all fronts, on the stack that was turned over by hand.
Sides = Literal["duplex", "gutterfold", "fronts", "alternate"]


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

    ``back``: it is printed behind the sheet before it. ``matrix`` takes all that is on it to the
    page, whose corrections for a printer it holds.
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
        """Width and height of the page, onto which the sheet may be turned upright."""
        sideways = abs(self.matrix[1]) > abs(self.matrix[0])
        return (self.height, self.width) if sideways else (self.width, self.height)
