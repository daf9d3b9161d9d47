"""A table at which expressions are worked out, and what goes over its players, rows and rounds.

What is read of an expression is a function of a table (`Run`). Players are their seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import chain, combinations_with_replacement
from operator import index
from typing import Any

from card_data.limits import MOST_STEPS
from card_data.scoresheet.functions import ImpossibleError, best
from card_data.scoresheet.ranges import UnansweredError

PLAYERS, OTHERS, ROUNDS = "players", "others", "rounds"  # what a function may go over, with tables
NOT_PLAYED = "not played"  # the answer for a round in which somebody did not take part
NONE = "none"  # a choice: nothing, no team
TRUE, FALSE, NO_MARK = "true", "false", "-"  # what boxes to tick mean: yes, no, nothing marked
NOBODY = -1
Sizes = Sequence[tuple[str, int]]  # what is gone over, and how many values that has


class NotPlayedError(Exception):
    """A round was not played: whatever goes over it leaves it out.

    ``over`` is what the field goes over, ``player`` who did not play; None for the whole table.
    """

    def __init__(self, over: tuple[str, ...], player: int | None) -> None:
        super().__init__()
        self.over, self.player = over, player


class ScoredTable:
    """The answers of a table, and the point that an expression has reached in them.

    ``noted[field][seat]`` is a value, or nested lists for a field that goes over rows or rounds;
    None if not answered yet, `NOT_PLAYED` for a round that was not played. A field of the whole
    table has the same value at every seat. ``player`` is the player that the expression is now
    about, and ``before`` ends with the players around that; ``at`` is the current row or round of
    each list, by its name, from 0; ``known`` has the values of the definitions so far; ``left``
    counts the steps that may still be taken.
    """

    def __init__(
        self, noted: Sequence[Sequence[Any]], names: Sequence[str], running: bool = False
    ) -> None:
        self.noted, self.names, self.running = noted, names, running
        self.players = len(names)
        self.player = 0
        self.before: list[int] = []
        self.at: dict[str, int] = {}
        self.known: defaultdict[object, dict[int, Any]] = defaultdict(dict)
        self.left = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Count values that are gone through; raise `ImpossibleError` for too many at a table, and
        `UnansweredError` if it is open how many they are."""
        self.left -= index(steps)
        if self.left < 0:
            raise ImpossibleError(f"takes more than {MOST_STEPS:,} steps at one table")


Run = Callable[[ScoredTable], Any]


def noted_value(place: int, over: tuple[str, ...], *, of_table: bool) -> Run:
    """Return a function that reads a field, by its place in `ScoredTable.noted`, at the current
    rows and rounds."""

    if len(over) == 1 and over[0] != ROUNDS:
        (row,) = over

        def in_row(table: ScoredTable) -> Any:
            found = table.noted[place][table.player][table.at[row]]
            if found is None:
                raise UnansweredError
            return found

        return in_row

    def value(table: ScoredTable) -> Any:
        found = table.noted[place][table.player]
        for one in over:
            found = found[table.at[one]]
        if found is None:
            raise UnansweredError
        if found is NOT_PLAYED:
            raise NotPlayedError(over, None if of_table else table.player)
        return found

    return value


def noted_list(place: int, over: tuple[str, ...] | None = None) -> Run:
    """Return a function that lists the values of a field, by its place: everyone's at the current
    rows and rounds of ``over``; without that, all those of the current player. What was not played
    is left out."""

    def values(table: ScoredTable) -> Any:
        found = table.noted[place] if over is not None else table.noted[place][table.player]
        for one in over or ():
            at = table.at[one]
            found = [value[at] for value in found]
        table.spend(len(found))
        if None in found:
            raise UnansweredError
        if NOT_PLAYED in found:
            return [value for value in found if value is not NOT_PLAYED]
        return found

    return values


def spread(run: Run, sizes: Sizes, marks: bool, place: int | None) -> Run:
    """Return a function that lists a value for each combination of rows and rounds; marks, which
    are lists, are joined into one. ``place`` is that of a field that goes over nothing else."""
    if place is not None and len(sizes) == 1:
        run = noted_list(place)
    else:
        for over, size in reversed(sizes):
            run = of_rows(over, size, run)
    for _ in range(len(sizes) - 1 + marks):
        run = flattened(run)
    return run


def flattened(lists: Run) -> Run:
    """Return a function that joins several lists into one."""
    return lambda table: [*chain.from_iterable(lists(table))]


def cached(run: Run, of_table: bool, sizes: Sizes) -> Run:
    """The value of a definition, worked out once at a table for each player and row."""
    name = object()

    def value(table: ScoredTable) -> Any:
        known, key = table.known[name], 0 if of_table else table.player
        for over, size in sizes:
            key = key * size + table.at[over]
        found = known.get(key)
        if found is None:
            known[key] = found = run(table)
        return found

    return value


def in_rows(run: Run, rows: Sizes) -> Run:
    """Return a function that gives the value in certain rows, each by its table and its place."""

    def value(table: ScoredTable) -> Any:
        before = {over: table.at.get(over, 0) for over, _ in rows}
        table.at.update(rows)
        try:
            return run(table)
        finally:
            table.at.update(before)

    return value


