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
from scoring.play.simulate import Plan, Summary, nothing_yet, opened, share, simulate, spread
from scoring.positions.answers import Length, plain
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


def test_a_solitaires_win_is_that_of_its_only_seat() -> None:
    found = summary(1)
    won = result(4).of("Winston")
    found.count(played(1, 3), won, Ending("arrived", 2, "round"))
    found.count(played(1, 3), won, Ending("arrived", 2, "round"))
    assert found.wins == [len(won.winners) * 2.0]
    assert found.seats == [{4: 2}]


def test_parts_are_added_up() -> None:
    one, other = summary(2), summary(2)
    for part, times in ((one, 1), (other, 2)):
        part.seconds = times / 2
        for _ in range(times):
            part.count(played(2, times), result(1, 1), Ending("end", times, "turn"))
    other.out, other.unit = 3, "week"
    one.add(other)
    assert (one.seconds, one.out, one.shared, one.unit) == (1.5, 3, 3, "week")
    assert one.wins == [1.5, 1.5]
    assert one.seats == [{1: 3}, {1: 3}]
    assert (one.lengths, one.scores, one.took, one.ends) == (
        {1: 1, 2: 2}, {1: 6}, {1: 1, 2: 2}, {"end": 3},
    )  # fmt: skip


def test_a_summary_starts_with_nothing() -> None:
    game = card_data.load("winstons_archive")
    empty = nothing_yet(game, Plan(3), range(5, 9))
    empty_seats = [Counter[int]()] * 3
    assert empty == Summary("winstons_archive", 4, 3, 5, wins=[Fraction()] * 3, seats=empty_seats)
    assert empty.seats[0] is not empty.seats[1]
    assert (empty.seconds, empty.out, empty.shared, empty.unit) == (0.0, 0, 0, "")


def test_the_answer_has_every_number() -> None:
    found = summary(2)
    found.seconds = 4.0
    found.count(played(2, 10), result(12, 3), Ending("deck", 5, "turn"))
    found.count(played(2, 14), result(3, 3), Ending("deck", 8, "turn"))
    answer = plain(found.answer())
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


def test_the_least_the_middle_and_the_most() -> None:
    assert spread(Counter({9: 1, 2: 3, 4: 2})) == Length(2, 3.0, 9)
    assert spread(Counter([5])) == Length(5, 5, 5)


@pytest.mark.parametrize(("wins", "games"), [(3, 10), (1, 7), (2.5, 4), (50, 100)])
def test_wilsons_interval_ends_where_the_share_is_just_likely_enough(
    wins: float, games: int
) -> None:
    """Both ends are roots p of (p - share)² = 1.96² p (1 - p) / games."""
    found = share(wins, games)
    assert (found.wins, found.share) == (wins, wins / games)
    assert found.least < found.share < found.most
    for bound in (found.least, found.most):
        apart = (bound - wins / games) ** 2
        assert apart == pytest.approx(1.96**2 * bound * (1 - bound) / games)


@pytest.mark.parametrize("games", [1, 10, 99])
def test_wilsons_interval_of_all_and_of_none(games: int) -> None:
    """There the roots are 0 or 1, and one that has no square root in it."""
    reach = 1.96**2 / (games + 1.96**2)
    for wins, least, most in ((0, 0.0, reach), (games, 1 - reach, 1.0)):
        found = share(wins, games)
        assert found.least == pytest.approx(least)
        assert found.most == pytest.approx(most)
        assert 0.0 <= found.least <= found.most <= 1.0


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


def test_an_opening_is_played_first() -> None:
    game = card_data.load("nineteen_eighty_four")
    play = opened(game, Plan(1, ("level 2",)), 4)
    assert (play.moves, play.seed, play.players) == ([("Player 1", "level 2")], 4, ("Player 1",))
    assert (Plan(3).opening, Plan(3).bots) == ((), ())


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
        made = nothing_yet(game, plan, seeds)
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


def test_what_ended_games_is_listed_alike_in_whatever_order_they_were_counted() -> None:
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
