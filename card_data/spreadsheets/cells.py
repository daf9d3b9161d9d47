"""The shared part of the readers of XLSX and ODS files: the cells that they find."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from card_data.problems import shorten
from card_data.spreadsheets.grid import letters

UNSAVED = "a formula that was never worked out: open the file in a spreadsheet program and save it"


Letters = frozenset[str]  # what letters are, as the tags for it: bold, italic, underlined, struck
Run = tuple[str, Letters]  # a part of a text
PLAIN: Letters = frozenset()


class Cell(NamedTuple):
    """A cell: its row and column from 0, what it shows, the number that it holds, if it is one, and
    what is wrong with it."""

    row: int
    column: int
    shown: str
    number: float | None = None
    flaw: str = ""


def formula_error(error: str) -> str:
    return f"found {shorten(error)}, the error of a formula"


def merged_cells(row: int, column: int) -> str:
    """That a cell is merged with others up to that in a row and a column."""
    last = f"{letters(column)}{row + 1}"
    return f"merged with the cells up to {last}: each needs a value of its own"


def marked_up(runs: Sequence[Run]) -> str:
    """A text as markup: with tags for what some of its letters are and others not.

    >>> marked_up([("Steal an ", PLAIN), ("egg", frozenset("b")), (".", PLAIN)])
    'Steal an <b>egg</b>.'
    >>> marked_up([("Fox", frozenset("b"))])
    'Fox'
    """
    said = ""
    all_have = frozenset.intersection(*[one for text, one in runs if text.strip()] or [PLAIN])
    for tags, some in groupby(runs, lambda run: (run[1] - all_have) if run[0].strip() else PLAIN):
        part = "".join([text for text, _ in some])
        for tag in sorted(tags):
            part = f"<{tag}>{part}</{tag}>"
        said += part
    return said


def parsed(packed: ZipFile, name: str) -> Element:
    """An XML file in a ZIP file; raise `KeyError` if there is none, `ParseError` if it is none."""
    with packed.open(name) as stream:
        return ElementTree.parse(stream).getroot()
