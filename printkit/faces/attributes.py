"""Attributes parsed one by one: lengths, colours, keywords; each error names the attribute and what
was expected."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypedDict, cast

import msgspec

from card_data.limits import FARTHEST, LARGEST_TYPE
from card_data.problems import quote
from printkit.drawing.colour import read_colour
from printkit.drawing.geometry import Rect
from printkit.drawing.paths import numbers
from printkit.drawing.shapes import CURRENT, Style
from printkit.errors import MarkupError
from printkit.faces.tags import ROLES
from printkit.templating.xml import XML
from printkit.typography.fitting import PLAIN, POINT, RULES, SIZE_STEP, Look, Setting

LINE = (
    *("stroke-width", "stroke-dasharray", "stroke-dashoffset"),
    *("stroke-linecap", "stroke-linejoin"),
)
WRAPS = ("normal", "anywhere")  # as in CSS: whether words wider than their box are broken
SMALLEST = 0.1  # mm: a smaller size of type or of an icon is a mistake
MOST_SQUARES = 100  # along a side of a grid
TIGHTEST, WIDEST = 0.2, 2.0  # em between letters
LARGEST_ICON = 300  # % of its text
FARTHEST_ICON = 5.0  # em that it may be moved
SMALLEST_SHARE = 50  # % of a text's size
PERCENT = re.compile(r"([0-9]{1,3})%")
WHOLE = re.compile(r"[0-9]{1,4}")
SIZES = frozenset(("width", "height", "rx", "ry", "r"))
VARIANTS = ("normal", "small-caps")
DECORATIONS = ("none", *RULES)
RENDERINGS = ("optimizeLegibility", "optimizeSpeed", "auto")  # the first has kerning and ligatures


class Cut(TypedDict):
    """Which font of a family."""

    bold: bool
    italic: bool


@lru_cache(4096)
def length(
    text: str, what: str = "length", least: float = -math.inf, most: float = FARTHEST
) -> float:
    """Return a length in mm from ``12``, ``12mm`` or ``9pt``; from ``least`` to ``most``."""
    try:
        points = text.endswith("pt")
        value = float(text[:-2]) * POINT if points else float(text.removesuffix("mm"))
    except ValueError:
        value = math.nan
    if "_" in text or not abs(value) <= FARTHEST:  # Python reads 1_000
        raise MarkupError(f"{what}: found {quote(text)}, expected a length in mm or pt")
    if value < least:
        raise MarkupError(f"{what}: found {quote(text)}, expected at least {least:g}")
    if value > most:
        raise MarkupError(f"{what}: found {quote(text)}, expected at most {most:g} mm")
    return value


def mm(element: XML, name: str, default: float | None = None) -> float:
    """Return a length by its attribute's name, in mm; without a ``default`` it is required."""
    text = element.get(name)
    if text is None:
        if default is None:
            raise MarkupError(f"attribute {name} is missing")
        return default
    return length(text, name, 0.0) if name in SIZES else length(text, name)


def rect(element: XML) -> Rect:
    """Return the box of an element, by its ``x``, ``y``, ``width`` and ``height``."""
    return Rect(*(mm(element, name) for name in ("x", "y", "width", "height")))


def read_style(
    fill: str | None, stroke: str | None, width: str | None, dash: str | None,
    offset: str | None, cap: str | None, join: str | None, rule: str | None,
) -> Style:  # fmt: skip
    """Return how a path is painted, from its raw attributes, of which `LINE` are some."""
    lengths = dashes(dash) if dash and dash != "none" else ()
    start = length(offset or "0", "stroke-dashoffset")
    return Style(
        colour("fill", fill),
        colour("stroke", stroke),
        length(width or "0.25", "stroke-width", 0.0),
        lengths,
        cast(Any, one_of("stroke-linecap", cap or "butt", ("butt", "round", "square"))),
        cast(Any, one_of("stroke-linejoin", join or "miter", ("miter", "round", "bevel"))),
        rule == "evenodd",
        dash_offset=start % (2 * sum(lengths)) if lengths else 0.0,
    )


def read_setting(
    size: str | None, fill: str | None, icon_fill: str | None,
    smallest: str | None, align: str | None, step: str | None, wrap: str | None,
    leading: str | None,
) -> Setting:  # fmt: skip
    """Return how a text is set, from its raw attributes."""
    most = length(size or "", "font-size", SMALLEST, LARGEST_TYPE)
    ink = colour("fill", fill)
    if ink is None or ink == CURRENT:
        raise MarkupError(f"fill: found {fill and quote(fill)}, expected a colour like #8c2f39")
    aligns = ("left", "center", "right", "justify")
    return Setting(
        most,
        most if smallest is None else length(smallest, "min-font-size", SMALLEST, LARGEST_TYPE),
        length(leading or "", "line-height", SMALLEST),
        cast(Any, one_of("align", align or "left", aligns)),
        ink,
        colour("icon-fill", icon_fill or ink) or ink,
        SIZE_STEP if step is None else length(step, "size-step", SMALLEST, LARGEST_TYPE),
        one_of("overflow-wrap", wrap or WRAPS[0], WRAPS) != WRAPS[0],
    )


