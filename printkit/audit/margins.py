"""The margins of pieces: art must run over the trim, and only a background may be cut off.

A cut is never quite where it should be. So with bleed on, a face that is not white all around must
have ink from a little inside its trim out to the bleed, and nothing but its background may reach
outside the safe area. Faces are painted twice, whole and with their background alone: where the two
pictures differ outside the safe area there is something else. A face whose template has no
``<background>`` is skipped, as it does not say what may be cut off.

Most faces differ only well inside their safe area. In a file that is what was painted from its
drawings, faces whose drawings are alike outside it, stamps apart, are looked at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path as File
from typing import Any, NamedTuple

import msgspec
import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from printkit.audit.content import key_of
from printkit.audit.pdf_reader import UnreadableError
from printkit.drawing.bounds import points
from printkit.drawing.geometry import (
    Matrix,
    Point,
    box_around,
    corners_of,
    multiply,
    rectangle_steps,
    transformed,
)
from printkit.drawing.rewriting import inlined, rewritten
from printkit.drawing.shapes import Face, Group, Path, Shape, Symbol, Use, extent
from printkit.drawing.traversal import traverse
from printkit.kept.inputs import digest
from printkit.painting.paint import pdf_of, single
from printkit.painting.pdf import UNIT
from printkit.painting.raster import raster_of
from printkit.sheets.layout import Layout
from printkit.sheets.sheet import Placement, Sheet
from printkit.typography.fonts import Fonts

DPI = 100
SLIP = 1.5  # mm: how far off a cut may be
TOLERANCE = 0.3  # mm, about a dot, which may be half in and half out
BARE = 250  # of 255: the level from which paper counts as bare
DISTINCT = 8  # levels between two colours that are not the same
CHORDS = 8  # straight lines that approximate a curve
SAME_SIZE = 0.5  # points: pages closer than that are of one size

Box = tuple[int, int, int, int]  # left, top, right, bottom in dots
Numbered = tuple[int, Sheet]  # a sheet with the number of its page, from 0
Examined = set[tuple[Any, ...]]  # what `Margins.of` gives for faces that were looked at
Paint = Callable[[Sequence[Sheet]], bytes]  # sheets of a component as a PDF, a page each


class Zones(NamedTuple):
    """Outlines in a face's own mm: of all that is printed of it; of the same without the dots at
    its edge, which are half in and half out; without those that may be so on turned pages; of what
    the worst cut leaves of its trim; of its safe area."""

    printed: tuple[Point, ...]
    inked: tuple[Point, ...]
    seen: tuple[Point, ...]
    left: tuple[Point, ...]
    safe: tuple[Point, ...]


def margin_findings(layout: Layout, fonts: Fonts) -> Iterator[str]:
    """What is wrong at the margins of a component's faces and backs, and its guests'.

    Without bleed a margin may be white; what reaches into it is still found.
    """
    faces = [one for face in layout.all_parts for one in (face, face.back) if one is not None]
    sheets = [*enumerate(single(face) for face in {id(face): face for face in faces}.values())]

    def paint(shown: Sequence[Sheet]) -> bytes:
        return pdf_of(layout, shown, fonts)

    painted = paint([sheet for _, sheet in sheets])
    for _, face, what in margin_faults(painted, sheets, paint):
        yield f"{key_of(face)}: {what}"


def file_findings(
    file: bytes | File,
    layout: Layout,
    paint: Paint,
    before: int = 0,
    examined: Examined | None = None,
) -> Iterator[str]:
    """What is wrong at the margins of the pieces with a bleed in a PDF, as they are on its pages.

    The component's sheets follow ``before`` other pages. ``paint`` paints sheets as those of the
    PDF were painted, to compare backgrounds. If it is known that the PDF is what its drawings give,
    those in ``examined`` are skipped, and what is looked at is added to it. Raise `UnreadableError`
    if the PDF cannot be drawn.
    """
    sheets = [*enumerate(layout.sheets, before)]
    if examined is not None:
        sheets = [*unlike(sheets, layout.symbols, examined)]
    if sheets:
        for page, face, what in margin_faults(file, sheets, paint):
            if face.bleed:
                yield f"page {page + 1}, {key_of(face)}: {what}"


def unlike(
    sheets: Iterable[Numbered], symbols: Mapping[str, Symbol], examined: Examined
) -> Iterator[Numbered]:
    """The sheets with pieces whose margins are like none that were ``examined``, without others."""
    margins = Margins(symbols)
    for page, sheet in sheets:
        new: list[Placement] = []
        for one in sheet.placements:
            margin = margins.of(one.face)
            if margin not in examined:
                examined.add(margin)
                new.append(one)
        if new:
            yield page, sheet._replace(placements=tuple(new))


class Margins:
    """What of faces with these ``symbols`` may reach out of their safe areas."""

    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        self.symbols = symbols
        self.known: dict[int, tuple[Face, tuple[Any, ...]]] = {}  # faces keep their ids theirs
        self.drawn: dict[tuple[str, str], tuple[Use, Sequence[Point]]] = {}

    def of(self, face: Face) -> tuple[Any, ...]:
        """A face's outline, its safe area, and all that may reach out of that."""
        if id(face) not in self.known:
            kept = rewritten(face.shapes, partial(self.kept, face))
            margin = extent(face), face.tile, face.shape, face.safe, face.corner, kept
            self.known[id(face)] = face, margin
        return self.known[id(face)][1]

    def kept(self, face: Face, shape: Shape, matrix: Matrix) -> Shape | None:
        """A shape that may reach out of the safe area, whose corners are no rounder than the
        face's; None if it does not, and for a stamp: it may, and covers no gap in the bleed."""
        if isinstance(shape, Group) and shape.stamp:
            return None
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
        """What a use draws, by a digest, as other components may call it otherwise; and the box
        around it, before it is placed."""
        key = use.symbol, use.colour
        if key not in self.drawn:
            shapes = inlined(self.symbols[use.symbol].shapes, self.symbols, use.colour)
            self.drawn[key] = Use(digest(msgspec.msgpack.encode(shapes))), box_of(shapes)
        return self.drawn[key]


