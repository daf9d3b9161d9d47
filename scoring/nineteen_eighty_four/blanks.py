"""What may stand where an answer is missing on a route sheet of Nineteen Eighty-Four."""

from __future__ import annotations

from card_data import Game
from card_data.nineteen_eighty_four.model import Data
from scoring.nineteen_eighty_four.check import Mark, mark, walk
from scoring.nineteen_eighty_four.position import Position
from scoring.positions.domains import LEFT_OUT, UNLISTED, Domain
from scoring.positions.findings import Where

SHARED = ()
COST = 1


def domain(position: Position, where: Where, game: Game[Data]) -> Domain:
    """What may stand in a place; the level first, and the rounds in order."""
    match where:
        case ["level"]:
            return Domain(range(1, len(game.data.levels) + 1))
        case ["rounds"]:
            return UNLISTED
        case ["rounds", number]:
            way, before = walk(position, game), Mark(0)
            for box in (position.rounds or ())[: int(number)]:
                before = before.then(box)
            every = way.places if way else ()
            return Domain([box for box in every if way and not mark(box, before, way, game)])
    return LEFT_OUT
