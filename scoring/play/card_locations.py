"""The places of cards and the players who see them, according to the state of a game.

A card is hidden from everybody whom no location names. `scoring.play.referee` leaves hidden cards
out of its reports to the players, and views show none.

>>> shown = CardLocation(("C3",), EVERYBODY)
>>> places = [CardLocation(("A1", "B2", "C3")), CardLocation(("B2",), ("Ann",)), shown]
>>> sorted(visible_cards(places, "Ann")), sorted(visible_cards(places, "Bo"))
(['B2', 'C3'], ['C3'])
>>> sorted(all_cards(places) - visible_cards(places, "Bo"))
['A1', 'B2']
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple


class _Everybody:
    """All players, whatever their names."""

    def __contains__(self, player: object) -> bool:
        return True


EVERYBODY = _Everybody()


class CardLocation(NamedTuple):
    """Cards that lie together, by their IDs and in order, and the players who see them."""

    cards: Sequence[str]
    seen_by: Container[str] = ()

    def shown_to(self, player: str) -> tuple[str, ...]:
        """Return the cards if the player sees them, else none."""
        return tuple(self.cards) if player in self.seen_by else ()


class Event(NamedTuple):
    """Something that happened without anybody's choice, in words, with the cards concerned."""

    words: str
    cards: CardLocation = CardLocation(())


def all_cards(places: Iterable[CardLocation]) -> set[str]:
    return {card for place in places for card in place.cards}


def visible_cards(places: Iterable[CardLocation], player: str) -> set[str]:
    """Return the cards of which the player sees a copy."""
    return {card for place in places for card in place.shown_to(player)}
