"""Verse & Variant: its positions, their check and their score; `engine` plays it."""

from scoring.verse_and_variant.check import LAYERS, unfinished
from scoring.verse_and_variant.position import Holdings, Position, as_written, blank
from scoring.verse_and_variant.score import score

__all__ = ["LAYERS", "Holdings", "Position", "as_written", "blank", "score", "unfinished"]
