"""Markup to drawing: a rendered template, parsed into shapes.

The markup is plain SVG in mm (g, rect, line, circle, ellipse, polygon, polyline, path, text, use,
clipPath) and elements of our own: ``textbox``, ``table``, ``icon``, ``field``, ``piece`` and
``detail``.
Lengths are mm, or points with the ending ``pt``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast, get_args
from xml.etree.ElementTree import Element

from msgspec import structs

from card_data.limits import DEEPEST_ELEMENTS, LARGEST_SCALE
from card_data.problems import clip, near
from card_data.words import counted
from printkit.budget import Budget
from printkit.drawing.bounds import reach
from printkit.drawing.geometry import (
    IDENTITY,
    Matrix,
    Rect,
    Step,
    ellipse_steps,
    multiply,
    rectangle_steps,
)
from printkit.drawing.paths import bounded, numbers, parse_path, parse_transform
from printkit.drawing.shapes import Field, FieldKind, Group, Path, Shape, Style, Symbol, Use
from printkit.errors import MarkupError, Place, TextError
from printkit.faces.attributes import (
    RENDERINGS,
    SMALLEST,
    WHOLE,
    colour,
    length,
    mm,
    one_of,
    read_setting,
    read_style,
    rect,
    role,
    squares,
)
from printkit.faces.elements import (
    CHARACTER,
    DEFAULTS,
    ELEMENT,
    MISTAKE,
    WORD,
    Context,
    inherit,
)
from printkit.faces.memory.references import References
from printkit.templating.xml import XML
from printkit.typography.fitting import (
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

    ``symbols`` are those that a `Use` may name, ``draw_piece`` draws pieces of the game; ``places``
    is that of a `Source`. Where a text names one of ``anchors``, it links to it; with ``notes``
    those in parentheses are notes in the margin. ``refers`` collects what the markup refers to.
    """

    def __init__(
        self, fonts: Fonts, symbols: Mapping[str, Symbol], budget: Budget,
        draw_piece: DrawPiece | None = None,
    ) -> None:  # fmt: skip
        self.fonts = fonts
        self.budget = budget
        self.draw_piece = draw_piece
        self.anchors: frozenset[str] = frozenset()
        self.notes = False
        self.around = Around(IDENTITY, 0)
        self.topmost: list[Shape] = []
        self.symbols = symbols
        self.errors: list[MarkupError] = []
        self.refers = References()
        self.details: dict[str, Detail] = {}
        self.places: Mapping[XML, Place] = {}
        self.styles: dict[tuple[str | None, ...], Style] = {}
        self.settings: dict[tuple[str | None, ...], Setting] = {}
        self.reaches: dict[str, tuple[float, float]] = {}

    def shapes(self, root: XML, context: Context = DEFAULTS) -> tuple[Shape, ...]:
        """The children of ``root`` as shapes."""
        outer, self.around = self.around, Around(IDENTITY, 0)  # a symbol may be read in another
        topmost, self.topmost = self.topmost, []
        try:
            return self.children(root, inherit(root, context), {}) + tuple(self.topmost)
        finally:
            self.around, self.topmost = outer, topmost

    def children(self, parent: XML, context: Context, clips: dict[str, Path]) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        self.budget.spend(ELEMENT * len(parent))
        for stray in (parent.text, *[child.tail for child in parent]):
            if stray and not stray.isspace():
                words = " ".join(stray.split())[:60]
                self.keep(MarkupError(f"{clip(words)} is outside any <text> or <textbox>"), parent)
        for element in parent:
            try:
                shapes.extend(self.shape(element, context, clips))
            except MarkupError as error:
                self.keep(error, element)
        return tuple(shapes)

    def keep(self, error: MarkupError, element: XML) -> None:
        """Record an error of ``element``, or of the text that its ``field`` names."""
        self.budget.spend(MISTAKE)
        field = element.get("field", "") if isinstance(error, TextError) else ""
        message = (
            str(error) if field or error.place else f"<{clip(element.tag, quoted=False)}>: {error}"
        )
        place = error.place or self.places.get(element)
        self.errors.append(MarkupError(message, field=field, place=place, glyphs=error.glyphs))

    def shape(self, element: XML, context: Context, clips: dict[str, Path]) -> Iterator[Shape]:
        tag = element.tag
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
        elif tag == "detail":
            self.detail(element)
        elif tag == "background":
            raise MarkupError("a background cannot stand in a symbol or a group")
        elif tag == "clipPath":
            if len(element) != 1:
                raise MarkupError("a clipPath must contain exactly one shape")
            clips[element.get("id", "")] = Path(self.steps(element[0]), Style())
        else:
            yield Path(self.steps(element), self.style(inner, tag))

    def group(self, element: XML, context: Context, clips: dict[str, Path]) -> Group:
        transform = element.get("transform")
        matrix = parse_transform(transform) if transform else IDENTITY
        clip = element.get("clip-path")
        if clip is not None and clip[5:-1] not in clips:
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

    def style(self, context: Context, tag: str) -> Style:
        key = (
            None if tag == "line" else context.get("fill"),
            *map(context.get, ("stroke", "stroke-width", "stroke-dasharray")),
            *map(context.get, ("stroke-linecap", "stroke-linejoin", "fill-rule")),
        )
        style = self.styles.get(key)
        if style is None:
            style = self.styles[key] = read_style(*key)
        return style

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
            raise TextError(f"no icon or symbol {clip(name)}{near(name, self.symbols)}")
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
        weight = one_of("font-weight", context.get("font-weight", "normal"), ("normal", "bold"))
        style = one_of("font-style", context.get("font-style", "normal"), ("normal", "italic"))
        rendering = context.get("text-rendering")
        font = self.fonts.get(
            family,
            bold=bold != (weight == "bold"),
            italic=italic != (style == "italic"),
            shaped=rendering is not None
            and one_of("text-rendering", rendering, RENDERINGS) == RENDERINGS[0],
        )
        self.refers.fonts[font.key] = None
        return font

    def words(self, element: XML, context: Context) -> list[Word]:
        composer = Composer()
        self.compose(element, context, composer, bold=False, italic=False)
        return composer.finish()

    def compose(
        self, element: XML, context: Context, composer: Composer, *, bold: bool, italic: bool
    ) -> None:
        font = self.font(context, bold=bold, italic=italic)

        def run(text: str | None) -> None:
            if text:
                self.budget.spend(CHARACTER * len(text))
                lacks = font.lacks(as_printed(text.translate({9: " ", 10: " ", 13: " "})))
                if lacks:
                    message = f"the font {font.key} has no glyph for {clip(lacks)}"
                    raise TextError(message, glyphs=lacks)
                for words, notes in self.cited(text):
                    for part, link in self.linked(words, composer.link):
                        composer.link = link
                        composer.text(part, font)
                    for anchor in notes:
                        composer.note(anchor, font)

        self.budget.spend(WORD * (4 + len(element)))
        run(element.text)
        for child in element:
            tag = child.tag
            if tag == "b":
                self.compose(child, context, composer, bold=not bold, italic=italic)
            elif tag == "i":
                self.compose(child, context, composer, bold=bold, italic=not italic)
            elif tag == "br":
                composer.newline()
            elif tag == "a":
                composer.link = self.target(child)
                self.compose(child, context, composer, bold=bold, italic=italic)
                composer.link = ""
            elif tag == "icon":
                try:
                    composer.icon(*self.inline(child.get("name", "")), font)
                except MarkupError as error:
                    raise self.in_text(child, str(error)) from None
            else:
                found = f"<{clip(tag, quoted=False)}>"
                wanted = f"{found} in a text: expected <b>, <i>, <br/>, <icon/> or <a>"
                raise self.in_text(child, child.get("wrong") or wanted)
            run(child.tail)

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
            message = f"<a>: nothing has the anchor {clip(name.removeprefix('#'))}"
            raise self.in_text(element, message + near(name.removeprefix("#"), self.anchors))
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
        return TextError(f"{clip(error.widest)} is wider than its box of {width:g} mm at {points}")
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
