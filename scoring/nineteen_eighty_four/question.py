"""What a player asks in the middle of a round: the dice as they lie, and where the walk stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from card_data import DataError, Game, Problem
from card_data.nineteen_eighty_four.model import COLOURS, Data
from card_data.reader import clip
from scoring.nineteen_eighty_four.dice import FACES, GONE, LETTERS, YELLOW, Lay, without_highest
from scoring.nineteen_eighty_four.walk import HIGHEST, Walk

BOXES, UNSEEN, ARRIVE = "boxes", "unseen", "arrive"
NEEDS = {BOXES: (), UNSEEN: ("at", "level"), ARRIVE: ("at", "level", "round")}
DIE = f"a die as its letter ({' '.join(LETTERS)}) and a value from 1 to {FACES}, as in r4"


@dataclass(frozen=True)
class Question:
    """The dice of a round as a player writes them, and where it stands.

    Dice are letters with values, ``r4 g2``. ``removed`` names dice that are out of the round, with
    or without a value, or is ``none``. ``at`` is the box of the last X, ``round`` the number on the
    rounds track. ``aim`` is one of `NEEDS`; without one it is ``arrive`` if ``at``, ``level`` and
    ``round`` are given, else ``boxes``.
    """

    roll: str
    placed: str = ""
    removed: str = ""
    room101: str = ""
    at: int | None = None
    level: int | None = None
    round: int | None = None
    aim: str | None = None


@dataclass
class Reading:
    """A question taken apart; ``problems`` has everything that cannot be."""

    question: Question
    game: Game[Data]
    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def blame(self, option: str, found: str, expected: str) -> None:
        message = f"found {clip(found, quoted=False) or 'nothing'}, expected {expected}"
        self.problems.append(Problem("scoring", 0, 0, "", f"--{option}", message))

    def lay(self) -> Lay:
        """The dice as they lie."""
        asked = self.question
        available = self.dice("roll", asked.roll)
        placed = self.dice("placed", asked.placed)
        room = self.dice("room101", asked.room101)
        removed = self.removed()
        self.named_once([*available, *placed, *room, *removed])
        if len(room) > 1:
            self.blame("room101", asked.room101, "one die at most (NE-4.5)")
        if room and YELLOW in available:
            self.blame("room101", asked.room101, "none before Yellow is placed (NE-4.5)")
        elif room and YELLOW not in {*placed, *room}:
            self.notes.append("a die is in Room 101 although Yellow is not placed (NE-4.5)")
        dice = [available.get(die, placed.get(die, -FACES) + FACES) for die in range(len(COLOURS))]
        named = {*available, *placed, *room, *removed}
        if forgotten := [one for die, one in enumerate(COLOURS) if die not in named]:
            self.notes.append(f"not named, so taken as removed: {', '.join(forgotten)}")
        return Lay(tuple(dice), max(room.values(), default=0))

    def dice(self, option: str, text: str) -> dict[int, int]:
        """Dice with their values."""
        found: dict[int, int] = {}
        for word in text.lower().replace(",", " ").split():
            die, shown = LETTERS.get(word[0]), word[1:]
            if die is None or shown not in [str(face) for face in range(1, FACES + 1)]:
                self.blame(option, word, DIE)
            elif die in found:
                self.blame(option, word, f"{COLOURS[die]} once")
            else:
                found[die] = int(shown)
        return found

    def removed(self) -> list[int]:
        """The dice named as removed, by letter or colour, whatever their value."""
        found = []
        for word in self.question.removed.lower().replace(",", " ").split():
            colour = word.rstrip("0123456789")
            if colour in LETTERS or colour in COLOURS:
                found.append(LETTERS[colour[0]])
            elif word != "none":
                self.blame("removed", word, f"{', '.join(COLOURS)} or none")
        return found

    def named_once(self, dice: list[int]) -> None:
        for die, colour in enumerate(COLOURS):
            if dice.count(die) > 1 and not self.problems:
                expected = "it available, placed, removed or in Room 101"
                self.blame("roll", f"the {colour} die twice", expected)

    def walk(self) -> Walk | None:
        """The way at the level asked about; None without one."""
        level, levels = self.question.level, self.game.data.levels
        if level is None:
            return None
        if not 1 <= level <= len(levels):
            self.blame("level", str(level), f"from 1 to {len(levels)} (NE-2.1)")
            return None
        return Walk(self.game.data, level)

    def rounds_left(self, walk: Walk | None) -> int | None:
        """How many rounds there are after this one; None if that is not told."""
        asked, last = self.question.round, self.game.data.numbers.rounds.last
        if asked is None:
            return None
        first = walk.first_round if walk else self.game.data.numbers.rounds.suburbs
        if not first <= asked <= last:
            self.blame("round", str(asked), f"from {first} to {last} (NE-3.1)")
        return last - asked

    def at(self, walk: Walk | None) -> int | None:
        """The box of the last X; None if that is not told."""
        at = self.question.at
        if at is None:
            return None
        places = walk.places if walk else Walk(self.game.data, len(self.game.data.levels)).places
        if at not in places:
            self.blame("at", str(at), f"a box of the route, 0 for Minitrue to {max(places)}")
            return None
        if walk and walk.arrived(at):
            self.blame(
                "at", str(at), "a box before the Golden Country, where the game ends (NE-5.1)"
            )
        return at

    def removals(self, now: Lay, walk: Walk | None, at: int | None) -> dict[str, Lay]:
        """The highest dice to choose from if Maximum Security has still to take one (NE-6.2)."""
        asked = self.question
        if walk is None or at is None or asked.removed or asked.placed or asked.room101:
            return {}
        takes = walk.takes(at)
        if takes == HIGHEST and GONE not in now.dice:
            self.notes.append(
                "the last X is on Maximum Security: the highest die goes first (NE-6.2); if the "
                "last round marked nothing, ask with --removed none (NE-3.8)"
            )
            return without_highest(now)
        if takes in COLOURS and now.dice[COLOURS.index(takes)] != GONE:
            self.notes.append(
                f"the last X is on a {takes} Control Zone: without {takes}, unless the last round "
                f"marked nothing (NE-6.1, NE-3.8)"
            )
        return {}

    def aim(self) -> str:
        """What to play for."""
        asked = self.question
        told = [name for name in NEEDS[ARRIVE] if getattr(asked, name) is not None]
        if asked.aim is None:
            return ARRIVE if len(told) == len(NEEDS[ARRIVE]) else BOXES
        if asked.aim not in NEEDS:
            self.blame("aim", asked.aim, " or ".join(NEEDS))
        elif missing := [f"--{name}" for name in NEEDS[asked.aim] if name not in told]:
            self.blame("aim", asked.aim, f"{' and '.join(missing)} with it")
        return asked.aim

    def check(self) -> None:
        """Raise `DataError` if anything cannot be."""
        if self.problems:
            raise DataError(self.problems)
