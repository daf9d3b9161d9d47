"""Places inside a position: walking them, finding unanswered ones, changing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

import msgspec
from msgspec import UNSET

from scoring.positions.findings import Where

NESTED = (msgspec.Struct, dict, tuple)


def children(value: Any) -> Iterable[tuple[Any, Any]]:
    """Return the values directly inside a record, mapping or list, with their names or numbers."""
    if isinstance(value, msgspec.Struct):
        return zip(value.__struct_fields__, msgspec.structs.astuple(value), strict=True)
    return value.items() if isinstance(value, dict) else enumerate(value)


def unanswered(value: Any, where: Where = ()) -> Iterator[Where]:
    """Yield the paths inside a record, mapping or list where the value is None."""
    for step, part in children(value):
        if part is None:
            yield (*where, str(step))
        elif isinstance(part, NESTED):
            yield from unanswered(part, (*where, str(step)))


def child(value: Any, step: str) -> Any:
    """Return the value at one step of a path, or None if there is none.

    >>> child({1: "Ann", 2: "Bo"}, "2"), child((5, None), "0"), child({"Ann": 5}, "Bo")
    ('Bo', 5, None)
    """
    if isinstance(value, dict):
        return value.get(key_for(value, step))
    if isinstance(value, tuple):
        return value[int(step)] if step.isdecimal() and int(step) < len(value) else None
    fields = value.__struct_fields__ if isinstance(value, msgspec.Struct) else ()
    return getattr(value, step) if step in fields else None


def child_at(value: Any, where: Where) -> Any:
    """Return the value at a path, or None if there is none."""
    return reduce(child, where, value)


def key_for(value: dict[Any, Any], step: str) -> Any:
    """Convert a step of a path to a key: to a number if the other keys are numbers."""
    numbers = isinstance(next(iter(value), 0), int)
    return int(step) if numbers and step.isdecimal() else step


def put(value: Any, where: Where, new: Any) -> Any:
    """Return a record, mapping or list with ``new`` at a path, whose last step may be new in a
    mapping; UNSET deletes the value.

    >>> put({"Ann": (1, None), "Bo": None}, ("Ann", "1"), 5)
    {'Ann': (1, 5), 'Bo': None}
    >>> put({1: "Ann", 2: None}, ("2",), UNSET), put({1: "Ann"}, ("3",), "Bo")
    ({1: 'Ann'}, {1: 'Ann', 3: 'Bo'})
    """
    if not where:
        return new
    step, inner = where[0], put(child(value, where[0]), where[1:], new)
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{step: inner})
    if isinstance(value, tuple):
        return (*value[: int(step)], inner, *value[int(step) + 1 :])
    changed = {**value, key_for(value, step): inner}
    return changed if inner is not UNSET else {k: v for k, v in changed.items() if v is not UNSET}
