"""How a length is shared among the cells of a layout, and where the cells of a grid lie: numbers
alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from printkit.drawing.geometry import Rect

HALF, HEX = "half", "hex"  # how every other row of a grid is offset
PITCH = 0.75  # of its height: from a hexagon with a point on top to the next row
SLENDER = math.sqrt(3) / 2  # its width, of its height


def shared(room: float, weights: Sequence[float], least: Sequence[float]) -> list[float]:
    """A length in parts in proportion to ``weights``, each at least as long as its ``least``, which
    together are no more than ``room``.

    >>> shared(60, [2, 1, 1], [0, 0, 0]), shared(60, [2, 1, 1], [0, 20, 0])
    ([30.0, 15.0, 15.0], [26.666666666666668, 20, 13.333333333333334])
    """
    short: set[int] = set()  # those whose part would be too short
    left, total = room, sum(weights)
    for one in sorted(range(len(weights)), key=lambda one: -least[one] / weights[one]):
        if least[one] * total <= left * weights[one]:
            break
        short.add(one)
        left, total = left - least[one], total - weights[one]
    total = sum(weight for one, weight in enumerate(weights) if one not in short)
    return [
        least[one] if one in short else left * weight / total for one, weight in enumerate(weights)
    ]


def starts(lengths: Sequence[float], gap: float, start: float = 0.0) -> list[float]:
    """Where each of some lengths begins that follow one another with a gap."""
    return [*accumulate((length + gap for length in lengths), initial=start)][: len(lengths)]


class Slot(NamedTuple):
    """Where a child stands in a grid: its column and row from 0, and over how many columns."""

    column: int
    row: int
    span: int = 1


def in_rows(spans: Sequence[int], columns: int) -> list[Slot]:
    """Children row by row; one for which there is no room in its row begins the next."""
    slots, column, row = [], 0, 0
    for span in spans:
        if column + span > columns:
            column, row = 0, row + 1
        slots.append(Slot(column, row, span))
        column += span
    return slots


def in_a_snake(number: int, columns: int) -> list[Slot]:
    """To the right in one row, back in the next."""
    places = (divmod(index, columns) for index in range(number))
    return [Slot(columns - 1 - column if row % 2 else column, row) for row, column in places]


def on_the_border(columns: int, rows: int) -> list[Slot]:
    """Clockwise around a grid, from its top left corner."""
    right, bottom = columns - 1, rows - 1
    slots = [Slot(column, 0) for column in range(columns)]
    slots += [Slot(right, row) for row in range(1, rows)]
    slots += [Slot(column, bottom) for column in range(right - 1, -1, -1) if bottom]
    return slots + [Slot(0, row) for row in range(bottom - 1, 0, -1) if right]


def in_cells(
    slots: Sequence[Slot], box: Rect, columns: Sequence[float], rows: Sequence[float],
    gaps: tuple[float, float],
) -> list[Rect]:  # fmt: skip
    """The boxes of slots in a grid whose columns and rows share ``box`` by their weights."""
    across, down = gaps
    widths = shared(box.width - across * (len(columns) - 1), columns, [0.0] * len(columns))
    heights = shared(box.height - down * (len(rows) - 1), rows, [0.0] * len(rows))
    lefts, tops = starts(widths, across, box.x), starts(heights, down, box.y)
    return [
        Rect(
            lefts[column], tops[row],
            sum(widths[column : column + span]) + across * (span - 1), heights[row],
        )
        for column, row, span in slots
    ]  # fmt: skip


def size_of_offset(
    box: Rect, columns: int, rows: int, gaps: tuple[float, float], offset: str
) -> tuple[float, float]:
    """The width and height of the cells of a grid in which every other row begins half a cell
    further right. Hexagons are regular, with a point on top, and reach between those above."""
    across, down = gaps
    further = 0.5 if rows > 1 else 0.0
    width = (box.width - across * (columns - 1 + further)) / (columns + further)
    if offset == HALF:
        return width, (box.height - down * (rows - 1)) / rows
    tallest = (box.height - SLENDER * across * (rows - 1)) / (1 + PITCH * (rows - 1))
    width = min(width, SLENDER * tallest)
    return width, width / SLENDER


def in_offset_rows(
    slots: Sequence[Slot], corner: tuple[float, float], size: tuple[float, float],
    gaps: tuple[float, float], offset: str,
) -> list[Rect]:  # fmt: skip
    """The boxes of slots, whose cells have a ``size``, from a corner on."""
    (x, y), (width, height), (across, down) = corner, size, gaps
    pitch = height + down if offset == HALF else PITCH * height + SLENDER * across
    return [
        Rect(x + (column + row % 2 / 2) * (width + across), y + row * pitch, width, height)
        for column, row, _ in slots
    ]
