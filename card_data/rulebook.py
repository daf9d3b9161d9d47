"""``rulebook.yaml``: the game for people who never saw it, with its pictures and its examples.

The numbered clauses of ``rules.yaml`` come after it as the reference. Texts name values of the
game in braces, as everywhere; ``{example.NAME.…}`` names what the replay of an example came to, so
that no example can be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Self, TypeVar

import msgspec
from msgspec import Meta

from card_data.limits import (
    LARGEST_SHARE,
    LONGEST_NAME,
    LONGEST_SIDE,
    MOST_CHAPTERS,
    MOST_COLUMNS,
    MOST_FIGURES,
    MOST_THINGS,
)
from card_data.model import Limit, Model, Name, Option, Title
from card_data.reading.documents import Steps

Coordinate = Annotated[float, Meta(ge=-LONGEST_SIDE, le=LONGEST_SIDE)]  # mm
Side = Annotated[float, Meta(gt=0, le=LONGEST_SIDE)]  # mm
Point = Annotated[tuple[Coordinate, ...], Meta(min_length=2, max_length=2)]  # x and y in mm
Number = Annotated[int, Meta(ge=1, le=99)]  # in a disc, which a text may refer to


class Question(Model, frozen=True):
    """A question that people ask, and the answer."""

    ask: str
    """What people ask."""
    answer: str
    """The answer."""


class RulebookTable(Model, frozen=True):
    """A table, with as many cells in each row as there are in its head."""

    head: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_COLUMNS)]
    """What stands above each column."""
    rows: tuple[tuple[str, ...], ...]
    """The rows, each a list of texts."""
    widths: tuple[Annotated[float, Meta(gt=0, le=LARGEST_SHARE)], ...] = ()
    """The width of each column as a share of all; alike if left out."""


class Block(Model, frozen=True):
    """A part of a chapter; exactly one of its fields is given."""

    text: str | None = None
    """A paragraph."""
    heading: Title | None = None
    """A heading above the blocks that follow."""
    steps: tuple[str, ...] = ()
    """A numbered list."""
    points: tuple[str, ...] = ()
    """A list with bullets."""
    note: str | None = None
    """A paragraph in a box."""
    figure: Name | None = None
    """The name of a figure."""
    example: Name | None = None
    """The name of an example."""
    questions: tuple[Question, ...] = ()
    """Questions with their answers."""
    table: RulebookTable | None = None
    """A table."""
    scoring: bool = False
    """Whether the table of what scores stands here, as score.yaml has it."""


class Boxed(Model, frozen=True):
    """Blocks in a box of their own, under a title."""

    title: Title
    """The title of the box."""
    blocks: tuple[Block, ...]
    """What is in it, in order."""
    under: dict[str, str] = msgspec.field(default_factory=dict)
    """The house rules that the telling rests on, each with its value as in game.yaml: an example
    is played by them, whatever the game's are now."""

    def noted(self, options: Mapping[str, Option[Any]]) -> Self:
        """The box with a note of each house rule of ``under`` that the game has otherwise."""
        others = [
            f"{options[name].aid.get(word, word)} ({options[name].clause})"
            for name, word in self.under.items()
            if name in options and options[name].word() != word
        ]
        if not others:
            return self
        note = Block(note=f"In this example, unlike in your game: {'; '.join(others)}.")
        return msgspec.structs.replace(self, blocks=(note, *self.blocks))


class Chapter(Model, frozen=True):
    """A chapter of the rulebook."""

    title: Title
    """The title of the chapter."""
    blocks: tuple[Block, ...]
    """What is in the chapter, in order."""
    new_page: bool = False
    """Whether it begins a page."""


Told = TypeVar("Told", Chapter, Boxed, "Example")


class Piece(Model, frozen=True):
    """A piece of the game in a figure, drawn by its own template."""

    component: Name
    """The component that the piece belongs to."""
    face: Annotated[str, Meta(max_length=LONGEST_NAME)]
    """The ID of its row, or the name of its template without .svg if it has no row."""
    x: Coordinate
    """Its left edge before it is turned, in mm from the left of the figure."""
    y: Coordinate
    """Its top edge before it is turned, in mm from the top of the figure."""
    width: Side
    """How wide it is drawn, in mm; its height is scaled alike."""
    side: Literal["front", "back"] = "front"
    """Which of its sides is seen."""
    detail: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """The only part of it that is shown, by the name that its template gives it, such as a face of
    a die; all of it if left out."""
    turn: Annotated[float, Meta(ge=-360, le=360)] = 0
    """By how many degrees it is turned clockwise about its middle."""
    number: Number | None = None
    """The number in a disc on it, which a text may refer to."""


