"""SVG files as shapes, whatever program wrote them.

What cannot be drawn as it is meant is refused, each with its line: nothing is left out in silence
that a browser would show.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from card_data.problems import did_you_mean, quote, shorten
from printkit.art.extents import box_of, exact_box, moved
from printkit.art.paints import fitted, framed, painted, view_box, whole
from printkit.art.svg.clipping import ClippingReader
from printkit.art.svg.document import Node, parsed
from printkit.art.svg.lengths import Viewport
from printkit.art.svg.markers import SHOWING, MarkerReader
from printkit.art.svg.outlines import SHAPES, outline_of, pen_of
from printkit.art.svg.paint import PaintReader
from printkit.art.svg.properties import TO_PATHS
from printkit.art.svg.styles import Style
from printkit.art.svg.tree import SILENT, Context, SvgTree, for_all, link_in, transform_of
from printkit.drawing.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Step,
    inverse,
    multiply,
    rectangle_steps,
)
from printkit.drawing.shapes import BLACK, Group, Path, Shape
from printkit.drawing.shapes import Style as Pen
from printkit.errors import ArtError, MarkupError, SourceLocation
from printkit.typography.fonts import Fonts

if TYPE_CHECKING:
    from printkit.art.svg.text import Run

WHITE = "#ffffff"
ORDER = "fill stroke markers"  # in which the parts of a path are painted
NOTHING: Mapping[str, str] = MappingProxyType({})
SIZES: tuple[str, ...] = ("width", "height")
GROUPS = frozenset(("g", "a", "svg", "symbol"))
ADVICE = {
    "image": "save the picture as a file of its own, and draw it with <image> in the template",
    "foreignObject": "save the drawing as plain SVG",
    **dict.fromkeys(("textPath", "tref", "flowRoot"), TO_PATHS),
}


def read_art(
    raw: bytes, place: SourceLocation, fonts: Fonts, only: str = ""
) -> tuple[tuple[Shape, ...], float, float]:
    """Return the shapes of an SVG file in its own units, and the width and height of its view box,
    in which they lie from (0, 0) on; of ``only`` the element with an ID, those of the box around
    it. Raise `ArtError`."""
    return ArtReader(parsed(raw, place), place, fonts).whole(only)


class ArtReader:
    """Turns the elements of one file into shapes; collects what is wrong with them."""

    def __init__(self, root: Node, place: SourceLocation, fonts: Fonts) -> None:
        self.root, self.fonts = root, fonts
        self.tree = SvgTree(root, place)
        self.paint_reader = PaintReader(self.tree, self.children)
        self.clipping = ClippingReader(self.tree, self.children, self.element)
        self.markers = MarkerReader(self.tree, self.children, self.clipping)

    def whole(self, only: str = "") -> tuple[tuple[Shape, ...], float, float]:
        """Return the shapes of the file or ``only`` of one element, and their size."""
        width = height = 0.0
        shapes: tuple[Shape, ...] = ()
        try:
            box = self.box()
            context = Context((), {}, Viewport(*box[2:]), 0)
            if only:
                shapes = self.part(only, context)
                if self.tree.errors:
                    raise ArtError(self.tree.errors)
                matrix, width, height = around_all(shapes)
            else:
                matrix, width, height = self.fit(box)
                shapes = self.element(self.root, context)
            if matrix != IDENTITY:
                shapes = (Group(shapes, matrix),)
        except ArtError:
            raise
        except MarkupError as error:
            self.tree.keep(error, self.root)
        if self.tree.errors:
            raise ArtError(self.tree.errors)
        return shapes, width, height

    def part(self, name: str, context: Context) -> tuple[Shape, ...]:
        """Return the shapes of one element, in whatever groups it stands; of a ``<symbol>`` those
        that it stands for."""
        path = self.tree.target(f"#{name}", "href")
        matrix = IDENTITY
        for place in range(len(path) - 1):
            own, _ = self.tree.styled(path[place], context._replace(path=path[:place]))
            matrix = multiply(transform_of(own, context.view), matrix)
        inner = self.tree.within(path[:-1], context)
        draw = self.drawn if path[-1].tag == "symbol" else self.element
        shapes = draw(path[-1], inner)
        if not shapes and not self.tree.errors:
            raise MarkupError(f"{quote(name)} draws nothing")
        return (Group(shapes, matrix),)

    def box(self) -> Box:
        """Return the left, top, width and height of the drawing: its view box, or else its size."""
        if "viewBox" in self.root.attributes:
            return view_box(self.root.attributes["viewBox"])
        if (size := self.size()) is None:
            raise MarkupError("attribute viewBox is missing: how large the drawing is")
        return 0.0, 0.0, *size

    def size(self) -> tuple[float, float] | None:
        """Return the width and the height that the file gives itself, if it does."""
        sizes = [self.root.attributes.get(key, "") for key in SIZES]
        if not all(sizes) or any(size.endswith("%") for size in sizes):
            return None
        width, height = (Viewport(0, 0).length("width", size) for size in sizes)
        if min(width, height) <= 0:
            raise MarkupError("width: expected a length above 0")
        return width, height

    def fit(self, box: Box) -> tuple[Matrix, float, float]:
        """Return the matrix that puts the view box at (0, 0), and the size of the drawing: that of
        the box, but as wide for its height as the file says."""
        x, y, width, height = box
        size = self.size() or (width, height)
        a, _, _, d, e, f = fitted(
            box, (0.0, 0.0, *size), self.root.attributes.get("preserveAspectRatio", "")
        )
        if math.isclose(size[0] * height, size[1] * width, rel_tol=1e-3):
            return (1, 0, 0, 1, -x, -y), width, height
        scale = min(a, d)
        return (a / scale, 0, 0, d / scale, e / scale, f / scale), size[0] / scale, size[1] / scale

    # --- elements

    def children(self, node: Node, context: Context) -> tuple[Shape, ...]:
        return tuple(shape for child in node.children for shape in self.element(child, context))

    def element(self, node: Node, context: Context) -> tuple[Shape, ...]:
        """Return the shapes of an element; none, and note the problem, if it cannot be read."""
        if node.tag in SILENT:
            return ()
        try:
            return self.drawn(node, context)
        except ArtError:
            raise
        except MarkupError as error:
            self.tree.keep(error, node)
            return ()

    def drawn(
        self, node: Node, context: Context, given: Mapping[str, str] = NOTHING
    ) -> tuple[Shape, ...]:
        """Return the shapes of an element; ``given`` are attributes that go over its own."""
        if (found := self.tree.shown(node, context)) is None:
            return ()
        own, inner = found
        matrix = transform_of(own, inner.view)
        shapes = self.content(node, inner, given)
        return self.clipping.apply(node, own, inner, matrix, shapes) if shapes else ()

    def content(self, node: Node, inner: Context, given: Mapping[str, str]) -> tuple[Shape, ...]:
        tag = node.tag
        if tag == "symbol" or (tag == "svg" and inner.depth > 1):
            return self.nested(node, inner, given)
        if tag in GROUPS:
            return self.children(node, inner)
        if tag == "use":
            return self.use(node, inner)
        if tag == "switch":
            return self.switch(node, inner)
        if tag == "text":
            return tuple(self.text(node, inner))
        if tag in SHAPES:
            return self.path(node, inner)
        if draws_nothing(node):
            return ()
        advice = ADVICE.get(tag, "leave it out")
        raise MarkupError(f"is not drawn: {advice}" if tag in ADVICE else
                          f"unknown element{did_you_mean(tag, (*SHAPES, *GROUPS))}")  # fmt: skip

    def switch(self, node: Node, inner: Context) -> tuple[Shape, ...]:
        """Return the first child that asks for nothing that only some programs have."""
        for child in node.children:
            if child.tag not in (*SILENT, "foreignObject") and for_all(child):
                return self.element(child, inner)
        return ()

    def nested(self, node: Node, inner: Context, given: Mapping[str, str]) -> tuple[Shape, ...]:
        """Return what an ``<svg>`` or a ``<symbol>`` draws, in its own view box."""
        attributes = {**node.attributes, **inner.style, **given}
        x, y = (inner.view.length(key, attributes.get(key, "0")) for key in ("x", "y"))
        width, height = (
            inner.view.length(key, attributes.get(key, "100%").replace("auto", "100%"))
            for key in ("width", "height")
        )
        if width <= 0 or height <= 0:
            return ()
        matrix, size = framed(attributes, x, y, width, height)
        shapes = self.children(node, inner._replace(view=Viewport(*size)))
        if inner.style.get("overflow", "hidden") in SHOWING:
            return (Group(shapes, matrix),)
        edge = moved(rectangle_steps(x, y, width, height, 0, 0), inverse(matrix) or IDENTITY)
        return (Group(shapes, matrix, Path(edge)),)

    def use(self, node: Node, inner: Context) -> tuple[Shape, ...]:
        if (path := self.tree.found(node.attributes.get("href", ""), "href")) is None:
            return ()
        target = path[-1]
        own = node.attributes | inner.style
        x, y = (inner.view.length(key, own.get(key, "0")) for key in ("x", "y"))
        inner = inner._replace(marked=inner)
        if target.tag in ("symbol", "svg"):
            sizes = {key: own[key] for key in SIZES if key in own}
            shapes = self.drawn(target, inner._replace(path=path[:-1]), sizes)
        else:
            shapes = self.element(target, inner._replace(path=path[:-1]))
        return (Group(shapes, (1, 0, 0, 1, x, y)),) if shapes else ()

    # --- shapes

    def path(self, node: Node, inner: Context) -> tuple[Shape, ...]:
        attributes = node.attributes | inner.style
        steps = outline_of(node.tag, attributes, inner.view, inner.size)
        if not steps or inner.style.get("visibility", "visible") != "visible":
            return ()
        if "pathLength" in attributes and inner.style.get("stroke-dasharray", "none") != "none":
            raise MarkupError("pathLength: dashes in shares of a path are not drawn: leave it out")
        return tuple(self.painted_path(node.tag, inner, steps))

    def text(self, node: Node, inner: Context) -> Iterator[Shape]:
        """Words: in a colour, or as paths with what else fills or outlines them."""
        from printkit.art.glyphs import Glyphs  # few drawings have any words
        from printkit.art.svg.text import place_runs

        glyphs, limits = Glyphs(), self.line_limits(inner)
        for run, text in place_runs(list(self.runs(node, inner)), self.fonts, limits):
            around = inner._replace(style=run.style)
            colour, server, opacity = self.paint_reader.paint("fill", around, BLACK)
            if run.style.get("visibility", "visible") != "visible":
                continue
            if inner.clipping:
                yield text
            elif server is not None or run.style.get("stroke", "none") != "none":
                steps = glyphs.drawn(text, self.fonts).steps
                yield from self.painted_path("text", around, steps, box_of((text,)))
            elif colour is not None:
                yield whole(msgspec.structs.replace(text, fill=colour), opacity)

    def runs(self, node: Node, inner: Context, raised: float = 0.0) -> Iterator[Run]:
        """Yield the words of a text, part by part, with their positions where they have any;
        ``raised`` is what is around them."""
        from printkit.art.svg.text import Run, TextPosition, placed_words, shifted, spacing

        view, size, style = inner.view, inner.size, inner.style
        if (line := style.get("alignment-baseline", "auto")) not in ("auto", "baseline"):
            style = style | {"dominant-baseline": line}
            inner = inner._replace(style=style)
        spaces = [spacing(view, style, f"{one}-spacing", size) for one in ("letter", "word")]
        for words, place in placed_words(node, view, size, style):
            yield Run(words, style, size, place, raised, *spaces)
        for child, words in zip(node.children, node.texts[1:], strict=True):
            if (shown := self.shown_in_words(child, inner)) is not None:
                own, within = shown
                shift = shifted(view, own.get("baseline-shift", "baseline"), within.size, size)
                yield from self.runs(child, within, raised + shift)
            yield Run(words, style, size, TextPosition(), raised, *spaces)

    def shown_in_words(self, child: Node, inner: Context) -> tuple[Style, Context] | None:
        """Return what `SvgTree.shown` does of a part of a text; raise `MarkupError` for what cannot
        be one."""
        if child.tag in SILENT or draws_nothing(child):
            return None
        if child.tag not in ("tspan", "a"):
            advice = ADVICE.get(child.tag, TO_PATHS)
            raise MarkupError(f"<{shorten(child.tag)}> in a text is not drawn: {advice}")
        return self.tree.shown(child, inner)

    def line_limits(self, inner: Context) -> dict[str, float]:
        """Return how wide the lines of a text may be that is to be wrapped, by what says so."""
        style, found = inner.style, dict[str, float]()
        if (text := style.get("inline-size", "auto")) not in ("auto", "0", "0px"):
            found["inline-size"] = inner.view.length("inline-size", text, inner.size)
        if path := self.tree.found(link_in(style.get("shape-inside", "")), "shape-inside"):
            node = path[-1]
            steps = outline_of(node.tag, node.attributes, inner.view, inner.size)
            left, _, right, _ = exact_box(steps) if steps else (0.0,) * 4
            found["shape-inside"] = right - left
        return found

    def painted_path(
        self, tag: str, inner: Context, steps: tuple[Step, ...], box: Box | None = None
    ) -> Iterator[Shape]:
        """Yield a path as its style paints it: its fill, its line and its markers; letters have the
        ``box`` of their words."""
        style = inner.style
        if inner.clipping:
            yield Path(steps, Pen(WHITE, even_odd=style.get("clip-rule") == "evenodd"))
            return
        fill, area, fades = self.paint_reader.paint("fill", inner, BLACK)
        stroke, line, faint = self.paint_reader.paint("stroke", inner, None)
        pen = pen_of(style, inner.view, inner.size, fill, stroke)
        line = line if pen.stroke is not None else None
        opacities = fades, faint
        order = ORDER if pen.stroke is None else paint_order(style.get("paint-order", ""))
        for layer in order.replace("fill stroke", "both").split():
            if layer == "markers":
                yield from self.markers.drawn(tag, inner, steps)
            elif layer == "both":
                yield from painted(steps, pen, (area, line), opacities, box)
            elif layer == "fill":
                only = msgspec.structs.replace(pen, stroke=None)
                yield from painted(steps, only, (area, None), opacities, box)
            else:
                only = msgspec.structs.replace(pen, fill=None)
                yield from painted(steps, only, (None, line), opacities, box)


def paint_order(text: str) -> str:
    """Return the parts of a path in the order in which a ``paint-order`` paints them."""
    words = [word for word in text.split() if word in ORDER.split()]
    return " ".join([*words, *(word for word in ORDER.split() if word not in words)])


def around_all(shapes: Iterable[Shape]) -> tuple[Matrix, float, float]:
    """The matrix that puts shapes at (0, 0), and how wide and high they are, lines included."""
    left, top, right, bottom = box_of(shapes, lines=True) or (0.0, 0.0, 0.0, 0.0)
    if min(right - left, bottom - top) <= 0:
        raise MarkupError("has no area")
    return (1, 0, 0, 1, -left, -top), right - left, bottom - top


def draws_nothing(node: Node) -> bool:
    """Whether an element is empty that would else not be drawn: a picture that is no file, or words
    that are none."""
    if node.tag == "image":
        return not node.attributes.get("href")
    return node.tag in ("flowRoot", "textPath") and not any(one.text.strip() for one in node.walk())
