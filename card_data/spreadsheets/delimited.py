"""CSV and TSV files, as spreadsheets and programs write them: in which encoding, and with what
between the cells, is found out."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import StringIO

from card_data.documents import other_encoding, utf_16
from card_data.limits import MOST_CELLS, MOST_ENTRIES
from card_data.problems import clip
from card_data.spreadsheets.grid import CONTROL, Grid, bounded, named, refuse

DELIMITERS = ",;\t"
TOLD = "sep="  # begins a first line in which Excel says what is between cells
MISREAD = {  # what Python says begins so
    "unexpected": "a double quote is opened here and never closed",
    "field larg": "a cell is too long, or a double quote is never closed",
}
OTHER = (
    "after the double quote that ends a cell stands more text; "
    'those inside a text are doubled, as in ""this""'
)
Known = Callable[[str], bool]  # whether a cell is the head of a column that the table has


def read_delimited(raw: bytes, file: str, known: Known = lambda head: False) -> Grid:
    """The cells of a text file; raise `DataError` for what is none.

    ``known`` helps to tell what is between cells: it is what makes most heads known.
    """
    text = decoded(bounded(raw, file), file)
    if text.startswith(("PK\x03\x04", "<!DOCTYPE", "<!doctype", "<html")):
        what = "a workbook: give it the ending .xlsx or .ods" if text[0] == "P" else "a web page"
        raise refuse(f"found {what}, expected cells with commas, semicolons or tabs between", file)
    delimiter = delimiter_of(text, known)
    grid = Grid(decimal="," if delimiter == ";" else ".")
    cells = 0
    for number, line, row in records(text, file, delimiter):
        cells += len(row)
        if cells > MOST_CELLS:
            raise refuse(f"more than {MOST_CELLS:,} cells", file, line)
        if any(row) and not all(not cell or cell.isspace() for cell in row):
            if len(grid.rows) > MOST_ENTRIES:
                raise refuse(f"more than {MOST_ENTRIES:,} rows", file, line)
            grid.rows.append(row)
            grid.numbers.append(number)
            grid.lines.append(line)
    refuse_wrong(grid, text, file)
    return grid


def refuse_wrong(grid: Grid, text: str, file: str) -> None:
    """Raise `DataError` for the first cell with a control character, and for one beyond the heads,
    which is the rest of a text that has no quotes."""
    control = CONTROL.search(text) is not None
    width = len(grid.rows[0]) if grid.rows else 0
    for at, row in enumerate(grid.rows):
        place = grid.line(at), named("", grid.numbers[at], width)
        if len(row) > width and any(map(str.strip, row[width:])):
            message = f"found more cells than the {width} of the first row"
            raise refuse(f"{message}: a text with a comma in it needs double quotes", file, *place)
        for column, cell in enumerate(row) if control else ():
            if found := CONTROL.search(cell):
                message = f"found the control character {clip(found[0])}"
                raise refuse(message, file, place[0], grid.cell(at, column))


def decoded(raw: bytes, file: str) -> str:
    """The text of a file in UTF-8, UTF-16 or, as Excel saves it in Western Europe, cp1252."""
    encodings = (encoding,) if (encoding := utf_16(raw)) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return raw.decode(encoding).removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            fault = error.start
    hint = ": save it as UTF-8" if utf_16(raw) else other_encoding(raw, fault)
    raise refuse(f"the file is neither UTF-8 nor UTF-16 text{hint}", file)


def records(text: str, file: str, delimiter: str) -> Iterator[tuple[int, int, list[str]]]:
    """The rows of a text, each with its number in the sheet and the line that it begins in."""
    skipped = text[: len(TOLD)].lower() == TOLD
    stream = StringIO(text.partition("\n")[2] if skipped else text, newline="")
    reader = csv.reader(stream, delimiter=delimiter, strict=True)
    line = int(skipped)
    try:
        for number, row in enumerate(reader, line + 1):
            yield number, line + 1, row
            line = reader.line_num + skipped
    except csv.Error as error:
        raise refuse(MISREAD.get(str(error)[:10], OTHER), file, line + 1) from None


def delimiter_of(text: str, known: Known) -> str:
    """What stands between cells: whatever makes most heads known, or else most cells."""
    first = text.partition("\n")[0].rstrip("\r")
    if first[: len(TOLD)].lower() == TOLD and len(first) == len(TOLD) + 1 and first[-1] != '"':
        return first[-1]
    start = text.lstrip("\r\n,;\t ")
    best = ",", (0, 0)
    for delimiter in DELIMITERS:
        reader = csv.reader(StringIO(start[:MOST_CELLS], newline=""), delimiter=delimiter)
        try:
            heads = next(reader, [])
        except csv.Error:
            continue
        score = sum(map(known, heads)), len(heads)
        if score > best[1]:
            best = delimiter, score
    return best[0]
