"""Expressions worked out: each tree is made into a function once, and called at every table.

Numbers stay exact: whole ones are ``int``, others `Fraction`. Players are their seats. What is not
answered yet is None where it is noted, and whatever needs it is `UnansweredError`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any

from card_data import DataError, Problem
from card_data.scoresheet import tree
from card_data.scoresheet.sheet import Expression, Scoresheet
from card_data.scoresheet.tree import NOBODY, OTHERS, PLAYERS, ROUNDS, Node
from scoring.scoresheet.functions import MANY, WORK, ImpossibleError, best, bounded, quotient

TOTAL = "total"
PART = "worth."  # begins the name of a part in expressions


class UnansweredError(Exception):
    """What an expression needs is not answered yet."""


class Table:
    """What is noted at a table, and where an expression is in it.

    ``noted`` has the values of each field by seat, of the table's the same for each: a value, or a
    list of all it goes over. ``player`` is the one at hand, ``before`` ends with those at hand
    around it, ``at`` is the row or round at hand of what is gone over, by its name, ``known`` the
    values of definitions so far, ``ranked`` what players are ordered by, with the best of it.
    """

    def __init__(
        self,
        noted: Sequence[Sequence[Any]],
        names: Sequence[str],
        running: bool,
        defined: int,
    ) -> None:
        self.noted, self.names, self.running = noted, names, running
        self.players = len(names)
        self.player = 0
        self.before: list[int] = []
        self.at: dict[str, int] = {}
        self.known: list[dict[int, Any]] = [{} for _ in range(defined)]
        self.ranked: dict[int, tuple[list[Any], Any]] = {}


Run = Callable[[Table], Any]


class Evaluator:
    """Makes functions of the expressions of a game, and knows its definitions; ``rows`` are the
    plain values of its tables, by their columns."""

    def __init__(self, sheet: Scoresheet, rows: Mapping[str, Mapping[str, list[Any]]]) -> None:
        self.sheet, self.rows = sheet, rows
        self.fields = {name: at for at, name in enumerate(sheet.fields)}  # places in `Table.noted`
        self.defined: dict[str, Run] = {}  # values of definitions, parts and all parts
        self.over: dict[str, tuple[str, ...]] = {}
        for one in sheet.definitions:
            self.define(one.name, (self.made(one.value.tree), one.value), one.level, one.over)
        for part in sheet.parts:
            self.define(PART + part.name, (self.made(part.points.tree), part.points), part.level)
        last = sheet.parts[-1].points
        self.define(TOTAL, (self.total(), last), "table" if sheet.wins.together else "player")

    def table(self, noted: Sequence[Sequence[Any]], names: Sequence[str], running: bool) -> Table:
        """A table to work expressions out at."""
        return Table(noted, names, running, len(self.defined))

    def error(self, error: ImpossibleError, expression: Expression) -> DataError:
        """That an expression cannot be worked out, with its place in ``score.yaml``."""
        column = expression.column + error.at
        return DataError(
            Problem(message=str(error), file=self.sheet.file, line=expression.line, column=column)
        )

    def total(self) -> Run:
        """All points of the player at hand, or of the table where all play together."""
        names = [PART + part.name for part in self.sheet.parts]
        levels = [part.level for part in self.sheet.parts]
        runs = [self.defined[name] for name in names]
        if not self.sheet.wins.together:
            return lambda table: sum([run(table) for run in runs])

        def together(table: Table) -> int:
            outer, found = table.player, 0
            for run, level in zip(runs, levels, strict=True):
                for player in range(table.players if level == "player" else 1):
                    table.player = player
                    found += run(table)
            table.player = outer
            return found

        return together

    # nodes

    def made(self, node: Node) -> Run:
        """What works out a node; where that cannot be it raises `ImpossibleError`, whose place
        `error` knows."""
        make: Callable[[Any], Run] = getattr(self, f"of_{type(node).__name__.lower()}")
        return make(node)

    def of_number(self, node: tree.Number) -> Run:
        value = node.n if node.d == 1 else Fraction(node.n, node.d)
        return lambda table: value

    def of_truth(self, node: tree.Truth) -> Run:
        return lambda table: node.value

    def of_text(self, node: tree.Text) -> Run:
        return lambda table: node.value

    def of_player(self, node: tree.Player) -> Run:
        if node.who == "nobody":
            return lambda table: NOBODY
        return lambda table: table.player

    def of_running(self, node: tree.Running) -> Run:
        return lambda table: table.running

    def of_round(self, node: tree.Round) -> Run:
        return lambda table: table.at[ROUNDS] + 1

    def of_column(self, node: tree.Column) -> Run:
        over, cells = node.table, self.rows[node.table][node.column]
        return lambda table: cells[table.at[over]]

    def of_listed(self, node: tree.Listed) -> Run:
        items = [self.made(item) for item in node.items]
        return lambda table: [item(table) for item in items]

    def of_noted(self, node: tree.Noted) -> Run:
        field = self.sheet.fields[node.field]
        place = self.fields[node.field]
        if not field.over:

            def single(table: Table) -> Any:
                value = table.noted[place][table.player]
                if value is None:
                    raise UnansweredError
                return value

            return single
        if len(field.over) == 1 and not node.spread:
            (over,) = field.over

            def in_row(table: Table) -> Any:
                value = table.noted[place][table.player][table.at[over]]
                if value is None:
                    raise UnansweredError
                return value

            return in_row
        where = self.places(field.over, node.spread)

        def several(table: Table) -> Any:
            noted = table.noted[place][table.player]
            values = noted if where is None else [noted[at] for at in where(table)]
            if None in values:
                raise UnansweredError
            return values if node.spread else values[0]

        if field.marks and node.spread:
            return lambda table: [mark for marks in several(table) for mark in marks]
        return several

    def places(
        self, over: Sequence[str], spread: Sequence[bool]
    ) -> Callable[[Table], list[int]] | None:
        """The places of values in the list of all; None for all of them."""
        if spread and all(spread):
            return None
        sizes = [self.size(one) for one in over]
        wide = list(spread) or [False] * len(over)

        def places(table: Table) -> list[int]:
            found = [0]
            for one, size, all_of_it in zip(over, sizes, wide, strict=True):
                steps = range(size) if all_of_it else [table.at[one]]
                found = [at * size + step for at in found for step in steps]
            return found

        return places

    def size(self, over: str) -> int:
        """How many rows or rounds there are of what is gone over."""
        return len(self.sheet.keys[over] if over == ROUNDS else self.rows[over]["id"])

    def of_defined(self, node: tree.Defined) -> Run:
        if not node.spread:
            return self.defined[node.name]
        over = self.over[node.name]
        one, sizes = self.defined[node.name], [self.size(each) for each in over]

        def several(table: Table) -> list[Any]:
            before = table.at
            ranges = [
                range(size) if wide else [before[each]]
                for each, size, wide in zip(over, sizes, node.spread, strict=True)
            ]
            found = []
            for steps in product(*ranges):
                table.at = {**before, **dict(zip(over, steps, strict=True))}
                found.append(one(table))
            table.at = before
            return found

        return several

    def define(
        self, name: str, told: tuple[Run, Expression], level: str, over: tuple[str, ...] = ()
    ) -> None:
        """Give an expression its name; it is worked out once at a table."""
        (run, expression), index, of_table = told, len(self.defined), level == "table"
        sizes = [(one, self.size(one)) for one in over]

        def value(table: Table) -> Any:
            known, key = table.known[index], 0 if of_table else table.player
            for one, size in sizes:
                key = key * size + table.at[one]
            found = known.get(key)
            if found is None:
                try:
                    known[key] = found = run(table)
                except ImpossibleError as error:
                    raise self.error(error, expression) from None
            return found

        self.over[name] = over
        self.defined[name] = value

    def of_not(self, node: tree.Not) -> Run:
        value = self.made(node.value)
        return lambda table: not value(table)

    def of_binary(self, node: tree.Binary) -> Run:
        left, right, sign = self.made(node.left), self.made(node.right), node.sign
        if sign == "and":
            return lambda table: left(table) and right(table)
        if sign == "or":
            return lambda table: left(table) or right(table)
        if sign in ("/", "mod"):
            return divided(left, right, quotient if sign == "/" else operator.mod, node.at)
        if sign in ("+", "-", "*"):
            return calculated(left, right, CALCULATE[sign])
        if isinstance(node.right, tree.Number) and node.right.d == 1:
            return COMPARE_WITH[sign](left, node.right.n)
        return COMPARE[sign](left, right)

    def of_if(self, node: tree.If) -> Run:
        condition, then = self.made(node.condition), self.made(node.then)
        otherwise = self.made(node.otherwise)
        return lambda table: then(table) if condition(table) else otherwise(table)

    def of_each(self, node: tree.Each) -> Run:
        value = self.made(node.value)
        where = self.made(node.where) if node.where is not None else None
        if node.over == PLAYERS and where is None and isinstance(node.value, tree.Noted):
            return self.of_all(node.value) or of_players(value, where, all_of_them=True)
        if node.over in (PLAYERS, OTHERS):
            return of_players(value, where, all_of_them=node.over == PLAYERS)
        over, rows = node.over, range(self.size(node.over))

        def each(table: Table) -> list[Any]:
            at = table.at
            before = at.get(over, 0)
            if where is None:
                found = [value(table) for at[over] in rows]
            else:
                found = [value(table) for at[over] in rows if where(table)]
            at[over] = before
            return found

        return each

    def of_all(self, node: tree.Noted) -> Run | None:
        """What all players have in a field, of a row at hand; None where that is not so simple."""
        field, place = self.sheet.fields[node.field], self.fields[node.field]
        if node.spread or len(field.over) > 1:
            return None

        def all_of_them(table: Table) -> Sequence[Any]:
            values = table.noted[place]
            if field.over:
                at = table.at[field.over[0]]
                values = [one[at] for one in values]
            if None in values:
                raise UnansweredError
            return values

        return all_of_them

    def of_mine(self, node: tree.Mine) -> Run:
        value = self.made(node.value)

        def mine(table: Table) -> Any:
            inner, table.player = table.player, table.before.pop()
            found = value(table)
            table.before.append(table.player)
            table.player = inner
            return found

        return mine

    def of_ranked(self, node: tree.Ranked) -> Run:
        each = self.made(tree.Each(PLAYERS, node.value))
        key, kept = id(node), not in_row(node.value)
        end = {"most": max, "fewest": min}.get(node.by)

        def rank(table: Table) -> Any:
            found = table.ranked.get(key) if kept else None
            if found is None:
                values = each(table)
                found = table.ranked[key] = values, end and end(values)
            values, best = found
            own = values[table.player]
            return own == best if end else 1 + sum([value > own for value in values])

        return rank

    def of_call(self, node: tree.Call) -> Run:
        match node:
            case tree.Call("floor", (tree.Binary("/", one, other, at),)):
                return divided(self.made(one), self.made(other), operator.floordiv, at)
            case tree.Call("count", (tree.Each(over, tree.Truth(True), None),)) if over != OTHERS:
                size = 0 if over == PLAYERS else self.size(over)
                return lambda table: size or table.players
        work, given = WORK[node.function], [self.made(one) for one in node.given]
        if len(given) == 1:
            first = given[0]
            return lambda table: work(first(table))
        return lambda table: work(*[one(table) for one in given])

    def of_lookup(self, node: tree.Lookup) -> Run:
        key, at, value = self.made(node.key), self.made(node.at), self.made(node.value)
        over, size = node.table, self.size(node.table)

        def look_up(table: Table) -> Any:
            wanted, before = key(table), table.at.get(over, 0)
            best: tuple[Any, int] | None = None
            for row in range(size):
                table.at[over] = row
                found = at(table)
                fits = found == wanted if isinstance(wanted, str) else found <= wanted
                if fits and (best is None or (not isinstance(found, str) and found > best[0])):
                    best = found, row
            table.at[over] = best[1] if best else before
            result = value(table) if best else 0
            table.at[over] = before
            return result

        return look_up

    def of_best(self, node: tree.Best) -> Run:
        listed = tree.Each(node.over, tree.Listed((node.worth, node.cost)), node.where)
        rows, limit = self.made(listed), self.made(node.limit)
        return lambda table: best(rows(table), limit(table))


def in_row(node: Node) -> bool:
    """Whether a value may depend on the row or the round at hand, or on another player before."""
    match node:
        case tree.Column() | tree.Round() | tree.Mine():
            return True
        case tree.Noted() | tree.Defined():
            return not all(node.spread) or not node.spread
    return any(map(in_row, tree.inside(node)))


def of_players(value: Run, where: Run | None, *, all_of_them: bool) -> Run:
    """The value for each player, or for each but the one at hand."""

    def each(table: Table) -> list[Any]:
        outer, found = table.player, []
        table.before.append(outer)
        for player in range(table.players):
            table.player = player
            if (all_of_them or player != outer) and (where is None or where(table)):
                found.append(value(table))
        table.player = table.before.pop()
        return found

    return each


def calculated(left: Run, right: Run, work: Callable[[Any, Any], Any]) -> Run:
    """A sum, a difference or a product."""

    def value(table: Table) -> Any:
        found = work(left(table), right(table))
        return found if found.__class__ is int and -MANY < found < MANY else bounded(found)

    return value


def divided(left: Run, right: Run, work: Callable[[Any, Any], Any], at: int) -> Run:
    """A quotient, all of it or its whole part, or what is left of it."""

    def value(table: Table) -> Any:
        one, other = left(table), right(table)
        if not other:
            raise ImpossibleError("division by zero", at)
        return bounded(work(one, other), at)

    return value


CALCULATE = MappingProxyType({"+": operator.add, "-": operator.sub, "*": operator.mul})
COMPARE: Mapping[str, Callable[[Run, Run], Run]] = MappingProxyType(
    {
        "=": lambda one, other: lambda table: one(table) == other(table),
        "!=": lambda one, other: lambda table: one(table) != other(table),
        "<": lambda one, other: lambda table: one(table) < other(table),
        "<=": lambda one, other: lambda table: one(table) <= other(table),
        ">": lambda one, other: lambda table: one(table) > other(table),
        ">=": lambda one, other: lambda table: one(table) >= other(table),
        "in": lambda one, many: lambda table: one(table) in many(table),
    }
)
COMPARE_WITH: Mapping[str, Callable[[Run, int], Run]] = MappingProxyType(
    {
        "=": lambda one, number: lambda table: one(table) == number,
        "!=": lambda one, number: lambda table: one(table) != number,
        "<": lambda one, number: lambda table: one(table) < number,
        "<=": lambda one, number: lambda table: one(table) <= number,
        ">": lambda one, number: lambda table: one(table) > number,
        ">=": lambda one, number: lambda table: one(table) >= number,
    }
)
