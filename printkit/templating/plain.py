"""Plain data: all that a template is given, and all that it may hand to a function.

Texts, numbers, flags, nothing, lists, read-only mappings and records. A record shows the declared
fields of a model and nothing else of it. None of it can be changed, or leads to the code behind it,
so what a template can reach can be listed: tests/printkit/test_reach.py does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import jinja2
import msgspec
from markupsafe import Markup

from card_data.model import Row
from printkit.errors import MarkupError

TEXTS = frozenset((str, Markup))
NUMBERS = frozenset((int, float))
SCALARS = TEXTS | NUMBERS | {bool, type(None)}
KINDS: Mapping[type, str] = {  # what a template's author calls them
    **dict.fromkeys(TEXTS, "text"),
    **dict.fromkeys(NUMBERS, "a number"),
    bool: "a flag",
    type(None): "nothing",
    **dict.fromkeys((list, tuple, range), "a list"),
    **dict.fromkeys((dict, MappingProxyType), "a mapping"),
}


class Unprintable:
    """Something that has no text: Python's own would have an address in it, another in each run."""

    __slots__ = ()

    def __str__(self) -> str:
        raise MarkupError(f"found {kind_of(self)}, expected a text or a number to print")

    def __repr__(self) -> str:
        return kind_of(self)


class Function(Unprintable):
    """A function or a method, to be called by a template and for nothing else."""

    __slots__ = ("_call",)

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call = call

    def __call__(self, *given: Any, **named: Any) -> Any:
        return self._call(*given, **named)


class Blank(jinja2.Undefined):
    """An empty cell of a row: it prints as nothing, and is none, false and without items; whatever
    computes with it is told the row and the column. Jinja2's ``default`` replaces it."""

    __slots__ = ()

    def __init__(self, row: str, column: str) -> None:
        message = f"the {column} of {row} is empty: test it first, or write {column}|default(0)"
        super().__init__(hint=message, exc=MarkupError)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        return other is None or type(other) is Blank

    __hash__ = jinja2.Undefined.__hash__
    __index__ = __abs__ = jinja2.Undefined._fail_with_undefined_error


class Items(tuple[Any, ...]):
    """A list of the data, all of it plain."""

    __slots__ = ()


class Record(Unprintable):
    """The fields of a model by name, each made plain when it is first asked for."""

    __slots__ = ("_names", "_of", "_values")

    def __init__(self, of: object, names: Iterable[str]) -> None:
        self._of = of
        self._names = tuple(names)
        self._values: dict[str, Any] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __getitem__(self, name: str) -> Any:
        """Return the value of a field; raise `KeyError` if there is none of that name."""
        if name not in self._values:
            if name not in self._names:
                raise KeyError(name)
            value = getattr(self._of, name)
            if value is None and isinstance(self._of, Row):
                self._values[name] = Blank(self._of.id, name)
            else:
                self._values[name] = plain(value() if callable(value) else value)
        return self._values[name]

    def names(self) -> list[str]:
        return list(self._names)

    def is_row(self) -> bool:
        return isinstance(self._of, Row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._of is other._of

    def __hash__(self) -> int:
        return hash(id(self._of))


# Kinds that hold nothing but plain data.
DATA = SCALARS | {Items, MappingProxyType, Record, Blank, range}


def plain(value: Any) -> Any:
    """Return a value of the data as a template is given it.

    A model, or a named tuple, becomes a `Record` of its fields and of those of its properties, and
    methods without arguments, that its class lists as ``derived``.
    """
    kind = type(value)
    if kind in DATA:
        return value
    if isinstance(value, msgspec.Struct):
        return Record(value, (*value.__struct_fields__, *getattr(kind, "derived", ())))
    if isinstance(value, Mapping):
        return MappingProxyType({plain(key): plain(one) for key, one in value.items()})
    if isinstance(value, tuple) and (fields := getattr(kind, "_fields", ())):
        return Record(value, (*fields, *getattr(kind, "derived", ())))
    if isinstance(value, list | tuple | set | frozenset):
        return Items([plain(one) for one in value])
    raise TypeError(f"no plain data: {kind.__name__}")


def kind_of(value: object) -> str:
    """Return what a template's author calls a value."""
    return KINDS.get(type(value)) or (
        "a record" if isinstance(value, Record) else "a function" if callable(value) else
        "several values"
    )  # fmt: skip
