"""The likely meaning of an impossible position: which fix is named, and how it is worded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import scoring
from scoring.dice_archive import last_week
from scoring.positions import likely
from scoring.positions.corrections import InvalidPosition
from scoring.positions.positions import PositionFile, PositionReader
from tests import scoresheets
from tests.manuscript.sample_books import book, book_of, drawn, filled, put
from tests.scoring.single_mistakes import shares, summary

COMMAND_CASES = Path(__file__).with_name("command_cases.yaml")
FILES = yaml.safe_load(COMMAND_CASES.read_text("utf-8"))["files"]
ARCHIVE, DICE = FILES["meant"], FILES["dice"]


def named(text: str) -> list[str]:
    return [fix.said.removeprefix("Likely meant: ") for fix in likely.fixes(scoring.read(text))]


VERSE = drawn(("L", 1, 1, 4, 3), ("P", 5, 1, 4, 8))  # Lanval and Perceval, both complete


def squares(left: str) -> list[str]:
    fixes = likely.fixes(filled(book(left, L="lanval", P="perceval")))
    return [fix.said.removeprefix("Likely meant: ") for fix in fixes]


def exchanged(one: int, other: int) -> str:
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


def test_fix_that_leaves_the_score_provisional_is_less_likely() -> None:
    """Ann's fifth die on the board ends the game; without it, or with Bo's, it goes on."""
    five = DICE.partition("    dice:")[0].replace(" 2: Ann,", "")
    assert scoring.score(scoring.read(five)).final
    said = named(five.replace("right: {1: Ann", "right: {1: Zed"))
    assert said == ["board right 1: Ann in place of Zed"]


def test_two_players_may_be_exchanged_with_all_that_is_theirs() -> None:
    """Ann has six dice on the board, and three full tables on her form; the sums are Bo's."""
    full, few = [1, 2, 3, 4, 5, 6], {"left": [2], "middle": [3], "right": [1, 2]}
    forms = [
        {"name": "Ann", "tasks": dict.fromkeys(few, full), "dice": {"left": 0, "right": 1}},
        {"name": "Bo", "tasks": few, "dice": {"left": 3, "right": 0}},
    ]
    three = dict.fromkeys((1, 2, 3), "Ann")
    board = {"left": three, "middle": three, "right": {5: "Bo"}}
    said = {"game": "dice_archive", "board": board, "players": forms}
    assert named(json.dumps(said)) == ["Ann and Bo exchanged"]
    for form in forms:
        del form["dice"]
    assert named(json.dumps(said)) == [], "their names or their tasks: two fixes as likely"


def test_a_fix_is_not_named_where_those_as_likely_are_not_all_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = ARCHIVE.replace("manuscripts: 8", "manuscripts: 18")
    (said,) = named(both)
    read = scoring.read(both)
    ranked = likely.Trial(InvalidPosition(read, scoring.check(read).findings)).ranked()
    at = [one.describe() for one in ranked].index(said)
    assert ranked[at + 1].cost == ranked[at].cost
    monkeypatch.setattr(likely, "MOST_CHECKS", at + 1)
    assert named(both) == []


def test_one_piece_too_many_is_as_likely_a_slip_of_either_player(tmp_path: Path) -> None:
    sheet = """
clause: LG-1.1
noted: {player: {held: {each: cards, max: 3}}}
must: [{for: table, each: cards, if: "sum(players, held) <= 3", say: too many}]
worth: [{part: held, points: sum(held)}]
"""
    data = scoresheets.write_game(tmp_path, sheet, {"cards": [{"id": "goose", "title": "Goose"}]})
    seats = ", ".join(f"{{name: {name}, held: {{goose: 2}}}}" for name in ("Ann", "Bo"))
    table = PositionReader(data).read(f"game: little\nplayers: [{seats}]")
    assert likely.fixes(table) == ()


def test_number_of_corrections_tried_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Any] = []
    passes = likely.Trial.passes

    def counted(trial: likely.Trial, position: Any) -> bool:
        tried.append(position)
        return passes(trial, position)

    monkeypatch.setattr(likely.Trial, "passes", counted)
    both = ARCHIVE.replace("manuscripts: 8", "manuscripts: 18").replace("A: 2", "A: 5")
    assert named(both) == []
    assert 100 < len(tried) <= likely.MOST_CHECKS


def test_entry_missing_from_empty_mapping_gets_a_key_of_its_type() -> None:
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


def test_impossible_board_is_corrected_in_few_steps(
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
def test_mapping_longer_than_any_sheet_is_not_corrected(number: int) -> None:
    many = ", ".join([f"Z{at}: 1" for at in range(number)])
    assert named(ARCHIVE.replace("A: 2", many)) == []


# How many slips are guessed

SHARES = {  # the least, of slips of all kinds; docs/guide/scoring.md has what was measured
    "dice_archive": 0.4,
    "manuscript": 0.95,
    "nineteen_eighty_four": 0.6,
    "verse_and_variant": 0.6,
    "winstons_archive": 0.65,
}


@pytest.mark.parametrize("number", [5, pytest.param(200, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("name", SHARES)
def test_share_of_single_mistakes_that_are_guessed(name: str, number: int) -> None:
    made, right = shares(name, number, seed=6 if number < 9 else 7)
    print(f"\n{name}: {summary(made, right)}")
    assert made.total() == number
    assert right.total() >= (0.2 if number < 9 else SHARES[name]) * number, summary(made, right)


def test_finding_a_fix_leaves_the_position_unchanged() -> None:
    read: PositionFile = scoring.read(ARCHIVE.replace("manuscripts: 8", "manuscripts: 18"))
    assert likely.fixes(read)
    assert read.position.players[0].manuscripts == 18
