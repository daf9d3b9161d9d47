"""The outlines of an SVG file's shapes, and the pens that draw them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from card_data.limits import FARTHEST_IN_ART
from card_data.problems import quote
from card_data.text import plural
from printkit.art.paints import choice
from printkit.art.svg.lengths import Viewport
from printkit.drawing.geometry import Step, ellipse_steps, rectangle_steps
from printkit.drawing.paths import numbers, parse_path
from printkit.drawing.shapes import Style
from printkit.errors import MarkupError

SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
CAPS, JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")
IN_CSS = re.compile(r"""path\(\s*(['"])(.*)\1\s*\)""", re.DOTALL)  # the d of a style
MITER = "4"  # how far corners reach, unless a drawing says


def outline_of(
    tag: str, attributes: Mapping[str, str], view: Viewport, size: float
) -> tuple[Step, ...]:
    """Return the steps of a shape; none if it has no size."""

    def length(name: str) -> float:
        return view.length(name, attributes.get(name, "0"), size)

    def radius(name: str) -> float | None:
        return None if attributes.get(name, "auto") == "auto" else length(name)

    if tag == "path":
        found = IN_CSS.fullmatch(attributes.get("d", ""))
        data = found[2] if found else attributes.get("d", "").removeprefix("none")
        return parse_path(data, FARTHEST_IN_ART)
    if tag == "rect":
        width, height = length("width"), length("height")
        if min(width, height) < 0:
            raise MarkupError("found a size below 0")
        rx, ry = radii(radius("rx"), radius("ry"))
        if not (width and height):
            return ()
        return rectangle_steps(length("x"), length("y"), width, height, rx, ry)
    if tag in ("circle", "ellipse"):
        rx, ry = radii(*map(radius, ("rx", "ry") if tag == "ellipse" else ("r", "r")))
        return from_right(length("cx"), length("cy"), rx, ry) if rx and ry else ()
    if tag == "line":
        start, end = (length("x1"), length("y1")), (length("x2"), length("y2"))
        return (("M", start), ("L", end))
    flat = numbers(attributes.get("points", ""), FARTHEST_IN_ART)
    if len(flat) % 2:
        raise MarkupError(f"points: found {plural(len(flat), 'number')}, expected pairs of x and y")
    points = list(zip(flat[::2], flat[1::2], strict=True))
    if len(points) < 2:
        return ()
    steps = (("M", points[0]), *(("L", point) for point in points[1:]))
    return (*steps, ("Z", ())) if tag == "polygon" else steps


def radii(rx: float | None, ry: float | None) -> tuple[float, float]:
    """The radii of corners or of an ellipse; one that is not given is as large as the other."""
    found = (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0
    if min(found) < 0:
        raise MarkupError("found a radius below 0")
    return found


def from_right(cx: float, cy: float, rx: float, ry: float) -> tuple[Step, ...]:
    """Return an ellipse from its rightmost point on, where dashes begin."""
    top = ellipse_steps(cx, cy, rx, ry)
    curves = [step for step in top if step[0] == "C"]
    return (("M", (cx + rx, cy)), *curves[1:], curves[0], ("Z", ()))


def pen_of(
    style: Mapping[str, str], view: Viewport, size: float, fill: str | None, stroke: str | None
) -> Style:
    """Return how a path is painted in these colours, where type has this ``size``."""
    unlined = Style(fill, even_odd=style.get("fill-rule") == "evenodd")
    if stroke is None:
        return unlined
    width = view.length("stroke-width", style.get("stroke-width", "1"), size)
    if width < 0:
        raise MarkupError("stroke-width: expected at least 0")
    if width == 0:
        return unlined
    cap, join = choice(style, "stroke-linecap", CAPS), choice(style, "stroke-linejoin", JOINS)
    dash, offset = dashes(style, view, size)
    return Style(
        fill,
        stroke,
        width,
        dash,
        cast(Any, cap),
        cast(Any, join),
        style.get("fill-rule") == "evenodd",
        miter_limit(style) if join == "miter" else 0.0,
        offset,
    )


def miter_limit(style: Mapping[str, str]) -> float:
    try:
        limit = float(style.get("stroke-miterlimit", MITER))
    except ValueError:
        limit = 0.0
    if not 1 <= limit <= 1e4:
        found = quote(style["stroke-miterlimit"])
        raise MarkupError(f"stroke-miterlimit: found {found}, expected at least 1")
    return limit


def dashes(
    style: Mapping[str, str], view: Viewport, size: float
) -> tuple[tuple[float, ...], float]:
    """Return the lengths of dashes and gaps, and how far into them a line begins."""
    text = style.get("stroke-dasharray", "none")
    if text == "none":
        return (), 0.0
    lengths = [view.length("stroke-dasharray", one, size) for one in text.replace(",", " ").split()]
    if min(lengths, default=0.0) < 0:
        raise MarkupError(f"stroke-dasharray: found {quote(text)}, expected none below 0")
    offset = view.length("stroke-dashoffset", style.get("stroke-dashoffset", "0"), size)
    if not sum(lengths):
        return (), 0.0
    return tuple(lengths), offset % (sum(lengths) * (1 + len(lengths) % 2))
