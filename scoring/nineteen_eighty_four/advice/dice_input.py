"""Parses the dice in the middle of a round as a player writes them, ``r4 g2``."""

from __future__ import annotations

from card_data.nineteen_eighty_four.model import COLOURS
from card_data.problems import Problems, shorten
from scoring.nineteen_eighty_four.dice import FACES, GONE, LETTERS, VALUES, YELLOW, DiceState

UNNAMED = -1
DIE = f"a die as its letter ({' '.join(LETTERS)}) and a value from 1 to {FACES}, as in r4"


def read(roll: str, placed: str, room101: str) -> tuple[DiceState, tuple[str, ...]]:
    """Return the state of the dice, and notes on what was assumed: dice not named are removed.

    ``room101`` may be a value alone. Raise `DataError` with everything that is impossible.
    """
    reader = Reader()
    available, laid = reader.dice("roll", roll), reader.dice("placed", placed)
    value = room101.strip()
    room = {UNNAMED: int(value)} if value in VALUES else reader.dice("room101", value)
    if not (roll + placed + room101).strip():
        reader.blame("roll", roll, DIE)
    if len(room) > 1:
        reader.blame("room101", room101, "one die at most (NE-4.5)")
    if room and YELLOW in available:
        reader.blame("room101", room101, "none before Yellow is placed (NE-4.5)")
    if YELLOW in laid and not room:
        expected = "the die that Yellow, which is placed, sent there (NE-4.5)"
        reader.blame("room101", room101, expected)
    reader.problems.raise_if_any()
    shown = available | {die: face + FACES for die, face in laid.items()}
    dice = tuple([shown.get(die, GONE) for die in range(len(COLOURS))])
    missing = [colour for die, colour in enumerate(COLOURS) if die not in {*shown, *room}]
    assumed = f"not named, so taken as removed: {', '.join(missing)}"
    notes = (assumed,) if len(missing) > (UNNAMED in room) else ()
    return DiceState(dice, max(room.values(), default=0)), notes


class Reader:
    """Reads dice and collects what is wrong with them; no die may be named twice."""

    def __init__(self) -> None:
        self.problems = Problems()
        self.named: dict[int, str] = {}

    def blame(self, option: str, found: str, expected: str) -> None:
        message = f"found {shorten(found.strip()) or 'nothing'}, expected {expected}"
        self.problems.add(message, file=f"--{option}")

    def dice(self, option: str, text: str) -> dict[int, int]:
        found: dict[int, int] = {}
        for word in text.lower().replace(",", " ").split():
            die, shown = LETTERS.get(word[0]), word[1:]
            if die is None or shown not in VALUES:
                self.blame(option, word, DIE)
            elif die in self.named:
                self.blame(option, word, f"{COLOURS[die]} once (--{self.named[die]} names it)")
            else:
                found[die] = int(shown)
                self.named[die] = option
        return found
