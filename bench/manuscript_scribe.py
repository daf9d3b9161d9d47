"""A scribe who plays Untitled Manuscript Game by rules of thumb, for the figures of balance.

The scribe begins the text that gives most for its cubes, out of the pool, the shop or the pools of
others. What a text gives are its points and what it brings of an exemplar, less the luxury that it
spoils and the room that it takes; so margins stay empty as long as they are worth more than what
would stand there. The scribe copies when cubes are well spent on it and else buys the next text;
follows an exemplar when its bonus is worth a cube a round; runs no text on into another column,
gives no cube away and scrapes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from typing import Any

from card_data.manuscript.model import Exemplar
from scoring.manuscript.actions import Action, Borrow, Buy, Copying, Follow, against
from scoring.manuscript.layout import SIDES, Extent, Layout, Side, place_text
from scoring.manuscript.options import Actions, Decoration, Keep
from scoring.manuscript.page import Grid, Squares
from scoring.manuscript.room import Room, starts
from scoring.manuscript.state import OpenTable, PlacedTile, Player
from scoring.play.decisions import Decision

# What the scribe thinks things are worth, in points. Found by trying.
ROOM = 0.06  # a square on which no text can stand any more
EXCESS = 0.3  # one beyond the share of a text, as much more
QUADRANT = 1.0  # one that had no text
CUBE = 1.2  # one less in each round to come
PROSE_LENGTHS = range(3, 9)  # that the scribe tries


@dataclass(frozen=True)
class Plan:
    """A text that could be begun next: how to acquire it if need be, where, and what it gives."""

    text: str
    layout: Layout
    action: Buy | Borrow | None
    worth: float  # points for each cube


@dataclass
class Scribe:
    """One player, who wants a book of ``texts`` texts: each may have an equal share of the room
    that is left when ``margin`` columns on each side of both pages are kept empty.

    Each text of the exemplar ``aim`` is worth the full bonus, shared by those still missing.
    """

    texts: int
    margin: int = 0
    aim: Exemplar | None = None
    acquired: set[str] = field(default_factory=set)  # to be copied

    def choose(self, decision: Decision[Any]) -> str:
        """A move for a decision of this player."""
        options = decision.options
        if isinstance(options, Actions):
            return self.action(options.table, options.player).words
        if isinstance(options, Decoration):
            tile = best_place(options)
            return "decline" if tile is None else options.move(tile)[0]
        assert isinstance(options, Keep)
        kept = [text for text in options.pool if text in self.acquired]
        kept.sort(key=lambda text: self.aim is None or text not in self.aim.texts)
        return options.move(tuple(kept[: options.free]))[0]

    def action(self, table: OpenTable, player: Player) -> Action:
        for exemplar in table.exemplars:
            if self.worth_a_cube(exemplar, table, player):
                return Follow(exemplar)
        if player.active_copy is not None and player.active is not None:
            cubes, wasted = best_cubes(player.active_copy.missing.bit_count(), table, player)
            plan = self.best_plan(table, player) if wasted and not table.last else None
            if plan is None or plan.action is None:
                return Copying(cubes, player.active)
            return self.acquire(plan.action, table, player)
        plan = self.best_plan(table, player)
        if plan is None:
            texts = [text for row in table.shop for text in row if text is not None]
            return Buy(min(texts, key=lambda text: table.cost(text) or 0), False)
        if plan.action is not None:
            return self.acquire(plan.action, table, player)
        card = table.box.data.text_by_id[plan.text]
        cubes, _ = best_cubes(card.squares, table, player)
        return Copying(cubes, plan.text, plan.layout, 0, card.prose is not None)

    def acquire(self, action: Buy | Borrow, table: OpenTable, player: Player) -> Action:
        """The action, with the text to the active area if it may go there."""
        self.acquired.add(action.text)
        active = action._replace(active=True)
        return active if against(active, table, player) is None else action

    def best_plan(self, table: OpenTable, player: Player) -> Plan | None:
        """The text that gives most for its cubes; None if none gives anything and the book has
        texts enough."""
        best = max([*self.plans(table, player)], key=lambda plan: plan.worth, default=None)
        enough = len(player.copies) >= self.texts
        return None if best is not None and best.worth <= 0 and enough else best

    def plans(self, table: OpenTable, player: Player) -> Iterator[Plan]:
        fewest = table.box.data.numbers.copy
        for text, action, cost in offers(table, player):
            cubes = cost + fewest_cubes(table.box.data.text_by_id[text].squares, fewest)
            if text in player.copies or (table.last and cubes > player.cubes):
                continue
            found = self.best_layout(text, table, player)
            if found is not None:
                value, layout = found
                value += self.promise(text, table, player)
                yield Plan(text, layout, action, value / cubes)

    def promise(self, text: str, table: OpenTable, player: Player) -> float:
        """Return the share of the exemplars' bonuses that copying a text is worth."""
        total = 0.0
        for name in table.exemplars:
            exemplar = table.box.data.exemplar_by_id[name]
            if text not in exemplar.texts:
                continue
            done = len(set(player.complete()).intersection(exemplar.texts)) + 1
            if exemplar == self.aim:
                total += exemplar.full / (len(exemplar.texts) + 1 - done)
            elif done == exemplar.minimum:
                total += exemplar.partial
            elif done == len(exemplar.texts):
                total += exemplar.full - exemplar.partial
        return total

    def worth_a_cube(self, exemplar: str, table: OpenTable, player: Player) -> bool:
        """Whether to follow an exemplar now: it pays more than a cube in the rounds to come."""
        if against(Follow(exemplar), table, player) is not None:
            return False
        points = table.box.data.exemplar_by_id[exemplar].partial
        if exemplar in table.tiles:
            points += table.box.data.tile_of[exemplar].points
        most = max([len(other.complete()) for other in table.players])
        return table.last or points >= CUBE * (self.texts - most)

    def best_layout(
        self, text: str, table: OpenTable, player: Player
    ) -> tuple[float, Layout] | None:
        """Where a text gives most, and how much; None if it has no room in one column."""
        box = table.box
        card, size, rooms = box.data.text_by_id[text], box.extents[text], player.rooms(box)
        share = self.share(rooms, player, box.grid)
        luxury_with = cache(partial(luxury, table, player))  # asked again for each row
        now = luxury_with(SIDES[0], 0)
        found = []
        for page, double, length in product(SIDES, (True, False), line_lengths(size, box.grid)):
            corners = starts(size, length, double, rooms[page], box.grid)
            if not corners:
                continue
            at_corner = place_text(Layout(page, 1, (1,), length, double), size, box.grid).squares
            for row, column in outermost(corners, box.grid):
                squares = at_corner << (row - 1) * box.grid.stride + column - 1
                around = box.grid.around(squares, not box.corners)
                room = (rooms[page].free & (squares | around)).bit_count()
                value: float = card.double if double else card.single
                value -= ROOM * room + EXCESS * max(0, room - share)
                value += QUADRANT * reached(squares, player.pages[page].text, box.grid)
                columns = ((1 << length) - 1) << column - 1
                value += luxury_with(page, columns) - now
                found.append((value, Layout(page, row, (column,), length, double)))
        return max(found, key=lambda one: one[0], default=None)

    def share(self, rooms: dict[Side, Room], player: Player, grid: Grid) -> float:
        """How many squares of room each text to come may take."""
        inside = grid.block(1, 1 + self.margin, grid.columns - 2 * self.margin, grid.rows)
        free = sum([(left.free & inside).bit_count() for left in rooms.values()])
        return free / max(1, self.texts - len(player.copies))


