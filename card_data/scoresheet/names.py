"""The meanings of the names in an expression, and the kinds of their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple

from card_data.model import Option, Row, fields_of
from card_data.scoresheet.table import OTHERS, PLAYERS, ROUNDS, Run

WHOLE, NUMBER, TRUTH, TEXT, PLAYER = "whole", "number", "truth", "text", "player"
NUMBERS = (WHOLE, NUMBER)
WORDS = {
    WHOLE: "a whole number",
    NUMBER: "a number",
    TRUTH: "a truth (yes or no)",
    TEXT: "a text",
    PLAYER: "a player",
}
KINDS = {"number": WHOLE, "required number": WHOLE, "flag": TRUTH}  # of the types of columns
LISTS = {WHOLE: "numbers", NUMBER: "numbers", TRUTH: "truths", TEXT: "texts", PLAYER: "players"}
OPERATORS = ("and", "or", "not", "in", "mod", "where")
CONSTANTS = ("yes", "no", "me", "nobody", "round", "running", "total")
RESERVED = frozenset((*OPERATORS, *CONSTANTS, PLAYERS, OTHERS, ROUNDS))
SEAT = "seat"  # a player's place in the position, unless the game calls something else so
MARK = "mark"  # what a list of marks has a value for
PART, TOTAL = "worth.", "total"  # what the names of parts begin with; the name of all parts
TABLE = "table"  # the level of what is noted once, not for each player


class Kind(NamedTuple):
    """The kind of a value: what it is; of a text, which ones it may be; ``many`` for a list, with
    what that has a value of, such as ``row of sets``."""

    name: str
    texts: tuple[str, ...] | None = None
    many: str = ""

    @property
    def words(self) -> str:
        """It in words: ``a whole number``, ``a list of numbers``."""
        return f"a list of {LISTS[self.name]}" if self.many else WORDS[self.name]

    @property
    def single(self) -> Kind:
        """The kind of one of a list."""
        return self._replace(many="")


class NamedValue(NamedTuple):
    """A field, a definition or a part: its kind, whether each player has it (``player``) or the
    table, a function that gives its current value, what it has a value for each of (``over``),
    its depth in levels; of a field, its place in `ScoredTable.noted`."""

    kind: Kind
    level: str
    run: Run
    over: tuple[str, ...] = ()
    depth: int = 1
    place: int | None = None


class Column(NamedTuple):
    """A column of a table: its kind, and the value in each row."""

    kind: Kind
    cells: Sequence[Any]


@dataclass(frozen=True)
class Scope:
    """The context of a place in an expression: whether there is a current player, and which lists
    (tables, rounds) have a current item (``over``). ``before`` is the scope outside players. If it
    is ``wrong``, there is a mistake in what it goes over, which is reported there."""

    player: bool
    over: tuple[str, ...] = ()
    before: Scope | None = None
    wrong: bool = False

    def inside(self, over: str) -> Scope:
        """Return the scope inside a function that goes over ``over``."""
        if over in (PLAYERS, OTHERS):
            return Scope(True, self.over, self)
        return replace(self, over=(*self.over, over))


@dataclass
class Names:
    """All that the expressions of a game may name.

    ``values`` are the numbers and house rules by their names with dots, ``tables`` the columns of
    each table; ``texts`` what a house rule may be, where that is known; ``known`` the fields,
    definitions and parts so far; ``fewest_win`` says which numbers are the best.
    """

    values: Mapping[str, Any]
    tables: Mapping[str, Mapping[str, Column]]
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: int = 0
    fewest_win: bool = False
    known: dict[str, NamedValue] = field(default_factory=dict)
    wrong: set[str] = field(default_factory=set)  # fields, definitions and parts with a mistake
    later: dict[str, str] = field(default_factory=dict)  # definitions below, and what to say

    def keys(self, over: str) -> tuple[str, ...]:
        """The steps of positions for what a field goes over: IDs of rows, numbers of rounds."""
        if over == ROUNDS:
            return tuple(map(str, range(1, self.rounds + 1)))
        return tuple(self.tables[over]["id"].cells)

    def sizes(self, over: Iterable[str]) -> list[tuple[str, int]]:
        """Tables, or rounds, each with how many there are."""
        return [(one, len(self.keys(one))) for one in over]

    def goes_over(self, name: str) -> bool:
        """Whether a function can go over what has this name."""
        return name in (PLAYERS, OTHERS, ROUNDS) or name in self.tables

    def all(self, scope: Scope) -> Iterator[str]:
        """Every name that may stand at a place, for what was likely meant."""
        yield from self.known
        for table in scope.over:
            yield from self.tables.get(table, ())
            yield from (f"{table}.{column}" for column in self.tables.get(table, ()))
        yield from self.values
        yield from self.tables
        yield from (PLAYERS, OTHERS, SEAT, *CONSTANTS)


def each(over: str) -> str:
    """Return a name for what a list over it has a value for: ``row of sets``, ``round``."""
    return {PLAYERS: "player", OTHERS: "other player", ROUNDS: "round"}.get(over, f"row of {over}")


def columns_of(declared: Mapping[str, str], rows: Sequence[Row]) -> dict[str, Column]:
    """The columns of a table, each declared as `card_data.model.Column` has it. A number that a row
    does not have counts as 0."""
    found: dict[str, Column] = {}
    for name, holds in {"id": "text", "copies": "number", **declared}.items():
        kind = Kind(KINDS.get(holds, TEXT))
        cells: list[Any] = [getattr(row, name, None) for row in rows]
        if kind.name == WHOLE:
            cells = [cell or 0 for cell in cells]
        if holds == "list":
            kind = kind._replace(many="entry")
        if kind.name == TEXT and cells:
            texts = [*chain.from_iterable(cells)] if kind.many else cells
            kind = kind._replace(texts=tuple(dict.fromkeys(texts)))
        found[name] = Column(kind, cells)
    return found


def values_of(numbers: Any, options: Mapping[str, Option[Any]]) -> dict[str, Any]:
    """The numbers and the house rules by the names that expressions have for them."""
    chosen = {f"options.{name}": option.value for name, option in options.items()}
    return {**dict(flat(numbers, "")), **chosen}


def texts_of(options: Mapping[str, Option[Any]]) -> dict[str, tuple[str, ...]]:
    """Return the values, as text, of the house rules whose ``aid`` has words for several."""
    return {f"options.{name}": tuple(one.aid) for name, one in options.items() if len(one.aid) > 1}


def flat(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The single values and lists in mappings inside one another, by names with dots."""
    inside = fields_of(value)
    if not inside and name:
        yield name, value
    for key, one in inside.items():
        yield from flat(one, f"{name}.{key}" if name else str(key))
