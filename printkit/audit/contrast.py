"""Whether texts and icons stand out from what lies behind them on the finished face.

Each face is painted without its texts and looked at, since what lies behind a word may be a
pattern, a picture or several panels. For a text, the ground is seen in squares a third as wide as
its capitals are high: lines finer than that do not hide letters, so they only tint their square.
For an icon it is the colour that there is most of around it, apart from its own. Pieces that a face
shows small, as figures of a rulebook do, are pictures: their words are read on the pieces.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from card_data import Problem
from printkit.audit.legibility import Legibility
from printkit.drawing import colour_vision
from printkit.drawing.colour import levels, read_colour
from printkit.drawing.shapes import (
    CURRENT,
    IDENTITY,
    Face,
    Group,
    Matrix,
    Path,
    Shape,
    Symbol,
    Text,
    Use,
    box_around,
    multiply,
    transformed,
    walk,
)
from printkit.errors import MarkupError, Place
from printkit.faces.pieces import is_piece
from printkit.faces.render import Cut, FaceRenderer, Subject
from printkit.faces.symbols import inlined
from printkit.painting.paint import single
from printkit.painting.pdf import UNIT, Meta, PdfPainter
from printkit.painting.raster import pages_of, raster
from printkit.sheets.layout import Layout
from printkit.templating.xml import XML
from printkit.typography.fitting import curly
from printkit.typography.fonts import CAPITALS, Fonts

DPI = 100
DOTS = DPI / 25.4  # in a mm
SQUARES = 3  # in the height of capitals
BOX = 4  # Pillow's filter by which a dot of a smaller picture is the mean of those that it covers
OF_ICON = 24  # of 255: colours as close as that to an icon's own are its own
LEAST_GROUND = 0.05  # of an icon's box: with less around it, it has no ground
BOLD = ("Bold", "Black", "Semibold")
Colours = list[tuple[int, tuple[int, int, int]]]  # each with how many dots have it


class Sign(NamedTuple):
    """A text or an ``icon`` on a face: what it is, its ink and its box: left, top, right, bottom in
    mm. ``size`` is that of its type in points."""

    what: str
    ink: str
    box: tuple[float, float, float, float]
    size: float
    bold: bool
    icon: bool


class Faint(NamedTuple):
    """A sign, the colour behind it, their contrast and the one that it must have."""

    sign: Sign
    ground: str
    found: float
    expected: float

    @property
    def message(self) -> str:
        shown = f"the icon {self.sign.what}" if self.sign.icon else f"“{self.sign.what}”"
        between = f"{shown} in {self.sign.ink} on {self.ground}"
        return (
            f"{between}: found a contrast of {self.found:.1f}, expected at least {self.expected:g}"
        )


def faint_problems(layout: Layout, cut: Cut, fonts: Fonts, asked: Legibility) -> Iterator[Problem]:
    """What does not stand out on the faces of a component: a problem for each ink and ground of a
    template, at its line if it is found there. ``cut`` is as for `FaceRenderer`."""
    face = layout.faces[0]
    counts = Counter({one.id: one.copies for one in layout.faces})
    size = face.width, face.height
    renderer = FaceRenderer(layout.game, layout.name, layout.component, size, fonts, counts, cut)
    alike: dict[tuple[str, str, str], list[tuple[Face, Faint]]] = {}
    for face, faint in faint_signs(layout, fonts, asked):
        template = template_of(face, renderer).template if faint else ""
        for one in faint:
            alike.setdefault((template, one.sign.ink, one.ground), []).append((face, one))
    for found in alike.values():
        face, faint_sign = found[0]
        names = dict.fromkeys(one.name for one, _ in found)
        others = f" (on {len(names)} faces; the first is {face.name})" if len(names) > 1 else ""
        place = place_of(faint_sign.sign, template_of(face, renderer), renderer)
        item = "" if others else face.name
        yield Problem(message=faint_sign.message + others, item=item, **place._asdict())


def template_of(face: Face, renderer: FaceRenderer) -> Subject:
    """What a face shows, and the template that draws it."""
    shown: dict[str, Subject] = {}
    for kind, front in renderer.subjects():
        back = renderer.back_of(kind, front.index or 0, front.row)
        shown |= {one.id: one for one in (back, front) if one is not None}
    return shown[face.id]


def place_of(sign: Sign, subject: Subject, renderer: FaceRenderer) -> Place:
    """Where the template of a face has a sign; its file alone if it is not found, as in a symbol.

    Of several elements with the same words the first of its ink is taken, or else the first.
    """
    template = subject.template
    whole = renderer.templates.file_of(template) or Place(template)
    words = {**renderer.known(), **subject.words}
    try:
        source = renderer.templates.source(template, words, places=True)
    except MarkupError:  # a cover sheet, whose plan is not here
        return whole
    having = [element for element in source.root.iter() if has(element, sign)]
    having.sort(key=lambda element: read_colour(element.get("fill")) != sign.ink)
    known = [source.places[element] for element in having if element in source.places]
    return known[0] if known else whole


def has(element: XML, sign: Sign) -> bool:
    """Whether an element of a template draws a sign."""
    if sign.icon:
        return sign.what in (element.get("name"), element.get("href", "")[1:])
    within = curly("".join(element.itertext())).split()
    return element.tag in ("text", "textbox", "p") and set(sign.what.split()) <= set(within)


def faint_signs(
    layout: Layout, fonts: Fonts, asked: Legibility
) -> Iterator[tuple[Face, list[Faint]]]:
    """The faces of a component, each side once, with what does not stand out on it."""
    faces = {id(one): one for face in layout.faces for one in (face, face.back) if one is not None}
    sides = list(faces.values())
    for face, picture in zip(sides, grounds(sides, layout, fonts), strict=True):
        found = (
            looked_at(sign, face, picture, asked) for sign in signs(face.shapes, layout.symbols)
        )
        yield face, [one for one in found if one is not None]


def grounds(faces: Iterable[Face], layout: Layout, fonts: Fonts) -> Iterator[Any]:
    """A picture of each face as it would be without its texts, out to its bleed."""
    pdf = io.BytesIO()
    painter = PdfPainter(pdf, Meta("", "", "", "", ""), fonts, {})
    for face in faces:
        shapes = tuple(without_texts(inlined(face.shapes, layout.symbols)))
        painter.page(single(msgspec.structs.replace(face, shapes=shapes, back=None)))
    painter.save()
    for page in pages_of(pdf.getvalue()):
        yield raster(page, DPI)


def without_texts(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield msgspec.structs.replace(shape, shapes=tuple(without_texts(shape.shapes)))
        elif not isinstance(shape, Text):
            yield shape


def signs(
    shapes: Iterable[Shape], symbols: Mapping[str, Symbol], matrix: Matrix = IDENTITY,
    ink: str = "#000000",
) -> Iterator[Sign]:  # fmt: skip
    """The texts and icons among ``shapes``, as ``matrix`` takes them, those in symbols too; ``ink``
    is the colour of the symbol's use. What is drawn as an artifact is no icon: it is only art."""
    for shape in shapes:
        if isinstance(shape, Group):
            if is_piece(shape):
                continue
            inner = signs(shape.shapes, symbols, multiply(shape.matrix, matrix), ink)
            yield from (one for one in inner if not one.icon or shape.role != "Artifact")
        elif isinstance(shape, Text):
            colour = ink if shape.fill == CURRENT else shape.fill
            top, right = shape.y - CAPITALS * shape.size, shape.x + shape.width
            size = shape.size * scale(matrix) * UNIT
            bold = any(weight in shape.font for weight in BOLD)
            box = boxed(matrix, shape.x, top, right, shape.y)
            yield Sign(shape.text, colour, box, size, bold, icon=False)
        elif isinstance(shape, Use):
            symbol = symbols[shape.symbol]
            colour = ink if shape.colour == CURRENT else shape.colour
            if is_icon(symbol):
                box = boxed(matrix, shape.x, shape.y, shape.x + shape.side, shape.y + shape.side)
                yield Sign(shape.symbol, colour, box, 0, bold=False, icon=True)
            factor = shape.side / symbol.size if symbol.size else 1.0
            own = multiply((factor, 0, 0, factor, shape.x, shape.y), matrix)
            yield from signs(symbol.shapes, symbols, own, colour)


