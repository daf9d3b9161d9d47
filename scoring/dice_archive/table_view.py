"""Dice Archive during play, as each player sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.dice_archive.dice import KEEP, REROLL, Reroll
from scoring.dice_archive.state import View
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

    def openings(self, decision: Decision[Any], view: View) -> Iterable[str]:
        """Keep all, or all that show one number, or nothing."""
        if isinstance(decision.options, Reroll):
            dice = sorted(decision.options.dice)
            yield KEEP
            for face in dict.fromkeys(dice):
                if others := [die for die in dice if die != face]:
                    yield reroll(others)
            yield reroll(dice)


def reroll(dice: Iterable[int]) -> str:
    """Picking up dice as a move."""
    return f"{REROLL} {' '.join(map(str, dice))}" if (dice := [*dice]) else KEEP
