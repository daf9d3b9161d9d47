"""What a whole round is worth before its roll, under best play: exact, for any worth of boxes.

How a round can go does not depend on what its boxes are worth. So all that best play chooses
between is laid out once, what comes to the same only once: sets of boxes that choices can mark,
means over the ways that Green's dice may fall, choices between these. Whatever boxes are worth then
takes one pass through them, a tenth of a second, where the solver would take minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from operator import itemgetter, mul

from card_data.nineteen_eighty_four.model import COLOURS, HIGHEST, NOTHING
from scoring.nineteen_eighty_four.advice.endings import FAILED, Endings, bit, minus_room
from scoring.nineteen_eighty_four.advice.solver import over, rolling
from scoring.nineteen_eighty_four.dice import (
    FACES,
    GONE,
    GREEN,
    DiceState,
    Step,
    put,
    steps,
    without_highest,
)

Starts = list[list[DiceState]]  # for each roll the ways it may lie before the first die is placed
Pick = Callable[[Sequence[float]], tuple[float, ...]]
NO_BOX = bit(1) - 1  # the set of all results that mark no box, a failed round among them
PART = 200  # rolls; laying them out takes about as long as to work out one worth
SET, MEAN, CHOICE = range(3)
Node = tuple[int, int]  # a SET as its bits, or the place of a MEAN or a CHOICE among their like


def starts(removed: str) -> Starts:
    """Every roll from which this is removed; of several highest dice any may be (NE-6.2)."""
    rolls = list(product(range(1, FACES + 1), repeat=len(COLOURS)))
    if removed == HIGHEST:
        return [list(without_highest(DiceState(dice)).values()) for dice in rolls]
    if removed == NOTHING:
        return [[DiceState(dice)] for dice in rolls]
    gone = [colour == removed for colour in COLOURS].index(True)
    return [[DiceState(put(dice, gone, GONE))] for dice in rolls if dice[gone] == 1]


def parts(removed: str) -> int:
    """How many parts the rolls from which this is removed are laid out in."""
    rolls: int = FACES ** (len(COLOURS) - (removed in COLOURS))
    return -(-rolls // PART)


def boxes_of(ends: int) -> int:
    """A set of results as one of boxes marked: bit 0 for none, bit 1 for one, and so on.

    >>> bin(boxes_of(FAILED | bit(-2) | bit(3)))
    '0b1001'
    """
    return (ends & ~NO_BOX) // bit(0) | bool(ends & NO_BOX)


class Expectation:
    """What best play of a round makes of boxes, over all rolls from which ``removed`` is removed.

    >>> Expectation("purple", Endings()).worth([0.0] + [1.0] * 17) > 0.754  # to mark any
    True
    """

    def __init__(
        self, removed: str, endings: Endings, told: Callable[[], None] = lambda: None
    ) -> None:
        """Lay the rounds out; ``told`` is called at each of their `parts`."""
        layout = Layout(endings)
        tops: Counter[Node] = Counter()
        for number, ways in enumerate(starts(removed)):
            if number % PART == 0:
                told()
            tops[layout.choice(map(layout.node, ways))] += 1
        means, choices = list(layout.means), list(layout.choices)
        met = {boxes for mean in means for boxes, _ in mean}
        met |= {which for few in (tops, *choices) for kind, which in few if kind == SET}
        self.sets = sorted(met)
        place = {(SET, boxes): number for number, boxes in enumerate(self.sets)}
        place |= {(MEAN, number): len(met) + number for number in range(len(means))}
        before = len(met) + len(means)
        place |= {(CHOICE, number): before + number for number in range(len(choices))}
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
        """The most that each set has."""
        found = [0.0] * len(self.sets)
        left = list(enumerate(self.sets))
        for boxes in sorted(range(len(worths)), key=worths.__getitem__, reverse=True):
            for place, ends in left:
                if ends >> boxes & 1:
                    found[place] = worths[boxes]
            left = [one for one in left if not one[1] >> boxes & 1]
        return found


def picking(places: Sequence[int]) -> Pick:
    """What takes the numbers at these places out of a list."""
    if len(places) == 1:
        return lambda values: (values[places[0]],)
    return itemgetter(*places)


def shares(times: Sequence[int]) -> list[float]:
    """Each number as its share of their sum."""
    return [number / sum(times) for number in times]


class Layout:
    """What play can choose between and what luck then does, while it is being laid out."""

    def __init__(self, endings: Endings) -> None:
        self.endings = endings
        self.means: dict[tuple[tuple[int, int], ...], int] = {}  # sets with how often each falls
        self.choices: dict[frozenset[Node], int] = {}
        self.nodes: dict[DiceState, Node] = {}
        self.rerolls: dict[tuple[DiceState, tuple[int, ...]], Node] = {}

    def node(self, now: DiceState) -> Node:
        """What a state comes to."""
        if now not in self.nodes:
            if over(now):
                ends = minus_room(self.endings.after(now.dice), now.room)
                self.nodes[now] = SET, boxes_of(ends)
            else:
                self.nodes[now] = self.choice(map(self.after, steps(now)))
        return self.nodes[now]

    def after(self, step: Step) -> Node:
        """What a step comes to."""
        if step.die != GREEN:
            return self.node(step.after)
        now = rolling(step)
        if (now, step.targets) not in self.rerolls:
            self.rerolls[now, step.targets] = self.mean(now, step.targets)
        return self.rerolls[now, step.targets]

    def mean(self, now: DiceState, targets: tuple[int, ...]) -> Node:
        """What rolling ``targets`` comes to."""
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
