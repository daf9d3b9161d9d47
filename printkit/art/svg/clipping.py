"""Clips, masks and opacity of the elements of an SVG file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from card_data.problems import shorten
from printkit.art.extents import box_of, moved, outlines
from printkit.art.masks import in_grey, in_white
from printkit.art.paints import UNITS, choice
from printkit.art.svg.document import Node
from printkit.art.svg.lengths import share
from printkit.art.svg.outlines import SHAPES
from printkit.art.svg.styles import Style
from printkit.art.svg.tree import SILENT, Context, SvgTree, transform_of
from printkit.drawing.geometry import IDENTITY, Box, Matrix, multiply, rectangle_steps
from printkit.drawing.shapes import Group, Path, Shape
from printkit.drawing.shapes import Style as Pen
from printkit.errors import MarkupError

# How far a mask reaches, in shares of what it masks.
REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
Draw = Callable[[Node, Context], tuple[Shape, ...]]


class ClippingReader:
    """Reads clips and masks; ``children`` draws what is in an element, ``element`` itself."""

    def __init__(self, tree: SvgTree, children: Draw, element: Draw) -> None:
        self.tree, self.children, self.element = tree, children, element

    def apply(
        self, node: Node, own: Style, inner: Context, matrix: Matrix, shapes: tuple[Shape, ...]
    ) -> tuple[Shape, ...]:
        """Shapes as far as the clip, the mask and the opacity of their element let them show."""
        opacity = 1.0 if inner.clipping else share(own.get("opacity", "1"), "opacity")
        if (link := own.get("mask", "none")) != "none" and not inner.clipping:
            mask = self.mask(self.tree.link(link, "mask", "mask"), inner, box_of(shapes))
            shapes = grouped(shapes, mask=mask) if mask else ()
        if (link := own.get("clip-path", "none")) != "none":
            shapes = self.clipped(self.tree.link(link, "clip-path", "clipPath"), inner, shapes)
        if not shapes:
            return ()
        if matrix == IDENTITY and opacity == 1:
            return shapes
        return grouped(shapes, matrix=matrix, opacity=opacity)

    def mask(self, path: tuple[Node, ...], inner: Context, box: Box | None) -> tuple[Shape, ...]:
        """Return the shapes of a ``<mask>`` for shapes within ``box``; none if it hides all."""
        node = path[-1]
        attributes = node.attributes
        if box is None:
            return ()
        own = self.tree.cascade.own(path)
        left, top, right, bottom = box
        wide, high = right - left, bottom - top
        boxed = choice(attributes, "maskUnits", UNITS) == UNITS[0]
        scaled = choice(attributes, "maskContentUnits", UNITS[::-1]) == UNITS[0]
        x, y, width, height = (
            inner.view.measure(key, attributes.get(key, other), boxed)
            for key, other in REGION.items()
        )
        if boxed:
            x, y, width, height = left + x * wide, top + y * high, width * wide, height * high
        if min(width, height) <= 0 or (scaled and min(wide, high) <= 0):
            return ()
        with self.tree.once(node):
            shapes = self.children(node, self.tree.within(path, inner))
            if scaled:
                shapes = (Group(shapes, (wide, 0, 0, high, left, top)),)
            edge = Path(rectangle_steps(x, y, width, height, 0, 0))
            shade = in_white if own.get("mask-type") == "alpha" else in_grey
            made: tuple[Shape, ...] = (Group(shade(shapes), clip=edge),) if shapes else ()
            if (link := own.get("mask", "none")) != "none" and made:
                outer = self.mask(self.tree.link(link, "mask", "mask"), inner, box)
                made = (Group(made, mask=outer),) if outer else ()
            return made

    def clipped(
        self, path: tuple[Node, ...], inner: Context, shapes: tuple[Shape, ...]
    ) -> tuple[Shape, ...]:
        """Shapes as far as they lie in what a ``<clipPath>`` encloses: one outline, or else a mask
        of several."""
        node = path[-1]
        box = box_of(shapes)
        if box is None:
            return ()
        matrix = transform_of(node.attributes, inner.view)
        if choice(node.attributes, "clipPathUnits", UNITS[::-1]) == UNITS[0]:
            left, top, right, bottom = box
            matrix = multiply((right - left, 0, 0, bottom - top, left, top), matrix)
        with self.tree.once(node):
            parts = self.clip_parts(node, self.tree.within(path, inner)._replace(clipping=True))
            own = self.tree.cascade.own(path)
            if not parts:
                return ()
            if len(parts) == 1 and isinstance(parts[0], Path):
                only = parts[0]
                edge = Path(moved(only.steps, matrix), Pen(even_odd=only.style.even_odd))
                shapes = grouped(shapes, clip=edge)
            else:
                shapes = grouped(shapes, mask=(Group(parts, matrix),))
            if (link := own.get("clip-path", "none")) != "none":
                shapes = self.clipped(self.tree.link(link, "clip-path", "clipPath"), inner, shapes)
            return shapes

    def clip_parts(self, node: Node, context: Context) -> tuple[Shape, ...]:
        """Return the areas of a ``<clipPath>`` in white; a single outline as a path of its own."""
        parts: list[Shape] = []
        for child in node.children:
            if child.tag in SILENT:
                continue
            if child.tag not in (*SHAPES, "use", "text"):
                raise MarkupError(f"<{shorten(child.tag)}> in a clipPath is not read: use shapes")
            parts += self.element(child, context)
        flat = [*outlines(parts, IDENTITY)]
        return (flat[0],) if len(flat) == 1 and flat[0] is not None else in_white(parts)


def grouped(shapes: tuple[Shape, ...], matrix: Matrix = IDENTITY, **over: Any) -> tuple[Shape, ...]:
    """Return shapes as one group, moved by a matrix, with what is ``over`` them: as that which they
    already are where it can be, so that drawings are nested no deeper than their files."""
    only = shapes[0] if len(shapes) == 1 else None
    if isinstance(only, Group) and (only.matrix == IDENTITY or over.keys() <= {"opacity"}):
        plain = Group(only.shapes)
        if all(getattr(only, key) == getattr(plain, key) for key in over):
            return (msgspec.structs.replace(only, matrix=multiply(only.matrix, matrix), **over),)
    return (Group(shapes, matrix, **over),)
