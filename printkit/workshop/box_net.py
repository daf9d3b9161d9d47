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
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from printkit.drawing.geometry import KAPPA, Step
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
Point = tuple[float, float]


class Panel(NamedTuple):
    """A panel, or the bounding box of a flap: its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float


class Net(NamedTuple):
    """The net of a tuck box, ``width`` x ``height`` from cut to cut.

    ``lid`` and ``base`` are the panels that close it, ``tucks`` their flaps, ``dust`` the four dust
    flaps: left and right, above, then below. ``cut`` is the outline, ``body`` that without the glue
    flap, ``glue_edge`` that of the flap, ``slits`` are cuts inside it and ``folds`` the creases:
    path data for templates.
    """

    width: float
    height: float
    glue: Panel
    left: Panel
    front: Panel
    right: Panel
    back: Panel
    lid: Panel
    base: Panel
    tucks: tuple[Panel, Panel]
    dust: tuple[Panel, ...]
    notch: float
    cut: str
    body: str
    glue_edge: str
    slits: str
    folds: str


class Lengths(NamedTuple):
    """What the net is computed from: the positions of the vertical edges, and the sizes of the
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
    """The net of a box with ``room`` inside (width, height, depth), of a ``board`` that thick."""
    lengths = lengths_for(room, board)
    x, top, crease = lengths.edges, lengths.top, lengths.crease
    height = lengths.height
    long, short = height - 2 * top, height - 2 * crease
    notch = min(NOTCH, (x[3] - x[2]) / 5)
    (lid_start, lid_end), (tuck_start, tuck_end) = lengths.lid_edges, lengths.tuck_edges
    lid = Panel(lid_start, lengths.tuck, lid_end - lid_start, lengths.lid)
    tuck = Panel(tuck_start, 0, tuck_end - tuck_start, lengths.tuck)
    spans = (sorted(lengths.dust_edges(side)) for side in (0, 1))
    dust = [Panel(a, crease - lengths.dust, b - a, lengths.dust) for a, b in spans]
    return Net(
        x[5], height,
        Panel(0, crease, x[1], short), Panel(x[1], crease, x[2] - x[1], short),
        Panel(x[2], top, x[3] - x[2], long), Panel(x[3], crease, x[4] - x[3], short),
        Panel(x[4], top, x[5] - x[4], long), lid, below(lid, height), (tuck, below(tuck, height)),
        (*dust, *(below(flap, height) for flap in dust)), notch,
        path_data(outline(lengths, notch)), path_data(body(lengths, notch)),
        path_data(glue_edge(lengths)),
        path_data(slits(lengths)), path_data(folds(lengths)),
    )  # fmt: skip


def lengths_for(room: tuple[float, float, float], board: float) -> Lengths:
    inner_width, inner_height, inner_depth = room
    wide, deep = inner_width + board, inner_depth + board
    glue = min(GLUE, wide / 3)
    widths = (0, glue, deep - board, wide, deep, wide - FREE)
    lid, tuck = deep - board, min(TUCK, inner_height / 3)
    dust = min(max((lid + tuck) / 2, GLUE), wide / 2 - 1)
    height = 2 * (lid + tuck) + inner_height + 3 * board
    shoulder = min(SHOULDER, dust / 3)
    return Lengths(board, tuple(accumulate(widths)), height, lid, tuck, dust, shoulder)


def below(panel: Panel, height: float) -> Panel:
    """The panel at the foot of the net that mirrors one at its head."""
    return panel._replace(y=height - panel.y - panel.height)


def outline(lengths: Lengths, notch: float) -> tuple[Step, ...]:
    """All round the net, starting at the glue flap's upper end."""
    *around, _ = body(lengths, notch)
    return (*around, *glue_edge(lengths)[1:-1], ("Z", ()))


def body(lengths: Lengths, notch: float) -> tuple[Step, ...]:
    """All round the panels and the flaps that show, starting at the glue flap's upper end."""
    fold, end, height = lengths.edges[1], lengths.edges[5], lengths.height
    head = upper_edge(lengths, notch)
    foot = mirrored(upper_edge(lengths, 0), height)
    back = lines([(end, height - lengths.top)])
    seam = lines([(fold, height - lengths.crease)])
    return (("M", (fold, lengths.crease)), *head, *back, *foot, *seam, ("Z", ()))


def glue_edge(lengths: Lengths) -> tuple[Step, ...]:
    """Round the glue flap, from its lower end to its upper one."""
    fold, head, foot = lengths.edges[1], lengths.crease, lengths.height - lengths.crease
    corners = [(0, foot - BEVEL), (0, head + BEVEL), (fold, head)]
    return (("M", (fold, foot)), *lines(corners))


def upper_edge(lengths: Lengths, notch: float) -> list[Step]:
    """The net's edge from the left side's outer corner to the end of the back, rightwards."""
    x, top, crease = lengths.edges, lengths.top, lengths.crease
    corners = [*reversed(dust_flap(lengths, 0)), (x[2], crease), (x[2], top)]
    steps = lines(corners)
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
    start, end = lengths.lid_edges
    long = lengths.shoulder + CATCH
    steps: list[Step] = []
    for y in (lengths.tuck, lengths.height - lengths.tuck):
        for edge, reach in ((start, long), (end, -long)):
            steps += [("M", (edge, y)), ("L", (edge + reach, y))]
    return tuple(steps)


def folds(lengths: Lengths) -> tuple[Step, ...]:
    """The creases, from corner to corner of what is folded."""
    start, end = lengths.lid_edges
    slit = lengths.shoulder + CATCH
    across = [(lengths.top, start, end), (lengths.tuck, start + slit, end - slit)]
    for side in (0, 1):
        left, right = sorted(lengths.dust_edges(side))
        across.append((lengths.crease, left, right))
    height, crease = lengths.height, lengths.crease
    steps: list[Step] = []
    for x in lengths.edges[1:5]:
        steps += [("M", (x, crease)), ("L", (x, height - crease))]
    for y, left, right in across:
        for mirror in (y, height - y):
            steps += [("M", (left, mirror)), ("L", (right, mirror))]
    return tuple(steps)


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
    for (letter, values), (_, before) in zip(
        reversed(steps[1:]), reversed(steps[:-1]), strict=True
    ):
        handles = values[2:4] + values[:2] if letter == "C" else ()
        points = (*handles, *before[-2:])
        flipped = [height - value if at % 2 else value for at, value in enumerate(points)]
        back.append((letter, tuple(flipped)))
    return back
