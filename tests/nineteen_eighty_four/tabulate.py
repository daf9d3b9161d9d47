"""Works out what rolls and walks can come to, and writes it down; run it when a rule changes.

``python -m tests.nineteen_eighty_four.tabulate FOLDER`` writes ``endings.bin`` and ``walks.bin``,
which belong beside `scoring.nineteen_eighty_four.advice`, and ``results.yaml``, which belongs to
the game's data. It takes half an hour. The same rules give the same files.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from operator import itemgetter, mul
from pathlib import Path

import msgspec

import card_data
from card_data.nineteen_eighty_four.model import COLOURS, HIGHEST, NOTHING, REMOVALS, Data
from scoring.nineteen_eighty_four.advice.endings import (
    FAILED,
    Endings,
    EndingsTable,
    bit,
    in_play,
    minus_room,
    results,
    shape,
    showing,
)
from scoring.nineteen_eighty_four.advice.prospects import Route, WalkState
from scoring.nineteen_eighty_four.advice.solver import Solver, over, rolling
from scoring.nineteen_eighty_four.dice import (
    FACES,
    GONE,
    GREEN,
    DiceState,
    Shown,
    Step,
    put,
    steps,
    without_highest,
)
from scoring.nineteen_eighty_four.walk import Walk

Starts = list[list[DiceState]]  # for each roll the ways it may lie before the first die is placed
Pick = Callable[[Sequence[float]], tuple[float, ...]]
Worth = Callable[[str, list[float]], float]  # of a round without this die, by the boxes marked
NO_BOX = bit(1) - 1  # the set of all results that mark no box, a failed round among them
PLACES = 12  # of a number in a table of walks
SET, MEAN, CHOICE = range(3)
Node = tuple[int, int]  # a SET as its bits, or the place of a MEAN or a CHOICE among their like
HEAD = """\
# What a round can come to, by the die removed before it: none, one of a colour, the highest rolled.
# `boxes` that some roll and line marks, whether it can mark `nothing`; exact over all rolls, the
# chance `to_mark` each number of boxes when played for the most, and of marking `at_least` so many
# when played for that. Written by `python -m tests.nineteen_eighty_four.tabulate`.
results:
"""


def starts(removed: str) -> Starts:
    """Every roll from which this is removed; of several highest dice any may be (NE-6.2)."""
    rolls = list(product(range(1, FACES + 1), repeat=len(COLOURS)))
    if removed == HIGHEST:
        return [list(without_highest(DiceState(dice)).values()) for dice in rolls]
    if removed == NOTHING:
        return [[DiceState(dice)] for dice in rolls]
    gone = COLOURS.index(removed)
    return [[DiceState(put(dice, gone, GONE))] for dice in rolls if dice[gone] == 1]


# endings.bin: the sets behind Green's reroll


def after_green(first: Iterable[DiceState]) -> dict[Shown, int]:
    """The set of results behind every way that dice may lie right after Green's reroll."""
    endings, found = Endings(), {}
    todo = [now for now in first if not over(now)]
    seen, rolled = set(todo), set()
    while todo:
        for step in steps(todo.pop()):
            if step.die == GREEN:
                rolled.add((rolling(step).dice, step.targets))
            elif not over(step.after) and step.after not in seen:
                seen.add(step.after)
                todo.append(step.after)
    for dice, targets in rolled:
        for faces in product(range(1, FACES + 1), repeat=len(targets)):
            fall = showing(dice, targets, faces)
            found[fall] = endings.after(fall)
    return found


def pack(ends: dict[Shown, int]) -> bytes:
    sets = [0, *sorted(set(ends.values()))]
    places: dict[int, int] = {}
    size = 1
    for dice in sorted(ends, key=shape):
        if shape(dice) not in places:
            places[shape(dice)] = size
            size += FACES ** len(in_play(dice))
    table = EndingsTable(sets, places, array("H", bytes(2 * size)))
    index = {behind: number for number, behind in enumerate(sets)}
    for dice, behind in ends.items():
        table.which[table.places(dice)[0]] = index[behind]
    return zlib.compress(msgspec.msgpack.encode((sets, places, table.which.tobytes())), 9)