def beside(value: Run, step: int) -> Run:
    """Return a function that gives the value for the player so many seats further on."""

    def of_neighbour(table: ScoredTable) -> Any:
        player = table.player
        table.player = (player + step) % table.players
        try:
            return value(table)
        finally:
            table.player = player

    return of_neighbour


def with_jokers(place: int, jokers: Run, value: Run, end: Callable[..., Any]) -> Run:
    """Return a function that gives the most, or the least, that a value comes to if each joker
    counts as one more in a row of a player's field, by its place in `ScoredTable.noted`."""

    def put_to_use(table: ScoredTable) -> Any:
        seats, known, found = table.noted, table.known, []
        counts = seats[place][table.player]
        if None in counts:
            raise UnansweredError
        number = max(0, jokers(table))
        table.spend(number)
        try:
            for rows in combinations_with_replacement(range(len(counts)), number):
                table.spend(len(counts) * (1 + number))
                field = [*seats[place]]
                field[table.player] = [one + rows.count(at) for at, one in enumerate(counts)]
                table.noted = [*seats[:place], field, *seats[place + 1 :]]
                table.known = defaultdict(dict)
                found.append(value(table))
        finally:
            table.noted, table.known = seats, known
        return end(found, default=0)

    return put_to_use


def in_row(over: str, cells: Sequence[Any]) -> Run:
    """Return a function that reads a column in the current row, or the number of the round."""
    return lambda table: cells[table.at[over]]


def of_rows(over: str, size: int, value: Run, where: Run | None = None) -> Run:
    """The value for each row or round, of those alone for which ``where`` holds."""

    def values(table: ScoredTable) -> list[Any]:
        table.spend(size)
        at, found = table.at, []
        before = at.get(over, 0)
        try:
            for row in range(size):
                at[over] = row
                try:
                    if where is None or where(table):
                        found.append(value(table))
                except NotPlayedError as error:
                    if over not in error.over:
                        raise
        finally:
            at[over] = before
        return found

    return values


def of_players(value: Run, where: Run | None = None, *, others: bool = False) -> Run:
    """Return a function that lists the value for each player, or for each but the current one."""

    def values(table: ScoredTable) -> list[Any]:
        table.spend(table.players)
        outer, found = table.player, []
        table.before.append(outer)
        try:
            for player in range(table.players):
                table.player = player
                try:
                    if (not others or player != outer) and (where is None or where(table)):
                        found.append(value(table))
                except NotPlayedError as error:
                    if error.player != player:
                        raise
        finally:
            table.player = table.before.pop()
        return found

    return values


def mine(value: Run) -> Run:
    """Return a function that gives the value for the player outside the list of players."""

    def of_mine(table: ScoredTable) -> Any:
        inner, table.player = table.player, table.before.pop()
        try:
            return value(table)
        finally:
            table.before.append(table.player)
            table.player = inner

    return of_mine


def ranked(by: str, value: Run, *, kept: bool) -> Run:
    """Return a function that ranks the current player by a value, the most first, equals alike; or
    that says whether nobody has more, or less. Values that are the same for every current player
    are ``kept``."""
    each, name = of_players(value), object()
    end = {"most": max, "fewest": min}.get(by)

    def place(table: ScoredTable) -> Any:
        values = table.known[name].get(0) if kept else None
        if values is None:
            values = table.known[name][0] = each(table)
        table.before.append(table.player)
        try:
            own = value(table)
        finally:
            table.before.pop()
        return own == end(values) if end else 1 + sum([one > own for one in values])

    return place


def looked_up(over: str, key: Run, at: Run, value: Run) -> Run:
    """``value`` in the row of a table that a list ``at`` tells: a text, the first that is equal to
    ``key``; a number, the largest that is not above it. 0 without such a row."""

    def look_up(table: ScoredTable) -> Any:
        wanted, cells = key(table), at(table)
        if isinstance(wanted, str):
            found = wanted if wanted in cells else None
        else:
            found = max([cell for cell in cells if cell <= wanted], default=None)
        if found is None:
            return 0
        before, table.at[over] = table.at.get(over, 0), cells.index(found)
        try:
            return value(table)
        finally:
            table.at[over] = before

    return look_up


def total(parts: Sequence[tuple[Run, str]], together: bool) -> Run:
    """Return a function that adds up all points of the current player, or of the table where all
    play together. Each part has a function for its points, and its level: player or table."""

    def points(table: ScoredTable) -> int:
        return sum([run(table) for run, level in parts if level == "player"])

    if not together:
        return points
    each = of_players(points)
    once = [run for run, level in parts if level != "player"]
    return lambda table: sum([*each(table), *[run(table) for run in once]])


def best_of(rows: Run, limit: Run) -> Run:
    """The most that rows, each with a worth and a cost, are worth together within a limit."""
    return lambda table: best(rows(table), limit(table), table.spend)


def either(holds: Run, then: Run, otherwise: Run) -> Run:
    """One of two values; the other is not looked at."""
    return lambda table: then(table) if holds(table) else otherwise(table)


def applied(work: Callable[..., Any], one: Run, other: Run | None = None, known: Any = None) -> Run:
    """Return a function that applies ``work`` to one value or two, the other possibly ``known``."""
    if known is not None:
        return lambda table: work(one(table), known)
    if other is not None:
        return lambda table: work(one(table), other(table))
    return lambda table: work(one(table))
