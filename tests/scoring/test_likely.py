"""What was likely meant by an impossible position: which fix is named, and how it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.dice_archive import last_week
from scoring.positions import likely
from scoring.positions.answers import Change
from scoring.positions.positions import Filled, check
from tests.scoring.single_slips import shares, summary
from tests.scoring.tools import run

ARCHIVE = """\
game: winstons_archive
players:
  - name: Ann
    books: {A: 2, C: 4, D: 4}
    product_over_process: 3
    open_secrets: 2
    manuscripts: 8
  - name: Bo
    books: {B: 3, E: 2, F: 7}
    product_over_process: 1
    open_secrets: 3
    manuscripts: 10
"""
DICE = """\
game: dice_archive
board:
  left: {1: Ann, 2: Bo, 4: Ann}
  middle: {3: Bo}
  right: {1: Ann, 2: Ann, 3: Ann, 5: Ann, 6: Bo}
players:
  - {name: Ann, tasks: {left: [1, 4], middle: [2], right: [3]}}
  - name: Bo
    tasks: {left: [1, 2, 5], middle: [4], right: []}
    dice: {left: 1, middle: 1, right: 1}
    marks: {left: 3, middle: 1, right: 0}
    points: {left: 3, middle: 1, right: 0}
    total: 4
"""
WALK = "{game: nineteen_eighty_four, level: 4, rounds: [23, 45, 61, 79, 101, 0, 124, 141]}"
TEAM = """\
game: verse_and_variant
spotlight: none
institutions: {papyrus: [Ann, Bo, none]}
laureate: Bo
unscored: {papyrus: [1]}
players:
  - {name: Ann, features: {papyrus: 2}, lacunae: 1, grants_unused: 4, eureka: true,
     cubes_unused: 4, prestige: 12}
  - {name: Bo, features: {section: 3}, lacunae: 0, grants_unused: 2, eureka: false,
     cubes_unused: 4, prestige: 9}
  - {name: Cy, features: {}, lacunae: 0, grants_unused: 1, eureka: false,
     cubes_unused: 5, prestige: 30}
