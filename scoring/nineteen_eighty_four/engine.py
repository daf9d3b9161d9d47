"""Winston: Nineteen Eighty-Four as its rules tell it, top to bottom (NE-2 to NE-6)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from card_data import Game
from card_data.nineteen_eighty_four.model import COLOURS, HIGHEST, Data
from scoring import seating
from scoring.decisions import TABLE, Decision, Script, first_word, itemised
from scoring.findings import Finding, count
from scoring.nineteen_eighty_four.dice import (
    FACES,
    GREEN,
    VALUES,
    VERBS,
    Lay,
    fallen,
    lay,
    steps,
    without_highest,
)
from scoring.nineteen_eighty_four.state import State
from scoring.nineteen_eighty_four.walk import Walk

END = "NE-5.1"
HIGHEST_DIE = "highest die"


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """More players than one, or one without a name (NE-1.1)."""
    if len(players) != 1:
        yield Finding("NE-1.1", ("players",), count(len(players), "player"), "one")
    yield from seating.names(players, "NE-1.1")


def start(players: Sequence[str], game: Game[Data]) -> tuple[State, Script]:
    """An empty sheet, and the script that plays the game on it."""
    sheet = State(players[0], game.data)
    return sheet, play(sheet, game.data)


def play(sheet: State, data: Data) -> Script:
    """The whole game: the level, then rounds until the Golden Country or the last (NE-5.1)."""
    options = tuple([f"level {level.multiplier}" for level in data.levels])
    move = yield Decision(sheet.player, "level", "NE-2.1", options)
    walk = sheet.choose(int(move.split()[1]))
    while not walk.arrived(sheet.at) and sheet.rounds_left:
        yield from one_round(sheet, walk)


def one_round(sheet: State, walk: Walk) -> Script:
    """A round: roll, place the dice, mark the result (NE-3)."""
    removed = sheet.takes(walk)
    yield from roll(sheet, removed)
    if removed == HIGHEST:
        yield from remove_highest(sheet)
    dice = yield from place(sheet)
    sheet.mark(walk, 0 if dice.available else dice.result)


def roll(sheet: State, removed: str) -> Script:
    """NE-3.2: the dice that are not removed by NE-6.1."""
    rolled = Rolled(tuple([colour for colour in COLOURS if colour != removed]))
    move = yield Decision(TABLE, "roll", "NE-3.2", rolled)
    sheet.dice = lay(move)


def remove_highest(sheet: State) -> Script:
    """NE-6.2: the die with the highest value is removed after the roll."""
    assert sheet.dice is not None
    ways = without_highest(sheet.dice)
    move, *others = ways
    if others:
        move = yield Decision(sheet.player, HIGHEST_DIE, "NE-6.2", tuple(ways))
    sheet.dice = ways[move]


def place(sheet: State) -> Generator[Decision, str, Lay]:
    """NE-3.3: the available dice one at a time, until all are placed or none can be."""
    assert sheet.dice is not None
    now = sheet.dice
    clauses = {die.id: die.clause for die in sheet.data.dice}
    while options := {step.words: step for step in steps(now)}:
        refused = partial(refused_by, clauses, now)
        move = yield Decision(sheet.player, "place a die", "NE-3.3", tuple(options), refused, spelt)
        step = options[move]
        now = sheet.dice = step.after
        if step.die == GREEN:
            rolled = Rolled(tuple([COLOURS[die] for die in step.targets]))
            move = yield Decision(TABLE, "reroll", "NE-4.2", rolled)
            now = sheet.dice = fallen(now, move)
    return now


def refused_by(clauses: Mapping[str, str], now: Lay, move: str, options: tuple[str, ...]) -> str:
    """The clause that a placement breaks: the die's own if it is available, else NE-3.3.

    >>> clauses = {"red": "NE-4.1", "green": "NE-4.2"}
    >>> [refused_by(clauses, lay("r4"), f"place {colour}", ()) for colour in clauses]
    ['NE-4.1', 'NE-3.3']
    """
    colour = first_word(move.partition(" ")[2])
    return clauses[colour] if colour in now.available else "NE-3.3"


def spelt(move: str) -> str:
    """A placement with the dice of a reroll in the order of their spaces, as `Step.words` has them.

    >>> spelt("place green reroll blue red")
    'place green reroll red blue'
    """
    start, verb, dice = move.partition(f" {VERBS[GREEN]} ")
    known = [colour for colour in COLOURS if colour in dice.split()]
    return f"{start}{verb}{' '.join(known)}" if len(known) == len(dice.split()) else move


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice as they fell, each as its letter and value: ``r4 g2``.

    >>> Rolled(("red", "green")).wrong("r4 r7")
    'a value from 1 to 6 for each of r g, as in r4 g4 (missing: g; not wanted: r7)'
    """

    colours: tuple[str, ...]

    def __str__(self) -> str:
        letters = [colour[0] for colour in self.colours]
        example = " ".join([f"{letter}4" for letter in letters])
        return f"a value from 1 to {FACES} for each of {' '.join(letters)}, as in {example}"

    def wrong(self, move: str) -> str:
        """Which dice are missing, and what is none of them."""
        left = [colour[0] for colour in self.colours]
        odd = []
        for word in move.split():
            if word[0] in left and word[1:] in VALUES:
                left.remove(word[0])
            else:
                odd.append(word)
        if not left and not odd:
            return ""
        return f"{self} ({itemised({'missing': left, 'not wanted': odd})})"

    def draw(self, rng: Random) -> str:
        faces = rng.choices(range(1, FACES + 1), k=len(self.colours))
        return " ".join([f"{one[0]}{face}" for one, face in zip(self.colours, faces, strict=True)])
