"""Errors of markup that cannot be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple


class SourceLocation(NamedTuple):
    """A place in a file as the user names it; line and column count from 1, 0 is unknown."""

    file: str
    line: int = 0
    column: int = 0


class MarkupError(Exception):
    """Markup that cannot be drawn.

    ``field`` names the data in it as a template's ``field`` attribute does, ``place`` is where in
    the template it is; each is empty where unknown. ``glyphs`` are characters that the font lacks.
    ``missing`` is the icon or the picture that its text names and cannot be shown, or
    the key that a template's mapping lacks.
    ``short``: its place is too low for an icon, or for a single line of text, or not wide enough
    for a text that stays in one line.
    """

    def __init__(
        self, message: str, *, field: str = "", place: SourceLocation | None = None,
        glyphs: str = "", missing: str = "", short: Literal["", "high", "wide"] = "",
    ) -> None:  # fmt: skip
        self.missing = missing
        self.field, self.place, self.glyphs, self.short = field, place, glyphs, short
        super().__init__(message)


class TextError(MarkupError):
    """A text that cannot be set, or an unknown icon: for the author of the text to mend."""


class ArtError(MarkupError):
    """An SVG file that cannot be drawn: all that is wrong in ``errors``, the first of which it
    says."""

    def __init__(self, errors: Sequence[MarkupError]) -> None:
        super().__init__(str(errors[0]), place=errors[0].place)
        self.errors = tuple(errors)


class UnclosedError(MarkupError):
    """Markup in which an element is not closed."""
