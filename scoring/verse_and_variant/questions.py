"""The questions by which a table is recorded: the boards, then player by player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.ask.questions import Questions, QuestionTemplate, still_running
from scoring.positions.findings import Where
from scoring.verse_and_variant.position import NONE


class GameQuestions(Questions):
    """The questions about a table: institutions, then ledger and vault."""

    asked = (
        QuestionTemplate("players", "Who plays?", "VV-8.3"),
        still_running("VV-6.5"),
        QuestionTemplate("spotlight", "last Spotlight", "VV-7.5", "a colour or none"),
        QuestionTemplate(
            "institutions.*",
            "{}: cubes on the slots from the left",
            "VV-8.1",
            "as in Ann, none, Bo",
        ),
        QuestionTemplate(
            "unscored", "cubes that lie flat", "VV-8.2", "as in Papyrus 1, Sinaiticus 2"
        ),
        QuestionTemplate(
            "laureate", "who holds the Edition Laureate", "VV-8.2", "a player or none"
        ),
        QuestionTemplate("players.*.features.*", "{} tokens", "VV-8.1"),
        QuestionTemplate("players.*.lacunae", "lacunas", "VV-8.1"),
        QuestionTemplate("players.*.grants_unused", "unused Grants", "VV-8.1"),
        QuestionTemplate("players.*.eureka", "Eureka?", "VV-8.1"),
        QuestionTemplate("players.*.cubes_unused", "unused research cubes", "VV-8.1"),
        QuestionTemplate("players.*.prestige", "prestige gained during play", "VV-7.4"),
    )
    sums = (
        QuestionTemplate("players.*.points.ladders.*", "points for {}", "VV-7.1", spare=True),
        QuestionTemplate("players.*.points.sets", "points for critical sets", "VV-7.2", spare=True),
        QuestionTemplate(
            "players.*.points.grants", "points for unused Grants", "VV-7.4", spare=True
        ),
        QuestionTemplate(
            "players.*.points.laureate", "points for the Laureate", "VV-7.4", spare=True
        ),
        QuestionTemplate(
            "players.*.points.institutions", "points for institutions", "VV-7.4", spare=True
        ),
        QuestionTemplate("players.*.points.eureka", "points for Eureka", "VV-7.4", spare=True),
        QuestionTemplate("players.*.points.cubes", "points for unused cubes", "VV-7.4", spare=True),
        QuestionTemplate("players.*.total", "total", "VV-7.4", spare=True),
        QuestionTemplate("players.*.features_in_all", "Features in all", "VV-7.5", spare=True),
    )

    def keys(self, position: Any, where: Where) -> Sequence[str]:
        """Return the Features in the order of the boards."""
        return [suit.feature for suit in self.game.data.suits]

    def values(self, where: Where, position: Any) -> Sequence[str]:
        """Return the players and nobody, or the slots whose cubes may lie flat."""
        if where[0] == "unscored":
            return [str(slot) for slot in range(1, self.slots() + 1)]
        found = super().values(where, position)
        return found if NONE in found else [*found, NONE]

    def places(self, where: Where) -> int:
        """Return how many slots an institution has."""
        return self.slots() if where[0] == "institutions" else 0

    def slots(self) -> int:
        return len(self.game.data.numbers.institution.slots)

    def called(self, key: str) -> str:
        """Return the title of a Feature."""
        return self.titles.get(key) or super().called(key)
