"""The interface by which positions of a game are read, checked and scored: that of a folder's
``__init__.py``, or of a score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast

from card_data import Game
from card_data.model import Model
from scoring import games
from scoring.positions.findings import Finding
from scoring.positions.result import Result


class Layer(Protocol):
    """One layer of the check: yields findings about the answers that are there."""

    def __call__(self, position: Any, game: Game[Any], /) -> Iterator[Finding]: ...


class Rules(Protocol):
    """The interface of a game's folder, which reads, checks and scores positions."""

    @property
    def Position(self) -> type[Model]:  # noqa: N802 - a class
        """The type of the game's positions."""

    @property
    def LAYERS(self) -> Mapping[str, Layer]:  # noqa: N802 - a constant
        """The layers of the check by their names, in order."""

    def blank(self, game: Game[Any], /) -> str:
        """Return an empty position as commented YAML: every answer ``null``."""

    def unfinished(self, position: Any, game: Game[Any], /) -> Iterator[str]:
        """Return why the score of this sound position is provisional; nothing if it is final."""

    def score(self, position: Any, game: Game[Any], /) -> Result:
        """Return the score of a sound position."""


def rules_of(game: Game[Any]) -> Rules:
    """Return the rules of a game in `scoring.games.scorable`."""
    return cast(Rules, games.package(game))


def warnings_of(game: Game[Any], position: Any) -> Iterator[Finding]:
    """Return possible mistakes in a position that break no clause; only score sheets warn."""
    return iter(()) if game.scoresheet is None else games.package(game).warnings(position)
