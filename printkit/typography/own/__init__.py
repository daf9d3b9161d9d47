"""Fonts of a game's own: files of strangers, made clean behind the wall."""
