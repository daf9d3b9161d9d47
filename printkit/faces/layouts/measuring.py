"""Measures the natural width and height of the children of layouts, and what each gets.

A text is as high as its lines are at its width. Where that is too much for a column its texts are
set smaller, by levels: at level 1 each in the second of its sizes, and so on. What was measured
once is not measured again, so the work grows with the number of elements, however deep they lie.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from card_data.limits import FARTHEST
from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Path
from printkit.errors import MarkupError, TextError
from printkit.faces.attributes import SMALLEST
from printkit.faces.elements import LAYOUTS
from printkit.faces.layouts.cells import Cell, Reader
from printkit.faces.layouts.reading import Layout, read_layout
from printkit.faces.layouts.sharing import in_cells, shared
from printkit.templating.xml import XML
from printkit.typography.fitting import SLACK, Setting, TooLongError, Word, fit, sizes_of

# What wants a share of the room unless it says how large it is; others are as large as it allows.
GREEDY = frozenset(("textbox", "table", "image", "icon", "use", "piece", *LAYOUTS))


class Prose(NamedTuple):
    """The text of a box without a height, with the sizes that are tried."""

    words: list[Word]
    setting: Setting
    sizes: list[float]


class Measures:
    """The layouts inside one another, each read and measured once.

    ``wrong`` are the elements whose mistakes have been reported; they are not drawn. ``levels`` is
    the number of levels at which texts are set smaller and smaller.
    """

    def __init__(self, reader: Reader, clips: dict[str, Path]) -> None:
        self.reader, self.clips = reader, clips
        self.wrong: set[XML] = set()
        self.levels = 1
        self.layouts: dict[XML, Layout] = {}
        self.prose: dict[XML, Prose] = {}
        self.breadths: dict[XML, float | None] = {}
        self.heights: dict[tuple[XML, float, int], float | None] = {}

    def add_error(self, error: MarkupError, cell: Cell) -> None:
        """Report what is wrong with a child, once."""
        if cell.element not in self.wrong:
            self.wrong.add(cell.element)
            self.reader.keep(error, cell.element)

    def layout(self, cell: Cell, depth: int) -> Layout:
        """Return the layout that a child is, in ``depth`` others."""
        element = cell.element
        if element not in self.layouts:
            aligned = cell.align, cell.valign
            self.layouts[element] = read_layout(
                self.reader, element, cell.context, self.clips, aligned, depth
            )
        return self.layouts[element]

    def wide(self, cell: Cell, depth: int) -> float | None:
        """Return how wide a child is of itself; None if it takes what it gets."""
        element = cell.element
        if cell.size.width is not None or element.tag not in LAYOUTS:
            return cell.size.width
        if element not in self.breadths:
            self.breadths[element] = 0.0  # if something is wrong with it
            try:
                self.breadths[element] = self.breadth(self.layout(cell, depth + 1))
            except MarkupError as error:
                self.add_error(error, cell)
        return self.breadths[element]

    def breadth(self, layout: Layout) -> float | None:
        """Return how wide a layout is of itself."""
        sides = self.own_widths(layout)
        if layout.kind == "row":
            return total(sides, layout.gaps[0], layout.pads[0])
        columns = layout.table.even(0) if layout.table else 1
        return largest(layout, sides, columns, layout.gaps[0], layout.pads[0])

    def own_widths(self, layout: Layout) -> list[float | None]:
        """How wide the children of a layout are of themselves, None for those that want a share."""
        return [
            None if cell.weight and layout.kind == "row" else self.wide(cell, layout.depth)
            for cell in layout.cells
        ]

    def widths(self, layout: Layout, room: float) -> list[float]:
        """Return how wide the places of the children of a row are, which have so much room."""
        sides, gap = self.own_widths(layout), layout.gaps[0]
        over = needed(layout.cells, sides, gap) - room
        texts = [one for one, cell in enumerate(layout.cells) if cell.element.tag == "text"]
        if over > SLACK and texts:
            longest = max(texts, key=lambda one: sides[one] or 0.0)
            wide = sides[longest] or 0.0
            left = round(max(wide - over, 0), 2)
            message = f"does not fit: is {round(wide, 2):g} mm wide, there are {left:g} mm"
            self.add_error(TextError(message), layout.cells[longest])
            sides[longest] = wide - over
        return self.divided(layout, sides, room, gap, "width")

    def places_across(self, layout: Layout, room: float) -> list[float]:
        """Return how wide the places of the children of any layout are."""
        if layout.kind == "row":
            return self.widths(layout, room)
        if layout.table is None:
            return [room] * len(layout.cells)
        slots, columns, rows = layout.table.slots, layout.table.columns, layout.table.rows
        boxes = in_cells(slots, Rect(0, 0, room, 0), columns, rows, layout.gaps)
        return [box.width for box in boxes]

    def high(self, cell: Cell, width: float, level: int, depth: int) -> float | None:
        """Return how high a child is of itself in a place of a ``width``; None if that decides."""
        element = cell.element
        if cell.size.height is not None or element.tag not in ("textbox", *LAYOUTS):
            return cell.size.height
        if cell.size.width is not None:
            width = cell.size.width
        key = element, width, level
        if element in self.wrong:
            return 0.0
        if key not in self.heights:
            self.heights[key] = 0.0
            try:
                if element.tag == "textbox":
                    self.heights[key] = self.height_of_text(cell, width, level)
                else:
                    self.heights[key] = self.height(self.layout(cell, depth + 1), width, level)
            except MarkupError as error:
                self.add_error(error, cell)
        return self.heights[key]

    def height(self, layout: Layout, width: float, level: int) -> float | None:
        """Return how high a layout is of itself in its ``width``."""
        places = self.places_across(layout, width - 2 * layout.pads[0])
        sides = self.own_heights(layout, places, level)
        if layout.kind == "column":
            return total(sides, layout.gaps[1], layout.pads[1])
        rows = layout.table.even(1) if layout.table else 1
        return largest(layout, sides, rows, layout.gaps[1], layout.pads[1])

    def own_heights(
        self, layout: Layout, places: Sequence[float], level: int
    ) -> list[float | None]:
        """How high the children of a layout are of themselves, None for those that want a share."""
        return [
            None
            if cell.weight and layout.kind == "column"
            else self.high(cell, width, level, layout.depth)
            for cell, width in zip(layout.cells, places, strict=True)
        ]

    def height_of_text(self, cell: Cell, width: float, level: int) -> float:
        """How high a text is at a level; where it is too wide, as it would be at its smallest."""
        element = cell.element
        if element not in self.prose:
            words = self.reader.words(element, cell.context)
            setting = self.reader.setting(element, cell.context)
            self.prose[element] = Prose(words, setting, sizes_of(setting))
            self.levels = max(self.levels, len(self.prose[element].sizes))
        words, setting, sizes = self.prose[element]
        if not words:
            return 0.0
        size = sizes[min(level, len(sizes) - 1)]
        try:
            size, lines = fit(
                words, Rect(0, 0, width, FARTHEST), structs.replace(setting, size=size),
            )  # fmt: skip
        except TooLongError as error:
            return error.needed * sizes[-1] * setting.leading
        return len(lines) * size * setting.leading

    def places_down(self, layout: Layout, room: float, width: float) -> list[float]:
        """Return how high the places of the children of a column are; its texts give way first."""
        places, gap = [width] * len(layout.cells), layout.gaps[1]

        def over(level: int) -> float:
            sides = self.own_heights(layout, places, level)
            return needed(layout.cells, sides, gap) - room

        level = 0
        if over(0) > SLACK:
            levels = range(self.levels)
            level = min(
                bisect_left(levels, True, key=lambda level: over(level) <= SLACK), levels[-1]
            )
        sides, short = self.own_heights(layout, places, level), over(level)
        if short <= SLACK:
            return self.divided(layout, sides, room, gap, "height")
        for one in sorted(range(len(sides)), key=lambda one: -(sides[one] or 0.0)):
            if gives_way(layout.cells[one]) and short > 0:
                cut = min(sides[one] or 0.0, short)
                sides[one], short = (sides[one] or 0.0) - cut, short - cut
        return self.divided(layout, sides, room, gap, "height", told=True)

    def divided(
        self, layout: Layout, sides: Sequence[float | None], room: float, gap: float, side: str,
        *, told: bool = False,
    ) -> list[float]:  # fmt: skip
        """Return the places of children along a row or a column: those that want a share divide
        what is left. ``told``: it is reported elsewhere if nothing is left."""
        cells = layout.cells
        asking = [cell for cell, own in zip(cells, sides, strict=True) if own is None]
        total = needed(cells, sides, gap)
        if total > room + SLACK:
            come = f"the {side}s of its children and the gaps come to {round(total, 2):g} mm"
            raise MarkupError(f"{come}, there are {round(max(room, 0), 2):g} mm")
        least = [cell.least for cell in asking]
        left = room - total + sum(least)
        parts = shared(left, [cell.weight or 1.0 for cell in asking], least) if asking else []
        for cell, part in zip(asking, parts, strict=True):
            if part < SMALLEST and not told:
                advice = f'; with min-{side}="20" texts give way to it' if side == "height" else ""
                self.add_error(MarkupError(f"no {side} is left for it{advice}"), cell)
        given = iter(parts)
        return [next(given) if own is None else own for own in sides]


def gives_way(cell: Cell) -> bool:
    """Whether it is as high as its texts need."""
    tag = cell.element.tag
    has_text = tag == "textbox" or (tag in LAYOUTS and cell.element.find(".//textbox") is not None)
    return has_text and cell.size.height is None


def needed(cells: Sequence[Cell], sides: Sequence[float | None], gap: float) -> float:
    """Return what children take along a row or a column at least."""
    least = (cell.least if own is None else own for cell, own in zip(cells, sides, strict=True))
    return sum(least) + gap * max(len(cells) - 1, 0)


def total(sides: Sequence[float | None], gap: float, pad: float) -> float | None:
    """Return the length of what stands one after another; None if some of it wants a share."""
    known = [side for side in sides if side is not None]
    if len(known) < len(sides):
        return None
    return sum(known) + gap * max(len(known) - 1, 0) + 2 * pad


def largest(
    layout: Layout, sides: Sequence[float | None], times: int, gap: float, pad: float
) -> float | None:
    """Return the length of what stands side by side, in ``times`` such places; None if some of it
    wants a share, or nothing says how long it is."""
    known = [side for side in sides if side is not None]
    wanted = any(
        side is None and cell.element.tag in GREEDY
        for cell, side in zip(layout.cells, sides, strict=True)
    )
    if wanted or not known or not times:
        return None
    return times * max(known) + gap * (times - 1) + 2 * pad
