"""What may stand where an answer is missing in Winston's Archive."""

from __future__ import annotations

from card_data import Game
from card_data.winstons_archive.model import Data
from scoring.positions.domains import LEFT_OUT, UNLISTED, Domain, any_name
from scoring.positions.findings import Where
from scoring.winstons_archive.check import COUNTS
from scoring.winstons_archive.position import Position

SHARED = ("manuscripts",)  # the fewest pages cost points, or the game (WA-5.4, WA-5.5)
COST = 1


def domain(position: Position, where: Where, game: Game[Data]) -> Domain:
    """What may stand in a place."""
    players, sizes = position.players or (), game.data.set_sizes()
    match where[2:]:
        case ["name"]:
            return any_name([cards.name for cards in players], int(where[1]))
        case ["books" | "stand_ins"]:
            return Domain([dict.fromkeys(sizes)])
        case ["books", letter]:
            held = [(cards.books or {}).get(letter) for cards in players]
            return Domain(range(left(sizes[letter], held) + 1))
        case ["stand_ins", letter]:
            return Domain(range(sizes[letter] + 1))
        case [field] if field in COUNTS:
            held = [getattr(cards, field) for cards in players]
            return Domain(range(left(getattr(game.data.numbers.deck, field), held) + 1))
    return LEFT_OUT if where[2:] else UNLISTED


def left(number: int, held: list[int | None]) -> int:
    """How many of a kind of cards lie with nobody as far as it is answered."""
    return number - sum([answer or 0 for answer in held])
