"""The cards of each player as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from msgspec import UNSET

from card_data import Game
from card_data.winstons_archive.model import Data
from scoring.positions.display import HEAD, NONE, OPEN, Faults, Line, Span, aligned, clipped, wrong
from scoring.winstons_archive.position import PlayerCards, Points, Position

POINTS: tuple[Points, ...] = get_args(Points)
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
    return aligned([*rows, *score_pad(players, faults)])


def score_pad(players: Sequence[tuple[int, PlayerCards]], faults: Faults) -> Iterator[Line]:
    """The lines of the score pad on which anything is written."""
    for label in POINTS:
        if any(label in (cards.points or {}) for _, cards in players):
            row = [
                faults.value(cards.points[label], "players", seat, "points", label)
                if cards.points and label in cards.points
                else NONE
                for seat, cards in players
            ]
            yield [Span(f"{label.capitalize()}, points"), *row]
    if any(cards.total is not UNSET for _, cards in players):
        row = [
            NONE if cards.total is UNSET else faults.value(cards.total, "players", seat, "total")
            for seat, cards in players
        ]
        yield [Span("Total"), *row]
    if any(cards.out for _, cards in players):
        row = [
            faults.value("out", "players", seat, "out") if cards.out else NONE
            for seat, cards in players
        ]
        yield [Span("Out"), *row]


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
