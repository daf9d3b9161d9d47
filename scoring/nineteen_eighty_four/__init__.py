"""Winston: Nineteen Eighty-Four: positions, check and score; `engine` plays it."""

from scoring.nineteen_eighty_four.check import LAYERS, unfinished
from scoring.nineteen_eighty_four.position import Position, blank
from scoring.nineteen_eighty_four.score import score

__all__ = ["LAYERS", "Position", "blank", "score", "unfinished"]
