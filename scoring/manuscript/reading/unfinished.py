"""Finds lines begun but not filled, which only the text being copied can have (MS-2.7).

Copying may stop inside a line (MS-2.4), and no other text is copied until that one is complete or
scraped away. Scraping takes whole lines (MS-2.6). So a text that is neither complete nor in the
active area stands in whole lines, however many of them were scraped away.

>>> from card_data import load
>>> grid, perceval = Grid(12, 18), load("manuscript").data.text_by_id["perceval"]
>>> unfinished_lines(grid.run(1, 6, 4) | grid.run(2, 6, 4) | grid.run(3, 6, 1), perceval, grid)
[Run(row=3, column=6, length=1)]
>>> unfinished_lines(grid.run(1, 6, 4) | grid.run(3, 6, 4), perceval, grid)
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from card_data.manuscript.model import Text
from scoring.manuscript.layout import Side, extent
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.reading.books import OpenedBook
from scoring.manuscript.reading.layout_search import search
from scoring.manuscript.reading.sketch import Fault
from scoring.manuscript.room import Leaf, room


class Run(NamedTuple):
    """Squares side by side in a row, with a blank or the margin on both sides."""

    row: int
    column: int
    length: int

    def squares(self, grid: Grid) -> Squares:
        return grid.run(*self)


class UnfinishedText(NamedTuple):
    """A text that is being copied, with its lines that are begun but not filled."""

    letter: str
    text: Text
    page: Side
    lines: list[Run]

    @property
    def name(self) -> str:
        return f"{self.letter} ({self.text.short})"

    def fault(self, rule: str, words: str, grid: Grid) -> Fault:
        row, column, _ = self.lines[0]
        squares = sum([line.squares(grid) for line in self.lines])
        message = f"{self.page} page, row {row}, column {column}: {words}"
        return Fault(rule, self.page, message, squares)


def texts_being_copied(opened: OpenedBook) -> list[UnfinishedText]:
    """Return the texts of a sound book with a line begun but not filled; in play one at most."""
    found = []
    for letter, text in opened.texts.items():
        for page, drawn in opened.pages.items():
            squares = drawn.get(letter, 0)
            if 0 < squares.bit_count() < text.squares:
                lines = unfinished_lines(squares, text, opened.grid)
                if lines:
                    found.append(UnfinishedText(letter, text, page, lines))
    return found


def unfinished_lines(squares: Squares, text: Text, grid: Grid) -> list[Run]:
    """Return the lines of an incomplete text that are whole in no layout.

    Prose has the line length of its longest line, or a larger one if that is its last; its last
    line is whole with fewer squares.
    """
    lines = list(runs(squares, grid))
    if text.line_length is not None:
        return [line for line in lines if line.length < text.line_length]
    longest = max([line.length for line in lines])
    shorter = [line for line in lines if line.length < longest]
    if len(shorter) == 1 and shorter[0].length == text.squares % longest:
        return []
    return shorter


def runs(squares: Squares, grid: Grid) -> Iterator[Run]:
    """Yield the squares as runs, in reading order; a blank column separates two parts (MS-3.4)."""
    for row, bits in enumerate(grid.by_row(squares), 1):
        column = 1
        while bits:
            gap = (bits & -bits).bit_length() - 1
            bits >>= gap
            length = (~bits & bits + 1).bit_length() - 1
            yield Run(row, column + gap, length)
            bits >>= length
            column += gap + length


def no_room_for_rest(begun: UnfinishedText, opened: OpenedBook) -> Iterator[Fault]:
    """Yield a fault if the rest of a text being copied has no room in any layout. There was room
    when it was begun, and nothing can have been put there since (MS-3.6, MS-3.9, MS-5.8)."""
    grid, page = opened.grid, begun.page
    squares = opened.pages[page][begun.letter]
    leaf = Leaf(opened.written(page), opened.covered(page))
    free = room(leaf, grid, opened.corners_may_touch, own=squares).free | squares
    if search(squares, extent(begun.text), page, grid, free) is None:
        words = f"a line of {begun.name} is begun, and the rest of the text no longer has room"
        yield begun.fault("MS-3.6", words, grid)
