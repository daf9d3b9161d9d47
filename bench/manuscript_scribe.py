"""A plain scribe who plays Untitled Manuscript Game by rules of thumb, for figures of balance.

The scribe copies the text that gives most points for its cubes, out of the pool or the shop,
double-spaced as long as the texts to come keep their share of room; follows an exemplar as soon as
its texts are complete; never borrows, scrapes or leaves a margin for luxury.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from random import Random

from card_data.manuscript.model import Exemplar
from scoring.decisions import Decision
from scoring.manuscript.actions import Action, Buy, Copying, Follow, against
from scoring.manuscript.layout import SIDES, Layout, Side, place
from scoring.manuscript.options import Actions, Decoration, Keep
from scoring.manuscript.page import Squares
from scoring.manuscript.room import starts
from scoring.manuscript.state import Player, Table
from scoring.play import Play

SHARE = 1.25  # of the room for a text to come that one may take with its margins
PROSE_LENGTHS = range(3, 9)


@dataclass(frozen=True)
class Plan:
    """A text that could be copied next, how, and what it gives for its cubes."""

    text: str
    layout: Layout
    cost: int  # in the shop, 0 for one of the pool
    worth: float


@dataclass
class Scribe:
    """One player; texts of the exemplar ``aim`` are preferred."""

    aim: Exemplar | None = None
    layouts: dict[str, Layout] = field(default_factory=dict)  # thought of for texts acquired

    def choose(self, decision: Decision, rng: Random) -> str:
        """A move for a decision of this player."""
        options = decision.options
        if isinstance(options, Actions):
            return self.action(options).words
        if isinstance(options, Decoration):
            tile = options.some_place(rng)
            return options.move(tile)[0] if tile else "decline"
        assert isinstance(options, Keep)
        kept = [text for text in options.pool if text in self.layouts][: options.free]
        return options.move(tuple(kept))[0]

    def action(self, options: Actions) -> Action:
        table, player = options.table, options.player
        for exemplar in table.exemplars:
            if against(follow := Follow(exemplar), table, player) is None:
                return follow
        if player.begun is not None and player.active is not None:
            missing = player.begun.missing.bit_count()
            return Copying(self.cubes(missing, table, player), player.active)
        plans = [*self.plans(table, player)]
        if plans:
            plan = max(plans, key=lambda plan: plan.worth)
            if plan.cost:
                self.layouts[plan.text] = plan.layout
                buy = Buy(plan.text, True)
                return buy if against(buy, table, player) is None else Buy(plan.text, False)
            squares = table.box.extents[plan.text].squares
            prose = table.box.texts[plan.text].prose is not None
            cubes = self.cubes(squares, table, player)
            return Copying(cubes, plan.text, plan.layout, 0, prose)
        texts = [text for row in table.shop for text in row if text is not None]
        return Buy(min(texts, key=lambda text: table.cost(text) or 0), False)

    def cubes(self, squares: int, table: Table, player: Player) -> int:
        """How many cubes to copy with: no more than the text needs."""
        rates = table.box.data.numbers.copy
        enough = [cubes for cubes, most in enumerate(rates, 1) if most >= squares]
        return min(player.cubes, enough[0] if enough else len(rates))

    def plans(self, table: Table, player: Player) -> list[Plan]:
        """What could be copied next, of the active area, the pool and the shop."""
        found = []
        own = player.pool if player.active is None else [player.active]
        offers = [(text, 0) for text in own]
        offers += [
            (text, cost)
            for row in table.shop
            for text in row
            if text is not None and (cost := table.cost(text) or 0) <= player.cubes
        ]
        for text, cost in offers:
            if text in player.copies:
                continue
            layout = self.layout(text, table, player)
            if layout is not None:
                found.append(Plan(text, layout, cost, self.worth(text, layout, cost, table)))
        return found

    def worth(self, text: str, layout: Layout, cost: int, table: Table) -> float:
        """Points for each cube."""
        card = table.box.texts[text]
        points: float = card.double if layout.double else card.single
        if self.aim is not None and text in self.aim.texts:
            points += self.aim.full / len(self.aim.texts)
        return points / (cost + fewest_cubes(card.squares, table.box.data.numbers.copy))

    def layout(self, text: str, table: Table, player: Player) -> Layout | None:
        """Where to put a text: in one column, double-spaced if the texts to come keep their share
        of room, and where it reaches most quadrants that have no text yet."""
        box = table.box
        size, rooms = box.extents[text], player.rooms(box)
        free = sum([left.free.bit_count() for left in rooms.values()])
        to_come = max(1, box.data.numbers.end.texts - len(player.copies))
        found: list[tuple[int, int, Layout]] = []
        for page, double, length in product(SIDES, (True, False), size.line_lengths(box.grid)):
            height = (len(size.lines(length)) - 1) * (1 + double) + 1
            area = (length + 1) * (height + 1)
            if (double and area > SHARE * free / to_come) or (
                size.line_length is None and length not in PROSE_LENGTHS
            ):
                continue
            corners = starts(size, length, double, rooms[page], box.grid)
            if corners:
                at_corner = place(Layout(page, 1, (1,), length, double), size, box.grid).squares
            for row, column in box.grid.squares(corners):
                squares = at_corner << (row - 1) * box.grid.stride + column - 1
                reached = self.reached(squares, page, table, player)
                layout = Layout(page, row, (column,), length, double)
                found.append((reached, area if double else -area, layout))
        return max(found, key=lambda one: one[:2], default=(0, 0, None))[2]

    def reached(self, squares: Squares, page: Side, table: Table, player: Player) -> int:
        """How many quadrants of a page without text the squares reach."""
        text = player.pages[page].text
        return sum(
            [bool(squares & quarter and not text & quarter) for quarter in table.box.grid.quadrants]
        )


def fewest_cubes(squares: int, rates: tuple[int, ...]) -> int:
    """The fewest cubes that copy so many squares, however many actions that takes."""
    fewest = [0]
    for number in range(1, squares + 1):
        fewest.append(
            min([cubes + fewest[max(0, number - most)] for cubes, most in enumerate(rates, 1)])
        )
    return fewest[squares]


def play_plainly(play: Play, scribes: dict[str, Scribe], rng: Random) -> None:
    """Play a game to its end, by these scribes; the table shuffles by ``rng``."""
    while (decision := play.decision) is not None:
        scribe = scribes.get(decision.who)
        play.move(scribe.choose(decision, rng) if scribe else decision.random(rng))
