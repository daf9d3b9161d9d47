"""The layout of a text: the choices made when it is begun, and the squares that it then takes
(MS-3).

>>> grid = Grid(12, 18)
>>> perceval = Extent(32, 4)
>>> chosen = Layout("left", 1, (6,), 4, double=True)
>>> placed = place_text(chosen, perceval, grid)
>>> len(placed.lines), [row for row, _ in grid.squares(placed.squares & grid.column(6))][-1]
(8, 15)
>>> print(chosen)
left page, row 1, column 6, double-spaced
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from card_data.manuscript.model import Text
from scoring.manuscript.page import Grid, Squares

Side = Literal["left", "right"]
SIDES: tuple[Side, ...] = get_args(Side)


class Extent(NamedTuple):
    """The size of a text: its squares, and its line length if it is verse (MS-1.3)."""

    squares: int
    line_length: int | None = None  # None for prose

    def line_lengths(self, grid: Grid) -> range:
        """Return the line lengths that a scribe may choose from (MS-3.1, MS-3.2)."""
        if self.line_length is not None:
            return range(self.line_length, self.line_length + 1)
        return range(1, grid.columns + 1)

    def lines(self, line_length: int) -> list[int]:
        """Return the squares of each line; only the last may have fewer than ``line_length``.

        >>> Extent(24).lines(5)
        [5, 5, 5, 5, 4]
        """
        full, rest = divmod(self.squares, line_length)
        return [line_length] * full + [rest] * (rest > 0)


def extent(text: Text) -> Extent:
    return Extent(text.squares, text.line_length)


class Layout(NamedTuple):
    """Where and how a text stands: everything that is chosen when it is begun (MS-3.6).

    ``row`` is that of the first line; ``columns`` are the left columns of its parts, more than one
    if it runs on (MS-3.4). ``head`` is the row on which it goes on after a line on the last row: 1,
    or 2 below a blank row.
    """

    page: Side
    row: int
    columns: tuple[int, ...]
    line_length: int
    double: bool
    head: int = 1

    def __str__(self) -> str:
        on = "".join([f", on in column {column}" for column in self.columns[1:]])
        on += f" from row {self.head}" * (self.head > 1)
        spacing = "double-spaced" if self.double else "single-spaced"
        return f"{self.page} page, row {self.row}, column {self.columns[0]}{on}, {spacing}"


class Line(NamedTuple):
    """A line of a text: its row, its left column and its squares."""

    row: int
    column: int
    length: int


@dataclass(frozen=True)
class Placed:
    """The squares of a text in its layout.

    ``lines`` are in reading order, a set of squares each; ``gaps`` has for each pair of following
    lines the row between them that stays blank, 0 for none.
    """

    lines: tuple[Squares, ...]
    gaps: tuple[Squares, ...]

    @cached_property
    def squares(self) -> Squares:
        return sum(self.lines)

    @cached_property
    def blank(self) -> Squares:
        """All rows that stay blank between two lines of one column."""
        return sum(self.gaps)


class PartLines(NamedTuple):
    """The lines of a part: the row of the first, and their number."""

    row: int
    number: int


def split_lines(lines: int, row: int, double: bool, head: int, grid: Grid) -> list[PartLines]:
    """Return the parts of a text whose first line is on ``row``. After a line on the last row it
    goes on in row ``head``, otherwise in the first row (MS-3.4).

    >>> [[*map(tuple, split_lines(8, 12, True, head, Grid(12, 18)))] for head in (1, 2)]
    [[(12, 4), (1, 4)], [(12, 4), (2, 4)]]
    """
    step = 2 if double else 1
    found = []
    while lines:
        found.append(PartLines(row, min(lines, (grid.rows - row) // step + 1)))
        lines -= found[-1].number
        row = head if (grid.rows - row) % step == 0 else 1
    return found


def lines(layout: Layout, size: Extent, grid: Grid) -> list[Line]:
    """Return the lines of a text in its layout, in reading order; it has a part for each column."""
    lengths = size.lines(layout.line_length)
    step = 2 if layout.double else 1
    found: list[Line] = []
    parts = split_lines(len(lengths), layout.row, layout.double, layout.head, grid)
    for column, (row, number) in zip(layout.columns, parts, strict=True):
        for index in range(number):
            found.append(Line(row + index * step, column, lengths[len(found)]))
    return found


def layout_faults(layout: Layout, size: Extent, grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the clauses that a layout would break on an empty page, each with the reason."""
    if layout.line_length not in size.line_lengths(grid):
        allowed = size.line_lengths(grid)
        expected = f"{allowed[0]}" if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
        rule = "MS-3.2" if size.line_length is None else "MS-3.1"
        yield rule, f"lines of {layout.line_length}, expected {expected}"
        return
    if not (1 <= layout.row <= grid.rows and all(1 <= at <= grid.columns for at in layout.columns)):
        yield "MS-3.6", f"a page has rows 1 to {grid.rows} and columns 1 to {grid.columns}"
        return
    lengths = size.lines(layout.line_length)
    parts = split_lines(len(lengths), layout.row, layout.double, layout.head, grid)
    if layout.double and all(part.number < 2 for part in parts):
        yield "MS-3.4", "not two lines stand in one column, so it cannot be double-spaced"
    widest = lengths[-1] if parts[-1].number == 1 else layout.line_length
    if len(layout.columns) != len(parts):
        yield "MS-3.4", columns_message(parts, layout, widest, grid)
        return
    if layout.head > 1 and not (layout.double and any(part.row == 2 for part in parts[1:])):
        yield "MS-3.4", f"only double-spaced and after row {grid.rows} may it go on in row 2"
    for before, after in pairwise(layout.columns):
        first = before + layout.line_length + 1  # after a column without this text
        if after < first:
            yield "MS-3.4", f"column {after} is too far left, expected {first} or further right"
    for column, width in zip(
        layout.columns, [layout.line_length] * (len(parts) - 1) + [widest], strict=True
    ):
        if column + width - 1 > grid.columns:
            yield "MS-3.6", f"{width} squares from column {column} run off the page"


def columns_message(parts: list[PartLines], layout: Layout, widest: int, grid: Grid) -> str:
    """Return the message that a layout has more or fewer columns than its text has parts, of which
    the last is ``widest`` squares wide."""
    if len(parts) == 1:
        return "it ends in its first column, so leave out 'then'"
    number, first = sum([part.number for part in parts]), layout.columns[0]
    fit = f"only {parts[0].number} of its {number} lines fit from row {layout.row}"
    further = [first + at * (layout.line_length + 1) for at in range(1, len(parts))]
    if further[-1] + widest - 1 > grid.columns:
        return f"{fit}, and the page has no room for the rest further right"
    then = " ".join([f"then {column}" for column in further])
    return f"{fit}; say in which column it goes on, as in '{then}'"


def place_text(layout: Layout, size: Extent, grid: Grid) -> Placed:
    """Return the squares of a text in a layout in which `layout_faults` finds nothing."""
    found = lines(layout, size, grid)
    gaps = [
        grid.run(line.row + 1, line.column, layout.line_length)
        if layout.double and line.column == after.column
        else 0
        for line, after in pairwise(found)
    ]
    return Placed(tuple([grid.run(*line) for line in found]), tuple(gaps))
