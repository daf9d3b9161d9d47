"""Where cards lie, and who sees them: said once for each game, by the state of its table.

A card is hidden from everybody whom its places do not name. What a player is told of the others'
moves follows from that (`scoring.play.referee`), and views show no other cards.

>>> places = [Place(("A1", "B2", "C3")), Place(("B2",), ("Ann",)), Place(("C3",), ALL)]
>>> sorted(seen(places, "Ann")), sorted(seen(places, "Bo"))
(['B2', 'C3'], ['C3'])
>>> sorted(named(places) - seen(places, "Bo"))
['A1', 'B2']
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple


class Everybody:
    """All players, whatever they are called."""

    def __contains__(self, player: object) -> bool:
        return True


ALL = Everybody()


class Place(NamedTuple):
    """Cards that lie together, by the data's IDs, in order; ``seen_by`` says who sees them."""

    cards: Sequence[str]
    seen_by: Container[str] = ()

    def shown_to(self, player: str) -> tuple[str, ...]:
        """The cards, if a player sees them."""
        return tuple(self.cards) if player in self.seen_by else ()


def named(places: Iterable[Place]) -> set[str]:
    """Every card that lies anywhere."""
    return {card for place in places for card in place.cards}


def seen(places: Iterable[Place], player: str) -> set[str]:
    """Every card of which a player sees a copy."""
    return {card for place in places for card in place.shown_to(player)}
