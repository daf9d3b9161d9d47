"""Colours: read from an attribute, and tinted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from card_data.problems import quote
from printkit.drawing.shapes import CURRENT
from printkit.errors import MarkupError

HEX_DIGITS = frozenset("0123456789abcdefABCDEF")


@lru_cache(512)
def read_colour(text: str | None) -> str | None:
    """Return ``#rrggbb`` from that, from ``#rgb`` or from a name of CSS; None for ``none`` and for
    nothing.

    >>> read_colour("#1F4"), read_colour("Green"), read_colour("none")
    ('#11ff44', '#008000', None)
    """
    if text is None or text == "none":
        return None
    if text == CURRENT:
        return text
    digits = text.removeprefix("#")
    if text.startswith("#") and len(digits) == 3:
        digits = "".join(char * 2 for char in digits)
    if len(digits) == 6 and text.startswith("#") and HEX_DIGITS.issuperset(digits):
        return "#" + digits.lower()
    try:
        return named(text)
    except LookupError:
        raise MarkupError(f"found {quote(text)}, expected a colour like #8c2f39") from None


def named(name: str) -> str:
    """Return the colour of a name such as ``tomato``; raise `LookupError` if there is none."""
    from PIL.ImageColor import colormap  # the names of CSS

    colour = colormap[name.lower()]
    return colour if isinstance(colour, str) else hexadecimal(colour)


def tint(colour: str, share: float) -> str:
    """Return ``colour`` mixed with white: 1 keeps it, 0 is white. Used instead of transparency,
    which home printers and presses each treat in their own way."""
    known = read_colour(str(colour))
    if known is None or known == CURRENT:
        raise MarkupError(f"tint: found {quote(str(colour))}, expected a colour like #8c2f39")
    if not 0 <= share <= 1:
        raise MarkupError(f"tint: found {share:g}, expected a share from 0 to 1")
    return hexadecimal(255 - (255 - level) * share for level in levels(known))


def mixed(one: str, other: str, share: float) -> str:
    """Two colours mixed, by the ``share`` of the ``other``; that of a use counts as black."""
    both = (levels("#000000" if colour == CURRENT else colour) for colour in (one, other))
    return hexadecimal(a + share * (b - a) for a, b in zip(*both, strict=True))


def hexadecimal(levels: Iterable[float]) -> str:
    """The colour of red, green and blue, each from 0 to 255, as ``#rrggbb``."""
    return "#" + "".join(f"{round(level):02x}" for level in levels)


def levels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#rrggbb``, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
