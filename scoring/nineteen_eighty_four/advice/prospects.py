"""What a walk is worth before a roll, when every round is played best, zones included.

There are two goals: to arrive, and a final score. For each a table has the chance or the expected
score from every box, by the rounds left and the die removed from the first of them (for the score
also by the rounds that ended on a zone before). Computing one takes minutes, so those of the
shipped route are stored in ``walks.bin``; other routes have none.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from card_data.nineteen_eighty_four.model import NOTHING, Data
from scoring.nineteen_eighty_four.walk import Walk

Goal = Literal["arrive", "points"]
WALKS = Path(__file__).with_name("walks.bin")
VERSION = 1  # of the rules of a round


class WalkState(NamedTuple):
    """Where a walk stands before a roll: ``rounds`` are left, ``removed`` from the first of them.

    ``zones`` is how many Big Brother boxes are marked; 0 where nothing depends on it.
    """

    rounds: int
    at: int
    removed: str = NOTHING
    zones: int = 0


PayoffTable = dict[WalkState, float]


class Route:
    """How a walk continues from round to round, and what it is worth at the end."""

    def __init__(self, data: Data, walk: Walk, goal: Goal) -> None:
        self.data = data
        self.walk = walk
        self.goal = goal
        self.most = max([max(outcome.boxes) for outcome in data.results])  # boxes of a round
        self.start = WalkState(walk.rounds, 0)

    def after(self, now: WalkState, boxes: int) -> WalkState:
        """Return the state after a round that marked this many boxes."""
        scored = self.goal == "points"
        if boxes <= 0:
            return WalkState(now.rounds - 1, now.at, NOTHING, now.zones if scored else 0)
        at = self.walk.box_after(now.at, boxes)
        marked = self.data.numbers.big_brother.boxes(now.zones + self.walk.watched(at))
        zones = marked if scored else 0
        return WalkState(now.rounds - 1, at, self.walk.takes(at), zones)

    def end(self, now: WalkState) -> float | None:
        """Return the worth of a walk that has ended or can no longer arrive; None of any other."""
        if self.walk.arrived(now.at):
            return 1 if self.goal == "arrive" else self.score(now)
        return 0 if self.walk.to_go(now.at) > now.rounds * self.most else None

    def score(self, now: WalkState) -> int:
        """Return the final score of a walk that has arrived (NE-5.2, NE-5.3)."""
        numbers, walk = self.data.numbers, self.walk
        last = len(numbers.rounds_track) - 1 - now.rounds  # the last box marked of that track
        points = numbers.golden_country[walk.golden_marked(now.at) - 1]
        points += numbers.big_brother.points(now.zones) + numbers.rounds_track[last]
        return points * walk.level.multiplier

    def worth(self, now: WalkState, table: PayoffTable) -> float:
        """Return the worth of a state: of its end, or what the table has for it."""
        end = self.end(now)
        return table[now] if end is None else end

    def states(self) -> Iterator[WalkState]:
        """Yield every state of the walk whose outcome is still open, round by round."""
        layer = {self.start}
        while layer := {now for now in layer if self.end(now) is None}:
            yield from sorted(layer)
            layer = {self.after(now, boxes) for now in layer for boxes in range(self.most + 1)}

    @property
    def name(self) -> str:
        """The name of the table; it differs for other rules, routes or points."""
        walk, numbers = self.walk, self.data.numbers
        depends: list[object] = [VERSION, self.most, walk.rounds, walk.level.eye, walk.goal]
        depends.append(list(walk.zones.items()))
        if self.goal == "points":
            depends += [numbers.golden_country, numbers.big_brother, numbers.rounds_track]
            depends.append(walk.level.multiplier)
        digest = sha256(repr(depends).encode()).hexdigest()[:12]
        return f"{self.goal}-{walk.level.id}-{digest}"


class Prospects(NamedTuple):
    """A route, and what each state of the walk along it is worth."""

    route: Route
    table: PayoffTable

    def after(self, now: WalkState, boxes: int) -> float:
        """Return the worth of the walk after a round that marked this many boxes."""
        follows = self.route.after(now, min(boxes, self.route.most))
        return self.route.worth(follows, self.table)


def prospects(data: Data, walk: Walk, goal: Goal) -> Prospects | None:
    """Return what a walk is worth for a goal; None on a route that has no table."""
    route = Route(data, walk, goal)
    worths = shipped().get(route.name)
    return Prospects(route, dict(zip(route.states(), worths, strict=True))) if worths else None


@cache
def shipped() -> dict[str, list[float]]:
    """Load the numbers of each table by its name, in the order of `Route.states`."""
    return msgspec.msgpack.decode(zlib.decompress(WALKS.read_bytes()), type=dict[str, list[float]])
