"""Reprinting: only the pieces that are not on the table as they are now."""
