"""``set_up.yaml``: what is laid out for a game, by the number of players or by another choice.

What a line says may name ``{for.NAME}``, a value of its column: `column_words` has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from card_data.game import Game
from card_data.limits import MOST_THINGS
from card_data.model import Model, Name, Title, fields_of
from card_data.placeholders import filler
from card_data.reading.decode import Mismatch
from card_data.reading.documents import Steps

NONE = "–"
FLAGS = NONE, "✓"  # as a table shows no and yes
FOR = "for."  # begins the names of what is known for a column only


class Line(Model, frozen=True):
    """A line of the set-up: ``what`` is laid out, and how much."""

    icon: str
    """The icon before the line."""
    what: str
    """What is laid out."""
    cell: str = ""
    """How much of it, for each column, with values such as {for.players}; without it the line says
    the same for all columns."""


class Section(Model, frozen=True):
    """Lines with a title, such as what each player takes."""

    title: Title
    """The heading of the lines."""
    lines: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=MOST_THINGS)]
    """The lines in order."""


class SetUpFile(Model, frozen=True):
    """``set_up.yaml``: sections of lines, with a column for each number of players."""

    sections: Annotated[tuple[Section, ...], Meta(min_length=1, max_length=MOST_THINGS)]
    """The sections in order."""
    rows: Name | None = None
    """The table that has a column for each of its rows, in place of a column for each number of
    players."""
    choice: Title = "Players"
    """What the columns are a choice of, printed before their headings."""
    heading: str = "{for.players}"
    """What stands above each column, with values such as {for.players}."""


class Cell(NamedTuple):
    """The text of a line for ``span`` neighbouring columns."""

    text: str
    span: int


class FilledLine(NamedTuple):
    icon: str
    what: str
    cells: tuple[Cell, ...]


class FilledSection(NamedTuple):
    title: str
    lines: tuple[FilledLine, ...]


class SetUp(NamedTuple):
    """The set-up as a table: what its columns are a choice of, their headings, its sections."""

    choice: str
    columns: tuple[str, ...]
    sections: tuple[FilledSection, ...]


class Filler:
    """Fills in a set-up for each column; ``problems`` lists texts that name no value, each with
    its path in the file."""

    def __init__(self, game: Game[Any], file: SetUpFile) -> None:
        self.file = file
        self.problems: list[tuple[Steps, str]] = []
        self.fillers = [filler({"for": words}) for words in column_words(game, file.rows)]

    def table(self) -> SetUp:
        """The set-up, each line filled in for each column."""
        choice = self.for_all(self.file.choice, ("choice",))
        headings = tuple(self.columns(self.file.heading, ("heading",)))
        sections = [
            FilledSection(
                self.for_all(section.title, ("sections", number, "title")),
                tuple(self.lines(section, ("sections", number, "lines"))),
            )
            for number, section in enumerate(self.file.sections)
        ]
        return SetUp(choice, headings, tuple(sections))

    def lines(self, section: Section, path: Steps) -> Iterator[FilledLine]:
        for index, line in enumerate(section.lines):
            what = self.for_all(line.what, (*path, index, "what"))
            cells = self.columns(line.cell, (*path, index, "cell")) if line.cell else []
            yield FilledLine(line.icon, what, tuple(merged(cells)))

    def for_all(self, text: str, path: Steps) -> str:
        """``text``, which reads the same in all columns, so that it can name no value of one."""
        if f"{{{FOR}" in text:
            message = f"{{{FOR}…}} is a value of one column: only cell and heading may name it"
            self.problems.append((path, message))
        return text

    def columns(self, text: str, path: Steps) -> list[str]:
        """``text`` as it reads in each column; the same in none if it names what there is not."""
        try:
            return [fill(text) for fill in self.fillers]
        except Mismatch as error:
            self.problems.append((path, str(error)))
            return [text]


def column_words(game: Game[Any], rows: str | None) -> list[Mapping[str, Any]]:
    """The values that texts may name as ``{for.NAME}``, column by column.

    For a number of players: ``players``; how many ``pieces`` of a component a game of so many
    needs, how many are ``left`` of those printed, how many of the ``kinds`` of them; and what the
    game's `GameData.facts_for` gives. For a row of the table ``rows``: its fields.
    """
    if rows is not None:
        fields = (fields_of(row) for row in game.rows(rows))
        return [{name: in_a_word(value) for name, value in row.items()} for row in fields]
    players = game.head.players
    return [words_for(game, number) for number in range(players.min, players.max + 1)]


def words_for(game: Game[Any], players: int) -> Mapping[str, Any]:
    """The values of the column for a number of players."""
    pieces: dict[str, int] = {}
    left: dict[str, int | str] = {}
    kinds: dict[str, dict[str, int]] = {}
    for name in game.components:
        printed, needed = game.counts(name), game.counts(name, players=players)
        pieces[name] = needed.total()
        left[name] = printed.total() - needed.total() or NONE
        kinds[name] = {kind: needed[kind] for kind in printed}
    own = game.data.facts_for(players)
    return {"players": players, "pieces": pieces, "left": left, "kinds": kinds, **own}


def in_a_word(value: Any) -> Any:
    """Return a flag as tables show it; anything else unchanged."""
    return FLAGS[value] if isinstance(value, bool) else value


def merged(texts: list[str]) -> Iterator[Cell]:
    """Yield the cells for the texts of a line; neighbours with the same text are one, but signs."""
    for text, those in groupby(texts):
        span = len([*those])
        yield from [Cell(text, 1)] * span if text in FLAGS else [Cell(text, span)]
