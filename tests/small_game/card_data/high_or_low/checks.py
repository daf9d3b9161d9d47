"""Rules that the data of High or Low must meet."""

from __future__ import annotations

from collections.abc import Iterator

from card_data.model import Players
from card_data.reading.documents import Steps
from tests.small_game.card_data.high_or_low.model import Data


def problems(data: Data, players: Players) -> Iterator[tuple[Steps, str]]:
    """Too few cards for all hands (HL-2.1), two cards of one number (HL-1.1)."""
    needed = players.max * data.numbers.hand
    if needed > len(data.cards):
        message = f"{players.max} players need {needed} cards, but there are {len(data.cards)}"
        yield ("numbers", "hand"), message
    numbers = [card.number for card in data.cards]
    for index, number in enumerate(numbers):
        if number in numbers[:index]:
            yield ("cards", index, "number"), f"another card has the number {number}"
