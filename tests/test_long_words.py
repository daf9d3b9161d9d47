"""No message repeats all of a long value: of 200,000 characters in a file, or of 4,000 typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from card_data.limits import LONGEST_MESSAGE
from card_data.problems import Problem
from tests.card_data.copies import edit
from tests.printkit.commands import command
from tests.printkit.commands import run as printkit
from tests.scoring.tools import run as scoring
from tests.sweeps import sweep

LONG = "x" * 200_000
DIGITS = "1" * 200_000
WORDS = "x, " * 66_000
LENGTHS = {
    "LONG19": "x" * 19_000, "LONG20": "x" * 20_000, "LONG": LONG, "DIGITS": DIGITS, "WORDS": WORDS,
    "TYPED": "x" * 4_000,
}  # fmt: skip
CASES: Any = yaml.safe_load(Path(__file__).with_name("long_words.yaml").read_text("utf-8"))
LONGEST = 1_500  # characters of a line
WINSTON = "game: winstons_archive\nplayers:\n- {name: Ann, books: {A: 1}}\n- {name: Bo}\n"
RECORD = "record: winstons_archive\nplayers: [Ann, Bo]\nmoves:\n- {table: all 54 cards}\n- Ann: t\n"


def judge(said: str) -> None:
    assert said
    assert max(map(len, said.splitlines())) < LONGEST


def cases(name: str) -> list[str]:
    """The lines of a table with the long values in place of their names."""
    text: str = CASES[name]
    for word, value in LENGTHS.items():
        text = text.replace(word, value)
    return text.splitlines()


VALUES = [tuple(line.split(" | ")) for line in cases("values")]
TEMPLATES = cases("templates")
SLIPS = [
    *[(WINSTON, old, new) for old in CASES["positions"] for new in (LONG, DIGITS)],
    *[(RECORD, old, new) for old in CASES["records"] for new in (LONG, DIGITS)],
    (WINSTON, "{A: 1}", LONG), (WINSTON, "{A: 1}", f"[{WORDS}]"), (RECORD, "[Ann, Bo]", WORDS),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new"), sweep(VALUES, VALUES[::3]), ids=lambda one: one[:20]
)
def test_a_value_of_a_game(errata: Path, file: str, old: str, new: str) -> None:
    edit(errata / file, old, new)
    (errata / "rulebook.yaml").unlink()
    ran = printkit("check", "--data", errata.parent)
    assert ran.exit_code == 1
    judge(ran.stderr)


@pytest.mark.parametrize("markup", sweep(TEMPLATES, TEMPLATES[::5]), ids=lambda markup: markup[:20])
def test_a_template(errata: Path, markup: str) -> None:
    edit(errata / "templates" / "card.svg", "</svg>", f"{markup}</svg>")
    out = ("--out", errata.parent / "out")
    ran = printkit("build", "errata", "--only", "deck", "--data", errata.parent, *out)
    assert ran.exit_code == 1
    judge(ran.stderr)


@pytest.mark.parametrize(("text", "old", "new"), sweep(SLIPS, SLIPS[::5]), ids=lambda one: one[:20])
def test_a_position_or_a_record(tmp_path: Path, text: str, old: str, new: str) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    for words in ("score", "replay"):
        status, said, wrong = scoring(words, str(file))
        assert status == 1
        judge(said + wrong)


def test_a_name_of_a_player(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    for name, said in (("x" * 200, ""), ("x" * 201, "found 201 characters, expected at most 200")):
        file.write_text(WINSTON.replace("Ann", name), "utf-8")
        assert said in scoring("check", str(file))[2]
        assert bool(said) == ("characters" in scoring("check", str(file))[2])
        file.write_text(RECORD.replace("Ann", name), "utf-8")
        assert bool(said) == ("characters" in scoring("replay", str(file))[2])
        typed = scoring("play", "winstons_archive", "--players", f"{name},Ann", "--bot", "x")
        assert bool(said) == ("characters" in typed[2])


def test_as_many_players_as_any_game_has(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    names = ", ".join(f"N{number}" for number in range(101))
    file.write_text(RECORD.replace("Ann, Bo", names), "utf-8")
    assert "found 101 entries, expected at most 100" in scoring("replay", str(file))[2]
    file.write_text(f"game: winstons_archive\nplayers: [{names}]\n", "utf-8")
    assert "found 101 entries, expected at most 100" in scoring("check", str(file))[2]


def test_what_is_typed(tmp_path: Path) -> None:
    ran = command("build", "--paper", "x" * 5_000, "--out", tmp_path)
    found = "argument no. 3: found 5,000 characters, expected at most 4,096\n"
    assert (ran.returncode, ran.stderr) == (2, found)


@pytest.mark.parametrize("line", cases("typed"), ids=lambda line: line[:30])
def test_a_name_that_is_typed(line: str) -> None:
    judge(printkit(*line.split()).stderr)


def test_a_problem_is_as_long_as_can_be_read() -> None:
    problem = Problem(message=LONG, file=LONG, item=LONG, field=LONG)
    assert len(problem.message) == LONGEST_MESSAGE
    assert problem.message.endswith("x…")
    assert len(str(problem)) < 7_000
