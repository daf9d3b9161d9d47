"""A wall around what files of strangers make the program do: a process that can only compute.

It may read files, take a given time of the processor and a given amount of memory, and answer. It
can write no file, start no process and open no connection. What it answers is checked as the files
themselves are, so that whatever happens behind the wall ends in an answer or in a `WallError`.

Which limits there are depends on the system: docs/develop/safety.md has the table.
"""

from __future__ import annotations

import errno
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from mmap import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol
from weakref import finalize

import msgspec

from card_data.limits import LARGEST_ANSWER, MEMORY, MOST_PROBLEMS
from card_data.problems import MISWRITTEN, DataError, Problem, clip, flaw

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

# What a message from behind the wall begins with: the answer, or the problems that are the answer;
# where work has come to; what to keep; a fault of ours; too little memory.
ANSWER, PROBLEMS, AT, KEEP, FAULT, FULL = b"=", b"?", b"@", b"+", b"!", b"m"
LONGEST_AT = 200  # bytes that say where work has come to
PATIENCE = 30  # times the time allowed, on a busy machine; only a process that sleeps takes longer
OVERTIME = tuple(-getattr(signal, name) for name in ("SIGPROF", "SIGXCPU") if hasattr(signal, name))
OPEN_FILES = 32
NAME = "behind a wall"  # of the process
PACE = 0.003  # seconds that `pace` takes on the machine that limits are meant for
MEGABYTE = 1024 * 1024
# Families of audit events that reach outside the process, and those of their members that do not.
# Python adds events with each version: whatever is in none of these families computes.
OUTSIDE = frozenset(
    [
        *("os", "fcntl", "resource", "signal", "socket", "subprocess", "pty", "ctypes", "sqlite3"),
        *("sys.remote_exec", "winreg", "_winapi", "msvcrt"),
    ]
)
WITHIN = frozenset(
    [
        *("os.listdir", "os.scandir", "os.walk", "os.fwalk"),
        # pypdfium2 calls what it has loaded, of which Python 3.14 tells.
        *("ctypes.cdata", "ctypes.cdata/buffer", "ctypes.addressof", "ctypes.call_function"),
    ]
)
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Outside(Protocol):
    """What is told to the process that asks, while work is done for it."""

    def tell(self, at: str) -> None:
        """Say what is worked on."""

    def keep(self, name: str, raw: bytes) -> None:
        """Hand over what later work may find again under a name."""


Keep = Callable[[str, bytes], None]
Worker = Callable[[Any, Outside], bytes]  # answers a request in the process behind the wall


class WallError(Exception):
    """Work behind the wall that was ended; ``at`` is what it was at."""

    def __init__(self, message: str, at: str) -> None:
        self.at = at
        super().__init__(message)


