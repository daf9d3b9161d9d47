"""What the functions of ``score.yaml`` do with values: `card_data.scoresheet.functions` says what
each is.

Numbers stay exact: whole ones are ``int``, others `Fraction`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from types import MappingProxyType
from typing import Any

from card_data.limits import LARGEST_VALUE, MOST_BEST

MANY = 10**12  # numbers below it are sure not to be too large


class ImpossibleError(Exception):
    """An expression that cannot be worked out; ``at`` is the place in its text, from 0."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


def bounded(value: Any, at: int = 0) -> Any:
    """A number, if it is not too large or too fine to go on with."""
    fits = -LARGEST_VALUE <= value <= LARGEST_VALUE
    if not fits or (value.__class__ is Fraction and value.denominator > LARGEST_VALUE):
        raise ImpossibleError(f"comes to a number beyond {LARGEST_VALUE:,}", at)
    return value


def quotient(one: Any, other: Any) -> Any:
    """Two numbers divided."""
    return Fraction(one) / other


def added(values: Sequence[Any]) -> Any:
    """The sum of numbers."""
    found: Any = 0
    for value in values:
        found += value
        if found.__class__ is not int:
            bounded(found)
    return found if -MANY < found < MANY else bounded(found)


def largest(values: Sequence[Any]) -> Any:
    return max(values, default=0)


def smallest(values: Sequence[Any]) -> Any:
    return min(values, default=0)


def counted(values: Sequence[Any]) -> int:
    """How many hold of truths, how many there are of anything else."""
    return sum([value is not False for value in values])


def different(values: Sequence[Any]) -> int:
    return len(set(values))


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


def sets_of(counts: Sequence[int], of: int | Sequence[Any] | None = None) -> Any:
    """Sets of different ones that so many of each make: how many of all, or of ``of``; or what
    they are worth, a set of 1 the first of the numbers ``of``.

    >>> sets_of([3, 2, 1]), sets_of([3, 2, 1], 2), sets_of([3, 2, 1], [1, 3, 6])
    (1, 3, 10)
    """
    held = [max(0, count) for count in counts]
    if isinstance(of, list):
        found: Any = 0
        steps = sorted({0, *held})
        for before, upto in pairwise(steps):
            kinds = sum([count >= upto for count in held])
            found = bounded(found + looked_up(kinds, of) * (upto - before))
        return found
    if of is None:
        return min(held, default=0)
    if not isinstance(of, int) or of < 1:
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


def rounded(number: Any) -> int:
    """The nearest whole number, a half up."""
    return floor(Fraction(number) + Fraction(1, 2))


def best(rows: Sequence[Sequence[int]], limit: int) -> int:
    """The most that rows are worth together whose costs come to no more than a limit; each has a
    worth and a cost.

    >>> best([(4, 2), (5, 1), (6, 1)], 2)
    11
    """
    free = sum([worth for worth, cost in rows if cost <= 0 < worth])
    dear = [(worth, cost) for worth, cost in rows if worth > 0 and 0 < cost <= limit]
    room = min(limit, sum([cost for _, cost in dear]))
    if room > MOST_BEST:
        raise ImpossibleError(f"found a limit of {limit:,} in best, expected at most {MOST_BEST:,}")
    most = [0] * (max(room, 0) + 1)  # by what may be spent
    for worth, cost in dear:
        for spent in range(len(most) - 1, cost - 1, -1):
            most[spent] = max(most[spent], most[spent - cost] + worth)
    return int(bounded(free + most[-1]))


WORK: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "sum": added,
        "count": counted,
        "max": largest,
        "min": smallest,
        "distinct": different,
        "longest_run": longest_run,
        "sets_of": sets_of,
        "lookup": looked_up,
        "floor": floor,
        "ceil": ceil,
        "round": rounded,
        "abs": abs,
    }
)
