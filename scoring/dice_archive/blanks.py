"""What may stand where an answer is missing in Dice Archive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from card_data import Game
from card_data.dice_archive.model import Data
from scoring.dice_archive.position import SIDES, Position
from scoring.positions.domains import LEFT_OUT, UNLISTED, Domain, any_name
from scoring.positions.findings import Where

SHARED = ()  # forms are scored one by one
COST = 3


def domain(position: Position, where: Where, game: Game[Data]) -> Domain:
    """What may stand in a place. Which faces are marked makes no difference, only how many."""
    players = position.players or ()
    names = [form.name for form in players]
    faces = range(1, game.data.numbers.dice.faces + 1)
    match where:
        case ["board"] | ["players", _, "tasks"]:
            return Domain([dict.fromkeys(SIDES)])
        case ["board", _]:
            return Domain(tables(faces, names))
        case ["board", _, _]:
            return Domain(names)
        case ["players", seat, "name"]:
            dice = [position.dice(side).values() for side in SIDES]
            return any_name(names, int(seat), [name for owners in dice for name in owners])
        case ["players", _, "tasks", _]:
            marks = [(*faces[:number],) for number in range(len(faces) + 1)]
            return Domain(marks, (marks[0], marks[-1]))
        case ["players", seat, "tasks", step, _]:
            marked = [players[int(seat)].faces(side) for side in SIDES if side == step]
            return Domain([face for face in faces if face not in marked[0]][:1])
    return LEFT_OUT if where[2:] else UNLISTED


def tables(faces: Sequence[int], names: Sequence[str | None]) -> Iterator[dict[int, str | None]]:
    """Every way in which dice of these players may lie in a table of the board."""
    for owners in product((None, *names), repeat=len(faces)):
        pairs = zip(faces, owners, strict=True)
        yield {face: name for face, name in pairs if name is not None}
