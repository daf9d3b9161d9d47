"""The margins of pieces, as they are drawn: words must stay in the safe area, art must run over the
trim, and only a background may be cut off.

A cut is never quite where it should be. So no word may reach out of the safe area. With bleed, art
may not end along the cut, from a little inside the trim to the edge of the bleed: there a cut that
is off leaves a sliver. Lines, dots and bands that cross the cut do not end along it. And nothing
but its background may reach outside a face's safe area. Such faces are painted twice, whole and
with their background alone: where the two pictures differ outside the safe area there is something
else. A face whose template has no ``<background>`` is skipped, as it does not say what may be cut
off. Most faces differ only well inside their safe area: those that are alike outside it are painted
once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec
from PIL import Image, ImageChops, ImageDraw

from card_data import Problem
from card_data.problems import quote
from card_data.text import join_first
from printkit.cache.inputs import digest
from printkit.drawing.areas import flattened
from printkit.drawing.bounds import points
from printkit.drawing.geometry import (
    IDENTITY,
    Matrix,
    Point,
    Step,
    box_around,
    corners_of,
    multiply,
    transformed,
)
from printkit.drawing.rewriting import inline_symbols, rewritten
from printkit.drawing.shapes import (
    Face,
    Group,
    Path,
    Shape,
    Symbol,
    Text,
    Use,
    extent,
    outline,
)
from printkit.drawing.traversal import traverse
from printkit.faces.source_locations import SourceMap
from printkit.painting.paint import pdf_of, single
from printkit.painting.raster import pages_of, raster
from printkit.sheets.layout import Layout
from printkit.typography.fonts import CAPITALS, Fonts

DPI = 100
SLIP = 1.5  # mm: how far off a cut may be
TOLERANCE = 0.3  # mm, about a dot, which may be half in and half out
BARE = 250  # of 255: the level from which paper counts as bare
DISTINCT = 8  # levels between two colours that are not the same
STRETCH = 24  # dots, 6 mm: art that ends along as much of the cut has been cut off
PALE = 225  # of 255: the level from which ink may fade into the paper
WITHIN = 0.05  # mm: words are measured so well
REMEDY = "what may be cut off belongs in <background>"

Box = tuple[float, float, float, float]  # left, top, right, bottom in dots


class Zones(NamedTuple):
    """Outlines in a face's own mm: of its trim; of all that is printed of it without the dots at
    its edge, which may be half in and half out; of its safe area."""

    trim: tuple[Point, ...]
    seen: tuple[Point, ...]
    safe: tuple[Point, ...]


def margin_problems(layout: Layout, fonts: Fonts, *, low_ink: bool = False) -> Iterator[Problem]:
    """Yield a problem, at the component in print.yaml, for each thing on the sheets of a layout
    that may be cut off, or is blank where it is cut. With ``low_ink`` the bleed may be blank."""
    for one in (layout, *layout.co_printed):
        if one.name not in one.game.components:  # a cover sheet, which is ours
            continue
        said = [stray_words_message(found)] if (found := stray_words(one)) else []
        if not low_ink and any(face.bleed for face in one.faces):
            said += margin_faults(one, fonts)
        source_map = SourceMap(one.game)
        yield from (source_map.in_component(what, one.name) for what in said)


def sides(layout: Layout) -> list[Face]:
    """Each face of a component's parts and each back, once."""
    every = (side for part in layout.parts for side in (part, part.back) if side is not None)
    return [*{id(side): side for side in every}.values()]


def stray_words(layout: Layout) -> list[tuple[Face, list[str]]]:
    """Return the faces with words that reach outside their safe areas, and those words."""
    found = ((face, [*words_outside(face, face.safe)]) for face in sides(layout))
    return [(face, words) for face, words in found if words]


def words_outside(face: Face, safe: float) -> Iterator[str]:
    """The words on a face that come nearer to the trim than ``safe`` mm."""
    for visit in traverse(face.shapes):
        if isinstance(visit.shape, Text):
            text = visit.shape
            box = text.x, text.y - CAPITALS * text.size, text.x + text.width, text.y
            corners = (transformed(visit.matrix, *corner) for corner in corners_of(box))
            if any(face.depth(*corner) < safe - WITHIN for corner in corners):
                yield text.text


def stray_words_message(found: Sequence[tuple[Face, list[str]]]) -> str:
    """Say in one message for all pieces that words reach outside the safe area."""
    (first, words), *rest = found
    verb = "reaches" if len(words) == 1 else "reach"
    said = join_first([quote(text) for text in words])
    said = f"{first.name}: {said} {verb} outside the safe area of {first.safe:g} mm"
    others = join_first([face.name for face, _ in rest])
    return f"{said}; so do words on {others}" if others else said


