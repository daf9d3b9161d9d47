"""Fine lines made fit for a press, which cannot print them in several inks that are never exactly
in register, nor leave them white in a coloured area, into which ink spreads."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from printkit.drawing.geometry import scale_of
from printkit.drawing.rewriting import in_colour
from printkit.drawing.shapes import BLACK, CURRENT, Face, Group, Path, Shape, Style, Symbol, Use
from printkit.painting.cmyk import SOLID_BLACK, Inks, separated

# mm: the least width of lines
IN_ONE_INK = 0.09  # a quarter of a point
IN_SEVERAL = 0.18  # half a point
REVERSED = 0.25
PALE = 40.0  # % of ink: a line with less is lighter than most of what it may lie on
THIN = 0.5  # mm: a thinner line is coloured like type, in black alone if it is dark
Shapes = tuple[Shape, ...]


def least_width(inks: Inks) -> float:
    """Return the least width in mm of a line in such inks.

    >>> least_width(Inks(0, 0, 0, 1)), least_width(Inks(1, 1, 0, 0)), least_width(Inks(0, 0, 0, 0))
    (0.09, 0.18, 0.25)
    """
    if inks.coverage < PALE:
        return REVERSED
    return IN_SEVERAL if sum(ink > 0 for ink in inks) > 1 else IN_ONE_INK


class FineLines:
    """Widens and recolours the lines of faces with these ``symbols``, for a total ink limit of
    ``most`` %. What has none that must change stays the same object."""

    def __init__(self, symbols: Mapping[str, Symbol], most: float) -> None:
        self.symbols, self.most = symbols, most
        self.done: dict[tuple[int, float], tuple[Shapes, Shapes]] = {}
        self.used: dict[tuple[str, str], Shapes] = {}

    def face(self, face: Face) -> Face:
        return msgspec.structs.replace(face, shapes=self.shapes(face.shapes, 1.0))

    def shapes(self, shapes: Shapes, scale: float) -> Shapes:
        """Shapes that are drawn ``scale`` times as large."""
        key = id(shapes), round(scale, 6)
        if key not in self.done:
            made = tuple(self.shape(shape, scale) for shape in shapes)
            same = all(one is other for one, other in zip(shapes, made, strict=True))
            self.done[key] = shapes, shapes if same else made  # the first keeps its id its own
        return self.done[key][1]

    def shape(self, shape: Shape, scale: float) -> Shape:
        if isinstance(shape, Path):
            style = self.style(shape.style, scale)
            return shape if style is shape.style else Path(shape.steps, style)
        if isinstance(shape, Group):
            inner = self.shapes(shape.shapes, scale * scale_of(shape.matrix))
            return shape if inner is shape.shapes else msgspec.structs.replace(shape, shapes=inner)
        if isinstance(shape, Use):
            return self.use(shape, scale)
        return shape

    def use(self, use: Use, scale: float) -> Shape:
        """Return the use of a symbol, or a drawing in its place."""
        symbol = self.symbols[use.symbol]
        key = use.symbol, use.colour
        if key not in self.used:
            self.used[key] = in_colour(symbol.shapes, use.colour)
        plain, placing = self.used[key], use.placing(symbol)
        drawn = self.shapes(plain, scale * scale_of(placing))
        return use if drawn is plain else Group(drawn, placing)

    def style(self, style: Style, scale: float) -> Style:
        if not style.stroke:
            return style
        width = style.width * scale
        stroke = BLACK if style.stroke == CURRENT else style.stroke
        if width <= THIN and separated(stroke, self.most, words=True) == SOLID_BLACK:
            stroke = BLACK
        wider = max(width, least_width(separated(stroke, self.most)))
        if wider == width and stroke == style.stroke:
            return style
        return msgspec.structs.replace(style, stroke=stroke, width=wider / scale)
