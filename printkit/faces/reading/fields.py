"""``<field>``: what a player fills in on a sheet."""

from __future__ import annotations

from typing import Any, cast, get_args

from card_data.problems import quote
from printkit.drawing.shapes import Field, FieldKind
from printkit.errors import MarkupError
from printkit.faces.attributes import WHOLE, mm, one_of, squares
from printkit.templating.xml import XML

MARKED = ("check", "next")  # kinds of fields that stand for a value


def read_field(element: XML) -> Field:
    """Return a field with all that a person or a program needs to fill it in."""
    kind = one_of("kind", element.get("kind", "number"), get_args(FieldKind))
    name, label, value = (element.get(key, "").strip() for key in ("name", "label", "value"))
    order = element.get("order", "0")
    if not name or not label:
        missing = "label" if name else "name"
        raise MarkupError(f"attribute {missing} is missing or empty")
    if (kind in MARKED) != bool(value):
        expected = (
            f"a field of kind {kind} needs a value"
            if kind in MARKED
            else f"only a field of kind {' or '.join(MARKED)} takes a value"
        )
        raise MarkupError(f"value: {expected}")
    if not WHOLE.fullmatch(order):
        raise MarkupError(f"order: found {quote(order)}, expected a whole number below 10000")
    columns, rows = (squares(element, key, kind) for key in ("columns", "rows"))
    choices = tuple(filter(None, map(str.strip, element.get("choices", "").split("|"))))
    if choices and kind != "text":
        raise MarkupError("choices: only a text takes choices")
    x, y, width, height = (mm(element, key) for key in ("x", "y", "width", "height"))
    for key, side in (("width", width), ("height", height)):
        if side <= 0:
            raise MarkupError(f"{key}: found {side:g}, expected a length above 0")
    return Field(
        name, cast(Any, kind), label, x, y, width, height, value, int(order), columns, rows, choices
    )
