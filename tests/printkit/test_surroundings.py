"""What surrounds a command: variables of the environment, names that are not UTF-8, files that are
none."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from card_data.reading.documents import read_at_most
from tests.printkit.tools import done, files, refused, run
from tests.scoring.tools import run as scoring

POSIX = pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux alone")
NO_UTF_8 = os.fsdecode(b"g\xffame")
POSITION = Path(__file__).parent.parent / "positions" / "wa_two_players.yaml"
PROOF = ("proof", "--out")


@pytest.mark.parametrize("date", ["x", "-5", "1.5", "9" * 20, "253402300800", "\u0661", "1" * 9999])
def test_wrong_date_is_refused(date: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    told = run(*PROOF, tmp_path).stderr
    assert told.startswith("SOURCE_DATE_EPOCH: found '")
    assert "expected seconds since 1970, from 0 to 253402300799\n" in told
    assert len(told) < 200
    assert not files(tmp_path)


def test_date_is_the_environment_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
@pytest.mark.parametrize("own", [False, True])
def test_a_folder_of_games_has_a_name_in_utf_8(errata: Path, own: bool) -> None:
    there = errata.parent / NO_UTF_8
    if own:
        errata.rename(there)
    else:
        there.mkdir()
        shutil.move(errata, there)
    for words in ("build", "check", "list"):
        told = refused(words, "--data", errata.parent if own else there)
        assert "g?ame: the name is not UTF-8 text: rename the folder" in told


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


def test_a_link_onto_itself_has_no_games(errata: Path) -> None:
    link = errata.parent / "loop"
    link.symlink_to(link)
    for words in ("build", "check"):
        assert f"{link}: no games here" in refused(words, "errata", "--data", link)


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


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for size in (0, 4, 5, 6):
        file.write_bytes(b"x" * size)
        assert len(read_at_most(file, 4)) == min(size, 5)
