"""Where shapes lie: the boxes around them, their outlines as groups place them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from printkit.drawing.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Step,
    box_around,
    inverse,
    multiply,
    scale_of,
    transformed,
)
from printkit.drawing.shapes import Group, Path, Shade, Shape, Text

LEAST = 1e-9  # units: a side below which a drawing is too small to be brought to another size


def outlines(shapes: Iterable[Shape], matrix: Matrix) -> Iterable[Path | None]:
    """Yield the outlines of shapes as they lie in groups; None for what is no outline."""
    for shape in shapes:
        if isinstance(shape, Path):
            yield Path(moved(shape.steps, matrix), shape.style)
        elif isinstance(shape, Group) and shape.clip is None and not shape.mask:
            yield from outlines(shape.shapes, multiply(shape.matrix, matrix))
        else:
            yield None


def moved(steps: tuple[Step, ...], matrix: Matrix) -> tuple[Step, ...]:
    """Return a path transformed by a matrix."""
    if matrix == IDENTITY:
        return steps
    return tuple(
        (letter, tuple(side for x, y in zip(values[::2], values[1::2], strict=True)
                       for side in transformed(matrix, x, y)))
        for letter, values in steps
    )  # fmt: skip


def handy(side: float) -> float:
    """Return the power of ten that brings the longer side of a drawing to 10 to 1000 units, as
    which painters write coordinates well."""
    return 1.0 if 10 <= side <= 1000 else 10.0 ** (2 - math.floor(math.log10(max(side, LEAST))))


def resized(
    shapes: Iterable[Shape], scale: float, dx: float = 0.0, dy: float = 0.0
) -> tuple[Shape, ...]:
    """Return paths and what fills them ``scale`` times as large, and then moved. Groups turn, skew
    and mirror them, but do not move them or make them larger, so that all that is seen has
    coordinates of a size."""
    to: Matrix = (scale, 0.0, 0.0, scale, dx, dy)

    def change(shape: Shape) -> Shape:
        if isinstance(shape, Path):
            style = shape.style
            dash = tuple(scale * length for length in style.dash)
            width, offset = scale * style.width, scale * style.dash_offset
            style = msgspec.structs.replace(style, width=width, dash=dash, dash_offset=offset)
            return Path(moved(shape.steps, to), style)
        if isinstance(shape, Group):
            own = scale_of(shape.matrix) or 1.0
            a, b, c, d = (side / own for side in shape.matrix[:4])
            x, y = transformed(to, *shape.matrix[4:])
            back = inverse((a, b, c, d, 0.0, 0.0))
            left = (x, y) if back is None else (0.0, 0.0)
            within = (scale * own, *(transformed(back, x, y) if back else (0.0, 0.0)))
            clip = resized((shape.clip,), *within)[0] if shape.clip else None
            return msgspec.structs.replace(
                shape,
                shapes=resized(shape.shapes, *within),
                matrix=(a, b, c, d, *left),
                clip=clip if isinstance(clip, Path) else None,
                mask=resized(shape.mask, *within),
            )
        if isinstance(shape, Shade):
            x, y = transformed(to, shape.x, shape.y)
            wide, high, matrix = (
                scale * shape.width,
                scale * shape.height,
                multiply(shape.matrix, to),
            )
            return Shade(x, y, wide, high, shape.ends, shape.stops, matrix)
        return shape

    return tuple(map(change, shapes))


def box_of(
    shapes: Iterable[Shape], matrix: Matrix = IDENTITY, *, lines: bool = False
) -> Box | None:
    """Return the box around the areas of shapes, and their ``lines`` if these count; of what is
    clipped that of the clip. None if there are none."""
    points: list[tuple[float, float]] = []
    for shape in shapes:
        steps: tuple[Step, ...] = ()
        if isinstance(shape, Path):
            steps = shape.steps
        elif isinstance(shape, Group):
            inner = multiply(shape.matrix, matrix)
            filled = shape.clip is not None and all(
                isinstance(one, Shade | Group) for one in shape.shapes
            )
            if shape.clip is not None and filled:
                steps, matrix_of = shape.clip.steps, inner
                if any(values for _, values in steps):
                    points += pairs(exact_box(moved(steps, matrix_of)))
                continue
            if (box := box_of(shape.shapes, inner, lines=lines)) is not None:
                points += pairs(box)
            continue
        elif isinstance(shape, Text):
            top, bottom = shape.y - 0.75 * shape.size, shape.y + 0.25 * shape.size
            corners = ((shape.x, top), (shape.x + shape.width, bottom))
            points += [transformed(matrix, *corner) for corner in corners]
            continue
        if any(values for _, values in steps):
            left, top, right, bottom = exact_box(moved(steps, matrix))
            half = 0.0
            if lines and isinstance(shape, Path) and shape.style.stroke:
                half = shape.style.width * scale_of(matrix) / 2
            points += [(left - half, top - half), (right + half, bottom + half)]
    return box_around(points) if points else None


def pairs(box: Box) -> list[tuple[float, float]]:
    """Two opposite corners of a box."""
    return [box[:2], box[2:]]


def exact_box(steps: Sequence[Step]) -> Box:
    """Return the box around a path, with the true extremes of its curves."""
    points: list[tuple[float, float]] = []
    at = (0.0, 0.0)
    for letter, values in steps:
        if letter == "C":
            for axis in (0, 1):
                for t in turning_points(at[axis], *values[axis::2]):
                    points.append(on_curve(t, at, values))
        if values:
            at = values[-2], values[-1]
            points.append(at)
    return box_around(points)


def turning_points(p: float, q: float, r: float, s: float) -> Iterator[float]:
    """Yield where a cubic turns back in one coordinate, between 0 and 1."""
    a, b, c = s - p + 3 * (q - r), 2 * (p - 2 * q + r), q - p
    roots: list[float] = []
    if abs(a) < 1e-12:
        roots = [-c / b] if b else []
    elif (square := b * b - 4 * a * c) >= 0:
        roots = [(-b + sign * math.sqrt(square)) / (2 * a) for sign in (-1, 1)]
    return (root for root in roots if 0 < root < 1)


def on_curve(t: float, at: tuple[float, float], values: Sequence[float]) -> tuple[float, float]:
    u = 1 - t
    shares = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    xs, ys = (at[0], *values[::2]), (at[1], *values[1::2])
    x, y = (sum(share * one for share, one in zip(shares, side, strict=True)) for side in (xs, ys))
    return x, y
