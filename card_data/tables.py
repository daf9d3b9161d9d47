"""The type of a game's data: its ``model.py``, or made from the tables that it declares; what its
``checks.py`` finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from keyword import iskeyword
from pathlib import PurePosixPath
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from card_data.game import is_shipped, module
from card_data.limits import LARGEST_VALUE
from card_data.model import (
    OWN,
    Colour,
    Column,
    Component,
    GameData,
    Head,
    Ink,
    Option,
    Players,
    Row,
)
from card_data.reading.documents import Steps

METHODS = ("facts", "pieces_for", "set_up_for", "drawn")
RESERVED = frozenset((*OWN, *METHODS, "game", "rules", "print", "score"))
Number = Annotated[int, Meta(ge=-LARGEST_VALUE, le=LARGEST_VALUE, description="a whole number")]
TYPES: Mapping[Column, Any] = {
    "text": str,
    "number": Number | None,
    "required number": Number,
    "flag": bool,
    "list": tuple[str, ...],
    "colour": Colour,
    "ink": Ink,
}
IN_EVERY_TABLE = frozenset(("id", "copies", "by_players"))
# Columns that say what a row is called, the first that there is.
TITLES = ("title", "name", "card_name", "card_title", "card")


def data_type(game: str, head: Head | None) -> type[GameData]:
    """The shipped ``model.py`` of a game, else a model made from the tables that it declares."""
    if is_shipped(game):
        return cast(type[GameData], module(game, "model").Data)
    fields: list[Any] = [
        ("numbers", dict[str, Any], {}),
        ("options", dict[str, Option[Any]], {}),
    ]
    for table, columns in (head.tables if head is not None else {}).items():
        if not _table_problem(table):
            fields.append((table, tuple[row_type(table, columns), ...]))  # type: ignore[misc]
    rebuilt = {"__reduce__": lambda data: (declared, (game, head, msgspec.to_builtins(data)))}
    made: Any = msgspec.defstruct(
        "Data", fields, bases=(GameData,), namespace=rebuilt, kw_only=True, frozen=True
    )
    return cast(type[GameData], made)


def declared(game: str, head: Head | None, values: Any) -> GameData:
    """The data of a game whose model was made from its tables, when it is unpickled."""
    return msgspec.convert(values, data_type(game, head))


def data_problems(game: str, data: GameData, players: Players) -> Iterator[tuple[Steps, str]]:
    """Yield the problems between rows, or between a row and a number, that the shipped
    ``checks.py`` of a game finds in its data: where, and what.

    Where is the path of the value most to blame: ``("dice", 0, "copies")`` in the first row of
    dice.yaml, ``("dice",)`` for that table as a whole, ``("numbers", "stacks")`` in game.yaml.
    The loader finds file, line and column from it, the row's ID and the field, so that the
    message need not say them. ``players`` are those that the head allows.
    """
    if not is_shipped(game):
        return iter(())
    return cast(Iterator[tuple[Steps, str]], module(game, "checks").problems(data, players))


def row_type(table: str, columns: Mapping[str, Column]) -> type[Row]:
    """The type of the rows of a table that is declared so."""
    fields: list[Any] = [
        (column, TYPES[holds]) for column, holds in columns.items() if not _column_problem(column)
    ]
    row: Any = msgspec.defstruct(
        table, fields, bases=(Row,), kw_only=True, frozen=True, forbid_unknown_fields=True
    )
    return cast(type[Row], row)


def title_of(row: Row) -> str:
    """Return the title of a row, or its ID if it has none."""
    named = (getattr(row, key, "") for key in TITLES)
    return next((str(title) for title in named if title), row.id)


def told_apart(data: GameData, components: Mapping[str, Component]) -> GameData:
    """Return the data with different IDs for rows of several tables that are printed together, and
    for faces without a row: the later one has a number, as in ``fox_2``."""
    together: dict[str, list[Component]] = {}
    for name, component in components.items():
        together.setdefault(component.shares or name, []).append(component)
    changed: dict[str, tuple[Row, ...]] = {}
    for several in together.values():
        faces = [face for component in several for face in component.faces]
        known = {face.stem for face in faces if face.rows is None}
        known |= {PurePosixPath(one.back).stem for one in several if one.back is not None}
        for table in dict.fromkeys(face.rows for face in faces if face.rows is not None):
            rows: tuple[Row, ...] = changed.get(table, getattr(data, table))
            own = {row.id for row in rows}
            for at, row in enumerate(rows) if own & known else ():
                if row.id in known:
                    free = (f"{row.id}_{number}" for number in count(2))
                    name = next(name for name in free if name not in known | own)
                    rows = (*rows[:at], msgspec.structs.replace(row, id=name), *rows[at + 1 :])
                    own.add(name)
                    changed[table] = rows
            known |= own
    return msgspec.structs.replace(data, **changed) if changed else data


def own_fields(kind: type[GameData]) -> list[Any]:
    """The numbers and the options of a game's data, as `msgspec.defstruct` takes fields."""
    return [_declared(field) for field in msgspec.structs.fields(kind) if field.name in OWN]


def _declared(field: msgspec.structs.FieldInfo) -> Any:
    """A field with its default, if it has one."""
    if field.required:
        return field.name, field.type
    if field.default_factory is not msgspec.NODEFAULT:
        return field.name, field.type, msgspec.field(default_factory=field.default_factory)
    return field.name, field.type, field.default


def declared_problems(head: Head) -> Iterator[tuple[Steps, str]]:
    """Declared tables and columns whose names are not free, as `data_problems` gives them."""
    for table, columns in head.tables.items():
        if wrong := _table_problem(table):
            yield ("tables", table), wrong
        for column in columns:
            if wrong := _column_problem(column):
                yield ("tables", table, column), wrong


def _table_problem(name: str) -> str:
    if name in RESERVED or iskeyword(name):
        return f"no table can be called {name}: choose another name"
    return ""


def _column_problem(name: str) -> str:
    if name in IN_EVERY_TABLE:
        return f"every table has a column {name} already: leave it out"
    if not name.isidentifier():
        return f"no column can be called {name}: expected letters, digits and _"
    if iskeyword(name):
        return f"no column can be called {name}, a word of Python's: call it {name}_"
    return ""
