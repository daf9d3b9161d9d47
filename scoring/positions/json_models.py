"""The output of ``--json`` as models: plain values for which there are schemas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from card_data.house import HouseRule
from card_data.model import Model


class Violation(Model, frozen=True):
    """A broken clause."""

    rule: str
    """The ID of the clause."""
    where: str
    """The dotted path into the file, such as players.0.books.A."""
    line: int
    """The line in the file, counting from 1; 0 without a file."""
    message: str
    """What is wrong there, and what was expected."""
    file: str | UnsetType = UNSET
    """The PDF form that it is in; only there if the position was read from forms."""
    page: int | UnsetType = UNSET
    """The page of that form, counting from 1; only there if it is on one page."""
    label: str | UnsetType = UNSET
    """The label of its field, or what the labels of its fields begin with; as ``page``."""
    also: tuple[str, ...] | UnsetType = UNSET
    """Further paths, where several places are at fault together."""


class Scored(Model, frozen=True):
    """A player's place and points."""

    place: int
    """The place: equals share one, as in 1, 1, 3."""
    player: str
    """The name of the player."""
    total: int | None
    """The points; null for a player without a score."""
    parts: dict[str, int]
    """The parts of the total by their labels; empty for a player without a score."""
    out: bool
    """Whether the player has lost, whatever the score."""


class Change(Model, frozen=True):
    """A new value for a place."""

    path: str
    """The dotted path into the file, such as players.0.books.A."""
    value: Any
    """The value, as a file has it; of a list, a mapping or a page all of it."""


class Fix(Model, frozen=True):
    """A change that makes an impossible position possible."""

    changes: tuple[Change, ...]
    """The values that change, all of them together."""
    said: str
    """The change in words."""


class Answer(Model, frozen=True):
    """The results of a check or a score of one file."""

    game: str | None
    """The name of the game; null if the file names none."""
    valid: bool
    """Whether no clause is broken; answers may still be missing."""
    final: bool
    """Whether the score is there and is not provisional."""
    violations: tuple[Violation, ...] = ()
    """The broken clauses in the order of their lines."""
    standings: tuple[Scored, ...] = ()
    """The players and their points, the best first."""
    missing: tuple[str, ...] = ()
    """The dotted paths of the answers not given yet."""
    winners: tuple[str, ...] = ()
    """The names of the winners; empty while the score is provisional."""
    leaders: tuple[str, ...] = ()
    """The names of those who would win a provisional score; else empty."""
    decided_by: str | None = None
    """The ID of the clause that decided a tie; null if no tiebreaker did."""
    warnings: tuple[Violation, ...] | UnsetType = UNSET
    """What may be a mistake and breaks no clause, in the order of the lines; only there if there is
    something."""
    fixes: tuple[Fix, ...] | UnsetType = UNSET
    """What was likely meant, a single change; only there if no other is as likely."""
    error: tuple[str, ...] | UnsetType = UNSET
    """Why the file cannot be read; only there if it cannot."""
    notes: tuple[str, ...] | UnsetType = UNSET
    """Notes on what was read, such as that it was made for other data; only there if
    there is something."""
    options: tuple[HouseRule, ...] | UnsetType = UNSET
    """The house rules that are not as in the game's data; only there if there are any."""
    made_for: str | UnsetType = UNSET
    """The fingerprint of the data that the file says it was made for; only there if it does."""
    kept: str | UnsetType = UNSET
    """The ID under which it is kept in the history; only there if it is kept."""
    position: dict[str, Any] | UnsetType = UNSET
    """The position that a record came to, as `score` takes it; only there if all its moves are
    sound."""


def to_plain(answer: Model) -> dict[str, Any]:
    """Return an answer as plain values, for JSON."""
    values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return values


class Length(Model, frozen=True):
    """The least, the median and the most of something counted in each game."""

    min: int
    """The least."""
    median: float
    """The middle."""
    max: int
    """The most."""


class Points(Model, frozen=True):
    """The scores of many players, without players who were out whatever their score."""

    min: int
    """The least."""
    median: float
    """The middle."""
    max: int
    """The most."""
    mean: float
    """The average."""
    deviation: float
    """The standard deviation from the average."""


class Share(Model, frozen=True):
    """The wins of a seat."""

    wins: float
    """Games won; a shared win counts in parts."""
    share: float
    """The share of all games, from 0 to 1."""
    least: float
    """The lower end of the 95 % interval of the share."""
    most: float
    """The upper end of the 95 % interval of the share."""


class Simulated(Model, frozen=True):
    """The results of random games."""

    game: str
    """The name of the game."""
    games: int
    """How many games were played."""
    players: int
    """How many players each had."""
    seed: int
    """The random seed of the first game; each later game adds 1."""
    decisions: int
    """Decisions in all games together."""
    decisions_per_second: int
    """How fast they were played."""
    length: Length
    """Decisions in a game."""
    scores: dict[str, int]
    """How many players had each number of points, by the points."""
    points: Points | None
    """The scores of all players in short; null if nobody has one."""
    points_by_seat: tuple[Points | None, ...]
    """The same of each seat in order."""
    out: int
    """How many players were out."""
    shared_wins: int
    """How many games had several winners."""
    wins: tuple[Share, ...]
    """The wins of each seat in order."""
    ends: dict[str, int]
    """How many games ended by each cause, by what ended them."""
    took: Length
    """How many units of length, such as rounds, a game took."""
    unit: str
    """What the game's length is counted in, such as round."""
    options: tuple[HouseRule, ...] | UnsetType = UNSET
    """The house rules that are not as in the game's data; only there if there are any."""


def unreadable_answer(
    game: str | None, problems: Sequence[str], rest: Answer | None = None
) -> Answer:
    """Return the answer for a file that cannot be read; ``game`` is the game that it names, if it
    does.

    ``rest`` has the faults of the part that could be read.
    """
    return Answer(
        game=game,
        valid=False,
        final=False,
        violations=rest.violations if rest else (),
        missing=rest.missing if rest else (),
        error=tuple(problems),
    )
