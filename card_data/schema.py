"""JSON Schemas of the data files, from the records that read them."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from card_data.game import SHIPPED, names
from card_data.model import Component, GameData, Head, Section


def schemas(data: Path | None = None) -> dict[str, str]:
    """The text of each schema by its file name, such as ``winstons_archive.books.schema.json``.

    ``data`` is a folder of edited games, None for the shipped ones.
    """
    made = {
        "rules": _holder("sections", tuple[Section, ...]),
        "print": _holder("components", dict[str, Component]),
    }
    for game in names(data):
        if (SHIPPED / game / "model.py").exists():
            kind: type[GameData] = import_module(f"card_data.{game}.model").Data
            made[f"{game}.game"] = _game_file(kind)
            for field in msgspec.structs.fields(kind):
                if field.name not in ("numbers", "options"):
                    made[f"{game}.{field.name}"] = _holder(field.name, field.type)
    return {f"{name}.schema.json": _text(name, kind) for name, kind in made.items()}


def _holder(key: str, kind: Any) -> type[Any]:
    return msgspec.defstruct(key, [(key, kind)], forbid_unknown_fields=True)


def _game_file(kind: type[GameData]) -> type[Any]:
    """The whole of ``game.yaml``: the head and the game's own numbers and options."""
    own: list[Any] = [
        (field.name, field.type)
        for field in msgspec.structs.fields(kind)
        if field.name in ("numbers", "options")
    ]
    return msgspec.defstruct("game", own, bases=(Head,), kw_only=True, forbid_unknown_fields=True)


def _text(name: str, kind: type[Any]) -> str:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name}
    return json.dumps(schema | msgspec.json.schema(kind), indent=2) + "\n"
