"""Random full games: how fast they run, how they end, what they score, who wins from which seat.

>>> import card_data
>>> summary = simulate(card_data.load("winstons_archive"), 3, Plan(players=2), seed=1)
>>> summary.games, sum(summary.scores.values()), sum(summary.wins)
(3, 6, 3.0)
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import parent_process
from random import Random
from statistics import median
from threading import Thread
from time import perf_counter
from typing import Any

from card_data import Game
from scoring import games as all_games
from scoring.games import Ending
from scoring.play.play import Play
from scoring.positions.answers import Length, Share, Simulated
from scoring.positions.result import Result

Keep = Callable[[Play], None]
PARTS = 8  # for each worker: so many batches, so that none waits long for the others
SURE = 1.96  # standard deviations: 95 in 100 intervals hold the true share


def no_more(_: Any) -> None:
    """Do nothing with a game, or with what is told."""


@dataclass
class Summary:
    """What happened: ``lengths`` are decisions a game, ``scores`` players by points.

    ``scores`` leaves out players who lost whatever their score, of whom there are ``out``.
    ``wins`` are those of each seat, a shared win in equal parts. ``ends`` counts what ended the
    games, ``took`` how many of the game's ``unit``, such as rounds, they took.
    """

    game: str
    games: int
    players: int
    seed: int
    seconds: float = 0.0  # of play, without scoring
    lengths: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    out: int = 0
    shared: int = 0
    wins: list[float] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    took: Counter[int] = field(default_factory=Counter)
    unit: str = ""

    def count(self, play: Play, result: Result, ending: Ending) -> None:
        """Count in a game that is over."""
        tallies = [standing.tally for standing in result.standings]
        self.lengths[len(play.moves)] += 1
        staying = [tally.total for tally in tallies if not tally.out]
        self.scores.update([total for total in staying if total is not None])
        self.out += sum([tally.out for tally in tallies])
        self.shared += len(result.winners) > 1
        for name in result.winners:  # a solitaire's score has no name of its player
            seat = play.players.index(name) if len(play.players) > 1 else 0
            self.wins[seat] += 1 / len(result.winners)
        self.ends[ending.why] += 1
        self.took[ending.length] += 1
        self.unit = ending.unit

    def add(self, other: Summary) -> None:
        """Count in the games of a part."""
        self.seconds += other.seconds
        self.out += other.out
        self.shared += other.shared
        self.unit = other.unit
        self.wins = [mine + more for mine, more in zip(self.wins, other.wins, strict=True)]
        for mine, more in (
            (self.lengths, other.lengths), (self.scores, other.scores),
            (self.ends, other.ends), (self.took, other.took),
        ):  # fmt: skip
            mine.update(more)  # type: ignore[arg-type]

    def answer(self) -> Simulated:
        """The summary as the answer that ``--json`` prints."""
        decisions = sum(number * games for number, games in self.lengths.items())
        return Simulated(
            game=self.game,
            games=self.games,
            players=self.players,
            seed=self.seed,
            decisions=decisions,
            decisions_per_second=round(decisions / self.seconds),
            length=spread(self.lengths),
            scores={str(points): self.scores[points] for points in sorted(self.scores)},
            out=self.out,
            shared_wins=self.shared,
            wins=tuple([share(wins, self.games) for wins in self.wins]),
            ends=dict(self.ends.most_common()),
            took=spread(self.took),
            unit=self.unit,
        )


def spread(counts: Counter[int]) -> Length:
    """The least, the middle and the most of what is counted."""
    values = sorted(counts.elements())
    return Length(values[0], median(values), values[-1])


def share(wins: float, games: int) -> Share:
    """The share of games won, with the interval that holds the true share in 95 cases of 100.

    Wilson's interval, which is right for few games and for shares near 0 and 1 as well.
    """
    won, square = wins / games, SURE * SURE
    middle = (won + square / (2 * games)) / (1 + square / games)
    reach = SURE * sqrt(won * (1 - won) / games + square / (4 * games * games))
    reach /= 1 + square / games
    return Share(wins, won, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True)
class Plan:
    """How games are played: by this many players, first the moves of the ``opening``.

    Then players move at random, or ``by_advice`` do what the game's adviser says.
    """

    players: int
    opening: tuple[str, ...] = ()
    by_advice: bool = False


def simulate(
    game: Game[Any],
    games: int,
    plan: Plan,
    seed: int,
    keep: Keep = no_more,
    *,
    workers: int = 1,
    watch: Callable[[int], None] = no_more,
) -> Summary:
    """Play ``games`` games and score them; ``keep`` is handed each when it is over.

    Game ``n`` (from 0) is drawn from the seed ``seed + n`` alone, however many ``workers`` share
    the games: processes of their own, in which ``keep`` is called then, so that it must be a
    function of a module. ``watch`` is told how many games are done. Raises `IllegalMove` if the
    rules do not seat that many players or refuse the opening.
    """
    seeds = range(seed, seed + games)
    opened(game, plan, seed)  # what is wrong with the plan is told here, not by a worker
    if workers == 1:
        return play_part(game, plan, seeds, keep, watch)
    summary = nothing_yet(game, plan, seeds)
    size = max(1, games // (workers * PARTS))
    with ProcessPoolExecutor(workers, initializer=end_with_parent) as pool:
        parts = [
            pool.submit(play_part, game, plan, seeds[at : at + size], keep)
            for at in range(0, games, size)
        ]
        try:
            for part in as_completed(parts):
                summary.add(part.result())
                watch(sum(summary.lengths.values()))
        finally:
            pool.shutdown(cancel_futures=True)
    return summary


def end_with_parent() -> None:
    """Have this worker end when the process that started it is killed, and not wait for ever."""

    def wait() -> None:
        parent = parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def opened(game: Game[Any], plan: Plan, seed: int) -> Play:
    """A game after the moves of the plan's opening."""
    play = Play(game, [f"Player {number}" for number in range(1, plan.players + 1)], seed)
    for move in plan.opening:
        play.move(move)
    return play


def nothing_yet(game: Game[Any], plan: Plan, seeds: range) -> Summary:
    """The summary before the first game."""
    return Summary(game.id, len(seeds), plan.players, seeds.start, wins=[0.0] * plan.players)


def play_part(
    game: Game[Any], plan: Plan, seeds: range, keep: Keep, watch: Callable[[int], None] = no_more
) -> Summary:
    """The games of some seeds, one after the other."""
    summary = nothing_yet(game, plan, seeds)
    rules = all_games.rules(game.id)
    choose = all_games.adviser(game.id).chooser(game) if plan.by_advice else None
    for done, seed in enumerate(seeds, 1):
        before = perf_counter()
        play = opened(game, plan, seed)
        play.play_on(Random(seed), choose)
        summary.seconds += perf_counter() - before
        result = rules.score(play.state.position(), game)
        summary.count(play, result, play.engine.ending(play.state, game))
        keep(play)
        watch(done)
    return summary
