"""Snapshots of printed games in the user's data folder, each in ``printings/GAME/NAME.json``."""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import msgspec

import card_data
from card_data import DataError, Problem
from card_data.game import folder_of
from card_data.limits import LARGEST_SNAPSHOT, LONGEST_NAME
from card_data.problems import MISWRITTEN, Problems, describe_decoding_error, in_utf_8, quote
from card_data.program.folders import data_folder
from card_data.program.staging import Staging
from card_data.reading.documents import leads_out, read_at_most
from card_data.text import join_words
from printkit.options import Options
from printkit.sheets.typesetting import Typesetter
from printkit.snapshots.capture import take_snapshot
from printkit.snapshots.records import NAME, Snapshot

DECODER = msgspec.json.Decoder(Snapshot)


def save_snapshots(
    games: Sequence[str], options: Options, name: str | None = None, *, replace: bool = False
) -> list[Snapshot]:
    """Save what games look like printed with ``options``, all games if none is named.

    ``name`` is the user's for it; if left out it is the date, with a number if that is taken. Raise
    `DataError` with every problem of a game, and for a name that is invalid, or taken unless it is
    to be ``replace``d.
    """
    typesetter, problems, made = Typesetter(), Problems(), list[Snapshot]()

    def checked(game: str) -> str:
        return name_for(game, name, replace=replace)

    for game in games or card_data.names(options.data):
        with problems.collecting():
            own = folder_of(game, options.data).name
            made.append(take_snapshot(own, options, typesetter, checked(own)))
    problems.raise_if_any()
    with Staging(snapshots_folder()) as staging:
        staging.begin()  # no other program of ours takes a name meanwhile
        made = [msgspec.structs.replace(one, name=checked(one.game)) for one in made]
        for one in made:
            raw = msgspec.json.format(msgspec.json.encode(one))
            staging.write(file_of(one), raw)
        staging.move_all()
    return made


def file_of(snapshot: Snapshot) -> Path:
    return snapshots_folder() / snapshot.game / f"{snapshot.name}.json"


def name_for(game: str, name: str | None, *, replace: bool) -> str:
    taken = names_of([game])
    if name is None:
        today = f"{datetime.now(UTC):%Y-%m-%d}"
        names = (f"{today}-{number}" if number > 1 else today for number in count(1))
        return next(one for one in names if one not in taken)
    message = ""
    if not re.fullmatch(NAME, name) or len(name) > LONGEST_NAME:
        message = f"found {quote(name)}, expected letters, digits and _ -, at most {LONGEST_NAME}"
    elif name in taken and not replace:
        message = f"there is a snapshot called {name}: give another name, or --replace"
    if message:
        raise DataError(Problem(message=message, file="--name"))
    return name


def load_snapshot(game: str, name: str | None = None) -> Snapshot:
    """Return the snapshot of a game that has this name, or its latest one.

    Raise `DataError` if there is none, or it cannot be read; without a name none of them may be
    unreadable, as that may be the latest.
    """
    if name is not None:
        if not (named := paths([game], name)):
            raise DataError(unknown_snapshot(name, [game]))
        return read_snapshot(named[0])
    found = load_snapshots([game])
    if not found:
        raise DataError(Problem(message=none_yet(game), file=game, typed=True))
    return found[-1]


def load_snapshots(games: Sequence[str] = ()) -> list[Snapshot]:
    """Return the snapshots of some games, or of all, the oldest of each game first; raise
    `DataError` with all that cannot be read."""
    found, problems = list[Snapshot](), Problems()
    for path in paths(games):
        with problems.collecting():
            found.append(read_snapshot(path))
    problems.raise_if_any()
    return sorted(found, key=lambda one: (one.game, one.when))


def unknown_snapshot(name: str, games: Sequence[str], option: str = "--since") -> Problem:
    """The problem that no snapshot has the name that an option gives."""
    known = names_of(games)
    of = f" of {', '.join(games)}" if games else ""
    message = f"no snapshot{of} called {quote(name)}"
    message += f"; there is {join_words(known, 'and')}" if known else f": {none_yet(*games[:1])}"
    return Problem(message=message, file=option, typed=True)


def none_yet(game: str = "GAME") -> str:
    """The message that there is no snapshot, with the command that makes one."""
    return f'no snapshot yet; run "printkit snapshot {game}" after printing'


def delete(games: Sequence[str], name: str) -> list[Path]:
    """Delete the snapshot called ``name``, or the one whose file this is, and return its file.

    Raise `DataError` if there is none, or if several games have one of this name: some games must
    then be named, and each loses its own.
    """
    found = [path for path in paths(games) if Path(name).expanduser().absolute() == path]
    found = found or paths(games, name)
    if not found:
        raise DataError(unknown_snapshot(name, games, "--delete"))
    if len(found) > 1 and not games:
        owners = join_words([path.parent.name for path in found], "and")
        message = f"{owners} have a snapshot called {quote(name)}: name the game"
        raise DataError(Problem(message=message, file="--delete", typed=True))
    for path in found:
        path.unlink()
    return found


def names_of(games: Sequence[str] = ()) -> list[str]:
    return [*dict.fromkeys(path.stem for path in paths(games))]


def games_with(name: str | None = None) -> list[str]:
    """The games of which there is a snapshot, of this name if one is given."""
    return [*dict.fromkeys(path.parent.name for path in paths((), name))]


def snapshots_folder() -> Path:
    return data_folder() / "printings"


def paths(games: Sequence[str] = (), name: str | None = None) -> list[Path]:
    """The files of the snapshots of some games, or of all; those of a ``name`` if it is given."""
    every = sorted(snapshots_folder().glob("[!.]*/[!.]*.json"))
    named = [path for path in every if name in (None, path.stem)]
    return [path for path in named if not games or path.parent.name in games]


def read_snapshot(path: Path) -> Snapshot:
    """Read a snapshot; raise `DataError` if it is damaged."""
    try:
        if leads_out(path, path.parent):
            raise OSError(errno.ELOOP, "it is a link to a file elsewhere")
        found = DECODER.decode(read_at_most(path, LARGEST_SNAPSHOT))
        return msgspec.structs.replace(found, game=path.parent.name, name=path.stem)
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    except MISWRITTEN as error:
        why = f"is damaged ({describe_decoding_error(error)})"
    message = f"the snapshot {path.stem} {why}; delete it with printkit snapshot --delete FILE"
    raise DataError(Problem(message=in_utf_8(message), file=in_utf_8(str(path))))
