"""Faces as pictures, and for tables on a screen."""
