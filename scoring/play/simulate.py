"""Simulates full games: their speed, endings and scores, and the wins of each seat.

>>> import card_data
>>> summary = simulate(card_data.load("winstons_archive"), 3, Plan(players=2), seed=1)
>>> summary.games, sum(summary.scores.values()), float(sum(summary.wins))
(3, 6, 3.0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import sqrt
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from msgspec import UNSET

from card_data import DataError, Game, Problem
from card_data.house import HouseRule, changed_rules
from scoring.play.advisers import Choose
from scoring.play.bots import RANDOM, Bot, bot
from scoring.play.decisions import Decision
from scoring.play.engines import Ending
from scoring.play.play import Play
from scoring.play.workers import OpenExecutor, PickledGame, run_batches
from scoring.positions.json_models import Length, Points, Share, Simulated
from scoring.positions.result import Result
from scoring.positions.rules import rules_of

Keep = Callable[[Play], Any]
BATCHES = 64  # at least, so that no worker waits long for the others
MOST_GAMES = 100  # of a batch, so that little is lost with a worker
SURE = 1.96  # standard deviations: 95 in 100 intervals hold the true share


def do_nothing(_: Any) -> None:
    """Do nothing."""


@dataclass
class Summary:
    """The counts of played games: ``lengths`` are decisions per game, ``seats`` the players of each
    seat by points.

    ``seats`` leaves out players who lost whatever their score; ``out`` counts them. ``wins`` are
    those of each seat, a shared win in equal parts: fractions, whose sum does not depend on their
    order. ``ends`` counts the reasons why games ended, ``took`` how many of the game's ``unit``,
    such as rounds, they took.
    """

    game: str
    games: int
    players: int
    seed: int
    seconds: float = 0.0  # of play, without scoring
    lengths: Counter[int] = field(default_factory=Counter)
    out: int = 0
    shared: int = 0
    wins: list[Fraction] = field(default_factory=list)
    seats: list[Counter[int]] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    took: Counter[int] = field(default_factory=Counter)
    unit: str = ""
    options: tuple[HouseRule, ...] = ()  # that are not as in the game's data

    @property
    def scores(self) -> Counter[int]:
        found = Counter[int]()
        for seat in self.seats:
            found.update(seat)
        return found

    def count(self, play: Play, result: Result, ending: Ending) -> None:
        """Count a game that is over."""
        self.lengths[len(play.moves)] += 1
        # a solitaire's score has no name of its player
        seats = {name: seat for seat, name in enumerate(play.players)} if play.players[1:] else {}
        for standing in result.standings:
            self.out += standing.tally.out
            if standing.total is not None and not standing.tally.out:
                self.seats[seats.get(standing.player, 0)][standing.total] += 1
        self.shared += len(result.winners) > 1
        for name in result.winners:
            self.wins[seats.get(name, 0)] += Fraction(1, len(result.winners))
        self.ends[ending.why] += 1
        self.took[ending.length] += 1
        self.unit = ending.unit

    def add(self, other: Summary) -> None:
        self.seconds += other.seconds
        self.out += other.out
        self.shared += other.shared
        self.unit = other.unit
        self.wins = [mine + more for mine, more in zip(self.wins, other.wins, strict=True)]
        self.ends.update(other.ends)
        numbers = zip(self.seats, other.seats, strict=True)
        for mine, more in ((self.lengths, other.lengths), (self.took, other.took), *numbers):
            mine.update(more)

    def answer(self) -> Simulated:
        """Return the summary as the answer that ``--json`` prints."""
        scores = self.scores
        decisions = sum(number * games for number, games in self.lengths.items())
        return Simulated(
            game=self.game,
            games=self.games,
            players=self.players,
            seed=self.seed,
            decisions=decisions,
            decisions_per_second=round(decisions / self.seconds),
            length=spread(self.lengths),
            scores={str(points): scores[points] for points in sorted(scores)},
            points=points_of(scores),
            points_by_seat=tuple(map(points_of, self.seats)),
            out=self.out,
            shared_wins=self.shared,
            wins=tuple([share(float(wins), self.games) for wins in self.wins]),
            ends=dict(sorted(self.ends.items(), key=lambda end: (-end[1], end[0]))),
            took=spread(self.took),
            unit=self.unit,
            options=self.options or UNSET,
        )


def spread(counts: Counter[int]) -> Length:
    """Return the minimum, median and maximum of counted numbers."""
    values = sorted(counts.elements())
    return Length(values[0], median(values), values[-1])


def points_of(scores: Counter[int]) -> Points | None:
    """Summarize points; None if there are none."""
    if not scores:
        return None
    number, ends = scores.total(), spread(scores)
    total = sum([points * times for points, times in scores.items()])
    squares = sum([points * points * times for points, times in scores.items()])
    # Whole numbers up to the root, so that it is the same in whatever order games were counted in.
    deviation = sqrt(number * squares - total * total) / number
    return Points(ends.min, ends.median, ends.max, total / number, deviation)


def share(wins: float, games: int) -> Share:
    """Return the share of games won with its 95 % confidence interval.

    This is Wilson's interval, which also holds for few games and for shares near 0 and 1.
    """
    won, square = wins / games, SURE * SURE
    middle = (won + square / (2 * games)) / (1 + square / games)
    reach = SURE * sqrt(won * (1 - won) / games + square / (4 * games * games))
    reach /= 1 + square / games
    return Share(wins, won, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True)
class Plan:
    """The way to play games: the number of players, the moves of the ``opening``, then the bots.

    ``bots`` are names (`scoring.play.bots`): one for all seats, or one for each in order; without
    any, all moves are random.
    """

    players: int
    opening: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()

    def seats(self, game: Game[Any]) -> list[Bot]:
        """Return each seat's bot, none if all play at random; raise `DataError` for unknown
        ones."""
        if len(self.bots) not in (0, 1, self.players):
            message = f"found {len(self.bots)} bots, expected one, or one for each player"
            raise DataError(Problem(message=message, file="--bot"))
        if not {*self.bots} - {RANDOM}:
            return []
        found = {name: bot(name, game) for name in self.bots}
        return [found[name] for name in self.bots] * (self.players // len(self.bots))


class Batch(NamedTuple):
    """The summary of some of the games, and the results of ``keep`` for each of them."""

    summary: Summary
    kept: list[Any]


def simulate(
    game: Game[Any],
    games: int,
    plan: Plan,
    seed: int,
    keep: Keep = do_nothing,
    *,
    executor: OpenExecutor | None = None,
    store: Callable[[Any], None] = do_nothing,
    watch: Callable[[int], None] = do_nothing,
) -> Summary:
    """Play ``games`` games and score them.

    Game ``n`` (from 0) is drawn from the seed ``seed + n`` alone, so that the results do not depend
    on who plays it: this process, or the workers of the ``executor``, which is opened for the
    purpose and may be any, such as ``partial(ThreadPoolExecutor, 2)``. ``keep`` is called with each
    finished game by the process that played it, ``store`` with its results in this process,
    ``watch`` with the number of finished games. Raises `IllegalMove` if the rules do not seat that
    many players or refuse a move, `DataError` for an unknown bot or an executor that cannot be
    used.
    """
    seeds = range(seed, seed + games)
    start_game(game, plan, seed)  # what is wrong with the plan is told here, not by a worker
    plan.seats(game)
    if executor is None:
        return play_part(game, plan, seeds, keep, store, watch)
    summary = empty_summary(game, plan, seeds)
    work = partial(play_batch, PickledGame.of(game), plan, keep)
    with closing(run_batches(executor, work, batches_of(seeds))) as parts:
        for part in parts:
            summary.add(part.summary)
            for kept in part.kept:
                store(kept)
            watch(sum(summary.lengths.values()))
    return summary


def batches_of(seeds: range) -> list[range]:
    size = min(MOST_GAMES, max(1, len(seeds) // BATCHES))
    return [seeds[at : at + size] for at in range(0, len(seeds), size)]


def start_game(game: Game[Any], plan: Plan, seed: int) -> Play:
    """Return a game in which the moves of the plan's opening are made."""
    play = Play(game, [f"Player {number}" for number in range(1, plan.players + 1)], seed)
    for move in plan.opening:
        play.move(move)
    return play


