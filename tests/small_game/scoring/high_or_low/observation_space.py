"""High or Low for programs: the words of its moves, and what a player sees as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from card_data import Game
from scoring.env.action_tokens import Spaces
from scoring.env.observations import By, Counts, Each, Fields, Word
from tests.small_game.card_data.high_or_low.model import Data
from tests.small_game.scoring.high_or_low.state import CALLS


def spaces(game: Game[Data], players: Sequence[str]) -> Spaces:
    """Return the spaces of actions and observations of a game of these players."""
    cards = [card.id for card in game.data.cards]
    view = Fields(
        leader=Word(players),
        calls=Each(Word(CALLS), game.data.numbers.hand),
        hand=Counts(cards),
        revealed=By(players, Word(cards)),
        taken=By(players, Counts(cards)),
    )
    return Spaces((*CALLS, *cards), (), view)
