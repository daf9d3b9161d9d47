"""Files that are written together, each whole or not at all.

They are written into a folder of our own, ``.printkit-unfinished`` in the output folder, and moved
to their places, in the order in which they were begun, once all are there. A program that is killed
before has changed nothing, and the next one that writes here throws away what it left; one that is
killed while they are moved leaves old files and new ones, each whole: whoever needs to know whether
all are there writes one last that says so.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = ".printkit-unfinished"
PATIENCE = 60.0  # seconds to wait for another program that writes here; a whole build takes ten


class Staging:
    """Files for one output folder, ``root``, moved there together or thrown away.

    Nothing is made before the first file. Raises `OSError` with the name of the file that the user
    asked for, and `OSError` (`errno.EBUSY`) where another program still writes into ``root`` after
    ``patience`` seconds.
    """

    def __init__(self, root: Path, patience: float = PATIENCE) -> None:
        self.root = root
        self.patience = patience
        self.unfinished = root / UNFINISHED
        self.files: dict[Path, Path] = {}
        self.lock: int | None = None
        self.begun = False

    def __enter__(self) -> Staging:
        return self

    def __exit__(self, *_: object) -> None:
        if self.begun:
            with suppress(OSError):  # what cannot be removed now is removed by the next
                remove(self.unfinished)
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None

    def begin(self) -> Path:
        """The folder to write into, in which files lie as they are to lie in ``root``.

        Only one program at a time has it. What an earlier one left is removed first.
        """
        if not self.begun:
            with name_errors_after(self.root):
                try:
                    self.root.mkdir(parents=True, exist_ok=True)
                except FileExistsError:  # a file, or a link onto itself
                    raise OSError(errno.ENOTDIR, "is not a folder") from None
                self.lock = lock_folder(self.root, self.patience)
            with name_errors_after(self.unfinished):
                check_owned(self.unfinished)
                remove(self.unfinished)
            with name_errors_after(self.root):
                self.unfinished.mkdir(mode=0o700)
            self.begun = True
        return self.unfinished

    def file_for(self, target: Path) -> Path:
        """A new file for the future contents of ``target``, which is in ``root``."""
        if not target.is_relative_to(self.root) or ".." in target.relative_to(self.root).parts:
            raise OSError(errno.EPERM, f"is not in {self.root}", str(target))
        part = self.begin() / target.relative_to(self.root)
        with name_errors_after(target):
            part.parent.mkdir(parents=True, exist_ok=True)
            part.touch(exist_ok=False)
        self.files[target] = part
        return part

    def write(self, target: Path, contents: str | bytes) -> None:
        """Write the future contents of ``target``."""
        part = self.file_for(target)
        with name_errors_after(target):
            part.write_bytes(contents.encode() if isinstance(contents, str) else contents)

    def targets(self) -> list[Path]:
        """The files, by the names that they are to have."""
        return list(self.files)

    def move_all(self) -> None:
        """Move every file to its place; raise `OSError` before the first for one that cannot be.

        A link is replaced, never written through. Files that others have put into the folder are
        moved first.
        """
        if not self.begun:
            return
        order = {part: number for number, part in enumerate(self.files.values(), 1)}
        parts = [part for part in self.unfinished.rglob("*") if not part.is_dir()]
        moves = [
            (part, self.root / part.relative_to(self.unfinished))
            for part in sorted(parts, key=lambda part: (order.get(part, 0), part))
        ]
        for _, target in moves:
            self.check_target(target)
        for part, target in moves:
            with name_errors_after(target):
                target.parent.mkdir(parents=True, exist_ok=True)
                part.replace(target)

    def check_target(self, target: Path) -> None:
        """Raise `OSError` if a file cannot be moved to ``target``."""
        for folder in reversed(target.relative_to(self.root).parents[:-1]):
            place = self.root / folder
            with name_errors_after(place):
                if os.path.lexists(place) and not place.is_dir():
                    raise OSError(errno.ENOTDIR, "is not a folder")
                if not real_path(place).is_relative_to(real_path(self.root)):
                    raise OSError(errno.EPERM, f"is a link that leads out of {self.root}")
        with name_errors_after(target), suppress(FileNotFoundError):
            mode = target.lstat().st_mode
            if stat.S_ISDIR(mode):
                raise OSError(errno.EISDIR, "is a folder, expected a file")
            if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
                raise OSError(errno.EEXIST, "is not an ordinary file")


def write_file(file: Path, contents: str | bytes) -> None:
    """Write a single file, replacing what is there."""
    with Staging(file.parent) as staging:
        staging.write(file, contents)
        staging.move_all()


def real_path(path: Path) -> Path:
    """Return the path with its links followed; `Path.resolve` fails at a link to itself."""
    return Path(os.path.realpath(path))


def is_folder(path: Path) -> bool:
    """Whether there is a folder at ``path``, not a link to one."""
    return path.is_dir() and not path.is_symlink()


def check_owned(folder: Path) -> None:
    """Raise `OSError` if ``folder`` is not a folder, or belongs to another user."""
    with suppress(FileNotFoundError):
        found = folder.lstat()
        own = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
        if not stat.S_ISDIR(found.st_mode) or not own:
            raise OSError(errno.EEXIST, "is not a folder of yours; remove it")


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it; links are not followed."""
    if not is_folder(path):
        path.unlink(missing_ok=True)
        return
    try:
        shutil.rmtree(path)
    except RecursionError:
        raise OSError(errno.ENOTEMPTY, "has too many folders in one another; remove it") from None


def lock_folder(folder: Path, patience: float) -> int | None:
    """Lock ``folder`` for this program and return its handle; None where there are no locks.

    The lock ends with the program, however that ends.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                os.close(handle)
                message = "another program is writing here; try again when it has finished"
                raise OSError(errno.EBUSY, message) from None
            time.sleep(0.05)
        except OSError:  # a file system without locks
            return handle
        else:
            return handle


@contextmanager
def name_errors_after(target: Path) -> Iterator[None]:
    """Make an `OSError` raised inside name ``target``, not the temporary file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from None
