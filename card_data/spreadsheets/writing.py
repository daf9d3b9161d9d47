"""A table as CSV: the way back, from which `card_data.spreadsheets.reading` reads the same rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from io import StringIO
from typing import Any

import msgspec
from msgspec import inspect

from card_data.model import Row
from card_data.problems import quote
from card_data.spreadsheets.grid import CONTROL, data_error
from card_data.spreadsheets.markup import NOTHING, escaped
from card_data.spreadsheets.values import Column, columns_of

RUN = re.compile(r"'*[=+\-@#\t\r]")  # how a text begins that is more than a text
LAST = ("copies", "by_players")  # columns that stand behind a game's own


def as_csv(table: str, kind: Any, rows: Sequence[Row], *, raw: bool) -> str:
    """The ``rows`` of a table of a ``kind``, their texts as they are written: ``raw`` in cells, or
    else in YAML. Raise `DataError` for a column whose values no cell can hold.

    Columns are left out in which no row says anything.
    """
    known = columns_of(kind)
    usual = msgspec.structs.fields(type(rows[0])) if rows else ()
    said = {field.encode_name for field in usual if any(is_set(row, field) for row in rows)}
    names = [name for name, one in known.items() if name in said or one.required]
    columns = [known[name] for name in sorted(names, key=place_of)]
    for column in columns:
        if not column.cellular:
            message = f"no cell can hold {column.name}, as it has values in values"
            raise data_error(message, f"table {table}")
    keep: Callable[[str], str] = str if raw else escaped
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow([column.name for column in columns])
    fields = {field.encode_name: field for field in usual}
    for row in rows:
        cells = [cell(column, fields[column.name], row, keep) for column in columns]
        if control := CONTROL.search("".join(cells)):
            message = (
                f"{row.id} has the control character {quote(control[0])}, which no cell can have"
            )
            raise data_error(message, f"table {table}")
        writer.writerow(cells)
    return stream.getvalue()


def place_of(column: str) -> int:
    """Where a column stands: the ID first, what every table may have last."""
    return 1 + LAST.index(column) if column in LAST else -(column == "id")


def is_set(row: Row, field: msgspec.structs.FieldInfo) -> bool:
    """Whether a row says something else in a field than one that leaves it out."""
    return field.required or getattr(row, field.name) != default_of(field)


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """Return the value of a field that is left out."""
    made = field.default_factory
    return field.default if made is msgspec.NODEFAULT else made()


def cell(
    column: Column, field: msgspec.structs.FieldInfo, row: Row, keep: Callable[[str], str]
) -> str:
    """A value as a cell has it; nothing for what an empty cell says."""
    value, info = getattr(row, field.name), column.type
    if value is None or (not field.required and value == default_of(field)):
        return ""
    if isinstance(info, inspect.DictType):
        return "; ".join(
            [f"{single(key, keep)}: {single(one, keep)}" for key, one in value.items()]
        )
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        items = [single(item, keep).replace(";", r"\;") or NOTHING for item in value]
        return guarded("; ".join(items))
    if isinstance(value, str):
        return guarded(single(value, keep)) or NOTHING * (not field.required)
    return single(value, keep)


def single(value: Any, keep: Callable[[str], str]) -> str:
    """A text, a number or a flag."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")
    return keep(value) if isinstance(value, str) else str(value)


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> guarded("=1+1"), guarded("-3"), guarded("a-b"), guarded("'=1")
    ("'=1+1", "'-3", 'a-b', "''=1")
    """
    return f"'{text}" if RUN.match(text) else text
