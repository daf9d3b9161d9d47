"""Dice as moves: the table's rolls, and the dice that a player picks up to roll again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import cycle, islice, product
from random import Random
from string import digits

from card_data.problems import quote, shorten
from card_data.text import plural
from scoring.play.moves import Move, Options, Refused, normalized

KEEP, REROLL = "keep", "reroll"


@dataclass(frozen=True, slots=True)
class Roll(Options[list[list[int]]]):
    """Dice as they fell, in groups with a slash between them, which may be left out:
    ``3 5 1 / 2``.

    ``groups`` says how many dice lie in each, ``names`` whose they are, ``faces`` how many faces a
    die has. The value has the faces shown in each group.

    >>> roll = Roll((3, 1), ("the communal dice", "the boss"), 6)
    >>> roll.parse("3 5 1/2")
    ('3 5 1 / 2', [[3, 5, 1], [2]])
    >>> roll.parse("351/2") == roll.parse("351 2")
    True
    >>> roll.parse("3 5 / 7")
    Traceback (most recent call last):
    scoring.play.moves.Refused: expected 3 numbers for the communal dice, found 2; \
there is no 7 on a die
    """

    groups: tuple[int, ...]
    names: tuple[str, ...]
    faces: int

    def __str__(self) -> str:
        needed = [f"{size} for {name}" for size, name in zip(self.groups, self.names, strict=True)]
        said = f"numbers from 1 to {self.faces}, {' / '.join(needed)}"
        if len(self.groups) > 2:  # players, whose example would be long
            return said
        dice = cycle(range(1, self.faces + 1))
        fallen = ["".join(str(next(dice)) for _ in range(size)) for size in self.groups]
        return f"{said}, as in {' / '.join(fallen)}"

    def parse(self, words: str) -> Move[list[list[int]]]:
        """Return the dice in each group; refuse groups of other sizes, and numbers that are on no
        die."""
        shown = {str(face): face for face in range(1, self.faces + 1)}
        rolled = [split_dice(group, shown) for group in normalized(words).split("/")]
        if len(rolled) == 1 and len(rolled[0]) == sum(self.groups):
            dice = iter(rolled[0])
            rolled = [[*islice(dice, size)] for size in self.groups]
        if len(rolled) != len(self.groups):
            raise Refused(f"expected {self}")
        wrong = [
            f"expected {plural(size, 'number')} for {name}, found {len(group)}"
            for group, size, name in zip(rolled, self.groups, self.names, strict=True)
            if len(group) != size
        ]
        odd = dict.fromkeys(die for group in rolled for die in group if die not in shown)
        wrong += [f"there is no {shorten(die)} on a die" for die in odd]
        if wrong:
            raise Refused("; ".join(wrong))
        return self._move([[shown[die] for die in group] for group in rolled])

    def __iter__(self) -> Iterator[str]:
        groups = [product(range(1, self.faces + 1), repeat=size) for size in self.groups]
        return (self._move([list(dice) for dice in fallen])[0] for fallen in product(*groups))

    def draw(self, rng: Random) -> Move[list[list[int]]]:
        faces, random = self.faces, rng.random
        return self._move([[1 + int(random() * faces) for _ in range(n)] for n in self.groups])

    def _move(self, dice: list[list[int]]) -> Move[list[list[int]]]:
        return " / ".join([" ".join(map(str, group)) for group in dice]), dice


def split_dice(words: str, shown: Container[str]) -> list[str]:
    """Split words into dice, those written without spaces one by one: ``115`` is ``1 1 5``.

    >>> split_dice("115 3 17", "123456")
    ['1', '1', '5', '3', '17']
    """
    return [
        die
        for word in words.split()
        for die in (word if all(face in shown for face in word) else [word])
    ]


@dataclass(frozen=True, slots=True)
class Reroll(Options[list[int]]):
    """Some of a player's dice, picked up to roll again, ``reroll 1 1 4``; or ``keep``.

    The value has the faces of the dice picked up.

    >>> Reroll((1, 1, 4)).parse("reroll 4, 1")
    ('reroll 1 4', [1, 4])
    >>> Reroll((1, 1, 4)).parse("reroll 4 4")
    Traceback (most recent call last):
    scoring.play.moves.Refused: you do not have enough dice showing 4; choose \
keep or reroll any of 1 1 4
    """

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return f"{KEEP} or {REROLL} any of {' '.join(map(str, self.dice))}"

    def parse(self, words: str) -> Move[list[int]]:
        """Return the dice picked up; refuse other moves, and dice that the player does not have."""
        verb, _, rest = normalized(words).partition(" ")
        shown = {str(face): face for face in self.dice}
        picked = split_dice(rest, digits)
        if verb == KEEP and not picked:
            return KEEP, []
        spare = Counter(picked) - Counter(map(str, self.dice))
        if verb != REROLL or not picked:
            raise Refused(f"{quote(words)} is not a move here; choose {self}")
        if spare:
            lacking = ", ".join([shorten(die) for die in spare])
            raise Refused(f"you do not have enough dice showing {lacking}; choose {self}")
        return self._move([shown[die] for die in picked])

    def __iter__(self) -> Iterator[str]:
        numbers = Counter(self.dice)
        picked = product(*[range(number + 1) for number in numbers.values()])
        for some in picked:
            yield self._move([*Counter(dict(zip(numbers, some, strict=True))).elements()])[0]

    def draw(self, rng: Random) -> Move[list[int]]:
        return self._move([die for die in self.dice if rng.random() < 0.5])

    def _move(self, picked: list[int]) -> Move[list[int]]:
        dice = sorted(picked)
        return " ".join([REROLL, *map(str, dice)]) if dice else KEEP, dice
