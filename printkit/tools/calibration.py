"""Compute a printer's offset from the readings of a calibration sheet."""

from __future__ import annotations

import math
import re

import msgspec

from card_data import DataError, Problem
from card_data.limits import FARTHEST_OFF, LARGEST_SKEW
from card_data.problems import Problems, quote
from printkit.options import LARGEST_SCALE, SMALLEST_SCALE, Printer, PrinterOffset
from printkit.sheets.printers import known_printers

NAME = re.compile("[a-z][a-z0-9_]{0,40}")
NUMBER = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,6})?")
SCALE_DISTANCES = 220.0, 150.0  # mm: from the top scale to the bottom one, from left to right
BOUNDS = (  # beyond which no printer works
    ("right", -FARTHEST_OFF, FARTHEST_OFF, "backs are off by", " mm"),
    ("down", -FARTHEST_OFF, FARTHEST_OFF, "backs are off by", " mm"),
    ("skew", -LARGEST_SKEW, LARGEST_SKEW, "backs are turned by", "°"),
    ("scale", SMALLEST_SCALE, LARGEST_SCALE, "1 mm comes out as", " mm"),
)


def read_off(top: float, bottom: float, left: float, right: float) -> dict[str, float]:
    """The faults that the four scales of a calibration sheet read, in mm: how far the back is
    shifted right at the top and at the bottom of the sheet, and down at its left and its right.

    >>> read_off(2.6, -0.4, 0.2, 2.2)
    {'right': 1.1, 'down': 1.2, 'skew': 0.776}
    """
    high, wide = SCALE_DISTANCES
    turn = high * (top - bottom) + wide * (right - left)
    return {
        "right": round((top + bottom) / 2, 3),
        "down": round((left + right) / 2, 3),
        "skew": round(math.degrees(turn / (high * high + wide * wide)), 3),
    }


def calibrated(
    name: str,
    readings: str | None,
    back_offset: str | None,
    skew: float | None,
    scale: float | None,
    *,
    add: bool = False,
) -> Printer:
    """A printer with these faults; a fault that is None stays as saved.

    ``readings`` are four numbers and ``back_offset`` two, separated by commas. ``add``: they were
    found on sheets already corrected for the saved faults. Raise `DataError` with what is wrong.
    """
    saved = known_printers().get(name, PrinterOffset())
    if readings is not None and (back_offset is not None or skew is not None):
        message = "cannot be combined with --back-offset or --skew, which the readings give"
        raise DataError(Problem(message=message, file="--readings"))
    if not NAME.fullmatch(name):
        expected = "lower-case letters, digits and _, starting with a letter"
        message = f"found {quote(name)}, expected {expected}"
        raise DataError(Problem(message=message, file="NAME", typed=True))
    changes = {} if skew is None else {"skew": skew}
    if readings is not None:
        changes = read_off(*numbers("--readings", readings, "2.6,-0.4,0.2,2.2"))
    if back_offset is not None:
        shift = numbers("--back-offset", back_offset, "1.5,-0.2")
        changes |= dict(zip(("right", "down"), shift, strict=True))
    if add:
        changes = {key: getattr(saved, key) + value for key, value in changes.items()}
    if scale is not None:
        changes["scale"] = saved.scale * scale if add else scale
    offset = msgspec.structs.replace(saved, **{key: round(one, 4) for key, one in changes.items()})
    problems = Problems()
    for key, least, most, what, unit in BOUNDS:
        value = getattr(offset, key)
        if not least <= value <= most:  # a value that is not a number is none of these either
            message = f"{what} {value:g}{unit}: expected {least:g} to {most:g}{unit}"
            problems.extend([Problem(message=message, file="printer", field=key, typed=True)])
    problems.raise_if_any()
    return Printer(name, offset)


def numbers(option: str, text: str, example: str) -> list[float]:
    """As many numbers as in the ``example``, separated by commas."""
    parts = [part.strip() for part in text.replace("\u2212", "-").split(",")]
    if len(parts) != example.count(",") + 1 or not all(map(NUMBER.fullmatch, parts)):
        message = f"found {quote(text)}, expected numbers in mm, as in {example}"
        raise DataError(Problem(message=message, file=option))
    return [float(part) for part in parts]