def box_of(shapes: Iterable[Shape]) -> Sequence[Point]:
    """The corners of the box around shapes."""
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


def margin_faults(
    pdf: bytes | File, sheets: Sequence[Numbered], paint: Paint
) -> Iterator[tuple[int, Face, str]]:
    """Each fault at the margins of pieces on the pages of a PDF: the page, the piece and what is
    wrong. Pages not of their sheet's size are skipped."""
    behind = [(at, backgrounds_of(sheet)) for at, (_, sheet) in enumerate(sheets)]
    backgrounds = pictures(paint([sheet for _, sheet in behind]), behind)
    for (number, sheet), page, background in zip(
        sheets, pictures(pdf, sheets), backgrounds, strict=True
    ):
        if page is None or background is None:
            continue
        for placement in sheet.placements:
            for what in at_margins(placement, sheet, page, background):
                yield number, placement.face, what


def pictures(pdf: bytes | File, sheets: Sequence[Numbered]) -> Iterator[Image.Image | None]:
    """A picture of each sheet's page, of nothing but its pieces; None if there is no page or none
    on it, or it is of another size."""
    try:
        document = pypdfium2.PdfDocument(pdf)
        try:
            for number, sheet in sheets:
                yield picture(document[number], sheet) if number < len(document) else None
        finally:
            document.close()
    except pypdfium2.PdfiumError:
        raise UnreadableError("its pages cannot be drawn") from None


def picture(page: Any, sheet: Sheet) -> Image.Image | None:
    expected = [side * UNIT for side in sheet.page]
    try:
        apart = (abs(one - other) for one, other in zip(page.get_size(), expected, strict=True))
        if max(apart) >= SAME_SIZE or not sheet.placements:
            return None
        size = [max(1, round(side * DPI / 72)) for side in page.get_size()]
        part = part_with(sheet, *size)
        drawn = Image.new("RGB", (size[0], size[1]), "white")
        drawn.paste(raster_of(page, size[0], size[1], part), part)
        return drawn
    finally:
        page.close()


def part_with(sheet: Sheet, width: int, height: int) -> Box:
    """The part of a page, in dots, that its pieces are on with their bleed."""
    to_dots = dots_of(sheet, width, height)
    reached = [
        point
        for one in sheet.placements
        for point in moved(zones_of(one.face).printed, multiply(one.matrix, to_dots))
    ]
    left, top, right, bottom = box_around(reached)
    left, top = max(0, math.floor(left)), max(0, math.floor(top))
    right, bottom = min(width, math.ceil(right)), min(height, math.ceil(bottom))
    return left, top, max(right, left + 1), max(bottom, top + 1)


def dots_of(sheet: Sheet, width: int, height: int) -> Matrix:
    """From the mm of a sheet to the dots of a picture of its page."""
    scale = width / sheet.page[0], height / sheet.page[1]
    return multiply(sheet.matrix, (scale[0], 0, 0, scale[1], 0, 0))


def backgrounds_of(sheet: Sheet) -> Sheet:
    """A sheet with nothing of its pieces but their backgrounds, and their stamps."""
    faces = {id(placement.face): placement.face for placement in sheet.placements}
    bare = {
        key: msgspec.structs.replace(face, shapes=(*background(face.shapes), *stamps(face.shapes)))
        for key, face in faces.items()
    }
    placements = tuple(one._replace(face=bare[id(one.face)]) for one in sheet.placements)
    return sheet._replace(placements=placements)


