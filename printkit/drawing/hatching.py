"""Hatching in place of a colour: lines and dots that show which colour it was, as engravers do.

The directions are those by which engravers have shown the tinctures of arms since the seventeenth
century (Petra Sancta's): red vertical, blue horizontal, green and purple diagonal, black
cross-hatched, gold dotted. A colour between two of these has the lines of one of them, dashed.
Lengths are mm.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from printkit.drawing.areas import Area, Rows, around, inside, overlap, subtract_spans
from printkit.drawing.colour import hexadecimal, levels
from printkit.drawing.colour_vision import contrast
from printkit.drawing.geometry import Box

LINE = 0.15  # how thick the lines are
DOT = 0.42  # how large the dots
DASH, PAUSE = 1.8, 1.0
LEAST, MOST = 0.05, 0.11  # the share of its area covered by hatching of the palest, darkest colour
SHORTEST = 0.4  # line
MARGIN = 0.7  # between lines and what stands on them
VISIBLE = 2.6  # the least contrast of lines with white
PALE = 0.3  # of the ink of a picture, which is left of it
WHITE = "#ffffff"
Segment = tuple[float, float, float, float]


class Lines(NamedTuple):
    """Parallel lines at an angle, in degrees from the horizontal, clockwise; dashed, or as dots."""

    angle: float
    drawn: float = 0.0
    pause: float = 0.0

    @property
    def share(self) -> float:
        return self.drawn / (self.drawn + self.pause) if self.drawn else 1.0


UPRIGHT, LEVEL, FALLING, RISING = Lines(90), Lines(0), Lines(45), Lines(135)
DOTS: tuple[Lines, ...] = ()
# How colours are hatched from each hue on, in degrees.
HUES: tuple[tuple[float, tuple[Lines, ...]], ...] = (
    (0, (UPRIGHT,)),  # red
    (19, (Lines(90, DASH, PAUSE),)),  # orange
    (43, DOTS),  # yellow
    (68, (FALLING,)),  # green
    (165, (Lines(0, DASH, PAUSE),)),  # teal
    (200, (LEVEL,)),  # blue
    (253, (RISING,)),  # purple
    (300, (Lines(135, DASH, PAUSE),)),  # pink
    (345, (UPRIGHT,)),  # red again
)
GREY = (LEVEL, UPRIGHT)
BROWN = (FALLING, RISING)


def tone(colour: str) -> float:
    """Return how much ink a colour takes, from 0 to 1: the mean of cyan, magenta and yellow."""
    return 1 - sum(levels(colour)) / 765


@lru_cache(512)
def darkened(colour: str, least: float) -> str:
    """Return the colour, darkened to a contrast of ``least`` with white.

    Yellow gets browner, as it would look green otherwise.
    """
    red, green, blue = levels(colour)
    fade = 1.4 if lines_for(colour) == DOTS else 1.0
    for percent in range(100, 0, -2):
        share = percent / 100
        darker = hexadecimal((red * share, green * share**fade, blue * share))
        if contrast(darker, WHITE) >= least:
            return darker
    return "#000000"


@lru_cache(512)
def lines_for(colour: str) -> tuple[Lines, ...]:
    """Return how a colour is hatched; without lines, in dots."""
    red, green, blue = (level / 255 for level in levels(colour))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    if max(red, green, blue) - min(red, green, blue) < 0.09:
        return GREY
    if 15 <= hue * 360 < 43 and (saturation < 0.55 or light < 0.33):
        return BROWN
    return next(lines for start, lines in reversed(HUES) if hue * 360 >= start)


class Hatching(NamedTuple):
    """The hatching drawn in place of a fill: segments, and the width of the pen.

    ``share`` is how much of it is left after keeping clear of what lies on it.
    """

    segments: list[Segment]
    width: float
    colour: str
    share: float


def hatched(colour: str, areas: Sequence[Area], clear: Sequence[Area], window: Box) -> Hatching:
    """The hatching of the intersection of ``areas`` and a window, but not on or near ``clear``."""
    cover = LEAST + (MOST - LEAST) * tone(colour)
    ink = darkened(colour, VISIBLE)
    lines = lines_for(colour)
    pitch, width = LINE / cover * sum(math.sqrt(one.share) for one in lines), LINE
    if not lines:  # rows of dots, each offset by half against the one before
        pitch, width = (DOT * DOT * 0.785 / cover / 2) ** 0.5, DOT
        lines = (Lines(0, 0.01, 2 * pitch - 0.01),)

    def drawn(clear: Sequence[Area]) -> list[Segment]:
        return [made for one in lines for made in ruled(one, pitch, areas, clear, window, width)]

    full = drawn(())
    left = drawn(clear) if clear else full
    return Hatching(left, width, ink, length(left, width) / (length(full, width) or 1.0))


def length(segments: Sequence[Segment], width: float) -> float:
    """Return the total length of lines, with their round ends."""
    return sum(math.hypot(x1 - x0, y1 - y0) + width for x0, y0, x1, y1 in segments)


def ruled(
    lines: Lines, pitch: float, areas: Sequence[Area], clear: Sequence[Area], window: Box,
    width: float,
) -> Iterator[Segment]:  # fmt: skip
    """Lines ``pitch`` apart, on one grid for a whole face, so that those of neighbouring areas
    meet."""
    left, top, right, bottom = window
    corners = Area([[(left, top), (right, top), (right, bottom), (left, bottom)]])
    turned = [area.turned(-lines.angle) for area in (*areas, corners)]
    low, high = max(area.box[1] for area in turned), min(area.box[3] for area in turned)
    rows = inside(turned, pitch, low, high)
    box = areas[0].box
    gaps = [
        around(area.turned(-lines.angle), pitch, low, high, MARGIN)
        for area in clear
        if overlap(area.box, box, MARGIN)
    ]
    u, v = math.cos(math.radians(lines.angle)), math.sin(math.radians(lines.angle))
    for k, start, end in parts(rows, gaps, lines, width):
        y = k * pitch
        yield start * u - y * v, start * v + y * u, end * u - y * v, end * v + y * u


def parts(
    rows: Rows, gaps: Sequence[Rows], lines: Lines, width: float
) -> Iterator[tuple[int, float, float]]:
    """Yield what is drawn of each line: its number, where it starts and where it ends."""
    for k, row in rows.items():
        row = [(start + width / 2, end - width / 2) for start, end in row]
        for gap in gaps:
            if k in gap:
                row = subtract_spans(row, gap[k])
        for start, end in row:
            if not lines.drawn:
                if end - start >= SHORTEST:
                    yield k, start, end
                continue
            period = lines.drawn + lines.pause
            n = (start - k % 2 * period / 2) // period
            while (begin := n * period + k % 2 * period / 2) < end:
                first, last = max(begin, start), min(begin + lines.drawn, end)
                whole = last - first > lines.drawn - 1e-9
                if whole or last - first >= SHORTEST:
                    yield k, first, last
                n += 1


def unpaled(colour: str) -> str:
    """Return the colour of which a pale picture shows this one."""
    return hexadecimal(max(0.0, 255 - (255 - level) / PALE) for level in levels(colour))
