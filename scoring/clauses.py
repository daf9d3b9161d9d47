"""Looking up a clause, or a card whose text is a rule, by its ID, whichever game it is of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import card_data
from card_data import DataError, Game, Problem
from card_data.model import Acting, Clause
from card_data.problems import clip, closest
from card_data.words import in_words

ICON = re.compile(r"""<icon name=["'](\w+?)(?:_sign)?["']/>""")
NAMES = {"grant": "Grant", "eureka": "Eureka", "corruption": "Corruption"}  # as they are written
NUMBER = re.compile("[0-9]+")
LETTERS = re.compile(r"[^\W_]+")
LETTERED = re.compile("[a-z]+[0-9]+[a-z]")  # an ID, in plain spelling, of a card among several
LIKE, UNLIKE = 0.85, 0.6  # of 1: an ID with a sign too many; one with the letters of no game
UNLIKE_WORDS = 0.75  # of 1: a misspelt title


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
    """There is no such clause; ``nearest`` are the ones that come nearest: one, or the cards of one
    number."""

    def __init__(self, rule: str, nearest: Sequence[FoundClause]) -> None:
        first, last = nearest[0], nearest[-1]
        meant = f"{first.clause.id} ({first.card})" if first.card else first.clause.id
        if first is not last:
            meant = f"one of {first.clause.id} … {last.clause.id}"
        message = f"no such clause; did you mean {meant}?"
        super().__init__(Problem(message=message, file=clip(rule, quoted=False), typed=True))
        self.nearest = nearest


def find(rule: str, data: Path | None = None, house: Sequence[str] = ()) -> FoundClause:
    """The clause or the card with the ID ``rule``: ``WA-3.1``, ``wa 3.1``, ``WA3.1``, or with this
    title, as it reads under the ``house`` options, which are as in `card_data.load`.

    Raises `NoClauseError` with the nearest if there is none, `DataError` for what is not even near.

    >>> find("WA-3.2").option().partition(":")[0]
    'refill_taken_stack (currently false)'
    >>> find("wa3.1").clause.id
    'WA-3.1'
    >>> find("palimpsest scraper").clause.id
    'T-1a'
    >>> find("WA-3.22")
    Traceback (most recent call last):
    scoring.clauses.NoClauseError: WA-3.22: no such clause; did you mean WA-3.2?
    """
    games = [card_data.load(name, data, house) for name in card_data.names(data)]
    known = {found.clause.id: found for game in games for found in (*clauses(game), *cards(game))}
    titles = {found.card: found for found in known.values() if found.card}
    for names in (known, titles):
        if meant := spelt(rule, list(names)):
            return names[meant]
    if nearest := near(rule, list(known)):
        raise NoClauseError(rule.upper(), [known[name] for name in nearest])
    if title := closest(rule, titles, UNLIKE_WORDS):
        raise NoClauseError(rule, [titles[title]])
    prefixes = [game.head.prefix for game in games]
    message = (
        f"no such clause; an ID starts with {in_words(prefixes, 'or')}, as in {prefixes[0]}-1.1"
    )
    raise DataError(Problem(message=message, file=clip(rule, quoted=False), typed=True))


def booklet(name: str, data: Path | None = None, house: Sequence[str] = ()) -> list[FoundClause]:
    """All clauses of the game with this prefix, ``WA``, ID or title, then its cards that are rules.

    Nothing if there is no such game; ``house`` as for `find`.

    >>> booklet("wa")[0].clause.id, booklet("WA-1.1")
    ('WA-1.1', [])
    """
    for game_id in () if NUMBER.search(name) else card_data.names(data):
        game = card_data.load(game_id, data, house)
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


def near(rule: str, known: list[str]) -> list[str]:
    """The known IDs that come nearest: one, those of a chapter, or those of a number of which there
    are several, a, b and so on; none if ``rule`` is not even like one.

    >>> near("WA-33", ["WA-3.2", "WA-3.3"]), near("wa-9.9", ["WA-6.1", "WA-6.2", "WA-1.1"])
    (['WA-3.3'], ['WA-6.2'])
    >>> near("WA-3", ["WA-3.1", "WA-3.2", "WA-6.1"]), near("wa37", ["WA-3.1", "WA-3.2", "WA-6.1"])
    (['WA-3.1', 'WA-3.2'], ['WA-3.2'])
    >>> near("T-77", ["T-6a", "T-7a", "T-7b", "T-15a"])
    ['T-7a', 'T-7b']
    """
    meant = plain(rule[:40])
    by_digits = {plain(name).replace(".", ""): name for name in known}
    if meant.replace(".", "") in by_digits:
        return [by_digits[meant.replace(".", "")]]
    if alike := of_a_number(meant, known):
        return alike
    by_spelling = {plain(name): name for name in known}
    of_the_game = [name for name in known if prefix(plain(name)) == prefix(meant)]
    wanted = numbers(meant)
    if len(wanted) == 1 and (chapter := [one for one in of_the_game if numbers(one)[0] in wanted]):
        return chapter
    alike = get_close_matches(meant, by_spelling, 1, LIKE if of_the_game else UNLIKE)
    if alike or not of_the_game:
        return [by_spelling[one] for one in alike]
    if len(wanted) == 1:  # its dot may be missing
        wanted = [int(digit) for digit in str(wanted[0])]
    return [min(of_the_game, key=lambda name: distance(numbers(name), wanted))]


def of_a_number(meant: str, known: Iterable[str]) -> list[str]:
    """The IDs with a letter at the end that begin as an ID in plain spelling does, up to as much of
    its number as there is; none if there are not several."""
    numbered: dict[str, list[str]] = {}
    for name in known:
        if LETTERED.fullmatch(plain(name)):
            numbered.setdefault(plain(name)[:-1], []).append(name)
    begun = [number for number, names in numbered.items() if len(names) > 1]
    longest = max(filter(meant.startswith, begun), key=len, default="")
    return numbered.get(longest, [])


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


def with_words(words: str, game: Game[Any]) -> list[FoundClause]:
    """The clauses and cards of a game with all of these words in them, or their beginnings; those
    first that have one in their ID or title.

    >>> game = card_data.load("winstons_archive")
    >>> [found.clause.id for found in with_words("open secr", game)]
    ['WA-1.4', 'WA-3.6']
    """
    sought = LETTERS.findall(words.casefold())
    found: dict[bool, list[FoundClause]] = {True: [], False: []}
    for one in (*clauses(game), *cards(game)) if sought else ():
        clause = one.clause
        head = LETTERS.findall(f"{clause.id} {one.card}".casefold())
        said = f"{one.section} {clause.text} {clause.ruling} {clause.house} {clause.scorer}"
        read = [*head, *LETTERS.findall(said.casefold())]
        if all(any(word.startswith(part) for word in read) for part in sought):
            found[any(word.startswith(part) for part in sought for word in head)].append(one)
    return [*found[True], *found[False]]
