"""How far shapes reach, and which of them are visible through a window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from printkit.drawing.areas import flattened
from printkit.drawing.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Point,
    box_around,
    corners_of,
    scale_of,
    transformed,
)
from printkit.drawing.rewriting import rewritten
from printkit.drawing.shapes import Field, Group, Image, Path, Shade, Shape, Symbol, Text, Use
from printkit.drawing.traversal import traverse

ASCENT, DESCENT = 0.75, 0.25  # em: of a line that can be clicked, and of what letters take
OWN_SIZE = 1.0  # the side of a symbol without a view box, which is drawn at its own size


def corners(shapes: Iterable[Shape], matrix: Matrix) -> Iterator[Point]:
    """Points that bound ``shapes``, transformed by ``matrix``; of a group with a clip those of the
    clip. A symbol without a view box counts as 1 mm."""
    for visit in traverse(shapes, matrix, into=lambda group: group.clip is None):
        for point in points(visit.shape):
            yield transformed(visit.matrix, *point)


def points(shape: Shape) -> list[Point]:
    """Points that bound a shape, such as the corners of its box, in its own mm; of a group those of
    its clip."""
    if isinstance(shape, Path):
        return [
            pair
            for _, values in shape.steps
            for pair in zip(values[::2], values[1::2], strict=True)
        ]
    if isinstance(shape, Group):
        return [] if shape.clip is None else points(shape.clip)
    if isinstance(shape, Text):
        left, right = shape.x, shape.x + shape.width
        top, bottom = shape.y - ASCENT * shape.size, shape.y + DESCENT * shape.size
    elif isinstance(shape, Use):
        left, right = shape.x, shape.x + shape.side
        top, bottom = shape.y, shape.y + (shape.height or shape.side)
    elif isinstance(shape, Image | Shade | Field):
        left, right = shape.x, shape.x + shape.width
        top, bottom = shape.y, shape.y + shape.height
    else:
        assert_never(shape)
    return corners_of((left, top, right, bottom))


def reach(symbol: Symbol) -> tuple[float, float]:
    """From where to where the drawing of a symbol reaches, left to right, in parts of its view box;
    all of it if it has none or draws nothing."""
    reached = [
        side
        for visit in traverse(symbol.shapes, IDENTITY)
        for left, _, right, _ in drawn(visit.shape, visit.matrix)
        for side in (left, right)
    ]
    if not symbol.size or not reached:
        return 0.0, 1.0
    return max(min(reached) / symbol.size, 0.0), min(max(reached) / symbol.size, 1.0)


def drawn(shape: Shape, matrix: Matrix) -> Iterator[Box]:
    """The boxes around the parts of a shape, its line included; those of its curves are exact."""
    if isinstance(shape, Path):
        line = shape.style.width * scale_of(matrix) / 2 if shape.style.stroke else 0.0
        for ring, _ in flattened(shape.steps, matrix):
            left, top, right, bottom = box_around(ring)
            yield left - line, top - line, right + line, bottom + line
    elif isinstance(shape, Use | Image):
        yield box_around(transformed(matrix, *point) for point in points(shape))


def visible_shapes(shapes: Iterable[Shape], window: Box) -> tuple[Shape, ...]:
    """Return those of ``shapes`` that may be visible in ``window``.

    What crosses its edge is kept whole: clip it.
    """

    def kept(shape: Shape, matrix: Matrix) -> Shape | None:
        return shape if meets(shape, window, matrix) else None

    return rewritten(shapes, kept)


def meets(shape: Shape, window: Box, matrix: Matrix) -> bool:
    """Whether the box around a shape overlaps a window; a group without a clip does unless it is
    empty."""
    if isinstance(shape, Group) and (shape.clip is None or not shape.shapes):
        return bool(shape.shapes)
    if isinstance(shape, Use) and shape.side == OWN_SIZE:
        return True  # how far it reaches is not known
    reached = [transformed(matrix, *point) for point in points(shape)]
    if not reached:
        return False
    left, top, right, bottom = box_around(reached)
    return left <= window[2] and right >= window[0] and top <= window[3] and bottom >= window[1]
