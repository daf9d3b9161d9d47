"""Building: what is asked for, all of it or nothing, from any folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

import card_data
import printkit.pdf
from tests.card_data.copies import WINSTON, edit
from tests.printkit.tools import UNIT, BuildGame, command, refused, run, spots, words_of


def files(folder: Path) -> dict[str, bytes]:
    found = (file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in found}


def test_only_what_is_asked_for(tmp_path: Path) -> None:
    result = run("build", WINSTON, "--only", "aid", "--only", "pad", "--out", tmp_path)
    assert result.exit_code == 0
    assert set(files(tmp_path)) == {f"{WINSTON}/aid.pdf", f"{WINSTON}/pad.pdf"}
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["component", "pieces", "pages", "file"]
    assert [line.split()[:4] for line in lines[1:]] == [
        [WINSTON, "aid", "6", "2"],
        [WINSTON, "pad", "2", "1"],
    ]


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4)), ("common", (210, 279.4))]
)
def test_paper(paper: str, size: tuple[float, float], tmp_path: Path) -> None:
    assert run("build", "--paper", paper, "--only", "rules", "--out", tmp_path).exit_code == 0
    for page in PdfReader(tmp_path / WINSTON / "rules.pdf").pages:
        found = sorted((float(page.mediabox.width) / UNIT, float(page.mediabox.height) / UNIT))
        assert found == pytest.approx(sorted(size), abs=0.01)


def test_fronts_only(tmp_path: Path) -> None:
    assert run("build", "--fronts-only", "--only", "deck", "--out", tmp_path).exit_code == 0
    pages = PdfReader(tmp_path / WINSTON / "deck.pdf").pages
    assert len(pages) == 6
    assert {one.side for page in pages for one in spots(page, 63, 88)} == {"Front"}


def test_flip_changes_the_backs_and_their_caption(tmp_path: Path) -> None:
    for flip in ("long", "short"):
        run("build", "--flip", flip, "--only", "deck", "--no-audit", "--out", tmp_path / flip)
        words = words_of(tmp_path / flip / WINSTON / "deck.pdf")
        assert words.count(f"fliponthe{flip}edge") == 6
    turned = [
        {
            one.up
            for one in spots(PdfReader(tmp_path / flip / WINSTON / "deck.pdf").pages[1], 63, 88)
        }
        for flip in ("long", "short")
    ]
    assert turned == [{True}, {False}]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["build", "winston_archive"], "did you mean winstons_archive"),
        (["build", "--only", "dekc"], "did you mean deck"),
        (["build", "--paper", "leter"], "--paper: no paper called 'leter'; did you mean letter?"),
        (["check", "--paper", "leter"], "did you mean letter"),
        (["build", WINSTON, "nothing"], "no game called 'nothing'"),
        (["check", "winston_archive"], "did you mean winstons_archive"),
        (["svg", WINSTON, "dekc"], "did you mean deck"),
        (["svg", WINSTON, "deck", "--card", "a1"], "no card 'a1'"),
        (["png", WINSTON, "deck", "--card", "open_secret"], "did you mean open_secrets"),
        (["new", "winston_archive", "x"], "did you mean winstons_archive"),
    ],
)
def test_unknown_names_are_suggested(args: list[str], said: str, tmp_path: Path) -> None:
    out = [] if args[0] in ("check", "new") else ["--out", tmp_path]
    assert said in refused(*args, *out)
    assert not files(tmp_path)


@pytest.mark.parametrize("args", [["--flip", "left"], ["--onyl", "deck"]])
def test_unknown_options_are_refused(args: list[str], tmp_path: Path) -> None:
    result = run("build", "--out", tmp_path, *args)
    assert result.exit_code == 2
    assert not files(tmp_path)


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), RuntimeError("power cut"), OSError(28, "full")]
)
@pytest.mark.parametrize("at", [0, 5, 13])
def test_an_interrupted_build_leaves_what_was_there(
    error: BaseException, at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = {f"{WINSTON}/{name}.pdf": name.encode() for name in ("deck", "aid", "pad", "rules")}
    for name, raw in old.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(raw)
    sound = printkit.pdf.PdfPainter.page
    pages = 0

    def failing(self: Any, sheet: Any) -> None:
        nonlocal pages
        if pages == at:
            raise error
        pages += 1
        sound(self, sheet)

    monkeypatch.setattr(printkit.pdf.PdfPainter, "page", failing)
    with pytest.raises(type(error)):
        printkit.build([WINSTON], out=tmp_path)
    assert files(tmp_path) == old


def test_a_file_that_cannot_be_replaced_leaves_all_as_they_were(tmp_path: Path) -> None:
    """Where a folder stands in the place of one file, none is replaced."""
    (tmp_path / WINSTON / "rules.pdf").mkdir(parents=True)
    (tmp_path / WINSTON / "deck.pdf").write_bytes(b"old")
    said = refused("build", WINSTON, "--out", tmp_path)
    assert said.startswith(f"{tmp_path / WINSTON / 'rules.pdf'}: ")
    assert ".part" not in said
    assert files(tmp_path) == {f"{WINSTON}/deck.pdf": b"old"}


def test_a_whole_build_in_a_process_of_its_own(builds: BuildGame, tmp_path: Path) -> None:
    """From an empty folder, as a stranger would run it: no colour and no bar in a pipe, no part
    files, and the same bytes as here, where all strings have other hashes."""
    made = command(
        *("build", "--no-audit"), cwd=tmp_path,
        FORCE_COLOR="", TERM="xterm-256color", PYTHONHASHSEED="1984",
    )  # fmt: skip
    assert made.returncode == 0
    assert made.stderr == ""
    assert "\x1b" not in made.stdout
    assert "\r" not in made.stdout
    assert files(tmp_path) == {
        f"output/{name}/{component}.pdf": built.file.read_bytes()
        for name in card_data.names()
        for component, built in builds(name).items()
    }
    failed = command("build", "nothing", cwd=tmp_path)
    assert failed.returncode == 1
    assert "\x1b" not in failed.stderr
    assert failed.stdout == ""


def test_a_home_that_cannot_be_written_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    made = run("build", WINSTON, "--only", "pad", "--out", tmp_path / "out")
    assert made.exit_code == 0, made.stderr


def test_list_counts_the_cards() -> None:
    result = run("list")
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert [line[1:3] for line in lines if line[:1] == [WINSTON]] == [
        ["deck", "54"],
        ["aid", "6"],
        ["pad", "2"],
        ["rules", "1"],
    ]


def test_new_then_edit_then_build(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    made = run("new", WINSTON, folder)
    assert made.exit_code == 0
    assert f"printkit build {WINSTON} --data {folder}" in made.stdout
    assert run("check", "--data", folder).exit_code == 0
    edit(folder / WINSTON / "books.yaml", "A Key to All Locks", "A Key to Few Locks")
    edit(folder / WINSTON / "templates" / "back.svg", "Winston’s Archive", "Julia’s Archive", 2)
    result = run("build", WINSTON, "--data", folder, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    words = words_of(tmp_path / "out" / WINSTON / "deck.pdf")
    assert "AKeytoFewLocks" in words
    assert "AKeytoAllLocks" not in words
    assert "Julia’sArchive" in words
    again = refused("new", WINSTON, folder)
    assert "already exists; choose another folder" in again


def test_a_copy_prints_what_the_shipped_game_prints(
    mine: Path, built: dict[str, Any], tmp_path: Path
) -> None:
    options = printkit.Options(data=mine.parent)
    for one in printkit.build([WINSTON], out=tmp_path, options=options):
        assert one.file.read_bytes() == built[one.component].file.read_bytes()


def test_check_reports_too_long_a_title_with_file_and_line(mine: Path) -> None:
    line = edit(
        mine / "books.yaml",
        "What to Plant in Spring",
        "What to Plant in Spring, What in Summer, What in Autumn, and What to Leave Alone in "
        "Winter, with Remarks on Slugs, Frost, Rabbits and the Other Brothers",
    )
    said = refused("check", "--data", mine.parent)
    column = (mine / "books.yaml").read_text("utf-8").splitlines()[line - 1].index('"What to') + 1
    place = f"{mine / 'books.yaml'}:{line}:{column}"
    assert f"{place}: C1, field title: does not fit: needs" in said
    assert "there is room for" in said


def test_check_says_when_all_is_well() -> None:
    result = run("check")
    assert result.exit_code == 0
    assert f"{WINSTON}: no problems found" in result.stdout


def test_schema_writes_a_file_a_schema(tmp_path: Path) -> None:
    result = run("schema", "--out", tmp_path)
    assert result.exit_code == 0
    assert set(result.stdout.split()) == {str(tmp_path / name) for name in files(tmp_path)}
    assert f"{WINSTON}.books.schema.json" in files(tmp_path)


def test_schemas_of_a_users_own_games(errata: Path, tmp_path: Path) -> None:
    result = run("schema", "--out", tmp_path / "out", "--data", errata.parent)
    assert result.exit_code == 0
    assert "rules.schema.json" in files(tmp_path / "out")
    assert not any(name.startswith(WINSTON) for name in files(tmp_path / "out"))


def test_without_a_command_help_is_shown() -> None:
    assert "Usage" in run().output
    assert "build" in run("--help").output


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert "Permission denied" in refused("build", "--out", tmp_path / "out")
    finally:
        tmp_path.chmod(0o700)
