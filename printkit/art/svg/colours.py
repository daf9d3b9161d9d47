"""Colours as CSS writes them, and their opacity."""

from __future__ import annotations

import re
from collections.abc import Sequence
from colorsys import hls_to_rgb

from card_data.problems import quote
from printkit.art.svg.lengths import turns
from printkit.drawing.colour import hexadecimal, named
from printkit.errors import MarkupError

FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
HEX = re.compile("#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
Ink = tuple[str, float]  # a colour ``#rrggbb``, and its opacity


def read_ink(text: str, what: str) -> Ink:
    """Return a colour and its opacity from any of the ways in which CSS writes it."""
    plain = text.strip().lower()
    if plain == "transparent":
        return "#000000", 0.0
    found = HEX.fullmatch(plain)
    function = FUNCTION.fullmatch(plain)
    try:
        if found:
            digits = found[1] if len(found[1]) > 4 else "".join(char * 2 for char in found[1])
            return f"#{digits[:6]}", int(digits[6:] or "ff", 16) / 255
        if function:
            return from_function(function[1], re.split(r"[\s,/]+", function[2].strip()))
        return named(plain), 1.0
    except (ValueError, LookupError):
        message = f"{what}: found {quote(text)}, expected a colour like #8c2f39"
        raise MarkupError(message) from None


def is_void(text: str) -> bool:
    """Whether a value is ``#`` with too few or too many digits, which CSS passes over."""
    return text.startswith("#") and not HEX.fullmatch(text.split()[0].lower())


def from_function(name: str, values: Sequence[str]) -> Ink:
    """Return a colour from the values of ``rgb()`` or ``hsl()``."""
    if not 3 <= len(values) <= 4:
        raise ValueError
    opacity = max(0.0, min(1.0, level(values[3], 1.0))) if len(values) == 4 else 1.0
    if name == "rgb":
        shares = [level(value, 255.0) for value in values[:3]]
    else:
        turn = turns(values[0]) % 1
        full, light = (level(value, 1.0) for value in values[1:3])
        shares = [*hls_to_rgb(turn, min(1.0, max(0.0, light)), min(1.0, max(0.0, full)))]
    return hexadecimal(255 * min(1.0, max(0.0, share)) for share in shares), opacity


def level(text: str, whole: float) -> float:
    """Return a share from a percentage, or from a number of which ``whole`` is all."""
    value = float(text.removesuffix("%")) / (100 if text.endswith("%") else whole)
    if not abs(value) < 1e6 or "_" in text:
        raise ValueError
    return value
