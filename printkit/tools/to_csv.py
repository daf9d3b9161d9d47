"""Write a table of a game as CSV, with its texts as written in the source."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

import card_data
from card_data import DataError, Problem
from card_data.loader import Loader, Words
from card_data.problems import did_you_mean, quote
from card_data.reading.documents import Steps
from card_data.spreadsheets.writing import as_csv


class AsWritten(Loader):
    """Reads a game with its texts as written, placeholders and all, and without checking its files
    against each other."""

    def fill(self, words: Words | None, later: tuple[str, ...] = ()) -> Callable[[str], str]:
        return str

    def keep(self, found: Iterable[tuple[Steps, str]], file: str) -> None:
        """Keep nothing."""


def table_as_csv(name: str, table: str, data: Path | None) -> str:
    """A table as `card_data.spreadsheets.writing.as_csv` has it.

    Raise `DataError` with what is wrong in the game, and for an unknown table.
    """
    checked = card_data.load(name, data)
    game = AsWritten(checked.folder, shipped=checked.shipped).load()
    if table not in game.tables():
        message = f"no table {quote(table)} in {game.title}{did_you_mean(table, game.tables())}"
        raise DataError(Problem(message=message, file="TABLE", typed=True))
    types = {field.name: field.type for field in msgspec.structs.fields(type(game.data))}
    raw = table in game.sources
    return as_csv(table, types[table], game.rows(table), raw=raw)
