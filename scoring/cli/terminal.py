"""The common parts of the commands: printing, JSON, and the handling of unusable input.

Exit status: 0 all is well; 1 the input is at fault: a clause is broken, an answer is missing, or a
file is no position or record, or cannot be read or written; 2 the call is: a command, option, game
or clause is unknown, or a value is impossible. Of several files the highest counts.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from card_data import DataError, Problem
from card_data.choices import resolve_house_rules
from card_data.game import no_game, titles
from card_data.model import Model
from card_data.problems import in_utf_8, printable, quote
from card_data.program.command import AT_FAULT, Command, say, status_of
from scoring import games
from scoring.cli import show
from scoring.play.moves import begun_by, which_one
from scoring.positions.display import Line
from scoring.positions.json_models import to_plain, unreadable_answer
from scoring.positions.positions import PositionReader, Report, UnreadableError

HouseOpt = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Set a house rule, such as refill_taken_stack=true; may be repeated.",
    ),
]


def reader_for(
    data: Path | None, options: list[str] | None, game: str | None = None
) -> PositionReader:
    """Return a reader of positions under the typed house rules, and those in the user's settings,
    of ``game`` or of all games; raise `DataError` for invalid ones."""
    return PositionReader(data, resolve_house_rules(options or (), [game] if game else None, data))


class ReportingCommand(Command):
    """A command that reports why its input is unusable, and exits with the status for it: as JSON,
    if it has ``--json``."""

    def invoke(self, ctx: Any) -> Any:
        with unusable_exits(ctx.params.get("as_json", False)):
            return super().invoke(ctx)


@contextmanager
def unusable_exits(as_json: bool = False, game: str | None = None) -> Iterator[None]:
    """Exit with the right status if the code inside finds its input unusable, or a file cannot be
    written; ``game`` if it is known."""
    try:
        yield
    except DataError as error:
        report_error(error, as_json, game)
        raise typer.Exit(status_of(error)) from None
    except OSError as error:
        if error.filename is None:  # output that goes to a pipe or a full disk
            raise
        say([f"{error.filename}: cannot be written: {error.strerror}"], err=True)
        raise typer.Exit(AT_FAULT) from None


def refuse(where: str, message: str) -> NoReturn:
    """Raise `DataError` for an error in the command line, or in an answer."""
    raise DataError(Problem(message=message, file=where, typed=True))


def report_error(error: DataError, as_json: bool, game: str | None = None) -> None:
    """Print why input is unusable."""
    report = error.report if isinstance(error, UnreadableError) else None
    if as_json:
        game = error.game if isinstance(error, UnreadableError) else game
        problems = [in_utf_8(str(problem)) for problem in error.problems]
        say_json(unreadable_answer(game, problems, report.answer() if report else None))
    else:
        say(show.unusable(error, report), err=True)


def known_game(game: str, data: Path | None = None, *, play: bool = False) -> str:
    """Return ``game``, if it can be scored, or with ``play`` can be played, or the only such game
    whose title it begins; else raise `DataError`. ``data`` is the user's folder of games, if any.
    """
    found = games.names() if play else games.scorable(data)
    if game not in found:
        games.fail_for_own_game(game, data, "GAME", play=play)
        ids = {title: one for one, title in titles(data).items() if one in found}
        begun = begun_by(game, ids)
        if len(begun) == 1:
            return ids[begun[0]]
        if begun:
            refuse("GAME", f"{quote(game)} begins several titles. {which_one(begun)}")
        refuse("GAME", no_game(game, found, data))
    return game


def status(report: Report) -> int:
    """Return the exit status for a file that could be read."""
    return 0 if report.sound else AT_FAULT


def say_styled(lines: Iterable[Line]) -> None:
    """Print styled lines: in colour on a terminal, unless NO_COLOR is set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        say(["".join([span.text for span in line]).rstrip() for line in lines])
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in lines:
        text = Text.assemble(*[(printable(span.text), span.style) for span in line])
        console.print(text, soft_wrap=True)


def say_json(answer: Model) -> None:
    """Print an answer as a line of JSON, in which all characters beyond plain ASCII are escaped."""
    typer.echo(json.dumps(to_plain(answer)))
