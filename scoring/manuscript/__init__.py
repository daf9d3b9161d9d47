"""Untitled Manuscript Game: its positions, their check and their score; `engine` plays it."""

from scoring.manuscript.position import Book, Position, blank

__all__ = ["Book", "Position", "blank"]
