"""Runs a case, and judges what comes of it.

A case is well if the command ends with status 0, 1 or 2; says what is wrong in clear lines, without
a traceback or a character that a terminal would obey; takes no more than its time and memory, that
of sandboxed processes included; starts nothing; writes nothing but where it may, and nothing
when it says so.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO, NamedTuple, NoReturn

from printkit.cache.inputs import MANIFEST
from tests.fuzz.cases import KEPT, OUT, SECRET, TESTS, Case, Odd
from tests.fuzz.program import SECONDS, called

MOST_SECONDS = 2 * SECONDS + 3  # of the processor's, for a case; faces and pictures have some, too
MEGABYTES = 600  # resident, at most
PATIENCE = 60  # seconds by the clock
LONGEST_SAID = 200_000  # characters: more than anybody reads
WRITTEN = (OUT, "cache", "temporary")  # folders
ADDRESS = re.compile(rb"(?<![\x80-\xff])0x[0-9a-f]{8,16}\b")  # not a text's length and a text
PYTHON = re.compile(
    r"Traceback \(most recent|Exception ignored|\b[A-Z]\w*Error\b|NoneType|:\d+: \w{1,40}Warning: "
)
SPEED = re.compile(r"[0-9,]+ per second|games in [a-z0-9 ,]+\.")  # which is never the same twice


class Ran(NamedTuple):
    """The outcome of a case: its exit status, or the signal that ended it as a negative number; its
    output and the files it wrote; seconds of CPU time, and the MB it took beyond those of the
    process that it was forked from; what it reached that it should not."""

    status: int = 0
    out: str = ""
    err: str = ""
    files: dict[str, bytes] = {}  # noqa: RUF012 - never changed
    seconds: float = 0.0
    megabytes: float = 0.0
    reached: tuple[str, ...] = ()

    def same(self) -> tuple[object, ...]:
        """Return what is the same each time: all but its duration and the time of pictures."""
        files = {name: raw for name, raw in self.files.items() if name != MANIFEST}
        return self.status, SPEED.sub("", self.out), self.err, files


def resident() -> float:
    """The MB this process holds, which its copy holds from the start."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Bench:
    def __init__(self, sources: Path, folder: Path) -> None:
        self.sources, self.folder = sources, folder
        self.environment = {
            "TMPDIR": str(folder / "temporary"), "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_CONFIG_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / KEPT),
            "HOME": str(folder / "cache"), "PYTHONPATH": str(TESTS.parent), "COLUMNS": "100",
            "PYTHONDONTWRITEBYTECODE": "1", "PATH": os.defpath,
        }  # fmt: skip
        self.begin()

    def begin(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.sources, self.folder)
        for name in WRITTEN:
            (self.folder / name).mkdir(mode=0o700)
        self.sound = self.state()

    def state(self) -> dict[str, tuple[int, int]]:
        """Every file, with its size and time, but for those in folders that are to write in."""
        found = {}
        for file in self.folder.rglob("*"):
            name = str(file.relative_to(self.folder))
            if not name.startswith(WRITTEN):
                known = file.lstat()
                found[name] = (0, 0) if file.is_dir() else (known.st_size, known.st_mtime_ns)
        return found

    @contextmanager
    def laid_out(self, case: Case) -> Iterator[None]:
        file = self.folder / case.file
        for now, new in case.moved:
            (self.folder / now).rename(self.folder / new)
        if case.file:
            file.unlink()
            if isinstance(case.now, Odd):
                case.now.put(file)
            else:
                file.write_bytes(case.now)
        try:
            yield
        finally:
            for now, new in reversed(case.moved):
                (self.folder / new).rename(self.folder / now)
            if case.file:
                if file.is_dir() and not file.is_symlink():
                    file.rmdir()
                file.unlink(missing_ok=True)
                shutil.copy2(self.sources / case.file, file)

    def run(self, case: Case, *, fresh: bool = False) -> Ran:
        """Run a case's command in a copy of this process, or with ``fresh`` in a new one."""
        made, held = tempfile.TemporaryFile, 0.0 if fresh else resident()
        with self.laid_out(case), made() as out, made() as err, made() as log:
            streams = out.fileno(), err.fileno(), log.fileno()
            child = os.fork()
            if child == 0:
                self.become(case, streams, fresh=fresh or bool(case.environment))
            timer = Timer(PATIENCE, os.killpg, (child, signal.SIGKILL))
            timer.start()
            _, status, used = os.wait4(child, 0)
            timer.cancel()
            texts = [read_again(stream) for stream in (out, err, log)]
        reached = (*texts[2].splitlines(), *self.changed())
        return Ran(
            os.waitstatus_to_exitcode(status), texts[0], texts[1], self.collected(),
            used.ru_utime + used.ru_stime, used.ru_maxrss / 1024 - held, reached,
        )  # fmt: skip

    def become(self, case: Case, streams: tuple[int, int, int], *, fresh: bool) -> NoReturn:
        status = 99
        try:
            os.setsid()
            os.chdir(self.folder)
            out, err, log = streams
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(stream_of(case.stdout, out), 1)
            os.dup2(err, 2)
            secret = str(self.folder / SECRET)
            variables = self.environment | dict(case.environment)
            if fresh:
                if case.stdout == "closed":
                    os.close(1)
                os.set_inheritable(log, True)
                code = [sys.executable, "-m", "tests.fuzz.program", str(log), secret]
                os.execve(code[0], [*code, *case.command], variables)
            sys.stdin, sys.stdout, sys.stderr = (
                os.fdopen(one, mode, encoding="utf-8") for one, mode in enumerate("rww")
            )
            os.environ.clear()
            os.environ |= variables
            status = called(case.command, log, secret)
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)

    def changed(self) -> Iterator[str]:
        """Yield what was written where nothing may be, if anything was, and restore the files."""
        now = self.state()
        if now != self.sound:
            yield f"writes {sorted({name for name, _ in now.items() ^ self.sound.items()})}"
            self.begin()

    def collected(self) -> dict[str, bytes]:
        out = self.folder / OUT
        found = {
            str(file.relative_to(out)): file.read_bytes()
            for file in sorted(out.rglob("*"))
            if file.is_file()
        }
        shutil.rmtree(out)
        out.mkdir(mode=0o700)
        return found


