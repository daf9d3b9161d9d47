"""Building: what is asked for, all of it or nothing, from any folder."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import pytest
import typer
from pypdf import PdfReader
from typer.testing import CliRunner

import card_data
import printkit.cli.main
import printkit.painting.pdf
import scoring.cli.main
from card_data.program.command import GROUPS
from printkit.cli.common import parameter_of
from printkit.options import Options, declared
from printkit.tools.new_game import copy_game
from tests.card_data.copies import ERRATA, WINSTON, edit
from tests.printkit.commands import ROOT, command, done, files, refused, run
from tests.printkit.pdf_pages import UNIT, operations, spots, words_of
from tests.sweeps import sweep


@pytest.mark.parametrize("only", [("--only", "aid", "--only", "pad"), ("--only", "aid, pad")])
def test_only_what_is_asked_for(only: tuple[str, ...], tmp_path: Path) -> None:
    result = done("build", WINSTON, *only, "--out", tmp_path)
    assert set(files(tmp_path)) == {f"{WINSTON}/aid.pdf", f"{WINSTON}/pad.pdf"}
    lines = result.splitlines()
    assert lines[0].split() == ["component", "pieces", "pages", "file"]
    assert [line.split()[:4] for line in lines[1:]] == [
        [WINSTON, "aid", "6", "2"],
        [WINSTON, "pad", "2", "1"],
    ]


@pytest.mark.parametrize(
    "fault",
    [
        ('<textbox field="word" x="', '<textbox field="word" x="-3'),
        ("<textbox", '<textbox fold="1"'),
    ],
)
def test_check_and_build_refuse_the_same(
    fault: tuple[str, str], errata: Path, tmp_path: Path
) -> None:
    edit(errata / "templates/card.svg", *fault)
    checked = refused("check", "--data", errata.parent).splitlines()[:-1]
    built = refused("build", "--data", errata.parent, "--out", tmp_path / "out").splitlines()[:-1]
    assert checked
    assert (checked, len(checked)) == (built, len({*checked}))


def test_no_names_of_our_own_are_offered(errata: Path) -> None:
    for name in ("data.facts_fo", "game.counte", "card.__field__", "prin"):
        (errata / "templates/card.svg").write_text(f"<svg>{{{{ {name} }}}}</svg>", "utf-8")
        said = refused("build", "--only", "deck", "--data", errata.parent).splitlines()[0]
        assert "unknown name" in said
        assert not re.search("facts_for|counts|struct|print_|mean _", said.replace(name, "")), said


def test_spaces_of_all_widths_are_printed_as_spaces(errata: Path, tmp_path: Path) -> None:
    edit(errata / "cards.yaml", "A comma", "A\u2009\u200a\u202f\u3000comma")
    shared = ("--only", "deck", "--data", errata.parent, "--out", tmp_path)
    done("build", *shared)


STOPS = [KeyboardInterrupt(), RuntimeError("power cut"), OSError(28, "full")]


@pytest.mark.parametrize("error", STOPS)
@pytest.mark.parametrize("at", sweep([0, 5, 9], [5]))  # in the first file; in the third, one ready
def test_an_interrupted_build_leaves_what_was_there(
    error: BaseException, at: int, errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = errata.parent.parent / "out"
    old = {f"{ERRATA}/{name}.pdf": name.encode() for name in ("deck", "rules", ERRATA)}
    (out / ERRATA).mkdir(parents=True)
    for name, raw in old.items():
        (out / name).write_bytes(raw)
    sound = printkit.painting.pdf.PdfPainter.page
    pages = 0

    def failing(self: Any, sheet: Any) -> None:
        nonlocal pages
        if pages == at:
            raise error
        pages += 1
        sound(self, sheet)

    monkeypatch.setattr(printkit.painting.pdf.PdfPainter, "page", failing)
    with pytest.raises(type(error)):
        printkit.build([ERRATA], out=out, options=printkit.Options(data=errata))
    assert files(out) == old


def test_no_file_is_replaced_if_one_cannot_be(errata: Path, tmp_path: Path) -> None:
    (errata / "rulebook.yaml").unlink()  # the clauses alone are set at once
    out = tmp_path / "out"
    (out / ERRATA / "rules.pdf").mkdir(parents=True)
    (out / ERRATA / "deck.pdf").write_bytes(b"old")
    said = refused("build", "--data", errata, "--out", out)
    assert said.startswith(f"{out / ERRATA / 'rules.pdf'}: ")
    assert ".part" not in said
    assert files(out) == {f"{ERRATA}/deck.pdf": b"old"}


def built_files(names: Sequence[str], out: Path, **more: Any) -> dict[str, bytes]:
    made = printkit.build([WINSTON], names, out, **more)
    return {one.file.name: one.file.read_bytes() for one in made}


@pytest.mark.unmutated
@pytest.mark.parametrize("only", sweep(["aid,pad", ""], ["aid,pad"]))
def test_a_whole_build_in_a_process_of_its_own(only: str, tmp_path: Path) -> None:
    """From an empty folder, as a stranger would run it: no colour and no bar in a pipe, no part
    files, and the same bytes as here, where all strings have other hashes."""
    words = ("build", WINSTON, *(["--only", only] if only else []))
    apart = {"FORCE_COLOR": "", "TERM": "xterm-256color", "PYTHONHASHSEED": "1984"}
    made = command(*words, cwd=tmp_path, **apart)
    assert (made.returncode, made.stderr) == (0, "")
    assert not {"\x1b", "\r"} & {*made.stdout}
    found = files(tmp_path)
    assert {Path(file).parent for file in found} == {Path("output", WINSTON)}
    here = built_files(only.split(",") if only else [], tmp_path / "here")
    assert {Path(file).name: raw for file, raw in found.items()} == here


def test_unwritable_cache_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    done("build", WINSTON, "--only", "pad", "--out", tmp_path / "out")


def test_list_counts_the_cards() -> None:
    title, head, *lines = [line.split() for line in done("list", WINSTON).splitlines()]
    assert (title[0], head[0]) == (f"{WINSTON}:", "component")
    counts = {"deck": "54", "aid": "6", "set_up": "1", "pad": "2", "rules": "1"}
    assert dict(line[:2] for line in lines[:5]) == counts


def test_games_are_named_by_their_titles(errata: Path, tmp_path: Path) -> None:
    data, out = str(errata.parent), str(tmp_path / "out")
    assert run("list", "Dice Archive", "dice_archive").stdout == run("list", "dice_archive").stdout
    named = run("list", "errata", "--data", data).stdout
    for words in (("Errata", "--data", data), ("--data", data, "ERRATA")):
        assert run("list", *words).stdout == named
    for name in ("Errata", "errata"):
        done("build", name, "--only", "deck", "--data", data, "--out", out)
        assert {file.parent.name for file in Path(out).glob("*/*.pdf")} == {"errata"}
    done("new", "Dice archive", str(tmp_path / "mine"))
    assert (tmp_path / "mine" / "dice_archive" / "templates").is_dir()


@pytest.mark.parametrize(
    ("words", "lines"),
    sweep(itertools.product(["printkit list", "scoring rule VV"], [0, 1]), [("printkit list", 1)]),
)
def test_closed_pipe_is_no_error(words: str, lines: int) -> None:
    """As in ``printkit list | head -1``."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words.split()],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    for _ in range(lines):
        process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert process.stderr.read() == ""
    process.wait()


