"""What it takes to make a game: the pages for each stock, the number of cuts, the time.

Pages are those of the file of the whole game, counted from its first. Counts come from the sheets
as they are laid out; stock, other work and stand-ins come from ``print.yaml``. Templates read these
records, which hold plain values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from card_data.model import Stock
from card_data.words import counted
from printkit.drawing.shapes import outline
from printkit.options import Options
from printkit.sheets.booklets import page_size
from printkit.sheets.layout import Layout, marks_for
from printkit.sheets.settings import settings_for
from printkit.sheets.sheet import Placement, Sheet

# seconds
CUT = 20  # a straight cut along a ruler, and finding its marks
CORNER = 3  # in a punch
ROUND = 45  # a round piece or a hex, with scissors
PLOTTING = 60  # a sheet that is laid on the plotter's mat and cut by it, and taken off
FOLDING = 90  # a sheet that is folded in the middle and glued to itself
JOIN = 120  # a tile of a board that is glued to the next
BINDING = 120  # a booklet that is folded and stapled
STEP = 5  # minutes: times are rounded up to it

NARROWEST = 130.0  # mm: a booklet's page, as of half a letter; half of A5 has no room for figures


class Place(NamedTuple):
    """A component in the file of the whole game: how many ``pages`` of the file come before it, and
    whether it is printed on both sides; else there is a blank page behind each of its own."""

    layout: Layout
    pages: int
    duplex: bool

    @property
    def end(self) -> int:
        """Its last page that is not blank."""
        sides = len(self.layout.sheets)
        return self.pages + (sides if self.duplex else 2 * sides - 1)

    @property
    def after(self) -> int:
        """The last page of its last sheet."""
        return self.end + self.end % 2


class Thumbnail(NamedTuple):
    """The first sheet of a component: its size in mm, and the pieces on it; ``folds``: it is folded
    down the middle."""

    width: float
    height: float
    pieces: tuple[Outlined, ...]
    folds: bool


class Outlined(NamedTuple):
    """A piece on a sheet: its bounding box in mm, the radius of its corners, and for a hex its
    corner points, as a template's polygon has them."""

    x: float
    y: float
    width: float
    height: float
    corner: float
    points: str


class Made(NamedTuple):
    """A component: its key in ``print.yaml``, and what `Component` says of it.

    ``pieces`` are those to cut out, or texts of ``leaves`` pages each. ``form``: one is for each
    player. ``minutes`` is the work on them apart from cutting.
    """

    name: str
    title: str
    pieces: int
    leaves: int
    form: bool
    making: str
    stand_in: str
    minutes: float


class SheetSet(NamedTuple):
    """A component and those that share its sheets, and the work that they take.

    ``pages`` are those of the whole game's file, in words, but for a blank one at the end;
    ``sheets`` are of paper. ``cuts`` are
    straight, ``corners`` may be rounded, ``rounds`` are round pieces to cut out and ``hexes``
    hexagonal ones; a plotter does all of these on ``plotted`` sheets. ``joins`` are tiles to glue
    to others, ``folded`` are sheets to fold and glue, ``booklets`` to fold and staple. A text that
    is printed on both sides would take ``one_sided`` sheets on one; ``foldable``: it could be a
    booklet. ``minutes`` is the time for all but the corners, ``saved`` the part of it that
    stand-ins save.
    """

    components: tuple[Made, ...]
    pages: str
    sheets: int
    thumbnail: Thumbnail
    cuts: int
    corners: int
    rounds: int
    hexes: int
    plotted: int
    joins: int
    folded: int
    booklets: int
    one_sided: int
    foldable: bool
    minutes: float
    saved: float


class PrintRun(NamedTuple):
    """What is printed in one go: pages on one stock, on both sides or on one. Of these the even
    ``pages`` are blank."""

    stock: Stock
    duplex: bool
    pages: str
    sheets: int
    parts: tuple[SheetSet, ...]


class Plan(NamedTuple):
    """How to print and make a game; times are in words.

    ``by_hand``: sheets are turned over by hand, along the edge ``flip``. ``total`` is the number of
    pages in the file, ``runs`` are the print runs. ``time`` is for everything, ``time_with`` with
    all stand-ins, empty if they save none; ``corner_time`` is for rounding the corners. ``time`` is
    empty if there is nothing to do. A plotter cuts ``plotted`` sheets.
    """

    players: str
    copies: int
    flip: str
    by_hand: bool
    total: int
    runs: tuple[PrintRun, ...]
    card: int
    paper: int
    cuts: int
    plotted: int
    seconds_a_cut: int
    corners: int
    time: str
    time_with: str
    corner_time: str


