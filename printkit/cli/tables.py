"""The commands about what tables hold: what was printed, and what has changed since."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from card_data.program.command import at_home, say
from printkit.cli.common import GamesArg, print_table, problems_reported, takes
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
        str | None, typer.Option(metavar="NAME", help="Your name for it; the date if left out.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="In place of an earlier one of the same name.")
    ] = False,
) -> None:
    """Keep what a table holds once a game is printed, for changes."""
    from printkit.printings.store import file_of
    from printkit.printings.store import mark_printed as keep

    with problems_reported():
        kept = keep(games or (), options, name, replace=replace)
    say(f"{one.game}: {one.pieces} pieces and pages kept in {file_of(one)}" for one in kept)


def printings(games: GamesArg = None) -> None:
    """List what is kept as printed, with the file of each printing."""
    from printkit.printings.store import file_of
    from printkit.printings.store import printings as kept

    with problems_reported(writes=False):
        found = kept(games or ())
    if not found:
        say(["nothing is marked as printed: see printkit mark-printed"])
        return
    rows = [(one.game, one.name, one.day, str(one.pieces), str(file_of(one))) for one in found]
    print_table([("game", "printing", "kept", "pieces", "file"), *rows], right=(3,))


@takes("data", writes=False)
def changes(
    games: GamesArg = None,
    *,
    options: Options,
    since: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The printing to compare with; the latest if left out."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            callback=at_home,
            help="Compare with the games in this folder, as they were before.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> None:
    """Say what has changed in a game since it was printed."""
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
