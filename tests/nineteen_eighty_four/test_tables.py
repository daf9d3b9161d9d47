"""The tables of Nineteen Eighty-Four are what the program that writes them makes of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import card_data
from card_data.nineteen_eighty_four.model import REMOVALS
from scoring.nineteen_eighty_four.advice import endings
from scoring.nineteen_eighty_four.advice.endings import FAILED, bit, minus_room, results, unpack
from scoring.nineteen_eighty_four.advice.solver import Solver
from scoring.nineteen_eighty_four.dice import DiceState
from tests.nineteen_eighty_four import tabulate
from tests.nineteen_eighty_four.tabulate import Starts, pack
from tests.sweeps import amounts, sweep

DATA = card_data.load("nineteen_eighty_four").data
PLACES = 1e-9  # about the last that results.yaml shows


@pytest.fixture(scope="module")
def starts() -> dict[str, Starts]:
    return {removed: tabulate.starts(removed) for removed in REMOVALS}


@pytest.mark.parametrize("removals", amounts(["purple"], [*REMOVALS]))
def test_the_sets_behind_some_rolls_are_in_the_table(removals: Sequence[str]) -> None:
    """The others are compared one by one in the soak test."""
    rng = Random(3)
    some = [ways for each in removals for ways in rng.sample(tabulate.starts(each), 2)]
    table = endings.Endings().table
    found = tabulate.after_green(now for ways in some for now in ways)
    assert len(found) > 1000
    assert {dice: table.sets[table.which[table.places(dice)[0]]] for dice in found} == found


@pytest.mark.parametrize("removed", REMOVALS)
def test_the_chances_of_a_row_are_whole_and_fall(removed: str) -> None:
    row = DATA.outcome(removed)
    assert list(row.boxes) == sorted(set(row.boxes))
    assert row.boxes[0] >= 1
    assert sum(row.to_mark.values()) == pytest.approx(1, abs=30 * PLACES)
    assert {boxes for boxes in row.to_mark if boxes} <= {*row.boxes}
    assert list(row.at_least) == list(range(1, max(row.boxes) + 1))
    chances = list(row.at_least.values())
    assert chances == sorted(chances, reverse=True)
    for boxes, chance in row.at_least.items():  # playing for so many beats playing for the most
        for_most = sum(share for one, share in row.to_mark.items() if one >= boxes)
        assert chance >= for_most - 30 * PLACES


@pytest.mark.parametrize("removed", sweep(["white", "purple"], ["purple"]))
def test_the_chances_of_a_row_are_those_of_best_play(removed: str) -> None:
    """On one roll in nine, drawn at random: near enough to tell one row from another."""
    row, some = DATA.outcome(removed), Random(5).sample(tabulate.starts(removed), 864)
    mean = sum(boxes * chance for boxes, chance in row.to_mark.items())
    assert tabulate.average(Solver(lambda one: max(0, one), 0), some) == pytest.approx(
        mean, abs=0.5
    )
    assert tabulate.average(tabulate.at_least(9), some) == pytest.approx(row.at_least[9], abs=0.05)


@pytest.mark.soak
def test_the_table_is_what_the_program_writes(starts: dict[str, Starts]) -> None:
    everywhere = (now for some in starts.values() for ways in some for now in ways)
    made = pack(tabulate.after_green(everywhere))
    assert unpack(made) == unpack(endings.TABLE.read_bytes())


@pytest.mark.soak
@pytest.mark.parametrize("removed", REMOVALS)
def test_a_row_has_all_results_that_a_round_can_give(
    removed: str, starts: dict[str, Starts]
) -> None:
    row = DATA.outcome(removed)
    ends = results(tabulate.reach(Solver(float, 0), starts[removed]))
    boxes = tuple(end for end in ends if end is not None and end > 0)
    assert (row.boxes, row.nothing) == (boxes, len(boxes) < len(ends))


@pytest.mark.soak
@pytest.mark.parametrize("removed", ["red", "green", "blue", "white", "yellow", "purple"])
def test_the_chances_without_a_colour_are_exact(removed: str, starts: dict[str, Starts]) -> None:
    row = DATA.outcome(removed)
    for_most = Solver(lambda one: max(0, one), 0)
    assert tabulate.to_mark(for_most, starts[removed]) == pytest.approx(row.to_mark, abs=PLACES)
    for boxes in (5, 11, 17):
        found = tabulate.average(tabulate.at_least(boxes), starts[removed])
        assert found == pytest.approx(row.at_least[boxes], abs=PLACES)


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
