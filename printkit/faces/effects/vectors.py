"""Pictures that are SVG files: shapes in colours of their own."""

from __future__ import annotations

from printkit.art.extents import to_scale
from printkit.art.svg.reader import read_art
from printkit.drawing.geometry import Matrix, rectangle_steps
from printkit.drawing.rewriting import rewritten
from printkit.drawing.shapes import BLACK, Group, Path, Shape, Symbol, Text, coloured
from printkit.errors import MarkupError, SourceLocation
from printkit.faces.symbols import weighed
from printkit.pictures.files import split_element
from printkit.typography.fonts import Fonts


def read_vector(
    name: str, raw: bytes, place: SourceLocation, fonts: Fonts
) -> tuple[Symbol, float, float]:
    """Return a picture made of shapes, in its view box or, of one element of it, the box around
    that, and how wide and high this is in units of the file; its words are paths. Raise
    `MarkupError`."""
    shapes, width, height = read_art(raw, place, fonts, split_element(name)[1])
    glyphs = None

    def change(shape: Shape, _: Matrix) -> Shape:
        nonlocal glyphs
        if not isinstance(shape, Text):
            return coloured(shape, BLACK)
        if glyphs is None:
            from printkit.art.glyphs import Glyphs  # which few pictures need

            glyphs = Glyphs()
        return coloured(glyphs.drawn(shape, fonts), BLACK)

    box = Path(rectangle_steps(0, 0, width, height, 0, 0))
    drawn = (Group(rewritten(shapes, change), clip=box),)
    whole, scale = to_scale(drawn, max(width, height), place)
    try:
        symbol = weighed(Symbol(name, whole, scale * width, height=scale * height), {})
        return symbol, width, height
    except MarkupError as error:
        raise MarkupError(str(error), place=place) from None
