"""Dice Archive: its positions, their check and their score; `engine` plays it."""

from scoring.dice_archive.check import LAYERS, unfinished
from scoring.dice_archive.position import Form, Position, blank
from scoring.dice_archive.score import score

__all__ = ["LAYERS", "Form", "Position", "blank", "score", "unfinished"]
