"""The cells of XLSX files, as ECMA-376 part 1, clause 18, has them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cached_property
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from card_data.problems import quote
from card_data.spreadsheets.cells import (
    PLAIN,
    UNSAVED,
    Cell,
    Letters,
    formula_error,
    marked_up,
    merged_cells,
    parsed,
)
from card_data.spreadsheets.formats import BUILT_IN, NumberFormat, UnknownFormatError

REFERENCE = re.compile("([A-Z]{1,3})([0-9]{1,7})")
CONTROL = re.compile("_x([0-9A-Fa-f]{4})_")  # a character that XML cannot have
FIRST_DAYS = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}  # if date1904
LETTERS = {"b": "b", "i": "i", "u": "u", "strike": "s"}  # elements of a font, with their tags
NOT_SO = ("0", "false", "none")
DAY = timedelta(days=1)


class Xlsx:
    """An XLSX file; ``sheets`` has each sheet by its name, with whether it is shown."""

    def __init__(self, packed: ZipFile) -> None:
        self.packed = packed
        book = next(path for kind, path in self.related("").values() if kind == "officeDocument")
        root, related = parsed(packed, book), self.related(book)
        self.parts = dict(related.values())
        self.sheets: dict[str, bool] = {}
        self.files: dict[str, str] = {}
        for one in root.iterfind("{*}sheets/{*}sheet"):
            link = next(value for key, value in one.items() if key.endswith("}id"))
            if related[link][0] == "worksheet":
                name = one.get("name", "")
                self.sheets[name] = one.get("state", "visible") == "visible"
                self.files[name] = related[link][1]
        since_1904 = [
            one.get("date1904") in ("1", "true") for one in root.iterfind("{*}workbookPr")
        ]
        self.first_day = FIRST_DAYS[any(since_1904)]
        self.formats: dict[str, NumberFormat] = {}  # those that were met, by their codes

    def related(self, part: str) -> dict[str | None, tuple[str, str]]:
        """Return a part's relationships, by ID: the last word of the type, and the other part."""
        folder, name = posixpath.split(part)
        found = {}
        for one in parsed(self.packed, posixpath.join(folder, "_rels", f"{name}.rels")):
            path = posixpath.join("/", folder, one.get("Target", ""))
            kind = one.get("Type", "").rpartition("/")[2]
            found[one.get("Id")] = kind, posixpath.normpath(path)[1:]
        return found

    @cached_property
    def strings(self) -> list[Element]:
        """The strings that cells refer to by their numbers."""
        return [*parsed(self.packed, self.parts["sharedStrings"])]

    @cached_property
    def styles(self) -> list[tuple[str | None, Letters]]:
        """The number format of each style, None for one that differs with the machine, and what
        its letters are."""
        if "styles" not in self.parts:
            return [("General", PLAIN)]
        root = parsed(self.packed, self.parts["styles"])
        fonts = [letters_of(one) for one in root.iterfind("{*}fonts/{*}font")] or [PLAIN]
        own = {one.get("numFmtId"): one.get("formatCode", "")
               for one in root.iterfind("{*}numFmts/{*}numFmt")}  # fmt: skip
        used = [(one.get("numFmtId", "0"), int(one.get("fontId", 0)))
                for one in root.iterfind("{*}cellXfs/{*}xf")]  # fmt: skip
        return [(own.get(one, BUILT_IN.get(int(one))), fonts[font]) for one, font in used]

    def cells(self, sheet: str) -> Iterator[Cell]:
        """The cells of a sheet."""
        root = parsed(self.packed, self.files[sheet])
        space, row = root.tag.removesuffix("worksheet"), -1
        for element in root.iter(f"{space}row"):
            row, column = int(element.get("r", row + 2)) - 1, -1
            for one in element:
                place = one.get("r")
                row, column = placed(place) if place else (row, column + 1)
                yield self.cell(one, space, row, column)
        for element in root.iter(f"{space}mergeCell"):
            first, _, last = element.get("ref", "").partition(":")
            yield Cell(*placed(first), "", flaw=merged_cells(*placed(last)))

    def cell(self, element: Element, space: str, row: int, column: int) -> Cell:
        """A cell, empty or not; its children are named in a name ``space``."""
        kind, value = element.get("t", "n"), element.findtext(f"{space}v") or ""
        formula = element.findtext(f"{space}f")
        if kind == "e":
            return Cell(row, column, value, flaw=formula_error(value))
        if formula is not None and not value and kind != "str":
            return Cell(row, column, f"={formula}", flaw=UNSAVED)
        if kind == "b":
            return Cell(row, column, "TRUE" if value in ("1", "true") else "FALSE")
        code, letters = self.styles[int(element.get("s", 0))]
        if kind == "s" and value:
            value = text_of(self.strings[int(value)], letters)
        elif kind == "inlineStr" and (inline := element.find(f"{space}is")) is not None:
            value = text_of(inline, letters)
        elif kind == "str":
            value = unescaped(value)
        if not value:
            return Cell(row, column, "")
        if kind == "d" and "-" in value:  # a day, and not a time alone
            at = datetime.fromisoformat(value).replace(tzinfo=None)
            kind, value = "n", str((at - self.first_day) / DAY)
        try:
            form = self.format(code)
            if kind != "n":
                return Cell(row, column, form.text(value))
            shown = form.number(float(value), self.first_day)
        except (UnknownFormatError, ArithmeticError):
            what = (
                f"the number format {quote(code)}" if code else "a number format of the machine's"
            )
            flaw = f"found {what}, which cannot be read: choose another, or type it as text"
            return Cell(row, column, value, flaw=flaw)
        number = float(value) * (100 if "%" in shown else 1)
        return Cell(row, column, shown, None if form.of_time else number)

    def format(self, code: str | None) -> NumberFormat:
        """A number format by its code; raise `UnknownFormatError` for one that cannot be read."""
        if code is None:
            raise UnknownFormatError
        if code not in self.formats:
            self.formats[code] = NumberFormat(code)
        return self.formats[code]


def text_of(element: Element, usual: Letters) -> str:
    """The text of a string, without how it is read aloud; ``usual`` is what letters are of which
    nothing is said."""
    runs = []
    for one in element:
        if one.tag.endswith("}t"):
            runs.append((one.text or "", usual))
        elif one.tag.endswith("}r"):
            about = one.find("{*}rPr")
            letters = usual if about is None else letters_of(about)
            runs.append((one.findtext("{*}t") or "", letters))
    return unescaped(marked_up(runs))


def unescaped(text: str) -> str:
    """A text with the characters that XLSX writes as ``_x000d_``."""
    return CONTROL.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def letters_of(font: Element) -> Letters:
    """What the letters in a font are."""
    return frozenset(tag for name, tag in LETTERS.items() for one in font.iterfind(f"{{*}}{name}")
                     if one.get("val", "1") not in NOT_SO)  # fmt: skip


def placed(reference: str) -> tuple[int, int]:
    """The row and the column of a cell by its name, from 0; raise `ValueError` for no name.

    >>> placed("A1"), placed("AB20")
    ((0, 0), (19, 27))
    """
    place = REFERENCE.fullmatch(reference)
    if place is None:
        raise ValueError(reference)
    column = 0
    for letter in place[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(place[2]) - 1, column - 1
