"""What is worked out once for an object and kept with it, as its cached properties are.

Nothing outlives what it was worked out for, and nothing is shared by more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import is_
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
V = TypeVar("V")
Others = TypeVarTuple("Others")


def cache_per_data(make: Callable[[T, *Others], V]) -> Callable[[T, *Others], V]:
    """``make``, which is called again only for another first argument, or with others beside it.

    They are told apart as objects. What it gives is kept with the first one, which never changes.

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
