"""Looking up a clause, or a card whose text is a rule, by its ID, whichever game it is of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import card_data
from card_data import DataError, Game, Problem
from card_data.model import Acting, Clause
from card_data.problems import clip
from card_data.words import in_words

ICON = re.compile(r"""<icon name=["'](\w+?)(?:_sign)?["']/>""")
NAMES = {"grant": "Grant", "eureka": "Eureka", "corruption": "Corruption"}  # as they are written
NUMBER = re.compile("[0-9]+")
LIKE, UNLIKE = 0.85, 0.6  # of 1: an ID with a sign too many; one with the letters of no game


class FoundClause(NamedTuple):
    """A clause, the title of its section, and the game it belongs to; for a card its title too.

    ``scorer``: its section is for the scorer alone.
    """

    clause: Clause
    section: str
    game: Game[Any]
    card: str = ""
    scorer: bool = False

    def option(self) -> str | None:
        """The house option that the clause reads, with its current value; None without one."""
        name = self.clause.option
        if name is None:
            return None
        options = self.game.data.options
        option = options[name] if isinstance(options, dict) else getattr(options, name)
        return f"{name} (currently {option.word()}): {option.text}"


class NoClauseError(DataError):
    """There is no such clause; ``nearest`` is the one that comes nearest."""

    def __init__(self, rule: str, nearest: FoundClause) -> None:
        message = f"no such clause; did you mean {nearest.clause.id}?"
        super().__init__(Problem(message=message, file=clip(rule, quoted=False), typed=True))
        self.nearest = nearest


def find(rule: str, data: Path | None = None) -> FoundClause:
    """The clause or the card with the ID ``rule``: ``WA-3.1``, ``wa 3.1``, ``WA3.1``.

    Raises `NoClauseError` with the nearest one if there is none, `DataError` for what is no ID.

    >>> find("WA-3.2").option().partition(":")[0]
    'refill_taken_stack (currently false)'
    >>> find("wa3.1").clause.id
    'WA-3.1'
    >>> find("WA-3.22")
    Traceback (most recent call last):
    scoring.clauses.NoClauseError: WA-3.22: no such clause; did you mean WA-3.2?
    """
    games = [card_data.load(name, data) for name in card_data.names(data)]
    known = {found.clause.id: found for game in games for found in (*clauses(game), *cards(game))}
    if meant := spelt(rule, list(known)):
        return known[meant]
    if nearest := near(rule, list(known)):
        raise NoClauseError(rule.upper(), known[nearest])
    prefixes = [game.head.prefix for game in games]
    message = (
        f"no such clause; an ID starts with {in_words(prefixes, 'or')}, as in {prefixes[0]}-1.1"
    )
    raise DataError(Problem(message=message, file=clip(rule, quoted=False), typed=True))


def booklet(name: str, data: Path | None = None) -> list[FoundClause]:
    """All clauses of the game with this prefix, ``WA``, ID or title, then its cards that are rules.

    Nothing if there is no such game.

    >>> booklet("wa")[0].clause.id, booklet("WA-1.1")
    ('WA-1.1', [])
    """
    for game_id in () if NUMBER.search(name) else card_data.names(data):
        game = card_data.load(game_id, data)
        if plain(name) in map(plain, (game.head.prefix, game.id, game.title)):
            return [*clauses(game), *cards(game)]
    return []


def plain(name: str) -> str:
    """An ID in small letters, without what stands between its letters and numbers.

    >>> plain("WA-5.5"), plain("wa5,5"), plain("WA 55"), plain("T-5d")
    ('wa5.5', 'wa5.5', 'wa55', 't5d')
    """
    signs = re.sub(r"[^a-z0-9]+", ".", name.casefold().replace("&", "and")).strip(".")
    return re.sub(r"(?<![0-9])\.|\.(?![0-9])", "", signs)


def spelt(rule: str, known: list[str]) -> str:
    """The known ID of which ``rule`` is another spelling; empty if there is none."""
    return next((name for name in known if plain(name) == plain(rule)), "")


def near(rule: str, known: list[str]) -> str:
    """The known ID that comes nearest; empty if ``rule`` is not even like one.

    >>> near("WA-33", ["WA-3.2", "WA-3.3"]), near("wa-9.9", ["WA-6.1", "WA-6.2", "WA-1.1"])
    ('WA-3.3', 'WA-6.2')
    """
    meant = plain(rule[:40])
    by_digits = {plain(name).replace(".", ""): name for name in known}
    if meant.replace(".", "") in by_digits:
        return by_digits[meant.replace(".", "")]
    by_spelling = {plain(name): name for name in known}
    of_the_game = [name for name in known if prefix(plain(name)) == prefix(meant)]
    alike = get_close_matches(meant, by_spelling, 1, LIKE if of_the_game else UNLIKE)
    if alike or not of_the_game:
        return by_spelling[alike[0]] if alike else ""
    return min(of_the_game, key=lambda name: distance(numbers(name), numbers(meant)))


def distance(one: list[int], other: list[int]) -> list[int]:
    """How far apart two places in the rules are: chapters first, then clauses."""
    return [abs(first - second) for first, second in zip(one, other, strict=False)]


def numbers(name: str) -> list[int]:
    """The numbers in an ID."""
    return [int(number) for number in NUMBER.findall(name)]


def prefix(name: str) -> str:
    """The letters that an ID in plain spelling begins with."""
    return NUMBER.split(name)[0]


def clauses(game: Game[Any]) -> Iterator[FoundClause]:
    """The clauses of a game, in the order of its rules."""
    for section in game.sections:
        for clause in section.clauses:
            yield FoundClause(clause, section.title, game, scorer=section.scorer)


def cards(game: Game[Any]) -> Iterator[FoundClause]:
    """The cards of a game that say what they do."""
    for table in game.tables():
        for row in game.rows(table):
            if isinstance(row, Acting):
                title = getattr(row, "title", row.id)
                section = table.replace("_", " ").capitalize()
                yield FoundClause(Clause(row.id, said(row)), section, game, title)


def said(row: Acting) -> str:
    """What a card says, with the names of its icons: ``Delayed, when you Take: …``."""
    *when, text = [str(getattr(row, column)) for column in row.says]
    named = ICON.sub(lambda icon: NAMES.get(icon[1], icon[1].replace("_", " ")), text)
    head = ", ".join(filter(None, when)).capitalize()
    return f"{head}: {named}" if head else named
