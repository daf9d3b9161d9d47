"""Colours as the four inks of a press: cyan, magenta, yellow and black, each from 0 to 1.

A formula, no profile: what press and paper make of it is theirs. Its constants are fitted to SWOP,
one of the standard conditions, so that colours come out near what a screen shows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from printkit.drawing.colour import levels

DARK = 0.4  # the brightest of red, green and blue in what is dark
# How far apart these are at most in what black ink alone prints: light tints keep their warmth.
NEUTRAL, NEUTRAL_DARK, NEUTRAL_WORDS = 0.02, 0.06, 0.2
BLACK = 1.2  # black ink alone is lighter than what a screen shows as dark
REPLACED = 1.4  # the power of the grey component that becomes black: hardly any of light colours
FINE = 1e-3  # inks are written in thousandths


class Inks(NamedTuple):
    """The share of each ink, from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def coverage(self) -> float:
        """How much ink lies on one spot, in %: 400 if all four are full."""
        return 100 * sum(self)


@lru_cache(1024)
def separated(colour: str, most: float, *, words: bool = False) -> Inks:
    """The inks for ``#rrggbb``, at most ``most`` % together.

    What is neutral is black alone, so that it stays neutral and fine lines need no register. The
    dark of ``words`` (and thin lines) that is nearly neutral is black alone too, and all of it.
    """
    shades = [1 - level / 255 for level in levels(colour)]
    apart, lightest = max(shades) - min(shades), 1 - min(shades)
    dark = lightest <= DARK
    if words and dark and apart <= NEUTRAL_WORDS:
        return Inks(0.0, 0.0, 0.0, 1.0)
    if apart <= (NEUTRAL_DARK if dark else NEUTRAL):
        return Inks(0.0, 0.0, 0.0, _written(min(1.0, BLACK * sum(shades) / 3)))
    black = _written(min(shades) ** REPLACED)
    coloured = masked(*((shade - black) / (1 - black) for shade in shades))
    room = most / 100 - black
    share = min(1.0, room / sum(coloured))
    cyan, magenta, yellow = (_written(share * ink) for ink in coloured)
    return Inks(cyan, magenta, yellow, black)


def masked(cyan: float, magenta: float, yellow: float) -> list[float]:
    """Colours corrected for what inks absorb beside their own: cyan ink looks a little magenta, and
    magenta ink a little yellow, so these need less beside them."""
    magenta += 0.25 * (magenta - cyan) + 0.1 * (magenta - yellow)
    yellow += 0.5 * (yellow - magenta) - 0.1 * (yellow - cyan)
    return [min(1.0, max(0.0, ink)) for ink in (cyan, magenta, yellow)]


def _written(ink: float) -> float:
    """An ink in thousandths, never more than it is: sums keep below their limit."""
    return int(ink / FINE + FINE) * FINE
