"""What a player asks in the middle of a round: the dice as they lie, and where the walk stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from card_data import Game
from card_data.nineteen_eighty_four.model import COLOURS, HIGHEST, NOTHING, Data
from card_data.problems import Problems, clip
from card_data.words import counted, in_words
from scoring.nineteen_eighty_four.advice.prospects import Course, Hope
from scoring.nineteen_eighty_four.advice.retracing import Lie, can_lie, gone, rolled
from scoring.nineteen_eighty_four.dice import (
    BLUE,
    FACES,
    GONE,
    LETTERS,
    VALUES,
    YELLOW,
    DiceState,
    put,
    value,
    without_highest,
)
from scoring.nineteen_eighty_four.engine import levels
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play.moves import Refused

BOXES, UNSEEN, ARRIVE, POINTS = "boxes", "unseen", "arrive", "points"
NEEDS = {
    BOXES: (),
    UNSEEN: ("at", "level"),
    ARRIVE: ("at", "level", "round"),
    POINTS: ("at", "level", "round", "big_brother"),
}
YELLOW_SPACE = YELLOW + 1
UNNAMED = -1
UNTOUCHED = "none, as neither the eye (NE-6), Blue (NE-4.3) nor Yellow (NE-4.5) took one"
UNLESS = "if the last round marked nothing, ask with --removed none (NE-3.8)"
DIE = f"a die as its letter ({' '.join(LETTERS)}) and a value from 1 to {FACES}, as in r4"


def option(metavar: str, about: str) -> dict[str, str]:
    """How the command shows a field as an option."""
    return {"metavar": metavar, "help": about}


@dataclass(frozen=True)
class Question:
    """The dice of a round as a player writes them, and where it stands.

    Dice are letters with values, ``r4 g2``. ``removed`` names dice that are out of the round, with
    or without a value, or is ``none``. ``room101`` may be a value alone. ``at`` is the box of the
    last X, ``level`` as a move has it (``x3``) or its number, ``round`` the number on the rounds
    track, ``big_brother`` how many boxes of that track are marked. ``aim`` is one of `NEEDS`;
    without one it is ``arrive`` if ``at``, ``level`` and ``round`` are given, else ``boxes``.
    """

    roll: str = field(metadata=option("DICE", 'The available dice, such as "r4 g2 b3 w5 y1 p6".'))
    placed: str = field(default="", metadata=option("DICE", "The dice placed already."))
    removed: str = field(default="", metadata=option("DICE", "The dice out of the round, or none."))
    room101: str = field(default="", metadata=option("DIE", "The die in Room 101."))
    at: int | None = field(
        default=None, metadata=option("BOX", "The box of the last X, 0 for none yet.")
    )
    level: str | None = field(default=None, metadata=option("LEVEL", "The level, as in x3 or 3."))
    round: int | None = field(
        default=None, metadata=option("ROUND", "The round marked on the track.")
    )
    big_brother: int | None = field(
        default=None, metadata=option("N", "How many boxes of the Big Brother track are marked.")
    )
    aim: str | None = field(
        default=None, metadata=option("AIM", "What to play for: boxes, unseen, arrive or points.")
    )


@dataclass
class QuestionReader:
    """Reads a question into dice and a place on the route; collects everything that cannot be."""

    question: Question
    game: Game[Data]
    problems: Problems = field(default_factory=Problems)
    notes: list[str] = field(default_factory=list)
    sent: int | None = None  # the die in Room 101, if it is named

    def blame(self, option: str, found: str, expected: str) -> None:
        message = f"found {clip(found.strip(), quoted=False) or 'nothing'}, expected {expected}"
        self.problems.add(message, file=f"--{option}")

    def state(self) -> DiceState:
        """Where the dice are and what they show."""
        asked = self.question
        available, placed = self.dice("roll", asked.roll), self.dice("placed", asked.placed)
        room = self.room()
        removed = self.removed()
        named = {"roll": [*available], "placed": [*placed], "room101": [*room], "removed": removed}
        self.named_once(named)
        if len(room) > 1:
            self.blame("room101", asked.room101, "one die at most (NE-4.5)")
        if room and YELLOW in available:
            self.blame("room101", asked.room101, "none before Yellow is placed (NE-4.5)")
        if not "".join([asked.roll, asked.placed, asked.room101]).strip():
            self.blame("roll", asked.roll, DIE)
        self.note_what_is_missing(room, {die for dice in named.values() for die in dice})
        if not self.problems.found:
            self.refuse_what_no_play_leaves(available, placed, room)
        self.sent = next((die for die in room if die != UNNAMED), None)
        dice = [available.get(die, placed.get(die, -FACES) + FACES) for die in range(len(COLOURS))]
        return DiceState(tuple(dice), max(room.values(), default=0))

    def room(self) -> dict[int, int]:
        """The die in Room 101, or its value alone, as that of a die `UNNAMED`."""
        text = self.question.room101.strip()
        if text in VALUES:
            return {UNNAMED: int(text)}
        return self.dice("room101", "" if text == NOTHING else text)

    def note_what_is_missing(self, room: dict[int, int], named: set[int]) -> None:
        """Dice that nobody named; a slip in typing them in."""
        forgotten = [colour for die, colour in enumerate(COLOURS) if die not in named]
        if len(forgotten) > (UNNAMED in room):
            self.notes.append(f"not named, so taken as removed: {', '.join(forgotten)}")

    def refuse_what_no_play_leaves(
        self, available: dict[int, int], placed: dict[int, int], room: dict[int, int]
    ) -> None:
        """Dice that no roll and no placing leave so."""
        asked = self.question
        if YELLOW in placed and not room:
            expected = "the die that Yellow, which is placed, sent there (NE-4.5)"
            self.blame("room101", asked.room101, expected)
        if room and YELLOW not in {*placed, *room} and UNNAMED not in room:
            expected = "none while Yellow is not placed (NE-4.5)"
            self.blame("room101", asked.room101, expected)
        itself = room.get(YELLOW, YELLOW_SPACE if YELLOW in placed else room.get(UNNAMED))
        if itself not in (None, YELLOW_SPACE):
            expected = f"y{YELLOW_SPACE}: Yellow itself goes there only when it shows that (NE-4.5)"
            self.blame("room101", asked.room101, expected)
        if BLUE in {*placed, *room} and len({*available, *placed, *room}) == len(COLOURS):
            found = "no die removed"
            self.blame("removed", found, "the one that Blue, which is placed, removed (NE-4.3)")

    def refuse_what_no_roll_leads_to(
        self, now: DiceState, walk: Walk | None, at: int | None
    ) -> None:
        """Dice as no roll with the dice of this round can come to lie (NE-3, NE-4)."""
        if self.problems.found:
            return
        lie, starts = Lie(now.dice, now.room, self.sent), self.out_of_the_roll(walk, at)
        if can_lie(lie, starts):
            return
        out, takers = gone(lie), taken_by(lie, starts)
        missing = f"{counted(len(out), 'die', 'dice')} missing"
        if len(out) > len(takers):
            most = f"{len(takers)} at most, by {in_words(takers, 'and')}" if takers else UNTOUCHED
            self.blame("removed", missing, most)
        elif rolled(lie):
            taken = in_words([COLOURS[die] for die in sorted(frozenset().union(*starts))], "or")
            self.blame("removed", missing, f"at most {taken}, which the eye takes here (NE-6)")
        elif slips := list(slips_in(lie, starts)):
            option, found, right = slips[0]
            self.blame(option, found, f"{in_words(right, 'or')}, as the other dice lie (NE-4)")
        else:
            self.blame("roll", self.question.roll, "dice that placing them leaves so (NE-4)")

    def out_of_the_roll(self, walk: Walk | None, at: int | None) -> set[frozenset[int]]:
        """The dice that Big Brother's eye may have removed from this round: none, or one."""
        data = self.game.data
        ways = [walk] if walk else [Walk(data, level.multiplier) for level in data.levels]
        if walk and self.question.round == walk.first_round:
            at = 0
        taken = {HIGHEST if at is None and way.level.eye else way.takes(at or 0) for way in ways}
        dice = [die for die, colour in enumerate(COLOURS) if {colour, HIGHEST} & taken]
        return {frozenset(), *[frozenset([die]) for die in dice]}

    def dice(self, option: str, text: str) -> dict[int, int]:
        """Dice with their values."""
        found: dict[int, int] = {}
        for word in text.lower().replace(",", " ").split():
            die, shown = LETTERS.get(word[0]), word[1:]
            if die is None or shown not in VALUES:
                self.blame(option, word, DIE)
            elif die in found:
                self.blame(option, word, f"{COLOURS[die]} once")
            else:
                found[die] = int(shown)
        return found

    def removed(self) -> list[int]:
        """The dice named as removed, by letter or colour, whatever their value."""
        found = []
        words = self.question.removed.lower().replace(",", " ").split()
        for word in words if words != [NOTHING] else []:
            colour = word.rstrip("0123456789")
            if colour in LETTERS or colour in COLOURS:
                found.append(LETTERS[colour[0]])
            else:
                self.blame(
                    "removed", word, f"a colour ({', '.join(COLOURS)}), or {NOTHING} on its own"
                )
        return found

    def named_once(self, named: dict[str, list[int]]) -> None:
        """A die named by two options, or twice by one."""
        seen: dict[int, str] = {}
        for option, dice in named.items():
            for die in dice:
                if die in seen:
                    expected = f"each die once (--{seen[die]} already names it)"
                    self.blame(option, f"the {COLOURS[die]} die", expected)
                seen[die] = option

    def walk(self) -> Walk | None:
        """The way at the level asked about; None without one."""
        asked, data = str(self.question.level).strip(), self.game.data
        if self.question.level is None:
            return None
        try:
            _, level = levels(data).parse(asked)
        except Refused:
            self.blame("level", asked, f"a level from 1 to {len(data.levels)} (NE-2.1)")
            return None
        return Walk(data, level)

    def rounds_left(self, walk: Walk | None) -> int | None:
        """How many rounds there are after this one; None if that is not told."""
        asked, last = self.question.round, self.game.data.numbers.rounds.last
        if asked is None:
            return None
        first = walk.first_round if walk else self.game.data.numbers.rounds.suburbs
        if not first <= asked <= last:
            self.blame("round", str(asked), f"a round from {first} to {last} (NE-3.1)")
        return last - asked

    def at(self, walk: Walk | None) -> int | None:
        """The box of the last X; None if that is not told."""
        at, data = self.question.at, self.game.data
        if at is None:
            return None
        path = data.path(detour=walk is None or walk.level.detour)
        parts = {box.number: box.part for box in path}
        if at and at not in parts:
            known = 0 <= at <= max(parts)
            expected = "a box on this level's route (NE-2.2)" if known else "a box of the route"
            self.blame("at", str(at), f"{expected}, from 0 for Minitrue to {max(parts)}")
            return None
        if parts.get(at) == "golden":
            self.blame(
                "at", str(at), "a box before the Golden Country, where the walk ends (NE-5.1)"
            )
        if walk and self.question.round == walk.first_round and at:
            self.blame("at", str(at), "0, as this is the first round (NE-3.5)")
        return at

    def zones(self, walk: Walk | None, at: int | None, left: int | None) -> int:
        """How many Big Brother boxes are marked, 0 if that is not told.

        Blames a box, or that number with it, that play cannot come to by the round (NE-7.1).
        """
        told = self.question.big_brother
        if self.problems.found or walk is None or at is None or left is None:
            return told or 0
        hope: Hope = "arrive" if told is None else "points"
        stands = Course(self.game.data, walk, hope).reached(left + 1)
        boxes = {now.at for now in stands}
        which = f"round {self.question.round}"
        if at not in boxes:
            expected = (
                f"a box that {which} can begin on, from {min(boxes)} to {max(boxes)} (NE-7.1)"
            )
            self.blame("at", str(at), expected)
        elif told is not None:
            marked = sorted({now.zones for now in stands if now.at == at})
            if told not in marked:
                numbers = in_words(marked, "or")
                expected = f"{numbers}, with which {which} can begin on box {at} (NE-7.2)"
                self.blame("big-brother", str(told), expected)
        return told or 0

    def removals(self, now: DiceState, walk: Walk | None, at: int | None) -> dict[str, DiceState]:
        """The highest dice to choose from if Maximum Security has still to take one (NE-6.2)."""
        if self.takes(walk, at) != HIGHEST or GONE in now.dice:
            return {}
        self.notes.append(
            "the last X is on Maximum Security: the highest die is removed first (NE-6.2); "
            + UNLESS
        )
        return without_highest(now)

    def taken(self, now: DiceState, walk: Walk | None, at: int | None) -> DiceState:
        """The dice without the one that the Control Zone under the last X removes (NE-6.1)."""
        takes = self.takes(walk, at)
        gone = [die for die, colour in enumerate(COLOURS) if colour == takes and now.dice[die]]
        for die in gone:
            self.notes.append(
                f"the last X is on a {takes} Control Zone: {takes} is removed (NE-6.1); {UNLESS}"
            )
            now = DiceState(put(now.dice, die, GONE), now.room)
        return now

    def takes(self, walk: Walk | None, at: int | None) -> str:
        """What the last X removes from a fresh roll, of which nothing is said to be removed."""
        asked = self.question
        begun = asked.removed or asked.placed or asked.room101
        return NOTHING if walk is None or at is None or begun else walk.takes(at)

    def aim(self) -> str:
        """What to play for."""
        asked, needs = self.question, NEEDS[ARRIVE]
        missing = [name for name in needs if getattr(asked, name) is None]
        if asked.aim is None:
            if 0 < len(missing) < len(needs):
                self.notes.append(f"to play for the chance to arrive, give {options(missing)} too")
            return BOXES if missing else ARRIVE
        aim = asked.aim.lower()
        if aim not in NEEDS:
            self.blame("aim", asked.aim, in_words(NEEDS, "or"))
        elif missing := [name for name in NEEDS[aim] if getattr(asked, name) is None]:
            self.blame("aim", asked.aim, f"{options(missing)} with it")
        return aim

    def check(self) -> None:
        """Raise `DataError` if anything cannot be."""
        self.problems.stop_if_any()