class FilledSheet(Model, frozen=True):
    """A sheet of the game as an example leaves it, filled in."""

    component: Name
    """The component that the sheet belongs to."""
    example: Name
    """The name of the example that fills it in."""
    x: Coordinate
    """Its left edge, in mm from the left of the figure."""
    y: Coordinate
    """Its top edge, in mm from the top of the figure."""
    width: Side
    """How wide it is drawn, in mm; its height is scaled alike."""
    face: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """The name of its template without .svg; not needed if the component has only one."""
    form: Annotated[int, Meta(ge=1, le=100)] = 1
    """Whose form it is, counting the players from 1."""
    window: Annotated[tuple[Coordinate, ...], Meta(min_length=4, max_length=4)] | None = None
    """The only part of the sheet that is shown: left, top, width and height on the sheet itself, in
    mm."""
    detail: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """The only part of it that is shown, by the name that its template gives it."""
    crosses: str = ""
    """The details that bear an X, by name, with spaces between."""


class Arrow(Model, frozen=True, rename={"start": "from", "end": "to"}):
    """An arrow in a figure."""

    start: Point
    """Where it begins: x and y in mm."""
    end: Point
    """Where its tip is: x and y in mm."""
    bend: Coordinate = 0
    """How far its middle lies to the left of the straight line, in mm; negative for the right."""


class Label(Model, frozen=True):
    """Words in a figure, or a disc with a number alone."""

    x: Coordinate
    """Where its text is aligned, in mm from the left of the figure."""
    y: Coordinate
    """The middle of its first line, in mm from the top of the figure."""
    text: str = ""
    """What it says; each line break starts a new line."""
    align: Literal["left", "center", "right"] = "left"
    """How the text lies at x."""
    number: Number | None = None
    """The number in a disc, which a text may refer to."""


class Figure(Model, frozen=True):
    """A picture made of the game's own pieces, scaled down to the column that it stands in."""

    caption: str
    """The words below it."""
    says: str
    """What it shows, for people who cannot see it."""
    width: Side
    """Its width in mm of its own, before it is scaled."""
    height: Side
    """Its height in mm of its own, before it is scaled."""
    wide: bool = False
    """Whether it spans both columns."""
    pieces: Annotated[tuple[Piece, ...], Meta(max_length=MOST_THINGS)] = ()
    """The pieces in it, the first at the bottom."""
    sheets: Annotated[tuple[FilledSheet, ...], Meta(max_length=MOST_THINGS)] = ()
    """The filled-in sheets in it."""
    arrows: Annotated[tuple[Arrow, ...], Meta(max_length=MOST_THINGS)] = ()
    """The arrows in it."""
    labels: Annotated[tuple[Label, ...], Meta(max_length=MOST_THINGS)] = ()
    """The words and numbers in it."""
    limits: tuple[Limit, ...] = ()
    """The numbers of the game for which it was drawn; with others it is refused."""


class Example(Boxed, frozen=True):
    """A worked example. With a ``record`` or a ``position`` in the game's folder it is played by
    the engine; without either its text stands as it is."""

    wide: bool = False
    """Whether its box spans both columns, with its blocks in two."""
    record: str | None = None
    """The file of the game that is played, a record."""
    position: str | None = None
    """The file of the position that is scored."""
    expect: dict[str, str | int] = msgspec.field(default_factory=dict)
    """The values that the telling rests on, by the names after {example…}; printkit check names
    each that has changed."""

    @property
    def replayed(self) -> bool:
        """Whether the engine plays it."""
        return self.record is not None or self.position is not None


