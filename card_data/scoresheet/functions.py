"""The functions and signs of ``score.yaml``: how functions are written, what is done with values.

Numbers stay exact: whole ones are ``int``, others `Fraction`. docs/guide/scoresheets.md says what
each function is, with examples.
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

from card_data.limits import LARGEST_VALUE, MOST_BEST
from card_data.scoresheet.ranges import Range

SIGNATURES = {
    "sum": "sum(LIST) or sum(OVER, NUMBER) or sum(OVER, NUMBER where TRUTH)",
    "count": "count(MARKS) or count(OVER) or count(OVER, TRUTH)",
    "max": "max(LIST) or max(OVER, NUMBER) or max(OVER, NUMBER where TRUTH) or "
    "max(NUMBER, NUMBER …)",
    "min": "min(LIST) or min(OVER, NUMBER) or min(OVER, NUMBER where TRUTH) or "
    "min(NUMBER, NUMBER …)",
    "rank": "rank(NUMBER)",
    "most": "most(NUMBER)",
    "fewest": "fewest(NUMBER)",
    "distinct": "distinct(LIST) or distinct(OVER, VALUE) or distinct(OVER, VALUE where TRUTH)",
    "longest_run": "longest_run(MARKS) or longest_run(OVER, TRUTH)",
    "sets_of": "sets_of(LIST) or sets_of(LIST, NUMBER) or sets_of(LIST, [NUMBER …])",
    "lookup": "lookup(NUMBER, [NUMBER …]) or lookup(NUMBER, [NUMBER …], FIRST) or "
    "lookup(VALUE, TABLE, COLUMN, COLUMN)",
    "best": "best(LIST, NUMBER) or best(OVER, VALUE, NUMBER) or best(TABLE, WORTH, COST, LIMIT) or "
    "best(TABLE, WORTH, COST, LIMIT where TRUTH)",
    "worst": "worst(LIST, NUMBER) or worst(OVER, VALUE, NUMBER)",
    "with_jokers": "with_jokers(FIELD, JOKERS, NUMBER)",
    "if": "if(TRUTH, VALUE, VALUE)",
    "floor": "floor(NUMBER)",
    "ceil": "ceil(NUMBER)",
    "round": "round(NUMBER)",
    "abs": "abs(NUMBER)",
    "mine": "mine(VALUE)",
    "left": "left(VALUE)",
    "right": "right(VALUE)",
}
MANY = 10**12  # numbers below it are sure not to be too large


class ImpossibleError(Exception):
    """An expression that cannot be worked out; ``at`` is the place in its text, from 0."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


def bounded(value: Any, at: int = 0) -> Any:
    """A number, if it is not too large or too fine to go on with."""
    if isinstance(value, Range) or (value.__class__ is int and -MANY < value < MANY):
        return value
    fits = -LARGEST_VALUE <= value <= LARGEST_VALUE
    if not fits or (value.__class__ is Fraction and value.denominator > LARGEST_VALUE):
        raise ImpossibleError(f"comes to a number beyond {LARGEST_VALUE:,}", at)
    return value


def divide(work: Callable[[Any, Any], Any], at: int, one: Any, other: Any) -> Any:
    """A quotient, all of it or its whole part, or what is left of it; its sign is at a place."""
    if not other:
        raise ImpossibleError("division by zero", at)
    return bounded(work(one, other), at)


def exact_sum(values: Sequence[Any]) -> Any:
    """The sum of numbers, none of those on the way too fine."""
    found: Any = 0
    for value in values:
        found += value
        if found.__class__ is not int:
            bounded(found)
    return bounded(found)


def longest_run(values: Sequence[Any]) -> int:
    """How many in a row hold at most, or of whole numbers follow each other.

    >>> longest_run([True, False, True, True]), longest_run([7, 3, 2, 4, 9])
    (2, 3)
    """
    found = run = 0
    before: Any = None
    truths = bool(values) and isinstance(values[0], bool)
    for value in values if truths else sorted(set(values)):
        follows = value if truths else before is not None and value == before + 1
        run = run + 1 if follows else int(not truths)
        found, before = max(found, run), value
    return found


def sets_of(counts: Sequence[int], of: Any = None) -> Any:
    """Count the sets of different things that these counts make: sets of all, or of ``of`` things;
    with a list ``of``, return what the sets are worth, a set of 1 the first of its numbers.

    >>> sets_of([3, 2, 1]), sets_of([3, 2, 1], 2), sets_of([3, 2, 1], [1, 3, 6])
    (1, 3, 10)
    """
    held = [max(0, count) for count in counts]
    if isinstance(of, list):
        found: Any = 0
        ordered = sorted(held)
        for before, upto in pairwise(sorted({0, *held})):
            kinds = len(ordered) - bisect_left(ordered, upto)
            found = bounded(found + looked_up(kinds, of) * (upto - before))
        return found
    if of is None:
        return min(held, default=0)
    if of < 1:
        return 0
    low, high = 0, sum(held) // of
    while low < high:
        middle = (low + high + 1) // 2
        if sum([min(count, middle) for count in held]) >= middle * of:
            low = middle
        else:
            high = middle - 1
    return low


def looked_up(number: int, values: Sequence[Any]) -> Any:
    """The value at a place: 0 before the first and where there is none, the last beyond the end."""
    return values[min(number, len(values)) - 1] if number > 0 and values else 0


def best(rows: Sequence[tuple[int, int]], limit: int, spend: Callable[[int], object]) -> int:
    """The most that rows are worth together whose costs come to no more than a limit; each has a
    worth and a cost. The number of steps that it takes is passed to ``spend`` first.

    >>> best([(4, 2), (5, 1), (6, 1)], 2, print)
    6
    11
    """
    free = sum([worth for worth, cost in rows if cost <= 0 < worth])
    dear = [(worth, cost) for worth, cost in rows if worth > 0 and 0 < cost <= limit]
    room = min(limit, sum([cost for _, cost in dear]))
    if room > MOST_BEST:
        raise ImpossibleError(f"found a limit of {limit:,} in best, expected at most {MOST_BEST:,}")
    spend(len(dear) * max(room, 0))
    most = [0] * (max(room, 0) + 1)  # by what may be spent
    for worth, cost in dear:
        for spent in range(len(most) - 1, cost - 1, -1):
            most[spent] = max(most[spent], most[spent - cost] + worth)
    return int(bounded(free + most[-1]))


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "+": lambda one, other: bounded(one + other),
    "-": lambda one, other: bounded(one - other),
    "*": lambda one, other: bounded(one * other),
    "/": lambda one, other: Fraction(1) / other * one,
    "mod": operator.mod,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, many: one in many,
    "sum": exact_sum,
    "count": lambda values: sum([value is not False for value in values]),
    "max": lambda values: max(values, default=0),
    "min": lambda values: min(values, default=0),
    "distinct": lambda values: len(set(values)),
    "highest": lambda values, number: exact_sum(sorted(values, reverse=True)[: max(0, number)]),
    "lowest": lambda values, number: exact_sum(sorted(values)[: max(0, number)]),
    "longest_run": longest_run,
    "sets_of": sets_of,
    "lookup": looked_up,
    "floor": floor,
    "ceil": ceil,
    "round": lambda number: floor(number + Fraction(1, 2)),
    "abs": abs,
}
