"""The players' books as lines of text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from string import ascii_uppercase

from msgspec import inspect
from msgspec.structs import replace

from card_data import Game
from card_data.manuscript.model import Data
from scoring.manuscript.layout import SIDES, Side
from scoring.manuscript.position import BLANK, Book, Position
from scoring.manuscript.reading import readings
from scoring.manuscript.reading.books import Named, name_lookup
from scoring.positions.display import (
    FAULT,
    HEAD,
    OPEN,
    Drawing,
    Highlights,
    Line,
    Span,
    aligned,
    clipped,
)

WIDE = 2  # characters of a square: a place for the mark of a fault beside what stands there
BETWEEN = Span("   ")
MARGIN = 4  # of a page with two rows to a line
RULE = "dim"
PEN = "color(16)"  # black; by number colours are the same on every terminal
TILE = f"bold {PEN} on color(220)"
TINTS = (229, 110, 151, 173, 183, 72, 218, 180, 116, 104, 193, 216)
TEXTS = tuple(f"{PEN} on color({tint})" for tint in TINTS)


def lines(position: Position, game: Game[Data], faults: Highlights) -> Iterator[Line]:
    """Draw each book: its two pages side by side, then the meanings of their letters and digits."""
    if position.ended:
        yield [Span("The game has ended.")]
    for seat, book in enumerate(position.players or ()):
        if seat:
            yield []
        yield from of_book(seat, book, game, faults)


def as_written(position: Position, game: Game[Data]) -> Position:
    """Return the position as the printed spread has it: texts and tiles by their titles, under
    capital letters while any are free, and exemplars by the IDs of their boxes."""
    data, exemplar_called = game.data, name_lookup(game.data.exemplars)

    def named(
        names: dict[str, str | None] | None, rows: Collection[Named]
    ) -> dict[str, str | None] | None:
        return names and {sign: titled(name, rows) for sign, name in names.items()}

    def identified(name: str | None) -> str | None:
        row = None if name is None else exemplar_called(name)
        return row.id if row else name

    books = [
        replace(
            book,
            legend=named(book.legend, data.texts),
            tiles=named(book.tiles, data.tiles),
            exemplars=book.exemplars and tuple(map(identified, book.exemplars)),
        )
        for book in map(in_capitals, position.players or ())
    ]
    players = None if position.players is None else tuple(books)
    return replace(position, players=players)


def in_capitals(book: Book) -> Book:
    """Replace the small letters of a legend by capitals: their own if it is free, or else
    another."""
    legend, drawn = book.legend or {}, (book.left or "") + (book.right or "")
    free = [sign for sign in ascii_uppercase if sign not in legend and sign not in drawn]
    capitals: dict[str, str] = {}
    small = [sign for sign in legend if sign.islower()]
    for sign in sorted(small, key=lambda sign: sign.upper() not in free)[: len(free)]:
        capitals[sign] = sign.upper() if sign.upper() in free else free[0]
        free.remove(capitals[sign])
    if not capitals:
        return book
    exchange = str.maketrans({**capitals})
    pages = {side: page.translate(exchange) for side in SIDES if (page := book.page(side))}
    named = {capitals.get(sign, sign): text for sign, text in legend.items()}
    return replace(book, legend=named, **pages)


def titled(name: str | None, rows: Collection[Named]) -> str | None:
    """Return the title of the row with this ID or title; an unknown name as it is."""
    row = None if name is None else name_lookup(rows)(name)
    return row.title if row else name


def of_book(seat: int, book: Book, game: Game[Data], faults: Highlights) -> Iterator[Line]:
    """Draw one player's book, with how each of its texts was read."""
    player, data = ("players", seat), game.data
    taken_for = {text.letter: f": {text.taken_for}" for text in readings(book, game)}
    yield [faults.value(book.name, *player, "name", style=HEAD)]
    styles = letter_styles(book)
    spread = [list(page(book, side, seat, data, styles, faults)) for side in SIDES]
    for left, right in zip(*spread, strict=True):
        yield [*left, BETWEEN, *right]
    for field, rows in (("legend", data.texts), ("tiles", data.tiles)):
        named: Mapping[str, str | None] | None = getattr(book, field)
        if named is None:
            yield [Span(f"{field}: "), OPEN]
        for sign, name in (named or {}).items():
            title = faults.value(titled(name, rows), *player, field, sign)
            mark = Span(f" {clipped(sign)} ", styles.get(sign, ""))
            yield [mark, Span(" "), title, Span(taken_for.get(sign, ""), RULE)]
    exemplars = book.exemplars and tuple([titled(one, data.exemplars) for one in book.exemplars])
    rest = [(("players", str(seat)), replace(book, exemplars=exemplars))]
    drawing = Drawing(game, faults, apart=(*SIDES, "legend", "tiles"))
    yield from aligned([*drawing.inside(rest, inspect.type_info(Book))])


