"""Digests of the inputs of a build: the kit's code, its libraries, fonts, templates and data.

Changed files are noticed by their sizes and times. These include the time of the last change of a
file's metadata, which no program can set back. Cached pictures go by their contents.
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
from pathlib import Path, PurePath

import card_data
import templates
from card_data.game import SHIPPED, home
from card_data.reading.documents import leads_out

DIGEST = 16  # bytes
NAME = re.compile(f"[0-9a-f]{{{2 * DIGEST}}}")  # of what is called by its digest
DATE = "SOURCE_DATE_EPOCH"  # which a PDF bears
CODE = ".py"
PICTURES = (  # endings of files of dots
    *(".png", ".jpg", ".jpeg", ".jfif", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".avif"),
)
PLAYERS = "printkit.examples"  # the group of entry points that lead to players of examples
MANIFEST = ".printkit.json"  # what was built, in a folder with output
MOST_FILES = 5000  # of a folder; with more there is no telling in time what has changed
KIT = Path(__file__).parent.parent
DATA_CODE = Path(card_data.__file__).parent
TEMPLATES = Path(templates.__file__).parent


class TooManyError(Exception):
    """There are more files than can be looked at, or one of them is missing."""


def digest(*parts: bytes) -> str:
    """Return a hexadecimal digest of several parts, each with its length."""
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
    """Yield the files anywhere in a folder whose names have this ending, in a fixed order, without
    hidden files and output. Raise `TooManyError`."""
    seen = 0
    for at, folders, names in os.walk(folder):
        if MANIFEST in names and Path(at) != folder:
            folders.clear()
            continue
        folders[:] = sorted(one for one in folders if not one.startswith((".", "__pycache__")))
        seen += len(folders) + len(names)
        if seen > MOST_FILES:
            raise TooManyError(folder)
        yield from (Path(at, name) for name in sorted(names) if name.endswith(ending))


def digest_of_stats(files: Iterable[Path]) -> str:
    """Return a digest of the names of files, their sizes, and the times when they were last written
    or moved; raise `OSError` for a file that is missing or unreadable."""
    found = [(file, file.stat()) for file in files]
    said = [
        f"{name} {one.st_size} {one.st_mtime_ns} {one.st_ctime_ns} {one.st_ino}"
        for name, one in found
    ]
    return digest(*(one.encode(errors="surrogateescape") for one in said))


@cache
def installed_packages() -> tuple[Path, ...]:
    """Return the metadata folders of the installed packages, whose names include versions."""
    folders = [Path(folder) for folder in sys.path if folder.endswith("-packages")]
    return tuple([one for folder in folders for one in sorted(folder.glob("*-info"))])


@cache
def example_players() -> tuple[Path, ...]:
    """Return the folders of the packages that play the examples of rulebooks, which are the entry
    points that `printkit.templating.examples` uses."""
    found: list[Path] = []
    for package in installed_packages():
        with suppress(OSError):
            text = (package / "entry_points.txt").read_text("utf-8", "replace")
            _, _, group = text.partition(f"[{PLAYERS}]")
            for name in re.findall(r"^\w+ *= *(\w+)", group.partition("[")[0], re.M):
                spec = find_spec(name)
                if spec is not None and spec.origin is not None:
                    found.append(Path(spec.origin).parent)
    return tuple(found)


@cache
def kit_digest() -> str:
    """Return a digest of what draws: the kit's code, the installed packages, Python."""
    installed = [one.name for one in installed_packages()]
    code = digest_of_stats([*files_in(KIT, CODE), *files_in(DATA_CODE, CODE)])
    said = code, sys.version, *installed
    return digest(*(one.encode(errors="surrogateescape") for one in said))


def environment_digest(fonts: Iterable[Path]) -> str:
    """Return a digest of the inputs that all games share: what draws, the shipped templates and
    settings, the fonts, and what plays examples."""
    code = [file for folder in example_players() for file in files_in(folder, CODE)]
    files = [*sorted(DATA_CODE.glob("*.yaml")), *files_in(TEMPLATES), *fonts, *code]
    said = kit_digest(), os.environ.get(DATE, ""), digest_of_stats(files)
    return digest(*(one.encode(errors="surrogateescape") for one in said))


def game_digest(name: str, data: Path | None) -> str:
    """Return a digest of a game's own files, and of those beside it that all games of ``data``
    share.

    Raise `TooManyError`, also if a link leads out of the game's folder: its file is not read.
    """
    folder = (home(data) if data else SHIPPED) / name
    beside = [] if data is None else sorted(home(data).glob("*.yaml"))
    within = [*files_in(folder)]
    if any(leads_out(file, folder) for file in within):
        raise TooManyError(folder)
    return digest_of_stats([*within, *beside])


def is_picture(file: PurePath) -> bool:
    return file.suffix.lower() in PICTURES
