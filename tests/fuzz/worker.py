"""Runs cases one after the other in one process, and judges what comes of each.

A case is well if the command ends with status 0, 1 or 2, by no exception; opens no file but those
it is meant to; starts no program; leaves nothing when it says that it left nothing; prints no
character that a terminal would obey; and needs no more than its time and memory.
"""

from __future__ import annotations

import faulthandler
import gc
import hashlib
import io
import os
import re
import resource
import shutil
import signal
import sys
import time
import traceback
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.fuzz.cases import MINE, OUT, SECRET, Case, Odd

SECONDS = 2  # of the processor's time, for a case
MEGABYTES = 500  # resident, at most
MOST_MEMORY = 2 * 1024**3  # bytes of addresses: beyond, an allocation fails
LONGEST_SAID = 200_000  # characters: more than anybody reads
WARNING = re.compile(r":\d+: \w{1,40}Warning: .*")
WARM = (  # commands that import what the others need
    ("printkit", "build", "errata", "--data", MINE, "--out", OUT),
    ("printkit", "png", "errata", "deck", "--data", MINE, "--out", OUT),
    ("printkit", "svg", "errata", "deck", "--data", MINE, "--out", OUT),
    ("scoring", "score", "positions/wa_invalid.yaml"),
    ("scoring", "replay", "records/dice_archive_evening.yaml"),
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
SPEED = re.compile(r"[0-9,]+ per second")  # which is never the same twice
BY_FOLDER = frozenset(("os.remove", "os.rmdir", "os.mkdir"))  # whose last argument may be a folder
CHANGES = {  # what Python tells of before it changes a file or starts a program
    "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown",
}  # fmt: skip
STARTS = {
    "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "subprocess.Popen",
    "socket.connect", "socket.bind", "pickle.find_class", "webbrowser.open",
}  # fmt: skip


class Guard:
    """Notes what a command opens, changes and starts that it should not."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.written = tuple(str(folder / name) for name in (OUT, "cache", "temporary"))
        self.secret = str(folder / SECRET)
        self.found: list[str] = []
        self.on = False
        sys.addaudithook(self.hear)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open":
            file, _, flags = arguments
            if not isinstance(file, int):
                self.look(file, writes=bool(flags & WRITING))
        elif event in CHANGES:
            pairs = event in ("os.rename", "os.link")
            folders = arguments[2:4] if pairs else arguments[-1:] if event in BY_FOLDER else (-1,)
            for file, folder in zip(arguments, folders, strict=False):
                if isinstance(file, str | bytes | os.PathLike):
                    base = f"/proc/self/fd/{folder}" if folder >= 0 else ""
                    self.look(os.path.join(base, os.fsdecode(file)), writes=True)  # noqa: PTH118
        elif event in STARTS:
            self.found.append(f"{event} {arguments!r:.200}")

    def look(self, file: Any, *, writes: bool) -> None:
        """Note a file that is written outside of where it may be, or read that is nobody's."""
        with suppress(ValueError):  # no name of a file
            real = os.path.realpath(os.fsdecode(file))
            if writes and real != os.devnull and not real.startswith(self.written):
                self.found.append(f"writes {real}")
            if real == self.secret:
                self.found.append(f"reads {real}")


class Ran:
    """What a case did: status, messages, files, and what is wrong with it."""

    def __init__(self) -> None:
        self.status: object = None
        self.said = ""
        self.files: dict[str, bytes] = {}
        self.wrong: list[str] = []

    @property
    def digest(self) -> str:
        said = SPEED.sub("", self.said)
        digest = hashlib.sha256(repr((self.status, said)).encode())
        for name, raw in sorted(self.files.items()):
            digest.update(name.encode() + hashlib.sha256(raw).digest())
        return digest.hexdigest()[:16]


class Bench:
    """A copy of the sources in ``folder``, where the commands are run."""

    def __init__(self, sources: Path, folder: Path) -> None:
        shutil.copytree(sources, folder)
        self.sources, self.folder = sources, folder
        os.chdir(folder)
        for name in (OUT, "temporary", "cache"):
            (folder / name).mkdir(mode=0o700)
        os.environ |= {"TMPDIR": str(folder / "temporary"), "XDG_CACHE_HOME": str(folder / "cache")}
        os.environ |= {
            "COLUMNS": "100",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "cache"),
        }
        self.guard = Guard(folder)

    @contextmanager
    def laid_out(self, case: Case) -> Iterator[None]:
        """The changed file in its place, and the sound one afterwards."""
        file = self.folder / case.file
        if not case.file:
            yield
            return
        file.unlink()
        if isinstance(case.now, Odd):
            case.now.put(file)
        else:
            file.write_bytes(case.now)
        try:
            yield
        finally:
            if file.is_dir() and not file.is_symlink():
                shutil.rmtree(file)
            else:
                file.unlink(missing_ok=True)
            shutil.copyfile(self.sources / case.file, file)

    def run(self, case: Case) -> Ran:
        ran = Ran()
        with self.laid_out(case):
            out, err = (
                io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace") for _ in "oe"
            )
            self.guard.found.clear()
            with redirect_stdout(out), redirect_stderr(err):
                self.guard.on = True
                ran.status = called(case.command, ran)
                self.guard.on = False
            for stream in (out, err):
                with suppress(ValueError):  # closed
                    stream.flush()
                    ran.said += stream.buffer.getvalue().decode("utf-8", "replace")
        ran.wrong += self.guard.found
        self.collect(ran)
        judge(case, ran)
        return ran

    def collect(self, ran: Ran) -> None:
        """Read what was written, and clear it away."""
        out = self.folder / OUT
        for file in sorted(out.rglob("*")):
            if file.is_file():
                ran.files[str(file.relative_to(out))] = file.read_bytes()
        shutil.rmtree(out)
        out.mkdir()


