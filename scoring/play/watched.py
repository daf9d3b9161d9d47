"""A game as one of its players has watched it, and others that look the same to that player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices, Move, Tested
from scoring.play.play import Play

Turn = Mapping[str, Move[Any]]  # the answers to a question


class Watched:
    """A game with what a player has seen of it before each answer and after the last."""

    def __init__(self, play: Play, player: str, answers: Sequence[Turn] | None = None) -> None:
        """``answers`` take the place of the game's own, with values that are equal to them."""
        self.play, self.player = play, player
        self.looks = list(map(self.look, again(play, answers or play.answers)))

    def look(self, play: Play) -> tuple[list[Any], Any]:
        """What the player sees of a game now: what is asked, and the table."""
        asked = [(*decision[:3], self.choices(decision)) for decision in play.decisions]
        return asked, play.view(self.player)

    def choices(self, decision: Decision) -> list[str]:
        """The moves of the player's own decision, where they are listed."""
        if decision.who != self.player or not isinstance(decision.options, Choices):
            return []
        return list(decision.options)

    def alike(self, answers: Sequence[Turn]) -> Play | None:
        """The game with as many other answers; None if the rules or what was seen forbid it."""
        looks = iter(self.looks)
        for at, turn in zip(again(self.play, answers), [*answers, {}], strict=True):
            if self.look(at) != next(looks):
                return None
            decisions = [one for one in at.decisions if one.who not in (TABLE, self.player)]
            if not all(is_open(one, turn[one.who]) for one in decisions if one.who in turn):
                return None
        return at


def again(play: Play, answers: Sequence[Turn]) -> Iterator[Play]:
    """A new game of the same players, before each of these answers and after the last."""
    fresh = Play(play.game, play.players, play.seed)
    yield fresh
    for turn in answers:
        fresh.repeat(turn)
        yield fresh


def is_open(decision: Decision, move: Move[Any]) -> bool:
    """Whether a player may give an answer that was given in a game that looks the same."""
    words, value = move
    options = decision.options
    if isinstance(options, Choices):
        return words in options
    return not isinstance(options, Tested) or options.against(value) is None
