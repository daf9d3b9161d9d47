"""The cells of a sheet as they were found, whatever the file, and what a cell is called."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from card_data.limits import LARGEST_FILE
from card_data.problems import DataError, Problem, quote
from card_data.text import plural

ENDINGS = (".csv", ".tsv", ".xlsx", ".ods", ".json")
OBJECTS = ".json"  # a list of objects
WORKBOOKS = (".xlsx", ".ods")
NOTE = "#"  # begins the head of a column that is nobody's but the author's
ZIP = b"PK\x03\x04"  # begins a workbook
OLE = b"\xd0\xcf\x11\xe0"  # begins a file of the programs before 2007, and one with a password
PASSWORD = "it has a password: save it without one"
WEB_PAGE = (
    "it is a web page: open it in a spreadsheet program and save it as XLSX; "
    "of a sheet on the web choose File, Download"
)
LINK = "it is only a link to a sheet on the web: open it there and choose File, Download"
# How files begin that are no sheets, whatever they are called: in small letters.
OTHERS = {
    OLE: "it is an XLS file, of Excel before 2007: save it as XLSX",
    **dict.fromkeys((b"<!doctype html", b"<html", b"<head", b"<meta", b"<table"), WEB_PAGE),
    b"<?xml": "it is an XML file: save it as XLSX or ODS",
    **dict.fromkeys((b'{"url"', b'{"":"warning'), LINK),
    b"%pdf": "it is a PDF, which has no cells: save the sheet that it was made of",
}
# What YAML refuses too: neither a terminal nor a template can take it. A vertical tab is a line
# break, as programs for text write it.
CONTROL = re.compile("[\x00-\x08\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


TAG = re.compile("</?[bius]>")  # of letters that a workbook shows bold, italic and so on


class Grid(msgspec.Struct, frozen=True):
    """The rows of a sheet that are not empty, their cells as they are shown.

    ``numbers`` are theirs in the sheet, from 1, or 0 in a file without cells; ``lines`` those in a
    text file, where a cell may have several. By row (of these, from 0) and column, ``exact`` has
    the numbers that cells hold whatever they show, and ``flaws`` says what is wrong with cells;
    ``decimal`` is the sign before decimals, where no number tells; ``others`` are some of the other
    sheets of a workbook that are not hidden; ``above`` is what stands above the heads; ``system``
    is whose encoding a text file has, as far as one can guess, where it is not in Unicode;
    ``pictures`` is how many there are inside a workbook, which nothing reads.
    """

    rows: list[list[str]] = []
    numbers: list[int] = []
    lines: list[int] = []
    sheet: str = ""
    exact: dict[int, dict[int, float]] = {}
    flaws: dict[int, dict[int, str]] = {}
    decimal: str = "."
    others: list[str] = []
    above: str = ""
    system: str = ""
    pictures: int = 0

    def below(self, row: int) -> Grid:
        """Return the rows from one on, the first of which has the heads."""
        return msgspec.structs.replace(
            self,
            rows=self.rows[row:],
            numbers=self.numbers[row:],
            lines=self.lines[row:],
            exact={at - row: self.exact[at] for at in self.exact if at >= row},
            flaws={at - row: self.flaws[at] for at in self.flaws if at >= row},
            above=" ".join(cell for one in self.rows[:row] for cell in one if cell),
        )

    @property
    def heads(self) -> list[str]:
        """The heads, as far as there are any."""
        return [TAG.sub("", cell).strip() for row in self.rows[:1] for cell in row]

    def remarks(self) -> Iterator[str]:
        """Yield what is left out, and what is a guess."""
        if self.above:
            heads = f"the heads are those of row {self.numbers[0]}"
            yield f"{heads}; what stands above them is left out: {quote(self.above)}"
        headed = {at for at, head in enumerate(self.heads) if head}
        cells = (one for row in self.rows for one in enumerate(row) if one[0] not in headed)
        if others := sorted({at for at, cell in cells if cell.strip()}):
            headless = f"{plural(len(others), 'column')} without a head"
            yield f"left out: {headless}, {', '.join(map(letters, others))}"
        if self.system:
            letters_of = f"letters are read as those of {self.system} in Western Europe"
            yield f"{letters_of}; if any look wrong, save the file as UTF-8"

    def cell(self, row: int, column: int) -> str:
        """Return the name of a cell, as in ``Cards!C14``."""
        return named(self.sheet, self.numbers[row], column)

    def line(self, row: int) -> int:
        """The line of a row in a text file; 0 for any other."""
        return self.lines[row] if self.lines else 0


def named(sheet: str, number: int, column: int) -> str:
    """A cell as spreadsheets call it; empty without the number of its row.

    >>> named("", 14, 2), named("Cards", 1, 27), named("My cards", 2, 0)
    ('C14', 'Cards!AB1', "'My cards'!A2")
    """
    if not number:
        return ""
    shown = sheet if sheet.isalnum() else "'" + sheet.replace("'", "''") + "'"
    return f"{shown}!{letters(column)}{number}" if sheet else f"{letters(column)}{number}"


def letters(column: int) -> str:
    """The letters of a column, which count from 0.

    >>> letters(0), letters(25), letters(26), letters(701), letters(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    said, left = "", column + 1
    while left:
        left, digit = divmod(left - 1, 26)
        said = chr(ord("A") + digit) + said
    return said


def data_error(message: str, file: str, line: int = 0, cell: str = "") -> DataError:
    """The error that says what is wrong with a file."""
    return DataError(Problem(message=message, file=file, line=line, cell=cell))


def unreadable(why: str, file: str) -> DataError:
    """The error that says why a file is no spreadsheet that can be read, and what to do."""
    return data_error(f"cannot be read as a spreadsheet: {why}", file)


def bounded(raw: bytes, file: str) -> bytes:
    """Return the content of a file; raise `DataError` if it is too large, empty, or of a kind that
    is no sheet."""
    if len(raw) > LARGEST_FILE:
        raise data_error(f"the file is larger than {LARGEST_FILE >> 20} MiB", file)
    if not raw.strip(b"\xef\xbb\xbf\xff\xfe \r\n\t\0"):
        raise data_error("the file is empty", file)
    if "EncryptedPackage".encode("utf-16-le") in raw and raw.startswith(OLE):
        raise unreadable(PASSWORD, file)
    start = raw[:100].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    for begins, what in OTHERS.items():
        if start.startswith(begins):
            raise unreadable(what, file)
    return raw
