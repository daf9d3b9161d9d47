"""The table of Untitled Manuscript Game during play. Only the order of the draw pile is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from card_data.manuscript.model import Data
from card_data.model import Model
from scoring.cache import cache_per_data
from scoring.manuscript.layout import SIDES, Extent, Layout, Placed, Side, extent
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.position import BLANK, Book, Position
from scoring.manuscript.room import Leaf, Room, room
from scoring.play.card_locations import EVERYBODY, CardLocation
from scoring.play.moves import normalized

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"  # for texts (MS-5.3)
DIGITS = "1234567890"  # for tiles


@dataclass(frozen=True)
class Box:
    """The contents of the game's box, by ID, and the grid that all pages share."""

    data: Data

    @cached_property
    def grid(self) -> Grid:
        page = self.data.numbers.page
        return Grid(page.columns, page.rows)

    @cached_property
    def corners(self) -> bool:
        """Whether two texts may meet at a corner (MS-3.5)."""
        return self.data.options.corners_may_touch.value

    @cached_property
    def extents(self) -> dict[str, Extent]:
        return {text.id: extent(text) for text in self.data.texts}

    @cached_property
    def text_spellings(self) -> dict[str, str]:
        """The ID of each text by its plain spelling."""
        return {normalized(known): known for known in self.data.text_by_id}

    @cached_property
    def exemplar_spellings(self) -> dict[str, str]:
        """The ID of each exemplar by its plain spelling."""
        return {normalized(known): known for known in self.data.exemplar_by_id}


@cache_per_data
def box(data: Data) -> Box:
    """Return the contents of the box, the same for every game of this data."""
    return Box(data)


@dataclass(slots=True)
class Copy:
    """A text in a book: its layout as it was chosen, and which of its squares are filled."""

    layout: Layout
    placed: Placed
    filled: Squares = 0

    @property
    def missing(self) -> Squares:
        return self.placed.squares & ~self.filled

    @property
    def complete(self) -> bool:
        return self.filled == self.placed.squares

    def fill(self, number: int) -> Squares:
        """Fill up to ``number`` missing squares, the earliest first; return those filled."""
        before = self.filled
        for line in self.placed.lines:
            missing = line & ~self.filled
            if missing.bit_count() <= number:
                self.filled |= missing
                number -= missing.bit_count()
            else:
                for _ in range(number):
                    self.filled |= missing & -missing
                    missing &= missing - 1
                break
        return self.filled ^ before

    def standing(self) -> list[int]:
        """Return the numbers, from 1, of the lines that have a filled square."""
        return [number for number, line in enumerate(self.placed.lines, 1) if line & self.filled]

    def reserved_gaps(self) -> Squares:
        """Return the blank rows between two standing lines of one column (MS-3.9)."""
        lines = [bool(line & self.filled) for line in self.placed.lines]
        gaps = zip(self.placed.gaps, pairwise(lines), strict=True)
        return sum([gap for gap, (above, below) in gaps if above and below])


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """The place of a decoration tile: its top left square, and its size as it is turned."""

    page: Side
    row: int
    column: int
    columns: int
    rows: int

    def squares(self, grid: Grid) -> Squares:
        return grid.block(self.row, self.column, self.columns, self.rows)


