"""Fonts of a game's own."""
