"""Values that rule texts can refer to in Nineteen Eighty-Four."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from card_data import Game
from card_data.nineteen_eighty_four.model import COLOURS, Data
from scoring.nineteen_eighty_four.position import Position
from scoring.nineteen_eighty_four.score import Sums
from scoring.nineteen_eighty_four.state import State
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play.template_values import Values, merged, numbered, said


def of_state(state: State, game: Game[Data]) -> Values:
    """Return the dice as they lie, until the next roll those of the last round, and the sheet.

    ``removed`` is what the last round takes from this one (NE-6): a colour, ``highest`` or
    ``none``. A place without a die has only ``none``.
    """
    found: Values = {"at": state.at, "rounds_left": state.rounds_left}
    if state.walk is not None:
        found["removed"] = state.walk.removed(state.rounds)
        found = merged(found, of_position(state.position(), game))
    if (dice := state.dice or state.last_dice) is not None:
        found["dice"] = of_dice(dice.available)
        found["placed"] = of_dice(dice.placed)
        found["room_101"] = dice.room or "none"
        found["result"] = dice.result
    return found


def of_dice(values: Mapping[str, int]) -> Values:
    """Return the value of each die, by its colour, all of them in words, and their number."""
    every = said([f"{colour} {value}" for colour, value in values.items()])
    return {colour: values.get(colour, "none") for colour in COLOURS} | {
        "all": every,
        "number": len(values),
    }


def of_position(position: Position, game: Game[Data]) -> Values:
    """Return the sheet: its rounds, its marked boxes, and the points of the tracks."""
    sums = Sums(position, game)
    walk = Walk(game.data, position.level or 1)
    return {
        "level": position.level or 1,
        "rounds": numbered(rounds(position, walk)),
        "rounds_left": sums.rounds_left,
        "at": max((box or 0 for box in position.rounds or ()), default=0),
        "to_go": max(0, sums.to_go),
        "big_brother": sums.big_brother,
        "golden_country": sums.golden_country,
        "subtotal": sums.subtotal,
        "crosses": " ".join(crosses(position, walk, sums)),
    }


def crosses(position: Position, walk: Walk, sums: Sums) -> Iterator[str]:
    """Yield the boxes of the sheet that bear an X, as its template names them."""
    for number, box in enumerate(position.rounds or (), 1):
        yield f"round_{walk.round_name(number)}"
        if box:
            yield f"box_{box}"
    for track in ("big_brother", "golden_country"):
        for number in range(getattr(sums, track)):
            yield f"{track}_{number + 1}"


def rounds(position: Position, walk: Walk) -> Iterator[Values]:
    """Yield for each round the box with its X (0 for none), the number of boxes marked, and the
    zone that it ended on."""
    at = 0
    for number, box in enumerate(position.rounds or (), 1):
        yield {
            "name": walk.round_name(number),
            "box": box or 0,
            "boxes": walk.boxes(at, box) if box else 0,
            "zone": (walk.zones.get(box) if box else "") or "none",
        }
        at = box or at
