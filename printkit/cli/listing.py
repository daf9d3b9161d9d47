"""The command that lists what can be printed."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from card_data.program.command import say
from printkit.cli.common import GamesArg, print_table, problems_reported, takes
from printkit.options import Options

if TYPE_CHECKING:
    from card_data import Game

NARROW = 60  # columns: the width of the tables of printkit list


@takes("players", "house", "data", writes=False)
def list_games(games: GamesArg = None, *, options: Options) -> None:
    """Show the games, components, papers, stock and profiles.

    It also shows the pieces of each component, the house rules and your presets.
    With --players, it counts the pieces that a game with that many players needs.
    """
    from printkit.printing.jobs import load_all

    with problems_reported(writes=False):
        loaded = load_all(games or (), options.data, options.players, options.house)
        if options.players is None:
            print_components(loaded, options.data)
            print_presets()
        else:
            print_needed(loaded, options.players)


def print_components(games: "Sequence[Game[Any]]", data: Path | None) -> None:
    """A line per component and per house rule; the papers, the stock and the profiles."""
    from printkit.sheets.profiles import profiles
    from printkit.sheets.settings import sheet_settings

    for game in games:
        say([f"{game.id}: {game.title}"])
        rows = [("component", "pieces", "size", "title")]
        for key, component in game.components.items():
            pieces = str(game.counts(key).total())
            sizes = ", ".join(dict.fromkeys(cut.size for cut in component.cuts))
            rows.append((key, pieces, sizes, component.title))
        print_table(rows, right=(1,), width=NARROW, indent="  ")
        print_options(game)
        typer.echo()
    settings = sheet_settings(data)
    papers = [(name, "{:g} x {:g}".format(*size)) for name, size in settings.papers.items()]
    print_table([("paper", "mm"), *papers])
    typer.echo()
    stock = [(name, one.paper, one.title) for name, one in settings.stock.items()]
    print_table([("stock", "paper", "what it is"), *stock], width=NARROW)
    typer.echo()
    print_table([
        ("profile", "for", "files"),
        ("home", "your own printer", "sheets of paper"),
        *((name, one.title, one.summary) for name, one in profiles(data).items()),
    ])  # fmt: skip


def print_options(game: "Game[Any]") -> None:
    from card_data.choices import settings_for
    from card_data.house import TYPED, options_of, values_of

    if not (options := game.options()):
        return
    said, values = settings_for(game.id), values_of(options_of(game.data))
    rows = [("house rule", "value", "by", "of")]
    for name, option in options.items():
        by = "game.yaml"
        if name in game.house:
            in_file = name in said and said[name].value == option.word()
            by = said[name].where if in_file else TYPED
        rows.append((name, option.word(), by, ", ".join(values[name])))
    typer.echo()
    print_table(rows, width=NARROW, indent="  ")


def print_presets() -> None:
    """A line per preset of the user's, if there are any."""
    from printkit.cli.presets import known_presets

    if known := known_presets():
        typer.echo()
        rows = [("preset", "printkit build"), *((name, one.typed) for name, one in known.items())]
        print_table(rows, width=NARROW)


def print_needed(games: "Sequence[Game[Any]]", players: int) -> None:
    """The pieces that a game with this many ``players`` needs, a table per game."""
    from card_data.text import plural
    from printkit.printing.jobs import needed

    for number, game in enumerate(games):
        if number:
            typer.echo()
        say([f"{game.title}, {plural(players, 'player')}"])
        rows = [("component", "pieces", "of", "which"), *needed(game, players)]
        print_table(rows, right=(1, 2), width=NARROW)
