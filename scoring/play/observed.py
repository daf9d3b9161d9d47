"""A game as one player observed it, and other games that the player cannot tell from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices, Move
from scoring.play.play import Play

Turn = Mapping[str, Move[Any]]  # the answers to a question
Observation = tuple[list[Any], Any]  # what is asked, and a view of the table


class ObservedPlay:
    """A game, with the player's view before each answer and after the last."""

    def __init__(
        self,
        play: Play,
        player: str,
        answers: Sequence[Turn] | None = None,
        meanwhile: Callable[[Play, int], None] | None = None,
    ) -> None:
        """``answers`` take the place of the game's own, with values that are equal to them.

        ``meanwhile`` is called with the game before each answer, and its number, and after the
        last.
        """
        self.play, self.player = play, player
        self.observations: list[Observation] = []
        for number, at in enumerate(replay_each(play, answers or play.answers)):
            self.observations.append(self.observe(at))
            if meanwhile is not None:
                meanwhile(at, number)

    def observe(self, play: Play) -> Observation:
        """Return what the player sees of a game now: the open decisions, and the view."""
        asked = [(*decision[:3], self.choices(decision)) for decision in play.decisions]
        return asked, play.view(self.player)

    def choices(self, decision: Decision[Any]) -> list[str]:
        """Return the moves of the player's own decision, where they are listed."""
        if decision.who != self.player or not isinstance(decision.options, Choices):
            return []
        return list(decision.options)

    def replay_unnoticed(self, answers: Sequence[Turn]) -> Play | None:
        """Return the game played with other answers, of which there must be as many.

        Returns None if the rules forbid them, or the player would have seen a difference.
        """
        same = 0  # answers at the beginning, after each of which the two games are one
        while same < len(answers) and answers[same] == self.play.answers[same]:
            same += 1
        for number, (at, turn) in enumerate(
            zip(replay_each(self.play, answers), [*answers, {}], strict=True)
        ):
            if number > same and self.observe(at) != self.observations[number]:
                return None
            decisions = [one for one in at.decisions if one.who not in (TABLE, self.player)]
            if not all(turn[one.who][0] in one.options for one in decisions if one.who in turn):
                return None
        return at


def replay_each(play: Play, answers: Sequence[Turn]) -> Iterator[Play]:
    """Yield a new game of the same players before each of these answers and after the last."""
    fresh = Play(play.game, play.players, play.seed)
    yield fresh
    for turn in answers:
        fresh._replay(turn)
        yield fresh
