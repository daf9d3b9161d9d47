"""Papers and sizes: the shipped ``sheets.yaml``, and what a folder of edited games adds to it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

import card_data
from card_data import DataError
from card_data.decode import Decoder
from card_data.documents import Document, read_file
from card_data.game import home
from card_data.limits import LONGEST_SIDE, SHORTEST_SIDE
from card_data.model import Model, Name
from card_data.problems import Problem, Problems, clip, near, unlike
from card_data.words import counted
from printkit.options import Options

FILE = "sheets.yaml"
PAGE = "page"  # the size of a piece that is the whole paper
OWN_SIZE = re.compile(r"([1-9][0-9]{0,2}(?:\.[0-9]+)?) x ([1-9][0-9]{0,2}(?:\.[0-9]+)?)")  # mm

Side = Annotated[float, Meta(ge=SHORTEST_SIDE, le=LONGEST_SIDE)]  # mm
Gap = Annotated[float, Meta(ge=0, le=LONGEST_SIDE)]  # mm, or nothing at all
Sizes = dict[Name, tuple[Side, ...]]
S = TypeVar("S", "SheetSettings", "SheetChanges")


def paper_title(name: str) -> str:
    """A paper's name in captions.

    >>> [paper_title(name) for name in ("sra3", "letter", "a4_landscape")]
    ['SRA3', 'Letter', 'A4 landscape']
    """
    first, *others = name.split("_")
    standard = any(letter.isdigit() for letter in first)
    return " ".join([first.upper() if standard else first.capitalize(), *others])


def no_paper(name: str, papers: Iterable[str]) -> Problem:
    """The problem that no paper has this name."""
    return Problem(message=f"no paper called {clip(name)}{near(name, papers)}", file="--paper")


class SheetSettings(Model, frozen=True):
    """Sizes of pieces and papers by name, margin, gutter and ruler; all in mm."""

    sizes: Sizes
    papers: Sizes
    margin: Gap
    gutter: Gap
    ruler: Side

    def sheet_size(self, name: str) -> tuple[float, float]:
        """Width and height of a paper; raise `DataError` for an unknown one."""
        if name not in self.papers:
            raise DataError(no_paper(name, self.papers))
        width, height = self.papers[name]
        return width, height

    def piece(self, size: str, sheet_size: tuple[float, float]) -> tuple[float, float]:
        """Width and height of a piece from a component's ``size``; raise `ValueError` with what
        was expected."""
        if size == PAGE:
            return sheet_size
        own = OWN_SIZE.fullmatch(size)
        if own is not None:
            return float(own[1]), float(own[2])
        if size not in self.sizes:
            known = f"a name of {FILE}, {PAGE}, or mm like 70 x 120"
            message = f"found {clip(size)}, expected {known}"
            raise ValueError(unlike(message, size, (PAGE, *self.sizes)))
        width, height = self.sizes[size]
        return width, height


class SheetChanges(Model, frozen=True):
    """A user's own ``sheets.yaml``: any part of the settings, names added or replaced."""

    sizes: Sizes = msgspec.field(default_factory=dict)
    """Sizes of pieces by name, which components use: width and height in mm."""
    papers: Sizes = msgspec.field(default_factory=dict)
    """Sizes of sheets of paper by name, which --paper names: width and height in mm."""
    margin: Gap | None = None
    """The printer's margin: how far from the edge of the paper printing starts, in mm."""
    gutter: Gap | None = None
    """The widest gap between pieces, in mm."""
    ruler: Side | None = None
    """The length of the printed ruler, which checks the scale, in mm."""


def sheet_settings(data: Path | None = None) -> SheetSettings:
    """The settings, changed by the ``sheets.yaml`` of the folder ``data`` if it has one.

    Raise `DataError` with every problem of the file.
    """
    settings = _read(Path(card_data.__file__).with_name(FILE), FILE, SheetSettings)
    if data is None or not os.path.lexists(own := home(data) / FILE):
        return settings
    changes = _read(own, str(own), SheetChanges, home(data))
    lengths = {name: getattr(changes, name) for name in ("margin", "gutter", "ruler")}
    return msgspec.structs.replace(
        settings,
        sizes=settings.sizes | changes.sizes,
        papers=settings.papers | changes.papers,
        **{name: length for name, length in lengths.items() if length is not None},
    )


def settings_for(options: Options) -> SheetSettings:
    """The settings of a build: those of its folder, with the gutter of its options.

    Raise `DataError` with every problem of the folder's file.
    """
    settings = sheet_settings(options.data)
    if options.gutter is None:
        return settings
    return msgspec.structs.replace(settings, gutter=options.gutter)


def _read(path: Path, shown: str, kind: type[S], within: Path | None = None) -> S:
    document = read_file(path, shown, within)
    decoder = Decoder(document)
    settings = decoder.read(kind)
    if settings is None:
        raise DataError(*decoder.problems)
    problems = Problems()
    for group, sizes in (("sizes", settings.sizes), ("papers", settings.papers)):
        for name, lengths in sizes.items():
            if len(lengths) != 2:
                message = f"found {counted(len(lengths), 'number')}, expected a width and a height"
                _blame(problems, document, (group, name), message)
    if PAGE in settings.sizes:
        _blame(problems, document, ("sizes", PAGE), f"{PAGE} already means the whole paper")
    problems.stop_if_any()
    return settings


def _blame(problems: Problems, document: Document, path: tuple[str, str], message: str) -> None:
    line, column = document.mark(path)
    problems.add(message, file=document.file, line=line, column=column, field=".".join(path))
