"""The margins of pieces: art must run over the trim, and only a background may be cut off.

A cut is never quite where it should be. So with bleed on, a face that is not white all around must
have ink from a little inside its trim out to the bleed, and nothing but its background may reach
outside the safe area. Faces are painted twice, whole and with their background alone: where the two
pictures differ outside the safe area there is something else. A face whose template has no
``<background>`` is skipped, as it does not say what may be cut off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path as File
from typing import Any, NamedTuple

import msgspec
import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from printkit.audit.content import key_of
from printkit.audit.pdf_reader import UnreadableError
from printkit.drawing.geometry import (
    Matrix,
    Point,
    box_around,
    multiply,
    rectangle_steps,
    transformed,
)
from printkit.drawing.shapes import Face, Group, Path, Shape, extent
from printkit.painting.paint import pdf_of, single
from printkit.painting.pdf import UNIT
from printkit.painting.raster import raster
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
Paint = Callable[[Sequence[Sheet]], bytes]  # sheets of a component as a PDF, a page each


class Zones(NamedTuple):
    """Outlines in a face's own mm: of all that is printed of it; of the same without the rim, whose
    dots are half in and half out; of what the worst cut leaves of its trim; of its safe area."""

    printed: tuple[Point, ...]
    seen: tuple[Point, ...]
    left: tuple[Point, ...]
    safe: tuple[Point, ...]


def margin_findings(layout: Layout, fonts: Fonts) -> Iterator[str]:
    """What is wrong at the margins of a component's faces and backs, and its guests'.

    Without bleed a margin may be white; what reaches into it is still found.
    """
    faces = [one for face in layout.all_parts for one in (face, face.back) if one is not None]
    sheets = [single(face) for face in {id(face): face for face in faces}.values()]

    def paint(shown: Sequence[Sheet]) -> bytes:
        return pdf_of(layout, shown, fonts)

    for _, face, what in margin_faults(paint(sheets), sheets, paint):
        yield f"{key_of(face)}: {what}"


def file_findings(
    file: bytes | File, layout: Layout, paint: Paint, before: int = 0
) -> Iterator[str]:
    """What is wrong at the margins of the pieces with a bleed in a PDF, as they are on its pages.

    The component's sheets follow ``before`` other pages. ``paint`` paints sheets as those of the
    PDF were painted, to compare backgrounds. Raise `UnreadableError` if it cannot be drawn.
    """
    for number, face, what in margin_faults(file, layout.sheets, paint, before):
        if face.bleed:
            yield f"page {number}, {key_of(face)}: {what}"


def margin_faults(
    pdf: bytes | File, sheets: Sequence[Sheet], paint: Paint, before: int = 0
) -> Iterator[tuple[int, Face, str]]:
    """Each fault at the margins of pieces on the pages of a PDF: the page, from 1, the piece and
    what is wrong. Pages not of their sheet's size are skipped."""
    backgrounds = pictures(paint([backgrounds_of(sheet) for sheet in sheets]), sheets)
    pages = pictures(pdf, sheets, before)
    for number, (sheet, page, behind) in enumerate(
        zip(sheets, pages, backgrounds, strict=True), before + 1
    ):
        if page is None or behind is None:
            continue
        for placement in sheet.placements:
            for what in at_margins(placement, sheet, page, behind):
                yield number, placement.face, what


def pictures(
    pdf: bytes | File, sheets: Sequence[Sheet], before: int = 0
) -> Iterator[Image.Image | None]:
    """A picture of each sheet's page; None if there is none, or it is of another size."""
    try:
        document = pypdfium2.PdfDocument(pdf)
        try:
            for number, sheet in enumerate(sheets, before):
                yield picture(document[number], sheet) if number < len(document) else None
        finally:
            document.close()
    except pypdfium2.PdfiumError:
        raise UnreadableError("its pages cannot be drawn") from None


def picture(page: Any, sheet: Sheet) -> Image.Image | None:
    expected = [side * UNIT for side in sheet.page]
    try:
        apart = (abs(one - other) for one, other in zip(page.get_size(), expected, strict=True))
        return raster(page, DPI).convert("RGB") if max(apart) < SAME_SIZE else None
    finally:
        page.close()


def backgrounds_of(sheet: Sheet) -> Sheet:
    """A sheet with nothing of its pieces but their backgrounds."""
    faces = {id(placement.face): placement.face for placement in sheet.placements}
    bare = {
        key: msgspec.structs.replace(face, shapes=tuple(background(face.shapes)))
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


def at_margins(
    placement: Placement, sheet: Sheet, page: Image.Image, behind: Image.Image
) -> Iterator[str]:
    """What is wrong at the margins of a piece, given the pictures of its page and of that page's
    backgrounds."""
    face, (width, height) = placement.face, sheet.page
    if not any(background(face.shapes)):
        return
    zones = zones_of(face)
    to_page = multiply(placement.matrix, sheet.matrix)
    matrix = multiply(to_page, (page.width / width, 0, 0, page.height / height, 0, 0))
    x0, y0, x1, y1 = box_around(moved(zones.printed, matrix))
    box = math.floor(x0), math.floor(y0), math.ceil(x1), math.ceil(y1)
    size = box[2] - box[0], box[3] - box[1]
    inside = multiply(matrix, (1, 0, 0, 1, -box[0], -box[1]))
    printed, seen, left, safe = (area(moved(zone, inside), size) for zone in zones)
    whole = page.crop(box)
    if face.bleed and (blank := gap(whole, ImageChops.subtract(printed, left))):
        yield f"its bleed is blank {where(blank, size)}"
    apart = ImageChops.difference(whole, behind.crop(box)).split()
    other = ImageChops.lighter(ImageChops.lighter(*apart[:2]), apart[2]).point(steps(DISTINCT))
    if found := ImageChops.multiply(other, ImageChops.subtract(seen, safe)).getbbox():
        area_of = f"the safe area of {face.safe:g} mm"
        yield f"something other than background is outside {area_of}, {where(found, size)}"


def gap(picture: Image.Image, strip: Image.Image) -> Box | None:
    """The box around what has no ink in a ``strip`` of a picture; lines of a dot do not count, nor
    does a strip without any ink, which is that of a white piece."""
    red, green, blue = picture.split()
    bare = ImageChops.darker(ImageChops.darker(red, green), blue).point(steps(BARE))
    if ImageChops.multiply(bare, strip).getbbox() is None:
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