def empty_summary(game: Game[Any], plan: Plan, seeds: range) -> Summary:
    wins = [Fraction()] * plan.players
    seats = [Counter[int]() for _ in wins]
    return Summary(
        game.id, len(seeds), plan.players, seeds.start,
        wins=wins, seats=seats, options=changed_rules(game),
    )  # fmt: skip


def play_batch(sent: PickledGame, plan: Plan, keep: Keep, seeds: range) -> Batch:
    """Play the games of some seeds; called by a worker."""
    kept: list[Any] = []
    return Batch(play_part(sent.game(), plan, seeds, keep, kept.append), kept)


def play_part(
    game: Game[Any],
    plan: Plan,
    seeds: range,
    keep: Keep,
    store: Callable[[Any], None],
    watch: Callable[[int], None] = do_nothing,
) -> Summary:
    summary = empty_summary(game, plan, seeds)
    rules = rules_of(game)
    seats = plan.seats(game)
    for done, seed in enumerate(seeds, 1):
        before = perf_counter()
        play, rng = start_game(game, plan, seed), Random(seed)
        play.play_on(rng, choose_by_seat(play, seats, rng) if seats else None)
        summary.seconds += perf_counter() - before
        result = rules.score(play.state.position(), game)
        summary.count(play, result, play.engine.ending(play.state, game))
        store(keep(play))
        watch(done)
    return summary


def choose_by_seat(play: Play, seats: Sequence[Bot], rng: Random) -> Choose:
    """Return a function that chooses moves by the bot of each seat."""
    chosen = {
        name: bot(play.game, rng, play.redealt)
        for name, bot in zip(play.players, seats, strict=True)
    }

    def choose(view: Any, decision: Decision[Any]) -> str | None:
        return chosen[decision.who](view, decision)

    return choose
