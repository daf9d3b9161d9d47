"""The six dice in the middle of a round, and the effects of placing each of them (NE-4).

>>> start = parse_dice("r4 w5", placed="g3 b2", room101=6)
>>> [step.words for step in steps(start)]
['place red']
>>> steps(start)[0].after.placed, start.result
({'red': 2, 'green': 3, 'blue': 2}, -1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from card_data.nineteen_eighty_four.model import COLOURS

RED, GREEN, BLUE, WHITE, YELLOW, PURPLE = range(len(COLOURS))
LETTERS: Mapping[str, int] = {colour[0]: die for die, colour in enumerate(COLOURS)}
FACES = 6  # a die is a cube; how `DiceState` writes dice down rests on it
VALUES = tuple([str(face) for face in range(1, FACES + 1)])  # of a die, as they are written
GONE = 0

Shown = tuple[int, ...]


class DiceState(NamedTuple):
    """The places and values of the dice, in the order of their spaces (NE-1.2).

    Each is 0 if it is removed or in Room 101, 1 to 6 if it is available with that value, 7 to 12 if
    it is placed, showing 1 to 6. ``room`` is the value of the die in Room 101, 0 for none.
    """

    dice: Shown
    room: int = 0

    @property
    def available(self) -> dict[str, int]:
        """The values of the dice not placed yet, by colour."""
        return {
            colour: die for colour, die in zip(COLOURS, self.dice, strict=True) if 1 <= die <= FACES
        }

    @property
    def placed(self) -> dict[str, int]:
        """The values of the placed dice, by colour."""
        pairs = zip(COLOURS, self.dice, strict=True)
        return {colour: die - FACES for colour, die in pairs if die > FACES}

    @property
    def result(self) -> int:
        """The placed dice minus the die in Room 101 (NE-3.4)."""
        return sum([die - FACES for die in self.dice if die > FACES]) - self.room


NO_DICE = DiceState((GONE,) * len(COLOURS))  # before the roll


class Step(NamedTuple):
    """A placed die, the dice that its effect is applied to, and how the dice lie after it.

    After Green, ``targets`` are still to be rolled; ``after`` shows their old values.
    """

    die: int
    targets: tuple[int, ...]
    after: DiceState

    @property
    def words(self) -> str:
        """The step as a move: ``place blue remove white``."""
        return words_of(self.die, self.targets)


@lru_cache(maxsize=128)  # more than there are
def words_of(die: int, targets: tuple[int, ...]) -> str:
    """Return a placement as a move: ``place green reroll red blue``."""
    verb = [VERBS[die]] if targets else []
    return " ".join(["place", COLOURS[die], *verb, *[COLOURS[target] for target in targets]])


VERBS = {GREEN: "reroll", BLUE: "remove", WHITE: "change", PURPLE: "turn"}


def read_dice(words: str) -> dict[int, int]:
    """Read dice written as letters with values; return the value of each die.

    >>> read_dice("r4 g2")
    {0: 4, 1: 2}
    """
    return {LETTERS[word[0]]: int(word[1:]) for word in words.split()}


def parse_dice(roll: str, placed: str = "", room101: int = 0) -> DiceState:
    """Return the state of dice written as letters with values; those not named are gone.

    >>> parse_dice("r4 g2", placed="b3")
    DiceState(dice=(4, 2, 9, 0, 0, 0), room=0)
    """
    shown = read_dice(roll) | {die: face + FACES for die, face in read_dice(placed).items()}
    return DiceState(tuple([shown.get(die, GONE) for die in range(len(COLOURS))]), room101)


def rerolled(before: DiceState, faces: Mapping[int, int]) -> DiceState:
    """Return the dice after some were rolled and now show ``faces``."""
    dice = before.dice
    for die, face in faces.items():
        dice = put(dice, die, face)
    return DiceState(dice, before.room)


def put(dice: Shown, die: int, shown: int) -> Shown:
    """Return ``dice`` with one of them changed."""
    changed = [*dice]
    changed[die] = shown
    return tuple(changed)


def value(shown: int) -> int:
    """Return the value of a die, available or placed."""
    return shown if shown <= FACES else shown - FACES


def opposite(shown: int) -> int:
    """Return the die turned over: opposite faces of a die add up to seven."""
    return (FACES + 1 if shown <= FACES else 3 * FACES + 1) - shown


def without_highest(rolled: DiceState) -> dict[str, DiceState]:
    """Return the ways to remove a die with the highest value after a roll, by move (NE-6.2)."""
    dice = rolled.dice
    return {
        f"remove {COLOURS[die]}": DiceState(put(dice, die, GONE), rolled.room)
        for die, shown in enumerate(dice)
        if shown == max(dice)
    }


def steps(now: DiceState) -> list[Step]:
    """Return every legal placement; with none while dice are available the round fails (NE-3.6)."""
    found: list[Step] = []
    for die, shown in enumerate(now.dice):
        if 1 <= shown <= FACES:
            found += EFFECTS[die](now, shown)
    return found


def match(now: DiceState, shown: int) -> Iterator[Step]:
    """Yield the step of Red, which takes the value of the lowest other placed die (NE-4.1)."""
    placed = [die for die in now.dice if die > FACES]
    if placed:
        yield Step(RED, (), DiceState(put(now.dice, RED, min(placed)), now.room))


def reroll(now: DiceState, shown: int) -> Iterator[Step]:
    """Yield the steps of Green, which rerolls exactly as many other available dice as it shows
    (NE-4.2)."""
    after = DiceState(put(now.dice, GREEN, shown + FACES), now.room)
    for chosen in combinations(rollable(now.dice), shown):
        yield Step(GREEN, chosen, after)


def rollable(dice: Shown) -> list[int]:
    return [die for die, state in enumerate(dice) if die != GREEN and 1 <= state <= FACES]


def remove(now: DiceState, shown: int) -> Iterator[Step]:
    """Yield the steps of Blue, which removes a placed or available die of a higher value, never
    Yellow (NE-4.3)."""
    dice = put(now.dice, BLUE, shown + FACES)
    for die, other in enumerate(now.dice):
        if die not in (BLUE, YELLOW) and value(other) > shown:
            yield Step(BLUE, (die,), DiceState(put(dice, die, GONE), now.room))


def rewrite(now: DiceState, shown: int) -> Iterator[Step]:
    """Yield the steps of White, whose value one of two or more other dice with the same value takes
    (NE-4.4)."""
    dice = put(now.dice, WHITE, shown + FACES)
    values = [value(other) if die != WHITE else GONE for die, other in enumerate(now.dice)]
    for die, face in enumerate(values):
        if face != GONE and values.count(face) > 1:
            rewritten = shown if now.dice[die] <= FACES else shown + FACES
            yield Step(WHITE, (die,), DiceState(put(dice, die, rewritten), now.room))


def arrest(now: DiceState, shown: int) -> Iterator[Step]:
    """Yield the step of Yellow, which sends the die placed on the space that it shows to Room 101,
    or itself (NE-4.5)."""
    space = shown - 1
    dice = put(now.dice, YELLOW, shown + FACES)
    if dice[space] > FACES:
        yield Step(YELLOW, (), DiceState(put(dice, space, GONE), dice[space] - FACES))


def turn(now: DiceState, shown: int) -> Iterator[Step]:
    """Yield the steps of Purple, which turns over itself and another placed or available die, or
    itself if there is no other (NE-4.6)."""
    dice = put(now.dice, PURPLE, opposite(shown) + FACES)
    others = [die for die, other in enumerate(now.dice) if die != PURPLE and other != GONE]
    for die in others:
        yield Step(PURPLE, (die,), DiceState(put(dice, die, opposite(dice[die])), now.room))
    if not others:
        yield Step(PURPLE, (), DiceState(dice, now.room))


EFFECTS: tuple[Callable[[DiceState, int], Iterator[Step]], ...] = (
    match,
    reroll,
    remove,
    rewrite,
    arrest,
    turn,
)
