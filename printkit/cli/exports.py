"""The commands that export pieces: as pictures, and for virtual tables."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from card_data.program.command import say
from printkit.cli.common import (
    FormerArg,
    GameArg,
    GamesArg,
    OnlyOpt,
    OutOpt,
    components_of,
    problems_reported,
    takes,
)
from printkit.options import Options, Program

if TYPE_CHECKING:
    from printkit.exports.images import ImageExport

CardsOpt = Annotated[
    list[str] | None, typer.Option("--card", metavar="ID", help="Only this card; may be repeated.")
]
ContactOpt = Annotated[bool, typer.Option("--contact", help="Make one contact sheet of all faces.")]
BleedOpt = Annotated[
    bool, typer.Option("--bleed", help="Include the bleed, instead of ending at the cut.")
]
CornersOpt = Annotated[
    bool, typer.Option("--corners", help="Make rounded corners transparent, instead of square.")
]
CopiesOpt = Annotated[
    bool, typer.Option("--each-copy", help="Write a file for each copy of a piece.")
]
Dpi = typer.Option(metavar="N", min=20, max=1200, help="Dots per inch.")
DpiOpt = Annotated[int, Dpi]


@takes("players", "paper", "low_ink", "house", "data")
def svg(
    game: GameArg,
    former: FormerArg = None,
    only: OnlyOpt = None,
    out: OutOpt = None,
    *,
    options: Options,
    card: CardsOpt = None,
    contact: ContactOpt = False,
    bleed: BleedOpt = False,
    corners: CornersOpt = False,
    each_copy: CopiesOpt = False,
) -> None:
    """Export faces as SVG files, one per face or one contact sheet."""
    from printkit.exports.images import ImageExport

    how = ImageExport("svg", 0, bleed, corners, each_copy, contact, tuple(card or ()))
    export_faces(game, components_of(only, former), out, options, how)


@takes("players", "paper", "low_ink", "house", "data")
def png(
    game: GameArg,
    former: FormerArg = None,
    only: OnlyOpt = None,
    out: OutOpt = None,
    *,
    options: Options,
    card: CardsOpt = None,
    contact: ContactOpt = False,
    dpi: DpiOpt = 150,
    bleed: BleedOpt = False,
    corners: CornersOpt = False,
    each_copy: CopiesOpt = False,
) -> None:
    """Export faces as PNG files, drawn from the real PDF."""
    from printkit.exports.images import ImageExport

    how = ImageExport("png", dpi, bleed, corners, each_copy, contact, tuple(card or ()))
    export_faces(game, components_of(only, former), out, options, how)


def export_faces(
    game: str, only: Sequence[str], out: Path | None, options: Options, how: "ImageExport"
) -> None:
    """Export faces, by default to a folder named after the kind of file, and say where."""
    from printkit.cache.manifest import output_folder
    from printkit.exports.images import export

    folder = out or output_folder(options.data) / how.kind
    notes: list[str] = []
    with problems_reported():
        files = export(game, only, folder, options, how, notes.append)
    say_files(files)
    say(notes)


@takes("players", "paper", "house", "data")
def virtual_table(
    game: GameArg,
    former: FormerArg = None,
    only: OnlyOpt = None,
    program: Annotated[
        Program, typer.Option("--for", help="Tabletop Simulator or Screentop.")
    ] = "simulator",
    out: OutOpt = None,
    *,
    options: Options,
    url: Annotated[
        str,
        typer.Option(
            metavar="URL", help="The address that Tabletop Simulator will load the pictures from."
        ),
    ] = "",
    dpi: DpiOpt = 300,
    side: Annotated[
        int,
        typer.Option(
            metavar="N", min=256, max=10_000, help="The longest side of a picture, in dots."
        ),
    ] = 4096,
) -> None:
    """Export pieces for a virtual table: sprite sheets and a list."""
    from printkit.cache.manifest import output_folder
    from printkit.exports.atlas import TableExport
    from printkit.exports.virtual_table import export_table

    table = TableExport(program, dpi, side, url)
    folder = out or output_folder(options.data) / program
    notes: list[str] = []
    with problems_reported():
        files = export_table(
            game, components_of(only, former), folder, options, table, notes.append
        )
    say_files(files)
    say(notes)


def say_files(files: Sequence[Path]) -> None:
    """Print the file that was written, or how many there are and where."""
    where = os.path.commonpath([file.parent for file in files])
    say([str(files[0])] if len(files) == 1 else [f"{len(files)} files in {where}"])


@takes("house", "data")
def html(games: GamesArg = None, out: OutOpt = None, *, options: Options) -> None:
    """Write a game as a page of HTML: rulebook, rules, pieces."""
    from printkit.cache.manifest import output_folder
    from printkit.exports.html.pages import export_pages

    folder = out or output_folder(options.data) / "html"
    with problems_reported():
        files = export_pages(games or (), folder, options)
    say_files(files)
