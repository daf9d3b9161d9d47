"""A position of a game with a ``score.yaml`` as lines of text: a column for each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from msgspec import UNSET

from card_data import Game
from card_data.scoresheet.sheet import Field, Scoresheet
from card_data.scoresheet.tree import ROUNDS
from card_data.tables import title_of
from scoring.ask.answers import line_of
from scoring.positions.display import HEAD, NONE, OPEN, Faults, Line, Span, aligned, clipped, wrong
from scoring.positions.findings import Where


class SheetDisplay:
    """How positions of a game are drawn, as `scoring.positions.display.Display` has it."""

    def __init__(self, sheet: Scoresheet) -> None:
        self.sheet = sheet

    def as_written(self, position: Any, game: Game[Any]) -> Any:
        """The position itself: there is one way to say it."""
        return position

    def lines(self, position: Any, game: Game[Any], faults: Faults) -> Iterator[Line]:
        """The table's fields, then a row for each of the players' with their answers, then what
        is written on the score pad."""
        rows: list[Line] = []
        for field in self.sheet.of("table"):
            rows += self.rows(field, [((), position)], game, faults)
        rows += [[]] if rows else []
        entries = [(("players", str(at)), one) for at, one in enumerate(position.players or ())]
        names = [faults.value(one.name, *where, "name", style=HEAD) for where, one in entries]
        rows.append([faults.heading("Name", "players"), *names])
        for field in self.sheet.of("player"):
            rows += self.rows(field, entries, game, faults)
        return aligned([*rows, *self.pad(entries, faults)])

    def rows(
        self, field: Field, entries: Sequence[tuple[Where, Any]], game: Game[Any], faults: Faults
    ) -> Iterator[Line]:
        """The rows of a field: one, or one for each of what it goes over, by title."""
        keys = [self.sheet.keys[over] for over in field.over]
        titles = {
            over: {row.id: title_of(row) for row in game.rows(over)}
            for over in field.over
            if over != ROUNDS
        }
        for steps in product(*keys):
            cells = []
            for where, entry in entries:
                path, value = (*where, field.name), getattr(entry, field.name)
                for over, step in zip(field.over, steps, strict=True):
                    if value in (None, UNSET):
                        break
                    at = str(int(step) - 1) if over == ROUNDS else step
                    path = (*path, at)
                    value = inside(value, at)
                cells.append(cell(value, path, field, faults))
            called = [
                f"round {step}" if over == ROUNDS else titles[over][step]
                for over, step in zip(field.over, steps, strict=True)
            ]
            yield [Span(clipped(", ".join([field.label, *called]))), *cells]

    def pad(self, entries: Sequence[tuple[Where, Any]], faults: Faults) -> Iterator[Line]:
        """The lines of the score pad on which anything is written."""
        for part in self.sheet.parts:
            if any(part.name in (one.points or {}) for _, one in entries):
                row = [
                    faults.value(one.points[part.name], *where, "points", part.name)
                    if part.name in (one.points or {})
                    else NONE
                    for where, one in entries
                ]
                yield [Span(clipped(f"{part.label}, points")), *row]
        if any(one.total is not UNSET for _, one in entries):
            totals = [
                NONE if one.total is UNSET else faults.value(one.total, *where, "total")
                for where, one in entries
            ]
            yield [Span("Total"), *totals]


def inside(value: Any, step: str) -> Any:
    """What stands at a step inside an answer; `UNSET` where nothing does."""
    if isinstance(value, tuple):
        return value[int(step)] if int(step) < len(value) else UNSET
    return value.get(step, UNSET)


def cell(value: Any, where: Where, field: Field, faults: Faults) -> Span:
    """An answer as a cell."""
    if value is None:
        span = OPEN
    elif value in (UNSET, (), {}) or (field.over and value in (0, False)):
        span = NONE
    else:
        from msgspec import inspect

        span = Span(clipped(line_of(value, inspect.type_info(type(value)))))
    return wrong(span) if faults.at(*where) else span
