"""A position of High or Low as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from card_data import Game
from scoring.positions.display import HEAD, NONE, OPEN, Faults, Line, Span, aligned, wrong
from tests.small_game.card_data.high_or_low.model import Data
from tests.small_game.scoring.high_or_low.position import Position, Taken


def lines(position: Position, game: Game[Data], faults: Faults) -> Iterator[Line]:
    """A line for each player: the name, then the cards taken."""
    rows: list[Line] = [[faults.heading("Player", "players"), Span("Cards taken", HEAD)]]
    for seat, one in enumerate(position.players or ()):
        name = faults.value(one.name, "players", seat, "name", style=HEAD)
        rows.append([name, *cards(one, seat, faults)])
    return aligned(rows)


def cards(one: Taken, seat: int, faults: Faults) -> list[Span]:
    """The cards of a player."""
    if one.cards is None:
        return [OPEN]
    where = ("players", seat, "cards")
    none = wrong(NONE) if faults.at(*where) else NONE
    return [faults.value(card, *where, at) for at, card in enumerate(one.cards)] or [none]


def as_written(position: Position, game: Game[Data]) -> Position:
    """The position itself: there is one way to say it."""
    return position
