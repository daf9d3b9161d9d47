"""Whether play can leave dice so: a round traced back, placement by placement, to its roll.

Each effect of NE-4 is undone in every way that it can have come about. What a die showed before a
reroll, or Red before it was placed, is left open: any value would do.

>>> from scoring.nineteen_eighty_four.dice import parse_dice
>>> whole = {frozenset()}  # no die is out from the start
>>> red_is_lowest = parse_dice("w1 y6 p2", placed="r3 g3")
>>> can_lie(Lie(red_is_lowest.dice), [frozenset({BLUE})])
True
>>> can_lie(Lie(red_is_lowest.dice), whole)  # who removed Blue?
False
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import NamedTuple

from scoring.nineteen_eighty_four.dice import (
    BLUE,
    FACES,
    GONE,
    GREEN,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    Shown,
    opposite,
    put,
    value,
)

ANY = -1  # an available die that may show anything


class Lie(NamedTuple):
    """How the dice lie: as in `DiceState`, some perhaps `ANY`.

    ``room`` is the value of the die in Room 101, 0 for none; ``sent`` is that die, None for any.
    """

    dice: Shown
    room: int = 0
    sent: int | None = None

    def with_dice(self, shown: dict[int, int]) -> Lie:
        """The same but for these dice."""
        dice = self.dice
        for die, state in shown.items():
            dice = put(dice, die, state)
        return self._replace(dice=dice)


def can_lie(now: Lie, starts: Collection[frozenset[int]]) -> bool:
    """Whether dice come to lie so from some roll; ``starts`` are the dice that may be out of it."""
    todo, seen = [now], {now}
    while todo:
        now = todo.pop()
        if rolled(now) and frozenset(gone(now)) in starts:
            return True
        for before in undone(now):
            if before not in seen:
                seen.add(before)
                todo.append(before)
    return False


def rolled(now: Lie) -> bool:
    """Whether no die has been placed yet."""
    return not now.room and max(now.dice) <= FACES


def gone(now: Lie) -> list[int]:
    """The dice that are removed or in Room 101."""
    return [die for die, shown in enumerate(now.dice) if shown == GONE]


def others(now: Lie, than: int) -> list[int]:
    """The placed and available dice besides one."""
    return [die for die, shown in enumerate(now.dice) if shown != GONE and die != than]


def undone(now: Lie) -> Iterator[Lie]:
    """How the dice can have lain before the last one was placed."""
    for die, shown in enumerate(now.dice):
        if shown > FACES:
            yield from UNDO[die](now, shown - FACES)
    itself = YELLOW + 1
    if now.dice[YELLOW] == GONE and now.room == itself and now.sent in (None, YELLOW):
        yield Lie(put(now.dice, YELLOW, itself))


def unmatch(now: Lie, shown: int) -> Iterator[Lie]:
    """NE-4.1: Red shows what the lowest other placed die shows; before, it showed anything."""
    placed = [state - FACES for die, state in enumerate(now.dice) if state > FACES and die != RED]
    if placed and min(placed) == shown:
        yield now.with_dice({RED: ANY})


def unreroll(now: Lie, shown: int) -> Iterator[Lie]:
    """NE-4.2: as many available dice as Green shows were rolled."""
    available = [die for die in others(now, GREEN) if now.dice[die] <= FACES]
    for targets in combinations(available, shown):
        yield now.with_dice({GREEN: shown} | dict.fromkeys(targets, ANY))


def unremove(now: Lie, shown: int) -> Iterator[Lie]:
    """NE-4.3: one of the dice that are gone was there and showed more than Blue."""
    for die in gone(now):
        if die != YELLOW and not (now.room and die == now.sent):
            for face in range(shown + 1, FACES + 1):
                for state in (face, face + FACES):
                    yield now.with_dice({BLUE: shown, die: state})


def unrewrite(now: Lie, shown: int) -> Iterator[Lie]:
    """NE-4.4: a die that now shows what White shows had the value of another."""
    for die in others(now, WHITE):
        if value(now.dice[die]) not in (shown, ANY):
            continue
        placed = FACES if now.dice[die] > FACES else 0
        for twin in others(now, WHITE):
            if twin != die:
                like = now.dice[twin]
                for face in range(1, FACES + 1) if like == ANY else [value(like)]:
                    pair = {die: face + placed, twin: face if like == ANY else like}
                    yield now.with_dice({WHITE: shown} | pair)


def unarrest(now: Lie, shown: int) -> Iterator[Lie]:
    """NE-4.5: the die in Room 101 was placed on the space that Yellow shows."""
    space = shown - 1
    if now.room and now.dice[space] == GONE and now.sent in (None, space):
        dice = put(now.dice, space, now.room + FACES)
        yield Lie(put(dice, YELLOW, shown))


def unturn(now: Lie, shown: int) -> Iterator[Lie]:
    """NE-4.6: Purple and another die showed their opposite faces, or Purple alone."""
    before = now.with_dice({PURPLE: opposite(shown)})
    for die in others(now, PURPLE):
        state = now.dice[die]
        yield before.with_dice({die: ANY if state == ANY else opposite(state)})
    if not others(now, PURPLE):
        yield before


UNDO: tuple[Callable[[Lie, int], Iterator[Lie]], ...] = (
    unmatch,
    unreroll,
    unremove,
    unrewrite,
    unarrest,
    unturn,
)
