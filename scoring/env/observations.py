"""Observations: the fields of a player's view as a row of numbers.

>>> pile = Fields(size=Number(9), top=Word(("A", "B")))
>>> [place.path for place in Each(pile, 2).features("stacks")]
['stacks.0.size', 'stacks.0.top', 'stacks.1.size', 'stacks.1.top']
>>> list(Each(pile, 2).numbers([SimpleNamespace(size=3, top="B")]))
[3, 2, 0, 0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace  # noqa: F401 - for the example above
from typing import Any, Literal, NamedTuple, Protocol, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

NOTHING = (None, "", "none")  # how views say that there is none of something
MOST = 999


class Feature(NamedTuple):
    """A number of an observation: its path in the view, its least and its largest value."""

    path: str
    low: int
    high: int


class Item(Protocol):
    """Turns a value, such as a field of a view, into a fixed number of numbers."""

    def features(self, path: str) -> Iterator[Feature]:
        """Yield the feature of each number."""

    def numbers(self, value: Any) -> Iterator[int]:
        """Yield the value as numbers: zeros for None."""


@dataclass(frozen=True)
class Number:
    """A number, or a yes or no as 1 or 0."""

    high: int = MOST
    low: int = 0

    def features(self, path: str) -> Iterator[Feature]:
        yield Feature(path, self.low, self.high)

    def numbers(self, value: int | None) -> Iterator[int]:
        yield int(value or 0)


@dataclass(frozen=True)
class Word:
    """One of some words, by its number from 1; 0 for none."""

    words: Sequence[Any]

    def features(self, path: str) -> Iterator[Feature]:
        yield Feature(path, 0, len(self.words))

    def numbers(self, value: Any) -> Iterator[int]:
        yield 0 if value in NOTHING else self.words.index(value) + 1


@dataclass(frozen=True)
class Counts:
    """How often each word occurs."""

    words: Sequence[Any]

    def features(self, path: str) -> Iterator[Feature]:
        for word in self.words:
            yield Feature(f"{path}.{word}", 0, MOST)

    def numbers(self, value: Iterable[Any] | Mapping[Any, int] | None) -> Iterator[int]:
        found = Counter(value or ())
        for word in self.words:
            yield found.pop(word, 0)
        if found:
            raise ValueError(f"no place for {', '.join(map(str, found))}")


@dataclass(frozen=True)
class Each:
    """Values in order, at most a fixed number of them, filled up with zeros."""

    item: Item
    most: int

    def features(self, path: str) -> Iterator[Feature]:
        for at in range(self.most):
            yield from self.item.features(f"{path}.{at}")

    def numbers(self, value: Sequence[Any] | None) -> Iterator[int]:
        values = list(value or ())
        if len(values) > self.most:
            raise ValueError(f"found {len(values)}, expected at most {self.most}")
        for one in values + [None] * (self.most - len(values)):
            yield from self.item.numbers(one)


@dataclass(frozen=True)
class By:
    """A value for each word; zeros where there is none."""

    words: Sequence[Any]
    item: Item

    def features(self, path: str) -> Iterator[Feature]:
        for word in self.words:
            yield from self.item.features(f"{path}.{word}")

    def numbers(self, value: Mapping[Any, Any] | None) -> Iterator[int]:
        values = value or {}
        if unknown := [word for word in values if word not in self.words]:
            raise ValueError(f"no place for {', '.join(map(str, unknown))}")
        for word in self.words:
            yield from self.item.numbers(values.get(word))


class Fields:
    """The fields of a struct by their names."""

    def __init__(self, **items: Item) -> None:
        self.items = items

    @classmethod
    def of(cls, kind: type[Struct], **items: Item) -> Fields:
        """Return the fields of a kind of struct in their order: by ``items``, or else by their
        types, which are numbers, yes or no, or one of some words."""
        return cls(**{one.name: items.get(one.name) or plain(one.type)
                      for one in fields(kind)})  # fmt: skip

    def features(self, path: str) -> Iterator[Feature]:
        for name, item in self.items.items():
            yield from item.features(f"{path}.{name}" if path else name)

    def numbers(self, value: Any) -> Iterator[int]:
        for name, item in self.items.items():
            yield from item.numbers(None if value is None else getattr(value, name))


def plain(kind: Any) -> Item:
    """Return the item of a type: a number, a yes or no, or one of some words."""
    if get_origin(kind) is Literal:
        return Word(get_args(kind))
    return {int: Number(), bool: Number(1)}[kind]
