"""The choices of a player. They are too many to list, so a move is parsed and tested."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from card_data.manuscript.model import Tile
from card_data.problems import quote
from card_data.text import join_words, plural
from scoring.manuscript.actions import Action, against, look_up, parse_action
from scoring.manuscript.layout import SIDES, Side
from scoring.manuscript.open_actions import every_action, possible_kinds, random_action
from scoring.manuscript.page import Squares, onwards
from scoring.manuscript.room import any_square_of
from scoring.manuscript.state import OpenTable, PlacedTile, Player
from scoring.play.moves import Move, ParsedOptions, Refusal, Refused, normalized

DECLINE, PLACE, KEEP, NOTHING = "decline", "place", "keep", "nothing"
PLACE_FORM = re.compile(
    r"place (?P<page>left|right) (?:row )?(?P<row>\d{1,3}) (?:column )?(?P<column>\d{1,3})"
    r"(?P<turned> turned)?",
    re.ASCII,  # so that digits are 0 to 9
)


@dataclass(frozen=True, slots=True)
class Actions(ParsedOptions[Action]):
    """The actions of a turn (MS-2.1) of the player in a seat."""

    table: OpenTable
    seat: int

    def __str__(self) -> str:
        texts = plural(sum([text is not None for row in self.table.shop for text in row]), "text")
        said = {"buy": f"buy one of {texts}"}
        kinds = [said.get(kind, kind) for kind in possible_kinds(self.table, self.player)]
        if kinds == [said["buy"]]:
            return f"only buying is possible now: {kinds[0]}, for your pool or 'to active'"
        return join_words(kinds, "or")

    @property
    def player(self) -> Player:
        return self.table.players[self.seat]

    def read(self, words: str) -> Move[Action]:
        action = parse_action(words, self.table, self.player)
        return action.words, action

    def against(self, value: Action) -> Refusal | None:
        return against(value, self.table, self.player)

    def __iter__(self) -> Iterator[str]:
        return (action.words for action in every_action(self.table, self.player))

    def draw(self, rng: Random) -> Move[Action]:
        action = random_action(self.table, self.player, rng)
        if action is None:
            raise ValueError("expected to be asked only where some action is open")
        return action.words, action

    def shown(self) -> Actions:
        return replace(self, table=self.table.copy())


@dataclass(frozen=True, slots=True)
class Decoration(ParsedOptions[PlacedTile | None]):
    """Where to place an exemplar's tile, or to decline it (MS-2.5)."""

    table: OpenTable
    seat: int
    exemplar: str

    def __str__(self) -> str:
        tile = self.tile
        points = plural(tile.points, "point")
        what = f"{tile.title}, {tile.columns} x {tile.rows} for {points}"
        example, _ = self.move(next(self.every_place()))
        turned = "" if tile.columns == tile.rows else ", also 'turned'"
        return f"place {what}, as in {example!r}{turned}, or {DECLINE}"

    @property
    def player(self) -> Player:
        return self.table.players[self.seat]

    @property
    def tile(self) -> Tile:
        return self.table.box.data.tile_of[self.exemplar]

    def read(self, words: str) -> Move[PlacedTile | None]:
        if words and DECLINE.startswith(words):
            return DECLINE, None
        said = PLACE_FORM.fullmatch(words)
        if said is None:
            raise Refused(f"{quote(words)} is not a move here; {self}")
        turned = said["turned"] is not None
        page = next(page for page in SIDES if page == said["page"])
        return self.move(
            self.placed(page=page, row=int(said["row"]), column=int(said["column"]), turned=turned)
        )

    def placed(self, *, page: Side, row: int, column: int, turned: bool) -> PlacedTile:
        return PlacedTile(page, row, column, *self.size(turned))

    def size(self, turned: bool) -> tuple[int, int]:
        columns, rows = self.tile.columns, self.tile.rows
        return (rows, columns) if turned else (columns, rows)

    def move(self, tile: PlacedTile) -> Move[PlacedTile | None]:
        turned = " turned" if tile.columns != self.tile.columns else ""
        return f"{PLACE} {tile.page} row {tile.row} column {tile.column}{turned}", tile

    def against(self, value: PlacedTile | None) -> Refusal | None:
        if value is None:
            return None
        grid = self.table.box.grid
        across = 1 <= value.column <= grid.columns - value.columns + 1
        down = 1 <= value.row <= grid.rows - value.rows + 1
        if not (across and down):
            return Refusal("MS-3.9", "it runs off the page")
        leaf, squares = self.player.pages[value.page], value.squares(grid)
        for taken, reason in (
            (leaf.text, "bears text"),
            (leaf.tiles, "is under another tile"),
            (self.player.reserved(value.page), "is needed by a text"),
        ):
            for row, column in grid.squares(squares & taken):
                return Refusal("MS-3.9", f"the square in row {row}, column {column} {reason}")
        return None

    def corners(self, page: Side, turned: bool) -> Squares:
        """Return the squares of a page that can be the top left one of the tile."""
        grid, leaf = self.table.box.grid, self.player.pages[page]
        columns, rows = self.size(turned)
        free = grid.all & ~(leaf.taken | self.player.reserved(page))
        return onwards(grid.starts(free, columns), rows, grid.stride)

    def fits_anywhere(self) -> bool:
        return any(self.corners(page, turned) for page in SIDES for turned in (False, True))

    def random_place(self, rng: Random) -> PlacedTile | None:
        """Return a random place where the tile fits; None if it fits nowhere."""
        ways = [(page, turned) for page in SIDES for turned in (False, True)]
        rng.shuffle(ways)
        for page, turned in ways:
            if found := self.corners(page, turned):
                ((row, column),) = self.table.box.grid.squares(any_square_of(found, rng))
                return self.placed(page=page, row=row, column=column, turned=turned)
        return None

    def every_place(self) -> Iterator[PlacedTile]:
        turns = (False,) if self.tile.columns == self.tile.rows else (False, True)
        for page in SIDES:
            for turned in turns:
                for row, column in self.table.box.grid.squares(self.corners(page, turned)):
                    yield self.placed(page=page, row=row, column=column, turned=turned)

    def __iter__(self) -> Iterator[str]:
        yield DECLINE
        yield from [self.move(place)[0] for place in self.every_place()]

    def draw(self, rng: Random) -> Move[PlacedTile | None]:
        tile = self.random_place(rng) if rng.random() < 0.9 else None
        return (DECLINE, None) if tile is None else self.move(tile)

    def shown(self) -> Decoration:
        return replace(self, table=self.table.copy())


