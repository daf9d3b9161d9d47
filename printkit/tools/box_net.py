"""The net of a tuck box: four panels round the deck, a lid to tuck in at either end.

From left to right lie the glue flap, the left side, the front, the right side and the back, which
covers the glue flap. The lids hinge on the back, over two dust flaps each. All lengths are mm.

A crease runs in the middle of the board, so that panels are as wide as the room between two others
and the thickness of one. What lies on, or inside, another panel is a board's thickness further out,
or in: the lids are above the dust flaps, their tucks inside the front, the glue flap inside the
back. A free edge keeps a little away from the panel it meets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from printkit.drawing.geometry import KAPPA, Point, Rect, Step
from printkit.drawing.paths import path_data

GLUE = 12.0  # how far the glue flap reaches, at most a third of the back
BEVEL = 5.0  # by which its ends are shorter than the side
TUCK = 15.0  # how far a lid reaches into the box, at most a third of its height
FREE = 0.5  # between the edge of a lid, a tuck or the back and the corner it does not quite reach
PLAY = 0.3  # between the edge of a dust flap and the panel beside it
SHOULDER = 6.0  # of a dust flap: straight, to catch in the lid's slit, at most a third of the flap
CATCH = 2.0  # by which the slit is longer than the shoulder
STEP = 2.5  # by which the flap steps back behind its shoulder
DRAFT = math.tan(math.radians(15))  # at which sides taper, so that flaps find their way in
MOST_DRAFT = 0.15  # of a dust flap's width that a side may lose to its taper, or to its step
TAPER = 1.5  # that a tuck loses to each side
ROUND = 8.0  # radius of a tuck's corners, at most two thirds of it
NOTCH = 9.0  # radius of the thumb notch, at most a fifth of the front


class Net(NamedTuple):
    """The net of a tuck box, ``width`` x ``height`` from cut to cut; of its flaps the boxes.

    ``lid`` and ``base`` are the panels that close it, ``tucks`` their flaps, ``dust`` the four dust
    flaps: left and right, above, then below. ``cut`` is the outline, ``body`` that without the glue
    flap, ``glue_edge`` that of the flap, ``slits`` are cuts inside it and ``folds`` the creases:
    path data for templates.
    """

    width: float
    height: float
    glue: Rect
    left: Rect
    front: Rect
    right: Rect
    back: Rect
    lid: Rect
    base: Rect
    tucks: tuple[Rect, Rect]
    dust: tuple[Rect, ...]
    notch: float
    cut: str
    body: str
    glue_edge: str
    slits: str
    folds: str


class Lengths(NamedTuple):
    """The lengths that give the net: the positions of the vertical edges, and the sizes of the
    board, the whole net and the flaps."""

    board: float
    edges: tuple[float, ...]
    height: float
    lid: float
    tuck: float
    dust: float
    shoulder: float

    @property
    def top(self) -> float:
        return self.lid + self.tuck

    @property
    def crease(self) -> float:
        return self.top + self.board

    @property
    def lid_edges(self) -> Point:
        return self.edges[4] + FREE, self.edges[5]

    @property
    def tuck_edges(self) -> Point:
        """Inside the two sides, whose middles are a front's width apart."""
        start, end = self.edges[4], self.edges[5] + FREE
        inside = self.board / 2 + FREE
        return start + inside, end - inside

    def dust_edges(self, side: int) -> Point:
        """Of the dust flap on the left (0) or the right (1) side: the edge that the tuck slides
        along, then that at the back."""
        front, rear = (self.edges[2], self.edges[1]) if side == 0 else self.edges[3:5]
        inwards = 1 if rear > front else -1
        back = self.board / 2 + PLAY
        return front + inwards * (back + self.board), rear - inwards * back


def net_for(room: tuple[float, float, float], board: float) -> Net:
    """Return the net of a box with ``room`` inside (width, height, depth), of board that is
    ``board`` mm thick."""
    lengths = lengths_for(room, board)
    x, top, crease, height = lengths.edges, lengths.top, lengths.crease, lengths.height
    notch = min(NOTCH, (x[3] - x[2]) / 5)
    glue, left, front, right, back = (
        Rect(start, head, end - start, height - 2 * head)
        for start, end, head in zip(x, x[1:], (crease, crease, top, crease, top), strict=False)
    )
    head = [
        Rect(start, y, end - start, high)
        for (start, end), y, high in (
            (lengths.lid_edges, lengths.tuck, lengths.lid),
            (lengths.tuck_edges, 0, lengths.tuck),
            (sorted(lengths.dust_edges(0)), crease - lengths.dust, lengths.dust),
            (sorted(lengths.dust_edges(1)), crease - lengths.dust, lengths.dust),
        )
    ]
    foot = [one._replace(y=height - one.y - one.height) for one in head]
    cut, body, glue_edge = map(path_data, outlines(lengths, notch))
    return Net(
        x[5], height, glue, left, front, right, back, head[0], foot[0], (head[1], foot[1]),
        (*head[2:], *foot[2:]), notch, cut, body, glue_edge,
        path_data(slits(lengths)), path_data(folds(lengths)),
    )  # fmt: skip


def lengths_for(room: tuple[float, float, float], board: float) -> Lengths:
    inner_width, inner_height, inner_depth = room
    wide, deep = inner_width + board, inner_depth + board
    widths = (0, min(GLUE, wide / 3), deep - board, wide, deep, wide - FREE)
    lid, tuck = deep - board, min(TUCK, inner_height / 3)
    dust = min(max((lid + tuck) / 2, GLUE), wide / 2 - 1)
    height = 2 * (lid + tuck) + inner_height + 3 * board
    shoulder = min(SHOULDER, dust / 3)
    return Lengths(board, tuple(accumulate(widths)), height, lid, tuck, dust, shoulder)


