"""Faces on paper: imposition, crop marks, the slug with the ruler, backs.

All lengths are mm from the sheet's top left corner.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

import msgspec

from printkit.drawing.geometry import multiply
from printkit.drawing.shapes import OUTLINED, Face, Group, Path, Shape, Style, Text, line, outline
from printkit.drawing.traversal import has_fields
from printkit.identity import Identity
from printkit.options import Flip, Marks, Printer, Sides
from printkit.sheets.grid import (
    MARK,
    SLUG,
    Edge,
    Fold,
    Grid,
    crop_marks,
    grid_for,
    marks_around,
    rooms,
    stock_grid,
    too_large,
)
from printkit.sheets.plotter import CORNER, registration_marks
from printkit.sheets.settings import SheetSettings, Stock, paper_title
from printkit.sheets.sheet import Placement, Sheet, correction, upright
from printkit.sheets.tiling import MARK_ROOM, joining_marks, tiled
from printkit.typography.fitting import as_printed
from printkit.typography.fonts import Font, Fonts

RULE = Style(fill=None, stroke="#000000", width=0.2)
FOLD = Style(fill=None, stroke="#000000", width=0.15, dash=(1.0, 1.0))
GREY = "#333333"  # of the slug's words
SLUG_START = 10.0  # mm from the sheet's edge to the ruler
CAPTION_SIZE = 2.2  # mm
LEAST_CAPTION = 50.0  # mm: room for what it says of the page, and for the paper
CODE_SIZE, SMALLEST_CODE = 1.6, 1.2  # mm: of what a sheet says of itself
LONGEST_CODE = 70.0  # mm
CODE_GAP, CODE_RISE = 3.0, 2.6  # mm between a caption and the code beside it, or above it
SMALLEST_CAPTION = 1.5  # mm: with house rules, which are never clipped
SLUG_RISE = 0.6  # mm from the margin to the ruler
BLANK = ", left blank for printing on both sides"
UPPER_ROW, LOWER_ROW = -1.25, 0.15  # mm below the ruler: two rows of the smallest caption in a slug


class SizeError(ValueError):
    """Raised where no sheet has room for pieces; ``face`` is one of them."""

    def __init__(self, message: str, face: Face) -> None:
        self.face = face
        super().__init__(message)


class SharingError(Exception):
    """Raised where the pieces of the component ``name`` do not fit on another's sheets."""

    def __init__(self, message: str, name: str) -> None:
        self.name = name
        super().__init__(message)


def tile_if_too_large(
    faces: Sequence[Face], sheet_size: tuple[float, float], settings: SheetSettings,
    marks: Marks | None = "crop", *, tiles: bool = True,
) -> list[Face]:  # fmt: skip
    """Return ``faces``, which share one size, as they are, or in tiles to be joined if they are
    larger than a page with its ``marks`` (None: a page with one piece is not cut).

    Raise `SizeError` if that takes too many tiles, or any at all without ``tiles``.
    """
    first = faces[0]
    if (first.width, first.height) == sheet_size:
        return list(faces)
    if has_room(first, sheet_size, settings, marks):
        return list(faces)
    if not tiles:
        message = too_large(first.width, first.height, sheet_size)
        raise SizeError(f"{message}; with tiled: true it is printed in parts to join", first)
    free = rooms(sheet_size, first.bleed, settings, beside=MARK_ROOM)
    try:
        return tiled(faces, [(one.across, one.down) for one in free])
    except ValueError as error:
        raise SizeError(str(error), first) from None


def group_by_size(faces: Iterable[Face]) -> list[list[Face]]:
    """Group faces by their size, bleed, and whether they are tiles, in the order of the first."""
    sizes: dict[tuple[float, float, float, bool], list[Face]] = {}
    for face in faces:
        key = face.width, face.height, face.bleed, face.tile is not None
        sizes.setdefault(key, []).append(face)
    return [*sizes.values()]


