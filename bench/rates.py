"""How much one checkout plays, checks, scores and copies per second of CPU time, as JSON.

This script uses only what every state of the project has: `versus` runs it in two of them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

import card_data
import scoring
from card_data import Game
from scoring.play.play import Play

AT_LEAST = 0.3  # seconds for each figure: what takes less is done again


def a_second(work: Callable[[Any], object], things: Callable[[], list[Any]]) -> float:
    """With how many of some ``things`` a ``work`` is done in a second.

    They are new each time, so that nothing is known of them, and made before the clock runs.
    """
    done, spent = 0, 0.0
    while spent < AT_LEAST:
        made = things()
        before = process_time()
        for thing in made:
            work(thing)
        spent += process_time() - before
        done += len(made)
    return done / spent


def played(game: Game[Any], games: int) -> Iterator[Play]:
    rng = Random(1)
    for players in range(game.head.players.min, game.head.players.max + 1):
        for _ in range(games):
            play = Play(game, [f"P{number}" for number in range(players)])
            play.play_on(rng)
            yield play


def rates(name: str, games: int) -> dict[str, float]:
    """Decisions, checks, scores and copies a second, in random games of all numbers of players."""
    game = card_data.load(name)

    decisions: list[int] = []

    def decided(_: None) -> None:
        decisions.append(sum([len(play.moves) for play in played(game, games)]))

    found = {"decisions": a_second(decided, lambda: [None]) * decisions[0]}
    plays = [*played(game, games)]

    def filled() -> list[Any]:
        return [play.filled() for play in plays]

    found["checks"] = a_second(scoring.check, filled)
    found["scores"] = a_second(scoring.score, filled)
    if hasattr(Play, "copy"):
        found["copies"] = a_second(Play.copy, lambda: plays[:: games // 10 or 1])
    return found


if __name__ == "__main__":
    print(json.dumps(rates(sys.argv[1], int(sys.argv[2]))))
