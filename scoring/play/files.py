"""The files in which games are kept while they are played.

A game that is given no file is kept in the user's folder, under its day and time. The `KEPT` that
were played last stay there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from card_data.program.folders import data_folder
from card_data.program.staging import write_file
from scoring.play import records
from scoring.play.bots import NAMES
from scoring.play.referee import Referee

KEPT = 100  # games in the user's folder
OURS = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-(.+?)(?:-\d+)?\.yaml")  # their names


def folder() -> Path:
    """Where the games of a user are kept."""
    return data_folder() / "games"


def free(file: Path) -> Path:
    """A file that is not there yet, with a number in its name if need be."""
    names = (file.with_stem(f"{file.stem}{f'-{number}' * (number > 1)}") for number in count(1))
    return next(name for name in names if not name.exists())


def new_file(game: str, now: datetime) -> Path:
    """A file in the user's folder that is not there yet, for a game that begins now."""
    return free(folder() / f"{now:%Y-%m-%d-%H%M%S}-{game}.yaml")


def kept(game: str | None = None) -> list[Path]:
    """The games, of all or of one, in the user's folder, that played last first."""
    found: list[tuple[int, Path]] = []
    with suppress(OSError):  # there is no folder yet, or a file went away
        for file in folder().iterdir():
            ours = OURS.fullmatch(file.name)
            if ours and game in (None, ours[1]):
                found.append((file.lstat().st_mtime_ns, file))
    return [file for _, file in sorted(found, reverse=True)]


def clear_out() -> None:
    """Remove all games in the user's folder but the last ones."""
    for file in kept()[KEPT:]:
        with suppress(OSError):
            file.unlink()


def keeper(file: Path) -> Callable[[Referee], None]:
    """A function that writes the game so far into a file: the whole of it or nothing."""

    def keep(referee: Referee) -> None:
        kinds = {player: kind for player, kind in referee.kinds.items() if kind in NAMES}
        text = records.write(referee.play, referee.bots, kinds, rolls=referee.rolls)
        write_file(file, text)

    return keep
