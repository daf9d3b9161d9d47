"""The archive board and the forms as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from card_data import Game
from card_data.dice_archive.model import Data, Side
from scoring.dice_archive.pad import is_written
from scoring.dice_archive.position import SIDES, Form, Position
from scoring.positions.display import HEAD, NONE, OPEN, Faults, Line, Span, aligned, wrong


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
    return aligned([*rows, *score_pad(position.players or (), faults)])


def score_pad(players: Sequence[Form], faults: Faults) -> Iterator[Line]:
    """What is written on the score pad: on each side ``dice x marks = points``, then the total."""
    if any(map(is_written, players)):
        yield []
        yield [Span(word, HEAD) for word in ("Pad", *SIDES, "total")]
    for seat, form in enumerate(players):
        if is_written(form):
            total = NONE if form.total is UNSET else form.total
            yield [
                faults.value(form.name, "players", seat, "name"),
                *[sums(seat, form, side, faults) for side in SIDES],
                total if isinstance(total, Span) else faults.value(total, "players", seat, "total"),
            ]


def sums(seat: int, form: Form, side: Side, faults: Faults) -> Span:
    """One side of the score pad; ``.`` where nothing is written."""
    written = {"dice": form.dice, "marks": form.marks, "points": form.points}
    cells = [
        faults.value((sides or {})[side], "players", seat, key, side)
        if side in (sides or {})
        else NONE
        for key, sides in written.items()
    ]
    dice, marks, points = [cell.text for cell in cells]
    style = next((cell.style for cell in cells if cell.style not in ("", NONE.style)), "")
    return Span(f"{dice} x {marks} = {points}", style)


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
    marks = [faults.value(face, *where, index) for index, face in enumerate(form.faces(side))]
    if not marks:
        return wrong(NONE) if faults.at(*where) else NONE
    style = next((mark.style for mark in marks if mark.style), "")
    return Span(" ".join(mark.text for mark in marks), style)