def called(command: tuple[str, ...], ran: Ran) -> object:
    """The exit status of a command, called as its script calls it."""
    from printkit.__main__ import main as printkit
    from scoring.cli.main import main as scoring

    sys.argv = list(command)
    try:
        {"printkit": printkit, "scoring": scoring}[command[0]]()
    except SystemExit as stop:
        return stop.code or 0
    except BaseException:
        ran.wrong.append(traceback.format_exc(limit=-12))
        return "exception"
    return 0


def judge(case: Case, ran: Ran) -> None:
    """Note what is wrong with what a case said and left."""
    if ran.status not in (0, 1, 2, "exception"):
        ran.wrong.append(f"status {ran.status}")
    if "Traceback (most recent" in ran.said:
        ran.wrong.append(ran.said[-3000:])
    if warned := WARNING.search(ran.said):
        ran.wrong.append(f"prints a warning of Python: {warned[0]}")
    if ran.status in (1, 2) and not ran.said.strip():
        ran.wrong.append("says nothing")
    obeyed = {char for char in ran.said if unicodedata.category(char) == "Cc"} - {"\n"}
    if obeyed:
        at = min(ran.said.index(char) for char in obeyed)
        ran.wrong.append(f"prints control characters: {ran.said[max(0, at - 100) : at + 20]!r}")
    if case.command[0] == "printkit" and ran.status and ran.files:
        ran.wrong.append(f"leaves files: {sorted(ran.files)}")
    if len(ran.said) > LONGEST_SAID:
        ran.wrong.append(f"says {len(ran.said):,} characters: {ran.said[:200]!r}")


class Verdict(NamedTuple):
    """What came of a case; ``wrong`` is empty if it is well."""

    status: object
    seconds: float  # of the processor's time
    megabytes: float  # resident at most, since the process began
    digest: str  # of what was said and written
    wrong: list[str]
    said: str = ""


def work(connection: Any, sources: Path, folder: Path, log: Path) -> None:
    """Run the cases that come in; send a `Verdict` for each."""
    stream = log.open("w")
    os.dup2(stream.fileno(), 2)
    faulthandler.enable(stream)
    faulthandler.register(signal.SIGPROF, stream, all_threads=False, chain=True)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    bench = Bench(sources, folder)
    for command in WARM:
        bench.run(Case("warm", command))
    gc.set_threshold(500_000)  # as the command has it
    gc.freeze()
    connection.send(None)
    while (case := connection.recv()) is not None:
        gc.collect()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        start = time.process_time()
        ran = bench.run(case)
        seconds = time.process_time() - start
        signal.setitimer(signal.ITIMER_PROF, 0)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        if memory > MEGABYTES:
            ran.wrong.append(f"needs {memory:.0f} MB")
        verdict = Verdict(ran.status, seconds, memory, ran.digest, ran.wrong, ran.said[:3000])
        connection.send(verdict)
