"""What a walk can hope for: the tables against the slow way, and against walks that are played."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from typing import Any

import pytest

from scoring.nineteen_eighty_four.advice import expectation, prospects, tabulate
from scoring.nineteen_eighty_four.advice.endings import Endings
from scoring.nineteen_eighty_four.advice.expectation import Expectation, parts, starts
from scoring.nineteen_eighty_four.advice.prospects import (
    HOPES,
    SHIPPED,
    Course,
    Hope,
    Prospects,
    Stand,
)
from scoring.nineteen_eighty_four.advice.question import Question
from scoring.nineteen_eighty_four.advice.solver import Solver
from scoring.nineteen_eighty_four.advise import advise, chooser
from scoring.nineteen_eighty_four.walk import Walk
from tests.nineteen_eighty_four.walks import (
    GAME,
    LEVELS,
    ROLL,
    counts,
    golden,
    removed_next,
    sheet_of,
    started,
    town,
    zone,
)
from tests.sweeps import sweep

TOWN = town("..b.s.r..p.", after=".y.", golden=3)
RED_GIVES, OTHERS_GIVE = (1, 4), (2, 3, 5)  # boxes that a round of the tests may mark
MIDDLE = (17, 33, 50, 71, 88)  # a walk up to its sixth round


class FewRounds(prospects.Rounds):
    """Rounds in which chance offers a number of boxes, and play may mark them or nothing."""

    def lay_out(self, removals: Iterable[str], told: Callable[[], None] = lambda: None) -> None:
        for _ in range(self.parts(removals)):
            told()

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


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("level", "hope"),
    sweep(itertools.product([2, 3, 5], HOPES), [(2, "points"), (3, "arrive"), (5, "arrive")]),
)
def test_a_small_route_is_worth_what_the_slow_way_finds(level: int, hope: Hope) -> None:
    """NE-5.1, NE-5.3, NE-6.1: every choice in every round, zones and tracks included."""
    course = Course(TOWN.data, Walk(TOWN.data, level), hope)
    table = prospects.work_out(course, FewRounds())
    assert zone(3, TOWN) == "blue"
    assert table[course.start] == pytest.approx(slow_way(level, hope, TOWN), abs=1e-9)


@pytest.fixture(scope="module")
def told() -> list[None]:
    """How often it was told that a part of the rounds without purple is laid out."""
    return []


@pytest.fixture(scope="module")
def rounds(told: list[None]) -> prospects.Rounds:
    """Rounds of which those without purple, the quickest, are laid out."""
    made = prospects.Rounds()
    made.lay_out(["purple"], lambda: told.append(None))
    return made


def worth_of_few_rolls(rolls: int, patch: pytest.MonkeyPatch) -> None:
    """What a round is worth over one roll in so many, against the solver."""
    rng = Random(84)
    worths = [rng.random() for _ in range(25)]
    some = starts("purple")[::rolls]
    patch.setattr(expectation, "starts", lambda removed: some)
    solver = Solver(lambda result: worths[max(0, min(result, 24))], worths[0])
    found = Expectation("purple", Endings()).worth(worths)
    assert found == pytest.approx(tabulate.average(solver, some), abs=1e-9)


def test_a_round_is_worth_what_the_solver_finds_over_its_rolls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worth_of_few_rolls(19, monkeypatch)


@pytest.mark.sweep
def test_a_round_is_worth_what_the_solver_finds_over_all_its_rolls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worth_of_few_rolls(1, monkeypatch)


@pytest.mark.sweep
def test_a_round_is_laid_out_in_as_many_parts_as_it_says(
    rounds: prospects.Rounds, told: list[None]
) -> None:
    assert len(told) == parts("purple") > 1
    assert rounds.parts(["purple"]) == 0


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
def test_the_tables_hold_for_a_sample_worked_out_again(
    level: int, rounds: prospects.Rounds
) -> None:
    """Rounds without purple at the levels where the eye is open."""
    walk = Walk(GAME.data, level)
    course = Course(GAME.data, walk, "arrive")
    table = Prospects(GAME.data, walk, "arrive").table
    some = [now for now in table if now.removed == "purple"]
    assert bool(some) is walk.level.eye
    for now in some:
        worth = rounds.worth(now.removed, course.worths(now, table))
        assert worth == pytest.approx(table[now], abs=1e-9)


def played(level: int, hope: Hope, walks: range, rounds: tuple[int, ...] = ()) -> list[float]:
    """What walks by advice come to, by their seeds: 1 or 0 for arriving, or points.

    ``rounds`` have been walked before, the last of them not on a zone.
    """
    choose, found = chooser(GAME, hope), []
    for number in walks:
        play = started(level)
        sheet_of(play).rounds += rounds
        play.play_on(Random(number), choose)
        sheet = sheet_of(play)
        arrived = golden(sheet.rounds) > 0
        points = counts(sheet.rounds, level).get("total", 0)
        found.append(arrived if hope == "arrive" else points)
    return found


def agrees(level: int, hope: Hope, walks: range, rounds: tuple[int, ...] = ()) -> bool:
    """Whether walks by advice come to what the table says, within four deviations of their mean."""
    walk = Walk(GAME.data, level)
    now = Stand(walk.rounds - len(rounds), max(rounds, default=0))
    expected = Prospects(GAME.data, walk, hope).table[now]
    found = played(level, hope, walks, rounds)
    error = pstdev(found) / sqrt(len(found))
    print(f"x{level} {hope} {rounds}: {expected:.4f}, played {mean(found):.4f} ± {error:.4f}")
    return abs(mean(found) - expected) <= 4 * error + 1 / len(found)


def test_walks_by_advice_are_won_as_often_as_it_says() -> None:
    """The last three rounds of some."""
    assert agrees(3, "arrive", range(1984, 1990), MIDDLE)


@pytest.mark.sweep
@pytest.mark.parametrize("level", [3, 5])
def test_more_walks_by_advice_are_won_as_often_as_it_says(level: int) -> None:
    assert agrees(level, "arrive", range(1984, 1990))


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
def test_thousands_of_walks_are_won_as_often_as_it_says(level: int) -> None:
    assert agrees(level, "arrive", range(2000))


@pytest.mark.soak
@pytest.mark.parametrize("level", [2, 3])
def test_thousands_of_walks_for_points_score_what_it_says(level: int) -> None:
    """NE-5.2, NE-5.3: the expected score, where a lost walk counts 0."""
    assert agrees(level, "points", range(2000))


@pytest.mark.soak
def test_thousands_of_walks_from_the_middle_are_won_as_often_as_it_says() -> None:
    """At x3 in round 6, from a box such as where 58 % was shown, but 80 % won by its own play."""
    assert zone(MIDDLE[-1]) == ""
    assert agrees(3, "arrive", range(2500), MIDDLE)


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


def test_a_table_broken_off_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(prospects, "Rounds", FewRounds)
    walk = Walk(TOWN.data, 3)

    def stop_half_way(done: int, of: int) -> None:
        if 2 * done > of:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _ = Prospects(TOWN.data, walk, "arrive", stop_half_way).table
    assert not [*tmp_path.rglob("*.*")]
    assert Prospects(TOWN.data, walk, "arrive").table


def test_the_table_of_an_edited_route_is_worked_out_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(prospects, "Rounds", FewRounds)
    walk, told = Walk(TOWN.data, 3), []

    def table() -> prospects.Table:
        return Prospects(TOWN.data, walk, "arrive", lambda *done: told.append(done)).table

    first = table()
    total = len(told) - 1
    assert told == [(number, total) for number in range(total + 1)]
    assert total > len(first)  # laying rounds out counts too
    told.clear()
    assert table() == first
    assert not told
    [kept] = tmp_path.rglob("*.json")
    kept.write_text("[", encoding="utf-8")  # as a killed run might have left it
    assert table() == first
    assert told


def test_tables_are_kept_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert prospects.cache() == tmp_path / ".cache" / "printkit" / "prospects"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert prospects.cache() == tmp_path / ".cache" / "printkit" / "prospects"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert prospects.cache() == tmp_path / "elsewhere" / "printkit" / "prospects"


def test_without_a_place_to_keep_it_a_table_is_worked_out_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(prospects, "Rounds", FewRounds)
    assert Prospects(TOWN.data, Walk(TOWN.data, 3), "arrive").table
    assert (tmp_path / "file").read_text() == "no folder"


def test_a_table_is_written_a_row_a_line_in_order() -> None:
    table = {Stand(2, 1, "red", 1): 0.5, Stand(1, 7): 0.25}
    text = b'[[1,7,"none",0,0.25],\n[2,1,"red",1,0.5]]\n'
    assert prospects.written(table) == text
    assert prospects.read(text) == table


def test_a_table_has_numbers_of_twelve_places() -> None:
    course = Course(TOWN.data, Walk(TOWN.data, 3), "points")
    table = prospects.work_out(course, FewRounds())
    assert all(worth == round(worth, 12) for worth in table.values())
    assert any(worth != round(worth, 11) for worth in table.values())
