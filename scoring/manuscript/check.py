"""The problems of a position of Untitled Manuscript Game, in layers.

Unanswered values are skipped.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from typing import NamedTuple

from card_data import Game
from card_data.manuscript.model import Data
from card_data.problems import did_you_mean, quote
from card_data.text import plural
from scoring.manuscript.layout import SIDES, Side, extent, place_text
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.position import Book, Position
from scoring.manuscript.reading import OpenedBook, Reading, open_book, pages, reader
from scoring.manuscript.reading.books import Named
from scoring.manuscript.reading.faults import faults
from scoring.manuscript.reading.unfinished import no_room_for_rest, texts_being_copied
from scoring.manuscript.score import tally
from scoring.positions.findings import Finding, Where
from scoring.positions.players import check_names, check_player_count
from scoring.positions.result import Tally


def players(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield too few or too many players, players without distinct names (MS-5.1), and a game marked
    as both over and running (MS-5.2)."""
    if position.ended and position.running is True:
        message = "found true, but running: true says that the game is not over"
        yield Finding("MS-5.2", ("ended",), message)
    if position.players is not None:
        yield from check_player_count(len(position.players), game, "MS-5.1")
        yield from check_names([book.name for book in position.players], "MS-5.1", ("name",))


def books(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield the problems inside each book: in its drawing, its names and its layouts."""
    for seat, book in enumerate(position.players or ()):
        yield from inside(book, open_book(book, game.data), ("players", str(seat)), game.data)


def inside(book: Book, opened: OpenedBook, where: Where, data: Data) -> Iterator[Finding]:
    for page in SIDES:
        drawn = book.page(page)
        if drawn is not None:
            yield from drawing(drawn, page, (*where, page), opened.grid)
    for signs, named, known, rows in (
        (TEXTS, book.legend, opened.texts, data.texts),
        (TILES, book.tiles, opened.tiles, data.tiles),
    ):
        if named is not None:
            yield from names(signs, named, known, rows, (*where, signs.field))
            others = {*(book.legend or ()), *(book.tiles or ())}
            yield from drawn_and_named(signs, named, others, opened, where)
    for fault in faults(opened):
        at = (*where, fault.page)
        yield at_squares(fault.rule, at, fault.message, fault.squares, opened.grid)


class Signs(NamedTuple):
    """The kind of signs on a page: the field that names them, how messages call them, the signs
    allowed and what they stand for. ``once`` is the clause that forbids two for the same thing.
    """

    field: str
    sign: str
    range: str
    every: Container[str]
    thing: str
    once: str


TEXTS = Signs("legend", "letter", "A to Z or a to z", pages.LETTERS, "text", "MS-3.7")
TILES = Signs("tiles", "digit", "0 to 9", pages.DIGITS, "tile", "MS-5.4")


def drawing(drawn: str, page: Side, where: Where, grid: Grid) -> Iterator[Finding]:
    """Yield a wrong number or length of rows, and characters without a meaning (MS-5.3)."""
    for message, squares in pages.misshapen(drawn, grid):
        yield at_squares("MS-5.3", where, f"{page} page: {message}", squares, grid)
    for sign, squares in pages.unknown(drawn, grid):
        more = squares.bit_count() - 1
        also = f", and on {plural(more, 'more square')}" if more else ""
        wanted = "expected a full stop, a letter A to Z or a to z, or a digit"
        message = f"{first(squares, page, grid)}: found {quote(sign)}{also}, {wanted}"
        yield at_squares("MS-5.3", where, message, squares, grid)


def names(
    signs: Signs,
    named: dict[str, str | None],
    known: Mapping[str, Named],
    rows: Collection[Named],
    where: Where,
) -> Iterator[Finding]:
    """Yield invalid signs, names that are not ``known``, and two signs for the same thing."""
    seen: dict[str, str] = {}
    for sign, name in named.items():
        if sign not in signs.every:
            message = f"{quote(sign)} is not a {signs.sign}, expected one of {signs.range}"
            if name is None and len(sign) > 1:
                message += "; a title with a comma in it needs quotation marks"
            yield Finding("MS-5.4", (*where, sign), message)
        elif sign not in known:
            if name is not None:
                yield Finding("MS-5.1", (*where, sign), nothing_called(signs.thing, name, rows))
        elif known[sign].id in seen:
            first_sign, title = seen[known[sign].id], known[sign].title
            message = (
                f"{sign} is {title}, as {first_sign} is; a book has each {signs.thing} only once"
            )
            yield Finding(signs.once, (*where, sign), message)
        else:
            seen[known[sign].id] = sign


def nothing_called(thing: str, name: str, rows: Collection[Named]) -> str:
    """Return the message that nothing has this name, with the closest one as a suggestion."""
    known = [*[row.id for row in rows], *[row.title for row in rows]]
    return f"there is no {thing} called {quote(name)}{did_you_mean(name, known, listed=False)}"


def drawn_and_named(
    signs: Signs,
    named: dict[str, str | None],
    others: Container[str],
    opened: OpenedBook,
    where: Where,
) -> Iterator[Finding]:
    """Yield signs drawn but not named, and named but not drawn (MS-5.4).

    ``others`` are the signs named in either field.
    """
    mistaken: set[str] = set()  # named, and drawn as a sign that looks like it
    for page, drawn in opened.pages.items():
        for sign, squares in drawn.items():
            if sign in signs.every and sign not in named:
                alike = [other for other in lookalikes(sign) if other in named or other in others]
                mistaken.update(alike)
                hint = f"; did you mean the {kind_of(alike[0])} {alike[0]}?" if alike else ""
                message = (
                    f"{first(squares, page, opened.grid)}: {signs.sign} {sign} is not named in "
                    f"the {signs.field}{hint}"
                )
                yield at_squares("MS-5.4", (*where, page), message, squares, opened.grid)
    if len(opened.pages) < len(SIDES):
        return  # it may be drawn on the page that cannot be read
    every = {sign for drawn in opened.pages.values() for sign in drawn}
    for sign in named:
        told = sign in mistaken or any(
            other in every and other not in named and other not in others
            for other in lookalikes(sign)
        )
        if sign in signs.every and sign not in every and not told:
            message = f"{signs.sign} {sign} is named here and drawn on neither page"
            yield Finding("MS-5.4", (*where, signs.field, sign), message)


def lookalikes(sign: str) -> list[str]:
    """Return the signs that are easily mistaken for this one.

    >>> lookalikes("0"), lookalikes("a"), lookalikes("l")
    (['O', 'o'], ['A'], ['L', '1', 'I'])
    """
    alike = [group for group in ("0Oo", "1lI") if sign in group]
    other_case = [sign.swapcase()] if sign.isalpha() else []
    return [*dict.fromkeys([*other_case, *[each for each in "".join(alike) if each != sign]])]


def kind_of(sign: str) -> str:
    return "letter" if sign in pages.LETTERS else "digit"


def exemplars(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield exemplars that are unknown, listed twice, or more than are in play (MS-5.1)."""
    books = position.players or ()
    most = len(books) + game.data.numbers.exemplars_more
    exemplar_called = reader(game.data).exemplar_called
    different: set[str] = set()
    for seat, book in enumerate(books):
        own: set[str] = set()
        for index, name in enumerate(book.exemplars or ()):
            where = ("players", str(seat), "exemplars", str(index))
            exemplar = None if name is None else exemplar_called(name)
            if name is None:
                continue
            if exemplar is None:
                message = nothing_called("exemplar", name, game.data.exemplars)
                yield Finding("MS-5.1", where, message)
            elif exemplar.id in own:
                yield Finding("MS-5.1", where, f"{exemplar.title} is listed twice")
            else:
                own.add(exemplar.id)
                new = exemplar.id not in different
                different.add(exemplar.id)
                if new and len(different) == most + 1:
                    message = (
                        f"{most + 1} different exemplars bear cubes, but with "
                        f"{plural(len(books), 'player')} only {most} are in play"
                    )
                    yield Finding("MS-5.1", where, message)


def tiles(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield tiles with two owners, or without the owner's cube on their exemplar (MS-5.1)."""
    named = reader(game.data)
    titles = {exemplar.id: exemplar.title for exemplar in game.data.exemplars}
    owners: dict[str, int] = {}
    for seat, book in enumerate(position.players or ()):
        cubes = [name and named.exemplar_called(name) for name in book.exemplars or ()]
        followed = {exemplar.id for exemplar in cubes if exemplar}
        settled = book.exemplars is not None and all(cubes)
        for digit, name in (book.tiles or {}).items():
            tile = None if name is None else named.tile_called(name)
            if tile is None:
                continue
            where = ("players", str(seat), "tiles", digit)
            if owners.setdefault(tile.id, seat) != seat:
                message = f"{tile.title} lies in the book of another player too"
                yield Finding("MS-5.1", where, message)
            if settled and tile.exemplar not in followed:
                message = (
                    f"{tile.title} is the tile of {titles[tile.exemplar]}, which is not among this "
                    "player's exemplars"
                )
                yield Finding("MS-5.1", where, message)


def copying(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield unfilled lines in any text but the one that a player is copying (MS-2.7, MS-3.6)."""
    owners: dict[str, str] = {}
    for seat, book in enumerate(position.players or ()):
        opened, where = open_book(book, game.data), ("players", str(seat))
        active = texts_being_copied(opened)
        found = [fault for begun in active for fault in no_room_for_rest(begun, opened)]
        for begun in active[1:]:
            words = (
                f"a line of {begun.name} is begun and not filled, as one of {active[0].name} is; "
                "only the active text has such lines"
            )
            found.append(begun.fault("MS-2.7", words, opened.grid))
        for begun in active:
            if begun.text.id in owners:
                words = (
                    f"a line of {begun.name} is begun and not filled, as in the book of "
                    f"{owners[begun.text.id]}; its one card cannot be active in both"
                )
                found.append(begun.fault("MS-2.7", words, opened.grid))
            else:
                owners[begun.text.id] = book.name or f"player {seat + 1}"
        if found and not any(inside(book, opened, where, game.data)):
            for fault in found:
                at = (*where, fault.page)
                yield at_squares(fault.rule, at, fault.message, fault.squares, opened.grid)


class Sum(NamedTuple):
    """The right number for a field of the score box, and what it is for."""

    where: Where
    rule: str
    points: int
    what_for: str


def sums(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield the sums in the score boxes of sound books that differ from the score (MS-4)."""
    for seat, book in enumerate(position.players or ()):
        boxes, where = book.boxes(), ("players", str(seat))
        if not any(isinstance(claim, int) for claim in boxes.values()) or not answered(book):
            continue
        opened = open_book(book, game.data)
        if any(inside(book, opened, where, game.data)):
            continue
        for box, rule, points, what_for in added_up(book, tally(book, game)):
            if isinstance(claim := boxes[box], int) and claim != points:
                if box == ("points", "texts"):
                    yield from miscounted(claim - points, opened, where)
                who = book.name or "this player"
                message = f"found {claim}, but {who} has {points}{what_for}"
                yield Finding(rule, (*where, *box), message, right=points)


def miscounted(points: int, opened: OpenedBook, where: Where) -> Iterator[Finding]:
    """Yield the text that would explain why a score box has ``points`` too many: an incomplete one
    that it counts, or else the only one that it may count in the other spacing."""
    texts = opened.readings.values()
    counted_too = [one for one in texts if not one.complete and one.if_complete == points]
    respaced = [one for one in texts if one.complete and one.if_respaced - one.points == points]
    if counted_too:
        yield incomplete(counted_too[0], opened.grid, where)
    elif len(respaced) == 1:
        yield spaced(respaced[0], opened.grid, where)


def incomplete(reading: Reading, grid: Grid, where: Where) -> Finding:
    """Report an incomplete text that the score box counts, with its blank squares (MS-5.6)."""
    text, layout = reading.text, reading.layout
    blank = place_text(layout, extent(text), grid).squares & ~reading.squares
    name = f"{reading.letter} ({text.short})"
    squares = plural(blank.bit_count(), "square")
    message = (
        f"{first(blank, layout.page, grid)}: the score box counts {name}, of which "
        f"{squares} from here on {'is' if blank.bit_count() == 1 else 'are'} blank"
    )
    return at_squares("MS-5.6", (*where, layout.page), message, blank, grid)


def spaced(reading: Reading, grid: Grid, where: Where) -> Finding:
    """Report a text that the score box counts in the other spacing, with its squares (MS-5.7)."""
    page, squares = reading.layout.page, reading.squares
    stands, counts = ("double", "single") if reading.layout.double else ("single", "double")
    message = (
        f"{first(squares, page, grid)}: {reading.letter} ({reading.text.short}) stands here "
        f"{stands}-spaced, but the score box seems to count it {counts}-spaced"
    )
    return at_squares("MS-5.7", (*where, page), message, squares, grid)


def answered(book: Book) -> bool:
    """Return whether both pages are drawn and everything on them is named."""
    names = (book.legend, book.tiles)
    return None not in (book.left, book.right, *names) and not any(
        None in (named or {}).values() for named in names
    )


def added_up(book: Book, scored: Tally) -> Iterator[Sum]:
    """Yield the right number for each field of a sound book's score box, if its exemplars are
    known."""
    known = book.exemplars is not None and None not in book.exemplars
    what_for = {
        "texts": "for complete texts",
        "decorations": "for decoration tiles",
        "exemplars": "for exemplars with a cube",
        "luxury": "for pairs of columns",
    }
    for part in scored.parts:
        if known or part.label != "exemplars":
            what = f" {what_for[part.label]}"
            yield Sum(("points", part.label), part.rule, part.points, what)
    if known:
        parts = ", ".join([f"{part.label} {part.points}" for part in scored.parts if part.points])
        yield Sum(("total",), "MS-4.5", scored.total or 0, f": {parts}" if parts else "")


def first(squares: Squares, page: Side, grid: Grid) -> str:
    row, column = next(grid.squares(squares))
    return f"{page} page, row {row}, column {column}"


def at_squares(rule: str, where: Where, message: str, squares: Squares, grid: Grid) -> Finding:
    return Finding(rule, where, message, squares=tuple(grid.squares(squares)))


def ends(opened: OpenedBook, game: Game[Data]) -> bool:
    """Return whether a sound book ends the game (MS-2.9)."""
    complete = [
        letter
        for letter, text in opened.texts.items()
        if sum([opened.squares(letter, page).bit_count() for page in SIDES]) == text.squares
    ]
    return len(complete) >= game.data.numbers.end.texts and all(
        opened.written(page) & quadrant for page in SIDES for quadrant in opened.grid.quadrants
    )


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """Yield a note if no book ends the game, so that the score is provisional (MS-5.2)."""
    if position.ended:
        return
    if not any(ends(open_book(book, game.data), game) for book in position.players or ()):
        yield "provisional score: nobody's book ends the game yet (MS-2.9, MS-5.2)"


LAYERS = {
    "players": players,
    "books": books,
    "exemplars": exemplars,
    "tiles": tiles,
    "copying": copying,
    "sums": sums,
}
