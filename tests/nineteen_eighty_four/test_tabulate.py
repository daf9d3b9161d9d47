"""What `tabulate` writes, on rolls so few that their results can be worked out by hand."""

from __future__ import annotations

import zlib
from array import array
from pathlib import Path

import pytest

import card_data
from scoring.nineteen_eighty_four.advice.endings import FAILED, bit, minus_room, results, unpack
from scoring.nineteen_eighty_four.dice import DiceState, Shown, parse_dice
from tests.nineteen_eighty_four import tabulate
from tests.nineteen_eighty_four.tabulate import after_green, pack

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


@pytest.mark.clause("NE-3.4", "NE-3.6", "NE-4.2", "NE-6.1", "NE-6.2")
def test_it_writes_what_rolls_come_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabulate, "starts", FEW.__getitem__)
    monkeypatch.setattr(tabulate, "walks", lambda data: b"walks")
    tabulate.main(tmp_path / "new")
    assert (tmp_path / "new" / "results.yaml").read_text("utf-8") == tabulate.HEAD + ROWS
    assert (tmp_path / "new" / "endings.bin").read_bytes() == pack(WITH_PURPLE)
    assert (tmp_path / "new" / "walks.bin").read_bytes() == b"walks"
    shipped = (card_data.load("nineteen_eighty_four").folder / "results.yaml").read_text("utf-8")
    assert shipped.startswith(tabulate.HEAD + "  - id: none\n")


@pytest.mark.clause("NE-4.1", "NE-4.2", "NE-4.6")
def test_every_way_to_lie_right_after_the_reroll_of_green() -> None:
    """Purple has to turn green, a 6, to a 1; red can be placed only after purple."""
    assert after_green([parse_dice("r2 g6 p3"), LUCK]) == WITH_RED | WITH_PURPLE
    assert after_green([parse_dice("g6 b1")]) == {}, "green can only go"


def test_a_table_has_its_sets_the_places_of_shapes_and_an_index() -> None:
    """Shapes in base three: red, blue, white, yellow, purple gone, available or placed."""
    table = unpack(pack(WITH_RED | WITH_PURPLE))
    sets = [0, bit(6), *[bit(result) for result in range(7, 13)]]
    purple, red = 7 * 243 + 1, 7 * 243 + 81 + 2
    assert table.sets == sets
    assert table.starts == {purple: 1, red: 7}
    index = [0] * (1 + 6 + 36)
    index[1:7] = [7, 6, 5, 4, 3, 2]
    index[7 + 18 : 7 + 24] = [1] * 6
    assert table.which == array("H", index)
    packed = pack(WITH_PURPLE)
    assert packed == zlib.compress(zlib.decompress(packed), 9)


def test_places_are_those_of_every_fall() -> None:
    table = unpack(pack({(face, 7, 0, 0, 0, 1): bit(6) for face in range(1, 7)}))
    fallen = [[table.places((red, 7, 0, 0, 0, purple)) for purple in (1, 2)] for red in (1, 2)]
    assert fallen == [[[1], [7]], [[2], [8]]]
    assert table.places((1, 7, 0, 0, 0, 3), (0,)) == [13, 14, 15, 16, 17, 18]
    assert table.places((3, 7, 0, 0, 0, 1), (5,)) == [3, 9, 15, 21, 27, 33]
    assert table.places((1, 7, 0, 0, 0, 1), (0, 5))[:7] == [1, 7, 13, 19, 25, 31, 2]
    assert table.places((1, 8, 0, 0, 0, 1), (0, 5)) == [0] * 36
    whole = DiceState((6, 7, 6, 6, 6, 6)).dice
    largest = unpack(pack({whole: bit(36)}))
    assert (len(largest.which), largest.which[-1]) == (1 + 6**5, 1)


@pytest.mark.clause("NE-3.4", "NE-3.6", "NE-4.5")
def test_a_set_has_results_from_the_lowest_to_the_highest() -> None:
    """A six in Room 101 and nothing placed; six sixes. A failed round loses nothing to it."""
    assert results((1 << 60) - 1) == [None, *range(-6, 37)]
    assert (bit(-6), results(0), results(FAILED)) == (2, [], [None])
    assert minus_room(bit(5) | bit(2) | FAILED, 3) == bit(2) | bit(-1) | FAILED
    assert minus_room(bit(5), 6) == bit(-1)
    assert minus_room(bit(5) | FAILED, 0) == bit(5) | FAILED
