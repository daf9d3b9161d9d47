"""A route sheet as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from card_data import Game
from card_data.nineteen_eighty_four.model import SECURITY, Box, Data
from scoring.nineteen_eighty_four.position import Position
from scoring.positions.display import FAULT, HEAD, OPEN, Faults, Line, Span, aligned

WIDE = 3  # characters of a square of the route
PARTS = {"route": "", "detour": "red", "golden": "yellow"}
ZONES = {"white": "bold", "security": "dim bold"}


def lines(position: Position, game: Game[Data], faults: Faults) -> Iterator[Line]:
    """The level, the box of each round's X, what was counted, and the route."""
    rounds = position.rounds or ()
    numbers = [Span(str(number)) for number in range(1, len(rounds) + 1)]
    boxes = [faults.value(box, "rounds", index) for index, box in enumerate(rounds)]
    yield [Span("Level  ", HEAD), faults.value(position.level, "level")]
    yield from aligned(
        [
            [Span("Round"), *numbers],
            [
                faults.heading("X on box", "rounds"),
                *(boxes if position.rounds is not None else [OPEN]),
            ],
        ],
        gap="  ",
    )
    for where, value in position.boxes().items():
        if value is not UNSET:
            label = where[-1].replace("_", " ").capitalize()
            label += ", points" if len(where) > 1 else ""
            yield [Span(f"{label}  "), faults.value(value, *where)]
    yield []
    wrong = {box for index, box in enumerate(rounds) if faults.at("rounds", index)}
    marked = {box: FAULT if box in wrong else "bold reverse" for box in rounds if box}
    yield from route(game.data, marked)


def as_written(position: Position, game: Game[Data]) -> Position:
    """The position itself: there is one way to say it."""
    return position


def route(data: Data, marked: dict[int, str]) -> Iterator[Line]:
    """The route as it lies on the sheet: the number of a marked box, the letter of a zone's die, a
    star in the Golden Country."""
    across, down = data.grid()
    boxes = {(box.x, box.y): box for box in data.boxes()}
    for y in range(down):
        found = [boxes.get((x, y)) for x in range(across)]
        while found and found[-1] is None:
            found.pop()
        yield [square(box, marked) for box in found]


def square(box: Box | None, marked: dict[int, str]) -> Span:
    """One square of the route."""
    if box is None:
        return Span(" " * WIDE)
    if box.number in marked:
        return Span(str(box.number).rjust(WIDE), marked[box.number])
    if box.zone == SECURITY:
        return Span("o".rjust(WIDE), ZONES[SECURITY])
    if box.zone:
        return Span(box.zone[0].upper().rjust(WIDE), ZONES.get(box.zone, f"bold {box.zone}"))
    return Span(("*" if box.part == "golden" else ".").rjust(WIDE), PARTS[box.part])