def in_printing_order(layouts: Sequence[Layout], options: Options) -> list[Layout]:
    """Components in the order in which a printer is fed: card, then paper, and in each first what
    is printed on both sides."""
    return sorted(layouts, key=lambda one: (one.component.stock, not is_duplex(one, options)))


def is_duplex(layout: Layout, options: Options) -> bool:
    """Whether a component is printed on both sides of its sheets: it has backs, is folded or is a
    text over several pages."""
    folds = options.folds(layout.component)
    return folds or any(sheet.back for sheet in layout.sheets) or is_text(layout, options)


def is_text(layout: Layout, options: Options) -> bool:
    """Whether a component is a text to be printed on both sides of its sheets. Each copy begins on
    a sheet of its own: of an odd number of pages only one copy can be."""
    pages, copies = len({face.page for face in layout.faces}), layout.faces[0].copies
    alone = copies == 1 or pages % 2 == 0
    turned_over = options.backs in ("duplex", "alternate")
    return layout.component.booklet and pages > 1 and alone and turned_over


def places_of(layouts: Sequence[Layout], options: Options, front: int) -> list[Place]:
    """Where each of ``layouts``, in printing order, lies in a file that begins with ``front``
    pages, an even number: each begins on a sheet of its own."""
    places: list[Place] = []
    for layout in layouts:
        pages = places[-1].after if places else front
        places.append(Place(layout, pages, is_duplex(layout, options)))
    return places


