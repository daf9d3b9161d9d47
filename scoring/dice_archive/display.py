"""The archive board and the forms as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from card_data import Game
from card_data.dice_archive.model import Data, Side
from scoring.dice_archive.position import SIDES, Form, Position
from scoring.display import HEAD, NONE, OPEN, Faults, Line, Span, aligned, wrong


def lines(position: Position, game: Game[Data], faults: Faults) -> Iterator[Line]:
    """The owner of the die on each space of the board, then the tasks marked on each form."""
    points = game.data.numbers
    rows: list[Line] = [
        [
            faults.heading("Board", "board"),
            *[faults.heading(f"{side} x{points.board.of(side)}", "board", side) for side in SIDES],
        ]
    ]
    spaces = [
        *range(1, points.dice.faces + 1),
        *(face for side in SIDES for face in position.dice(side)),
    ]
    for face in dict.fromkeys(spaces):
        rows.append([Span(str(face)), *[owner(position, side, face, faults) for side in SIDES]])
    heads = [Span(f"{side} x{points.form.of(side)}", HEAD) for side in SIDES]
    rows += [[], [faults.heading("Forms", "players"), *heads]]
    for seat, form in enumerate(position.players or ()):
        name = faults.value(form.name, "players", seat, "name")
        rows.append([name, *[tasks(seat, form, side, faults) for side in SIDES]])
    return aligned(rows)


def as_written(position: Position, game: Game[Data]) -> Position:
    """The position itself: there is one way to say it."""
    return position


def owner(position: Position, side: Side, face: int, faults: Faults) -> Span:
    """Whose die lies on a space of the board."""
    if position.board is None or position.board.get(side, {}) is None:
        return OPEN
    dice = position.dice(side)
    return faults.value(dice[face], "board", side, face) if face in dice else NONE


def tasks(seat: int, form: Form, side: Side, faults: Faults) -> Span:
    """The faces marked in one table of a form."""
    if form.tasks is None or form.tasks.get(side, ()) is None:
        return OPEN
    where = ("players", seat, "tasks", side)
    marks = [faults.value(face, *where, index) for index, face in enumerate(form.marks(side))]
    if not marks:
        return wrong(NONE) if faults.at(*where) else NONE
    style = next((mark.style for mark in marks if mark.style), "")
    return Span(" ".join(mark.text for mark in marks), style)
