"""What a result is worth: the boxes themselves, staying unseen, or the chance to arrive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from card_data.nineteen_eighty_four.model import Data
from scoring.nineteen_eighty_four.walk import NOTHING, Walk


@dataclass(frozen=True)
class Aim:
    """What a round is played for: the payoff of a result, and that of a failed round.

    ``share`` if payoffs are chances, else they are boxes.
    """

    name: str
    payoff: Callable[[int], float]
    failed: float = 0
    share: bool = False

    @property
    def word(self) -> str:
        """What a payoff is said to be."""
        return "to arrive" if self.share else "expected"

    def shown(self, payoff: float) -> str:
        """A payoff in words."""
        return f"{payoff:.1%}" if self.share else f"{payoff:.2f} boxes"


def boxes() -> Aim:
    """The number of boxes marked."""
    return Aim("boxes", lambda result: max(0, result))


def unseen(walk: Walk, at: int) -> Aim:
    """The number of boxes marked if the round, begun on box ``at``, ends on no zone, else 0."""

    def payoff(result: int) -> float:
        return 0 if result <= 0 or walk.watched(walk.on(at, result)) else result

    return Aim("unseen", payoff)


def arrive(arrival: Arrival, at: int, rounds_left: int) -> Aim:
    """The chance to reach the Golden Country, with ``rounds_left`` rounds after this one."""

    def payoff(result: int) -> float:
        return arrival.after(at, max(0, result), rounds_left)

    return Aim("arrive", payoff, failed=payoff(0), share=True)


class Arrival:
    """The chance to arrive from any box if later rounds are played so: each for the most boxes, the
    last for as many as are needed.

    For that way of playing it is exact, by `results.yaml`. Better play, which in later rounds too
    looks at the zones and at the rounds left, can only raise it.
    """

    def __init__(self, data: Data, walk: Walk) -> None:
        self.data = data
        self.walk = walk
        self.chance = cache(self._chance)

    def after(self, at: int, boxes: int, rounds: int) -> float:
        """The chance after a round begun on ``at`` has marked ``boxes``; ``rounds`` are left."""
        end = self.walk.on(at, boxes)
        return self.chance(end, rounds, self.walk.takes(end) if boxes else NOTHING)

    def _chance(self, at: int, rounds: int, removed: str) -> float:
        """The chance from box ``at`` with so many rounds left, ``removed`` from the first."""
        if self.walk.arrived(at):
            return 1
        if not rounds:
            return 0
        outcome = self.data.outcome(removed)
        if rounds == 1:
            return outcome.at_least.get(self.walk.to_go(at), 0)
        return sum(
            [
                chance * self.after(at, boxes, rounds - 1)
                for boxes, chance in outcome.to_mark.items()
            ]
        )
