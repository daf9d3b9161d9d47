"""What may be claimed of two rule sets: what differs, and differs again in fresh games.

First every figure is compared. The risk of 5 % that anything at all is claimed wrongly is shared
out (Bonferroni): half of it to the figures that say how games go, half to all others. What
seems to differ is played again with fresh seeds, where the same risk is shared by what is left;
only what differs there too, and the same way, is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from scoring.compare.figures import KINDS, Figure, place, whole
from scoring.compare.paired import Estimate, Sums
from scoring.compare.pairs import Pairs, RuleSet, play_pairs
from scoring.play.simulate import Plan, no_more
from scoring.play.workers import Opened

RISK = 0.05  # of any wrong claim
POWER = 0.9  # with which the first games show a change; the fresh ones then do so more surely
LEAST_OF = 30  # players or games that a figure is counted of, under each rule set
LEAST_DIFFERING = 10  # games in which a figure differs, for anything to be claimed of it


class Finding(NamedTuple):
    """A figure under both rule sets.

    ``least`` and ``most`` are the ends of the interval of the difference. ``told`` if it is claimed
    to differ; ``again`` if its numbers are those of fresh games. ``detectable`` is the least change
    that would have been told in four of five comparisons; ``differing`` in how many of its games
    it was not the same.
    """

    figure: Figure
    estimate: Estimate
    least: float
    most: float
    told: bool
    again: bool
    detectable: float
    differing: int

    @property
    def weight(self) -> float:
        """By how many standard errors it differs."""
        return abs(self.estimate.centre) / (self.estimate.error or 1)


@dataclass(frozen=True)
class Comparison:
    """Two rule sets compared. ``fresh`` is None where the first games showed nothing."""

    old: RuleSet
    new: RuleSet
    plan: Plan
    seed: int
    first: Pairs
    fresh: Pairs | None
    findings: tuple[Finding, ...]
    compared: int
    suspected: int
    seconds: float

    @property
    def told(self) -> list[Finding]:
        """What differs: the chief figures in their order, then the others, the surest first."""
        found = [finding for finding in self.findings if finding.told]
        chiefs = [finding for finding in found if chief(finding.figure)]
        others = [finding for finding in found if not chief(finding.figure)]
        return chiefs + sorted(others, key=lambda finding: -finding.weight)

    @property
    def played(self) -> int:
        """How many games were played in all."""
        return 2 * (self.first.games + (self.fresh.games if self.fresh else 0))


def compare(
    old: RuleSet,
    new: RuleSet,
    plan: Plan,
    games: int,
    seed: int,
    *,
    executor: Opened | None = None,
    watch: Callable[[int], None] = no_more,
) -> Comparison:
    """Play ``games`` games under both rule sets, and as many fresh ones where these differ.

    ``watch`` is told how many pairs of games are done. Raises `IllegalMove` for players or moves
    that the rules refuse, `DataError` for an unknown bot or an executor that cannot be used.
    """
    begun, unit = perf_counter(), whole(plan.players)
    first = play_pairs(old, new, plan, seed, range(games), executor, watch)
    sums = comparable(first, unit)
    judged = judge(sums, shares_of_risk(sums), unit)
    suspects = [finding.figure for finding in judged if finding.told]
    fresh = None
    if suspects:
        numbers = range(games, 2 * games)
        fresh = play_pairs(
            old, new, plan, seed, numbers, executor, lambda done: watch(games + done)
        )
        again = {figure: fresh.total(figure, unit) for figure in suspects}
        judged = confirmed(judged, judge(again, dict.fromkeys(again, RISK / len(again)), unit))
    return Comparison(
        old, new, plan, seed, first, fresh, tuple(judged), len(claimable(sums)), len(suspects),
        perf_counter() - begun,
    )  # fmt: skip


def chief(figure: Figure) -> bool:
    """Whether a figure is among the few that say how games go."""
    return KINDS[figure.kind].chief


def comparable(pairs: Pairs, unit: int) -> dict[Figure, Sums]:
    """The figures of which there is enough under both rule sets, in the order of their kinds."""
    found = {figure: pairs.total(figure, unit) for figure in sorted(pairs.sums, key=place)}
    return {figure: sums for figure, sums in found.items() if enough(figure, sums, unit)}


def enough(figure: Figure, sums: Sums, unit: int) -> bool:
    """Whether a figure is counted of enough, and in enough games if it is no chief one."""
    _, old_of, _, new_of = sums.firsts
    one = unit if KINDS[figure.kind].share else 1
    often = chief(figure) or sums.occurring >= LEAST_DIFFERING
    return often and min(old_of, new_of) >= LEAST_OF * one


def claimable(sums: dict[Figure, Sums]) -> list[Figure]:
    """The figures that differ in enough games to claim anything of them."""
    return [figure for figure, one in sums.items() if one.differing >= LEAST_DIFFERING]


def shares_of_risk(sums: dict[Figure, Sums]) -> dict[Figure, float]:
    """The risk of a wrong claim that each figure is given.

    It is shared by those of which anything may be claimed; how many these are does not depend on
    which way they differ.
    """
    claimed = claimable(sums)
    number = {True: 0, False: 0}
    for figure in claimed:
        number[chief(figure)] += 1
    return {figure: RISK / 2 / max(1, number[chief(figure)]) for figure in sums}


def judge(sums: dict[Figure, Sums], risks: dict[Figure, float], unit: int) -> list[Finding]:
    """Each figure with its interval, told if that excludes that nothing changed."""
    found = []
    for figure, one in sums.items():
        estimate = one.estimate(unit if KINDS[figure.kind].share else 0)
        if estimate is not None:
            found.append(finding_of(figure, estimate, one.differing, risks[figure]))
    return found


def finding_of(figure: Figure, estimate: Estimate, differing: int, risk: float) -> Finding:
    """A figure as it was found."""
    least, most = estimate.interval(risk)
    told = differing >= LEAST_DIFFERING and not least <= 0 <= most
    detectable = estimate.detectable(risk, POWER)
    return Finding(figure, estimate, least, most, told, False, detectable, differing)


def confirmed(first: Iterable[Finding], anew: Iterable[Finding]) -> list[Finding]:
    """The findings, those of fresh games in place of what they were to confirm."""
    fresh = {finding.figure: finding for finding in anew}
    found = []
    for finding in first:
        again = fresh.get(finding.figure)
        if again is not None:
            same_way = again.estimate.centre * finding.estimate.centre > 0
            again = again._replace(told=again.told and same_way, again=True)
        elif finding.told:
            again = finding._replace(told=False)  # fresh games had too little of it
        found.append(again or finding)
    return found
