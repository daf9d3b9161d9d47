"""The questions about books of Untitled Manuscript Game: the pages, then their contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from scoring.ask.questions import Question, Questions, QuestionTemplate, rows_of, still_running
from scoring.manuscript.check import drawing
from scoring.manuscript.layout import SIDES
from scoring.manuscript.position import BLANK, Book
from scoring.manuscript.reading import pages, reader
from scoring.positions.findings import Finding, Where

BLANKS = ". blank square, - blank row, -- blank rest of the page"


class GameQuestions(Questions):
    """The questions about pages row by row, the meanings of their signs, and the exemplars."""

    asked = (
        QuestionTemplate("players", "Who plays?", "MS-5.1"),
        still_running("MS-5.2"),
        QuestionTemplate("players.*.left", "left page", "MS-5.3", BLANKS),
        QuestionTemplate("players.*.right", "right page", "MS-5.3", BLANKS),
        QuestionTemplate("players.*.legend.*", "text of letter {}", "MS-5.4", "its title"),
        QuestionTemplate("players.*.tiles.*", "tile of digit {}", "MS-5.4", "its title"),
        QuestionTemplate(
            "players.*.exemplars", "exemplars with a cube", "MS-5.1", "titles with commas"
        ),
        QuestionTemplate(
            "ended",
            "Is it over though no book shows it: after the last round, or scraped since?",
            "MS-5.2",
        ),
    )
    sums = (
        QuestionTemplate("players.*.points.texts", "points for texts", "MS-4.1", spare=True),
        QuestionTemplate(
            "players.*.points.decorations", "points for decorations", "MS-4.2", spare=True
        ),
        QuestionTemplate(
            "players.*.points.exemplars", "points for exemplars", "MS-4.3", spare=True
        ),
        QuestionTemplate("players.*.points.luxury", "points for luxury", "MS-4.4", spare=True),
        QuestionTemplate("players.*.total", "total", "MS-4.5", spare=True),
    )

    def keys(self, position: Any, where: Where) -> Sequence[str] | None:
        """Return the letters or digits drawn, once both pages are, and those already named."""
        book: Book = position.players[int(where[1])]
        named, signs = (
            (book.legend, pages.LETTERS) if where[-1] == "legend" else (book.tiles, pages.DIGITS)
        )
        if any(book.page(side) is None or self.lacks_rows(book.page(side)) for side in SIDES):
            return None
        drawn = f"{book.left}{book.right}"
        return list(dict.fromkeys([*[sign for sign in drawn if sign in signs], *(named or ())]))

    def values(self, where: Where, position: Any) -> Sequence[str]:
        data = self.game.data
        tables = {"legend": data.texts, "tiles": data.tiles, "exemplars": data.exemplars}
        return [one.id for name, rows in tables.items() if name in where for one in rows]

    def rows(self, where: Where) -> int:
        return self.game.data.numbers.page.rows if where[-1] in SIDES else 0

    def columns(self, where: Where) -> int:
        return self.game.data.numbers.page.columns if where[-1] in SIDES else 0

    def lacks_rows(self, page: str | None) -> bool:
        rows = rows_of(page) if page is not None else [BLANK]
        return page is not None and (len(rows) < self.game.data.numbers.page.rows or "" in rows)

    def judged(self, position: Any) -> Any:
        """Return the position without the pages that lack rows."""
        books = [
            replace(book, **{side: None for side in SIDES if self.lacks_rows(book.page(side))})
            for book in position.players or ()
        ]
        return replace(position, players=position.players and tuple(books))

    def at_once(self, question: Question, value: Any) -> Iterator[Finding]:
        """Yield the problems of a row's length and signs as soon as it is entered (MS-5.3)."""
        if question.row is None or value is None:
            return
        grid = reader(self.game.data).grid
        blank = [BLANK * grid.columns] * grid.rows
        rows = value.split("\n")
        page = "\n".join([*blank[: question.row], *rows, *blank[question.row + len(rows) :]])
        side = next(side for side in SIDES if side == question.where[-1])
        yield from drawing(page, side, question.where, grid)
