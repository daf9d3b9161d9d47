"""The command that writes the score pad as a folder for a web server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from card_data import DataError, Problem
from card_data.program.command import DataOpt, by_name, continue_in_sandbox, say
from scoring.cli.terminal import HouseOpt, reader_for

USUAL = Path("site")


def site(
    ctx: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            callback=by_name,
            help="By default all games that can be scored.",
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the site.")] = USUAL,
    data: DataOpt = None,
    house: HouseOpt = None,
    pyodide: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Pyodide's npm package; by default npm fetches it.",
        ),
    ] = None,
) -> None:
    """Write the score pad as files for a web server of your own.

    It scores without a network.
    """
    from scoring.site import browser, folder
    from scoring.web.store import select_games

    reader = reader_for(data, house)
    found = select_games(reader, games or ())
    python = browser.python(pyodide)
    if reader.data is not None:
        continue_in_sandbox(ctx, ctx.command_path, [out])
    try:
        files = folder.write(found, out, reader.data, python)
    except OSError as error:
        message, file = f"cannot be written: {error.strerror}", str(error.filename)
        raise DataError(Problem(message=message, file=file, typed=True)) from None
    size = sum(file.stat().st_size for file in files)
    say([f"{len(files)} files in {out}, {size / 1e6:.1f} MB; serve them over HTTPS."])
