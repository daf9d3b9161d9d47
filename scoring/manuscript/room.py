"""Where a text may still begin in a book: tested for one layout, or found one after the other.

Nothing is listed before it is asked for: all starts of one line length and spacing on a page come
from a few operations on sets of squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from scoring.manuscript.layout import SIDES, Extent, Layout, Placed, Side, parts
from scoring.manuscript.page import Grid, Squares


@dataclass(slots=True)
class Leaf:
    """A page in a player's book: the squares of its texts and those of its tiles."""

    text: Squares = 0
    tiles: Squares = 0

    @property
    def taken(self) -> Squares:
        """All squares that are not empty."""
        return self.text | self.tiles


@dataclass(frozen=True, slots=True)
class Room:
    """What is left of a page for one text: ``free`` for its squares (MS-3.5), ``empty`` for the
    blank rows between its lines."""

    free: Squares
    empty: Squares

    def holds(self, squares: Squares, blank: Squares) -> bool:
        """Whether a text's squares and blank rows all have room (MS-3.6)."""
        return not (squares & ~self.free or blank & ~self.empty)


def room(leaf: Leaf, grid: Grid, corners: bool, own: Squares = 0) -> Room:
    """The room on a page for a text of which ``own`` squares stand there already.

    ``corners``: squares of two texts may meet at a corner (MS-3.5).
    """
    others = leaf.text & ~own
    empty = grid.all & ~(others | leaf.tiles)
    return Room(empty & ~grid.around(others, not corners), empty)


def has_room(size: Extent, rooms: dict[Side, Room], grid: Grid) -> bool:
    """Whether a text may begin anywhere."""
    return next(layouts(size, rooms, grid), None) is not None


def layouts(
    size: Extent, rooms: dict[Side, Room], grid: Grid, rng: Random | None = None
) -> Iterator[Layout]:
    """Every layout that has room, one after the other; in any order with ``rng``, else by page,
    spacing, line length."""
    ways = [
        (page, double, line_length)
        for page in SIDES
        for double in (False, True)
        for line_length in size.line_lengths(grid)
    ]
    if rng is not None:
        rng.shuffle(ways)
    for page, double, line_length in ways:
        found = starts(size, line_length, double, rooms[page], grid)
        while found:
            square = any_of(found, rng)
            found ^= square
            row, column = divmod(square.bit_length() - 1, grid.stride)
            yield Layout(page, row + 1, (column + 1,), line_length, double)
        for row, columns in run_ons(size, line_length, double, rooms[page], grid, rng):
            yield Layout(page, row, columns, line_length, double)


def any_of(squares: Squares, rng: Random | None) -> Squares:
    """One of some squares: the first, or with ``rng`` the first from a random one on."""
    if rng is not None:
        at = int(rng.random() * squares.bit_length())
        squares = squares >> at << at or squares
    return squares & -squares


def starts(size: Extent, line_length: int, double: bool, left: Room, grid: Grid) -> Squares:
    """The squares from which a text has room in one column."""
    full, rest = divmod(size.squares, line_length)
    lines = full + (rest > 0)
    step = 2 * grid.stride if double else grid.stride
    if (double and lines < 2) or (lines - 1) * step > (grid.rows - 1) * grid.stride:
        return 0
    found = downwards(grid.starts(left.free, line_length), full, step) if full else grid.all
    if rest:
        found &= grid.starts(left.free, rest) >> full * step
    if double:
        gaps = grid.starts(left.empty, line_length)
        found &= downwards(gaps, lines - 1, step) >> grid.stride
    return found


def downwards(squares: Squares, times: int, step: int) -> Squares:
    """The squares from which ``times`` squares, each ``step`` bits on, are among ``squares``."""
    found, done = squares, 1
    while done < times:
        more = min(done, times - done)
        found &= found >> more * step
        done += more
    return found


def run_ons(
    size: Extent, line_length: int, double: bool, left: Room, grid: Grid, rng: Random | None
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """First row and columns of every layout in more than one part that has room (MS-3.4)."""
    lines = len(size.lines(line_length))
    rows = list(range(1, grid.rows + 1))
    if rng is not None:
        rng.shuffle(rows)
    for row in rows:
        counts = parts(lines, row, double, grid)
        if len(counts) == 1 or (double and max(counts) < 2):
            continue
        for columns in ways_on(size, line_length, double, row, counts, left, grid):
            yield row, columns


def ways_on(
    size: Extent,
    line_length: int,
    double: bool,
    row: int,
    counts: list[int],
    left: Room,
    grid: Grid,
) -> Iterator[tuple[int, ...]]:
    """The columns in which a text's parts have room, for a first line on ``row``."""
    rest = size.squares - line_length * (len(size.lines(line_length)) - 1)
    last = len(counts) - 1
    fits = []
    for index, count in enumerate(counts):
        short = rest if index == last else line_length
        top = row if index == 0 else 1
        fits.append(columns_for(count, line_length, short, double, top, left, grid))

    def on(index: int, least: int) -> Iterator[tuple[int, ...]]:
        for column in fits[index]:
            if column < least:
                continue
            if index == last:
                yield (column,)
                continue
            for others in on(index + 1, column + line_length + 1):
                yield (column, *others)

    return on(0, 1)


def columns_for(
    count: int, line_length: int, short: int, double: bool, top: int, left: Room, grid: Grid
) -> list[int]:
    """The columns in which a part of ``count`` lines from row ``top`` has room.

    ``short`` is the length of its last line.
    """
    found = []
    step = 2 if double else 1
    for column in range(1, grid.columns + 1):
        widest = short if count == 1 else line_length
        if column + widest - 1 > grid.columns:
            break
        squares = blank = 0
        for line in range(count):
            length = short if line == count - 1 else line_length
            squares |= grid.run(top + line * step, column, length)
            if double and line < count - 1:
                blank |= grid.run(top + line * step + 1, column, line_length)
        if left.holds(squares, blank):
            found.append(column)
    return found


def fits(placed: Placed, missing: Squares, left: Room) -> bool:
    """Whether the ``missing`` squares of a text and its blank rows have room (MS-3.6)."""
    return left.holds(missing, placed.blank)
