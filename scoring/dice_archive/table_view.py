"""Dice Archive during play, as each player sees it."""

from __future__ import annotations

from scoring.play import table_view


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
