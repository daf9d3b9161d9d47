"""The worth of a walk: the tables against the slow way, and against walks that are played."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random
from statistics import mean, pstdev
from typing import Any

import pytest

from scoring.nineteen_eighty_four.advice import prospects as prospects_module
from scoring.nineteen_eighty_four.advice.endings import Endings
from scoring.nineteen_eighty_four.advice.prospects import Prospects, Route, WalkState, shipped
from scoring.nineteen_eighty_four.advice.solver import Solver
from scoring.nineteen_eighty_four.adviser import NEW_ROUTE, advise_player, chooser
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play.play import Play
from tests.nineteen_eighty_four import sample_walks as walks
from tests.nineteen_eighty_four.sample_walks import GAME, LEVELS, counts, seen, sheet_of, started
from tests.nineteen_eighty_four.tabulate import Expectation, average, starts, work_out
from tests.scoring.tools import decided
from tests.sweeps import amounts, sweep

TOWN = walks.town("..b.s.r..p.", after=".y.", golden=3)
RED_GIVES, OTHERS_GIVE = (1, 4), (2, 3, 5)  # boxes that a round of the tests may mark
MIDDLE = (17, 33, 50, 71, 88)  # a walk up to its sixth round


def few_rounds(removed: str, worths: list[float]) -> float:
    """Rounds in which chance offers a number of boxes, and play may mark them or nothing."""
    offers = RED_GIVES if removed == "red" else OTHERS_GIVE
    return sum(max(worths[0], worths[boxes]) for boxes in offers) / len(offers)


def slow_way(level: int, game: Any) -> float:
    """Return the worth of such rounds from the start, by NE-3.5, NE-5 and NE-6 alone."""
    road = [0, *[box.number for box in game.data.path(level in (4, 5))]]
    last = 9 if level == 1 else 8
    first = game.data.facts()["golden_first"]

    @cache
    def worth(rounds: tuple[int, ...]) -> float:
        if max([0, *rounds]) >= first:
            return 1
        if len(rounds) == last:
            return 0
        offers = RED_GIVES if walks.removed_next([*rounds], level, game) == "red" else OTHERS_GIVE
        at = road.index(max([0, *rounds]))
        ends = [road[min(at + boxes, len(road) - 1)] for boxes in offers]
        return sum(max(worth((*rounds, 0)), worth((*rounds, end))) for end in ends) / len(ends)

    return worth(())


@pytest.mark.parametrize("level", sweep([2, 3, 5], [2]))
def test_a_small_route_is_worth_what_the_slow_way_finds(level: int) -> None:
    route = Route(TOWN.data, Walk(TOWN.data, level))
    table = work_out(route, few_rounds)
    assert walks.zone(3, TOWN) == "blue"
    assert all(one == round(one, 12) for one in table.values())
    assert any(one != round(one, 11) for one in table.values())
    assert table[route.start] == pytest.approx(slow_way(level, TOWN), abs=1e-9)


def known(level: int) -> Prospects:
    found = prospects_module.prospects(GAME.data, Walk(GAME.data, level))
    assert found is not None
    return found


@pytest.mark.parametrize("every", amounts(19, 1))
def test_a_round_is_worth_what_the_solver_finds_over_its_rolls(every: int) -> None:
    rng = Random(84)
    worths = [rng.random() for _ in range(25)]
    some = starts("purple")[::every]
    solver = Solver(lambda result: worths[max(0, min(result, 24))], worths[0])
    found = Expectation(some, Endings()).worth(worths)
    assert found == pytest.approx(average(solver, some), abs=1e-9)


def test_the_shipped_tables_are_those_of_the_shipped_route() -> None:
    routes = [Route(GAME.data, Walk(GAME.data, level)) for level in LEVELS]
    assert {*shipped()} == {route.name for route in routes}


@pytest.mark.parametrize("level", LEVELS)
def test_chances_lie_between_0_and_1_and_a_round_more_is_no_loss(level: int) -> None:
    table = known(level).table
    assert all(0 <= chance <= 1 for chance in table.values())
    for now, chance in table.items():
        longer = now._replace(rounds=now.rounds + 1)
        assert table.get(longer, 1) >= chance - 1e-9


@pytest.fixture(scope="module")
def without_purple() -> Expectation:
    """Rounds without purple, the quickest to lay out."""
    return Expectation(starts("purple"), Endings())


@pytest.mark.sweep
@pytest.mark.parametrize("level", LEVELS)
def test_the_tables_hold_for_a_sample_worked_out_again(
    level: int, without_purple: Expectation
) -> None:
    """Rounds without purple at the levels where the eye is open."""
    route, table = known(level)
    some = [now for now in table if now.removed == "purple"]
    assert bool(some) is route.walk.level.eye
    for now in some[::3]:
        ways = [route.worth(route.after(now, at), table) for at in range(route.most + 1)]
        assert without_purple.worth(ways) == pytest.approx(table[now], abs=1e-9)


FEW, MANY = range(1984, 1990), range(2000)


@pytest.mark.parametrize(
    ("level", "seeds", "rounds"),
    [
        (3, FEW, MIDDLE),
        *[pytest.param(level, FEW, (), marks=pytest.mark.sweep) for level in (3, 5)],
        *[pytest.param(level, MANY, (), marks=pytest.mark.soak) for level in LEVELS],
        pytest.param(3, MANY, MIDDLE, marks=pytest.mark.soak),
    ],
    ids=str,
)
def test_walks_by_advice_come_to_what_the_table_says(
    level: int, seeds: range, rounds: tuple[int, ...]
) -> None:
    """From the start or after these rounds, within four deviations of their mean."""
    choose, found = chooser(GAME), []
    for number in seeds:
        play = started(level)
        sheet = sheet_of(play)
        sheet.rounds += rounds
        play.play_on(Random(number), choose)
        found.append(counts(sheet_of(play).rounds, level).get("total", 0) > 0)
    assert walks.zone(max(rounds, default=0)) == ""
    now = WalkState(Walk(GAME.data, level).rounds - len(rounds), max(rounds, default=0))
    error = 4 * pstdev(found) / sqrt(len(found)) + 1 / len(found)
    assert mean(found) == pytest.approx(known(level).table[now], abs=error)


def at_the_first_roll(game: Any = GAME) -> Play:
    play = started(3, game)
    play.move(walks.ROLL)
    return play


def test_a_round_is_played_to_arrive() -> None:
    play = at_the_first_roll()
    advice = advise_player(GAME, seen(play), decided(play))
    assert advice is not None
    best = known(3)
    after = {boxes: best.after(WalkState(8, 0), boxes) for boxes in range(24)}
    mean = sum(after[max(0, one or 0)] * p for one, p in advice.best.distribution.items())
    assert advice.best.payoff == pytest.approx(mean)
    assert advice.aim.shown(advice.best.payoff).endswith("%")


def test_on_another_route_advice_is_for_boxes_and_says_so() -> None:
    play = at_the_first_roll(TOWN)
    advice = advise_player(TOWN, seen(play), decided(play))
    assert advice is not None
    assert (advice.aim.name, advice.notes) == ("boxes", (NEW_ROUTE,))
    assert chooser(TOWN)(seen(play), decided(play)) in set(walks.options(play))
