"""Stamps on pieces: what tells one printing of a piece from another."""