@dataclass(frozen=True, slots=True)
class Keep(ParsedOptions[tuple[str, ...]]):
    """Which texts of the pool to keep: ``free`` ones, then ``paid`` ones for a cube each
    (MS-2.8)."""

    pool: tuple[str, ...]
    free: int
    paid: int

    @property
    def most(self) -> int:
        return min(self.free + self.paid, len(self.pool))

    def __str__(self) -> str:
        paid = f", {self.paid} more for a cube{' each' * (self.paid > 1)}" if self.paid else ""
        texts = join_words(self.pool, "or")
        return f"{KEEP} {texts}: {self.free} free of charge{paid}; or {KEEP} {NOTHING}"

    def read(self, words: str) -> Move[tuple[str, ...]]:
        texts = words.removeprefix(KEEP).split()  # which people leave out
        if not texts:
            raise Refused(f"{quote(words)} is not a move here; {self}")
        if texts == [NOTHING]:
            return self.move(())
        spellings = {normalized(text): text for text in self.pool}
        return self.move(tuple([look_up(text, spellings, "text of your pool") for text in texts]))

    def move(self, texts: tuple[str, ...]) -> Move[tuple[str, ...]]:
        """Return the texts to keep, in the order of the pool, with the words of the move."""
        kept = tuple(sorted(texts, key=self.pool.index))
        return " ".join((KEEP, *(kept or (NOTHING,)))), kept

    def against(self, value: tuple[str, ...]) -> Refusal | None:
        if len(set(value)) < len(value):
            return Refusal("MS-2.8", "a text is named twice")
        if len(value) > self.most:
            return Refusal("MS-2.8", f"you can keep {self.most} at most")
        return None

    def __iter__(self) -> Iterator[str]:
        for number in range(self.most + 1):
            for texts in combinations(self.pool, number):
                yield self.move(texts)[0]

    def draw(self, rng: Random) -> Move[tuple[str, ...]]:
        return self.move(tuple(rng.sample(self.pool, int(rng.random() * (self.most + 1)))))
