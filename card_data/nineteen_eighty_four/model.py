"""The models of Winston: Nineteen Eighty-Four."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from card_data import model
from card_data.limits import LONGEST_SIDE, LONGEST_STREET, MOST_LANDMARKS, MOST_STREETS
from card_data.model import Count, GameData, Length, Model, Row, Whole
from card_data.text import join_words, plural

Colour = Literal["red", "green", "blue", "white", "yellow", "purple"]
Part = Literal["route", "detour", "golden"]
Chance = Annotated[float, Meta(ge=0, le=1)]
Boxes = Annotated[int, Meta(ge=1, le=LONGEST_STREET)]  # that a round can mark
BoxesOrNone = Annotated[int, Meta(ge=0, le=LONGEST_STREET)]
Points = Annotated[int, Meta(ge=0, le=999)]
COLOURS: tuple[Colour, ...] = ("red", "green", "blue", "white", "yellow", "purple")
SECURITY = "security"
NOTHING, HIGHEST = "none", "highest"  # what is removed from a round, besides one colour
REMOVALS = (NOTHING, *COLOURS, HIGHEST)
TOWARD = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


class Rounds(Model, frozen=True):
    """Numbers on the rounds track."""

    first: Count
    """The first round."""
    last: Count
    """The last round."""
    suburbs: Whole
    """The extra first round of a walk through the suburbs (NE-2.1)."""


class BigBrother(Model, frozen=True):
    """Points of the Big Brother track."""

    unmarked: Points
    """Points with no box marked."""
    marked: Annotated[tuple[Points, ...], Meta(min_length=1)]
    """Points by the last marked box, the first box first."""

    def boxes(self, zones: int) -> int:
        """Return how many boxes ``zones`` rounds on a zone mark; a full track stops it (NE-3.9)."""
        return min(zones, len(self.marked))

    def points(self, boxes: int) -> int:
        """Return the points of this many marked boxes."""
        return (self.unmarked, *self.marked)[boxes]


class Numbers(Model, frozen=True):
    """The numbers of the rules."""

    rounds: Rounds
    """The rounds track."""
    golden_country: Annotated[tuple[Points, ...], Meta(min_length=1)]
    """Points by the last marked box of the Golden Country, the first box first."""
    big_brother: BigBrother
    """Points of the Big Brother track."""
    rounds_track: tuple[Points, ...]
    """Points by the last marked box of the rounds track, the box of the suburbs first."""


class Options(Model, frozen=True):
    """The game has no house rules yet."""


class Level(Row, frozen=True, kw_only=True):
    """A difficulty box (NE-2)."""

    derived: ClassVar[tuple[str, ...]] = ("shown",)

    multiplier: Count
    """What the points are multiplied by."""
    suburbs: bool
    """Whether the walk goes through the suburbs, with an extra first round (NE-2.1)."""
    eye: bool
    """Whether Big Brother's eye is open (NE-6)."""
    detour: bool
    """Whether the detour is walked (NE-2.2)."""

    @property
    def shown(self) -> str:
        """How it is printed."""
        return f"×{self.multiplier}"


class Die(Row, frozen=True, kw_only=True):
    """A die and its space on the sheet (NE-1.2)."""

    derived: ClassVar[tuple[str, ...]] = ("letter",)

    place: str
    """What its space is called."""
    colour: model.Colour
    """The colour of the die."""
    pips: model.Ink
    """The colour of its pips."""
    mark: str
    """The icon on it, which tells it from the others without colour."""
    icon: str
    """The icon of its effect."""
    clause: str
    """The ID of the clause that says its effect."""
    title: str
    """What its effect is called."""
    text: str
    """Its effect, as its space says it."""

    @property
    def letter(self) -> str:
        """Its one-letter abbreviation."""
        return self.id[0]

    def in_words(self, titles: Mapping[str, str]) -> str:
        del titles
        return f"The {self.id} die: {self.title.casefold()} {self.text}"


