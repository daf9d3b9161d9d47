"""Colours in words, for those who do not see them."""

from __future__ import annotations

from colorsys import rgb_to_hls

from printkit.drawing.colour import levels
from printkit.drawing.colour_vision import lightness

HUES = (  # the degrees at which a hue ends, on the wheel of colours
    *((14, "red"), (40, "orange"), (67, "yellow"), (165, "green"), (195, "turquoise")),
    *((250, "blue"), (295, "purple"), (340, "pink"), (361, "red")),
)
GREYS = ((15, "black"), (38, "dark grey"), (68, "grey"), (92, "light grey"), (101, "white"))
DARK, LIGHT = 34, 76  # L* of colours that are called so
OWN_DARK, OWN_LIGHT = {"red": 30, "yellow": 58}, {"yellow": 94}  # of hues that are so themselves
GREY = 0.12  # the saturation below which a colour has no hue
NEAR_BLACK, NEAR_WHITE = 12, 96  # L* beyond which no hue is seen
BROWN = 62  # L* below which an orange is brown


def colour_name(colour: str) -> str:
    """Return what ``#rrggbb`` is called.

    >>> [colour_name(one) for one in ("#a5161a", "#2769de", "#7b6247", "#f0c23b", "#26221f")]
    ['red', 'blue', 'brown', 'yellow', 'black']
    """
    red, green, blue = (level / 255 for level in levels(colour))
    hue, _, _ = rgb_to_hls(red, green, blue)
    light = lightness(colour)
    chroma = max(red, green, blue) - min(red, green, blue)
    if chroma < GREY or not NEAR_BLACK < light < NEAR_WHITE:
        return next(name for most, name in GREYS if light < most)
    name = next(name for end, name in HUES if hue * 360 < end)
    if name == "orange" and light < BROWN:
        name = "brown"
    if name == "red" and light > LIGHT:
        return "pink"
    dark = light < OWN_DARK.get(name, DARK)
    pale = light > OWN_LIGHT.get(name, LIGHT)
    return f"{'dark ' if dark else 'light ' if pale else ''}{name}"
