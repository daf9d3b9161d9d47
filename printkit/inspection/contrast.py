"""Check whether texts and icons stand out from what lies behind them on the finished face.

Each face is painted without its texts and examined, since what lies behind a word may be a pattern,
a picture or several panels. For a text, the backdrop is sampled in squares a third as wide as its
capitals are high: lines finer than that do not hide letters, so they only tint their square. For an
icon it is the most frequent colour around it, apart from its own. Pieces that a face shows small,
as figures of a rulebook do, are pictures: their words are read on the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from card_data import Problem
from card_data.text import apart, plural
from printkit.drawing import colour_vision
from printkit.drawing.bounds import points
from printkit.drawing.colour import hexadecimal, levels
from printkit.drawing.geometry import Box, box_around, box_under, scale_of
from printkit.drawing.rewriting import without_words
from printkit.drawing.shapes import CURRENT, Face, Group, Path, Shape, Symbol, Text, Use
from printkit.drawing.traversal import Visit, traverse, walk
from printkit.faces.source_locations import SourceMap
from printkit.inspection.legibility import Legibility
from printkit.painting.paint import pdf_of, single
from printkit.painting.pdf import UNIT
from printkit.painting.raster import pages_of, raster
from printkit.sheets.layout import Layout
from printkit.typography.fonts import CAPITALS, Fonts

DPI = 100
DOTS = DPI / 25.4  # in a mm
SQUARES = 3  # in the height of capitals
BOX = 4  # Pillow's filter: a dot of a reduced picture is the mean of those it covers
OF_ICON = 24  # of 255: colours as close as this to an icon's own count as its own
LEAST_BACKDROP = 0.05  # of an icon's box: with less than that around it, it has no backdrop
BOLD = ("Bold", "Black", "Semibold")
Colours = list[tuple[int, tuple[int, int, int]]]  # each with its number of dots


class TextOrIcon(NamedTuple):
    """A text or an ``icon`` on a face: its words or name, its ink and its box (left, top, right,
    bottom in mm). ``size`` is that of its type in points, ``outline`` the ink around its letters.
    """

    what: str
    ink: str
    box: Box
    size: float
    bold: bool
    icon: bool
    outline: str = ""


class Faint(NamedTuple):
    """A sign, the colour behind it, their contrast and the contrast required."""

    sign: TextOrIcon
    backdrop: str
    found: float
    expected: float

    @property
    def message(self) -> str:
        shown = f"the icon {self.sign.what}" if self.sign.icon else f"“{self.sign.what}”"
        between = f"{shown} in {self.sign.ink} on {self.backdrop}"
        found = apart(self.found, self.expected)
        return f"{between}: found a contrast of {found}, expected at least {self.expected:g}"


def faint_problems(layout: Layout, fonts: Fonts, thresholds: Legibility) -> Iterator[Problem]:
    """Yield a problem, at the component in print.yaml, for each ink on each backdrop from which it
    does not stand out."""
    alike: dict[tuple[str, str], list[tuple[str, Faint]]] = {}
    for face, faint in faint_signs(layout, fonts, thresholds):
        for one in faint:
            alike.setdefault((one.sign.ink, one.backdrop), []).append((face.name, one))
    source_map = SourceMap(layout.game)
    for those in alike.values():
        name, first = those[0]
        faces = len({name for name, _ in those})
        others = f" (the same colours on {plural(faces - 1, 'other face')})" if faces > 1 else ""
        yield source_map.in_component(f"{name}: {first.message}{others}", layout.name)


def faint_signs(
    layout: Layout, fonts: Fonts, thresholds: Legibility
) -> Iterator[tuple[Face, list[Faint]]]:
    """Yield each side of a component once, with the texts and icons that do not stand out on it."""
    sides = {id(one): one for face in layout.faces for one in (face, face.back) if one is not None}
    alike: dict[Face, list[Face]] = {}  # by what they are without words
    for face in sides.values():
        alike.setdefault(without_words(face), []).append(face)
    pictures = backdrops(alike, layout, fonts)
    for faces, picture in zip(alike.values(), pictures, strict=True):
        judged: dict[TextOrIcon, Faint | None] = {}  # without the words of texts
        for face in faces:
            found: list[Faint] = []
            for sign in signs(face.shapes, layout.symbols):
                key = sign._replace(what="")
                if key not in judged:
                    judged[key] = measured(sign, face, picture, thresholds)
                if (faint := judged[key]) is not None:
                    found.append(faint._replace(sign=sign))
            yield face, found


def backdrops(faces: Iterable[Face], layout: Layout, fonts: Fonts) -> Iterator[Any]:
    # Numbers are their IDs, so that none is looked for among the others.
    numbered = (msgspec.structs.replace(face, id=str(at)) for at, face in enumerate(faces))
    for page in pages_of(pdf_of([*map(single, numbered)], fonts, layout.symbols)):
        yield raster(page, DPI)


def signs(shapes: Iterable[Shape], symbols: Mapping[str, Symbol]) -> Iterator[TextOrIcon]:
    """The texts and icons among ``shapes``, including those in symbols, but not those on pieces.
    What is drawn as an artifact is not an icon, only art."""
    for visit in traverse(shapes, symbols=symbols, into=lambda group: not group.piece):
        shape, matrix = visit.shape, visit.matrix
        if isinstance(shape, Text):
            box = shape.x, shape.y - CAPITALS * shape.size, shape.x + shape.width, shape.y
            size = shape.size * scale_of(matrix) * UNIT
            bold = any(weight in shape.font for weight in BOLD)
            under, outline = box_under(matrix, box), outline_of(shape, visit)
            yield TextOrIcon(shape.text, shape.fill, under, size, bold, icon=False, outline=outline)
        elif isinstance(shape, Use) and is_icon(symbols[shape.symbol]) and not is_art(visit):
            box = shape.x, shape.y, shape.x + shape.side, shape.y + shape.side
            under = box_under(matrix, box)
            yield TextOrIcon(shape.symbol, shape.colour, under, 0, bold=False, icon=True)


def outline_of(text: Text, visit: Visit) -> str:
    """Return the ink around the letters of a text: that of lines in its group which lie where the
    text does."""
    group = visit.parent.shape if visit.parent else None
    for shape in group.shapes if isinstance(group, Group) else ():
        if isinstance(shape, Path) and shape.style.fill is None and shape.style.stroke:
            left, top, right, bottom = box_around(points(shape))
            inside = text.x - text.size < left and right < text.x + text.width + text.size
            if inside and top < text.y - CAPITALS * text.size / 2 < bottom:
                return shape.style.stroke
    return ""


def is_art(visit: Visit) -> bool:
    above = (one.shape for one in visit.around)
    return any(isinstance(shape, Group) and shape.role == "Artifact" for shape in above)


def is_icon(symbol: Symbol) -> bool:
    paths = [shape.style for shape in walk(symbol.shapes) if isinstance(shape, Path)]
    inks = {ink for style in paths for ink in (style.fill, style.stroke) if ink is not None}
    return symbol.size > 0 and inks == {CURRENT}


def measured(sign: TextOrIcon, face: Face, picture: Any, thresholds: Legibility) -> Faint | None:
    """Return a text or an icon that does not stand out from what is behind it in the picture; None
    if it does, or is not on the face."""
    around = 1 if sign.icon else 0  # dots
    left, top, right, bottom = (round((side + face.bleed) * DOTS) for side in sign.box)
    left, top = max(0, left - around), max(0, top - around)
    right, bottom = max(right, left + 1) + around, max(bottom, top + 1) + around
    right, bottom = min(picture.width, right), min(picture.height, bottom)
    if left >= right or top >= bottom:
        return None
    seen = picture.crop((left, top, right, bottom))
    backdrop = around_icon(seen, sign.ink) if sign.icon else behind_text(seen, sign)
    if backdrop is None:
        return None
    found = max(contrast(sign.ink, other) for other in (backdrop, sign.outline or backdrop))
    expected = thresholds.icons if sign.icon else thresholds.for_text(sign.size, bold=sign.bold)
    return Faint(sign, backdrop, found, expected) if found < expected else None


def behind_text(seen: Any, sign: TextOrIcon) -> str:
    """The colour of the square on which a text stands out least."""
    square = max(CAPITALS * sign.size / UNIT * DOTS / SQUARES, 1)
    width, height = (max(1, round(side / square)) for side in seen.size)
    squares: Colours = seen.resize((width, height), BOX).getcolors(width * height)
    return min((hexadecimal(dots) for _, dots in squares), key=lambda one: contrast(sign.ink, one))


def around_icon(seen: Any, ink: str) -> str | None:
    """The most frequent colour other than the icon's own; None if the icon fills its box."""
    own = levels(ink)
    colours: Colours = seen.getcolors(seen.width * seen.height)
    others = (
        (count, dots)
        for count, dots in sorted(colours, reverse=True)
        if max(abs(one - other) for one, other in zip(dots, own, strict=True)) > OF_ICON
    )
    count, dots = next(others, (0, own))
    return hexadecimal(dots) if count > LEAST_BACKDROP * seen.width * seen.height else None


@lru_cache(4096)
def contrast(ink: str, backdrop: str) -> float:
    return colour_vision.contrast(ink, backdrop)
