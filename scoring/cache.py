"""Caches results with the object for which they were computed, as its cached properties are."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
V = TypeVar("V")
Others = TypeVarTuple("Others")


def cache_per_data(make: Callable[[T, *Others], V]) -> Callable[[T, *Others], V]:
    """Cache the last result of ``make`` with its first argument, which must not change.

    The arguments are compared by identity.

    >>> from types import SimpleNamespace
    >>> doubled = cache_per_data(lambda data: [2 * data.number])
    >>> data = SimpleNamespace(number=3)
    >>> doubled(data), doubled(data) is doubled(data)
    ([6], True)
    """
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def made(one: T, *others: *Others) -> V:
        known: tuple[tuple[*Others], V] | None = vars(one).get(name)
        if known is None or not all(map(is_, others, known[0])):
            known = vars(one)[name] = others, make(one, *others)
        return known[1]

    return made