def margin_faults(layout: Layout, fonts: Fonts) -> Iterator[str]:
    """Each fault at the margins of a component's faces and backs, with the faces that have it.
    Without bleed a margin may be white."""
    alike = by_margins(sides(layout), layout.symbols)
    faces = [those[0] for those in alike]
    shown = pictures(layout, faces, fonts)
    behind = pictures(layout, [background_of(face) for face in faces], fonts)
    found: dict[str, list[str]] = {}
    for those, whole, backdrop in zip(alike, shown, behind, strict=True):
        for what in at_margins(those[0], whole, backdrop):
            found.setdefault(what, []).extend(face.name for face in those)
    for what, names in found.items():
        yield f"{join_first(names)}: {what}"


def pictures(layout: Layout, faces: Sequence[Face], fonts: Fonts) -> Iterator[Image.Image]:
    for page in pages_of(pdf_of([*map(single, faces)], fonts, layout.symbols)):
        yield raster(page, DPI)


def by_margins(faces: Iterable[Face], symbols: Mapping[str, Symbol]) -> list[list[Face]]:
    """The faces that have a background, those whose margins are alike together."""
    margins = Margins(symbols)
    found: dict[Any, list[Face]] = {}
    for face in faces:
        if any(background(face.shapes)):
            found.setdefault(margins.of(face), []).append(face)
    return [*found.values()]


class Margins:
    """Finds what on faces with these ``symbols`` may reach out of their safe areas."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = symbols
        self.drawn: dict[tuple[str, str], tuple[Use, Sequence[Point]]] = {}

    def of(self, face: Face) -> tuple[Any, ...]:
        """A face's outline, its safe area, and all that may reach out of that."""
        kept = rewritten(face.shapes, partial(self.kept, face))
        return extent(face), face.tile, face.shape, face.safe, face.corner, kept

    def kept(self, face: Face, shape: Shape, matrix: Matrix) -> Shape | None:
        """A shape that may reach out of the safe area, whose corners are no rounder than the
        face's; None if it does not."""
        if isinstance(shape, Group) and shape.clip is None:
            return shape if shape.shapes else None
        if isinstance(shape, Use):
            placing = shape.placing(self.symbols[shape.symbol])
            drawing, reached = self.symbol(shape)
            shape, matrix = Group((drawing,), placing), multiply(placing, matrix)
        else:
            reached = corners_around(shape)
        inside = max(face.safe, face.corner)
        depths = (face.depth(*transformed(matrix, *point)) for point in reached)
        return shape if any(depth < inside for depth in depths) else None

    def symbol(self, use: Use) -> tuple[Use, Sequence[Point]]:
        """Return a use of the symbol's digest, as other components may name it otherwise, and the
        box around the symbol before it is placed."""
        key = use.symbol, use.colour
        if key not in self.drawn:
            shapes = inline_symbols(self.symbols[use.symbol].shapes, self.symbols, use.colour)
            self.drawn[key] = Use(digest(msgspec.msgpack.encode(shapes))), box_of(shapes)
        return self.drawn[key]


def box_of(shapes: Iterable[Shape]) -> Sequence[Point]:
    reached = [
        transformed(visit.matrix, *point)
        for visit in traverse(shapes, into=lambda group: group.clip is None)
        for point in corners_around(visit.shape)
    ]
    return corners_of(box_around(reached)) if reached else ()


def corners_around(shape: Shape) -> Sequence[Point]:
    """The corners of the box around a shape, with all of its line on either side."""
    line = shape.style.width if isinstance(shape, Path) and shape.style.stroke else 0.0
    if not (own := points(shape)):
        return ()
    left, top, right, bottom = box_around(own)
    return corners_of((left - line, top - line, right + line, bottom + line))


def background_of(face: Face) -> Face:
    return msgspec.structs.replace(face, shapes=tuple(background(face.shapes)))


