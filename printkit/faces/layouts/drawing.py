"""Layouts drawn: each child in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Group, Path, Shape
from printkit.errors import MarkupError, TextError
from printkit.faces.attributes import mm
from printkit.faces.elements import LAYOUTS, Context, inherit
from printkit.faces.layouts.cells import Cell, Reader, bare
from printkit.faces.layouts.measuring import Measures
from printkit.faces.layouts.reading import GridTracks, Layout, read_layout
from printkit.faces.layouts.sharing import in_cells, starts
from printkit.templating.xml import XML
from printkit.typography.fitting import SLACK

# How much of the room to spare lies before a child.
ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0, "justify": 0.0}
DOWN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


def draw_layout(
    reader: Reader, element: XML, context: Context, clips: dict[str, Path]
) -> Iterator[Shape]:
    """Yield the shapes of a layout that stands in no other."""
    layout = read_layout(reader, element, inherit(element, context), clips)
    yield from LayoutDrawer(reader, clips).layout(layout, box_of(reader, element))


def box_of(reader: Reader, element: XML) -> Rect:
    """The box of a layout that stands in no other; outside of groups it fills what there is."""
    area = reader.area
    if area is None or reader.nesting.depth:
        x, y = mm(element, "x", 0), mm(element, "y", 0)
        return Rect(x, y, mm(element, "width"), mm(element, "height"))
    x, y = mm(element, "x", area.x), mm(element, "y", area.y)
    width = mm(element, "width", max(area.x + area.width - x, 0))
    return Rect(x, y, width, mm(element, "height", max(area.y + area.height - y, 0)))


class LayoutDrawer:
    """Draws layouts, and what is in them."""

    def __init__(self, reader: Reader, clips: dict[str, Path]) -> None:
        self.reader, self.clips = reader, clips
        self.measures = Measures(reader, clips)

    def layout(self, layout: Layout, box: Rect) -> Iterator[Shape]:
        """Yield the shapes of a layout in its box."""
        places = self.places(layout, layout.inside(box))
        for cell, place in zip(layout.cells, places, strict=True):
            if cell.element in self.measures.wrong:
                continue
            try:
                yield from self.cell(cell, lying(cell, place), layout.depth)
            except MarkupError as error:
                self.measures.add_error(error, cell)

    def places(self, layout: Layout, box: Rect) -> list[Rect]:
        """Return the places of its children in what a layout has for them."""
        x, y, width, height = box
        across, down = layout.gaps
        if layout.kind == "row":
            widths = self.measures.widths(layout, width)
            x += before(ACROSS[layout.align], width, widths, across)
            lefts = starts(widths, across, x)
            return [Rect(left, y, wide, height) for left, wide in zip(lefts, widths, strict=True)]
        if layout.kind == "column":
            heights = self.measures.places_down(layout, height, width)
            y += before(DOWN[layout.valign], height, heights, down)
            tops = starts(heights, down, y)
            return [Rect(x, top, width, high) for top, high in zip(tops, heights, strict=True)]
        if layout.table is None:
            return [box] * len(layout.cells)
        return places_in(layout.table, layout, box)

    def cell(self, cell: Cell, box: Rect, depth: int) -> Iterator[Shape]:
        """Yield the shapes of a child in its box."""
        if cell.element.tag in LAYOUTS:
            yield from self.layout(self.measures.layout(cell, depth + 1), box)
        elif cell.is_free:
            matrix = (1.0, 0.0, 0.0, 1.0, box.x, box.y)
            outer, self.reader.nesting = self.reader.nesting, self.reader.nesting.inside(matrix)
            try:
                shapes = tuple(self.reader.drawn(bare(cell.element), cell.context, self.clips))
            finally:
                self.reader.nesting = outer
            yield Group(shapes, matrix)
        else:
            yield from self.reader.drawn(cell.placed(box), cell.context, self.clips)


def places_in(table: GridTracks, layout: Layout, box: Rect) -> list[Rect]:
    """Return the places of the children of a grid."""
    places = in_cells(table.slots, box, table.columns, table.rows, layout.gaps)
    if min((min(place.width, place.height) for place in places), default=1) <= 0:
        raise MarkupError(f"nothing is left between its gaps of {box.width:g} x {box.height:g} mm")
    return places


def before(share: float, room: float, lengths: list[float], gap: float) -> float:
    """Return the ``share`` of the room that children leave over which lies before them."""
    spare = room - sum(lengths) - gap * (len(lengths) - 1)
    return share * max(spare, 0.0)


def lying(cell: Cell, place: Rect) -> Rect:
    """Return the box of a child in its place: all of that, or as large as it is of itself."""
    x, y, across, down = place
    width, height, ratio, _ = cell.size
    if ratio and width is None:
        width = min(across, down / ratio)
        height = width * ratio
    width, height = across if width is None else width, down if height is None else height
    sides: tuple[tuple[Literal["wide", "high"], float, float], ...] = (
        ("wide", width, across), ("high", height, down),
    )  # fmt: skip
    for side, own, room in sides:
        if own > room + SLACK:
            kind = TextError if cell.element.tag == "text" else MarkupError
            message = f"is {round(own, 2):g} mm {side}, its place {round(room, 2):g} mm"
            raise kind(message, short=side)
    spare = across - width, down - height
    return Rect(x + ACROSS[cell.align] * spare[0], y + DOWN[cell.valign] * spare[1], width, height)