def has_room(
    face: Face, sheet_size: tuple[float, float], settings: SheetSettings, marks: Marks | None
) -> bool:
    """Whether a sheet has room for a face and such ``marks``."""
    free = rooms(sheet_size, face.bleed, settings, marks)
    return any(face.width <= one.across and face.height <= one.down for one in free)


def cut_lines(placements: Sequence[Placement]) -> Iterator[Path]:
    """Yield the outlines of round and hex pieces, on the trim of their fronts: they are cut out
    with scissors along the line itself."""
    for one in placements:
        if one.face.shape in OUTLINED and not one.back:
            yield Path(outline(one.face, 0.0, one.x, one.y), MARK)


@cache
def ruler(length: float) -> tuple[Path, ...]:
    """Return a line of a ``length`` in mm, with a tick every 5 mm."""
    ticks = ((x, 1.6 if x % 10 == 0 else 0.9) for x in range(0, round(length) + 1, 5))
    return line(0, 0, length, 0, RULE), *(line(x, 0, x, -height, RULE) for x, height in ticks)


def slug_shapes(
    caption: str, sheet: tuple[float, float], edge: Edge, settings: SheetSettings, fonts: Fonts,
    start: float = SLUG_START, code: str = "", house: str = "",
) -> Group:  # fmt: skip
    """Return the slug: the ruler, the caption and the ``code`` of a sheet with fields, on one line
    along an edge of the sheet, ``start`` mm from its corners.

    Where the line is too short for both, the code goes above the caption; one that would be too
    small to read is left out. The ``house`` options end the caption, set smaller if need be; where
    they do not fit even so they go above it, if they stay clear of the crop marks there; else above
    the ruler too.
    """
    length, font = settings.ruler, fonts.get("sans")
    space = (sheet[0] if edge == "bottom" else sheet[1]) - 2 * start - length - 12
    size = min(CODE_SIZE, min(space, LONGEST_CODE) / max(font.width(code), 1.0))
    shapes: list[Shape] = [*ruler(length)]
    caption, options = as_printed(caption), f"house rules: {house}" if house else ""
    if code and size >= SMALLEST_CODE:
        width = font.width(code) * size
        x, y, beside = length + 12, -CODE_RISE, space - width - CODE_GAP
        if beside >= LEAST_CAPTION + font.width(options) * SMALLEST_CAPTION:
            x, y, space = x + space - width, 0.0, beside
        shapes.append(Text(x, y, code, font.key, size, width, GREY))
    least, most, drop = CAPTION_SIZE, CAPTION_SIZE, 0.0
    page = LEAST_CAPTION / CAPTION_SIZE  # ems: what the caption says of the page, and of the paper
    if options and (page + font.width(options)) * SMALLEST_CAPTION <= space:
        caption, least = f"{caption} · {options}", SMALLEST_CAPTION
    elif options and not code and font.width(options) * SMALLEST_CAPTION <= space:
        least, most, drop = SMALLEST_CAPTION, SMALLEST_CAPTION, LOWER_ROW
        shapes.append(_caption(options, most, font, length + 12, UPPER_ROW))
    elif options:
        size = min(SMALLEST_CAPTION, (length + 12 + space) / font.width(options))
        shapes.append(_caption(options, size, font, 0, -(2 if code else 1) * CODE_RISE))
    size = max(least, min(most, space / font.width(caption)))
    caption = _shortened(caption, space / size + 1e-9, font)
    shapes.append(_caption(f"{length:g} mm", CAPTION_SIZE, font, length + 1))
    shapes.append(_caption(caption, size, font, length + 12, drop))
    rise = settings.margin + SLUG_RISE
    if edge == "bottom":
        return Group(tuple(shapes), (1, 0, 0, 1, start, sheet[1] - rise))
    return Group(tuple(shapes), (0, -1, 1, 0, rise + 1.6, sheet[1] - start))


def _caption(text: str, size: float, font: Font, x: float, y: float = 0) -> Text:
    return Text(x, y, text, font.key, size, font.width(text) * size, GREY)


