"""A layout, read: its children, their number, the columns and rows of a grid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from card_data.limits import DEEPEST_LAYOUTS
from card_data.problems import quote
from card_data.text import plural
from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Path
from printkit.errors import MarkupError
from printkit.faces.attributes import length, one_of
from printkit.faces.elements import DEFINITIONS, Context
from printkit.faces.layouts.cells import ALIGN, VALIGN, Cell, Reader, number, read_cell, read_weight
from printkit.faces.layouts.sharing import Slot, in_rows
from printkit.templating.xml import XML

MOST_SIDE = 100  # columns or rows of a grid


class GridTracks(NamedTuple):
    """A grid: its columns and rows by their weights, and where its children stand."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    slots: list[Slot]

    def even(self, axis: int) -> int:
        """How many columns (0) or rows (1) there are, if all are alike and each has children."""
        parts = (self.columns, self.rows)[axis]
        return len(parts) if len({*parts}) == 1 else 0


class Layout(NamedTuple):
    """A layout: its children, the gaps across and down, what it keeps free at its sides and at its
    top and foot."""

    kind: str
    cells: list[Cell]
    gaps: tuple[float, float]
    pads: tuple[float, float]
    align: str
    valign: str
    depth: int
    table: GridTracks | None = None

    def inside(self, box: Rect) -> Rect:
        """Return what its children share of its box."""
        (across, down), (x, y, width, height) = self.pads, box
        if min(width - 2 * across, height - 2 * down) < 0:
            size = f"{width:g} x {height:g} mm"
            raise MarkupError(f"pad: nothing is left inside of {size}")
        return Rect(x + across, y + down, width - 2 * across, height - 2 * down)


def read_layout(
    reader: Reader, element: XML, context: Context, clips: dict[str, Path],
    aligned: tuple[str, str] = (ALIGN[0], VALIGN[0]), depth: int = 0,
) -> Layout:  # fmt: skip
    """Return a layout in ``depth`` others, whose children are ``aligned`` unless they say
    otherwise; one with which something is wrong is left out."""
    kind = element.tag
    if depth == DEEPEST_LAYOUTS:
        raise MarkupError(f"more than {DEEPEST_LAYOUTS} layouts inside one another")
    align = one_of("align", element.get("align", aligned[0]), ALIGN)
    valign = one_of("valign", element.get("valign", aligned[1]), VALIGN)
    cells = []
    reader.check_strays(element)
    for child in element:
        try:
            if child.tag in DEFINITIONS:
                for _ in reader.shape(child, context, clips):
                    pass
            else:
                cells.append(read_cell(reader, child, context, kind, (align, valign)))
        except MarkupError as error:
            reader.keep(error, child)
    return Layout(
        kind,
        cells,
        pair(element, "gap"),
        pair(element, "pad", 0.0),
        align,
        valign,
        depth,
        read_tracks(element, cells) if kind == "grid" else None,
    )


def pair(layout: XML, name: str, least: float = -math.inf) -> tuple[float, float]:
    """Return a length, or one across and one down."""
    text = layout.get(name, "0")
    values = [length(part, name, least) for part in text.split()]
    if len(values) not in (1, 2):
        raise MarkupError(
            f"{name}: found {quote(text)}, expected a length, or one across, one down"
        )
    return values[0], values[-1]


def read_tracks(grid: XML, cells: Sequence[Cell]) -> GridTracks:
    """Return the columns and rows of a grid, and where its children stand."""
    columns = sides(grid, "columns")
    spans = [cell.span for cell in cells]
    if max(spans, default=1) > len(columns):
        found = f"found {max(spans)}, the grid has {plural(len(columns), 'column')}"
        raise MarkupError(f"span: {found}")
    slots = in_rows(spans, len(columns))
    needed = max((slot.row for slot in slots), default=0) + 1
    rows = sides(grid, "rows") if "rows" in grid.attrib else (1.0,) * needed
    if needed > len(rows):
        raise MarkupError(f"rows: found {len(rows)}, its children need {needed}")
    return GridTracks(columns, rows, slots)


def sides(grid: XML, name: str) -> tuple[float, ...]:
    """Return the weights of columns or rows: a number of equal ones, or a weight for each."""
    parts = grid.get(name, "").split()
    if not parts:
        raise MarkupError(f"{name} is missing: a number, or a weight for each, such as 2 1 1")
    weights = (1.0,) * number(name, parts[0]) if len(parts) == 1 else tuple(
        read_weight(name, part) for part in parts
    )  # fmt: skip
    if len(weights) > MOST_SIDE:
        raise MarkupError(f"{name}: found {len(weights)}, expected at most {MOST_SIDE}")
    return weights
