"""What the markup of a face refers to while it is drawn."""

from __future__ import annotations

from typing import Any


class References:
    """The names of symbols, the keys of fonts, the pieces of other components with the details of
    them that are shown, and pictures with the most dots of each that are printed, each in the order
    in which they were first met."""

    def __init__(self) -> None:
        self.symbols: dict[str, None] = {}
        self.fonts: dict[str, None] = {}
        self.pieces: dict[tuple[Any, Any], None] = {}  # by request and detail
        self.pictures: dict[str, tuple[int, int]] = {}