@pytest.mark.sweep
def test_copies_repeat_everything_in_order(tmp_path: Path) -> None:
    shared = ("--only", "aid,spotlight", "--copies", 2, "--players", 3, "--out", tmp_path)
    done("build", "verse_and_variant", *shared)
    aids, boards = (
        [
            (operands[1]["/Id"], operands[1]["/Page"])
            for page in PdfReader(tmp_path / "verse_and_variant" / f"{name}.pdf").pages
            for operands, operator, _ in operations(page)
            if operator == b"BDC" and operands[1]["/Side"] == "/Front"
        ]
        for name in ("aid", "spotlight")
    )
    assert aids == [("aid", 1)] * 6
    assert boards == [("board_spotlight", 1), ("board_spotlight", 2)] * 2


@pytest.mark.parametrize(
    ("game", "few", "flip"),
    [
        *(("dice_archive", "token", flip) for flip in ("long", "short")),
        pytest.param("manuscript", "quill", "short", marks=pytest.mark.sweep),
    ],
)
def test_few_pieces_share_other_sheets(game: str, few: str, flip: str, tmp_path: Path) -> None:
    shared = ("build", game, "--only", few, "--out", tmp_path)
    made = done(*shared, "--only", "aid", "--flip", flip)
    assert set(files(tmp_path)) == {f"{game}/aid.pdf"}
    rows = [line.split() for line in made.splitlines()[1:]]
    assert [[*row[1:4], row[-1]] for row in rows] == [
        ["aid", str(card_data.load(game).head.players.max), "2", str(tmp_path / game / "aid.pdf")],
        [few, "1", "2", str(tmp_path / game / "aid.pdf")],
    ]
    front, back = PdfReader(tmp_path / game / "aid.pdf").pages
    width, height = (float(side) / UNIT for side in (front.mediabox.width, front.mediabox.height))
    (piece,) = [one for one in spots(front, 40, 40) if one.id == few]
    (behind,) = [one for one in spots(back, 40, 40) if one.id == f"{few}_back"]
    if flip == "long":  # each sheet is higher than it is wide
        assert (behind.x, behind.y) == pytest.approx((width - piece.x - 40, piece.y), abs=0.01)
    else:
        assert (behind.x, behind.y) == pytest.approx((piece.x, height - piece.y - 40), abs=0.01)
    done(*shared)
    assert set(files(tmp_path)) == {f"{game}/aid.pdf", f"{game}/{few}.pdf"}


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ("60 x 30", "60 x 30 mm and crop marks do not fit into a place of 63.5 x 88.9 mm"),
        ("poker", "the pieces of 63.5 x 88.9 mm there have another bleed"),
    ],
)
def test_shared_places_must_have_room(size: str, said: str, errata: Path) -> None:
    faces = "    faces:\n      - {template: chip.svg}\n  rules:\n"
    chips = f"  chips:\n    title: Chips\n    size: {size}\n    safe: 0\n    shares: deck\n{faces}"
    edit(errata / "print.yaml", "  rules:\n", chips)
    (errata / "templates" / "chip.svg").write_text("<svg/>", "utf-8")
    assert said in refused("check", "--data", errata.parent)