@dataclass(slots=True)
class Player:
    """A player's cubes, cards and book.

    ``hand`` has the cubes in hand by the seat of their owner, ``paid`` how many of the player's
    own were paid for keeping texts (MS-2.8). ``copies`` are the texts in the book, complete or
    not, in the order in which they were begun; ``tiles`` where those of exemplars lie;
    ``exemplars`` bear the player's cube. ``no_room`` has texts found to fit nowhere, which holds
    until something is scraped away.
    """

    name: str
    seat: int
    hand: list[int]
    paid: int = 0
    pool: list[str] = field(default_factory=list)
    active: str | None = None
    copies: dict[str, Copy] = field(default_factory=dict)
    pages: dict[Side, Leaf] = field(default_factory=lambda: {page: Leaf() for page in SIDES})
    tiles: dict[str, PlacedTile] = field(default_factory=dict)
    exemplars: list[str] = field(default_factory=list)
    no_room: set[str] = field(default_factory=set, compare=False, repr=False)

    @property
    def cubes(self) -> int:
        return sum(self.hand)

    @property
    def active_copy(self) -> Copy | None:
        """The copy of the active text; None if it is not begun, or no text is active."""
        return self.copies.get(self.active) if self.active is not None else None

    def complete(self) -> list[str]:
        return [text for text, copy in self.copies.items() if copy.complete]

    def spend(self, cubes: int) -> list[int]:
        """Take cubes from the hand, those of other players first; return the number by owner."""
        seats, own = len(self.hand), self.seat
        spent = [0] * seats
        for owner in (*range(own), *range(own + 1, seats), own):
            spent[owner] = min(cubes, self.hand[owner])
            self.hand[owner] -= spent[owner]
            cubes -= spent[owner]
        return spent

    def rooms(self, box: Box) -> dict[Side, Room]:
        """Return the room on both pages for a text that is not in the book."""
        return {page: room(leaf, box.grid, box.corners) for page, leaf in self.pages.items()}

    def refillable(self, copy: Copy, box: Box) -> bool:
        """Return whether the missing squares of a text in the book, and its blank rows, have room
        (MS-2.6)."""
        leaf = self.pages[copy.layout.page]
        left = room(leaf, box.grid, box.corners, copy.filled)
        return left.holds(copy.missing, copy.placed.blank)

    def reserved(self, page: Side) -> Squares:
        """Return the empty squares that no tile may cover (MS-3.9)."""
        found = 0
        for text, copy in self.copies.items():
            if copy.layout.page == page:
                found |= copy.reserved_gaps()
                if text == self.active:
                    found |= copy.missing | copy.placed.blank
        return found

    def fill(self, copy: Copy, squares: int) -> None:
        self.pages[copy.layout.page].text |= copy.fill(squares)

    def scrape(self, text: str, line: int) -> None:
        """Erase a line of a copy, by its number from 1; without any line left the copy goes too."""
        copy = self.copies[text]
        erased = copy.placed.lines[line - 1] & copy.filled
        copy.filled ^= erased
        self.pages[copy.layout.page].text ^= erased
        if not copy.filled:
            del self.copies[text]
        self.no_room.clear()

    def lay(self, exemplar: str, tile: PlacedTile, grid: Grid) -> None:
        self.tiles[exemplar] = tile
        self.pages[tile.page].tiles |= tile.squares(grid)


