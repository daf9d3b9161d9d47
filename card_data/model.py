"""The models that every game has: its head, its clauses, its components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

Whole = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]
Copies = Annotated[int, Meta(ge=1, le=1000)]
Length = Annotated[float, Meta(ge=0)]  # mm
V = TypeVar("V")


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all typed data: immutable, unknown keys refused."""


class Option(Model, Generic[V], frozen=True):
    """A house option: its present value, the clause it changes, and what it does.

    ``aid`` has the words that an aid prints for each value; a text names those of the present one
    as ``{options.NAME}``.
    """

    value: V
    clause: str
    text: str
    aid: dict[str, str] = msgspec.field(default_factory=dict)

    def words(self) -> str:
        """What an aid says of the present value; nothing if it has no words for it."""
        return self.aid.get(str(self.value).lower(), "")


class Players(Model, frozen=True):
    """How many may play."""

    min: Count
    max: Count


class Credits(Model, frozen=True):
    """Who made the game, from its rulebook, and what of it is ours."""

    design: tuple[str, ...]
    source: str
    ours: str
    art: tuple[str, ...] = ()
    publisher: str | None = None


class Head(Model, frozen=True):
    """The part of ``game.yaml`` that every game has.

    ``tables`` declares the columns of the tables of a game that has no ``model.py``: for each
    table, each column's kind (text, number, flag or list).
    """

    title: str
    prefix: Annotated[str, Meta(pattern="^[A-Z]{2,4}$")]
    genre: str
    blurb: str
    rules_version: Count
    players: Players
    credits: Credits
    tables: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)


class Clause(Model, frozen=True):
    """One numbered clause: ``text`` from the rulebook, ``ruling`` and ``house`` ours.

    At least one of the three stands; ``option`` names the house option that the clause reads.
    """

    id: str
    text: str | None = None
    ruling: str | None = None
    house: str | None = None
    option: str | None = None


class Section(Model, frozen=True):
    """A titled run of clauses."""

    title: str
    clauses: tuple[Clause, ...]


class Row(Model, frozen=True):
    """A card or another thing of which there are several; ``copies`` of it are printed."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")]
    copies: Copies = 1


class FaceTemplate(Model, frozen=True):
    """Which rows a template draws: a table's, or one face without a row."""

    template: str
    rows: str | None = None
    copies: Copies = 1
    back: str | None = None


class Component(Model, frozen=True):
    """Something to print: its faces, their size and how they lie.

    ``size`` is a name in ``sheets.yaml``, mm such as ``70 x 120``, or ``page`` for the whole
    paper. ``bleed``, ``safe`` and ``corner`` are in mm. ``symbols`` is a template of drawings that
    the faces use again.
    ``per_page`` maps how many may lie on a page to the size they then have.
    """

    title: str
    size: str
    faces: Annotated[tuple[FaceTemplate, ...], Meta(min_length=1)]
    back: str | None = None
    symbols: str | None = None
    bleed: Length = 0
    safe: Length = 3
    corner: Length = 0
    per_page: dict[int, str] = msgspec.field(default_factory=dict)

    def on_a_page(self, number: int | None, forms: int | None = None) -> Component:
        """This component with ``number`` a page, of the size for that; itself if it has no choice.

        None stands for the first choice. ``forms`` is how many there are in all, None for one page
        full. Raise `KeyError` with what would do.
        """
        if not self.per_page:
            return self
        number = number or next(iter(self.per_page))
        if number not in self.per_page:
            known = ", ".join(str(one) for one in sorted(self.per_page))
            raise KeyError(f"{number} a page: expected one of {known}")
        faces = tuple(
            msgspec.structs.replace(face, copies=forms or face.copies * number)
            for face in self.faces
        )
        return msgspec.structs.replace(self, size=self.per_page[number], faces=faces)


class GameData(Model, frozen=True):
    """The base of a game's own data: numbers and options of ``game.yaml``, a field a table."""

    def facts(self) -> dict[str, Any]:
        """Further values that a text may name in braces, derived from the tables."""
        return {}

    def problems(self) -> Iterator[tuple[str, str]]:
        """What is wrong between records: pairs of a file's name and a message."""
        yield from ()
