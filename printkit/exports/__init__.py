"""Faces as pictures, and as pieces for virtual tables."""
