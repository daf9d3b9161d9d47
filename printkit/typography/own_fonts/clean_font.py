"""A font of a game's own made clean, and called by its digest."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

from printkit.errors import MarkupError

OWN = "own-"  # begins the keys of such fonts, and in memory the name that stands for all of them
VARIED = 0x108000  # the first of the private use characters that no text uses, for variants
SYMBOLS = 0xF000  # where Windows has the characters of a font of symbols
DIGEST = 16  # bytes


class FontError(MarkupError):
    """A font that cannot be used, and why."""


class CleanFont(NamedTuple):
    """A TrueType file with nothing but what is set: outlines without hints or composites, metrics,
    characters, kerning, ligatures, small capitals and places of marks.

    ``name`` is the font's full name, ``licence`` what it says of that, ``rights`` is how it may be
    embedded, in words. With ``symbolic`` its letters are signs that are typed as letters;
    ``varied`` has what stands for the variant of a letter, by that and its selector.
    """

    file: bytes
    name: str
    licence: str
    rights: str
    symbolic: bool = False
    varied: Mapping[str, str] = {}

    @property
    def key(self) -> str:
        """The key of the font: the same for the same file, whatever game it is in."""
        return OWN + blake2b(self.file, digest_size=DIGEST).hexdigest()
