"""Runs cases one after the other in one process, and judges what comes of each.

A case is well if the command ends with status 0, 1 or 2, by no exception; opens no file but those
it is meant to; starts no program; leaves nothing when it says that it left nothing; prints no
character that a terminal would obey, and no address in memory; and needs no more than its time and
memory, that of processes behind a wall included. Whole templates are drawn by `Drawer`.
"""

from __future__ import annotations

import faulthandler
import gc
import hashlib
import io
import mmap
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any, NamedTuple

from printkit.kept.inputs import OUTPUT
from tests.fuzz.cases import KEPT, MINE, OUT, SECRET, TESTS, Case, Odd
from tests.fuzz.drawer import Drawer
from tests.fuzz.forms import wrong_score
from tests.fuzz.games import FOLDERS, GAMES

SECONDS = 3  # of the processor's time, for a case
MEGABYTES = 400  # resident, at most: 256 behind the wall, besides what it is a copy of
MOST_MEMORY = 2 * 1024**3  # bytes of addresses: beyond, an allocation fails
LONGEST_SAID = 200_000  # characters: more than anybody reads
ADDRESS = re.compile(rb"(?<![\x80-\xff])0x[0-9a-f]{8,16}\b")  # not a text's length and a text
KNOWN = "says or writes an address"
BROKEN = "cannot be drawn: "  # what went wrong behind the wall, and is no answer
IGNORED = "Exception ignored"
PATIENCE = 40  # seconds by the clock for a process of its own
DREW = "drawn "  # begins the digest of what the drawer did
DRAWN = ("whole", "call")  # kinds that the drawer tries
STATM = "/proc/self/statm"  # where the wall asks how much memory there is
LIBRARIES = [*filter(None, sys.path), sys.prefix, sys.base_prefix, "/usr"]
DEVICES = ["/dev/null", "/dev/urandom", "/etc/localtime", "/etc/mime.types"]
READ = tuple(map(os.path.realpath, [str(TESTS.parent), *LIBRARIES, *DEVICES]))  # and no more
WARNING = re.compile(r":\d+: \w{1,40}Warning: .*")
WARM = (  # commands that import what the others need
    ("printkit", "build", "errata", "--data", MINE, "--out", OUT),
    ("printkit", "png", "errata", "--only", "deck", "--data", MINE, "--out", OUT),
    ("printkit", "svg", "errata", "--only", "deck", "--data", MINE, "--out", OUT),
    ("printkit", "html", "errata", "--data", MINE, "--out", OUT),
    ("scoring", "score", "positions/wa_invalid.yaml"),
    ("scoring", "replay", "records/dice_archive_evening.yaml"),
    ("scoring", "score", "forms/winstons_archive.pdf"),
    *(("printkit", "build", kind, "--data", GAMES, "--out", OUT) for kind in FOLDERS),
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
SPEED = re.compile(r"[0-9,]+ per second|games in [a-z0-9 ,]+\.")  # which is never the same twice
BY_FOLDER = frozenset(("os.remove", "os.rmdir", "os.mkdir"))  # whose last argument may be a folder
CHANGES = {  # what Python tells of before it changes a file or starts a program
    "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown",
}  # fmt: skip
STARTS = {
    "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "subprocess.Popen",
    "socket.connect", "socket.bind", "pickle.find_class", "webbrowser.open",
}  # fmt: skip


AT_WALL = {"os.fork", "pickle.find_class"}


class Guard:
    """Notes what a command opens, changes and starts that it should not."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.written = tuple(str(folder / name) for name in (OUT, "cache", "temporary"))
        self.secret = str(folder / SECRET)
        self.named: tuple[str, ...] = ()  # files that the command itself names
        self.shared = mmap.mmap(-1, 4096)  # what copies of this process find, too
        self.found: list[str] = []
        self.on = False
        self.process = os.getpid()
        sys.addaudithook(self.hear)

    def begin(self, named: tuple[str, ...] = ()) -> None:
        self.found.clear()
        self.shared[:] = bytes(4096)
        self.named = named
        self.on = True

    def end(self) -> list[str]:
        """What was found since it began."""
        self.on = False
        others = self.shared[:].rstrip(b"\0").decode(errors="replace")
        return [*self.found, *others.splitlines()]

    def note(self, found: str) -> None:
        if os.getpid() == self.process:
            self.found.append(found)
        else:
            self.on = False
            self.shared[:] = f"in a copy: {found}"[:900].encode(errors="replace").ljust(4096, b"\0")

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
        elif event in ("os.listdir", "os.scandir"):
            if isinstance(arguments[0], str | bytes):
                self.look(arguments[0], writes=False)
        elif event in STARTS and not (event in AT_WALL and self.at_wall(event)):
            self.note(f"{event} {arguments!r:.200}")

    def look(self, file: Any, *, writes: bool) -> None:
        """Note a file that is written outside of where it may be, or read that is nobody's."""
        with suppress(ValueError):  # no name of a file
            real = os.path.realpath(os.fsdecode(file))
            if writes and real != os.devnull and not real.startswith(self.written):
                self.note(f"writes {real}")
            given = os.fsdecode(file)
            mine = real.startswith((self.folder, *READ)) or given in (*self.named, STATM)
            if real == self.secret or not (writes or mine):
                self.note(f"reads {real}")

    def at_wall(self, event: str) -> bool:
        """Whether this process is about to build a wall, or reads what it is sent behind one."""
        if event == "pickle.find_class":
            return os.getpid() != self.process
        frame = sys._getframe(2)
        while frame is not None:
            if frame.f_code.co_name == "start" and frame.f_code.co_filename.endswith("/wall.py"):
                return True
            frame = frame.f_back  # type: ignore[assignment]
        return False


class Ran:
    """What a case did: status, messages, files, and what is wrong with it."""

    def __init__(self) -> None:
        self.status: object = None
        self.said = ""
        self.files: dict[str, bytes] = {}
        self.wrong: list[str] = []
        self.digest = ""
        self.seconds = 0.0  # of the processor's, as far as the process that ran it tells

    def digested(self) -> str:
        if self.digest:
            return self.digest
        said = SPEED.sub("", self.said)
        digest = hashlib.sha256(repr((self.status, said)).encode())
        for name, raw in sorted(self.files.items()):
            if name.startswith(OUTPUT):  # what is kept there is called by its folder, and sealed
                continue
            digest.update(os.fsencode(name) + hashlib.sha256(raw).digest())
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
            "HOME": str(folder / "cache"),
            "XDG_CONFIG_HOME": str(folder / "cache"),
            "XDG_DATA_HOME": str(folder / KEPT),
        }
        self.guard = Guard(folder)
        self.drawer = Drawer(Path(MINE), self.guard)

    @contextmanager
    def laid_out(self, case: Case) -> Iterator[None]:
        """The changed file in its place, and the sound one afterwards."""
        file = self.folder / case.file
        if not case.file:
            for now, new in case.moved:
                (self.folder / now).rename(self.folder / new)
            try:
                yield
            finally:
                for now, new in reversed(case.moved):
                    (self.folder / new).rename(self.folder / now)
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

    def drawn(self, case: Case) -> Ran | None:
        """What comes of a template that is drawn; None if that has to be seen by the command."""
        ran = Ran()
        with self.laid_out(case):
            answer = self.drawer.draw(case.file.split("/")[1])
        if answer is None:
            return None
        ran.status, ran.said, digest, ran.seconds, ran.wrong = answer
        ran.digest = DREW + digest
        if ran.status == 0:
            ran.files["faces"], ran.said = ran.said.encode("latin-1"), ""
        judge(case, ran)
        return ran

    def alone(self, case: Case) -> Ran:
        """What comes of a command in a process of its own."""
        ran = Ran()
        with self.laid_out(case):
            before = self.listed()
            ran.status, ran.said = in_process(case)
            written = [one for one in self.listed() - before if not one.startswith(WRITTEN)]
        ran.wrong += [f"writes {one!r}" for one in sorted(written)]
        for one in written:
            with suppress(OSError):
                (self.folder / one).unlink()
        self.collect(ran)
        judge(case, ran)
        return ran

    def listed(self) -> set[str]:
        return {str(file.relative_to(self.folder)) for file in self.folder.rglob("*")}

    def run(self, case: Case, *, draw: bool = True) -> Ran:
        if case.environment:
            return self.alone(case)
        if case.kind in DRAWN and draw and (drawn := self.drawn(case)):
            return drawn
        ran = Ran()
        with self.laid_out(case):
            out, err = (
                io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace") for _ in "oe"
            )
            with redirect_stdout(out), redirect_stderr(err):
                self.guard.begin(case.command)
                ran.status = called(case.command, ran)
                ran.wrong += self.guard.end()
            for stream in (out, err):
                with suppress(ValueError):  # closed
                    stream.flush()
                    ran.said += stream.buffer.getvalue().decode("utf-8", "replace")
        ran.said = ran.said.replace(str(self.folder), "")  # which no other worker has
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
    if "Traceback (most recent" in ran.said or IGNORED in ran.said:
        ran.wrong.append(ran.said[-3000:])
    if BROKEN in ran.said:
        ran.wrong.append(ran.said[ran.said.index(BROKEN) :][:1000])
    own = case.now if isinstance(case.now, bytes) else b""
    for raw in (ran.said.encode(errors="replace"), *ran.files.values()):
        if (found := ADDRESS.search(raw)) and b"0x" not in own:
            ran.wrong.append(f"{KNOWN}: {raw[max(0, found.start() - 60) : found.end()]!r}")
    if warned := WARNING.search(ran.said):
        ran.wrong.append(f"prints a warning of Python: {warned[0]}")
    if ran.status in (1, 2) and not ran.said.strip() and not case.stdout:
        ran.wrong.append("says nothing")
    said = ran.said.replace("\r\n", "\n") if "--csv" in case.command else ran.said
    obeyed = {char for char in said if unicodedata.category(char) == "Cc"} - {"\n"}
    if obeyed:
        at = min(said.index(char) for char in obeyed)
        ran.wrong.append(f"prints control characters: {said[max(0, at - 100) : at + 20]!r}")
    if case.command[0] == "printkit" and ran.status and ran.files and not case.stdout:
        ran.wrong.append(f"leaves files: {sorted(ran.files)}")
    if len(ran.said) > LONGEST_SAID:
        ran.wrong.append(f"says {len(ran.said):,} characters: {ran.said[:200]!r}")
    if case.kind == "form" and ran.status == 0 and (wrong := wrong_score(own, ran.said)):
        ran.wrong.append(wrong)
    if case.environment and ran.wrong:
        ran.wrong.append(f"{case.environment!r} {case.stdout} {case.moved!r}")


