"""Notice which of a game's files have changed, by polling them.

Polling sees what notifications of the system miss: files replaced by a rename, as editors save
them, files on network drives, and files of Windows under WSL.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from stat import S_ISDIR, S_ISREG

DEEPEST_FOLDER = 5  # folders inside one another, with what is in the last
MOST_FILES = 3_000  # of a game and its templates; what is beyond goes unseen
ASIDE = (".", "~", "#")  # begin the names of the files that programs put beside one; `~$deck.xlsx`
ENDINGS = (".", "~", "#", ".tmp", ".bak", ".part", ".crdownload")  # end them
# Its time, which a copy can set, that of its last change, which none can, its size, its number.
Stamp = tuple[int, int, int, int]


class Files:
    """The files at ``paths``: files, and all that lies in folders."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self.seen: dict[str, Stamp] = {}
        self.changed()

    def changed(self) -> set[str]:
        """Return the files that have come, gone or changed since the last call."""
        before = self.seen
        stamps = (one for path in self.paths for one in stamps_in(str(path), DEEPEST_FOLDER))
        self.seen = dict(islice(stamps, MOST_FILES))
        return {path for path, _ in before.items() ^ self.seen.items()}


def stamps_in(path: str, depth: int) -> Iterator[tuple[str, Stamp]]:
    """Yield the stamp of a file, or of the files in a folder; none of what cannot be read, as while
    a file is replaced."""
    try:
        found = os.stat(path)  # noqa: PTH116 - fifty times a second
        names = sorted(os.listdir(path)) if S_ISDIR(found.st_mode) and depth else []  # noqa: PTH208
    except OSError:
        return
    if S_ISREG(found.st_mode):
        yield path, (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)
    for name in names:
        if not name.startswith(ASIDE) and not name.lower().endswith(ENDINGS):
            yield from stamps_in(os.path.join(path, name), depth - 1)  # noqa: PTH118
