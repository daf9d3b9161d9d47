"""A score sheet: ``score.yaml`` as it is once it has been read, checked, its numbers filled in.

Its expressions are functions of a table. One that cannot be worked out raises `DataError` with its
place in the file; one that needs what is not answered yet, `UnansweredError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from card_data.model import Model
from card_data.scoresheet.model import Level, Strictness
from card_data.scoresheet.table import PLAYERS, ROUNDS, Run

Holds = Literal["number", "choice", "truth", "player"]
By = Literal["most", "fewest"]


class PhraseValue(Model, frozen=True, tag=True):
    """A value in a text, a player by name; with its noun, if it has one, in the singular and
    after a slash the plural."""

    value: Run
    noun: str = ""
    player: bool = False


class PhraseWords(Model, frozen=True, tag=True):
    """Words of a text."""

    text: str


Phrase = tuple[PhraseWords | PhraseValue, ...]


class Field(Model, frozen=True):
    """A field: what it is called, what it goes over (tables, or rounds), what may stand there.

    ``mosts`` has the largest number in each row of the first table, if those differ; ``most`` is
    the largest of all.
    """

    name: str
    label: str
    clause: str
    level: Level
    over: tuple[str, ...]
    holds: Holds
    marks: bool
    least: int
    most: int | None
    mosts: Mapping[str, int]
    choices: tuple[str, ...]
    optional: bool

    def most_in(self, keys: Sequence[str]) -> int | None:
        """The largest number that may stand in a row, by the keys of it."""
        return self.mosts.get(keys[0], self.most) if keys else self.most

    @property
    def may_be_not_played(self) -> bool:
        """Whether a round of it can be said not to have been played: not by boxes to tick."""
        return ROUNDS in self.over and self.holds != "truth" and not self.marks


class Constraint(Model, frozen=True):
    """A condition that must hold; ``at`` are the fields to blame, if there are any."""

    holds: Run
    say: Phrase
    level: Level
    over: tuple[str, ...]
    at: tuple[str, ...]
    clause: str
    strictness: Strictness


class ScorePart(Model, frozen=True):
    """A part of the score; ``lists`` are those of whole numbers in which its points look something
    up, or that say what sets are worth, each with the function and what its first is for;
    ``field`` is the one that it is the value of, if it is no more than that."""

    name: str
    label: str
    clause: str
    level: Level
    points: Run
    say: Phrase
    lists: tuple[tuple[str, tuple[int, ...], int], ...]
    field: Field | None


class Elimination(Model, frozen=True):
    """Who is out, and whether they win if their team does."""

    holds: Run
    clause: str
    say: Phrase
    wins_with_team: bool


class Grade(Model, frozen=True):
    """The grade of totals from ``least`` on."""

    least: int
    say: str
    lost: bool


class Wins(Model, frozen=True):
    """Who wins: ``by`` most or fewest of ``value``, of the total without one; with a ``target``
    whoever has that; with ``together`` all or nobody, by the target or the ``grades``."""

    clause: str
    by: By = "most"
    value: Run | None = None
    target: int | None = None
    together: bool = False
    grades: tuple[Grade, ...] = ()


class Tie(Model, frozen=True):
    """A step in breaking ties between players."""

    by: By
    value: Run
    say: str
    clause: str


class Scoresheet(Model, frozen=True):
    """All of a ``score.yaml``.

    ``points`` says whether most or fewest points are better, None where nothing does.
    ``values`` are those of definitions, of parts as ``worth.NAME`` and of all parts as ``total``;
    ``keys`` are what fields, definitions and constraints go over, each with its rows' IDs or its
    rounds' numbers; ``again`` reads it once more where it is unpickled, as functions cannot be.
    """

    clause: str
    fields: Mapping[str, Field]
    values: Mapping[str, Run]
    must: tuple[Constraint, ...]
    parts: tuple[ScorePart, ...]
    out: Elimination | None
    teams: str | None
    wins: Wins
    points: By | None
    ties: tuple[Tie, ...]
    shared: str
    keys: Mapping[str, tuple[str, ...]]
    again: tuple[Callable[..., Scoresheet], tuple[Any, ...]]

    def __reduce__(self) -> tuple[Callable[..., Scoresheet], tuple[Any, ...]]:
        return self.again

    def of(self, level: Level) -> tuple[Field, ...]:
        """The fields of each player, or of the table."""
        return tuple([field for field in self.fields.values() if field.level == level])

    def field_at(self, where: tuple[str, ...]) -> Field | None:
        """The field of a place in a position, by the steps of its path; None for another place."""
        inside = where[2:] if where[:1] == (PLAYERS,) else where
        return self.fields.get(inside[0]) if inside else None