# walks.bin: what a round is worth, for any worth of boxes


def boxes_of(ends: int) -> int:
    """A set of results as one of boxes marked: bit 0 for none, bit 1 for one, and so on.

    >>> bin(boxes_of(FAILED | bit(-2) | bit(3)))
    '0b1001'
    """
    return (ends & ~NO_BOX) // bit(0) | bool(ends & NO_BOX)


class Expectation:
    """The expectation of a round with best play, over ``rolls``: exact, for any worth of boxes.

    How a round can go does not depend on what its boxes are worth. So all that best play chooses
    between is laid out once: sets of boxes that choices can mark, means over the ways that Green's
    dice may fall, choices between these. Each worth then takes one pass through them, a tenth of a
    second, where the solver would take minutes.
    """

    def __init__(self, rolls: Starts, endings: Endings) -> None:
        layout = Layout(endings)
        tops = Counter([layout.choice(map(layout.node, ways)) for ways in rolls])
        means, choices = list(layout.means), list(layout.choices)
        met = {boxes for mean in means for boxes, _ in mean}
        met |= {which for few in (tops, *choices) for kind, which in few if kind == SET}
        self.sets = sorted(met)
        nodes = [(SET, boxes) for boxes in self.sets]
        nodes += [(MEAN, number) for number in range(len(means))]
        nodes += [(CHOICE, number) for number in range(len(choices))]
        place = {node: number for number, node in enumerate(nodes)}
        self.means = [
            (picking([place[SET, boxes] for boxes, _ in mean]), shares([n for _, n in mean]))
            for mean in means
        ]
        self.choices = [picking([place[node] for node in nodes]) for nodes in choices]
        self.tops = picking([place[node] for node in tops]), shares(list(tops.values()))

    def worth(self, worths: Sequence[float]) -> float:
        """The worth of a round: of marking no box, of marking one and so on, as far as can be."""
        values = self.best(worths)
        values += [sum(map(mul, pick(values), chances)) for pick, chances in self.means]
        for pick in self.choices:  # in the order in which they rest on one another
            values.append(max(pick(values)))
        pick, chances = self.tops
        return float(sum(map(mul, pick(values), chances)))

    def best(self, worths: Sequence[float]) -> list[float]:
        found = [0.0] * len(self.sets)
        left = list(enumerate(self.sets))
        for boxes in sorted(range(len(worths)), key=worths.__getitem__, reverse=True):
            for place, ends in left:
                if ends >> boxes & 1:
                    found[place] = worths[boxes]
            left = [one for one in left if not one[1] >> boxes & 1]
        return found


def picking(places: Sequence[int]) -> Pick:
    """Return a function that takes the numbers at these places out of a list."""
    if len(places) == 1:
        return lambda values: (values[places[0]],)
    return itemgetter(*places)


def shares(times: Sequence[int]) -> list[float]:
    return [number / sum(times) for number in times]


class Layout:
    """The choices of play and the outcomes of luck after them, while they are being laid out."""

    def __init__(self, endings: Endings) -> None:
        self.endings = endings
        self.means: dict[tuple[tuple[int, int], ...], int] = {}  # sets with how often each falls
        self.choices: dict[frozenset[Node], int] = {}
        self.node = cache(self._node)
        self.mean = cache(self._mean)

    def _node(self, now: DiceState) -> Node:
        if over(now):
            return SET, boxes_of(minus_room(self.endings.after(now.dice), now.room))
        return self.choice(map(self.after, steps(now)))

    def after(self, step: Step) -> Node:
        if step.die == GREEN:
            return self.mean(rolling(step), step.targets)
        return self.node(step.after)

    def _mean(self, now: DiceState, targets: tuple[int, ...]) -> Node:
        falls: Counter[int] = Counter()
        for ends, times in Counter(self.endings.behind(now.dice, targets)).items():
            falls[boxes_of(minus_room(ends, now.room))] += times
        if len(falls) == 1:
            return SET, next(iter(falls))
        return MEAN, self.means.setdefault(tuple(sorted(falls.items())), len(self.means))

    def choice(self, nodes: Iterable[Node]) -> Node:
        """The best of several; of none, a failed round (NE-3.6)."""
        ends, others = 0, set()
        for kind, which in nodes:
            if kind == SET:
                ends |= which
            else:
                others.add((kind, which))
        if ends or not others:
            others.add((SET, ends or boxes_of(FAILED)))
        if len(others) == 1:
            return others.pop()
        return CHOICE, self.choices.setdefault(frozenset(others), len(self.choices))