def test_own_games_own_folder(
    errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for data in (errata.parent, errata):
        done("build", "--data", data, "--only", "deck")
    done("svg", ERRATA, "--only", "deck", "--data", errata)
    done("schema", "--data", errata.parent)
    made = files(tmp_path / "output").keys()
    named = (
        f"{ERRATA}/deck.pdf",
        f"svg/{ERRATA}/deck/comma.svg",
        f"schema/{ERRATA}.cards.schema.json",
    )
    assert made >= {f"mine/{one}" for one in named}
    assert {name.split("/")[0] for name in made} == {"mine"}


def test_tilde_is_the_home_folder(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(mine.parent.parent))
    monkeypatch.setenv("USERPROFILE", str(mine.parent.parent))
    done("list", f"--data=~/{mine.parent.name}")


APPS = {"printkit": printkit.cli.main.app, "scoring": scoring.cli.main.app}


@pytest.fixture(scope="module")
def helps() -> list[str]:
    runner, commands = CliRunner(), {app: typer.main.get_command(app) for app in APPS.values()}
    return [
        runner.invoke(app, [name, "-h"], terminal_width=80).stdout
        for app, command in commands.items()
        for name, one in command.commands.items()  # type: ignore[attr-defined]
        if not hasattr(one, "commands")  # a group
    ]


def test_every_subcommand_s_help_looks_alike(helps: list[str]) -> None:
    assert len(helps) >= 19
    for text in helps:
        usage, *rest = text.splitlines()
        assert usage.startswith("Usage: ")
        assert max(map(len, (usage, *rest))) <= 80
        assert not re.search(r"[a-z]\.\.\.$", text, re.M)
        assert not re.search(r"<(?:path|str|int)", text)
        assert not re.search(r"^  (?!nineteen)[a-z_]+\.* {2}", text.partition("Options:")[0], re.M)
        assert "  -h, --help" in text


@pytest.mark.parametrize("name", APPS)
def test_the_help_of_a_program_fits_on_one_screen(name: str) -> None:
    app = APPS[name]
    usage, *rest, options = CliRunner().invoke(app, ["--help"], prog_name=name).stdout.splitlines()
    assert usage.startswith(f"Usage: {name} COMMAND")
    assert len(rest) + 2 <= 24
    assert max(map(len, (usage, *rest, options))) <= 80
    assert options.endswith("--help")
    heads = [line[:-1] for line in rest if line.endswith(":")]
    assert heads == [group for group in GROUPS if group in heads]
    told = [line.split()[0] for line in rest if line.startswith("  ")]
    assert sorted(told) == sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert all(line.endswith(".") for line in rest if line.startswith("  "))


@pytest.mark.parametrize("option", ["--data DIR", "--help"])
def test_options_have_the_same_help(option: str, helps: list[str]) -> None:
    pattern = rf"^  (?:-h, )?{option}  +(.*(?:\n {{8,}}.*)*)"
    found = (re.search(pattern, text, re.M) for text in helps)
    assert len({" ".join(one[1].split()) for one in found if one}) == 1


@pytest.mark.parametrize("name", ["paper", "flip", "backs", "profile"])
def test_the_help_shows_what_holds_if_nothing_is_typed(name: str) -> None:
    _, _, about = " ".join(run("build", "--help").stdout.split()).partition(f"--{name} ")
    assert f"[default: {getattr(Options(), name)}]" in about.partition(" --")[0]
    assert parameter_of(declared()[name]).default == getattr(Options(), name)


def test_open_opens_file_or_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launch = Mock(return_value=0)
    monkeypatch.setattr("typer.launch", launch)
    shared = ("build", WINSTON, "--open", "--out", tmp_path)
    done(*shared, "--only", "pad")
    done(*shared, "--only", "pad", "--only", "aid")
    pad = tmp_path / WINSTON / "pad.pdf"
    assert launch.call_args_list == [call(str(pad)), call(str(pad.parent))]
    launch.return_value = 1
    said = run(*shared, "--only", "pad")
    assert said.exit_code == 0
    assert "no program to open it was found" in said.stderr


def test_new_then_edit_then_build(tmp_path: Path) -> None:
    folder = tmp_path / "Mes jeux d'été"
    program, *words = shlex.split(run("new", WINSTON, folder).stdout.splitlines()[-1])
    assert (program, *words) == ("printkit", "build", WINSTON, "--data", str(folder))
    edit(folder / WINSTON / "aids.yaml", "Look at", "Glance at")
    edit(folder / WINSTON / "templates" / "aid.svg", "Your turn", "Her turn")
    done(*words, "--only", "aid", "--out", tmp_path / "out")
    said = words_of(tmp_path / "out" / WINSTON / "aid.pdf")
    assert "Glanceatstack1" in said
    assert "Herturn" in said
    assert "already exists; edit the files in it, choose another folder, or" in refused(
        "new", WINSTON, folder
    )


@pytest.mark.sweep
def test_a_copy_is_right_and_prints_all_the_same(built: dict[str, Any], tmp_path: Path) -> None:
    copy = copy_game(WINSTON, tmp_path / "mine").parent
    done("check", "--data", copy)
    made = built_files((), tmp_path / "out", options=printkit.Options(data=copy))
    assert made == {one.file.name: one.file.read_bytes() for one in built.values()}


def test_check_says_when_all_is_well(errata: Path) -> None:
    (errata / "rulebook.yaml").unlink()
    again = shutil.copytree(errata, errata.parent / "again")
    for file in ("rules.yaml", "game.yaml"):
        (again / file).write_text((again / file).read_text("utf-8").replace("ER", "AG"), "utf-8")
    result = done("check", ERRATA, "again", "--data", errata.parent)
    for name in (ERRATA, "again"):
        assert f"{name}: no problems found" in result


def test_schemas_are_those_of_the_shipped_or_ones_own_games(errata: Path, tmp_path: Path) -> None:
    result = done("schema", "--out", tmp_path / "all")
    assert set(result.split()) == {str(tmp_path / "all" / name) for name in files(tmp_path / "all")}
    assert f"{WINSTON}.books.schema.json" in files(tmp_path / "all")
    done("schema", "--out", tmp_path / "own", "--data", errata.parent)
    assert "rules.schema.json" in files(tmp_path / "own")
    assert not any(name.startswith(WINSTON) for name in files(tmp_path / "own"))


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert "Permission denied" in refused("build", "--out", tmp_path / "out")
    finally:
        tmp_path.chmod(0o700)
