"""Random games added up: each number of a summary, by exact small cases."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from math import sqrt
from types import SimpleNamespace
from typing import Any, cast

import pytest

import card_data
from scoring.play import simulate as simulating
from scoring.play.engines import Ending
from scoring.play.play import Play
from scoring.play.simulate import Plan, Summary, empty_summary, simulate
from scoring.positions.json_models import to_plain
from scoring.positions.result import Chain, Part, Result, Tally, rank

CHAIN = Chain((), "WA-5.7")


def result(*points: int | None, out: str = "") -> Result:
    """A result of players A, B, …, of whom some may be out, or have no score."""
    return rank(
        [
            Tally(name, () if n is None else (Part("books", n, "WA-5.2"),), out=name in out)
            for name, n in zip("ABCD", points, strict=False)
        ],
        CHAIN,
    )


def played(players: int, moves: int) -> Any:
    return SimpleNamespace(players=tuple("ABCD"[:players]), moves=[("A", "take")] * moves)


def summary(players: int = 3) -> Summary:
    seats = [Counter[int]() for _ in range(players)]
    return Summary("g", 2, players, 7, wins=[Fraction()] * players, seats=seats)


def test_each_game_is_counted_in() -> None:
    found = summary()
    found.count(played(3, 10), result(4, 6, 6), Ending("stacks", 5, "turn"))
    found.count(played(3, 12), result(9, 3, None, out="A"), Ending("deck", 7, "week"))
    assert found.lengths == {10: 1, 12: 1}
    assert found.scores == {4: 1, 6: 2, 3: 1}, "none of those who are out, or have no score"
    assert found.seats == [{4: 1}, {6: 1, 3: 1}, {6: 1}]
    assert (found.out, found.shared, found.unit) == (1, 1, "week")
    assert found.wins == [0, 1.5, 0.5]
    assert (found.ends, found.took) == ({"stacks": 1, "deck": 1}, {5: 1, 7: 1})


def test_the_answer_has_every_number() -> None:
    found = summary(2)
    found.seconds = 4.0
    found.count(played(2, 10), result(12, 3), Ending("deck", 5, "turn"))
    found.count(played(2, 14), result(3, 3), Ending("deck", 8, "turn"))
    answer = to_plain(found.answer())
    wins, points, seats = (answer.pop(key) for key in ("wins", "points", "points_by_seat"))
    assert answer == {
        "game": "g", "games": 2, "players": 2, "seed": 7, "decisions": 24,
        "decisions_per_second": 6, "length": {"min": 10, "median": 12.0, "max": 14},
        "scores": {"3": 3, "12": 1}, "out": 0, "shared_wins": 1, "ends": {"deck": 2},
        "took": {"min": 5, "median": 6.5, "max": 8}, "unit": "turn",
    }  # fmt: skip
    assert list(answer["scores"]) == ["3", "12"], "by points, not by their digits"
    assert [(one["wins"], one["share"]) for one in wins] == [(1.5, 0.75), (0.5, 0.25)]

    of_one = {"min": 3, "median": 7.5, "max": 12, "mean": 7.5, "deviation": 4.5}
    assert points == of_one | {"median": 3, "mean": 5.25, "deviation": pytest.approx(sqrt(15.1875))}
    of_all = {"min": 3, "median": 3, "max": 3, "mean": 3, "deviation": 0}
    assert seats == [of_one, of_all]


def test_nobody_has_points_where_all_are_out() -> None:
    found = summary(2)
    found.seconds = 1.0
    found.count(played(2, 10), result(12, 3, out="A"), Ending("deck", 5, "turn"))
    assert found.answer().points_by_seat[0] is None
    found.seats[1].clear()
    assert found.answer().points is None


def test_games_are_drawn_from_their_seeds_and_kept_in_order() -> None:
    game, kept = card_data.load("winstons_archive"), list[Play]()
    told: list[int] = []
    found = simulate(game, 3, Plan(2), 11, kept.append, watch=told.append)
    assert [play.seed for play in kept] == [11, 12, 13]
    assert told == [1, 2, 3]
    assert (found.game, found.games, found.players, found.seed) == (game.id, 3, 2, 11)
    assert found.seconds > 0
    assert found.lengths == Counter(len(play.moves) for play in kept)
    assert all(play.players == ("Player 1", "Player 2") for play in kept)


@pytest.mark.parametrize(
    ("games", "sizes"),
    [(3, [1] * 3), (64, [1] * 64), (133, [2] * 66 + [1]), (6450, [100] * 64 + [50])],
)
def test_any_executor_is_given_all_seeds_in_small_batches(
    monkeypatch: pytest.MonkeyPatch, games: int, sizes: list[int]
) -> None:
    """64 batches at least, of 100 games at most; what is kept of each game is handed over here."""
    batches: list[range] = []

    def played(game: Any, plan: Plan, seeds: range, keep: Any, store: Any) -> Summary:
        batches.append(seeds)
        store(keep(seeds))
        made = empty_summary(game, plan, seeds)
        made.lengths[5] = len(seeds)
        return made

    monkeypatch.setattr(simulating, "play_part", played)
    game, told, kept = card_data.load("winstons_archive"), list[int](), list[int]()
    found = simulate(
        game, games, Plan(2), 7, cast(Any, len),
        executor=partial(ThreadPoolExecutor, 3), store=kept.append, watch=told.append,
    )  # fmt: skip
    assert sorted(map(len, batches), reverse=True) == sizes
    assert sorted(seed for seeds in batches for seed in seeds) == [*range(7, 7 + games)]
    assert (sorted(kept, reverse=True), told[-1], len(told)) == (sizes, games, len(batches))
    assert (found.games, found.seed, found.lengths) == (games, 7, {5: games})


def test_causes_of_endings_are_listed_in_the_same_order_always() -> None:
    one, other = summary(2), summary(2)
    for found, ends in ((one, "deck week"), (other, "week deck")):
        found.seconds = 1.0
        for why in ends.split():
            found.count(played(2, 10), result(12, 3), Ending(why, 5, "turn"))
    assert list(one.answer().ends) == list(other.answer().ends) == ["deck", "week"]


def test_thirds_of_wins_add_up_in_any_order() -> None:
    parts = [summary(4) for _ in range(7)]
    for part, shared in zip(parts, (3, 1, 3, 2, 3, 1, 3), strict=True):
        part.count(played(4, 2), result(*[5] * shared, *[1] * (4 - shared)), Ending("e", 1, "turn"))
    sums = [summary(4), summary(4)]
    for total, order in zip(sums, (parts, parts[::-1]), strict=True):
        for part in order:
            total.add(part)
    assert sums[0].wins == sums[1].wins
    assert sums[0].wins[0] == 2 + Fraction(4, 3) + Fraction(1, 2)
