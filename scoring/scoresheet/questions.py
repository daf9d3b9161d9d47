"""The questions about a table of a game with a ``score.yaml``: its fields, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from card_data import Game
from card_data.scoresheet.sheet import Field, Scoresheet
from card_data.scoresheet.table import NOT_PLAYED, ROUNDS
from card_data.text import join_words
from scoring.ask.questions import (
    EACH,
    Questions,
    QuestionTemplate,
    players_of,
    still_running,
)
from scoring.positions.findings import Where
from scoring.positions.paths import child_at, put
from scoring.scoresheet.form import example_of
from scoring.scoresheet.position_type import NO_ONE, values_of


class SheetQuestions(Questions):
    """The questions for the fields of the table, then for those of each player."""

    def __init__(self, game: Game[Any], sheet: Scoresheet) -> None:
        super().__init__(game)
        self.sheet = sheet
        self.asked = (
            QuestionTemplate("players", "Who plays?", sheet.clause),
            still_running(sheet.clause),
            *[one for field in sheet.of("table") for one in self.of_field(field, "")],
            *[one for field in sheet.of("player") for one in self.of_field(field, EACH)],
        )
        self.sums = (
            *[
                QuestionTemplate(
                    f"{EACH}points.{one.name}", f"points for {one.label}", one.clause, spare=True
                )
                for one in sheet.parts
                if one.level == "player"
            ],
            QuestionTemplate(f"{EACH}total", "total", sheet.clause, spare=True),
        )

    def of_field(self, field: Field, before: str) -> Iterator[QuestionTemplate]:
        """Yield the questions of a field: one for each row or round that it goes over."""
        hint = hint_of(field)
        words = field.label.replace("{", "{{").replace("}", "}}")
        if not field.over:
            yield QuestionTemplate(before + field.name, words, field.clause, hint)
            return
        outer = self.sheet.keys[field.over[0]] if len(field.over) > 1 else ("",)
        inner = "round {}" if field.over[-1] == ROUNDS else "{}"
        for key in outer:
            path = f"{field.name}.{key}" if key else field.name
            of = f" {self.called(key)}," if key else ""
            yield QuestionTemplate(f"{before}{path}.*", f"{words},{of} {inner}", field.clause, hint)

    def complete(self, position: Any) -> Any:
        """Return the position with a null for each unanswered row and round; fields that may be
        left out stay so."""
        for field in self.sheet.fields.values():
            if not field.over:
                continue
            seats = range(len(players_of(position))) if field.level == "player" else [None]
            for seat in seats:
                where = (field.name,) if seat is None else ("players", str(seat), field.name)
                answer = self.opened(field.over, child_at(position, where), field.optional)
                position = put(position, where, answer)
        return position

    def opened(self, over: Sequence[str], answer: Any, optional: bool) -> Any:
        """Return an answer with a null for each missing row and round that it goes over."""
        if not over:
            return answer
        keys, inner = self.sheet.keys[over[0]], over[1:]
        if optional and is_blank(answer, len(over)):
            return () if over[0] == ROUNDS else {}
        if over[0] == ROUNDS:
            given = answer or ()
            return (*given, *[None] * (len(keys) - len(given)))
        return {key: self.opened(inner, (answer or {}).get(key), False) for key in keys}

    def keys(self, position: Any, where: Where) -> Sequence[str] | None:
        """Return the rows of a table, or the places of rounds, from 0."""
        field = self.sheet.field_at(where)
        if field is None:
            return super().keys(position, where)
        over = field.over[len(where) - 1 - where.index(field.name)]
        keys = self.sheet.keys[over]
        return list(map(str, range(len(keys)))) if over == ROUNDS else keys

    def rest(self, where: Where) -> str:
        """Return the path of a field whose open rows may be answered with 0 or no at once, or whose
        open rounds were not played."""
        field = self.sheet.field_at(where)
        if field is not None and field.over[-1:] == (ROUNDS,) and not field.marks:
            return ".".join(where[:-1])
        return "" if field is not None and field.least > 0 else super().rest(where)

    def called(self, key: str) -> str:
        """Return a row by its title, if it has one."""
        return self.titles.get(key) or (
            str(int(key) + 1) if key.isdecimal() else super().called(key)
        )

    def values(self, where: Where, position: Any) -> Sequence[str]:
        """Return the choices in their own order, the possible marks, or the players and nobody; for
        a round also that it was not played."""
        field = self.sheet.field_at(where)
        if field is None or not (field.marks or field.holds in ("choice", "player")):
            return ()
        found = [*map(str, values_of(field, super().values(where, position)) or ())]
        return [*found, *[NOT_PLAYED] * field.may_be_not_played]


def is_blank(answer: Any, depth: int) -> bool:
    """Return whether nothing is answered at a place, or so many levels inside it."""
    if answer is None or not depth:
        return answer is None
    inside = answer.values() if isinstance(answer, dict) else answer
    return all(is_blank(one, depth - 1) for one in inside)


def hint_of(field: Field) -> str:
    """Return how to answer a field, where that needs to be said."""
    hint = ""
    if field.marks:
        hint = f"as in {example_of(field)}; - for none"
    elif field.holds == "choice":
        hint = join_words(field.choices, "or")
    elif field.holds == "player":
        hint = f"a name, or {NO_ONE}"
    elif field.holds == "number" and field.most is not None and not field.mosts:
        hint = f"{field.least} to {field.most}"
    return f"{hint or 'a number'}; - if {NOT_PLAYED}" if field.may_be_not_played else hint
