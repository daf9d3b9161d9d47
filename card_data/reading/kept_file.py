"""Files that a program reads once and writes whole, while another program may write them too."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from card_data.limits import LARGEST_FILE
from card_data.problems import DataError, Problem
from card_data.program.staging import Staging
from card_data.reading.documents import read_at_most


class KeptFile:
    """A file of which ``known`` is what this program has read or written last; None for a new one.

    What another program has written there since is never overwritten.
    """

    def __init__(self, file: Path, known: bytes | None = None) -> None:
        self.file, self.known = file, known
        self.beside: Path | None = None  # what this program had to write beside the file

    def write(self, text: str) -> None:
        """Replace the contents. If another program has changed them, write ``text`` into a file
        beside it and raise `DataError`; raise `OSError` if it cannot be written."""
        raw = text.encode()
        with Staging(self.file.parent) as staging:
            staging.begin()  # no other program of ours writes meanwhile
            target, now = self.file, contents(self.file)
            if changed := now not in (self.known, raw) and os.path.lexists(target):
                target = self.beside = self.beside or unused_path(self.file)
            staging.write(target, raw)
            staging.move_all()
        if changed:
            message = (
                f"another program has changed this file meanwhile, and its version stays; "
                f"what was entered here is in {self.beside}"
            )
            raise DataError(Problem(message=message, file=str(self.file)))
        self.known = raw

    def remove(self) -> None:
        """Remove the file, unless another program has changed it."""
        if contents(self.file) == self.known:
            self.file.unlink(missing_ok=True)


def contents(file: Path) -> bytes | None:
    """Return the contents of a file; None if there are none that can be read."""
    try:
        return read_at_most(file, LARGEST_FILE)
    except (OSError, ValueError):
        return None


def unused_path(file: Path) -> Path:
    """Return the file, or with a number in its name if that exists already."""
    names = (file.with_stem(f"{file.stem}{f'-{number}' * (number > 1)}") for number in count(1))
    return next(name for name in names if not name.exists())
