"""The commands about what tables hold: what was printed, and what has changed since."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from card_data.command import at_home, say
from printkit.cli import completion
from printkit.cli.common import GamesArg, print_table, problems_reported, report, takes
from printkit.options import Options


@takes(
    *("paper", "per_page", "forms", "players", "draw", "copies", "booklet", "instead"),
    *("large_print", "low_ink", "house", "data"),
)
def mark_printed(
    games: GamesArg = None,
    *,
    options: Options,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="Your name for it; the date if left out."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="In place of an earlier one of the same name.")
    ] = False,
) -> None:
    """Keep what a table holds once a game is printed, for printkit changes to compare with."""
    from printkit.printings.store import mark_printed as keep

    with problems_reported():
        kept = keep(games or (), options, name, replace=replace)
    say(f"{one.game}: {one.pieces} pieces and pages kept as {one.name}" for one in kept)


def printings(games: GamesArg = None) -> None:
    """Show what is kept as printed."""
    from card_data.words import in_words
    from printkit.printings.store import printings as kept_ones

    found, damaged = kept_ones(games or ())
    rows = [(one.game, one.name, one.day, str(one.pieces), one.version) for one in found]
    if rows:
        head = ("game", "printing", "kept", "pieces", "kit")
        print_table([head, *rows], right=(3,))
    elif not damaged:
        of = f" of {in_words(games, 'or')}" if games else ""
        say([f"nothing{of} is marked as printed: see printkit mark-printed"])
    if damaged:
        report([str(problem) for problem in damaged], writes=False)


def forget(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="The printing's name.", autocompletion=completion.printings
        ),
    ],
    games: GamesArg = None,
) -> None:
    """Forget what was kept as printed under a name."""
    from printkit.printings.store import forget as forget_printing

    with problems_reported():
        forgotten = forget_printing(name, games or ())
    say(f"{game}: {name} is forgotten" for game in forgotten)


@takes("data", writes=False)
def changes(
    games: GamesArg = None,
    *,
    options: Options,
    since: Annotated[
        str | None,
        typer.Option(
            "--since",
            metavar="NAME",
            help="The printing to compare with; the latest if left out.",
            autocompletion=completion.printings,
        ),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="DIR",
            callback=at_home,
            help="Compare with the games in this folder, as they were before.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Say which pieces, pages and values have changed since a game was printed."""
    from printkit.printings.compare import compared, told

    if since is not None and against is not None:
        raise typer.BadParameter("--since and --against exclude each other")
    with problems_reported(writes=False):
        found = compared(games or (), options.data, since, against)
    if json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        for number, one in enumerate(found):
            say([*[""] * bool(number), *told(one)])
