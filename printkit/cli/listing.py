"""The command that shows what there is to print."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from card_data.command import say
from printkit.cli.common import GamesArg, print_table, problems_reported, takes
from printkit.options import Options

if TYPE_CHECKING:
    from card_data import Game

NARROW = 60  # columns: what printkit list fits into


@takes("players", "data", writes=False)
def list_games(
    games: GamesArg = None,
    *,
    options: Options,
    ink: Annotated[
        bool, typer.Option("--ink", help="How much of the paper ink covers, in full and low ink.")
    ] = False,
) -> None:
    """Show the games, their components, how many pieces each has, papers, profiles and presets.

    With --players, the pieces that a game of so many needs.
    """
    from printkit.printing.jobs import load_all

    with problems_reported(writes=False):
        loaded = load_all(games or (), options.data, options.players)
        if ink:
            print_ink(loaded, options)
        elif options.players is None:
            print_components(loaded, options.data)
            print_presets()
        else:
            print_needed(loaded, options.players)


def print_components(games: "Sequence[Game[Any]]", data: Path | None) -> None:
    """A line a component, the papers and the profiles."""
    from printkit.sheets.profiles import profiles
    from printkit.sheets.settings import sheet_settings

    for game in games:
        say([f"{game.id}: {game.title}"])
        rows = [("component", "pieces", "size", "title")]
        for key, component in game.components.items():
            pieces = str(game.counts(key).total())
            rows.append((key, pieces, component.size, component.title))
        print_table(rows, right=(1,), width=NARROW, indent="  ")
        typer.echo()
    papers = [("paper", "mm")]
    for name, (width, height) in sheet_settings(data).papers.items():
        papers.append((name, f"{width:g} x {height:g}"))
    print_table(papers)
    typer.echo()
    print_table([
        ("profile", "for", "files"),
        ("home", "your own printer", "sheets of paper"),
        *((name, one.title, one.summary) for name, one in profiles(data).items()),
    ])  # fmt: skip


def print_presets() -> None:
    """A line a preset of the user's, if there are any."""
    from printkit.cli.presets import known_presets

    if known := known_presets():
        typer.echo()
        rows = [("preset", "printkit build"), *((name, one.typed) for name, one in known.items())]
        print_table(rows, width=NARROW)


def print_ink(games: "Sequence[Game[Any]]", options: Options) -> None:
    """The share of fronts and backs that ink covers, a table a game."""
    from printkit.workshop.coverage import measured

    head = ("component", "fronts", "low ink", "backs", "low ink", "pages")
    for number, game in enumerate(games):
        if number:
            typer.echo()
        say([f"{game.title}: % of the paper that ink covers"])
        rows = [head, *(one.cells() for one in measured(game, options))]
        print_table(rows, right=(1, 2, 3, 4, 5))


def print_needed(games: "Sequence[Game[Any]]", players: int) -> None:
    """The pieces that a game of so many needs, a table a game."""
    from card_data.words import counted
    from printkit.printing.jobs import needed

    for number, game in enumerate(games):
        if number:
            typer.echo()
        say([f"{game.title}, {counted(players, 'player')}"])
        rows = [("component", "pieces", "of", "which"), *needed(game, players)]
        print_table(rows, right=(1, 2), width=NARROW)
