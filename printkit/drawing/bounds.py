"""How far shapes reach, and those of them that are seen through a window."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import msgspec

from printkit.drawing.shapes import (
    IDENTITY,
    Field,
    Group,
    Matrix,
    Path,
    Rect,
    Shape,
    Text,
    Use,
    multiply,
)

ASCENT, DESCENT = 0.75, 0.25  # em: of a line that can be clicked, and of what letters take
OWN_SIZE = 1.0  # the side of a symbol that says none, and is drawn as large as it is


def corners(shapes: Iterable[Shape], matrix: Matrix) -> Iterator[tuple[float, float]]:
    """Points that ``shapes`` lie between, as ``matrix`` takes them; of a group with a clip those
    of the clip. A symbol without a view box counts as 1 mm."""
    a, b, c, d, e, f = matrix
    for shape in shapes:
        if isinstance(shape, Group):
            inner = shape.shapes if shape.clip is None else (shape.clip,)
            yield from corners(inner, multiply(shape.matrix, matrix))
            continue
        for x, y in points(shape):
            yield a * x + c * y + e, b * x + d * y + f


def points(shape: Path | Text | Use | Field) -> list[tuple[float, float]]:
    """Corners of the box around a shape, or more points of it, in its own mm."""
    if isinstance(shape, Path):
        return [
            pair
            for _, values in shape.steps
            for pair in zip(values[::2], values[1::2], strict=True)
        ]
    if isinstance(shape, Text):
        left, right = shape.x, shape.x + shape.width
        top, bottom = shape.y - ASCENT * shape.size, shape.y + DESCENT * shape.size
    elif isinstance(shape, Use):
        left, right, top, bottom = shape.x, shape.x + shape.side, shape.y, shape.y + shape.side
    else:
        left, right = shape.x, shape.x + shape.width
        top, bottom = shape.y, shape.y + shape.height
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def seen(shapes: Iterable[Shape], window: Rect, matrix: Matrix = IDENTITY) -> Iterator[Shape]:
    """Those of ``shapes``, as ``matrix`` takes them, of which anything may be seen in ``window``.

    What reaches over its edge is kept whole: clip it.
    """
    for shape in shapes:
        if isinstance(shape, Group):
            inner = multiply(shape.matrix, matrix)
            if shape.clip is None or meets(shape.clip, window, inner):
                shapes_in = tuple(seen(shape.shapes, window, inner))
                if shapes_in:
                    yield msgspec.structs.replace(shape, shapes=shapes_in)
        elif meets(shape, window, matrix):
            yield shape


def meets(shape: Shape, window: Rect, matrix: Matrix) -> bool:
    """Whether the box around a shape lies in a window with any part."""
    if isinstance(shape, Use) and shape.side == OWN_SIZE:
        return True  # nobody knows how far it reaches
    found = list(corners((shape,), matrix))
    xs, ys = [x for x, _ in found] or [math.inf], [y for _, y in found] or [math.inf]
    across = min(xs) <= window.x + window.width and max(xs) >= window.x
    return across and min(ys) <= window.y + window.height and max(ys) >= window.y
