"""A sheet of an XLSX or ODS file."""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from io import BytesIO

import msgspec

from card_data.limits import (
    LARGEST_RATIO,
    MOST_CELLS,
    MOST_ENTRIES,
    MOST_HEADS,
    MOST_UNPACKED,
    MOST_ZIP_ENTRIES,
    SMALL_UNPACKED,
)
from card_data.problems import DataError, did_you_mean, quote
from card_data.spreadsheets.cells import Cell
from card_data.spreadsheets.grid import (
    PASSWORD,
    ZIP,
    Grid,
    bounded,
    data_error,
    named,
    unreadable,
)
from card_data.spreadsheets.ods import Ods
from card_data.spreadsheets.xlsx import Xlsx
from card_data.text import composed

MANIFEST = "META-INF/manifest.xml"  # of an ODS file
WHOLE = re.compile("-?[0-9]+")
MOST_TOLD = 10  # other sheets
PICTURES = ("xl/media/", "Pictures/")  # folders of them in a workbook
TEXT = "it is a text file: give it the ending .csv"
DAMAGED = (
    "it is damaged, or no XLSX or ODS file at all: open it in a spreadsheet program and save it "
    "again"
)
# Files in a ZIP file by which it is known.
PACKED = {
    "xl/workbook.bin": "it is an XLSB file: save it as XLSX",
    "Index/Document.iwa": "it is a Numbers file: export it to Excel",
}


def read_workbook(raw: bytes, file: str, sheet: str, table: str) -> Grid:
    """The cells of a sheet, or without a ``sheet`` of that of the ``table``'s name, or else of the
    first that is not hidden; raise `DataError` for a file that has none, or is too much."""
    wrong = DAMAGED if bounded(raw, file).startswith(ZIP) or b"\0" in raw else TEXT
    try:
        with zipfile.ZipFile(BytesIO(raw)) as packed:
            if refused := unfit(packed, len(raw)):
                raise unreadable(refused, file)
            book = Ods(packed) if "content.xml" in packed.namelist() else Xlsx(packed)
            name = sheet_name(book.sheets, file, sheet, table)
            others = [one for one, shown in book.sheets.items() if shown and one != name]
            grid = to_grid(book.cells(name), name, others[:MOST_TOLD], file)
            pictures = sum(one.startswith(PICTURES) for one in packed.namelist())
            return msgspec.structs.replace(grid, pictures=pictures)
    except (DataError, MemoryError):
        raise
    except Exception:  # a damaged file can fail a library, and us, in any way
        raise unreadable(wrong, file) from None


def unfit(packed: zipfile.ZipFile, size: int) -> str:
    """Why a ZIP file is not unpacked, by what it says of itself; empty if it may be."""
    if known := PACKED.keys() & packed.namelist():
        return PACKED[known.pop()]
    entries = packed.infolist()
    if len(entries) > MOST_ZIP_ENTRIES:
        return f"found {len(entries):,} files in it, expected at most {MOST_ZIP_ENTRIES:,}"
    total = sum(entry.file_size for entry in entries)
    most = min(MOST_UNPACKED, max(SMALL_UNPACKED, LARGEST_RATIO * size))
    if total > most:
        return f"it unpacks to {total >> 20} MiB, expected at most {most >> 20} MiB"
    locked = MANIFEST in packed.namelist() and b"encryption-data" in packed.read(MANIFEST)
    return PASSWORD if locked else ""


def sheet_name(sheets: Mapping[str, bool], file: str, sheet: str, table: str) -> str:
    """Which of the sheets is meant, each given with whether it is shown; hidden ones only if they
    are named."""
    wanted = sheet or table
    said = composed(wanted).casefold()
    found = [name for name in sheets if composed(name).casefold() == said]
    if found:
        return wanted if wanted in found else found[0]
    first = next((name for name, shown in sheets.items() if shown), None)
    if sheet or first is None:
        raise data_error(f"no sheet {quote(wanted)}{did_you_mean(wanted, sheets)}", file)
    return first


def to_grid(cells: Iterable[Cell], sheet: str, others: list[str], file: str) -> Grid:
    """A sheet with these cells; raise `DataError` for more of them than there may be."""
    rows: dict[int, list[str]] = {}
    exact: defaultdict[int, dict[int, float]] = defaultdict(dict)
    flaws: defaultdict[int, dict[int, str]] = defaultdict(dict)
    which, count = f"the sheet {quote(sheet)}", 0
    for row, column, shown, number, flaw in cells:
        if flaw:
            flaws[row][column] = flaw
        if not shown and number is None:
            continue
        if column >= MOST_HEADS:
            place = named("", row + 1, column)
            message = f"has a value in {place}, expected at most {MOST_HEADS:,} columns"
            raise data_error(f"{which} {message}", file)
        if row not in rows and len(rows) > MOST_ENTRIES:
            raise data_error(f"{which} has more than {MOST_ENTRIES:,} rows", file)
        those = rows.setdefault(row, [])
        count += max(0, column + 1 - len(those))
        if count > MOST_CELLS:
            raise data_error(f"{which} has more than {MOST_CELLS:,} cells", file)
        those += [""] * (column + 1 - len(those))
        those[column] = shown
        if number is not None and not WHOLE.fullmatch(shown.strip()) and not shown.isalpha():
            exact[row][column] = number
    if not rows:
        raise data_error(f"{which} is empty", file)
    order = sorted(rows)
    return Grid(
        [rows[row] for row in order], [row + 1 for row in order], [], sheet,
        {at: exact[row] for at, row in enumerate(order) if row in exact},
        {at: flaws[row] for at, row in enumerate(order) if row in flaws}, others=others,
    )  # fmt: skip
