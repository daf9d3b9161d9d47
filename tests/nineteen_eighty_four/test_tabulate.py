"""What `tabulate` writes, on rolls so few that their results can be worked out by hand."""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from pathlib import Path

import pytest

import card_data
from scoring.nineteen_eighty_four.advice import prospects, tabulate
from scoring.nineteen_eighty_four.advice.endings import (
    FAILED,
    bit,
    little_endian,
    minus_room,
    pack,
    results,
    unpack,
)
from scoring.nineteen_eighty_four.advice.expectation import Starts, parts
from scoring.nineteen_eighty_four.advice.prospects import HOPES, Course
from scoring.nineteen_eighty_four.dice import DiceState, Shown, parse_dice
from scoring.nineteen_eighty_four.walk import Walk
from tests.nineteen_eighty_four.test_prospects import FewRounds
from tests.nineteen_eighty_four.walks import LEVELS, town

SMALL_TOWN = town("..s.r.", golden=1)
ONE, FIVE = parse_dice("p6"), parse_dice("p2")  # purple, turned over by itself
NOUGHT = parse_dice("y1", placed="r1")  # red goes to Room 101: 1 - 1
LUCK = parse_dice("g1 p1")  # green, then both are turned over: 6 and 7 less what purple falls
FEW = {
    "none": [[LUCK]],
    "red": [[FIVE], [ONE]],
    "green": [[ONE], [ONE]],
    "blue": [[parse_dice("y5")], [ONE]],  # yellow goes to Room 101 itself: -5
    "white": [[parse_dice("w3")], [ONE]],  # white alone fails
    "yellow": [[NOUGHT], [ONE]],
    "purple": [[ONE]],
    "highest": [[ONE, FIVE]],  # one roll, of which either may be left
}
ROWS = """\
  - id: none
    boxes: [7, 8, 9, 10, 11, 12]
    nothing: true
    to_mark: {7: 0.1666666667, 8: 0.1666666667, 9: 0.1666666667, 10: 0.1666666667, \
11: 0.1666666667, 12: 0.1666666667}
    at_least: {1: 1.0000000000, 2: 1.0000000000, 3: 1.0000000000, 4: 1.0000000000, \
5: 1.0000000000, 6: 1.0000000000, 7: 1.0000000000, 8: 0.8333333333, 9: 0.6666666667, \
10: 0.5000000000, 11: 0.3333333333, 12: 0.1666666667}
  - id: red
    boxes: [1, 5]
    nothing: false
    to_mark: {1: 0.5000000000, 5: 0.5000000000}
    at_least: {1: 1.0000000000, 2: 0.5000000000, 3: 0.5000000000, 4: 0.5000000000, 5: 0.5000000000}
  - id: green
    boxes: [1]
    nothing: false
    to_mark: {1: 1.0000000000}
    at_least: {1: 1.0000000000}
  - id: blue
    boxes: [1]
    nothing: true
    to_mark: {0: 0.5000000000, 1: 0.5000000000}
    at_least: {1: 0.5000000000}
  - id: white
    boxes: [1]
    nothing: true
    to_mark: {0: 0.5000000000, 1: 0.5000000000}
    at_least: {1: 0.5000000000}
  - id: yellow
    boxes: [1]
    nothing: true
    to_mark: {0: 0.5000000000, 1: 0.5000000000}
    at_least: {1: 0.5000000000}
  - id: purple
    boxes: [1]
    nothing: false
    to_mark: {1: 1.0000000000}
    at_least: {1: 1.0000000000}
  - id: highest
    boxes: [1, 5]
    nothing: false
    to_mark: {5: 1.0000000000}
    at_least: {1: 1.0000000000, 2: 1.0000000000, 3: 1.0000000000, 4: 1.0000000000, 5: 1.0000000000}
"""
# Green is placed with a 1; purple still lies there, or red does and purple shows a placed 4.
WITH_PURPLE: dict[Shown, int] = {(0, 7, 0, 0, 0, face): bit(13 - face) for face in range(1, 7)}
WITH_RED: dict[Shown, int] = {(face, 7, 0, 0, 0, 10): bit(6) for face in range(1, 7)}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> dict[str, Starts]:
    """The few rolls in place of all."""
    monkeypatch.setattr(tabulate, "starts", FEW.__getitem__)
    return FEW


