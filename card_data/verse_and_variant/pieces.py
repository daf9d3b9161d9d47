"""The tokens of Verse & Variant and the players' colours: their models."""

from __future__ import annotations

from typing import Literal

from card_data.model import Colour, Ink, Row


class Token(Row, frozen=True, kw_only=True):
    """A kind of token with one face: ``suit`` is whose Feature it is, or which it corrupts.

    ``copies`` says how many (VV-1.4, VV-1.6).
    """

    kind: Literal["feature", "lacuna", "corruption"]
    suit: Literal["blue", "green", "yellow", "red", "black"] | None = None


class PlayerColour(Row, frozen=True, kw_only=True):
    """A player's colour for cubes, Grants and the Lockdown tile; ``ink`` is printed on it.

    ``sign`` tells it from the others in grey.
    """

    name: str
    colour: Colour
    ink: Ink
    sign: str
