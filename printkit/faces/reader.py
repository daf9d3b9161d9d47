"""Markup to drawing: what a template renders to, read into shapes.

The markup is plain SVG in mm (g, rect, line, circle, ellipse, polygon, polyline, path, text, use,
clipPath) and elements of our own: ``textbox``, ``icon``, ``field``, ``piece`` and ``detail``.
Lengths are mm, or points with the ending ``pt``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args
from xml.etree import ElementTree

from card_data.limits import (
    DEEPEST_ELEMENTS,
    FARTHEST,
    LARGEST_SCALE,
    LARGEST_TYPE,
    MOST_SHAPES,
)
from card_data.problems import clip, near
from card_data.words import counted
from printkit.budget import Budget
from printkit.drawing.colour import read_colour
from printkit.drawing.paths import bounded, numbers, parse_path, parse_transform
from printkit.drawing.shapes import (
    CURRENT,
    IDENTITY,
    Field,
    FieldKind,
    Group,
    Matrix,
    Path,
    Shape,
    Step,
    Style,
    Symbol,
    Use,
    ellipse_steps,
    multiply,
    rectangle_steps,
    walk,
)
from printkit.errors import MarkupError, Place, TextError, UnclosedError
from printkit.faces.tags import ROLES
from printkit.typography.fitting import (
    POINT,
    Composer,
    Rect,
    Setting,
    TooLongError,
    Word,
    curly,
    fit,
    line_width,
    place,
    set_words,
)
from printkit.typography.fonts import Font, Fonts

if TYPE_CHECKING:
    from printkit.faces.pieces import Pieces

XML = ElementTree.Element
Context = Mapping[str, str]

INHERITED = frozenset(
    [
        "fill",
        "stroke",
        "stroke-width",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "fill-rule",
        "font-family",
        "font-size",
        "font-weight",
        "font-style",
        "text-anchor",
        "text-rendering",
        "icon-fill",
    ]
)
OWN = {
    "svg": ("viewBox",),
    "background": (),
    "g": ("transform", "clip-path", "role", "says", "anchor", "title"),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "polygon": ("points",),
    "polyline": ("points",),
    "path": ("d",),
    "text": ("x", "y", "field"),
    "use": ("href", "x", "y", "width", "height", "color", "field"),
    "clipPath": ("id",),
    "textbox": (
        *("x", "y", "width", "height", "min-font-size", "line-height", "align", "valign"),
        *("field", "room"),
    ),
    "icon": ("name", "x", "y", "size", "field"),
    "field": (
        *("name", "kind", "value", "label", "order", "columns", "rows"),
        *("x", "y", "width", "height"),
    ),
    "symbol": ("id", "viewBox"),
    "piece": (
        *("component", "face", "side", "form", "detail", "window", "crosses"),
        *("x", "y", "width", "turn", "field"),
    ),
    "detail": ("name", "x", "y", "width", "height", "rx"),
    "entry": ("name",),
    "flow": ("line-height",),
    "page": (),
    "frame": ("x", "y", "width", "height"),
    "folio": ("x", "y"),
    "running-title": ("x", "y"),
    "p": (
        *("label", "disc", "label-fill", "indent", "before", "keep", "align", "line-height"),
        *("field", "span", "break", "role", "anchor", "title"),
    ),
    "figure": (
        *("height", "width", "before", "keep", "span", "break"),
        *("role", "says", "anchor", "title"),
    ),
    "box": ("tint", "bar", "pad", "before", "span", "break"),
}
KNOWN = {tag: INHERITED.union(own) for tag, own in OWN.items()}
SMALLEST = 0.1  # mm: a smaller size of type or of an icon is a slip
MOST_SQUARES = 100  # along a side of a grid
# What each costs of the budget, the audit included.
ELEMENT, WORD, CHARACTER, MISTAKE = 40, 10, 8, 2000
WHOLE = re.compile(r"[0-9]{1,4}")
REASONS = {  # expat's errors, by their codes, in words of templates
    3: "it ends before its last element is closed",
    4: "a character that does not belong here, such as a bare < or &",
    5: "a tag is not closed",
    7: "this closing tag does not match the element last opened",
    8: "duplicate attribute",
    9: "something comes after </svg>",
    11: "unknown entity; XML has only &amp; &lt; &gt; &quot; &apos;",
    17: "the <?xml …?> line must come first",
    27: "a prefix, such as that of inkscape:label, which the file does not declare; leave it out",
    30: "the <?xml …?> line is not right",
}
LEFT_OPEN = frozenset((3, 7))  # of those, what an element that is not closed leads to
SIZES = frozenset(("width", "height", "rx", "ry", "r"))
TOKEN = re.compile(r"[\w-]+(?:\.[\w-]+)*")  # what may be the name of an anchor, such as WA-4.3
RENDERINGS = ("optimizeLegibility", "optimizeSpeed", "auto")  # the first kerns and joins letters
DEFAULTS: Context = {"fill": "#000000", "font-family": "serif", "font-size": "9pt"}


class Source(NamedTuple):
    """A template's rendered markup and, where that is known, each element's place in the template.

    Places are found only when something is wrong: see `printkit.templating.lines`.
    """

    root: XML
    places: Mapping[XML, Place]


def parse(text: str, builder: ElementTree.TreeBuilder | None = None) -> XML:
    """The root element of rendered markup; raise `MarkupError` if it is not well-formed."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise MarkupError("DOCTYPE and ENTITY are not allowed in a template")
    if not text.strip():
        raise MarkupError("the template is empty")
    try:
        root = ElementTree.fromstring(text, ElementTree.XMLParser(target=builder))
    except UnicodeEncodeError:
        raise MarkupError("not well-formed: half of a character (a lone surrogate)") from None
    except ElementTree.ParseError as error:
        line, column = error.position
        lines = text.splitlines() or [""]
        around = lines[min(line, len(lines)) - 1][max(0, column - 40) : column + 40].strip()
        near_by = f" near {around!r}" if around else ""
        reason = REASONS.get(error.code, str(error).split(":")[0])
        kind = UnclosedError if error.code in LEFT_OPEN else MarkupError
        raise kind(f"not well-formed: {reason}{near_by}") from None
    for element in root.iter():
        element.tag = without_namespace(element.tag)
    if root.tag != "svg":
        raise MarkupError(f"found <{root.tag}>, expected <svg>")
    return root