def work_out(route: Route, worth: Worth) -> dict[WalkState, float]:
    table: dict[WalkState, float] = {}
    for now in reversed(list(route.states())):
        ways = [route.worth(route.after(now, at), table) for at in range(route.most + 1)]
        table[now] = round(worth(now.removed, ways), PLACES)
    return table


def walks(data: Data) -> bytes:
    endings = Endings()
    laid_out = cache(lambda removed: Expectation(starts(removed), endings))
    found = {}
    for level in data.levels:
        route = Route(data, Walk(data, level.multiplier))
        table = work_out(route, lambda removed, worths: laid_out(removed).worth(worths))
        found[route.name] = [table[now] for now in route.states()]
    return zlib.compress(msgspec.msgpack.encode(found), 9)


# results.yaml: what a round can come to


def reach(solver: Solver, rolls: Starts) -> int:
    """Every result that some roll, line and luck gives."""

    @cache
    def reached(now: DiceState) -> int:
        if over(now):
            return solver.ends(now)
        ends = 0
        for step in steps(now):
            behind = solver.ends_behind(rolling(step), step.targets) if step.die == GREEN else ()
            for one in [*behind] if step.die == GREEN else [reached(step.after)]:
                ends |= one
        return ends or FAILED

    ends = 0
    for now in [now for ways in rolls for now in ways]:
        ends |= reached(now)
    return ends


def to_mark(solver: Solver, rolls: Starts) -> dict[int, float]:
    """The chance of marking each number of boxes, over all rolls, under the solver's best play."""
    chances: dict[int, float] = {}
    for ways in rolls:
        for result, chance in solver.distribution(max(ways, key=solver.value)).items():
            boxes = max(0, result or 0)
            chances[boxes] = chances.get(boxes, 0) + chance / len(rolls)
    return dict(sorted(chances.items()))


def average(solver: Solver, rolls: Starts) -> float:
    return sum([max([solver.value(now) for now in ways]) for ways in rolls]) / len(rolls)


def at_least(boxes: int) -> Solver:
    return Solver(lambda result: float(result >= boxes), failed=0)


def rows(rolled: dict[str, Starts]) -> Iterator[str]:
    for_most = Solver(lambda result: max(0, result), failed=0)
    for removed, rolls in rolled.items():
        ends = results(reach(for_most, rolls))
        marked = [end for end in ends if end is not None and end > 0]
        least = {boxes: average(at_least(boxes), rolls) for boxes in range(1, max(marked) + 1)}
        yield f"  - id: {removed}\n    boxes: {marked}\n"
        yield f"    nothing: {str(len(marked) < len(ends)).lower()}\n"
        yield f"    to_mark: {written(to_mark(for_most, rolls))}\n    at_least: {written(least)}\n"


def written(chances: dict[int, float]) -> str:
    return "{" + ", ".join([f"{boxes}: {chance:.10f}" for boxes, chance in chances.items()]) + "}"


def main(folder: Path) -> None:
    rolled = {removed: starts(removed) for removed in REMOVALS}
    everywhere = [now for rolls in rolled.values() for ways in rolls for now in ways]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "endings.bin").write_bytes(pack(after_green(everywhere)))
    (folder / "results.yaml").write_text(HEAD + "".join(rows(rolled)), encoding="utf-8")
    (folder / "walks.bin").write_bytes(walks(card_data.load("nineteen_eighty_four").data))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
