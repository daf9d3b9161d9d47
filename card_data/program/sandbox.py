"""Runs commands that are given untrusted files in a sandbox: a forked process with limits.

A sandboxed process may read, compute, and write below given folders. It can start no process and
open no connection, and it ends when it exceeds its CPU time or memory; see `enter_sandbox`. (The
sandbox of templates is another one: `printkit.templating.sandbox`.)

Which limits apply depends on the system: docs/develop/safety.md has the table.
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
from card_data.program.staging import real_path

LATER = 2.0  # seconds after which the system kills code that does not react to the signal
AGAIN = 0.5  # seconds after which the signal is repeated
OPEN_FILES = 256
MEGABYTE = 1024 * 1024
TOO_LONG = "takes too long: more than {:.0f} seconds of computing"
# Families of audit events that reach outside the process, and the harmless members of them.
# Python adds events with each version; an event of no such family is taken for computing.
OUTSIDE = frozenset(
    [
        *("os", "fcntl", "signal", "socket", "subprocess", "pty", "sqlite3"),
        *("sys.remote_exec", "winreg", "_winapi", "msvcrt"),
    ]
)
WITHIN = frozenset(
    ("os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.putenv", "os.unsetenv", "fcntl.flock")
)
ACCEPTED = "socket.__new__"  # accepted connections; a new socket alone reaches nobody
# Events that change a folder: the index of each argument that is a path, and the index of the
# argument that holds the handle of the path's folder, if there is one.
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
    """A limit is exceeded. No ``except Exception`` catches it. With ``placed``, the message already
    begins with the place that was being worked on."""

    def __init__(self, message: str, *, placed: bool = False) -> None:
        super().__init__(message)
        self.placed = placed


LIMIT_ERRORS = OverLimitError, MemoryError


def enter_sandbox(writing: Iterable[Path]) -> int | None:
    """Fork into a sandboxed process that may write below the folders ``writing``.

    Return None in the child. In the parent, wait for the child and return its exit status, which is
    negative if a signal ended it. Where processes cannot be forked, return None without any limits.
    """
    if not hasattr(os, "fork") or sys.platform == "darwin":
        return None
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        apply_limits(writing)
        allow_seconds(SECONDS)
        return None
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child handles it
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def why_ended(status: int) -> str:
    """Return why a process was killed, from its exit status; empty if it ended by itself."""
    if status >= 0:
        return ""
    if -status == getattr(signal, "SIGXCPU", 0):
        return TOO_LONG.format(SECONDS)
    return f"ends the program ({signal.Signals(-status).name})"


def limit_message(error: BaseException) -> str:
    """Return the message of one of `LIMIT_ERRORS`."""
    if isinstance(error, MemoryError):
        return f"takes too much memory: more than {MEMORY} MB"
    return str(error)


def allow_seconds(seconds: float) -> None:
    """Allow this process more CPU time. After that `OverLimitError` is raised, and the system kills
    code that does not react. Outside the sandbox this does nothing."""
    if not (hasattr(signal, "setitimer") and signal.getsignal(signal.SIGPROF) is raise_over_limit):
        return
    import resource

    left = signal.getitimer(signal.ITIMER_PROF)[0] + seconds
    signal.setitimer(signal.ITIMER_PROF, left, AGAIN)
    used, most = time.process_time(), resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + left + LATER) + 1, most))


def restart_clock() -> None:
    """Allow the full CPU time again, whatever was used so far. Outside the sandbox this does
    nothing."""
    if hasattr(signal, "setitimer") and signal.getsignal(signal.SIGPROF) is raise_over_limit:
        signal.setitimer(signal.ITIMER_PROF, 0)
        allow_seconds(SECONDS)


def raise_over_limit(*_: object) -> None:
    """Raise `OverLimitError`; the handler of SIGPROF."""
    raise OverLimitError(TOO_LONG.format(time.process_time()))


def apply_limits(writing: Iterable[Path], *, serving: bool = False) -> None:
    """Limit this process from now on, except for its CPU time: see `allow_seconds`. With
    ``serving`` it may accept connections to a port on which it already listens."""
    with suppress(ImportError):
        import resource

        limits = {
            "RLIMIT_CORE": 0,
            "RLIMIT_FSIZE": LARGEST_OUTPUT,
            "RLIMIT_NOFILE": OPEN_FILES,
        }
        if not serving:
            limits["RLIMIT_NPROC"] = 0  # which counts threads too
        if taken := memory_taken():
            limits["RLIMIT_AS"] = taken + MEMORY * MEGABYTE
        for name, most in limits.items():
            kind = getattr(resource, name, None)
            if kind is not None:
                with suppress(OSError, ValueError):  # not on this system
                    resource.setrlimit(kind, (most, most))
        signal.signal(signal.SIGPROF, raise_over_limit)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write then is an error
    sys.dont_write_bytecode = True  # where modules are imported for the first time
    folders = tuple(str(real_path(folder)) for folder in (*writing, Path(os.devnull)))
    within = WITHIN | {ACCEPTED} if serving else WITHIN
    sys.addaudithook(partial(check_event, folders, within))


def memory_taken() -> int:
    """Return the bytes of address space that this process uses; 0 where that is unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def check_event(
    folders: tuple[str, ...], within: frozenset[str], event: str, args: tuple[Any, ...]
) -> None:
    """Raise `PermissionError` for an audit event that does more than compute, read, or write below
    ``folders``; the events ``within`` count as computing."""
    if event == "open":
        path, mode, flags = args
        if isinstance(path, int) or not (flags & WRITES or set(mode or "") & set("wax+")):
            return
        if is_within(os.path.realpath(path), folders):
            return
    elif event in CHANGES:
        paths = [
            changed_path(args[path], -1 if folder is None else args[folder])
            for path, folder in CHANGES[event]
        ]
        if all(is_within(path, folders, made=event == "os.mkdir") for path in paths):
            return
    elif event == "ctypes.dlopen":
        if args[0] is None or str(args[0]).startswith((sys.prefix, sys.base_prefix)):
            return
    elif event in within or OUTSIDE.isdisjoint((event, event.partition(".")[0])):
        return
    raise PermissionError(errno.EPERM, f"{event} is not allowed with untrusted files")


def changed_path(path: str | bytes | int, folder: int) -> str:
    """Return the real path of an entry that is itself changed, so a link is not followed; relative
    to the ``folder`` of this handle, if that is not negative."""
    if isinstance(path, int):
        return os.path.realpath(f"/proc/self/fd/{path}")
    given = os.fsdecode(path)
    if folder >= 0:
        given = f"/proc/self/fd/{folder}/{given}"
    head, tail = os.path.split(given.rstrip("/"))
    return os.path.join(os.path.realpath(head), tail)  # noqa: PTH118 - the tail may be ".."


def is_within(path: str | bytes, folders: tuple[str, ...], *, made: bool = False) -> bool:
    """Whether a path is one of these folders or inside one; with ``made``, also a parent of one."""
    place = os.fsdecode(path)
    return any(
        place == folder
        or place.startswith(f"{folder}/")
        or (made and folder.startswith(f"{place}/"))
        for folder in folders
    )
