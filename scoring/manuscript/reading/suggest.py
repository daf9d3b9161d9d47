"""The single slip of the pen that would explain squares in which no layout is found, and its fix.

A slip blanks a square, adds one, or moves one. Writing one letter for another does one of these to
each of the two texts.

>>> grid = Grid(12, 18)
>>> lanval = grid.block(1, 1, 4, 3)
>>> fix = suggest_fix(lanval ^ grid.square(2, 3), Extent(12, 4), "left", grid)
>>> list(grid.squares(fix.lacking)), list(grid.squares(fix.extra))
([(2, 3)], [])
>>> fix = suggest_fix(lanval | grid.square(2, 5), Extent(12, 4), "left", grid)
>>> list(grid.squares(fix.lacking)), list(grid.squares(fix.extra))
([], [(2, 5)])
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scoring.manuscript.layout import Extent, Layout, Side, place_text
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.reading.layout_search import find_layout

FEW = 20  # holes that a text may have beside the square that moved, as between its parts


class OneSquareFix(NamedTuple):
    """The square to fill and the square to clear, or 0 for none, so that the text has a
    ``layout``."""

    lacking: Squares
    extra: Squares
    layout: Layout


def suggest_fix(squares: Squares, size: Extent, page: Side, grid: Grid) -> OneSquareFix | None:
    """Return the fix that gives the squares of a text a layout; None if no single one does."""
    for lacking, extra in candidate_fixes(squares, grid):
        mended = squares & ~extra | lacking
        layout = find_layout(mended, size, page, grid) if mended else None
        if layout is not None:
            if squares.bit_count() == size.squares:  # one too many here is one too few there
                lacking = place_text(layout, size, grid).squares & ~(squares & ~extra)
            return OneSquareFix(lacking, extra, layout)
    return None


def candidate_fixes(squares: Squares, grid: Grid) -> Iterator[tuple[Squares, Squares]]:
    """Yield what to fill and what to clear to undo a slip, the likely slips first."""
    for square in one_by_one(holes(squares, grid)):
        yield square, 0
    for square in one_by_one(squares):
        yield 0, square
    for square in one_by_one(squares):
        left = holes(squares ^ square, grid) & ~square
        if left.bit_count() <= FEW:
            for hole in one_by_one(left):
                yield hole, square


def one_by_one(squares: Squares) -> Iterator[Squares]:
    while squares:
        yield squares & -squares
        squares &= squares - 1


def holes(squares: Squares, grid: Grid) -> Squares:
    """Return the blank squares that have one of ``squares`` further right in the same row."""
    if not squares:
        return 0
    right_of_edge = grid.all & ~(grid.column(grid.leftmost(squares)) - grid.first_column)
    found = squares
    for _ in range(grid.columns):
        found |= found >> 1 & grid.all
    return found & ~squares & right_of_edge
