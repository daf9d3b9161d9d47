"""What may be meant by an impossible position of Dice Archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.positions.findings import Where
from scoring.positions.slips import Faulty, Slips


class GameSlips(Slips):
    """What its board and forms may have instead."""

    def choices(self, where: Where, faulty: Faulty) -> Sequence[Any]:
        """The faces, which are the spaces of a table too; the owners of dice."""
        if where[0] == "board" and len(where) == 3:
            return faulty.names
        of_tables = where[0] == "board" or where[2:3] == ("tasks",)
        return range(1, faulty.game.data.numbers.dice.faces + 1) if of_tables else ()
