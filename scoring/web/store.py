"""The open tables as files: ``ID.yaml`` in a folder, each a position.

A file is written at each change, whole or not at all; ``scoring score`` reads it like any other.
Unreadable files are left in place and reported, and so are tables of games that are not served now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

from msgspec.structs import replace

import card_data
from card_data import DataError, Game, Problem
from card_data.choices import NO_HOUSE_RULES, HouseRules
from card_data.limits import MOST_UNDER_WAY
from card_data.loader import SCORE_FILE
from card_data.problems import did_you_mean
from card_data.reading.documents import leads_out
from card_data.reading.kept_file import KeptFile, contents
from scoring import games
from scoring.ask.questions import questions_of
from scoring.positions.dump import text
from scoring.positions.positions import NoGameError, PositionFile, PositionReader
from scoring.web.entry import begun
from scoring.web.shared_position import EnteredChange, SharedPosition

NAME = re.compile("[0-9a-f]{8}")


def written_at(file: Path) -> int:
    return file.lstat().st_mtime_ns


class TableStore:
    """The tables in a folder; ``data`` is the folder of edited games, or one's own, if any.

    They are in the order in which they were begun, older ones in that in which they were written.
    """

    def __init__(
        self, folder: Path, data: Path | None = None, house: HouseRules = NO_HOUSE_RULES
    ) -> None:
        self.folder, self.reader = folder, PositionReader(data, house)
        self.tables: dict[str, SharedPosition] = {}
        self.files: dict[str, KeptFile] = {}
        self.problems: list[Problem] = []
        self.unserved = 0  # tables of games that are not in this folder of games
        files = [file for file in folder.glob("*.yaml") if NAME.fullmatch(file.stem)]
        for file in sorted(files, key=written_at)[-MOST_UNDER_WAY:]:
            self.load(file)

    def load(self, file: Path) -> None:
        if leads_out(file, self.folder):
            return
        self.files[file.stem] = KeptFile(file, contents(file))
        try:
            filled = self.reader.read(file)
        except NoGameError:
            self.unserved += 1
            return
        except DataError as error:
            # files by their names alone: who is let in need not know where they lie here
            self.problems += [replace(one, file=Path(one.file).name) for one in error.problems]
            return
        entry = PositionFile(filled.game, questions_of(filled.game).complete(filled.position))
        self.tables[file.stem] = SharedPosition(file.stem, entry)

    def begin(self, game: str, names: Sequence[str]) -> SharedPosition:
        """Begin a table; raise `DataError` for an unknown game, and for too many tables."""
        (found,) = select_games(self.reader, [game])
        if len(self.tables) >= MOST_UNDER_WAY:
            message = f"{MOST_UNDER_WAY} tables are open already: close one first"
            raise DataError(Problem(message=message, file="game"))
        table = SharedPosition(token_hex(4), begun(found, names))
        self.files[table.id] = KeptFile(self.file(table))
        self.write(table)
        self.tables[table.id] = table
        return table

    def take(self, table: SharedPosition, changes: Sequence[EnteredChange]) -> bool:
        """Enter changes at a table and write it; return whether there was anything new.

        Raises as `SharedPosition.take` does, and, with nothing changed, `OSError` if the file
        cannot be written, and `DataError` if another program has changed it.
        """
        before = table.entry, table.version, table.view
        if not table.take(changes):
            return False
        try:
            self.write(table)
        except (OSError, DataError):
            table.entry, table.version, table.view = before
            raise
        return True

    def write(self, table: SharedPosition) -> None:
        self.files[table.id].write(text(table.entry))

    def close(self, table: SharedPosition) -> None:
        """Delete a table, but not a file that another program has changed; raise `OSError` if it
        cannot be removed."""
        self.files[table.id].remove()
        del self.tables[table.id], self.files[table.id]

    def file(self, table: SharedPosition) -> Path:
        return self.folder / f"{table.id}.yaml"


def select_games(reader: PositionReader, wanted: Sequence[str]) -> list[Game[Any]]:
    """Return the wanted games, or all that can be scored.

    Raises `DataError` for an unknown game, and if no game can be scored.
    """
    data = reader.data
    here = card_data.names(data)
    known = [name for name in games.scorable(data) if name in here]
    for one in wanted:
        if one not in known:
            games.fail_for_own_game(one, data, one)
            raise DataError(
                Problem(message=f"no game of this name{did_you_mean(one, known)}", file=one)
            )
    if not known:
        message = f"no game here can be scored: none has a {SCORE_FILE}"
        raise DataError(Problem(message=message, file=str(data)))
    return [reader.game(name) for name in (dict.fromkeys(wanted) or known)]
