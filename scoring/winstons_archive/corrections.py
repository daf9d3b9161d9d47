"""Likely corrections of an impossible position of Winston's Archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.positions.corrections import Corrections, InvalidPosition
from scoring.positions.findings import Where


class GameCorrections(Corrections):
    """Corrections of the cards."""

    def choices(self, where: Where, invalid: InvalidPosition) -> Sequence[Any]:
        """Return the letters of the sets for books and stand-ins."""
        of_sets = where[-1] in ("books", "stand_ins")
        return [*invalid.game.data.set_sizes()] if of_sets else ()
