"""What a walk can still hope for before a roll, when every round is played best, zones included.

Two things can be hoped for: to arrive, and a final score. For each a table has what is to be hoped
from every box, with so many rounds left and this die removed from the first of them (for the score
also with so many rounds on a zone before). Working one out takes minutes, so those of the shipped
route lie in ``walks.bin``; another route has none.
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

Hope = Literal["arrive", "points"]
WALKS = Path(__file__).with_name("walks.bin")
VERSION = 1  # of the rules of a round


class Stand(NamedTuple):
    """Where a walk stands before a roll: ``rounds`` are left, ``removed`` from the first of them.

    ``zones`` is how many Big Brother boxes are marked; 0 where nothing depends on it.
    """

    rounds: int
    at: int
    removed: str = NOTHING
    zones: int = 0


Table = dict[Stand, float]


class Course:
    """How a walk goes on from round to round, and what it is worth at the end."""

    def __init__(self, data: Data, walk: Walk, hope: Hope) -> None:
        self.data = data
        self.walk = walk
        self.hope = hope
        self.most = max([max(outcome.boxes) for outcome in data.results])  # boxes of a round
        self.start = Stand(walk.rounds, 0)

    def after(self, now: Stand, boxes: int) -> Stand:
        """After a round that marked so many boxes."""
        scored = self.hope == "points"
        if boxes <= 0:
            return Stand(now.rounds - 1, now.at, NOTHING, now.zones if scored else 0)
        at = self.walk.box_after(now.at, boxes)
        marked = self.data.numbers.big_brother.boxes(now.zones + self.walk.watched(at))
        zones = marked if scored else 0
        return Stand(now.rounds - 1, at, self.walk.takes(at), zones)

    def end(self, now: Stand) -> float | None:
        """What the end of a walk is worth, or one that cannot arrive any more; else None."""
        if self.walk.arrived(now.at):
            return 1 if self.hope == "arrive" else self.score(now)
        return 0 if self.walk.to_go(now.at) > now.rounds * self.most else None

    def score(self, now: Stand) -> int:
        """The final score of a walk that has arrived (NE-5.2, NE-5.3)."""
        numbers, walk = self.data.numbers, self.walk
        last = len(numbers.rounds_track) - 1 - now.rounds  # the last box marked of that track
        points = numbers.golden_country[walk.golden_marked(now.at) - 1]
        points += numbers.big_brother.points(now.zones) + numbers.rounds_track[last]
        return points * walk.level.multiplier

    def worth(self, now: Stand, table: Table) -> float:
        """What there is to hope for."""
        end = self.end(now)
        return table[now] if end is None else end

    def stands(self) -> Iterator[Stand]:
        """Where the walk may stand, as far as it is open what comes of it, round by round."""
        layer = {self.start}
        while layer := {now for now in layer if self.end(now) is None}:
            yield from sorted(layer)
            layer = {self.after(now, boxes) for now in layer for boxes in range(self.most + 1)}

    @property
    def name(self) -> str:
        """The name of the table; other rules, routes or points have another."""
        walk, numbers = self.walk, self.data.numbers
        depends: list[object] = [VERSION, self.most, walk.rounds, walk.level.eye, walk.goal]
        depends.append(list(walk.zones.items()))
        if self.hope == "points":
            depends += [numbers.golden_country, numbers.big_brother, numbers.rounds_track]
            depends.append(walk.level.multiplier)
        digest = sha256(repr(depends).encode()).hexdigest()[:12]
        return f"{self.hope}-{walk.level.id}-{digest}"


class Prospects(NamedTuple):
    """A course, and what is to be hoped for from where it may stand."""

    course: Course
    table: Table

    def after(self, now: Stand, boxes: int) -> float:
        """What there is to hope for after a round that marked so many boxes."""
        follows = self.course.after(now, min(boxes, self.course.most))
        return self.course.worth(follows, self.table)


def prospects(data: Data, walk: Walk, hope: Hope) -> Prospects | None:
    """What a walk can hope for; None on a route of which there is no table."""
    course = Course(data, walk, hope)
    worths = shipped().get(course.name)
    return Prospects(course, dict(zip(course.stands(), worths, strict=True))) if worths else None


@cache
def shipped() -> dict[str, list[float]]:
    """The numbers of each table by its name, in the order of `Course.stands`."""
    return msgspec.msgpack.decode(zlib.decompress(WALKS.read_bytes()), type=dict[str, list[float]])
