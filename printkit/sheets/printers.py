"""A user's printers and their offsets, saved from build to build."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from card_data import DataError, Problem
from card_data.model import Model, Name
from card_data.problems import did_you_mean, quote
from card_data.program.folders import settings_folder
from card_data.reading.decode import decode
from card_data.reading.documents import read_file
from card_data.reading.kept_file import KeptFile, contents
from printkit.options import OFFSET_FIELDS, Printer, PrinterOffset

FILE = "printers.yaml"
HEAD = (
    "# Printers by name, as printkit printer saves them. Lengths are in mm, the skew in degrees.\n"
)


class PrintersFile(Model, frozen=True):
    """``printers.yaml``: a user's printers."""

    printers: dict[Name, PrinterOffset] = msgspec.field(default_factory=dict)


def printers_file() -> KeptFile:
    file = settings_folder() / FILE
    return KeptFile(file, contents(file))


def known_printers() -> dict[str, PrinterOffset]:
    """This user's printers by name; raise `DataError` with what is wrong in their file."""
    file = settings_folder() / FILE
    return decode(read_file(file), PrintersFile).printers if os.path.lexists(file) else {}


def load_printer(name: str) -> Printer:
    """Return the printer of this name; raise `DataError` for an unknown one."""
    known = known_printers()
    if name not in known:
        hint = did_you_mean(name, known) or "; save one with printkit printer NAME"
        raise DataError(Problem(message=f"no printer called {quote(name)}{hint}", file="--printer"))
    return Printer(name, known[name])


def save_printers(printers: Mapping[str, PrinterOffset], kept: KeptFile) -> Path:
    """Save these printers for this user, in place of all others; the file they are in.

    Raise `DataError` if another program has changed them since they were read.
    """
    lines = ["printers:" if printers else "printers: {}"]
    for name, offset in sorted(printers.items()):
        values = ", ".join(f"{one}: {getattr(offset, one):g}" for one in OFFSET_FIELDS)
        lines.append(f"  {name}: {{{values}}}")
    kept.write(HEAD + "\n".join(lines) + "\n")
    return kept.file