def _shortened(text: str, width: float, font: Font) -> str:
    """Clip ``text`` to ``width`` ems, at its beginning since the page number is at its end."""
    if font.width(text) <= width:
        return text
    fits = bisect_left(range(len(text)), -width, key=lambda start: -font.width("…" + text[start:]))
    return "…" + text[fits:]


class Numbers(msgspec.Struct, frozen=True):
    """Numbers the pages of a component in a file of ``total`` pages, two to a sheet of paper, of
    which ``pages`` come before it. ``spaced``: it is printed on one side, so each page is followed
    by a blank one."""

    pages: int
    total: int
    spaced: bool = False

    def caption(self, number: int) -> str:
        """Describe in the slug one of the component's pages, counted from 1 with the blank ones.

        >>> Numbers(2, 22).caption(3)
        'sheet 3, page 5 of 22'
        """
        page = self.pages + number
        return f"sheet {-(-page // 2)}, page {page} of {self.total}"


class Imposition(msgspec.Struct, frozen=True):
    """How one component is imposed.

    ``paper`` is a paper's name, ``numbers`` those of its pages if other components come before it
    in a file. ``uncut``: it is on plain paper, so that a sheet with one piece stays whole.
    ``identity`` makes the codes of its sheets with fields, ``house`` is the slug's note on house
    options. ``stock`` is die-cut already.
    """

    title: str
    paper: str
    flip: Flip = "long"
    backs: Sides = "duplex"
    printer: Printer | None = None
    numbers: Numbers | None = None
    marks: Marks = "crop"
    uncut: bool = False
    identity: Identity | None = None
    house: str = ""
    stock: Stock | None = None

    @property
    def paper_caption(self) -> str:
        """The paper, and the correction for a printer, as in the slug."""
        corrected = f" · {self.printer.summary}" if self.printer else ""
        stock = f", {self.stock.title}" if self.stock else ""
        return f"{paper_title(self.paper)}{stock}{corrected}"


def impose(
    faces: Sequence[Face], how: Imposition, settings: SheetSettings, fonts: Fonts,
    co_printed: Sequence[tuple[str, Sequence[Face]]] = (),
) -> list[Sheet]:  # fmt: skip
    """Return sheets for ``faces``, those of each size on sheets of their own: fronts, each sheet
    followed by its backs if there are any, or by a blank page if the numbers of ``how`` are spaced.

    ``co_printed`` faces, by the names of their components, follow them on the same sheets, each in
    the middle of a place. Raise `SharingError` if one is too large for that, `SizeError` if no
    sheet has room.
    """
    every = (*faces, *(sharer for _, those in co_printed for sharer in those))
    backs = how.backs != "fronts" and any(face.back for face in every)
    backs = backs and how.backs != "gutterfold"
    behind = backs or (how.numbers is not None and how.numbers.spaced)
    sides: list[_Side] = []
    for stack in _stacks(faces, how, settings, co_printed):
        sides += stack.sides(how, backs=backs, behind=behind)
    pages = _Pages(how, settings, fonts, len(sides), backs)
    codes = form_codes([side.placements for side in sides], how.identity)
    return [
        pages.sheet(side, number, code, back=behind and number % 2 == 0)
        for number, (side, code) in enumerate(zip(sides, codes, strict=True), 1)
    ]


class _Side(NamedTuple):
    """The pieces on one side of a sheet, the ``marks`` by which they are cut out; ``whole``: the
    piece is the sheet itself, uncut."""

    grid: Grid
    placements: list[Placement]
    marks: Marks
    whole: bool


