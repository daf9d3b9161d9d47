"""The boxes on sheets that are filled in: fields, and the squares of grids."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from printkit.drawing.geometry import Box, Matrix, Rect, box_under, inverse, multiply
from printkit.drawing.shapes import Face, Field, Shape
from printkit.faces.filling_in import box_of, fields_on_face, square_of
from printkit.painting.pdf import UNIT
from printkit.sheets.sheet import Sheet


class FieldBox(NamedTuple):
    """A field, or one square of a grid, on a face.

    ``steps`` are those of its name in the PDF. ``box`` is in the field's own mm, which ``matrix``
    maps to mm of the face or, in a `PlacedField`, to points of the page.
    """

    steps: tuple[str, ...]
    label: str
    field: Field
    box: Rect
    matrix: Matrix


class PlacedField(NamedTuple):
    """A field's box on a page.

    ``rect`` is its left, bottom, right and top in the page's points. ``rank`` sorts the tab order:
    its page from 0, the piece there, the order in which fields are filled in, that in which they
    are drawn. ``shown`` is how much of it the page shows, in square mm.
    """

    field_box: FieldBox
    rect: Box
    rank: tuple[int, int, int, int]
    shown: float

    @property
    def turn(self) -> int:
        """Its counter-clockwise rotation in degrees: 0, 90, 180 or 270."""
        across, up = self.field_box.matrix[:2]
        return round(math.degrees(math.atan2(up, across)) / 90) % 4 * 90

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height in points, before rotation."""
        left, bottom, right, top = self.rect
        wide, high = round(right - left, 2), round(top - bottom, 2)
        return (high, wide) if self.turn % 180 else (wide, high)


def placed_fields(sheets: Sequence[Sheet]) -> list[PlacedField]:
    """Return every field on the sheets, in tab order.

    One that lies on several tiles of a piece is filled in on the tile that shows most of it, or on
    the last of those that show it all, which is laid on the others.
    """
    best: dict[tuple[object, ...], PlacedField] = {}
    copies: Counter[tuple[object, ...]] = Counter()
    for page, sheet in enumerate(sheets):
        upwards = (UNIT, 0.0, 0.0, -UNIT, 0.0, sheet.page[1] * UNIT)
        to_page = multiply(sheet.matrix, upwards)
        for number, placement in enumerate(sheet.placements):
            face, matrix = placement.face, multiply(placement.matrix, to_page)
            side = face.id, face.number, placement.back
            copies[*side, face.page] += 1
            piece = *side, 0 if face.tile else face.page, copies[*side, face.page]
            for index, field_box in enumerate(field_boxes(face.shapes)):
                seen, area = visible(field_box, face)
                before = best.get((*piece, index))
                if area > 0 and (before is None or area > before.shown - 1e-6):
                    seen = seen._replace(matrix=multiply(field_box.matrix, matrix))
                    left, bottom, right, top = box_under(seen.matrix, sides(seen.box))
                    rect = round(left, 3), round(bottom, 3), round(right, 3), round(top, 3)
                    rank = page, number, field_box.field.order, index
                    best[*piece, index] = PlacedField(seen, rect, rank, area)
    return sorted(best.values(), key=lambda place: place.rank)


def field_boxes(shapes: Iterable[Shape]) -> Iterator[FieldBox]:
    """Yield the boxes of all fields in ``shapes``, in the order drawn; those of a grid by rows."""
    for one, matrix in fields_on_face(shapes):
        steps = tuple(one.name.split("."))
        if one.kind == "grid":
            for row in range(1, one.rows + 1):
                for column in range(1, one.columns + 1):
                    label = f"{one.label}, row {row}, column {column}"
                    box = square_of(one, row, column)
                    yield FieldBox((*steps, f"r{row}c{column}"), label, one, box, matrix)
        elif one.kind != "next":
            value = (one.value,) if one.kind == "check" else ()
            yield FieldBox((*steps, *value), one.label, one, box_of(one), matrix)


def visible(field_box: FieldBox, face: Face) -> tuple[FieldBox, float]:
    """A field_box with only the part of its box that the face shows, and the area of that."""
    left, top, right, bottom = whole = box_under(field_box.matrix, sides(field_box.box))
    edge = face.bleed
    left, right = max(left, -edge), min(right, face.width + edge)
    top, bottom = max(top, -edge), min(bottom, face.height + edge)
    back = inverse(field_box.matrix)
    if back is None or left >= right or top >= bottom:
        return field_box, 0.0
    if (left, top, right, bottom) != whole:
        x, y, far, low = box_under(back, (left, top, right, bottom))
        field_box = field_box._replace(box=Rect(x, y, far - x, low - y))
    return field_box, (right - left) * (bottom - top)


def sides(box: Rect) -> Box:
    return box.x, box.y, box.x + box.width, box.y + box.height
