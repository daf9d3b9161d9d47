"""The route sheet and the dice of Winston: Nineteen Eighty-Four during play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from card_data.words import counted
from scoring.nineteen_eighty_four import display
from scoring.nineteen_eighty_four.dice import DiceState
from scoring.nineteen_eighty_four.engine import levels
from scoring.nineteen_eighty_four.position import Position
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import table_view
from scoring.play.table_view import in_a_line, pair
from scoring.positions.display import HEAD, Faults, Line, Span


class GameTable(table_view.TableView):
    """Everything lies open."""

    def blocks(self, view: View) -> Iterator[Iterable[Line]]:
        if view.level is not None:
            sheet = Position(level=view.level, rounds=view.rounds)
            last = in_a_line(
                pair("Last X", view.at or "none"),
                pair("Rounds left", view.rounds_left),
                pair("Big Brother", view.big_brother),
            )
            yield [*display.lines(sheet, self.game, Faults(())), [], last]
        if view.dice is not None:
            yield dice_lines(view.dice)

    def caption(self, words: str) -> str:
        """How long the way is that a level walks."""
        level = levels(self.game.data).get(words)
        if level is None:
            return ""
        walk = Walk(self.game.data, level)
        return f"{counted(walk.rounds, 'round')}, {counted(walk.to_go(0), 'box')}"


def dice_lines(dice: DiceState) -> Iterator[Line]:
    """The dice that are available and those that are placed, with the result so far."""
    yield [Span("To place  ", HEAD), *coloured(dice.available)]
    room = pair("Room 101", dice.room) if dice.room else []
    yield [Span("Placed    ", HEAD), *coloured(dice.placed), *room, *pair("Result", dice.result)]


def coloured(dice: Mapping[str, int]) -> list[Span]:
    """Dice with their values, each in its colour."""
    if not dice:
        return [Span("none  ")]
    inks = {"purple": "bold magenta", "white": "bold"}
    return [Span(f"{die} {value}  ", inks.get(die, f"bold {die}")) for die, value in dice.items()]