def without_namespace(tag: str) -> str:
    """``svg`` of ``{http://www.w3.org/2000/svg}svg``."""
    return tag.rpartition("}")[2]


@lru_cache(4096)
def length(
    text: str, what: str = "length", least: float = -math.inf, most: float = FARTHEST
) -> float:
    """A length in mm from ``12``, ``12mm`` or ``9pt``; from ``least`` to ``most``."""
    try:
        points = text.endswith("pt")
        value = float(text[:-2]) * POINT if points else float(text.removesuffix("mm"))
    except ValueError:
        value = math.nan
    if "_" in text or not abs(value) <= FARTHEST:  # Python reads 1_000
        raise MarkupError(f"{what}: found {clip(text)}, expected a length in mm or pt")
    if value < least:
        raise MarkupError(f"{what}: found {clip(text)}, expected at least {least:g}")
    if value > most:
        raise MarkupError(f"{what}: found {clip(text)}, expected at most {most:g} mm")
    return value


class Part(NamedTuple):
    """A part of a face: where it lies, and the radius of its corners in mm."""

    window: Rect
    corner: float = 0.0


class Around(NamedTuple):
    """The groups around an element: the product of their matrices, and how many they are."""

    matrix: Matrix
    depth: int

    def inside(self, matrix: Matrix) -> Around:
        """The same in another group; raise `MarkupError` if that leads too far, or too deep."""
        if self.depth == DEEPEST_ELEMENTS:
            raise MarkupError(f"nested more than {DEEPEST_ELEMENTS} deep")
        product = multiply(matrix, self.matrix)
        for value in product:
            bounded(value)
        return Around(product, self.depth + 1)