class _Stack(NamedTuple):
    """Pieces on the sheets of one grid, and how they are cut."""

    grid: Grid
    faces: list[Face]
    marks: Marks
    whole: bool

    def sides(self, how: Imposition, *, backs: bool, behind: bool) -> Iterator[_Side]:
        """Yield the sides of the sheets; if ``behind``, each front is followed by its backs or by
        a blank side."""
        pieces = [piece for whole in each_copy(self.faces) for piece in whole]
        most = len(self.grid.places())
        for start in range(0, len(pieces), most):
            batch = pieces[start : start + most]
            held = self.grid.holding(len(batch))
            places = zip(batch, held.places(), strict=False)
            fronts = [centred(face, held, *place) for face, place in places]
            if held.fold:
                fronts += backs_of(fronts, held.sheet, sideways=held.fold == "down")
            yield _Side(held, fronts, self.marks, self.whole)
            if behind:
                sideways = about_vertical_edge(held.sheet, how.flip)
                those = backs_of(fronts, held.sheet, sideways=sideways) if backs else []
                yield _Side(held, those, self.marks, self.whole)


def _stacks(
    faces: Sequence[Face], how: Imposition, settings: SheetSettings,
    co_printed: Sequence[tuple[str, Sequence[Face]]],
) -> list[_Stack]:  # fmt: skip
    """Stack the faces of each size, and the ``co_printed`` ones with those of their own size, or
    else with the first that have room for them."""
    sheet_size = settings.sheet_size(how.paper)
    others = [sharer for _, those in co_printed for sharer in those]
    stacks: list[_Stack] = []
    for group in group_by_size(faces):
        first = group[0]
        if how.stock is not None:
            size = first.width, first.height
            grid = stock_grid(how.stock, *size, settings, first.bleed)
            stacks.append(_Stack(grid, group, "crop", whole=False))
            continue
        plotted = has_room(first, sheet_size, settings, how.marks)
        marks: Marks = how.marks if plotted else "crop"
        folded = how.backs == "gutterfold" and any(face.back for face in (*group, *others))
        grid = _grid_of(first, sheet_size, settings, marks, uncut=how.uncut, folded=folded)
        whole = (first.width, first.height) == sheet_size
        stacks.append(_Stack(grid, group, marks, whole))
    for name, those in co_printed:
        for sharer in those:
            _host(sharer, stacks, name).faces.append(sharer)
    return stacks


def _host(sharer: Face, stacks: Sequence[_Stack], name: str) -> _Stack:
    """Find the stack on whose sheets a co-printed face goes; raise `SharingError` with what is
    wrong with the first if there is none."""
    cut = [one for one in stacks if not one.whole and one.faces[0].tile is None]
    if not cut:
        raise SharingError("the pieces there are whole sheets", name)
    size = sharer.width, sharer.height, sharer.bleed
    same = (one for one in cut if (*one.grid.piece, one.grid.bleed) == size)
    roomy = (one for one in cut if one.grid.has_room(*size))
    host = next(same, None) or next(roomy, cut[0])
    check_room(host.grid, sharer, name)
    return host


def form_codes(sides: Sequence[Sequence[Placement]], identity: Identity | None) -> list[str]:
    """Return the code of each side of a sheet with fields, by which it is recognised when it is
    read back; empty on the others."""
    numbers = form_numbers(sides)
    if identity is None:
        return [""] * len(sides)
    made: list[str] = []
    forms = max(one.face.number for side in sides for one in side) > 1
    for number, side in zip(numbers, sides, strict=True):
        on_it = [one.face.number for one in side]
        sheet = msgspec.structs.replace(
            identity,
            sheet=number,
            of=max(numbers),
            forms=(min(on_it), max(on_it)) if forms and on_it else None,
        )
        made.append(sheet.code if number else "")
    return made


def form_numbers(sides: Sequence[Sequence[Placement]]) -> list[int]:
    """Number the sides of sheets that have fields from 1, the others 0. A side whose pieces are all
    on an earlier one has the number of that one."""
    faces = {id(one.face): one.face for side in sides for one in side}
    fillable = {key for key, face in faces.items() if has_fields(face.shapes)}
    known: list[set[tuple[str, int, int, bool]]] = []
    numbers: list[int] = []
    for side in sides:
        pieces = {(one.face.id, one.face.number, one.face.page, one.back) for one in side}
        number = 0
        if any(id(one.face) in fillable for one in side):
            earlier = (at for at, others in enumerate(known, 1) if pieces <= others)
            number = next(earlier, len(known) + 1)
            known += [pieces] * (number > len(known))
        numbers.append(number)
    return numbers


