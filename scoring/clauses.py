"""Finds a clause of any game by its ID, or a card or another piece by its title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import card_data
from card_data import DataError, Game, Problem
from card_data.model import Clause, EffectRow, Row
from card_data.problems import closest_name, shorten
from card_data.text import capitalized, join_words

ICON = re.compile(r"""<icon name=["'](\w+?)(?:_sign)?["']/>""")
TAG = re.compile(r"</?[a-z][^<>]*>")
NAMES = {"grant": "Grant", "eureka": "Eureka", "corruption": "Corruption"}  # as they are written
SEVERAL = re.compile(r"\b(?:[2-9]|[1-9][0-9]+) (?:lacuna|cube|Grant)\b")
NUMBER = re.compile("[0-9]+")
LETTERS = re.compile(r"[^\W_]+")
UNLIKE_WORDS = 0.75  # of 1: a misspelt title


class FoundClause(NamedTuple):
    """A clause, the title of its section, and the game it belongs to; for a card its title too. A
    piece that is no rule has no ID here, but its own as ``piece``.

    ``scorer``: its section is for the scorer alone.
    """

    clause: Clause
    section: str
    game: Game[Any]
    card: str = ""
    scorer: bool = False
    piece: str = ""

    def option(self) -> str | None:
        """Return the house rule that the clause reads, with its current value; None without one."""
        name = self.clause.option
        if name is None:
            return None
        options = self.game.data.options
        option = options[name] if isinstance(options, dict) else getattr(options, name)
        return f"{name} (currently {option.word()}): {option.text}"


class NoClauseError(DataError):
    """An error for an unknown clause; ``nearest`` is the one whose ID or title is most like it."""

    def __init__(self, rule: str, nearest: FoundClause) -> None:
        rule_id, card = nearest.clause.id, nearest.card
        name = f"{rule_id} ({card})" if rule_id and card else rule_id or card
        message = f"no such clause; did you mean {name}?"
        super().__init__(Problem(message=message, file=shorten(rule), typed=True))
        self.nearest = nearest


def find(
    rule: str, data: Path | None = None, house: Sequence[str] = (), first: str = ""
) -> FoundClause:
    """Return the clause or the card with the ID ``rule``: ``WA-3.1``, ``wa 3.1``, ``WA3.1``, or the
    piece with this title, the only one whose title begins so, or the piece with this ID, as it
    reads under the ``house`` options, which are as in `card_data.load`. Of pieces of several games
    it is the one of the game ``first``.

    Raises `NoClauseError` with the nearest if there is none, or `DataError` if none is near.

    >>> find("WA-3.2").option().partition(":")[0]
    'refill_taken_stack (currently false)'
    >>> find("wa3.1").clause.id
    'WA-3.1'
    >>> find("palimpsest scraper").clause.id, find("D5").card
    ('T-1a', 'Tide Tables, Last Edition')
    >>> find("WA-3.22")
    Traceback (most recent call last):
    scoring.clauses.NoClauseError: WA-3.22: no such clause; did you mean WA-3.2?
    """
    games = [card_data.load(name, data, house) for name in card_data.names(data)]
    known = {found.clause.id: found for game in games for found in (*clauses(game), *cards(game))}
    if meant := same_id(rule, list(known)):
        return known[meant]
    for some in ([game for game in games if game.id == first], games):
        if found := piece_called(rule, some):
            return found
    if nearest := nearest_id(rule, list(known)):
        raise NoClauseError(rule.upper(), known[nearest])
    titles = by_title(games)
    if title := closest_name(without_article(rule), titles, UNLIKE_WORDS):
        raise NoClauseError(rule, titles[title])
    prefixes = [game.head.prefix for game in games]
    message = (
        f"no such clause; an ID starts with {join_words(prefixes, 'or')}, as in {prefixes[0]}-1.1"
    )
    raise DataError(Problem(message=message, file=shorten(rule), typed=True))


def by_title(games: Sequence[Game[Any]]) -> dict[str, FoundClause]:
    """Return the pieces of some games by their titles, as an index has them."""
    return {without_article(found.card): found for game in games for found in pieces(game)}


def piece_called(name: str, games: Sequence[Game[Any]]) -> FoundClause | None:
    """Return the piece of some games with this title, the only one whose title begins so, or the
    one with this ID."""
    title, titles = without_article(name), by_title(games)
    if meant := same_id(title, list(titles)) or the_one_begun(title, titles):
        return titles[meant]
    ids = {found.piece: found for game in games for found in pieces(game) if found.piece}
    return ids.get(same_id(name, list(ids)))


def booklet(name: str, data: Path | None = None, house: Sequence[str] = ()) -> list[FoundClause]:
    """Return all clauses of the game with this prefix, ``WA``, ID or title, then its cards that are
    rules.

    Returns nothing if there is no such game; ``house`` as for `find`.

    >>> booklet("wa")[0].clause.id, booklet("WA-1.1")
    ('WA-1.1', [])
    """
    for game_id in () if NUMBER.search(name) else card_data.names(data):
        game = card_data.load(game_id, data, house)
        if normalized(name) in map(normalized, (game.head.prefix, game.id, game.title)):
            return [*clauses(game), *cards(game)]
    return []


def normalized(name: str) -> str:
    """Return an ID in small letters, without separators between letters and numbers.

    >>> normalized("WA-5.5"), normalized("wa5,5"), normalized("WA 55"), normalized("T-5d")
    ('wa5.5', 'wa5.5', 'wa55', 't5d')
    """
    signs = re.sub(r"[^a-z0-9]+", ".", name.casefold().replace("&", "and")).strip(".")
    return re.sub(r"(?<![0-9])\.|\.(?![0-9])", "", signs)


def without_article(title: str) -> str:
    """Return a title as an index has it, which people may type so."""
    return re.sub("^the ", "", title.strip(), flags=re.IGNORECASE)


def the_one_begun(words: str, titles: Iterable[str]) -> str:
    """Return the only title that begins with these words, or an empty text."""
    begun = LETTERS.findall(words.casefold())
    found = [one for one in titles if LETTERS.findall(one.casefold())[: len(begun)] == begun]
    return found[0] if len(found) == 1 else ""


def same_id(rule: str, known: list[str]) -> str:
    """Return the known ID that is another spelling of ``rule``, or an empty text."""
    return next((name for name in known if normalized(name) == normalized(rule)), "")


def nearest_id(rule: str, known: list[str]) -> str:
    """Return the known ID closest to ``rule``, whatever its dots, or an empty text.

    >>> nearest_id("WA-33", ["WA-3.2", "WA-3.3"]), nearest_id("WA-3.22", ["WA-3.2", "DA-3.2"])
    ('WA-3.3', 'WA-3.2')
    """
    by_letters = {normalized(name).replace(".", ""): name for name in known}
    return by_letters.get(closest_name(normalized(rule[:40]).replace(".", ""), by_letters), "")


def clauses(game: Game[Any]) -> Iterator[FoundClause]:
    """Yield the clauses of a game, in the order of its rules."""
    for section in game.sections:
        for clause in section.clauses:
            yield FoundClause(clause, section.title, game, scorer=section.scorer)


def cards(game: Game[Any]) -> Iterator[FoundClause]:
    """Yield the cards of a game whose text is a rule."""
    for table in game.tables():
        for row in game.rows(table):
            if isinstance(row, EffectRow):
                title = getattr(row, "title", row.id)
                section = table.replace("_", " ").capitalize()
                yield FoundClause(Clause(row.id, card_text(row)), section, game, title)


def pieces(game: Game[Any]) -> Iterator[FoundClause]:
    """Yield whatever of a game tells players something, in words: cards whose text is a rule have
    an ID too."""
    yield from cards(game)
    rows = [(table, row) for table in game.tables() for row in game.rows(table)]
    titles = {row.id: title_of(row) for _, row in rows}
    for table, row in rows:
        words = row.in_words(titles)
        if words and not isinstance(row, EffectRow):
            section, clause = table.replace("_", " ").capitalize(), Clause("", plain_text(words))
            yield FoundClause(clause, section, game, title_of(row), piece=row.id)


def title_of(row: Row) -> str:
    """Return what a piece is called; its ID if it has no title."""
    return str(getattr(row, "title", getattr(row, "name", ""))) or row.id


def card_text(row: EffectRow) -> str:
    """Return the text of a card with the names of its icons: ``Delayed, when you Take: …``."""
    *when, text = [str(getattr(row, column)) for column in row.says]
    named = plain_text(text)
    head = capitalized(", ".join(filter(None, when)))
    return f"{head}: {named}" if head else named


def plain_text(text: str) -> str:
    """Return a text of a piece with the names of its icons, and without tags."""
    named = ICON.sub(lambda icon: NAMES.get(icon[1], icon[1].replace("_", " ")), text)
    return TAG.sub("", SEVERAL.sub(r"\g<0>s", named))


def search(words: str, game: Game[Any]) -> list[FoundClause]:
    """Return the clauses and cards of a game in which each of these words begins a word; those with
    one in their ID or title come first.

    >>> game = card_data.load("winstons_archive")
    >>> [found.clause.id or found.card for found in search("open secr", game)]
    ['Open Secrets of Archiving', 'WA-1.4', 'WA-3.6']
    """
    sought = LETTERS.findall(words.casefold())
    found: dict[bool, list[FoundClause]] = {True: [], False: []}
    for one in (*clauses(game), *pieces(game)) if sought else ():
        clause = one.clause
        head = LETTERS.findall(f"{clause.id} {one.piece} {one.card}".casefold())
        said = f"{one.section} {clause.text} {clause.ruling} {clause.house} {clause.scorer}"
        read = [*head, *LETTERS.findall(said.casefold())]
        if all(any(word.startswith(part) for word in read) for part in sought):
            found[any(word.startswith(part) for part in sought for word in head)].append(one)
    return [*found[True], *found[False]]
