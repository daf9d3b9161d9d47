"""Whether a build would make what is there already, told without what builds need to be loaded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import card_data
from card_data import DataError
from card_data.game import home
from card_data.staging import UNFINISHED, real
from printkit.kept import manifest
from printkit.kept.built import Built
from printkit.kept.inputs import TooManyError, of_game, surroundings
from printkit.kept.manifest import GameBuilt, How, Line, Manifest, are_there
from printkit.kept.seal import secret
from printkit.typography.files import every_file


class Report(NamedTuple):
    """What a build reports: its files, and remarks on them."""

    built: list[Built]
    notes: list[str]


def output_folder(data: Path | None, out: Path | str | None = None) -> Path:
    """The folder for files: ``out`` if it is given, else the default one; those of one's own games
    have a folder of their own."""
    if out is not None:
        return Path(out)
    return Path("output") if data is None else Path("output", real(home(data)).name)


def inputs_of(game: str, data: Path | None, common: str) -> str:
    """A digest of all that a game is built from, ``common`` being that of what all games are built
    from; empty where that cannot be told."""
    try:
        return common and f"{common} {of_game(game, data)}"
    except TooManyError:
        return ""


def common_inputs() -> str:
    """A digest of what all games are built from; empty where that cannot be told."""
    try:
        return surroundings(every_file())
    except (TooManyError, ModuleNotFoundError, OSError):
        return ""


def unchanged(
    games: Sequence[str], how: How, out: Path | str | None, *, audited: bool
) -> Report | None:
    """The report of a build into ``out`` that changes nothing; None if it may change something, or
    is to audit what no build has audited."""
    key, folder = secret(), output_folder(how.options.data, out)
    if key is None or (folder / UNFINISHED).exists():
        return None
    kept = manifest.read(folder, key)
    try:
        names = games or card_data.names(how.options.data)
    except DataError:
        return None
    asked = kept.commands.get(how.name_of_command(names))
    if asked is None:
        return None
    common = common_inputs()
    built: list[Built] = []
    for game in names:
        inputs = inputs_of(game, how.options.data, common)
        one = current(kept, game, how, inputs, folder, audited=audited)
        if one is None:
            return None
        built += report_of(game, one, folder)
    return Report(built, asked.notes)


def current(
    kept: Manifest, game: str, how: How, inputs: str | None, folder: Path, *, audited: bool
) -> GameBuilt | None:
    """What was built of a game, if that is all there as it was, and would be built so again from
    ``inputs``."""
    one = kept.games.get(how.name_of(game))
    if one is None or not inputs or one.inputs != inputs or one.audited < audited:
        return None
    return one if are_there(one.files, folder) else None


def report_of(game: str, built: GameBuilt, folder: Path) -> list[Built]:
    """The lines of a report on a game that is as it was."""
    return [
        Built(
            *(game, line.component, line.title, line.pieces, line.pages, folder / line.file),
            *(line.fillable, line.faces, (), True),
        )
        for line in built.lines
    ]


def line_of(one: Built, folder: Path) -> Line:
    """A line of a report, as it is kept."""
    file = one.file.relative_to(folder).as_posix()
    return Line(one.component, one.title, one.pieces, one.pages, file, one.fillable, one.faces)
