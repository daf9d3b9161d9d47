"""Matrices, boxes and the outlines of plain figures; lengths are mm, y downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, NamedTuple

from msgspec import Meta

# A number of a drawing: no coordinate comes near the bounds, not even those far outside the view
# box of an SVG file, and nothing infinite or undefined is within them.
Number = Annotated[float, Meta(ge=-1e30, le=1e30)]
Matrix = tuple[Number, Number, Number, Number, Number, Number]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
# A step of a path: its letter (M, L, C or Z) and its points' coordinates in mm.
Step = tuple[str, tuple[Number, ...]]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
KAPPA = 0.5522847498  # the distance of a control point at which a cubic is a quarter circle


class Rect(NamedTuple):
    """A rectangle: its top left corner and its size, in mm."""

    x: float
    y: float
    width: float
    height: float


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that applies ``first``, then ``then`` (PDF's and SVG's row order)."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the inverse of a matrix; None if it is singular."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) <= 1e-12 * (abs(a * d) + abs(b * c)):
        return None
    p, q, r, s = d / area, -b / area, -c / area, a / area
    return p, q, r, s, -(e * p + f * r), -(e * q + f * s)


def transformed(matrix: Matrix, x: float, y: float) -> Point:
    """Return a point transformed by a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def box_around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def corners_of(box: Box) -> list[Point]:
    """Return the corners of a box, clockwise from its top left."""
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def box_under(matrix: Matrix, box: Box) -> Box:
    """Return the axis-parallel box around a box transformed by a matrix."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    xs, ys = sorted((a * left, a * right)), sorted((b * left, b * right))
    us, vs = sorted((c * top, c * bottom)), sorted((d * top, d * bottom))
    return xs[0] + us[0] + e, ys[0] + vs[0] + f, xs[1] + us[1] + e, ys[1] + vs[1] + f


def scale_of(matrix: Matrix) -> float:
    """Return how much longer a matrix makes lines, on average."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


def rectangle_steps(
    x: float, y: float, width: float, height: float, rx: float, ry: float
) -> tuple[Step, ...]:
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        corners = ((x, y), (right, y), (right, bottom), (x, bottom))
        return (("M", corners[0]), *(("L", corner) for corner in corners[1:]), ("Z", ()))
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("M", (x + rx, y)),
        ("L", (right - rx, y)),
        ("C", (right - kx, y, right, y + ky, right, y + ry)),
        ("L", (right, bottom - ry)),
        ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
        ("L", (x + rx, bottom)),
        ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
        ("L", (x, y + ry)),
        ("C", (x, y + ky, x + kx, y, x + rx, y)),
        ("Z", ()),
    )


def ellipse_steps(cx: float, cy: float, rx: float, ry: float) -> tuple[Step, ...]:
    return rectangle_steps(cx - rx, cy - ry, 2 * rx, 2 * ry, rx, ry)


def hexagon_steps(
    x: float, y: float, width: float, height: float, reach: float = 0.0
) -> tuple[Step, ...]:
    """Return a hexagon that fills a box, with a flat top if that is wider than high, else with a
    point on top; or the outline ``reach`` mm outside it, without the tips that would leave the box
    as far outside."""
    long, short = max(width, height) / 2, min(width, height) / 2
    slant = math.hypot(short, long / 2)
    tip = reach * (slant - short) / (long / 2)  # half the edge that cuts off a corner
    end = long / 2 + reach * (slant - long / 2) / short  # of the edge along the box
    half = [(long + reach, tip), (long + reach, -tip)] if reach else [(long, 0.0)]
    half += [(end, -short - reach), (-end, -short - reach)]
    around = [*half, *((-along, -aside) for along, aside in half)]
    # clockwise, as all outlines are
    around = [(aside, along) for along, aside in around] if width < height else around[::-1]
    middle = x + width / 2, y + height / 2
    first, *others = [(middle[0] + across, middle[1] + down) for across, down in around]
    return (("M", first), *(("L", corner) for corner in others), ("Z", ()))
