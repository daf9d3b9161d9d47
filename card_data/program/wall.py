"""A wall around what files of others make the program do: a process with limits.

Behind it a process may read, compute and write below given folders. It can start no process and
open no connection, and it ends when it has taken more of the processor's time or of memory than it
may. A command that is given files of others does all of its work there; see `enclose`.

Which limits there are depends on the system: docs/develop/safety.md has the table.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from card_data.limits import LARGEST_OUTPUT, MEMORY, SECONDS
from card_data.program.staging import real

LATER = 2.0  # seconds after which code that hears no signal is ended from outside
AGAIN = 0.5  # seconds after which a signal that was not heard comes again
OPEN_FILES = 256
MEGABYTE = 1024 * 1024
TOO_LONG = "takes too long: more than {:.0f} seconds of computing"
# Families of audit events that reach outside the process, and those of their members that do not.
# Python adds events with each version: whatever is in none of these families computes.
OUTSIDE = frozenset(
    [
        *("os", "fcntl", "signal", "socket", "subprocess", "pty", "sqlite3"),
        *("sys.remote_exec", "winreg", "_winapi", "msvcrt"),
    ]
)
WITHIN = frozenset(
    ("os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.putenv", "os.unsetenv", "fcntl.flock")
)
ACCEPTED = "socket.__new__"  # one that is neither bound nor connected reaches nobody
# Events that change a folder: which of their arguments are paths, each with the one that is a
# handle of the folder that it is in, if there is one.
CHANGES: dict[str, tuple[tuple[int, int | None], ...]] = {
    "os.mkdir": ((0, 2),),
    "os.rmdir": ((0, 1),),
    "os.remove": ((0, 1),),
    "os.truncate": ((0, None),),
    "os.chmod": ((0, 2),),
    "os.utime": ((0, 3),),
    "os.rename": ((0, 2), (1, 3)),
    "os.link": ((0, 2), (1, 3)),
    "os.symlink": ((1, 2),),
}
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class OverLimitError(BaseException):
    """A limit is reached; no ``except Exception`` holds it back. With ``placed`` the message begins
    with what was worked on."""

    def __init__(self, message: str, *, placed: bool = False) -> None:
        super().__init__(message)
        self.placed = placed


BEYOND = OverLimitError, MemoryError


def enclose(writing: Iterable[Path]) -> int | None:
    """Go on behind a wall, in a copy of this process that may write below the folders ``writing``.

    None in that copy; here its exit status, once it has ended, or what `signal` ended it as a
    negative number. Where processes cannot be copied this one goes on, without limits.
    """
    if not hasattr(os, "fork") or sys.platform == "darwin":
        return None
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        confine(writing)
        allow(SECONDS)
        return None
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is heard there
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def why_ended(status: int) -> str:
    """Why a process was ended from outside, by its exit status; empty if it ended itself."""
    if status >= 0:
        return ""
    if -status == getattr(signal, "SIGXCPU", 0):
        return TOO_LONG.format(SECONDS)
    return f"ends the program ({signal.Signals(-status).name})"


def said_of(error: BaseException) -> str:
    """What one of `BEYOND` says."""
    if isinstance(error, MemoryError):
        return f"takes too much memory: more than {MEMORY} MB"
    return str(error)


def allow(seconds: float) -> None:
    """Allow so many more seconds of the processor's time; after that `OverLimitError` is raised,
    and the system ends what does not hear it. Only behind a wall: elsewhere nothing is limited.
    """
    if not (hasattr(signal, "setitimer") and signal.getsignal(signal.SIGPROF) is over):
        return
    import resource

    left = signal.getitimer(signal.ITIMER_PROF)[0] + seconds
    signal.setitimer(signal.ITIMER_PROF, left, AGAIN)
    used, most = time.process_time(), resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + left + LATER) + 1, most))


def begin_again() -> None:
    """Allow as much time as at first, whatever was taken until now; only behind a wall."""
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGPROF) is over:
        signal.setitimer(signal.ITIMER_PROF, 0)
        allow(SECONDS)


def over(*_: object) -> None:
    """Raise `OverLimitError`: what a signal does."""
    raise OverLimitError(TOO_LONG.format(time.process_time()))


def confine(writing: Iterable[Path], *, serving: bool = False) -> None:
    """Set the limits that hold for this process from now on, but for its time: see `allow`.
    ``serving``: it goes on to answer those who come to a port that it has already."""
    with suppress(ImportError):
        import resource

        limits = {
            "RLIMIT_CORE": 0,
            "RLIMIT_FSIZE": LARGEST_OUTPUT,
            "RLIMIT_NOFILE": OPEN_FILES,
        }
        if not serving:
            limits["RLIMIT_NPROC"] = 0  # which counts threads too
        if taken := memory():
            limits["RLIMIT_AS"] = taken + MEMORY * MEGABYTE
        for name, most in limits.items():
            kind = getattr(resource, name, None)
            if kind is not None:
                with suppress(OSError, ValueError):  # not on this system
                    resource.setrlimit(kind, (most, most))
        signal.signal(signal.SIGPROF, over)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write then is an error
    sys.dont_write_bytecode = True  # where modules are imported for the first time
    folders = tuple(str(real(folder)) for folder in (*writing, Path(os.devnull)))
    within = WITHIN | {ACCEPTED} if serving else WITHIN
    sys.addaudithook(partial(refuse, folders, within))


def memory() -> int:
    """The bytes of address space that this process has taken; 0 where that cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def refuse(
    folders: tuple[str, ...], within: frozenset[str], event: str, args: tuple[Any, ...]
) -> None:
    """Refuse whatever does more than compute, read, and write below these ``folders``, with
    the events ``within`` among what computes."""
    if event == "open":
        path, mode, flags = args
        if isinstance(path, int) or not (flags & WRITES or set(mode or "") & set("wax+")):
            return
        if is_within(os.path.realpath(path), folders):
            return
    elif event in CHANGES:
        paths = [
            place_of(args[path], -1 if folder is None else args[folder])
            for path, folder in CHANGES[event]
        ]
        if all(is_within(path, folders, made=event == "os.mkdir") for path in paths):
            return
    elif event == "ctypes.dlopen":
        if args[0] is None or str(args[0]).startswith((sys.prefix, sys.base_prefix)):
            return
    elif event in within or OUTSIDE.isdisjoint((event, event.partition(".")[0])):
        return
    raise PermissionError(errno.EPERM, f"{event} is not for what strangers send")


def place_of(path: str | bytes | int, folder: int) -> str:
    """Where a path leads that is changed itself, not what a link there leads to; in the ``folder``
    of this handle, if it is not negative."""
    if isinstance(path, int):
        return os.path.realpath(f"/proc/self/fd/{path}")
    given = os.fsdecode(path)
    if folder >= 0:
        given = f"/proc/self/fd/{folder}/{given}"
    head, tail = os.path.split(given.rstrip("/"))
    return os.path.join(os.path.realpath(head), tail)  # noqa: PTH118 - the tail may be ".."


def is_within(path: str | bytes, folders: tuple[str, ...], *, made: bool = False) -> bool:
    """Whether a path is one of these folders or in one, or with ``made`` has one in it."""
    place = os.fsdecode(path)
    return any(
        place == folder
        or place.startswith(f"{folder}/")
        or (made and folder.startswith(f"{place}/"))
        for folder in folders
    )
