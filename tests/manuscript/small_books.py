"""Small books, legal and nearly so, for the brute force and the checker to judge alike."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

import card_data
from card_data import Game
from card_data.manuscript.model import Page as PageSize
from card_data.manuscript.model import Text
from scoring.manuscript import Book, Position, check
from scoring.manuscript.reading import readings
from tests.manuscript import brute_force
from tests.manuscript.brute_force import Card, Page, Square, complete, incomplete, layouts, touch

GAME: Game[Any] = card_data.load("manuscript")
PAGES = [Page(*size) for size in ((4, 4), (5, 4), (4, 5), (5, 5), (6, 5), (3, 6))]
VERSE = [Card(lines * length, length) for lines in (2, 3, 4) for length in (1, 2, 3)]
PROSE = [Card(squares) for squares in range(3, 11)]
TILES = [(1, 1), (2, 1), (1, 3), (2, 2)]
LETTERS = "Ab"
Drawn = dict[Square, str]


class Small(NamedTuple):
    """A page with one or two texts and perhaps a tile; ``drawn`` has its squares."""

    page: Page
    cards: tuple[Card, ...]
    tile: tuple[int, int]
    corners: bool
    drawn: Drawn

    def squares(self, sign: str) -> frozenset[Square]:
        return frozenset(square for square, drawn in self.drawn.items() if drawn == sign)

    def __str__(self) -> str:
        rows = range(1, self.page.rows + 1)
        columns = range(1, self.page.columns + 1)
        return "\n".join(
            "".join(self.drawn.get((row, column), ".") for column in columns) for row in rows
        )


def small_book(rng: Random) -> Small:
    """A page as a player might draw it: mostly by the rules, then changed in a square or two."""
    page = rng.choice(PAGES)
    cards = tuple(rng.choice(rng.choice((VERSE, PROSE))) for _ in range(rng.randint(1, 2)))
    small = Small(page, cards, rng.choice(TILES), rng.random() < 0.7, {})
    if rng.random() < 0.1:
        for _ in range(rng.randint(1, 12)):
            small.drawn[any_square(page, rng)] = rng.choice(LETTERS[: len(cards)] + "1")
        return small
    if rng.random() < 0.3:
        put_tile(small, rng)
    for letter, card in zip(LETTERS, cards, strict=False):
        put_text(small, letter, card, rng)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        sign = rng.choice([*LETTERS[: len(cards)], "."])
        square = any_square(page, rng)
        small.drawn.pop(square, None)
        if sign != ".":
            small.drawn[square] = sign
    return small


def any_square(page: Page, rng: Random) -> Square:
    return rng.randint(1, page.rows), rng.randint(1, page.columns)


def put_tile(small: Small, rng: Random) -> None:
    across, down = small.tile if rng.random() < 0.5 else small.tile[::-1]
    row, column = any_square(small.page, rng)
    squares = {(row + y, column + x) for y in range(down) for x in range(across)}
    if all(row <= small.page.rows and column <= small.page.columns for row, column in squares):
        small.drawn.update(dict.fromkeys(squares, "1"))


def put_text(small: Small, letter: str, card: Card, rng: Random) -> None:
    """A text in any layout of which no square is taken; some lines of it may be missing."""
    every = layouts(card, small.page)
    for layout in rng.sample(every, min(len(every), 8)):
        if not small.drawn.keys().isdisjoint(layout.squares()):
            continue
        scraped = rng.random() < 0.4
        for line in layout.lines:
            keep = rng.choice((0, len(line), rng.randint(0, len(line)))) if scraped else len(line)
            small.drawn.update(dict.fromkeys(line[:keep], letter))
        return


def allowed(small: Small) -> bool:
    """Whether the page is legal, by the brute force."""
    found = {letter: small.squares(letter) for letter in LETTERS[: len(small.cards)]}
    tile = small.squares("1")
    for card, squares in zip(small.cards, found.values(), strict=False):
        if not squares:
            continue
        layout = complete(squares, card, small.page)
        if layout is None and not incomplete(squares, card, small.page):
            return False
        if layout is not None and layout.blank & tile:
            return False
    if tile and not brute_force.rectangle(tile, *small.tile):
        return False
    return not touch(found["A"], found.get("b", frozenset()), small.corners)


def points(small: Small, card: Card, squares: frozenset[Square]) -> int:
    """1 for a complete single-spaced text, 2 for a double-spaced one, else 0."""
    layout = complete(squares, card, small.page)
    return 0 if layout is None else 1 + layout.double


def as_game(small: Small) -> Game[Any]:
    """A game of these texts and this tile on pages of this size."""
    numbers = msgspec.structs.replace(GAME.data.numbers, page=PageSize(*small.page))
    corners = msgspec.structs.replace(GAME.data.options.corners_may_touch, value=small.corners)
    data = msgspec.structs.replace(
        GAME.data,
        numbers=numbers,
        options=msgspec.structs.replace(GAME.data.options, corners_may_touch=corners),
        texts=tuple(
            as_text(letter, card) for letter, card in zip(LETTERS, small.cards, strict=False)
        ),
        tiles=(
            msgspec.structs.replace(
                GAME.data.tiles[0], id="tile", columns=small.tile[0], rows=small.tile[1]
            ),
        ),
    )
    return msgspec.structs.replace(GAME, data=data)


def as_text(letter: str, card: Card) -> Text:
    length = card.line_length
    text: Text = msgspec.structs.replace(
        GAME.data.texts[0], id=letter, title=letter, short=letter, line_length=length,
        lines=card.squares // length if length else None, prose=None if length else card.squares,
        single=1, double=2,
    )  # fmt: skip
    return text


def as_book(small: Small) -> Book:
    """The book with this page on the left and nothing on the right."""
    empty = "\n".join(["." * small.page.columns] * small.page.rows)
    legend = {sign: sign for sign in LETTERS if small.squares(sign)}
    tiles = {"1": "tile"} if small.squares("1") else {}
    return Book("Ann", dict(legend), str(small), empty, dict(tiles), ())


def judged(small: Small) -> tuple[bool, dict[str, int]]:
    """Return whether the checker accepts the page, and the points of each text in it."""
    game, book = as_game(small), as_book(small)
    valid = not any(check.books(Position(players=(book,)), game))
    return valid, {one.letter: one.points for one in readings(book, game)}