def options(names: list[str]) -> str:
    """Fields of a question as the options of the command."""
    return in_words([f"--{name.replace('_', '-')}" for name in names], "and")


def taken_by(now: Lie, starts: Collection[frozenset[int]]) -> list[str]:
    """What may each have taken one die out of the round."""
    blue = now.dice[BLUE] > FACES or (
        now.room and now.dice[BLUE] == GONE and now.sent in (None, BLUE)
    )
    eye = any(starts)
    takers = {"the eye (NE-6)": eye, "Blue (NE-4.3)": blue, "Yellow (NE-4.5)": now.room}
    return [taker for taker, took in takers.items() if took]


def slips_in(now: Lie, starts: Collection[frozenset[int]]) -> Iterator[tuple[str, str, list[str]]]:
    """Each die that would only have to show something else: its option, itself, what it can show.

    Placed dice come first, as those are what effects leave.
    """
    for die in sorted(range(len(COLOURS)), key=now.dice.__getitem__, reverse=True):
        if (shown := now.dice[die]) != GONE:
            letter, placed = COLOURS[die][0], shown > FACES
            faces = [
                face
                for face in VALUES
                if can_lie(now.with_dice({die: int(face) + FACES * placed}), starts)
            ]
            if faces:
                option = "placed" if placed else "roll"
                yield option, f"{letter}{value(shown)}", [f"{letter}{face}" for face in faces]
    faces = [face for face in VALUES if can_lie(now._replace(room=int(face)), starts)]
    if now.room and faces:
        yield "room101", str(now.room), faces
