"""Points of Untitled Manuscript Game (MS-4)."""

from __future__ import annotations

from typing import NamedTuple

from card_data import Game
from card_data.manuscript.model import Data, Exemplar
from card_data.text import plural
from scoring.manuscript.layout import SIDES, Side
from scoring.manuscript.position import Book, Position
from scoring.manuscript.reading import OpenedBook, Reading, open_book, reader
from scoring.manuscript.reading.pages import join_ranges
from scoring.positions.result import Chain, Part, Result, Tally, Tiebreak, rank

TIES = Chain(
    (
        Tiebreak("MS-4.5", "most decorations"),
        Tiebreak("MS-4.5", "most complete texts"),
        Tiebreak("MS-4.5", "most unused columns"),
    ),
    "MS-4.5",
)


class Bonus(NamedTuple):
    """The points of an exemplar, and why."""

    points: int
    note: str


class Margins(NamedTuple):
    """The columns of a page without text or tile: left and right of all its text, and in total.

    A page without text has none to the left and none to the right (MS-4.4).
    """

    page: Side
    left: list[int]
    right: list[int]
    unused: int
    empty: bool

    def breaking_ties(self, anywhere: bool) -> int:
        """Return how many columns break a tie: those beside the text, or all (MS-4.5)."""
        return self.unused if anywhere or self.empty else len(self.left) + len(self.right)


def score(position: Position, game: Game[Data]) -> Result:
    """Return the score of a position that passed the check."""
    return rank([tally(book, game) for book in position.players or ()], TIES)


def tally(book: Book, game: Game[Data]) -> Tally:
    """Return one player's points, and how each came about."""
    opened = open_book(book, game.data)
    texts = opened.readings.values()
    complete = {text.text.id for text in texts if text.complete}
    exemplar_called = reader(game.data).exemplar_called
    cubes = [exemplar_called(name) for name in book.exemplars or () if name is not None]
    bonuses = [bonus(exemplar, complete) for exemplar in cubes if exemplar is not None]
    both = [margins(opened, page) for page in SIDES]
    anywhere = game.data.options.tie_columns.value == "anywhere"
    pairs, widths = luxury(both, game.data)
    tiles = opened.tiles.values()
    return Tally(
        book.name or "",
        (
            Part("texts", sum([text.points for text in texts]), "MS-4.1"),
            Part("decorations", sum([tile.points for tile in tiles]), "MS-4.2"),
            Part("exemplars", sum([one.points for one in bonuses]), "MS-4.3"),
            Part("luxury", pairs, "MS-4.4"),
        ),
        breakers=(len(tiles), len(complete), sum([page.breaking_ties(anywhere) for page in both])),
        explained=(
            *map(read_as, texts),
            *[f"{tile.title}: {plural(tile.points, 'point')} (MS-4.2)" for tile in tiles],
            *[one.note for one in bonuses],
            *widths,
        ),
    )


def read_as(text: Reading) -> str:
    return f"{text} ({'MS-4.1' if text.complete else 'MS-5.8'})"


def bonus(exemplar: Exemplar, complete: set[str]) -> Bonus:
    """Return the bonus of an exemplar for the texts that are complete (MS-4.3)."""
    done, wanted = len(complete.intersection(exemplar.texts)), len(exemplar.texts)
    found = f"{exemplar.title}: {done} of its {plural(wanted, 'text')} complete"
    if done == wanted:
        return Bonus(exemplar.full, f"{found}, full bonus {exemplar.full} (MS-4.3)")
    if done >= exemplar.minimum:
        return Bonus(exemplar.partial, f"{found}, partial bonus {exemplar.partial} (MS-4.3)")
    return Bonus(0, f"{found}, no bonus below {exemplar.minimum} (MS-4.3)")


def margins(opened: OpenedBook, page: Side) -> Margins:
    grid, text = opened.grid, opened.written(page)
    written = grid.used_columns(text)
    used = grid.used_columns(text | opened.covered(page))
    unused = [column for column in range(1, grid.columns + 1) if column not in used]
    return Margins(
        page,
        [column for column in unused if written and column < written[0]],
        [column for column in unused if written and column > written[-1]],
        len(unused),
        not written,
    )


def luxury(both: list[Margins], data: Data) -> tuple[int, list[str]]:
    """Return the points for pairs of columns on both pages, and a note on each page with pairs."""
    rules = data.numbers.luxury
    notes = []
    total = 0
    for page, left, right, *_ in both:
        pairs = min(len(left), len(right), rules.pairs_a_page)
        total += pairs
        if pairs:
            unused = f"{columns(left[:pairs])} left of the text, {columns(right[-pairs:])} right"
            notes.append(f"{page} page, {plural(pairs, 'pair')}: {unused} of it (MS-4.4)")
    return rules.points[min(total, len(rules.points) - 1)], notes


def columns(numbers: list[int]) -> str:
    return f"{'column' if len(numbers) == 1 else 'columns'} {join_ranges(numbers)}"
