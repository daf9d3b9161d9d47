"""Rules that the data of Untitled Manuscript Game must meet: numbers, texts, exemplars, tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from card_data.checks import Found, repeated
from card_data.manuscript.model import PAGES, Data, Exemplar, Page, Text, Tile
from card_data.model import Players
from card_data.problems import did_you_mean
from card_data.reading.documents import Steps

LETTERS, DIGITS = 52, 10  # that stand for texts and tiles in a position (MS-5.3)
WORDS = ("nothing", "x")  # `keep nothing`; `x 3` is read as `x3`


def problems(data: Data, players: Players) -> Found:
    """Everything in the data that could not be played."""
    yield from page_problems(data)
    yield from cube_problems(data)
    yield from token_problems(data)
    yield from luxury_problems(data)
    yield from deck_problems(data)
    yield from sign_problems(data)
    for table, rows in (
        ("texts", data.texts),
        ("exemplars", data.exemplars),
        ("tiles", data.tiles),
    ):
        yield from row_problems(table, rows)
    for index, text in enumerate(data.texts):
        for field, message in text_problems(text, data.numbers.page):
            yield ("texts", index, *field), message
        if wrong := short_problem(text, data):
            yield ("texts", index, "short"), wrong
    for index, exemplar in enumerate(data.exemplars):
        for field, message in exemplar_problems(exemplar, data):
            yield ("exemplars", index, *field), message
    yield from tile_problems(data)
    yield from player_problems(data, players)


def page_problems(data: Data) -> Found:
    """Report pages that cannot be halved into quadrants."""
    page = data.numbers.page
    for field, found in (("columns", page.columns), ("rows", page.rows)):
        if found % 2:
            message = f"found {found}, expected an even number: quadrants halve a page"
            yield ("numbers", "page", field), message


def cube_problems(data: Data) -> Found:
    """Prices that no player can pay, and copying that more cubes do not improve."""
    numbers = data.numbers
    copy, shop, box = numbers.copy, numbers.shop, f"but a player has {numbers.cubes} cubes"
    if len(copy) > numbers.cubes:
        yield ("numbers", "copy"), f"found entries for up to {len(copy)} cubes, {box}"
    for index, (less, more) in enumerate(pairwise(copy), 1):
        if more <= less:
            yield ("numbers", "copy", index), f"found {more}, expected more than the {less} before"
    for index, cost in enumerate(shop.costs):
        if cost > numbers.cubes:
            yield ("numbers", "shop", "costs", index), f"found {cost}, {box}"
    for index, (farther, nearer) in enumerate(pairwise(shop.costs), 1):
        if nearer > farther:
            message = (
                f"found {nearer}, expected at most the {farther} farther from the discard pile"
            )
            yield ("numbers", "shop", "costs", index), message
    if shop.discarded_at != shop.costs[-1]:
        wanted = f"{shop.costs[-1]}, the cost nearest the discard pile"
        message = f"found {shop.discarded_at}, expected {wanted}"
        yield ("numbers", "shop", "discarded_at"), message
    for field, cubes in (("cost", numbers.borrow.cost), ("given", numbers.borrow.given)):
        if cubes > numbers.cubes:
            yield ("numbers", "borrow", field), f"found {cubes}, {box}"


def token_problems(data: Data) -> Found:
    """Paper cubes that are more or fewer than a player has, or have another player's sign."""
    yield from repeated("cubes", "sign", data.cubes)
    for index, cube in enumerate(data.cubes):
        if cube.copies != data.numbers.cubes:
            message = f"found {cube.copies}, but game.yaml says {data.numbers.cubes}"
            yield ("cubes", index, "copies"), message


def luxury_problems(data: Data) -> Found:
    """Report luxury without points for some number of pairs, or with fewer for more pairs."""
    luxury = data.numbers.luxury
    most = luxury.pairs_a_page * PAGES
    if len(luxury.points) != most + 1:
        message = f"found {len(luxury.points)} entries, expected {most + 1}: 0 to {most} pairs"
        yield ("numbers", "luxury", "points"), message
    for index, (less, more) in enumerate(pairwise(luxury.points), 1):
        if more < less:
            message = f"found {more}, expected at least the {less} of one pair less"
            yield ("numbers", "luxury", "points", index), message


def deck_problems(data: Data) -> Found:
    """Fewer texts than the shop shows, or than the end of the game takes."""
    found, numbers = len(data.texts), data.numbers
    places = numbers.shop.rows * len(numbers.shop.costs)
    if found < places:
        yield ("texts",), f"found {found} texts, but the shop has {places} places"
    if found < numbers.end.texts:
        message = f"found {numbers.end.texts}, but texts.yaml has only {found}"
        yield ("numbers", "end", "texts"), message


def sign_problems(data: Data) -> Found:
    """More texts or tiles in a book than a position has signs for (MS-5.3); IDs that moves use."""
    page, sizes = data.numbers.page, sorted(text.squares for text in data.texts)
    if len(sizes) > LETTERS and sum(sizes[: LETTERS + 1]) <= PAGES * page.columns * page.rows:
        yield ("texts",), f"a book has room for more than {LETTERS} texts, the letters there are"
    tiles = min(data.numbers.cubes, len(data.tiles))
    if tiles > DIGITS:
        message = f"a player could have {tiles} tiles, but a position has {DIGITS} digits for them"
        yield ("numbers", "cubes"), message
    for index, text in enumerate(data.texts):
        if text.id in WORDS:
            yield ("texts", index, "id"), f"{text.id} has a meaning in moves, so it cannot be an ID"


