"""What may be meant by an impossible position of Winston's Archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.positions.findings import Where
from scoring.positions.slips import Faulty, Slips


class GameSlips(Slips):
    """What its cards may be."""

    def choices(self, where: Where, faulty: Faulty) -> Sequence[Any]:
        """The letters of the sets."""
        of_sets = where[-1] in ("books", "stand_ins")
        return [*faulty.game.data.set_sizes()] if of_sets else ()
