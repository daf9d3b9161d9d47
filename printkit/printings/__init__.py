"""Printings: what a table holds of a game, kept to tell and to print what has changed since."""
