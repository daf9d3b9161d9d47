"""Lengths in the units of an SVG file, as it writes them."""

from __future__ import annotations

import math
from string import ascii_lowercase
from typing import NamedTuple

from card_data.limits import FARTHEST_IN_ART
from card_data.problems import quote
from printkit.errors import MarkupError

# Units of a drawing in each unit of length: 96 to an inch.
UNITS = {
    "": 1.0,
    "px": 1.0,
    "in": 96.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "pt": 96 / 72,
    "pc": 16.0,
}
UNIT = f"{ascii_lowercase}%"  # what units are written with
EM = 16.0  # units: the size of type where none is given
# The names of sizes of type, as browsers have them.
TYPE = {
    "xx-small": "9",
    "x-small": "10",
    "small": "13",
    "medium": f"{EM}",
    "large": "18",
    "x-large": "24",
    "xx-large": "32",
    "smaller": "0.8333em",
    "larger": "1.2em",
}
TURNS = {"deg": 360.0, "grad": 400.0, "rad": 6.283185307179586, "turn": 1.0}  # in a full turn
PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
ACROSS = frozenset(("x", "width", "cx", "rx", "x1", "x2", "fx", "dx", "refX"))
DOWN = frozenset(("y", "height", "cy", "ry", "y1", "y2", "fy", "dy", "refY"))


class Viewport(NamedTuple):
    """The base of percentages: the width and the height of the drawing around an element."""

    width: float
    height: float

    def length(self, what: str, text: str, size: float = EM) -> float:
        """Return a length; ``size`` is that of type."""
        text = text.strip()
        number = text.rstrip(UNIT)
        unit = text[len(number) :]
        try:
            value = float(number)
            if unit == "%":
                value *= self.whole(what) / 100
            elif unit in ("em", "ex"):
                value *= size if unit == "em" else size / 2
            else:
                value *= UNITS[unit]
        except (ValueError, KeyError):
            value = math.nan
        if not abs(value) <= FARTHEST_IN_ART or "_" in text:
            raise MarkupError(f"{what}: found {quote(text)}, expected a length such as 12 or 3mm")
        return value

    def measure(self, what: str, text: str, boxed: bool) -> float:
        """Return a length, or a share of a box if it is ``boxed``."""
        return share(text, what, bound=False) if boxed else self.length(what, text)

    def whole(self, what: str) -> float:
        """Return what 100 % of an attribute is."""
        if what in ACROSS:
            return self.width
        if what in DOWN:
            return self.height
        return math.hypot(self.width, self.height) / math.sqrt(2)


def turns(text: str) -> float:
    """Return how many full turns an angle is, of degrees unless it has a unit; raise `ValueError`
    if it is none."""
    unit = next((one for one in TURNS if text.endswith(one)), "deg")
    return float(text.removesuffix(unit)) / TURNS[unit]


def degrees(what: str, text: str) -> float:
    try:
        return 360 * (turns(text.strip()) % 1)
    except ValueError:
        message = f"{what}: found {quote(text)}, expected auto or an angle such as 30"
        raise MarkupError(message) from None


def share(text: str, what: str, *, bound: bool = True) -> float:
    """A share from ``0.4`` or ``40%``; beyond 0 or 1 it is taken for these if it is ``bound``."""
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        value = math.nan
    if "_" in text or not abs(value) <= 1e5:
        raise MarkupError(f"{what}: found {quote(text)}, expected a share from 0 to 1")
    return min(1.0, max(0.0, value)) if bound else value
