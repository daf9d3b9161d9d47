"""A simple bot for every game: it makes the move that gains most points, and draws among ties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play

Redealt = Callable[[str, Random], Play]  # a game that a player cannot tell from the one in progress
MOST = 30  # moves that are tried; of more, as many are drawn


@dataclass
class Greedy:
    """Tries each move in a copy of a game that its player cannot tell from the real one.

    So it knows no more than the player. Of more than `MOST` moves it tries as many drawn at random.
    """

    redealt: Redealt
    rng: Random

    def __call__(self, view: Any, decision: Decision[Any]) -> str:
        """Return the move after which the player has the most points."""
        moves = list(islice(decision.options, MOST + 1))
        if len(moves) > MOST:
            moves = list(dict.fromkeys(decision.random(self.rng) for _ in range(MOST)))
        if len(moves) == 1:
            return moves[0]
        play, chance = self.redealt(decision.who, self.rng), self.rng.random()
        points = {words: after(play, decision.who, words, Random(chance)) for words in moves}
        most = max(points.values())
        return self.rng.choice([words for words in moves if points[words] == most])


def after(play: Play, player: str, words: str, rng: Random) -> tuple[bool, int]:
    """Return whether a player is still in, and the points, after a move and its consequences.

    These are the choices of others at the same time, those of the player before the table draws or
    another player decides, and the draws of the table: all of them at random.
    """
    trial, drawn = play.copy(), False
    trial.move(words, player)
    while decision := trial.decision:
        drawn = drawn or decision.who == TABLE
        if not trial.together and decision.who != (TABLE if drawn else player):
            break
        trial.answer(decision, decision.options.draw(rng))
    tallies = [one.tally for one in trial.result().standings]
    return next((not one.out, one.total or 0) for one in tallies if one.player == player)
