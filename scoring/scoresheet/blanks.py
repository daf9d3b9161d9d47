"""What may stand where an answer is missing in a game with a ``score.yaml``: what its fields take,
and of a count no more than its constraints leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from math import prod
from typing import Any, NamedTuple

from card_data import Game
from card_data.scoresheet import tree
from card_data.scoresheet.sheet import Constraint, Field, Scoresheet
from card_data.scoresheet.tree import OTHERS, PLAYERS, ROUNDS, Node
from scoring.kept import kept
from scoring.positions.domains import LEFT_OUT, UNLISTED, Domain, any_name
from scoring.positions.findings import Where
from scoring.positions.paths import put
from scoring.scoresheet.evaluator import PART, TOTAL, Run, UnansweredError
from scoring.scoresheet.functions import ImpossibleError
from scoring.scoresheet.noted import NO_ONE, places, values_of
from scoring.scoresheet.scorer import Scorer, scorer_of

SUMS = ("points", "total")  # of a player's entry, as they stand on the score pad
# What counts as one of `Blanks.COST`: values to check, steps to score them.
VALUES, STEPS = 100, 20_000


class Limit(NamedTuple):
    """A sum of counts that its constraint keeps at most as large as something; ``fields`` are
    those that it counts."""

    constraint: Constraint
    fields: frozenset[str]
    sum: Run
    most: Run


class SheetBlanks:
    """The blanks of one game, as `scoring.positions.outlook.Blanks` has it."""

    def __init__(self, scorer: Scorer, most_players: int) -> None:
        self.sheet, self.values = scorer.sheet, scorer.values
        self.SHARED = shared(self.sheet)
        sizes = [
            prod([len(self.sheet.keys[over]) for over in field.over])
            * (most_players if field.level == "player" else 1)
            for field in self.sheet.fields.values()
        ]
        self.COST = 1 + sum(sizes) // VALUES + self.sheet.work // STEPS
        made = self.values.evaluator.made
        self.limits = [
            Limit(one, frozenset(tree.fields_in(less)), made(less), made(more))
            for one in self.sheet.must
            if one.strictness == "wrong"
            for less, more in at_most(one.holds.tree)
            if is_count(less, self.sheet)
        ]

    def domain(self, position: Any, where: Where, game: Game[Any]) -> Domain:
        """What may stand in a place."""
        match where[2:] if where[0] == PLAYERS else where:
            case []:
                return UNLISTED
            case ["name"]:
                names = [one.name for one in position.players]
                return any_name(names, int(where[1]), self.mentioned(position))
            case [name, *steps] if name in self.sheet.fields:
                field = self.sheet.fields[name]
                if len(steps) < len(field.over):
                    return self.still_open(field.over[len(steps)])
                return self.answers(field, steps, position, where)
        return LEFT_OUT

    def mentioned(self, position: Any) -> Iterator[str]:
        """Whom the answers name."""
        entries = [("table", position), *[("player", one) for one in position.players]]
        for level, entry in entries:
            for field in self.sheet.fields.values():
                if field.holds == "player" and field.level == level:
                    found = [name for _, name in places(field, getattr(entry, field.name), ())]
                    yield from [name for name in found if name != NO_ONE]

    def still_open(self, over: str) -> Domain:
        """An answer for each of what a field goes over, all of them open."""
        keys = self.sheet.keys[over]
        return Domain([(None,) * len(keys) if over == ROUNDS else dict.fromkeys(keys)])

    def answers(self, field: Field, steps: Sequence[str], position: Any, where: Where) -> Domain:
        """What a field takes at these ``steps``: one of its values, or if it is marked any of them,
        or one more mark."""
        values = values_of(field, [one.name for one in position.players or ()]) or ()
        if field.marks and len(steps) == len(field.over):
            return Domain(chain(*[combinations(values, size) for size in range(len(values) + 1)]))
        if field.marks or field.holds != "number":
            return Domain(values)
        bounds = [*self.bounds(field, steps, position, where)]
        bounds += [] if field.most is None else [field.most]
        return Domain(range(field.least, min(bounds) + 1)) if bounds else UNLISTED

    def bounds(
        self, field: Field, steps: Sequence[str], position: Any, where: Where
    ) -> Iterator[int]:
        """What constraints leave for a count, if nobody has any of what is not answered yet."""
        limits = [one for one in self.limits if field.name in one.fields]
        if not limits:
            return
        table = self.values.table(position)
        none, one = [self.values.settled(put(position, where, number)) for number in (0, 1)]
        keys = zip(field.over, steps, strict=True)
        at = {
            over: int(key) if over == ROUNDS else self.sheet.keys[over].index(key)
            for over, key in keys
        }
        for limit in limits:
            over, level = limit.constraint.over, limit.constraint.level
            every = [
                rows
                for rows in self.values.steps[over]
                if all(at.get(step, row) == row for step, row in rows)
            ]
            for player, rows in product(range(table.players if level == "player" else 1), every):
                for each in (table, none, one):
                    each.player = player
                    each.at.update(rows)
                without = limit.sum(none)
                try:
                    if more := limit.sum(one) - without:
                        yield (limit.most(table) - without) // more
                except (UnansweredError, ImpossibleError):
                    continue


def at_most(node: Node) -> Iterator[tuple[Node, Node]]:
    """What is at most what where a truth holds."""
    match node:
        case tree.Binary("and", left, right):
            yield from chain(at_most(left), at_most(right))
        case tree.Binary("<=" | "<", left, right) | tree.Binary(">=" | ">", right, left):
            yield left, right
        case tree.Binary("=", left, right):
            yield from ((left, right), (right, left))


def is_count(node: Node, sheet: Scoresheet) -> bool:
    """Whether a value is a sum of what is noted in fields of numbers from 0 on."""
    match node:
        case tree.Noted(name):
            field = sheet.fields[name]
            return field.holds == "number" and not field.marks and field.least >= 0
        case tree.Call("sum", (one,)) | tree.Each(_, one, None):
            return is_count(one, sheet)
        case tree.Binary("+", left, right):
            return is_count(left, sheet) and is_count(right, sheet)
    return isinstance(node, tree.Number)


def shared(sheet: Scoresheet) -> tuple[str, ...]:
    """The fields of a player on which the scores of others depend: those that are named in what
    goes over players."""
    own = tuple([field.name for field in sheet.of("player")])
    if sheet.wins.together:
        return (*own, *SUMS)
    if sheet.teams:
        return own
    named = {one.name: one.value.tree for one in sheet.definitions}
    named |= {PART + part.name: part.points.tree for part in sheet.parts}
    named[TOTAL] = tree.Listed(tuple([part.points.tree for part in sheet.parts]))
    ahead: list[tuple[Node, bool]] = [(node, False) for node in named.values()]
    ahead += [(sheet.out.holds.tree, False)] if sheet.out else []
    found, seen = set(), set()
    while ahead:
        node, across = ahead.pop()
        if isinstance(node, tree.Defined) and across and node.name not in seen:
            seen.add(node.name)
            ahead.append((named[node.name], True))
        elif isinstance(node, tree.Noted) and across:
            found.add(node.field)
        goes_over = isinstance(node, tree.Each) and node.over in (PLAYERS, OTHERS)
        across = across or goes_over or isinstance(node, tree.Ranked)
        ahead += [(one, across) for one in tree.inside(node)]
    return tuple([name for name in own if name in found])


@kept
def blanks_of(game: Game[Any]) -> SheetBlanks:
    """The blanks of a game with a score sheet, made once."""
    return SheetBlanks(scorer_of(game), game.head.players.max)