def letter_styles(book: Book) -> dict[str, str]:
    """Return a colour for each letter of a book, in the order of its legend, then of its pages."""
    drawn = "".join(filter(None, (book.left, book.right)))
    signs = [sign for sign in dict.fromkeys([*(book.legend or ()), *drawn]) if sign.isalpha()]
    styles = {sign: TEXTS[index % len(TEXTS)] for index, sign in enumerate(signs)}
    return styles | dict.fromkeys("0123456789", TILE)


def page(
    book: Book, side: Side, seat: int, data: Data, styles: dict[str, str], faults: Highlights
) -> Iterator[Line]:
    """Draw one page: the numbers of its columns, then its rows, each with its number."""
    size = data.numbers.page
    drawn = book.page(side)
    at_fault = faults.squares("players", seat, side)
    head = OPEN if drawn is None else faults.value(side, "players", seat, side)
    numbers = [Span(f"{column:<{WIDE}}" if column % 2 else " " * WIDE, RULE)
               for column in range(1, size.columns + 1)]  # fmt: skip
    half = size.columns // 2
    yield padded([head], 4 + WIDE * size.columns + 2)
    yield [Span("    "), *numbers[:half], Span("  "), *numbers[half:]]
    rows = (drawn or "").split("\n")
    for row in range(1, size.rows + 1):
        chars = (rows[row - 1] if row <= len(rows) else "")[: size.columns].ljust(size.columns)
        squares = [square(char, (row, column) in at_fault, styles)
                   for column, char in enumerate(chars, 1)]  # fmt: skip
        yield [Span(f"{row:>3} ", RULE), *squares[:half], Span("| ", RULE), *squares[half:]]
        if row == size.rows // 2:
            yield [
                Span(
                    "    " + "-" * (WIDE * half) + "+-" + "-" * (WIDE * (size.columns - half)), RULE
                )
            ]


def halved(book: Book, data: Data) -> Iterator[Line]:
    """Draw both pages with two rows to a line: the columns, then each pair of rows with the number
    of the upper one. A line of a text begins with its letter."""
    size, styles = data.numbers.page, letter_styles(book)
    numbers = Span("".join([str(column % 10) for column in range(1, size.columns + 1)]), RULE)
    yield [Span(" " * MARGIN), numbers, Span(" " * MARGIN), numbers]
    pages = [(book.page(side) or "").split("\n") for side in SIDES]
    for row in range(0, size.rows, 2):
        line: list[Span] = []
        for page in pages:
            line.append(Span(f"{row + 1:>{MARGIN - 1}} ", RULE))
            upper, lower = page[row], page[row + 1]
            for column in range(size.columns):
                before = (upper[column - 1], lower[column - 1]) if column else (BLANK, BLANK)
                line.append(half((upper[column], lower[column]), before, styles))
        yield line


def half(square: tuple[str, str], before: tuple[str, str], styles: Mapping[str, str]) -> Span:
    """Draw two squares, one above the other, as one character; ``before`` are those to their
    left."""
    upper, lower = square
    if upper == lower == BLANK:
        return Span("·", RULE)
    sign = lower if upper == BLANK else upper
    if BLANK not in square or sign not in before:
        return Span(sign, styles.get(sign, ""))
    return Span("▄" if upper == BLANK else "▀", styles.get(sign, "").rpartition(" on ")[2])


def square(char: str, at_fault: bool, styles: Mapping[str, str]) -> Span:
    if at_fault:
        return Span(f"{char}!".ljust(WIDE), FAULT)
    return Span(char.ljust(WIDE), styles.get(char, RULE if char == BLANK else ""))


def padded(line: list[Span], width: int) -> Line:
    return [*line, Span(" " * (width - sum(len(span.text) for span in line)))]
