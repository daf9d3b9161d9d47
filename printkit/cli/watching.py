"""The command that shows a game in the browser while it is edited."""

from typing import Annotated

import typer

from card_data.program.command import PROGRAM, say
from card_data.program.folders import cache_folder
from card_data.program.sandbox import apply_limits
from printkit.cli.common import GameArg, problems_reported, show, takes
from printkit.options import Options


@takes("house", "data", writes=False)
def watch(
    ctx: typer.Context,
    game: GameArg,
    *,
    options: Options,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=65535,
            help="The port of the page; by default a free one.",
        ),
    ] = None,
    open_it: Annotated[
        bool, typer.Option("--open", help="Open the page in the desktop's browser.")
    ] = False,
) -> None:
    """Show a game in the browser, redrawn whenever you save a file."""
    from printkit.watch.main import watch as watch_game

    def opened(address: str) -> None:
        say([f"Open {address} in a browser; Ctrl-C ends it."])
        if open_it:
            show(address)
        if ctx.obj == PROGRAM:
            apply_limits([cache_folder()], serving=True)

    with problems_reported(writes=False):
        watch_game(game, options, port, opened)