@dataclass(slots=True)
class OpenTable:
    """Everything that lies open.

    ``shop`` has for each row its places from the draw pile to the discard pile, None for an empty
    one. ``exemplars`` are in play; ``tiles`` those of them whose tile nobody has taken. ``spent``
    are the cubes spent this round, by the seat of their owner, ``quill`` is the seat of the player
    who begins the round.
    """

    box: Box = field(compare=False, repr=False)
    players: list[Player]
    shop: list[list[str | None]]
    spent: list[int]
    discard: list[str] = field(default_factory=list)
    exemplars: list[str] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)
    quill: int = 0
    round: int = 1
    last: bool = False  # the end is triggered (MS-2.9)

    def clockwise(self, seat: int) -> list[Player]:
        """Return all players clockwise, from the one in this seat."""
        return self.players[seat:] + self.players[:seat]

    def player(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    def cost(self, text: str) -> int | None:
        """Return the cost of a text in the shop; None if it is not there."""
        for row in self.shop:
            if text in row:
                return self.box.data.numbers.shop.costs[row.index(text)]
        return None

    def cheapest(self) -> int | None:
        """Return the cost of the cheapest text in the shop; None if the shop is empty."""
        costs = self.box.data.numbers.shop.costs
        found = [
            cost
            for row in self.shop
            for text, cost in zip(row, costs, strict=True)
            if text is not None
        ]
        return min(found, default=None)

    def owner(self, text: str, seat: int) -> Player | None:
        """Return the player with a text in the pool, other than the one in ``seat``; None if
        nobody."""
        for player in self.players:
            if player.seat != seat and text in player.pool:
                return player
        return None

    def meets_end(self, player: Player) -> bool:
        """Return whether a book ends the game: text in every quadrant, enough texts complete
        (MS-2.9)."""
        quadrants = self.box.grid.quadrants
        return (
            len(player.copies) >= self.box.data.numbers.end.texts
            and all(
                leaf.text & quadrant for leaf in player.pages.values() for quadrant in quadrants
            )
            and len(player.complete()) >= self.box.data.numbers.end.texts
        )

    def pay(self, player: Player, cubes: int) -> None:
        """Spend cubes (MS-2.1)."""
        for owner, number in enumerate(player.spend(cubes)):
            self.spent[owner] += number

    def can_follow(self, player: Player) -> bool:
        """Return whether a player has a cube of their own for an exemplar, or can swap for one
        (MS-2.5)."""
        own = player.seat
        return bool(player.hand[own] or (player.cubes and self.spent[own]))

    def follow(self, player: Player, exemplar: str) -> None:
        """Put the player's own cube on an exemplar, swapping another's for it if need be
        (MS-2.5)."""
        own = player.seat
        if not player.hand[own]:
            foreign = next(seat for seat, cubes in enumerate(player.hand) if cubes)
            player.hand[foreign] -= 1
            player.hand[own] += 1
            self.spent[foreign] += 1
            self.spent[own] -= 1
        player.hand[own] -= 1
        player.exemplars.append(exemplar)

    def cubes_home(self) -> None:
        """Bring all cubes home, except those on exemplars (MS-2.8)."""
        for player in self.players:
            player.hand = [0] * len(self.players)
            player.hand[player.seat] = self.box.data.numbers.cubes - len(player.exemplars)
            player.paid = 0
        self.spent = [0] * len(self.players)

    def discard_cheap(self) -> None:
        """Move the shop's cheapest cards to the discard pile, row by row (MS-2.8)."""
        shop = self.box.data.numbers.shop
        for row in self.shop:
            for place, cost in enumerate(shop.costs):
                text = row[place]
                if cost == shop.discarded_at and text is not None:
                    self.discard.append(text)
                    row[place] = None

    def acquire(self, player: Player, text: str, active: bool) -> None:
        """Put a new text in the pool or, displacing one not begun, in the active area (MS-2.7)."""
        if not active:
            player.pool.append(text)
            return
        if player.active is not None:
            player.pool.append(player.active)
        player.active = text

    def copy(self) -> OpenTable:
        """Return a snapshot of the table for a player to look at; later play does not change it."""
        return deepcopy(self, {id(self.box): self.box})


class TextView(Model, frozen=True):
    """A text in a book."""

    page: Side
    """The page that it stands on."""
    row: int
    """The row of its first line, from 1."""
    columns: tuple[int, ...]
    """The left columns of its parts, from 1: more than one if it runs on."""
    line_length: int
    """How many squares a full line has."""
    double: bool
    """Whether it is double-spaced."""
    head: int
    """The row on which it goes on after a line on the last row: 1, or 2 below a blank row."""
    filled: int
    """How many of its squares are filled."""
    complete: bool
    """Whether all of them are."""


class PlayerView(Model, frozen=True):
    """A player as everyone sees them."""

    name: str
    """The player."""
    cubes: dict[str, int]
    """The cubes in hand, by their owners' names."""
    paid: int
    """How many cubes were paid for keeping texts."""
    pool: tuple[str, ...]
    """The texts in the pool."""
    active: str | None
    """The active text; None if there is none."""
    texts: dict[str, TextView]
    """The texts in the book, begun or complete."""
    tiles: tuple[str, ...]
    """The exemplars whose tiles are in the book, in the order of their digits."""
    exemplars: tuple[str, ...]
    """The exemplars that bear the player's cube."""
    legend: dict[str, str]
    """The text that each letter of the pages stands for."""
    left: str
    """The left page, a line of characters for each row, as in a position."""
    right: str
    """The right page."""


class View(Model, frozen=True):
    """All that a player may see: everything but the order of the draw pile."""

    round: int
    """Which round it is, from 1."""
    quill: str
    """Who has the quill."""
    last: bool
    """Whether this is the last round."""
    shop: tuple[tuple[str | None, ...], ...]
    """The rows of the shop, a text or None for each place, the dearest first."""
    discard: tuple[str, ...]
    """The discard pile, its top card last."""
    draw_pile: int
    """How many cards the draw pile has."""
    exemplars: tuple[str, ...]
    """The exemplars in the game."""
    tiles: tuple[str, ...]
    """Those whose tile is still there."""
    spent: dict[str, int]
    """The cubes spent this round, by their owners' names."""
    me: PlayerView
    """The player who looks."""
    others: tuple[PlayerView, ...]
    """The other players, clockwise from the one who looks."""


@dataclass(slots=True)
class State:
    """The whole table: what lies open, and the draw pile, with its top card last."""

    table: OpenTable
    draw: list[str]
    over: bool = False

    def view(self, name: str) -> View:
        """Return the view of the player called ``name``."""
        table = self.table
        names = [player.name for player in table.players]
        me, *others = [player_view(player, table) for player in table.clockwise(names.index(name))]
        return View(
            round=table.round,
            quill=names[table.quill],
            last=table.last,
            shop=tuple(map(tuple, table.shop)),
            discard=tuple(table.discard),
            draw_pile=len(self.draw),
            exemplars=tuple(table.exemplars),
            tiles=tuple(table.tiles),
            spent=dict(zip(names, table.spent, strict=True)),
            me=me,
            others=tuple(others),
        )

    def card_locations(self) -> Iterator[CardLocation]:
        """Yield every card as hidden, then those that lie open or are in the books (MS-1.9)."""
        table = self.table
        yield CardLocation((*table.box.data.text_by_id, *table.box.data.exemplar_by_id))
        for row in table.shop:
            yield CardLocation([text for text in row if text is not None], EVERYBODY)
        for player in table.players:
            active = [player.active] if player.active is not None else []
            yield CardLocation([*player.pool, *active, *player.copies], EVERYBODY)
        yield CardLocation([*table.discard, *table.exemplars], EVERYBODY)

    def position(self) -> Position:
        """Return the books as drawn, marked as ended if the game is over but no book shows it."""
        table = self.table
        ended = self.over and not any(map(table.meets_end, table.players))
        return Position(
            players=tuple([book(player, table.box) for player in table.players]), ended=ended
        )


def player_view(player: Player, table: OpenTable) -> PlayerView:
    names = [other.name for other in table.players]
    own = book(player, table.box)
    return PlayerView(
        name=player.name,
        cubes=dict(zip(names, player.hand, strict=True)),
        paid=player.paid,
        pool=tuple(player.pool),
        active=player.active,
        texts={
            text: TextView(*copy.layout, copy.filled.bit_count(), copy.complete)
            for text, copy in player.copies.items()
        },
        tiles=tuple(player.tiles),
        exemplars=tuple(player.exemplars),
        legend={letter: str(text) for letter, text in (own.legend or {}).items()},
        left=own.left or "",
        right=own.right or "",
    )


def book(player: Player, box: Box) -> Book:
    """Draw a player's book as a position has it."""
    pages = {page: [[BLANK] * box.grid.columns for _ in range(box.grid.rows)] for page in SIDES}

    def mark(page: Side, squares: Squares, sign: str) -> None:
        for row, column in box.grid.squares(squares):
            pages[page][row - 1][column - 1] = sign

    legend = dict(zip(LETTERS, player.copies, strict=False))
    for letter, text in legend.items():
        mark(player.copies[text].layout.page, player.copies[text].filled, letter)
    digits = dict(zip(DIGITS, player.tiles, strict=False))
    for digit, exemplar in digits.items():
        mark(player.tiles[exemplar].page, player.tiles[exemplar].squares(box.grid), digit)
    left, right = ["\n".join(map("".join, rows)) for rows in pages.values()]
    return Book(
        name=player.name,
        legend=dict(legend),
        left=left,
        right=right,
        tiles={digit: box.data.tile_of[exemplar].id for digit, exemplar in digits.items()},
        exemplars=tuple(player.exemplars),
    )


def new(data: Data, names: Sequence[str]) -> State:
    """Return the table before the texts are shuffled: all cubes in hand, nothing copied."""
    numbers = data.numbers
    players = []
    for seat, name in enumerate(names):
        hand = [0] * len(names)
        hand[seat] = numbers.cubes
        players.append(Player(name, seat, hand))
    shop: list[list[str | None]] = [
        [None] * len(numbers.shop.costs) for _ in range(numbers.shop.rows)
    ]
    return State(OpenTable(box(data), players, shop, spent=[0] * len(names)), draw=[])
