"""Likely corrections of an impossible position of Verse & Variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.positions.corrections import Corrections, InvalidPosition
from scoring.positions.findings import Where
from scoring.verse_and_variant.position import NONE


class GameCorrections(Corrections):
    """Corrections of the boards."""

    def choices(self, where: Where, invalid: InvalidPosition) -> Sequence[Any]:
        """Return the slots of an institution, or the possible owners of cubes and the Edition
        Laureate."""
        if where[0] == "unscored" and len(where) == 2:
            return range(1, len(invalid.game.data.numbers.institution.slots) + 1)
        owned = where == ("laureate",) or (where[0] == "institutions" and len(where) == 3)
        return [*invalid.names, NONE] if owned else ()
