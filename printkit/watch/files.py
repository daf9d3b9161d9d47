"""Which of a game's files have changed, seen by looking at them again and again.

Looking sees what notices of the system miss: files replaced by a rename, as editors save them,
those on network drives, and those of Windows under WSL. A file counts as changed when what is in it
has: one that was only touched does not, and one whose time says nothing, on a drive that counts in
seconds, is read again until its time must tell. What is large, as pictures are, is not read before
its time or size has changed, and then only once more.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import NamedTuple

from card_data.documents import content

DEEPEST_FOLDER = 5  # folders inside one another, with what is in the last
MOST_FILES = 3_000  # of a game and its templates; what is beyond goes unseen
UNSURE = 3.0  # seconds for which a file's time may stay while its content changes
LARGE = 100_000  # bytes: what is larger is read only when its stamp has changed
LARGEST = 64 * 1024 * 1024  # bytes: of what is larger the stamp alone counts
ASIDE = (".", "~", "#")  # begin the names of the files that programs put beside one; `~$deck.xlsx`
ENDINGS = (".", "~", "#", ".tmp", ".bak", ".part", ".crdownload")  # end them


class Stamp(NamedTuple):
    """What the system says of a file; another file in its place has another number."""

    changed: int  # ns
    size: int
    number: int


class Seen(NamedTuple):
    """A file as it was when it was last looked at; ``until`` a time of our own clock its content
    may change without its stamp, which is 0 once that is over."""

    stamp: Stamp
    digest: bytes
    until: float = 0.0


class Files:
    """The files at ``paths``: files, and all that lies in folders."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self.seen: dict[str, Seen] = {}
        self.changed()

    def changed(self) -> set[str]:
        """The files that have come, gone or changed since this was last asked."""
        now = time.monotonic()
        before = self.seen
        self.seen = {path: self.look(path, stamp, now) for path, stamp in self.stamps()}
        gone = before.keys() - self.seen.keys()
        return gone | {
            path
            for path, one in self.seen.items()
            if path not in before or one.digest != before[path].digest
        }

    def look(self, path: str, stamp: Stamp, now: float) -> Seen:
        """A file as it is now; it is read only where that may tell something new."""
        known = self.seen.get(path)
        if stamp.size > (LARGE if known is None else LARGEST):
            return Seen(stamp, repr(stamp).encode())
        if known is None or known.stamp != stamp:
            return Seen(stamp, digest(path), now + UNSURE)
        over = now >= known.until
        if known.until and (over or stamp.size <= LARGE):
            return Seen(stamp, digest(path), 0.0 if over else known.until)
        return known

    def stamps(self) -> Iterator[tuple[str, Stamp]]:
        """Each file and what the system says of it."""
        left = MOST_FILES
        for stamps in (stamps_in(str(path), DEEPEST_FOLDER) for path in self.paths):
            for path, stamp in islice(stamps, left):
                yield path, stamp
                left -= 1


def stamps_in(path: str, depth: int) -> Iterator[tuple[str, Stamp]]:
    """A file, or the files in a folder; none where there is nothing that can be looked at, as while
    a file is replaced."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a hundred times a second
        names = sorted(os.listdir(path)) if S_ISDIR(found.st_mode) and depth else []  # noqa: PTH208
    except OSError:
        return
    if S_ISREG(found.st_mode):
        yield path, Stamp(found.st_mtime_ns, found.st_size, found.st_ino)
    for name in names:
        if not name.startswith(ASIDE) and not name.lower().endswith(ENDINGS):
            yield from stamps_in(os.path.join(path, name), depth - 1)  # noqa: PTH118


def digest(path: str) -> bytes:
    """What stands for a file's content; empty for one that cannot be read now."""
    try:
        return hashlib.blake2b(content(Path(path), LARGEST), digest_size=16).digest()
    except OSError:
        return b""
