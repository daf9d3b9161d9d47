"""The printings that are kept in the user's data folder, each in ``printings/GAME/NAME.json``."""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from shlex import quote

import msgspec

import card_data
from card_data import DataError, Problem
from card_data.documents import content, leads_out
from card_data.folders import data_folder
from card_data.game import folder_of
from card_data.limits import LARGEST_PRINTING, LONGEST_NAME
from card_data.problems import MISWRITTEN, Problems, clip, flaw, in_utf_8, near
from card_data.staging import Staging, remove
from printkit.options import Options
from printkit.printings.records import NAME, Printing
from printkit.printings.snapshot import snapshot
from printkit.sheets.typesetting import Typesetter

DECODER = msgspec.json.Decoder(Printing)


def mark_printed(
    games: Sequence[str], options: Options, name: str | None = None, *, replace: bool = False
) -> list[Printing]:
    """Keep what a table holds that prints games, all of them if none is named, with ``options``.

    ``name`` is the user's for it; if left out it is the date, with a number if that is taken. Raise
    `DataError` with every problem of a game, and for a name that is invalid, or taken unless it is
    to be ``replace``d.
    """
    typesetter, problems, made = Typesetter(), Problems(), list[Printing]()
    for game in games or card_data.names(options.data):
        with problems.kept():
            own = folder_of(game, options.data).name
            made.append(snapshot(own, options, typesetter, name_for(own, name, replace=replace)))
    problems.stop_if_any()
    earlier = [path for one in made for path in paths([one.game], one.name) if path.is_dir()]
    with Staging(folder_of_printings()) as staging:
        for one in made:
            raw = msgspec.json.format(msgspec.json.encode(one))
            staging.write(folder_of_printings() / one.game / f"{one.name}.json", raw)
        staging.move_all()
    for path in earlier:
        remove(path)
    return made


def name_for(game: str, name: str | None, *, replace: bool) -> str:
    """The name of a printing to keep of a game, as `mark_printed` has it."""
    taken = names_of([game])
    if name is None:
        today = f"{datetime.now(UTC):%Y-%m-%d}"
        names = (f"{today}-{number}" if number > 1 else today for number in count(1))
        return next(one for one in names if one not in taken)
    message = ""
    if not re.fullmatch(NAME, name) or len(name) > LONGEST_NAME:
        message = f"found {clip(name)}, expected letters, digits and _ -, at most {LONGEST_NAME}"
    elif name in taken and not replace:
        message = f"there is a printing called {name}: give another name, or --replace"
    if message:
        raise DataError(Problem(message=message, file="--name"))
    return name


def printings(games: Sequence[str] = ()) -> tuple[list[Printing], list[Problem]]:
    """The printings of some games, or of all, the oldest first, and what is wrong with others."""
    found, problems = list[Printing](), Problems()
    for path in paths(games):
        with problems.kept():
            found.append(read(path))
    return sorted(found, key=lambda one: (one.game, one.when)), [*problems]


def printing(game: str, name: str | None = None) -> Printing:
    """The printing of a game that has this name, or its latest one.

    Raise `DataError` if there is none, or it cannot be read; without a name none of them may be
    unreadable, as that may be the latest.
    """
    if name is not None:
        if not (named := paths([game], name)):
            raise DataError(unknown(name, [game], "--since"))
        return read(named[0])
    found, problems = printings([game])
    if problems:
        raise DataError(*problems)
    if not found:
        message = "nothing is marked as printed yet: see printkit mark-printed"
        raise DataError(Problem(message=message, file=game, typed=True))
    return found[-1]


def forget(name: str, games: Sequence[str] = ()) -> list[str]:
    """Forget the printings of this name, readable or not, of some games or of all; the games of
    which there was one. Raise `DataError` if there is none."""
    found = paths(games, name)
    if not found:
        raise DataError(unknown(name, games, "NAME"))
    for path in found:
        remove(path)
    return [*dict.fromkeys(path.parent.name for path in found)]


def unknown(name: str, games: Sequence[str], typed: str) -> Problem:
    """That there is no printing of this name."""
    known = names_of(games)
    of = f" of {', '.join(games)}" if games else ""
    message = f"no printing{of} called {clip(name)}"
    message += near(name, known) if known else ": nothing is marked as printed yet"
    return Problem(message=message, file=typed, typed=True)


def names_of(games: Sequence[str] = ()) -> list[str]:
    """The names of the printings of some games, or of all, each once."""
    return [*dict.fromkeys(path.stem for path in paths(games))]


def games_with(name: str | None = None) -> list[str]:
    """The games of which there is a printing, of this name if one is given."""
    return [*dict.fromkeys(path.parent.name for path in paths((), name))]


def folder_of_printings() -> Path:
    """The folder of all printings, with one for each game."""
    return data_folder() / "printings"


def paths(games: Sequence[str] = (), name: str | None = None) -> list[Path]:
    """Where the printings of some games are kept, or of all; those of a ``name`` if one is given.
    One that an earlier version kept is a folder, called after its name and its time."""
    every = sorted(folder_of_printings().glob("[!.]*/[!.]*"))
    named = [path for path in every if name in (None, path.stem)]
    return [path for path in named if not games or path.parent.name in games]


def read(path: Path) -> Printing:
    """The printing kept there; raise `DataError` if it is damaged, or of an earlier version."""
    name, game = path.stem, path.parent.name
    if path.is_dir():
        data = quote(str(path / "data"))
        again = f"printkit mark-printed {game} --name {name} --replace --data {data}"
        why = f"was kept by an earlier version; to keep it anew, with its options: {again}"
    else:
        try:
            if leads_out(path, path.parent):
                raise OSError(errno.ELOOP, "it is a link to a file elsewhere")
            found = DECODER.decode(content(path, LARGEST_PRINTING))
            return msgspec.structs.replace(found, game=game, name=name)
        except OSError as error:
            why = f"cannot be read: {error.strerror}"
        except MISWRITTEN as error:
            why = f"is damaged ({flaw(error)})"
        why += f"; to be rid of it: printkit forget {name} {game}"
    raise DataError(
        Problem(message=in_utf_8(f"the printing {name} {why}"), file=in_utf_8(str(path)))
    )
