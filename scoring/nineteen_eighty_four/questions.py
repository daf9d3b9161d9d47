"""The questions about a route sheet of Nineteen Eighty-Four: the level, then each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.ask.questions import Questions, QuestionTemplate, still_running
from scoring.nineteen_eighty_four.check import walk_of
from scoring.positions.findings import Where


class GameQuestions(Questions):
    """The questions about the level, the box with the X of each round, and the sums."""

    asked = (
        QuestionTemplate("level", "level", "NE-2.1", "as in x3"),
        QuestionTemplate(
            "rounds.*", "round {}: box with the X", "NE-7.1", "0 if it marked nothing", spare=True
        ),
        still_running("NE-5.1", "walk"),
    )
    sums = (
        QuestionTemplate("golden_country", "boxes of the Golden Country", "NE-7.3", spare=True),
        QuestionTemplate("big_brother", "boxes of the Big Brother track", "NE-7.2", spare=True),
        QuestionTemplate("points.*", "points, {}", "NE-5.2", spare=True),
        QuestionTemplate("subtotal", "subtotal", "NE-7.3", spare=True),
        QuestionTemplate("total", "total", "NE-7.3", spare=True),
    )

    def keys(self, position: Any, where: Where) -> Sequence[str]:
        """Return the rounds entered, and the next one while the walk goes on."""
        if where != ("rounds",):
            return super().keys(position, where) or ()
        boxes, walk = position.rounds or (), walk_of(position, self.game)
        arrived = walk is not None and any(walk.arrived(box) for box in boxes if box)
        more = walk is not None and not arrived and len(boxes) < walk.rounds
        return [str(number) for number in range(len(boxes) + more)]

    def values(self, where: Where, position: Any) -> Sequence[str]:
        levels = self.game.data.levels if where == ("level",) else ()
        return [str(level.multiplier) for level in levels]

    def called(self, key: str) -> str:
        return str(int(key) + 1) if key.isdecimal() else super().called(key)
