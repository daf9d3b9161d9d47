"""A game's pieces for a table on a screen: for Tabletop Simulator, or for Screentop."""

from __future__ import annotations

from pathlib import Path

import msgspec

from card_data import DataError, Problem
from printkit.drawing.shapes import Face
from printkit.exports.atlas import Table
from printkit.exports.images import chosen, is_on_table, prepared
from printkit.printing.archive import output
from printkit.sheets.layout import Layout, Options
from printkit.typography.fonts import Fonts


def export_table(
    name: str, component: str | None, out: Path, options: Options, table: Table
) -> list[Path]:
    """Write the pieces of a component, or of a game, into ``out/game``, or as a ZIP into ``out``.

    Of a game, texts to read are left out, and components that are printed instead of others. Raise
    `DataError` with every problem; either all files are written or none.
    """
    judge(table)
    fonts = Fonts()
    game, layouts = chosen(name, component, options, fonts)
    if component is None:
        layouts = [one for one in layouts if is_on_table(one)]
    if not layouts:
        message = "no component of this game lies on the table"
        raise DataError(Problem(message=message, file=name))
    layouts = [trimmed(layout) for layout in layouts]
    stem = "-".join(filter(None, (game.id, component)))
    with output(out / game.id, out / f"{stem}.zip" if table.zipped else None) as written:
        if table.program == "simulator":
            from printkit.exports.simulator import write_objects

            write_objects(written, layouts, stem, table, fonts)
        else:
            from printkit.exports.screentop import write_sheets

            write_sheets(written, layouts, stem, table, fonts)
    return written.staging.targets()


def judge(table: Table) -> None:
    """Raise `DataError` for options that do not go together."""
    if table.program == "simulator" and table.zipped and not table.url:
        message = (
            "the simulator finds no pictures in a ZIP: expected --url too, where they will lie"
        )
        raise DataError(Problem(message=message, file="--zip"))
    if table.url and table.program != "simulator":
        message = "only the simulator is told where pictures lie"
        raise DataError(Problem(message=message, file="--url"))


def trimmed(layout: Layout) -> Layout:
    """A component whose faces end where they are cut."""
    faces: list[Face] = list(prepared(layout.faces, bleed=False))
    return msgspec.structs.replace(layout, faces=faces)
