"""What a walk is worth before a roll, when every round is played best, zones included.

A table has the chance to arrive from every box, by the rounds left and the die removed from the
first of them. Computing one takes minutes, so those of the shipped route are stored in
``walks.bin``; other routes have none.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from card_data.nineteen_eighty_four.model import NOTHING, Data
from scoring.nineteen_eighty_four.walk import Walk

WALKS = Path(__file__).with_name("walks.bin")
VERSION = 1  # of the rules of a round


class WalkState(NamedTuple):
    """Where a walk stands before a roll; ``removed`` is the die that the first round lacks."""

    rounds: int
    at: int
    removed: str = NOTHING


PayoffTable = dict[WalkState, float]


class Route:
    """How a walk continues from round to round, and what it is worth at the end."""

    def __init__(self, data: Data, walk: Walk) -> None:
        self.data = data
        self.walk = walk
        self.most = max([max(outcome.boxes) for outcome in data.results])  # boxes of a round
        self.start = WalkState(walk.rounds, 0)

    def after(self, now: WalkState, boxes: int) -> WalkState:
        """Return the state after a round that marked this many boxes."""
        if boxes <= 0:
            return WalkState(now.rounds - 1, now.at)
        at = self.walk.box_after(now.at, boxes)
        return WalkState(now.rounds - 1, at, self.walk.takes(at))

    def end(self, now: WalkState) -> float | None:
        """Return 1 if a walk has arrived, 0 if it no longer can, else None."""
        if self.walk.arrived(now.at):
            return 1
        return 0 if self.walk.to_go(now.at) > now.rounds * self.most else None

    def score(self, now: WalkState) -> int:
        """Return the final score of a walk that has arrived unseen (NE-5.2, NE-5.3)."""
        numbers, walk = self.data.numbers, self.walk
        last = len(numbers.rounds_track) - 1 - now.rounds  # the last box marked of that track
        points = numbers.golden_country[walk.golden_marked(now.at) - 1]
        points += numbers.big_brother.points(0) + numbers.rounds_track[last]
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
        """The name of the table; it differs for other rules or routes."""
        walk = self.walk
        depends: list[object] = [VERSION, self.most, walk.rounds, walk.level.eye, walk.goal]
        depends.append(list(walk.zones.items()))
        digest = sha256(repr(depends).encode()).hexdigest()[:12]
        return f"{walk.level.id}-{digest}"


class Prospects(NamedTuple):
    """A route, and what each state of the walk along it is worth."""

    route: Route
    table: PayoffTable

    def after(self, now: WalkState, boxes: int) -> float:
        """Return the worth of the walk after a round that marked this many boxes."""
        follows = self.route.after(now, min(boxes, self.route.most))
        return self.route.worth(follows, self.table)


def prospects(data: Data, walk: Walk) -> Prospects | None:
    """Return what a walk is worth; None on a route that has no table."""
    route = Route(data, walk)
    worths = shipped().get(route.name)
    return Prospects(route, dict(zip(route.states(), worths, strict=True))) if worths else None


@cache
def shipped() -> dict[str, list[float]]:
    """Load the numbers of each table by its name, in the order of `Route.states`."""
    return msgspec.msgpack.decode(zlib.decompress(WALKS.read_bytes()), type=dict[str, list[float]])
