"""What ``--json`` prints, as models: plain values of which there are schemas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from card_data.model import Model


class Violation(Model, frozen=True):
    """A broken clause; ``where`` is the dotted path into the file."""

    rule: str
    where: str
    line: int
    message: str


class Scored(Model, frozen=True):
    """A player's place; ``total`` is null, and ``parts`` empty, for one who has no score."""

    place: int
    player: str
    total: int | None
    parts: dict[str, int]
    out: bool


class Answer(Model, frozen=True):
    """What is said of one file. ``error`` is there only for one that cannot be read.

    A final score has ``winners``, a provisional one ``leaders``.
    """

    game: str | None
    valid: bool
    final: bool
    violations: tuple[Violation, ...] = ()
    standings: tuple[Scored, ...] = ()
    missing: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    decided_by: str | None = None
    error: tuple[str, ...] | UnsetType = UNSET


def plain(answer: Model) -> dict[str, Any]:
    """An answer as plain values, for JSON."""
    values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return values


class Length(Model, frozen=True):
    """The least, the middle and the most of something counted in each game."""

    min: int
    median: float
    max: int


class Share(Model, frozen=True):
    """The wins of a seat, a shared one in parts, their share, and the interval of 95 in 100."""

    wins: float
    share: float
    least: float
    most: float


class Simulated(Model, frozen=True):
    """What random games came to; ``scores`` has the number of players by their points.

    ``wins`` go by seats; ``ends`` has the number of games by what ended them, ``took`` how many of
    the game's ``unit`` they took.
    """

    game: str
    games: int
    players: int
    seed: int
    decisions: int
    decisions_per_second: int
    length: Length
    scores: dict[str, int]
    out: int
    shared_wins: int
    wins: tuple[Share, ...]
    ends: dict[str, int]
    took: Length
    unit: str


def unreadable(game: str | None, problems: Sequence[str], rest: Answer | None = None) -> Answer:
    """The answer for a file that cannot be read; ``game`` is what it names, if it does.

    ``rest`` has what else is wrong with what could be read of it.
    """
    return Answer(
        game=game,
        valid=False,
        final=False,
        violations=rest.violations if rest else (),
        missing=rest.missing if rest else (),
        error=tuple(problems),
    )
