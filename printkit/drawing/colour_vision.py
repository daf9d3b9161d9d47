"""How colours look in grey and to colour-blind eyes, and how much one stands out from another."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Literal

from printkit.drawing.colour import levels

Triple = tuple[float, float, float]
Sight = Literal["normal", "protanopia", "deuteranopia", "tritanopia"]

# Machado, Oliveira and Fernandes 2009, severity 1, applied to linear RGB.
MATRICES: dict[Sight, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Linear RGB (sRGB primaries, white D65) to XYZ, and the XYZ of that white.
TO_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two ``#rrggbb`` after WCAG 2, from 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    >>> round(contrast("#767676", "#ffffff"), 2)
    4.54
    """
    lower, higher = sorted(product(TO_XYZ, linear(colour))[1] for colour in (first, second))
    return round((higher + 0.05) / (lower + 0.05), 4)


def lightness(colour: str) -> float:
    """L* of ``#rrggbb``, from 0 to 100: how light it prints in grey.

    >>> [round(lightness(colour)) for colour in ("#000000", "#777777", "#ffffff")]
    [0, 50, 100]
    """
    return lab(linear(colour))[0]


def difference(first: str, second: str, sight: Sight = "normal") -> float:
    """Return how far apart two ``#rrggbb`` look to that sight: CIEDE2000, where 1 is just visible.

    >>> round(difference("#ff0000", "#00ff00"), 1)
    86.6
    >>> difference("#c23b34", "#6b7a1e", "protanopia") < difference("#c23b34", "#6b7a1e")
    True
    """
    seen = (lab(product(MATRICES[sight], linear(colour))) for colour in (first, second))
    return ciede2000(*seen)


def least_difference(colours: Iterable[str], sight: Sight = "normal") -> float:
    """Return the least `difference` between any two of two or more ``#rrggbb``.

    >>> round(least_difference(["#ffffff", "#000000", "#010101"]), 1)
    0.2
    """
    return min(difference(*pair, sight) for pair in combinations(colours, 2))


def least_step(colours: Iterable[str]) -> float:
    """The least difference of L* between any two of two or more ``#rrggbb``, as printed in grey.

    >>> round(least_step(["#000000", "#777777", "#ffffff"]), 1)
    50.0
    """
    return min(abs(lightness(one) - lightness(other)) for one, other in combinations(colours, 2))


def linear(colour: str) -> Triple:
    """Linear RGB of ``#rrggbb``, each from 0 to 1."""
    red, green, blue = (
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        for level in (one / 255 for one in levels(colour))
    )
    return red, green, blue


def product(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    """Matrix times vector; a colour outside the gamut is clipped at 0."""
    x, y, z = (
        max(0.0, sum(factor * value for factor, value in zip(row, vector, strict=True)))
        for row in matrix
    )
    return x, y, z


def lab(rgb: Triple) -> Triple:
    """L*, a* and b* of linear RGB."""
    x, y, z = (
        value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29
        for value in (one / white for one, white in zip(product(TO_XYZ, rgb), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(first: Triple, second: Triple) -> float:
    """Return the CIEDE2000 difference of two L*a*b* (Sharma, Wu and Dalal 2005).

    >>> round(ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)), 4)
    2.0425
    >>> round(ciede2000((50, 2.5, 0), (73, 25, -18)), 4)
    27.1492
    >>> round(ciede2000((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)), 4)
    0.9082
    """
    (l1, a1, b1), (l2, a2, b2) = first, second
    stretch = 1.5 - 0.5 * saturation((hypot(a1, b1) + hypot(a2, b2)) / 2)
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = hue(a1 * stretch, b1), hue(a2 * stretch, b2)
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    turn, h_mean = h2 - h1, (h1 + h2) / 2
    if c1 * c2 == 0:
        turn, h_mean = 0.0, h1 + h2
    elif abs(turn) > 180:
        h_mean += 180 if h1 + h2 < 360 else -180
        turn -= 360 if turn > 0 else -360
    tone = (
        1
        - 0.17 * cos(radians(h_mean - 30))
        + 0.24 * cos(radians(2 * h_mean))
        + 0.32 * cos(radians(3 * h_mean + 6))
        - 0.20 * cos(radians(4 * h_mean - 63))
    )
    off_middle = (l_mean - 50) ** 2
    light = (l2 - l1) / (1 + 0.015 * off_middle / sqrt(20 + off_middle))
    chroma = (c2 - c1) / (1 + 0.045 * c_mean)
    hues = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * c_mean * tone)
    blue = 60 * exp(-(((h_mean - 275) / 25) ** 2))
    rotation = -2 * saturation(c_mean) * sin(radians(blue))
    return sqrt(light**2 + chroma**2 + hues**2 + rotation * chroma * hues)


def saturation(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def hue(a: float, b: float) -> float:
    """Return the hue angle, from 0 to 360 degrees."""
    return degrees(atan2(b, a)) % 360
