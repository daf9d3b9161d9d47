"""Numbers not answered yet, for conditions that are broken whatever they turn out to be."""

from __future__ import annotations

from math import inf
from typing import Any, NoReturn


class UnansweredError(Exception):
    """An answer that an expression needs has not been given yet."""


class Range:
    """A number from ``low`` to ``high``, which may be infinite. Sums and multiples are too; a
    comparison whose outcome is open raises `UnansweredError`, as all else does.

    >>> 3 + Range(0, 5) * 2, Range(4, 9) > 3, Range(4, 9) == 10
    (3 to 13, True, False)
    >>> Range(1, inf), 5 - Range(1, inf), Range(0, inf) - Range(0, inf)
    (1 or more, 4 or less, any number)
    """

    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low, high

    def __repr__(self) -> str:
        if self.low == -inf:
            return "any number" if self.high == inf else f"{self.high} or less"
        return f"{self.low} or more" if self.high == inf else f"{self.low} to {self.high}"

    def __add__(self, other: Any) -> Range:
        low, high = ends(other)
        return Range(self.low + low, self.high + high)

    def __neg__(self) -> Range:
        return Range(-self.high, -self.low)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Range):
            raise UnansweredError
        return Range(*sorted([self.low * other, self.high * other])) if other else 0

    def __lt__(self, other: Any) -> bool:
        low, high = ends(other)
        return decided(self.high < low, self.low >= high)

    def __le__(self, other: Any) -> bool:
        low, high = ends(other)
        return decided(self.high <= low, self.low > high)

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        if other is None or isinstance(other, str):
            return False
        low, high = ends(other)
        return decided(False, self.high < low or self.low > high)

    def unknown(self, *others: Any) -> NoReturn:
        raise UnansweredError

    __radd__, __rmul__ = __add__, __mul__
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = unknown
    __floor__ = __ceil__ = __abs__ = __bool__ = __index__ = unknown
    __hash__ = unknown


def ends(value: Any) -> tuple[Any, Any]:
    """Return the least and the largest that a number may be."""
    return (value.low, value.high) if isinstance(value, Range) else (value, value)


def decided(yes: bool, no: bool) -> bool:
    """Return whether something is so, if either is sure."""
    if yes or no:
        return yes
    raise UnansweredError
