"""Looking up a clause by its ID, whichever game it belongs to."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import card_data
from card_data import DataError, Game, Problem
from card_data.model import Clause
from card_data.problems import clip, near
from scoring.moves import either


class FoundClause(NamedTuple):
    """A clause, the title of its section, and the game it belongs to."""

    clause: Clause
    section: str
    game: Game[Any]

    def option(self) -> str | None:
        """The house option that the clause reads, with its current value; None without one."""
        name = self.clause.option
        if name is None:
            return None
        options = self.game.data.options
        option = options[name] if isinstance(options, dict) else getattr(options, name)
        return f"{name} (currently {str(option.value).lower()}): {option.text}"


def find(rule: str, data: Path | None = None) -> FoundClause:
    """The clause with the ID ``rule``, in capitals or not; its game is told by the prefix.

    Raises `DataError` with a near miss if there is none.

    >>> find("WA-3.2").option().partition(":")[0]
    'refill_taken_stack (currently false)'
    >>> find("wa-3.1").clause.id
    'WA-3.1'
    >>> find("WA-3.22")
    Traceback (most recent call last):
    card_data.problems.DataError: WA-3.22: no such clause; did you mean WA-3.2?
    """
    rule = rule.upper()
    prefixes = []
    for name in card_data.names(data):
        game = card_data.load(name, data)
        prefixes.append(game.head.prefix)
        if rule.split("-")[0] == game.head.prefix:
            for section in game.sections:
                for clause in section.clauses:
                    if clause.id == rule:
                        return FoundClause(clause, section.title, game)
            raise _unknown(rule, near(rule[:40], game.clauses()))
    raise _unknown(rule, f": an ID starts with {either(prefixes)}, as in {prefixes[0]}-1.1")


def _unknown(rule: str, hint: str) -> DataError:
    return DataError(Problem(message=f"no such clause{hint}", file=clip(rule, quoted=False)))
