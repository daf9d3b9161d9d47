"""Sheets of faces for Screentop: pictures to upload, and an index of what is on them.

Screentop cannot load a game from a file. Each picture becomes an asset there, cut into columns and
rows; the cells of one with fronts and one with backs are the variants of a component.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from card_data.program.staging import Staging
from printkit.drawing.shapes import Face
from printkit.exports.atlas import (
    COLUMNS,
    ROWS,
    TableExport,
    atlas_for,
    batches,
    is_same_back,
    picture_of,
)
from printkit.exports.images import INDEX
from printkit.painting.raster import as_png
from printkit.sheets.layout import Layout
from printkit.typography.fonts import Fonts

HEAD = (
    *("component", "front", "back", "columns", "rows", "place", "name", "copies"),
    *("width_mm", "height_mm"),
)
Row = tuple[str | int, ...]


def write_sheets(
    staging: Staging,
    folder: Path,
    layouts: Sequence[Layout],
    stem: str,
    table: TableExport,
    fonts: Fonts,
) -> None:
    """Write the pictures of all components, and an index with a line per face."""
    lines = io.StringIO()
    index = csv.writer(lines, lineterminator="\n")
    index.writerow(HEAD)
    for layout in layouts:
        index.writerows(rows_of(staging, folder, layout, table, fonts))
    name = INDEX if stem == layouts[0].game.id else f"{stem}.csv"
    staging.write(folder / name, lines.getvalue())


def rows_of(
    staging: Staging, folder: Path, layout: Layout, table: TableExport, fonts: Fonts
) -> Iterator[Row]:
    """Write a component's pictures; the index's lines for their faces."""
    same = is_same_back(layout.faces)
    back = f"{layout.name}-back.png" if same and layout.faces[0].back else ""
    if back:
        one = atlas_for(1, layout.faces[0], table.dpi, table.side)
        image = picture_of(layout, [layout.faces[0].back], one, fonts)
        staging.write(folder / back, as_png(image, table.dpi))
    for number, faces in enumerate(batches(layout.faces, COLUMNS * ROWS), 1):
        atlas = atlas_for(len(faces), faces[0], table.dpi, table.side)
        front = f"{layout.name}-{number}.png"
        staging.write(folder / front, as_png(picture_of(layout, faces, atlas, fonts), table.dpi))
        if not same:
            back = f"{layout.name}-{number}-backs.png"
            image = picture_of(layout, [face.back for face in faces], atlas, fonts)
            staging.write(folder / back, as_png(image, table.dpi))
        for place, face in enumerate(faces, 1):
            yield line(layout, face, (front, back, atlas.columns, atlas.rows, place))


def line(layout: Layout, face: Face, where: Row) -> Row:
    size = (f"{face.width:g}", f"{face.height:g}")
    return (layout.name, *where, face.name, face.copies, *size)
