"""Where shapes lie: the boxes around them, their outlines as groups place them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from card_data.limits import FARTHEST_IN_ART
from printkit.drawing.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Step,
    box_around,
    box_under,
    inverse,
    multiply,
    scale_of,
    transformed,
)
from printkit.drawing.shapes import Group, Path, Shade, Shape, Text
from printkit.errors import MarkupError, SourceLocation

LEAST = 1e-7  # units: a side below which a drawing cannot be brought to a larger one


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
    a, b, c, d, e, f = matrix  # written out, as a drawing has thousands of points
    return tuple([
        (letter, tuple([side for x, y in zip(values[::2], values[1::2], strict=True)
                        for side in (a * x + c * y + e, b * x + d * y + f)]))
        for letter, values in steps
    ])  # fmt: skip


def to_scale(
    shapes: Iterable[Shape], side: float, place: SourceLocation
) -> tuple[tuple[Shape, ...], float]:
    """Return a drawing whose longer side has 10 to 1000 units, as which painters write coordinates
    well, and the power of ten by which it is larger; raise `MarkupError` for one that cannot be
    brought to that."""
    power = 0 if 10 <= side <= 1000 else 2 - math.floor(math.log10(max(side, LEAST)))
    scale = 10.0**power
    try:
        return resized(shapes, (scale, 0.0, 0.0, scale, 0.0, 0.0)), scale
    except MarkupError as error:
        raise MarkupError(str(error), place=place) from None


def check_reach(values: Iterable[float]) -> None:
    if not all(abs(value) <= FARTHEST_IN_ART**2 for value in values):
        raise MarkupError("transforms make it too large: leave out what is outside the view box")


def resized(shapes: Iterable[Shape], to: Matrix) -> tuple[Shape, ...]:
    """Return paths and what fills them as a matrix makes them that enlarges and moves, no more.
    Groups turn, skew and mirror them, but do not move them or make them larger, so that what is
    seen has coordinates that are neither large nor small."""
    scale = to[0]
    check_reach((scale * FARTHEST_IN_ART, *to))

    def change(shape: Shape) -> Shape:
        if isinstance(shape, Path):
            return resized_path(shape, to)
        if isinstance(shape, Group):
            own = scale_of(shape.matrix) or 1.0
            a, b, c, d = (side / own for side in shape.matrix[:4])
            e, f = transformed(to, *shape.matrix[4:])
            left = x, y = 0.0, 0.0
            if (back := inverse((a, b, c, d, 0.0, 0.0))) is None:
                left = e, f
            else:
                x, y = transformed(back, e, f)
            inner: Matrix = (scale * own, 0.0, 0.0, scale * own, x, y)
            return msgspec.structs.replace(
                shape,
                shapes=resized(shape.shapes, inner),
                matrix=(a, b, c, d, *left),
                clip=shape.clip and resized_path(shape.clip, inner),
                mask=resized(shape.mask, inner),
            )
        if isinstance(shape, Shade):
            x, y = transformed(to, shape.x, shape.y)
            width, height = scale * shape.width, scale * shape.height
            matrix = multiply(shape.matrix, to)
            check_reach(matrix)
            return Shade(x, y, width, height, shape.ends, shape.stops, matrix)
        return shape

    return tuple(map(change, shapes))


def resized_path(path: Path, to: Matrix) -> Path:
    """Return a path and its line as large as a matrix makes them that turns nothing."""
    style, scale = path.style, to[0]
    dash = tuple(scale * length for length in style.dash)
    width, offset = scale * style.width, scale * style.dash_offset
    style = msgspec.structs.replace(style, width=width, dash=dash, dash_offset=offset)
    return Path(moved(path.steps, to), style)


def box_of(
    shapes: Iterable[Shape], matrix: Matrix = IDENTITY, *, lines: bool = False
) -> Box | None:
    """Return the box around the areas of shapes, and their ``lines`` if these count; of what is
    clipped that of the clip. None if there are none."""
    found = [box for one in shapes if (box := box_of_one(one, matrix, lines)) is not None]
    return box_around([corner for box in found for corner in (box[:2], box[2:])]) if found else None


def box_of_one(shape: Shape, matrix: Matrix, lines: bool) -> Box | None:
    if isinstance(shape, Group):
        inner = multiply(shape.matrix, matrix)
        filled = all(isinstance(one, Shade | Group) for one in shape.shapes)
        if shape.clip is None or not filled:
            return box_of(shape.shapes, inner, lines=lines)
        shape, matrix = shape.clip, inner
    if isinstance(shape, Text):
        top, bottom = shape.y - 0.75 * shape.size, shape.y + 0.25 * shape.size
        return box_under(matrix, (shape.x, top, shape.x + shape.width, bottom))
    if not isinstance(shape, Path) or not any(values for _, values in shape.steps):
        return None
    left, top, right, bottom = exact_box(moved(shape.steps, matrix))
    half = shape.style.width * scale_of(matrix) / 2 if lines and shape.style.stroke else 0.0
    return left - half, top - half, right + half, bottom + half


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