class MarkupReader:
    """Turns elements into shapes; keeps every error it meets, with the data and the place it names.

    ``symbols`` says which names `Use` may give, ``pieces`` draws those of the game; ``places`` is
    that of a `Source`. Where a text names one of ``anchors``, it links to it.
    """

    def __init__(
        self, fonts: Fonts, symbols: Mapping[str, Symbol], budget: Budget,
        pieces: Pieces | None = None,
    ) -> None:  # fmt: skip
        self.fonts = fonts
        self.budget = budget
        self.pieces = pieces
        self.anchors: frozenset[str] = frozenset()
        self.around = Around(IDENTITY, 0)
        self.topmost: list[Shape] = []
        self.symbols = symbols
        self.errors: list[MarkupError] = []
        self.details: dict[str, Part] = {}
        self.crowded: dict[str, list[MarkupError]] = {}
        self.places: Mapping[XML, Place] = {}
        self.styles: dict[tuple[str | None, ...], Style] = {}
        self.settings: dict[tuple[str | None, ...], Setting] = {}

    def shapes(self, root: XML, context: Context = DEFAULTS) -> tuple[Shape, ...]:
        """The children of ``root`` as shapes."""
        outer, self.around = self.around, Around(IDENTITY, 0)  # a symbol may be read in another
        topmost, self.topmost = self.topmost, []
        try:
            return self.children(root, self.inherit(root, context), {}) + tuple(self.topmost)
        finally:
            self.around, self.topmost = outer, topmost

    def children(self, parent: XML, context: Context, clips: dict[str, Path]) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        self.budget.spend(ELEMENT * len(parent))
        for stray in (parent.text, *[child.tail for child in parent]):
            if stray and not stray.isspace():
                words = " ".join(stray.split())[:60]
                self.keep(MarkupError(f"{words!r} is outside any <text> or <textbox>"), parent)
        for element in parent:
            try:
                shapes.extend(self.shape(element, context, clips))
            except MarkupError as error:
                self.keep(error, element)
        return tuple(shapes)

    def keep(self, error: MarkupError, element: XML) -> None:
        """Keep what is wrong with ``element``, or with the text that its ``field`` names."""
        self.budget.spend(MISTAKE)
        field = element.get("field", "") if isinstance(error, TextError) else ""
        message = str(error) if field or error.place else f"<{element.tag}>: {error}"
        place = error.place or self.places.get(element)
        kept = MarkupError(
            message, field=field, place=place, glyphs=error.glyphs, lines=error.lines
        )
        self.errors.append(kept)
        if error.lines and (room := element.get("room")):
            self.crowded.setdefault(room, []).append(kept)

    def relieve(self) -> None:
        """Of the texts that do not fit the room they share, blame the longest alone: once it fits,
        so may the others."""
        for errors in self.crowded.values():
            longest = max(errors, key=lambda error: error.lines)
            self.errors = [one for one in self.errors if one is longest or one not in errors]

    def inherit(self, element: XML, context: Context) -> Context:
        self.check(element)
        if INHERITED.isdisjoint(element.attrib):
            return context
        own = {key: value for key, value in element.items() if key in INHERITED}
        return {**context, **own}

    def check(self, element: XML) -> None:
        tag = element.tag
        known = KNOWN.get(tag)
        if known is None:
            raise MarkupError(element.get("wrong") or f"unknown element{near(tag, OWN)}")
        if not known.issuperset(element.attrib):
            key = next(key for key in element.attrib if key not in known)
            raise MarkupError(f"unknown attribute {key}{near(key, (*OWN[tag], *INHERITED))}")

    def shape(self, element: XML, context: Context, clips: dict[str, Path]) -> Iterator[Shape]:
        tag = element.tag
        inner = self.inherit(element, context)
        if tag == "g":
            yield self.group(element, inner, clips)
        elif tag == "text":
            yield from self.text(element, inner)
        elif tag == "textbox":
            yield from self.textbox(element, inner)
        elif tag in ("use", "icon"):
            yield self.use(element, inner)
        elif tag == "field":
            yield self.field(element)
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
        return Group(shapes, matrix, path, self.role(element), says, anchor, title)

    def role(self, element: XML) -> str:
        """What an element is to somebody who listens."""
        return one_of("role", element.get("role", ""), ("", *ROLES))

    def piece(self, element: XML, context: Context) -> Group:
        """A piece of the game as it is cut out, drawn by its own template."""
        if self.pieces is None:
            raise MarkupError("a symbol cannot contain a piece")
        return self.pieces.read(self, element, context)

    def detail(self, element: XML) -> None:
        """Keep where a part lies that a picture may show alone; it draws nothing itself."""
        name = element.get("name", "")
        if self.pieces is None or self.around.depth:
            raise MarkupError("a detail cannot stand in a symbol or a group")
        if not name:
            raise MarkupError("name: missing or empty")
        if name in self.details:
            raise MarkupError(f"name: a second {name!r}")
        x, y, width, height = (self.mm(element, key) for key in ("x", "y", "width", "height"))
        window = Rect(x, y, max(width, SMALLEST), max(height, SMALLEST))
        self.details[name] = Part(window, self.mm(element, "rx", 0))

    def above(self, element: XML, context: Context, x: float, y: float) -> None:
        """Keep what stands in ``element``, drawn from (x, y), to be above all shapes around it."""
        outer, self.around = self.around, self.around.inside((1, 0, 0, 1, x, y))
        try:
            shapes = self.children(element, context, {})
            if shapes:
                self.topmost.append(Group(shapes, self.around.matrix))
        finally:
            self.around = outer

    def mm(self, element: XML, name: str, default: float | None = None) -> float:
        text = element.get(name)
        if text is None:
            if default is None:
                raise MarkupError(f"attribute {name} is missing")
            return default
        return length(text, name, 0.0) if name in SIZES else length(text, name)

    def steps(self, element: XML) -> tuple[Step, ...]:
        tag = element.tag
        if tag == "path":
            drawn_along = element.get("d", "")
            self.budget.spend(len(drawn_along))
            return parse_path(drawn_along)
        if tag == "rect":
            rx = self.mm(element, "rx", self.mm(element, "ry", 0))
            ry = self.mm(element, "ry", rx)
            size = self.mm(element, "width"), self.mm(element, "height")
            return rectangle_steps(
                self.mm(element, "x", 0), self.mm(element, "y", 0), *size, rx, ry
            )
        if tag == "line":
            start = self.mm(element, "x1", 0), self.mm(element, "y1", 0)
            return (("M", start), ("L", (self.mm(element, "x2", 0), self.mm(element, "y2", 0))))
        if tag in ("circle", "ellipse"):
            rx = self.mm(element, "r" if tag == "circle" else "rx")
            ry = rx if tag == "circle" else self.mm(element, "ry")
            return ellipse_steps(self.mm(element, "cx", 0), self.mm(element, "cy", 0), rx, ry)
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
        raise MarkupError(f"<{tag}> is not allowed here")

    def style(self, context: Context, tag: str) -> Style:
        key = (
            None if tag == "line" else context.get("fill"),
            *map(context.get, ("stroke", "stroke-width", "stroke-dasharray")),
            *map(context.get, ("stroke-linecap", "stroke-linejoin", "fill-rule")),
        )
        style = self.styles.get(key)
        if style is None:
            fill, stroke, width, dash, cap, join, rule = key
            style = self.styles[key] = Style(
                colour("fill", fill),
                colour("stroke", stroke),
                length(width or "0.25", "stroke-width", 0.0),
                dashes(dash) if dash and dash != "none" else (),
                cast(Any, one_of("stroke-linecap", cap or "butt", ("butt", "round", "square"))),
                cast(Any, one_of("stroke-linejoin", join or "miter", ("miter", "round", "bevel"))),
                rule == "evenodd",
            )
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
            raise MarkupError(f"attribute {size} is missing: how wide, in mm, to draw {name!r}")
        wide = length(side, size, SMALLEST) if side else 1.0
        if symbol.size and wide > LARGEST_SCALE * symbol.size:
            raise MarkupError(
                f"{size}: found {clip(side or '')}, more than {LARGEST_SCALE:g} times its own"
            )
        ink = element.get("color") or context.get("fill") or "#000000"
        return Use(
            name,
            self.mm(element, "x", 0),
            self.mm(element, "y", 0),
            wide,
            colour("color" if "color" in element.attrib else "fill", ink) or "#000000",
        )

    def symbol(self, name: str, attribute: str = "name") -> Symbol:
        """The symbol of a name, which may be one of the data; raise `MarkupError` if it is none.

        What is wrong inside the symbol is found by reading it.
        """
        if name not in self.symbols:
            if not name:
                raise MarkupError(f"attribute {attribute} is missing")
            raise TextError(f"no icon or symbol {name!r}{near(name, self.symbols)}")
        return self.symbols[name]

    def field(self, element: XML) -> Field:
        """A field with all that a person or a program needs in order to fill it in."""
        kind = one_of("kind", element.get("kind", "number"), get_args(FieldKind))
        name, label, value = (element.get(key, "").strip() for key in ("name", "label", "value"))
        order = element.get("order", "0")
        if not name or not label:
            missing = "label" if name else "name"
            raise MarkupError(f"attribute {missing} is missing or empty")
        if (kind == "check") != bool(value):
            wanted = (
                "a check box needs a value" if kind == "check" else "only a check box takes a value"
            )
            raise MarkupError(f"value: {wanted}")
        if not WHOLE.fullmatch(order):
            raise MarkupError(f"order: found {order!r}, expected a whole number below 10000")
        columns, rows = (self.squares(element, key, kind) for key in ("columns", "rows"))
        x, y, width, height = (self.mm(element, key) for key in ("x", "y", "width", "height"))
        return Field(
            name, cast(Any, kind), label, x, y, width, height, value, int(order), columns, rows
        )

    def squares(self, element: XML, attribute: str, kind: str) -> int:
        """How many columns or rows a grid has; 0 for a field of another kind."""
        text = element.get(attribute)
        if kind != "grid":
            if text is not None:
                raise MarkupError(f"{attribute}: only a grid takes {attribute}")
            return 0
        if text is None:
            raise MarkupError(f"attribute {attribute} is missing: a grid needs columns and rows")
        if not WHOLE.fullmatch(text) or not 1 <= int(text) <= MOST_SQUARES:
            wanted = f"a whole number from 1 to {MOST_SQUARES}"
            raise MarkupError(f"{attribute}: found {text!r}, expected {wanted}")
        return int(text)

    def font(self, context: Context, *, bold: bool = False, italic: bool = False) -> Font:
        family = one_of("font-family", context["font-family"], self.fonts.families())
        weight = one_of("font-weight", context.get("font-weight", "normal"), ("normal", "bold"))
        style = one_of("font-style", context.get("font-style", "normal"), ("normal", "italic"))
        rendering = context.get("text-rendering")
        return self.fonts.get(
            family,
            bold=bold != (weight == "bold"),
            italic=italic != (style == "italic"),
            shaped=rendering is not None
            and one_of("text-rendering", rendering, RENDERINGS) == RENDERINGS[0],
        )

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
                lacks = font.lacks(curly(text.translate({9: " ", 10: " ", 13: " "})))
                if lacks:
                    message = f"the font {font.key} has no glyph for {lacks!r}"
                    raise TextError(message, glyphs=lacks)
                for part, link in self.linked(text, composer.link):
                    composer.link = link
                    composer.text(part, font)

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
                    self.symbol(child.get("name", ""))
                except MarkupError as error:
                    raise self.in_text(child, str(error)) from None
                composer.icon(child.get("name", ""), font)
            else:
                wanted = f"<{tag}> in a text: expected <b>, <i>, <br/>, <icon/> or <a>"
                raise self.in_text(child, child.get("wrong") or wanted)
            run(child.tail)

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
            *map(element.get, ("min-font-size", "align")),
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
            x = self.mm(element, "x", 0) - {"start": 0, "middle": width / 2, "end": width}[anchor]
            yield from set_words(words, x, self.mm(element, "y", 0), setting.size, setting)

    def textbox(self, element: XML, context: Context) -> list[Shape]:
        words = self.words(element, context)
        if not words:
            return []
        rect = self.rect(element)
        setting = self.setting(element, context)
        try:
            size, lines = fit(words, rect, setting, self.budget)
        except TooLongError as error:
            points = f"{setting.smallest / POINT:.4g} pt"
            if error.widest:
                raise TextError(
                    f"{error.widest!r} is wider than its box of {rect.width:g} mm at {points}"
                ) from None
            beside = " beside the others" if element.get("room") else ""
            raise TextError(
                f"does not fit: needs {counted(error.needed, 'line')} at {points}, "
                f"there is room for {error.room}{beside}",
                lines=error.needed,
            ) from None
        valign = one_of("valign", element.get("valign", "top"), ("top", "middle", "bottom"))
        return place(lines, rect, size, setting, cast(Any, valign))

    def rect(self, element: XML) -> Rect:
        return Rect(*(self.mm(element, name) for name in ("x", "y", "width", "height")))


