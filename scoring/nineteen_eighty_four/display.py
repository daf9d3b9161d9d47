"""A route sheet as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from card_data import Game
from card_data.nineteen_eighty_four.model import SECURITY, Box, Data
from scoring.nineteen_eighty_four.position import Position
from scoring.positions.display import FAULT, Drawing, Highlights, Line, Span

WIDE = 3  # characters of a square of the route
PARTS = {"route": "", "detour": "red", "golden": "yellow"}
ZONES = {"white": "bold", "security": "dim bold"}


def lines(position: Position, game: Game[Data], faults: Highlights) -> Iterator[Line]:
    """Draw the answers, and the route with the boxes of the X marks."""
    yield from Drawing(game, faults).lines(position)
    yield []
    rounds = position.rounds or ()
    wrong = {box for index, box in enumerate(rounds) if faults.at("rounds", index)}
    marked = {box: FAULT if box in wrong else "bold reverse" for box in rounds if box}
    yield from route(game.data, marked)


def route(data: Data, marked: dict[int, str]) -> Iterator[Line]:
    """Draw the route as on the sheet: the number of a marked box, the letter of a zone's die, a
    star in the Golden Country."""
    across, down = data.grid()
    boxes = {(box.x, box.y): box for box in data.boxes()}
    for y in range(down):
        found = [boxes.get((x, y)) for x in range(across)]
        while found and found[-1] is None:
            found.pop()
        yield [square(box, marked) for box in found]


def square(box: Box | None, marked: dict[int, str]) -> Span:
    if box is None:
        return Span(" " * WIDE)
    if box.number in marked:
        return Span(str(box.number).rjust(WIDE), marked[box.number])
    if box.zone == SECURITY:
        return Span("o".rjust(WIDE), ZONES[SECURITY])
    if box.zone:
        return Span(box.zone[0].upper().rjust(WIDE), ZONES.get(box.zone, f"bold {box.zone}"))
    return Span(("*" if box.part == "golden" else ".").rjust(WIDE), PARTS[box.part])
