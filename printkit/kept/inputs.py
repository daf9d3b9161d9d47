"""Digests of what a build goes by: the code of the kit, its libraries, fonts, templates and data.

They are digests of contents, code apart. All of the five games is a few megabytes, which are read
and hashed in some hundredths of a second; a time or a size that has not changed proves nothing.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b, file_digest
from importlib.util import find_spec
from pathlib import Path

import card_data
import templates
from card_data.documents import content
from card_data.game import SHIPPED, home
from card_data.limits import LARGEST_FILE

DIGEST = 16  # bytes
NAME = re.compile(f"[0-9a-f]{{{2 * DIGEST}}}")  # of what is called by its digest
DATE = "SOURCE_DATE_EPOCH"  # which a PDF bears
CODE = ".py"
PLAYERS = "printkit.examples"  # the group of entry points that lead to players of examples
OUTPUT = ".printkit"  # the folder of what is kept, in a folder with output
# Of a folder; with more there is no telling in time what has changed.
MOST_FILES, MOST_BYTES = 5000, 64 * 1024 * 1024
KIT = Path(__file__).parent.parent
DATA_CODE = Path(card_data.__file__).parent
TEMPLATES = Path(templates.__file__).parent
# The packages whose version decides what is drawn, as the folders of their metadata are called.
LIBRARIES = re.compile(
    "(fonttools|jinja2|markupsafe|msgspec|pikepdf|pypdfium2|pyphen|reportlab|rl_accel)-", re.I
)


class TooManyError(Exception):
    """More files than can be looked at, or one that cannot be read."""


def digest(*parts: bytes) -> str:
    """A digest of several parts, each with its length, in hexadecimal."""
    made = blake2b(digest_size=DIGEST)
    for part in parts:
        made.update(len(part).to_bytes(8, "big") + part)
    return made.hexdigest()


def digest_of_file(file: Path | str) -> str:
    """The digest of a file's contents; raise `OSError` unless it is an ordinary file."""
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not a file", str(file))
        return file_digest(stream, lambda: blake2b(digest_size=DIGEST)).hexdigest()


def files_in(folder: Path, ending: str = "") -> Iterator[Path]:
    """The files in a folder, and in all that is in it, whose names end so, in a fixed order; what
    is hidden, and output, left out. Raise `TooManyError`."""
    seen = 0
    for at, folders, names in os.walk(folder):
        if OUTPUT in folders:
            folders.clear()
            continue
        folders[:] = sorted(one for one in folders if not one.startswith((".", "__pycache__")))
        seen += len(folders) + len(names)
        if seen > MOST_FILES:
            raise TooManyError(folder)
        yield from (Path(at, name) for name in sorted(names) if name.endswith(ending))


def digest_of_files(files: Iterable[Path]) -> str:
    """A digest of the names and the contents of files; raise `TooManyError` for too much, or for
    one that cannot be read."""
    made, size = blake2b(digest_size=DIGEST), 0
    for file in files:
        try:
            raw = content(file, LARGEST_FILE)
        except OSError:
            raise TooManyError(file) from None
        size += len(raw)
        if size > MOST_BYTES:
            raise TooManyError(file)
        name = str(file).encode(errors="surrogateescape")
        for part in (name, raw):
            made.update(len(part).to_bytes(8, "big") + part)
    return made.hexdigest()


def digest_of_code(folder: Path, *, deep: bool = True) -> str:
    """A digest of the names, sizes and times of a package's modules, by which Python too takes what
    it has compiled for current."""
    files = files_in(folder, CODE) if deep else sorted(folder.glob(f"*{CODE}"))
    found = [(str(file), file.stat()) for file in files]
    said = [f"{name} {one.st_size} {one.st_mtime_ns}" for name, one in found]
    return digest(*(one.encode(errors="surrogateescape") for one in said))


@cache
def packages() -> tuple[Path, ...]:
    """The folders of the metadata of what is installed, whose names have its version."""
    folders = [Path(folder) for folder in sys.path if folder.endswith("-packages")]
    return tuple([one for folder in folders for one in sorted(folder.glob("*-info"))])


@cache
def players() -> tuple[Path, ...]:
    """The folders of the packages that play the examples of rulebooks, as
    `printkit.templating.examples` tells."""
    found: list[Path] = []
    for package in packages():
        with suppress(OSError):
            text = (package / "entry_points.txt").read_text("utf-8", "replace")
            _, _, group = text.partition(f"[{PLAYERS}]")
            for name in re.findall(r"^\w+ *= *(\w+)", group.partition("[")[0], re.M):
                spec = find_spec(name)
                if spec is not None and spec.origin is not None:
                    found.append(Path(spec.origin).parent)
    return tuple(found)


@cache
def kit() -> str:
    """A digest of what draws: the code, the libraries, Python."""
    versions = [one.name for one in packages() if LIBRARIES.match(one.name)]
    code = digest_of_code(KIT), digest_of_code(DATA_CODE, deep=False)
    return digest(*(one.encode() for one in (*code, sys.version, *versions)))


def surroundings(fonts: Iterable[Path]) -> str:
    """A digest of all that builds of any game go by: what draws, the games' own code, the shipped
    templates and settings, the fonts, what is installed, and what plays examples."""
    files = [*sorted(DATA_CODE.glob("*.yaml")), *files_in(TEMPLATES), *fonts]
    code = [digest_of_code(folder) for folder in (DATA_CODE, *players())]
    installed = [one.name for one in packages()]
    said = [kit(), os.environ.get(DATE, ""), digest_of_files(files), *code, *installed]
    return digest(*(one.encode(errors="surrogateescape") for one in said))


def of_game(name: str, data: Path | None) -> str:
    """A digest of a game's own files, and of those beside it that all games of ``data`` share."""
    folder = (home(data) if data else SHIPPED) / name
    beside = [] if data is None else sorted(home(data).glob("*.yaml"))
    return digest_of_files([*files_in(folder), *beside])
