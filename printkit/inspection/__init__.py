"""Checks of pieces as drawn, for their maker, and of any PDF, for a press."""
