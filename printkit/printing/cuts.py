"""How many straight cuts a sheet takes, with a knife and with scissors."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

Span = tuple[float, float]
Box = tuple[Span, Span]  # the span of a piece, or of a sheet, across and down, in mm


def knife_cuts(pieces: Sequence[Box], sheet: Box) -> int:
    """Count the cuts along a ruler on a sheet that its margins hold together: a cut takes every
    edge on its line, and ends where it would cross a piece.

    >>> knife_cuts([((10, 50), (10, 30)), ((50, 90), (10, 30))], ((0, 100), (0, 40)))
    5
    """
    count = 0
    for axis in (0, 1):
        in_order = sorted(pieces, key=lambda one: one[1 - axis])
        for line in edges(pieces, sheet, axis):
            beside = (one[axis] for one in in_order if one[axis][0] <= line <= one[axis][1])
            count += sum(
                not crosses for crosses, _ in groupby(low < line < high for low, high in beside)
            )
    return count


def scissor_cuts(pieces: Sequence[Box], sheet: Box) -> int:
    """Count the cuts that part a sheet into strips, these into pieces, and so on, by whichever
    direction first takes fewer. Pieces that no cut from edge to edge parts take four each.

    >>> scissor_cuts([((10, 50), (10, 30)), ((50, 90), (10, 30))], ((0, 100), (0, 40)))
    5
    """
    counts: list[int] = []
    for axis in (0, 1):
        lines = [
            line
            for line in sorted(edges(pieces, sheet, axis))
            if not any(one[axis][0] < line < one[axis][1] for one in pieces)
        ]
        if not lines:
            continue
        inside = 0
        for low, high in pairwise((sheet[axis][0], *lines, sheet[axis][1])):
            strip = ((low, high), sheet[1]) if axis == 0 else (sheet[0], (low, high))
            inside += scissor_cuts([one for one in pieces if low <= one[axis][0] < high], strip)
        counts.append(len(lines) + inside)
    return min(counts, default=4 * len(pieces) if len(pieces) > 1 else 0)


def edges(pieces: Sequence[Box], sheet: Box, axis: int) -> set[float]:
    """Return where pieces have edges along an axis, except those of the sheet."""
    return {edge for one in pieces for edge in one[axis]} - {*sheet[axis]}
