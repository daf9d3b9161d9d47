"""Paints other than a plain colour: gradients and patterns, as SVG has them.

A fill is drawn inside the outline of its shape as a clip; a line, and letters, which are no clip,
are the mask of what fills them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from card_data.limits import FARTHEST_IN_ART, MOST_TILES
from card_data.problems import quote
from printkit.art.extents import exact_box
from printkit.drawing.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Step,
    box_under,
    corners_of,
    inverse,
    multiply,
    rectangle_steps,
    transformed,
)
from printkit.drawing.paths import bounded, numbers
from printkit.drawing.shapes import Group, Path, Shade, Shape, Stop, Style
from printkit.errors import MarkupError

MOST_CYCLES = 100  # in which a gradient goes on
MITER = 10.0  # half widths of a line: how far its corners reach at most, in PDF
WHITE = "#ffffff"
UNITS = ("objectBoundingBox", "userSpaceOnUse")
SPREADS = ("pad", "reflect", "repeat")
LINEAR = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
RADIAL = {"cx": "50%", "cy": "50%", "r": "50%"}
# The value of an attribute by its name and text: in shares of a box, or in lengths.
Measure = Callable[[str, str, bool], float]


class Gradient(NamedTuple):
    """A gradient before it is known what it fills: its ``ends`` as `Shade` has them, in shares of
    the box that it fills if ``boxed``."""

    ends: tuple[float, ...]
    stops: tuple[Stop, ...]
    matrix: Matrix
    boxed: bool
    spread: str


class Pattern(NamedTuple):
    """Shapes that fill others as tiles: the ``tile``, its left, top, width and height, in shares of
    the box that it fills if ``boxed``; the shapes, whose origin is that of the tile, are too if
    their ``content`` is. They are in a ``view`` box that is fitted into the tile by its ``align``,
    if there is one."""

    tile: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]
    matrix: Matrix
    boxed: bool
    content: bool
    view: tuple[float, float, float, float] | None
    align: str


PaintServer = Gradient | Pattern


def choice(attributes: Mapping[str, str], name: str, known: Sequence[str]) -> str:
    """An attribute that is one of the words ``known``, the first of them if it is left out."""
    text = attributes.get(name, known[0])
    if text not in known:
        raise MarkupError(f"{name}: found {quote(text)}, expected one of {', '.join(known)}")
    return text


def read_gradient(
    attributes: Mapping[str, str], stops: Sequence[Stop], measure: Measure, matrix: Matrix, *,
    radial: bool,
) -> Gradient | None:  # fmt: skip
    """Return a gradient of these attributes, its own and those that it takes over from others, in
    the space that ``matrix`` makes; None if it has no stops, and fills nothing."""
    if not stops:
        return None
    boxed = choice(attributes, "gradientUnits", UNITS) == UNITS[0]
    spread = choice(attributes, "spreadMethod", SPREADS)
    found = {
        key: measure(key, attributes.get(key, default), boxed)
        for key, default in (RADIAL if radial else LINEAR).items()
    }
    ends = tuple(found.values())
    if radial:
        cx, cy, r = ends
        fx, fy = (
            measure(key, attributes[key], boxed) if key in attributes else middle
            for key, middle in (("fx", cx), ("fy", cy))
        )
        fr = measure("fr", attributes.get("fr", "0%"), boxed)
        if fr < 0 or 0 < r <= fr:
            raise MarkupError(f"fr: found {fr:g}, expected at least 0 and less than r")
        ends = (*within(fx, fy, fr, cx, cy, r), fr, cx, cy, r)
    return Gradient(ends, in_order(stops), matrix, boxed, spread)


def within(fx: float, fy: float, fr: float, cx: float, cy: float, r: float) -> tuple[float, float]:
    """The focus of a radial gradient, moved into its circle, so that each point has one colour."""
    off, most = math.hypot(fx - cx, fy - cy), max(0.0, (r - fr) * 0.999)
    share = min(1.0, most / off) if off else 1.0
    return cx + share * (fx - cx), cy + share * (fy - cy)


def in_order(stops: Sequence[Stop]) -> tuple[Stop, ...]:
    """Stops of which none is before the one before it; two at least."""
    made: list[Stop] = []
    for stop in stops:
        least = made[-1].at if made else 0.0
        made.append(msgspec.structs.replace(stop, at=min(1.0, max(least, stop.at))))
    return (*made, made[-1]) if len(made) == 1 else tuple(made)


def read_pattern(
    attributes: Mapping[str, str], shapes: tuple[Shape, ...], measure: Measure, matrix: Matrix
) -> Pattern | None:
    """A pattern of these attributes; None if its tiles have no size, and it fills nothing."""
    boxed = choice(attributes, "patternUnits", UNITS) == UNITS[0]
    content = choice(attributes, "patternContentUnits", UNITS[::-1]) == UNITS[0]
    keys = ("x", "y", "width", "height")
    x, y, width, height = (measure(key, attributes.get(key, "0"), boxed) for key in keys)
    if width <= 0 or height <= 0 or not shapes:
        return None
    view = view_box(attributes["viewBox"]) if "viewBox" in attributes else None
    align = attributes.get("preserveAspectRatio", "")
    return Pattern((x, y, width, height), shapes, matrix, boxed, content, view, align)


def view_box(text: str) -> tuple[float, float, float, float]:
    """Return the left, top, width and height of a ``viewBox``."""
    values = numbers(text, FARTHEST_IN_ART)
    if len(values) != 4 or min(values[2:]) <= 0:
        raise MarkupError(f"viewBox: found {quote(text)}, expected one such as 0 0 24 24")
    x, y, width, height = values
    return x, y, width, height


def fitted(
    view: tuple[float, float, float, float], into: tuple[float, float, float, float], text: str
) -> Matrix:
    """Return the matrix that fits a view box into a box, by a ``preserveAspectRatio``."""
    words = [word for word in text.split() if word != "defer"] or ["xMidYMid"]
    align, way = words[0], words[1] if len(words) > 1 else "meet"
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    known = {f"x{x}Y{y}": (shares[x], shares[y]) for x in shares for y in shares}
    if align not in (*known, "none") or way not in ("meet", "slice") or len(words) > 2:
        raise MarkupError(f"preserveAspectRatio: found {quote(text)}, expected such as xMidYMid")
    x, y, width, height = into
    wide, high = width / view[2], height / view[3]
    across = down = 0.0
    if align != "none":
        wide = high = (min if way == "meet" else max)(wide, high)
        across, down = known[align]
    left = x - view[0] * wide + across * (width - view[2] * wide)
    top = y - view[1] * high + down * (height - view[3] * high)
    return wide, 0.0, 0.0, high, left, top


def framed(
    attributes: Mapping[str, str], x: float, y: float, width: float, height: float
) -> tuple[Matrix, tuple[float, float]]:
    """Return the matrix that puts what has these attributes into a box, by its own view box if it
    has one, and the width and the height of which its percentages are."""
    if "viewBox" not in attributes:
        return (1, 0, 0, 1, x, y), (width, height)
    box = view_box(attributes["viewBox"])
    return fitted(box, (x, y, width, height), attributes.get("preserveAspectRatio", "")), box[2:]


# --- drawing with them


def draw_paint(server: PaintServer, box: Box, reach: Box) -> tuple[Shape, ...]:
    """Return what fills a shape, out to the box ``reach``; gradients and tiles in shares are those
    of the ``box`` of its outline. Nothing if that has no area to share."""
    left, top, right, bottom = box
    own = (right - left, 0.0, 0.0, bottom - top, left, top)
    if isinstance(server, Gradient):
        matrix = multiply(server.matrix, own) if server.boxed else server.matrix
        return tuple(draw_gradient(server, matrix, reach))
    if server.boxed and not (right > left and bottom > top):
        return ()
    return draw_pattern(server, own, reach)


def draw_gradient(gradient: Gradient, matrix: Matrix, reach: Box) -> Iterator[Shape]:
    """Yield a gradient in a box; one that starts where it ends is in its last colour alone."""
    left, top, right, bottom = reach
    size = right - left, bottom - top
    back = inverse(matrix)
    ends, stops = gradient.ends, gradient.stops
    radial = len(ends) != len(LINEAR)
    if min(size) <= 0 or back is None:
        return
    if (radial and ends[-1] <= 0) or (not radial and ends[:2] == ends[2:]):
        blank = Path(rectangle_steps(left, top, *size, 0, 0), Style(stops[-1].colour))
        yield Group((blank,), opacity=stops[-1].opacity)
        return
    if gradient.spread != "pad":
        corners = [transformed(back, *corner) for corner in corners_of(reach)]
        ends, stops = repeat_stops(ends, stops, corners, reflect=gradient.spread == "reflect")
    yield Shade(left, top, *size, ends, stops, matrix)


def repeat_stops(
    ends: tuple[float, ...], stops: tuple[Stop, ...], corners: Sequence[tuple[float, float]],
    *, reflect: bool,
) -> tuple[tuple[float, ...], tuple[Stop, ...]]:  # fmt: skip
    """The ends and the stops of a gradient that goes on in cycles until it covers corners."""
    if len(ends) == len(LINEAR):
        x, y, x2, y2 = ends
        wide, high = x2 - x, y2 - y
        along = [
            ((px - x) * wide + (py - y) * high) / (wide * wide + high * high) for px, py in corners
        ]
        first, last = math.floor(min(along)), math.ceil(max(along))
    else:
        fx, fy, fr, cx, cy, r = ends
        # Circles grow by at least this on all sides in each cycle.
        grows = max(r - fr - math.hypot(cx - fx, cy - fy), (r - fr) / MOST_CYCLES)
        farthest = max(math.hypot(px - fx, py - fy) for px, py in corners)
        first, last = 0, math.ceil(max(1.0, (farthest - fr) / grows))
    first, last = max(first, -MOST_CYCLES), min(max(last, first + 1), MOST_CYCLES)
    count = last - first
    made = []
    for cycle in range(first, last):
        turned = reflect and cycle % 2
        for stop in reversed(stops) if turned else stops:
            at = 1 - stop.at if turned else stop.at
            share = (cycle - first + at) / count
            made.append(msgspec.structs.replace(stop, at=min(1.0, share)))
    half = len(ends) // 2
    grown = [
        start + cycle * (end - start)
        for cycle in (first, last)
        for start, end in zip(ends[:half], ends[half:], strict=True)
    ]
    return tuple(bounded(one, "", FARTHEST_IN_ART) for one in grown), tuple(made)


def draw_pattern(pattern: Pattern, own: Matrix, reach: Box) -> tuple[Shape, ...]:
    """Return the tiles of a pattern that meet a box; ``own`` leads from shares of the box that it
    fills to the shape's space."""
    x, y, width, height = pattern.tile
    if pattern.boxed:
        left, top, right, bottom = box_under(own, (x, y, x + width, y + height))
        x, y, width, height = left, top, right - left, bottom - top
    back = inverse(pattern.matrix)
    if back is None:
        return ()
    left, top, right, bottom = box_under(back, reach)
    columns = range(math.floor((left - x) / width), math.ceil((right - x) / width))
    rows = range(math.floor((top - y) / height), math.ceil((bottom - y) / height))
    count = len(columns) * len(rows)
    if count > MOST_TILES:
        raise MarkupError(f"a pattern of {count:,} tiles, expected at most {MOST_TILES:,}")
    within: Matrix = IDENTITY
    if pattern.view is not None:
        within = fitted(pattern.view, (0.0, 0.0, width, height), pattern.align)
    elif pattern.content:
        within = (own[0], 0.0, 0.0, own[3], 0.0, 0.0)
    edge = Path(rectangle_steps(0, 0, width, height, 0, 0))
    drawn = Group(pattern.shapes, within)
    tiles = tuple(
        Group((drawn,), (1.0, 0.0, 0.0, 1.0, x + column * width, y + row * height), edge)
        for row in rows
        for column in columns
    )
    return (Group(tiles, pattern.matrix),)


