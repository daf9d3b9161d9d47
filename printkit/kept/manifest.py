"""What was built into a folder: each file with the fingerprint of what it shows, and each game with
the digest of all that it was built from.

A file is taken for the one that was built only if its contents are, so a manifest that has outlived
its files, or come before them, leads to no wrong page: what does not match is built again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from card_data.staging import real
from printkit.kept.cache import read_own
from printkit.kept.inputs import OUTPUT, digest, digest_of_file
from printkit.kept.seal import SEAL, sealed, unsealed
from printkit.options import Options

NAME = "manifest"
LARGEST = 8 * 1024 * 1024  # bytes
MOST_BUILDS = 200  # that are remembered, the latest


class Made(msgspec.Struct, frozen=True):
    """A file that was built: the ``fingerprint`` of all that it shows, the digest of its contents,
    and whether it was audited."""

    fingerprint: str
    digest: str
    audited: bool


class Line(msgspec.Struct, frozen=True):
    """A line of a build's report, as in `printkit.kept.built.Built`, its file as a path in the
    folder."""

    component: str
    title: str
    pieces: int
    pages: int
    file: str
    fillable: bool
    faces: int


class GameBuilt(msgspec.Struct, frozen=True):
    """What a build made of one game: its ``inputs`` as digests, whether it was audited, its files
    as paths in the folder, each with the digest of its contents, and the lines of the report."""

    inputs: str
    audited: bool
    files: dict[str, str]
    lines: list[Line]


class Asked(msgspec.Struct, frozen=True):
    """A command with which nothing is wrong, and its remarks on what it builds."""

    notes: list[str]


class Manifest(msgspec.Struct):
    """What was built into a folder: files by their paths there, games and commands by the names
    that `How` gives them.
    """

    files: dict[str, Made] = {}
    games: dict[str, GameBuilt] = {}
    commands: dict[str, Asked] = {}

    def remember(self, name: str, built: GameBuilt) -> None:
        """Keep what was built as the latest."""
        self.games.pop(name, None)
        self.games[name] = built
        for oldest in list(self.games)[:-MOST_BUILDS]:
            del self.games[oldest]

    def remember_command(self, name: str, asked: Asked) -> None:
        """Keep a command as the latest."""
        self.commands.pop(name, None)
        self.commands[name] = asked
        for oldest in list(self.commands)[:-MOST_BUILDS]:
            del self.commands[oldest]


DECODER = msgspec.msgpack.Decoder(Manifest)


class How(msgspec.Struct, frozen=True):
    """How games are built, but for which: components, if only some, and options."""

    only: tuple[str, ...]
    options: Options
    one_file: bool
    zipped: bool

    @property
    def name(self) -> str:
        options = msgspec.structs.replace(self.options, data=None)
        data = self.options.data
        where = str(real(data)).encode(errors="surrogateescape") if data else b""
        flags = (self.only, options, self.one_file, self.zipped)
        return digest(repr(flags).encode(), where)

    def name_of(self, game: str) -> str:
        """The name of a game that is built so."""
        return f"{game} {self.name}"

    def name_of_command(self, games: Sequence[str]) -> str:
        """The name of a command that builds these games so."""
        return digest(self.name.encode(), *(repr(game).encode() for game in games))


def place(folder: Path) -> Path:
    """Where the manifest of an output folder is."""
    return folder / OUTPUT / NAME


def read(folder: Path, key: bytes) -> Manifest:
    """The manifest of an output folder; an empty one if there is none that we wrote there."""
    file = place(real(folder))
    try:
        body = unsealed(read_own(file, LARGEST + SEAL), str(file), key)
        return DECODER.decode(body) if body is not None else Manifest()
    except (OSError, ValueError, msgspec.MsgspecError):
        return Manifest()


def packed(manifest: Manifest, folder: Path, key: bytes) -> bytes:
    """A manifest as it is kept in an output folder."""
    return sealed(msgspec.msgpack.encode(manifest), str(place(real(folder))), key)


def are_there(files: dict[str, str], folder: Path) -> bool:
    """Whether each file is in the folder with the contents of this digest."""
    try:
        return all(digest_of_file(folder / file) == one for file, one in files.items())
    except OSError:
        return False
