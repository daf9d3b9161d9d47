"""The solver of Nineteen Eighty-Four against the same round worked out the slow way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, product
from math import sqrt
from random import Random
from statistics import mean, pstdev
from typing import NamedTuple

import pytest

from card_data.nineteen_eighty_four.model import SECURITY
from scoring.nineteen_eighty_four.advice.solver import Solver
from scoring.nineteen_eighty_four.dice import DiceState, rerolled, steps
from tests.nineteen_eighty_four.brute_force import (
    COLOURS,
    Dice,
    Middle,
    best,
    placements,
    results,
    without,
)
from tests.nineteen_eighty_four.walks import (
    any_middle,
    laid,
    middle,
    random_round,
    reached_middle,
    results_of,
    row,
)
from tests.sweeps import amounts, sweep

REMOVED = ("", *COLOURS, SECURITY)


class Worth(NamedTuple):
    """What results are worth, and a failed round."""

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
                assert step.after.available == without(dice[0], "green")
                assert after.available == without(dice[0], "green") | faces
                assert (after.placed, after.room) == (step.after.placed, step.after.room)
                assert middle(after) in [*follows]
            else:
                assert [middle(step.after)] == [*follows]


@pytest.mark.parametrize("states", amounts(40, 100))
@pytest.mark.parametrize("number", sweep(range(len(WORTHS)), [0, 1]))
def test_the_value_of_a_state_is_that_of_the_slow_way(number: int, states: int) -> None:
    rng, worth = Random(1984), WORTHS[number]
    solver = Solver(*worth)
    for _ in range(states):
        dice = reached_middle(rng, 4)
        state, value = laid(dice), float(best(dice, *worth))
        assert solver.value(state) == pytest.approx(value, abs=1e-9), state


@pytest.mark.parametrize("states", amounts(60, 250))
def test_dice_that_no_round_leaves_so_are_worked_out_too(states: int) -> None:
    """Whoever types dice in may have missed one; the answer is right for what was typed."""
    rng = Random(7)
    solver = Solver(*WORTHS[0])
    for _ in range(states):
        dice = any_middle(rng)
        room = 0 if "yellow" in dice[0] else dice[2]  # it is Yellow that fills Room 101
        dice = (dict(list(dice[0].items())[:4]), dice[1], room)
        value = float(best(dice, *WORTHS[0]))
        assert solver.value(laid(dice)) == pytest.approx(value, abs=1e-9), dice


@pytest.mark.parametrize("worth", WORTHS)
def test_the_steps_are_ranked_and_the_best_is_worth_the_value(worth: Worth) -> None:
    rng = Random(101)
    solver = Solver(*worth)
    for _ in range(60):
        dice = reached_middle(rng, 4)
        state = laid(dice)
        ranked = solver.ranked(state)
        values = [value for _, value in ranked]
        assert values == sorted(values, reverse=True)
        assert {step for step, _ in ranked} == {*steps(state)}
        if not ranked:
            end = None if state.available else state.result
            assert solver.value(state) == earned(end, worth)
            continue
        assert values[0] == pytest.approx(solver.value(state), abs=1e-9)
        follows = dict(placements(*dice))
        for step, value in ranked:
            after = [float(best(one, *worth)) for one in follows[step.words]]
            assert value == pytest.approx(mean(after), abs=1e-9), step.words


@pytest.mark.parametrize("worth", WORTHS)
def test_the_distribution_is_whole_and_has_the_value_as_its_mean(worth: Worth) -> None:
    rng = Random(5)
    solver = Solver(*worth)
    for _ in range(40):
        dice = reached_middle(rng, 4)
        distribution = solver.distribution(laid(dice))
        assert sum(distribution.values()) == pytest.approx(1, abs=1e-9)
        assert min(distribution.values()) >= 0
        assert {one for one, chance in distribution.items() if chance} <= results(dice)
        expected = sum(chance * earned(one, worth) for one, chance in distribution.items())
        assert expected == pytest.approx(solver.value(laid(dice)), abs=1e-9)


def earned(result: int | None, worth: Worth) -> float:
    return worth.failed if result is None else worth.payoff(result)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_a_full_roll_is_worth_what_the_slow_way_finds(seed: int) -> None:
    rng = Random(seed)
    dice: Middle = ({colour: rng.randint(1, 6) for colour in COLOURS}, {}, 0)
    value = float(best(dice, *WORTHS[0]))
    assert Solver(*WORTHS[0]).value(laid(dice)) == pytest.approx(value, abs=1e-9)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_rounds_played_by_the_solver_earn_what_it_says(seed: int) -> None:
    rng = Random(seed)
    worth = WORTHS[seed % len(WORTHS)]
    solver = Solver(*worth)
    start = laid(({colour: rng.randint(1, 6) for colour in COLOURS}, {}, 0))
    paid = []
    ends: Counter[int | None] = Counter()
    for _ in range(10_000):
        end = play_best(start, solver, rng)
        ends[end] += 1
        paid.append(earned(end, worth))
    assert mean(paid) == pytest.approx(
        solver.value(start), abs=4 * pstdev(paid) / sqrt(len(paid)) + 1e-9
    )
    if worth.payoff is not plain:  # else several results are worth the same
        for result, chance in solver.distribution(start).items():
            error = sqrt(chance * (1 - chance) * len(paid))
            assert ends[result] == pytest.approx(chance * len(paid), abs=4.5 * error + 1e-6)


def play_best(state: DiceState, solver: Solver, rng: Random) -> int | None:
    while state.available:
        ranked = solver.ranked(state)
        if not ranked:
            return None
        step = ranked[0][0]
        state = step.after
        if step.words.startswith("place green"):
            faces = {COLOURS[at]: rng.randint(1, 6) for at in step.targets}
            state = rerolled(state, by_number(faces))
    return state.result


def rolls(removed: str) -> set[DiceState]:
    dice = [colour for colour in COLOURS if colour != removed]
    made = [dict(zip(dice, faces, strict=True)) for faces in product(range(1, 7), repeat=len(dice))]
    if removed == SECURITY:
        made = [
            without(roll, colour)
            for roll in made
            for colour in roll
            if roll[colour] == max(roll.values())
        ]
    return {laid((roll, {}, 0)) for roll in made}


def allowed(found: Iterable[int | None], removed: str) -> bool:
    """Whether the results table has all of these results of rounds."""
    can = row(results_of(removed))
    boxes = {max(0, result or 0) for result in found}
    return boxes <= {*can.boxes, *[0] * can.nothing}


@pytest.mark.parametrize("removed", sweep(REMOVED[1:], ["purple"]))
def test_the_results_table_has_whatever_a_roll_can_give(removed: str) -> None:
    for roll in Random(removed).sample(sorted(rolls(removed)), 2):
        assert allowed(results(middle(roll)), removed), roll


@pytest.mark.parametrize("rounds", amounts(400, 1000))
@pytest.mark.parametrize("removed", REMOVED)
def test_the_results_table_has_whatever_random_play_gives(removed: str, rounds: int) -> None:
    rng = Random(removed)
    assert allowed([random_round(removed, rng)[1] for _ in range(rounds)], removed)


@pytest.mark.parametrize("removed", REMOVED)
def test_a_row_of_the_results_table_is_whole_numbers_upward(removed: str) -> None:
    boxes = row(results_of(removed)).boxes
    assert list(boxes) == sorted(set(boxes))
    assert boxes[0] >= 1


@pytest.mark.soak
@pytest.mark.parametrize("removed", REMOVED)
def test_the_results_table_is_exact(removed: str) -> None:
    """Every roll, every choice and every fall of the dice, wave after wave."""
    wave = rolls(removed)
    ends: set[int] = set()
    fails = False
    while wave:
        following: set[DiceState] = set()
        rerolls: set[tuple[DiceState, tuple[int, ...]]] = set()
        for state in wave:
            open_to = steps(state)
            if not state.available:
                ends.add(state.result)
            elif not open_to:
                fails = True
            for step in open_to:
                if step.words.startswith("place green"):
                    rerolls.add((blanked(step.after, step.targets), step.targets))
                else:
                    following.add(step.after)
        for after, targets in rerolls:
            for faces in product(range(1, 7), repeat=len(targets)):
                rolled = {COLOURS[at]: face for at, face in zip(targets, faces, strict=True)}
                following.add(rerolled(after, by_number(rolled)))
        wave = following
    can = row(results_of(removed))
    assert can.boxes == tuple(sorted(one for one in ends if one > 0))
    assert can.nothing is (fails or min(ends) <= 0)


def blanked(state: DiceState, targets: tuple[int, ...]) -> DiceState:
    """The dice about to be rolled all on 1, so that equal rerolls are made once."""
    dice = [1 if at in targets else value for at, value in enumerate(state.dice)]
    return state._replace(dice=tuple(dice))


@pytest.mark.parametrize(("available", "placed", "value"), [
    ({"purple": 6}, {}, 1),
    ({"yellow": 5}, {}, 0),  # to Room 101: 0 - 5
    ({"yellow": 4}, {}, 0),  # fails
    ({"red": 6}, {"blue": 4, "white": 6}, 14),
    ({"green": 1, "purple": 1}, {}, 6 + 3.5),  # green first; then both are turned over
    ({"green": 2, "purple": 1}, {}, 0),  # purple turns green to 5: too few dice for it
])  # fmt: skip
def test_the_slow_way_by_hand(
    available: dict[str, int], placed: dict[str, int], value: float
) -> None:
    assert best((available, placed, 0), plain, 0) == value


def test_the_slow_way_has_as_many_green_placements_as_choices() -> None:
    dice = {"red": 1, "green": 2, "white": 5, "yellow": 3, "purple": 6}
    greens = [words for words, _ in placements(dice, {}, 0) if words.startswith("place green")]
    assert len(greens) == len([*combinations(range(4), 2)])
