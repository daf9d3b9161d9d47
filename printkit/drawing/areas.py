"""Areas of the plane, as rings of points: what they contain, and which parts of lines lie inside.

Lengths are mm. An area is scanned along parallel lines, which gives the spans of each inside it;
spans are sorted, and can be intersected with those of other areas.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from printkit.drawing.geometry import Box, Matrix, Point, Step, box_around, transformed

Ring = list[Point]
Span = tuple[float, float]
Rows = dict[int, list[Span]]  # the spans on each of the parallel lines, by the line's number
FEWEST, MOST = 3, 24  # chords that approximate a curve


def flattened(steps: Sequence[Step], matrix: Matrix) -> list[tuple[Ring, bool]]:
    """Return each subpath of a path as points, curves as chords, and whether it is closed."""
    subpaths: list[tuple[Ring, bool]] = []
    ring: Ring = []
    for letter, values in steps:
        if letter == "Z":
            if ring:
                subpaths.append((ring, True))
                ring = ring[:1]  # a path may continue from where it was closed
            continue
        points = [transformed(matrix, x, y) for x, y in zip(values[::2], values[1::2], strict=True)]
        if letter == "M":
            if len(ring) > 1:
                subpaths.append((ring, False))
            ring = points
        elif letter == "L":
            ring.append(points[0])
        else:
            ring.extend(chords(ring[-1], *points))
    if len(ring) > 1:
        subpaths.append((ring, False))
    return subpaths


def chords(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    """Yield the points of a cubic curve after its start."""
    length = math.dist(start, first) + math.dist(first, second) + math.dist(second, end)
    count = max(FEWEST, min(MOST, math.ceil(3 * math.sqrt(length))))
    for n in range(1, count):
        t = n / count
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield (
            p * start[0] + q * first[0] + r * second[0] + s * end[0],
            p * start[1] + q * first[1] + r * second[1] + s * end[1],
        )
    yield end


@dataclass(slots=True)
class Area:
    """The inside of closed rings, by the non-zero winding rule or the even-odd rule."""

    rings: list[Ring]
    even_odd: bool = False
    box: Box = (0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        self.box = box_around(point for ring in self.rings for point in ring)

    def contains(self, x: float, y: float) -> bool:
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        winding = 0
        for ring in self.rings:
            x0, y0 = ring[-1]
            for x1, y1 in ring:
                if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                    winding += 1 if y1 > y0 else -1
                x0, y0 = x1, y1
        return bool(winding % 2 if self.even_odd else winding)

    def turned(self, angle: float) -> Area:
        """Return the area rotated about the origin by ``angle`` degrees."""
        if not angle:
            return self
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        rings = [[(x * cos - y * sin, x * sin + y * cos) for x, y in ring] for ring in self.rings]
        return Area(rings, self.even_odd)

    def rows(self, pitch: float, low: float, high: float, offset: float = 0.0) -> Rows:
        """The spans inside on the lines y = k · pitch + offset from ``low`` to ``high``, by k."""
        crossings: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
        low, high = (low - offset) / pitch, (high - offset) / pitch
        for ring in self.rings:
            x0, y0 = ring[-1]
            for x1, y1 in ring:
                if y0 != y1:
                    direction = 1 if y1 > y0 else -1
                    start, end = (y0 - offset) / pitch, (y1 - offset) / pitch
                    first = math.ceil(max(min(start, end), low))
                    last = math.ceil(min(max(start, end), high))
                    slope = (x1 - x0) / (y1 - y0)
                    for k in range(first, last):
                        crossings[k].append((x0 + (k * pitch + offset - y0) * slope, direction))
                x0, y0 = x1, y1
        return {k: spans(sorted(found), self.even_odd) for k, found in crossings.items()}


def overlap(first: Box, second: Box, margin: float = 0.0) -> bool:
    """Whether two boxes touch, or are no more than ``margin`` apart."""
    across = first[0] <= second[2] + margin and first[2] >= second[0] - margin
    return across and first[1] <= second[3] + margin and first[3] >= second[1] - margin


def spans(crossings: Sequence[tuple[float, int]], even_odd: bool) -> list[Span]:
    """Where a line runs inside, from where it crosses edges and in which direction they go."""
    made: list[Span] = []
    winding, start = 0, 0.0
    for x, direction in crossings:
        was = winding % 2 if even_odd else winding
        winding += direction
        now = winding % 2 if even_odd else winding
        if now and not was:
            start = x
        elif was and not now and x > start:
            made.append((start, x))
    return made


def intersection(first: Sequence[Span], second: Sequence[Span]) -> list[Span]:
    """Return the intersection of two rows of spans."""
    made: list[Span] = []
    i = j = 0
    while i < len(first) and j < len(second):
        start, end = max(first[i][0], second[j][0]), min(first[i][1], second[j][1])
        if start < end:
            made.append((start, end))
        if first[i][1] < second[j][1]:
            i += 1
        else:
            j += 1
    return made


def subtract_spans(those: Sequence[Span], gaps: Iterable[Span]) -> list[Span]:
    """Return spans minus the gaps, which may overlap."""
    left = list(those)
    for start, end in gaps:
        left = [
            part
            for low, high in left
            for part in ((low, min(high, start)), (max(low, end), high))
            if part[0] < part[1]
        ]
    return left


def inside(areas: Sequence[Area], pitch: float, low: float, high: float) -> Rows:
    """Return the spans that lie in all of the areas."""
    rows = areas[0].rows(pitch, low, high)
    for area in areas[1:]:
        others = area.rows(pitch, low, high)
        rows = {k: intersection(row, others[k]) for k, row in rows.items() if k in others}
    return rows


def around(area: Area, pitch: float, low: float, high: float, margin: float) -> Rows:
    """Return the spans that lie in an area or within about ``margin`` of it; they may overlap."""
    rows: defaultdict[int, list[Span]] = defaultdict(list)
    for share in (-1.0, -0.7, 0.0, 0.7, 1.0):
        wider = margin * math.sqrt(1 - share * share)
        for k, row in area.rows(pitch, low, high, share * margin).items():
            rows[k] += [(start - wider, end + wider) for start, end in row]
    return rows


def fits_square(rows: Mapping[int, Sequence[Span]], pitch: float, side: float) -> bool:
    """Whether a square fits somewhere into what rows ``pitch`` apart cover."""
    tall = math.ceil(side / pitch)
    for k, row in rows.items():
        room = [span for span in row if span[1] - span[0] >= side]
        for n in range(k + 1, k + tall + 1):
            if not room:
                break
            room = intersection(room, rows.get(n, ()))
            room = [span for span in room if span[1] - span[0] >= side]
        if room:
            return True
    return False


def stroke_rings(line: Ring, closed: bool, width: float) -> Iterator[Ring]:
    """Yield a stroked line as rings, one for each of its segments; all wind the same way."""
    points = [*line, line[0]] if closed else line
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        if length:
            u, v = (x1 - x0) / length * width / 2, (y1 - y0) / length * width / 2
            yield [(x0 + v, y0 - u), (x1 + v, y1 - u), (x1 - v, y1 + u), (x0 - v, y0 + u)]
