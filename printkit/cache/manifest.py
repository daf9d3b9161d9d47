"""The manifest of an output folder: one small file, written last, by which the next build knows
what is up to date.

For each command it has a digest of all inputs of the command's games, the files made with the
digests of their contents, and the report. If all of these still hold, there is nothing to do. A
manifest that cannot be read counts as missing: then everything is built.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
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
    """One built component: its number of pieces (fronts), its file and the number of pages there.

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
    """The files of a build, and remarks on them."""

    built: list[BuildResult]
    notes: list[str]


class CommandRecord(msgspec.Struct, frozen=True):
    """A record of a command: the digest of its ``inputs``, its output ``files`` with the digests of
    their contents, and its report. All paths are within the folder."""

    inputs: str
    files: dict[str, str]
    lines: list[BuildResult]
    notes: list[str]


ENCODER = msgspec.json.Encoder(enc_hook=Path.as_posix)
DECODER = msgspec.json.Decoder(dict[str, CommandRecord], dec_hook=lambda kind, text: kind(text))


class BuildRequest(NamedTuple):
    """A build to make into a folder: the games and, if not all, the components."""

    games: Sequence[str]
    only: Sequence[str]
    options: Options
    folder: Path

    @property
    def name(self) -> str:
        """The name shared by all builds of the same games with the same options."""
        options = msgspec.structs.replace(self.options, data=None)
        data = self.options.data
        where = str(real_path(data)) if data else ""
        said = tuple(self.games), tuple(self.only), options, where
        return digest(repr(said).encode(errors="surrogateescape"))


def output_folder(data: Path | None, out: Path | str | None = None) -> Path:
    """Return the folder for files: ``out`` if given, else the default one; games of one's own have
    a folder of their own there."""
    if out is not None:
        return Path(out)
    return Path("output") if data is None else Path("output", real_path(home(data)).name)


def inputs_digest(games: Sequence[str], data: Path | None) -> str:
    """Return a digest of all inputs of games, or an empty text if they cannot all be read."""
    try:
        common = environment_digest(every_file())
        return digest(
            *(one.encode() for one in (common, *(game_digest(name, data) for name in games)))
        )
    except (TooManyError, ModuleNotFoundError, OSError):
        return ""


def read_manifest(folder: Path) -> dict[str, CommandRecord]:
    """Return what commands have made in a folder, by the names of their builds."""
    with suppress(OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return DECODER.decode(read_at_most(folder / MANIFEST, LARGEST))
    return {}


def up_to_date(request: BuildRequest) -> BuildReport | None:
    """Return the report of a build whose output is up to date, or None if there may be something to
    build. This imports no renderer."""
    games, _, options, folder = request
    made = read_manifest(folder).get(request.name)
    if made is None or not made.inputs or made.inputs != inputs_digest(games, options.data):
        return None
    try:
        if any(digest_of_file(folder / file) != one for file, one in made.files.items()):
            return None
    except OSError:
        return None
    built = [line._replace(file=folder / line.file, unchanged=True) for line in made.lines]
    return BuildReport(built, made.notes)


def abandoned(request: BuildRequest, components: Mapping[str, Container[str]]) -> Iterator[Path]:
    """Yield the files that earlier builds like this one have made, and those of any build for what
    is no longer among the ``components`` of its game; but none that were changed since."""
    for name, record in read_manifest(request.folder).items():
        gone = {
            line.file.as_posix()
            for line in record.lines
            if line.component not in components.get(line.game, (line.component,))
        }
        for file, made in record.files.items():
            folder, _, _ = file.rpartition("/")
            like_this = name == request.name or not gone.isdisjoint((file, folder))
            if like_this and folder.split("/")[0] in components and ".." not in file:
                with suppress(OSError):
                    if digest_of_file(request.folder / file) == made:
                        yield request.folder / file


def manifest_with(
    request: BuildRequest, inputs: str, files: dict[Path, Path], report: BuildReport
) -> bytes:
    """Return the manifest of a folder with one more build, whose ``files`` map targets to the files
    staged for them."""
    folder = request.folder
    made = CommandRecord(
        inputs,
        {path_in(folder, target): digest_of_file(part) for target, part in files.items()},
        [one._replace(file=one.file.relative_to(folder)) for one in report.built],
        report.notes,
    )
    name = request.name
    builds = {key: one for key, one in read_manifest(folder).items() if key != name} | {name: made}
    return ENCODER.encode(dict([*builds.items()][-MOST_BUILDS:]))


def path_in(folder: Path, file: Path) -> str:
    return file.relative_to(folder).as_posix()
