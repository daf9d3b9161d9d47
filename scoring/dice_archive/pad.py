"""The check of the sums on the score pad of Dice Archive, if a position has them (DA-5.1)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from card_data import Game
from card_data.dice_archive.model import Data, Side
from card_data.problems import shorten
from card_data.text import plural
from scoring.dice_archive.position import SIDES, Form, Position
from scoring.positions.findings import Finding


def score_pad(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield dice, marks and points on the score pad that differ from board and form (DA-5.1)."""
    for seat, form in enumerate(position.players or ()):
        if form.name is None or not is_written(form):
            continue
        products: dict[Side, int] = {}
        for side in SIDES:
            dice, marks = owned_dice(position, form.name, side), marked(form, side)
            right = {"dice": dice, "marks": marks}
            if dice is not None and marks is not None:
                right["points"] = products[side] = dice * marks
            why = {
                "dice": f"the board has {dice or 0} of {shorten(form.name)}'s dice",
                "marks": f"the form has {plural(marks or 0, 'mark')}",
                "points": f"{dice} × {marks} = {products.get(side)}",
            }
            for key, number in right.items():
                claim = (getattr(form, key) or {}).get(side)
                if None not in (claim, number) and claim != number:
                    where = ("players", str(seat), key, side)
                    message = f"found {claim}, but {why[key]} there"
                    yield Finding("DA-5.1", where, message, right=number)
        total = sum(products.values())
        if isinstance(form.total, int) and len(products) == len(SIDES) and form.total != total:
            addends = " + ".join(map(str, products.values()))
            message = f"found {form.total}, but {addends} = {total}"
            yield Finding("DA-5.1", ("players", str(seat), "total"), message, right=total)


def is_written(form: Form) -> bool:
    """Return whether anything of a player's part of the score pad is filled in."""
    return bool(form.dice or form.marks or form.points) or form.total is not msgspec.UNSET


def owned_dice(position: Position, name: str, side: Side) -> int | None:
    """Return the number of a player's dice in a table of the board; None if that is not
    answered."""
    if position.board is None or position.board.get(side, {}) is None:
        return None
    owners = [*position.dice(side).values()]
    return None if None in owners else owners.count(name)


def marked(form: Form, side: Side) -> int | None:
    """Return the number of marks in a table of a form; None if that is not answered."""
    if form.tasks is None or form.tasks.get(side, ()) is None or None in form.faces(side):
        return None
    return len(form.faces(side))