def read_symbols(source: Source) -> dict[str, XML]:
    """The ``<symbol>`` elements of a file by their ID, not yet read into shapes."""
    symbols: dict[str, XML] = {}
    for element in source.root:
        name, wrong = element.get("id", ""), ""
        if element.tag != "symbol":
            wrong = f"<{element.tag}> in a symbols template: expected <symbol>"
        elif not name:
            wrong = "<symbol>: attribute id is missing"
        elif name in symbols:
            wrong = f"<symbol>: duplicate id {name!r}"
        if wrong:
            raise MarkupError(wrong, place=source.places.get(element))
        symbols[name] = element
    return symbols


def read_symbol(reader: MarkupReader, name: str, element: XML) -> Symbol:
    """One symbol's shapes; a view box ``0 0 n n`` makes it scale to the size of its use."""
    view = element.get("viewBox")
    size = 0.0
    if view is not None:
        values = numbers(view)
        square = len(values) == 4 and values[:2] == [0, 0] and values[2] == values[3] >= SMALLEST
        if not square:
            raise MarkupError(f"viewBox: found {view!r}, expected a square such as 0 0 24 24")
        size = values[2]
    if any(child.tag in ("text", "textbox") for child in element.iter()):
        raise MarkupError("a symbol cannot contain text: put the text where the symbol is used")
    shapes = reader.shapes(element, {**DEFAULTS, "fill": CURRENT})
    weight = 1 + sum(
        reader.symbols[shape.symbol].weight if isinstance(shape, Use) else 1
        for shape in walk(shapes)
    )
    if weight > MOST_SHAPES:
        raise MarkupError(f"draws more than {MOST_SHAPES:,} shapes, with the symbols in it")
    return Symbol(name, shapes, size, weight)


