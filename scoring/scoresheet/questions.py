"""What is asked of a table of a game with a ``score.yaml``: its fields, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from card_data import Game
from card_data.scoresheet.sheet import Field, Scoresheet
from card_data.scoresheet.tree import ROUNDS
from card_data.tables import title_of
from scoring.ask.questions import EACH, Asked, Questions
from scoring.positions.findings import Where
from scoring.scoresheet.noted import NO_ONE


class SheetQuestions(Questions):
    """The fields of the table, then those of each player."""

    def __init__(self, game: Game[Any], sheet: Scoresheet) -> None:
        super().__init__(game)
        self.sheet = sheet
        self.asked = (
            Asked("players", "Who plays?", sheet.clause),
            Asked("running", "Does the game still go on?", sheet.clause),
            *[one for field in sheet.of("table") for one in self.of_field(field, "")],
            *[one for field in sheet.of("player") for one in self.of_field(field, EACH)],
        )
        self.sums = (
            *[
                Asked(f"{EACH}points.{one.name}", f"points for {one.label}", one.clause, spare=True)
                for one in sheet.parts
                if one.level == "player"
            ],
            Asked(f"{EACH}total", "total", sheet.clause, spare=True),
        )

    def of_field(self, field: Field, before: str) -> Iterator[Asked]:
        """The questions of a field: one for each of what it goes over."""
        hint = "as in 1 4 6; - for none" if field.marks else ""
        words = field.label.replace("{", "{{").replace("}", "}}")
        if not field.over:
            yield Asked(before + field.name, words, field.clause, hint)
            return
        outer = self.sheet.keys[field.over[0]] if len(field.over) > 1 else ("",)
        inner = "round {}" if field.over[-1] == ROUNDS else "{}"
        for key in outer:
            path = f"{field.name}.{key}" if key else field.name
            of = f" {key}," if key else ""
            yield Asked(f"{before}{path}.*", f"{words},{of} {inner}", field.clause, hint)

    def keys(self, position: Any, where: Where) -> Sequence[str] | None:
        """The rows of a table; the places of rounds, from 0."""
        inside = where[2:] if where[0] == "players" else where
        if not inside or inside[0] not in self.sheet.fields:
            return super().keys(position, where)
        over = self.sheet.fields[inside[0]].over[len(inside) - 1]
        keys = self.sheet.keys[over]
        return list(map(str, range(len(keys)))) if over == ROUNDS else keys

    def called(self, key: str) -> str:
        """A row by its title, if it has one."""
        for table in self.sheet.keys:
            if table != ROUNDS:
                for row in self.game.rows(table):
                    if row.id == key:
                        return title_of(row)
        return str(int(key) + 1) if key.isdecimal() else super().called(key)

    def values(self, where: Where, position: Any) -> Sequence[str]:
        """The players, and nobody."""
        return [*super().values(where, position), NO_ONE]
