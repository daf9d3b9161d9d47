"""The rows of a sheet as values, as YAML is read into them: so types, limits and checks are those
of any file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from card_data.limits import LONGEST_NAME
from card_data.problems import Problems, closest_name, did_you_mean, quote
from card_data.reading.documents import Document, Location, Steps
from card_data.spreadsheets.formats import numeral
from card_data.spreadsheets.grid import CONTROL, NOTE, OBJECTS, TAG, WORKBOOKS, Grid, data_error
from card_data.spreadsheets.heads import column_name, names_of, numbered
from card_data.spreadsheets.numerals import NUMERAL, bare, decimal_sign
from card_data.spreadsheets.sources import Source
from card_data.spreadsheets.values import Column, bare_text, columns_of, converter
from card_data.tables import TITLES
from card_data.text import composed

ALIASES = dict.fromkeys(("qty", "quantity", "count", "amount"), "copies")
MOST_TITLES = 10  # rows in which the heads are looked for
ERRORS = frozenset(
    ("#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#ERROR!", "#SPILL!")
)
Row = tuple[int, list[str]]  # where it is in a grid, and its values by column


class SheetDocument(Document):
    """A table in a spreadsheet, whose places are cells."""

    def __init__(self, file: str, root: Any, source: Source) -> None:
        super().__init__(file, root)
        self.cells, self.used = source, source.used

    def place(self, path: Steps, *, key: bool = False) -> Location:
        """The place of a problem at ``path``, whose second step is a row and the third a column."""
        item, field = self.named(path)
        row, column = [*path[1:3], "", ""][:2]
        at = int(row) if str(row).isdecimal() else -1
        return Location(
            file=self.file,
            line=self.cells.line(at) if at >= 0 else 0,
            column=0,
            item=item,
            field=field,
            cell=self.cells.cell(at, str(column)) if at >= 0 else "",
        )

    def mark(self, path: Steps, *, key: bool = False) -> tuple[int, int]:
        """The line in a text file; no column, as cells have names."""
        return self.place(path)["line"], 0

    def location_in_words(self, path: Steps) -> str:
        """The cell of a value, or the line."""
        place = self.place(path)
        return place["cell"] or f"line {place['line']}"


class TableReader:
    """Reads one sheet as a table of a ``kind``; what is wrong with it goes to ``problems``."""

    grid: Grid

    def __init__(self, table: str, kind: Any, file: str, problems: Problems) -> None:
        self.table, self.file, self.problems = table, file, problems
        self.known = columns_of(kind)
        self.used: dict[str, int] = {}  # the columns that there are, and where

    def document(self, grid: Grid) -> SheetDocument:
        """The table; without a root if its heads are not those of the table."""
        self.grid = grid
        if not grid.rows:
            raise data_error("the file has no row of heads", self.file)
        complete = self.heads()
        rows = [row for row in self.rows() if self.sound(row)]
        source = Source(
            self.file, grid.sheet, self.used,
            tuple([grid.numbers[at] for at, _ in rows]),
            tuple([grid.line(at) for at, _ in rows]) if grid.lines else (), tuple(grid.remarks()),
        )  # fmt: skip
        root = {self.table: [*self.values(rows)]} if complete else None
        return SheetDocument(self.file, root, source)

    def add_error(self, message: str, row: int, column: int) -> None:
        """Keep a problem of a cell."""
        self.problems.add(message, file=self.file, line=self.grid.line(row),
                          cell=self.grid.cell(row, column))  # fmt: skip

    # --- heads

    @cached_property
    def names(self) -> dict[str, str]:
        """The names that columns may have in heads, each with the column's own name."""
        others = {other: name for other, name in ALIASES.items() if name in self.known}
        spelt = {column_name(name): name for name in self.known if column_name(name)}
        return others | spelt | {name: name for name in self.known}

    def meant(self, head: str) -> str:
        """The column with a head, of several with one name the next; empty for none."""
        name = next((one for one in (head, *names_of(head)) if one in self.names), "")
        meant = self.names.get(name, "")
        if meant in self.used:
            free, others = self.known.keys() - self.used.keys(), numbered(name)
            meant = next((one for one in islice(others, len(self.known) + 1) if one in free), meant)
        return meant

    def heads(self) -> bool:
        """Find out which column is which; whether all are there that the table needs."""
        for at, head in enumerate(self.grid.heads):
            if not head or head.startswith(NOTE):
                continue
            if at in (flaws := self.grid.flaws.get(0, {})):
                self.add_error(flaws[at], 0, at)
            name, meant = self.meant(head), ""
            if not name:
                hint = did_you_mean(head, self.known)
                message = f"no column {quote(head)} in the table {self.table}{hint}"
                self.add_error(f"{message}; {NOTE} before it makes it a note", 0, at)
                meant = self.names.get(closest_name(column_name(head), self.names), "")
            if name in self.used:
                again = f"is the column {name} again, as in {self.grid.cell(0, self.used[name])}"
                self.add_error(f"{quote(head)} {again}; {NOTE} before it makes it a note", 0, at)
            elif name or (meant and meant not in self.used):
                self.used[name or meant] = at
        return self.complete()

    def complete(self) -> bool:
        """Whether all columns are there that the table needs, and cells can hold them."""
        before = len(self.problems)
        for name, column in self.known.items():
            if name in self.used and not column.cellular:
                message = f"no cell can hold {name}, as it has values in values"
                self.add_error(
                    f"{message}: keep the table in {self.table}.yaml", 0, self.used[name]
                )
            elif column.required and name not in self.used and name != "id":
                self.add_error(f"the column {name} is missing", 0, 0)
        return len(self.problems) == before

    # --- rows

    def rows(self) -> Iterator[Row]:
        """The rows that say anything, and are not there without any copies."""
        places = [*self.used.values()]
        width = max(places, default=-1) + 1
        copies = list(self.used).index("copies") if "copies" in self.used else None
        for at, row in enumerate(self.grid.rows[1:], 1):
            cells = row if len(row) >= width else [*row, *[""] * (width - len(row))]
            values = [bare_text(cells[place]) for place in places]
            if values.count("") == len(values):
                continue
            number = "" if copies is None else self.exact(at, "copies") or bare(values[copies])
            if number != "0":
                yield at, values

    def sound(self, row: Row) -> bool:
        """Report what is wrong with a row's cells themselves; return whether nothing is."""
        at, values = row
        if not self.grid.flaws and ERRORS.isdisjoint(values):
            return True
        before, cells = len(self.problems), self.grid.rows[at]
        for column in self.used.values():
            wrong = self.grid.flaws.get(at, {}).get(column, "")
            value = cells[column].strip() if column < len(cells) else ""  # which may be guarded
            if wrong or value in ERRORS:
                self.add_error(wrong or f"found {value}, the error of a formula", at, column)
        return len(self.problems) == before

    def values(self, rows: Sequence[Row]) -> Iterator[dict[str, Any]]:
        """Rows as mappings, without what is empty and need not be there."""
        columns = [self.known[name] for name in self.used]
        decimal = self.decimal(columns, rows)
        makers = [(one.name, one.required, one.numeric, converter(one, decimal)) for one in columns]
        for (at, values), name in zip(rows, self.ids(rows), strict=True):
            row: dict[str, Any] = {"id": name}
            for (head, required, numeric, make), value in zip(makers, values, strict=True):
                exact = self.exact(at, head) if numeric else ""
                if head != "id" and (exact or value or required):
                    row[head] = exact or make(value)
            yield row

    def exact(self, row: int, column: str) -> str:
        """The number that a cell holds whatever it shows; empty if that is what it shows."""
        number = self.grid.exact.get(row, {}).get(self.used[column])
        return "" if number is None else numeral(number)

    def decimal(self, columns: Sequence[Column], rows: Sequence[Row]) -> str:
        """The sign before decimals, by all numbers of the sheet that are texts."""
        numeric = [(at, one.name) for at, one in enumerate(columns) if one.numeric]
        texts = (
            values[at] for at, name in numeric for row, values in rows if not self.exact(row, name)
        )
        return decimal_sign(texts, self.grid.decimal)

    def ids(self, rows: Sequence[Row]) -> Iterator[str]:
        """The IDs of rows: as they stand there, or else made of what a row is called."""
        names = list(self.used)
        own = [row[names.index("id")] if "id" in names else "" for _, row in rows]
        called = next((names.index(name) for name in TITLES if name in names), None)
        taken, again = {*own}, dict[str, int]()
        for number, ((_, values), name) in enumerate(zip(rows, own, strict=True), 1):
            if not name:
                words = "" if called is None else column_name(TAG.sub("", values[called]))
                name = base = words.strip("_")[: LONGEST_NAME - 6] or str(number)
                while name in taken:
                    again[base] = again.get(base, 1) + 1
                    name = f"{base}_{again[base]}"
                taken.add(name)
            yield name


