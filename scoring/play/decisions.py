"""What an engine asks: the decisions of players and of the table.

An engine is a script: it yields a `Decision` and receives the value of the move that was chosen.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any, NamedTuple, TypeVar

from scoring.play.moves import Choices, Options, Tested

V = TypeVar("V")
TABLE = "table"  # who decides what chance decides: the table shuffles, deals and rolls


class Decision(NamedTuple):
    """A question of the rules: who answers it, what it is about, by which clause, the options."""

    who: str
    what: str
    rule: str
    options: Options[Any]

    def shown(self) -> Decision:
        """The decision as whoever chooses may have it: without what knows the state."""
        if isinstance(self.options, Choices | Tested):
            return self._replace(options=self.options.shown())
        return self

    def random(self, rng: Random) -> str:
        """Any answer, as words."""
        words: str = self.options.draw(rng)[0]
        return words

    def __str__(self) -> str:
        whose = "the table's" if self.who == TABLE else f"{self.who}'s"
        return f"it is {whose} move ({self.what}, {self.rule}): {self.options}"


class Together(NamedTuple):
    """Decisions that several players take at once: in secret, then revealed together.

    The engine receives a mapping from each player to the value of that player's move.
    """

    decisions: tuple[Decision, ...]

    def names(self) -> tuple[str, ...]:
        """Who decides. Raise `ValueError` if nobody does, or one player twice: an engine's slip."""
        names = tuple([decision.who for decision in self.decisions])
        if not names or len({*names}) < len(names):
            raise ValueError(f"players who decide at once: found {names}, expected each once")
        return names


Question = Decision | Together
Script = Generator[Question, Any]
Asking = Generator[Question, Any, V]  # a part of a script that comes back with a value
