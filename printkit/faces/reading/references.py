"""What the markup of a face refers to while it is drawn."""

from __future__ import annotations

from typing import Any


class References:
    """The names of symbols, the requests for pieces of other components, and pictures with the most
    dots of each that are printed."""

    def __init__(self) -> None:
        self.symbols: dict[str, None] = {}
        self.pieces: dict[Any, None] = {}
        self.pictures: dict[str, tuple[int, int]] = {}