def cells_of(raw: bytes, sheet: str, reader: TableReader) -> Grid:
    """The cells of a spreadsheet, or of one ``sheet`` of it, that a reader is for; from the row of
    heads on."""
    grid = all_cells_of(raw, sheet, reader)
    if not all(grid.numbers):  # which has no rows above its heads
        return grid
    return grid.below(row_of_heads(grid.rows, reader.meant))


def row_of_heads(rows: Sequence[Sequence[str]], meant: Callable[[str], str]) -> int:
    """Which row has the heads: the first, unless it is a title: it has one cell filled, or at most
    half as many as a row below, and no head of a known column (that is ``meant`` by it).

    >>> row_of_heads([["Geese v2"], ["Name", "Cost"], ["Fox", "3"]], lambda head: "")
    1
    >>> row_of_heads([["Name"], ["Fox", "3"], ["Hen", "4"]], lambda head: "")
    0
    """
    said = [[cell.strip() for cell in row if cell.strip()] for row in rows[:MOST_TITLES]]
    for at, cells in enumerate(said):
        most = max(map(len, said[at + 1 : at + 3]), default=0)
        if any(map(meant, cells)) or 1 < len(cells) > most / 2:
            break
    else:
        return 0
    values = any(NUMERAL.fullmatch(bare(cell)) for cell in cells)
    return 0 if values or most < 2 else at


def all_cells_of(raw: bytes, sheet: str, reader: TableReader) -> Grid:
    """The cells of a spreadsheet, titles and all; raise `DataError` for the first with a control
    character."""
    if reader.file.lower().endswith(OBJECTS):
        from card_data.spreadsheets.objects import read_objects

        grid = read_objects(raw, reader.file, sheet)
    elif reader.file.lower().endswith(WORKBOOKS):
        from card_data.spreadsheets.workbook import read_workbook

        grid = read_workbook(raw, reader.file, sheet, reader.table)
    else:
        from card_data.spreadsheets.delimited import read_delimited

        grid = read_delimited(raw, reader.file)
    for at, row in enumerate(grid.rows):
        for column, cell in enumerate(row):
            if found := CONTROL.search(cell):
                message = f"found the control character {quote(found[0])}"
                raise data_error(message, reader.file, grid.line(at), grid.cell(at, column))
        row[:] = map(composed, row)
    return grid
