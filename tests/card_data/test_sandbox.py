"""The sandbox: a command with untrusted files is ended when it takes too much, and writes only to
the folders given to it."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import card_data
import printkit
import scoring
from card_data.limits import LARGEST_OUTPUT, MEMORY
from card_data.program import sandbox

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no copies of processes")
SLOW = "hashlib.pbkdf2_hmac('sha256', b'', b'', 10**9)"  # hears no signal
OUTSIDE = (
    "(outside / 'made').write_text('x')", "(outside / 'file').open('a')",
    "(outside / 'file').open('r+')", "os.open(outside / 'file', os.O_RDWR)",
    "os.open(outside / 'made', os.O_RDONLY | os.O_CREAT)", "(outside / 'file').unlink()",
    "os.unlink('file', dir_fd=os.open(outside, os.O_RDONLY))",
    "(outside / 'file').rename(outside / 'other')", "(outside / 'file').rename(inside / 'file')",
    "(inside / 'link').symlink_to(outside); (inside / 'link' / 'made').write_text('x')",
    "(outside / 'made').mkdir()", "(outside / 'file').chmod(0o777)",
    "(outside / 'link').symlink_to(outside)", "os.link(outside / 'file', outside / 'other')",
    "os.truncate(outside / 'file', 0)", "os.utime(outside / 'file')",
    "(inside / '..' / 'out' / 'made').write_text('x')", "subprocess.run(['true'])",
    "os.system('true')", "os.fork()", "os.kill(os.getppid(), 0)", "socket.socket()",
    "socket.getaddrinfo('localhost', 1)", "__import__('ctypes').CDLL('/tmp/none.so')",
)  # fmt: skip
HEAD = """
import os, signal, socket, subprocess, sys, tempfile, time
from pathlib import Path
from card_data.program import sandbox
sandbox.SECONDS = {seconds}
place, inside, outside = Path({folder!r}), Path({folder!r}) / "in", Path({folder!r}) / "out"
status = sandbox.enter_sandbox([inside])
if status is not None:
    print("ended", status, sandbox.why_ended(status))
    sys.exit()
"""


def behind(work: str, folder: Path, seconds: float = 5) -> str:
    """Return the output of a piece of Python in the sandbox, and the last line of its errors."""
    (folder / "in").mkdir(exist_ok=True)
    (folder / "out").mkdir(exist_ok=True)
    (folder / "out" / "file").write_text("as it was")
    code = HEAD.format(seconds=seconds, folder=str(folder)) + work
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300
    )
    return (done.stdout + done.stderr.strip().rpartition("\n")[2]).strip()


def test_it_goes_on_with_the_status_of_what_was_done(tmp_path: Path) -> None:
    assert behind("print('done'); sys.exit(7)", tmp_path) == "done\nended 7"


def test_what_takes_too_long_is_ended(tmp_path: Path) -> None:
    said = behind("while True: pass", tmp_path, 0.1)
    assert "card_data.program.sandbox.OverLimitError: takes too long: more than 0 seconds" in said
    kept_on = "while True:\n    try:\n        while True: pass\n    except Exception: pass\n"
    assert "OverLimitError" in behind(kept_on, tmp_path, 0.1), "no except holds it back"


@pytest.mark.sweep  # it is a second before the system notices
def test_what_hears_no_signal_is_ended_by_the_system(tmp_path: Path) -> None:
    said = behind(f"import hashlib; {SLOW}", tmp_path, 0.2)
    assert said == "ended -24 takes too long: more than 0 seconds of computing"


def test_more_time_can_be_allowed(tmp_path: Path) -> None:
    work = "end = time.process_time() + 0.1\nwhile time.process_time() < end: pass\nprint('done')"
    assert "OverLimitError" in behind(work, tmp_path, 0.05)
    assert behind(f"sandbox.allow_seconds(9)\n{work}", tmp_path, 0.05) == "done\nended 0"
    again = f"sandbox.restart_clock()\n{work.replace('0.1', '0.05')}\n"
    assert behind(again * 3, tmp_path, 0.1) == "done\n" * 3 + "ended 0"


def test_outside_it_nothing_is_limited() -> None:
    sandbox.allow_seconds(0.0)
    sandbox.restart_clock()


def test_what_takes_too_much_memory_is_ended(tmp_path: Path) -> None:
    assert "MemoryError" in behind(f"bytearray({2 * MEMORY} * 2**20)", tmp_path)
    assert behind(f"bytearray({MEMORY // 2} * 2**20)", tmp_path) == "ended 0"


def test_what_ends_its_process_is_told(tmp_path: Path) -> None:
    said = behind("import faulthandler; faulthandler._sigsegv()", tmp_path)
    assert said.startswith("ended -11 ends the program (SIGSEGV)")


def test_it_does_nothing_outside(tmp_path: Path) -> None:
    tries = f"""