class Street(Row, frozen=True, kw_only=True):
    """Boxes of the route in a straight line."""

    title: str
    """What the street is called."""
    go: Literal["north", "east", "south", "west"]
    """The way it goes."""
    boxes: Boxes
    """How many boxes it has."""
    corner: Colour | None = None
    """The colour of the Control Zone at its last box; none if left out."""
    dots: Annotated[tuple[Count, ...], Meta(max_length=LONGEST_STREET)] = ()
    """Which of its boxes have a grey dot, counting from 1."""
    part: Part = "route"
    """The part of the route that it belongs to."""

    def in_words(self, titles: Mapping[str, str]) -> str:
        del titles
        zone = f", the last a {self.corner} Control Zone" if self.corner else ""
        return f"{plural(self.boxes, 'box')}, going {self.go}{zone}."

    def zone(self, number: int) -> str:
        """The zone of its box ``number``, from 1; empty for none."""
        if number == self.boxes and self.corner:
            return self.corner
        return SECURITY if number in self.dots else ""


class Landmark(Row, frozen=True, kw_only=True):
    """A drawing beside the route."""

    x: Length
    """Its left edge, in squares of the grid."""
    y: Length
    """Its top edge, in squares of the grid."""
    width: Annotated[float, Meta(gt=0, le=LONGEST_SIDE)]
    """Its width in squares."""
    height: Annotated[float, Meta(gt=0, le=LONGEST_SIDE)]
    """Its height in squares."""
    title: str = ""
    """What is printed below it; nothing if left out."""

    def covers(self, x: int, y: int) -> bool:
        """Whether any of a square lies under the drawing."""
        horizontally = self.x < x + 1 and x < self.x + self.width
        return horizontally and self.y < y + 1 and y < self.y + self.height


class Step(Row, frozen=True, kw_only=True):
    """A step of a round, for the aid."""

    icon: str
    """The icon of the step."""
    title: str
    """What the step is called."""
    text: str
    """What to do in it."""


class Outcome(Row, frozen=True, kw_only=True):
    """The possible results of a round without the die ``id``: a colour, ``highest`` or ``none``."""

    boxes: Annotated[tuple[Boxes, ...], Meta(min_length=1)]
    """Numbers of boxes that it can mark with some roll and line."""
    nothing: bool
    """Whether it can mark nothing."""
    to_mark: dict[BoxesOrNone, Chance]
    """The chance of each number of boxes over all rolls, when played for the most boxes."""
    at_least: dict[Boxes, Chance]
    """The chance of each number of boxes or more over all rolls, when played for that number."""


class Box(Model, frozen=True):
    """A numbered box of the route, its square on the grid (x to the right, y down, from 0).

    ``zone`` is the colour of its Control Zone, ``security`` for a grey dot, empty for neither.
    """

    number: int
    x: int
    y: int
    part: Part
    zone: str
    street: str


