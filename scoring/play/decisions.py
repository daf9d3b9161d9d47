"""The questions of an engine: decisions of players and of the table.

An engine is a script. ``yield from ask(...)`` puts a question, and returns the value of the chosen
move.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from scoring.play.moves import Options
from scoring.positions import players

V = TypeVar("V")
TABLE = players.TABLE  # who decides what chance decides: the table shuffles, deals and rolls


class Decision(NamedTuple, Generic[V]):
    """A question of the rules, answered by a move with a value of type ``V``.

    - ``who``: the player who answers it, or `TABLE`
    - ``what``: what it is about, in a few words
    - ``rule``: the clause by which it is asked
    - ``options``: the moves that answer it
    """

    who: str
    what: str
    rule: str
    options: Options[V]

    def shown(self) -> Decision[V]:
        """Return the decision for whoever chooses: without the objects that know the state."""
        return self._replace(options=self.options.shown())

    def random(self, rng: Random) -> str:
        """Return any answer, as words."""
        return self.options.draw(rng)[0]

    def __str__(self) -> str:
        whose = "the table's" if self.who == TABLE else f"{self.who}'s"
        return f"it is {whose} move ({self.what}, {self.rule}): {self.options}"


class Together(NamedTuple, Generic[V]):
    """Decisions that several players make at once: in secret, then revealed together."""

    decisions: tuple[Decision[V], ...]

    def names(self) -> tuple[str, ...]:
        """Return who decides; raise `ValueError` if nobody does, or one player twice: a mistake of
        an engine."""
        names = tuple([decision.who for decision in self.decisions])
        if not names or len({*names}) < len(names):
            raise ValueError(f"players who decide at once: found {names}, expected each once")
        return names


Question = Decision[Any] | Together[Any]
Asking = Generator[Question, Any, V]  # a part of a script that comes back with a value
Script = Asking[None]


def ask(who: str, what: str, rule: str, options: Options[V]) -> Asking[V]:
    """Put a `Decision` to a player or the table; return the value of the move that answers it."""
    value: V = yield Decision(who, what, rule, options)
    return value


def ask_together(*decisions: Decision[V]) -> Asking[Mapping[str, V]]:
    """Put decisions to several players at once; return the values of their moves by player."""
    values: Mapping[str, V] = yield Together(decisions)
    return values
