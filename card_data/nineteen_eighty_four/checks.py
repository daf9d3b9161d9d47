"""Rules that the data of Winston: Nineteen Eighty-Four must meet: dice, tracks, route, drawings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

from card_data.checks import Found
from card_data.model import Players, Row
from card_data.nineteen_eighty_four.model import COLOURS, REMOVALS, TOWARD, Box, Data, Outcome
from card_data.reading.documents import Steps

ROUNDING = 1e-6  # of chances that are written with ten places
Squares = Mapping[tuple[int, int], int]  # the number of the box on each


def problems(data: Data, players: Players) -> Found:
    """Everything in the data that could not be played."""
    if players.max > 1:
        yield ("players", "max"), f"found {players.max}, but Winston walks alone"
    yield from order_problems("dice", data.dice, COLOURS)
    yield from order_problems("results", data.results, REMOVALS)
    for index, level in enumerate(data.levels):
        if level.multiplier != index + 1:
            message = f"found {level.multiplier}, expected {index + 1}: one more for each level"
            yield ("levels", index, "multiplier"), message
    for index, outcome in enumerate(data.results):
        for field, message in outcome_problems(outcome):
            yield ("results", index, field), message
    yield from track_problems(data)
    yield from route_problems(data)
    yield from landmark_problems(data)


def outcome_problems(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Fields that do not agree with ``boxes``, and what they should have."""
    total = sum(outcome.to_mark.values())
    if not set(outcome.to_mark) <= {0, *outcome.boxes} or abs(total - 1) > ROUNDING:
        yield "to_mark", "expected chances of the numbers in boxes, or of 0, that add up to 1"
    if list(outcome.at_least) != list(range(1, max(outcome.boxes) + 1)):
        yield "at_least", f"expected a chance for each number from 1 to {max(outcome.boxes)}"


def track_problems(data: Data) -> Found:
    """Tracks that do not have a box for each round, or for each box of the Golden Country."""
    numbers = data.numbers
    first, suburbs, last = numbers.rounds.first, numbers.rounds.suburbs, numbers.rounds.last
    if first != suburbs + 1:
        message = f"found {first}, expected {suburbs + 1}: the suburbs add the one round before it"
        yield ("numbers", "rounds", "first"), message
    elif last < first:
        message = f"found {last}, expected at least the first round, {first}"
        yield ("numbers", "rounds", "last"), message
    elif len(numbers.rounds_track) != last - suburbs + 1:
        wanted = f"{last - suburbs + 1}: R{suburbs} to R{last}"
        message = f"found {len(numbers.rounds_track)}, expected {wanted}"
        yield ("numbers", "rounds_track"), message
    golden = sum([street.boxes for street in data.route if street.part == "golden"])
    points = len(numbers.golden_country)
    if golden != points:
        message = f"found {points}, expected {golden}: one for each golden box in route.yaml"
        yield ("numbers", "golden_country"), message


def route_problems(data: Data) -> Found:
    """Streets that are not in order, and what then is wrong with where their boxes lie."""
    yield from zone_problems(data)
    parts = [street.part for street in data.route]
    runs = [part for part, after in pairwise([*parts, ""]) if part != after]
    if runs not in (["route", "golden"], ["route", "detour", "route", "golden"]):
        wanted = "route streets with at most one detour among them, then golden streets"
        yield ("route",), f"expected {wanted}"
        return
    yield from level_problems(data, has_detour="detour" in parts)
    boxes = data.boxes()
    numbers = {(box.x, box.y): box.number for box in boxes}
    yield from place_problems(data, boxes, numbers)
    if "detour" in parts:
        yield from detour_problems(data, boxes, numbers)


def zone_problems(data: Data) -> Found:
    """Zones where there cannot be any."""
    for index, street in enumerate(data.route):
        last = street.boxes - bool(street.corner)
        for dot in street.dots:
            if dot > last:
                but = f"the street ends at box {street.boxes}"
                but += ", its corner" if street.corner else ""
                yield ("route", index, "dots"), f"box {dot} cannot be a grey dot: {but}"
        if street.part == "golden" and (street.dots or street.corner):
            field = "corner" if street.corner else "dots"
            yield ("route", index, field), "golden boxes cannot be zones"


def level_problems(data: Data, *, has_detour: bool) -> Found:
    """A detour that no level has, or levels with a detour that the route does not have."""
    if has_detour and not any(level.detour for level in data.levels):
        yield ("levels",), "no level has the detour, but route.yaml has one"
    for index, level in enumerate(data.levels):
        if level.detour and not has_detour:
            yield ("levels", index, "detour"), "found true, but route.yaml has no detour"


def place_problems(data: Data, boxes: Sequence[Box], numbers: Squares) -> Found:
    """Boxes on one another, and boxes that touch where the walk does not go."""
    street_of = [
        ("route", index) for index, street in enumerate(data.route) for _ in range(street.boxes)
    ]
    for box in boxes:
        here = numbers[box.x, box.y]
        if here != box.number:
            path = street_of[here - 1]
            yield path, f"box {here} lies on box {box.number}: the route must not cross itself"
            return
    touching: dict[Steps, str] = {}  # the first boxes of a street; others follow from them
    for box in boxes:
        for dx, dy in TOWARD.values():
            other = numbers.get((box.x + dx, box.y + dy), 0)
            if other > box.number + 1:
                message = f"box {other} touches box {box.number}: leave a free square between them"
                touching.setdefault(street_of[other - 1], message)
    yield from touching.items()


def detour_problems(data: Data, boxes: Sequence[Box], numbers: Squares) -> Found:
    """A way past the detour that is not straight or not free."""
    detour = [box.number for box in boxes if box.part == "detour"]
    path = ("route", next(i for i, street in enumerate(data.route) if street.part == "detour"))
    found = f"boxes {detour[0] - 1} and {detour[-1] + 1}, before and after the detour,"
    squares = data.past_detour()
    if squares is None:
        yield path, f"{found} are not in a straight line"
    elif any(square in numbers for square in squares):
        yield path, f"{found} have other boxes between them"


def landmark_problems(data: Data) -> Found:
    """Drawings that would cover a box, or reach beyond the squares of the route."""
    boxes = data.boxes()
    right, bottom = data.grid()
    for index, landmark in enumerate(data.landmarks):
        covered = [box.number for box in boxes if landmark.covers(box.x, box.y)]
        if covered:
            yield ("landmarks", index), f"the drawing covers box {covered[0]}"
        if landmark.x + landmark.width > right or landmark.y + landmark.height > bottom:
            message = f"the drawing reaches beyond the {right} x {bottom} squares of the route"
            yield ("landmarks", index), message


def order_problems(table: str, rows: Sequence[Row], wanted: Sequence[str]) -> Found:
    """The first row whose ID is not the one ``wanted`` in its place."""
    for index, (row, name) in enumerate(zip_longest(rows, wanted)):
        if row is None or row.id != name:
            path = (table,) if row is None else (table, index, "id")
            yield path, f"expected the rows {', '.join(wanted)}, in this order"
            return
