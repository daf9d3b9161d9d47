"""The elements of templates: their names, their attributes, which of these are inherited."""

from __future__ import annotations

from collections.abc import Mapping

from card_data.problems import clip, near
from printkit.errors import MarkupError
from printkit.templating.xml import XML

Context = Mapping[str, str]

INHERITED = frozenset(
    [
        "fill",
        "stroke",
        "stroke-width",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "fill-rule",
        "font-family",
        "font-size",
        "font-weight",
        "font-style",
        "text-anchor",
        "text-rendering",
        "icon-fill",
    ]
)
OWN = {
    "svg": ("viewBox",),
    "background": (),
    "g": ("transform", "clip-path", "role", "says", "anchor", "title"),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "polygon": ("points",),
    "polyline": ("points",),
    "path": ("d",),
    "text": ("x", "y", "field"),
    "use": ("href", "x", "y", "width", "height", "color", "field"),
    "clipPath": ("id",),
    "textbox": (
        *("x", "y", "width", "height", "min-font-size", "size-step", "line-height"),
        *("align", "valign", "field"),
    ),
    "table": ("x", "y", "width", "height", "min-font-size", "line-height", "least", "pad", "rule"),
    "tr": ("tint",),
    "below": ("height",),
    "icon": ("name", "x", "y", "size", "field"),
    "field": (
        *("name", "kind", "value", "label", "order", "columns", "rows", "choices"),
        *("x", "y", "width", "height"),
    ),
    "symbol": ("id", "viewBox"),
    "piece": (
        *("component", "face", "side", "form", "detail", "window", "crosses"),
        *("x", "y", "width", "turn", "field"),
    ),
    "detail": ("name", "x", "y", "width", "height", "rx"),
    "entry": ("name",),
    "flow": ("line-height",),
    "notes": ("gap",),
    "page": (),
    "frame": ("x", "y", "width", "height"),
    "folio": ("x", "y"),
    "running-title": ("x", "y"),
    "p": (
        *("label", "disc", "label-fill", "indent", "before", "keep", "align", "line-height"),
        *("field", "span", "break", "role", "anchor", "title", "refers", "leader"),
    ),
    "figure": (
        *("height", "width", "before", "keep", "span", "break"),
        *("role", "says", "anchor", "title"),
    ),
    "row": ("shares", "rule", "before", "keep", "role"),
    "box": ("tint", "bar", "pad", "before", "span", "break", "floats", "least-pages"),
}
KNOWN = {tag: INHERITED.union(own) for tag, own in OWN.items()}
# What each costs of the budget, including its audit.
ELEMENT, WORD, CHARACTER, MISTAKE = 40, 10, 8, 2000
DEFAULTS: Context = {"fill": "#000000", "font-family": "serif", "font-size": "9pt"}


def inherit(element: XML, context: Context) -> Context:
    """The inherited attributes inside an element; raise `MarkupError` as `check` does."""
    check(element)
    if INHERITED.isdisjoint(element.attrib):
        return context
    own = {key: value for key, value in element.items() if key in INHERITED}
    return {**context, **own}


def check(element: XML) -> None:
    """Raise `MarkupError` for an unknown element, or one with an unknown attribute."""
    tag = element.tag
    known = KNOWN.get(tag)
    if known is None:
        raise MarkupError(element.get("wrong") or f"unknown element{near(tag, OWN)}")
    if not known.issuperset(element.attrib):
        key = next(key for key in element.attrib if key not in known)
        raise MarkupError(
            f"unknown attribute {clip(key, quoted=False)}{near(key, (*OWN[tag], *INHERITED))}"
        )
