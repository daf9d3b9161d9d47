"""The ``scoring`` command: what it prints and its exit status."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import yaml
from typer.testing import CliRunner

import card_data
import scoring
from card_data.game import SHIPPED
from card_data.limits import MOST_FAULTS, MOST_PLAYERS
from card_data.program.command import name_of
from card_data.program.settings import FILE as SETTINGS
from printkit.tools.new_game import blank_game
from scoring import games
from scoring.cli import main, serving
from scoring.cli.main import app
from scoring.sheets.fields import entries
from tests import forms, golden_files, scoresheets
from tests.card_data.copies import copied, edit
from tests.card_data.copies import errata as copy_of_errata
from tests.scoring.tools import POSITIONS, RECORDS, TESTS, run, saved

TWO, THREE = (str(POSITIONS / f"wa_{number}_players.yaml") for number in ("two", "three"))
SOUND = Path(TWO).read_text("utf-8")


def wrong(folder: Path, *swaps: tuple[str, str]) -> str:
    text = SOUND
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "wrong.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("path", ["/", "/nonexistent/x", __file__, sys.executable])
def test_any_path_that_cannot_be_scored_is_at_fault(path: str) -> None:
    for command in ("score", "check", "replay"):
        for form in ([], ["--json"]):
            assert run(command, path, *form)[0] == 1


def test_the_games_are_listed_with_what_can_be_done() -> None:
    status, out, _ = run("list")
    assert status == 0
    lines = out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == games.names()
    (walk,) = [line for line in lines if "advise" in line]
    assert "  Winston: Nineteen Eighty-Four  " in walk
    assert "  1 player  " in walk


def test_own_game_without_score_sheet_is_reported(tmp_path: Path) -> None:
    """And not to be unknown; it can be printed."""
    folder = str(copy_of_errata(tmp_path).parent)
    assert run("list", "--data", folder)[1].splitlines()[1].endswith("print only")
    file = tmp_path / "our_game.yaml"
    file.write_text("game: errata\n", "utf-8")
    said = "'errata' is a game of your own without a score.yaml"
    for arguments in (
        ["score", str(file)], ["score", "errata"], ["template", "errata"], ["play", "errata"]
    ):  # fmt: skip
        status, _, error = run(*arguments, "--data", folder)
        assert (status, said in error) == (1 if arguments[1] == str(file) else 2, True)
    assert f"{file}:1: {said}" in run("check", str(file), "--data", folder)[2]


def test_own_game_with_score_sheet_cannot_be_played(tmp_path: Path) -> None:
    blank_game("ours", tmp_path)
    status, _, error = run("play", "ours", "--data", str(tmp_path))
    assert status == 2
    assert "'ours' is a game of your own, which has no engine: it can be scored, but not" in error


def test_rule_prints_a_clause_with_what_is_ours() -> None:
    status, out, _ = run("rule", "WA-3.2")
    assert status == 0
    assert out.startswith("WA-3.2 (Winston's Archive: A turn)\nThis kit's ruling: ")
    assert "House rule refill_taken_stack (currently false): " in out
    assert "This kit's house data: " in run("rule", "WA-1.3")[1]
    assert run("rule", "chess")[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        "scor", "score", f"score {TWO} --jason", "rule chess", "play dice_archive",
        "simulate winstons_archive --games 0", "simulate winstons_archive --games many",
        "simulate winstons_archive --players 9007199254740993",
    ],
)  # fmt: skip
def test_a_wrong_command_line_exits_2(arguments: str) -> None:
    assert run(*shlex.split(arguments))[0] == 2


def test_changed_card_text_is_noted_when_games_are_simulated(tmp_path: Path) -> None:
    """Play goes by the program of a Tool: a text that says another thing changes nothing."""
    tools = copied("verse_and_variant", tmp_path) / "tools.yaml"
    line = edit(tools, "Every player gains one", "Every player but you gains one")
    command = ["simulate", "verse_and_variant", "--games", "1", "--data", str(tmp_path)]
    status, out, err = run(*command)
    assert status == 0
    assert out
    assert err.startswith(f"Note: {tools}:{line - 1}:")
    assert "T-2c, field text: the text has changed since its effect in play was reviewed" in err
    assert err.endswith(f"printkit check verse_and_variant --data {tmp_path} --accept T-2c\n")
    assert run(*command[:-2])[2] == ""


def test_card_without_effect_in_play_is_noted(tmp_path: Path) -> None:
    """It is played like any other, and does nothing."""
    tools = copied("verse_and_variant", tmp_path) / "tools.yaml"
    edit(tools, "id: T-4d\n", "id: T-4f\n")
    status, _, err = run("simulate", "verse_and_variant", "--games", "10", "--data", str(tmp_path))
    assert status == 0
    assert err.endswith(": T-4f, field id: T-4f has no effect in play\n")


def test_a_name_cannot_move_the_cursor(tmp_path: Path) -> None:
    path = wrong(tmp_path, ("name: Ann", 'name: "\\e[31m\\nAnn"'))
    status, out, _ = run("score", path)
    assert status == 0
    assert "\x1b" not in out
    assert "\ufffd[31m\ufffdAnn" in out


def process(*arguments: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scoring", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **settings)


def test_the_command_as_a_process(tmp_path: Path) -> None:
    root, path = Path(__file__).parents[2], wrong(tmp_path, ("name: Ann", "name: Žofie"))
    latin = {"PYTHONIOENCODING": "latin-1", "PYTHONPATH": "."}
    done = process("score", TWO, path, cwd=root, env=latin)
    assert done.returncode == 0
    assert done.stdout.count("Bo wins with 14 points.") == 2
    assert "\\u017dofie" in done.stdout
    done = process("score", "\udcff.yaml", cwd=root)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


@pytest.mark.unmutated
def test_a_command_loads_nothing_of_others() -> None:
    """Neither what draws nor what keeps: each command would take longer to start."""
    code = (
        "import sys; from scoring.cli.main import app\n"
        f"app(['score', {TWO!r}], standalone_mode=False)\n"
        "others = {'segno', 'csv', 'scoring.history.store', 'printkit'} & {*sys.modules}\n"
        "assert not others, others"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


SHEETS = yaml.safe_load(scoresheets.stored("cases"))
CASES = yaml.safe_load(Path(__file__).with_name("command_cases.yaml").read_text("utf-8"))


def test_output_of_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda file: None)
    fingerprint, told = card_data.load("winstons_archive").fingerprint, {}
    files = {
        name: (TESTS / text).read_text("utf-8") if text.endswith(".yaml") else text
        for name, text in CASES["files"].items()
    }
    for number, (case, given) in enumerate(CASES["cases"].items()):
        assert given.keys() <= {"of", "text", "edit", "sheet", "settings", "typed", "run"}, case
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
        text = files[given["of"]] if "of" in given else given.get("text", "")
        for old, new in given.get("edit", ()):
            assert old in text, case
            text = text.replace(old, new.replace("FINGERPRINT", fingerprint), 1)
        for name, content in {**files, "our": text}.items():
            Path(f"{name}.yaml").write_text(content, "utf-8")
        if given.get("sheet") == "every_field":
            scoresheets.write_every_field(Path("mine"))
        elif "sheet" in given:
            sheet = SHEETS["fields"] + SHEETS[given["sheet"]]
            scoresheets.write_game(Path("mine"), sheet, SHEETS["tables"])
        Path(SETTINGS).write_text(given.get("settings", ""), "utf-8")
        before = {*folder.rglob("*.*")}
        said, typed = "", "".join(f"{line}\n" for line in given.get("typed", ()))
        for command in given.get("run", ["score our.yaml"]):
            status, out, err = run(*shlex.split(command), lines=typed)
            plain = out.replace("\r", "")
            errors = "".join(f"! {line}\n" for line in err.splitlines())
            said += f"$ scoring {command}\n{plain}{errors}[{status}]\n"
        made = sorted(file.name for file in {*folder.rglob("*.*")} - before if file.is_file())
        said += f"written: {', '.join(made)}\n" if made else ""
        told[case] = said.replace(fingerprint, "FINGERPRINT").replace(f"{folder}/", "")
    golden_files.check("commands", told)


@pytest.mark.parametrize(
    ("error", "said"),
    [(OSError(28, "No space left on device", "a.yaml"), "a.yaml: No space left on device"),
     (OSError(28, "No space left on device"), "output: No space left on device"),
     (OSError("broken"), "output: broken")],
)  # fmt: skip
def test_full_disk_is_reported_at_the_end(
    error: OSError, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the output cannot show is escaped, on both streams; one of them may be closed."""
    names: list[str] = []

    def failing(prog_name: str, obj: object) -> None:
        names.append(prog_name)
        raise error

    monkeypatch.setattr("card_data.program.command.with_called_alone", lambda app, args: failing)
    with pytest.raises(SystemExit) as stopped:
        main.main()
    assert (stopped.value.code, names) == (1, ["scoring"])
    assert capsys.readouterr() == ("", f"{said}\n")
    for closed, still_open in (("stdout", "stderr"), ("stderr", "stdout")):
        stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        monkeypatch.setattr(sys, closed, None)
        monkeypatch.setattr(sys, still_open, stream)
        with pytest.raises(SystemExit):
            main.main()
        assert stream.errors == "backslashreplace"


