"""Corrections of positions of a game with a ``score.yaml``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from card_data.scoresheet.sheet import Scoresheet
from scoring.positions.corrections import Corrections, InvalidPosition
from scoring.positions.findings import Where
from scoring.scoresheet.position_type import values_of


class SheetCorrections(Corrections):
    """Corrections by the values that the fields of a score sheet allow."""

    def __init__(self, sheet: Scoresheet) -> None:
        self.sheet = sheet

    def choices(self, where: Where, invalid: InvalidPosition) -> Sequence[Any]:
        """Return the marks or choices of a field, or the players; nothing for a number."""
        field = self.sheet.field_at(where)
        if field is None or (field.holds == "number" and not field.marks):
            return ()
        return values_of(field, invalid.names) or ()
