"""The results that a round can still have once it has no roll left, as sets.

A set is a number whose bits are results: the lowest bit is a failed round (NE-3.6), the next is the
result `LEAST`, and so on. While Green is available the round still depends on luck; what counts
then is the set behind each way the dice may fall. Those 250,000 sets are stored in ``endings.bin``,
without which a question would take two seconds; others are computed when they are needed.

>>> from scoring.nineteen_eighty_four.dice import parse_dice
>>> dice = parse_dice("r4", placed="g3 b2 w5").dice
>>> results(Endings().after(dice))
[12]
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import NamedTuple

import msgspec

from card_data.nineteen_eighty_four.model import COLOURS
from scoring.nineteen_eighty_four.dice import (
    FACES,
    GONE,
    GREEN,
    DiceState,
    Shown,
    put,
    steps,
    value,
)

FAILED = 1  # the set of a round that can only fail
LEAST = -FACES  # no result is lower: only the die in Room 101 counts against it
MOST = FACES * len(COLOURS)
TABLE = Path(__file__).with_name("endings.bin")


def bit(result: int) -> int:
    """Return the set of one result."""
    return 2 << (result - LEAST)


def results(ends: int) -> list[int | None]:
    """Return the results in a set, None for a failed round.

    >>> results(bit(3) | FAILED)
    [None, 3]
    """
    found: list[int | None] = [None] if ends & FAILED else []
    return found + [result for result in range(LEAST, MOST + 1) if ends & bit(result)]


def minus_room(ends: int, room: int) -> int:
    """Return the set with ``room`` subtracted from each result."""
    return (ends & ~FAILED) >> room | ends & FAILED if room else ends


class Endings:
    """The sets of results behind every state in which Green is not available."""

    def __init__(self) -> None:
        self.worked_out: dict[Shown, int] = {}

    @cached_property
    def table(self) -> EndingsTable:
        """The table, read when it is first needed."""
        return unpack(TABLE.read_bytes())

    def behind(self, dice: Shown, targets: tuple[int, ...]) -> Iterator[int]:
        """Yield the set behind each way that ``targets`` may fall, whatever they show in
        ``dice``."""
        for die in targets:
            dice = put(dice, die, 1)
        sets, which = self.table.sets, self.table.which
        ways = product(range(1, FACES + 1), repeat=len(targets))
        for faces, place in zip(ways, self.table.places(dice, targets), strict=True):
            yield sets[which[place]] or self.after(showing(dice, targets, faces))

    def after(self, dice: Shown) -> int:
        """Return the results that choices can still give, before any die in Room 101 is
        subtracted."""
        if dice not in self.worked_out:
            self.worked_out[dice] = self._work_out(dice)
        return self.worked_out[dice]

    def _work_out(self, dice: Shown) -> int:
        if not any(1 <= die <= FACES for die in dice):
            return bit(DiceState(dice).result)
        ends = 0
        for step in steps(DiceState(dice)):
            ends |= minus_room(self.after(step.after.dice), step.after.room)
        return ends or FAILED


def showing(dice: Shown, targets: tuple[int, ...], faces: tuple[int, ...]) -> Shown:
    """Return ``dice`` with ``targets`` showing ``faces``."""
    for die, face in zip(targets, faces, strict=True):
        dice = put(dice, die, face)
    return dice


class EndingsTable(NamedTuple):
    """The sets behind states right after Green's reroll.

    ``sets`` are the different sets, ``which`` says for each state which is its. States of one
    `shape` stand together, from the place in ``starts`` on, by the values of the dice that are
    there. Place 0, and set 0, is for all states that are not tabulated.
    """

    sets: list[int]
    starts: dict[int, int]
    which: array[int]

    def places(self, dice: Shown, targets: tuple[int, ...] = ()) -> list[int]:
        """Return the index of ``dice``, or of each way that ``targets``, which now show 1, may
        fall."""
        start = self.starts.get(shape(dice))
        if start is None:
            return [0] * FACES ** len(targets)
        weights = {die: FACES**place for place, die in enumerate(in_play(dice))}
        base = start + sum([(value(dice[die]) - 1) * weight for die, weight in weights.items()])
        sides = [range(0, FACES * weights[die], weights[die]) for die in targets]
        return [base + sum(side) for side in product(*sides)]


def in_play(dice: Shown) -> list[int]:
    """The dice besides Green that are available or placed."""
    return [die for die, shown in enumerate(dice) if die != GREEN and shown != GONE]


def shape(dice: Shown) -> int:
    """Encode which dice are gone, available and placed, and what Green shows, as one number."""
    number = dice[GREEN]
    for die, shown in enumerate(dice):
        if die != GREEN:
            number = 3 * number + (0 if shown == GONE else 1 if shown <= FACES else 2)
    return number


def unpack(packed: bytes) -> EndingsTable:
    """Decode the table of a file; its index is little-endian."""
    kind = tuple[list[int], dict[int, int], bytes]
    sets, starts, which = msgspec.msgpack.decode(zlib.decompress(packed), type=kind)
    index = array("H", which)
    if sys.byteorder == "big":
        index.byteswap()
    return EndingsTable(sets, starts, index)