def background(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """The background among a face's shapes, which comes first; for a tile, that of the whole."""
    first = next(iter(shapes), None)
    if isinstance(first, Group):
        if first.background:
            yield first
        elif inner := tuple(background(first.shapes)):
            yield msgspec.structs.replace(first, shapes=inner)


def at_margins(face: Face, whole: Image.Image, behind: Image.Image) -> Iterator[str]:
    """Yield the problems at the margins of a face, given pictures of it and of its background."""
    size = whole.size
    scale = [dots / (side + 2 * face.bleed)
             for dots, side in zip(size, (face.width, face.height), strict=True)]  # fmt: skip
    inside = multiply((1, 0, 0, 1, face.bleed, face.bleed), (scale[0], 0, 0, scale[1], 0, 0))
    trim, seen, safe = (moved(zone, inside) for zone in zones_of(face))
    slip, bleed = scale[0] * (min(SLIP, face.safe) - TOLERANCE), scale[0] * face.bleed
    if face.bleed and (ends := [*ends_along(trim, darkest(whole), slip, bleed)]):
        yield f"its bleed is blank {where(box_around(ends), size)}"
    apart = ImageChops.difference(whole, behind).split()
    other = ImageChops.lighter(ImageChops.lighter(*apart[:2]), apart[2]).point(steps(DISTINCT))
    outside = ImageChops.subtract(area(seen, size), area(safe, size))
    if found := ImageChops.multiply(other, outside).getbbox():
        area_of = f"the safe area of {face.safe:g} mm, {where(found, size)}"
        yield f"something other than background is outside {area_of}; {REMEDY}"


def ends_along(
    trim: Sequence[Point], picture: Image.Image, inside: float, outside: float
) -> Iterator[Point]:
    """The points of a trim along which art ends, between so far ``inside`` it and so far
    ``outside``; all in dots, and the trim clockwise."""
    depth = round(inside + outside)
    places: list[Point] = []
    mesh = []
    for (x, y), (u, v) in zip(trim, [*trim[1:], trim[0]], strict=True):
        if count := round(length := math.hypot(u - x, v - y)):
            across, down = (v - y) / length, (x - u) / length  # from the edge outwards
            reached = (x, y, -inside), (u, v, -inside), (u, v, outside), (x, y, outside)
            quad = [value for p, q, by in reached for value in (p + by * across, q + by * down)]
            mesh.append(((0, len(places), depth, len(places) + count), quad))
            shares = [(step + 0.5) / count for step in range(count)]
            places += [(x + share * (u - x), y + share * (v - y)) for share in shares]
    unrolled = picture.transform((depth, len(places)), Image.Transform.MESH, mesh).tobytes()
    ends = [end(unrolled[at : at + depth]) for at in range(0, len(unrolled), depth)]
    for first in range(len(places) - STRETCH + 1):
        some = [at for at in ends[first : first + STRETCH] if at]
        if len(some) == STRETCH and max(some) - min(some) <= 1:
            yield from places[first : first + STRETCH]


def end(levels: bytes) -> int:
    """Where ink ends in a row of dots, or below 0 where it begins; 0 if it does neither, or both,
    or fades. The last dot may be half in and half out."""
    bare = levels.translate(bytes(steps(BARE)))
    rest = bare.lstrip(bare[:1])
    at = len(bare) - len(rest)
    fades = at > 1 and max(levels[0] + DISTINCT, PALE) < levels[at - 2] < BARE
    if len(rest) < 2 or fades or rest.strip(rest[:1]):
        return 0
    return -at if bare[0] else at


def darkest(picture: Image.Image) -> Image.Image:
    """The darkest of the channels of each dot."""
    red, green, blue = picture.split()
    return ImageChops.darker(ImageChops.darker(red, green), blue)


@cache
def steps(least: int) -> tuple[int, ...]:
    """A table that makes levels from ``least`` on white, and others black."""
    return tuple(255 * (level >= least) for level in range(256))


def area(outline: Sequence[Point], size: tuple[int, int]) -> Image.Image:
    image = Image.new("L", size)
    if outline:
        ImageDraw.Draw(image).polygon(outline, fill=255)
    return image


def where(box: Box, size: tuple[int, int]) -> str:
    """Where on a face of a ``size`` a box lies: at an edge, in a corner or on several sides."""
    middle = [side / 2 for side in size]
    down = "top" if box[3] <= middle[1] else "bottom" if box[1] >= middle[1] else ""
    across = "left" if box[2] <= middle[0] else "right" if box[0] >= middle[0] else ""
    if down and across:
        return f"at the {down} {across}"
    return f"at the {down or across} edge" if down or across else "on several sides"


def moved(outline: Iterable[Point], matrix: Matrix) -> list[Point]:
    return [transformed(matrix, *point) for point in outline]


def zones_of(face: Face) -> Zones:
    whole, at = face, (0.0, 0.0)
    if (tile := face.tile) is not None:
        at = tile.x, tile.y
        whole = msgspec.structs.replace(face, width=tile.width, height=tile.height, corner=0.0)
    seen = outline(face, face.bleed - 2 * TOLERANCE)
    safe = outline(whole, min(TOLERANCE - face.safe, 0.0), *at)
    return Zones(*map(corners, (outline(whole, 0.0, *at), seen, safe)))


@cache
def corners(steps: tuple[Step, ...]) -> tuple[Point, ...]:
    """The corners of one closed outline, its curves approximated by chords."""
    ((ring, _),) = flattened(steps, IDENTITY)
    return tuple(ring)
