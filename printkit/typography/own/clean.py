"""A font of a game's own as it comes from behind the wall: clean, and called by its digest."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated

import msgspec
from msgspec import Meta

from card_data.limits import LARGEST_FONT
from printkit.errors import MarkupError

OWN = "own-"  # begins the keys of such fonts, and in memory the name that stands for all of them
FONT = "font"  # the name under which one is handed over
DIGEST = 16  # bytes
Words = Annotated[str, Meta(max_length=200)]


class FontError(MarkupError):
    """A font that cannot be used, and why."""


class Clean(msgspec.Struct, frozen=True, array_like=True):
    """A TrueType file with nothing but what is set: outlines without hints or composites, metrics,
    characters, kerning, ligatures and small capitals.

    ``name`` is the font's full name, ``licence`` what it says of that, ``rights`` is how it may be
    embedded, in words.
    """

    file: Annotated[bytes, Meta(max_length=LARGEST_FONT)]
    name: Words
    licence: Words
    rights: Words
    whole: bool = True
    """Whether nothing was left out that the game may come to use."""

    @property
    def key(self) -> str:
        """The key of the font: the same for the same file, whatever game it is in."""
        return OWN + blake2b(self.file, digest_size=DIGEST).hexdigest()


DECODER = msgspec.msgpack.Decoder(Clean)