def outlines(lengths: Lengths, notch: float) -> Sequence[tuple[Step, ...]]:
    """All round the net from the glue flap's upper end; the same without that flap; and the flap's
    own edge, from its lower end."""
    fold, crease, height = lengths.edges[1], lengths.crease, lengths.height
    foot = mirrored(upper_edge(lengths, 0), height)
    body: tuple[Step, ...] = (
        ("M", (fold, crease)), *upper_edge(lengths, notch),
        ("L", (lengths.edges[5], height - lengths.top)), *foot, ("L", (fold, height - crease)),
    )  # fmt: skip
    flap = lines([(0, height - crease - BEVEL), (0, crease + BEVEL)])
    own: tuple[Step, ...] = (("M", (fold, height - crease)), *flap, ("L", (fold, crease)))
    return (*body, *flap, ("Z", ())), (*body, ("Z", ())), own


def upper_edge(lengths: Lengths, notch: float) -> list[Step]:
    """The net's edge from the left side's outer corner to the end of the back, rightwards."""
    x, top, crease = lengths.edges, lengths.top, lengths.crease
    steps = lines([*reversed(dust_flap(lengths, 0)), (x[2], crease), (x[2], top)])
    if notch:
        left, middle, right = ((x[2] + x[3]) / 2 + across for across in (-notch, 0, notch))
        deep = top + notch
        steps += lines([(left, top)])
        steps += rounded((left, top), (left, deep), (middle, deep))
        steps += rounded((middle, deep), (right, deep), (right, top))
    steps += lines([(x[3], top), (x[3], crease), *dust_flap(lengths, 1), (x[4], crease)])
    return steps + lines([(x[4], top)]) + lid_and_tuck(lengths)


def dust_flap(lengths: Lengths, side: int) -> list[Point]:
    """The corners of a dust flap, from the front to the back."""
    front, rear = lengths.dust_edges(side)
    inwards = 1 if rear > front else -1
    most = MOST_DRAFT * abs(rear - front)
    y, long, shoulder = lengths.crease, lengths.dust, lengths.shoulder
    step = min(STEP, most)
    ahead = inwards * min(most, (long - shoulder - step) * DRAFT)
    behind = inwards * min(most, long * DRAFT)
    stepped = front + inwards * step
    return [
        (front, y), (front, y - shoulder), (stepped, y - shoulder - step),
        (stepped + ahead, y - long), (rear - behind, y - long), (rear, y),
    ]  # fmt: skip


def lid_and_tuck(lengths: Lengths) -> list[Step]:
    (start, end), (left, right) = lengths.lid_edges, lengths.tuck_edges
    top, crease = lengths.top, lengths.tuck
    radius = min(ROUND, 2 * crease / 3)
    slope = TAPER * (1 - radius / crease)
    steps = lines([(start, top), (start, crease), (left, crease), (left + slope, radius)])
    steps += rounded((left + slope, radius), (left + TAPER, 0), (left + TAPER + radius, 0))
    steps += lines([(right - TAPER - radius, 0)])
    steps += rounded((right - TAPER - radius, 0), (right - TAPER, 0), (right - slope, radius))
    return steps + lines([(right, crease), (end, crease), (end, top)])


def slits(lengths: Lengths) -> tuple[Step, ...]:
    """The cuts at the ends of the tucks' creases, in which the dust flaps' shoulders catch."""
    (start, end), long = lengths.lid_edges, lengths.shoulder + CATCH
    return segments(
        ((edge, y), (edge + reach, y))
        for y in (lengths.tuck, lengths.height - lengths.tuck)
        for edge, reach in ((start, long), (end, -long))
    )


def folds(lengths: Lengths) -> tuple[Step, ...]:
    """The creases, from corner to corner of what is folded."""
    (start, end), slit = lengths.lid_edges, lengths.shoulder + CATCH
    height, crease = lengths.height, lengths.crease
    across = [(lengths.top, start, end), (lengths.tuck, start + slit, end - slit)]
    for side in (0, 1):
        left, right = sorted(lengths.dust_edges(side))
        across.append((crease, left, right))
    return segments((
        *(((x, crease), (x, height - crease)) for x in lengths.edges[1:5]),
        *(((a, at), (b, at)) for y, a, b in across for at in (y, height - y)),
    ))  # fmt: skip


def segments(ends: Iterable[tuple[Point, Point]]) -> tuple[Step, ...]:
    return tuple(step for start, end in ends for step in (("M", start), ("L", end)))


def lines(corners: Sequence[Point]) -> list[Step]:
    return [("L", corner) for corner in corners]


def rounded(start: Point, corner: Point, end: Point) -> list[Step]:
    """A curve that rounds a corner off: nearly a quarter of an ellipse."""
    (x, y), (across, down), (to_x, to_y) = start, corner, end
    first = x + KAPPA * (across - x), y + KAPPA * (down - y)
    then = to_x + KAPPA * (across - to_x), to_y + KAPPA * (down - to_y)
    return [("C", (*first, *then, *end))]


def mirrored(steps: Sequence[Step], height: float) -> list[Step]:
    """Steps along the net's head, mirrored to its foot and reversed."""
    back: list[Step] = []
    for (letter, values), (_, before) in pairwise(reversed(steps)):
        points = (*values[2:4], *values[:2], *before[-2:]) if letter == "C" else before[-2:]
        flipped = [height - value if at % 2 else value for at, value in enumerate(points)]
        back.append((letter, tuple(flipped)))
    return back
