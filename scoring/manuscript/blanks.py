"""What may stand where an answer is missing in Untitled Manuscript Game; not on a page."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import chain, combinations

from card_data import Game
from card_data.manuscript.model import Data
from scoring.manuscript.layout import SIDES, extent
from scoring.manuscript.position import Position
from scoring.manuscript.reading import Opened, open_book, pages, reader
from scoring.manuscript.reading.find import find
from scoring.manuscript.score import bonus
from scoring.positions.domains import LEFT_OUT, UNLISTED, Domain, any_name
from scoring.positions.findings import Where

SHARED = ()  # books are scored one by one
COST = 6
MOST_LISTED = 8  # exemplars that score something


def domain(position: Position, where: Where, game: Game[Data]) -> Domain:
    """What may stand in a place."""
    data, books = game.data, position.players or ()
    if not where[2:]:
        return UNLISTED
    seat = int(where[1])
    match where[2:]:
        case ["name"]:
            return any_name([book.name for book in books], seat)
        case ["left" | "right"]:
            return UNLISTED
        case ["legend"]:
            return drawn(open_book(books[seat], data), pages.LETTERS)
        case ["tiles"]:
            return drawn(open_book(books[seat], data), pages.DIGITS)
        case ["legend", _]:
            return Domain([*texts(open_book(books[seat], data), where[-1], data)])
        case ["tiles", _]:
            return Domain([tile.id for tile in data.tiles])
        case ["exemplars", _]:
            return Domain([exemplar.id for exemplar in data.exemplars])
        case ["exemplars"]:
            return exemplars(position, seat, game)
    return LEFT_OUT


def texts(opened: Opened, letter: str, data: Data) -> Iterator[str]:
    """The texts that no other letter stands for, and that the squares of this one could be."""
    drawn = [(page, signs[letter]) for page, signs in opened.pages.items() if letter in signs]
    for text in data.texts:
        if text not in opened.texts.values() and all(
            find(squares, extent(text), page, opened.grid) for page, squares in drawn
        ):
            yield text.id


def drawn(opened: Opened, signs: Container[str]) -> Domain:
    """The letters or digits on both pages, still without names."""
    if len(opened.pages) < len(SIDES):
        return UNLISTED
    every = [sign for page in opened.pages.values() for sign in page if sign in signs]
    return Domain([dict.fromkeys(every)])


def exemplars(position: Position, seat: int, game: Game[Data]) -> Domain:
    """The exemplars that may bear a player's cube: those of the tiles, and any others that score.

    At most so many different ones are in play (MS-5.1), among them those of the other players.
    """
    books, data = position.players or (), game.data
    opened, called = open_book(books[seat], data), reader(data).exemplar_called
    named = [called(name) for book in books for name in book.exemplars or () if name]
    in_play = {exemplar.id for exemplar in named if exemplar}
    complete = {text.text.id for text in opened.readings.values() if text.complete}
    needed = {tile.exemplar for tile in opened.tiles.values()}
    worth = {one.id: bonus(one, complete).points for one in data.exemplars if one.id not in needed}
    gains = sorted(filter(worth.__getitem__, worth), key=worth.__getitem__, reverse=True)
    room = len(books) + data.numbers.exemplars_more - len(in_play | needed)
    new = [one for one in gains if one not in in_play][: max(0, room)]
    best = [one for one in gains if one in in_play or one in new]
    ends = (tuple(needed), (*needed, *best))
    if len(gains) > MOST_LISTED:
        return Domain(None, ends)
    chosen = chain(*[combinations(gains, number) for number in range(len(gains) + 1)])
    return Domain(((*needed, *more) for more in chosen), ends)
