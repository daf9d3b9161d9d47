"""The surroundings of a command: variables, names, odd files, full disks, terminals."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from card_data.program.command import name_of, with_called_alone
from card_data.program.staging import UNFINISHED
from card_data.reading.documents import read_at_most
from printkit.cli.main import app
from scoring.cli.main import app as scoring_app
from tests.card_data.copies import TINY, WINSTON, edit
from tests.printkit.commands import ROOT, done, files, refused, run
from tests.scoring.tools import run as scoring
from tests.sweeps import sweep

POSIX = pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux alone")
NO_UTF_8 = os.fsdecode(b"g\xffame")
POSITION = Path(__file__).parent.parent / "positions" / "wa_two_players.yaml"
PROOF = ("proof", "--out")


def test_date_is_the_environment_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("x", "-5", "1.5", "9" * 20, "253402300800", "\u0661", "1" * 9999):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", wrong)
        told = run(*PROOF, tmp_path).stderr
        assert told.startswith("SOURCE_DATE_EPOCH: found '")
        assert "expected seconds since 1970, from 0 to 253402300799\n" in told
        assert len(told) < 200
        assert not files(tmp_path)
    made = {}
    for date in ("", "1700000000", "253402300799"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
        done(*PROOF, tmp_path)
        made[date] = (tmp_path / "proof.pdf").read_bytes()
    assert b"/CreationDate (D:20000101000000+00" in made[""]
    assert b"/CreationDate (D:20231114221320+00" in made["1700000000"]
    assert b"/CreationDate (D:99991231235959+00" in made["253402300799"]
    assert len(set(map(len, made.values()))) == 1


@POSIX
def test_a_folder_of_games_has_a_name_in_utf_8(errata: Path) -> None:
    there = errata.parent / NO_UTF_8
    said = "g?ame: the name is not UTF-8 text: rename the folder"
    errata.rename(there)
    assert all(said in refused(one, "--data", errata.parent) for one in ("build", "check", "list"))
    there.rename(errata)
    there.mkdir()
    shutil.move(errata, there)
    assert all(said in refused(one, "--data", there) for one in ("build", "check", "list"))


@POSIX
def test_other_names_may_be_of_any_bytes(tmp_path: Path) -> None:
    out = tmp_path / NO_UTF_8
    done(*PROOF, out)
    (out / "none.pdf").write_bytes(b"none")
    assert "ame/none.pdf: cannot be read as a PDF" in refused("audit", out / "none.pdf")
    position = out / POSITION.name
    shutil.copy(POSITION, position)
    assert scoring("score", str(position))[0] == 0
    status, answer, _ = scoring("replay", "--json", str(position))
    assert status == 1
    assert "g?ame" in answer


def test_typed_names_are_in_utf_8() -> None:
    status, _, told = scoring("play", "winstons_archive", "--players", f"Ann,{NO_UTF_8}")
    assert (status, told) == (2, "--players: found 'g\\udcffame', expected UTF-8 text\n")


@pytest.mark.parametrize(
    "words", [(), *(("errata", f"--{one}") for one in ("only", "paper", "printer", "option"))]
)
def test_a_build_tells_typed_words_that_are_not_utf_8(words: tuple[str, ...], errata: Path) -> None:
    out = ("--data", errata.parent, "--out", errata.parent / "out")
    told = run("build", *words, NO_UTF_8, *out).stderr
    assert told.startswith(words[-1] if words else str(errata.parent))
    assert "g\\udcffame" in told
    assert not (errata.parent / "out").exists()


@pytest.mark.parametrize(
    "words",
    [("build",), ("html",), ("png", "errata", "--only", "deck"), ("to-csv", "errata", "cards")],
)
def test_link_onto_itself_is_told_as_a_folder(words: tuple[str, ...], errata: Path) -> None:
    link = errata.parent / "loop"
    link.symlink_to(link)
    out = link / "cards.csv" if words[0] == "to-csv" else link
    told = refused(*words, "--data", errata.parent, "--out", out)
    assert told == f"{link}: is not a folder\n1 problem; nothing was written.\n"
    assert link.is_symlink()


def test_files_are_read_to_a_limit_and_loops_not_followed(errata: Path, tmp_path: Path) -> None:
    link = errata.parent / "loop"
    link.symlink_to(link)
    for words in ("build", "check"):
        assert f"{link}: no games here" in refused(words, "errata", "--data", link)
    file = tmp_path / "file"
    for size in (0, 4, 5, 6):
        file.write_bytes(b"x" * size)
        assert len(read_at_most(file, 4)) == min(size, 5)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no files of the system's own")
def test_what_the_system_makes_up_is_empty() -> None:
    """As /proc/kmsg is, which waits for messages as long as it is read."""
    assert read_at_most(Path("/proc/self/status"), 100) == b""
    said = refused("audit", "/proc/self/status")
    assert said.startswith("/proc/self/status: cannot be read as a PDF: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for one in (pipe, tmp_path, Path(os.devnull)):
        with pytest.raises(OSError, match="not a file"):
            read_at_most(one, 100)


UNIX = pytest.mark.skipif(sys.platform == "win32", reason="there is no kill, no limit, no device")
DECK = "errata --only deck --data tests/tiny_game"  # from the root
LISTED = f"printkit list {WINSTON}"
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


@pytest.mark.sweep
@UNIX
def test_a_killed_build_leaves_what_was_there_and_the_next_clears_up(tmp_path: Path) -> None:
    (tmp_path / WINSTON).mkdir()
    (tmp_path / WINSTON / "notes.txt").write_text("mine")
    (tmp_path / WINSTON / "deck.pdf").write_text("old")
    before = files(tmp_path)
    shared = ("build", WINSTON, "--out", tmp_path)
    words = [sys.executable, "-c", STOPPING, *map(str, shared)]
    no = subprocess.DEVNULL
    with subprocess.Popen(words, cwd=ROOT, stdout=no, stderr=no) as process:
        os.waitpid(process.pid, os.WUNTRACED)  # it has written its first file
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert list((tmp_path / UNFINISHED / WINSTON).iterdir())
    assert before.items() <= files(tmp_path).items()
    done(*shared, "--only", "pad")
    assert files(tmp_path).keys() == {*before, f"{WINSTON}/pad.pdf"}
    assert not (tmp_path / UNFINISHED).exists()


@pytest.mark.sweep
@UNIX
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
    assert (made.returncode, made.stdout) == (1, "")
    where, _, said = made.stderr.partition(": ")
    assert Path(where).is_relative_to(tmp_path / "errata")
    assert said == "File too large\n1 problem; nothing was written.\n"
    assert not files(tmp_path)
    assert not (tmp_path / UNFINISHED).exists()


def test_new_game_is_whole_or_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = Mock(side_effect=OSError(28, "No space left on device"))
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        said = refused("new", WINSTON, tmp_path / "mine")
    assert said.splitlines()[0].endswith(": No space left on device")
    assert said.startswith(str(tmp_path / "mine" / WINSTON))
    assert not list((tmp_path / "mine").iterdir())
    (tmp_path / "mine" / WINSTON).symlink_to(tmp_path / "elsewhere")
    assert "already exists; edit the files in it, choose another folder, or" in refused(
        "new", WINSTON, tmp_path / "mine"
    )
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk at hand")
@pytest.mark.parametrize(
    "words",
    sweep([f"build {DECK}", f"svg {DECK}", "schema"], [f"build {DECK}"]),
)
def test_what_was_written_is_not_denied_when_it_cannot_be_said(words: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "printkit", *words.split(), "--out", str(tmp_path)],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (1, "output: No space left on device\n")
    assert files(tmp_path)


CLOSED = "output: it is closed\n"
EMPTY = "scoring score - <&-", 1, "-: field game: the file is empty: expected a mapping"
STREAMS = [
    (f"{words} {closed}", *came)
    for words in (LISTED, "scoring rule VV")
    for closed, came in ((">&-", (1, CLOSED)), ("2>&-", (0, "")), (">&- 2>&-", (1, "")))
]


@UNIX
@pytest.mark.parametrize(
    ("words", "status", "said"),
    sweep(
        [*STREAMS, EMPTY, ("scoring simulate winstons_archive --games 1 2>&-", 0, "")],
        [STREAMS[0], EMPTY],
    ),
)
def test_closed_streams_are_told_in_a_line(words: str, status: int, said: str) -> None:
    typed = f"{sys.executable} -m {words}"
    ran = subprocess.run(typed, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == status
    assert ran.stderr == said or (said == EMPTY[2] and ran.stderr.startswith(said))
    assert "Traceback" not in ran.stderr


RUN = CliRunner()
SIGNS = ("\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\r")


def clean(words: str) -> bool:
    return not any(sign in words for sign in SIGNS)


TITLE = '"A\\e[31m\\a\\x7f\\x9b\\u202e\\u2066\\u2028\\rb"'


def test_terminals_are_shown_clean_titles_and_names(errata: Path, tmp_path: Path) -> None:
    edit(errata / "game.yaml", "title: Errata", f"title: {TITLE}")
    edit(errata / "print.yaml", "title: Deck", f"title: {TITLE}")
    words = run("list", "--data", errata.parent).output
    assert "A\ufffd[31m" in words
    assert clean(words)
    folder = errata.parent.rename(tmp_path / "a\x1b[2J\u202eb")
    edit(folder / "errata" / "print.yaml", "size: poker", "size: pokre")
    words = run("check", "--data", folder).output
    assert "a\ufffd[2J\ufffdb" in words
    assert clean(words)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "word: A comma", f"word: A comma, {TITLE}: 1"),
        ("cards.yaml", "icon: quill", f"icon: {TITLE}"),
        ("print.yaml", "template: card.svg", f"template: {TITLE}"),
        ("print.yaml", "size: poker", f"size: {TITLE}"),
        ("game.yaml", "prefix: ER", f"prefix: {TITLE}"),
        ("rules.yaml", "{hand}", "{hand\x85}"),
    ],
)
def test_problems_are_shown_clean(errata: Path, file: str, old: str, new: str) -> None:
    edit(errata / file, old, new)
    words = run("check", "--data", errata.parent).output
    assert "problem" in words
    assert clean(words)


def test_json_is_escaped(tmp_path: Path) -> None:
    position = tmp_path / "p\x7f\x9b.yaml"
    position.write_text("game: winstons_archive\nx\x7f: 1\n", "utf-8")
    ran = RUN.invoke(scoring_app, ["check", "--json", str(position)])
    assert clean(ran.output)
    assert "\\u007f" in ran.output


def test_only_the_called_command_is_built() -> None:
    every = {name_of(one) for one in app.registered_commands}
    assert {"build", "list", "printer", "tuckbox"} <= every
    for name in every:
        only = with_called_alone(app, [name])
        assert [name_of(one) for one in only.registered_commands] == [name]
        alone = RUN.invoke(only, [name, "--help"])
        assert (alone.output, alone.exit_code) == (RUN.invoke(app, [name, "--help"]).output, 0)
    for args in ([], ["--help"], ["buidl"], ["--", "build"]):
        assert with_called_alone(app, args) is app


def test_warnings_of_libraries_are_not_for_users() -> None:
    code = (
        "import warnings; from card_data.program.command import application, run; "
        "app = application('x'); app.command('warns')(lambda: warnings.warn('of a library')); "
        "app.callback()(lambda: None); run(app, 'x')"
    )
    ran = subprocess.run([sys.executable, "-c", code, "warns"], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
