"""The cards of each player as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from card_data import Game
from card_data.winstons_archive.model import Data
from scoring.display import HEAD, NONE, OPEN, Faults, Line, Span, aligned, clipped, wrong
from scoring.winstons_archive.position import PlayerCards, Position

COUNTS = {
    "product_over_process": "Product Over Process",
    "open_secrets": "Open Secrets",
    "manuscripts": "Manuscript pages",
}


def lines(position: Position, game: Game[Data], faults: Faults) -> Iterator[Line]:
    """A column for each player: books of each set, ``+1`` a stand-in in it, then other cards."""
    sizes, players = game.data.set_sizes(), list(enumerate(position.players or ()))
    rows: list[Line] = [
        [
            faults.heading("Name", "players"),
            *[
                faults.value(cards.name, "players", seat, "name", style=HEAD)
                for seat, cards in players
            ],
        ]
    ]
    written = [
        letter
        for _, cards in players
        for letter in (*(cards.books or ()), *(cards.stand_ins or ()))
    ]
    for letter in dict.fromkeys([*sizes, *written]):
        size = f", {sizes[letter]} books" if letter in sizes else ""
        row = [held(seat, cards, letter, faults) for seat, cards in players]
        rows.append([Span(f"{clipped(letter)}{size}"), *row])
    for field, title in COUNTS.items():
        row = [
            faults.value(getattr(cards, field), "players", seat, field) for seat, cards in players
        ]
        rows.append([Span(title), *row])
    return aligned(rows)


def as_written(position: Position, game: Game[Data]) -> Position:
    """The position itself: there is one way to say it."""
    return position


def held(seat: int, cards: PlayerCards, letter: str, faults: Faults) -> Span:
    """A player's books of one set, with the stand-ins locked in it."""
    if cards.books is None or cards.stand_ins is None:
        span = OPEN
    else:
        books, locked = cards.books.get(letter, 0), cards.stand_ins.get(letter, 0)
        if not books and not locked and books is not None and locked is not None:
            span = NONE
        else:
            known = "?" if books is None else str(books)
            extra = "+?" if locked is None else f"+{locked}" if locked else ""
            span = Span(clipped(f"{known}{extra}"), OPEN.style if None in (books, locked) else "")
    locks = letter in (cards.stand_ins or ()) and faults.at("players", seat, "stand_ins", letter)
    return wrong(span) if locks or faults.at("players", seat, "books", letter) else span
