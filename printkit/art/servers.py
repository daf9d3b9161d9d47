"""What fills shapes other than a colour: gradients, as SVG has them.

A fill is drawn inside the outline of its shape as a clip; a line, and letters, which are no clip,
are the mask of what fills them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from card_data.problems import clip
from printkit.art.extents import exact_box
from printkit.drawing.geometry import (
    Box,
    Matrix,
    Step,
    inverse,
    multiply,
    rectangle_steps,
)
from printkit.drawing.paths import numbers, parse_transform
from printkit.drawing.shapes import Group, Path, Shade, Shape, Stop, Style
from printkit.errors import MarkupError

MITER = 10.0  # half widths of a line: how far its corners reach at most, in PDF
WHITE = "#ffffff"
UNITS = ("objectBoundingBox", "userSpaceOnUse")
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


def choice(attributes: Mapping[str, str], name: str, known: Sequence[str]) -> str:
    """An attribute that is one of the words ``known``, the first of them if it is left out."""
    text = attributes.get(name, known[0])
    if text not in known:
        raise MarkupError(f"{name}: found {clip(text)}, expected one of {', '.join(known)}")
    return text


def read_gradient(
    attributes: Mapping[str, str], stops: Sequence[Stop], measure: Measure, *, radial: bool
) -> Gradient | None:
    """A gradient of these attributes, its own and those that it takes over from others; None if it
    has no stops, and fills nothing."""
    if not stops:
        return None
    boxed = choice(attributes, "gradientUnits", UNITS) == UNITS[0]
    if (spread := attributes.get("spreadMethod", "pad")) != "pad":
        raise MarkupError(f"spreadMethod: found {clip(spread)}, which is not drawn: use more stops")
    matrix = parse_transform(attributes.get("gradientTransform", ""))
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
    return Gradient(ends, in_order(stops), matrix, boxed)


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


def view_box(text: str) -> tuple[float, float, float, float]:
    """The left, top, width and height of a ``viewBox``."""
    values = numbers(text)
    if len(values) != 4 or min(values[2:]) <= 0:
        raise MarkupError(f"viewBox: found {clip(text)}, expected one such as 0 0 24 24")
    x, y, width, height = values
    return x, y, width, height


def fitted(
    view: tuple[float, float, float, float], into: tuple[float, float, float, float], text: str
) -> Matrix:
    """The matrix that fits a view box into a box, by a ``preserveAspectRatio``."""
    words = [word for word in text.split() if word != "defer"] or ["xMidYMid"]
    align, way = words[0], words[1] if len(words) > 1 else "meet"
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    known = {f"x{x}Y{y}": (shares[x], shares[y]) for x in shares for y in shares}
    if align not in (*known, "none") or way not in ("meet", "slice") or len(words) > 2:
        raise MarkupError(f"preserveAspectRatio: found {clip(text)}, expected such as xMidYMid")
    x, y, width, height = into
    wide, high = width / view[2], height / view[3]
    across = down = 0.0
    if align != "none":
        wide = high = (min if way == "meet" else max)(wide, high)
        across, down = known[align]
    left = x - view[0] * wide + across * (width - view[2] * wide)
    top = y - view[1] * high + down * (height - view[3] * high)
    return wide, 0.0, 0.0, high, left, top


# --- drawing with them


def filled(gradient: Gradient, box: Box, reach: Box) -> tuple[Shape, ...]:
    """What fills a shape, out to the box ``reach``; a gradient in shares is one of the ``box`` of
    its outline."""
    left, top, right, bottom = box
    own = (right - left, 0.0, 0.0, bottom - top, left, top)
    matrix = multiply(gradient.matrix, own) if gradient.boxed else gradient.matrix
    return tuple(shaded(gradient, matrix, reach))


def shaded(gradient: Gradient, matrix: Matrix, reach: Box) -> Iterator[Shape]:
    """A gradient in a box; one that starts where it ends is in its last colour alone."""
    left, top, right, bottom = reach
    size = right - left, bottom - top
    ends, stops = gradient.ends, gradient.stops
    radial = len(ends) != len(LINEAR)
    if min(size) <= 0 or inverse(matrix) is None:
        return
    if (radial and ends[-1] <= 0) or (not radial and ends[:2] == ends[2:]):
        blank = Path(rectangle_steps(left, top, *size, 0, 0), Style(stops[-1].colour))
        yield Group((blank,), opacity=stops[-1].opacity)
        return
    yield Shade(left, top, *size, ends, stops, matrix)


def painted(
    steps: tuple[Step, ...], style: Style, inks: tuple[Gradient | None, Gradient | None],
    opacities: tuple[float, float],
) -> Iterator[Shape]:  # fmt: skip
    """A path whose fill and whose line may each be painted by a gradient, in place of the colour in
    its style, and show what is behind them by their opacities."""
    if inks == (None, None) and min(opacities) == 1:
        yield Path(steps, style)
        return
    if not any(values for _, values in steps):
        return
    box = exact_box(steps)
    area = msgspec.structs.replace(style, stroke=None)
    line = msgspec.structs.replace(style, fill=None)
    if inks[0] is not None:
        edge = Path(steps, Style(even_odd=style.even_odd))
        shapes = filled(inks[0], box, box)
        yield Group(shapes, clip=edge, opacity=opacities[0])
    elif style.fill is not None:
        yield whole(Path(steps, area), opacities[0])
    if inks[1] is not None:
        mask = Path(steps, msgspec.structs.replace(line, stroke=WHITE))
        half = style.width / 2 * (MITER if style.join == "miter" else math.sqrt(2))
        left, top, right, bottom = box
        reach = left - half, top - half, right + half, bottom + half
        yield Group(filled(inks[1], box, reach), opacity=opacities[1], mask=(mask,))
    elif style.stroke is not None:
        yield whole(Path(steps, line), opacities[1])


def whole(shape: Shape, opacity: float) -> Shape:
    """A shape that shows what is behind it by an opacity."""
    return Group((shape,), opacity=opacity) if opacity < 1 else shape
