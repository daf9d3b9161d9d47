"""The models of Winston: Nineteen Eighty-Four."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, Literal

from msgspec import Meta

from card_data.model import Count, GameData, Length, Model, Row, Whole

Colour = Literal["red", "green", "blue", "white", "yellow", "purple"]
Part = Literal["route", "detour", "golden"]
Chance = Annotated[float, Meta(ge=0, le=1)]
Points = Annotated[int, Meta(ge=0, le=999)]
Hex = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
COLOURS: tuple[Colour, ...] = ("red", "green", "blue", "white", "yellow", "purple")
SECURITY = "security"
NOTHING, HIGHEST = "none", "highest"  # what is removed from a round, besides one colour
REMOVALS = (NOTHING, *COLOURS, HIGHEST)
MOST_ACROSS, MOST_DOWN = 25, 17  # squares of a route, for numbers that can be read on half a page
MOST_BOXES = 10  # of a track on half a page, for boxes of 4 mm
ROUNDING = 1e-6  # of chances that are written with ten places
BYPASS = 3  # squares at least that the arrow past the detour takes
START = 2  # squares that the word START takes, behind the first box
TOWARD = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
Squares = Mapping[tuple[int, int], int]  # the number of the box on each


class Rounds(Model, frozen=True):
    """Numbers on the rounds track: the first round, the last, and the first in the suburbs."""

    first: Count
    last: Count
    suburbs: Whole


class BigBrother(Model, frozen=True):
    """Points of the Big Brother track: with no box marked, and at each last marked box."""

    unmarked: Points
    marked: Annotated[tuple[Points, ...], Meta(min_length=1)]

    def boxes(self, zones: int) -> int:
        """How many boxes so many rounds on a zone mark; a full track takes no more (NE-3.9)."""
        return min(zones, len(self.marked))

    def points(self, boxes: int) -> int:
        """The points of so many boxes marked."""
        return (self.unmarked, *self.marked)[boxes]


class Numbers(Model, frozen=True):
    """``golden_country`` and ``rounds_track`` are points, a number a box; ``die_size`` is mm."""

    die_size: Annotated[float, Meta(gt=0, le=16)]  # what a die space holds
    rounds: Rounds
    golden_country: Annotated[tuple[Points, ...], Meta(min_length=1)]
    big_brother: BigBrother
    rounds_track: tuple[Points, ...]


class Options(Model, frozen=True):
    """The game has no house options yet."""


class Level(Row, frozen=True, kw_only=True):
    """A difficulty box (NE-2): the multiplier, and which modifiers it has."""

    multiplier: Count
    suburbs: bool
    eye: bool
    detour: bool


class Die(Row, frozen=True, kw_only=True):
    """A die, its space on the sheet, and how it is told apart (NE-1.2)."""

    place: str
    colour: Hex
    pips: Hex
    mark: str
    icon: str
    clause: str
    title: str
    text: str

    @property
    def letter(self) -> str:
        """What it is called in short."""
        return self.id[0]


class Street(Row, frozen=True, kw_only=True):
    """Boxes in a straight line: which way they go, how many, and which of them are zones."""

    title: str
    go: Literal["north", "east", "south", "west"]
    boxes: Annotated[int, Meta(ge=1, le=100)]
    corner: Colour | None = None
    dots: tuple[Count, ...] = ()
    part: Part = "route"

    def zone(self, at: int) -> str:
        """The zone of its box ``at``, from 1; empty for none."""
        if at == self.boxes and self.corner:
            return self.corner
        return SECURITY if at in self.dots else ""


class Landmark(Row, frozen=True, kw_only=True):
    """A drawing beside the route: its left top square on the grid and its size in squares.

    ``title`` stands below the drawing; one without has none.
    """

    x: Length
    y: Length
    width: Annotated[float, Meta(gt=0)]
    height: Annotated[float, Meta(gt=0)]
    title: str = ""

    def covers(self, x: int, y: int) -> bool:
        """Whether any of a square lies under the drawing."""
        across = self.x < x + 1 and x < self.x + self.width
        return across and self.y < y + 1 and y < self.y + self.height


class Step(Row, frozen=True, kw_only=True):
    """A step of a round, for the aid."""

    icon: str
    title: str
    text: str


class Outcome(Row, frozen=True, kw_only=True):
    """What a round can come to without the die ``id``: a colour, the ``highest``, or ``none``.

    ``boxes`` it can mark with some roll and line, or ``nothing``. ``to_mark`` and ``at_least`` are
    chances over all rolls: of each number of boxes when played for the most, and of so many or more
    when played for that.
    """

    boxes: Annotated[tuple[Count, ...], Meta(min_length=1)]
    nothing: bool
    to_mark: dict[int, Chance]
    at_least: dict[int, Chance]

    def problem(self) -> str:
        """What in the row does not agree with the rest of it; empty if all does."""
        if (
            not set(self.to_mark) <= {0, *self.boxes}
            or abs(sum(self.to_mark.values()) - 1) > ROUNDING
        ):
            return "to_mark: expected chances of the boxes, or of 0, that add up to 1"
        if list(self.at_least) != list(range(1, max(self.boxes) + 1)):
            return f"at_least: expected a chance for each number from 1 to {max(self.boxes)}"
        return ""


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


def between(one: Box, other: Box) -> list[tuple[int, int]]:
    """The squares between two boxes in one line."""
    left, right = sorted((one.x, other.x))
    top, foot = sorted((one.y, other.y))
    squares = [(x, y) for x in range(left, right + 1) for y in range(top, foot + 1)]
    return squares[1:-1]


class Data(GameData, frozen=True, dict=True):
    numbers: Numbers
    options: Options
    levels: Annotated[tuple[Level, ...], Meta(min_length=1)]
    dice: tuple[Die, ...]
    route: Annotated[tuple[Street, ...], Meta(min_length=1)]
    steps: tuple[Step, ...]
    results: tuple[Outcome, ...]
    landmarks: tuple[Landmark, ...]

    def outcome(self, removed: str) -> Outcome:
        """What a round can come to, by the ``id`` of what is removed from it."""
        return next(one for one in self.results if one.id == removed)

    def boxes(self) -> tuple[Box, ...]:
        """Every box in the order of their numbers, from 1; the grid begins at 0, 0."""
        return self._boxes

    @cached_property
    def _boxes(self) -> tuple[Box, ...]:
        squares = self.squares()
        left, top = min(x for x, _ in squares), min(y for _, y in squares)
        places = [
            (street, street.zone(at)) for street in self.route for at in range(1, street.boxes + 1)
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

    def start(self) -> list[tuple[int, int]]:
        """The squares behind the first box, where the word START lies."""
        dx, dy = TOWARD[self.route[0].go]
        first = self.boxes()[0]
        return [(first.x - at * dx, first.y - at * dy) for at in range(1, START + 1)]

    def path(self, detour: bool) -> tuple[Box, ...]:
        """The boxes that a walk passes, in order, with or without the detour (NE-2.2)."""
        return tuple([box for box in self.boxes() if detour or box.part != "detour"])

    def facts(self) -> dict[str, Any]:
        boxes = self.boxes()
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
            "top_level": self.levels[-1].multiplier,
            "with_suburbs": self.level_names("suburbs"),
            "with_eye": self.level_names("eye"),
            "with_detour": self.level_names("detour"),
        }

    def level_names(self, modifier: str) -> str:
        """The levels that have a modifier, in words."""
        named = [f"x{one.multiplier}" for one in self.levels if getattr(one, modifier)]
        return " and ".join(named) or "no level"

    def problems(self) -> Iterator[tuple[str, str]]:
        if tuple(die.id for die in self.dice) != COLOURS:
            yield "dice.yaml", f"expected the dice {', '.join(COLOURS)}, in this order"
        if [level.multiplier for level in self.levels] != list(range(1, len(self.levels) + 1)):
            yield "levels.yaml", "expected the multipliers 1, 2, 3 and on, in this order"
        if [one.id for one in self.results] != list(REMOVALS):
            yield "results.yaml", f"expected the rows {', '.join(REMOVALS)}, in this order"
        for row in self.results:
            if row.problem():
                yield "results.yaml", f"{row.id}: {row.problem()}"
        yield from self.track_problems()
        yield from self.route_problems()
        yield from self.landmark_problems()

    def track_problems(self) -> Iterator[tuple[str, str]]:
        """Tracks that are too long for the sheet, or have other boxes than the rounds."""
        numbers = self.numbers
        first, suburbs, last = numbers.rounds.first, numbers.rounds.suburbs, numbers.rounds.last
        if not suburbs <= first <= last:
            yield "game.yaml", f"rounds.first is {first}, expected from {suburbs} to {last}"
        elif len(numbers.rounds_track) != last - suburbs + 1:
            found = f"rounds_track has {len(numbers.rounds_track)} boxes"
            yield "game.yaml", f"{found}, expected {last - suburbs + 1}: R{suburbs} to R{last}"
        for name, boxes in (
            ("golden_country", numbers.golden_country),
            ("big_brother.marked", numbers.big_brother.marked),
            ("rounds_track", numbers.rounds_track),
        ):
            if len(boxes) > MOST_BOXES:
                found = f"{name} has {len(boxes)} boxes"
                yield "game.yaml", f"{found}, expected at most {MOST_BOXES}, of 4 mm each"

    def route_problems(self) -> Iterator[tuple[str, str]]:
        """Streets that are not in order, and what then is wrong with where their boxes lie."""
        yield from self.street_problems()
        parts = [street.part for street in self.route]
        runs = [part for part, after in pairwise([*parts, ""]) if part != after]
        if runs not in (["route", "golden"], ["route", "detour", "route", "golden"]):
            yield "route.yaml", "expected streets of route, one detour between them, golden at last"
            return
        if ("detour" in parts) != any(level.detour for level in self.levels):
            yield "levels.yaml", "expected levels with the detour if route.yaml has one, else none"
        boxes = self.boxes()
        at = {(box.x, box.y): box.number for box in boxes}
        yield from self.place_problems(boxes, at)
        if "detour" in parts:
            yield from self.detour_problems(boxes, at)

    def street_problems(self) -> Iterator[tuple[str, str]]:
        """Zones where none can be, and golden boxes that are not those of the track."""
        for street in self.route:
            if wrong := [dot for dot in street.dots if dot > street.boxes - bool(street.corner)]:
                yield "route.yaml", f"{street.id}: no box {wrong[0]} of it can be a grey dot"
            if street.part == "golden" and (street.dots or street.corner):
                yield "route.yaml", f"{street.id}: golden boxes are no zones"
        golden = sum([street.boxes for street in self.route if street.part == "golden"])
        points = len(self.numbers.golden_country)
        if golden != points:
            yield "route.yaml", f"{golden} golden boxes, but game.yaml has points for {points}"

    def place_problems(self, boxes: Sequence[Box], at: Squares) -> Iterator[tuple[str, str]]:
        """A grid too large for the sheet, boxes that touch where the walk does not go, no START."""
        across, down = self.grid()
        if across > MOST_ACROSS or down > MOST_DOWN:
            most = f"at most {MOST_ACROSS} x {MOST_DOWN}, for numbers that can be read"
            yield "route.yaml", f"the route lies on {across} x {down} squares, expected {most}"
        for x, y in self.start():
            if (x, y) in at or not (0 <= x < across and 0 <= y < down):
                room = f"{START} free squares behind box 1, within the others, for the word START"
                yield "route.yaml", f"{self.route[0].id}: expected {room}"
        if len(at) < len(boxes):
            double = next(box for box in boxes if at[box.x, box.y] != box.number)
            yield "route.yaml", f"{double.street} is crossed: box {at[double.x, double.y]}"
        for box in boxes:
            for dx, dy in TOWARD.values():
                other = at.get((box.x + dx, box.y + dy), 0)
                if other > box.number + 1:
                    yield "route.yaml", f"box {box.number} touches box {other}: leave a square free"

    def detour_problems(self, boxes: Sequence[Box], at: Squares) -> Iterator[tuple[str, str]]:
        """A way past the detour that is not straight, not free or too short for its arrow."""
        detour = [box.number for box in boxes if box.part == "detour"]
        leaves, rejoins = boxes[detour[0] - 2], boxes[detour[-1]]
        found = f"boxes {leaves.number} and {rejoins.number}, about the detour,"
        squares = between(leaves, rejoins)
        if leaves.x != rejoins.x and leaves.y != rejoins.y:
            yield "route.yaml", f"{found} are not in one line"
        elif [one for one in squares if one in at]:
            yield "route.yaml", f"{found} have others between them"
        elif len(squares) < BYPASS:
            yield "route.yaml", f"{found} have no {BYPASS} squares between them, for the arrow"

    def landmark_problems(self) -> Iterator[tuple[str, str]]:
        """Drawings that would cover a box, or reach beyond the squares of the route."""
        boxes = self.boxes()
        right, foot = self.grid()
        for one in self.landmarks:
            covered = [f"box {box.number}" for box in boxes if one.covers(box.x, box.y)]
            covered += ["START" for x, y in self.start() if one.covers(x, y)]
            if covered:
                yield "landmarks.yaml", f"{one.id} covers {covered[0]}"
            if one.x + one.width > right or one.y + one.height > foot:
                yield "landmarks.yaml", f"{one.id} reaches beyond the {right} x {foot} squares"
