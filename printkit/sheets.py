"""Faces on paper: imposition, crop marks, the strip with the ruler, backs.

All lengths are mm from the sheet's top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Literal, NamedTuple

import msgspec

from printkit.drawing import (
    OUTLINED,
    Face,
    Group,
    Matrix,
    Path,
    Shape,
    Step,
    Style,
    Text,
    line,
    outline,
)
from printkit.fonts import Font, Fonts
from printkit.papers import SheetSettings
from printkit.tiling import MARK_ROOM, joining_marks, tiled
from printkit.typeset import curly

Flip = Literal["long", "short"]
Edge = Literal["bottom", "left"]
Cell = tuple[int, int]  # a place in a grid: its column and its row, counted from 0

MARK = Style(fill=None, stroke="#000000", width=0.15)
RULE = Style(fill=None, stroke="#000000", width=0.2)
GAP = 0.5  # mm between a piece (or its bleed) and a crop mark
REACH = 4.0  # mm: a crop mark's length beside an empty place
STRIP = 3.0  # mm: the height of the strip with ruler and caption
STRIP_START = 10.0  # mm from the sheet's edge to the ruler
CAPTION_SIZE = 2.2  # mm


class GuestError(Exception):
    """Pieces that have no room on the sheets of another component; ``name`` is that of theirs."""

    def __init__(self, message: str, name: str) -> None:
        self.name = name
        super().__init__(message)


class Placement(NamedTuple):
    """A face with its trim's top left corner at (x, y); ``turned``: by 180 degrees."""

    face: Face
    x: float
    y: float
    turned: bool = False

    @property
    def matrix(self) -> Matrix:
        """From the face's own mm to those of the sheet."""
        if self.turned:
            return (-1, 0, 0, -1, self.x + self.face.width, self.y + self.face.height)
        return (1, 0, 0, 1, self.x, self.y)


class Sheet(NamedTuple):
    """One side of one sheet of paper; ``trim`` is the block of its pieces: x, y, width, height."""

    width: float
    height: float
    placements: tuple[Placement, ...]
    shapes: tuple[Shape, ...]
    trim: tuple[float, float, float, float]
    bleed: float
    back: bool


