"""Papers and sizes: the shipped ``sheets.yaml``, and what a folder of edited games adds to it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

import card_data
from card_data import DataError
from card_data.game import home
from card_data.limits import LONGEST_SIDE, LONGEST_TITLE, SHORTEST_SIDE
from card_data.model import Model, Name, Title
from card_data.problems import Problem, Problems, closest_name, did_you_mean, quote
from card_data.reading.decode import decode
from card_data.reading.documents import Document, read_file
from card_data.text import plural
from printkit.options import Options

FILE = "sheets.yaml"
MOST_PLACES = 100  # in a row or a column of a stock
SLACK = 0.01  # mm
PAGE = "page"  # the size of a piece that is the whole paper
OWN_SIZE = re.compile(r"([1-9][0-9]{0,2}(?:\.[0-9]+)?) x ([1-9][0-9]{0,2}(?:\.[0-9]+)?)")  # mm

Side = Annotated[float, Meta(ge=SHORTEST_SIDE, le=LONGEST_SIDE)]  # mm
Gap = Annotated[float, Meta(ge=0, le=LONGEST_SIDE)]  # mm, or nothing at all
Seconds = Annotated[float, Meta(ge=0)]
Pair = Annotated[tuple[Side, ...], Meta(min_length=2, max_length=2)]
Sizes = dict[Name, tuple[Side, ...]]
S = TypeVar("S", "SheetSettings", "SheetChanges")


def paper_title(name: str) -> str:
    """Return a paper's name in captions.

    >>> [paper_title(name) for name in ("sra3", "letter", "a4_landscape")]
    ['SRA3', 'Letter', 'A4 landscape']
    """
    first, *others = name.split("_")
    standard = any(letter.isdigit() for letter in first)
    return " ".join([first.upper() if standard else first.capitalize(), *others])


def unknown_paper(name: str, papers: Iterable[str]) -> Problem:
    """Return the problem that no paper has this name."""
    return Problem(
        message=f"no paper called {quote(name)}{did_you_mean(name, papers)}", file="--paper"
    )


class Stock(Model, frozen=True):
    """Card that is cut or perforated already, or labels: places for pieces in columns and rows."""

    title: Title
    """What it is called where it is sold, as the foot of a sheet has it."""
    paper: Name
    """The paper that it is a sheet of, upright."""
    columns: Annotated[int, Meta(ge=1, le=MOST_PLACES)]
    """How many places are side by side."""
    rows: Annotated[int, Meta(ge=1, le=MOST_PLACES)]
    """How many places are one below the other."""
    size: Pair
    """Width and height of a place, in mm."""
    first: Annotated[tuple[Gap, ...], Meta(min_length=2, max_length=2)]
    """How far the first place is from the left and the upper edge of the paper, in mm."""
    step: Pair | None = None
    """How far it is from one place to the next, across and down, in mm; the size if left out."""
    source: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    """Where these measures were published."""

    @property
    def steps(self) -> tuple[Side, ...]:
        return self.step or self.size


class Handwork(Model, frozen=True):
    """How long each step of making a game by hand takes, in seconds."""

    knife_cut: Seconds
    """A straight cut with a knife, along a ruler."""
    scissor_cut: Seconds
    """A straight cut with scissors."""
    curved_piece: Seconds
    """A round piece or a hex, with scissors."""
    plotted_sheet: Seconds
    """A sheet that a plotter cuts."""
    folded_sheet: Seconds
    """A sheet that is folded and glued to itself."""
    join: Seconds
    """A part of a board that is glued to the next."""
    booklet: Seconds
    """A booklet that is folded and stapled."""


class SheetSettings(Model, frozen=True, kw_only=True):
    """Sizes of pieces, papers and stock by name, margin, gutter and ruler; all in mm. The gutter is
    the widest there may be, and ``least_gutter`` the narrowest."""

    sizes: Sizes
    papers: Sizes
    stock: dict[Name, Stock]
    margin: Gap
    gutter: Gap
    ruler: Side
    handwork: Handwork
    least_gutter: Gap = 0.0

    def sheet_size(self, name: str) -> tuple[float, float]:
        """Width and height of a paper; raise `DataError` for an unknown one."""
        if name not in self.papers:
            raise DataError(unknown_paper(name, self.papers))
        width, height = self.papers[name]
        return width, height

    def stock_named(self, name: str) -> Stock:
        """Return the stock of this name; raise `DataError` for an unknown one."""
        if name not in self.stock:
            message = f"no stock called {quote(name)}{did_you_mean(name, self.stock)}"
            raise DataError(Problem(message=message, file="--stock"))
        return self.stock[name]

    def piece(self, size: str, sheet_size: tuple[float, float]) -> tuple[float, float]:
        """Width and height of a piece from a component's ``size``; raise `ValueError` with what
        was expected."""
        if size == PAGE:
            return sheet_size
        own = OWN_SIZE.fullmatch(size)
        if own is not None:
            return float(own[1]), float(own[2])
        sizes = both_ways(self.sizes)
        if size not in sizes:
            known = f"a name of {FILE}, {PAGE}, or mm like 70 x 120"
            message = f"found {quote(size)}, expected {known}"
            names = sizes if closest_name(size, sizes) else self.sizes
            raise ValueError(message + did_you_mean(size, (PAGE, *names)))
        width, height = sizes[size]
        return width, height


def both_ways(sizes: Sizes) -> Sizes:
    """Return the sizes, and each on its side.

    >>> [*both_ways({"card": (63, 88), "hex": (60, 52)})]
    ['card_landscape', 'hex_portrait', 'card', 'hex']
    """
    turned: Sizes = {
        f"{name}_{'landscape' if width < height else 'portrait'}": (height, width)
        for name, (width, height) in sizes.items()
        if width != height
    }
    return turned | sizes


class SheetChanges(Model, frozen=True):
    """A user's own ``sheets.yaml``: any part of the settings, names added or replaced."""

    sizes: Sizes = msgspec.field(default_factory=dict)
    """Sizes of pieces by name, which components use: width and height in mm."""
    papers: Sizes = msgspec.field(default_factory=dict)
    """Sizes of sheets of paper by name, which --paper names: width and height in mm."""
    stock: dict[Name, Stock] = msgspec.field(default_factory=dict)
    """Pre-cut and perforated card and labels by name, which --stock names."""
    margin: Gap | None = None
    """The printer's margin: how far from the edge of the paper printing starts, in mm."""
    gutter: Gap | None = None
    """The widest gap between pieces, in mm."""
    ruler: Side | None = None
    """The length of the printed ruler, which checks the scale, in mm."""
    handwork: Handwork | None = None
    """How long the steps of making a game take you, in seconds, for the cover sheet."""


