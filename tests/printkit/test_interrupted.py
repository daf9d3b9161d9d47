"""Builds that are killed, disks that are full, output that nobody can read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from card_data.program.staging import UNFINISHED
from tests.card_data.copies import TINY, WINSTON
from tests.printkit.tools import ROOT, done, files, refused
from tests.sweeps import sweep

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill, no limit, no device")
DATA = "--data tests/tiny_game"  # from the root
LISTED = f"printkit list {WINSTON}"
PLAIN = "from printkit.__main__ import main; main()"
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
from printkit.__main__ import main
main()
"""
STOPPING = """
import os, signal
from card_data.program.staging import Staging
from printkit.__main__ import main
file_for = Staging.file_for
def stop_before_the_second(staging, target):
    if staging.files:
        os.kill(os.getpid(), signal.SIGSTOP)
    return file_for(staging, target)
Staging.file_for = stop_before_the_second
main()
"""


def started(code: str, *words: object) -> subprocess.Popen[bytes]:
    """Code that runs ``printkit``, in a process of its own, its output thrown away."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)], cwd=ROOT,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.sweep
@POSIX
def test_a_killed_build_leaves_what_was_there_and_the_next_clears_up(tmp_path: Path) -> None:
    (tmp_path / WINSTON).mkdir()
    (tmp_path / WINSTON / "notes.txt").write_text("mine")
    (tmp_path / WINSTON / "deck.pdf").write_text("old")
    before = files(tmp_path)
    shared = ("build", WINSTON, "--out", tmp_path)
    with started(STOPPING, *shared) as process:
        os.waitpid(process.pid, os.WUNTRACED)  # it has written its first file
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert list((tmp_path / UNFINISHED / WINSTON).iterdir())
    assert before.items() <= files(tmp_path).items()
    done(*shared, "--only", "pad")
    assert files(tmp_path).keys() == {*before, f"{WINSTON}/pad.pdf"}
    assert not (tmp_path / UNFINISHED).exists()


@pytest.mark.sweep
@POSIX
def test_two_builds_at_once_both_end_well(tmp_path: Path) -> None:
    words = (PLAIN, "build", "errata", "--only", "deck", "--data", TINY,
             "--out", tmp_path, "--paper")  # fmt: skip
    with started(*words, "a4") as one, started(*words, "letter") as other:
        assert (one.wait(), other.wait()) == (0, 0)
    assert files(tmp_path).keys() == {"errata/deck.pdf"}
    done("audit", tmp_path / "errata" / "deck.pdf")


@pytest.mark.sweep
@POSIX
@pytest.mark.parametrize(
    "words", [("build",), ("png", "--only", "deck", "--contact", "--dpi", "60")]
)
def test_full_disk_is_told_by_file(words: tuple[str, ...], tmp_path: Path) -> None:
    """The system's own limit on a file's size, which is met like a full disk."""
    name, *rest = words
    given = (name, "errata", *rest, "--data", str(TINY), "--out", str(tmp_path))
    made = subprocess.run(
        [sys.executable, "-c", LIMITED, *given],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 1
    assert made.stdout == ""
    where, reason, count = made.stderr.replace(": ", "\n", 1).splitlines()
    assert Path(where).is_relative_to(tmp_path / "errata")
    assert (reason, count) == ("File too large", "1 problem; nothing was written.")
    assert not files(tmp_path)
    assert not (tmp_path / UNFINISHED).exists()


def test_new_game_is_whole_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, raw: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        said = refused("new", WINSTON, tmp_path / "mine")
    assert said.splitlines()[0].endswith(": No space left on device")
    assert said.startswith(str(tmp_path / "mine" / WINSTON))
    assert not list((tmp_path / "mine").iterdir())
    (tmp_path / "mine" / WINSTON).symlink_to(tmp_path / "elsewhere")
    assert "already exists; choose another folder" in refused("new", WINSTON, tmp_path / "mine")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk at hand")
@pytest.mark.parametrize(
    "words",
    sweep(
        [f"build errata --only deck {DATA}", f"svg errata --only deck {DATA}", "schema"],
        [f"build errata --only deck {DATA}"],
    ),
)
def test_what_was_written_is_not_denied_when_it_cannot_be_said(words: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "printkit", *words.split(), "--out", str(tmp_path)],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert ran.returncode == 1
    assert ran.stderr == "output: No space left on device\n"
    assert files(tmp_path)


@POSIX
@pytest.mark.parametrize(
    ("words", "closed", "status", "said"),
    sweep(
        [
            (words, closed, *came)
            for words in (LISTED, "scoring rule VV")
            for closed, came in {
                ">&-": (1, "output: it is closed\n"),
                "2>&-": (0, ""),
                ">&- 2>&-": (1, ""),
            }.items()
        ],
        [(LISTED, ">&-", 1, "output: it is closed\n")],
    ),
)
def test_closed_output_is_told_in_a_line(words: str, closed: str, status: int, said: str) -> None:
    ran = subprocess.run(
        f"{sys.executable} -m {words} {closed}",
        shell=True, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (status, said)


@POSIX
@pytest.mark.parametrize(
    ("words", "said"),
    sweep(
        [
            ("scoring score - <&-", "-: field game: the file is empty: expected a mapping"),
            ("scoring simulate winstons_archive --games 1 2>&-", ""),
        ],
        [("scoring score - <&-", "-: field game: the file is empty: expected a mapping")],
    ),
)
def test_other_streams_may_be_closed(words: str, said: str) -> None:
    ran = subprocess.run(
        f"{sys.executable} -m {words}",
        shell=True, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stderr.startswith(said)
    assert ran.returncode == (1 if said else 0)
    assert "Traceback" not in ran.stderr
