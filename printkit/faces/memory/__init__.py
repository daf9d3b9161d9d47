"""Drawings that are not drawn again: what each refers to, and how it is kept."""
