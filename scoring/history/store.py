"""The played games of the log in the user's data folder: a file of each, ``history/ID.json``.

These files are as untrusted as any: decoded by their types, within limits. A damaged file is
reported by its name, and the others are read.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC
from heapq import nlargest
from itertools import islice
from pathlib import Path

import msgspec
from msgspec.structs import replace

from card_data import DataError, Problem
from card_data.limits import LARGEST_PLAYED_GAME, MOST_PLAYED_GAMES
from card_data.problems import MISWRITTEN, describe_decoding_error, did_you_mean, in_utf_8, quote
from card_data.program.folders import data_folder
from card_data.program.staging import Staging
from card_data.reading.documents import leads_out, read_at_most
from scoring.history.played_game import ID, LETTER, PlayedGame, digest

NAME = re.compile(ID)


def folder() -> Path:
    """Return the folder of played games."""
    return data_folder() / "history"


def keep(played: PlayedGame, said: str) -> tuple[PlayedGame, bool]:
    """Add a played game to the log, or find the same one in it; return it, and whether it is new.

    It is the same if it has the same position, and the date ``said`` fits. No other program adds
    one meanwhile. Raises `OSError` if it cannot be written, `DataError` if the log is full.
    """
    with Staging(folder()) as staging:
        staging.begin()
        found, _ = played_games()
        if same := known(played, said, found):
            return same, False
        if len(files()) >= MOST_PLAYED_GAMES:
            message = (
                f"the log is full, with {MOST_PLAYED_GAMES:,} games: scoring history --forget ID"
            )
            raise DataError(Problem(message=message, file=str(folder())))
        code, taken = digest(played.position, said), {one.id for one in found}
        free = (LETTER + code[at : at + 8] for at in range(0, len(code), 8))
        played = replace(played, id=next(one for one in free if one not in taken))
        text = msgspec.json.format(msgspec.json.encode(played))
        try:
            decoded(text)  # what could not be read back is not kept
        except ValueError as error:
            raise DataError(Problem(message=f"not logged: {error}", file=played.source)) from None
        staging.write(folder() / f"{played.id}.json", text)
        staging.move_all()
    return played, True


def known(played: PlayedGame, said: str, found: list[PlayedGame]) -> PlayedGame | None:
    """Return the same played game in the log, if there is one."""
    alike = (one for one in found if one.position == played.position and one.was(said))
    return next(alike, None)


def played_games() -> tuple[list[PlayedGame], list[Problem]]:
    """Return all played games, the latest first, those of one moment by their titles; and the
    problems of damaged files."""
    found: list[PlayedGame] = []
    damaged: list[Problem] = []
    for file in files():
        try:
            found.append(read(file))
        except DataError as error:
            damaged += error.problems
    found.sort(key=lambda one: (one.title, one.position))
    return sorted(found, key=lambda one: one.when, reverse=True), damaged


def latest(most: int) -> list[PlayedGame]:
    """Return at most ``most`` played games, the latest first, without damaged ones."""
    found: list[PlayedGame] = []
    for _, file in nlargest(most, map(stamped, files())):
        with suppress(DataError):
            found.append(read(file))
    return found


def stamped(file: Path) -> tuple[int, Path]:
    """Return the time at which a file was written, as the system counts, and the file; 0 if it has
    gone meanwhile."""
    try:
        return file.lstat().st_mtime_ns, file
    except OSError:
        return 0, file


def played_game(name: str) -> PlayedGame:
    """Return the played game of this ID; raise `DataError` if there is none, or it is damaged."""
    return read(file_of(name))


def forget(name: str) -> None:
    """Delete the played game of this ID, damaged or not; raise `DataError` if there is none,
    `OSError` where it cannot be removed."""
    file_of(name).unlink(missing_ok=True)


def is_id(name: str) -> bool:
    """Return whether a word may be the ID of a played game."""
    return NAME.fullmatch(name) is not None


def files() -> list[Path]:
    """Return the files of all played games, damaged or not."""
    try:
        found = [*islice(folder().iterdir(), 2 * MOST_PLAYED_GAMES)]
    except OSError:  # there is no folder yet
        return []
    return sorted(file for file in found if file.suffix == ".json" and is_id(file.stem))


def file_of(name: str) -> Path:
    """Return the file of the played game of this ID; raise `DataError` if there is none."""
    kept = {file.stem: file for file in files()}
    if name in kept:
        return kept[name]
    message = f"no game {quote(name)} in the log{did_you_mean(name, kept)}"
    raise DataError(Problem(message=message, file="ID", typed=True))


def read(file: Path) -> PlayedGame:
    """Return the played game in a file; raise `DataError` if it is damaged."""
    if leads_out(file, folder()):
        raise damage(file, "it is a link to a file elsewhere")
    try:
        found = decoded(read_at_most(file, LARGEST_PLAYED_GAME))
    except OSError as error:
        raise damage(file, error.strerror or str(error)) from None
    except ValueError as error:
        raise damage(file, str(error)) from None
    if found.id != file.stem:
        raise damage(file, f"it is the game {found.id} under another name")
    return found


def decoded(raw: bytes) -> PlayedGame:
    """Return a played game from its JSON; raise `ValueError` if it is none."""
    if len(raw) > LARGEST_PLAYED_GAME:
        raise ValueError(f"it is larger than {LARGEST_PLAYED_GAME:,} bytes")
    try:
        found = msgspec.json.decode(raw, type=PlayedGame)
        found.when.astimezone(UTC)  # out of any calendar, or not
    except MISWRITTEN as error:
        raise ValueError(describe_decoding_error(error)) from None
    except OverflowError:
        raise ValueError("its date is in no calendar") from None
    return found


def damage(file: Path, why: str) -> DataError:
    """Return what is wrong with a file, and how to remove it."""
    advice = f"to be rid of it: scoring history --forget {file.stem}"
    message = f"this played game is damaged ({why}); {advice}"
    return DataError(Problem(message=in_utf_8(message), file=in_utf_8(str(file))))
