"""The check of the sums on the score pad of Winston's Archive, if a position has them (WA-5)."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from msgspec import UNSET

from card_data import Game
from card_data.text import plural
from card_data.winstons_archive.model import Data
from scoring.positions.findings import Finding, Where
from scoring.winstons_archive.position import PlayerCards, Position
from scoring.winstons_archive.score import fewest_pages, tally


class Fewest(NamedTuple):
    """A player's standing as to the fewest pages (WA-5.4 to WA-5.6)."""

    bears: bool
    loses: bool  # whoever bears them, with so many players
    players: int

    def message(self) -> str:
        """Return the reason for the player's reprimand, or for its absence."""
        if self.loses and self.bears:
            return f"with {self.players} players the fewest pages lose instead (WA-5.5)"
        return "these are the fewest pages" if self.bears else "these are not the fewest pages"


def is_written(cards: PlayerCards) -> bool:
    """Return whether any of a player's sums is filled in."""
    return bool(cards.points) or cards.total is not UNSET or cards.out


def sums(position: Position, game: Game[Data], unsound: Container[Where]) -> Iterator[Finding]:
    """Yield sums that differ from those of the cards, except for players whose places are
    ``unsound``.

    Where pages are not answered yet, nobody's sums are known.
    """
    players = position.players or ()
    pages = [cards.manuscripts for cards in players if cards.manuscripts is not None]
    if len(pages) < len(players):
        return
    fewest = fewest_pages(pages, game.data)
    loses = len(players) >= game.data.numbers.scoring.elimination_from
    for seat, cards in enumerate(players):
        where = ("players", str(seat))
        if is_written(cards) and where not in unsound and is_answered(cards):
            stands = Fewest(seat in fewest, loses, len(players))
            yield from sums_of(where, cards, stands, game.data)


def is_answered(cards: PlayerCards) -> bool:
    """Return whether the answers are complete from which books and stand-ins are scored."""
    held = (cards.books, cards.stand_ins)
    open_ = any(one is None or None in one.values() for one in held)
    return not open_ and cards.product_over_process is not None


def sums_of(where: Where, cards: PlayerCards, fewest: Fewest, data: Data) -> Iterator[Finding]:
    """Yield the problems of one player's sums."""
    fined = fewest.bears and not fewest.loses
    parts = tally(cards, data.set_sizes(), data, reprimanded=fined, out=False).parts
    books, pages, reprimand = [part.points for part in parts]
    why = {
        "books": f"the books in complete sets score {books}",
        "manuscripts": f"{plural(cards.manuscripts or 0, 'page')} score {pages}",
        "reprimand": f"{fewest.message()}: {reprimand}",
    }
    for part in parts:
        claim = (cards.points or {}).get(part.label)  # type: ignore[call-overload]
        if claim is not None and claim != part.points:
            message = f"found {claim}, but {why[part.label]}"
            place = (*where, "points", part.label)
            yield Finding(part.rule, place, message, right=part.points)
    total = books + pages + reprimand
    if isinstance(cards.total, int) and cards.total != total:
        addends = f"{books} + {pages}" + (f" - {-reprimand}" if reprimand else "")
        message = f"found {cards.total}, but {addends} = {total}"
        yield Finding("WA-5.7", (*where, "total"), message, right=total)
    if cards.out and not (fewest.loses and fewest.bears):
        reason = fewest.message() if fewest.loses else f"nobody is with {fewest.players} players"
        yield Finding("WA-5.5", (*where, "out"), f"marked as out, but {reason}")
