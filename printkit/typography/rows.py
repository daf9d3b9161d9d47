"""Texts in rows: all of one size, each row as high as it needs and padded like the others."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Shape
from printkit.typography.fitting import (
    SLACK,
    Line,
    Setting,
    TooLongError,
    Word,
    place,
    sizes_of,
    too_long,
    too_wide,
    wrap,
)

LEAST_PAD = 0.3  # mm above and below each text, however little room there is


class Cell(NamedTuple):
    """A text, ``x`` mm from the left of its row; ``source`` is what it was read from."""

    words: Sequence[Word]
    x: float
    width: float
    setting: Setting
    source: Any


class Row(NamedTuple):
    """Texts side by side, with ``below`` mm under them for a drawing."""

    cells: Sequence[Cell]
    below: float


class RowSettings(NamedTuple):
    """Where rows are set, and how: texts from ``setting.size`` down to its smallest, a row's at
    least ``least`` mm high, with at most ``pad`` mm above and below."""

    box: Rect
    setting: Setting
    least: float
    pad: float


class PlacedRow(NamedTuple):
    """A row in its place: its top and bottom in mm, the middle and the foot of its texts."""

    top: float
    middle: float
    foot: float
    bottom: float
    shapes: list[Shape]


class CrowdedError(Exception):
    """Rows that do not fit their table: the longest ``cell``, and why."""

    def __init__(self, cell: Cell, why: TooLongError) -> None:
        self.cell, self.why = cell, why
        super().__init__(str(why))


def arrange(rows: Sequence[Row], table: RowSettings) -> list[PlacedRow]:
    """Return the rows in their places, from the top; raise `CrowdedError` if they do not fit.

    All texts are of the largest size at which all fit. What room is left pads each row alike.
    """
    size, lines, spare = fit_rows(rows, table)
    pad = min(table.pad, spare / (2 * len(rows)))
    placed = []
    top = table.box.y
    for row, texts in zip(rows, lines, strict=True):
        high = height(texts, size, table)
        shapes: list[Shape] = []
        for cell, text in zip(row.cells, texts, strict=True):
            box = Rect(table.box.x + cell.x, top + pad, cell.width, high)
            shapes += place(text, box, size, cell.setting, "middle")
        foot = top + pad + high
        bottom = foot + row.below + pad
        placed.append(PlacedRow(top, top + pad + high / 2, foot, bottom, shapes))
        top = bottom
    return placed


class Fitted(NamedTuple):
    """Rows at a ``size`` in mm: each cell's lines, and how many mm of their table are left."""

    size: float
    lines: list[list[list[Line]]]
    spare: float


def fit_rows(rows: Sequence[Row], table: RowSettings) -> Fitted:
    """Return the rows at the largest size that fits; raise `CrowdedError` if not even the smallest
    does, which is tried second, as it tells."""
    largest, *smaller = sizes_of(table.setting)
    fitted = at_size(rows, table, largest)
    if fits(rows, fitted):
        return fitted
    smallest = at_size(rows, table, smaller[-1]) if smaller else fitted
    if not fits(rows, smallest):
        raise crowded(rows, smallest, table)
    tries = (at_size(rows, table, size) for size in smaller[:-1])
    return next((one for one in tries if fits(rows, one)), smallest)


def at_size(rows: Sequence[Row], table: RowSettings, size: float) -> Fitted:
    lines = [[wrap(cell.words, (cell.width + SLACK) / size) for cell in row.cells] for row in rows]
    high = sum(height(texts, size, table) for texts in lines) + sum(row.below for row in rows)
    return Fitted(size, lines, table.box.height - high)


def fits(rows: Sequence[Row], fitted: Fitted) -> bool:
    """Whether each row can be padded and no word is wider than its cell."""
    return fitted.spare >= 2 * LEAST_PAD * len(rows) - SLACK and not any(
        overflows(cell, text, fitted.size) for cell, text in pairs(rows, fitted)
    )


def pairs(rows: Sequence[Row], fitted: Fitted) -> Iterator[tuple[Cell, list[Line]]]:
    for row, texts in zip(rows, fitted.lines, strict=True):
        yield from zip(row.cells, texts, strict=True)


def overflows(cell: Cell, text: Sequence[Line], size: float) -> bool:
    return too_wide(text, size, Rect(0, 0, cell.width, 0))


def height(texts: Sequence[Sequence[Line]], size: float, table: RowSettings) -> float:
    most = max((len(text) for text in texts), default=0)
    return max(most * size * table.setting.leading, table.least)


def crowded(rows: Sequence[Row], fitted: Fitted, table: RowSettings) -> CrowdedError:
    """Return the error for rows that do not fit: a text with a word wider than its cell, or else
    the longest, which then has room for as many lines less as all are too high."""
    step = fitted.size * table.setting.leading
    over = math.ceil((2 * LEAST_PAD * len(rows) - fitted.spare - SLACK) / step)

    def worst(pair: tuple[Cell, list[Line]]) -> tuple[bool, int]:
        return overflows(*pair, fitted.size), len(pair[1])

    cell, text = max(pairs(rows, fitted), key=worst)
    room = Rect(0, 0, cell.width, max(len(text) - over, 0) * step)
    return CrowdedError(cell, too_long(cell.words, text, room, table.setting))
