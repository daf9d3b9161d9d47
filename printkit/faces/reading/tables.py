"""``<table>``: texts in rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol
from xml.etree.ElementTree import Element

from msgspec import structs

from card_data.problems import shorten
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Group, Path, Shape, Style
from printkit.errors import MarkupError
from printkit.faces.attributes import colour, mm, rect
from printkit.faces.elements import IN_TABLE, Context, inherit
from printkit.faces.reading.texts import overflow_error
from printkit.templating.xml import XML
from printkit.typography.fitting import Setting, Word
from printkit.typography.rows import Cell, CrowdedError, Row, RowSettings, arrange

RULE = 0.2  # mm: the line between rows


class Reader(Protocol):
    """The part of `printkit.faces.reader.MarkupReader` that tables use, as it uses them."""

    def words(self, element: XML, context: Context) -> list[Word]: ...
    def setting(self, element: XML, context: Context, leading: str = "1.2") -> Setting: ...
    def keep(self, error: MarkupError, element: XML) -> None: ...
    def moved(self, holder: XML, context: Context, x: float, y: float) -> Group: ...


def draw_table(reader: Reader, element: XML, context: Context) -> Iterator[Shape]:
    """Texts in rows: see `printkit.typography.rows`.

    What else is in a ``<tr>`` is drawn from the middle of its left edge, and what is in its
    ``<below>`` from the foot of its texts.
    """
    box, setting = rect(element), reader.setting(element, context)
    table = RowSettings(box, setting, mm(element, "least", 0), mm(element, "pad", 2))
    rule, found = colour("rule", element.get("rule")), list(element)
    contexts = [inherit(row, context) for row in found]
    rows = [
        read_row(reader, row, inner, setting) for row, inner in zip(found, contexts, strict=True)
    ]
    try:
        placed = arrange(rows, table) if rows else []
    except CrowdedError as error:
        cell = error.cell
        reader.keep(
            overflow_error(error.why, cell.width, setting, " beside the others"), cell.source
        )
        return
    above = ""
    for row, inner, at in zip(found, contexts, placed, strict=True):
        tint = colour("tint", row.get("tint"))
        if tint:
            yield Path(rectangle_steps(box.x, at.top, box.width, at.bottom - at.top, 0, 0),
                       Style(tint))  # fmt: skip
        elif rule and at is not placed[0] and not above:
            yield Path((("M", (box.x, at.top)), ("L", (box.x + box.width, at.top))),
                       Style(None, rule, RULE))  # fmt: skip
        above = tint or ""
        yield from at.shapes
        beside = Element("g")
        beside.extend(part for part in row if part.tag not in ("textbox", "below"))
        yield reader.moved(beside, inner, box.x, at.middle)
        for part in row.iterfind("below"):
            yield reader.moved(part, inherit(part, inner), box.x, at.foot)


def read_row(reader: Reader, element: XML, context: Context, setting: Setting) -> Row:
    """Return the texts of a ``<tr>``, in the size and leading of ``setting``."""
    if element.tag != "tr":
        raise MarkupError(f"<{shorten(element.tag)}> in a <table>: expected <tr>")
    cells = []
    for part in element.iterfind("textbox"):
        inner = inherit(part, context, IN_TABLE)
        own = structs.replace(reader.setting(part, inner), leading=setting.leading)
        words = reader.words(part, inner)
        cells.append(Cell(words, mm(part, "x", 0), mm(part, "width"), own, part))
    below = sum(mm(part, "height") for part in element.iterfind("below"))
    return Row([cell for cell in cells if cell.words], below)
