"""What templates' values cost and how large they may be; their kinds, as an author calls them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sized
from typing import Any

import jinja2
from markupsafe import Markup

from card_data.limits import LARGEST_NUMBER, LONGEST_LIST, LONGEST_TEXT
from printkit.budget import Budget
from printkit.errors import MarkupError

ITEM = 8  # steps that an item costs which a filter gives
SHARE = 16  # characters of a text that cost a step
SOUGHT = 512  # comparisons of characters that cost a step, where one text is sought in another
KINDS = {  # what a template's author calls the types that Python names in its errors
    "str": "text",
    "Markup": "text",
    "int": "a number",
    "float": "a number",
    "bool": "a flag",
    "NoneType": "nothing",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping",
}
TEXTS = frozenset((str, Markup))
NUMBERS = frozenset((int, float))
SCALARS = TEXTS | NUMBERS | {bool, type(None)}


class Meter:
    """Spends a component's ``budget`` by the sizes of values."""

    def __init__(self, budget: Budget) -> None:
        self.spend = budget.spend

    def weighed(self, value: Any) -> Any:
        """``value``, whose size with all that is in it has been paid for."""
        kind = type(value)
        if kind in TEXTS:
            self.spend(1 + len(value) // SHARE)
        elif kind in SCALARS:
            return value
        elif isinstance(value, list | tuple):
            self.spend(1 + len(value))
            for item in value:
                if type(item) not in NUMBERS:
                    self.weighed(item)
        elif isinstance(value, dict):
            self.spend(1 + len(value))
            for item in value.values():
                self.weighed(item)
        elif isinstance(value, Sized) and not isinstance(value, jinja2.Undefined):
            self.spend(1 + len(value))
        return value

    def kept(self, value: Any) -> Any:
        """What an operation made, if it is not too large; it has been paid for."""
        kind = type(value)
        if kind in TEXTS:
            if len(value) > LONGEST_TEXT:
                checked_length(len(value), value)
            self.spend(1 + len(value) // SHARE)
        elif kind in NUMBERS:
            checked_number(value)
        elif kind in SCALARS:
            return value
        elif isinstance(value, list | tuple):
            checked_length(len(value), value)
            self.spend(1 + len(value))
        elif isinstance(value, Iterator):
            return self.kept(self.listed(value))
        return value

    def listed(self, values: Iterator[Any]) -> list[Any]:
        """The items of an iterator, which has an end for sure only if they are counted."""
        found = []
        for value in values:
            found.append(value)
            self.spend(ITEM)
        return found

    def seek(self, texts: Iterable[Any], whole: Any) -> None:
        """Pay for looking for ``texts`` in a text: each of their characters, at each place."""
        if isinstance(whole, str):
            for text in texts:
                if isinstance(text, str):
                    self.spend(len(text) * len(whole) // SOUGHT)


# --- limits


def checked_length(length: int, value: object) -> None:
    """Refuse a text or a list that would be too long."""
    what, most, parts = (
        ("text", LONGEST_TEXT, "characters")
        if isinstance(value, str)
        else ("list", LONGEST_LIST, "items")
    )
    if length > most:
        raise MarkupError(f"makes a {what} of more than {most:,} {parts}")


def checked_number(number: float) -> None:
    if not abs(number) <= LARGEST_NUMBER:
        raise MarkupError(f"makes a number beyond {LARGEST_NUMBER:.0e}, or none at all")


def checked_product(left: Any, right: Any) -> None:
    """Refuse a text or a list repeated too often, before it is."""
    for value, times in ((left, right), (right, left)):
        if isinstance(value, str | list | tuple) and isinstance(times, int):
            checked_length(len(value) * times, value)


def checked_power(base: Any, power: Any) -> None:
    if type(base) in NUMBERS and type(power) in NUMBERS and abs(base) > 1:
        checked_number(math.inf if power * math.log2(abs(base)) > 60 else 0)


# --- kinds


def kind_of(value: object) -> str:
    """What a template's author calls a value."""
    return KINDS.get(type(value).__name__, "a function" if callable(value) else "several values")


def printable(value: object) -> object:
    """``value`` if it is a text or a number, which can be printed; else `MarkupError`."""
    if type(value) in TEXTS or type(value) is int:
        return value
    if type(value) is float:
        checked_number(value)
        return value
    if isinstance(value, jinja2.Undefined):
        return value  # it fails with its own message
    raise MarkupError(f"found {kind_of(value)}, expected a text or a number to print")
