"""The command ``scoring advise``: a subcommand for each game that there is advice for.

What may be asked about a game, its adviser declares (`scoring.play.advisers.Adviser`); it
becomes the options of the game's subcommand.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from card_data import Game, Problem
from card_data.command import Application, Commands, DataOpt, say
from card_data.game import called
from card_data.problems import clip
from card_data.words import in_words
from scoring import games
from scoring.cli.terminal import HouseOpt, reader_for, say_json, unusable_exits
from scoring.play.advisers import Advice, adviser_of
from scoring.positions.positions import PositionReader, UnreadableError

OneJson = Annotated[bool, typer.Option("--json", help="Print a line of JSON.")]


class Advisers(Commands):
    """The games that there is advice for; each is loaded when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return games.advised()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        cmd_name = called(cmd_name)
        if cmd_name not in games.advised():
            only = in_words(games.advised(), "or")
            what = f"no advice for {cmd_name}, only for {only}"
            if cmd_name not in games.names():
                what = f"no game called {clip(cmd_name)}; there is advice for {only}"
            raise typer.BadParameter(what, ctx=ctx)
        example = f"scoring advise {cmd_name} {adviser_of(cmd_name).EXAMPLE}"
        made = Application(add_completion=False, rich_markup_mode=None)
        made.add(asking(cmd_name), example, f"games/{cmd_name}.md", cmd_name, reads=())
        return typer.main.get_command(made)


app = typer.Typer(
    cls=Advisers,
    invoke_without_command=True,
    subcommand_metavar="[GAME] [GAME OPTIONS]",
    rich_markup_mode=None,
)


@app.callback()
def advise(
    context: typer.Context,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A game record; advice for the point it has reached."),
    ] = None,
    aim: Annotated[
        str | None,
        typer.Option(
            metavar="AIM", help="What to play for; scoring advise GAME -h says what there is."
        ),
    ] = None,
    as_json: OneJson = False,
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Say what to do next and why: for a game, or for where a record leaves off."""
    if context.invoked_subcommand is not None:
        if record is not None or aim is not None or as_json or option or data is not None:
            what = "give options after the game; --record takes no game"
            raise typer.BadParameter(what, ctx=context)
        return
    if record is None:
        raise typer.BadParameter("name a game or give --record", ctx=context)
    with unusable_exits(as_json):
        print_advice(of_record(record, reader_for(data, option), aim), as_json)


def of_record(path: Path, reader: PositionReader, aim: str | None = None) -> Advice:
    """The advice for the player who is to decide where a record stands."""
    from scoring.play import records

    replay = records.play_back(records.read(path, reader.data, reader.house))
    if replay.findings or replay.play is None:
        raise UnreadableError(
            replay.game,
            [
                Problem(
                    message=f"{finding.rule}: {finding.message}",
                    file=str(path),
                    line=finding.line,
                    field=finding.place,
                )
                for finding in replay.findings
            ],
        )
    play = replay.play
    if replay.game not in games.advised():
        what = f"there is no advice for {play.game.title}"
    elif play.decision is None:
        what = "the game is over"
    else:
        view = play.view(play.decision.who) if play.decision.who in play.players else None
        adviser = adviser_of(replay.game)
        asked = play.decision.shown()
        advice = adviser.advise_player(play.game, view, asked, aim) if view else None
        if advice is not None:
            return advice
        what = f"no advice here: {play.decision}"
    raise UnreadableError(replay.game, [Problem(message=what, file=str(path))])


def asking(name: str) -> Callable[..., None]:
    """A command that asks a game's adviser, with an option for each field of its question."""
    adviser = adviser_of(name)

    def ask(*, as_json: bool, option: list[str] | None, data: Path | None, **asked: Any) -> None:
        with unusable_exits(as_json, name):
            game: Game[Any] = reader_for(data, option, name).game(name)
            print_advice(adviser.advise(game, adviser.Question(**asked)), as_json)

    options = list(declared(adviser.Question))
    options += [keyword("as_json", OneJson, False), keyword("option", HouseOpt, None)]
    options += [keyword("data", DataOpt, None)]
    ask.__doc__ = adviser.HELP
    ask.__signature__ = Signature(options)  # type: ignore[attr-defined]
    ask.__annotations__ = {option.name: option.annotation for option in options}
    return ask


def declared(question: type[Any]) -> Iterator[Parameter]:
    """The options that the fields of a question declare."""
    kinds = get_type_hints(question)
    for field in dataclasses.fields(question):
        option = typer.Option(**field.metadata)
        required = field.default is dataclasses.MISSING
        default = Parameter.empty if required else field.default
        yield keyword(field.name, Annotated[kinds[field.name], option], default)


def keyword(name: str, kind: Any, default: Any) -> Parameter:
    """A parameter that is given by its name."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def print_advice(advice: Advice, as_json: bool) -> None:
    """Print advice in words or as JSON."""
    if as_json:
        say_json(advice.answer())
    else:
        say(advice.lines())
