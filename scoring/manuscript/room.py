"""Where a text can still begin in a book: test one layout, or find them one after the other.

Nothing is listed before it is asked for: all starts of one line length and spacing on a page come
from a few operations on sets of squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from scoring.manuscript.layout import SIDES, Extent, Layout, PartLines, Side, split_lines
from scoring.manuscript.page import Grid, Squares, onwards

V = TypeVar("V")


@dataclass(slots=True)
class Leaf:
    """A page in a player's book: the squares of its texts and those of its tiles."""

    text: Squares = 0
    tiles: Squares = 0

    @property
    def taken(self) -> Squares:
        return self.text | self.tiles


@dataclass(frozen=True, slots=True)
class Room:
    """The room left on a page for one text: ``free`` squares that it may fill (MS-3.5), and
    ``empty`` ones where the blank rows between its lines may be."""

    free: Squares
    empty: Squares

    def holds(self, squares: Squares, blank: Squares) -> bool:
        """Return whether a text's squares and blank rows all have room (MS-3.6)."""
        return not (squares & ~self.free or blank & ~self.empty)


def room(leaf: Leaf, grid: Grid, corners: bool, own: Squares = 0) -> Room:
    """Return the room on a page for a text of which ``own`` squares stand there already.

    ``corners``: squares of two texts may meet at a corner (MS-3.5).
    """
    others = leaf.text & ~own
    empty = grid.all & ~(others | leaf.tiles)
    return Room(empty & ~grid.around(others, not corners), empty)


def layouts(
    size: Extent, rooms: dict[Side, Room], grid: Grid, rng: Random | None = None
) -> Iterator[Layout]:
    """Yield every layout that has room, by page, spacing and line length; with ``rng`` it begins at
    a random one."""
    ways = [
        (page, double, line_length)
        for page in SIDES
        for double in (False, True)
        for line_length in size.line_lengths(grid)
    ]
    for page, double, line_length in rotated(ways, random_start(rng)):
        found = starts(size, line_length, double, rooms[page], grid)
        while found:
            square = any_square_of(found, rng)
            found ^= square
            row, column = divmod(square.bit_length() - 1, grid.stride)
            yield Layout(page, row + 1, (column + 1,), line_length, double)
        for row, columns, head in run_ons(size, line_length, double, rooms[page], grid, rng):
            yield Layout(page, row, columns, line_length, double, head)


def random_start(rng: Random | None) -> float:
    """Return where to begin among values, as a share from 0 to 1: 0, or random with ``rng``."""
    return 0.0 if rng is None else rng.random()


def rotated(values: list[V], where: float) -> list[V]:
    """Rotate the values so that they begin at this share of them, as `random_start` gives it."""
    first = int(where * len(values))
    return values[first:] + values[:first]


def any_square_of(squares: Squares, rng: Random | None) -> Squares:
    """Return the first of the squares, or with ``rng`` the first one from a random place on."""
    if rng is not None:
        at = int(rng.random() * squares.bit_length())
        squares = squares >> at << at or squares
    return squares & -squares


def starts(size: Extent, line_length: int, double: bool, left: Room, grid: Grid) -> Squares:
    """Return the squares where a text can begin and has room in one column."""
    full, rest = divmod(size.squares, line_length)
    lines = full + (rest > 0)
    step = 2 * grid.stride if double else grid.stride
    if (double and lines < 2) or (lines - 1) * step > (grid.rows - 1) * grid.stride:
        return 0
    found = onwards(grid.starts(left.free, line_length), full, step) if full else grid.all
    if rest:
        found &= grid.starts(left.free, rest) >> full * step
    if double:
        gaps = grid.starts(left.empty, line_length)
        found &= onwards(gaps, lines - 1, step) >> grid.stride
    return found


def run_ons(
    size: Extent, line_length: int, double: bool, left: Room, grid: Grid, rng: Random | None
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield the first row, the columns and the head of each layout in several parts that has room
    (MS-3.4)."""
    step = 2 if double else 1
    foot = -1 << max(grid.rows - step, 0) * grid.stride
    feet = grid.onto_first_row(grid.starts(left.free & foot, line_length))
    if not feet:
        return
    where = random_start(rng)  # drawn even if there is no line at the head
    lengths = size.lines(line_length)
    tops = grid.starts(left.free & grid.block(1, 1, grid.columns, step), lengths[-1])
    if not grid.onto_first_row(tops) & beyond(feet, line_length):
        return
    parting = PartColumns.of(left, line_length, lengths[-1], double, grid)
    rows = [row for row, columns in enumerate(parting.to_foot, 1) if columns]
    for row in rotated(rows, where):
        for head in range(1, step + 1):
            parts = split_lines(len(lengths), row, double, head, grid)
            different = head == 1 or any(part.row == head for part in parts[1:])
            spaced = not double or any(part.number > 1 for part in parts)
            if len(parts) > 1 and different and spaced:
                yield from [(row, columns, head) for columns in parting.columns(parts)]


def beyond(columns: int, line_length: int) -> int:
    """Return the columns past a line that stands in the first of ``columns`` and a blank one."""
    return -1 << (columns & -columns).bit_length() + line_length


@dataclass(frozen=True, slots=True)
class PartColumns:
    """The columns in which the parts of a text have room, as numbers with a bit for each column.

    ``to_foot`` has them for full lines from each row, from 0, to the foot of the page;
    ``from_head`` for so many full lines from row 1 or, double-spaced, from row 2, and ``ending`` if
    the last of them is the text's last line.
    """

    line_length: int
    to_foot: list[int]
    from_head: dict[int, list[int]]
    ending: dict[int, list[int]]

    @classmethod
    def of(cls, left: Room, line_length: int, last: int, double: bool, grid: Grid) -> PartColumns:
        """Find the columns for lines of ``line_length``; the ``last`` line may be shorter."""
        full = grid.by_row(grid.starts(left.free, line_length))
        short = full if last == line_length else grid.by_row(grid.starts(left.free, last))
        gaps = grid.by_row(grid.starts(left.empty, line_length))
        step = 2 if double else 1
        to_foot = full[:]
        for row in reversed(range(grid.rows - step)):
            to_foot[row] &= to_foot[row + step] & (gaps[row + 1] if double else -1)
        from_head, ending = {}, {}
        for head in range(1, step + 1):
            from_head[head], ending[head] = [-1], [0]
            for row in range(head - 1, grid.rows, step):
                above = from_head[head][-1] & (gaps[row - 1] if row >= step else -1)
                ending[head].append(above & short[row])
                from_head[head].append(above & full[row])
        return cls(line_length, to_foot, from_head, ending)

    def columns(self, parts: list[PartLines]) -> Iterator[tuple[int, ...]]:
        """Yield the columns for the parts of a text."""
        first, *middle, last = parts
        further = [self.from_head[part.row][part.number] for part in middle]
        ending = self.ending[last.row][last.number]
        return self.choices([self.to_foot[first.row - 1], *further, ending])

    def choices(self, where: list[int]) -> Iterator[tuple[int, ...]]:
        """Yield one column of each set, with room for the lines and a blank column between two."""
        first, *others = where
        if not all(where):
            return
        while first:
            lowest = first & -first
            first ^= lowest
            column = lowest.bit_length()
            if not others:
                yield (column,)
                continue
            further = others[0] & beyond(lowest, self.line_length)
            for rest in self.choices([further, *others[1:]]):
                yield (column, *rest)
