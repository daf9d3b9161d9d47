"""Likely corrections of an impossible position of Dice Archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.positions.corrections import Corrections, InvalidPosition
from scoring.positions.findings import Where


class GameCorrections(Corrections):
    """Corrections of the board and the forms."""

    def choices(self, where: Where, invalid: InvalidPosition) -> Sequence[Any]:
        """Return the faces, which are also the spaces of a table, or the possible owners of
        dice."""
        if where[0] == "board" and len(where) == 3:
            return invalid.names
        of_tables = where[0] == "board" or where[2:3] == ("tasks",)
        return range(1, invalid.game.data.numbers.dice.faces + 1) if of_tables else ()
