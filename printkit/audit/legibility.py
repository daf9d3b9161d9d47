"""What everybody must be able to see: the shipped ``legibility.yaml``, and what a folder of edited
games puts in its place."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

import card_data
from card_data import DataError
from card_data.decode import Decoder
from card_data.documents import read_file
from card_data.game import home
from card_data.model import Model

FILE = "legibility.yaml"
Measure = Annotated[float, Meta(ge=0, le=100)]
Ratio = Annotated[float, Meta(ge=1, le=21)]


class Legibility(Model, frozen=True):
    """How far apart colours must look, how much text and icons must stand out, and from which size
    on, in points, type is large."""

    apart: Measure
    grey: Measure
    text: Ratio
    large_text: Ratio
    icons: Ratio
    large: Measure
    large_bold: Measure

    def for_text(self, size: float, *, bold: bool) -> float:
        """The contrast that text of a ``size`` in points must have."""
        is_large = size >= (self.large_bold if bold else self.large)
        return self.large_text if is_large else self.text


def legibility(data: Path | None = None) -> Legibility:
    """What is asked, changed by the ``legibility.yaml`` of the folder ``data`` if it has one.

    Raise `DataError` with every problem of the file.
    """
    shipped: Legibility = _read(Path(card_data.__file__).with_name(FILE), FILE, Legibility)
    if data is None or not os.path.lexists(own := home(data) / FILE):
        return shipped
    optional = [(one.name, one.type | None, None) for one in msgspec.structs.fields(Legibility)]
    changes = _read(
        own,
        str(own),
        msgspec.defstruct("Changes", optional, bases=(Model,), frozen=True),
        home(data),
    )
    named = msgspec.structs.asdict(changes)
    return msgspec.structs.replace(
        shipped, **{name: value for name, value in named.items() if value is not None}
    )


def _read(path: Path, shown: str, kind: Any, within: Path | None = None) -> Any:
    decoder = Decoder(read_file(path, shown, within))
    read = decoder.read(kind)
    if read is None:
        raise DataError(*decoder.problems)
    return read
