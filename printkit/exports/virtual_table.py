"""A game's pieces for a virtual table: Tabletop Simulator or Screentop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from card_data import DataError, Problem
from card_data.program.staging import Staging
from printkit.exports.atlas import TableExport
from printkit.exports.images import load_layouts, note_house_rules, on_table
from printkit.options import Options
from printkit.sheets.impose import group_by_size
from printkit.sheets.layout import Layout, with_bleed
from printkit.sheets.typesetting import Typesetter


def export_table(
    name: str,
    only: Sequence[str],
    out: Path,
    options: Options,
    table: TableExport,
    note: Callable[[str], None] = lambda line: None,
) -> list[Path]:
    """Write the pieces of the components in ``only``, or of a game, to ``out/game``, or as a ZIP to
    ``out``.

    Those of a game leave out booklets, and components that are printed instead of others. ``note``
    is called with the house rules. Raise `DataError` with every problem; either all files are
    written or none.
    """
    check_table(table)
    typesetter = Typesetter()
    fonts = typesetter.fonts
    game, layouts = load_layouts(name, only, options, typesetter)
    if not only:
        layouts = on_table(layouts)
    layouts = [one for layout in layouts for one in by_size(layout)]
    stem = "-".join((game.id, *only))
    with Staging(out) as staging:
        folder = out / game.id
        if table.program == "simulator":
            from printkit.exports.simulator import write_objects

            write_objects(staging, folder, layouts, stem, table, fonts)
        else:
            from printkit.exports.screentop import write_sheets

            write_sheets(staging, folder, layouts, stem, table, fonts)
        staging.move_all()
    note_house_rules(game, note)
    return staging.targets()


def check_table(table: TableExport) -> None:
    if table.url and table.program != "simulator":
        message = f"cannot be combined with --for {table.program}, which is told no addresses"
        raise DataError(Problem(message=message, file="--url"))


def by_size(layout: Layout) -> Iterator[Layout]:
    """Split a component whose pieces have several sizes into one for each, named after it: pictures
    are cut into cells of one size, without bleed."""
    groups = group_by_size(with_bleed(layout.faces, 0.0))
    for faces in groups:
        own = f"-{faces[0].width:g}x{faces[0].height:g}" if len(groups) > 1 else ""
        yield msgspec.structs.replace(layout, name=layout.name + own, faces=faces)