def read_setting(
    size: str | None, fill: str | None, icon_fill: str | None,
    smallest: str | None, align: str | None, leading: str | None,
) -> Setting:  # fmt: skip
    """How a text is set, from its attributes as they are written."""
    most = length(size or "", "font-size", SMALLEST, LARGEST_TYPE)
    ink = colour("fill", fill)
    if ink is None or ink == CURRENT:
        raise MarkupError(f"fill: found {fill!r}, expected a colour like #8c2f39")
    aligns = ("left", "center", "right", "justify")
    return Setting(
        most,
        most if smallest is None else length(smallest, "min-font-size", SMALLEST, LARGEST_TYPE),
        length(leading or "", "line-height", SMALLEST),
        cast(Any, one_of("align", align or "left", aligns)),
        ink,
        colour("icon-fill", icon_fill or ink) or ink,
    )


def colour(what: str, text: str | None) -> str | None:
    """A colour, as `read_colour` reads it; ``what`` names its attribute in the error."""
    try:
        return read_colour(text)
    except MarkupError as error:
        raise MarkupError(f"{what}: {error}") from None


def dashes(text: str) -> tuple[float, ...]:
    """The lengths of dashes and gaps, not all of them nothing."""
    lengths = tuple(numbers(text))
    if min(lengths, default=0) < 0 or not sum(lengths):
        raise MarkupError(
            f"stroke-dasharray: found {clip(text)}, expected lengths in mm, none below 0, not all 0"
        )
    return lengths


def one_of(what: str, text: str, known: tuple[str, ...]) -> str:
    """``text`` if it is among ``known``, else a `MarkupError` that says what would do."""
    if text not in known:
        raise MarkupError(f"{what}: found {text!r}, expected one of {', '.join(known)}")
    return text
