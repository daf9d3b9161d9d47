"""A table of a game as CSV, with its texts as they are written."""

from __future__ import annotations

from pathlib import Path

import msgspec

import card_data
from card_data import DataError, Problem
from card_data.problems import clip, near
from card_data.spreadsheets.writing import as_csv
from printkit.changes.put_back import as_written


def table_as_csv(name: str, table: str, data: Path | None) -> str:
    """A table as `card_data.spreadsheets.writing.as_csv` has it.

    Raise `DataError` with what is wrong in the game, and for an unknown table.
    """
    game = as_written(card_data.load(name, data))
    if table not in game.tables():
        message = f"no table {clip(table)} in {game.title}{near(table, game.tables())}"
        raise DataError(Problem(message=message, file="TABLE", typed=True))
    types = {field.name: field.type for field in msgspec.structs.fields(type(game.data))}
    raw = table in game.sources
    return as_csv(table, types[table], game.rows(table), raw=raw)
