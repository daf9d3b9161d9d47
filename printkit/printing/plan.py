"""The plan of printing and making a game: pages, sheets and time, component by component.

Pages are those of the file of the whole game, counted from its first. Cuts come from the sheets as
they are laid out, times for them from ``sheets.yaml``; stock, other work and stand-ins come from
``print.yaml``. Templates read these
records, which hold plain values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from card_data.model import Stock
from printkit.options import Options
from printkit.printing.cuts import Box, knife_cuts, scissor_cuts
from printkit.sheets.layout import Layout
from printkit.sheets.settings import Handwork
from printkit.sheets.sheet import Sheet

STEP = 5  # minutes: times are rounded up to it
CutCount = Callable[[Sequence[Box], Box], int]


class PageRange(NamedTuple):
    """The pages of a component in the file of the whole game: how many ``pages`` of the file come
    before it, and whether it is printed on both sides; if not, a blank page follows each of its
    own."""

    layout: Layout
    pages: int
    duplex: bool

    @property
    def end(self) -> int:
        sides = len(self.layout.sheets)
        return self.pages + (sides if self.duplex else 2 * sides - 1)

    @property
    def after(self) -> int:
        return self.end + self.end % 2


class PrintedComponent(NamedTuple):
    """A component on the cover sheet: its key in ``print.yaml``, what `Component` says of it, and
    the number of ``pieces`` to cut out, or of texts of ``leaves`` pages each."""

    name: str
    title: str
    pieces: int
    leaves: int
    making: str
    stand_in: str


class Work(NamedTuple):
    """The work on a component with one tool: straight ``cuts``, the ``minutes`` for these and all
    else, and how many of them stand-ins save."""

    cuts: int
    minutes: float
    saved: float


class SheetSet(NamedTuple):
    """A component and those that share its sheets.

    ``pages`` are those of the whole game's file, in words, without a blank one at the end;
    ``sheets`` is the number of sheets of paper. ``knife`` and ``scissors`` are the
    work with either.
    """

    components: tuple[PrintedComponent, ...]
    pages: str
    sheets: int
    knife: Work
    scissors: Work


class PrintRun(NamedTuple):
    """Pages printed in one go: on one stock, on both sides or on one. If on one, the even ``pages``
    are blank."""

    stock: Stock
    duplex: bool
    pages: str
    sheets: int
    parts: tuple[SheetSet, ...]


def in_printing_order(layouts: Sequence[Layout], options: Options) -> list[Layout]:
    """Sort components as a printer is fed: card before paper, and within each two-sided sheets
    first."""
    return sorted(layouts, key=lambda one: (one.component.stock, not is_duplex(one, options)))


def is_duplex(layout: Layout, options: Options) -> bool:
    """Check whether a component is printed on both sides of its sheets: it has backs, is folded or
    is a text of several pages."""
    folds = options.folds(layout.component)
    return folds or any(sheet.back for sheet in layout.sheets) or is_text(layout, options)


def is_text(layout: Layout, options: Options) -> bool:
    """Check whether a component is a text to be printed on both sides of its sheets. Each copy
    begins on a new sheet, so a text with an odd number of pages can have only one copy."""
    pages, copies = len({face.page for face in layout.faces}), layout.faces[0].copies
    alone = copies == 1 or pages % 2 == 0
    turned_over = options.backs in ("duplex", "alternate")
    return layout.component.booklet and pages > 1 and alone and turned_over


def page_ranges(layouts: Sequence[Layout], options: Options, front: int) -> list[PageRange]:
    """Return the page ranges of ``layouts``, in printing order, in a file that begins with
    ``front`` pages, an even number. Each component begins on a new sheet."""
    places: list[PageRange] = []
    for layout in layouts:
        pages = places[-1].after if places else front
        places.append(PageRange(layout, pages, is_duplex(layout, options)))
    return places


def print_runs(places: Sequence[PageRange], options: Options, times: Handwork) -> list[PrintRun]:
    """Group components into print runs: each of one stock, on both sides or on one."""
    runs: list[PrintRun] = []
    kinds = groupby(places, key=lambda one: (one.layout.component.stock, one.duplex))
    for (stock, duplex), those in kinds:
        own = list(those)
        parts = tuple(sheet_set(one, options, times) for one in own)
        pages = pages_in_words(own[0].pages, own[-1].end)
        pages += " (odd ones)" if not duplex and not pages.isdigit() else ""
        runs.append(PrintRun(stock, duplex, pages, sum(part.sheets for part in parts), parts))
    return runs


def sheet_set(place: PageRange, options: Options, times: Handwork) -> SheetSet:
    layout = place.layout
    sides = len(layout.sheets)
    components = tuple(printed_component(one) for one in (layout, *layout.co_printed))
    other = other_seconds(layout, options, times)
    stood_in = all(made.stand_in for made in components)

    def work(count: CutCount, seconds: float) -> Work:
        cuts = straight_cuts(layout, options, count)
        minutes = (seconds * cuts + other) / 60
        return Work(cuts, minutes, minutes if stood_in else 0.0)

    return SheetSet(
        components,
        pages_in_words(place.pages, place.end),
        -(-sides // 2) if place.duplex else sides,
        work(knife_cuts, times.knife_cut),
        work(scissor_cuts, times.scissor_cut),
    )


def printed_component(layout: Layout) -> PrintedComponent:
    one, leaves = layout.component, max(face.page for face in layout.faces)
    return PrintedComponent(
        layout.name, one.title, copies_of(layout), leaves, one.making, one.stand_in
    )


def copies_of(layout: Layout) -> int:
    return sum(face.copies for face in layout.faces if face.page == 1)


def other_seconds(layout: Layout, options: Options, times: Handwork) -> float:
    """The time for all work on a component and those co-printed but straight cuts: for folding,
    gluing and what ``print.yaml`` says."""
    own = (layout, *layout.co_printed)
    ahead = [sheet for sheet in layout.sheets if not sheet.back]
    seconds = sum(times.join * face.copies for face in layout.parts if face.tile and face.page > 1)
    if options.folds(layout.component):
        seconds += times.booklet * sum(map(copies_of, own))
    elif is_plotted(layout, options):
        seconds += times.plotted_sheet * len(ahead)
    else:
        curved = (face for one in own for face in one.faces if face.shape != "rectangle")
        seconds += times.curved_piece * sum(face.copies for face in curved)
        seconds += times.folded_sheet * sum(
            any(one.back for one in sheet.placements) for sheet in ahead
        )
    return seconds + sum(60 * copies_of(one) * one.component.minutes_each for one in own)


def is_plotted(layout: Layout, options: Options) -> bool:
    return options.marks == "silhouette" and layout.component.stock == "card"


def straight_cuts(layout: Layout, options: Options, count: CutCount) -> int:
    """How many straight cuts a component and those co-printed take by hand."""
    if options.folds(layout.component) or is_plotted(layout, options):
        return 0
    return sum(cuts_of(sheet, layout, count) for sheet in layout.sheets if not sheet.back)


def cuts_of(sheet: Sheet, layout: Layout, count: CutCount) -> int:
    """How many straight cuts a sheet takes; a page of plain paper stays whole."""
    straight = [one for one in sheet.placements if one.face.shape == "rectangle"]
    placed = [one for one in straight if not one.back]  # backs are cut with their fronts
    if len(placed) == 1 and layout.component.stock == "paper" and placed[0].face.tile is None:
        return 0
    pieces = [box(one.x, one.y, one.face.width, one.face.height) for one in placed]
    return count(pieces, box(0, 0, sheet.width, sheet.height))


def box(x: float, y: float, width: float, height: float) -> Box:
    return (round(x, 3), round(x + width, 3)), (round(y, 3), round(y + height, 3))


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