def weight_and_slant(context: Mapping[str, str], *, bold: bool, italic: bool) -> Cut:
    """Return whether a text is bold and italic; ``bold`` and ``italic`` invert its attributes."""
    weight = one_of("font-weight", context.get("font-weight", "normal"), ("normal", "bold"))
    style = one_of("font-style", context.get("font-style", "normal"), ("normal", "italic"))
    return {"bold": bold != (weight == "bold"), "italic": italic != (style == "italic")}


def look_of(given: Mapping[str, str], around: Look, size: str) -> Look:
    """Return how a part of a text looks, by its own attributes, in one of another look whose
    font-size is ``size``."""
    fill, scale, spaced, line = msgspec.structs.astuple(around)
    if "fill" in given:
        ink = colour("fill", given["fill"])
        if ink is None or ink == CURRENT:
            raise MarkupError(f"fill: found {quote(given['fill'])}, expected a colour like #8c2f39")
        fill = ink
    if "font-size" in given:
        scale *= share("font-size", given["font-size"])
    if "letter-spacing" in given:
        spaced = spacing(given["letter-spacing"], length(size, "font-size", SMALLEST))
    if "text-decoration" in given:
        line = one_of("text-decoration", given["text-decoration"], DECORATIONS)
    look = Look(fill, scale, spaced, "" if line == "none" else line)
    return PLAIN if look == PLAIN else look


def spacing(text: str, size: float) -> float:
    """Return the letter-spacing of a text in ems; it becomes smaller with a text that is set
    smaller to fit."""
    return 0.0 if text == "normal" else ems("letter-spacing", text, size, -TIGHTEST, WIDEST)


def moves(icon: XML, size: str) -> tuple[float, float, float]:
    """Return how large an icon in a text of this size is, of the size of others there, and how far
    it is moved to the right and down, in ems."""
    own = length(size, "font-size", SMALLEST)
    dx, dy = (
        ems(name, icon.get(name, "0"), own, -FARTHEST_ICON, FARTHEST_ICON) for name in ("dx", "dy")
    )
    return share("size", icon.get("size", "100%"), LARGEST_ICON), dx, dy


def ems(what: str, text: str, size: float, least: float, most: float) -> float:
    """Return a length in ems, from ``0.05em``, or a length beside a ``size`` in mm."""
    try:
        value = float(text[:-2]) if text.endswith("em") else length(text, what) / size
    except ValueError:
        raise MarkupError(f"{what}: found {quote(text)}, expected 0.05em or 0.3") from None
    if not least <= value <= most:
        raise MarkupError(f"{what}: found {quote(text)}, expected {least:g} to {most:g} em")
    return value


def share(what: str, text: str, most: int = 100) -> float:
    """Return the size of a part of a text, from ``80%``."""
    found = PERCENT.fullmatch(text)
    if found is None or not SMALLEST_SHARE <= int(found[1]) <= most:
        expected = f"a share of the text's size, from {SMALLEST_SHARE}% to {most}%"
        raise MarkupError(f"{what}: found {quote(text)}, expected {expected}")
    return int(found[1]) / 100


def squares(element: XML, attribute: str, kind: str) -> int:
    """Return how many columns or rows a grid has; 0 for a field of another kind."""
    text = element.get(attribute)
    if kind != "grid":
        if text is not None:
            raise MarkupError(f"{attribute}: only a grid takes {attribute}")
        return 0
    if text is None:
        raise MarkupError(f"attribute {attribute} is missing: a grid needs columns and rows")
    if not WHOLE.fullmatch(text) or not 1 <= int(text) <= MOST_SQUARES:
        expected = f"a whole number from 1 to {MOST_SQUARES}"
        raise MarkupError(f"{attribute}: found {quote(text)}, expected {expected}")
    return int(text)


def role(element: XML) -> str:
    """Return the role of an element for screen readers."""
    return one_of("role", element.get("role", ""), ("", *ROLES))


def colour(what: str, text: str | None) -> str | None:
    """Return a colour, as `read_colour` reads it; ``what`` names its attribute in the error."""
    try:
        return read_colour(text)
    except MarkupError as error:
        raise MarkupError(f"{what}: {error}") from None


def dashes(text: str) -> tuple[float, ...]:
    """Return the lengths of dashes and gaps, not all of them 0."""
    lengths = tuple(numbers(text))
    if min(lengths, default=0) < 0 or not sum(lengths):
        raise MarkupError(
            f"stroke-dasharray: found {quote(text)}, expected lengths in mm, none below 0, "
            "not all 0"
        )
    return lengths


def one_of(what: str, text: str, known: tuple[str, ...]) -> str:
    """Return ``text`` if it is among ``known``, else a `MarkupError` that lists them."""
    if text not in known:
        raise MarkupError(f"{what}: found {quote(text)}, expected one of {', '.join(known)}")
    return text
