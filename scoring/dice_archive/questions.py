"""The questions about a table of Dice Archive: the board, then form by form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.ask.questions import Questions, QuestionTemplate, still_running
from scoring.positions.findings import Where


class GameQuestions(Questions):
    """The questions about dice on the board and marks on the forms."""

    asked = (
        QuestionTemplate("players", "Who plays?", "DA-6.4"),
        still_running("DA-6.3"),
        QuestionTemplate("board.*", "dice on the board, {} table", "DA-6.1", "as in 1 Ann, 4 Bo"),
        QuestionTemplate("players.*.tasks.*", "tasks marked, {}", "DA-6.2", "as in 1 4 6"),
    )
    sums = (
        QuestionTemplate("players.*.dice.*", "dice, {}", "DA-5.1", spare=True),
        QuestionTemplate("players.*.marks.*", "marks, {}", "DA-5.1", spare=True),
        QuestionTemplate("players.*.points.*", "points, {}", "DA-5.1", spare=True),
        QuestionTemplate("players.*.total", "total", "DA-5.1", spare=True),
    )

    def keys(self, position: Any, where: Where) -> Sequence[str] | None:
        """Return the spaces of a table of the board: a face each."""
        on_board = where[0] == "board" and len(where) > 1
        return self.faces() if on_board else super().keys(position, where)

    def values(self, where: Where, position: Any) -> Sequence[str]:
        """Return the faces for a table of a form, the players for the board."""
        return self.faces() if "tasks" in where else super().values(where, position)

    def faces(self) -> Sequence[str]:
        """Return the faces of a die."""
        return [str(face) for face in range(1, self.game.data.numbers.dice.faces + 1)]
