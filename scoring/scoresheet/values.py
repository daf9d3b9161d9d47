"""The values of a score sheet's expressions at a table, and its texts with values in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from card_data import Game
from card_data.model import Model
from card_data.problems import clip
from card_data.scoresheet.sheet import Expression, Phrase, Scoresheet, Shown
from card_data.words import counted
from scoring.kept import kept
from scoring.scoresheet.evaluator import Evaluator, Run, Table
from scoring.scoresheet.noted import NO_ONE, Answers

Rows = tuple[tuple[str, int], ...]  # a row of each table that something goes over


class Values:
    """What works out all that a score sheet says."""

    def __init__(self, game: Game[Any], sheet: Scoresheet) -> None:
        self.sheet = sheet
        self.evaluator = Evaluator(sheet, game)
        self.answers = Answers(sheet.of("player"), sheet), Answers(sheet.of("table"), sheet)
        self.runs: dict[int, Run] = {}  # by the identity of the sheet's expressions
        for one in expressions(sheet):  # before any table is made, so that each has room for all
            self.runs[id(one)] = self.evaluator.run(one)

    def table(self, position: Any) -> Table:
        """A position as expressions are worked out at it."""
        return table_of(position, self)

    def of(self, expression: Expression, table: Table, player: int = 0, rows: Rows = ()) -> Any:
        """The value of an expression of the sheet for a player, at a row of each table."""
        return self.evaluator.at(self.runs[id(expression)], table, player, rows)

    def words(self, phrase: Phrase, table: Table, player: int = 0, rows: Rows = ()) -> str:
        """A text with its values filled in."""
        return "".join(
            [
                self.shown(one, table, player, rows) if isinstance(one, Shown) else one.text
                for one in phrase
            ]
        )

    def shown(self, one: Shown, table: Table, player: int, rows: Rows) -> str:
        """A value in a text."""
        value = self.of(one.value, table, player, rows)
        if one.player:
            return clip(table.names[value], quoted=False) if value >= 0 else NO_ONE
        if one.noun and isinstance(value, int):
            noun, _, several = one.noun.partition("/")
            return counted(value, noun, several)
        text = clip(value, quoted=False) if isinstance(value, str) else str(value)
        return f"{text} {one.noun}" if one.noun else text


@kept
def table_of(position: Any, values: Values) -> Table:
    """A position as expressions are worked out at it, made once."""
    of_player, of_table = values.answers
    players = position.players or ()
    seats = {one.name: at for at, one in enumerate(players) if one.name is not None}
    noted = [of_player.of(one, seats) for one in players]
    running = position.running is True
    names = [one.name or f"player {at}" for at, one in enumerate(players, 1)]
    return values.evaluator.table([*noted, of_table.of(position, seats)], names, running)


def expressions(part: object) -> Iterator[Expression]:
    """Every expression in a part of a score sheet."""
    if isinstance(part, Expression):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from expressions(one)
    elif isinstance(part, Model):
        yield from expressions(msgspec.structs.astuple(part))