for work in {OUTSIDE}:
    try:
        print(work, "was done", exec(work))
    except PermissionError as error:
        if "is not allowed with untrusted files" not in str(error):
            print(work, error)
"""
    assert behind(tries, tmp_path) == "ended 0"
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["file"]
    assert (tmp_path / "out" / "file").read_text() == "as it was"
    assert (tmp_path / "out" / "file").stat().st_mode & 0o777 != 0o777


def test_it_reads_and_writes_inside(tmp_path: Path) -> None:
    work = """
import fcntl, shutil
print((outside / "file").read_text())
(inside / "a" / "b").mkdir(parents=True)
(inside / "a" / "b" / "file").write_text("x")
(inside / "a" / "b" / "file").replace(inside / "moved")
fcntl.flock(os.open(inside, os.O_RDONLY), fcntl.LOCK_EX)
(inside / "link").symlink_to(outside)
(inside / "link").unlink()
shutil.rmtree(inside / "a")
Path(os.devnull).write_text("x")
print(sorted(os.listdir(inside)))
"""
    assert behind(work, tmp_path) == "as it was\n['moved']\nended 0"


def test_its_process_has_the_limits_of_the_system(tmp_path: Path) -> None:
    work = """
import resource
for name in ("CORE", "FSIZE", "NPROC", "NOFILE"):
    print(*resource.getrlimit(getattr(resource, f"RLIMIT_{name}")))
print(resource.getrlimit(resource.RLIMIT_CPU)[0])  # for what hears no signal
"""
    most = (0, LARGEST_OUTPUT, 0, sandbox.OPEN_FILES)
    expected = "".join(f"{one} {one}\n" for one in most)
    assert behind(work, tmp_path) == f"{expected}8\nended 0"


@pytest.mark.sweep
def test_what_only_computes_is_let_be_in_any_version_of_python(tmp_path: Path) -> None:
    """Python 3.12 tells audit hooks of `sys._getframemodulename`, by which a module is loaded that
    has a named tuple, and each version adds such events."""
    names = [
        module.name
        for package in (card_data, printkit, scoring)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    ]
    work = f"""
import importlib
for name in {names}:
    importlib.import_module(name)
from collections import namedtuple
print(namedtuple("Pair", ["left", "right"])(1, 2))
"""
    assert behind(work, tmp_path, 60) == "Pair(left=1, right=2)\nended 0"


def test_pypdfium_reads_there_without_having_been_loaded(tmp_path: Path) -> None:
    work = "import pypdfium2; print(len(pypdfium2.PdfDocument.new()))"
    assert behind(work, tmp_path) == "0\nended 0"


def test_what_is_refused_is_named() -> None:
    with pytest.raises(PermissionError, match=r"os\.fork is not allowed with untrusted files"):
        sandbox.check_event((), sandbox.WITHIN, "os.fork", ())


def test_without_fork_the_process_goes_on_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert sandbox.enter_sandbox([]) is None


def test_command_that_was_ended_says_so_in_one_line(
    tmp_path: Path,
) -> None:
    code = """
import atexit, sys, time
from pathlib import Path
from card_data.program import command, sandbox

sandbox.SECONDS = 0.2
app = command.application("x")
app.callback()(lambda: None)

def burn():
    end = time.process_time() + 0.3
    while time.process_time() < end: pass

def endless(file: Path):
    atexit.register(burn)
    while True: pass

app.add(endless, "x endless a", "a.md", reads=("file",), group="x")
command.run(app, "x")
"""
    (tmp_path / "a").touch()
    done = subprocess.run(
        [sys.executable, "-c", code, "endless", "a"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr == "a: takes too long: more than 0 seconds of computing\n"
