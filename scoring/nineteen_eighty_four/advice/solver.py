"""Finds the best play of a round exactly, over every order of placing, choice and reroll.

A round has one moment of luck, Green's reroll. Before it the solver tries every line; at it, it
takes the mean over every way the dice may fall; behind each way stands a set of results that
choices can give (`endings`), of which the best counts.

>>> from scoring.nineteen_eighty_four.dice import parse_dice
>>> solver = Solver(lambda result: max(0, result), failed=0)
>>> now = parse_dice("g1 p5", placed="r4 b2")
>>> [(step.words, value) for step, value in solver.ranked(now)][:2]
[('place green reroll purple', 15.5), ('place purple turn red', 0)]
>>> solver.distribution(parse_dice("r4", placed="g3 b2 w5"))
{12: 1.0}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from operator import itemgetter

from scoring.nineteen_eighty_four.advice.endings import (
    FAILED,
    LEAST,
    MOST,
    Endings,
    bit,
    minus_room,
)
from scoring.nineteen_eighty_four.dice import FACES, GONE, GREEN, DiceState, Step, put, steps

Distribution = dict[int | None, float]  # the chance of each result, None for a failed round


class Solver:
    """Best play for one payoff: ``payoff(result)``, and ``failed`` for a round that fails.

    Keeps what it has worked out; one solver serves any number of states.
    """

    def __init__(
        self, payoff: Callable[[int], float], failed: float, endings: Endings | None = None
    ) -> None:
        self.endings = endings or Endings()
        payoffs: list[tuple[float, int | None, int]] = [
            (payoff(result), result, bit(result)) for result in range(MOST, LEAST - 1, -1)
        ]
        payoffs.append((failed, None, FAILED))
        # Of results that pay the same the highest comes first.
        self.best_first = sorted(payoffs, key=itemgetter(0), reverse=True)
        self.best = cache(self._best)
        self.value = cache(self._value)
        self.reroll_value = cache(self._reroll_value)

    def _best(self, ends: int) -> tuple[float, int | None]:
        """Return the best payoff in a set of results, with its result."""
        for worth, result, bits in self.best_first:
            if ends & bits:
                return worth, result
        raise ValueError("a round comes to something")

    def _value(self, now: DiceState) -> float:
        if over(now):
            return self.best(self.ends(now))[0]
        most = None
        for step in steps(now):
            worth = self.worth(step)
            if most is None or worth > most:
                most = worth
                if most >= self.best_first[0][0]:
                    break  # no result pays more
        return self.best(FAILED)[0] if most is None else most

    def worth(self, step: Step) -> float:
        """Return the expected payoff of a step with best play after it."""
        if step.die == GREEN:
            return self.reroll_value(rolling(step), step.targets)
        return self.value(step.after)

    def _reroll_value(self, now: DiceState, targets: tuple[int, ...]) -> float:
        """Return the mean over every way that ``targets``, lifted off the sheet, may fall."""
        found = [self.best(ends)[0] for ends in self.ends_behind(now, targets)]
        return sum(found) / len(found)

    def ends_behind(self, now: DiceState, targets: tuple[int, ...]) -> Iterator[int]:
        """Yield the set of results behind each way that ``targets`` may fall."""
        for ends in self.endings.behind(now.dice, targets):
            yield minus_room(ends, now.room)

    def ends(self, now: DiceState) -> int:
        """Return the results that choices can give where no roll is left."""
        return minus_room(self.endings.after(now.dice), now.room)

    def ranked(self, now: DiceState) -> list[tuple[Step, float]]:
        """Return every step with its expected payoff, the best first."""
        worths = [(step, self.worth(step)) for step in steps(now)]
        return sorted(worths, key=itemgetter(1), reverse=True)

    def distribution(self, now: DiceState) -> Distribution:
        """Return the chance of each result under best play."""
        ranked = self.ranked(now) if not over(now) else []
        if not ranked:
            return {self.best(self.ends(now))[1]: 1.0}
        return self.distribution_after(ranked[0][0])

    def distribution_after(self, step: Step) -> Distribution:
        """Return the chance of each result after a step, under best play."""
        if step.die != GREEN:
            return self.distribution(step.after)
        ends = Counter(self.ends_behind(rolling(step), step.targets))
        distribution: Distribution = {}
        for behind, times in ends.items():
            result = self.best(behind)[1]
            distribution[result] = distribution.get(result, 0) + times / ends.total()
        return distribution


def over(now: DiceState) -> bool:
    """Whether no roll is left in the round: Green is placed or gone."""
    return not 1 <= now.dice[GREEN] <= FACES


def rolling(step: Step) -> DiceState:
    """Return the dice after Green is placed, with those to be rolled lifted off the sheet."""
    dice = step.after.dice
    for die in step.targets:
        dice = put(dice, die, GONE)
    return DiceState(dice, step.after.room)
