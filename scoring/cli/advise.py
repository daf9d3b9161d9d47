"""The command ``scoring advise``: what to do next, for dice as they lie or for a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from card_data import Problem
from card_data.program.command import DataOpt, by_name, say
from card_data.text import join_words
from scoring import games
from scoring.cli.terminal import HouseOpt, known_game, reader_for, refuse, say_json, unusable_exits
from scoring.play.advisers import Advice, adviser_of
from scoring.positions.positions import PositionReader, UnreadableError

OneJson = Annotated[bool, typer.Option("--json", help="Print a line of JSON.")]


def advise(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            callback=by_name,
            help="A dice game that the program can advise on; not needed with --record.",
        ),
    ] = None,
    roll: Annotated[
        str | None,
        typer.Option(metavar="DICE", help='The available dice, such as "r4 g2 b3 w5 y1 p6".'),
    ] = None,
    placed: Annotated[str, typer.Option(metavar="DICE", help="The dice already placed.")] = "",
    room101: Annotated[
        str, typer.Option(metavar="DIE", help="The die in Room 101, or just its value.")
    ] = "",
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A record of the game so far."),
    ] = None,
    as_json: OneJson = False,
    option: HouseOpt = None,
    data: DataOpt = None,
) -> None:
    """Suggest the next move and why, for a roll or a record."""
    with unusable_exits(as_json, game):
        if record is None:
            if game is None:
                refuse("GAME", "name a game or give --record")
            if roll is None:
                refuse("--roll", f"say how the dice lie, as in {adviser_of(advised(game)).EXAMPLE}")
            loaded = reader_for(data, option, game).game(advised(game))
            advice = adviser_of(game).advise(loaded, roll, placed, room101)
        elif game or roll or placed or room101:
            refuse("--record", "has the game and its dice; leave out what you say of them")
        else:
            advice = of_record(record, reader_for(data, option))
    if as_json:
        say_json(advice.answer())
    else:
        say(advice.lines())


def advised(game: str) -> str:
    """Return ``game`` if there is advice for it; else raise `DataError`."""
    if known_game(game, play=True) not in games.with_advice():
        refuse("GAME", f"no advice for {game}, only for {join_words(games.with_advice(), 'or')}")
    return game


def of_record(path: Path, reader: PositionReader) -> Advice:
    """Return the advice for the player with the next decision in a record."""
    from scoring.play import records

    play = records.play_of(records.read(path, reader.data, reader.house), str(path))
    if play.game.id not in games.with_advice():
        what = f"there is no advice for {play.game.title}"
    elif play.decision is None:
        what = "the game is over"
    else:
        view = play.view(play.decision.who) if play.decision.who in play.players else None
        adviser = adviser_of(play.game.id)
        asked = play.decision.shown()
        advice = adviser.advise_player(play.game, view, asked) if view else None
        if advice is not None:
            return advice
        what = f"no advice here: {play.decision}"
    raise UnreadableError(play.game.id, [Problem(message=what, file=str(path))])