class Wall:
    """A process behind a wall, started when it is first asked, whose ``worker`` is made there.

    ``keep`` is called with what it hands over to be kept: as untrusted as all that comes from it.
    ``seconds`` of the processor's time are allowed for the first request in addition. ``done`` says
    in messages what is done with what is asked for.
    """

    def __init__(
        self,
        worker: Callable[[], Worker],
        keep: Keep = lambda name, raw: None,
        seconds: float = 0.0,
        done: str = "drawn",
    ) -> None:
        self.worker, self.keep, self.done = worker, keep, done
        self.process: Any = None
        self.seconds = 0.0  # that all requests may take
        self.besides = self.first = seconds
        self.line: Connection | None = None
        self.board: mmap | None = None  # says where work has come to, if a copy can write there
        self.begun: deque[tuple[object, float]] = deque()  # what has no answer yet
        self.anew = True  # what comes next has no time left over from before
        self.end: Callable[[], Any] = lambda: None

    def begin(self, requests: Sequence[tuple[object, float]]) -> None:
        """Have work done for requests that will be asked for in this order, each in the seconds
        that it may take; meanwhile other work can be done here. What was begun and never asked for
        is dropped, unless it is just this."""
        if self.begun:
            if self.begun == deque(requests):
                return
            self.close()
            self.besides = self.first  # the next process begins from nothing again
        line = self.line or self.start()
        self.begun = deque(requests)
        with suppress(ConnectionError):  # who asks will be told
            line.send_bytes(pickle.dumps((self.anew, self.besides, self.begun)))
        self.anew = False

    def ask(self, request: object, seconds: float) -> bytes:
        """The answer to a request, which may take so many seconds of the processor's time, and what
        others before it have left of theirs.

        Raise `WallError` if it takes more of anything than it may, or fails, and `DataError` with
        the problems that are its answer.
        """
        if self.begun and self.begun[0] != (request, seconds):
            self.close()  # what is at work on something else
        if not self.begun:
            self.begin([(request, seconds)])
        self.begun.popleft()
        self.seconds += seconds + self.besides
        self.besides = 0.0
        return self.answer()

    def renew(self) -> None:
        """Do all that comes as if nothing had been asked for yet, in the process that is there if
        it waits for requests."""
        if self.begun or (self.line is not None and not self.process.is_alive()):
            self.close()
        self.seconds, self.besides, self.anew = 0.0, self.first, True

    def answer(self) -> bytes:
        line = self.line
        patience = PATIENCE * self.seconds if OVERTIME else self.seconds
        at = ""
        try:
            while line is not None and line.poll(patience):
                message = line.recv_bytes(LARGEST_ANSWER)
                kind, text = message[:1], message[1:]
                if kind == ANSWER:
                    return text
                if kind == PROBLEMS:
                    raise DataError(*problems_in(text))
                if kind == KEEP:
                    name, _, raw = text.partition(b"\0")
                    self.keep(name.decode(errors="replace"), raw)
                    continue
                if kind == FULL:
                    self.fail(f"takes too much memory: more than {MEMORY} MB", at)
                words = text[:LONGEST_AT].decode(errors="replace")
                if kind == FAULT:
                    self.fail(f"cannot be {self.done}: {clip(words, quoted=False)}", at)
                at = words
        except (EOFError, ConnectionError):
            self.process.join(PATIENCE)
            if self.process.exitcode not in OVERTIME:
                self.fail(f"cannot be {self.done}: it ends the process that does it", at)
        except OSError:  # the message is too large
            self.fail(f"makes more than {LARGEST_ANSWER // MEGABYTE} MB of drawings", at)
        return self.fail(f"takes too long: more than {self.seconds:.1f} seconds", at)

    def fail(self, message: str, at: str) -> NoReturn:
        """End the process and raise `WallError`; the next request starts another."""
        self.close()
        if self.board is not None:
            at = self.board[:].rstrip(b"\0").decode(errors="replace")
        raise WallError(message, at)

    def close(self) -> None:
        """End the process, if it runs."""
        self.end()
        self.line, self.begun = None, deque()

    def stop(self) -> None:
        """Have the process end, if it runs, without waiting until it is gone: `close` does that."""
        if self.line is not None:
            self.process.kill()

    def start(self) -> Connection:
        context = starting()
        self.line, other = context.Pipe()
        copied = context.get_start_method() == "fork"
        self.board = mmap(-1, LONGEST_AT) if copied else None
        self.process = context.Process(  # type: ignore[attr-defined]
            target=behind if copied else confined,
            args=(other, self.worker, self.board),
            daemon=True,
            name=NAME,
        )
        self.process.start()
        other.close()
        self.end = finalize(self, ended, self.process, self.line)
        return self.line


def starting() -> BaseContext:
    """How processes are started: as a copy of this one where that is safe, which is quick."""
    import multiprocessing  # builds of the shipped games need none

    forks = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
    alone = threading.active_count() == 1
    return multiprocessing.get_context("fork" if forks and alone else "spawn")


def behind_wall() -> bool:
    """Whether this process is behind a wall already, where it can start no other."""
    import multiprocessing

    return multiprocessing.current_process().name == NAME


def ended(process: Any, line: Connection) -> None:
    """End a process and wait until it is gone."""
    line.close()
    process.kill()
    process.join()


