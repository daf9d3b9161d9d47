"""The solver of Nineteen Eighty-Four against the same round worked out the slow way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from statistics import mean
from typing import NamedTuple

import pytest

from card_data.nineteen_eighty_four.model import SECURITY
from scoring.nineteen_eighty_four.advice.endings import results as results_in
from scoring.nineteen_eighty_four.advice.solver import Solver
from scoring.nineteen_eighty_four.dice import rerolled, steps
from tests.nineteen_eighty_four import brute_force
from tests.nineteen_eighty_four import sample_walks as walks
from tests.nineteen_eighty_four.brute_force import COLOURS, Dice, Middle, best, placements, results
from tests.nineteen_eighty_four.sample_walks import any_middle, laid, middle, random_round, row
from tests.nineteen_eighty_four.tabulate import reach
from tests.sweeps import amounts

REMOVED = ("", *COLOURS, SECURITY)


class Worth(NamedTuple):
    """The worth of results, and of a failed round."""

    payoff: Callable[[int], float]
    failed: float


def plain(result: int) -> float:
    return max(0, result)


def random_worth(seed: int) -> Worth:
    """Any number for each result, some of them less than nothing."""
    rng = Random(seed)
    table = {result: rng.uniform(-5, 20) for result in range(-6, 43)}
    return Worth(table.__getitem__, rng.uniform(-5, 20))


WORTHS = (Worth(plain, 0), *map(random_worth, range(4)))


def by_number(faces: Dice) -> dict[int, int]:
    """Dice by their places in the order of colours."""
    return {COLOURS.index(colour): face for colour, face in faces.items()}


@pytest.mark.parametrize("seed", range(10))
def test_the_steps_are_those_of_the_slow_way(seed: int) -> None:
    rng = Random(seed)
    for _ in range(100):
        dice = any_middle(rng)
        found = {step.words: step for step in steps(laid(dice))}
        slow = dict(placements(*dice))
        assert found.keys() == slow.keys()
        for words, follows in slow.items():
            step = found[words]
            if words.startswith("place green"):
                rolled = [COLOURS[at] for at in step.targets]
                faces = {one: rng.randint(1, 6) for one in rolled}
                after = rerolled(step.after, by_number(faces))
                assert step.after.available == brute_force.without(dice[0], "green")
                assert after.available == brute_force.without(dice[0], "green") | faces
                assert (after.placed, after.room) == (step.after.placed, step.after.room)
                assert middle(after) in [*follows]
            else:
                assert [middle(step.after)] == [*follows]


def reached(rng: Random) -> Middle:
    return walks.reached_middle(rng, 4)


def typed(rng: Random) -> Middle:
    """Dice that no round leaves so, as whoever types them in may have missed one."""
    available, placed, room = any_middle(rng)
    some = dict(list(available.items())[:4])
    return some, placed, 0 if "yellow" in available else room  # it is Yellow that fills Room 101


@pytest.mark.parametrize("states", amounts(25, 100))
@pytest.mark.parametrize(
    ("worth", "middle_of"), [*[(worth, reached) for worth in WORTHS], (WORTHS[0], typed)]
)
def test_a_state_is_worth_what_the_slow_way_finds(
    worth: Worth, middle_of: Callable[[Random], Middle], states: int
) -> None:
    """So is each of its steps, the best of them first; its distribution has that as its mean."""
    rng, solver = Random(1984), Solver(*worth)
    for _ in range(states):
        dice = middle_of(rng)
        state = laid(dice)
        value = pytest.approx(float(best(dice, *worth)), abs=1e-9)
        assert solver.value(state) == value, state
        follows, ranked = dict(placements(*dice)), solver.ranked(state)
        values = [one for _, one in ranked]
        assert values == sorted(values, reverse=True)
        assert {step for step, _ in ranked} == {*steps(state)}
        for step, found in ranked:
            after = [float(best(one, *worth)) for one in follows[step.words]]
            assert found == pytest.approx(mean(after), abs=1e-9), step.words
        distribution = solver.distribution(state)
        assert sum(distribution.values()) == pytest.approx(1, abs=1e-9)
        assert min(distribution.values()) >= 0
        can = results(dice)
        assert {one for one, chance in distribution.items() if chance} <= can
        assert {*results_in(reach(solver, [[state]]))} == can
        assert sum(chance * earned(one, worth) for one, chance in distribution.items()) == value


def earned(result: int | None, worth: Worth) -> float:
    return worth.failed if result is None else worth.payoff(result)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_a_full_roll_is_worth_what_the_slow_way_finds(seed: int) -> None:
    rng = Random(seed)
    dice: Middle = ({colour: rng.randint(1, 6) for colour in COLOURS}, {}, 0)
    value = float(best(dice, *WORTHS[0]))
    assert Solver(*WORTHS[0]).value(laid(dice)) == pytest.approx(value, abs=1e-9)


def allowed(found: Iterable[int | None], removed: str) -> bool:
    """Whether the results table has all of these results of rounds."""
    can = row(walks.results_of(removed))
    boxes = {max(0, result or 0) for result in found}
    return boxes <= {*can.boxes, *[0] * can.nothing}


@pytest.mark.parametrize("rounds", amounts(400, 1000))
@pytest.mark.parametrize("removed", REMOVED)
def test_the_results_table_has_whatever_random_play_gives(removed: str, rounds: int) -> None:
    rng = Random(removed)
    assert allowed([random_round(removed, rng)[1] for _ in range(rounds)], removed)


@pytest.mark.parametrize(("available", "placed", "value"), [
    ({"purple": 6}, {}, 1),
    ({"yellow": 5}, {}, 0),  # to Room 101: 0 - 5
    ({"yellow": 4}, {}, 0),  # fails
    ({"red": 6}, {"blue": 4, "white": 6}, 14),
    ({"green": 1, "purple": 1}, {}, 6 + 3.5),  # green first; then both are turned over
    ({"green": 2, "purple": 1}, {}, 0),  # purple turns green to 5: too few dice for it
])  # fmt: skip
def test_states_worked_out_by_hand(
    available: dict[str, int], placed: dict[str, int], value: float
) -> None:
    assert best((available, placed, 0), plain, 0) == value
    assert Solver(plain, 0).value(laid((available, placed, 0))) == pytest.approx(value)