def sheets_of(layout: Layout, options: Options) -> int:
    """How many sheets of paper a component is printed on."""
    sides = len(layout.sheets)
    return -(-sides // 2) if is_duplex(layout, options) else sides


def plan_for(places: Sequence[Place], options: Options) -> Plan:
    """The plan for all components of one game, in printing order."""
    runs = print_runs(places, options)
    parts = [part for run in runs for part in run.parts]
    minutes, saved = sum(part.minutes for part in parts), sum(part.saved for part in parts)
    corners = sum(part.corners for part in parts)
    players = places[0].layout.game.head.players.words()
    return Plan(
        players if options.players is None else counted(options.players, "player"),
        options.copies or 1,
        options.flip,
        options.backs == "alternate",
        places[-1].after,
        tuple(runs),
        sum(run.sheets for run in runs if run.stock == "card"),
        sum(run.sheets for run in runs if run.stock == "paper"),
        sum(part.cuts for part in parts),
        sum(part.plotted for part in parts),
        CUT,
        corners,
        in_time(minutes) if minutes else "",
        in_time(minutes - saved) if saved >= STEP else "",
        in_time(corners * CORNER / 60),
    )


def print_runs(places: Sequence[Place], options: Options) -> list[PrintRun]:
    """The print runs, of one stock each, on both sides or on one."""
    runs: list[PrintRun] = []
    kinds = groupby(places, key=lambda one: (one.layout.component.stock, one.duplex))
    for (stock, duplex), those in kinds:
        own = list(those)
        parts = tuple(sheet_set(one, options) for one in own)
        pages = pages_in_words(own[0].pages, own[-1].end)
        pages += " (odd ones)" if not duplex and not pages.isdigit() else ""
        runs.append(PrintRun(stock, duplex, pages, sum(part.sheets for part in parts), parts))
    return runs


def sheet_set(place: Place, options: Options) -> SheetSet:
    """How a component and its guests are made."""
    layout = place.layout
    own = (layout, *layout.guests)
    folds = options.folds(layout.component)
    faces = [face for one in own for face in one.faces]
    ahead = [sheet for sheet in layout.sheets if not sheet.back]
    by_plotter = plotted_sheets(ahead, layout, options)
    cuts = sum(cuts_of(sheet, layout) for sheet in ahead)
    cuts -= sum(cuts_of(sheet, layout) for sheet in by_plotter)
    cuts = 0 if folds else cuts
    there = {one.face.id for sheet in by_plotter for one in sheet.placements}
    by_hand = [face for face in faces if face.id not in there]
    rounds = sum(face.copies for face in by_hand if face.shape == "round")
    hexes = sum(face.copies for face in by_hand if face.shape == "hex")
    corners = sum(4 * face.copies for face in by_hand if face.corner)
    plotted = sum(cuts_of(sheet, layout) > 0 or has_curves(sheet) for sheet in by_plotter)
    joins = sum(face.copies for face in layout.parts if face.tile and face.page > 1)
    booklets = sum(face.copies for face in faces if face.page == 1) if folds else 0
    components = tuple(made_of(one) for one in own)
    glued = 0 if folds else sum(any(one.back for one in two.placements) for two in ahead)
    cutting = cuts * CUT + (rounds + hexes) * ROUND + plotted * PLOTTING
    seconds = cutting + joins * JOIN + booklets * BINDING + glued * FOLDING
    work = sum(made.minutes for made in components)
    saved = sum(made.minutes for made in components if made.stand_in)
    if all(made.stand_in for made in components):
        saved += (cuts * CUT + plotted * PLOTTING) / 60
    sheets, sides = sheets_of(layout, options), len(layout.sheets)
    text = layout.component.booklet and not folds
    return SheetSet(
        components, pages_in_words(place.pages, place.end), sheets,
        thumbnail_of(layout.sheets[0], folds=folds),
        cuts, corners, rounds, hexes, plotted, joins, glued, booklets,
        sides if text and sheets < sides else 0, text and is_foldable(layout, options),
        seconds / 60 + work, saved,
    )  # fmt: skip


def is_foldable(layout: Layout, options: Options) -> bool:
    """Whether a text of several pages would have room on half sheets."""
    width, _ = page_size(settings_for(options).sheet_size(options.paper))
    return len(layout.faces) > 1 and width >= NARROWEST


def thumbnail_of(sheet: Sheet, *, folds: bool) -> Thumbnail:
    return Thumbnail(sheet.width, sheet.height, tuple(map(outlined, sheet.placements)), folds)


def outlined(placed: Placement) -> Outlined:
    face, x, y, *_ = placed
    points = ""
    if face.shape == "hex":
        corners = (values for _, values in outline(face, 0, x, y) if values)
        points = " ".join(f"{across:.2f},{down:.2f}" for across, down in corners)
    corner = face.width / 2 if face.shape == "round" else face.corner
    return Outlined(x, y, face.width, face.height, corner, points)


def made_of(layout: Layout) -> Made:
    component = layout.component
    pieces = sum(face.copies for face in layout.faces if face.page == 1)
    leaves = max(face.page for face in layout.faces)
    return Made(
        layout.name, component.title, pieces, leaves, bool(component.per_page), component.making,
        component.stand_in, pieces * component.minutes_each,
    )  # fmt: skip


def cuts_of(sheet: Sheet, layout: Layout) -> int:
    """How many straight cuts from mark to mark a sheet takes; a page of plain paper stays whole."""
    straight = [one for one in sheet.placements if one.face.shape == "rectangle"]
    placed = [one for one in straight if not one.back]  # backs are cut with their fronts
    if len(placed) == 1 and layout.component.stock == "paper" and placed[0].face.tile is None:
        return 0
    across = {round(x, 3) for one in placed for x in (one.x, one.x + one.face.width)}
    down = {round(y, 3) for one in placed for y in (one.y, one.y + one.face.height)}
    edges = {0.0, round(sheet.width, 3)}, {0.0, round(sheet.height, 3)}
    return len(across - edges[0]) + len(down - edges[1])


def plotted_sheets(sheets: Sequence[Sheet], layout: Layout, options: Options) -> list[Sheet]:
    """Those of a component's sheets whose pieces a plotter cuts."""
    if options.marks != "silhouette":
        return []
    how = layout.component, options, settings_for(options)
    firsts = ((sheet, sheet.placements[0].face) for sheet in sheets)
    return [sheet for sheet, face in firsts if marks_for(face, *how) == "silhouette"]


def has_curves(sheet: Sheet) -> bool:
    """Whether there is a piece on a sheet that no straight cuts cut out."""
    return any(one.face.shape != "rectangle" for one in sheet.placements)


def pages_in_words(before: int, last: int) -> str:
    """Pages after ``before`` up to ``last``, such as ``3–8``, or ``3`` for one.

    >>> pages_in_words(2, 8), pages_in_words(2, 3)
    ('3–8', '3')
    """
    return f"{before + 1}–{last}" if last > before + 1 else str(last)


def in_time(minutes: float) -> str:
    """A time in words, rounded up to five minutes.

    >>> in_time(7), in_time(60), in_time(131)
    ('10 min', '1 h', '2 h 15 min')
    """
    hours, rest = divmod(max(STEP, STEP * math.ceil(minutes / STEP)), 60)
    return " ".join([f"{hours} h"] * (hours > 0) + [f"{rest} min"] * (rest > 0))
