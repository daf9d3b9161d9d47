"""Dice as moves: what the table rolled, and what a player picks up to roll again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

KEEP, REROLL = "keep", "reroll"


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice as they fell, in heaps with a stroke between them: ``3 5 1 / 2``.

    ``heaps`` says how many dice lie in each, ``faces`` what a die may show.

    >>> Roll((3, 1), ("1", "2", "3", "4", "5", "6")).wrong("3 5 / 7")
    '3 / 1 dice from 1 to 6 (rolled: 2 / 1; no face: 7)'
    """

    heaps: tuple[int, ...]
    faces: tuple[str, ...]

    def __str__(self) -> str:
        dice = "die" if self.heaps == (1,) else "dice"
        return f"{_sizes(self.heaps)} {dice} from {self.faces[0]} to {self.faces[-1]}"

    def wrong(self, move: str) -> str:
        """Which heaps have other sizes, and what is no face of a die."""
        rolled = [heap.split() for heap in move.split("/")]
        sizes = tuple([len(heap) for heap in rolled])
        odd = [die for heap in rolled for die in heap if die not in self.faces]
        if sizes == self.heaps and not odd:
            return ""
        no_face = f"; no face: {', '.join(odd)}" if odd else ""
        return f"{self} (rolled: {_sizes(sizes)}{no_face})"

    def draw(self, rng: Random) -> str:
        return " / ".join([" ".join(rng.choices(self.faces, k=size)) for size in self.heaps])


def _sizes(heaps: tuple[int, ...]) -> str:
    return " / ".join(map(str, heaps))


def fallen(roll: str) -> list[list[int]]:
    """The faces in each heap of a roll.

    >>> fallen("3 5 1 / 2")
    [[3, 5, 1], [2]]
    """
    return [[int(die) for die in heap.split()] for heap in roll.split("/")]


@dataclass(frozen=True, slots=True)
class Reroll:
    """Some of a player's dice, picked up to roll again, ``reroll 1 1 4``; or ``keep``.

    >>> Reroll((1, 1, 4)).wrong("reroll 4 4")
    'keep or reroll with any of 1 1 4'
    """

    dice: tuple[int, ...]

    def __str__(self) -> str:
        return f"{KEEP} or {REROLL} with any of {' '.join(map(str, self.dice))}"

    def wrong(self, move: str) -> str:
        """What may be picked up, if ``move`` picks up anything else."""
        word, *picked = move.split() or [""]
        if not picked:
            return "" if word == KEEP else str(self)
        spare = Counter(picked) - Counter(map(str, self.dice))
        return str(self) if word != REROLL or spare else ""

    def draw(self, rng: Random) -> str:
        picked = [str(die) for die in self.dice if rng.random() < 0.5]
        return " ".join([REROLL, *picked]) if picked else KEEP
