"""Colours as the process inks of a press: cyan, magenta, yellow and black, each from 0 to 1.

By a formula, not a colour profile. Its constants are fitted to SWOP, one of the standard printing
conditions, so that colours come out near what a screen shows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from printkit.drawing.colour import levels

DARK = 0.4  # the brightest of red, green and blue in a dark colour
# How far apart they are at most in what is printed in black alone: light tints keep their warmth.
NEUTRAL, NEUTRAL_DARK, NEUTRAL_WORDS = 0.02, 0.06, 0.2
BLACK = 1.2  # black ink alone is lighter than the darks of a screen
REPLACEMENT = 1.4  # grey component replacement: the power that leaves light colours without black
FINE = 1e-3  # inks are written in thousandths


class Inks(NamedTuple):
    """The share of each ink, from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def coverage(self) -> float:
        """Total ink coverage in %: 400 if all four inks are solid."""
        return 100 * sum(self)


SOLID_BLACK = Inks(0.0, 0.0, 0.0, 1.0)


@lru_cache(1024)
def separated(colour: str, most: float, *, words: bool = False) -> Inks:
    """Return ``#rrggbb`` separated into inks, with a total coverage of at most ``most`` %.

    Neutral colours are black alone, so that they stay neutral and fine lines need no register.
    Nearly neutral darks of ``words`` are solid black.
    """
    shades = [1 - level / 255 for level in levels(colour)]
    apart, lightest = max(shades) - min(shades), 1 - min(shades)
    dark = lightest <= DARK
    if words and dark and apart <= NEUTRAL_WORDS:
        return SOLID_BLACK
    if apart <= (NEUTRAL_DARK if dark else NEUTRAL):
        return Inks(0.0, 0.0, 0.0, _written(min(1.0, BLACK * sum(shades) / 3)))
    black = _written(min(shades) ** REPLACEMENT)
    coloured = masked(*((shade - black) / (1 - black) for shade in shades))
    room = most / 100 - black
    share = min(1.0, room / sum(coloured))
    cyan, magenta, yellow = (_written(share * ink) for ink in coloured)
    return Inks(cyan, magenta, yellow, black)


def masked(cyan: float, magenta: float, yellow: float) -> list[float]:
    """Inks corrected for their unwanted absorptions: cyan ink looks a little magenta, and magenta
    ink a little yellow, so less of these is needed beside them."""
    magenta += 0.25 * (magenta - cyan) + 0.1 * (magenta - yellow)
    yellow += 0.5 * (yellow - magenta) - 0.1 * (yellow - cyan)
    return [min(1.0, max(0.0, ink)) for ink in (cyan, magenta, yellow)]


def _written(ink: float) -> float:
    """Return an ink in thousandths, rounded down, so that sums stay within their limit."""
    return int(ink / FINE + FINE) * FINE
