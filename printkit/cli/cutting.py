"""The commands for cutting: die lines, and a box to cut, fold and glue."""

from typing import Annotated

import typer

from card_data.program.command import say
from printkit.cli.common import (
    FormerArg,
    GameArg,
    OnlyOpt,
    OutOpt,
    components_of,
    problems_reported,
    takes,
)
from printkit.options import LineFormat, Options

Kind = Annotated[
    LineFormat,
    typer.Option("--format", help="SVG or DXF for plotters; PDF with the spot colour CutContour."),
]


@takes(
    "paper",
    "backs",
    "gutter",
    "bleed",
    "marks",
    "share_sheets",
    "players",
    "copies",
    "house",
    "data",
)
def die(
    game: GameArg,
    former: FormerArg = None,
    only: OnlyOpt = None,
    kind: Kind = "svg",
    out: OutOpt = None,
    *,
    options: Options,
) -> None:
    """Write the outlines of pieces on sheets, for a cutting plotter.

    Give the options that the sheets were built with.
    """
    from printkit.cache.manifest import output_folder
    from printkit.tools.die_lines import die_files

    with problems_reported():
        folder = out or output_folder(options.data) / "die"
        files = die_files(game, components_of(only, former), kind, folder, options)
    for file, numbers in files.items():
        pages = "page" if len(numbers) == 1 else "pages"
        say([f"{file}: for {pages} {', '.join(map(str, numbers))}"])


@takes("low_ink", "paper", "house", "data")
def tuckbox(
    game: GameArg,
    former: FormerArg = None,
    only: OnlyOpt = None,
    thickness: Annotated[
        float,
        typer.Option(metavar="MM", help="Thickness of a card, in mm, for the deck and the box."),
    ] = 0.39,
    out: OutOpt = None,
    *,
    options: Options,
) -> None:
    """Make the net of a tuck box, to cut, fold and glue.

    It fits the largest deck, or those that share it.
    """
    from printkit.cache.manifest import output_folder
    from printkit.tools.tuck_box import tuck_box

    with problems_reported():
        folder = out or output_folder(options.data)
        contents, file = tuck_box(game, components_of(only, former), thickness, folder, options)
    say([f"for {contents.words()}: {contents.size()} inside", str(file)])
