"""JSON Schemas of the data files, from the models that read them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, inspect

from card_data import tables
from card_data.descriptions import described, plain
from card_data.game import names
from card_data.loader import declared_type
from card_data.model import GameData, Head, PrintFile, RulesFile, table_names
from card_data.rulebook import Rulebook
from card_data.scoresheet.model import ScoreFile
from card_data.set_up import SetUpFile
from card_data.tables import own_fields


def schemas(data: Path | None = None) -> dict[str, str]:
    """The text of each schema by its file name, such as ``winstons_archive.books.schema.json``.

    ``rules``, ``print``, ``rulebook``, ``set_up`` and ``score`` are of the files that games have
    alike;
    ``GAME.game`` is of a game's ``game.yaml``, ``GAME.TABLE`` of each table. The games are the
    shipped ones, or those in the folder ``data``; raise `DataError` if a ``game.yaml`` of them
    cannot be read.
    """
    models: dict[str, type[Any]] = {
        "rules": RulesFile,
        "print": PrintFile,
        "rulebook": Rulebook,
        "set_up": SetUpFile,
        "score": ScoreFile,
    }
    for game in names(data):
        kind = declared_type(game, data)
        models[f"{game}.game"] = _game_file(kind)
        models |= {f"{game}.{table}": _table_file(kind, table) for table in table_names(kind)}
    return {f"{name}.schema.json": schema_text(name, model) for name, model in models.items()}


class GameFile(Head, frozen=True, kw_only=True):
    """The whole of ``game.yaml``."""

    numbers: Any
    """The numbers of the rules, by names that texts have in braces."""
    options: Any
    """The house rules by name."""


def _table_file(kind: type[GameData], table: str) -> type[Any]:
    """The file of a table: its rows under its name."""
    rows = next(field.type for field in msgspec.structs.fields(kind) if field.name == table)
    about = described(kind).get(table, f"The rows of the table {table}, which game.yaml declares.")
    return msgspec.defstruct(
        "Table", [(table, Annotated[rows, Meta(description=about)])], forbid_unknown_fields=True
    )


def _game_file(kind: type[GameData]) -> type[Any]:
    """``game.yaml`` with a game's own numbers and options."""
    return msgspec.defstruct(
        "game", own_fields(kind), bases=(GameFile,), kw_only=True, forbid_unknown_fields=True
    )


def schema_text(name: str, model: Any) -> str:
    """The text of the schema of a model, or of a mapping of models, which bears a name."""
    schema = msgspec.json.schema(model)
    models = {kind.__name__: kind for kind in models_in(inspect.type_info(model))}
    for definition in schema["$defs"].values():
        describe(definition, models[definition["title"].partition("[")[0]])
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name}
    return json.dumps(head | schema, indent=2) + "\n"


def models_in(info: Any) -> Iterator[type[Any]]:
    """Every model of which a type is made."""
    if isinstance(info, inspect.StructType):
        yield getattr(info.cls, "__origin__", info.cls)
    if isinstance(info, inspect.Type | inspect.Field):
        info = msgspec.structs.astuple(info)
    if isinstance(info, tuple):
        for part in info:
            yield from models_in(part)


def describe(definition: dict[str, Any], model: type[Any]) -> None:
    """Say in the schema of a model what it is, and what each of its fields is."""
    if "description" in definition:
        definition["description"] = plain(definition["description"])
    about = described(model)
    unsaid = "A column that game.yaml declares." if model.__module__ == tables.__name__ else ""
    for field in msgspec.structs.fields(model):
        schema = definition["properties"][field.encode_name]
        said = [about.get(field.name, unsaid), allowed(schema.get("description", ""))]
        if text := " ".join(filter(None, said)):
            definition["properties"][field.encode_name] = schema | {"description": text}


def allowed(words: str) -> str:
    """Return what the ``Meta`` of a type says of its values, as a sentence.

    >>> allowed("a colour like #8c2f39")
    'A colour like #8c2f39.'
    """
    return f"{words[0].upper()}{words[1:].removesuffix('.')}." if words else ""
