"""What can be read off a route sheet of Winston: Nineteen Eighty-Four."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from card_data import Game
from card_data.model import Model
from card_data.nineteen_eighty_four.model import Data
from scoring.positions import Running

Claim = int | None | UnsetType  # may be left out; is checked if it is there


class Position(Model, frozen=True):
    """A filled sheet: the level; for each round played the box with its X, 0 if it marked nothing.

    ``big_brother`` and ``golden_country`` count marked boxes. None is an answer not given yet.
    ``running`` says that the walk is not over.
    """

    game: Literal["nineteen_eighty_four"] = "nineteen_eighty_four"
    level: int | None = None
    rounds: tuple[int | None, ...] | None = None
    big_brother: Claim = UNSET
    golden_country: Claim = UNSET
    subtotal: Claim = UNSET
    total: Claim = UNSET
    running: Running = UNSET


def blank(game: Game[Data]) -> str:
    """An empty position as commented YAML: every answer ``null``."""
    levels = game.data.levels
    return f"""\
# {game.title}: the route sheet. Replace each null with an answer;
# `scoring score FILE` lists those still missing.
game: {game.id}
level: null   # from {levels[0].multiplier} to {levels[-1].multiplier}
# For each round played the number of the box with its X, 0 for a round that marked nothing,
# e.g. [17, 0, 31].
rounds: null
# To have what you wrote on the sheet checked as well, remove the # from its line.
# big_brother: null      # boxes marked
# golden_country: null   # boxes marked
# subtotal: null
# total: null
"""
