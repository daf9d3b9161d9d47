"""What reads, checks and scores the positions of a game: its folder's ``__init__.py``, or a score
sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast

from card_data import Game
from card_data.model import Model
from scoring import games
from scoring.positions.findings import Finding
from scoring.positions.result import Result


class Layer(Protocol):
    """One layer of the check: yields what it finds wrong in the answers that are there."""

    def __call__(self, position: Any, game: Game[Any], /) -> Iterator[Finding]: ...


class Rules(Protocol):
    """What a game's folder offers to read, check and score its positions."""

    @property
    def Position(self) -> type[Model]:  # noqa: N802 - a class
        """What a position is read as."""

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
    """Return what may be a mistake in a position and breaks no clause; only score sheets warn."""
    return iter(()) if game.scoresheet is None else games.package(game).warnings(position)