"""


def named(text: str) -> list[str]:
    """What is said to be likely meant by a position."""
    return [fix.said.removeprefix("Likely meant: ") for fix in likely.fixes(scoring.read(text))]


@pytest.mark.parametrize("text", [ARCHIVE, DICE, WALK, TEAM])
def test_a_possible_position_was_meant_as_it_is(text: str) -> None:
    assert check(scoring.read(text)).findings == ()
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "slip", "written", "said"),
    [
        (ARCHIVE, "manuscripts: 8", "manuscripts: 18", "Ann's manuscripts 8 in place of 18"),
        (ARCHIVE, "manuscripts: 10", "manuscripts: 01", "Bo's manuscripts 10 in place of 1"),
        (ARCHIVE, "A: 2", "A: 3", "Ann's books A: 2 in place of 3"),
        (
            ARCHIVE,
            "open_secrets: 3\n    manuscripts: 10",
            "open_secrets: 10\n    manuscripts: 3",
            "Bo's open secrets 3 and manuscripts 10, not the other way round",
        ),
        (
            TEAM,  # her boxes say what 3 of them make
            "{section: 3}",
            "{section: 2}, points: {ladders: {section: 4}}, features_in_all: 3",
            "Bo's features section 3 in place of 2",
        ),
        (DICE, "right: {1: Ann", "right: {1: Amn", "board right 1: Ann in place of Amn"),
        (
            DICE,
            "left: [1, 2, 5], middle: [4]",
            "left: [4], middle: [1, 2, 5]",
            "Bo's tasks left and tasks middle, not the other way round",
        ),
        (DICE, "marks: {left: 3", "marks: {left: 4", "Bo's marks left 3 in place of 4"),
        (DICE, "total: 4", "total: 5", "Bo's total 4 in place of 5"),
        (
            WALK,
            "61, 79",
            "79, 61",
            "rounds no. 3: 61 and rounds no. 4: 79, not the other way round",
        ),
        (WALK, "101", "110", "rounds no. 5: 101 in place of 110"),
        (WALK, "level: 4", "level: 44", "level 4 in place of 44"),
        (TEAM, "laureate: Bo", "laureate: Bob", "laureate Bo in place of Bob"),
    ],
)
def test_what_was_meant_is_named(text: str, slip: str, written: str, said: str) -> None:
    assert slip in text
    assert named(text.replace(slip, written)) == [said]


def test_of_two_that_are_as_likely_none_is_named() -> None:
    """Grants of 4, or 44 lacunae and 1 grant."""
    text = TEAM.replace("grants_unused: 4", "grants_unused: 44")
    assert check(scoring.read(text)).findings
    assert named(text) == []


def test_a_name_that_is_written_otherwise_elsewhere() -> None:
    assert named(DICE.replace("name: Ann", "name: Anne"))[0] == "Anne's name Ann in place of Anne"


def test_two_slips_have_no_single_fix() -> None:
    both = ARCHIVE.replace("manuscripts: 8", "manuscripts: 18").replace("A: 2", "A: 5")
    assert len(check(scoring.read(both)).findings) == 2
    assert named(both) == []


def test_changes_are_paths_and_values() -> None:
    (first, *_) = likely.fixes(scoring.read(DICE.replace("right: {1: Ann", "right: {1: Amn")))
    assert first.changes == (Change("board.right.1", "Ann"),)


def test_the_command_names_them_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    wrong = ARCHIVE.replace("manuscripts: 8", "manuscripts: 18")
    file.write_text(wrong, "utf-8")
    said = "Likely meant: Ann's manuscripts 8 in place of 18"
    for command in ("score", "check", "show"):
        status, out, _ = run(command, str(file))
        lines = out.splitlines()
        assert status == 1
        assert lines.index(said) > next(at for at, line in enumerate(lines) if "WA-6.1" in line)
    assert file.read_text("utf-8") == wrong
    answer = json.loads(run("score", "--json", str(file))[1])
    assert not answer["final"]
    changes = [{"path": "players.0.manuscripts", "value": 8}]
    assert answer["fixes"] == [{"changes": changes, "said": said}]
    file.write_text(ARCHIVE, "utf-8")
    assert "fixes" not in json.loads(run("score", "--json", str(file))[1])


def test_no_more_is_tried_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Any] = []
    passes = likely.Trial.passes

    def counted(trial: likely.Trial, position: Any) -> bool:
        tried.append(position)
        return passes(trial, position)

    monkeypatch.setattr(likely.Trial, "passes", counted)
    both = ARCHIVE.replace("manuscripts: 8", "manuscripts: 18").replace("A: 2", "A: 5")
    assert named(both) == []
    assert 50 < len(tried) <= likely.MOST_CHECKS


def test_a_board_that_no_last_week_brings_about_costs_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    needed = last_week.dice_needed

    def counted(*acts: Any) -> Any:
        asked.append(acts)
        return needed(*acts)

    monkeypatch.setattr(last_week, "dice_needed", counted)
    full = "[1, 2, 3, 4, 5, 6]"
    tasks = f"tasks: {{left: {full}, middle: {full}, right: {full}}}"
    players = ", ".join([f"{{name: {name}, {tasks}}}" for name in ("Ann", "Bo", "Cy", "Di")])
    tables = (
        "left: {1: Ann, 2: Cy, 3: Ann, 4: Cy, 5: Bo, 6: Bo}, "
        "middle: {1: Cy, 2: Ann, 3: Di, 4: Di, 5: Cy, 6: Di}, "
        "right: {1: Bo, 2: Cy, 3: Cy, 4: Ann, 5: Ann, 6: Bo}"
    )
    assert named(f"{{game: dice_archive, board: {{{tables}}}, players: [{players}]}}") == []
    assert 1000 < len(asked) < 50_000  # with every way and roll 350,000


@pytest.mark.parametrize("number", [30, 70])
def test_what_is_no_row_of_any_sheet_is_left_alone(number: int) -> None:
    many = ", ".join([f"Z{at}: 1" for at in range(number)])
    assert named(ARCHIVE.replace("A: 2", many)) == []


def test_numbers_far_beyond_any_table() -> None:
    assert named(ARCHIVE.replace("manuscripts: 8", f"manuscripts: {10**17}")) == []
    padded = TEAM.replace("papyrus: 2}", "papyrus: -20}, features_in_all: 2")
    (finding,) = check(scoring.read(padded)).findings
    assert finding.said == "Ann: found -20, but a count cannot be negative"


# How many slips are guessed

SHARES = {  # the least that is guessed
    "dice_archive": 0.2,
    "manuscript": 0.6,
    "nineteen_eighty_four": 0.8,
    "verse_and_variant": 0.85,
    "winstons_archive": 0.55,
}


@pytest.mark.sweep
@pytest.mark.parametrize("name", SHARES)
def test_slips_are_guessed(name: str) -> None:
    made, right = shares(name, 200, 7)
    print(f"\n{name}: {summary(made, right)}")
    assert right.total() >= SHARES[name] * made.total(), summary(made, right)


def test_what_is_guessed_of_some_slips_makes_the_position_possible() -> None:
    _, right = shares("winstons_archive", 10, 6)
    assert right.total() > 3


def test_a_position_is_not_changed() -> None:
    read: Filled = scoring.read(ARCHIVE.replace("manuscripts: 8", "manuscripts: 18"))
    assert likely.fixes(read)
    assert read.position.players[0].manuscripts == 18
