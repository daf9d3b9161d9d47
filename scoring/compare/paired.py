"""Paired differences: what each game of one rule set came to beside the same game of the other.

A figure is a ratio: what is counted (points, wins) over what it is counted of (players, games).
Its sums are whole numbers, so they come out the same in whichever order games are added.

>>> sums = Sums()
>>> for old, new in [(4, 6), (5, 6), (3, 6), (4, 5)] * 10:
...     sums.add((old, 1), (new, 1))
>>> found = sums.estimate()
>>> found.old, found.new, found.difference
(4.0, 5.75, 1.75)
>>> [round(end, 2) for end in found.interval(0.05)]
[1.48, 2.02]
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

Amount = tuple[int, int]  # what is counted, and of how many
PAIRS = tuple(combinations_with_replacement(range(4), 2))
NOTHING: Amount = (0, 0)


class Sums:
    """The sums of the amounts of a figure over pairs of games, and of their products.

    A game in which there is nothing to count need not be added: `of_all` makes up for it.
    """

    __slots__ = ("differing", "firsts", "games", "occurring", "seconds")

    def __init__(self) -> None:
        self.games = 0
        self.differing = 0  # in which the two rule sets came to other amounts
        self.occurring = 0  # in which anything was counted under either
        self.firsts = [0] * 4
        self.seconds = [0] * len(PAIRS)

    def add(self, old: Amount, new: Amount, games: int = 1) -> None:
        """Count in pairs of games that came to these amounts."""
        row = (*old, *new)
        self.games += games
        self.differing += games * (old != new)
        self.occurring += games * bool(old[0] or new[0])
        for place, value in enumerate(row):
            self.firsts[place] += games * value
        for place, (one, other) in enumerate(PAIRS):
            self.seconds[place] += games * row[one] * row[other]

    def merge(self, other: Sums) -> None:
        """Count in the games of a part."""
        self.games += other.games
        self.differing += other.differing
        self.occurring += other.occurring
        self.firsts = [mine + more for mine, more in zip(self.firsts, other.firsts, strict=True)]
        self.seconds = [mine + more for mine, more in zip(self.seconds, other.seconds, strict=True)]

    def copy(self) -> Sums:
        """The same sums, to be added to."""
        twin = Sums()
        twin.merge(self)
        return twin

    def of_all(self, games: int, rest: Amount) -> Sums:
        """The sums of so many games, of which those not added came to ``rest`` under both."""
        every = self.copy()
        every.add(rest, rest, games - self.games)
        return every

    def estimate(self, whole: int = 0) -> Estimate | None:
        """What the sums come to; None where there is nothing to count of, or only one game.

        The error of a ratio is that of its linear part (the delta method); of a mean over games it
        is the standard error of the mean difference. ``whole`` is what counts as 1 in a share:
        then the interval is that of Bonett and Price (2012) for paired shares, whose two added
        pairs of games, one of each kind, keep it from closing where few games differ or none does.
        """
        old_count, old_of, new_count, new_of = self.firsts
        if not old_of or not new_of or self.games < 2:
            return None
        judged = self
        if whole:
            judged = self.copy()
            judged.add((0, whole), (whole, whole))
            judged.add((whole, whole), (0, whole))
        centre, error = judged.linear()
        old, new = Fraction(old_count, old_of), Fraction(new_count, new_of)
        return Estimate(float(old), float(new), float(new - old), centre, error, judged.games - 1)

    def linear(self) -> tuple[float, float]:
        """The difference of the ratios and its standard error."""
        old_count, old_of, new_count, new_of = self.firsts
        old, new = Fraction(old_count, old_of), Fraction(new_count, new_of)
        weights = (
            Fraction(-1, old_of), old / old_of, Fraction(1, new_of), -new / new_of,
        )  # fmt: skip
        squares = sum(
            [
                weights[one] * weights[other] * total * (1 if one == other else 2)
                for (one, other), total in zip(PAIRS, self.seconds, strict=True)
            ],
            Fraction(),
        )
        return float(new - old), sqrt(squares * self.games / (self.games - 1))


class Estimate(NamedTuple):
    """A figure under both rule sets.

    ``difference`` is as found; the interval lies about ``centre``, which differs from it for
    shares alone. ``error`` is the standard error, ``freedom`` its degrees of freedom.
    """

    old: float
    new: float
    difference: float
    centre: float
    error: float
    freedom: int

    def interval(self, risk: float) -> tuple[float, float]:
        """The least and the most that the true difference may be; it is neither but for a chance
        of ``risk``."""
        reach = student(1 - risk / 2, self.freedom) * self.error
        return self.centre - reach, self.centre + reach

    def detectable(self, risk: float, power: float) -> float:
        """The least true difference that would be found with a chance of ``power``."""
        far = student(1 - risk / 2, self.freedom) + student(power, self.freedom)
        return far * self.error


def student(chance: float, freedom: int) -> float:
    """The quantile of Student's distribution, by the expansion of Cornish and Fisher: right to
    three digits from 29 degrees of freedom on.

    >>> round(student(0.975, 30), 3), round(student(0.9995, 40), 3), round(student(0.975, 10**9), 3)
    (2.042, 3.551, 1.96)
    """
    z = NormalDist().inv_cdf(chance)
    return z + sum(
        [
            (z**3 + z) / (4 * freedom),
            (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2),
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3),
        ]
    )
