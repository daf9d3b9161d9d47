"""Points of Dice Archive (DA-5)."""

from __future__ import annotations

from card_data import Game
from card_data.dice_archive.model import Data, Side
from scoring.dice_archive.position import SIDES, Form, Position
from scoring.positions.result import Chain, Part, Result, Tally, Tiebreak, rank

TIEBREAKERS: tuple[Side, ...] = ("right", "middle", "left")
TIES = Chain(
    tuple([Tiebreak("DA-5.2", f"most dice in the board's {side} table") for side in TIEBREAKERS]),
    "DA-5.3",
)


def score(position: Position, game: Game[Data]) -> Result:
    """Return the score of a position that passed the check."""
    return rank([tally(position, form) for form in position.players or ()], TIES)


def tally(position: Position, form: Form) -> Tally:
    """Return one player's points: dice times marks on each side (DA-5.1)."""
    dice = {side: list(position.dice(side).values()).count(form.name) for side in SIDES}
    marks = {side: len(form.faces(side)) for side in SIDES}
    sums = ", ".join(f"{side} {dice[side]} × {marks[side]}" for side in SIDES)
    return Tally(
        form.name or "",
        tuple([Part(side, dice[side] * marks[side], "DA-5.1") for side in SIDES]),
        breakers=tuple([dice[side] for side in TIEBREAKERS]),
        explained=(f"dice × tasks: {sums} (DA-5.1)",),
    )