def read_again(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8", "replace")


def stream_of(name: str, out: int) -> int:
    """Where a case says what it says: ``out``, or something odd."""
    if name == "/dev/full":
        return os.open(name, os.O_WRONLY)
    if name == "gone":
        reading, out = os.pipe()
        os.close(reading)
    return out


def judge(case: Case, ran: Ran) -> list[str]:
    typed = not case.file  # and what a user names, a command may read
    wrong = [one for one in ran.reached if not (typed and one.startswith("reads "))]
    said = ran.out + ran.err
    own = case.now if isinstance(case.now, bytes) else b""
    if ran.status not in (0, 1, 2):
        wrong.append(f"status {ran.status}: {said[-2000:]}")
    for found in PYTHON.finditer(ran.err):
        if found[0].encode() not in own:
            wrong.append(f"speaks Python: {said[-2000:]}")
            break
    for raw in (said.encode(errors="replace"), *ran.files.values()):
        if (address := ADDRESS.search(raw)) and b"0x" not in own:
            before = raw[max(0, address.start() - 60) : address.end()]
            wrong.append(f"says or writes an address: {before!r}")
    if ran.status in (1, 2) and not said.strip() and not case.stdout:
        wrong.append("says nothing")
    plain = said.replace("\r\n", "\n") if "--csv" in case.command else said
    if obeyed := {char for char in plain if unicodedata.category(char) == "Cc"} - {"\n"}:
        at = min(plain.index(char) for char in obeyed)
        wrong.append(f"prints control characters: {plain[max(0, at - 100) : at + 20]!r}")
    if case.command[0] == "printkit" and ran.status and ran.files and not case.stdout:
        wrong.append(f"leaves files: {sorted(ran.files)}")
    if len(said) > LONGEST_SAID:
        wrong.append(f"says {len(said):,} characters: {said[:200]!r}")
    if ran.seconds > MOST_SECONDS:
        wrong.append(f"takes {ran.seconds:.1f} s: {said[-500:]}")
    if ran.megabytes > MEGABYTES:
        wrong.append(f"needs {ran.megabytes:.0f} MB: {said[-500:]}")
    return wrong