class Grid(msgspec.Struct, frozen=True):
    """Pieces of one size in columns and rows, the block centred on the sheet.

    ``strip`` says at which edge the ruler and the caption are, ``margin`` how far from it.
    """

    sheet: tuple[float, float]
    piece: tuple[float, float]
    columns: int
    rows: int
    gutter: tuple[float, float]
    bleed: float
    strip: Edge
    margin: float

    @property
    def block(self) -> tuple[float, float, float, float]:
        """The block of trims: x, y, width, height."""
        width = self.columns * self.piece[0] + (self.columns - 1) * self.gutter[0]
        height = self.rows * self.piece[1] + (self.rows - 1) * self.gutter[1]
        return (self.sheet[0] - width) / 2, (self.sheet[1] - height) / 2, width, height

    def places(self) -> list[tuple[float, float]]:
        """The top left corner of each piece, row by row."""
        x, y, _, _ = self.block
        return [
            (
                x + column * (self.piece[0] + self.gutter[0]),
                y + row * (self.piece[1] + self.gutter[1]),
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def make_room(self, face: Face, name: str) -> None:
        """Raise `GuestError` if a face is too large for a place, with crop marks of its own."""
        around = 2 * (face.bleed + GAP + REACH)
        same = (face.width, face.height, face.bleed) == (*self.piece, self.bleed)
        fits = face.width + around <= self.piece[0] and face.height + around <= self.piece[1]
        if not same and not fits:
            place = "{:g} x {:g} mm".format(*self.piece)
            size = f"{face.width:g} x {face.height:g} mm"
            raise GuestError(f"{size} and crop marks do not fit into a place of {place}", name)

    def placed(self, face: Face, x: float, y: float) -> Placement:
        """A face in the middle of the place whose top left corner is at (x, y)."""
        spare = self.piece[0] - face.width, self.piece[1] - face.height
        return Placement(face, x + spare[0] / 2, y + spare[1] / 2)

    def cell(self, x: float, y: float) -> Cell:
        """The place whose top left corner is at (x, y)."""
        left, top, _, _ = self.block
        column = round((x - left) / (self.piece[0] + self.gutter[0]))
        return column, round((y - top) / (self.piece[1] + self.gutter[1]))


def grid_for(
    width: float, height: float, bleed: float, paper: tuple[float, float], settings: SheetSettings
) -> Grid:
    """The grid that gets the most pieces onto the paper, in portrait or in landscape.

    Raise `ValueError` if not even one fits.
    """
    grids = [
        grid
        for sheet, strip in _ways(paper)
        if (grid := _grid(width, height, bleed, sheet, strip, settings)) is not None
    ]
    if not grids:
        raise ValueError(
            f"a {width:g} x {height:g} mm piece does not fit on "
            f"{paper[0]:g} x {paper[1]:g} mm paper"
        )
    # max() keeps the first of equals: the paper as it is named first, and the strip at the bottom.
    return max(grids, key=lambda grid: (grid.columns * grid.rows, round(min(grid.gutter), 6)))


def _ways(paper: tuple[float, float]) -> list[tuple[tuple[float, float], Edge]]:
    """The paper upright and on its side, each with the strip at either edge."""
    edges: tuple[Edge, ...] = ("bottom", "left")
    return [(sheet, strip) for sheet in (paper, paper[::-1]) for strip in edges]


def _room(
    sheet: tuple[float, float], strip: Edge, bleed: float, settings: SheetSettings
) -> tuple[float, float]:
    """Width and height for pieces between the margins, the strip and the outermost bleed."""
    edge = settings.margin + bleed
    across = sheet[0] - 2 * (edge + (STRIP if strip == "left" else 0))
    down = sheet[1] - 2 * (edge + (STRIP if strip == "bottom" else 0))
    return across, down


def in_parts(
    faces: Sequence[Face], paper: tuple[float, float], settings: SheetSettings
) -> list[Face]:
    """``faces``, which share one size; those larger than a page as parts of it, to be joined.

    Raise `ValueError` if even many pages are not enough.
    """
    first = faces[0]
    if (first.width, first.height) == paper:
        return list(faces)
    rooms = [_room(sheet, strip, first.bleed, settings) for sheet, strip in _ways(paper)]
    if any(first.width <= across and first.height <= down for across, down in rooms):
        return list(faces)
    return tiled(faces, [(across - 2 * MARK_ROOM, down - 2 * MARK_ROOM) for across, down in rooms])


def _grid(
    width: float, height: float, bleed: float, sheet: tuple[float, float], strip: Edge,
    settings: SheetSettings,
) -> Grid | None:  # fmt: skip
    across, down = _room(sheet, strip, bleed, settings)
    least = 2 * bleed
    columns = math.floor((across + least) / (width + least) + 1e-9)
    rows = math.floor((down + least) / (height + least) + 1e-9)
    if columns < 1 or rows < 1:
        return None
    gutter = (
        _gutter(across, columns, width, least, settings.gutter),
        _gutter(down, rows, height, least, settings.gutter),
    )
    return Grid(sheet, (width, height), columns, rows, gutter, bleed, strip, settings.margin)


def _gutter(room: float, count: int, length: float, least: float, most: float) -> float:
    """As wide as there is room for; none where it would be too narrow for a mark."""
    most = max(least, most)
    if count == 1:
        return most
    spare = min(most, (room - count * length) / (count - 1))
    return spare if spare >= least + 2 * GAP else least


@cache
def crop_marks(grid: Grid, cells: frozenset[Cell]) -> Path:
    """The crop marks of the pieces in ``cells``: along every cut of theirs, outside the pieces, to
    the sheet's edge where it is free; into an empty place only a little."""
    x, y, _, _ = grid.block
    taken = grid.margin + STRIP
    left = taken if grid.strip == "left" else 0.0
    bottom = grid.sheet[1] - (taken if grid.strip == "bottom" else 0.0)
    gap = grid.bleed + GAP
    across = _Axis(x, grid.piece[0], grid.gutter[0], grid.columns, left, grid.sheet[0], gap)
    down = _Axis(y, grid.piece[1], grid.gutter[1], grid.rows, 0.0, bottom, gap)
    return _marks(across, down, cells)


def marks_around(piece: Placement) -> Path:
    """Short crop marks around one piece that is smaller than its place in the grid."""
    face, x, y = piece[:3]
    gap = face.bleed + GAP
    out = gap + REACH
    across = _Axis(x, face.width, 0, 1, x - out, x + face.width + out, gap)
    down = _Axis(y, face.height, 0, 1, y - out, y + face.height + out, gap)
    return _marks(across, down, frozenset([(0, 0)]))


def _marks(across: _Axis, down: _Axis, cells: frozenset[Cell]) -> Path:
    steps: list[Step] = []
    for cut, rows in across.cuts(cells):
        for start, end in down.spans(rows):
            steps += (("M", (cut, start)), ("L", (cut, end)))
    for cut, columns in down.cuts(frozenset((row, column) for column, row in cells)):
        for start, end in across.spans(columns):
            steps += (("M", (start, cut)), ("L", (end, cut)))
    return Path(tuple(steps), MARK)


class _Axis(NamedTuple):
    """A grid's columns or its rows: ``number`` pieces of a ``length``, the first at ``start``.

    Marks run from ``first`` to ``last`` and keep a ``gap`` from pieces.
    """

    start: float
    length: float
    gutter: float
    number: int
    first: float
    last: float
    gap: float

    def edges(self, index: int) -> tuple[float, float]:
        near = self.start + index * (self.length + self.gutter)
        return near, near + self.length

    def cuts(self, cells: frozenset[Cell]) -> list[tuple[float, frozenset[int]]]:
        """Where the cuts run, and beside which pieces of the other axis; two pieces without a
        gutter share one."""
        beside: dict[float, tuple[float, set[int]]] = {}
        for index, other in sorted(cells):
            for cut in self.edges(index):
                beside.setdefault(round(cut, 3), (cut, set()))[1].add(other)
        return [(cut, frozenset(others)) for cut, others in beside.values()]

    def spans(self, taken: frozenset[int]) -> Iterator[tuple[float, float]]:
        """The stretches beside the ``taken`` places in which a mark is drawn."""
        for index in sorted(taken):
            near, far = self.edges(index)
            if index - 1 not in taken:
                short = max(self.first, near - self.gap - REACH)
                least = self.first if index == 0 else short
                yield from self.free(least, near - self.gap)
            if index + 1 in taken:
                most = far + self.gutter - self.gap
            else:
                short = min(self.last, far + self.gap + REACH)
                most = self.last if index == self.number - 1 else short
            yield from self.free(far + self.gap, most)

    def free(self, start: float, end: float) -> Iterator[tuple[float, float]]:
        if end - start > 1e-6:
            yield start, end


def cut_lines(placements: Sequence[Placement]) -> Iterator[Path]:
    """The outlines of the round and the hex pieces: straight cuts from mark to mark make none, and
    scissors follow the line itself. So it is on the trim, and on fronts alone."""
    for face, x, y, _ in placements:
        if face.shape in OUTLINED:
            yield Path(outline(face, 0.0, x, y), MARK)


@cache
def ruler(length: float) -> tuple[Path, ...]:
    """A line with a tick every 5 mm."""
    ticks = ((x, 1.6 if x % 10 == 0 else 0.9) for x in range(0, round(length) + 1, 5))
    return line(0, 0, length, 0, RULE), *(line(x, 0, x, -height, RULE) for x, height in ticks)


def strip_shapes(
    caption: str, sheet: tuple[float, float], edge: Edge, settings: SheetSettings, fonts: Fonts
) -> Group:
    """The ruler and the caption on one line along an edge of the sheet."""
    length = settings.ruler
    shapes: list[Shape] = [*ruler(length)]
    font = fonts.get("sans")
    room = (sheet[0] if edge == "bottom" else sheet[1]) - 2 * STRIP_START - length - 12
    caption = _shortened(curly(caption), room / CAPTION_SIZE, font)
    for x, text in ((length + 1, f"{length:g} mm"), (length + 12, caption)):
        width = font.width(text) * CAPTION_SIZE
        shapes.append(Text(x, 0, text, font.key, CAPTION_SIZE, width, "#333333"))
    rise = settings.margin + 0.6
    if edge == "bottom":
        return Group(tuple(shapes), (1, 0, 0, 1, STRIP_START, sheet[1] - rise))
    return Group(tuple(shapes), (0, -1, 1, 0, rise + 1.6, sheet[1] - STRIP_START))


def _shortened(text: str, width: float, font: Font) -> str:
    """``text`` with its beginning cut off where it is wider than ``width`` ems: pages end it."""
    if font.width(text) <= width:
        return text
    while text and font.width("…" + text) > width:
        text = text[1:]
    return "…" + text


class Imposition(msgspec.Struct, frozen=True):
    """How one component is imposed; ``paper`` is the name of a paper."""

    title: str
    paper: str
    flip: Flip
    fronts_only: bool


def impose(
    faces: Sequence[Face], how: Imposition, settings: SheetSettings, fonts: Fonts,
    guests: Sequence[tuple[str, Sequence[Face]]] = (),
) -> list[Sheet]:  # fmt: skip
    """Sheets for ``faces``, which share one size: each front, then its backs if there are any.

    ``guests``, by the names of their components, follow them on the same sheets, each in the middle
    of a place. Raise `GuestError` if one is too large for that, `ValueError` if no sheet has room.
    """
    paper = settings.paper(how.paper)
    others = [guest for _, those in guests for guest in those]
    pieces = [piece for whole in wholes([*faces, *others]) for piece in whole]
    first = pieces[0]
    whole = (first.width, first.height) == paper
    if whole:
        grid = Grid(paper, paper, 1, 1, (0, 0), 0, "bottom", settings.margin)
    elif first.part is not None:
        grid = _grid_of_a_part(first, paper, settings)
    else:
        grid = grid_for(first.width, first.height, first.bleed, paper, settings)
    for name, those in guests:
        if whole or first.part is not None:
            raise GuestError("the pieces there are whole sheets", name)
        for guest in those:
            grid.make_room(guest, name)
    backs = not how.fronts_only and any(face.back for face in (*faces, *others))
    places = grid.places()
    batches = [pieces[start : start + len(places)] for start in range(0, len(pieces), len(places))]
    pages = _Pages(grid, how, settings, fonts, len(batches) * (2 if backs else 1), whole)
    sheets: list[Sheet] = []
    for batch in batches:
        fronts = [grid.placed(face, *place) for face, place in zip(batch, places, strict=False)]
        sheets.append(pages.sheet(fronts, len(sheets) + 1, back=False))
        if backs:
            behind = _backs(fronts, grid.sheet, how.flip)
            sheets.append(pages.sheet(behind, len(sheets) + 1, back=True))
    return sheets


def wholes(faces: Sequence[Face]) -> Iterator[list[Face]]:
    """Each face as often as it is printed, with the other pages of its text if there are any."""
    for _, pages in groupby(faces, key=lambda face: (face.id, face.number)):
        whole = list(pages)
        yield from [whole] * whole[0].copies


def _grid_of_a_part(face: Face, paper: tuple[float, float], settings: SheetSettings) -> Grid:
    """A page for one part of a larger piece, with room around it for the joining marks."""
    grid = grid_for(face.width, face.height, face.bleed + MARK_ROOM, paper, settings)
    return msgspec.structs.replace(grid, columns=1, rows=1, bleed=face.bleed)


class _Pages(msgspec.Struct, frozen=True):
    """What all sheets of a component share; ``whole``: a piece is the whole paper, uncut."""

    grid: Grid
    how: Imposition
    settings: SheetSettings
    fonts: Fonts
    pages: int
    whole: bool

    def sheet(self, placements: list[Placement], number: int, *, back: bool) -> Sheet:
        grid, how = self.grid, self.how
        side = f", backs (flip on the {how.flip} edge)" if back else ""
        paper = how.paper.capitalize()
        part = placements[0].face.part if placements else None
        page = f"page {number} of {self.pages}{f': {part.name}' if part else ''}"
        caption = f"{how.title}{side} · {page} · {paper} · print at 100 %"
        strip = strip_shapes(caption, grid.sheet, grid.strip, self.settings, self.fonts)
        marks: list[Shape] = [] if self.whole else list(self.marks(placements))
        if not back:
            marks += cut_lines(placements)
        if part and not back:  # on backs it is the other part that lies on top
            marks += joining_marks(*placements[0][:3], self.fonts.get("sans"))
        width, height = grid.sheet
        return Sheet(
            width, height, tuple(placements), (*marks, strip), grid.block, grid.bleed, back
        )

    def marks(self, placements: list[Placement]) -> Iterator[Path]:
        """The crop marks of the pieces on a sheet that are cut straight."""
        straight = [one for one in placements if one.face.shape == "rectangle"]
        full = [one for one in straight if (one.face.width, one.face.height) == self.grid.piece]
        cells = (self.grid.cell(x, y) for _, x, y, _ in full)
        if full:
            yield crop_marks(self.grid, frozenset(cells))
        yield from (marks_around(one) for one in straight if one not in full)


def about_vertical_edge(sheet: tuple[float, float], flip: Flip) -> bool:
    """Whether a sheet that is turned over along its ``flip`` edge keeps its top at the top."""
    return (flip == "long") == (sheet[1] >= sheet[0])


def _backs(fronts: list[Placement], sheet: tuple[float, float], flip: Flip) -> list[Placement]:
    """Each back behind its front once the sheet is turned over along its ``flip`` edge."""
    sideways = about_vertical_edge(sheet, flip)
    return [
        Placement(
            front.face.back,
            sheet[0] - front.x - front.face.width if sideways else front.x,
            front.y if sideways else sheet[1] - front.y - front.face.height,
            turned=not sideways,
        )
        for front in fronts
        if front.face.back is not None
    ]