def check_room(grid: Grid, face: Face, name: str) -> None:
    """Raise `SharingError` if a face and crop marks of its own are too large for a place."""
    if not grid.has_room(face.width, face.height, face.bleed):
        place = "{:g} x {:g} mm".format(*grid.piece)
        size = f"{face.width:g} x {face.height:g} mm"
        if size == place:
            raise SharingError(f"the pieces of {size} there have another bleed", name)
        raise SharingError(f"{size} and crop marks do not fit into a place of {place}", name)


def centred(face: Face, grid: Grid, x: float, y: float) -> Placement:
    """Place a face in the middle of the cell whose top left corner is at (x, y)."""
    spare = grid.piece[0] - face.width, grid.piece[1] - face.height
    return Placement(face, x + spare[0] / 2, y + spare[1] / 2)


def each_copy(faces: Sequence[Face]) -> Iterator[list[Face]]:
    """Yield every copy of each face, with the other pages of its text if there are any."""
    for _, pages in groupby(faces, key=lambda face: (face.id, face.number)):
        whole = list(pages)
        yield from [whole] * whole[0].copies


def _grid_of(
    face: Face, sheet_size: tuple[float, float], settings: SheetSettings, marks: Marks,
    *, uncut: bool, folded: bool,
) -> Grid:  # fmt: skip
    """Return the grid for pieces like this one; a tile has a page of its own, with room for the
    joining marks, and so has an uncut sheet that would have no room for crop marks.

    Raise `SizeError` if no sheet has room for one.
    """
    if (face.width, face.height) == sheet_size and not folded:
        return Grid(sheet_size, sheet_size, 1, 1, (0, 0), 0, "bottom", settings.margin)
    size = face.width, face.height, face.bleed
    if face.tile is not None:
        if folded:
            board = f"a {face.tile.width:g} x {face.tile.height:g} mm piece"
            message = "in parts to join, which cannot be folded: print its backs duplex"
            raise SizeError(f"{board} is printed {message}", face)
        room = face.width, face.height, face.bleed + MARK_ROOM
        grid = grid_for(*room, sheet_size, settings)
        return msgspec.structs.replace(grid, columns=1, rows=1, bleed=face.bleed)
    try:
        return grid_for(*size, sheet_size, settings, folded=folded, marks=marks)
    except ValueError as error:
        if not uncut or folded:
            raise SizeError(str(error), face) from None
        grid = grid_for(*size, sheet_size, settings, marks=None)
        return msgspec.structs.replace(grid, columns=1, rows=1)


