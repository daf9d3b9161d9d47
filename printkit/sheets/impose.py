"""Faces on paper: imposition, crop marks, the slug with the ruler, backs.

All lengths are mm from the sheet's top left corner.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

import msgspec

from printkit.drawing.geometry import multiply
from printkit.drawing.shapes import (
    OUTLINED,
    Face,
    Group,
    Path,
    Shape,
    Style,
    Text,
    line,
    outline,
)
from printkit.options import Flip, Printer, Sides
from printkit.sheets.correction import correction, upright
from printkit.sheets.grid import (
    MARK,
    SLUG,
    Edge,
    Grid,
    crop_marks,
    grid_for,
    marks_around,
    orientations,
    room,
)
from printkit.sheets.settings import SheetSettings
from printkit.sheets.sheet import Placement, Sheet
from printkit.sheets.tiling import MARK_ROOM, joining_marks, tiled
from printkit.typography.fitting import curly
from printkit.typography.fonts import Font, Fonts

RULE = Style(fill=None, stroke="#000000", width=0.2)
FOLD = Style(fill=None, stroke="#000000", width=0.15, dash=(1.0, 1.0))
SLUG_START = 10.0  # mm from the sheet's edge to the ruler
CAPTION_SIZE = 2.2  # mm


class GuestError(Exception):
    """Pieces that do not fit on another component's sheets; ``name`` is their component's."""

    def __init__(self, message: str, name: str) -> None:
        self.name = name
        super().__init__(message)


def in_parts(
    faces: Sequence[Face], sheet_size: tuple[float, float], settings: SheetSettings
) -> list[Face]:
    """``faces``, which share one size; in tiles, to be joined, if they are larger than a page.

    Raise `ValueError` if that takes too many tiles.
    """
    first = faces[0]
    if (first.width, first.height) == sheet_size:
        return list(faces)
    rooms = [room(sheet, slug, first.bleed, settings) for sheet, slug in orientations(sheet_size)]
    if any(first.width <= across and first.height <= down for across, down in rooms):
        return list(faces)
    return tiled(faces, [(across - 2 * MARK_ROOM, down - 2 * MARK_ROOM) for across, down in rooms])


def cut_lines(placements: Sequence[Placement]) -> Iterator[Path]:
    """The outlines of the round and the hex pieces, which are cut out with scissors along the line
    itself. So it is on the trim, and on fronts alone."""
    for one in placements:
        if one.face.shape in OUTLINED and not one.back:
            yield Path(outline(one.face, 0.0, one.x, one.y), MARK)


@cache
def ruler(length: float) -> tuple[Path, ...]:
    """A line with a tick every 5 mm."""
    ticks = ((x, 1.6 if x % 10 == 0 else 0.9) for x in range(0, round(length) + 1, 5))
    return line(0, 0, length, 0, RULE), *(line(x, 0, x, -height, RULE) for x, height in ticks)


def slug_shapes(
    caption: str, sheet: tuple[float, float], edge: Edge, settings: SheetSettings, fonts: Fonts
) -> Group:
    """The ruler and the caption on one line along an edge of the sheet."""
    length = settings.ruler
    shapes: list[Shape] = [*ruler(length)]
    font = fonts.get("sans")
    space = (sheet[0] if edge == "bottom" else sheet[1]) - 2 * SLUG_START - length - 12
    caption = _shortened(curly(caption), space / CAPTION_SIZE, font)
    for x, text in ((length + 1, f"{length:g} mm"), (length + 12, caption)):
        width = font.width(text) * CAPTION_SIZE
        shapes.append(Text(x, 0, text, font.key, CAPTION_SIZE, width, "#333333"))
    rise = settings.margin + 0.6
    if edge == "bottom":
        return Group(tuple(shapes), (1, 0, 0, 1, SLUG_START, sheet[1] - rise))
    return Group(tuple(shapes), (0, -1, 1, 0, rise + 1.6, sheet[1] - SLUG_START))


def _shortened(text: str, width: float, font: Font) -> str:
    """``text`` clipped to ``width`` ems at its beginning, as the page number is at its end."""
    if font.width(text) <= width:
        return text
    fits = bisect_left(range(len(text)), -width, key=lambda start: -font.width("…" + text[start:]))
    return "…" + text[fits:]


class Imposition(msgspec.Struct, frozen=True):
    """How one component is imposed; ``paper`` is the name of a paper."""

    title: str
    paper: str
    flip: Flip = "long"
    backs: Sides = "duplex"
    printer: Printer | None = None

    @property
    def paper_caption(self) -> str:
        """The paper, and the correction for a printer, as in the slug."""
        corrected = f" · {self.printer.summary}" if self.printer else ""
        return f"{self.paper.capitalize()}{corrected}"


def impose(
    faces: Sequence[Face], how: Imposition, settings: SheetSettings, fonts: Fonts,
    guests: Sequence[tuple[str, Sequence[Face]]] = (),
) -> list[Sheet]:  # fmt: skip
    """Sheets for ``faces``, which share one size: fronts, each sheet followed by its backs if any.

    ``guests``, by the names of their components, follow them on the same sheets, each in the middle
    of a place. Raise `GuestError` if one is too large for that, `ValueError` if no sheet has room.
    """
    sheet_size = settings.sheet_size(how.paper)
    others = [guest for _, those in guests for guest in those]
    pieces = [piece for whole in wholes([*faces, *others]) for piece in whole]
    first = pieces[0]
    whole = (first.width, first.height) == sheet_size
    backs = how.backs != "fronts" and any(face.back for face in (*faces, *others))
    folded = backs and how.backs == "gutterfold"
    grid = _grid_of(first, sheet_size, settings, folded=folded)
    for name, those in guests:
        if whole or first.tile is not None:
            raise GuestError("the pieces there are whole sheets", name)
        for guest in those:
            make_room(grid, guest, name)
    places = grid.places()
    batches = [pieces[start : start + len(places)] for start in range(0, len(pieces), len(places))]
    behind = backs and not folded
    pages = _Pages(grid, how, settings, fonts, len(batches) * (2 if behind else 1), whole, behind)
    sheets: list[Sheet] = []
    for batch in batches:
        fronts = [centred(face, grid, *place) for face, place in zip(batch, places, strict=False)]
        if folded:
            fronts += _backs(fronts, grid.sheet, sideways=grid.fold == "down")
        sheets.append(pages.sheet(fronts, len(sheets) + 1, back=False))
        if behind:
            sideways = about_vertical_edge(grid.sheet, how.flip)
            turned_over = _backs(fronts, grid.sheet, sideways=sideways)
            sheets.append(pages.sheet(turned_over, len(sheets) + 1, back=True))
    return sheets


def make_room(grid: Grid, face: Face, name: str) -> None:
    """Raise `GuestError` if a face and crop marks of its own are too large for a place."""
    if not grid.has_room(face.width, face.height, face.bleed):
        place = "{:g} x {:g} mm".format(*grid.piece)
        size = f"{face.width:g} x {face.height:g} mm"
        raise GuestError(f"{size} and crop marks do not fit into a place of {place}", name)


def centred(face: Face, grid: Grid, x: float, y: float) -> Placement:
    """A face in the middle of the place whose top left corner is at (x, y)."""
    spare = grid.piece[0] - face.width, grid.piece[1] - face.height
    return Placement(face, x + spare[0] / 2, y + spare[1] / 2)


def wholes(faces: Sequence[Face]) -> Iterator[list[Face]]:
    """Every copy of each face, with the other pages of its text if there are any."""
    for _, pages in groupby(faces, key=lambda face: (face.id, face.number)):
        whole = list(pages)
        yield from [whole] * whole[0].copies


def _grid_of(
    face: Face, sheet_size: tuple[float, float], settings: SheetSettings, *, folded: bool
) -> Grid:
    """The grid for pieces like this one; a tile has a page of its own, with room for the joining
    marks."""
    if (face.width, face.height) == sheet_size and not folded:
        return Grid(sheet_size, sheet_size, 1, 1, (0, 0), 0, "bottom", settings.margin)
    if face.tile is None or folded:
        size = face.width, face.height, face.bleed
        return grid_for(*size, sheet_size, settings, folded=folded)
    grid = grid_for(face.width, face.height, face.bleed + MARK_ROOM, sheet_size, settings)
    return msgspec.structs.replace(grid, columns=1, rows=1, bleed=face.bleed)


class _Pages(msgspec.Struct, frozen=True):
    """What all sheets of a component share; ``whole``: a piece is a whole sheet, uncut; ``backs``:
    there are sheets of them."""

    grid: Grid
    how: Imposition
    settings: SheetSettings
    fonts: Fonts
    pages: int
    whole: bool
    backs: bool

    def sheet(self, placements: list[Placement], number: int, *, back: bool) -> Sheet:
        grid, how = self.grid, self.how
        tile = placements[0].face.tile if placements else None
        page = f"page {number} of {self.pages}{f': {tile.name}' if tile else ''}"
        after = f"{page} · {how.paper_caption} · print at 100 %"
        caption = f"{how.title}{self.what_to_do(back=back)} · {after}"
        slug = slug_shapes(caption, grid.sheet, grid.slug, self.settings, self.fonts)
        marks: list[Shape] = [] if self.whole else list(self.marks(placements))
        marks += cut_lines(placements)
        if tile and not back:  # on backs it is the other tile that lies on top
            marks += joining_marks(*placements[0][:3], self.fonts.get("sans"))
        if grid.fold:
            marks.append(fold_line(grid))
        width, height = grid.sheet
        sheet = Sheet(
            width, height, tuple(placements), (*marks, slug), grid.block, grid.bleed, back
        )
        return for_printer(sheet, how)

    def what_to_do(self, *, back: bool) -> str:
        """The slug's instructions for this side of the sheet."""
        if self.grid.fold:
            return " · fold at the dashed line, glue, then cut"
        if not self.backs:
            return ""
        edge = f"{self.how.flip} edge"
        if self.how.backs == "duplex":
            return f", backs (flip on the {edge})" if back else ""
        if back:
            return ", backs (print on the stack, turned over)"
        return f", fronts (print all odd pages, then turn the stack over along its {edge})"

    def marks(self, placements: list[Placement]) -> Iterator[Path]:
        """The crop marks of the pieces on a sheet that are cut straight."""
        straight = [one for one in placements if one.face.shape == "rectangle"]
        full = [one for one in straight if (one.face.width, one.face.height) == self.grid.piece]
        if full:
            across, down = self.grid.across, self.grid.down
            cells = ((across.nearest(one.x), down.nearest(one.y)) for one in full)
            yield crop_marks(self.grid, frozenset(cells))
        for face, x, y, *_ in straight:
            if (face.width, face.height) != self.grid.piece:
                yield marks_around(x, y, face.width, face.height, face.bleed)


def for_printer(sheet: Sheet, how: Imposition) -> Sheet:
    """A sheet; for a printer with faults it is turned upright, and everything on it corrected."""
    if how.printer is None:
        return sheet
    turn = upright(sheet.width, sheet.height)
    page = sheet._replace(matrix=turn).page
    corrected = correction(how.printer.faults, page, how.flip, back=sheet.back)
    return sheet._replace(matrix=multiply(turn, corrected))


def fold_line(grid: Grid) -> Path:
    """The dashed line down the middle of a sheet, or across it; clear of the slug."""
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


def _backs(
    fronts: list[Placement], sheet: tuple[float, float], *, sideways: bool
) -> list[Placement]:
    """The backs, each behind its front once the sheet is turned over or folded: ``sideways``, about
    a line down its middle, else about a line across it."""
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
