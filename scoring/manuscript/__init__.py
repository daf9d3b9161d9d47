"""Untitled Manuscript Game: its positions, their check and their score; `engine` plays it."""

from scoring.manuscript.check import LAYERS, unfinished
from scoring.manuscript.display import as_written
from scoring.manuscript.position import Book, Position, blank
from scoring.manuscript.score import score

__all__ = ["LAYERS", "Book", "Position", "as_written", "blank", "score", "unfinished"]
