"""The values of a score sheet's expressions at a table, and its texts with values in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product
from math import inf
from typing import Any

from card_data.problems import shorten
from card_data.scoresheet.ranges import Range, UnansweredError
from card_data.scoresheet.sheet import (
    Constraint,
    Field,
    Phrase,
    PhraseValue,
    PhraseWords,
    Scoresheet,
)
from card_data.scoresheet.table import NOT_PLAYED, ROUNDS, NotPlayedError, Run, ScoredTable
from card_data.text import plural
from scoring.cache import cache_per_data
from scoring.scoresheet.position_type import NO_ONE, AnswerReader, default_of

Rows = tuple[tuple[str, int], ...]  # a row of each table that something goes over


class Values:
    """The values of all expressions of a score sheet.

    An open answer that is needed raises `UnansweredError`, and an impossible calculation, such as a
    division by zero, `DataError` with its place in ``score.yaml``.
    """

    def __init__(self, sheet: Scoresheet) -> None:
        self.sheet, self.answers = sheet, AnswerReader(sheet)
        self.steps = {one.over: self.steps_over(one.over) for one in sheet.must}

    def table(self, position: Any) -> ScoredTable:
        """Return a position as a table for expressions."""
        return table_of(position, self)

    def settled(
        self,
        position: Any,
        seat: int | None = None,
        instead: Callable[[Field], Any] | None = None,
    ) -> ScoredTable:
        """Return a position as a table for expressions, with nothing in place of open answers, or
        what is given ``instead`` for a field; with a ``seat`` all answers of others are open."""
        table, noted = self.table(position), []
        for field, values in zip(self.sheet.fields.values(), table.noted, strict=True):
            sound = without_gaps(values, len(field.over), (instead or nothing_in)(field))
            if seat is not None and field.level == "player":
                others = all_open(values, len(field.over))
                sound = [*others[:seat], sound[seat], *others[seat + 1 :]]
            noted.append(sound)
        gaps = noted != table.noted
        return ScoredTable(noted, table.names, table.running) if gaps else table

    def of(self, value: Run, table: ScoredTable, player: int = 0, rows: Rows = ()) -> Any:
        """Return the value of an expression of the sheet for a player, at a row of each table."""
        table.player = player
        table.at.update(rows)
        return value(table)

    def named(self, name: str, table: ScoredTable, player: int = 0) -> Any:
        """Return the value of a definition, a part or all parts, for a player."""
        return self.of(self.sheet.values[name], table, player)

    def steps_over(self, over: tuple[str, ...]) -> list[Rows]:
        """Return every combination of the rows of some tables."""
        rows = [[(one, row) for row in range(len(self.sheet.keys[one]))] for one in over]
        return [*product(*rows)]

    def broken(self, one: Constraint, table: ScoredTable) -> Iterator[tuple[int, Rows]]:
        """Yield for whom, and at which rows, a constraint is broken, whatever the open answers are
        that it names; not in a round that was not played."""
        for player in range(table.players if one.level == "player" else 1):
            for rows in self.steps[one.over]:
                table.player = player
                for over, row in rows:
                    table.at[over] = row
                if ROUNDS in one.over and not self.played(table, table.at[ROUNDS]):
                    continue
                try:
                    if not one.holds(table):
                        yield player, rows
                except (UnansweredError, NotPlayedError):
                    continue

    def played(self, table: ScoredTable, at: int) -> bool:
        """Whether anybody played a round, by its number from 0, or may have."""
        for field, values in zip(self.sheet.fields.values(), table.noted, strict=True):
            if field.may_be_not_played:
                for _ in field.over[:-1]:
                    values = [*chain.from_iterable(values)]
                if any(one[at] != NOT_PLAYED for one in values):
                    return True
        return False

    def words(self, phrase: Phrase, table: ScoredTable, player: int = 0) -> str:
        """Return a text with its values filled in."""
        return "".join([self.shown(one, table, player) for one in phrase])

    def words_so_far(self, phrase: Phrase, table: ScoredTable, player: int, rows: Rows) -> str:
        """Return a text with its values filled in, an ellipsis for each that is not known."""
        found = []
        for one in phrase:
            try:
                found.append(self.shown(one, table, player, rows))
            except (UnansweredError, NotPlayedError):
                found.append("…")
        return "".join(found)

    def shown(
        self, one: PhraseWords | PhraseValue, table: ScoredTable, player: int, rows: Rows = ()
    ) -> str:
        if isinstance(one, PhraseWords):
            return one.text
        value = self.of(one.value, table, player, rows)
        if one.player:
            return shorten(table.names[value]) if value >= 0 else NO_ONE
        if one.noun and not isinstance(value, str):
            noun, _, several = one.noun.partition("/")
            return plural(value, noun, several)
        text = shorten(value) if isinstance(value, str) else str(value)
        return f"{text} {one.noun}" if one.noun else text


@cache_per_data
def table_of(position: Any, values: Values) -> ScoredTable:
    """Return a position as a table for expressions, which is made once."""
    names = [one.name or f"player {at}" for at, one in enumerate(position.players or (), 1)]
    return ScoredTable(values.answers.of(position), names, position.running is True)


def range_of(field: Field) -> Range | None:
    """Return what an open number of a field may turn out to be; None for rounds, which may not be
    played, and for what is no number."""
    if field.holds != "number" or field.marks or ROUNDS in field.over:
        return None
    return Range(field.least, inf if field.most is None else field.most)


def nothing_in(field: Field) -> Any:
    """Return what an open answer of a field counts as: a round as one that was not played."""
    if field.may_be_not_played:
        return NOT_PLAYED
    return "" if field.holds == "choice" and not field.marks else default_of(field)


def without_gaps(values: Sequence[Any], depth: int, nothing: Any) -> list[Any]:
    """Return values in lists that are nested so deep, with ``nothing`` in place of open ones."""
    if depth:
        return [without_gaps(inside, depth - 1, nothing) for inside in values]
    return [nothing if one is None else one for one in values]


def all_open(values: Sequence[Any], depth: int) -> list[Any]:
    """Return lists that are nested so deep, with an open answer for each of their values."""
    if depth:
        return [all_open(inside, depth - 1) for inside in values]
    return [None] * len(values)
