"""How a length is shared among the cells of a layout, and where the cells of a grid lie: numbers
alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from printkit.drawing.geometry import Rect


def shared(room: float, weights: Sequence[float], least: Sequence[float]) -> list[float]:
    """Return a length in parts in proportion to ``weights``, each at least as long as its
    ``least``, which together are no more than ``room``.

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
    """Return where each of some lengths begins that follow one another with a gap."""
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


def in_cells(
    slots: Sequence[Slot], box: Rect, columns: Sequence[float], rows: Sequence[float],
    gaps: tuple[float, float],
) -> list[Rect]:  # fmt: skip
    """Return the boxes of slots in a grid whose columns and rows share ``box`` by their weights."""
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
