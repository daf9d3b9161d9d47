"""Markup to drawing: a rendered template, parsed into shapes.

The markup is plain SVG in mm (g, rect, line, circle, ellipse, polygon, polyline, path, text, use,
defs, clipPath, linearGradient, radialGradient, pattern, mask) and elements of our own: ``textbox``,
``table``, ``hexagon``, ``icon``, ``image``, ``field``, ``piece``, ``detail`` and the layouts.
Lengths are mm, or points with the ending ``pt``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast, get_args
from xml.etree.ElementTree import Element

from msgspec import structs

from card_data.limits import DEEPEST_ELEMENTS, LARGEST_SCALE
from card_data.problems import clip, said, said_of, unlike
from card_data.words import counted
from printkit.budget import Budget
from printkit.drawing.bounds import reach
from printkit.drawing.geometry import (
    IDENTITY,
    Matrix,
    Rect,
    Step,
    ellipse_steps,
    hexagon_steps,
    multiply,
    rectangle_steps,
    scale_of,
)
from printkit.drawing.paths import bounded, numbers, parse_path, parse_transform
from printkit.drawing.shapes import Field, FieldKind, Group, Path, Shape, Style, Symbol, Use
from printkit.errors import ArtError, MarkupError, Place, TextError
from printkit.faces.attributes import (
    RENDERINGS,
    SMALLEST,
    VARIANTS,
    WHOLE,
    colour,
    length,
    look_of,
    mm,
    one_of,
    read_setting,
    read_style,
    rect,
    role,
    squares,
    weight_and_slant,
)
from printkit.faces.elements import (
    CHARACTER,
    DEFAULTS,
    DEFINED,
    DEFINITIONS,
    ELEMENT,
    LAYOUTS,
    MISTAKE,
    SPAN,
    VEILS,
    WORD,
    Context,
    inherit,
    only_named,
)
from printkit.faces.memory.references import References
from printkit.faces.reading.images import read_image
from printkit.pictures.gallery import Gallery
from printkit.templating.xml import XML
from printkit.typography.fitting import (
    PLAIN,
    POINT,
    Composer,
    Setting,
    TooLongError,
    Word,
    as_printed,
    fit,
    line_width,
    place,
    set_words,
)
from printkit.typography.fonts import Font, Fonts
from printkit.typography.own.clean import OWN
from printkit.typography.rows import Cell, CrowdedError, Row, Table, arrange

CITED = re.compile(r"\s?\(((?:[\w.-]+)(?:(?:, | and )[\w.-]+)*)\)")  # (WA-4.3, WA-5.1)
RULE = 0.2  # mm: the line between rows
TOKEN = re.compile(r"[\w-]+(?:\.[\w-]+)*")  # what may name an anchor, such as WA-4.3
# Draws the piece of the game that a ``<piece>`` names, for the reader that encountered it.
DrawPiece = Callable[["MarkupReader", XML, Context], Group]


class Detail(NamedTuple):
    """A part of a face that may be shown alone: its box, and the radius of its corners in mm."""

    window: Rect
    corner: float = 0.0


class Around(NamedTuple):
    """The groups around an element: the product of their matrices, and their number."""

    matrix: Matrix
    depth: int

    def inside(self, matrix: Matrix) -> Around:
        """The same inside another group; raise `MarkupError` if that is too far out or too deep."""
        if self.depth == DEEPEST_ELEMENTS:
            raise MarkupError(f"nested more than {DEEPEST_ELEMENTS} deep")
        product = multiply(matrix, self.matrix)
        for value in product:
            bounded(value)
        return Around(product, self.depth + 1)


class MarkupReader:
    """Turns elements into shapes; collects every error, with its field and its place.

    ``symbols`` are those that a `Use` may name, ``draw_piece`` draws pieces of the game, its
    pictures come from the ``gallery``; ``page`` is the face, ``area`` what a layout fills;
    ``places`` is that of a `Source`. Where a text names one of ``anchors``, it links to it; with
    ``notes`` those in parentheses are notes in the margin.
    ``refers`` collects what the markup refers to.
    """

    def __init__(
        self, fonts: Fonts, symbols: Mapping[str, Symbol], budget: Budget,
        draw_piece: DrawPiece | None = None, gallery: Gallery | None = None,
    ) -> None:  # fmt: skip
        self.fonts = fonts
        self.page: Rect | None = None
        self.area: Rect | None = None
        self.budget = budget
        self.draw_piece = draw_piece
        self.gallery = gallery
        self.anchors: frozenset[str] = frozenset()
        self.notes = False
        self.around = Around(IDENTITY, 0)
        self.topmost: list[Shape] = []
        self.symbols = symbols
        self.errors: list[MarkupError] = []
        self.refers = References()
        self.details: dict[str, Detail] = {}
        self.places: Mapping[XML, Place] = {}
        self.styles: dict[tuple[str | None, ...], Style | None] = {}
        self.settings: dict[tuple[str | None, ...], Setting] = {}
        self.reaches: dict[str, tuple[float, float]] = {}

    def shapes(
        self, root: XML, context: Context = DEFAULTS, area: Rect | None = None
    ) -> tuple[Shape, ...]:
        """The children of ``root`` as shapes; they have the whole page, or an ``area``."""
        whole, self.area = self.area, area or self.page
        outer, self.around = self.around, Around(IDENTITY, 0)  # a symbol may be read in another
        topmost, self.topmost = self.topmost, []
        try:
            return self.children(root, inherit(root, context), {}) + tuple(self.topmost)
        finally:
            self.around, self.topmost, self.area = outer, topmost, whole

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
        self.budget.spend(ELEMENT * len(parent))
        for stray in (parent.text, *[child.tail for child in parent]):
            if stray and not stray.isspace():
                words = " ".join(stray.split())[:60]
                self.keep(MarkupError(f"{clip(words)} is outside any <text> or <textbox>"), parent)

    def drawn(self, element: XML, context: Context, clips: dict[str, Any]) -> Iterator[Shape]:
        """What an element draws, as far as what it says of that lets show what is behind it."""
        made = self.shape(element, context, clips)
        if "fill-opacity" not in context and VEILS.isdisjoint(element.attrib):
            return made
        from printkit.faces.effects.definitions import veiled

        return veiled(element, context, made, clips)

    def keep(self, error: MarkupError, element: XML) -> None:
        """Record an error of ``element``, or of the text that its ``field`` names; of an SVG file
        each that is in it."""
        if isinstance(error, ArtError):
            for one in error.errors:
                self.keep(one, element)
            return
        self.budget.spend(MISTAKE)
        field = element.get("field", "") if isinstance(error, TextError) else ""
        of = "" if field or error.place else f"<{clip(element.tag, quoted=False)}>: "
        message = said_of(of, said(error))
        place = error.place or self.places.get(element)
        self.errors.append(MarkupError(message, field=field, place=place, glyphs=error.glyphs))

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
            yield from self.table(element, inner)
        elif tag in ("use", "icon"):
            yield self.use(element, inner)
        elif tag == "field":
            yield read_field(element)
        elif tag == "piece":
            yield self.piece(element, inner)
        elif tag == "image":
            scale = scale_of(self.around.matrix)
            spend = self.budget.spend
            yield read_image(element, clips, scale, self.gallery, self.refers, spend)
        elif tag == "detail":
            self.detail(element)
        elif tag == "background":
            raise MarkupError("a background cannot stand in a symbol or a group")
        elif tag == "defs":
            self.definitions(element, inner, clips)
        elif tag == "clipPath":
            if len(element) != 1:
                raise MarkupError("a clipPath must contain exactly one shape")
            clips[element.get("id", "")] = Path(self.steps(element[0]), Style())
        elif tag in DEFINED:
            from printkit.faces.effects.definitions import define

            define(element, clips, lambda: self.children(element, inner, clips))
        elif style := self.style(inner, tag):
            yield Path(self.steps(element), style)
        else:
            from printkit.faces.effects.definitions import painted_path

            yield from painted_path(self.steps(element), inner, tag, clips, self.budget.spend)

    def definitions(self, element: XML, context: Context, clips: dict[str, Any]) -> None:
        """Keep what is in a ``<defs>``, by its ID."""
        for child in element:
            if child.tag not in DEFINITIONS:
                wanted = "expected gradients, patterns, masks and clipPaths only"
                raise MarkupError(f"<{clip(child.tag, quoted=False)}> in a <defs>: {wanted}")
        self.children(element, context, clips)

    def group(self, element: XML, context: Context, clips: dict[str, Any]) -> Group:
        transform = element.get("transform")
        matrix = parse_transform(transform) if transform else IDENTITY
        clip = element.get("clip-path")
        if clip is not None and not isinstance(clips.get(clip[5:-1]), Path):
            raise MarkupError(f"clip-path {clip} is not defined before it is used")
        outer, self.around = self.around, self.around.inside(matrix)
        try:
            shapes = self.children(element, context, clips)
        finally:
            self.around = outer
        path = clips[clip[5:-1]] if clip else None
        says, anchor, title = (element.get(key, "") for key in ("says", "anchor", "title"))
        return Group(shapes, matrix, path, role(element), says, anchor, title)

    def piece(self, element: XML, context: Context) -> Group:
        """A piece of the game as it is cut out, drawn by its own template."""
        if self.draw_piece is None:
            raise MarkupError("a symbol cannot contain a piece")
        return self.draw_piece(self, element, context)

    def detail(self, element: XML) -> None:
        """Note a part of the face that a picture may show alone; nothing is drawn."""
        name = element.get("name", "")
        if self.draw_piece is None or self.around.depth:
            raise MarkupError("a detail cannot stand in a symbol or a group")
        if not name:
            raise MarkupError("name: missing or empty")
        if name in self.details:
            raise MarkupError(f"name: a second {clip(name)}")
        x, y, width, height = (mm(element, key) for key in ("x", "y", "width", "height"))
        window = Rect(x, y, max(width, SMALLEST), max(height, SMALLEST))
        self.details[name] = Detail(window, mm(element, "rx", 0))

    def above(self, element: XML, context: Context, x: float, y: float) -> None:
        """Draw the content of ``element`` from (x, y), later, above all shapes around it."""
        outer, self.around = self.around, self.around.inside((1, 0, 0, 1, x, y))
        try:
            shapes = self.children(element, context, {})
            if shapes:
                self.topmost.append(Group(shapes, self.around.matrix))
        finally:
            self.around = outer

    def steps(self, element: XML) -> tuple[Step, ...]:
        tag = element.tag
        if tag == "path":
            data = element.get("d", "")
            self.budget.spend(len(data))
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
            self.budget.spend(len(element.get("points", "")))
            flat = numbers(element.get("points", ""))
            points = list(zip(flat[::2], flat[1::2], strict=False))
            if len(points) < 2 or len(flat) % 2:
                raise MarkupError(
                    f"points: found {counted(len(flat), 'number')}, expected pairs of x and y"
                )
            drawn: list[Step] = [("M", points[0]), *(("L", point) for point in points[1:])]
            return tuple(drawn) if tag == "polyline" else (*drawn, ("Z", ()))
        raise MarkupError(f"<{clip(tag, quoted=False)}> is not allowed here")

    def style(self, context: Context, tag: str) -> Style | None:
        """How a path is painted; None if by more than colours."""
        key = (
            None if tag == "line" else context.get("fill"),
            *map(context.get, ("stroke", "stroke-width", "stroke-dasharray")),
            *map(context.get, ("stroke-linecap", "stroke-linejoin", "fill-rule")),
            *map(context.get, ("fill-opacity", "stroke-opacity")),
        )
        if key not in self.styles:
            plain = key[7:] == (None, None) and not any(
                ink is not None and ink.startswith("url(") for ink in key[:2]
            )
            self.styles[key] = read_style(*key[:7]) if plain else None
        return self.styles[key]

    def use(self, element: XML, context: Context) -> Use:
        icon = element.tag == "icon"
        attribute = "name" if icon else "href"
        name = element.get(attribute, "").removeprefix("#")
        symbol = self.symbol(name, attribute)
        size = "size" if icon else "width"
        side = element.get(size)
        self.budget.spend(symbol.weight)
        if side is None and symbol.size:
            raise MarkupError(f"attribute {size} is missing: how wide, in mm, to draw {clip(name)}")
        wide = length(side, size, SMALLEST) if side else 1.0
        if symbol.size and wide > LARGEST_SCALE * symbol.size:
            raise MarkupError(
                f"{size}: found {clip(side or '')}, more than {LARGEST_SCALE:g} times its own"
            )
        ink = element.get("color") or context.get("fill") or "#000000"
        return Use(
            name,
            mm(element, "x", 0),
            mm(element, "y", 0),
            wide,
            colour("color" if "color" in element.attrib else "fill", ink) or "#000000",
        )

    def symbol(self, name: str, attribute: str = "name") -> Symbol:
        """The symbol of a name, which may come from the data; raise `MarkupError` if there is none.

        What is wrong inside the symbol is found by reading it.
        """
        if name not in self.symbols:
            if not name:
                raise MarkupError(f"attribute {attribute} is missing")
            raise TextError(unlike(f"no icon or symbol {clip(name)}", name, self.symbols))
        self.refers.symbols[name] = None
        return self.symbols[name]

    def inline(self, name: str) -> tuple[str, tuple[float, float]]:
        """The name of an icon in a text, and how far its drawing reaches from left to right."""
        if name not in self.reaches:
            self.reaches[name] = reach(self.symbol(name))
        self.refers.symbols[name] = None
        return name, self.reaches[name]

    def font(self, context: Context, *, bold: bool = False, italic: bool = False) -> Font:
        family = one_of("font-family", context["font-family"], self.fonts.families())
        rendering = context.get("text-rendering")
        font = self.fonts.get(
            family,
            **weight_and_slant(context, bold=bold, italic=italic),
            shaped=rendering is not None
            and one_of("text-rendering", rendering, RENDERINGS) == RENDERINGS[0]
            and context.get("letter-spacing", "normal") == "normal",
        )
        return self.refer(font)

    def refer(self, font: Font) -> Font:
        """A font, which then is one that the markup refers to."""
        self.refers.fonts[OWN if font.key.startswith(OWN) else font.key] = None
        return font

    def words(self, element: XML, context: Context) -> list[Word]:
        if element.get("stroke", "none") != "none":
            raise MarkupError("stroke: letters are filled, and have no outline: leave it out")
        composer = Composer()
        if spaced := context.get("letter-spacing"):
            composer.look = look_of({"letter-spacing": spaced}, PLAIN, context["font-size"])
        self.compose(element, context, composer, bold=False, italic=False)
        return composer.finish()

    def compose(
        self, element: XML, context: Context, composer: Composer, *, bold: bool, italic: bool
    ) -> None:
        font = self.font(context, bold=bold, italic=italic)

        def run(text: str | None) -> None:
            if text:
                self.budget.spend(CHARACTER * len(text))
                for part, face in self.runs(text, font, context, bold=bold, italic=italic):
                    for words, notes in self.cited(part):
                        for linked, link in self.linked(words, composer.link):
                            composer.link = link
                            composer.text(linked, face)
                        for anchor in notes:
                            composer.note(anchor, face)

        self.budget.spend(WORD * (4 + len(element)))
        run(element.text)
        for child in element:
            tag = child.tag
            if tag == "b":
                self.compose(child, context, composer, bold=not bold, italic=italic)
            elif tag == "i":
                self.compose(child, context, composer, bold=bold, italic=not italic)
            elif tag == "br":
                composer.newline(font)
            elif tag == "span":
                self.span(child, context, composer, bold=bold, italic=italic)
            elif tag == "a":
                composer.link = self.target(child)
                self.compose(child, context, composer, bold=bold, italic=italic)
                composer.link = ""
            elif tag == "icon":
                try:
                    composer.icon(*self.inline(child.get("name", "")), font)
                    only_named(child)
                except MarkupError as error:
                    raise self.in_text(child, said(error)) from None
            else:
                found = f"<{clip(tag, quoted=False)}>"
                wanted = f"{found} in a text: expected <b>, <i>, <br/>, <icon/>, <span> or <a>"
                raise self.in_text(child, child.get("wrong") or wanted)
            run(child.tail)

    def runs(
        self, text: str, font: Font, context: Context, *, bold: bool, italic: bool
    ) -> Iterable[tuple[str, Font]]:
        """The parts of a text, each with its font: for characters that ``font`` lacks a fallback,
        for small capitals what has them."""
        shown = as_printed(text.translate({9: " ", 10: " ", 13: " "}))
        found: Iterable[tuple[str, Font]] = [(text, font)]
        if font.lacks(shown):
            cut = weight_and_slant(context, bold=bold, italic=italic)
            found = [(one, self.refer(face)) for one, face in self.fonts.runs(shown, font, **cut)]
            self.refers.fonts[OWN] = None
        variant = context.get("font-variant")
        if variant is None or one_of("font-variant", variant, VARIANTS) == VARIANTS[0]:
            return found
        return [(one, self.fonts.small_capitals(face)) for one, face in found]

    def span(
        self, element: XML, context: Context, composer: Composer, *, bold: bool, italic: bool
    ) -> None:
        """A part of a text that looks otherwise; what it says holds inside a <b> too."""
        given, before = element.attrib, composer.look
        try:
            if unknown := sorted(given.keys() - SPAN):
                name = clip(unknown[0], quoted=False)
                raise MarkupError(unlike(f"unknown attribute {name}", unknown[0], SPAN))
            composer.look = look_of(given, before, context["font-size"])
            inner = {key: value for key, value in given.items() if key != "font-size"}
            self.font({**context, **inner})  # so that what is wrong with it is told here
        except MarkupError as error:
            raise self.in_text(element, f"<span>: {error}") from None
        bold, italic = bold and "font-weight" not in given, italic and "font-style" not in given
        self.compose(element, {**context, **inner}, composer, bold=bold, italic=italic)
        composer.look = before

    def cited(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """A text in parts, each with the anchors that it cites at its end, in parentheses."""
        end = 0
        for match in CITED.finditer(text) if self.notes else ():
            names = TOKEN.findall(match[1].replace(" and ", ", "))
            if self.anchors.issuperset(names):
                yield text[end : match.start()], names
                end = match.end()
        yield text[end:], []

    def linked(self, text: str, link: str) -> Iterator[tuple[str, str]]:
        """A text in parts, each with the anchor that it leads to: ``link``, or the one it names."""
        end = 0
        if self.anchors and not link:
            for match in TOKEN.finditer(text):
                if match[0] in self.anchors:
                    yield text[end : match.start()], ""
                    yield match[0], match[0]
                    end = match.end()
        yield text[end:], link

    def target(self, element: XML) -> str:
        """The anchor that an ``<a>`` leads to."""
        name = element.get("href", "")
        if not name.startswith("#") or name[1:] not in self.anchors:
            meant = name.removeprefix("#")
            message = f"<a>: nothing has the anchor {clip(meant)}"
            raise self.in_text(element, unlike(message, meant, self.anchors))
        return name[1:]

    def in_text(self, child: XML, message: str) -> MarkupError:
        """What is wrong with an element in a text, which the template or the data has put there."""
        place = self.places.get(child)
        written = place is not None and place.column  # what comes out of the data has no column
        return MarkupError(message, place=place) if written else TextError(message)

    def setting(self, element: XML, context: Context, leading: str = "1.2") -> Setting:
        key = (
            *map(context.get, ("font-size", "fill", "icon-fill")),
            *map(element.get, ("min-font-size", "align", "size-step")),
            element.get("line-height", leading),
        )
        setting = self.settings.get(key)
        if setting is None:
            setting = self.settings[key] = read_setting(*key)
        return setting

    def text(self, element: XML, context: Context) -> Iterator[Shape]:
        words = self.words(element, context)
        if words:
            setting = self.setting(element, context)
            anchor = one_of(
                "text-anchor", context.get("text-anchor", "start"), ("start", "middle", "end")
            )
            width = line_width(words) * setting.size
            x = mm(element, "x", 0) - {"start": 0, "middle": width / 2, "end": width}[anchor]
            yield from set_words(words, x, mm(element, "y", 0), setting.size, setting)

    def textbox(self, element: XML, context: Context) -> list[Shape]:
        words = self.words(element, context)
        if not words:
            return []
        box = rect(element)
        setting = self.setting(element, context)
        try:
            size, lines = fit(words, box, setting, self.budget)
        except TooLongError as error:
            raise overfull(error, box.width, setting) from None
        valign = one_of("valign", element.get("valign", "top"), ("top", "middle", "bottom"))
        return place(lines, box, size, setting, cast(Any, valign))

    def table(self, element: XML, context: Context) -> Iterator[Shape]:
        """Texts in rows: see `printkit.typography.rows`.

        What else is in a ``<tr>`` is drawn from the middle of its left edge, and what is in its
        ``<below>`` from the foot of its texts.
        """
        box, setting = rect(element), self.setting(element, context)
        table = Table(box, setting, mm(element, "least", 0), mm(element, "pad", 2))
        rule, found = colour("rule", element.get("rule")), list(element)
        self.budget.spend(ELEMENT * sum(1 + len(row) for row in found))
        contexts = [inherit(row, context) for row in found]
        rows = [self.row(row, inner, setting) for row, inner in zip(found, contexts, strict=True)]
        try:
            placed = arrange(rows, table, self.budget) if rows else []
        except CrowdedError as error:
            cell = error.cell
            self.keep(overfull(error.why, cell.width, setting, " beside the others"), cell.source)
            return
        above = ""
        for row, inner, at in zip(found, contexts, placed, strict=True):
            tint = colour("tint", row.get("tint"))
            if tint:
                yield Path(rectangle_steps(box.x, at.top, box.width, at.bottom - at.top, 0, 0),
                           Style(tint))  # fmt: skip
            elif rule and at is not placed[0] and not above:
                yield Path((("M", (box.x, at.top)), ("L", (box.x + box.width, at.top))),
                           Style(None, rule, RULE))  # fmt: skip
            above = tint or ""
            yield from at.shapes
            yield self.moved([part for part in row if part.tag not in ("textbox", "below")],
                             inner, box.x, at.middle)  # fmt: skip
            for part in row.iterfind("below"):
                yield self.moved(list(part), inherit(part, inner), box.x, at.foot)

    def row(self, element: XML, context: Context, setting: Setting) -> Row:
        """The texts of a ``<tr>``, in the size and leading of ``setting``."""
        if element.tag != "tr":
            raise MarkupError(f"<{clip(element.tag, quoted=False)}> in a <table>: expected <tr>")
        cells = []
        for part in element.iterfind("textbox"):
            inner = inherit(part, context)
            own = structs.replace(self.setting(part, inner), leading=setting.leading)
            words = self.words(part, inner)
            cells.append(Cell(words, mm(part, "x", 0), mm(part, "width"), own, part))
        below = sum(mm(part, "height") for part in element.iterfind("below"))
        return Row([cell for cell in cells if cell.words], below)

    def moved(self, parts: Sequence[XML], context: Context, x: float, y: float) -> Group:
        """Elements drawn from (x, y)."""
        holder = Element("g")
        holder.extend(parts)
        outer, self.around = self.around, self.around.inside((1, 0, 0, 1, x, y))
        try:
            return Group(self.children(holder, context, {}), (1, 0, 0, 1, x, y))
        finally:
            self.around = outer


def overfull(error: TooLongError, width: float, setting: Setting, beside: str = "") -> TextError:
    """What is wrong with a text that is too long for its box of ``width`` mm; ``beside`` says what
    else takes up room."""
    points = f"{setting.smallest / POINT:.4g} pt"
    if error.widest:
        return TextError(
            f"{clip(error.widest)} is wider than its box of {round(width, 2):g} mm at {points}"
        )
    needs = f"does not fit: needs {counted(error.needed, 'line')} at {points}, "
    return TextError(f"{needs}there is room for {error.room}{beside}")


def read_field(element: XML) -> Field:
    """A field with all that a person or a program needs to fill it in."""
    kind = one_of("kind", element.get("kind", "number"), get_args(FieldKind))
    name, label, value = (element.get(key, "").strip() for key in ("name", "label", "value"))
    order = element.get("order", "0")
    if not name or not label:
        missing = "label" if name else "name"
        raise MarkupError(f"attribute {missing} is missing or empty")
    if (kind == "check") != bool(value):
        expected = (
            "a check box needs a value" if kind == "check" else "only a check box takes a value"
        )
        raise MarkupError(f"value: {expected}")
    if not WHOLE.fullmatch(order):
        raise MarkupError(f"order: found {clip(order)}, expected a whole number below 10000")
    columns, rows = (squares(element, key, kind) for key in ("columns", "rows"))
    choices = tuple(filter(None, map(str.strip, element.get("choices", "").split("|"))))
    if choices and kind != "text":
        raise MarkupError("choices: only a text takes choices")
    x, y, width, height = (mm(element, key) for key in ("x", "y", "width", "height"))
    for key, side in (("width", width), ("height", height)):
        if side <= 0:
            raise MarkupError(f"{key}: found {side:g}, expected a length above 0")
    return Field(
        name, cast(Any, kind), label, x, y, width, height, value, int(order), columns, rows, choices
    )
