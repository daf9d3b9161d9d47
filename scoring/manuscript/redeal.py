"""Redeals the draw pile of Untitled Manuscript Game: all else lies open (MS-1.9)."""

from __future__ import annotations

from random import Random

from scoring.manuscript.state import State
from scoring.play.decisions import TABLE
from scoring.play.play import Play


def redealt(play: Play, player: str, rng: Random) -> Play:
    """Return the game with the texts not drawn since the last shuffle in another order."""
    state = play.state
    assert isinstance(state, State)
    other = play.copy()
    if not state.draw:
        return other
    answers = [dict(turn) for turn in play.answers]
    number = len(state.draw)
    last = max(
        at
        for at, turn in enumerate(answers)
        if TABLE in turn and turn[TABLE][1][-number:] == state.draw[::-1]
    )
    drawn = answers[last][TABLE][1][:-number]
    order = [*drawn, *rng.sample(state.draw, number)]
    answers[last] = {TABLE: (" ".join(order), order)}
    other._start(answers)
    return other
