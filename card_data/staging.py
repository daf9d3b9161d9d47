"""Files replaced together: all of them or none."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PART = ".part"


class Staging:
    """Files written beside their place, and moved there together or thrown away."""

    def __init__(self) -> None:
        self.files: dict[Path, Path] = {}

    def __enter__(self) -> Staging:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self.files.values():
            part.unlink(missing_ok=True)

    def file_for(self, target: Path) -> Path:
        """A new file in the folder of ``target``, for its future contents."""
        target.parent.mkdir(parents=True, exist_ok=True)
        with naming(target):
            handle, name = tempfile.mkstemp(PART, f".{target.name}-", target.parent)
        os.close(handle)
        self.files[target] = Path(name)
        self.files[target].chmod(0o644)
        return self.files[target]

    def write(self, target: Path, text: str) -> None:
        """Write the future contents of ``target``."""
        part = self.file_for(target)
        with naming(target):
            part.write_text(text, encoding="utf-8")

    def targets(self) -> list[Path]:
        """The files, by the names that they are to have."""
        return list(self.files)

    def move_all(self) -> None:
        """Move every file to its place; if one cannot be, put back what was there before."""
        kept: dict[Path, Path | None] = {}
        try:
            for target, part in self.files.items():
                with naming(target):
                    kept[target] = self.set_aside(target)
                    part.replace(target)
        except OSError:
            for target, old in kept.items():
                if old is not None:
                    old.replace(target)
                elif target.is_file():
                    target.unlink()
            raise
        for old in kept.values():
            if old is not None:
                old.unlink()

    @staticmethod
    def set_aside(target: Path) -> Path | None:
        """A copy of the file at ``target``; None if there is none."""
        if not target.is_file():
            return None
        old = target.with_name(f".{target.name}.old")
        shutil.copyfile(target, old)
        return old


def clear_leftovers(target: Path) -> None:
    """Remove what a save of ``target`` left beside it that was killed in the middle.

    For files that one program alone writes at a time, such as the record of a game.
    """
    part = re.compile(rf"\.{re.escape(target.name)}-[a-z0-9_]{{8}}{re.escape(PART)}")
    beside = list(target.parent.iterdir()) if target.parent.is_dir() else []
    for file in beside:
        if part.fullmatch(file.name) or file.name == f".{target.name}.old":
            with suppress(OSError):
                file.unlink()


@contextmanager
def naming(target: Path) -> Iterator[None]:
    """Make an `OSError` name the file that the user asked for, not the one written beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from None
