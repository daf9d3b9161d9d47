"""The shared part of the readers of XLSX and ODS files: the cells that they find."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from card_data.problems import shorten
from card_data.spreadsheets.grid import letters

UNSAVED = "a formula that was never worked out: open the file in a spreadsheet program and save it"


class LockedError(Exception):
    """A file has a password."""


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


def parsed(packed: ZipFile, name: str) -> Element:
    """An XML file in a ZIP file; raise `KeyError` if there is none, `ParseError` if it is none."""
    with packed.open(name) as stream:
        return ElementTree.parse(stream).getroot()
