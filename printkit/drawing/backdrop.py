"""The backdrops of shapes that are painted one over another, and colours that stand out from them.

Lengths are mm of the face.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from printkit.drawing.areas import Area
from printkit.drawing.colour import levels, tint
from printkit.drawing.colour_vision import contrast, lightness
from printkit.drawing.geometry import Point
from printkit.drawing.hatching import WHITE, darkened

CELL = 16.0  # side of the squares of the grid that indexes backdrops
FEW = 400  # cells that a backdrop may lie in; a larger one is checked for every point
ENOUGH = 3  # points on the same backdrop settle it


class Backdrop(msgspec.Struct, frozen=True):
    """The topmost colour below a shape: as it was originally, and as it is now."""

    was: str
    now: str


PAPER = Backdrop(WHITE, WHITE)


class Backdrops:
    """The areas painted so far, indexed to find the topmost one at a point."""

    def __init__(self) -> None:
        self.painted: list[tuple[tuple[Area, ...], Backdrop]] = []
        self.cells: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self.wide: list[int] = []

    def paint(self, areas: tuple[Area, ...], backdrop: Backdrop) -> None:
        """Paint the intersection of ``areas``."""
        number = len(self.painted)
        self.painted.append((areas, backdrop))
        left, top, right, bottom = areas[0].box
        columns = range(int(left // CELL), int(right // CELL) + 1)
        rows = range(int(top // CELL), int(bottom // CELL) + 1)
        if len(columns) * len(rows) > FEW:
            self.wide.append(number)
            return
        for column in columns:
            for row in rows:
                self.cells[column, row].append(number)

    def at(self, x: float, y: float) -> Backdrop:
        """Return what is topmost at a point."""
        here = self.cells.get((int(x // CELL), int(y // CELL)), [])
        numbers = sorted((*here, *self.wide)) if self.wide else here
        for number in reversed(numbers):
            areas, backdrop = self.painted[number]
            left, top, right, bottom = areas[0].box
            if not (left <= x <= right and top <= y <= bottom):
                continue
            if all(area.contains(x, y) for area in areas):
                return backdrop
        return PAPER

    def below(self, points: Iterable[Point]) -> Backdrop:
        """Return what lies below most of some points; below the first of them, if several do."""
        found: Counter[Backdrop] = Counter()
        for x, y in points:
            found[self.at(x, y)] += 1
            if len(found) == 1 and found.total() == ENOUGH:
                break
        return max(found, key=lambda backdrop: found[backdrop]) if found else PAPER


@lru_cache(4096)
def recoloured(colour: str, backdrop: Backdrop, least: float) -> str:
    """A colour that stands out from a backdrop as it did from the backdrop's original colour.

    A colour that has to change gets a contrast of at least ``least``, if it nearly had that.
    """
    had = contrast(colour, backdrop.was)
    if contrast(colour, backdrop.now) >= min(had, least) * 0.98:
        return colour
    if lightness(backdrop.now) < 50:
        return WHITE
    target = least if had >= 0.6 * least else had
    red, green, blue = levels(colour)
    if max(red, green, blue) - min(red, green, blue) > 60:
        return darkened(colour, target)
    light, dark = lightness(colour), lightness(backdrop.was)
    share = min(1.0, (light - dark) / (100 - dark)) if dark < light else 1.0
    return darkened(tint(backdrop.was, share), target)
