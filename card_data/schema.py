"""JSON Schemas of the data files, from the models that read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from card_data.game import names
from card_data.loader import declared_type
from card_data.model import OWN, GameData, Head, PrintFile, RulesFile
from card_data.rulebook import Rulebook
from card_data.set_up import SetUpFile
from card_data.tables import own_fields


def schemas(data: Path | None = None) -> dict[str, str]:
    """The text of each schema by its file name, such as ``winstons_archive.books.schema.json``.

    ``rules``, ``print``, ``rulebook`` and ``set_up`` are of the files that games have alike;
    ``GAME.game`` is of a game's ``game.yaml``, ``GAME.TABLE`` of each table. The games are the
    shipped ones, or those in the folder ``data``; raise `DataError` if a ``game.yaml`` of them
    cannot be read.
    """
    models: dict[str, type[Any]] = {
        "rules": RulesFile,
        "print": PrintFile,
        "rulebook": Rulebook,
        "set_up": SetUpFile,
    }
    for game in names(data):
        kind = declared_type(game, data)
        models[f"{game}.game"] = _game_file(kind)
        for field in msgspec.structs.fields(kind):
            if field.name not in OWN:
                models[f"{game}.{field.name}"] = _table_file(field.name, field.type)
    return {f"{name}.schema.json": schema_text(name, model) for name, model in models.items()}


def _table_file(table: str, rows: Any) -> type[Any]:
    return msgspec.defstruct("Table", [(table, rows)], forbid_unknown_fields=True)


def _game_file(kind: type[GameData]) -> type[Any]:
    """The whole of ``game.yaml``: the head and the game's own numbers and options."""
    return msgspec.defstruct(
        "game", own_fields(kind), bases=(Head,), kw_only=True, forbid_unknown_fields=True
    )


def schema_text(name: str, model: type[Any]) -> str:
    """The text of a model's schema, which bears a name."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name}
    return json.dumps(schema | msgspec.json.schema(model), indent=2) + "\n"