class _Pages(msgspec.Struct, frozen=True):
    """Makes the sheets of a component; ``backs``: some of them bear its backs."""

    how: Imposition
    settings: SheetSettings
    fonts: Fonts
    pages: int
    backs: bool

    def sheet(self, side: _Side, number: int, code: str, *, back: bool) -> Sheet:
        how, (grid, placements, by, whole) = self.how, side
        tile = placements[0].face.tile if placements else None
        page = how.numbers.caption(number) if how.numbers else f"page {number} of {self.pages}"
        page += f": {tile.name}" if tile else ""
        after = f"{page} · {how.paper_caption} · print at 100 %"
        what = self.what_to_do(grid.fold, back=back) if placements else BLANK
        caption = f"{how.title}{what} · {after}"
        uncut = whole or how.stock is not None or (how.uncut and stays_whole(placements))
        plotted = by == "silhouette" and not uncut
        start = CORNER + SLUG if plotted else SLUG_START
        marks: list[Shape] = []
        if plotted and not back:
            marks += registration_marks(grid.sheet)
        if not plotted:
            marks += [] if uncut else straight_marks(grid, placements)
            marks += [] if how.stock else cut_lines(placements)
        if tile and not back:  # on backs it is the other tile that lies on top
            marks += joining_marks(*placements[0][:3], self.fonts.get("sans"))
        if grid.fold and not back:
            marks.append(fold_line(grid))
        if grid.slug is not None:
            about = self.settings, self.fonts, start, code, how.house
            marks.append(slug_shapes(caption, grid.sheet, grid.slug, *about))
        width, height = grid.sheet
        return for_printer(Sheet(width, height, tuple(placements), tuple(marks), back), how)

    def what_to_do(self, fold: Fold | None, *, back: bool) -> str:
        """Return the slug's instructions for this side of the sheet."""
        if fold:
            return " · fold at the dashed line, glue, then cut"
        if not self.backs:
            return ""
        edge = f"{self.how.flip} edge"
        if self.how.backs == "duplex":
            return f", backs (flip on the {edge})" if back else ""
        if back:
            return ", backs (print on the stack, turned over)"
        return f", fronts (print all odd pages, then turn the stack over along its {edge})"


def stays_whole(placements: Sequence[Placement]) -> bool:
    """Whether a sheet holds one form, pad or the like, rather than pieces to cut out."""
    if len(placements) != 1:
        return False
    face = placements[0].face
    return face.shape == "rectangle" and face.tile is None


def straight_marks(grid: Grid, placements: Sequence[Placement]) -> Iterator[Path]:
    """Yield the crop marks of the pieces on a sheet that are cut straight."""
    straight = [one for one in placements if one.face.shape == "rectangle"]
    full = [one for one in straight if (one.face.width, one.face.height) == grid.piece]
    if full:
        across, down = grid.across, grid.down
        cells = ((across.nearest(one.x), down.nearest(one.y)) for one in full)
        yield from crop_marks(grid, frozenset(cells))
    for face, x, y, *_ in straight:
        if (face.width, face.height) != grid.piece:
            yield from marks_around(x, y, face.width, face.height, face.bleed)


def for_printer(sheet: Sheet, how: Imposition) -> Sheet:
    """Turn a sheet upright for a printer with an offset, and correct everything on it; one of a
    stock is turned upright too, as the paper lies in the printer."""
    turn = upright(sheet.width, sheet.height)
    if how.printer is None:
        return sheet._replace(matrix=turn) if how.stock else sheet
    page = sheet._replace(matrix=turn).page
    corrected = correction(how.printer.offset, page, how.flip, back=sheet.back)
    return sheet._replace(matrix=multiply(turn, corrected))


def fold_line(grid: Grid) -> Path:
    """Return the dashed line down the middle of a sheet, or across it; clear of the slug."""
    width, height = grid.sheet
    start, taken = grid.margin, grid.margin + SLUG + 1
    if grid.fold == "down":
        end = height - (taken if grid.slug == "bottom" else start)
        return line(width / 2, start, width / 2, end, FOLD)
    left = taken if grid.slug == "left" else start
    return line(left, height / 2, width - start, height / 2, FOLD)


def about_vertical_edge(sheet: tuple[float, float], flip: Flip) -> bool:
    """Whether a sheet that is turned over along its ``flip`` edge keeps its top at the top."""
    return (flip == "long") == (sheet[1] >= sheet[0])


def backs_of(
    fronts: Sequence[Placement], sheet: tuple[float, float], *, sideways: bool
) -> list[Placement]:
    """Place the backs, each behind its front once the sheet is turned over or folded: ``sideways``,
    about a line down its middle, else about a line across it."""
    return [
        Placement(
            front.face.back,
            sheet[0] - front.x - front.face.width if sideways else front.x,
            front.y if sideways else sheet[1] - front.y - front.face.height,
            turned=not sideways,
            back=True,
        )
        for front in fronts
        if front.face.back is not None
    ]