def written_by(monkeypatch: pytest.MonkeyPatch, *words: object) -> None:
    """What the program does with these words after its name."""
    monkeypatch.setattr(sys, "argv", ["tabulate", *map(str, words)])
    tabulate.main()


@pytest.mark.clause("NE-3.4", "NE-3.6", "NE-4.2", "NE-6.1", "NE-6.2")
def test_it_writes_results_and_endings(
    tmp_path: Path, few: dict[str, Starts], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "not" / "there yet"
    for _ in range(2):
        written_by(monkeypatch, folder)
        assert sorted(file.name for file in folder.iterdir()) == ["endings.bin", "results.yaml"]
        assert (folder / "results.yaml").read_text("utf-8") == tabulate.HEAD + ROWS
        assert (folder / "endings.bin").read_bytes() == pack(WITH_PURPLE)


def test_its_head_is_that_of_the_shipped_results() -> None:
    shipped = (card_data.load("nineteen_eighty_four").folder / "results.yaml").read_text("utf-8")
    assert shipped.startswith(tabulate.HEAD + "  - id: none\n")


def test_it_writes_the_tables_of_all_walks_in_place_of_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_data, "load", {"nineteen_eighty_four": SMALL_TOWN}.__getitem__)
    monkeypatch.setattr(prospects, "Rounds", FewRounds)
    folder = tmp_path / "not" / "there yet"
    courses = [
        Course(SMALL_TOWN.data, Walk(SMALL_TOWN.data, level), hope)
        for level in LEVELS
        for hope in HOPES
    ]
    right = {one.name: prospects.written(prospects.work_out(one, FewRounds())) for one in courses}
    for _ in range(2):
        written_by(monkeypatch, "--walks", folder)
        assert {file.name: file.read_bytes() for file in (folder / "tables").iterdir()} == right
        (folder / "tables" / "arrive-x1-of_another_route.json").write_text("[]")


def test_it_says_how_to_call_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "500")
    with pytest.raises(SystemExit):
        written_by(monkeypatch, "--help")
    out = " ".join(capsys.readouterr().out.split())
    assert "[-h] [--walks] folder Works out what rolls and walks can come to" in out
    assert "folder where to write options:" in out
    assert out.endswith("--walks write the tables of walks instead")


@pytest.mark.clause("NE-4.1", "NE-4.2", "NE-4.6")
def test_every_way_to_lie_before_green_and_right_after_its_reroll() -> None:
    """Purple has to turn green, a 6, to a 1; red can be placed only after purple."""
    now = parse_dice("r2 g6 p3")
    found = [*tabulate.before_green([now, parse_dice("r2 p3"), parse_dice("r1", placed="g1")])]
    assert len(found) == 5
    assert {*found} == {
        now,
        parse_dice("r5 g6", placed="p4"),
        parse_dice("g6", placed="r4 p4"),
        parse_dice("r2 g1", placed="p4"),
        parse_dice("g1", placed="r4 p4"),
    }
    assert tabulate.after_green([now, LUCK]) == WITH_RED | WITH_PURPLE
    green_can_go = parse_dice("g6 b1")
    assert [*tabulate.before_green([green_can_go])] == [green_can_go]


# The file of endings


def test_a_table_has_its_sets_the_places_of_shapes_and_an_index() -> None:
    """Shapes in base three: red, blue, white, yellow, purple gone, available or placed."""
    table = unpack(pack(WITH_RED | WITH_PURPLE))
    sets = [0, bit(6), *[bit(result) for result in range(7, 13)]]
    purple, red = 7 * 243 + 1, 7 * 243 + 81 + 2
    assert table.sets == array("Q", sets)
    assert table.starts == {purple: 1, red: 7}
    index = [0] * (1 + 6 + 36)
    index[1:7] = [7, 6, 5, 4, 3, 2]
    index[7 + 18 : 7 + 24] = [1] * 6
    assert table.which == array("H", index)


