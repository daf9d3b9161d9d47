"""The sizes of critical sets as steps, each up from the next smaller one (VV-7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple


class Step(NamedTuple):
    """A size of sets as a step up from the next smaller one, or from nothing.

    ``gain`` is what it is worth more. ``needs[n]`` is what it takes of the tokens there are without
    the ``n`` Features that have the most. ``rate`` is the best gain of the steps above this one, as
    points for a number of tokens. ``dear[n]`` is there for each of the needs that, used at that
    rate instead, would be worth more than ``gain``: by how much it is above each of the others.
    """

    size: int
    gain: int
    needs: tuple[int, ...]
    rate: tuple[int, int]
    dear: tuple[tuple[tuple[int, int], ...], ...]


def steps(points: Mapping[int, int]) -> tuple[Step, ...]:
    """The sets that score, from the points of each size, the smallest first."""
    found: list[Step] = []
    rates = [(0, 1)]
    for below, size in reversed([*pairwise([0, *sorted(points)])]):
        gain = points[size] - points.get(below, 0)
        needs = tuple([size - max(below, without) for without in range(size)])
        best = more, tokens = max(rates, key=lambda rate: rate[0] / rate[1])
        cheap = [(n, need) for n, need in enumerate((*needs, 0)) if need * more <= gain * tokens]
        dear = [
            tuple([(other, need - less) for other, less in cheap])
            for need in needs
            if need * more > gain * tokens
        ]
        found.insert(0, Step(size, gain, needs, best, tuple(dear)))
        rates.append((gain, size - below))
    return tuple(found)
