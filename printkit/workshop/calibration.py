"""A printer's faults from the readings of a calibration sheet, and in words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from card_data import DataError, Problem
from card_data.limits import FARTHEST_OFF, LARGEST_SKEW
from card_data.problems import Problems, clip
from printkit.options import FAULT, LARGEST_SCALE, SMALLEST_SCALE, Faults, Printer
from printkit.sheets.printers import known_printers, load_printer

NAME = re.compile("[a-z][a-z0-9_]{0,40}")
SCALE_DISTANCES = 220.0, 150.0  # mm: from the top scale to the bottom one, from left to right


class Readings(NamedTuple):
    """The readings of a calibration sheet's four scales, in mm: how far the back is shifted right
    at the top and at the bottom of the sheet, and down at its left and its right."""

    top: float
    bottom: float
    left: float
    right: float

    def faults(self) -> Faults:
        """The faults of a printer with these readings.

        >>> Readings(2.6, -0.4, 0.2, 2.2).faults()
        Faults(right=1.1, down=1.2, scale=1.0, skew=0.776)
        """
        high, wide = SCALE_DISTANCES
        turn = high * (self.top - self.bottom) + wide * (self.right - self.left)
        return Faults(
            right=round((self.top + self.bottom) / 2, 3),
            down=round((self.left + self.right) / 2, 3),
            skew=round(math.degrees(turn / (high * high + wide * wide)), 3),
        )


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
    saved = known_printers().get(name, Faults())
    if readings is not None and (back_offset is not None or skew is not None):
        message = "cannot be combined with --back-offset or --skew, which the readings give"
        raise DataError(Problem(message=message, file="--readings"))
    if not NAME.fullmatch(name):
        expected = "lower-case letters, digits and _, starting with a letter"
        message = f"found {clip(name)}, expected {expected}"
        raise DataError(Problem(message=message, file="NAME", typed=True))
    if readings is not None:
        read = Readings(*numbers("--readings", readings, "2.6,-0.4,0.2,2.2")).faults()
        changes = {"right": read.right, "down": read.down, "skew": read.skew}
    else:
        changes = {} if skew is None else {"skew": skew}
        if back_offset is not None:
            offset = numbers("--back-offset", back_offset, "1.5,-0.2")
            changes |= dict(zip(("right", "down"), offset, strict=True))
    if add:
        changes = {key: getattr(saved, key) + value for key, value in changes.items()}
    if scale is not None:
        changes["scale"] = saved.scale * scale if add else scale
    faults = msgspec.structs.replace(saved, **{key: round(one, 4) for key, one in changes.items()})
    problems = Problems()
    problems.extend(out_of_range(faults))
    problems.stop_if_any()
    return Printer(name, faults)


def out_of_range(faults: Faults) -> Iterator[Problem]:
    """Faults that are too large for any printer that works."""
    bounds = (
        ("right", -FARTHEST_OFF, FARTHEST_OFF, "backs are off by", " mm"),
        ("down", -FARTHEST_OFF, FARTHEST_OFF, "backs are off by", " mm"),
        ("skew", -LARGEST_SKEW, LARGEST_SKEW, "backs are turned by", "°"),
        ("scale", SMALLEST_SCALE, LARGEST_SCALE, "1 mm comes out as", " mm"),
    )
    for key, least, most, what, unit in bounds:
        value = getattr(faults, key)
        if not least <= value <= most:  # a value that is not a number is none of these either
            message = f"{what} {value:g}{unit}: expected {least:g} to {most:g}{unit}"
            yield Problem(message=message, file="printer", field=key, typed=True)


def numbers(option: str, text: str, example: str) -> list[float]:
    """As many numbers as in the ``example``, separated by commas."""
    parts = [part.strip() for part in text.replace("\u2212", "-").split(",")]
    if len(parts) != example.count(",") + 1 or not all(re.fullmatch(FAULT, one) for one in parts):
        message = f"found {clip(text)}, expected numbers in mm, as in {example}"
        raise DataError(Problem(message=message, file=option))
    return [float(part) for part in parts]


def describe_printers(name: str | None = None) -> list[str]:
    """The saved faults of a printer, or of all, a line each; raise `DataError` if unknown."""
    if name is not None:
        return [load_printer(name).summary]
    saved = [Printer(one, faults).summary for one, faults in known_printers().items()]
    return saved or ["No printer is saved. Calibrate one with the sheet of printkit proof."]
