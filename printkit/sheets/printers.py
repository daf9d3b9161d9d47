"""Printers and how they print askew: kept for a user, and corrected by one transform a sheet.

A printer prints all a little too large or too small, and backs beside the place where they belong:
shifted, and turned. Sheets for it are upright, as the paper runs through it, and all that is on
them, pieces and marks, is moved the other way.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from card_data import DataError, Problem
from card_data.decode import Decoder
from card_data.documents import read_file
from card_data.limits import FARTHEST_OFF, LARGEST_SKEW
from card_data.model import Model, Name
from card_data.problems import near
from card_data.staging import Staging
from printkit.drawing.shapes import IDENTITY, Matrix, multiply
from printkit.sheets.sheet import Flip, Sheet

FILE = "printers.yaml"
HEAD = (
    "# Printers by name, as printkit printer keeps them. Lengths are in mm, the skew in degrees.\n"
)
SMALLEST_SCALE, LARGEST_SCALE = 0.9, 1.1
NUMBER = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,6})?")
LENGTHS = ("right", "down", "scale", "skew")

Off = Annotated[float, Meta(ge=-FARTHEST_OFF, le=FARTHEST_OFF)]  # mm
Scale = Annotated[float, Meta(ge=SMALLEST_SCALE, le=LARGEST_SCALE)]
Skew = Annotated[float, Meta(ge=-LARGEST_SKEW, le=LARGEST_SKEW)]  # degrees


class Faults(Model, frozen=True):
    """How a printer prints an upright sheet.

    Backs lie ``right`` and ``down`` mm beside where they belong, seen from the back held so that it
    can be read, and are turned clockwise by ``skew`` degrees about the middle of the sheet. A mm
    comes out ``scale`` mm long.
    """

    right: Off = 0.0
    down: Off = 0.0
    scale: Scale = 1.0
    skew: Skew = 0.0


class PrintersFile(Model, frozen=True):
    """``printers.yaml``: a user's printers."""

    printers: dict[Name, Faults] = msgspec.field(default_factory=dict)


class Printer(msgspec.Struct, frozen=True):
    """A printer of that name and its faults, which sheets for it make up for."""

    name: str
    faults: Faults

    @property
    def said(self) -> str:
        """What is in force, for the strip of a sheet.

        >>> Printer("hp", Faults(1.5, -0.2, 0.995, 0.8)).said
        'corrected for hp: backs 1.5, -0.2 mm, 0.8°, scale 0.995'
        """
        off = self.faults
        backs = f"backs {off.right:g}, {off.down:g} mm, {off.skew:g}°"
        return f"corrected for {self.name}: {backs}, scale {off.scale:g}"

    def keywords(self) -> dict[str, str]:
        """What the audit needs to know of it."""
        faults = ",".join(f"{getattr(self.faults, one):g}" for one in LENGTHS)
        return {"printer": self.name, "faults": faults}

    def corrected(self, sheet: Sheet, flip: Flip) -> Sheet:
        """A sheet, turned upright, with all that is on it moved so that it comes out right."""
        turn = upright(sheet)
        page = sheet._replace(matrix=turn).page
        correction = self.correction(page, flip, back=sheet.back)
        return sheet._replace(matrix=multiply(turn, correction))

    def correction(self, page: tuple[float, float], flip: Flip, *, back: bool) -> Matrix:
        """What is done to a page of this size so that the printer's faults undo it.

        A back that is flipped on the short edge of an upright sheet is upside down on its page.
        """
        off = self.faults if back else Faults(scale=self.faults.scale)
        if flip == "short":
            off = Faults(-off.right, -off.down, off.scale, off.skew)
        angle = math.radians(-off.skew)
        cos, sin = math.cos(angle) / off.scale, math.sin(angle) / off.scale
        across, down = page[0] / 2, page[1] / 2
        to_middle = (1.0, 0.0, 0.0, 1.0, -across - off.right, -down - off.down)
        return multiply(to_middle, (cos, sin, -sin, cos, across, down))


def upright(sheet: Sheet) -> Matrix:
    """What turns a sheet on its side clockwise, so that its left edge is at the top."""
    if sheet.width <= sheet.height:
        return IDENTITY
    return 0.0, 1.0, -1.0, 0.0, sheet.height, 0.0


def file_of_printers() -> Path:
    """Where a user's printers are kept."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser()
    return Path(home) / "printkit" / FILE


def known_printers() -> dict[str, Faults]:
    """The printers that this user keeps; raise `DataError` with what is wrong in their file."""
    file = file_of_printers()
    if not os.path.lexists(file):
        return {}
    decoder = Decoder(read_file(file))
    kept = decoder.read(PrintersFile)
    if kept is None:
        raise DataError(*decoder.problems)
    return kept.printers


def load_printer(name: str) -> Printer:
    """The printer of a name; raise `DataError` if this user keeps none such."""
    known = known_printers()
    if name not in known:
        hint = near(name, known) or "; printkit printer NAME keeps one"
        raise DataError(Problem(message=f"no printer called {name!r}{hint}", file="--printer"))
    return Printer(name, known[name])


def keep_printer(printer: Printer) -> Path:
    """Keep a printer for this user, in place of an earlier one of its name; the file it is in."""
    return write(known_printers() | {printer.name: printer.faults})


def forget_printer(name: str) -> Path:
    """Keep a printer no longer; raise `DataError` if there is none of this name."""
    load_printer(name)
    return write({one: faults for one, faults in known_printers().items() if one != name})


def write(printers: Mapping[str, Faults]) -> Path:
    file = file_of_printers()
    lines = ["printers:" if printers else "printers: {}"]
    for name, faults in sorted(printers.items()):
        values = ", ".join(f"{one}: {getattr(faults, one):g}" for one in LENGTHS)
        lines.append(f"  {name}: {{{values}}}")
    with Staging(file.parent) as staging:
        staging.write(file, HEAD + "\n".join(lines) + "\n")
        staging.move_all()
    return file


def from_keywords(values: Mapping[str, str]) -> Printer:
    """The printer that a file names in its keywords; one without faults if they make no sense."""
    numbers = values.get("faults", "").split(",")
    if len(numbers) == len(LENGTHS) and all(NUMBER.fullmatch(one) for one in numbers):
        faults = dict(zip(LENGTHS, map(float, numbers), strict=True))
        try:
            return Printer(values["printer"], msgspec.convert(faults, Faults))
        except msgspec.ValidationError:
            pass
    return Printer(values["printer"], Faults())
