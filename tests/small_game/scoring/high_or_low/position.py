"""The position that a table reads off its cards at the end of High or Low."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET

from card_data import Game
from card_data.model import Model
from scoring.positions.positions import PlayerName, Players, Running
from tests.small_game.card_data.high_or_low.model import Data


class Taken(Model, frozen=True):
    """One player's cards; None is an answer not given yet."""

    name: PlayerName | None = None
    """The name of the player."""
    cards: tuple[str | None, ...] | None = None
    """The cards that the player took, by their IDs."""


class Position(Model, frozen=True):
    """The cards that each player has taken."""

    game: Literal["high_or_low"] = "high_or_low"
    """The name of the game."""
    players: Players[Taken] | None = None
    """The players in the order of their seats."""
    running: Running = UNSET
    """Whether the game is not over, so that the score is provisional."""


def blank(game: Game[Data]) -> str:
    """An empty position as commented YAML: every answer ``null``."""
    entry = "  - name: null\n    cards: null  # those taken, such as [c1, c5]\n"
    seats = game.head.players
    return f"""\
# {game.title}: the table at the end of the game. Replace each null with an answer.
game: {game.id}
players:  # one entry per player, {seats.min} to {seats.max}
{entry * seats.min}"""
