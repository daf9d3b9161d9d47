"""The likely fix of an invalid position: the single change that makes it valid.

Likely slips of the pen near the findings of the check are taken back first, and the position is
checked each time. The first change after which nothing is found is reported, unless another is as
likely; none is ever made.

>>> import scoring
>>> filled = scoring.read('''
... game: winstons_archive
... players:
...   - {name: Ann, books: {A: 2, C: 4}, product_over_process: 3, open_secrets: 2, manuscripts: 8}
...   - {name: Bo, books: {D: 5}, product_over_process: 1, open_secrets: 3, manuscripts: 01}
... ''')
>>> fixes(filled)[0].said
"Likely meant: Bo's manuscripts 10 in place of 1"
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import attrgetter
from typing import Any

import msgspec

from scoring.positions.corrections import Correction, InvalidPosition, apply_edits, candidates
from scoring.positions.findings import Finding, Where
from scoring.positions.json_models import Change, Fix
from scoring.positions.paths import unanswered
from scoring.positions.positions import PositionFile, check
from scoring.positions.rules import Layer, rules_of

MOST_CHECKS = 500  # of changes: most take 50 to 200 microseconds each
MOST_FINDINGS = 40  # which a single slip may lead to
MOST_VALUES = 2000  # of a position
MOST_CORRECTIONS = 20_000
ELSEWHERE = 3.0  # in another player's things: if all is, no cause of what was found


def fixes(filled: PositionFile, findings: Sequence[Finding] | None = None) -> tuple[Fix, ...]:
    """Find the likeliest single change after which the check finds nothing; return none if another
    is as likely.

    ``findings`` are those of the check, which is run if they are not given. No change removes an
    answer; one after which the score would not be final is less likely than any other.
    """
    found = check(filled).findings if findings is None else findings
    invalid = InvalidPosition(filled, found)
    if not 0 < len(found) <= MOST_FINDINGS or len(invalid.nodes) > MOST_VALUES:
        return ()
    correction = Trial(invalid).likeliest()
    return (as_fix(correction),) if correction else ()


def as_fix(correction: Correction) -> Fix:
    changes = [
        Change(".".join(where), msgspec.json.decode(msgspec.json.encode(value)))
        for where, value in correction.edits
    ]
    return Fix(tuple(changes), f"Likely meant: {correction.describe()}")


class Trial:
    """The trial of changes by the game's own check, which ends at its first finding."""

    def __init__(self, invalid: InvalidPosition) -> None:
        self.invalid = invalid
        self.rules = rules_of(invalid.game)
        self.layers = sorted(self.rules.LAYERS.values(), key=self.finds_nothing)

    def finds_nothing(self, layer: Layer) -> bool:
        """Return whether a layer finds nothing, and so is asked after the others."""
        return not any(True for _ in layer(self.invalid.position, self.invalid.game))

    def likeliest(self) -> Correction | None:
        """Return the likeliest correction after which nothing is found; None if another is as
        likely."""
        final: list[tuple[Correction, Any]] = []  # with the position that each makes
        others: list[tuple[Correction, Any]] = []
        ranked = self.ranked()
        for correction in ranked[:MOST_CHECKS]:
            if final and correction.cost > final[0][0].cost:
                break
            position = apply_edits(self.invalid.position, correction.edits)
            if self.passes(position):
                (final if self.final(position) else others).append((correction, position))
        if not (found := final or others):
            return None
        first, meant = found[0]
        alike = [one for correction, one in found if correction.cost == first.cost]
        unknown = [one for one in ranked[MOST_CHECKS:][:1] if one.cost == first.cost]
        return first if all(one == meant for one in alike) and not unknown else None

    def final(self, position: Any) -> bool:
        """Return whether the score of a position is final, or the position itself says why not: it
        is running, or has open answers."""
        said = position.running or any(True for _ in unanswered(position))
        return said or not any(self.rules.unfinished(position, self.invalid.game))

    def passes(self, position: Any) -> bool:
        """Return whether the check finds nothing."""
        game = self.invalid.game
        return self.invalid.corrections.plausible(position, game) and not any(
            True for layer in self.layers for _ in layer(position, game)
        )

    def ranked(self) -> list[Correction]:
        """Return every correction, the likely ones first."""
        invalid = self.invalid
        made = [*islice(candidates(invalid), MOST_CORRECTIONS)]
        away: dict[Where, list[float]] = {}
        for correction in made:
            for where, _ in correction.edits:
                if where not in away:
                    away[where] = [
                        min(distance(one, where) for one in (found.where, *found.also))
                        for found in invalid.findings
                    ]
        rated = []
        for correction in made:
            nearest = [*map(min, zip(*[away[at] for at, _ in correction.edits], strict=True))]
            if min(nearest) < ELSEWHERE:
                cost = correction.cost + sum(nearest) / len(nearest)
                rated.append(correction._replace(cost=cost))
        return sorted(rated, key=attrgetter("cost"))


def distance(one: Where, other: Where) -> float:
    """Return how far apart two places are, from 0.0 for the same to `ELSEWHERE`.

    >>> left, right = ("players", "0", "tasks", "left"), ("players", "1", "tasks", "left")
    >>> distance(left, (*left, "2")), distance(left, right), distance(left, ("board", "left"))
    (0.0, 1.0, 2.0)
    """
    depth = min(len(one), len(other))
    if one[:depth] == other[:depth]:
        return 0.0
    if one[:-1] == other[:-1] or (one[0] == other[0] and one[2:] == other[2:]):
        return 1.0
    if one[0] == other[0] == "players" and one[1] != other[1]:
        return ELSEWHERE
    return 1.5 if one[:2] == other[:2] else 2.0
