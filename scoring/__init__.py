"""Scores the end positions of the games, and plays them by their rules.

>>> import scoring
>>> filled = scoring.read('''
... game: winstons_archive
... players:
...   - name: Ann
...     books: {A: 2, B: 2, C: 4, E: 5, F: 1}
...     stand_ins: {B: 1}
...     product_over_process: 3
...     open_secrets: 2
...     manuscripts: 8
...   - name: Bo
...     books: {B: 1, D: 5, E: 1, F: 6}
...     product_over_process: 1
...     open_secrets: 3
...     manuscripts: 10
... ''')
>>> report = scoring.score(filled)
>>> report.final, report.result.winners
(True, ('Bo',))
>>> [(place.place, place.player, place.total) for place in report.result.standings]
[(1, 'Bo', 14), (2, 'Ann', 13)]

A position that breaks a clause is not scored; the report lists every broken clause:

>>> wrong = scoring.read('''
... game: winstons_archive
... players:
...   - {name: Ann, books: {A: 3}, product_over_process: 4, open_secrets: 5, manuscripts: 18}
...   - {name: Bo, books: {}, product_over_process: 0, open_secrets: 0, manuscripts: null}
... ''')
>>> report = scoring.check(wrong)
>>> for finding in report.findings:
...     print(finding.line, finding.rule, finding.path, finding.message)
4 WA-6.1 players.0.books.A 3 books of set A, but the set has 2
>>> report.missing
(('players', '1', 'manuscripts'),)
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import warn

from card_data import DataError
from card_data.choices import HouseRules
from scoring.positions.findings import Finding
from scoring.positions.positions import PositionFile, PositionReader, Report, check, score
from scoring.positions.result import Part, Result, Standing, Tally

if TYPE_CHECKING:
    from scoring import env
    from scoring.play import records
    from scoring.play.decisions import Decision
    from scoring.play.play import IllegalMove, Play
    from scoring.positions import likely
    from scoring.sheets import fields, picture

    __version__: str

__all__ = [
    "DataError",
    "Decision",
    "Finding",
    "IllegalMove",
    "Part",
    "Play",
    "PositionFile",
    "PositionReader",
    "Report",
    "Result",
    "Standing",
    "Tally",
    "__version__",
    "check",
    "env",
    "fields",
    "likely",
    "picture",
    "read",
    "records",
    "score",
]

_HOMES = {
    "Decision": "scoring.play.decisions",
    "IllegalMove": "scoring.play.play",
    "Play": "scoring.play.play",
    "env": "scoring.env",
    "fields": "scoring.sheets.fields",
    "likely": "scoring.positions.likely",
    "picture": "scoring.sheets.picture",
    "records": "scoring.play.records",
}


if not TYPE_CHECKING:  # a type checker shall know the names above, and no others

    def __getattr__(name: str) -> Any:
        """Import names on first use: most programs that score neither play nor need pictures."""
        if name == "__version__":
            return import_module("card_data.version").version()
        if name in _HOMES:
            home = import_module(_HOMES[name])
            return getattr(home, name) if name[0].isupper() else home
        if name == "Filled":  # for one version more
            warn("scoring.Filled is now called PositionFile", DeprecationWarning, stacklevel=2)
            return PositionFile
        raise AttributeError(f"module 'scoring' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


def read(source: Path | str, data: Path | None = None, house: Sequence[str] = ()) -> PositionFile:
    """Return the position in a file (a `Path`) or in a YAML text (a `str`).

    ``data`` is a folder of edited games to use in place of the shipped data, ``house`` are house
    options such as ``winstons_archive.refill_taken_stack=true``, which go before those that the
    position says. Raises `DataError` with everything that keeps the source from being a position.

    >>> read("game: winston_archive")
    Traceback (most recent call last):
    scoring.positions.positions.NoGameError: text:1: field game: no game called \
'winston_archive' here; did you mean winstons_archive?
    """
    return PositionReader(data, HouseRules(typed=tuple(house))).read(source)
