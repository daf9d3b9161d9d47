"""What an expression of ``score.yaml`` is once it has been read: a tree of typed nodes.

A tree is plain data. As JSON each node is an object whose ``node`` says its kind, so that another
evaluator, such as one in a page, needs nothing but the classes below. Values are exact: whole
numbers and fractions, truths, texts; players are their places, from 0, and `nobody` is -1. A node
that stands for a list gives its values in order. Where a value is noted and not answered yet, an
evaluator gives up the whole expression.

>>> import msgspec
>>> msgspec.json.encode(Binary("+", Number(1), Number(1, 2))).decode()
'{"node":"binary","sign":"+","left":{"node":"number","n":1},"right":{"node":"number","n":1,"d":2}}'
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from card_data.model import Model

PLAYERS, OTHERS, ROUNDS = "players", "others", "rounds"  # what a function may go over, with tables
NOBODY = -1

Sign = Literal["+", "-", "*", "/", "mod", "=", "!=", "<", "<=", ">", ">=", "and", "or", "in"]


class Base(Model, frozen=True, tag_field="node", tag=str.lower, omit_defaults=True):
    """The base of all nodes."""


class Number(Base, frozen=True):
    """A number: ``n`` divided by ``d``, in lowest terms."""

    n: int
    d: int = 1


class Truth(Base, frozen=True):
    """Yes or no."""

    value: bool


class Text(Base, frozen=True):
    """A text, such as one of several choices."""

    value: str


class Player(Base, frozen=True):
    """A player: ``me``, the one at hand, or ``nobody``."""

    who: Literal["me", "nobody"]


class Noted(Base, frozen=True):
    """What is noted in a field: a value, or a list where it has several at hand.

    Of what it goes over, in its order, ``spread`` says what is not at hand, so that the list has
    all of it. Marks are a list of their own, in the order of what may be marked.
    """

    field: str
    spread: tuple[bool, ...] = ()


class Defined(Base, frozen=True):
    """The value of a definition, of a part (``worth.NAME``) or of all parts (``total``); ``spread``
    as for `Noted`."""

    name: str
    spread: tuple[bool, ...] = ()


class Column(Base, frozen=True):
    """The value of a column in the row at hand of a table."""

    table: str
    column: str


class Round(Base, frozen=True):
    """The number of the round at hand, from 1."""


class Running(Base, frozen=True):
    """Whether the game still goes on."""


class Listed(Base, frozen=True):
    """A list of values as it is written."""

    items: tuple[Node, ...]


class Not(Base, frozen=True):
    """The contrary of a truth."""

    value: Node


class Binary(Base, frozen=True):
    """Two values with a sign between them; ``and`` and ``or`` look at the second only if need be.

    Of ``in`` the second is a list. ``at`` is the place of a division's sign in its text, from 0.
    """

    sign: Sign
    left: Node
    right: Node
    at: int = 0


class If(Base, frozen=True):
    """One of two values; the other is not looked at."""

    condition: Node
    then: Node
    otherwise: Node


class Each(Base, frozen=True):
    """A list: the value for each player, other player, round or row of a table, of those alone for
    which ``where`` holds."""

    over: str
    value: Node
    where: Node | None = None


class Mine(Base, frozen=True):
    """The value for the player at hand before a list over players was begun."""

    value: Node


class Ranked(Base, frozen=True):
    """The place of the player at hand when all are ordered by a value, the most first, equals
    alike; or whether nobody has more, or less."""

    by: Literal["rank", "most", "fewest"]
    value: Node


class Call(Base, frozen=True):
    """A function of the values of ``given``; `card_data.scoresheet.functions` says what each is."""

    function: str
    given: tuple[Node, ...]


class Lookup(Base, frozen=True):
    """``value`` in the row of a table that ``at`` tells: a text, the first that is equal to
    ``key``; a number, the largest that is not above it. 0 without such a row."""

    key: Node
    table: str
    at: Node
    value: Node


class Best(Base, frozen=True):
    """The most that rows of a table can be worth together whose costs come to no more than
    ``limit``, each row taken once or not at all."""

    over: str
    worth: Node
    cost: Node
    limit: Node
    where: Node | None = None


Node: TypeAlias = (
    Number
    | Truth
    | Text
    | Player
    | Noted
    | Defined
    | Column
    | Round
    | Running
    | Listed
    | Not
    | Binary
    | If
    | Each
    | Mine
    | Ranked
    | Call
    | Lookup
    | Best
)


def inside(node: Node) -> Iterator[Node]:
    """The nodes right inside a node."""
    for part in msgspec.structs.astuple(node):
        parts = part if isinstance(part, tuple) else (part,)
        yield from [one for one in parts if isinstance(one, Base)]  # type: ignore[misc]


def walk(node: Node) -> Iterator[Node]:
    """A node and all that are inside it, as they are written."""
    yield node
    for one in inside(node):
        yield from walk(one)


def fields_in(node: Node) -> Iterator[str]:
    """The fields that a value names."""
    yield from [one.field for one in walk(node) if isinstance(one, Noted)]
