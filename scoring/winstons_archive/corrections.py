"""What may be meant by an impossible position of Winston's Archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.positions.corrections import Corrections, InvalidPosition
from scoring.positions.findings import Where


class GameCorrections(Corrections):
    """What its cards may be."""

    def choices(self, where: Where, invalid: InvalidPosition) -> Sequence[Any]:
        """The letters of the sets."""
        of_sets = where[-1] in ("books", "stand_ins")
        return [*invalid.game.data.set_sizes()] if of_sets else ()
