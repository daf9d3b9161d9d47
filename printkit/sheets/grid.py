"""The grid of pieces on a sheet, and its crop marks.

All lengths are mm from the sheet's top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from printkit.drawing.geometry import Step
from printkit.drawing.shapes import Path, Style
from printkit.options import Marks
from printkit.sheets import plotter
from printkit.sheets.settings import SLACK, SheetSettings, Stock

Edge = Literal["bottom", "left"]
Fold = Literal["down", "across"]  # a fold line runs down the sheet's middle, or across it
Cell = tuple[int, int]  # a place in a grid: its column and its row, counted from 0

MARK = Style(fill=None, stroke="#000000", width=0.15)
EDGE = Style(fill=None, stroke="#ffffff", width=0.65)  # under a mark that lies on a bleed
GAP = 0.5  # mm between a piece without a bleed and a crop mark
INTO = 1 / 3  # of a bleed, which is kept clear of marks beside the cut
LEAST_MARK = 2.0  # mm of a crop mark at each end of a cut that every printer prints
SHORTEST_MARK = 1.0  # mm: between two pieces
INNER_MARK = 4.0  # mm: the length of a crop mark that does not run out to the edge
SLUG = 3.0  # mm: the height of the line at the foot of a sheet with ruler and caption
FOLD_ROOM = 2.0  # mm between a fold and the print beside it


class Axis(msgspec.Struct, frozen=True):
    """A grid's columns or its rows: ``number`` pieces of a ``length``, the first at ``start``.

    Between two pieces is a ``gutter``; the one in the middle, at a fold, is ``fold`` mm wider.
    """

    start: float
    length: float
    gutter: float
    number: int
    fold: float = 0.0

    @property
    def total(self) -> float:
        """From the first piece's near edge to the last one's far edge."""
        return self.number * self.length + (self.number - 1) * self.gutter + self.fold

    def edges(self, index: int) -> tuple[float, float]:
        near = self.start + index * (self.length + self.gutter)
        if 2 * index >= self.number:
            near += self.fold
        return near, near + self.length

    def starts(self) -> list[float]:
        return [self.edges(index)[0] for index in range(self.number)]

    def nearest(self, start: float) -> int:
        """Return the piece that begins at ``start``, or nearest to it."""
        beyond = start - self.start
        if beyond > self.total / 2:
            beyond -= self.fold
        return round(beyond / (self.length + self.gutter))


class Grid(msgspec.Struct, frozen=True):
    """Pieces of one size in columns and rows, the block centred on the sheet.

    ``slug`` is the edge with the ruler and the caption, if there is room, ``margin`` their distance
    from it. A folded sheet has fronts on the left, or at the top, and their backs on the other
    half. Where the places of a stock are, ``first`` says, the corner of the first one.
    """

    sheet: tuple[float, float]
    piece: tuple[float, float]
    columns: int
    rows: int
    gutter: tuple[float, float]
    bleed: float
    slug: Edge | None
    margin: float
    fold: Fold | None = None
    first: tuple[float, float] | None = None

    @property
    def across(self) -> Axis:
        return self.axis(0, self.columns, "down")

    @property
    def down(self) -> Axis:
        return self.axis(1, self.rows, "across")

    def axis(self, side: int, number: int, fold: Fold) -> Axis:
        more = fold_room(self.bleed, self.gutter[side]) if self.fold == fold else 0.0
        axis = Axis(0.0, self.piece[side], self.gutter[side], number, more)
        start = (self.sheet[side] - axis.total) / 2 if self.first is None else self.first[side]
        return msgspec.structs.replace(axis, start=start)

    def places(self) -> list[tuple[float, float]]:
        """The top left corner of each piece, row by row; on a folded sheet, of each front."""
        columns, rows = self.across.starts(), self.down.starts()
        if self.fold == "down":
            columns = columns[: self.columns // 2]
        elif self.fold == "across":
            rows = rows[: self.rows // 2]
        return [(x, y) for y in rows for x in columns]

    def holding(self, pieces: int) -> Grid:
        """Return this grid with only the columns and rows that ``pieces`` pieces take, centred on
        the sheet. Those of a stock stay where they are."""
        if self.first is not None:
            return self
        across = self.columns // (2 if self.fold == "down" else 1)
        rows = math.ceil(pieces / across)
        columns = math.ceil(pieces / rows)
        columns *= 2 if self.fold == "down" else 1
        rows *= 2 if self.fold == "across" else 1
        return msgspec.structs.replace(self, columns=columns, rows=rows)

    def has_room(self, width: float, height: float, bleed: float) -> bool:
        """Whether a piece fits a place: it has the grid's own size, or leaves room for crop marks
        of its own."""
        around = 2 * (bleed + GAP + INNER_MARK)
        same = (width, height, bleed) == (*self.piece, self.bleed)
        return same or (width + around <= self.piece[0] and height + around <= self.piece[1])


def fold_room(bleed: float, gutter: float) -> float:
    """Return how much wider than others the gutter at a fold is, to keep clear of the bleed."""
    return max(0.0, 2 * (bleed + FOLD_ROOM) - gutter)


def mark_gap(bleed: float) -> float:
    """Return how far from a cut its marks begin; further on, they lie on the bleed."""
    return GAP + INTO * bleed


class Room(NamedTuple):
    """Room for pieces on a ``sheet`` with its slug at an edge: ``across`` and ``down`` in mm."""

    sheet: tuple[float, float]
    slug: Edge
    across: float
    down: float


def rooms(
    sheet_size: tuple[float, float], bleed: float, settings: SheetSettings,
    marks: Marks | None = "crop", beside: float = 0.0,
) -> list[Room]:  # fmt: skip
    """Return the room for pieces between the margins, the slug and what is outside their trim, with
    the sheet upright and on its side, the slug at either edge.

    Outside the trim are the bleed, ``beside`` mm more, and `LEAST_MARK` of the crop marks;
    a plotter's ``marks`` have their own room. None: nothing is cut.
    """
    sheets = (sheet_size, sheet_size[::-1])
    if marks == "silhouette":
        around = 2 * (bleed + beside)
        free = [(sheet, one) for sheet in sheets for one in plotter.rooms(sheet)]
        return [Room(sheet, "bottom", one[0] - around, one[1] - around) for sheet, one in free]
    marked = mark_gap(bleed) + LEAST_MARK if marks else 0.0
    edge = settings.margin + max(bleed + beside, marked)
    found: list[Room] = []
    for across, down in sheets:
        found.append(Room((across, down), "bottom", across - 2 * edge, down - 2 * (edge + SLUG)))
        found.append(Room((across, down), "left", across - 2 * (edge + SLUG), down - 2 * edge))
    return found


def grid_for(
    width: float, height: float, bleed: float, sheet_size: tuple[float, float],
    settings: SheetSettings, *, folded: bool = False, marks: Marks | None = "crop",
) -> Grid:  # fmt: skip
    """Return the grid with the most pieces on a sheet, in portrait or in landscape, with room for
    the ``marks`` along every cut; None: it is not cut.

    ``folded``: each with its back, on the other half of the sheet. Raise `ValueError` if not even
    one fits.
    """
    folds: tuple[Fold | None, ...] = ("down", "across") if folded else (None,)
    grids = [
        grid
        for room in rooms(sheet_size, bleed, settings, marks)
        for fold in folds
        if (grid := _grid((width, height), bleed, room, settings, fold)) is not None
    ]
    if not grids:
        raise ValueError(too_large(width, height, sheet_size, folded=folded))
    # max() keeps the first of equals: the sheet unturned, and the slug at the bottom.
    return max(grids, key=lambda grid: (grid.columns * grid.rows, round(min(grid.gutter), 6)))


def stock_grid(
    stock: Stock, width: float, height: float, settings: SheetSettings, bleed: float = 0.0
) -> Grid:
    """Return the places of a stock, upright or with the sheet turned on its right side, as pieces
    of this size fit them; raise `ValueError` if they do not."""
    paper = settings.sheet_size(stock.paper)
    (wide, high), (left, top), (across, down) = stock.size, stock.first, stock.steps
    right = paper[0] - left - wide - (stock.columns - 1) * across
    size, gutter = (wide, high), (across - wide, down - high)
    for grid in (
        Grid(paper, size, stock.columns, stock.rows, gutter, bleed, None, settings.margin,
             first=(left, top)),
        Grid(paper[::-1], size[::-1], stock.rows, stock.columns, gutter[::-1], bleed, None,
             settings.margin, first=(top, right)),
    ):  # fmt: skip
        if width <= grid.piece[0] + SLACK and height <= grid.piece[1] + SLACK:
            needed, beside = settings.margin + SLUG + GAP, grid.across.start
            below = grid.sheet[1] - grid.down.start - grid.down.total
            slug: Edge | None = (
                "bottom" if below >= needed else "left" if beside >= needed else None
            )
            return msgspec.structs.replace(grid, slug=slug)
    place = f"a place of {wide:g} x {high:g} mm"
    raise ValueError(f"a {width:g} x {height:g} mm piece does not fit {place}: {stock.title}")


def too_large(
    width: float, height: float, sheet_size: tuple[float, float], *, folded: bool = False
) -> str:
    """Return the message that a piece fits no sheet."""
    piece = f"{width:g} x {height:g} mm"
    sheet = f"{sheet_size[0]:g} x {sheet_size[1]:g} mm paper"
    if folded:
        return f"a piece of {piece} and its back do not fit side by side on {sheet}"
    return f"a {piece} piece does not fit on {sheet}"


def free_bleed(
    width: float, height: float, bleed: float, sheet_size: tuple[float, float],
    settings: SheetSettings, *, folded: bool, marks: Marks | None,
) -> float:  # fmt: skip
    """As much of a ``bleed`` as a sheet has room for with as many pieces on it as without any."""

    def number(bleed: float) -> int:
        grid = grid_for(width, height, bleed, sheet_size, settings, folded=folded, marks=marks)
        return grid.columns * grid.rows

    most = min(bleed, settings.gutter / 2)
    shares = (most * quarters / 4 for quarters in (4, 3, 2, 1))
    try:
        without = number(0.0)
        return next((share for share in shares if number(share) == without), 0.0)
    except ValueError:  # it fits no sheet, or only with less
        return 0.0


def _grid(
    piece: tuple[float, float], bleed: float, room: Room, settings: SheetSettings,
    fold: Fold | None,
) -> Grid | None:  # fmt: skip
    least = max(2 * bleed, settings.least_gutter)
    counts: list[int] = []
    gutters: list[float] = []
    free = room.across, room.down
    for space, length, along in zip(free, piece, ("down", "across"), strict=True):
        folded = fold == along
        # The fold's gutter has its full width; the others may be narrower.
        space -= fold_room(bleed, least) if folded else 0.0
        count = math.floor((space + least) / (length + least) + 1e-9)
        count -= count % 2 if folded else 0
        if count < 1:
            return None
        gutters.append(_gutter(space, count, length, bleed, least, settings.gutter))
        counts.append(count)
    columns, rows = counts
    gutter = gutters[0], gutters[1]
    return Grid(room.sheet, piece, columns, rows, gutter, bleed, room.slug, settings.margin, fold)


def _gutter(
    space: float, count: int, length: float, bleed: float, least: float, most: float
) -> float:
    """The widest gutter there is room for; the least one where no mark would be seen in it."""
    most = max(least, most)
    if count == 1:
        return most
    spare = min(most, (space - count * length) / (count - 1))
    return spare if spare >= max(least, 2 * mark_gap(bleed) + SHORTEST_MARK) else least


@cache
def crop_marks(grid: Grid, cells: frozenset[Cell]) -> tuple[Path, ...]:
    """Return the crop marks of the pieces in ``cells``: along every cut, outside the pieces, out to
    the sheet's edge where that is free, and a little way into an empty place."""
    taken = grid.margin + SLUG
    left = taken if grid.slug == "left" else 0.0
    bottom = grid.sheet[1] - (taken if grid.slug == "bottom" else 0.0)
    gap = mark_gap(grid.bleed)
    across = _Cuts(grid.across, left, grid.sheet[0], gap)
    down = _Cuts(grid.down, 0.0, bottom, gap)
    return _marks(across, down, cells, grid.bleed)