def row_problems(table: str, rows: Sequence[Text | Exemplar | Tile]) -> Found:
    """More copies than one, and titles that are the title or the ID of another row.

    A position names a row by either (MS-5.4).
    """
    ids = {row.id.casefold(): row.id for row in rows}
    titles: dict[str, str] = {}
    for index, row in enumerate(rows):
        if row.copies != 1:
            yield (table, index, "copies"), f"found {row.copies}, expected 1: each is there once"
        title = row.title.casefold()
        if title in titles:
            yield (table, index, "title"), f"{titles[title]} has the same title"
        elif ids.get(title, row.id) != row.id:
            yield (table, index, "title"), "this is the ID of another row"
        titles.setdefault(title, row.id)


def text_problems(text: Text, page: Page) -> Iterator[tuple[Steps, str]]:
    """Fields of a text that contradict each other, or that no empty page has room for."""
    if text.double < text.single:
        yield ("double",), f"found {text.double}, less than the {text.single} single-spaced"
    if text.prose is not None:
        for field in ("line_length", "lines"):
            if getattr(text, field) is not None:
                yield (field,), "a prose text has no line length and no number of lines"
        most = page.columns * page.rows
        if not page.columns < text.prose <= most:
            wanted = f"more than a line of a page, {page.columns}, and at most a page, {most}"
            yield ("prose",), f"found {text.prose} squares, expected {wanted}"
    elif text.line_length is None or text.lines is None:
        yield (), "expected line_length and lines for verse, or prose"
    elif text.line_length > page.columns:
        message = f"found {text.line_length}, but a page has {page.columns} columns"
        yield ("line_length",), message
    else:
        most = page.parts(text.line_length) * page.rows
        if not 2 <= text.lines <= most:
            wanted = f"2 to {most}: an empty page has no room for more lines of {text.line_length}"
            yield ("lines",), f"found {text.lines}, expected {wanted}"


def short_problem(text: Text, data: Data) -> str:
    """Return the problem of a short title that does not fit the first line; empty if it does.

    Prose may have a line as long as the page is wide.
    """
    squares = data.numbers.page.columns if text.prose else text.line_length or 0
    most = squares * data.numbers.letters_a_square
    if not squares or len(text.short) <= most:
        return ""
    found = f"found {len(text.short)} characters"
    return f"{found}, but a first line of {squares} squares has room for {most}"


def exemplar_problems(exemplar: Exemplar, data: Data) -> Iterator[tuple[Steps, str]]:
    """Report texts that are unknown or named twice, and impossible minimums and bonuses."""
    for index, name in enumerate(exemplar.texts):
        if name not in data.text_by_id:
            yield (
                ("texts", index),
                f"no text {name}{did_you_mean(name, data.text_by_id, listed=False)}",
            )
        elif name in exemplar.texts[:index]:
            yield ("texts", index), f"{name} is named twice"
    if exemplar.minimum > len(exemplar.texts):
        message = f"found {exemplar.minimum}, but the exemplar has {len(exemplar.texts)} texts"
        yield ("minimum",), message
    if exemplar.partial > exemplar.full:
        yield ("partial",), f"found {exemplar.partial}, more than the full bonus, {exemplar.full}"
    if exemplar.id not in data.tile_of:
        yield (), "the exemplar has no tile in tiles.yaml"


def player_problems(data: Data, players: Players) -> Found:
    """Nobody to borrow from (MS-1.9), fewer exemplars than most players have in play (MS-1.8)."""
    if players.min < 2:
        message = f"found {players.min}, but texts are borrowed from other players"
        yield ("players", "min"), message
    found, dealt = len(data.exemplars), players.max + data.numbers.exemplars_more
    if found < dealt:
        message = f"found {found}, but {players.max} players have {dealt} exemplars in play"
        yield ("exemplars",), message


def tile_problems(data: Data) -> Found:
    """Tiles that belong to no exemplar, to that of another tile, or that fit no page."""
    page = data.numbers.page
    owners: dict[str, str] = {}
    for index, tile in enumerate(data.tiles):
        if tile.exemplar not in data.exemplar_by_id:
            hint = did_you_mean(tile.exemplar, data.exemplar_by_id)
            yield ("tiles", index, "exemplar"), f"no exemplar {tile.exemplar}{hint}"
        elif tile.exemplar in owners:
            message = f"{tile.exemplar} has a tile already, {owners[tile.exemplar]}"
            yield ("tiles", index, "exemplar"), message
        owners.setdefault(tile.exemplar, tile.id)
        short, long = sorted((tile.columns, tile.rows))
        if short > min(page.columns, page.rows) or long > max(page.columns, page.rows):
            room = f"a page has {page.columns} columns and {page.rows} rows"
            message = f"{tile.columns} x {tile.rows} squares do not fit, either way up: {room}"
            yield ("tiles", index), message
