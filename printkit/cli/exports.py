"""The commands that export pieces: as pictures, and for tables on a screen."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from card_data.command import DataOpt, say
from printkit.cli import completion
from printkit.cli.common import GameArg, LowInkOpt, OutOpt, PaperOpt, PlayersOpt, problems_reported

if TYPE_CHECKING:
    from printkit.exports.images import Export
    from printkit.sheets.layout import Options

Program = Literal["simulator", "screentop"]
ComponentArg = Annotated[
    str | None,
    typer.Argument(
        metavar="[COMPONENT]",
        help="A component that printkit list shows; all of the game if left out.",
        autocompletion=completion.components,
    ),
]
CardsOpt = Annotated[
    list[str] | None, typer.Option("--card", metavar="ID", help="Only this card; may be repeated.")
]
ContactOpt = Annotated[bool, typer.Option("--contact", help="One contact sheet of all faces.")]
BleedOpt = Annotated[
    bool, typer.Option("--bleed", help="With the bleed; else a file ends where a piece is cut.")
]
CornersOpt = Annotated[
    bool, typer.Option("--corners", help="Cut round corners out; else they are left square.")
]
CopiesOpt = Annotated[
    bool, typer.Option("--each-copy", help="A file for each piece, not for each that differs.")
]
ZipOpt = Annotated[bool, typer.Option("--zip", help="Put all the files into one ZIP.")]
Dpi = typer.Option(metavar="N", min=20, max=1200, help="Dots per inch.")
DpiOpt = Annotated[int, Dpi]


def svg(
    game: GameArg,
    component: ComponentArg = None,
    out: OutOpt = None,
    card: CardsOpt = None,
    contact: ContactOpt = False,
    bleed: BleedOpt = False,
    corners: CornersOpt = False,
    each_copy: CopiesOpt = False,
    zipped: ZipOpt = False,
    players: PlayersOpt = None,
    paper: PaperOpt = "a4",
    low_ink: LowInkOpt = False,
    data: DataOpt = None,
) -> None:
    """Export faces as SVG files, one per face or one contact sheet."""
    from printkit.exports.images import Export
    from printkit.sheets.layout import Options

    how = Export("svg", 0, bleed, corners, each_copy, contact, tuple(card or ()), zipped)
    options = Options(paper=paper, data=data, players=players, low_ink=low_ink)
    export_faces(game, component, out, options, how)


def png(
    game: GameArg,
    component: ComponentArg = None,
    out: OutOpt = None,
    card: CardsOpt = None,
    contact: ContactOpt = False,
    dpi: DpiOpt = 150,
    bleed: BleedOpt = False,
    corners: CornersOpt = False,
    each_copy: CopiesOpt = False,
    zipped: ZipOpt = False,
    players: PlayersOpt = None,
    paper: PaperOpt = "a4",
    low_ink: LowInkOpt = False,
    data: DataOpt = None,
) -> None:
    """Export faces as PNG files, drawn from the real PDF."""
    from printkit.exports.images import Export
    from printkit.sheets.layout import Options

    how = Export("png", dpi, bleed, corners, each_copy, contact, tuple(card or ()), zipped)
    options = Options(paper=paper, data=data, players=players, low_ink=low_ink)
    export_faces(game, component, out, options, how)


def export_faces(
    game: str, component: str | None, out: Path | None, options: "Options", how: "Export"
) -> None:
    """Export faces, by default into a folder called like the kind of file, and say where."""
    from printkit.exports.images import export
    from printkit.printing.jobs import output_folder

    folder = out or output_folder(options.data) / how.kind
    with problems_reported():
        files = export(game, component, folder, options, how)
    say_files(files)


def tabletop(
    game: GameArg,
    component: ComponentArg = None,
    program: Annotated[
        Program,
        typer.Option("--for", help="Tabletop Simulator, or Screentop."),
    ] = "simulator",
    out: OutOpt = None,
    url: Annotated[
        str,
        typer.Option(
            "--url",
            metavar="URL",
            help="Where the pictures will lie, for the simulator.",
        ),
    ] = "",
    dpi: DpiOpt = 300,
    side: Annotated[
        int,
        typer.Option(
            "--side", metavar="N", min=256, max=10_000, help="The most dots a side of a picture."
        ),
    ] = 4096,
    zipped: ZipOpt = False,
    players: PlayersOpt = None,
    paper: PaperOpt = "a4",
    data: DataOpt = None,
) -> None:
    """Export a game's pieces for a table on a screen: sheets of faces, and what reads them."""
    from printkit.exports.atlas import Table
    from printkit.exports.virtual_table import export_table
    from printkit.printing.jobs import output_folder
    from printkit.sheets.layout import Options

    table = Table(program, dpi, side, url, zipped)
    options = Options(paper=paper, data=data, players=players)
    with problems_reported():
        files = export_table(game, component, out or output_folder(data) / program, options, table)
    say_files(files)


def say_files(files: Sequence[Path]) -> None:
    """Print the file that was written, or how many there are and where."""
    where = os.path.commonpath([file.parent for file in files])
    say([str(files[0])] if len(files) == 1 else [f"{len(files)} files in {where}"])
