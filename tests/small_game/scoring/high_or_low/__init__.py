"""High or Low: its positions, their check and their score; `engine` plays it."""

from tests.small_game.scoring.high_or_low.check import LAYERS, unfinished
from tests.small_game.scoring.high_or_low.position import Position, blank
from tests.small_game.scoring.high_or_low.score import score

__all__ = ["LAYERS", "Position", "blank", "score", "unfinished"]
