"""Finds the layout in which the squares of a text stand, from the squares alone.

It tries every layout in which each line is absent or filled from its left (MS-5.8), the likely ones
first. A text that has all its squares and stands in a layout is complete and legal (MS-5.6), so the
same search serves both.

>>> grid = Grid(12, 18)
>>> find_layout(grid.runs(5, 3, 4, 7, 2) | grid.run(1, 9, 2), Extent(32, 4), "left", grid)
Layout(page='left', row=5, columns=(3, 9), line_length=4, double=True, head=1)
>>> find_layout(grid.runs(1, 1, 4, 2, 3), Extent(8, 4), "left", grid)  # two blank rows between
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import NamedTuple

from scoring.manuscript.layout import Extent, Layout, PartLines, Side, split_lines
from scoring.manuscript.page import Grid, Squares

EVERY: Squares = -1  # whatever there is
Block = tuple[int, Squares]  # the squares of one part, with its left column


def find_layout(squares: Squares, size: Extent, page: Side, grid: Grid) -> Layout | None:
    """Return a layout on an empty page that holds ``squares`` (one or more) of a text; None if none
    does."""
    if squares.bit_count() >= size.squares:
        return one_column(squares, size, page, grid) or search(squares, size, page, grid)
    return search(squares, size, page, grid)


def one_column(squares: Squares, size: Extent, page: Side, grid: Grid) -> Layout | None:
    """Return the layout of a text that is complete in one column, as most are, without a search."""
    first = (squares & -squares).bit_length() - 1
    row, column = divmod(first, grid.stride)
    from_first = squares >> first
    line_length = size.line_length or (~from_first & from_first + 1).bit_length() - 1
    lengths = size.lines(line_length)
    double = not squares & squares >> grid.stride and len(lengths) > 1
    stands = part_squares(row + 1, column + 1, len(lengths), 1 + double, lengths, grid)
    if squares != stands:
        return None
    return Layout(page, row + 1, (column + 1,), line_length, double)


def search(
    squares: Squares, size: Extent, page: Side, grid: Grid, free: Squares = EVERY
) -> Layout | None:
    """Return a layout as `find_layout` does, among those whose squares are all ``free``."""
    if squares.bit_count() > size.squares:
        return None
    for line_length in likely_lengths(squares, size, grid):
        blocks = split_parts(squares, line_length, grid)
        if blocks is None:
            continue
        lengths, likely = size.lines(line_length), row_of(blocks[0][1], grid)
        for double in likely_spacings(squares, grid):
            trial = Trial(blocks, lengths, double, grid, free)
            for row in chain((likely,), range(1, grid.rows + 1)):
                for head in (1, 2) if double else (1,):
                    if columns := trial.columns(row, head):
                        return Layout(page, row, columns, line_length, double, head)
    return None


def part_squares(
    row: int, column: int, number: int, step: int, lengths: list[int], grid: Grid
) -> Squares:
    """Return the squares of a part that has the last ``number`` of a text's lines."""
    full, last = lengths[0], lengths[-1]
    squares = grid.runs(row, column, full, number, step)
    if last < full:
        squares ^= grid.run(row + (number - 1) * step, column + last, full - last)
    return squares


def row_of(squares: Squares, grid: Grid) -> int:
    return ((squares & -squares).bit_length() - 1) // grid.stride + 1


def longest_row(squares: Squares) -> int:
    length = 0
    while squares:
        squares &= squares >> 1
        length += 1
    return length


def likely_lengths(squares: Squares, size: Extent, grid: Grid) -> list[int]:
    """Return the line lengths that a text may have, that of its longest line first (MS-5.6)."""
    lengths = size.line_lengths(grid)
    if len(lengths) == 1:
        return list(lengths)
    return list(range(longest_row(squares), lengths[-1] + 1))


def likely_spacings(squares: Squares, grid: Grid) -> tuple[bool, ...]:
    """Return the spacings that a text may have, True for double, the likely one first (MS-5.7)."""
    if squares & squares >> grid.stride:
        return (False,)
    return (True, False) if squares & squares >> 2 * grid.stride else (False, True)


def split_parts(squares: Squares, line_length: int, grid: Grid) -> list[Block] | None:
    """Return the squares of each part, from left to right, each line from its part's left column.

    Return None if a line does not start there or is broken (MS-5.5).
    """
    blocks: list[Block] = []
    while squares:
        column = grid.leftmost(squares)
        edge, width = grid.column(column), min(line_length, grid.columns - column + 1)
        block = squares & edge * ((1 << width) - 1)
        if block & ~(edge | block << 1):
            return None
        blocks.append((column, block))
        squares ^= block
    return blocks


class Trial(NamedTuple):
    """Squares to be held by lines of one length and spacing; ``lengths`` has that of each line.

    ``free`` are those that the lines may take.
    """

    blocks: list[Block]
    lengths: list[int]
    double: bool
    grid: Grid
    free: Squares

    def columns(self, row: int, head: int) -> tuple[int, ...] | None:
        """Return the columns of the parts of a layout from ``row``, with this ``head``, that holds
        the squares, or None."""
        parts = split_lines(len(self.lengths), row, self.double, head, self.grid)
        if self.double and all(part.number < 2 for part in parts):
            return None
        for indices in combinations(range(len(parts)), len(self.blocks)):
            columns = self.spread(indices, parts)
            if columns and self.holds(parts, indices, columns):
                return columns
        return None

    def spread(self, indices: tuple[int, ...], parts: list[PartLines]) -> tuple[int, ...] | None:
        """Return the columns of the parts of a layout; those with squares are ``indices``.

        A part without squares stands as far left as it can. Return None if a part has no column
        clear of the text before it.
        """
        known = {index: column for index, (column, _) in zip(indices, self.blocks, strict=True)}
        columns: list[int] = []
        least = 1
        for index in range(len(parts)):
            column = known.get(index) or self.leftmost(least, index, parts)
            if column is None or column < least:
                return None
            columns.append(column)
            least = column + self.lengths[0] + 1
        return tuple(columns)

    def leftmost(self, least: int, index: int, parts: list[PartLines]) -> int | None:
        """Return the first column from ``least`` on in which a part of the layout is free, or
        None."""
        for column in range(least, self.grid.columns + 1):
            if not self.part_squares(column, index, parts) & ~self.free:
                return column
        return None

    def holds(
        self, parts: list[PartLines], indices: tuple[int, ...], columns: tuple[int, ...]
    ) -> bool:
        """Whether a layout is on the page, is free, and has all the squares."""
        widest = self.lengths[-1] if parts[-1].number == 1 else self.lengths[0]
        if columns[-1] + widest - 1 > self.grid.columns:
            return False
        for index, (column, block) in zip(indices, self.blocks, strict=True):
            squares = self.part_squares(column, index, parts)
            if block & ~squares or squares & ~self.free:
                return False
        return True

    def part_squares(self, column: int, index: int, parts: list[PartLines]) -> Squares:
        """Return the squares of a part of a layout, in its column."""
        step, (row, number) = 2 if self.double else 1, parts[index]
        if index == len(parts) - 1:
            return part_squares(row, column, number, step, self.lengths, self.grid)
        return self.grid.runs(row, column, self.lengths[0], number, step)
