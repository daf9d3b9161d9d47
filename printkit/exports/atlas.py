"""Pictures of many faces for virtual tables, which cut them up: columns and rows without gaps, from
the top left, row by row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from printkit.drawing.shapes import Face
from printkit.exports.images import square
from printkit.options import Program
from printkit.painting.paint import pdf_of, single
from printkit.painting.raster import INCH, pages_of, raster_of
from printkit.sheets.layout import Layout
from printkit.typography.fonts import Fonts

COLUMNS, ROWS = 10, 7  # the most that Tabletop Simulator accepts


class TableExport(msgspec.Struct, frozen=True):
    """How to export to a virtual table: its ``program``; the most dots per inch, and the most dots
    per ``side``, of a picture; the ``url`` that pictures will be under."""

    program: Program = "simulator"
    dpi: int = 300
    side: int = 4096
    url: str = ""


class Atlas(NamedTuple):
    """How such a picture is cut; ``cell`` is the width and height of one face, in dots."""

    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def places(self) -> int:
        return self.columns * self.rows


def atlas_for(count: int, face: Face, dpi: int, side: int, least: int = 1) -> Atlas:
    """The atlas that shows ``count`` faces of the size of ``face`` largest, at most at ``dpi``, in
    a picture of at most ``side`` dots each way; of equals, the one with the fewest places. It has
    at least ``least`` columns and rows, and at most `COLUMNS` and `ROWS`."""
    found: list[tuple[float, int, int, Atlas]] = []
    for columns in range(least, COLUMNS + 1):
        rows = max(least, math.ceil(count / columns))
        if rows > ROWS:
            continue
        room = min(side / (columns * face.width), side / (rows * face.height))
        scale = min(dpi / INCH, room)
        cell = (max(1, int(face.width * scale + 1e-6)), max(1, int(face.height * scale + 1e-6)))
        atlas = Atlas(columns, rows, cell)
        found.append((-scale, atlas.places, abs(columns - rows), atlas))
    return min(found)[-1]


def batches(faces: Sequence[Face], most: int) -> list[Sequence[Face]]:
    """Split faces into the fewest batches of at most ``most``, all of about the same size."""
    count = math.ceil(len(faces) / most)
    each = math.ceil(len(faces) / count)
    return [faces[start : start + each] for start in range(0, len(faces), each)]


def is_same_back(faces: Sequence[Face]) -> bool:
    return len({face.back.name if face.back else "" for face in faces}) == 1


def picture_of(layout: Layout, faces: Sequence[Face | None], atlas: Atlas, fonts: Fonts) -> Any:
    """The picture of an atlas with faces in its places; a place without one stays white.

    Faces are drawn one at a time, to save memory.
    """
    from PIL import Image

    picture = Image.new("RGB", atlas.size, "white")
    placed = [(place, face) for place, face in enumerate(faces) if face is not None]
    pdf = pdf_of([single(square(face)) for _, face in placed], fonts, layout.symbols)
    for (place, _), page in zip(placed, pages_of(pdf), strict=True):
        row, column = divmod(place, atlas.columns)
        at = (column * atlas.cell[0], row * atlas.cell[1])
        picture.paste(raster_of(page, *atlas.cell), at)
    return picture
