"""What a walk can hope for: the tables against the slow way, and against walks that are played."""

from __future__ import annotations

from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.nineteen_eighty_four import prospects, tabulate
from scoring.nineteen_eighty_four.advise import advise, chooser
from scoring.nineteen_eighty_four.endings import Endings
from scoring.nineteen_eighty_four.expectation import Expectation, starts
from scoring.nineteen_eighty_four.prospects import HOPES, SHIPPED, Course, Hope, Prospects, Stand
from scoring.nineteen_eighty_four.question import Question
from scoring.nineteen_eighty_four.solver import Solver
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import Play
from tests.nineteen_eighty_four.walks import GAME, LEVELS, ROLL, counts, removed_next, town, zone

TOWN = town("..b.s.r..p.", after=".y.", golden=3)
RED_GIVES, OTHERS_GIVE = (1, 4), (2, 3, 5)  # boxes that a round of the tests may mark


class FewRounds(prospects.Rounds):
    """Rounds in which chance offers a number of boxes, and play may mark them or nothing."""

    def worth(self, removed: str, worths: list[float]) -> float:
        offers = RED_GIVES if removed == "red" else OTHERS_GIVE
        return sum(max(worths[0], worths[boxes]) for boxes in offers) / len(offers)


def slow_way(level: int, hope: Hope, game: Any) -> float:
    """What such rounds come to from the start, by NE-3.5, NE-5 and NE-6 alone."""
    road = [0, *[box.number for box in game.data.path(level in (4, 5))]]
    last = 9 if level == 1 else 8
    first = game.data.facts()["golden_first"]

    @cache
    def worth(rounds: tuple[int, ...]) -> float:
        if max([0, *rounds]) >= first:
            return 1 if hope == "arrive" else counts([*rounds], level, game)["total"]
        if len(rounds) == last:
            return 0
        offers = RED_GIVES if removed_next([*rounds], level, game) == "red" else OTHERS_GIVE
        at = road.index(max([0, *rounds]))
        ends = [road[min(at + boxes, len(road) - 1)] for boxes in offers]
        return sum(max(worth((*rounds, 0)), worth((*rounds, end))) for end in ends) / len(ends)

    return worth(())


@pytest.mark.parametrize("hope", HOPES)
@pytest.mark.parametrize("level", [2, 3, 5])
def test_a_small_route_is_worth_what_the_slow_way_finds(level: int, hope: Hope) -> None:
    """NE-5.1, NE-5.3, NE-6.1: every choice in every round, zones and tracks included."""
    course = Course(TOWN.data, Walk(TOWN.data, level), hope)
    table = prospects.work_out(course, FewRounds())
    assert zone(3, TOWN) == "blue"
    assert table[course.start] == pytest.approx(slow_way(level, hope, TOWN), abs=1e-9)


def test_a_round_is_worth_what_the_solver_finds_over_all_its_rolls() -> None:
    rng = Random(84)
    worths = [rng.random() for _ in range(25)]
    solver = Solver(lambda result: worths[max(0, min(result, 24))], worths[0])
    found = Expectation("purple", Endings()).worth(worths)
    assert found == pytest.approx(tabulate.average(solver, starts("purple")), abs=1e-9)


def test_the_shipped_tables_are_those_of_the_shipped_route() -> None:
    """Those for the chance to arrive are all there, and no table is of another route."""
    courses = [
        Course(GAME.data, Walk(GAME.data, level), hope) for level in LEVELS for hope in HOPES
    ]
    assert {file.name for file in SHIPPED.iterdir()} == {course.name for course in courses}


@pytest.mark.parametrize("level", LEVELS)
def test_chances_lie_between_0_and_1_and_a_round_more_is_no_loss(level: int) -> None:
    table = Prospects(GAME.data, Walk(GAME.data, level), "arrive").table
    assert all(0 <= chance <= 1 for chance in table.values())
    for now, chance in table.items():
        longer = now._replace(rounds=now.rounds + 1)
        assert table.get(longer, 1) >= chance - 1e-9


@pytest.mark.parametrize("level", LEVELS)
def test_the_tables_hold_for_a_sample_worked_out_again(level: int) -> None:
    """Rounds without purple, the quickest to lay out, at the levels where the eye is open."""
    walk = Walk(GAME.data, level)
    course, rounds = Course(GAME.data, walk, "arrive"), prospects.Rounds()
    table = Prospects(GAME.data, walk, "arrive").table
    some = [now for now in table if now.removed == "purple"]
    assert bool(some) is walk.level.eye
    for now in some:
        worth = rounds.worth(now.removed, course.worths(now, table))
        assert worth == pytest.approx(table[now], abs=1e-9)


def won(level: int, walks: int, seed: int) -> int:
    """How many of so many walks, played by advice, arrive."""
    choose, arrived = chooser(GAME), 0
    for number in range(seed, seed + walks):
        play = Play(GAME, ["Julia"], number)
        play.move(f"x{level}")
        play.play_on(Random(number), choose)
        arrived += play.state.position().golden_country > 0
    return arrived


def agrees(level: int, walks: int, seed: int) -> bool:
    """Whether walks by advice are won as often as the table says, within four deviations."""
    course = Course(GAME.data, Walk(GAME.data, level), "arrive")
    chance = Prospects(GAME.data, course.walk, "arrive").table[course.start]
    off = won(level, walks, seed) - chance * walks
    return abs(off) <= 4 * sqrt(chance * (1 - chance) * walks) + 1


@pytest.mark.parametrize("level", [3, 5])
def test_walks_by_advice_are_won_as_often_as_it_says(level: int) -> None:
    assert agrees(level, walks=6, seed=1984)


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
def test_thousands_of_walks_are_won_as_often_as_it_says(level: int) -> None:
    assert agrees(level, walks=2000, seed=0)


def test_the_first_roll_shows_the_chance_of_best_play() -> None:
    """It was 40 % where its own play won 72 % of all walks."""
    asked = Question(ROLL, at=0, level="x3", round=1)
    assert advise(GAME, asked).best.payoff > 0.65


def test_points_are_played_for_when_asked() -> None:
    asked = Question(ROLL, at=0, level="x3", round=1, big_brother=0, aim="points")
    advice = advise(GAME, asked)
    best = Prospects(GAME.data, Walk(GAME.data, 3), "points")
    after = {boxes: best.after(Stand(8, 0), boxes) for boxes in range(24)}
    mean = sum(after[max(0, one or 0)] * p for one, p in advice.best.distribution.items())
    assert advice.best.payoff == pytest.approx(mean)
    assert advice.aim.shown(advice.best.payoff).endswith(" points")


def test_the_table_of_an_edited_route_is_worked_out_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(prospects, "Rounds", FewRounds)
    walk, told = Walk(TOWN.data, 3), []

    def table() -> prospects.Table:
        return Prospects(TOWN.data, walk, "arrive", lambda *done: told.append(done)).table

    first = table()
    number, of = told[-1]
    assert number == of == len(first)
    told.clear()
    assert table() == first
    assert not told
    [kept] = tmp_path.rglob("*.json")
    kept.write_text("[", encoding="utf-8")  # as a killed run might have left it
    assert table() == first
    assert told
