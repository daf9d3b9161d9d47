"""Autosaved games.

A game without a file of its own is saved in the user's folder, named by its day and time. Only the
last `MOST_SAVED` games stay there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from card_data.program.folders import data_folder
from card_data.reading.kept_file import KeptFile, unused_path
from scoring.play import records
from scoring.play.bots import NAMES
from scoring.play.referee import Referee

MOST_SAVED = 100  # games in the user's folder
AUTOSAVED = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-(.+?)(?:-\d+)?\.yaml")  # their names


def folder() -> Path:
    return data_folder() / "games"


def new_file(game: str, now: datetime) -> Path:
    """Return an unused file in the user's folder for a game that begins now."""
    return unused_path(folder() / f"{now:%Y-%m-%d-%H%M%S}-{game}.yaml")


def saved_games(game: str | None = None) -> list[Path]:
    """Return the saved games, of all games or of one, the last played first."""
    found: list[tuple[int, Path]] = []
    with suppress(OSError):  # there is no folder yet, or a file went away
        for file in folder().iterdir():
            ours = AUTOSAVED.fullmatch(file.name)
            if ours and game in (None, ours[1]):
                found.append((file.lstat().st_mtime_ns, file))
    return [file for _, file in sorted(found, reverse=True)]


def remove_old_games(now: Path) -> None:
    """Remove the games that were played first, but not that which is played ``now``, whatever the
    clock says."""
    for file in saved_games()[MOST_SAVED:]:
        if file != now:
            with suppress(OSError):
                file.unlink()


def autosave(file: KeptFile) -> Callable[[Referee], None]:
    """Return a function that saves the game so far: the whole file or nothing.

    It raises `DataError` if another program has changed the file."""

    def keep(referee: Referee) -> None:
        kinds = {player: kind for player, kind in referee.kinds.items() if kind in NAMES}
        file.write(records.write(referee.play, referee.bots, kinds, rolls=referee.rolls))

    return keep