class Rulebook(Model, frozen=True):
    """``rulebook.yaml``: what the game is about and how it is played."""

    about: str
    """What the game is about, in three sentences."""
    objective: str
    """What to do to win, in a sentence."""
    chapters: Annotated[tuple[Chapter, ...], Meta(max_length=MOST_CHAPTERS)]
    """The chapters in order."""
    first_turn: Boxed | None = None
    """How a first game begins, on a page at most, before the chapters."""
    glossary: dict[Title, str] = msgspec.field(default_factory=dict)
    """Words of the game, each with what it means."""
    index: dict[Title, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """What people look up, each with the IDs of the clauses about it."""
    reference: Boxed | None = None
    """The quick reference at the end."""
    figures: Annotated[dict[Name, Figure], Meta(max_length=MOST_FIGURES)] = msgspec.field(
        default_factory=dict
    )
    """The figures by name."""
    examples: Annotated[dict[Name, Example], Meta(max_length=MOST_FIGURES)] = msgspec.field(
        default_factory=dict
    )
    """The worked examples by name."""

    def noted(self, options: Mapping[str, Option[Any]]) -> Self:
        """The rulebook of a game with these house rules: the first turn and the examples say
        where they go by others."""
        first = self.first_turn and self.first_turn.noted(options)
        examples = {name: example.noted(options) for name, example in self.examples.items()}
        return msgspec.structs.replace(self, first_turn=first, examples=examples)

    def with_scoring(self, table: RulebookTable) -> Self:
        """The rulebook with the table of what scores where its blocks ask for it."""
        first, last = self.first_turn, self.reference
        return msgspec.structs.replace(
            self,
            chapters=tuple([tabled(chapter, table) for chapter in self.chapters]),
            first_turn=first and tabled(first, table),
            reference=last and tabled(last, table),
            examples={name: tabled(one, table) for name, one in self.examples.items()},
        )


def tabled(told: Told, table: RulebookTable) -> Told:
    """A chapter or a box with the table of what scores where its blocks ask for it."""
    blocks = [Block(table=table) if block.scoring else block for block in told.blocks]
    return msgspec.structs.replace(told, blocks=tuple(blocks))


def texts_of(blocks: tuple[Block, ...], rulebook: Rulebook) -> Iterator[str]:
    """Yield the texts that a reader reads in some blocks, including examples and captions."""
    for block in blocks:
        yield from (block.text or "", block.note or "", *block.steps, *block.points)
        if block.table is not None:
            yield from (*block.table.head, *(cell for row in block.table.rows for cell in row))
        for question in block.questions:
            yield from (question.ask, question.answer)
        if block.figure in rulebook.figures:
            yield rulebook.figures[block.figure].caption
        if block.example in rulebook.examples:
            yield from texts_of(rulebook.examples[block.example].blocks, rulebook)


def chapters_of(rulebook: Rulebook, clauses: Collection[str]) -> dict[str, int]:
    """The first chapter, from 0, that names each of the ``clauses``, by its ID."""
    found: dict[str, int] = {}
    for number, chapter in enumerate(rulebook.chapters):
        for name in cited(" ".join(texts_of(chapter.blocks, rulebook))):
            if name in clauses:
                found.setdefault(name, number)
    return found


def cited(text: str, prefix: str = "[A-Z]+") -> Iterator[str]:
    """The IDs of clauses that a text names, each once, in order.

    >>> list(cited("Deal three (ER-1.1), as ER-1.2 and ER-1.1 say."))
    ['ER-1.1', 'ER-1.2']
    """
    pattern = rf"(?<![A-Za-z0-9-]){prefix}-[0-9]+\.[0-9]+[a-z]?(?![A-Za-z0-9])"
    return iter(dict.fromkeys(re.findall(pattern, text)))


def index_of(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Where each entry of the index leads: to the texts of chapters that name one of its clauses,
    by their fields, such as ``rulebook.chapters.0.blocks.2.text``, then to the clauses."""
    places: dict[str, list[str]] = {}
    for path, text in texts(rulebook.chapters, ("rulebook", "chapters")):
        for name in cited(text):
            places.setdefault(name, []).append(".".join(map(str, path)))
    return {
        entry: (*(place for name in names for place in places.get(name, ())), *names)
        for entry, names in rulebook.index.items()
    }


def texts(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Steps, str]]:
    """Every text in a model, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, msgspec.Struct | Mapping):
        fields = value if isinstance(value, Mapping) else value.__struct_fields__
        for name in fields:
            part = value[name] if isinstance(value, Mapping) else getattr(value, name)
            yield from texts(part, (*path, name))
    elif isinstance(value, Sequence):
        for index, part in enumerate(value):
            yield from texts(part, (*path, index))
