"""CSV and TSV files, as spreadsheets and programs write them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO

from card_data.limits import MOST_CELLS, MOST_ENTRIES
from card_data.spreadsheets.encodings import decoded
from card_data.spreadsheets.grid import ZIP, Grid, bounded, data_error, unreadable

DELIMITERS = ",;\t|"
QUOTED = re.compile('"[^"]*"')
LONGEST_HEADS = 10_000  # characters in which the delimiters of the row of heads are counted
TOLD = re.compile('sep=([^"])', re.IGNORECASE)
MISREAD = {  # what Python says begins so
    "unexpected": "a double quote is opened here and never closed",
    "field larg": "a cell is too long, or a double quote is never closed",
}
OTHER = (
    "after the double quote that ends a cell stands more text; "
    'those inside a text are doubled, as in ""this""'
)


def read_delimited(raw: bytes, file: str) -> Grid:
    """The cells of a text file; raise `DataError` for what is none."""
    if raw.startswith(ZIP):
        raise unreadable("it is a workbook: give it the ending .xlsx or .ods", file)
    text, system = decoded(bounded(raw, file), file)
    delimiter, text = delimiter_of(text)
    grid = Grid(decimal="," if delimiter == ";" else ".", system=system)
    cells = 0
    for number, line, row in records(text, file, delimiter):
        cells += len(row)
        if cells > MOST_CELLS:
            raise data_error(f"more than {MOST_CELLS:,} cells", file, line)
        if any(row) and not all(not cell or cell.isspace() for cell in row):
            if len(grid.rows) > MOST_ENTRIES:
                raise data_error(f"more than {MOST_ENTRIES:,} rows", file, line)
            grid.rows.append(row)
            grid.numbers.append(number)
            grid.lines.append(line)
    check_width(grid, file)
    return grid


def delimiter_of(text: str) -> tuple[str, str]:
    """Return the delimiter, and the text without a first line in which Excel names it."""
    first, _, rest = text.partition("\n")
    if said := TOLD.fullmatch(first.rstrip("\r")):
        return said[1], f"\n{rest}"
    start = QUOTED.sub("x", text[:LONGEST_HEADS]).lstrip(f"\r\n {DELIMITERS}")
    heads = start.partition("\n")[0].partition("\r")[0]
    return max(DELIMITERS, key=heads.count), text


def check_width(grid: Grid, file: str) -> None:
    """Raise `DataError` for the first cell beyond the heads, which is the rest of a text that has
    no quotes."""
    width = len(grid.rows[0]) if grid.rows else 0
    for at, row in enumerate(grid.rows):
        if len(row) > width and any(map(str.strip, row[width:])):
            message = (
                f"found more cells than the {width} of the first row: a text with a comma in it "
                "needs double quotes" + "; if that row is a title, delete it" * (width == 1)
            )
            raise data_error(message, file, grid.line(at), grid.cell(at, width))


def records(text: str, file: str, delimiter: str) -> Iterator[tuple[int, int, list[str]]]:
    """The rows of a text, each with its number in the sheet and the line that it begins in."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 0
    try:
        for number, row in enumerate(reader, 1):
            yield number, line + 1, row
            line = reader.line_num
    except csv.Error as error:
        raise data_error(MISREAD.get(str(error)[:10], OTHER), file, line + 1) from None
