"""A book as read: what its letters and digits stand for, and how each text stands in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar

from card_data import Game
from card_data.manuscript.model import Data, Text, Tile
from card_data.text import plural
from scoring.cache import cache_per_data
from scoring.manuscript.layout import SIDES, Layout, Side, extent
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.position import Book
from scoring.manuscript.reading import pages
from scoring.manuscript.reading.layout_search import find_layout


class Named(Protocol):
    """A text, a tile or an exemplar."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...


R = TypeVar("R", bound=Named)


class Reading(NamedTuple):
    """How a text in a book is read; ``layout`` is one that holds its squares (MS-5.8).

    The layout chosen in play for an incomplete text may have been another one.
    """

    letter: str
    text: Text
    squares: Squares
    layout: Layout

    @property
    def complete(self) -> bool:
        """Whether the text is complete (MS-5.6)."""
        return self.squares.bit_count() == self.text.squares

    @property
    def points(self) -> int:
        """The points of the text (MS-4.1)."""
        return self.if_complete if self.complete else 0

    @property
    def if_complete(self) -> int:
        """The points of the text once it is complete."""
        return self.text.double if self.layout.double else self.text.single

    @property
    def if_respaced(self) -> int:
        """The points of the complete text in the other spacing."""
        return self.text.single if self.layout.double else self.text.double

    @property
    def taken_for(self) -> str:
        spaced = "double-spaced" if self.layout.double else "single-spaced"
        if self.complete:
            return f"complete, {spaced}, {plural(self.points, 'point')}"
        lines = f"{spaced} lines" if self.layout.double else "lines"
        page, row, columns, line_length, *_ = self.layout
        return (
            f"incomplete: {self.squares.bit_count()} of {self.text.squares} squares, read as "
            f"{lines} of {line_length} from row {row}, column {columns[0]} of the {page} page"
        )

    def __str__(self) -> str:
        return f"{self.letter}: {self.text.short}, {self.taken_for}"


@dataclass(frozen=True)
class OpenedBook:
    """A book with its pages read and its names looked up, as far as they could be.

    ``pages`` has the squares of each sign, for each page that is drawn in the right shape;
    ``texts`` and ``tiles`` are what letters and digits stand for.
    """

    grid: Grid
    pages: dict[Side, dict[str, Squares]]
    texts: dict[str, Text]
    tiles: dict[str, Tile]
    corners_may_touch: bool  # of two texts (MS-3.5)

    def squares(self, signs: Iterable[str], page: Side) -> Squares:
        """Return the squares of these signs on a page; none if the page could not be read."""
        drawn = self.pages.get(page, {})
        found = 0
        for sign in signs:
            found |= drawn.get(sign, 0)
        return found

    def written(self, page: Side) -> Squares:
        """The squares of all texts on a page, complete or not."""
        return self.squares(self.texts, page)

    def covered(self, page: Side) -> Squares:
        return self.squares(self.tiles, page)

    @cached_property
    def readings(self) -> dict[tuple[str, Side], Reading]:
        """How each text stands in the book, by letter and page, except those in no layout."""
        found = {}
        for letter, text in self.texts.items():
            for page, drawn in self.pages.items():
                squares = drawn.get(letter, 0)
                layout = find_layout(squares, extent(text), page, self.grid) if squares else None
                if layout is not None:
                    found[letter, page] = Reading(letter, text, squares, layout)
        return found


class BookReader:
    """Opens books of a game: knows the grid of a page, and texts, tiles and exemplars by name."""

    def __init__(self, data: Data) -> None:
        page = data.numbers.page
        self.grid = Grid(page.columns, page.rows)
        self.text_called = name_lookup(data.texts)
        self.tile_called = name_lookup(data.tiles)
        self.exemplar_called = name_lookup(data.exemplars)
        self.corners_may_touch = data.options.corners_may_touch.value

    def open(self, book: Book) -> OpenedBook:
        """Read the pages and names of a book, as far as they can be."""
        drawn = {side: book.page(side) for side in SIDES}
        return OpenedBook(
            self.grid,
            {
                side: pages.signs(page)
                for side, page in drawn.items()
                if page is not None and not any(pages.misshapen(page, self.grid))
            },
            resolve_names(book.legend, pages.LETTERS, self.text_called),
            resolve_names(book.tiles, pages.DIGITS, self.tile_called),
            self.corners_may_touch,
        )


@cache_per_data
def reader(data: Data) -> BookReader:
    """Return the reader of the books of a game, made once."""
    return BookReader(data)


@cache_per_data
def open_book(book: Book, data: Data) -> OpenedBook:
    """Read a book, once."""
    return reader(data).open(book)


def readings(book: Book, game: Game[Data]) -> tuple[Reading, ...]:
    """Return how each text stands in a book, except those in no layout."""
    return tuple(open_book(book, game.data).readings.values())


def resolve_names(
    names: dict[str, str | None] | None,
    signs: Container[str],
    row_called: Callable[[str], R | None],
) -> dict[str, R]:
    """Return what each named sign out of ``signs`` stands for, if its name is known."""
    found = {
        sign: row_called(name)
        for sign, name in (names or {}).items()
        if name is not None and sign in signs
    }
    return {sign: row for sign, row in found.items() if row is not None}


def name_lookup(rows: Collection[R]) -> Callable[[str], R | None]:
    """Return a function that finds a row by its ID, its title or its short title if no other has
    it, ignoring case and a title's article."""
    shorts = [getattr(row, "short", row.id) for row in rows]
    exact = {name: row for name, row in zip(shorts, rows, strict=True) if shorts.count(name) == 1}
    exact |= {row.title: row for row in rows} | {row.id: row for row in rows}

    def row_called(name: str) -> R | None:
        if name in exact:
            return exact[name]
        wanted = normalized(name)
        return next((row for known, row in exact.items() if normalized(known) == wanted), None)

    return row_called


def normalized(name: str) -> str:
    return " ".join(name.casefold().replace("’", "'").split()).removeprefix("the ")
