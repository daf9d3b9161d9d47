"""Drawings by name, kept from one build to the next: bytes whose form those know who draw; and what
pages were read to show, in files of their own, as drawings may come from behind a wall."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from card_data.staging import real
from printkit.kept.cache import read_own
from printkit.kept.inputs import digest
from printkit.kept.seal import SEAL, sealed, unsealed

LARGEST = 64 * 1024 * 1024  # bytes of all drawings of a game that are kept
MOST_GAMES = 20  # whose drawings are kept in one folder, those built last
DRAWINGS, PAGES = ENDINGS = ".drawings", ".pages"
DECODER = msgspec.msgpack.Decoder(dict[str, bytes])


class Drawings:
    """The drawings of one game: those kept by earlier builds, and those ``new`` in this one."""

    def __init__(self, kept: dict[str, bytes] | None = None) -> None:
        self.kept = kept or {}
        self.used: dict[str, None] = {}
        self.new: set[str] = set()
        self.room = LARGEST  # for new ones

    def get(self, name: str) -> bytes | None:
        """The drawing of a name, which then is one that this build uses; None if there is none."""
        raw = self.kept.get(name)
        if raw is not None:
            self.used[name] = None
        return raw

    def put(self, name: str, raw: bytes) -> None:
        """Keep a drawing, if there is room for it."""
        if len(raw) <= self.room:
            self.room -= len(raw)
            self.kept[name] = raw
            self.used[name] = None
            self.new.add(name)

    def renew(self) -> None:
        """Begin another build with what is worth keeping of this one."""
        self.kept, self.used, self.new, self.room = dict(self.lasting()), {}, set(), LARGEST

    def lasting(self) -> Iterator[tuple[str, bytes]]:
        """What is worth keeping: what was used, and of the rest what there is room for, that used
        last first."""
        room = LARGEST
        for name in (*self.used, *(name for name in self.kept if name not in self.used)):
            room -= len(self.kept[name])
            if room < 0:
                return
            yield name, self.kept[name]


def file_name(game: Path, ending: str) -> str:
    """The file of what is kept of a game; games of one name in other folders have others."""
    return digest(str(real(game)).encode(errors="surrogateescape")) + ending


def forget_oldest(folder: Path) -> None:
    """Remove what is kept of games that were not built for longest, so that those that are gone do
    not gather."""
    with suppress(OSError):
        for ending in ENDINGS:
            found = [(file.lstat().st_mtime_ns, file) for file in folder.glob(f"*{ending}")]
            for _, file in sorted(found)[:-MOST_GAMES]:
                file.unlink()


def read(file: Path, key: bytes) -> Drawings:
    """What a file has kept; nothing if it is not what we wrote there."""
    try:
        body = unsealed(read_own(file, 2 * LARGEST + SEAL), str(file), key)
        return Drawings(DECODER.decode(body)) if body is not None else Drawings()
    except (OSError, ValueError, msgspec.MsgspecError):
        return Drawings()


def packed(drawings: Drawings, file: Path, key: bytes) -> bytes:
    """What a file is to keep."""
    return sealed(msgspec.msgpack.encode(dict(drawings.lasting())), str(file), key)
