"""Dice Archive during play, as each player sees it."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from scoring.dice_archive.actions import Overtime
from scoring.play import table_view
from scoring.play.decisions import Decision


class GameTable(table_view.TableView):
    """Everything lies open."""

    has_dice = True
    real = (
        "each week the communal dice, then the boss: 6 1 3 / 1",
        "then everybody's own dice, in the order of seats: 1 2 2 / 4 5 5",
        "and the dice that somebody rolls again: 3 5",
    )

    def full(self, card: str) -> str:
        """Return the ID as it is: there are no cards."""
        return card

    def told(self, decision: Decision[Any], words: str, hidden: Container[str]) -> str:
        """Say which die overtime uses, and how it turns the other."""
        _, action = decision.options.parse(words)
        if not isinstance(action, Overtime):
            return words
        spent, turned, up, sideways = action
        other = f"{'another' if turned == spent else 'a'} {turned}"
        return (
            f"overtime: a {spent} is used, {other} {'tipped' if sideways else 'turned'} to a {up}"
        )