def background(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """The background among a face's shapes, which comes first; for a tile, that of the whole."""
    first = next(iter(shapes), None)
    if isinstance(first, Group):
        if first.background:
            yield first
        elif inner := tuple(background(first.shapes)):
            yield msgspec.structs.replace(first, shapes=inner)


def stamps(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """The stamp among a face's shapes, which comes last; for a tile, that of the whole."""
    last = next(reversed(tuple(shapes)), None)
    if isinstance(last, Group):
        if last.stamp:
            yield last
        elif inner := tuple(stamps(last.shapes)):
            yield msgspec.structs.replace(last, shapes=inner)


def at_margins(
    placement: Placement, sheet: Sheet, page: Image.Image, behind: Image.Image
) -> Iterator[str]:
    """What is wrong at the margins of a piece, given the pictures of its page and of that page's
    backgrounds."""
    face = placement.face
    if not any(background(face.shapes)):
        return
    zones = zones_of(face)
    matrix = multiply(placement.matrix, dots_of(sheet, page.width, page.height))
    x0, y0, x1, y1 = box_around(moved(zones.printed, matrix))
    box = math.floor(x0), math.floor(y0), math.ceil(x1), math.ceil(y1)
    size = box[2] - box[0], box[3] - box[1]
    inside = multiply(matrix, (1, 0, 0, 1, -box[0], -box[1]))
    printed, inked, seen, left, safe = (area(moved(zone, inside), size) for zone in zones)
    whole = page.crop(box)
    strips = (ImageChops.subtract(one, left) for one in (printed, inked))
    if face.bleed and (blank := gap(whole, *strips)):
        yield f"its bleed is blank {where(blank, size)}"
    apart = ImageChops.difference(whole, behind.crop(box)).split()
    other = ImageChops.lighter(ImageChops.lighter(*apart[:2]), apart[2]).point(steps(DISTINCT))
    if found := ImageChops.multiply(other, ImageChops.subtract(seen, safe)).getbbox():
        area_of = f"the safe area of {face.safe:g} mm"
        yield f"something other than background is outside {area_of}, {where(found, size)}"


def gap(picture: Image.Image, strip: Image.Image, inked: Image.Image) -> Box | None:
    """The box around what has no ink in a ``strip`` of a picture; lines of a dot do not count, nor
    does a strip without any ink, which is that of a white piece. Without its outermost dots the
    strip is what must be ``inked``: only if some of that is bare is there more to look at."""
    red, green, blue = picture.split()
    bare = ImageChops.darker(ImageChops.darker(red, green), blue).point(steps(BARE))
    if ImageChops.multiply(bare, inked).getbbox() is None:
        return None
    if not ImageChops.subtract(strip, bare).filter(ImageFilter.MinFilter(3)).getbbox():
        return None
    around = ImageChops.lighter(bare, ImageChops.invert(strip))
    return ImageChops.multiply(around.filter(ImageFilter.MinFilter(3)), strip).getbbox()


@cache
def steps(least: int) -> tuple[int, ...]:
    """A table that makes levels from ``least`` on white, and others black."""
    return tuple(255 * (level >= least) for level in range(256))


def area(outline: Sequence[Point], size: tuple[int, int]) -> Image.Image:
    """The inside of an outline, white on black."""
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
    trim = extent(msgspec.structs.replace(face, bleed=0.0))
    if face.tile is not None:
        whole = face.tile
        trim = Path(rectangle_steps(whole.x, whole.y, whole.width, whole.height, 0, 0))
    return zones(extent(face), trim, face.safe)


@cache
def zones(printed: Path, trim: Path, safe: float) -> Zones:
    edge = corners(trim)
    return Zones(
        corners(printed),
        inset(corners(printed), 25.4 / DPI),
        inset(corners(printed), 2 * TOLERANCE),
        inset(edge, max(min(SLIP, safe) - TOLERANCE, 0.0)),
        inset(edge, max(safe - TOLERANCE, 0.0)),
    )


def corners(path: Path) -> tuple[Point, ...]:
    """The corners of one closed outline, its curves approximated by chords."""
    points: list[Point] = []
    for _, values in path.steps:
        pairs = list(zip(values[::2], values[1::2], strict=True))
        if len(pairs) == 3:
            curve = (points[-1], *pairs)
            points += [on_curve(curve, step / CHORDS) for step in range(1, CHORDS)]
        points += pairs[-1:]
    return tuple(points)


def on_curve(curve: Sequence[Point], t: float) -> Point:
    """The point of a cubic at ``t``, from 0 to 1."""
    shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
    return (
        sum(share * x for share, (x, _) in zip(shares, curve, strict=True)),
        sum(share * y for share, (_, y) in zip(shares, curve, strict=True)),
    )


def inset(outline: Sequence[Point], by: float) -> tuple[Point, ...]:
    """What lies at least ``by`` mm inside a convex outline, given clockwise."""
    kept = list(outline)
    for (x, y), (u, v) in zip(outline, [*outline[1:], outline[0]], strict=True):
        length = math.hypot(u - x, v - y)
        if length:
            across, down = (y - v) / length, (u - x) / length  # from the edge inwards
            depths = [(p - x) * across + (q - y) * down - by for p, q in kept]
            kept = list(not_below(kept, depths))
    return tuple(kept)


def not_below(outline: Sequence[Point], depths: Sequence[float]) -> Iterator[Point]:
    """A convex outline clipped to the side of a line where corners' depths are not below 0."""
    after = [*outline[1:], *outline[:1]], [*depths[1:], *depths[:1]]
    for (x, y), depth, (u, v), next_depth in zip(outline, depths, *after, strict=True):
        if depth >= 0:
            yield x, y
        if depth * next_depth < 0:
            share = depth / (depth - next_depth)
            yield x + share * (u - x), y + share * (v - y)
