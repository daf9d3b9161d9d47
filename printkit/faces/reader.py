"""Markup to drawing: a rendered template, parsed into shapes.

The markup is plain SVG in mm (g, rect, line, circle, ellipse, polygon, polyline, path, text, use,
defs, clipPath, linearGradient, radialGradient) and elements of our own: ``textbox``,
``table``, ``hexagon``, ``icon``, ``image``, ``field``, ``piece``, ``detail`` and the layouts.
Lengths are mm, or points with the ending ``pt``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from card_data.limits import DEEPEST_ELEMENTS, LARGEST_SCALE
from card_data.problems import quote, shorten
from printkit.drawing.geometry import IDENTITY, Matrix, Rect, multiply, scale_of
from printkit.drawing.paths import bounded, parse_transform
from printkit.drawing.shapes import Group, Path, Shape, Style, Symbol, Use
from printkit.errors import ArtError, MarkupError, TextError
from printkit.faces.attributes import LINE, SMALLEST, colour, length, mm, read_style, role
from printkit.faces.elements import (
    DEFAULTS,
    DEFINED,
    DEFINITIONS,
    LAYOUTS,
    OWN,
    VEILS,
    Context,
    check,
    inherit,
)
from printkit.faces.reading.fields import read_field
from printkit.faces.reading.images import read_image
from printkit.faces.reading.outlines import steps_of
from printkit.faces.reading.tables import draw_table
from printkit.faces.reading.texts import TextReader
from printkit.pictures.gallery import Gallery
from printkit.templating.xml import XML
from printkit.typography.fonts import Fonts

# Draws the piece of the game that a ``<piece>`` names, for the reader that encountered it.
DrawPiece = Callable[["MarkupReader", XML, Context], Group]


class Detail(NamedTuple):
    """A part of a face that may be shown alone: its box, and the radius of its corners in mm."""

    window: Rect
    corner: float = 0.0


class Nesting(NamedTuple):
    """The groups around an element: the product of their matrices, and their number."""

    matrix: Matrix
    depth: int

    def inside(self, matrix: Matrix) -> Nesting:
        """The same inside another group; raise `MarkupError` if that is too far out or too deep."""
        if self.depth == DEEPEST_ELEMENTS:
            raise MarkupError(f"nested more than {DEEPEST_ELEMENTS} deep")
        product = multiply(matrix, self.matrix)
        for value in product:
            bounded(value)
        return Nesting(product, self.depth + 1)


class MarkupReader(TextReader):
    """Turns elements into shapes; collects every error, with its field and its place.

    ``symbols`` are those that a `Use` may name, ``draw_piece`` draws pieces of the game, its
    pictures come from the ``gallery``; ``page`` is the face, ``area`` what a layout fills.
    """

    def __init__(
        self, fonts: Fonts, symbols: Mapping[str, Symbol],
        draw_piece: DrawPiece | None = None, gallery: Gallery | None = None,
    ) -> None:  # fmt: skip
        super().__init__(fonts, symbols)
        self.page: Rect | None = None
        self.area: Rect | None = None
        self.draw_piece = draw_piece
        self.gallery = gallery
        self.nesting = Nesting(IDENTITY, 0)
        self.topmost: list[Shape] = []
        self.errors: list[MarkupError] = []
        self.details: dict[str, Detail] = {}
        self.styles: dict[tuple[str | None, ...], Style | None] = {}

    def shapes(
        self, root: XML, context: Context = DEFAULTS, area: Rect | None = None
    ) -> tuple[Shape, ...]:
        """Return the children of ``root`` as shapes; they have the whole page, or an ``area``."""
        whole, self.area = self.area, area or self.page
        outer, self.nesting = self.nesting, Nesting(IDENTITY, 0)  # a symbol may be read in another
        topmost, self.topmost = self.topmost, []
        try:
            return self.children(root, inherit(root, context), {}) + tuple(self.topmost)
        finally:
            self.nesting, self.topmost, self.area = outer, topmost, whole

    def children(self, parent: XML, context: Context, clips: dict[str, Any]) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        self.check_strays(parent)
        for element in parent:
            try:
                shapes.extend(self.drawn(element, context, clips))
            except MarkupError as error:
                self.keep(error, element)
        return tuple(shapes)

    def check_strays(self, parent: XML) -> None:
        """Record words that stand between the elements in ``parent``."""
        for stray in (parent.text, *[child.tail for child in parent]):
            if stray and not stray.isspace():
                words = " ".join(stray.split())[:60]
                self.keep(MarkupError(f"{quote(words)} is outside any <text> or <textbox>"), parent)

    def drawn(self, element: XML, context: Context, clips: dict[str, Any]) -> Iterator[Shape]:
        """Yield the shapes of an element, as translucent as its attributes make them."""
        made = self.shape(element, context, clips)
        if "fill-opacity" not in context and VEILS.isdisjoint(element.attrib):
            return made
        from printkit.faces.effects.definitions import veiled

        return veiled(element, context, made, self.symbols)

    def keep(self, error: MarkupError, element: XML) -> None:
        """Record an error of ``element``, or of the text that its ``field`` names; of an SVG file
        each that is in it."""
        if isinstance(error, ArtError):
            for one in error.errors:
                self.keep(one, element)
            return
        field = element.get("field", "") if isinstance(error, TextError) else ""
        missing = error.missing or (element.get("href", "") if field else "")
        of = "" if field or error.place else f"<{shorten(element.tag)}>: "
        message = of + str(error)
        place = error.place or self.places.get(element)
        self.errors.append(
            MarkupError(
                message, field=field, place=place, glyphs=error.glyphs, missing=missing,
                short=error.short,
            )
        )  # fmt: skip

    def shape(self, element: XML, context: Context, clips: dict[str, Any]) -> Iterator[Shape]:
        tag = element.tag
        if tag in LAYOUTS:
            from printkit.faces.layouts.drawing import draw_layout

            yield from draw_layout(self, element, context, clips)
            return
        inner = inherit(element, context)
        if tag in ("tr", "below"):
            raise MarkupError("can stand in a <table> only")
        if tag == "g":
            yield self.group(element, inner, clips)
        elif tag == "text":
            yield from self.text(element, inner)
        elif tag == "textbox":
            yield from self.textbox(element, inner)
        elif tag == "table":
            yield from draw_table(self, element, inner)
        elif tag in ("use", "icon"):
            yield self.use(element, inner)
        elif tag == "field":
            yield read_field(element)
        elif tag == "piece":
            yield self.piece(element, inner)
        elif tag == "image":
            scale = scale_of(self.nesting.matrix)
            yield read_image(element, clips, scale, self.gallery)
        elif tag == "detail":
            self.detail(element)
        elif tag == "background":
            raise MarkupError("a background cannot stand in a symbol or a group")
        elif tag == "defs":
            self.definitions(element, inner, clips)
        elif tag == "clipPath":
            if len(element) != 1:
                raise MarkupError("a clipPath must contain exactly one shape")
            check(element[0], frozenset(OWN.get(element[0].tag, ())))
            clips[element.get("id", "")] = Path(steps_of(element[0]), Style())
        elif tag in DEFINED:
            from printkit.faces.effects.definitions import define

            define(element, clips)
        elif style := self.style(inner, tag):
            yield Path(steps_of(element), style)
        else:
            from printkit.faces.effects.definitions import painted_path

            yield from painted_path(steps_of(element), inner, tag, clips)

    def definitions(self, element: XML, context: Context, clips: dict[str, Any]) -> None:
        """Keep what is in a ``<defs>``, by its ID."""
        for child in element:
            if child.tag not in DEFINITIONS:
                wanted = "expected gradients and clipPaths only"
                raise MarkupError(f"<{shorten(child.tag)}> in a <defs>: {wanted}")
        self.children(element, context, clips)

    def group(self, element: XML, context: Context, clips: dict[str, Any]) -> Group:
        transform = element.get("transform")
        matrix = parse_transform(transform) if transform else IDENTITY
        clip = element.get("clip-path")
        if clip is not None and not isinstance(clips.get(clip[5:-1]), Path):
            raise MarkupError(f"clip-path {clip} is not defined before it is used")
        outer, self.nesting = self.nesting, self.nesting.inside(matrix)
        try:
            shapes = self.children(element, context, clips)
        finally:
            self.nesting = outer
        path = clips[clip[5:-1]] if clip else None
        says, anchor, title = (element.get(key, "") for key in ("says", "anchor", "title"))
        return Group(shapes, matrix, path, role(element), says, anchor, title)

    def piece(self, element: XML, context: Context) -> Group:
        """Return a piece of the game as it is cut out, drawn by its own template."""
        if self.draw_piece is None:
            raise MarkupError("a symbol cannot contain a piece")
        return self.draw_piece(self, element, context)

    def detail(self, element: XML) -> None:
        """Note a part of the face that a picture may show alone; nothing is drawn."""
        name = element.get("name", "")
        if self.draw_piece is None or self.nesting.depth:
            raise MarkupError("a detail cannot stand in a symbol or a group")
        if not name:
            raise MarkupError("name: missing or empty")
        if name in self.details:
            raise MarkupError(f"name: a second {quote(name)}")
        x, y, width, height = (mm(element, key) for key in ("x", "y", "width", "height"))
        window = Rect(x, y, max(width, SMALLEST), max(height, SMALLEST))
        self.details[name] = Detail(window, mm(element, "rx", 0))

    def moved(self, holder: XML, context: Context, x: float, y: float) -> Group:
        """Return the children of an element, drawn from (x, y)."""
        matrix: Matrix = (1, 0, 0, 1, x, y)
        outer, self.nesting = self.nesting, self.nesting.inside(matrix)
        try:
            return Group(self.children(holder, context, {}), matrix)
        finally:
            self.nesting = outer

    def above(self, element: XML, context: Context, x: float, y: float) -> None:
        """Draw the content of ``element`` from (x, y), later, above all shapes around it."""
        outer, self.nesting = self.nesting, self.nesting.inside((1, 0, 0, 1, x, y))
        try:
            shapes = self.children(element, context, {})
            if shapes:
                self.topmost.append(Group(shapes, self.nesting.matrix))
        finally:
            self.nesting = outer

    def style(self, context: Context, tag: str) -> Style | None:
        """Return how a path is painted; None if by more than colours."""
        key = (
            None if tag == "line" else context.get("fill"),
            *map(context.get, ("stroke", *LINE, "fill-rule")),
            *map(context.get, ("fill-opacity", "stroke-opacity")),
        )
        if key not in self.styles:
            plain = key[8:] == (None, None) and not any(
                ink is not None and ink.startswith("url(") for ink in key[:2]
            )
            self.styles[key] = read_style(*key[:8]) if plain else None
        return self.styles[key]

    def use(self, element: XML, context: Context) -> Use:
        icon = element.tag == "icon"
        attribute = "name" if icon else "href"
        name = element.get(attribute, "").removeprefix("#")
        symbol = self.symbol(name, attribute)
        size = "size" if icon else "width"
        side = element.get(size)
        if side is None and symbol.size:
            raise MarkupError(
                f"attribute {size} is missing: how wide, in mm, to draw {quote(name)}"
            )
        if side is not None and symbol.shapes and not symbol.size:
            raise MarkupError(f"{size} has no effect here: {quote(name)} has no viewBox")
        wide = length(side, size, SMALLEST) if side else 1.0
        if symbol.size and wide > LARGEST_SCALE * symbol.size:
            raise MarkupError(
                f"{size}: found {quote(side or '')}, more than {LARGEST_SCALE:g} times its own"
            )
        ink = element.get("color") or context.get("fill") or "#000000"
        return Use(
            name,
            mm(element, "x", 0),
            mm(element, "y", 0),
            wide,
            colour("color" if "color" in element.attrib else "fill", ink) or "#000000",
        )
