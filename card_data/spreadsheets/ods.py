"""The cells of ODS files, as OpenDocument 1.3 part 3, clauses 9 and 19, has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from card_data.limits import LONGEST_VALUE, MOST_ENTRIES, MOST_HEADS
from card_data.spreadsheets.cells import (
    PLAIN,
    UNSAVED,
    Cell,
    Letters,
    Run,
    formula_error,
    marked_up,
    merged_cells,
    parsed,
)
from card_data.spreadsheets.formats import numeral

OPEN = "{urn:oasis:names:tc:opendocument:xmlns:"
OFFICE, TABLE, STYLE, TEXT = (
    f"{OPEN}{name}:1.0}}" for name in ("office", "table", "style", "text")
)
FONT = f"{OPEN}xsl-fo-compatible:1.0}}"
LETTERS = {f"{FONT}font-weight": "b", f"{FONT}font-style": "i",
           f"{STYLE}text-underline-style": "u", f"{STYLE}text-line-through-style": "s"}  # fmt: skip
CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"  # LibreOffice's own
NUMBERS = ("float", "percentage", "currency")
UNTOLD = "the file does not say what the cell shows: open it in a spreadsheet program and save it"
SPACES = re.compile("[ \t\r\n]+")
# What stands for an element in a text until its spaces are one each.
SIGNS = {f"{TEXT}s": "\x1d", f"{TEXT}tab": "\x1e", f"{TEXT}line-break": "\x1f"}
NOTHING = (PLAIN, PLAIN)  # said by a style
SHOWN = str.maketrans("\x1d\x1e\x1f", " \t\n")


class Ods:
    """An ODS file; ``sheets`` has each sheet by its name, with whether it is shown."""

    def __init__(self, packed: ZipFile) -> None:
        root = parsed(packed, "content.xml")
        styles = [*root.iter(f"{STYLE}style")]
        hidden = {one.get(f"{STYLE}name") for one in styles for inner in one
                  if inner.get(f"{TABLE}display") == "false"}  # fmt: skip
        # Gnumeric's name of what shows as many digits as a column is wide.
        self.cut = {one.get(f"{STYLE}name") for one in styles
                    if one.get(f"{STYLE}data-style-name") == "General"}  # fmt: skip
        self.letters = {one.get(f"{STYLE}name"): letters_of(one) for one in styles}
        (book,) = root.iterfind(f"{OFFICE}body/{OFFICE}spreadsheet")
        self.tables = {one.get(f"{TABLE}name", ""): one for one in book.iterfind(f"{TABLE}table")}
        self.sheets = {name: one.get(f"{TABLE}style-name") not in hidden
                       for name, one in self.tables.items()}  # fmt: skip

    def cells(self, sheet: str) -> Iterator[Cell]:
        """The cells of a sheet."""
        row = 0
        for element in self.tables[sheet].iter(f"{TABLE}table-row"):
            again = repeated(element, "rows-repeated")
            those = [*self.in_row(element, row)]
            for below in range(min(again, MOST_ENTRIES + 2) if those else 0):
                for cell, across in those:
                    for right in range(min(across, MOST_HEADS + 1)):
                        yield cell._replace(row=row + below, column=cell.column + right)
            row += again

    def in_row(self, element: Element, row: int) -> Iterator[tuple[Cell, int]]:
        """The cells of a row that are not empty, each with how often it is there."""
        column = 0
        for one in element:
            across = repeated(one, "columns-repeated")
            if len(one) or one.get(f"{OFFICE}value-type") or one.get(f"{TABLE}formula"):
                yield self.cell(one, row, column), across
                down, right = repeated(one, "rows-spanned"), repeated(one, "columns-spanned")
                if down > 1 or right > 1:
                    flaw = merged_cells(row + down - 1, column + right - 1)
                    yield Cell(row, column, "", flaw=flaw), 1
            column += across

    def cell(self, element: Element, row: int, column: int) -> Cell:
        """A cell, empty or not."""
        kind = element.get(f"{OFFICE}value-type", "")
        lines = element.findall(f"{TEXT}p")
        shown = self.text(lines, element.get(f"{TABLE}style-name"))
        if element.get(f"{CALC}value-type") == "error":
            return Cell(row, column, shown, flaw=formula_error(shown))
        if not kind and not lines and (formula := element.get(f"{TABLE}formula")):
            return Cell(row, column, formula, flaw=UNSAVED)
        if kind == "string" and not lines:
            return Cell(row, column, element.get(f"{OFFICE}string-value", ""))
        if kind and kind != "float" and not lines:
            return Cell(row, column, kind, flaw=UNTOLD)
        if kind not in NUMBERS:
            return Cell(row, column, shown)
        number = float(element.get(f"{OFFICE}value", ""))
        if not lines or element.get(f"{TABLE}style-name") in self.cut:
            return Cell(row, column, numeral(number), number)
        shown = shown.replace("\N{MINUS SIGN}", "-")  # as Gnumeric writes it
        return Cell(row, column, shown, number * (100 if "%" in shown else 1))

    def text(self, paragraphs: Sequence[Element], style: str | None) -> str:
        """The text of a cell of a style, whose spaces and breaks are elements."""
        spans = [
            self.letters.get(one.get(f"{TEXT}style-name"), NOTHING)
            for part in paragraphs for one in part.iter()
        ]  # fmt: skip
        # What parts are said not to have, the others have by the style of the cell. One without a
        # style has that of its column, and what other parts are said to have is not in that.
        usual = PLAIN.union(*(are_not for _, are_not in spans))
        if style in self.letters:
            usual &= self.letters[style][0]
        else:
            usual -= PLAIN.union(*(are for are, _ in spans))
        runs: list[Run] = []
        for paragraph in paragraphs:
            runs += [("\x1f", PLAIN)] * bool(runs) + [*self.runs(paragraph, usual)]
        return SPACES.sub(" ", marked_up(runs)).translate(SHOWN)

    def runs(self, element: Element, letters: Letters) -> Iterator[Run]:
        """The parts of a paragraph, or of an element in one."""
        times = int(element.get(f"{TEXT}c", 1))
        text = SIGNS.get(element.tag, "") * min(times, LONGEST_VALUE) + (element.text or "")
        yield text, letters
        for one in element:
            are, are_not = self.letters.get(one.get(f"{TEXT}style-name"), NOTHING)
            yield from self.runs(one, (letters | are) - are_not)
            yield one.tail or "", letters


def repeated(element: Element, name: str) -> int:
    """How often a cell or a row is there, or how far it reaches."""
    said = element.get(f"{TABLE}number-{name}", "1")
    return int(said) if said.isdecimal() and len(said) < 8 else 1


def letters_of(style: Element) -> tuple[Letters, Letters]:
    """What a style says that letters are, and what it says that they are not."""
    said = {tag: about.get(name) for about in style.iterfind(f"{STYLE}text-properties")
            for name, tag in LETTERS.items()}  # fmt: skip
    are_not = frozenset(tag for tag, one in said.items() if one in ("normal", "none"))
    return frozenset(tag for tag, one in said.items() if one) - are_not, are_not
