"""The thresholds of legibility: the shipped ``legibility.yaml``, and what a folder of edited games
changes in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from card_data.model import Model
from card_data.reading.decode import decode
from printkit.sheets.settings import beside_games, shipped

FILE = "legibility.yaml"
Measure = Annotated[float, Meta(ge=0, le=100)]
Ratio = Annotated[float, Meta(ge=1, le=21)]


class Legibility(Model, frozen=True):
    """The thresholds of ``printkit check`` for colours and type."""

    apart: Measure
    """The least difference, to any eye, between the colours that tell two rows apart: CIEDE2000,
    where 1 is just visible."""
    grey: Measure
    """The least difference between them in grey, in L* from 0 to 100, unless the rows have signs of
    their own."""
    text: Ratio
    """The least contrast of text with what is behind it, as WCAG measures it."""
    large_text: Ratio
    """The least contrast of large text with what is behind it, as WCAG measures it."""
    icons: Ratio
    """The least contrast of icons with what is behind them, as WCAG measures it."""
    large: Measure
    """The size from which text is large, in points."""
    large_bold: Measure
    """The size from which bold text is large, in points."""

    def for_text(self, size: float, *, bold: bool) -> float:
        """The contrast that text of a ``size`` in points must have."""
        is_large = size >= (self.large_bold if bold else self.large)
        return self.large_text if is_large else self.text


def legibility(data: Path | None = None) -> Legibility:
    """The shipped thresholds, as changed by a ``legibility.yaml`` in the folder ``data``.

    Raise `DataError` with every problem of the file.
    """
    thresholds = decode(shipped(FILE), Legibility)
    if (own := beside_games(FILE, data)) is None:
        return thresholds
    named = msgspec.structs.asdict(decode(own, changes()))
    return msgspec.structs.replace(
        thresholds, **{name: value for name, value in named.items() if value is not None}
    )


def changes() -> type[Legibility]:
    """The model of a user's own ``legibility.yaml``: any part of the shipped one."""
    optional = [(one.name, one.type | None, None) for one in msgspec.structs.fields(Legibility)]
    made: Any = msgspec.defstruct("Changes", optional, bases=(Legibility,), frozen=True)
    return cast(type[Legibility], made)