def marks_around(x: float, y: float, width: float, height: float, bleed: float) -> tuple[Path, ...]:
    """Short crop marks around one piece that is smaller than its place in the grid."""
    gap = mark_gap(bleed)
    out = gap + INNER_MARK
    across = _Cuts(Axis(x, width, 0, 1), x - out, x + width + out, gap)
    down = _Cuts(Axis(y, height, 0, 1), y - out, y + height + out, gap)
    return _marks(across, down, frozenset([(0, 0)]), bleed)


def _marks(across: _Cuts, down: _Cuts, cells: frozenset[Cell], bleed: float) -> tuple[Path, ...]:
    """Return the marks; on a bleed, whatever its colour, they have a white edge."""
    steps: list[Step] = []
    for cut, rows in across.cuts(cells):
        for start, end in down.spans(rows):
            steps += (("M", (cut, start)), ("L", (cut, end)))
    for cut, columns in down.cuts(frozenset((row, column) for column, row in cells)):
        for start, end in across.spans(columns):
            steps += (("M", (start, cut)), ("L", (end, cut)))
    marks = Path(tuple(steps), MARK)
    return (Path(marks.steps, EDGE), marks) if bleed else (marks,)


class _Cuts(msgspec.Struct, frozen=True):
    """The cuts along an axis; marks run from ``first`` to ``last`` and keep a ``gap`` from
    pieces."""

    axis: Axis
    first: float
    last: float
    gap: float

    def cuts(self, cells: frozenset[Cell]) -> list[tuple[float, frozenset[int]]]:
        """Return the position of each cut, and the pieces of the other axis beside it; two pieces
        without a gutter share a cut."""
        beside: dict[float, tuple[float, set[int]]] = {}
        for index, other in sorted(cells):
            for cut in self.axis.edges(index):
                beside.setdefault(round(cut, 3), (cut, set()))[1].add(other)
        return [(cut, frozenset(others)) for cut, others in beside.values()]

    def spans(self, taken: frozenset[int]) -> Iterator[tuple[float, float]]:
        """Yield the stretches beside the ``taken`` places in which a mark is drawn."""
        for index in sorted(taken):
            near, far = self.axis.edges(index)
            if index - 1 not in taken:
                short = max(self.first, near - self.gap - INNER_MARK)
                least = self.first if index == 0 else short
                yield from self.free(least, near - self.gap)
            if index + 1 in taken:
                most = self.axis.edges(index + 1)[0] - self.gap
            else:
                short = min(self.last, far + self.gap + INNER_MARK)
                most = self.last if index == self.axis.number - 1 else short
            yield from self.free(far + self.gap, most)

    def free(self, start: float, end: float) -> Iterator[tuple[float, float]]:
        if end - start > 1e-6:
            yield start, end