def test_places_are_those_of_every_fall() -> None:
    table = unpack(pack({(face, 7, 0, 0, 0, 1): bit(6) for face in range(1, 7)}))
    fallen = [[table.places((red, 7, 0, 0, 0, purple)) for purple in (1, 2)] for red in (1, 2)]
    assert fallen == [[[1], [7]], [[2], [8]]]
    assert table.places((1, 7, 0, 0, 0, 3), (0,)) == [13, 14, 15, 16, 17, 18]
    assert table.places((3, 7, 0, 0, 0, 1), (5,)) == [3, 9, 15, 21, 27, 33]
    assert table.places((1, 7, 0, 0, 0, 1), (0, 5))[:7] == [1, 7, 13, 19, 25, 31, 2]
    assert table.places((1, 8, 0, 0, 0, 1), (0, 5)) == [0] * 36
    assert table.places((1, 8, 0, 0, 0, 1)) == [0]


def test_the_file_is_packed_tight_and_the_same_on_every_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packed = pack(WITH_PURPLE)
    plain = zlib.decompress(packed)
    assert plain[:8] == struct.pack("<II", 7, 1)
    assert plain[8:16] == bytes(8)
    assert plain[16:24] == struct.pack("<Q", bit(7))
    assert packed == zlib.compress(plain, 9)
    monkeypatch.setattr(sys, "byteorder", "big")
    assert little_endian(array("H", [1, 0x0203])) == array("H", [0x0100, 0x0302])


@pytest.mark.clause("NE-3.4", "NE-3.6", "NE-4.5")
def test_a_set_has_results_from_the_lowest_to_the_highest() -> None:
    """A six in Room 101 and nothing placed; six sixes. A failed round loses nothing to it."""
    assert results((1 << 60) - 1) == [None, *range(-6, 37)]
    assert (bit(-6), results(0), results(FAILED)) == (2, [], [None])
    assert minus_room(bit(5) | bit(2) | FAILED, 3) == bit(2) | bit(-1) | FAILED
    assert minus_room(bit(5), 6) == bit(-1)
    assert minus_room(bit(5) | FAILED, 0) == bit(5) | FAILED


# Rounds laid out


@pytest.mark.parametrize(
    ("removed", "number"), [("none", 234), ("highest", 234), ("red", 39), ("purple", 39)]
)
def test_rolls_are_laid_out_two_hundred_at_a_time(removed: str, number: int) -> None:
    """Of 46,656 rolls of six dice, or 7,776 of five."""
    assert parts(removed) == number


def test_each_kind_of_round_is_laid_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[object, ...]] = []

    class Laid:
        def __init__(self, *given: object) -> None:
            made.append(given)

        def worth(self, worths: list[float]) -> float:
            return sum(worths) + len(made)

    def told() -> None:
        raise AssertionError("nothing is laid out here")

    monkeypatch.setattr(prospects, "Expectation", Laid)
    rounds = prospects.Rounds()
    assert rounds.parts(["none", "red"]) == 234 + 39
    rounds.lay_out(["red"], told)
    rounds.lay_out(["red"], told)
    assert made == [("red", rounds.endings, told)]
    assert rounds.parts(["none", "red"]) == 234
    assert rounds.worth("red", [2.0, 3.0]) == 6
    assert rounds.worth("none", [2.0, 3.0]) == 7
    assert [one[0] for one in made] == ["red", "none"]
    assert rounds.parts(["none", "red"]) == 0


@pytest.mark.clause("NE-3.4")
def test_a_state_of_dice_can_be_packed_whole() -> None:
    """Six dice around a placed green: the largest shape of the table."""
    whole = DiceState((6, 7, 6, 6, 6, 6)).dice
    table = unpack(pack({whole: bit(36)}))
    assert (len(table.which), table.which[-1]) == (1 + 6**5, 1)
