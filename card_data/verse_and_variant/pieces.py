"""The tokens of Verse & Variant and the players' colours: their models."""

from __future__ import annotations

from typing import Literal

from card_data.model import Colour, Ink, Row


class Token(Row, frozen=True, kw_only=True):
    """A kind of token with one face (VV-1.4, VV-1.6)."""

    kind: Literal["feature", "lacuna", "corruption"]
    """The kind of token."""
    suit: Literal["blue", "green", "yellow", "red", "black"] | None = None
    """Whose Feature it is, or which suit it corrupts; a lacuna has none."""


class PlayerColour(Row, frozen=True, kw_only=True):
    """A player's colour for cubes, Grants and the Lockdown tile."""

    name: str
    """What the colour is called."""
    colour: Colour
    """The colour of the player."""
    ink: Ink
    """The colour of what is printed on it."""
    sign: str
    """The icon that tells it from the others in grey."""
