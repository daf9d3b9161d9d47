"""The children of a layout, read: what each says of its place, and how large it is of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol
from xml.etree.ElementTree import Element

from card_data.problems import quote, shorten
from printkit.drawing.bounds import points
from printkit.drawing.geometry import Rect, transformed
from printkit.drawing.shapes import Group, Path, Shape, Symbol
from printkit.errors import MarkupError
from printkit.faces.attributes import SMALLEST, WHOLE, length, one_of
from printkit.faces.elements import KNOWN, Context, inherit
from printkit.templating.xml import XML
from printkit.typography.fitting import Setting, Word, line_width, paragraphs

ALIGN = ("left", "center", "right")
VALIGN = ("top", "middle", "bottom")
LEAST_WEIGHT, MOST_WEIGHT = 0.001, 1000.0
# What the children of each layout say of their places.
OF_CHILDREN = {
    "row": ("align", "valign", "weight", "min-width"),
    "column": ("align", "valign", "weight", "min-height"),
    "grid": ("align", "valign", "span"),
    "stack": ("align", "valign"),
}
FREE = ("g", "path", "polygon", "polyline", "line")  # drawn from the corner of their place
IN_BOXES = (
    *("text", "textbox", "table", "rect", "hexagon", "circle", "ellipse", "icon", "use", "image"),
    *("field", "detail", "piece"),
)
ENDS = frozenset(("x1", "y1", "x2", "y2"))
TRIED = 10.0  # mm: how wide a piece is drawn to see how high it is


class Reader(Protocol):
    """The part of `printkit.faces.reader.MarkupReader` that layouts use, as it uses them."""

    area: Rect | None
    nesting: Any

    def shape(self, element: XML, context: Context, clips: dict[str, Path]) -> Iterator[Shape]: ...
    def drawn(self, element: XML, context: Context, clips: dict[str, Path]) -> Iterator[Shape]: ...
    def words(self, element: XML, context: Context) -> list[Word]: ...
    def setting(self, element: XML, context: Context, leading: str = "1.2") -> Setting: ...
    def symbol(self, name: str, attribute: str = "name") -> Symbol: ...
    def keep(self, error: MarkupError, element: XML) -> None: ...
    def check_strays(self, parent: XML) -> None: ...


class Size(NamedTuple):
    """How large an element is of itself, None where it is as large as its place.

    ``ratio`` is the height of what keeps its shape, of its width; ``tried`` the box of a piece that
    is drawn `TRIED` mm wide at (0, 0), which may be turned.
    """

    width: float | None = None
    height: float | None = None
    ratio: float = 0.0
    tried: Rect | None = None


class Cell(NamedTuple):
    """A child of a layout, and how it lies in its place.

    ``weight`` is its part of what is left, None if it does not say so; ``least`` what it takes of
    that at least; ``span`` over how many columns of a grid it goes.
    """

    element: XML
    context: Context
    size: Size
    align: str
    valign: str
    weight: float | None
    least: float
    span: int
    upright: bool  # a line in a row goes from top to bottom

    @property
    def is_free(self) -> bool:
        """Whether it has coordinates of its own, from the corner of its place."""
        tag = self.element.tag
        return (tag in FREE and not is_rule(self.element)) or (tag == "use" and not self.size.ratio)

    def placed(self, box: Rect) -> XML:
        """Return the element with its box, and without what it says of its place."""
        element, (x, y, width, height) = self.element, box
        tag, given = element.tag, {"x": x, "y": y, "width": width, "height": height}
        if tag in ("icon", "use"):
            given = {"x": x, "y": y, "size" if tag == "icon" else "width": width}
        elif tag == "piece" and self.size.tried is not None:
            left, top, wide, _ = self.size.tried
            scale = width / wide
            given = {"x": x - scale * left, "y": y - scale * top, "width": scale * TRIED}
        elif tag in ("circle", "ellipse"):
            radii = {"r": width / 2} if tag == "circle" else {"rx": width / 2, "ry": height / 2}
            given = {"cx": x + width / 2, "cy": y + height / 2, **radii}
        elif tag == "line":
            given = {"x1": x, "y1": y, "x2": x if self.upright else x + width,
                     "y2": y + height if self.upright else y}  # fmt: skip
        copy = bare(element)
        copy.attrib.update({} if self.is_free else {key: f"{at!r}" for key, at in given.items()})
        if tag in ("text", "textbox"):
            copy.tag = "textbox"
            copy.attrib.update(align=self.align, valign=self.valign)
        return copy


def is_rule(element: XML) -> bool:
    """Whether it is a line as long as its place."""
    return element.tag == "line" and ENDS.isdisjoint(element.attrib)


def bare(element: XML) -> XML:
    """Return a copy of an element without what only the children of layouts say."""
    known = KNOWN[element.tag]
    copy = Element(element.tag, {key: text for key, text in element.items() if key in known})
    copy.text = element.text
    copy.extend(element)
    return copy


def read_cell(
    reader: Reader, element: XML, context: Context, inside: str, aligned: tuple[str, str]
) -> Cell:
    """Return a child of a layout, ``aligned`` in its place unless it says otherwise."""
    tag = element.tag
    sides = ("width", "height") if tag in FREE else ()
    known = KNOWN[tag].union(OF_CHILDREN[inside], sides) if tag in KNOWN else None
    inner = inherit(element, context, known)
    if tag not in (*IN_BOXES, *FREE, *OF_CHILDREN):
        raise MarkupError(f"<{shorten(tag)}> is not allowed here")
    if placed := {"x", "y", "cx", "cy"} & element.attrib.keys():
        raise MarkupError(f"{min(placed)}: in a <{inside}> it lies where that places it")
    along = "min-width" if inside == "row" else "min-height"
    weight = element.get("weight")
    return Cell(
        element,
        inner,
        size_of(reader, element, inner, inside),
        one_of("align", element.get("align", aligned[0]),
               (*ALIGN, "justify") if tag == "textbox" else ALIGN),
        one_of("valign", element.get("valign", aligned[1]), VALIGN),
        None if weight is None else read_weight("weight", weight),
        length(element.get(along, "0"), along, 0.0),
        number("span", element.get("span", "1")),
        inside == "row",
    )  # fmt: skip


def size_of(reader: Reader, element: XML, context: Context, parent: str) -> Size:
    """Return how large an element is of itself, as far as that does not depend on its place."""
    tag = element.tag
    if tag in SQUARE:
        side = SQUARE[tag](element)
        return Size(side, side, 1.0)
    if tag == "ellipse":
        return Size(side_of(element, "rx", 2), side_of(element, "ry", 2))
    if tag == "use":
        symbol = reader.symbol(element.get("href", "").removeprefix("#"), "href")
        ratio = (symbol.height or symbol.size) / symbol.size if symbol.size else 0.0
        wide = side_of(element, "width")
        return Size(wide, wide and wide * ratio, ratio)
    if tag == "piece":
        return size_of_piece(reader, element, context)
    if tag == "text":
        return size_of_text(reader, element, context)
    if is_rule(element):
        return Size(0.0, None) if parent == "row" else Size(None, 0.0)
    return Size(side_of(element, "width"), side_of(element, "height"))


def side_of(element: XML, name: str, times: float = 1.0) -> float | None:
    """Return a length that an element may have."""
    return times * length(element.get(name, ""), name, SMALLEST) if name in element.attrib else None


SQUARE: dict[str, Callable[[XML], float | None]] = {
    "icon": lambda icon: side_of(icon, "size"),
    "circle": lambda circle: side_of(circle, "r", 2),
}


def size_of_piece(reader: Reader, element: XML, context: Context) -> Size:
    """The box of a piece as it lies; it is drawn once to see it, without what is on top of it."""
    copy = bare(element)
    copy[:] = element.findall("entry")
    copy.set("width", f"{TRIED}")
    wide = side_of(element, "width")
    (group,) = reader.shape(copy, context, {})
    assert isinstance(group, Group)
    around = [transformed(group.matrix, *point) for point in points(group)]
    left, top = (min(values) for values in zip(*around, strict=True))
    right, bottom = (max(values) for values in zip(*around, strict=True))
    tried = Rect(left, top, right - left, bottom - top)
    scale = wide and wide / TRIED
    sides = (scale and scale * tried.width, scale and scale * tried.height)
    return Size(*sides, tried.height / tried.width, tried)


def size_of_text(reader: Reader, element: XML, context: Context) -> Size:
    """A text is as wide as its longest line, and breaks only where it says so."""
    words, setting = reader.words(element, context), reader.setting(element, context)
    lines = [line_width([*line]) for line in paragraphs(words)] if words else [0.0]
    return Size(max(lines) * setting.size, len(lines) * setting.size * setting.leading)


def read_weight(what: str, text: str) -> float:
    """Return a part of what is left, beside the parts of others."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if "_" in text or not LEAST_WEIGHT <= value <= MOST_WEIGHT:
        expected = f"a number from {LEAST_WEIGHT:g} to {MOST_WEIGHT:g}"
        raise MarkupError(f"{what}: found {quote(text)}, expected {expected}")
    return value


def number(what: str, text: str) -> int:
    """Return a whole number of columns or rows."""
    if not WHOLE.fullmatch(text) or int(text) < 1:
        raise MarkupError(f"{what}: found {quote(text)}, expected a whole number from 1 to 9999")
    return int(text)
