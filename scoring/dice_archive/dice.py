"""Dice as moves: the table's rolls, and the dice that a player picks up to roll again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from string import digits

from card_data.problems import quote, shorten
from scoring.play.moves import Move, Options, Refused, itemised, normalized

KEEP, REROLL = "keep", "reroll"


@dataclass(frozen=True, slots=True)
class Roll(Options[list[list[int]]]):
    """Dice as they fell, in groups with a slash between them, which may be left out:
    ``3 5 1 / 2``.

    ``groups`` says how many dice lie in each, ``faces`` how many faces a die has. The value has
    the faces shown in each group.

    >>> Roll((3, 1), 6).parse("3 5 1/2")
    ('3 5 1 / 2', [[3, 5, 1], [2]])
    >>> Roll((3, 1), 6).parse("351/2") == Roll((3, 1), 6).parse("351 2")
    True
    >>> Roll((3, 1), 6).parse("3 5 / 7")
    Traceback (most recent call last):
    scoring.play.moves.Refused: expected 3 / 1 dice showing 1 to 6; found: 2 / 1; not on a die: 7
    """

    groups: tuple[int, ...]
    faces: int

    def __str__(self) -> str:
        dice = "die" if self.groups == (1,) else "dice"
        return f"{_sizes(self.groups)} {dice} showing 1 to {self.faces}"

    def parse(self, words: str) -> Move[list[list[int]]]:
        """Return the dice in each group; refuse groups of other sizes, and numbers that are on no
        die."""
        shown = {str(face): face for face in range(1, self.faces + 1)}
        rolled = [split_dice(group, shown) for group in normalized(words).split("/")]
        if len(rolled) == 1 and len(rolled[0]) == sum(self.groups):
            dice = iter(rolled[0])
            rolled = [[*islice(dice, size)] for size in self.groups]
        odd = [die for group in rolled for die in group if die not in shown]
        sizes = tuple(map(len, rolled))
        if sizes != self.groups or odd:
            found = [_sizes(sizes)] if sizes != self.groups else []
            wrong = itemised({"found": found, "not on a die": odd})
            raise Refused(f"expected {self}; {wrong}")
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


def _sizes(groups: tuple[int, ...]) -> str:
    return " / ".join(map(str, groups))


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
