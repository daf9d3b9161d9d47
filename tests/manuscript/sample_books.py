"""Books of Untitled Manuscript Game to test on: drawn by hand, or filled at random by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from string import ascii_letters
from typing import Any

import card_data
from card_data import Game
from card_data.manuscript.model import Text, Tile
from scoring.manuscript import Book, Position, score
from scoring.manuscript.layout import SIDES, Side, extent, place_text
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.room import Leaf, layouts, room
from scoring.positions.positions import PositionFile, Report, check
from scoring.positions.positions import score as scored
from scoring.positions.result import Tally

GAME: Game[Any] = card_data.load("manuscript")
GRID = Grid(GAME.data.numbers.page.columns, GAME.data.numbers.page.rows)
NAMES = ("Ann", "Bo", "Cy", "Di")
TEXTS = {text.id: text for text in GAME.data.texts}


def page(*rows: str) -> str:
    """A page of which these are the first rows, blank squares at their ends left out."""
    every = [*rows, *[""] * (GRID.rows - len(rows))]
    return "".join(row.ljust(GRID.columns, ".") + "\n" for row in every)


def drawn(*runs: tuple[str, int, int, int, int] | tuple[str, int, int, int, int, int]) -> str:
    """A page of lines: each a letter, row, column, length, how many, and the step if not 1."""
    rows = [["."] * GRID.columns for _ in range(GRID.rows)]
    for letter, row, column, length, number, *step in runs:
        for line in range(number):
            below = row - 1 + line * (step[0] if step else 1)
            rows[below][column - 1 : column - 1 + length] = letter * length
    return "".join("".join(row) + "\n" for row in rows)


def put(drawn: str, row: int, column: int, sign: str) -> str:
    at = (row - 1) * (GRID.columns + 1) + column - 1
    return drawn[:at] + sign + drawn[at + 1 :]


EMPTY = page()


def book(
    left: str = EMPTY,
    right: str = EMPTY,
    tiles: Mapping[str, str] | None = None,
    exemplars: Sequence[str] = (),
    name: str = "Ann",
    **legend: str,
) -> Book:
    """A book; texts by their letters, ``L="lanval"``."""
    return book_of(legend, left, right, tiles, exemplars, name)


def book_of(
    legend: Mapping[str, str],
    left: str = EMPTY,
    right: str = EMPTY,
    tiles: Mapping[str, str] | None = None,
    exemplars: Sequence[str] = (),
    name: str = "Ann",
) -> Book:
    return Book(name, {**legend}, left, right, {**(tiles or {})}, tuple(exemplars))


def filled(*books: Book, game: Game[Any] = GAME, ended: bool = False) -> PositionFile:
    """A position of these books; Bo with an empty one joins a single player."""
    players = books if len(books) > 1 else (*books, book(name="Bo"))
    return PositionFile(game, Position(players=players, ended=ended))


def checked(*books: Book, game: Game[Any] = GAME) -> Report:
    return check(filled(*books, game=game))


def scored_as(*books: Book, game: Game[Any] = GAME) -> Report:
    return scored(filled(*books, game=game, ended=True))


def tallied(one: Book, game: Game[Any] = GAME) -> Tally:
    assert checked(one, game=game).findings == ()
    result = score(Position(players=(one,)), game)
    return result.standings[0].tally


def parts(one: Book, game: Game[Any] = GAME) -> dict[str, int]:
    return {part.label: part.points for part in tallied(one, game).parts}


def full_book(
    rng: Random,
    name: str = "Ann",
    texts: Sequence[Text] = GAME.data.texts,
    chosen: Sequence[Tile] = (),
) -> Book:
    """A book filled at random, by the rules: some tiles, and those of 16 texts that find room."""
    leaves: dict[Side, Leaf] = {side: Leaf() for side in SIDES}
    signs: dict[Side, dict[str, Squares]] = {side: {} for side in SIDES}
    legend: dict[str, str | None] = {}
    tiles: dict[str, str | None] = {}
    for digit, tile in zip("12", chosen, strict=False):
        put_tile(tile, digit, leaves, signs, rng)
        tiles[digit] = tile.id
    for text in rng.sample(texts, min(len(texts), 16)):
        rooms = {side: room(leaf, GRID, corners=True) for side, leaf in leaves.items()}
        layout = next(layouts(extent(text), rooms, GRID, rng), None)
        if layout is None:
            continue
        letter = rng.choice([one for one in ascii_letters if one not in legend])
        placed = place_text(layout, extent(text), GRID)
        legend[letter] = text.id
        lines = list(placed.lines)
        if rng.random() < 0.1:  # left incomplete
            lines = lines[: rng.randint(1, len(lines) - 1)]
        signs[layout.page][letter] = sum(lines)
        leaves[layout.page].text |= placed.squares
    exemplars = tuple([tile.exemplar for tile in chosen])
    left, right = [drawn_signs(signs[side]) for side in SIDES]
    return Book(name, legend, left, right, tiles, exemplars)


def put_tile(
    tile: Tile,
    digit: str,
    leaves: dict[Side, Leaf],
    signs: dict[Side, dict[str, Squares]],
    rng: Random,
) -> None:
    while True:
        side = rng.choice(SIDES)
        row = rng.randint(1, GRID.rows - tile.rows + 1)
        column = rng.randint(1, GRID.columns - tile.columns + 1)
        squares = GRID.block(row, column, tile.columns, tile.rows)
        if not squares & leaves[side].taken:
            leaves[side].tiles |= squares
            signs[side][digit] = squares
            return


def drawn_signs(signs: dict[str, Squares]) -> str:
    text = EMPTY
    for sign, squares in signs.items():
        for row, column in GRID.squares(squares):
            text = put(text, row, column, sign)
    return text


def full_position(rng: Random, players: int = 4) -> Position:
    """A position of full books: no text or tile in two of them, as in a game."""
    texts = rng.sample(GAME.data.texts, len(GAME.data.texts))
    tiles = rng.sample(GAME.data.tiles, players)
    share = len(texts) // players
    return Position(
        players=tuple(
            full_book(rng, name, texts[seat * share : (seat + 1) * share], tiles[seat : seat + 1])
            for seat, name in enumerate(NAMES[:players])
        )
    )