WRITTEN = (OUT, "cache", "temporary")
RUN = {"printkit": "printkit.__main__:main", "scoring": "scoring.cli.main:main"}


def in_process(case: Case) -> tuple[object, str]:
    """The exit status of a command that runs alone, and what it says."""
    module, _, name = RUN[case.command[0]].partition(":")
    code = f"import sys; from {module} import {name}; sys.argv = {list(case.command)!r}; {name}()"
    plain = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    variables = plain | {"PYTHONPATH": str(TESTS.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    variables |= dict(case.environment)
    shell = [sys.executable, "-c", code]
    if case.stdout == "closed":
        shell = ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *shell]
    with tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as out:
        stdout = os.dup(out.fileno())
        if case.stdout == "/dev/full":
            stdout = os.open(case.stdout, os.O_WRONLY)
        elif case.stdout == "gone":
            reading, stdout = os.pipe()
            os.close(reading)
        try:
            done = subprocess.run(
                shell, env=variables, stdout=stdout, stderr=err, stdin=subprocess.DEVNULL,
                timeout=PATIENCE, check=False,
            )  # fmt: skip
            status: object = done.returncode
        except subprocess.TimeoutExpired:
            status = "waits for ever"
        os.close(stdout)
        said = b""
        for stream in (out, err):
            stream.seek(0)
            said += stream.read()
    return status, said.decode("utf-8", "replace")


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
    number = 0
    try:
        while True:
            case, draw = connection.recv()
            number += 1
            if number % 50 == 0:
                gc.unfreeze()  # what each command leaves when it is done
                gc.collect()
                gc.freeze()
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            start = spent(bench)
            ran = bench.run(case, draw=draw)
            seconds = spent(bench) - start + ran.seconds
            signal.setitimer(signal.ITIMER_PROF, 0)
            whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
            memory = max(resource.getrusage(one).ru_maxrss for one in whose) / 1024
            if memory > MEGABYTES:
                ran.wrong.append(f"needs {memory:.0f} MB")
            if seconds > SECONDS:
                ran.wrong.append(f"takes {seconds:.1f} s")
            digest = ran.digested()
            connection.send(
                Verdict(ran.status, seconds, memory, digest, ran.wrong, ran.said[:3000])
            )
    except EOFError:
        bench.drawer.close()


def spent(bench: Bench) -> float:
    """Seconds of the processor's that this process and those that it waited for have had."""
    others = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    return time.process_time() + others - bench.drawer.seconds
