"""Sheets that correct a printer's faults.

A printer prints everything a little too large or too small, and its backs out of register: shifted
and turned. Sheets for it are upright, as the paper runs through it, and everything on them, pieces
and marks, is moved the other way by one transform.
"""

from __future__ import annotations

import math

from printkit.drawing.geometry import IDENTITY, Matrix, multiply
from printkit.options import Faults, Flip


def upright(width: float, height: float) -> Matrix:
    """The matrix that turns a landscape sheet clockwise, its left edge to the top."""
    return IDENTITY if width <= height else (0.0, 1.0, -1.0, 0.0, height, 0.0)


def correction(faults: Faults, page: tuple[float, float], flip: Flip, *, back: bool) -> Matrix:
    """The matrix for an upright page of this size that cancels the printer's faults.

    A back that is flipped on the short edge of an upright sheet is upside down on its page.
    """
    off = faults if back else Faults(scale=faults.scale)
    if flip == "short":
        off = Faults(-off.right, -off.down, off.scale, off.skew)
    angle = math.radians(-off.skew)
    cos, sin = math.cos(angle) / off.scale, math.sin(angle) / off.scale
    across, down = page[0] / 2, page[1] / 2
    to_middle = (1.0, 0.0, 0.0, 1.0, -across - off.right, -down - off.down)
    return multiply(to_middle, (cos, sin, -sin, cos, across, down))
