"""Winston's Archive: its positions, their check and their score; `engine` plays it."""

from scoring.winstons_archive.check import LAYERS, unfinished
from scoring.winstons_archive.position import PlayerCards, Position, blank
from scoring.winstons_archive.score import score

__all__ = ["LAYERS", "PlayerCards", "Position", "blank", "score", "unfinished"]
