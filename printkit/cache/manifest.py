"""What was built into a folder: beside the output one small file, which is written last.

For each command it has a digest of all that the command's games were built from, the files that it
made with the digests of their contents, and what it reported. Where all of that is still so there
is nothing to do. Whatever else is in the file is as if it were not there: everything is built.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from card_data.game import home
from card_data.program.staging import real_path
from card_data.reading.documents import read_at_most
from printkit.cache.inputs import (
    MANIFEST,
    TooManyError,
    digest,
    digest_of_file,
    environment_digest,
    game_digest,
)
from printkit.options import Options
from printkit.typography.files import every_file

LARGEST = 8 * 1024 * 1024  # bytes
MOST_BUILDS = 200  # that are remembered, the latest


class BuildResult(NamedTuple):
    """One component that was built: its pieces (fronts), its file and the number of pages there.

    Components that share sheets are in one file. For the file of the whole game, ``component`` is
    empty and ``title`` is the game's. ``fillable``: the file is the component's form.
    ``unchanged``: the file was there already, as it is to be.
    """

    game: str
    component: str
    title: str
    pieces: int
    pages: int
    file: Path
    fillable: bool = False
    unchanged: bool = False


class BuildReport(NamedTuple):
    """What a build reports: its files, and remarks on them."""

    built: list[BuildResult]
    notes: list[str]


class ReportLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of a report, as in `BuildResult`, its file as a path in the folder."""

    game: str
    component: str
    title: str
    pieces: int
    pages: int
    file: str
    fillable: bool


class CommandRecord(msgspec.Struct, frozen=True):
    """What a command made: from what ``inputs``, as a digest; its files, by their paths in the
    folder, with digests of their contents; its report."""

    inputs: str
    files: dict[str, str]
    lines: list[ReportLine]
    notes: list[str]


DECODER = msgspec.json.Decoder(dict[str, CommandRecord])


class BuildRequest(NamedTuple):
    """What is to be built into a folder: which games and, if only some, which components."""

    games: Sequence[str]
    only: Sequence[str]
    options: Options
    folder: Path

    @property
    def name(self) -> str:
        """The name of the builds of the same games in the same way."""
        options = msgspec.structs.replace(self.options, data=None)
        data = self.options.data
        where = str(real_path(data)) if data else ""
        said = tuple(self.games), tuple(self.only), options, where
        return digest(repr(said).encode(errors="surrogateescape"))


def output_folder(data: Path | None, out: Path | str | None = None) -> Path:
    """The folder for files: ``out`` if it is given, else the default one; those of one's own games
    have a folder of their own."""
    if out is not None:
        return Path(out)
    return Path("output") if data is None else Path("output", real_path(home(data)).name)


def inputs_digest(games: Sequence[str], data: Path | None) -> str:
    """A digest of all that games are built from; empty where that cannot be told."""
    try:
        common = environment_digest(every_file())
        return digest(
            *(one.encode() for one in (common, *(game_digest(name, data) for name in games)))
        )
    except (TooManyError, ModuleNotFoundError, OSError):
        return ""


def read_manifest(folder: Path) -> dict[str, CommandRecord]:
    """What commands have made in a folder, by their names."""
    with suppress(OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return DECODER.decode(read_at_most(folder / MANIFEST, LARGEST))
    return {}


def up_to_date(request: BuildRequest) -> BuildReport | None:
    """The report of a build that changes nothing; None if it may change something."""
    games, _, options, folder = request
    made = read_manifest(folder).get(request.name)
    if made is None or not made.inputs or made.inputs != inputs_digest(games, options.data):
        return None
    try:
        if any(digest_of_file(folder / file) != one for file, one in made.files.items()):
            return None
    except OSError:
        return None
    built = [
        BuildResult(
            *(line.game, line.component, line.title, line.pieces, line.pages, folder / line.file),
            *(line.fillable, True),
        )
        for line in made.lines
    ]
    return BuildReport(built, made.notes)


def manifest_with(
    request: BuildRequest, inputs: str, files: dict[Path, Path], report: BuildReport
) -> bytes:
    """The manifest of a folder with one more build; ``files`` are what it made, by their places."""
    folder = request.folder
    made = CommandRecord(
        inputs,
        {path_in(folder, target): digest_of_file(part) for target, part in files.items()},
        [ReportLine(*one[:5], path_in(folder, one.file), one.fillable) for one in report.built],
        report.notes,
    )
    name = request.name
    builds = {key: one for key, one in read_manifest(folder).items() if key != name} | {name: made}
    return msgspec.json.encode(dict([*builds.items()][-MOST_BUILDS:]))


def path_in(folder: Path, file: Path) -> str:
    return file.relative_to(folder).as_posix()
