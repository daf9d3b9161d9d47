"""The files in which games are kept while they are played, and saved.

A game that is given no file is kept in the user's folder, under its day and time. The `KEPT` that
were played last stay there.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from card_data.folders import data_folder
from card_data.staging import Staging
from scoring.play import records
from scoring.play.bots import NAMES
from scoring.play.referee import Referee

KEPT = 100  # games in the user's folder
OURS = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-(.+?)(?:-\d+)?\.yaml")  # their names


def folder() -> Path:
    """Where the games of a user are kept."""
    return data_folder() / "games"


def new_file(game: str, now: datetime) -> Path:
    """A file in the user's folder that is not there yet, for a game that begins now."""
    name, number = f"{now:%Y-%m-%d-%H%M%S}-{game}", 1
    while (file := folder() / f"{name}{f'-{number}' if number > 1 else ''}.yaml").exists():
        number += 1
    return file


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
        with Staging(file.parent) as staging:
            staging.write(file, text)
            staging.move_all()

    return keep


def named(typed: str) -> Path:
    """The file that somebody names to save a game in; it ends in ``.yaml`` if no ending is said."""
    file = Path(typed).expanduser()
    return file if file.suffix else file.with_name(f"{file.name}.yaml")


def save(referee: Referee, file: Path, *, over: bool = False) -> None:
    """Write the game so far into a file. Raises `OSError` where it cannot be written, and
    `FileExistsError` where one is there already, unless it is to be replaced (``over``)."""
    if not over and os.path.lexists(file):
        raise FileExistsError(errno.EEXIST, "is there already", str(file))
    keeper(file)(referee)
