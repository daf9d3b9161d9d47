"""What a result is worth: the boxes themselves, staying unseen, or the chance to arrive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from card_data.nineteen_eighty_four.model import NOTHING, Data
from scoring.nineteen_eighty_four.solver import Distribution
from scoring.nineteen_eighty_four.walk import Walk

PLACES = 12  # of a payoff; what comes after is the error of a sum
TIE = 1e-6  # small beside any chance that matters, large beside the error of a sum


@dataclass(frozen=True)
class Aim:
    """What a round is played for: the payoff of a result, and that of a failed round.

    ``share`` if payoffs are chances, else they are boxes. ``tie`` is what a box counts beside a
    payoff, so that of results that pay the same the one with more boxes is played for.
    """

    name: str
    payoff: Callable[[int], float]
    failed: float = 0
    share: bool = False
    tie: float = 0

    def steered(self, result: int) -> float:
        """What a result counts in the search: its payoff, and the tie."""
        return self.payoff(result) + self.tie * max(0, result)

    def mean(self, distribution: Distribution) -> float:
        """The expected payoff where results have these chances."""
        payoffs = [
            chance * (self.failed if result is None else self.payoff(result))
            for result, chance in distribution.items()
        ]
        return round(sum(payoffs), PLACES)

    @property
    def word(self) -> str:
        """What a payoff is said to be."""
        return "chance to arrive" if self.share else "expected"

    def shown(self, payoff: float) -> str:
        """A payoff in words."""
        return percent(payoff) if self.share else f"{payoff:.2f} boxes"


def percent(chance: float) -> str:
    """A chance in words; only what is certain is said to be.

    >>> percent(0.5), percent(0.00001), percent(0.99999), percent(1)
    ('50.0%', '<0.1%', '>99.9%', '100.0%')
    """
    if 0 < chance < 0.001:
        return "<0.1%"
    return ">99.9%" if 0.999 < chance < 1 else f"{chance:.1%}"


def boxes() -> Aim:
    """The number of boxes marked."""
    return Aim("boxes", lambda result: max(0, result))


def unseen(walk: Walk, at: int) -> Aim:
    """The number of boxes marked if the round, begun on box ``at``, ends on no zone, else 0."""

    def payoff(result: int) -> float:
        return 0 if result <= 0 or walk.watched(walk.box_after(at, result)) else result

    return Aim("unseen", payoff, tie=TIE)


def arrive(arrival: Arrival, at: int, rounds_left: int) -> Aim:
    """The chance to reach the Golden Country, with ``rounds_left`` rounds after this one."""

    def payoff(result: int) -> float:
        return arrival.after(at, max(0, result), rounds_left)

    return Aim("arrive", payoff, failed=payoff(0), share=True, tie=TIE)


class Arrival:
    """The chance to arrive from any box if later rounds are played so: each for the most boxes, the
    last for as many as are needed.

    For that way of playing it is exact, but for the last of ten places in `results.yaml`. Better
    play, which in later rounds too looks at the zones and at the rounds left, can only raise it.
    """

    def __init__(self, data: Data, walk: Walk) -> None:
        self.data = data
        self.walk = walk
        self.chance = cache(self._chance)

    def after(self, at: int, boxes: int, rounds: int) -> float:
        """The chance after a round begun on ``at`` has marked ``boxes``; ``rounds`` are left."""
        end = self.walk.box_after(at, boxes)
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
        ways = outcome.to_mark.items()
        mean = sum([chance * self.after(at, boxes, rounds - 1) for boxes, chance in ways])
        return mean / sum(outcome.to_mark.values())  # 1, but for rounding: arriving beats waiting
