"""Random full games: how fast they run, how long they last, what they score.

>>> import card_data
>>> summary = simulate(card_data.load("winstons_archive"), 3, Plan(players=2), seed=1)
>>> summary.games, sum(summary.scores.values())
(3, 6)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from card_data import Game
from scoring import games as all_games
from scoring.answers import Length, Simulated
from scoring.play import Play
from scoring.result import Result


@dataclass
class Summary:
    """What happened: ``lengths`` are decisions a game, ``scores`` players by points.

    ``scores`` leaves out players who lost whatever their score, of whom there are ``out``.
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

    def count(self, play: Play, result: Result) -> None:
        """Count in a game that is over."""
        tallies = [standing.tally for standing in result.standings]
        self.lengths[len(play.moves)] += 1
        staying = [tally.total for tally in tallies if not tally.out]
        self.scores.update([total for total in staying if total is not None])
        self.out += sum([tally.out for tally in tallies])
        self.shared += len(result.winners) > 1

    def answer(self) -> Simulated:
        """The summary as the answer that ``--json`` prints."""
        lengths = list(self.lengths.elements())
        decisions = sum(lengths)
        return Simulated(
            game=self.game,
            games=self.games,
            players=self.players,
            seed=self.seed,
            decisions=decisions,
            decisions_per_second=round(decisions / self.seconds),
            length=Length(min(lengths), median(lengths), max(lengths)),
            scores={str(points): self.scores[points] for points in sorted(self.scores)},
            out=self.out,
            shared_wins=self.shared,
        )


@dataclass(frozen=True)
class Plan:
    """How games are played: by so many players, first the moves of the ``opening``.

    Then players move at random, or ``by_advice`` do what the game's adviser says.
    """

    players: int
    opening: tuple[str, ...] = ()
    by_advice: bool = False


def simulate(
    game: Game[Any], games: int, plan: Plan, seed: int, keep: Callable[[Play], None] | None = None
) -> Summary:
    """Play ``games`` games and score them; ``keep`` is handed each when it is over.

    Game ``n`` (from 0) is drawn from the seed ``seed + n`` alone. Raises `IllegalMove` if the
    rules do not seat that many players or refuse the opening.
    """
    summary = Summary(game.id, games, plan.players, seed)
    names = [f"Player {number}" for number in range(1, plan.players + 1)]
    rules = all_games.rules(game.id)
    choose = all_games.adviser(game.id).chooser(game) if plan.by_advice else None
    for own_seed in range(seed, seed + games):
        before = perf_counter()
        play = Play(game, names, own_seed)
        for move in plan.opening:
            play.move(move)
        play.play_on(Random(own_seed), choose)
        summary.seconds += perf_counter() - before
        summary.count(play, rules.score(play.state.position(), game))
        if keep is not None:
            keep(play)
    return summary
