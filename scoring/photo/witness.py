"""Holds the numbers of a column against their sum: it knows more than any reader of digits.

A sum and its parts are read together, as the likeliest numbers that add up. They are sure if no
others that add up come near; a number without a sum is always asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Odds = NDArray[np.float32]

SUMS = ("subtotal", "total")  # of which the first that is on a sheet is what its points add up to
POINTS = "points"
GAINED = "prestige"  # points from during the play, beside those
TRUST, LEAST_ODDS = 0.5, 1e-6
MISSED = log(0.02)  # how likely a digit too many or too few is
CLEAR = log(50)  # how much likelier than all others the numbers that add up must be
COST = log(30)  # how much less likely they may be than those that were read first
UNCLEAR = 2  # boxes of a column whose digits are unclear: it is asked about
FEWEST = 2  # parts with something written: one alone would only be said twice
ELSE = log(0.6)  # how much less likely each next way to read a shape is: a hand has its own
READINGS = 4  # of a digit that are tried; of a number its square
MOST_DIGITS = 4  # of a number


class Reading(NamedTuple):
    """A number that a box may show, and the logarithm of how likely it is."""

    text: str
    weight: float

    @property
    def value(self) -> int:
        return int(self.text or 0)


def readings(shapes: Sequence[Sequence[Odds]] | None, written: float) -> list[Reading]:
    """Return the numbers that a box may show, the likeliest first, by the odds that anything is
    ``written`` and those of the digits, by rows, for each way in which each shape may be digits.
    Nothing is one of them; the only one if there are no ``shapes`` because there is no doubt. A
    first digit may be none, or a 1 before it may be lost."""
    if shapes is None:
        return [Reading("", 0.0)]
    found = [Reading("", 0.0)]
    for ways in shapes[:MOST_DIGITS]:
        read = [digits(way) for way in ways]
        found = likeliest([
            Reading(one.text + other.text, one.weight + other.weight - some[0].weight + rank * ELSE)
            for rank, some in enumerate(read)
            for other in some
            for one in found
        ])  # fmt: skip
    tried = {"": doubtful(1 - written)}
    for text, weight in found:
        for way, less in ((text, 0.0), (text[1:], MISSED), (f"1{text}", MISSED)):
            if text and way:
                number = str(int(way))
                tried[number] = max(weight + less, tried.get(number, weight + less))
    return likeliest([Reading(text, weight) for text, weight in tried.items()])


def digits(way: Odds) -> list[Reading]:
    """Return what digits with such odds may be."""
    found = [Reading("", 0.0)]
    for odds in way:
        found = likeliest([
            Reading(f"{one.text}{digit}", one.weight + doubtful(float(odds[digit])))
            for digit in np.argsort(-odds)[:READINGS]
            for one in found
        ])  # fmt: skip
    return found


def likeliest(some: list[Reading]) -> list[Reading]:
    return sorted(some, key=lambda one: -one.weight)[: READINGS**2]


def doubtful(odds: float) -> float:
    """Return the logarithm of odds that are less sure than they say, as digits of one hand are
    alike: what is misread in a part may be so in the sum."""
    return TRUST * log(max(odds, LEAST_ODDS))


def numbers_of(
    boxes: Mapping[str, list[Reading]], unclear: Collection[str] = ()
) -> dict[str, tuple[str, bool]]:
    """Return what each box of a sheet shows, by path, and whether that is sure. Digits that touch,
    or are hidden in part, may be ``unclear`` in the same way in a part and its sum."""
    found = {path: (tried[0].text, False) for path, tried in boxes.items()}
    for total, parts in columns([*boxes]):
        read = added_up(boxes[total], [boxes[part] for part in parts])
        if read is not None:
            texts, sure = read
            sure = sure and sum(path in unclear for path in (*parts, total)) < UNCLEAR
            found |= {path: (text, sure) for path, text in zip([*parts, total], texts, strict=True)}
    return found


def columns(paths: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the path of each sum on a sheet and those of its parts."""
    ways = [path.split(".") for path in paths]
    owners = dict.fromkeys(
        "".join(f"{step}." for step in way[: way.index(POINTS)]) for way in ways if POINTS in way
    )
    for owner in owners:
        found = [owner + name for name in SUMS if owner + name in paths]
        if found:
            parts = [path for path in paths if path.startswith(f"{owner}{POINTS}.")]
            parts += [path for path in paths if path == owner + GAINED]
            yield found[0], parts


def added_up(
    total: Sequence[Reading], parts: Sequence[Sequence[Reading]]
) -> tuple[list[str], bool] | None:
    """Return the likeliest texts of parts and their sum, in this order, and whether they are sure;
    None if none that are likely at all add up."""
    ways: dict[int, list[tuple[float, tuple[str, ...]]]] = {0: [(0.0, ())]}
    most, least = max(one.value for one in total), -(COST + CLEAR)  # below it nothing is changed
    for part in parts:
        longer: dict[int, list[tuple[float, tuple[str, ...]]]] = {}
        least += part[0].weight
        for value, known in ways.items():
            for one in part:
                if value + one.value <= most and known[0][0] + one.weight >= least:
                    there = longer.setdefault(value + one.value, [])
                    there += [(weight + one.weight, (*texts, one.text)) for weight, texts in known]
        ways = {value: sorted(found, reverse=True)[:2] for value, found in longer.items()}
    found = sorted(
        (
            (weight + one.weight, (*texts, one.text))
            for one in total
            for weight, texts in ways.get(one.value, ())
        ),
        reverse=True,
    )
    if not found or not total[0].text:
        return None
    best = sum(part[0].weight for part in parts) + total[0].weight
    written = sum(bool(text) for text in found[0][1][:-1])
    sure = best - found[0][0] <= COST and written >= FEWEST
    sure = sure and (len(found) == 1 or found[0][0] - found[1][0] >= CLEAR)
    return list(found[0][1]), sure