def sheet_settings(data: Path | None = None) -> SheetSettings:
    """Return the settings, changed by the ``sheets.yaml`` of the folder ``data`` if it has one.

    Raise `DataError` with every problem of the file.
    """
    settings = _decoded(shipped(FILE), SheetSettings)
    if (own := beside_games(FILE, data)) is None:
        return settings
    changes = _decoded(own, SheetChanges, settings.papers)
    others = {name: getattr(changes, name) for name in ("margin", "gutter", "ruler", "handwork")}
    return msgspec.structs.replace(
        settings,
        sizes=settings.sizes | changes.sizes,
        papers=settings.papers | changes.papers,
        stock=settings.stock | changes.stock,
        **{name: value for name, value in others.items() if value is not None},
    )


def shipped(name: str) -> Document:
    """A file of settings of the kit's own, parsed."""
    return read_file(Path(card_data.__file__).with_name(name), name)


def beside_games(name: str, data: Path | None) -> Document | None:
    """The file of this name beside the games of the folder ``data``, parsed; None without one.

    Raise `DataError` if it cannot be parsed.
    """
    if data is None or not os.path.lexists(own := home(data) / name):
        return None
    return read_file(own, str(own), home(data))


def settings_for(options: Options) -> SheetSettings:
    """Return the settings of a build: those of its folder, with the gutter of its options.

    Raise `DataError` with every problem of the folder's file.
    """
    settings = sheet_settings(options.data)
    if options.gutter is None:
        return settings
    return msgspec.structs.replace(settings, gutter=options.gutter, least_gutter=options.gutter)


def on_stock(options: Options, settings: SheetSettings) -> Options:
    """Return the options with the paper of the stock that they name, if they do.

    Raise `DataError` for an unknown stock, and for another paper.
    """
    if options.stock is None:
        return options
    paper = settings.stock_named(options.stock).paper
    if options.paper not in (paper, Options().paper):
        message = f"cannot be combined with --stock {options.stock}, which is {paper_title(paper)}"
        raise DataError(Problem(message=message, file="--paper"))
    return msgspec.structs.replace(options, paper=paper)


def _decoded(document: Document, kind: type[S], papers: Sizes | None = None) -> S:
    settings = decode(document, kind)
    problems = Problems()
    for group, sizes in (("sizes", settings.sizes), ("papers", settings.papers)):
        for name, lengths in sizes.items():
            if len(lengths) != 2:
                message = f"found {plural(len(lengths), 'number')}, expected a width and a height"
                problems.add(message, **document.place((group, name)))
    for name, stock in settings.stock.items():
        for field, message in _stock_problems(stock, (papers or {}) | settings.papers):
            problems.add(message, **document.place(("stock", name, field)))
    if PAGE in settings.sizes:
        message = f"{PAGE} already means the whole paper"
        problems.add(message, **document.place(("sizes", PAGE)))
    problems.raise_if_any()
    return settings


def _stock_problems(stock: Stock, papers: Sizes) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a stock whose values are each valid: the field, and the message."""
    if stock.paper not in papers:
        yield "paper", f"no paper called {quote(stock.paper)}{did_you_mean(stock.paper, papers)}"
        return
    sides = zip(
        ("across", "down"), (stock.columns, stock.rows), stock.size, stock.first, stock.steps,
        papers[stock.paper], strict=True,
    )  # fmt: skip
    for way, count, side, first, step, room in sides:
        if step < side:
            yield "step", f"found {step:g} {way}, expected at least {side:g}: its places overlap"
        elif (end := first + (count - 1) * step + side) > room + SLACK:
            yield "first", f"its places end {end:g} mm {way}, the paper has {room:g} mm"
