"""Sheets of faces for Screentop: pictures to upload, and a table of what is on them.

Screentop has no file to load a game from. Each picture becomes an asset there, cut into so many
columns and rows; the cells of one with fronts and one with backs are the variants of a component.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from printkit.archive import Output
from printkit.drawing import Face
from printkit.export import INDEX, as_png
from printkit.fonts import Fonts
from printkit.grids import COLUMNS, ROWS, batches, grid_for, picture_of
from printkit.layout import Layout
from printkit.tabletop import Table

HEAD = (
    *("component", "front", "back", "columns", "rows", "place", "name", "copies"),
    *("width_mm", "height_mm"),
)
Row = tuple[str | int, ...]


def write_sheets(
    written: Output, layouts: Sequence[Layout], stem: str, table: Table, fonts: Fonts
) -> None:
    """Write the pictures of all components, and an index with a line for each face on them."""
    lines = io.StringIO()
    index = csv.writer(lines, lineterminator="\n")
    index.writerow(HEAD)
    for layout in layouts:
        index.writerows(rows_of(written, layout, table, fonts))
    written.write(INDEX if stem == layouts[0].game.id else f"{stem}.csv", lines.getvalue())


def rows_of(written: Output, layout: Layout, table: Table, fonts: Fonts) -> Iterator[Row]:
    """Write a component's pictures; the lines of the index for their faces."""
    for number, faces in enumerate(batches(layout.faces, COLUMNS * ROWS), 1):
        grid = grid_for(len(faces), faces[0], table.dpi, table.side)
        backs = [face.back for face in faces]
        front = f"{layout.name}-{number}.png"
        behind = f"{layout.name}-{number}-backs.png" if any(backs) else ""
        written.write(front, as_png(picture_of(layout, faces, grid, fonts), table.dpi))
        if behind:
            written.write(behind, as_png(picture_of(layout, backs, grid, fonts), table.dpi))
        for place, face in enumerate(faces, 1):
            yield line(layout, face, (front, behind, grid.columns, grid.rows, place))


def line(layout: Layout, face: Face, where: Row) -> Row:
    size = (f"{face.width:g}", f"{face.height:g}")
    return (layout.name, *where, face.name, face.copies, *size)
