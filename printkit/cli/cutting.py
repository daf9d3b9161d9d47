"""The commands for cutting: die lines, and a box to cut, fold and glue."""

from typing import Annotated

import typer

from card_data.command import say
from printkit.cli import completion
from printkit.cli.common import GameArg, OutOpt, problems_reported, takes
from printkit.options import LineFormat, Options

ComponentArg = Annotated[
    str,
    typer.Argument(
        metavar="COMPONENT",
        help="A component that printkit list shows.",
        autocompletion=completion.components,
    ),
]
DecksArg = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[COMPONENT]...",
        help="Decks that share the box; the largest if left out.",
        autocompletion=completion.components,
    ),
]
Kind = Annotated[
    LineFormat,
    typer.Option("--format", help="SVG or DXF for plotters; PDF with the spot colour CutContour."),
]


@takes("paper", "backs", "gutter", "bleed", "marks", "packed", "players", "copies", "house", "data")
def die(
    game: GameArg,
    component: ComponentArg,
    kind: Kind = "svg",
    out: OutOpt = None,
    *,
    options: Options,
) -> None:
    """Write the outlines of the pieces as they lie on their sheets, for a cutting plotter.

    Give the options that the sheets were built with.
    """
    from printkit.kept.unchanged import output_folder
    from printkit.workshop.die_cut import die_files

    with problems_reported():
        folder = out or output_folder(options.data) / "die"
        files = die_files((game, component), kind, folder, options)
    for file, numbers in files.items():
        pages = "page" if len(numbers) == 1 else "pages"
        say([f"{file}: for {pages} {', '.join(map(str, numbers))}"])


@takes("low_ink", "paper", "house", "data")
def tuckbox(
    game: GameArg,
    components: DecksArg = None,
    weight: Annotated[
        float, typer.Option(metavar="GSM", help="Weight of the card for the deck and the box.")
    ] = 300,
    sleeves: Annotated[
        str,
        typer.Option(
            metavar="FILM", help="none, thin, standard or premium, or micrometres of film."
        ),
    ] = "none",
    clearance: Annotated[
        float, typer.Option(metavar="MM", help="How much larger the box is inside than the deck.")
    ] = 1,
    out: OutOpt = None,
    *,
    options: Options,
) -> None:
    """Make a tuck box that fits a deck: a net to cut, fold and glue."""
    from printkit.audit.match import Auditor
    from printkit.kept.unchanged import output_folder
    from printkit.workshop.tuck_box import Wanted, sleeve_of, tuck_box

    with problems_reported():
        wanted = Wanted(tuple(components or ()), weight, sleeve_of(sleeves), clearance)
        folder = out or output_folder(options.data)
        contents, file = tuck_box(game, wanted, folder, options, Auditor())
    say([f"for {contents.words()}: {contents.size()} inside", str(file)])
