"""Where on sheets something is filled in: their fields, and the squares of their grids."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from printkit.drawing.geometry import Box, Matrix, Rect, box_under, inverse, multiply
from printkit.drawing.shapes import Face, Field, Shape
from printkit.faces.filled import box_of, placed, square_of
from printkit.painting.pdf import UNIT
from printkit.sheets.sheet import Sheet


class Spot(NamedTuple):
    """A field, or one square of a grid, on a face.

    ``steps`` are those of its name in the PDF. ``box`` is in the field's own mm, from which
    ``matrix`` leads to those of the face, or, as a `Place` has it, to the points of the page.
    """

    steps: tuple[str, ...]
    label: str
    field: Field
    box: Rect
    matrix: Matrix


class Place(NamedTuple):
    """A spot as it lies on a page.

    ``rect`` is its left, bottom, right and top in the page's points. ``rank`` is its place in the
    tab order: its page from 0, the piece there, the order in which fields are filled in, that in
    which they are drawn. ``shown`` is how much of it the page shows, in square mm.
    """

    spot: Spot
    rect: Box
    rank: tuple[int, int, int, int]
    shown: float

    @property
    def turn(self) -> int:
        """By how many degrees it is turned counter-clockwise: 0, 90, 180 or 270."""
        across, up = self.spot.matrix[:2]
        return round(math.degrees(math.atan2(up, across)) / 90) % 4 * 90

    @property
    def size(self) -> tuple[float, float]:
        """Its width and its height in points, before it was turned."""
        left, bottom, right, top = self.rect
        wide, high = round(right - left, 2), round(top - bottom, 2)
        return (high, wide) if self.turn % 180 else (wide, high)


def places(sheets: Sequence[Sheet]) -> list[Place]:
    """Every place on the sheets where something is filled in, in tab order.

    What lies on several tiles of a piece is filled in on the one that shows most of it, or on the
    last of those that show it all, which is laid on the others.
    """
    best: dict[tuple[object, ...], Place] = {}
    copies: Counter[tuple[object, ...]] = Counter()
    for page, sheet in enumerate(sheets):
        upwards = (UNIT, 0.0, 0.0, -UNIT, 0.0, sheet.page[1] * UNIT)
        to_page = multiply(sheet.matrix, upwards)
        for number, placement in enumerate(sheet.placements):
            face, matrix = placement.face, multiply(placement.matrix, to_page)
            side = face.id, face.number, placement.back
            copies[*side, face.page] += 1
            piece = *side, 0 if face.tile else face.page, copies[*side, face.page]
            for index, spot in enumerate(spots(face.shapes)):
                seen, area = visible(spot, face)
                before = best.get((*piece, index))
                if area > 0 and (before is None or area > before.shown - 1e-6):
                    seen = seen._replace(matrix=multiply(spot.matrix, matrix))
                    left, bottom, right, top = box_under(seen.matrix, sides(seen.box))
                    rect = round(left, 3), round(bottom, 3), round(right, 3), round(top, 3)
                    rank = page, number, spot.field.order, index
                    best[*piece, index] = Place(seen, rect, rank, area)
    return sorted(best.values(), key=lambda place: place.rank)


def spots(shapes: Iterable[Shape]) -> Iterator[Spot]:
    """Everything to fill in among ``shapes``, in the order drawn; the squares of a grid by rows."""
    for one, matrix in placed(shapes):
        steps = tuple(one.name.split("."))
        if one.kind == "grid":
            for row in range(1, one.rows + 1):
                for column in range(1, one.columns + 1):
                    label = f"{one.label}, row {row}, column {column}"
                    box = square_of(one, row, column)
                    yield Spot((*steps, f"r{row}c{column}"), label, one, box, matrix)
        elif one.kind != "next":
            value = (one.value,) if one.kind == "check" else ()
            yield Spot((*steps, *value), one.label, one, box_of(one), matrix)


def visible(spot: Spot, face: Face) -> tuple[Spot, float]:
    """A spot with only the part of its box that the face shows, and the area of that."""
    left, top, right, bottom = whole = box_under(spot.matrix, sides(spot.box))
    edge = face.bleed
    left, right = max(left, -edge), min(right, face.width + edge)
    top, bottom = max(top, -edge), min(bottom, face.height + edge)
    back = inverse(spot.matrix)
    if back is None or left >= right or top >= bottom:
        return spot, 0.0
    if (left, top, right, bottom) != whole:
        x, y, far, low = box_under(back, (left, top, right, bottom))
        spot = spot._replace(box=Rect(x, y, far - x, low - y))
    return spot, (right - left) * (bottom - top)


def sides(box: Rect) -> Box:
    return box.x, box.y, box.x + box.width, box.y + box.height
