"""The models of High or Low."""

from __future__ import annotations

from typing import Any

from card_data.model import Count, GameData, Model, Row, Whole


class Numbers(Model, frozen=True):
    hand: Count
    """Cards dealt to each player (HL-2.1)."""
    lows: Whole
    """How often low may be called in a game (HL-3.2)."""


class Card(Row, frozen=True, kw_only=True):
    """A card."""

    number: Count
    """The number that wins or loses a round."""
    points: Whole
    """What it scores for whoever takes it."""


class Data(GameData, frozen=True):
    numbers: Numbers
    cards: tuple[Card, ...]
    """The cards (HL-1.1)."""

    def facts(self) -> dict[str, Any]:
        return {"cards": len(self.cards)}

    def by_id(self) -> dict[str, Card]:
        """The cards by their IDs."""
        return {card.id: card for card in self.cards}