def painted(
    steps: tuple[Step, ...], style: Style, inks: tuple[PaintServer | None, PaintServer | None],
    opacities: tuple[float, float], box: Box | None = None,
) -> Iterator[Shape]:  # fmt: skip
    """Yield a path whose fill and whose line may each be painted by a server, in place of the
    colour in its style, and show what is behind them by their opacities. Shares are those of the
    ``box`` of words, or else of that around the path."""
    servers = any(one is not None for one in inks)
    if not servers and min(opacities) == 1:
        yield Path(steps, style)
        return
    if not any(values for _, values in steps):
        return
    area = msgspec.structs.replace(style, stroke=None)
    line = msgspec.structs.replace(style, fill=None)
    if inks[0] is not None:
        edge, box = Path(steps, Style(even_odd=style.even_odd)), box or exact_box(steps)
        shapes = draw_paint(inks[0], box, box)
        yield Group(shapes, clip=edge, opacity=opacities[0])
    elif style.fill is not None:
        yield whole(Path(steps, area), opacities[0])
    if inks[1] is not None:
        mask = Path(steps, msgspec.structs.replace(line, stroke=WHITE))
        box = box or exact_box(steps)
        half = style.width / 2 * (MITER if style.join == "miter" else math.sqrt(2))
        left, top, right, bottom = box
        reach = left - half, top - half, right + half, bottom + half
        yield Group(draw_paint(inks[1], box, reach), opacity=opacities[1], mask=(mask,))
    elif style.stroke is not None:
        yield whole(Path(steps, line), opacities[1])


def whole(shape: Shape, opacity: float) -> Shape:
    """Return a shape that shows what is behind it by an opacity."""
    return Group((shape,), opacity=opacity) if opacity < 1 else shape
