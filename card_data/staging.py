"""Files that are written together: all of them or none, whenever the program is stopped.

They are written into a folder of our own, ``.printkit-unfinished`` in the output folder:

    new     what is being written, laid out as it is to lie in the output folder
    ready   the same folder, renamed once all of it is on the disk, while its files are moved out
    old     what they take the place of, until all are moved

A program that is killed while there is a ``new`` has changed nothing, and the next one that writes
here throws it away. One that is killed while there is a ``ready`` has decided, and the next one
moves the rest. Of what it finds there it uses nothing but names, which lead nowhere else.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = ".printkit-unfinished"
PATIENCE = 60.0  # seconds to wait for another program that writes here; a whole build takes ten
MANY = 100  # files: from so many on the whole disk is told to write, which takes less


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
        self.new, self.ready, self.old = (
            self.unfinished / name for name in ("new", "ready", "old")
        )
        self.files: dict[Path, Path] = {}
        self.lock: int | None = None
        self.begun = False

    def __enter__(self) -> Staging:
        return self

    def __exit__(self, *_: object) -> None:
        if self.begun:
            with suppress(OSError):  # what cannot be removed now is removed by the next
                remove(self.new)
                remove(self.old)
                self.unfinished.rmdir()
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None

    def begin(self) -> Path:
        """The folder to write into, in which files lie as they are to lie in ``root``.

        Only one program at a time has it. What an earlier one left is finished or removed first.
        """
        if not self.begun:
            with naming(self.root):
                try:
                    self.root.mkdir(parents=True, exist_ok=True)
                except FileExistsError:  # a file, or a link onto itself
                    raise OSError(errno.ENOTDIR, "is not a folder") from None
                self.lock = locked(self.root, self.patience)
                with suppress(FileExistsError):
                    self.unfinished.mkdir(mode=0o700)
            judge_own(self.unfinished)
            if is_folder(self.ready):
                self.move(list(self.together(self.ready)))
            with naming(self.unfinished):
                for folder in (self.ready, self.new, self.old):
                    remove(folder)
            with naming(self.root):
                self.new.mkdir()
            self.begun = True
        return self.new

    def file_for(self, target: Path) -> Path:
        """A new file for the future contents of ``target``, which is in ``root``."""
        if not target.is_relative_to(self.root) or ".." in target.relative_to(self.root).parts:
            raise OSError(errno.EPERM, f"is not in {self.root}", str(target))
        part = self.begin() / target.relative_to(self.root)
        with naming(target):
            part.parent.mkdir(parents=True, exist_ok=True)
            part.touch(exist_ok=False)
        self.files[target] = part
        return part

    def write(self, target: Path, contents: str | bytes) -> None:
        """Write the future contents of ``target``."""
        part = self.file_for(target)
        with naming(target):
            part.write_bytes(contents.encode() if isinstance(contents, str) else contents)

    def targets(self) -> list[Path]:
        """The files, by the names that they are to have."""
        return list(self.files)

    def move_all(self) -> None:
        """Move every file to its place; if one cannot be, put back what was there before."""
        if not self.begun:
            return
        places = list(self.together(self.new))
        self.save_on_disk()
        self.keep_old(places)
        with naming(self.root):
            self.new.rename(self.ready)
        sync_folder(self.unfinished)
        try:
            self.move(places)
        except BaseException:
            self.undo(places)
            raise
        with suppress(OSError):
            remove(self.ready)

    def together(self, folder: Path, inside: Path = Path()) -> Iterator[Path]:
        """What is moved as one: the files, and the folders that ``root`` does not have yet.

        A link is replaced, never written through. Raise `OSError` for what cannot be replaced.
        """
        for one in sorted((folder / inside).iterdir()):
            place = inside / one.name
            target = self.root / place
            if is_folder(one) and os.path.lexists(target):
                self.judge_folder(target)
                yield from self.together(folder, place)
            elif stat.S_IFMT(one.lstat().st_mode) in (stat.S_IFREG, stat.S_IFDIR):
                judge_file(target)
                yield place

    def judge_folder(self, target: Path) -> None:
        """Raise `OSError` unless files may be moved into a folder that there is."""
        with naming(target):
            if not target.is_dir():
                raise OSError(errno.ENOTDIR, "is not a folder")
            if not real(target).is_relative_to(real(self.root)):
                raise OSError(errno.EPERM, f"is a link that leads out of {self.root}")

    def save_on_disk(self) -> None:
        """Have all that is in ``new`` outlive a power cut."""
        paths = sorted(self.new.rglob("*"))
        if len(paths) > MANY and hasattr(os, "sync"):
            os.sync()
            return
        for path in paths:
            if path.is_dir():
                sync_folder(path)
                continue
            with naming(self.root / path.relative_to(self.new)), path.open("rb+") as file:
                os.fsync(file.fileno())
        sync_folder(self.new)

    def keep_old(self, places: Sequence[Path]) -> None:
        """Keep what there is at each place in ``old``, by its number."""
        with naming(self.root):
            self.old.mkdir()
        for number, place in enumerate(places):
            target, kept = self.root / place, self.old / str(number)
            if not os.path.lexists(target):
                continue
            with naming(target):
                try:
                    os.link(target, kept, follow_symlinks=False)
                except OSError:  # a file system without links
                    shutil.copy2(target, kept, follow_symlinks=False)

    def move(self, places: Sequence[Path]) -> None:
        """Move what is ``ready`` to its places."""
        for place in places:
            target = self.root / place
            with naming(target):
                (self.ready / place).replace(target)
        for folder in sorted({(self.root / place).parent for place in places}):
            sync_folder(folder)

    def undo(self, places: Sequence[Path]) -> None:
        """Take back what was moved; whenever this is stopped, ``ready`` can still be moved."""
        for number, place in enumerate(places):
            target, part, kept = self.root / place, self.ready / place, self.old / str(number)
            if not os.path.lexists(part):
                target.replace(part)
                if os.path.lexists(kept):
                    kept.replace(target)
        self.ready.rename(self.new)


def real(path: Path) -> Path:
    """Where a path leads by its links; `Path.resolve` fails at a link to itself."""
    return Path(os.path.realpath(path))


def judge_file(target: Path) -> None:
    """Raise `OSError` if there is something at ``target`` other than a file or a link."""
    with naming(target), suppress(FileNotFoundError):
        mode = target.lstat().st_mode
        if stat.S_ISDIR(mode):
            raise OSError(errno.EISDIR, "is a folder, expected a file")
        if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
            raise OSError(errno.EEXIST, "is not an ordinary file")


def is_folder(path: Path) -> bool:
    """Whether there is a folder at ``path``, not a link to one."""
    return path.is_dir() and not path.is_symlink()


def judge_own(folder: Path) -> None:
    """Raise `OSError` unless there is a folder that this user made; nobody else may write to it."""
    with naming(folder):
        found = folder.lstat()
        own = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
        if not stat.S_ISDIR(found.st_mode) or not own:
            raise OSError(errno.EEXIST, "is not a folder of yours; remove it")
        folder.chmod(0o700)


def remove(path: Path) -> None:
    """Remove what there is, a folder with all that is in it; a link is not followed."""
    if not is_folder(path):
        path.unlink(missing_ok=True)
        return
    try:
        shutil.rmtree(path)
    except RecursionError:
        raise OSError(errno.ENOTEMPTY, "has too many folders in one another; remove it") from None


def locked(folder: Path, patience: float) -> int | None:
    """A handle to ``folder`` that only one program at a time has; None where there are no locks.

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


def sync_folder(folder: Path) -> None:
    """Have the names in a folder outlive a power cut, where the system can do that."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def naming(target: Path) -> Iterator[None]:
    """Make an `OSError` name the file that the user asked for, not the one written instead."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from None
