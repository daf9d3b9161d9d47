"""The questions about a table of Winston's Archive: player by player, as on the score pad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.ask.questions import Questions, QuestionTemplate, still_running
from scoring.positions.findings import Where


class GameQuestions(Questions):
    """The questions about books, specials and pages."""

    asked = (
        QuestionTemplate("players", "Who plays?", "WA-1.5"),
        still_running("WA-6.1"),
        QuestionTemplate("players.*.books.*", "real books of set {}", "WA-6.1"),
        QuestionTemplate(
            "players.*.product_over_process", "Product Over Process, locked ones too", "WA-6.1"
        ),
        QuestionTemplate(
            "players.*.stand_ins", "stand-ins locked in sets in play", "WA-4.2", "as in B 1, C 2"
        ),
        QuestionTemplate("players.*.open_secrets", "Open Secrets", "WA-6.1"),
        QuestionTemplate("players.*.manuscripts", "manuscript pages", "WA-6.1"),
    )
    sums = (
        QuestionTemplate("players.*.points.books", "points for books", "WA-5.2", spare=True),
        QuestionTemplate("players.*.points.manuscripts", "points for pages", "WA-5.3", spare=True),
        QuestionTemplate(
            "players.*.points.reprimand", "points for fewest pages", "WA-5.4", spare=True
        ),
        QuestionTemplate("players.*.out", "out?", "WA-5.5", spare=True),
        QuestionTemplate("players.*.total", "total", "WA-5.7", spare=True),
    )

    def keys(self, position: Any, where: Where) -> Sequence[str]:
        """Return the letters of the sets."""
        return [*self.game.data.set_sizes()]