def offers(table: OpenTable, player: Player) -> Iterator[tuple[str, Buy | Borrow | None, int]]:
    """The texts that a player has or can pay for: how to acquire each, and for how many cubes."""
    if player.active_copy is None:
        for text in player.pool if player.active is None else [player.active]:
            yield text, None, 0
    for row in table.shop:
        for card, cost in zip(row, table.box.data.numbers.shop.costs, strict=True):
            if card is not None and cost <= player.cubes:
                yield card, Buy(card, False), cost
    cost = table.box.data.numbers.borrow.cost
    for other in table.players:
        if other is not player and cost <= player.cubes:
            for text in other.pool:
                yield text, Borrow(text, False, False), cost


def best_cubes(squares: int, table: OpenTable, player: Player) -> tuple[int, int]:
    rates = table.box.data.numbers.copy
    before = fewest_cubes(squares, rates)
    wasted = {
        cubes: cubes - before + fewest_cubes(max(0, squares - most), rates)
        for cubes, most in enumerate(rates, 1)
        if cubes <= player.cubes
    }
    best = min(wasted, key=lambda cubes: (wasted[cubes], -cubes))
    return best, wasted[best]


@cache
def fewest_cubes(squares: int, rates: tuple[int, ...]) -> int:
    if not squares:
        return 0
    return min([n + fewest_cubes(max(0, squares - most), rates) for n, most in enumerate(rates, 1)])


def line_lengths(size: Extent, grid: Grid) -> list[int]:
    lengths = size.line_lengths(grid)
    return [one for one in lengths if size.line_length is not None or one in PROSE_LENGTHS]


def outermost(squares: Squares, grid: Grid) -> Iterator[tuple[int, int]]:
    """The top and the bottom one of some squares in each column."""
    for column in range(1, grid.columns + 1):
        found = squares & grid.column(column)
        for square in {found & -found, 1 << found.bit_length() >> 1}:
            yield from grid.squares(square)


def reached(squares: Squares, text: Squares, grid: Grid) -> int:
    return sum([bool(squares & quarter and not text & quarter) for quarter in grid.quadrants])


def luxury(
    table: OpenTable, player: Player, page: Side, text: Squares = 0, tile: Squares = 0
) -> int:
    """The points for luxury if text or a tile stood in more columns of a page, a bit each. A page
    without text counts as one that will have all its pairs."""
    rules, grid = table.box.data.numbers.luxury, table.box.grid
    total = 0
    for side, leaf in player.pages.items():
        written, used = grid.onto_first_row(leaf.text), grid.onto_first_row(leaf.taken)
        if side == page:
            written, used = written | text, used | text | tile
        if not written:
            total += rules.pairs_a_page
            continue
        unused = grid.onto_first_row(grid.all) & ~used
        left = unused & (written & -written) - 1
        right = unused >> written.bit_length()
        total += min(left.bit_count(), right.bit_count(), rules.pairs_a_page)
    return rules.points[min(total, len(rules.points) - 1)]


def best_place(options: Decoration) -> PlacedTile | None:
    """Where an exemplar's tile spoils least; None if it spoils more than it is worth."""
    table, player = options.table, options.player
    grid = table.box.grid
    best: tuple[float, PlacedTile | None] = (luxury(table, player, SIDES[0]), None)
    for page, left in player.rooms(table.box).items():
        for turned in False, True:
            for row, column in outermost(options.corners(page, turned), grid):
                lain = options.placed(page=page, row=row, column=column, turned=turned)
                columns = ((1 << lain.columns) - 1) << column - 1
                value: float = options.tile.points + luxury(table, player, page, tile=columns)
                value -= ROOM * (left.free & lain.squares(grid)).bit_count()
                if value > best[0]:
                    best = value, lain
    return best[1]