# the end of every command's help

# What is not run: it goes on until somebody ends it; it fetches Python for browsers.
UNTRIED = ("scoring serve", "scoring site", "scoring photo")


@cache
def helps() -> dict[str, str]:
    commands = [[name_of(one)] for one in app.registered_commands]
    groups = {one.name: one.typer_instance for one in app.registered_groups}
    commands += [
        [str(name), name_of(one)]
        for name, group in groups.items()
        if group is not None
        for one in group.registered_commands
    ]
    return {" ".join(words): run(*words, "--help")[1] for words in commands}


def test_help_ends_with_an_example_and_where_to_read_on() -> None:
    """The example is one of that command, its page is in the docs."""
    root = Path(__file__).parents[2]
    assert len(helps()) == 17
    for words, said in helps().items():
        example, page = said.splitlines()[-2:]
        assert example.startswith(f"Example: scoring {words} "), words
        assert page.startswith("Read on: docs/"), words
        assert (root / page.removeprefix("Read on: ")).is_file(), words


def test_help_is_in_plain_words() -> None:
    """Ranges, required arguments and commands in it are as people read and type them."""
    assert "[default: 150; 20 to 1200]" in helps()["show"]
    assert "[default: 100; 1 or more]" in helps()["simulate"]
    assert " score [OPTIONS] FILE...\n" in helps()["score"]
    for words, said in helps().items():
        assert not re.search(r"[{}`]|<=|>=", said), words


