"""Gradients and transparent shapes, which few templates need.

Definitions come before their use, like clip paths, and share their names.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from card_data.limits import MOST_STOPS
from card_data.problems import quote, shorten
from printkit.art.paints import PaintServer, painted, read_gradient
from printkit.art.svg import lengths
from printkit.drawing.geometry import Step
from printkit.drawing.paths import parse_transform
from printkit.drawing.shapes import BLACK, CURRENT, Group, Shape, Stop, Symbol
from printkit.drawing.traversal import check_veils
from printkit.errors import MarkupError
from printkit.faces.attributes import LINE, colour, length, read_style
from printkit.faces.elements import Context, inherit
from printkit.templating.xml import XML

WORDS = frozenset(("text", "textbox", "table", "icon", "use"))


class Defined(NamedTuple):
    """A gradient: its attributes, its stops, and what fills with it."""

    attributes: Mapping[str, str]
    stops: tuple[Stop, ...]
    server: PaintServer | None


Definitions = dict[str, Any]  # by ID: a `Path` to clip with, or a `Defined`


def define(element: XML, known: Definitions) -> None:
    """Keep a gradient by its ID; by its ``href`` it takes over the attributes of another, and its
    stops if it has none."""
    name = element.get("id", "")
    if not name:
        raise MarkupError("attribute id is missing")
    before = None
    if (href := element.get("href")) is not None:
        before = known.get(href.removeprefix("#"))
        if not isinstance(before, Defined):
            raise MarkupError(f"href: {quote(href)} is no gradient defined before it")
    attributes = ChainMap(dict(element.attrib), *([dict(before.attributes)] if before else []))
    stops = tuple(read_stops(element)) or (before.stops if before else ())
    radial = element.tag == "radialGradient"
    matrix = parse_transform(attributes.get("gradientTransform", ""))
    server = read_gradient(attributes, stops, measure, matrix, radial=radial)
    known[name] = Defined(attributes, stops, server)


def read_stops(element: XML) -> Iterator[Stop]:
    if len(element) > MOST_STOPS:
        raise MarkupError(f"{len(element)} stops, expected at most {MOST_STOPS}")
    for part in element:
        if part.tag != "stop":
            raise MarkupError(f"<{shorten(part.tag)}> in a gradient: expected <stop>")
        inherit(part, {})
        ink = colour("stop-color", part.get("stop-color", BLACK))
        if ink is None or ink == CURRENT:
            raise MarkupError(f"stop-color: found {ink}, expected a colour like #8c2f39")
        at = lengths.share(part.get("offset", "0"), "offset")
        yield Stop(at, ink, share(part.get("stop-opacity", "1"), "stop-opacity"))


def share(text: str, what: str, *, bound: bool = True) -> float:
    """Return a share from ``0.4`` or ``40%``, not beyond 0 or 1 if it is ``bound``."""
    value = lengths.share(text, what, bound=False)
    if bound and not 0 <= value <= 1:
        raise MarkupError(f"{what}: found {quote(text)}, expected a share from 0 to 1")
    return value


def measure(what: str, text: str, boxed: bool) -> float:
    """Return where a gradient is: in shares of a box, or in mm."""
    if boxed:
        return share(text, what, bound=False)
    if text == "0%":
        return 0.0
    if text.endswith("%"):
        message = f"expected a length in mm: {quote(text)} of what it fills needs objectBoundingBox"
        raise MarkupError(f"{what}: {message}")
    return length(text, what)


def painted_path(
    steps: tuple[Step, ...], context: Context, tag: str, known: Definitions
) -> Iterator[Shape]:
    """Yield a path with what `MarkupReader.style` leaves to this: its fill or its line is a
    gradient, or shows what is behind it."""
    inks: list[PaintServer | None] = []
    plain: dict[str, str | None] = {}
    for key in ("fill", "stroke"):
        text = None if (tag, key) == ("line", "fill") else context.get(key)
        plain[key] = text
        inks.append(None)
        if text is not None and text.startswith("url("):
            found = named(text, key, known).server
            plain[key] = BLACK if found is not None else None
            inks[-1] = found
    style = read_style(*plain.values(), *map(context.get, (*LINE, "fill-rule")))
    opacities = opacity_of(context, "fill-opacity"), opacity_of(context, "stroke-opacity")
    return painted(steps, style, (inks[0], inks[1]), opacities)


def veiled(
    element: XML, context: Context, shapes: Iterable[Shape], symbols: Mapping[str, Symbol]
) -> Iterator[Shape]:
    """Yield the shapes of an element as far as its opacity and, for words and icons, that of their
    fill let them show; ``symbols`` are those that they may use."""
    made = tuple(shapes)
    opacity = opacity_of(element.attrib, "opacity")
    if element.tag in WORDS:
        inner = element.get("fill-opacity") or context.get("fill-opacity", "1")
        opacity *= share(inner, "fill-opacity")
    if opacity == 1:
        yield from made
    elif made:
        group = Group(made, opacity=opacity)
        check_veils((group,), symbols)
        yield group


def opacity_of(attributes: Mapping[str, str], name: str) -> float:
    return share(attributes.get(name, "1"), name)


def named(text: str, what: str, known: Definitions) -> Defined:
    """Return the gradient that an attribute such as ``url(#sky)`` stands for."""
    name = text[5:-1] if text.startswith("url(#") and text.endswith(")") else ""
    if not isinstance(found := known.get(name), Defined):
        raise MarkupError(f"{what}: {quote(text)} is not a gradient defined before it is used")
    return found
