"""What is asked of a table of Winston's Archive: player by player, as the score pad has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.ask.questions import Asked, Questions
from scoring.positions.findings import Where


class GameQuestions(Questions):
    """Books, specials and pages."""

    asked = (
        Asked("players", "Who plays?", "WA-1.5"),
        Asked("running", "Does the game still go on?", "WA-6.1"),
        Asked("players.*.books.*", "real books of set {}", "WA-6.1"),
        Asked("players.*.product_over_process", "Product Over Process, locked ones too", "WA-6.1"),
        Asked(
            "players.*.stand_ins", "stand-ins locked in sets in play", "WA-4.2", "as in B 1, C 2"
        ),
        Asked("players.*.open_secrets", "Open Secrets", "WA-6.1"),
        Asked("players.*.manuscripts", "manuscript pages", "WA-6.1"),
    )
    sums = (
        Asked("players.*.points.books", "points for books", "WA-5.2", spare=True),
        Asked("players.*.points.manuscripts", "points for pages", "WA-5.3", spare=True),
        Asked("players.*.points.reprimand", "points for fewest pages", "WA-5.4", spare=True),
        Asked("players.*.out", "out?", "WA-5.5", spare=True),
        Asked("players.*.total", "total", "WA-5.7", spare=True),
    )

    def keys(self, position: Any, where: Where) -> Sequence[str]:
        """The letters of the sets."""
        return [*self.game.data.set_sizes()]
