"""Finds everything wrong on the pages of a book, each fault once: texts, tiles and what touches.

One slip of the pen may break several clauses, so each square is blamed once: a square reported as a
text's own fault is not also reported as a hole in another text or as touching one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from card_data.manuscript.model import Text, Tile
from card_data.text import join_words, plural
from scoring.cache import cache_per_data
from scoring.manuscript.layout import Side, extent, place_text
from scoring.manuscript.page import Squares
from scoring.manuscript.reading.books import OpenedBook, Reading
from scoring.manuscript.reading.sketch import (
    Fault,
    Sketch,
    broken,
    explain_fix,
    on_both_pages,
    parts_run_together,
)
from scoring.manuscript.reading.suggest import OneSquareFix, suggest_fix


@dataclass
class PageReader:
    """Reads a page of a book text by text.

    ``blamed`` are squares reported as a fault of their own, ``holes`` those that a text lacks;
    ``settled`` are the others of each text, by its letter.
    """

    opened: OpenedBook
    page: Side
    blamed: Squares = 0
    holes: Squares = 0
    settled: dict[str, Squares] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)
    fixes: list[tuple[Sketch, OneSquareFix]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def read(self) -> list[Fault]:
        opened = self.opened
        drawn = opened.pages.get(self.page, {})
        named = {*opened.texts, *opened.tiles}
        self.blamed = opened.squares([sign for sign in drawn if sign not in named], self.page)
        for digit, tile in opened.tiles.items():
            self.check_tile(digit, tile, drawn.get(digit, 0))
        for letter, text in opened.texts.items():
            if squares := drawn.get(letter, 0):
                self.check_text(letter, text, squares)
        self.add_fix_faults()
        self.check_touching()
        self.check_between_lines()
        return self.faults

    def check_tile(self, digit: str, tile: Tile, squares: Squares) -> None:
        """Report a tile that is not one full rectangle of its size, on one page (MS-5.4)."""
        if not squares:
            return
        grid = self.opened.grid
        row, column = next(grid.squares(squares))
        name = f"{self.page} page, row {row}, column {column}: tile {digit} ({tile.title})"
        sizes = sorted({(tile.columns, tile.rows), (tile.rows, tile.columns)})
        left = grid.leftmost(squares)
        rectangles = [
            grid.block(row, left, across, down)
            for across, down in sizes
            if left + across - 1 <= grid.columns and row + down - 1 <= grid.rows
        ]
        if self.is_stray(digit, squares):
            self.add_fault(
                "MS-5.4", f"{name} lies on the other page too, expected on one page", squares
            )
        elif squares not in rectangles:
            either = join_words([f"{across} × {down}" for across, down in sizes], "or")
            covers = f"covers {plural(squares.bit_count(), 'square')}"
            message = f"{name} {covers}, expected a full rectangle of {either}"
            self.add_fault("MS-5.4", message, squares)

    def is_stray(self, sign: str, squares: Squares) -> bool:
        """Whether a sign stands on both pages and these squares are to blame: the fewer ones, or
        those on the right page if there are as many.
        """
        for page, drawn in self.opened.pages.items():
            if page != self.page and sign in drawn:
                here, there = squares.bit_count(), drawn[sign].bit_count()
                return here < there or (here == there and self.page == "right")
        return False

    def add_fault(self, rule: str, message: str, squares: Squares) -> None:
        """Report a fault and blame these squares for it."""
        self.faults.append(Fault(rule, self.page, message, squares))
        self.blamed |= squares

    def check_text(self, letter: str, text: Text, squares: Squares) -> None:
        """Record how a text stands, or report why it stands in no layout."""
        self.settled[letter] = squares
        stray = self.is_stray(letter, squares)
        reading = None if stray else self.opened.readings.get((letter, self.page))
        if reading is not None:
            self.readings.append(reading)
            return
        size, grid = extent(text), self.opened.grid
        sketch = Sketch(letter, text, squares, self.page, grid)
        if stray:
            self.faults.append(on_both_pages(sketch))
            self.blamed |= squares
        elif run_together := [*parts_run_together(sketch)]:
            self.faults += run_together
        elif fix := suggest_fix(squares, size, self.page, grid):
            self.fixes.append((sketch, fix))
            self.blamed |= fix.extra
            self.holes |= fix.lacking
        else:
            self.faults += broken(sketch)

    def add_fix_faults(self) -> None:
        """Report the slips at whose squares no other fault is reported."""
        for sketch, fix in self.fixes:
            others = self.blamed & ~fix.extra
            if fix.extra or fix.lacking & ~others:
                self.faults.append(explain_fix(sketch, fix))

    def check_touching(self) -> None:
        """Report texts that touch along an edge, or at a corner where that is forbidden
        (MS-3.5)."""
        grid, corners = self.opened.grid, not self.opened.corners_may_touch
        blamed = self.blamed | self.holes
        settled = {letter: squares & ~blamed for letter, squares in self.settled.items()}
        near = {letter: grid.around(squares, corners) for letter, squares in settled.items()}
        for one, other in combinations(settled, 2):
            if near[one] & settled[other]:
                self.add_touching((one, settled[one]), (other, settled[other]))

    def add_touching(self, one: tuple[str, Squares], other: tuple[str, Squares]) -> None:
        """Report that two texts touch, with the squares of both."""
        grid = self.opened.grid
        corners = not grid.around(one[1]) & other[1]
        met = "touch, expected a blank square between"
        if corners:
            met = "meet at a corner, which the house rule forbids"
        touched = grid.around(one[1], corners) & other[1] | grid.around(other[1], corners) & one[1]
        row, column = next(grid.squares(touched))
        names = [f"{letter} ({self.opened.texts[letter].short})" for letter, _ in (one, other)]
        message = f"{self.page} page, row {row}, column {column}: {join_words(names, 'and')} {met}"
        self.faults.append(Fault("MS-3.5", self.page, message, touched))

    def check_between_lines(self) -> None:
        """Report tiles between the lines of complete double-spaced texts (MS-3.9)."""
        tiles = self.opened.covered(self.page) & ~self.blamed
        if not tiles:
            return
        for reading in self.readings:
            if not (reading.complete and reading.layout.double):
                continue
            size, grid = extent(reading.text), self.opened.grid
            if squares := place_text(reading.layout, size, grid).blank & tiles:
                row, column = next(grid.squares(squares))
                message = (
                    f"{self.page} page, row {row}, column {column}: a tile lies between the lines "
                    f"of {reading.letter} ({reading.text.short}), expected blank squares"
                )
                self.faults.append(Fault("MS-3.9", self.page, message, squares))


@cache_per_data
def faults(opened: OpenedBook) -> list[Fault]:
    """Return everything wrong with the texts and tiles on the pages of a book."""
    return [fault for page in opened.pages for fault in PageReader(opened, page).read()]
