"""Looking up a clause, or a card whose text is a rule, by its ID, whichever game it is of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import card_data
from card_data import DataError, Game, Problem
from card_data.model import Acting, Clause
from card_data.problems import clip, near
from scoring.moves import either

ICON = re.compile(r"""<icon name=["'](\w+?)(?:_sign)?["']/>""")
NAMES = {"grant": "Grant", "eureka": "Eureka", "corruption": "Corruption"}  # as they are written


class FoundClause(NamedTuple):
    """A clause, the title of its section, and the game it belongs to; of a card, its title."""

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
    """The clause or the card with the ID ``rule``, in capitals or not.

    A clause's game is told by the prefix. Raises `DataError` with a near miss if there is none.

    >>> find("WA-3.2").option().partition(":")[0]
    'refill_taken_stack (currently false)'
    >>> find("wa-3.1").clause.id
    'WA-3.1'
    >>> find("WA-3.22")
    Traceback (most recent call last):
    card_data.problems.DataError: WA-3.22: no such clause; did you mean WA-3.2?
    """
    rule = rule.upper()
    prefixes, known = [], list[str]()
    for name in card_data.names(data):
        game = card_data.load(name, data)
        prefixes.append(game.head.prefix)
        cards = acting(game)
        if rule.casefold() in cards:
            return cards[rule.casefold()]
        known += [card.clause.id for card in cards.values()]
        if rule.split("-")[0] == game.head.prefix:
            for section in game.sections:
                for clause in section.clauses:
                    if clause.id == rule:
                        return FoundClause(clause, section.title, game)
            raise _unknown(rule, near(rule[:40], game.clauses()))
    if hint := near(rule[:40], known):
        raise _unknown(rule, hint)
    raise _unknown(rule, f": an ID starts with {either(prefixes)}, as in {prefixes[0]}-1.1")


def acting(game: Game[Any]) -> dict[str, FoundClause]:
    """The cards of a game that say what they do, by their ID in small letters."""
    return {
        row.id.casefold(): FoundClause(
            Clause(row.id, said(row)), getattr(row, "title", row.id), game
        )
        for table in game.tables()
        for row in game.rows(table)
        if isinstance(row, Acting)
    }


def said(row: Acting) -> str:
    """What a card says, with the names of its icons: ``Delayed, when you Take: …``."""
    *when, text = [str(getattr(row, column)) for column in row.says]
    named = ICON.sub(lambda icon: NAMES.get(icon[1], icon[1].replace("_", " ")), text)
    head = ", ".join(filter(None, when)).capitalize()
    return f"{head}: {named}" if head else named


def _unknown(rule: str, hint: str) -> DataError:
    return DataError(Problem(message=f"no such clause{hint}", file=clip(rule, quoted=False)))