def is_icon(symbol: Symbol) -> bool:
    """Whether a symbol is drawn in the colour of its use alone."""
    paths = [shape.style for shape in walk(symbol.shapes) if isinstance(shape, Path)]
    inks = {ink for style in paths for ink in (style.fill, style.stroke) if ink is not None}
    return symbol.size > 0 and inks == {CURRENT}


def scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return float(abs(a * d - b * c) ** 0.5)


def boxed(
    matrix: Matrix, left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    """The upright box around a box that ``matrix`` takes elsewhere."""
    corners = ((left, top), (right, top), (left, bottom), (right, bottom))
    return box_around(transformed(matrix, *corner) for corner in corners)


def looked_at(sign: Sign, face: Face, picture: Any, asked: Legibility) -> Faint | None:
    """A sign that does not stand out from what is behind it on the picture; None if it does, or if
    it is not on the face."""
    around = 1 if sign.icon else 0  # dots
    left, top, right, bottom = (round((side + face.bleed) * DOTS) for side in sign.box)
    left, top = max(0, left - around), max(0, top - around)
    right, bottom = max(right, left + 1) + around, max(bottom, top + 1) + around
    right, bottom = min(picture.width, right), min(picture.height, bottom)
    if left >= right or top >= bottom:
        return None
    seen = picture.crop((left, top, right, bottom))
    ground = around_icon(seen, sign.ink) if sign.icon else behind_text(seen, sign)
    if ground is None:
        return None
    found = contrast(sign.ink, ground)
    expected = asked.icons if sign.icon else asked.for_text(sign.size, bold=sign.bold)
    return Faint(sign, ground, found, expected) if found < expected else None


def behind_text(seen: Any, sign: Sign) -> str:
    """The colour of the square from which a text stands out least."""
    square = max(CAPITALS * sign.size / UNIT * DOTS / SQUARES, 1)
    width, height = (max(1, round(side / square)) for side in seen.size)
    squares: Colours = seen.resize((width, height), BOX).getcolors(width * height)
    return min((hexadecimal(dots) for _, dots in squares), key=lambda one: contrast(sign.ink, one))


def around_icon(seen: Any, ink: str) -> str | None:
    """The colour that there is most of but for the icon's own; None if the icon fills its box."""
    own = levels(ink)
    colours: Colours = seen.getcolors(seen.width * seen.height)
    others = [
        (count, dots)
        for count, dots in colours
        if max(abs(one - other) for one, other in zip(dots, own, strict=True)) > OF_ICON
    ]
    count, dots = max(others, default=(0, own))
    return hexadecimal(dots) if count > LEAST_GROUND * seen.width * seen.height else None


def hexadecimal(dots: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*dots)


@lru_cache(4096)
def contrast(ink: str, ground: str) -> float:
    return colour_vision.contrast(ink, ground)
