"""Tiling: a piece larger than a page, in tiles that are printed on a page each and joined.

Neighbouring tiles share an overlap, printed on both. The tile to the right, or below, is laid on
it, so its edge hides the marks there and nothing white shows between the two. All lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from printkit.drawing.shapes import (
    OUTLINED,
    Face,
    Group,
    Path,
    Shape,
    Style,
    Text,
    Tile,
    line,
    outline,
    tile_name,
)
from printkit.typography.fonts import CAPITALS, Font

OVERLAP = 8.0  # mm that neighbouring tiles share
MARK_ROOM = 4.5  # mm outside a tile, for the arrows at the edges that are laid on another
MOST = 9  # tiles side by side, or one above the other
ARROW = 2.2  # mm
GAP = 0.5  # mm between an edge and the arrow outside it
TYPE = 2.2  # mm
AT = (0.25, 0.75)  # the positions of a join's arrows, as fractions of its length
BLACK = "#000000"
FILLED = Style(fill=BLACK)
BLANK = Style(fill="#ffffff")
EDGE = Style(fill=None, stroke=BLACK, width=0.2, dash=(2.0, 1.2))
CUT = Style(fill=None, stroke=BLACK, width=0.15)
Room = tuple[float, float]  # the width and the height that a page has for a piece


class Tiling(msgspec.Struct, frozen=True):
    """A grid of overlapping tiles, ``width`` x ``height`` each, that cover a face."""

    columns: int
    rows: int
    width: float
    height: float

    def tiles(self, face: Face) -> list[Face]:
        """The tiles of ``face``, row by row, numbered as pages; each with its tile of the back."""
        places = [(column, row) for row in range(self.rows) for column in range(self.columns)]
        return [self.tile(face, column, row) for column, row in places]

    def tile(self, face: Face, column: int, row: int) -> Face:
        x, y = column * (self.width - OVERLAP), row * (self.height - OVERLAP)
        back = None
        if face.back is not None:  # left and right change places when a piece is turned over
            back = self.window(face.back, column, row, face.width - x - self.width, y)
        if face.shape in OUTLINED:  # to cut along once the tiles are joined
            face = msgspec.structs.replace(face, shapes=with_line(face))
        return msgspec.structs.replace(self.window(face, column, row, x, y), back=back)

    def window(self, face: Face, column: int, row: int, x: float, y: float) -> Face:
        """Return the part of ``face`` in a window with its top left corner at (x, y)."""
        return msgspec.structs.replace(
            face,
            width=self.width,
            height=self.height,
            shapes=(Group(face.shapes, (1.0, 0.0, 0.0, 1.0, -x, -y)),),
            corner=0.0,
            shape="rectangle",
            page=((face.page - 1) * self.rows + row) * self.columns + column + 1,
            tile=Tile(column, row, -x, -y, face.width, face.height),
        )


def with_line(face: Face) -> tuple[Shape, ...]:
    """Return a face's shapes with its cut line: just above the background if that is marked as one,
    else on top."""
    cut = Path(outline(face), CUT)
    first = face.shapes[0] if face.shapes else None
    if isinstance(first, Group) and first.background:
        background = msgspec.structs.replace(first, shapes=(*first.shapes, cut))
        return (background, *face.shapes[1:])
    return (*face.shapes, cut)


def tiled(faces: Sequence[Face], rooms: Sequence[Room]) -> list[Face]:
    """``faces``, which share one size, in the fewest tiles that fit pages with such ``rooms``.

    Raise `ValueError` if that takes more than `MOST` parts in a row or a column.
    """
    width, height = faces[0].width, faces[0].height
    tilings = [
        Tiling(columns, rows, _share(width, columns), _share(height, rows))
        for across, down in rooms
        if (columns := _count(width, across)) <= MOST and (rows := _count(height, down)) <= MOST
    ]
    if not tilings:
        pages = f"{MOST} x {MOST} pages of this paper"
        raise ValueError(f"a {width:g} x {height:g} mm piece does not fit on {pages}")
    tiling = min(tilings, key=lambda one: (one.columns * one.rows, one.columns))
    return [tile for face in faces for tile in tiling.tiles(face)]


def _count(length: float, room: float) -> int:
    """Return how many overlapping tiles cover ``length``; more than `MOST` if a page fits none."""
    if length <= room:
        return 1
    return math.ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9) if room > OVERLAP else MOST + 1


def _share(length: float, count: int) -> float:
    return (length + (count - 1) * OVERLAP) / count


def joining_marks(face: Face, x: float, y: float, font: Font) -> list[Shape]:
    """The marks for joining a tile, its top left corner at (x, y) on the sheet, to its neighbours.

    On the overlap that a neighbour covers: a dashed line to lay it to, and arrows that point to the
    line. Outside an edge that is laid on another tile: arrows at the same places. Each arrow bears
    the name of the neighbour. A face that is no tile has none.
    """
    tile = face.tile
    if tile is None:
        return []
    right, bottom = x + face.width, y + face.height
    outside = face.bleed + GAP
    shapes: list[Shape] = []
    if tile.x + tile.width > face.width + GAP:
        shapes.append(line(right - OVERLAP, y, right - OVERLAP, bottom, EDGE))
        label = f"{tile_name(tile.column + 1, tile.row)} lies here"
        for at in AT:
            tip = (right - OVERLAP, y + at * face.height)
            shapes += _arrow(tip, (1, 0), label, font, plate=True)
    if tile.y + tile.height > face.height + GAP:
        shapes.append(line(x, bottom - OVERLAP, right, bottom - OVERLAP, EDGE))
        label = f"{tile_name(tile.column, tile.row + 1)} lies here"
        for at in AT:
            tip = (x + at * face.width, bottom - OVERLAP)
            shapes += _arrow(tip, (0, 1), label, font, plate=True)
    if tile.column:
        label = f"on {tile_name(tile.column - 1, tile.row)}"
        for at in AT:
            shapes += _arrow((x - outside, y + at * face.height), (-1, 0), label, font)
    if tile.row:
        label = f"on {tile_name(tile.column, tile.row - 1)}"
        for at in AT:
            shapes += _arrow((x + at * face.width, y - outside), (0, -1), label, font)
    return shapes


def _arrow(
    tip: tuple[float, float], away: tuple[int, int], label: str, font: Font, *, plate: bool = False
) -> list[Shape]:
    """Return an arrowhead with its ``tip`` at an edge and its base ``away`` from it, and a label
    along the edge; on a white ``plate`` where it is on top of the drawing."""
    (x, y), (dx, dy) = tip, away
    half, start = ARROW / 2, ARROW / 2 + 0.8
    width = font.width(label) * TYPE
    end = start + width + 0.6

    def at(outward: float, along: float) -> tuple[float, float]:
        return x + dx * outward + abs(dy) * along, y + dy * outward + abs(dx) * along

    corners = (at(0, 0), at(ARROW, -half), at(ARROW, half))
    middle_x, middle_y = at(half, start)
    rise = CAPITALS * TYPE / 2
    turn = (
        (1, 0, 0, 1, middle_x, middle_y + rise) if dy else (0, 1, -1, 0, middle_x - rise, middle_y)
    )
    words = Text(0, 0, label, font.key, TYPE, width, BLACK)
    shapes: list[Shape] = [_polygon(corners, FILLED), Group((words,), turn)]
    if plate:
        reach = ARROW + 0.6
        box = (at(0, -start), at(reach, -start), at(reach, end), at(0, end))
        shapes.insert(0, _polygon(box, BLANK))
    return shapes


def _polygon(corners: Sequence[tuple[float, float]], style: Style) -> Path:
    steps = (("M", corners[0]), *(("L", corner) for corner in corners[1:]), ("Z", ()))
    return Path(steps, style)