def between(box: Box, other: Box) -> list[tuple[int, int]]:
    """The squares between two boxes in one line."""
    left, right = sorted((box.x, other.x))
    top, bottom = sorted((box.y, other.y))
    squares = [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
    return squares[1:-1]


class Data(GameData, frozen=True, dict=True):
    derived: ClassVar[tuple[str, ...]] = ("facts", "boxes", "grid")
    numbers: Numbers
    options: Options
    levels: Annotated[tuple[Level, ...], Meta(min_length=1)]
    """The difficulty boxes, the easiest first (NE-2)."""
    dice: tuple[Die, ...]
    """The six dice in the order of their spaces (NE-1.2)."""
    route: Annotated[tuple[Street, ...], Meta(min_length=1, max_length=MOST_STREETS)]
    """The streets of the route in order."""
    steps: tuple[Step, ...]
    """The steps of a round, for the aid."""
    results: tuple[Outcome, ...]
    """What a round can come to, by the die that is removed from it."""
    landmarks: Annotated[tuple[Landmark, ...], Meta(max_length=MOST_LANDMARKS)]
    """The drawings beside the route."""

    def outcome(self, removed: str) -> Outcome:
        """Return the possible results of a round, by the ``id`` of what is removed from it."""
        return next(outcome for outcome in self.results if outcome.id == removed)

    def boxes(self) -> tuple[Box, ...]:
        """Every box in the order of their numbers, from 1; the grid begins at 0, 0."""
        return self._boxes

    @cached_property
    def _boxes(self) -> tuple[Box, ...]:
        squares = self.squares()
        left, top = min(x for x, _ in squares), min(y for _, y in squares)
        places = [
            (street, street.zone(number))
            for street in self.route
            for number in range(1, street.boxes + 1)
        ]
        return tuple(
            [
                Box(number, x - left, y - top, street.part, zone, street.id)
                for number, ((x, y), (street, zone)) in enumerate(
                    zip(squares, places, strict=True), 1
                )
            ]
        )

    def squares(self) -> list[tuple[int, int]]:
        """Where each box lies, as the streets lead from one to the next."""
        x = y = 0
        squares = []
        for street in self.route:
            dx, dy = TOWARD[street.go]
            for _ in range(street.boxes):
                x, y = x + dx, y + dy
                squares.append((x, y))
        return squares

    def grid(self) -> tuple[int, int]:
        """How many squares the route takes, across and down."""
        return max(box.x for box in self.boxes()) + 1, max(box.y for box in self.boxes()) + 1

    def start_squares(self) -> int:
        """How many squares in a row behind the first box are free of boxes and of drawings."""
        first, (right, bottom) = self.boxes()[0], self.grid()
        taken = {(box.x, box.y) for box in self.boxes()}
        dx, dy = TOWARD[self.route[0].go]
        x, y, free = first.x - dx, first.y - dy, 0
        while 0 <= x < right and 0 <= y < bottom and (x, y) not in taken:
            if any(landmark.covers(x, y) for landmark in self.landmarks):
                break
            x, y, free = x - dx, y - dy, free + 1
        return free

    def past_detour(self) -> list[tuple[int, int]] | None:
        """The squares straight past the detour, from the box before it to the box after it.

        None without a detour, or with one that does not leave and rejoin the route in one line.
        """
        boxes = self.boxes()
        detour = [box.number for box in boxes if box.part == "detour"]
        if not detour or detour[0] == 1 or detour[-1] == len(boxes):
            return None
        leaves, rejoins = boxes[detour[0] - 2], boxes[detour[-1]]
        return between(leaves, rejoins) if leaves.x == rejoins.x or leaves.y == rejoins.y else None

    def path(self, detour: bool) -> tuple[Box, ...]:
        """The boxes that a walk passes, in order, with or without the detour (NE-2.2)."""
        return tuple([box for box in self.boxes() if detour or box.part != "detour"])

    def facts(self) -> dict[str, Any]:
        boxes, (across, down), past = self.boxes(), self.grid(), self.past_detour()
        detour = [box.number for box in boxes if box.part == "detour"]
        golden = [box.number for box in boxes if box.part == "golden"]
        return {
            "route_boxes": len(boxes) - len(golden),
            "golden_first": min(golden, default=0),
            "golden_last": max(golden, default=0),
            "detour_boxes": len(detour),
            "detour_first": min(detour, default=0),
            "detour_last": max(detour, default=0),
            "detour_leaves": min(detour, default=1) - 1,
            "detour_rejoins": max(detour, default=-1) + 1,
            "walk_rounds": self.numbers.rounds.last - self.numbers.rounds.first + 1,
            "top_level": self.levels[-1].multiplier,
            "with_suburbs": self.level_names("suburbs"),
            "with_eye": self.level_names("eye"),
            "with_detour": self.level_names("detour"),
            # what the sheet has limited room for
            "route_across": across,
            "route_down": down,
            "start_squares": self.start_squares(),
            "past_detour_squares": None if past is None else len(past),
            "golden_country_boxes": len(self.numbers.golden_country),
            "big_brother_boxes": len(self.numbers.big_brother.marked),
            "rounds_track_boxes": len(self.numbers.rounds_track),
        }

    def level_names(self, modifier: str) -> str:
        """The levels that have a modifier, in words."""
        named = [level.shown for level in self.levels if getattr(level, modifier)]
        return join_words(named, "and") or "no level"
