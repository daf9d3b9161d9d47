"""The commands about printed copies of a game: snapshots of them, and what has changed since."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from card_data.program.command import at_home, say
from printkit.cli.common import GamesArg, print_table, problems_reported, takes
from printkit.options import Options


@takes(
    *("paper", "per_page", "forms", "players", "deal", "copies", "booklet", "variant"),
    *("large_print", "low_ink", "house", "data"),
)
def snapshot(
    games: GamesArg = None,
    *,
    options: Options,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Your name for it; the date if left out.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace an earlier one of the same name.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="List the snapshots, with the file of each.")
    ] = False,
    delete: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Delete the snapshot of this name, or this file."),
    ] = None,
) -> None:
    """Save what a printed game looks like, to compare with it later."""
    from printkit.snapshots import store

    if listed:
        list_snapshots(games or ())
        return
    with problems_reported():
        if delete is not None:
            say([f"{file}: deleted" for file in store.delete(games or (), delete)])
            return
        kept = store.save_snapshots(games or (), options, name, replace=replace)
    files = [store.file_of(one) for one in kept]
    say(
        f"{one.game}: snapshot of {one.pieces} pieces and pages saved in {file}"
        for one, file in zip(kept, files, strict=True)
    )


def list_snapshots(games: Sequence[str]) -> None:
    """Print a line for each snapshot."""
    from printkit.snapshots.store import file_of, load_snapshots

    with problems_reported(writes=False):
        found = load_snapshots(games)
    if not found:
        say(['no snapshot yet; run "printkit snapshot GAME" after printing'])
        return
    rows = [(one.game, one.name, one.day, str(one.pieces), str(file_of(one))) for one in found]
    print_table([("game", "snapshot", "day", "pieces", "file"), *rows], right=(3,))


@takes("data", writes=False)
def changes(
    games: GamesArg = None,
    *,
    options: Options,
    since: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The snapshot to compare with; the latest if left out."),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            callback=at_home,
            help="Compare with the earlier games in this folder.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List what has changed in a game since it was printed."""
    from printkit.snapshots.compare import compare_games, report_lines

    if since is not None and against is not None:
        raise typer.BadParameter("--since and --against exclude each other")
    with problems_reported(writes=False):
        found = compare_games(games or (), options.data, since, against)
    if json:
        import msgspec

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        for number, one in enumerate(found):
            say([*[""] * bool(number), *report_lines(one)])
