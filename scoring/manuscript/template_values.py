"""Values that rule texts can refer to in Untitled Manuscript Game."""

from __future__ import annotations

from card_data import Game
from card_data.manuscript.model import Data
from scoring.manuscript.layout import SIDES
from scoring.manuscript.position import Book, Position
from scoring.manuscript.reading import Reading, open_book, reader
from scoring.manuscript.score import bonus, margins
from scoring.manuscript.state import Copy, Player, State
from scoring.play.template_values import Values, key, numbered, things, yes_or_no
from scoring.positions.display import titles_of


def of_state(state: State, game: Game[Data]) -> Values:
    """Return the shop, the exemplars and everybody's cubes, texts and books.

    ``shop.1.1`` is the place of the first row next to the draw pile.
    """
    table = state.table
    titles = titles_of(game)
    places = [[place(text, titles) for text in row] for row in table.shop]
    found: Values = {
        "round": table.round,
        "quill": table.players[table.quill].name,
        "last_round": yes_or_no(table.last),
        "shop": numbered(map(numbered, places)),
        "draw_pile": len(state.draw),
        "discard": things(table.discard, titles.__getitem__),
        "exemplars": things(table.exemplars, titles.__getitem__),
        "tiles_left": things(table.tiles, titles.__getitem__),
        "spent": {
            key(player.name): cubes
            for player, cubes in zip(table.players, table.spent, strict=True)
        },
    }
    return found | {
        key(player.name): of_player(player, titles, game.data) for player in table.players
    }


def place(text: str | None, titles: dict[str, str]) -> Values:
    """Return a place of the shop: the text in it, if there is one."""
    return {"id": text or "none", "title": titles[text] if text else "none"}


def of_player(player: Player, titles: dict[str, str], data: Data) -> Values:
    """Return a player's cubes, texts and book."""
    return {
        "cubes": player.cubes,
        "own_cubes": player.hand[player.seat],
        "active": place(player.active, titles),
        "pool": things(player.pool, titles.__getitem__),
        "texts": {text: of_copy(copy, titles[text]) for text, copy in player.copies.items()},
        "complete": things(player.complete(), titles.__getitem__),
        "tiles": things([data.tile_of[one].title for one in player.tiles]),
        "exemplars": things(player.exemplars, titles.__getitem__),
    }


def of_copy(copy: Copy, title: str) -> Values:
    """Return a text in a book: its layout, and how much of it is filled (MS-3)."""
    layout = copy.layout
    return {
        "title": title,
        "page": layout.page,
        "row": layout.row,
        "column": layout.columns[0],
        "line_length": layout.line_length,
        "double_spaced": yes_or_no(layout.double),
        "filled": copy.filled.bit_count(),
        "missing": copy.missing.bit_count(),
        "complete": yes_or_no(copy.complete),
    }


def of_position(position: Position, game: Game[Data]) -> Values:
    """Return the books as they are scored."""
    return {key(book.name or ""): of_book(book, game) for book in position.players or ()}


def of_book(book: Book, game: Game[Data]) -> Values:
    """Return the sources of a book's points (MS-4): texts, tiles, exemplars and empty columns."""
    opened = open_book(book, game.data)
    texts = opened.readings.values()
    complete = {one.text.id for one in texts if one.complete}
    tiles = list(opened.tiles.values())
    named = [reader(game.data).exemplar_called(name or "") for name in book.exemplars or ()]
    exemplars = [one for one in named if one is not None]
    both = [margins(opened, page) for page in SIDES]
    return {
        "texts": {one.text.id: of_reading(one) for one in texts},
        "complete": {"number": len(complete)},
        "tiles": {
            **things([tile.title for tile in tiles]),
            "points": {tile.id: tile.points for tile in tiles},
        },
        "exemplars": {
            **things([one.id for one in exemplars], titles_of(game).__getitem__),
            "points": {one.id: bonus(one, complete).points for one in exemplars},
        },
        "empty_columns": {
            page.page: {"left": len(page.left), "right": len(page.right), "all": page.unused}
            for page in both
        },
    }


def of_reading(one: Reading) -> Values:
    """Return a text as it is read: its squares and spacing, and its points (MS-4.1)."""
    return {
        "title": one.text.title,
        "letter": one.letter,
        "squares": one.squares.bit_count(),
        "double_spaced": yes_or_no(one.layout.double),
        "complete": yes_or_no(one.complete),
        "points": one.points,
    }
