"""What was likely meant by an impossible position: which fix is named, and how it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.dice_archive import last_week
from scoring.positions import likely
from scoring.positions.json_models import Change
from scoring.positions.positions import PositionFile, check
from tests.manuscript.books import book, book_of, drawn, filled, put
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
        (DICE, "[1, 2, 5], middle", "[1, 2, 5, 5], middle", "Bo's tasks left: 5 once"),
        (DICE, "marks: {left: 3", "marks: {left: 4", "Bo's marks left 3 in place of 4"),
        (DICE, "total: 4", "total: 5", "Bo's total 4 in place of 5"),
        (
            WALK,
            "61, 79",
            "79, 61",
            "rounds no. 3: 61 and rounds no. 4: 79, not the other way round",
        ),
        (WALK, "101", "110", "rounds no. 5: 101 in place of 110"),
        (WALK, "61, 79", "61, 9, 79", "rounds without no. 4, 9"),
        (WALK, "level: 4", "level: 44", "level 4 in place of 44"),
        (TEAM, "laureate: Bo", "laureate: Bob", "laureate Bo in place of Bob"),
        (TEAM, "{papyrus: [1]}", "{papyrus: [3]}", "unscored papyrus: 3 not marked"),
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


VERSE = drawn(("L", 1, 1, 4, 3), ("P", 5, 1, 4, 8))  # Lanval and Perceval, both complete


def squares(left: str) -> list[str]:
    """What is said to be likely meant by a left page with Lanval and Perceval."""
    fixes = likely.fixes(filled(book(left, L="lanval", P="perceval")))
    return [fix.said.removeprefix("Likely meant: ") for fix in fixes]


def exchanged(one: int, other: int) -> str:
    """The page with two rows, from 1, the other way round."""
    lines = VERSE.splitlines(keepends=True)
    lines[one - 1], lines[other - 1] = lines[other - 1], lines[one - 1]
    return "".join(lines)


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (put(VERSE, 2, 3, "."), "row 2, column 3 L in place of blank"),
        (put(VERSE, 9, 9, "P"), "row 9, column 9 blank in place of P"),
        (put(VERSE, 6, 2, "L"), "row 6, column 2 P in place of L"),
        (exchanged(3, 4), "rows 3 and 4 the other way round"),
        # a blank square parts two texts: where one of a text touches another, without it none does
        (put(VERSE, 4, 1, "P"), "row 4, column 1 blank in place of P"),
        # one change in two ways of saying it
        (put(put(VERSE, 6, 1, "."), 6, 5, "P"), "row 6, column 1 P and row 6, column 5 blank, not "
         "the other way round"),
    ],
)  # fmt: skip
def test_squares_of_a_manuscript(left: str, said: str) -> None:
    assert squares(VERSE) == []
    assert squares(left) == [f"Ann's left page, {said}"]


@pytest.mark.parametrize(
    ("legend", "said"),
    [
        ({"L": "perceval", "P": "lanval"},
         "legend L: lanval and legend P: perceval, not the other way round"),
        ({"L": "lanval", "P": "percival"}, "legend P: perceval in place of percival"),
        ({"L": "lanval", "p": "perceval"}, "legend P: perceval in place of p: perceval"),
    ],
)  # fmt: skip
def test_names_of_a_manuscript(legend: dict[str, str], said: str) -> None:
    (fix,) = likely.fixes(filled(book_of(legend, VERSE)))
    assert fix.said == f"Likely meant: Ann's {said}"


def test_a_name_that_is_written_otherwise_elsewhere() -> None:
    assert named(DICE.replace("name: Ann", "name: Anne"))[0] == "Anne's name Ann in place of Anne"


def test_two_slips_have_no_single_fix() -> None:
    both = ARCHIVE.replace("manuscripts: 8", "manuscripts: 18").replace("A: 2", "A: 5")
    assert len(check(scoring.read(both)).findings) == 2
    assert named(both) == []


def test_a_fix_gives_no_answer_back_and_leaves_open_what_is_open() -> None:
    text = DICE.replace("board:\n  left: {1: Ann", "board:\n  left: {1: null")
    fixed = named(text.replace("middle: [2]", "middle: [2, 2]"))
    assert fixed[0] == "Ann's tasks middle: 2 once"


def test_a_fix_after_which_the_score_is_not_final_is_less_likely() -> None:
    """Ann's fifth die on the board ends the game; without it, or with Bo's, it goes on."""
    five = DICE.partition("    dice:")[0].replace(" 2: Ann,", "")
    assert scoring.score(scoring.read(five)).final
    said = named(five.replace("right: {1: Ann", "right: {1: Zed"))
    assert said == ["board right 1: Ann in place of Zed"]


def test_changes_are_paths_and_values() -> None:
    (first, *_) = likely.fixes(scoring.read(DICE.replace("[1, 2, 5], m", "[1, 2, 5, 5], m")))
    assert first.changes == (Change("players.1.tasks.left", [1, 2, 5]),)
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
    assert 100 < len(tried) <= likely.MOST_CHECKS


def test_what_is_left_out_of_an_empty_mapping_has_keys_of_its_kind() -> None:
    """A digit in a book is a tile that the mapping of tiles, whose keys are texts, lacks."""
    blank = 18 * [12 * "."]
    books = [
        {"name": name, "legend": {}, "tiles": {}, "exemplars": [], "left": left, "right": blank}
        for name, left in (("Ann", [*blank[:17], 11 * "." + "7"]), ("Bo", blank))
    ]
    for one in books:
        one |= {side: "\n".join(one[side]) for side in ("left", "right")}
    text = json.dumps({"game": "manuscript", "players": books})
    assert named(text) == ["Ann's left page, row 18, column 12 blank in place of 7"]


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
    assert finding.text == "Ann: found -20, but a count cannot be negative"
    negative = TEAM.replace("papyrus: 2", "papyrus: -2")
    assert named(negative) == ["Ann's features papyrus 2 in place of -2"]


# How many slips are guessed

SHARES = {  # the least, of slips of all kinds; docs/guide/scoring.md has what was measured
    "dice_archive": 0.4,
    "manuscript": 0.95,
    "nineteen_eighty_four": 0.6,
    "verse_and_variant": 0.6,
    "winstons_archive": 0.65,
}


def guessed(name: str, number: int, seed: int, least: float) -> None:
    made, right = shares(name, number, seed)
    print(f"\n{name}: {summary(made, right)}")
    assert made.total() == number
    assert right.total() >= least * number, summary(made, right)


@pytest.mark.parametrize("name", SHARES)
def test_some_slips_are_guessed(name: str) -> None:
    guessed(name, 5, 6, 0.2)


@pytest.mark.sweep
@pytest.mark.parametrize("name", SHARES)
def test_most_slips_are_guessed(name: str) -> None:
    guessed(name, 200, 7, SHARES[name])


def test_a_position_is_not_changed() -> None:
    read: PositionFile = scoring.read(ARCHIVE.replace("manuscripts: 8", "manuscripts: 18"))
    assert likely.fixes(read)
    assert read.position.players[0].manuscripts == 18
