"""The course of Winston: Nineteen Eighty-Four, in the order of its rules (NE-2 to NE-6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random

from card_data import Game
from card_data.nineteen_eighty_four.model import COLOURS, HIGHEST, Data
from card_data.text import plural
from scoring.nineteen_eighty_four.dice import (
    FACES,
    GREEN,
    LETTERS,
    NO_DICE,
    VALUES,
    DiceState,
    rerolled,
    steps,
    without_highest,
)
from scoring.nineteen_eighty_four.placing import refusal, vocabulary
from scoring.nineteen_eighty_four.state import State
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play.decisions import TABLE, Asking, Script, ask
from scoring.play.engines import Ending
from scoring.play.moves import Choices, Move, Options, Refused, Vocabulary, itemised, normalized
from scoring.positions.findings import Finding
from scoring.positions.players import check_names

END = "NE-5.1"
EFFECTS: frozenset[str] = frozenset()
HIGHEST_DIE, PLACE = "highest die", "place a die"  # what a player decides in a round


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Yield more than one player, or one without a name (NE-1.1)."""
    if len(players) != 1:
        message = f"{plural(len(players), 'player')}, but the game is for one"
        yield Finding("NE-1.1", ("players",), message)
    yield from check_names(players, "NE-1.1")


def start(players: Sequence[str], game: Game[Data]) -> State:
    return State(players[0], game.data)


def play(state: State, game: Game[Data]) -> Script:
    """Play the whole game: the level, then rounds until the Golden Country or the last (NE-5.1)."""
    level = yield from ask(state.player, "level", "NE-2.1", levels(game.data))
    walk = state.choose(level)
    while not walk.arrived(state.at) and state.rounds_left:
        yield from one_round(state, walk)


def levels(data: Data) -> Choices[int]:
    """Return the levels, which the sheet calls x1, x2 … (NE-2.1) and a position 1, 2 …"""
    moves = {f"level {level.multiplier}": level.multiplier for level in data.levels}
    signs = {f"x{level}": words for words, level in moves.items()}
    signs |= {f"level {sign}": words for sign, words in signs.items()}
    signs |= {str(level): words for words, level in moves.items()}
    return Choices(list(moves.items()), Vocabulary(moves, signs))


def ending(state: State, game: Game[Data]) -> Ending:
    """Return whether the Golden Country or the last round ended the walk (NE-5.1)."""
    there = state.walk is not None and state.walk.arrived(state.at)
    why = "the walk has arrived in the Golden Country" if there else "no round is left"
    return Ending(why, len(state.rounds), "round")


def one_round(state: State, walk: Walk) -> Script:
    """Play a round: roll, place the dice, mark the result (NE-3)."""
    removed = walk.removed(state.rounds)
    yield from roll(state, removed)
    if removed == HIGHEST:
        yield from remove_highest(state)
    dice = yield from place(state)
    state.mark(walk, 0 if dice.available else dice.result)


def roll(state: State, removed: str) -> Script:
    """Roll the dice that NE-6.1 does not remove (NE-3.2)."""
    dice = Roll(tuple([die for die, colour in enumerate(COLOURS) if colour != removed]))
    faces = yield from ask(TABLE, "roll", "NE-3.2", dice)
    state.dice = rerolled(NO_DICE, faces)


def remove_highest(state: State) -> Script:
    """Remove a die with the highest value after the roll (NE-6.2)."""
    assert state.dice is not None
    ways = without_highest(state.dice)
    (left, *others) = ways.values()
    if others:
        options = Choices(list(ways.items()))
        left = yield from ask(state.player, HIGHEST_DIE, "NE-6.2", options)
    state.dice = left


def place(state: State) -> Asking[DiceState]:
    """Place the available dice one at a time, until all are placed or none can be (NE-3.3)."""
    assert state.dice is not None
    now = state.dice
    clauses = {die.id: die.clause for die in state.data.dice}
    while open_ := steps(now):
        moves = [(step.words, step) for step in open_]
        options = Choices(moves, vocabulary(), partial(refusal, clauses, now))
        step = yield from ask(state.player, PLACE, "NE-3.3", options)
        now = state.dice = step.after
        if step.die == GREEN:
            faces = yield from ask(TABLE, "reroll", "NE-4.2", Roll(step.targets))
            now = state.dice = rerolled(now, faces)
    return now


def split_dice(words: str) -> list[str]:
    """Split dice in plain spelling into letters with values, written so, together or in full.

    >>> split_dice("r4g2 blue 3 w 5")
    ['r4', 'g2', 'b3', 'w5']
    """
    for colour in COLOURS:
        words = re.sub(rf"\b{colour} ?(?=[0-9])", colour[0], words)
    words = re.sub(r"\b([a-z]) (?=[0-9])", r"\1", words)
    return re.sub(r"(?<=[a-z][0-9])(?=[a-z])", " ", words).split()


@dataclass(frozen=True, slots=True)
class Roll(Options[dict[int, int]]):
    """A roll, each die as its letter and value: ``r4 g2``. The value of a move maps dice to faces.

    >>> Roll((0, 1)).parse("G2 r4")
    ('r4 g2', {0: 4, 1: 2})
    >>> Roll((0, 1)).parse("r4 r7")
    Traceback (most recent call last):
    scoring.play.moves.Refused: expected a value from 1 to 6 for each of r g, as in r4 g4; \
missing: g; unexpected: r7
    """

    dice: tuple[int, ...]

    def __str__(self) -> str:
        letters = [COLOURS[die][0] for die in self.dice]
        example = " ".join([f"{letter}4" for letter in letters])
        return f"a value from 1 to {FACES} for each of {' '.join(letters)}, as in {example}"

    def parse(self, words: str) -> Move[dict[int, int]]:
        """Return the face of each die; raise `Refused` with dice that are missing or unexpected."""
        faces: dict[int, int] = {}
        odd = []
        for word in split_dice(normalized(words)):
            die = LETTERS.get(word[0])
            if die in self.dice and die not in faces and word[1:] in VALUES:
                faces[die] = int(word[1:])
            else:
                odd.append(word)
        missing = [COLOURS[die][0] for die in self.dice if die not in faces]
        if missing or odd:
            wrong = itemised({"missing": missing, "unexpected": odd})
            raise Refused(f"expected {self}; {wrong}")
        return self.move({die: faces[die] for die in self.dice})

    def __iter__(self) -> Iterator[str]:
        for faces in product(range(1, FACES + 1), repeat=len(self.dice)):
            yield self.move(dict(zip(self.dice, faces, strict=True)))[0]

    def draw(self, rng: Random) -> Move[dict[int, int]]:
        faces = rng.choices(range(1, FACES + 1), k=len(self.dice))
        return self.move(dict(zip(self.dice, faces, strict=True)))

    def move(self, faces: dict[int, int]) -> Move[dict[int, int]]:
        return " ".join([f"{COLOURS[die][0]}{face}" for die, face in faces.items()]), faces
