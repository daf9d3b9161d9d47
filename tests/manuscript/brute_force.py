"""Every legal layout of a small text on a small page, counted out from the clauses.

Naive on purpose, and all its own: squares are pairs of row and column in sets; nothing comes from
the scorer. What may stand on a page is what stands in one of these layouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

Square = tuple[int, int]
Lines = tuple[tuple[Square, ...], ...]


class Page(NamedTuple):
    columns: int
    rows: int


class Card(NamedTuple):
    """A text: its squares, and the line length of verse (None for prose)."""

    squares: int
    line_length: int | None = None


class Layout(NamedTuple):
    """The squares of each line, and the blank ones between two lines of a column."""

    lines: Lines
    blank: frozenset[Square]
    double: bool

    def squares(self) -> frozenset[Square]:
        return frozenset(square for line in self.lines for square in line)


def line_lengths(card: Card, page: Page) -> list[int]:
    return [card.line_length] if card.line_length else list(range(1, page.columns + 1))


@cache
def layouts(card: Card, page: Page) -> tuple[Layout, ...]:
    """Every layout on an empty page (MS-3.1 to MS-3.4, MS-3.6)."""
    found = []
    for length in line_lengths(card, page):
        sizes = []
        rest = card.squares
        while rest > 0:
            sizes.append(min(length, rest))
            rest -= length
        for row in range(1, page.rows + 1):
            for column in range(1, page.columns + 1):
                for double, head in (False, 1), (True, 1), (True, 2):
                    for lines in runs(tuple(sizes), row, column, length, double, head, page):
                        layout = with_blank(lines, length, double)
                        if not double or layout.blank:
                            found.append(layout)
    return tuple(found)


def runs(
    sizes: tuple[int, ...], row: int, column: int, length: int, double: bool, head: int, page: Page
) -> Iterator[Lines]:
    """The lines from here on: below each other, and from the foot to the head of a column.

    After the last row a double-spaced text always goes on in row 1, or always in row 2.
    """
    if not sizes:
        yield ()
        return
    line = tuple((row, column + at) for at in range(sizes[0]))
    if line[-1][1] > page.columns:
        return
    below = row + 2 if double else row + 1
    if len(sizes) == 1:
        yield (line,)
    elif below <= page.rows:
        for lines in runs(sizes[1:], below, column, length, double, head, page):
            yield (line, *lines)
    else:
        first = head if row == page.rows else 1
        for further in range(column + length + 1, page.columns + 1):
            for lines in runs(sizes[1:], first, further, length, double, head, page):
                yield (line, *lines)


def with_blank(lines: Lines, length: int, double: bool) -> Layout:
    """A layout with the blank rows that a double-spaced one has (MS-3.3)."""
    blank: set[Square] = set()
    for line, after in pairwise(lines):
        row, column = line[0]
        if double and after[0][1] == column:
            blank |= {(row + 1, column + at) for at in range(length)}
    return Layout(lines, frozenset(blank), double)


def complete(squares: frozenset[Square], card: Card, page: Page) -> Layout | None:
    """The layout that these are all squares of, if there is one (MS-5.5 to MS-5.7)."""
    return next((one for one in layouts(card, page) if one.squares() == squares), None)


def incomplete(squares: frozenset[Square], card: Card, page: Page) -> bool:
    """Whether some layout holds them, each line absent or filled from its left (MS-5.8)."""
    if len(squares) >= card.squares:
        return False
    for layout in layouts(card, page):
        held = 0
        for line in layout.lines:
            filled = 0
            while filled < len(line) and line[filled] in squares:
                filled += 1
            if any(square in squares for square in line[filled:]):
                break
            held += filled
        if held == len(squares):
            return True
    return False


def touch(one: frozenset[Square], other: frozenset[Square], corners_may: bool) -> bool:
    for row, column in one:
        for square in other:
            down, across = abs(row - square[0]), abs(column - square[1])
            if down + across == 1 or (down == across == 1 and not corners_may):
                return True
    return False


def rectangle(squares: frozenset[Square], across: int, down: int) -> bool:
    """Whether a tile is full and of its size, in either turn (MS-5.4)."""
    top, left = min(row for row, _ in squares), min(column for _, column in squares)
    for wide, high in ((across, down), (down, across)):
        full = {(top + y, left + x) for y in range(high) for x in range(wide)}
        if squares == full:
            return True
    return False
