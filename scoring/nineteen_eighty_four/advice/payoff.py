"""What a result is worth: boxes, or the chance to arrive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scoring.nineteen_eighty_four.advice.prospects import Prospects, WalkState
from scoring.nineteen_eighty_four.advice.solver import Distribution

BOXES = "boxes"  # the aim to mark the most
PLACES = 12  # of a payoff; what comes after is the error of a sum
TIE = 1e-9  # small beside any chance that matters, large beside the error of a sum
A_BOX = 1e-3  # beside a point


@dataclass(frozen=True)
class Objective:
    """What a round is played for: the payoff of a result, and that of a failed round.

    Payoffs are boxes, or the chance to arrive. ``tie_break`` ranks results that pay the same.
    """

    name: str
    payoff: Callable[[int], float]
    failed: float = 0
    tie_break: Callable[[int], float] | None = None

    def search_value(self, result: int) -> float:
        """The payoff of a result in the search, with the tie break added by a hair."""
        return self.payoff(result) + (TIE * self.tie_break(result) if self.tie_break else 0)

    def mean(self, distribution: Distribution) -> float:
        """Return the expected payoff of results with these chances."""
        payoffs = [
            chance * (self.failed if result is None else self.payoff(result))
            for result, chance in distribution.items()
        ]
        return round(sum(payoffs), PLACES)

    @property
    def word(self) -> str:
        """What a payoff is called."""
        return "expected" if self.name == BOXES else "chance to arrive"

    def shown(self, payoff: float) -> str:
        """Return a payoff in words."""
        return f"{payoff:.2f} boxes" if self.name == BOXES else percent(payoff)


def percent(chance: float) -> str:
    """Return a chance in words; only a certain one is called 100.0%.

    >>> percent(0.5), percent(0.00001), percent(0.99999), percent(1)
    ('50.0%', '<0.1%', '>99.9%', '100.0%')
    """
    if 0 < chance < 0.001:
        return "<0.1%"
    return ">99.9%" if 0.999 < chance < 1 else f"{chance:.1%}"


def boxes_of(result: int) -> int:
    return max(0, result)


def boxes() -> Objective:
    """Play for the number of boxes marked."""
    return Objective(BOXES, boxes_of)


def arrive(prospects: Prospects, now: WalkState) -> Objective:
    """Play for the chance to reach the Golden Country from a round begun at ``now``.

    Of results with the same chance, if that is 1 or 0, those with the most points come first, then
    those with the most boxes.
    """

    def payoff(result: int) -> float:
        return prospects.after(now, result)

    def tie_break(result: int) -> float:
        route = prospects.route
        follows = route.after(now, result)
        points = route.score(follows) if route.walk.arrived(follows.at) else 0
        return points + A_BOX * max(0, result)

    return Objective("arrive", payoff, payoff(0), tie_break=tie_break)
