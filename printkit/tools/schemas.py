"""JSON Schemas of every file that a user of the kit may write."""

from __future__ import annotations

from pathlib import Path

import card_data.schema
from card_data.model import Name
from card_data.schema import schema_text
from printkit.inspection import legibility
from printkit.sheets import profiles, settings


def schemas(data: Path | None = None) -> dict[str, str]:
    """The text of each schema by its file name: those of `card_data.schema`, and of the files
    beside the games, ``sheets``, ``profiles`` and ``legibility``.

    Raise `DataError` if a ``game.yaml`` in the folder ``data`` cannot be read.
    """
    beside = {
        "sheets": settings.SheetChanges,
        "profiles": dict[Name, profiles.Profile],
        "legibility": legibility.changes(),
    }
    own = {f"{name}.schema.json": schema_text(name, model) for name, model in beside.items()}
    return card_data.schema.schemas(data) | own
