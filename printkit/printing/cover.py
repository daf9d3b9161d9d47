"""The cover sheet of a whole game: how to print and make it, on paper of any shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from card_data import DataError, Game, Problem
from card_data.model import Component, FaceTemplate
from printkit.options import Options
from printkit.printing.making import Plan, PrintRun, SheetSet
from printkit.sheets.impose import Numbers, impose
from printkit.sheets.layout import COVER, COVER_FACE, Layout, imposition
from printkit.sheets.settings import SheetSettings
from printkit.sheets.typesetting import Order, Typesetter

COVER_SHEET = Component(
    title="Cover sheet",
    size="page",
    safe=8,
    per_page={1: "page"},
    faces=(FaceTemplate(template=f"common/{COVER_FACE}.svg"),),
)
DRAWN_FOR = 210.0, 297.0  # mm: on larger paper everything is drawn larger
NARROW = 180.0  # mm: on narrower paper the edges are smaller, and the notes higher
NARROW_COLUMN = 150.0  # mm: in a narrower column what may stand in is below what there is to do
BAND = 9.5  # mm: the head of a print run and the gap below the run

Row = tuple[PrintRun, SheetSet]
Column = tuple[PrintRun, ...]


class CoverShape(NamedTuple):
    """The parts of a cover sheet, in mm: its ``edge``, its head on the first page and on ``later``
    ones, the ``notes`` on the last, the ``foot`` with the slug; ``columns`` of rows at least
    ``least`` high. ``flat``: it is wider than high."""

    width: float
    height: float
    flat: bool
    edge: float
    head: float
    later: float
    notes: float
    foot: float
    columns: int
    column: float
    gap: float
    narrow: bool
    least: float

    def room(self, *, first: bool, last: bool) -> float:
        """The height for the print runs on a page."""
        head = self.head if first else self.later
        return self.height - head - (self.notes if last else 0.0) - self.foot


class CoverPage(NamedTuple):
    """The print runs in the columns of one page, rows at most ``row`` mm high."""

    columns: tuple[Column, ...]
    row: float


def shape_for(width: float, height: float) -> CoverShape:
    """The cover sheet for a paper of this size in mm, which is not larger than `DRAWN_FOR` either
    way."""
    flat, slim = width > height, width < NARROW
    edge, gap = (10.0 if slim else 14.0), 8.0
    columns = 2 if flat and width > 1.5 * NARROW_COLUMN else 1
    column = (width - 2 * edge - gap * (columns - 1)) / columns
    narrow = column < NARROW_COLUMN
    head = 45.0 if flat else 63.0 if slim else 60.0
    notes = 36.0 if slim else 16.0 if columns > 1 else 19.4
    return CoverShape(
        width, height, flat, edge, head, 21.0, notes + 8.0, 13.6, columns, column, gap, narrow,
        15.0 if narrow else 12.5,
    )  # fmt: skip


def enlargement(size: tuple[float, float]) -> float:
    """How many times as large as on A4 a cover sheet is drawn on a paper of this size."""
    base = DRAWN_FOR if size[1] >= size[0] else DRAWN_FOR[::-1]
    return max(1.0, min(size[0] / base[0], size[1] / base[1]))


def shape_on(options: Options, settings: SheetSettings) -> CoverShape:
    """The cover sheet as it is drawn for the paper of a build, before it is enlarged."""
    size = settings.sheet_size(options.paper)
    times = enlargement(size)
    return shape_for(size[0] / times, size[1] / times)


def pages_of(runs: Sequence[PrintRun], shape: CoverShape) -> Iterator[CoverPage]:
    """The pages of a cover sheet, each with as many rows as it has room for; the last has the
    notes too."""
    rows = [(run, part) for run in runs for part in run.parts]
    first = True
    while rows:
        last = fits(rows, shape, first=first, last=True)
        count = len(rows)
        if not last:  # one row at least is left for the page with the notes
            sizes = range(len(rows) - 1, 1, -1)
            count = next((n for n in sizes if fits(rows[:n], shape, first=first, last=False)), 1)
        columns = split(rows[:count], shape)
        yield CoverPage(
            tuple(tuple(runs_in(column)) for column in columns),
            min((shape.room(first=first, last=last) - bands(one)) / len(one) for one in columns),
        )
        rows, first = rows[count:], False


def fits(rows: Sequence[Row], shape: CoverShape, *, first: bool, last: bool) -> bool:
    """Whether a page has room for these rows."""
    highest = max(height(column, shape) for column in split(rows, shape))
    return len(rows) == 1 or highest <= shape.room(first=first, last=last)


def split(rows: Sequence[Row], shape: CoverShape) -> list[Sequence[Row]]:
    """Rows in columns of about the same height."""
    if shape.columns == 1 or len(rows) == 1:
        return [rows]
    halves = [(rows[:at], rows[at:]) for at in range(1, len(rows))]
    return list(min(halves, key=lambda two: max(height(one, shape) for one in two)))


def height(rows: Sequence[Row], shape: CoverShape) -> float:
    """The least height of a column, in mm."""
    return bands(rows) + shape.least * len(rows)


def bands(rows: Sequence[Row]) -> float:
    """The height of the heads of a column's print runs, in mm."""
    return BAND * len({run.pages for run, _ in rows})


def runs_in(rows: Sequence[Row]) -> Iterator[PrintRun]:
    """The print runs of a column, each with the parts that are in it."""
    for _, those in groupby(rows, key=lambda row: row[0].pages):
        own = list(those)
        yield own[0][0]._replace(parts=tuple(part for _, part in own))


def cover_for(
    game: Game[Any], plan: Plan, options: Options, typesetter: Typesetter, settings: SheetSettings
) -> Layout:
    """The cover sheet that says how to print and make a game by ``plan``.

    Raise `DataError` with every problem of it.
    """
    shape = shape_on(options, settings)
    times = enlargement(settings.sheet_size(options.paper))
    pages = tuple(pages_of(plan.runs, shape))
    words = {**options.words, "plan": plan, "shape": shape, "covers": pages}
    wanted = Counter({COVER_FACE: len(pages)})
    sizes = {COVER_SHEET.size: (shape.width, shape.height)}
    order = Order(COVER, COVER_SHEET, sizes, wanted, options, settings, words, times)
    try:
        drawn = typesetter.typeset(game, order)
    except DataError as error:
        raise DataError(*map(of_the_cover, error.problems)) from None
    numbers = Numbers(0, plan.total)
    how = imposition(game, COVER_SHEET.title, options, numbers)
    sheets = impose(drawn.faces, how, settings, typesetter.fonts)
    return Layout(game, COVER, COVER_SHEET, drawn.faces, drawn.faces, sheets, drawn.symbols)


def of_the_cover(problem: Problem) -> Problem:
    """A problem with where it was met: a row has more than the one value that its place is of."""
    parts = problem.field.split(".")
    if parts[0] != "components" or not problem.message.startswith("does not fit"):
        message = f"on the cover sheet: {problem.message}"
        return msgspec.structs.replace(problem, message=message)
    message = f"its row on the cover sheet {problem.message}"
    return msgspec.structs.replace(problem, message=message, field=".".join(parts[:2]))
