"""``rulebook.yaml``: the game for people who never saw it, with its pictures and its examples.

The numbered clauses of ``rules.yaml`` come after it as the reference. Texts name values of the
game in braces, as everywhere; ``{example.NAME.…}`` names what the replay of an example came to, so
that no example can be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from card_data.limits import (
    LONGEST_NAME,
    LONGEST_SIDE,
    MOST_CHAPTERS,
    MOST_FIGURES,
    MOST_THINGS,
)
from card_data.model import Model, Name, Title

Coordinate = Annotated[float, Meta(ge=-LONGEST_SIDE, le=LONGEST_SIDE)]  # mm
Side = Annotated[float, Meta(gt=0, le=LONGEST_SIDE)]  # mm
Point = Annotated[tuple[Coordinate, ...], Meta(min_length=2, max_length=2)]  # x and y in mm
Number = Annotated[int, Meta(ge=1, le=99)]  # in a disc, which a text may refer to


class Question(Model, frozen=True):
    """What people ask, and the answer."""

    ask: str
    answer: str


class Block(Model, frozen=True):
    """A part of a chapter; exactly one of its fields is given.

    ``text`` is a paragraph, ``heading`` one above others; ``steps`` are numbered, ``points`` are
    not; ``note`` stands in a box. ``figure`` and ``example`` are names.
    """

    text: str | None = None
    heading: Title | None = None
    steps: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    note: str | None = None
    figure: Name | None = None
    example: Name | None = None
    questions: tuple[Question, ...] = ()


class Chapter(Model, frozen=True):
    """A chapter: its title and what is in it."""

    title: Title
    blocks: tuple[Block, ...]


class Piece(Model, frozen=True):
    """A piece of the game in a figure, drawn by its own template.

    ``face`` is the ID of its row, or the template's stem without rows. ``x`` and ``y`` are its top
    left corner before it is turned about its middle by ``turn`` degrees, clockwise. ``width`` says
    how wide it is drawn, by which its height is scaled too. ``detail`` shows one part of it alone,
    by the name that its template gives it, such as a face of a die.
    """

    component: Name
    face: Annotated[str, Meta(max_length=LONGEST_NAME)]
    x: Coordinate
    y: Coordinate
    width: Side
    side: Literal["front", "back"] = "front"
    detail: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    turn: Annotated[float, Meta(ge=-360, le=360)] = 0
    number: Number | None = None


class FilledSheet(Model, frozen=True):
    """A sheet of the game as an example leaves it, filled in; ``form`` counts players from 1.

    ``face`` is its template's stem, which the only face of a component need not say. A ``detail``
    shows only a part, as of a `Piece`, and so does a ``window``: left, top, width and height on the
    sheet itself, in mm. ``crosses`` are the details that bear an X, with spaces between.
    """

    component: Name
    example: Name
    x: Coordinate
    y: Coordinate
    width: Side
    face: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    form: Annotated[int, Meta(ge=1, le=100)] = 1
    window: Annotated[tuple[Coordinate, ...], Meta(min_length=4, max_length=4)] | None = None
    detail: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    crosses: str = ""


class Arrow(Model, frozen=True, rename={"start": "from", "end": "to"}):
    """An arrow; ``bend`` is how far its middle lies to the left of the straight way, in mm."""

    start: Point
    end: Point
    bend: Coordinate = 0


class Label(Model, frozen=True):
    """Words in a figure, or a disc with a ``number`` only: where, and how they are aligned.

    ``y`` is the middle of the first line of the ``text``; each of its line breaks begins another.
    """

    x: Coordinate
    y: Coordinate
    text: str = ""
    align: Literal["left", "center", "right"] = "left"
    number: Number | None = None


class Figure(Model, frozen=True):
    """A picture made of the game's own pieces, ``width`` by ``height`` in its own mm.

    It is scaled down to the column it stands in, or over both columns if it is ``wide``. ``says``
    is for people who cannot see it.
    """

    caption: str
    says: str
    width: Side
    height: Side
    wide: bool = False
    pieces: Annotated[tuple[Piece, ...], Meta(max_length=MOST_THINGS)] = ()
    sheets: Annotated[tuple[FilledSheet, ...], Meta(max_length=MOST_THINGS)] = ()
    arrows: Annotated[tuple[Arrow, ...], Meta(max_length=MOST_THINGS)] = ()
    labels: Annotated[tuple[Label, ...], Meta(max_length=MOST_THINGS)] = ()


class Example(Model, frozen=True):
    """A worked example, played by the engine: a ``record`` or a ``position`` in the game's folder.

    ``blocks`` tell it. ``expect`` has what the telling rests on, by the names of ``{example…}``
    without that start: ``printkit check`` names each that has become another.
    """

    title: Title
    blocks: tuple[Block, ...]
    record: str | None = None
    position: str | None = None
    expect: dict[str, str | int] = msgspec.field(default_factory=dict)


class Rulebook(Model, frozen=True):
    """``rulebook.yaml``: what the game is about, in three sentences, and how it is played."""

    about: str
    objective: str
    chapters: Annotated[tuple[Chapter, ...], Meta(max_length=MOST_CHAPTERS)]
    figures: Annotated[dict[Name, Figure], Meta(max_length=MOST_FIGURES)] = msgspec.field(
        default_factory=dict
    )
    examples: Annotated[dict[Name, Example], Meta(max_length=MOST_FIGURES)] = msgspec.field(
        default_factory=dict
    )


def texts_of(blocks: tuple[Block, ...], rulebook: Rulebook) -> Iterator[str]:
    """What a reader reads in some blocks, the examples and captions among them included."""
    for block in blocks:
        yield from (block.text or "", block.note or "", *block.steps, *block.points)
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
        words = " ".join(texts_of(chapter.blocks, rulebook))
        for name in dict.fromkeys(re.findall(r"[A-Z]+-[0-9]+(?:\.[0-9]+)*", words)):
            if name in clauses:
                found.setdefault(name, number)
    return found
