"""What the names in an expression stand for, and of which kind their values are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from card_data.model import Option, Row, fields_of
from card_data.scoresheet.functions import FUNCTIONS
from card_data.scoresheet.tree import OTHERS, PLAYERS, ROUNDS, Defined, Noted

WHOLE, NUMBER, TRUTH, TEXT, PLAYER = "whole", "number", "truth", "text", "player"
NUMBERS = (WHOLE, NUMBER)
WORDS = {
    WHOLE: "a whole number",
    NUMBER: "a number",
    TRUTH: "a truth (yes or no)",
    TEXT: "a text",
    PLAYER: "a player",
}
LISTS = {WHOLE: "numbers", NUMBER: "numbers", TRUTH: "truths", TEXT: "texts", PLAYER: "players"}
OPERATORS = ("and", "or", "not", "in", "mod", "where")
CONSTANTS = ("yes", "no", "me", "nobody", "round", "running", "total")
TAKEN = frozenset((*OPERATORS, *CONSTANTS, *FUNCTIONS, PLAYERS, OTHERS, ROUNDS))
MARK = "mark"  # what a list of marks has a value for
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


class Named(NamedTuple):
    """What a field, a definition or a part is: its kind, whether each player has it (``player``) or
    the table, what it has a value for each of (``over``), how deep and how costly it is to work
    out."""

    kind: Kind
    level: str
    over: tuple[str, ...] = ()
    depth: int = 1
    defined: bool = False


@dataclass(frozen=True)
class Scope:
    """What is at hand at a place of an expression: a player or none, rows of tables and a round
    (``over``). ``before`` is what was at hand before players were gone over."""

    player: bool
    over: tuple[str, ...] = ()
    before: Scope | None = None

    def inside(self, over: str) -> Scope:
        """What is at hand for each of what a function goes over."""
        if over in (PLAYERS, OTHERS):
            return Scope(True, self.over, self)
        return replace(self, over=(*self.over, over))


@dataclass
class Names:
    """All that the expressions of a game may name.

    ``values`` are the numbers and house options by their names with dots, ``tables`` the columns of
    each table, ``rows`` its rows; ``texts`` what a house option may be, where that is known;
    ``known`` the fields, definitions and parts so far.
    """

    values: Mapping[str, Any]
    tables: Mapping[str, Mapping[str, Kind]]
    rows: Mapping[str, Sequence[Row]]
    most_players: int
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: int = 0
    known: dict[str, Named] = field(default_factory=dict)
    wrong: set[str] = field(default_factory=set)  # definitions and parts with a mistake
    later: dict[str, str] = field(default_factory=dict)  # definitions below, and what to say

    def size(self, over: str) -> int:
        """How many values there are at most of what a function goes over."""
        if over in (PLAYERS, OTHERS):
            return self.most_players
        return self.rounds if over == ROUNDS else len(self.rows[over])

    def goes_over(self, name: str) -> bool:
        """Whether a function can go over what has this name."""
        return name in (PLAYERS, OTHERS, ROUNDS) or name in self.tables

    def node(self, name: str, named: Named, scope: Scope) -> tuple[Noted | Defined, Kind]:
        """A field or a definition as it is at a place where it may be named."""
        spread = tuple([over not in scope.over for over in named.over])
        many = ", ".join([each(over) for over in named.over if over not in scope.over])
        kind = named.kind._replace(many=named.kind.many or many)
        make = Defined if named.defined else Noted
        return make(name, spread if any(spread) else ()), kind

    def all(self, scope: Scope) -> Iterator[str]:
        """Every name that may stand at a place, for what was likely meant."""
        yield from self.known
        for table in scope.over:
            yield from self.tables.get(table, ())
            yield from (f"{table}.{column}" for column in self.tables.get(table, ()))
        yield from self.values
        yield from self.tables
        yield from (PLAYERS, OTHERS, *CONSTANTS)


def each(over: str) -> str:
    """What a list over it has a value for: ``row of sets``, ``round``."""
    return {PLAYERS: "player", OTHERS: "other player", ROUNDS: "round"}.get(over, f"row of {over}")


def columns_of(kind: Any) -> dict[str, Kind]:
    """The columns of a table that an expression can name, from the type of its rows."""
    from msgspec import inspect

    simple: dict[Any, Kind] = {
        inspect.IntType: Kind(WHOLE),
        inspect.BoolType: Kind(TRUTH),
        inspect.StrType: Kind(TEXT),
        inspect.LiteralType: Kind(TEXT),
        inspect.VarTupleType: Kind(TEXT, many="entry"),
    }
    found: dict[str, Kind] = {}
    info = inspect.type_info(kind)
    for one in getattr(info, "fields", ()):
        declared = one.type.type if isinstance(one.type, inspect.Metadata) else one.type
        if type(declared) in simple:
            found[one.name] = simple[type(declared)]
    return found


def values_of(numbers: Any, options: Mapping[str, Option[Any]]) -> dict[str, Any]:
    """The numbers and the house options by the names that expressions have for them."""
    found = dict(flat(numbers, ""))
    for name, option in options.items():
        found[f"options.{name}"] = option.value
    return found


def texts_of(options: Mapping[str, Option[Any]]) -> dict[str, tuple[str, ...]]:
    """What the house options may be that have words for each of their values."""
    return {f"options.{name}": tuple(one.aid) for name, one in options.items() if len(one.aid) > 1}


def flat(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The single values and lists in mappings inside one another, by names with dots."""
    inside = fields_of(value)
    if not inside and name:
        yield name, exact(value)
    for key, one in inside.items():
        yield from flat(one, f"{name}.{key}" if name else str(key))


def exact(value: Any) -> Any:
    """A number as it is written, 0.1 as a tenth, in a list too; anything else as it is."""
    if isinstance(value, list):
        return [exact(one) for one in value]
    return Fraction(str(value)) if isinstance(value, float) else value
