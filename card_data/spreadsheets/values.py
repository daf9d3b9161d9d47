"""The values of cells, read as those of YAML are, by the declared type of the column."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import inspect

from card_data.reading.decode import bare_type, is_scalar, item_of, type_info
from card_data.reading.documents import Quoted
from card_data.spreadsheets.numerals import plain

GUARD = re.compile(r"'+[=+\-@#\t\r]")  # a text that a spreadsheet would run, kept from it
ITEM = re.compile(r"(?:[^\\;\r\n]|\\(?:\r\n|[\s\S])|\\$)+")  # of a list
# As people mark them, and as spreadsheets in several languages write them.
YES = frozenset(
    [*("true", "yes", "y", "x", "on", "1", "✓", "✔", "☑"), *("ja", "oui", "si", "sí"),
     *("wahr", "vrai", "verdadero", "vero")]
)  # fmt: skip
NO = frozenset(
    ["false", "no", "n", "off", "0", "✗", "☐", "-", "nein", "non", "falsch", "faux", "falso"]
)


class Column(NamedTuple):
    """A column that a table may have: its type, without what may be None, and whether a row needs
    it."""

    name: str
    type: inspect.Type
    required: bool

    @property
    def numeric(self) -> bool:
        return isinstance(self.type, inspect.IntType | inspect.FloatType)

    @property
    def cellular(self) -> bool:
        """Whether a cell can hold a value of it."""
        inner = [item_of(self.type) or self.type]
        if isinstance(self.type, inspect.DictType):
            inner = [self.type.key_type, self.type.value_type]
        return all(is_scalar(bare_type(one)) for one in inner)


def columns_of(kind: Any) -> dict[str, Column]:
    """The columns of a table, by the type of its rows; none if they are no rows of fields."""
    info = type_info(kind)
    item = bare_type(item_of(info) or info)
    if not isinstance(item, inspect.StructType):
        return {}
    return {
        field.encode_name: Column(field.encode_name, bare_type(field.type), field.required)
        for field in item.fields
    }


def converter(column: Column, decimal: str) -> Callable[[str], Any]:
    """Return the function that makes a value of a cell of this column.

    A mapping with a key twice stays a text, which the reader then refuses.
    """
    info = column.type
    make = single(info, decimal)
    if item := item_of(info):
        one = single(bare_type(item), decimal)

        def make(text: str) -> Any:
            return [one(item) for item in items(text)]
    elif isinstance(info, inspect.DictType):
        both = info.key_type, info.value_type
        key, worth = (single(bare_type(inner), decimal) for inner in both)

        def make(text: str) -> Any:
            pairs = [re.split("[:=]", one, maxsplit=1) for one in items(text)]
            made = {key(one.strip()) or "": worth("".join(rest).strip()) for one, *rest in pairs}
            return made if len(made) == len(pairs) else Quoted(text)

    return make


def single(info: inspect.Type, decimal: str) -> Callable[[str], Any]:
    """Return what makes single values: texts in quotes, numbers and flags as YAML has them."""
    if isinstance(info, inspect.StrType):
        return lambda text: Quoted(text) if text or info.pattern is None else None
    if isinstance(info, inspect.IntType | inspect.FloatType):
        return lambda text: plain(text, decimal) or None
    return flag if isinstance(info, inspect.BoolType) else lambda text: text or None


def flag(text: str) -> str:
    """A flag as people mark it; an empty cell is none."""
    said = text.casefold()
    return "true" if said in YES else "false" if said in NO or not said else text


def bare_text(text: str) -> str:
    """A cell's text without the spaces about it, and without what keeps spreadsheets from running
    it."""
    text = text.strip()
    return text[1:] if text[:1] == "'" and GUARD.match(text) else text


def items(text: str) -> list[str]:
    """The items of a list, with semicolons or line breaks between.

    >>> items("a; b;"), items(r"a\\;b"), items("")
    (['a', 'b'], ['a\\\\;b'], [])
    """
    return [item.strip() for item in ITEM.findall(text) if item.strip()]
