"""The models that every game has: its head, its clauses, its components."""

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any, ClassVar, Generic, Literal, Self, TypeVar

import msgspec
from msgspec import Meta

from card_data.limits import (
    LARGEST_COUNT,
    LARGEST_PRINT,
    LONGEST_NAME,
    LONGEST_SIDE,
    LONGEST_TITLE,
    MOST_COMPONENTS,
    MOST_COPIES,
    MOST_FACES,
    MOST_FORMS,
    MOST_MINUTES,
    MOST_PLAYERS,
    MOST_TABLES,
)

Whole = Annotated[int, Meta(ge=0, le=LARGEST_COUNT)]
Count = Annotated[int, Meta(ge=1, le=LARGEST_COUNT)]
Seats = Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]  # a number of players
Copies = Annotated[int, Meta(ge=1, le=MOST_COPIES)]
ByPlayers = dict[Seats, Whole]  # copies that a game of so many needs, where that is not all
Forms = Annotated[int, Meta(ge=1, le=MOST_FORMS)]
Length = Annotated[float, Meta(ge=0, le=LONGEST_SIDE)]  # mm
Title = Annotated[str, Meta(max_length=LONGEST_TITLE)]
# By a colour the rows of a table are told apart, so `printkit check` asks that everybody sees which
# it is; an ink is what something is drawn in.
Colour = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$", description="a colour like #8c2f39")]
Ink = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$", description="an ink like #1a1a1a")]
Name = Annotated[
    str,
    Meta(
        pattern="^[a-z][a-z0-9_]*$",
        max_length=LONGEST_NAME,
        description="lower-case letters, digits and _, starting with a letter",
    ),
]
Column = Literal["text", "number", "flag", "list", "colour", "ink"]
Stock = Literal["card", "paper"]
PieceShape = Literal["rectangle", "round", "hex", "net"]
Tables = Annotated[dict[Name, dict[Name, Column]], Meta(max_length=MOST_TABLES)]
OWN = frozenset(("numbers", "options"))  # the game's own data in game.yaml; the rest are tables
V = TypeVar("V")


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all typed data: immutable, unknown keys refused."""


class Option(Model, Generic[V], frozen=True):
    """A house option: its current value, the clause it changes, and what it does.

    ``aid`` has the words that people read for each value; a text names those of the current one
    as ``{options.NAME}``.
    """

    derived: ClassVar[tuple[str, ...]] = ("now", "word", "words")

    value: V
    clause: str
    text: str
    aid: dict[str, str] = msgspec.field(default_factory=dict)

    def word(self) -> str:
        """The current value as a file has it, such as ``true``."""
        return str(self.value).lower()

    def words(self) -> str:
        """What an aid says of the current value; nothing if it has no words for it."""
        return self.aid.get(self.word(), "")

    @property
    def now(self) -> str:
        """The current value as people read it: its words, or else ``on``, ``off`` or itself.

        >>> Option(True, "ER-1.1", "").now, Option("all_tied", "ER-1.1", "").now
        ('on', 'all tied')
        """
        shown = {"true": "on", "false": "off"}.get(self.word(), str(self.value))
        return self.words() or shown.replace("_", " ")


class Players(Model, frozen=True):
    """How many may play."""

    derived: ClassVar[tuple[str, ...]] = ("words",)

    min: Seats
    max: Seats

    def words(self) -> str:
        """So many in words: ``1 player``, ``2 to 5 players``."""
        if self.min == self.max:
            return "1 player" if self.max == 1 else f"{self.max} players"
        return f"{self.min} to {self.max} players"


class Credits(Model, frozen=True):
    """Who made the game, from its rulebook, and what of it is ours."""

    design: tuple[str, ...]
    source: str
    ours: str
    art: tuple[str, ...] = ()
    publisher: str | None = None


class Head(Model, frozen=True):
    """The part of ``game.yaml`` that every game has.

    ``tables`` declares the tables of a game that has no ``model.py``: for each table its columns,
    and for each column what it holds.
    """

    title: Title
    prefix: Annotated[str, Meta(pattern="^[A-Z]{2,4}$", description="2 to 4 capital letters")]
    genre: str
    blurb: str
    rules_version: Count
    players: Players
    credits: Credits
    tables: Tables = msgspec.field(default_factory=dict)


class Clause(Model, frozen=True):
    """One numbered clause: ``text`` from the rulebook, ``ruling`` and ``house`` ours.

    At least one of the three is given; ``option`` names the house option that changes the clause,
    ``instead`` has the ruling for values of it under which ``ruling`` is not what holds.
    ``scorer`` is what the scorer makes of the clause, which nobody at a table needs: no booklet
    prints it.
    """

    id: Annotated[str, Meta(max_length=LONGEST_NAME)]
    text: str | None = None
    ruling: str | None = None
    house: str | None = None
    option: str | None = None
    instead: dict[str, str] = msgspec.field(default_factory=dict)
    scorer: str | None = None

    def under(self, options: Mapping[str, Option[Any]]) -> Self:
        """The clause as it reads under these house options."""
        option = options.get(self.option or "")
        ruling = self.instead.get(option.word()) if option is not None else None
        return self if ruling is None else msgspec.structs.replace(self, ruling=ruling)


class Section(Model, frozen=True):
    """A chapter of the rules: its title and its clauses.

    ``scorer``: it is about what the scorer is given and what it refuses, so no booklet prints it.
    """

    title: str
    clauses: tuple[Clause, ...]
    scorer: bool = False

    def under(self, options: Mapping[str, Option[Any]]) -> Self:
        """The chapter as it reads under these house options."""
        clauses = tuple([clause.under(options) for clause in self.clauses])
        return msgspec.structs.replace(self, clauses=clauses)


class Row(Model, frozen=True):
    """A card or another thing of which there are several.

    ``copies`` of it are printed; ``by_players`` says how many of them a game needs, by the number
    of players, where it does not need all.
    """

    id: Annotated[
        str,
        Meta(
            pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$",
            max_length=LONGEST_NAME,
            description="letters, digits and _ . -, starting with a letter or a digit",
        ),
    ]
    copies: Copies = 1
    by_players: ByPlayers = msgspec.field(default_factory=dict)


class Acting(Row, frozen=True, kw_only=True):
    """A row whose texts, in the columns ``says``, tell what a program of the game's engine does.

    ``effect`` is the digest of those texts as they were when the program was last compared with
    them (`card_data.effects`); it is empty if that never was.
    """

    says: ClassVar[tuple[str, ...]] = ("text",)
    effect: Annotated[str, Meta(pattern="^([0-9a-f]{8})?$", description="8 of 0-9 and a-f")] = ""


class FaceTemplate(Model, frozen=True):
    """Which rows a template draws: a table's, or one face without a row.

    ``copies`` of each are printed, or ``a_player`` for each player. ``by_players`` says how many of
    the copies a game needs, by the number of players, where it does not need all. ``back`` is drawn
    for the same row; without it there is the component's back, drawn once for all rows.
    """

    template: str
    rows: str | None = None
    copies: Copies = 1
    a_player: Copies | None = None
    by_players: ByPlayers = msgspec.field(default_factory=dict)
    back: str | None = None


class Limit(Model, frozen=True):
    """What a component has room for: bounds of a number, and why they are there.

    ``value`` is what a text would name in braces, such as ``deck.cards``, or ``lengths.NAME``. A
    value of None, of something that the game does not have, is within any limit.
    """

    value: str
    why: str
    least: float | None = None
    most: float | None = None

    def allows(self, value: float) -> bool:
        """Whether ``value`` is within the bounds."""
        return (self.least is None or value >= self.least) and (
            self.most is None or value <= self.most
        )

    def bounds(self) -> str:
        """The bounds in words; empty if there are none."""
        if self.least is not None and self.least == self.most:
            return f"{self.least:g}"
        least = f"at least {self.least:g}" if self.least is not None else ""
        most = f"at most {self.most:g}" if self.most is not None else ""
        return " and ".join(bound for bound in (least, most) if bound)


class Component(Model, frozen=True):
    """Something to print: its faces, their size and how they lie.

    ``size`` is a name in ``sheets.yaml``, mm such as ``70 x 120``, or ``page`` for the whole
    paper. ``bleed``, ``safe`` and ``corner`` are in mm. Where there is a ``border``, the art ends
    at it, inside the trim, and only runs out to the ``bleed`` if that is asked for. ``symbols`` is
    a template of drawings that the faces use again. ``shape`` is how a piece is cut
    out of its size: a ``rectangle``, whose corners may be rounded, a ``round`` or a ``hex`` one,
    along its outline, a ``net`` along the lines that its template draws.
    ``per_page`` maps how many may lie on a page to the size they then have: such a component is a
    form, one for each player. ``limits`` bounds what the faces have room for. ``set_up`` says what
    else is to know of its pieces when a game is set up; ``instead_of`` names the component that it
    may take the place of, ``shares`` the one on whose sheets its few pieces are printed.

    In ``large_print`` it is printed so many times its size at most, where there is room.

    A ``booklet`` may be folded and stapled: its text is set on pages of half the paper. The rest is
    for the cover sheet of the whole game: whether its pieces are printed on ``paper`` or on
    ``card`` (if nothing is said on card if they have backs), what to know for ``making`` them
    beside straight cuts, the ``minutes_each`` piece that this takes, and what of other games may
    ``stand_in`` for them.
    """

    title: Title
    size: str
    faces: Annotated[tuple[FaceTemplate, ...], Meta(min_length=1, max_length=MOST_FACES)]
    back: str | None = None
    symbols: str | None = None
    bleed: Length = 0
    border: bool = False
    safe: Length = 3
    corner: Length = 0
    shape: PieceShape = "rectangle"
    per_page: dict[Forms, str] = msgspec.field(default_factory=dict)
    limits: tuple[Limit, ...] = ()
    set_up: str = ""
    instead_of: Name | None = None
    shares: Name | None = None
    large_print: Annotated[float, Meta(ge=1, le=LARGEST_PRINT)] = 1
    booklet: bool = False
    paper: Stock | None = None
    making: str = ""
    minutes_each: Annotated[float, Meta(ge=0, le=MOST_MINUTES)] = 0
    stand_in: str = ""

    @property
    def stock(self) -> Stock:
        """What it is printed on."""
        return self.paper or ("card" if self.back is not None else "paper")

    def on_a_page(self, number: int | None, forms: int | None = None) -> Self:
        """This component with ``number`` a page, of the size for that; itself if it has no choice.

        None stands for the first choice. ``forms`` is how many there are in all, None for one full
        page. Raise `KeyError` with the choices.
        """
        if not self.per_page:
            return self
        if number is None:
            number = next(iter(self.per_page))
        if number not in self.per_page:
            known = ", ".join(str(choice) for choice in sorted(self.per_page))
            raise KeyError(f"found {number}, expected one of {known}")
        faces = tuple(
            msgspec.structs.replace(face, copies=forms or face.copies * number)
            for face in self.faces
        )
        return msgspec.structs.replace(self, size=self.per_page[number], faces=faces)


class PrintFile(Model, frozen=True):
    """``print.yaml``: what to print, and lengths in mm that several templates share."""

    components: Annotated[dict[Name, Component], Meta(max_length=MOST_COMPONENTS)]
    lengths: dict[Name, Length] = msgspec.field(default_factory=dict)


class RulesFile(Model, frozen=True):
    """``rules.yaml``: the clauses, chapter by chapter."""

    sections: tuple[Section, ...]


class GameData(Model, frozen=True):
    """The base of a game's own data: ``numbers`` and ``options`` of ``game.yaml``, and a field for
    each table."""

    derived: ClassVar[tuple[str, ...]] = ("facts",)

    def facts(self) -> dict[str, Any]:
        """Further values that a text or a limit may name, derived from the numbers and the tables.

        Must not fail on data in which the game's checks find something.
        """
        return {}

    def pieces_for(self, players: int) -> Mapping[str, Mapping[str, int]]:
        """How many pieces a game of so many needs, where that depends on the game's numbers.

        By component, then by the row's ID (the template's stem without rows). What it leaves out
        is counted by ``copies``, ``by_players`` and ``a_player``.
        """
        return {}

    def facts_for(self, players: int) -> Mapping[str, Any]:
        """Further values of a game of so many, which its ``set_up.yaml`` may name as
        ``{for.NAME}``."""
        return {}

    def set_up_for(self, players: int) -> Mapping[str, str]:
        """What else is to know when a game of so many is set up, in words, by component.

        For what depends on the number of players; ``set_up`` in print.yaml says what does not.
        """
        return {}

    def drawn(self, rng: Random) -> Mapping[str, tuple[str, ...]]:
        """The rows in one game, where chance chooses among those of a table: their IDs, by table.

        Empty if chance leaves none out. The same state of ``rng`` draws the same.
        """
        return {}


def table_names(kind: type[GameData]) -> tuple[str, ...]:
    """The names of the tables of a game's data, each a YAML file in the game's folder."""
    fields = (field.name for field in msgspec.structs.fields(kind))
    return tuple(name for name in fields if name not in OWN)


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a model, or the entries of a mapping; empty for anything else."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.asdict(value)
    return dict(value) if isinstance(value, dict) else {}
