"""What a walk can still hope for before a roll, when every round is played best, zones included.

Two things can be hoped for: to arrive, and a final score. For each a table has what is to be hoped
from every box, with so many rounds left and this die removed from the first of them (for the score
also with so many rounds on a zone before). `tabulate` works the tables of the shipped route out;
they lie in the folder ``tables``. For an edited route they are worked out when they are first
asked for, which takes some minutes, and kept in the user's cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from card_data.folders import cache_folder
from card_data.nineteen_eighty_four.model import NOTHING, Data
from card_data.staging import Staging
from scoring.nineteen_eighty_four.advice.endings import Endings
from scoring.nineteen_eighty_four.advice.expectation import Expectation, parts
from scoring.nineteen_eighty_four.walk import Walk

Hope = Literal["arrive", "points"]
HOPES: tuple[Hope, ...] = ("arrive", "points")
SHIPPED = Path(__file__).with_name("tables")
VERSION = 1  # of the rules of a round, and of what is written of a table
PLACES = 12  # of a number in a table
Progress = Callable[[int, int], None]  # is told how much is worked out, and of how much


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

    def worths(self, now: Stand, table: Table) -> list[float]:
        """What marking no box is worth, marking one, and so on."""
        return [self.worth(self.after(now, boxes), table) for boxes in range(self.most + 1)]

    def worth(self, now: Stand, table: Table) -> float:
        """What there is to hope for."""
        end = self.end(now)
        return table[now] if end is None else end

    def layers(self) -> Iterator[set[Stand]]:
        """For each round where the walk may stand, as far as it is open what comes of it."""
        layer = {self.start}
        while layer := {now for now in layer if self.end(now) is None}:
            yield layer
            layer = {self.after(now, boxes) for now in layer for boxes in range(self.most + 1)}

    def reached(self, rounds: int) -> set[Stand]:
        """Where play can come to with so many rounds left, by what its rolls can give (NE-7.1)."""
        layer = {self.start}
        for _ in range(self.start.rounds - rounds):
            layer = {
                self.after(now, boxes)
                for now in layer
                if not self.walk.arrived(now.at)
                for boxes in self.possible(now.removed)
            }
        return {now for now in layer if not self.walk.arrived(now.at)}

    def possible(self, removed: str) -> tuple[int, ...]:
        """The numbers of boxes that a round can mark."""
        outcome = self.data.outcome(removed)
        return (0, *outcome.boxes) if outcome.nothing else outcome.boxes

    @cached_property
    def name(self) -> str:
        """The name of the table's file; other rules, routes or points have another."""
        walk, numbers = self.walk, self.data.numbers
        depends: list[object] = [VERSION, self.most, walk.rounds, walk.level.eye, walk.goal]
        depends.append(list(walk.zones.items()))
        if self.hope == "points":
            depends += [numbers.golden_country, numbers.big_brother, numbers.rounds_track]
            depends.append(walk.level.multiplier)
        digest = sha256(repr(depends).encode()).hexdigest()[:12]
        return f"{self.hope}-{walk.level.id}-{digest}.json"


class Rounds:
    """The expectations of rounds, each laid out when it is first needed."""

    def __init__(self) -> None:
        self.endings = Endings()
        self.laid_out: dict[str, Expectation] = {}

    def parts(self, removals: Iterable[str]) -> int:
        """In how many parts these rounds are laid out, as far as they are not yet."""
        return sum([parts(removed) for removed in removals if removed not in self.laid_out])

    def lay_out(self, removals: Iterable[str], told: Callable[[], None] = lambda: None) -> None:
        """Lay these rounds out; ``told`` is called at each part."""
        for removed in removals:
            if removed not in self.laid_out:
                self.laid_out[removed] = Expectation(removed, self.endings, told)

    def worth(self, removed: str, worths: list[float]) -> float:
        """What best play makes of these worths."""
        self.lay_out([removed])
        return self.laid_out[removed].worth(worths)


def work_out(course: Course, rounds: Rounds, progress: Progress = lambda done, of: None) -> Table:
    """The table of a course: the last round first."""
    stands = [now for layer in reversed(list(course.layers())) for now in sorted(layer)]
    removals = sorted({now.removed for now in stands})
    total, done = rounds.parts(removals) + len(stands), count()
    rounds.lay_out(removals, lambda: progress(next(done), total))
    table: Table = {}
    for now in stands:
        progress(next(done), total)
        worth = rounds.worth(now.removed, course.worths(now, table))
        table[now] = round(worth, PLACES)
    progress(total, total)
    return table


def table_of(course: Course, progress: Progress) -> Table:
    """The table of a course: the shipped one, the one kept, or one worked out now and kept."""
    kept = cache() / course.name
    for path in (SHIPPED / course.name, kept):
        try:
            return read(path.read_bytes())
        except (OSError, msgspec.MsgspecError):
            continue  # there is none, or it is broken
    table = work_out(course, Rounds(), progress)
    keep(kept, table)
    return table


def cache() -> Path:
    """The folder in which tables of edited routes are kept."""
    return cache_folder() / "prospects"


def keep(path: Path, table: Table) -> None:
    """Write a table for the next time; without a place for it there is none."""
    with suppress(OSError), Staging(path.parent) as staging:
        staging.write(path, written(table))
        staging.move_all()


def written(table: Table) -> bytes:
    """A table as a file: a JSON row of each stand and its number, a row a line."""
    rows = [msgspec.json.encode((*now, worth)) for now, worth in sorted(table.items())]
    return b"[" + b",\n".join(rows) + b"]\n"


def read(text: bytes) -> Table:
    """The table that `written` wrote; raise `MsgspecError` if it is none."""
    rows = msgspec.json.decode(text, type=list[tuple[int, int, str, int, float]])
    return {Stand(rounds, at, removed, zones): worth for rounds, at, removed, zones, worth in rows}


class Prospects:
    """The table of a course, read or worked out when it is first needed."""

    def __init__(
        self, data: Data, walk: Walk, hope: Hope, progress: Progress = lambda done, of: None
    ) -> None:
        self.course = Course(data, walk, hope)
        self.progress = progress

    @cached_property
    def table(self) -> Table:
        return table_of(self.course, self.progress)

    def after(self, now: Stand, boxes: int) -> float:
        """What there is to hope for after a round that marked so many boxes."""
        follows = self.course.after(now, min(boxes, self.course.most))
        return self.course.worth(follows, self.table)
