"""Markers of an SVG file: arrow heads and other signs at the vertices of a path."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printkit.art.paints import choice, framed
from printkit.art.svg.clipping import ClippingReader, Draw
from printkit.art.svg.document import Node
from printkit.art.svg.lengths import PLACES, Viewport, degrees
from printkit.art.svg.properties import MARKERS
from printkit.art.svg.tree import Context, SvgTree, link_in
from printkit.drawing.geometry import IDENTITY, Point, Step, rectangle_steps, transformed
from printkit.drawing.shapes import Group, Path, Shape
from printkit.errors import MarkupError

MARKED = ("path", "line", "polyline", "polygon")
UNITS = ("strokeWidth", "userSpaceOnUse")
SHOWING = ("visible", "auto")  # what overflow is where the box of a marker clips nothing


class Vertex(NamedTuple):
    """A point of a path, and the directions in which the path comes to it and goes on."""

    at: Point
    came: Point | None = None
    goes: Point | None = None

    @property
    def angle(self) -> float:
        """The direction of the path there, in degrees; where it bends, halfway."""
        turns = [math.atan2(one[1], one[0]) for one in (self.came, self.goes) if one is not None]
        if len(turns) == 2 and abs(turns[0] - turns[1]) > math.pi:
            turns[0] += 2 * math.pi
        return math.degrees(sum(turns) / len(turns)) if turns else 0.0


class MarkerReader:
    """Reads markers; ``children`` draws what is in one."""

    def __init__(self, tree: SvgTree, children: Draw, clipping: ClippingReader) -> None:
        self.tree, self.children, self.clipping = tree, children, clipping

    def drawn(self, tag: str, inner: Context, steps: tuple[Step, ...]) -> Iterator[Shape]:
        """Yield the markers of a path."""
        asked = [name for name in MARKERS if inner.style.get(name, "none") != "none"]
        if tag not in MARKED or not asked:
            return
        if "marker-mid" in asked and "a" in inner.style.get("d", "").removeprefix("path").lower():
            raise MarkupError("marker-mid: is not drawn on arcs: convert them to curves")
        points = vertices(steps)
        some = dict(zip(MARKERS, (points[:1], points[1:-1], points[-1:]), strict=True))
        for name in asked:
            yield from self.placed(name, inner, some[name])

    def placed(self, name: str, inner: Context, points: Iterable[Vertex]) -> Iterator[Shape]:
        """Yield a marker at each of some vertices; one that is used by what is in it not again."""
        link = inner.style[name]
        if self.tree.found(link_in(link), name) is None:
            return
        path = self.tree.link(link, name, "marker")
        node = path[-1]
        if id(node) in self.tree.busy:
            return
        with self.tree.once(node):
            shapes = self.marker(path, inner)
        width = inner.style.get("stroke-width", "1")
        scale = inner.view.length("stroke-width", width, inner.size)
        if choice(node.attributes, "markerUnits", UNITS) != UNITS[0]:
            scale = 1.0
        orient = node.attributes.get("orient", "0")
        for vertex in points if shapes and scale > 0 else ():
            turn = vertex.angle if orient.startswith("auto") else degrees("orient", orient)
            if orient == "auto-start-reverse" and name == "marker-start":
                turn += 180
            cos, sin = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))
            yield Group(shapes, (cos, sin, -sin, cos, *vertex.at))

    def marker(self, path: tuple[Node, ...], inner: Context) -> tuple[Shape, ...]:
        """Return the shapes of a ``<marker>``, with the point that lies on a vertex at (0, 0)."""
        node = path[-1]
        attributes = node.attributes
        own = self.tree.cascade.own(path)
        self.tree.note_undrawn(node, own)
        width, height = (
            inner.view.length("width", attributes.get(key, "3"))
            for key in ("markerWidth", "markerHeight")
        )
        if min(width, height) <= 0:
            return ()
        fit, size = framed(attributes, 0.0, 0.0, width, height)
        view = Viewport(*size)
        x, y = transformed(fit, *(
            view.length(key, PLACES.get(text := attributes.get(key, "0"), text))
            for key in ("refX", "refY")
        ))  # fmt: skip
        context = self.tree.within(path, inner._replace(view=view), inner)
        shapes = (Group(self.children(node, context), fit),)
        clips = context.style.get("overflow", "hidden") not in SHOWING
        edge = Path(rectangle_steps(0, 0, width, height, 0, 0)) if clips else None
        shapes = (Group(shapes, (1, 0, 0, 1, -x, -y), edge),)
        return self.clipping.apply(node, own, context, IDENTITY, shapes)


def vertices(steps: Iterable[Step]) -> list[Vertex]:
    """Return the vertices of a path; a closed part of it has one more where it began."""
    found: list[Vertex] = []
    first = 0
    for letter, values in steps:
        if letter == "M":
            first = len(found)
            found.append(Vertex((values[0], values[1])))
            continue
        at = found[-1].at
        ahead = [*zip(values[::2], values[1::2], strict=True)] or [found[first].at]
        goes = direction([at, *ahead])
        came = direction([*reversed([at, *ahead])])
        came = (-came[0], -came[1]) if came else found[-1].came
        found[-1] = found[-1]._replace(goes=goes or found[-1].goes)
        found.append(Vertex(ahead[-1], came))
        if letter == "Z":
            found[-1] = found[-1]._replace(goes=found[first].goes)
            found[first] = found[first]._replace(came=came)
    return found


def direction(points: list[Point]) -> Point | None:
    """Return where the first of some points looks, to the next one that lies elsewhere."""
    (x, y), *others = points
    return next(((u - x, v - y) for u, v in others if (u, v) != (x, y)), None)