def behind(line: Connection, worker: Callable[[], Worker], board: mmap) -> None:
    """In a copy of the process that asks: let go of what that has open, then answer."""
    own = line.fileno()
    os.closerange(3, own)
    os.closerange(own + 1, 1024)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    confined(line, worker, board)


def confined(line: Connection, worker: Callable[[], Worker], board: mmap | None) -> None:
    """Answer requests until there are no more, within all limits."""
    try:
        answering = worker()
        slower, left, told = pace(), 0.0, Line(line, board)
        confine()
        while True:
            anew, besides, requests = pickle.loads(line.recv_bytes())
            left = besides * slower + (0.0 if anew else left)
            for request, seconds in requests:
                allow(left + seconds * slower)
                told.tell("")
                try:
                    answer = ANSWER + answering(request, told)
                except DataError as error:
                    answer = PROBLEMS + msgspec.msgpack.encode(error.problems)
                left = allow(0)
                line.send_bytes(answer)
    except EOFError:  # nobody asks any more
        pass
    except MemoryError:
        line.send_bytes(FULL)
    except Exception as error:
        with suppress(Exception):
            line.send_bytes(FAULT + f"{type(error).__name__}: {error}"[:200].encode())


def problems_in(raw: bytes) -> list[Problem]:
    """The problems that came from behind a wall, as many and as long as may be told."""
    try:
        return msgspec.msgpack.decode(raw, type=list[Problem])[: MOST_PROBLEMS + 1]
    except MISWRITTEN as error:
        raise WallError(f"cannot be drawn: {flaw(error)}", "") from None


class Line:
    """What is outside, by the line to it; a ``board`` is read there only when it must be."""

    def __init__(self, line: Connection, board: mmap | None) -> None:
        self.line, self.board = line, board

    def tell(self, at: str) -> None:
        if self.board is None:
            self.line.send_bytes(AT + at.encode())
        else:
            self.board[:] = at.encode()[:LONGEST_AT].ljust(LONGEST_AT, b"\0")

    def keep(self, name: str, raw: bytes) -> None:
        self.line.send_bytes(KEEP + name.encode() + b"\0" + raw)


def allow(seconds: float) -> float:
    """Have the system end this process once it has taken so much of the processor's time, 0 for
    never; what was left of the time allowed before."""
    if not hasattr(signal, "setitimer"):
        return 0.0
    return signal.setitimer(signal.ITIMER_PROF, seconds)[0]


def pace() -> float:
    """How much longer this machine takes than the one that limits are meant for: at least 1."""
    begun = time.process_time()
    for _ in range(3):
        sum([number * number for number in range(10_000)])
    return max(1.0, (time.process_time() - begun) / PACE)


def confine() -> None:
    """Set the limits that hold for this process from now on."""
    with suppress(ImportError):
        import resource

        limits = {
            "RLIMIT_CORE": 0,
            "RLIMIT_FSIZE": 0,
            "RLIMIT_NPROC": 0,
            "RLIMIT_NOFILE": OPEN_FILES,
        }
        if taken := memory():
            limits["RLIMIT_AS"] = taken + MEMORY * MEGABYTE
        for name, most in limits.items():
            kind = getattr(resource, name, None)
            if kind is not None:
                with suppress(OSError, ValueError):  # not on this system
                    resource.setrlimit(kind, (most, most))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a write then is an error
    sys.dont_write_bytecode = True  # where modules are imported for the first time
    sys.addaudithook(refuse)


def memory() -> int:
    """The bytes of address space that this process has taken; 0 where that cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def refuse(event: str, args: tuple[Any, ...]) -> None:
    """Refuse whatever does more than compute and read."""
    if event == "open":
        _, mode, flags = args
        if not (flags & WRITES or set(mode or "") & set("wax+")):
            return
    elif event in WITHIN or OUTSIDE.isdisjoint((event, event.partition(".")[0])):
        return
    raise PermissionError(errno.EPERM, f"{event} is not for what strangers send")
