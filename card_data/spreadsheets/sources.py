"""Which file the rows of a table come from, and where in a spreadsheet each of them stands."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePosixPath

import msgspec

from card_data.problems import did_you_mean, quote
from card_data.reading.documents import Steps, on_disk
from card_data.spreadsheets.grid import ENDINGS, OBJECTS, WORKBOOKS, data_error, named

KINDS = (".yaml", *ENDINGS)
NAMED = (*WORKBOOKS, OBJECTS)  # that may hold several tables
MOST_NAMES = 1000  # files of a folder searched for a name like an unknown one


class Source(msgspec.Struct, frozen=True):
    """Where a table's rows stand in a spreadsheet: in which ``columns`` and, row by row, in which
    ``rows`` of a sheet, from 1, and which ``lines`` of a text file. ``used`` are the values that
    its texts say in braces; ``remarks`` say what of the sheet is left out, or a guess."""

    file: str
    sheet: str
    columns: Mapping[str, int]
    rows: tuple[int, ...]
    lines: tuple[int, ...]
    remarks: tuple[str, ...] = ()
    used: set[str] = msgspec.field(default_factory=set)

    def cell(self, row: int, column: str = "") -> str:
        """The cell of a row, or its first cell for a column that the sheet does not have."""
        number = self.rows[row] if row < len(self.rows) else 1
        return named(self.sheet, number, self.columns.get(column, 0))

    def line(self, row: int) -> int:
        """The line of a row in a text file; 0 in any other."""
        return self.lines[row] if row < len(self.lines) else 0


def file_of(table: str, folder: Path, files: Mapping[str, str], shown: str) -> str:
    """The file that has the rows of a table, behind a # the sheet in it: as ``files`` says, or that
    of its name; raise `DataError`, with the ``shown`` folder, if there are several."""
    if table in files:
        return files[table]
    found = [f"{table}{kind}" for kind in KINDS if os.path.lexists(folder / f"{table}{kind}")]
    if len(found) > 1:
        wrong = f"the table {table} is in {found[0]} too: keep one of them, or name it in game.yaml"
        where = f"{shown.rstrip('/')}/{found[1]}"
        raise data_error(f"{wrong}, as in files: {{{table}: {found[1]}}}", where)
    return found[0] if found else f"{table}.yaml"


def file_problems(
    files: Mapping[str, str], tables: Collection[str], folder: Path
) -> Iterator[tuple[Steps, str]]:
    """Files that can be those of no table, or are not in the game's folder."""
    for table, said in files.items():
        name, _, sheet = said.partition("#")
        path = PurePosixPath(name)
        wrong = ""
        if table not in tables:
            wrong = f"no table {quote(table)}{did_you_mean(table, tables)}"
        elif path.suffix.lower() not in KINDS or (sheet and path.suffix.lower() not in NAMED):
            wrong = f"found {quote(said)}, expected {', '.join(KINDS[:-1])} or {KINDS[-1]}"
            wrong += ", and after # a name, of a sheet or a list, in the last three"
        elif path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
            wrong = f"found {quote(said)}, expected a file in the game's folder, such as deck.xlsx"
        elif not os.path.lexists(on_disk(folder / name)):
            beside = [one.name for one in islice(folder.iterdir(), MOST_NAMES)]
            known = sorted(one for one in beside if one.endswith(KINDS) and one.isprintable())
            wrong = f"no file {quote(name)}{did_you_mean(name, known)}"
        if wrong:
            yield ("files", table), wrong
