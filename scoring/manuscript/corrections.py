"""Likely corrections of an impossible position of Untitled Manuscript Game: squares and rows of
pages, and the meanings of letters, digits and cubes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from card_data import Game
from card_data.manuscript.model import Data
from scoring.manuscript.layout import SIDES, extent
from scoring.manuscript.page import Grid
from scoring.manuscript.position import BLANK, Book, Position
from scoring.manuscript.reading import OpenedBook, open_book, reader
from scoring.manuscript.reading.layout_search import find_layout
from scoring.manuscript.reading.pages import DIGITS, LETTERS, misshapen, rows
from scoring.positions.corrections import (
    MARK,
    NEAR_MARK,
    OTHER_MARK,
    Correction,
    Corrections,
    InvalidPosition,
    correction,
)
from scoring.positions.findings import Finding, Where

FEW = 8  # squares of a finding of which any two may have been exchanged


class GameCorrections(Corrections):
    """Corrections of the books."""

    def choices(self, where: Where, invalid: InvalidPosition) -> Sequence[Any]:
        """Return texts, tiles and exemplars by ID, or the letters and digits drawn but not named.

        Nothing for a player of whom nothing is found.
        """
        data, field = invalid.game.data, where[2:3]
        if not any(found.where[:2] == where[:2] for found in invalid.findings):
            return ()
        if field == ("exemplars",):
            return [exemplar.id for exemplar in data.exemplars]
        if field not in [("legend",), ("tiles",)]:
            return ()
        book = invalid.position.players[int(where[1])]
        if len(where) > 3 and field == ("legend",):
            return texts(where, book, invalid)
        if len(where) > 3:
            return [tile.id for tile in data.tiles]
        signs = LETTERS if field == ("legend",) else DIGITS
        return sorted({*f"{book.left}{book.right}"} & signs)

    def candidates(self, invalid: InvalidPosition) -> Iterator[Correction]:
        """Yield pages at fault with one square changed, two squares exchanged, or rows moved."""
        grid = reader(invalid.game.data).grid
        for where in dict.fromkeys([found.where for found in invalid.findings]):
            if where[2:] not in [(side,) for side in SIDES]:
                continue
            page = invalid.position.players[int(where[1])].page(where[-1])
            if any(misshapen(page, grid)):
                continue
            drawn = rows(page)
            found = [one for one in invalid.findings if one.where == where]
            for cost, signs, said in (*squares(drawn, found, grid), *lines(drawn)):
                text = "\n".join(signs) + "\n"
                yield correction(cost, where, text, f"{invalid.label(where)} page, {said}")

    def plausible(self, position: Position, game: Game[Data]) -> bool:
        """Return whether every text stands in some layout. This is cheaper than finding out why one
        does not."""
        return all(readable(open_book(book, game.data)) for book in position.players or ())


def texts(where: Where, book: Book, invalid: InvalidPosition) -> list[str]:
    """Return the texts that the squares of a letter can be, those that are then complete first;
    none if no finding is about the letter."""
    opened, letter = open_book(book, invalid.game.data), where[-1]
    if not any(
        found.where == where or letter in drawn_at(found, book) for found in invalid.findings
    ):
        return []
    held = [(page, drawn[letter]) for page, drawn in opened.pages.items() if letter in drawn]
    may = [
        text
        for text in invalid.game.data.texts
        if all(find_layout(squares, extent(text), page, opened.grid) for page, squares in held)
    ]
    number = sum([squares.bit_count() for _, squares in held])
    return [text.id for text in sorted(may, key=lambda text: text.squares != number)]


def drawn_at(found: Finding, book: Book) -> set[str]:
    """Return the signs drawn in the squares of a finding."""
    page = getattr(book, found.where[-1]) if found.squares else None
    drawn = rows(page or "")
    return {
        sign
        for row, column in found.squares
        for line in drawn[row - 1 : row]
        for sign in line[column - 1 : column]
    }


def readable(opened: OpenedBook) -> bool:
    drawn = [1 for signs in opened.pages.values() for sign in signs if sign in opened.texts]
    return len(opened.readings) == len(drawn)


Change = tuple[float, list[str], str]  # what it costs, the rows after it, and how it is told


def squares(drawn: list[str], findings: Sequence[Finding], grid: Grid) -> Iterator[Change]:
    """Yield changes of the squares of the findings and of those beside them."""
    for found in findings:
        for (row, column), (below, right) in combinations(found.squares[:FEW], 2):
            one, other = drawn[row - 1][column - 1], drawn[below - 1][right - 1]
            if one != other:
                signs = put(put(drawn, row, column, other), below, right, one)
                said = f"row {row}, column {column} {named(other)} and row {below}, "
                yield (
                    NEAR_MARK,
                    signs,
                    f"{said}column {right} {named(one)}, not the other way round",
                )
    exact = {square for found in findings for square in found.squares}
    for row, column in sorted(exact | {near for one in exact for near in beside(one, grid)}):
        before = drawn[row - 1][column - 1]
        around = [drawn[at - 1][across - 1] for at, across in beside((row, column), grid)]
        for sign in dict.fromkeys((BLANK, *around)):
            if sign != before:
                cost = MARK if (row, column) in exact else OTHER_MARK
                said = f"row {row}, column {column} {named(sign)} in place of {named(before)}"
                yield cost, put(drawn, row, column, sign), said


def beside(square: tuple[int, int], grid: Grid) -> list[tuple[int, int]]:
    """Return the squares around one, also two rows up and down, where double-spaced lines stand."""
    row, column = square
    near = [(row, column - 1), (row, column + 1)]
    near += [(row + step, column) for step in (-2, -1, 1, 2)]
    return [(at, to) for at, to in near if 1 <= at <= grid.rows and 1 <= to <= grid.columns]


def lines(drawn: list[str]) -> Iterator[Change]:
    """Yield the page with two rows exchanged, or with one moved a column aside."""
    for at, (row, below) in enumerate(pairwise(drawn)):
        if row != below:
            said = f"rows {at + 1} and {at + 2} the other way round"
            yield MARK, [*drawn[:at], below, row, *drawn[at + 2 :]], said
    for at, row in enumerate(drawn):
        for moved, way in ((BLANK + row[:-1], "right"), (row[1:] + BLANK, "left")):
            if moved != row and moved.count(BLANK) == row.count(BLANK):
                said = f"row {at + 1} one column further to the {way}"
                yield NEAR_MARK, [*drawn[:at], moved, *drawn[at + 1 :]], said


def put(drawn: list[str], row: int, column: int, sign: str) -> list[str]:
    line = drawn[row - 1]
    return [*drawn[: row - 1], line[: column - 1] + sign + line[column:], *drawn[row:]]


def named(sign: str) -> str:
    return "blank" if sign == BLANK else sign
