"""The dice, the board and the forms of Dice Archive during play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from card_data.dice_archive.model import Side
from scoring.dice_archive import display
from scoring.dice_archive.dice import KEEP, REROLL, Reroll
from scoring.dice_archive.position import Form, Position
from scoring.dice_archive.state import View
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.table_view import in_a_line, pair
from scoring.positions.display import HEAD, Faults, Line, Span, aligned


class GameTable(table_view.TableView):
    """Everything lies open."""

    def blocks(self, view: View) -> Iterator[Iterable[Line]]:
        players = (view.me, *view.others)
        yield self.dice(view)
        forms = tuple([Form(one.name, {**one.tasks}) for one in players])
        board: dict[Side, dict[int, str | None] | None] = {
            side: {**dice} for side, dice in view.board.items()
        }
        table = Position(board=board, players=forms)
        yield display.lines(table, self.game, Faults(()))

    def dice(self, view: View) -> Iterator[Line]:
        """The shared dice, then those of each player."""
        yield in_a_line(
            pair("Week", view.week),
            pair("Token", view.token),
            pair("Communal", shown(view.communal)),
            pair("Boss", shown(view.boss)),
        )
        yield from aligned(
            [
                [Span("Dice", HEAD), Span("unused"), Span("used"), Span("in hand")],
                *[
                    [
                        Span(one.name),
                        Span(shown(sorted(one.unused))),
                        Span(str(one.used)),
                        Span(str(one.in_hand)),
                    ]
                    for one in (view.me, *view.others)
                ],
            ]
        )

    def asks(self, decision: Decision[Any], view: View) -> str:
        expected = super().asks(decision, view)
        if decision.what == "communal roll":
            return f"{expected}: the communal dice / the boss"
        if decision.what == "work roll":
            names = " / ".join([one.name for one in (view.me, *view.others)])
            return f"{expected}: {names}"
        return expected

    def openings(self, decision: Decision[Any], view: View) -> Iterable[str]:
        """Keep all, or all that show one number, or nothing."""
        if isinstance(decision.options, Reroll):
            dice = sorted(decision.options.dice)
            yield KEEP
            for face in dict.fromkeys(dice):
                if others := [die for die in dice if die != face]:
                    yield f"{REROLL} {shown(others)}"
            yield f"{REROLL} {shown(dice)}"


def shown(dice: Iterable[int]) -> str:
    """The faces of dice."""
    return " ".join(map(str, dice)) or "none"
