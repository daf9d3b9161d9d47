"""A round of Nineteen Eighty-Four worked out the slow way, from NE-3 and NE-4 alone.

The table's middle is the dice available, the dice placed, both by colour, and the value in Room
101. It shares nothing with `scoring`, so that the two can be held against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

COLOURS = ("red", "green", "blue", "white", "yellow", "purple")
Dice = dict[str, int]
Middle = tuple[Dice, Dice, int]


def placements(available: Dice, placed: Dice, room: int) -> Iterator[tuple[str, Iterable[Middle]]]:
    """Every placement that NE-4 allows, in words, with what may lie there then, equally likely."""
    for die, value in available.items():
        rest = without(available, die)
        others = rest | placed
        put = placed | {die: value}
        if die == "red" and placed:
            yield "place red", [(rest, placed | {die: min(placed.values())}, room)]
        if die == "green":
            for rolled in combinations([one for one in COLOURS if one in rest], value):
                yield f"place green reroll {' '.join(rolled)}", falls(rolled, rest, put, room)
        if die == "blue":
            for one in others:
                if one != "yellow" and others[one] > value:
                    gone = (without(rest, one), without(put, one), room)
                    yield f"place blue remove {one}", [gone]
        if die == "white":
            for one in others:
                if [*others.values()].count(others[one]) >= 2:
                    changed = (showing(rest, one, value), showing(put, one, value), room)
                    yield f"place white change {one}", [changed]
        if die == "yellow" and (one := COLOURS[value - 1]) in put:
            yield "place yellow", [(rest, without(put, one), put[one])]
        if die == "purple":
            put = placed | {die: 7 - value}
            for one in others:
                up = 7 - others[one]
                turned = (showing(rest, one, up), showing(put, one, up), room)
                yield f"place purple turn {one}", [turned]
            if not others:
                yield "place purple", [(rest, put, room)]


def falls(rolled: tuple[str, ...], rest: Dice, put: Dice, room: int) -> Iterator[Middle]:
    for faces in product(range(1, 7), repeat=len(rolled)):
        yield rest | dict(zip(rolled, faces, strict=True)), put, room


def without(dice: Dice, die: str) -> Dice:
    return {one: value for one, value in dice.items() if one != die}


def showing(dice: Dice, die: str, value: int) -> Dice:
    """``dice`` with one of them, if it is there, showing ``value``."""
    return dice | {die: value} if die in dice else dice


def same(available: Dice, placed: Dice, room: int) -> Hashable:
    return frozenset(available.items()), frozenset(placed.items()), room


def outcome(placed: Dice, room: int) -> int:
    return sum(placed.values()) - room


def best(middle: Middle, payoff: Callable[[int], float], failed: float) -> Fraction:
    """The expected payoff of the round's result under best play; ``failed`` if it fails."""
    known: dict[Hashable, Fraction] = {}

    def worth(available: Dice, placed: Dice, room: int) -> Fraction:
        if not available:
            return Fraction(payoff(outcome(placed, room)))
        key = same(available, placed, room)
        if key not in known:
            chances = [
                [worth(*one) for one in follows]
                for _, follows in placements(available, placed, room)
            ]
            means = [sum(one, Fraction(0)) / len(one) for one in chances]
            known[key] = max(means, default=Fraction(failed))
        return known[key]

    return worth(*middle)


def results(middle: Middle) -> set[int | None]:
    """Every result that some choices and some luck give; None if the round can fail."""
    known: set[Hashable] = set()
    found: set[int | None] = set()

    def visit(available: Dice, placed: Dice, room: int) -> None:
        key = same(available, placed, room)
        if key in known:
            return
        known.add(key)
        steps = list(placements(available, placed, room))
        if not steps:
            found.add(None if available else outcome(placed, room))
        for _, follows in steps:
            for one in follows:
                visit(*one)

    visit(*middle)
    return found