@pytest.mark.parametrize(
    "example",
    [
        example
        for said in helps().values()
        for example in [said.splitlines()[-2].removeprefix("Example: ")]
        if not example.startswith(UNTRIED)
    ],
)
def test_the_examples_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    records = Path(TWO).resolve().parents[1] / "records"
    (tmp_path / "our_game.yaml").write_bytes(Path(TWO).read_bytes())
    shutil.copytree(SHIPPED / "winstons_archive", tmp_path / "mine" / "winstons_archive")
    (tmp_path / "saturday.yaml").write_bytes((records / "dice_archive_evening.yaml").read_bytes())
    walk = (records / "nineteen_eighty_four_walk.yaml").read_text("utf-8").splitlines()
    (tmp_path / "walk.yaml").write_text("\n".join(walk[:-1]), "utf-8")  # it is not over
    (pad,) = forms.blank("winstons_archive")
    filled = forms.filled(pad, entries(scoring.read(Path(TWO))))
    (tmp_path / "pad-fillable.pdf").write_bytes(filled)
    monkeypatch.setattr(serving, "own_address", lambda: "127.0.0.1")
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_: None)  # or it goes on until it is ended
    words = shlex.split(example.partition(" > ")[0].replace("1000", "2"))[1:]
    assert CliRunner().invoke(app, words, input="quit\n").exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [("template", "Dice Archive"), ("simulate", "dice archive", "--games", "1"),
     ("advise", "Nineteen Eighty-Four", "--roll", "r4 g2 b3 w5 y1 p6"),
     ("advise", "Winston: Nineteen Eighty-Four", "--roll", "r4 g2 b3 w5 y1 p6")],
)  # fmt: skip
def test_games_are_named_by_their_titles_in_any_case(arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments)
    assert (status, err) == (0, "")
    assert out


def test_dash_reads_standard_input() -> None:
    status, said, _ = run("score", "-", lines=SOUND)
    assert (status, said.splitlines()[0]) == (0, "-: winstons_archive")
    as_json = json.dumps(yaml.safe_load(SOUND), indent="\t")
    assert run("score", "-", lines=as_json) == (status, said, "")
    assert run("check", "-", lines=SOUND)[1].startswith("-: valid.\n")
    assert run("show", "-", lines=SOUND)[0] == 0
    wrong = SOUND.replace("A: 2", "A: 4")
    assert run("score", "-", lines=wrong)[1].startswith("-:4: WA-6.1: Ann: ")
    record = (RECORDS / "dice_archive_evening.yaml").read_text("utf-8")
    assert run("replay", "-", lines=record)[0] == 0


def test_standard_input_is_not_trusted_either() -> None:
    for content in (b"", b"\xff\xfe\x00", b"[" * 9000, b"\x00" * 9):
        assert run("score", "-", lines=content)[0] == 1


def test_only_the_first_problems_of_very_many_are_printed(tmp_path: Path) -> None:
    player = "  - {name: P, exemplars: [x, y, z]}\n"
    file = saved(tmp_path, "game: manuscript\nplayers:\n" + player * MOST_PLAYERS)
    status, out, err = run("check", file)
    assert status == 1
    said = out + err
    lines = said.splitlines()
    told = [line for line in lines if re.match(rf"{re.escape(file)}:[0-9]+: ", line)]
    assert len(told) == MOST_FAULTS
    assert len(lines) < MOST_FAULTS + 10
    assert re.search(rf"^{re.escape(file)}: and [0-9,]+ more like these$", said, re.M)
    assert re.search(rf"^{re.escape(file)}: [0-9]+ rules broken.*$", said, re.M)
