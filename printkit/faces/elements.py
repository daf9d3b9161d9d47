"""The elements of templates: their names, their attributes, which of these are inherited."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from card_data.problems import did_you_mean, shorten
from printkit.errors import MarkupError
from printkit.templating.xml import XML

Context = Mapping[str, str]

PEN = ("stroke", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap")
AREA = ("fill", "fill-opacity", *PEN, "stroke-opacity")
FONT = ("fill", "font-family", "font-size", "font-weight", "font-style", "text-rendering")
TYPE = (*FONT, "font-variant", "letter-spacing", "icon-fill")
INHERITED = frozenset((*AREA, "stroke-linejoin", "fill-rule", *TYPE, "text-anchor"))
BOX = ("x", "y", "width", "height")
LAYOUTS = {  # the ``row`` of a flow is another
    "row": (*BOX, "gap", "pad", "align", "valign"),
    "column": (*BOX, "gap", "pad", "align", "valign"),
    "grid": (*BOX, "gap", "pad", "align", "valign", "columns", "rows"),
    "stack": (*BOX, "pad", "align", "valign"),
}
VEILS = frozenset(("opacity", "fill-opacity"))  # of what shows what is behind it
DEFINED = frozenset(("linearGradient", "radialGradient"))
DEFINITIONS = DEFINED | {"clipPath", "defs"}  # which draw nothing where they stand
GRADIENT = ("id", "href", "gradientUnits", "gradientTransform", "spreadMethod")
OWN = {
    **LAYOUTS,
    "svg": (),
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
    "use": ("href", "x", "y", "width", "color", "field"),
    "defs": (),
    "clipPath": ("id",),
    "linearGradient": (*GRADIENT, "x1", "y1", "x2", "y2"),
    "radialGradient": (*GRADIENT, "cx", "cy", "r", "fx", "fy", "fr"),
    "stop": ("offset", "stop-color", "stop-opacity"),
    "textbox": (
        *("x", "y", "width", "height", "min-font-size", "size-step", "line-height"),
        *("align", "valign", "overflow-wrap", "text-overflow", "says", "field"),
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
# The attributes of a <span> in a text, and of an icon there.
SPAN = frozenset((*FONT, "font-variant", "letter-spacing", "text-decoration")) - {"text-rendering"}
IN_TEXT = frozenset(("name", "size", "dx", "dy"))
# Which inherited attributes have an effect on an element: all, if it hands them on to others in it.
TAKEN: Mapping[str, Collection[str]] = {
    **dict.fromkeys(("rect", "hexagon"), (*AREA, "stroke-linejoin")),
    **dict.fromkeys(("circle", "ellipse"), AREA),
    **dict.fromkeys(("polygon", "polyline", "path"), (*AREA, "stroke-linejoin", "fill-rule")),
    "line": (*PEN, "stroke-opacity"),
    "text": (*TYPE, "fill-opacity", *PEN, "stroke-linejoin", "text-anchor"),
    "textbox": (*TYPE, "fill-opacity", *PEN, "stroke-linejoin"),
    **dict.fromkeys(("icon", "use"), ("fill", "fill-opacity")),
    **dict.fromkeys(("image", "field", "detail", "entry", "frame", "clipPath", "defs"), ()),
    **dict.fromkeys(("linearGradient", "radialGradient", "stop"), ()),
    "notes": FONT,
    **dict.fromkeys(("folio", "running-title"), (*FONT, "text-anchor")),
    "p": TYPE,
    "symbol": (*AREA, "stroke-linejoin", "fill-rule"),  # there is no text in it
}
LINES = ("text", "folio", "running-title")
BOXES = ("textbox", "row", "column", "grid", "stack")
# What to use instead of an attribute that has no effect on an element.
INSTEAD: Mapping[str, Mapping[str, str]] = {
    "align": dict.fromkeys(LINES, "text-anchor"),
    "text-anchor": dict.fromkeys(("textbox", "p"), "align"),
    "text-align": dict.fromkeys(LINES, "text-anchor") | dict.fromkeys(("p", *BOXES), "align"),
    "vertical-align": dict.fromkeys(BOXES, "valign"),
    "width": {"text": "a <textbox>", "icon": "size"},
    "height": {"text": "a <textbox>", "icon": "size", "use": "width"},
    "size": {"use": "width", "image": "width and height", "text": "font-size"}
    | {"textbox": "font-size", "p": "font-size", "span": "font-size"},
    "color": dict.fromkeys(("text", "textbox", "p", "icon", "span"), "fill"),
    "fill": {"line": "stroke", "stop": "stop-color"},
    "stroke": {"icon": "fill", "use": "color", "p": "a <text>", "textbox": "a <text>"},
    "shares": {"row": "weight, on its children"},
    "weights": dict.fromkeys(
        ("row", "column"), "weight, on its children; the row of a flow has shares"
    ),
    "viewBox": {"svg": "mm, and the size of the component in print.yaml"},
}
FIGURES = ("rect", "hexagon", "line", "circle", "ellipse", "polygon", "polyline", "path")
DRAWN = frozenset((*FIGURES, "g", "text", "use", "textbox", "table", "icon", "image", "piece"))
KNOWN = {
    tag: frozenset((*own, *TAKEN.get(tag, INHERITED), *(("opacity",) if tag in DRAWN else ())))
    for tag, own in OWN.items()
}
EVERY = frozenset().union(*KNOWN.values())
# An element in a place where fewer have an effect: a text in a table's row, a cell of a flow's row.
IN_TABLE = frozenset((*TYPE, "x", "width", "align", "says", "field")) - {"font-size"}
IN_ROW = KNOWN["p"] - {"keep", "span", "break", "refers", "leader"}
DEFAULTS: Context = {"fill": "#000000", "font-family": "serif", "font-size": "9pt"}


def inherit(element: XML, context: Context, known: frozenset[str] | None = None) -> Context:
    """Return the inherited attributes inside an element; raise `MarkupError` as `check` does."""
    check(element, known)
    if INHERITED.isdisjoint(element.attrib):
        return context
    inherited = {key: value for key, value in element.items() if key in INHERITED}
    return {**context, **inherited}


def check(element: XML, known: frozenset[str] | None = None) -> None:
    """Raise `MarkupError` for an unknown element, or one with an attribute that has no effect;
    ``known`` are those that have one where it stands, if they are others."""
    tag = element.tag
    if tag not in KNOWN:
        raise MarkupError(element.get("wrong") or f"unknown element{did_you_mean(tag, OWN)}")
    forbid_others(element, KNOWN[tag] if known is None else known)


def forbid_others(element: XML, known: frozenset[str]) -> None:
    """Raise `MarkupError` for an attribute that is not among the ``known`` ones."""
    if known.issuperset(element.attrib):
        return
    key = next(key for key in element.attrib if key not in known)
    if instead := INSTEAD.get(key, {}).get(element.tag):
        raise MarkupError(f"{key} has no effect here: use {instead}")
    if key in EVERY:
        raise MarkupError(f"{key} has no effect here")
    raise MarkupError(f"unknown attribute {shorten(key)}{did_you_mean(key, known)}")


def check_inline(icon: XML) -> None:
    """Raise `MarkupError` for an icon in a text that has more than it can have there."""
    if more := sorted(icon.attrib.keys() - IN_TEXT):
        raise MarkupError(
            f"{shorten(more[0])}: an icon in a text has a name, a size, dx and dy; its "
            "colour is that of the <span> around it"
        )
