"""The cells of a workbook, unpacked; only `card_data.spreadsheets.workbook` uses it, behind a wall.

The library gives values alone. What is wrong with cells (errors of formulas, formulas that were
never worked out, cells that are merged) is looked up in the file's own XML.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import IO
from xml.etree import ElementTree

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from card_data.limits import (
    LARGEST_RATIO,
    MOST_CELLS,
    MOST_ENTRIES,
    MOST_HEADS,
    MOST_UNPACKED,
    MOST_ZIP_ENTRIES,
    SMALL_UNPACKED,
)
from card_data.problems import clip, near
from card_data.spreadsheets.grid import Asked, Found, Value, letters, refuse

REFERENCE = re.compile("([A-Z]{1,3})([0-9]{1,7})")
Flaw = tuple[int, int, str]  # row and column, from 0, and what is wrong
UNSAVED = "a formula that was never worked out: open the file in a spreadsheet program and save it"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def unpacked(asked: Asked) -> Found:
    """The sheet that is asked for; raise `DataError` where that cannot be read."""
    wrong = ""
    try:
        with zipfile.ZipFile(BytesIO(asked.raw)) as packed:
            if wrong := too_much(packed, len(asked.raw)):
                raise refuse(wrong, asked.file)
            with CalamineWorkbook.from_filelike(BytesIO(asked.raw)) as book:
                shown = shown_in(book)
                name = sheet_name(book, shown, asked)
                sheet = book.get_sheet_by_name(name)
                rows = rows_of(sheet, asked.file)
                flaws = [*merged(sheet), *flaws_in(packed, name)]
    except (PasswordError, RuntimeError):
        wrong = "it is protected by a password: save it without one"
    except (CalamineError, zipfile.BadZipFile, zipfile.LargeZipFile, ElementTree.ParseError,
            LookupError, ValueError, OSError, EOFError):  # fmt: skip
        wrong = "it is damaged, or no XLSX or ODS file at all"
    if wrong:
        raise refuse(f"cannot be read as a spreadsheet: {wrong}", asked.file)
    return Found(
        name, (sheet.start or (0, 0))[0], rows, flaws, [one for one in shown if one != name]
    )


def too_much(packed: zipfile.ZipFile, size: int) -> str:
    """Why a ZIP file is not unpacked, by what its directory says of it; empty if it may be."""
    entries = packed.infolist()
    if len(entries) > MOST_ZIP_ENTRIES:
        return f"found {len(entries):,} files in it, expected at most {MOST_ZIP_ENTRIES:,}"
    total = sum(entry.file_size for entry in entries)
    most = min(MOST_UNPACKED, max(SMALL_UNPACKED, LARGEST_RATIO * size))
    if total > most:
        return f"it unpacks to {total >> 20} MiB, expected at most {most >> 20} MiB"
    return ""


def shown_in(book: CalamineWorkbook) -> list[str]:
    """The sheets that are not hidden."""
    return [
        one.name for one in book.sheets_metadata
        if one.typ == SheetTypeEnum.WorkSheet and one.visible == SheetVisibleEnum.Visible
    ]  # fmt: skip


def sheet_name(book: CalamineWorkbook, shown: Sequence[str], asked: Asked) -> str:
    """Which sheet is meant; hidden ones only if they are named."""
    known = [one.name for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
    wanted = asked.sheet or asked.table
    found = [name for name in known if name.casefold() == wanted.casefold()]
    if found:
        return wanted if wanted in found else found[0]
    if asked.sheet or not shown:
        message = f"no sheet {clip(wanted)}{near(wanted, known)}"
        raise refuse(message, asked.file)
    return shown[0]


def rows_of(sheet: CalamineSheet, file: str) -> list[list[Value]]:
    """The rows of a sheet from its first on, all cells from the first column on."""
    if sheet.start is None:
        raise refuse(f"the sheet {clip(sheet.name)} is empty", file)
    left = sheet.start[1]
    if sheet.width + left > MOST_HEADS or sheet.height * (sheet.width + left) > MOST_CELLS:
        found = f"{sheet.height:,} rows and {sheet.width:,} columns"
        expected = f"at most {MOST_HEADS:,} columns and {MOST_CELLS:,} cells"
        raise refuse(f"the sheet {clip(sheet.name)} has {found}, expected {expected}", file)
    rows = [[*[""] * left, *map(value_of, row)] for row in sheet.to_python()]
    if sum(any(cell != "" for cell in row) for row in rows) > MOST_ENTRIES + 1:
        raise refuse(f"more than {MOST_ENTRIES:,} rows", file)
    return rows


def value_of(cell: object) -> Value:
    """A cell as plain data: dates as they are written all over the world, 3.0 as 3."""
    if isinstance(cell, datetime):
        return cell.isoformat(" ").removesuffix(" 00:00:00")
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, timedelta):
        return str(cell)
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 1e15 else cell
    return cell if isinstance(cell, str | int | bool) else str(cell)


def merged(sheet: CalamineSheet) -> Iterator[Flaw]:
    """The first cell of each range that is merged, as far as the library tells."""
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        yield top, left, merged_to(bottom, right)


def merged_to(bottom: int, right: int) -> str:
    return (
        f"merged with the cells up to {letters(right)}{bottom + 1}: each needs a value of its own"
    )


def flaws_in(packed: zipfile.ZipFile, sheet: str) -> Iterator[Flaw]:
    """What is wrong with cells of a sheet, by the XML in a file."""
    names = packed.namelist()
    if "content.xml" in names:
        with packed.open("content.xml") as stream:
            yield from flaws_in_ods(stream, sheet)
    elif "xl/workbook.xml" in names:
        with packed.open(part_of(packed, sheet)) as stream:
            yield from flaws_in_xlsx(stream)


def part_of(packed: zipfile.ZipFile, sheet: str) -> str:
    """Which file in an XLSX file a sheet is; raise `KeyError` if there is none."""
    book = ElementTree.fromstring(packed.read("xl/workbook.xml"))
    relations = ElementTree.fromstring(packed.read("xl/_rels/workbook.xml.rels"))
    targets = {one.get("Id"): one.get("Target", "") for one in relations}
    for element in book.iter():
        if local(element) == "sheet" and element.get("name") == sheet:
            return posixpath.normpath(posixpath.join("/xl", targets[element.get(RELATION)]))[1:]
    raise KeyError(sheet)


def flaws_in_xlsx(stream: IO[bytes]) -> Iterator[Flaw]:
    """Errors, and formulas without a value."""
    for _, element in ElementTree.iterparse(stream):
        if local(element) == "c":
            held = {local(child): child.text or "" for child in element}
            place = REFERENCE.fullmatch(element.get("r", ""))
            wrong = ""
            if element.get("t") == "e":
                wrong = f"found {clip(held.get('v', ''), quoted=False)}, the error of a formula"
            elif "f" in held and not held.get("v") and element.get("t") != "str":
                wrong = UNSAVED
            if wrong and place:
                yield int(place[2]) - 1, column_of(place[1]), wrong
        if local(element) in ("c", "row"):
            element.clear()


def column_of(said: str) -> int:
    """Which column letters name, from 0."""
    column = 0
    for letter in said:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


def flaws_in_ods(stream: IO[bytes], sheet: str) -> Iterator[Flaw]:
    """Cells that are merged; errors are texts there."""
    row = column = 0
    inside = False
    for event, element in ElementTree.iterparse(stream, ("start", "end")):
        name = local(element)
        if name == "table":
            inside = event == "start" and attribute(element, "name") == sheet
            row = 0
        elif name == "table-row":
            column = 0
            row += number(element, "number-rows-repeated") if event == "end" else 0
        elif event == "end" and name in ("table-cell", "covered-table-cell"):
            down = number(element, "number-rows-spanned")
            across = number(element, "number-columns-spanned")
            if inside and (down > 1 or across > 1):
                yield row, column, merged_to(row + down - 1, column + across - 1)
            column += number(element, "number-columns-repeated")
        if event == "end" and name in ("table-row", "table"):
            element.clear()


def number(element: ElementTree.Element, name: str) -> int:
    said = attribute(element, name)
    return int(said) if said.isdecimal() and len(said) < 8 else 1


def attribute(element: ElementTree.Element, name: str) -> str:
    """An attribute, whatever its namespace."""
    return next((value for key, value in element.items() if key.endswith(f"}}{name}")), "")


def local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
