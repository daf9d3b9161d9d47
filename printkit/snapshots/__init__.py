"""Snapshots of printed games, from which to tell and to print what has changed since."""
