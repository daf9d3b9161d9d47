"""The elements of templates: their names, their attributes, which of these are inherited."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from card_data.problems import clip, unlike
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
        "fill-opacity",
        "stroke-opacity",
        "font-family",
        "font-size",
        "font-weight",
        "font-style",
        "font-variant",
        "letter-spacing",
        "text-anchor",
        "text-rendering",
        "icon-fill",
    ]
)
BOX = ("x", "y", "width", "height")
LAYOUTS = {  # the ``row`` of a flow is another
    "row": (*BOX, "gap", "pad", "align", "valign", "weights"),
    "column": (*BOX, "gap", "pad", "align", "valign", "weights"),
    "grid": (*BOX, "gap", "pad", "align", "valign", "columns", "rows", "along", "offset"),
    "stack": (*BOX, "pad", "align", "valign"),
    "repeat": ("times", "field"),
}
VEILS = frozenset(("opacity", "mask", "fill-opacity"))  # of what shows what is behind it
SEEN = ("opacity", "mask")
DEFINED = frozenset(("linearGradient", "radialGradient", "pattern", "mask"))
DEFINITIONS = DEFINED | {"clipPath", "defs"}  # which draw nothing where they stand
GRADIENT = ("id", "href", "gradientUnits", "gradientTransform", "spreadMethod")
OWN = {
    **LAYOUTS,
    "svg": ("viewBox",),
    "background": (),
    "g": ("transform", "clip-path", "role", "says", "anchor", "title"),
    "rect": (*BOX, "rx", "ry"),
    "hexagon": BOX,
    "line": ("x1", "y1", "x2", "y2"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "polygon": ("points",),
    "polyline": ("points",),
    "path": ("d",),
    "text": ("x", "y", "says", "field"),
    "use": ("href", "x", "y", "width", "height", "color", "field"),
    "defs": ("id",),
    "clipPath": ("id",),
    "linearGradient": (*GRADIENT, "x1", "y1", "x2", "y2"),
    "radialGradient": (*GRADIENT, "cx", "cy", "r", "fx", "fy", "fr"),
    "stop": ("offset", "stop-color", "stop-opacity"),
    "pattern": (
        *("id", "href", "x", "y", "width", "height", "viewBox", "preserveAspectRatio"),
        *("patternUnits", "patternContentUnits", "patternTransform"),
    ),
    "mask": ("id",),
    "textbox": (
        *("x", "y", "width", "height", "min-font-size", "size-step", "line-height"),
        *("align", "valign", "text-overflow", "says", "field"),
    ),
    "table": ("x", "y", "width", "height", "min-font-size", "line-height", "least", "pad", "rule"),
    "tr": ("tint",),
    "below": ("height",),
    "image": ("href", *BOX, "crop", "fit", "focus", "clip", "says", "field"),
    "icon": ("name", "x", "y", "size", "says", "field"),
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
    "box": ("tint", "bar", "pad", "before", "span", "break", "floats", "least-pages"),
}
SPAN = frozenset(
    (
        *("fill", "font-family", "font-weight", "font-style", "font-variant"),
        *("letter-spacing", "font-size", "text-decoration"),
    )
)  # the attributes of a <span> in a text
IN_TEXT = frozenset(("name", "size", "dx", "dy"))  # the attributes of an icon in a text
ELSEWHERE = {  # attributes of elements that are others in a flow
    ("row", "shares"): "shares: only a row of a flow has shares, any other has weights",
    ("row", "weights"): "weights: a row of a flow has shares, one for each cell",
}
DRAWN = frozenset(
    (
        *("g", "rect", "line", "circle", "ellipse", "polygon", "polyline", "path", "text", "use"),
        *("textbox", "table", "icon", "image", "piece"),
    )
)
KNOWN = {tag: INHERITED.union(own, SEEN if tag in DRAWN else ()) for tag, own in OWN.items()}
# What each costs of the budget, including its audit.
ELEMENT, WORD, CHARACTER, MISTAKE = 40, 10, 8, 2000
DEFAULTS: Context = {"fill": "#000000", "font-family": "serif", "font-size": "9pt"}


def inherit(element: XML, context: Context, own: Collection[str] = ()) -> Context:
    """The inherited attributes inside an element; raise `MarkupError` as `check` does."""
    check(element, own)
    if INHERITED.isdisjoint(element.attrib):
        return context
    inherited = {key: value for key, value in element.items() if key in INHERITED}
    return {**context, **inherited}


def check(element: XML, own: Collection[str] = ()) -> None:
    """Raise `MarkupError` for an unknown element, or one with an unknown attribute; ``own`` are its
    attributes where it stands, if they are others."""
    tag = element.tag
    known = KNOWN.get(tag)
    if known is None:
        raise MarkupError(element.get("wrong") or unlike("unknown element", tag, OWN))
    if own:
        known = INHERITED.union(own)
    if not known.issuperset(element.attrib):
        key = next(key for key in element.attrib if key not in known)
        elsewhere = ELSEWHERE.get((tag, key))
        message = f"unknown attribute {clip(key, quoted=False)}"
        raise MarkupError(elsewhere or unlike(message, key, (*(own or OWN[tag]), *INHERITED)))


def check_inline(icon: XML) -> None:
    """Raise `MarkupError` for an icon in a text that has more than it can have there."""
    if more := sorted(icon.attrib.keys() - IN_TEXT):
        raise MarkupError(
            f"{clip(more[0], quoted=False)}: an icon in a text has a name, a size, dx and dy; its "
            "colour is that of the <span> around it"
        )
