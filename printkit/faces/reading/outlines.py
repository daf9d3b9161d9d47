"""The outlines of rectangles, circles, lines, paths and the like."""

from __future__ import annotations

from card_data.problems import shorten
from card_data.text import plural
from printkit.drawing.geometry import Step, ellipse_steps, hexagon_steps, rectangle_steps
from printkit.drawing.paths import numbers, parse_path
from printkit.errors import MarkupError
from printkit.faces.attributes import SMALLEST, mm, rect
from printkit.templating.xml import XML


def steps_of(element: XML) -> tuple[Step, ...]:
    """Return the outline that an element draws."""
    tag = element.tag
    if tag == "path":
        data = element.get("d", "")
        return parse_path(data)
    if tag == "rect":
        rx = mm(element, "rx", mm(element, "ry", 0))
        ry = mm(element, "ry", rx)
        size = mm(element, "width"), mm(element, "height")
        return rectangle_steps(mm(element, "x", 0), mm(element, "y", 0), *size, rx, ry)
    if tag == "hexagon":
        x, y, width, height = rect(element)
        return hexagon_steps(x, y, max(width, SMALLEST), max(height, SMALLEST))
    if tag == "line":
        start = mm(element, "x1", 0), mm(element, "y1", 0)
        return (("M", start), ("L", (mm(element, "x2", 0), mm(element, "y2", 0))))
    if tag in ("circle", "ellipse"):
        rx = mm(element, "r" if tag == "circle" else "rx")
        ry = rx if tag == "circle" else mm(element, "ry")
        return ellipse_steps(mm(element, "cx", 0), mm(element, "cy", 0), rx, ry)
    if tag in ("polygon", "polyline"):
        flat = numbers(element.get("points", ""))
        points = list(zip(flat[::2], flat[1::2], strict=False))
        if len(points) < 2 or len(flat) % 2:
            raise MarkupError(
                f"points: found {plural(len(flat), 'number')}, expected pairs of x and y"
            )
        drawn: list[Step] = [("M", points[0]), *(("L", point) for point in points[1:])]
        return tuple(drawn) if tag == "polyline" else (*drawn, ("Z", ()))
    raise MarkupError(f"<{shorten(tag)}> is not allowed here")
