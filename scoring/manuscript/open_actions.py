"""The open actions of a turn: all of them, or a random one without listing them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, product
from random import Random

from scoring.manuscript.actions import Action, Borrow, Buy, Copying, Follow, Scrape, against
from scoring.manuscript.layout import Layout
from scoring.manuscript.room import layouts
from scoring.manuscript.state import OpenTable, Player

RandomAction = Callable[[OpenTable, Player, Random], Action | None]


def random_action(table: OpenTable, player: Player, rng: Random) -> Action | None:
    """Return a random open action; None if there is none."""
    at = rng.random()
    first = next(some for some, below in CUMULATIVE_ODDS if at < below)
    for some in (first, *[some for some, _ in CUMULATIVE_ODDS]):
        action = some(table, player, rng)
        if action is not None:
            return action
    return None


def possible_kinds(table: OpenTable, player: Player) -> list[str]:
    """Return the first word of each kind of action of which any is open to a player."""
    kinds = {
        "buy": random_purchase,
        "borrow": random_loan,
        "copy": random_copying,
        "follow": random_follow,
        "scrape": random_scraping,
    }
    return [kind for kind, some in kinds.items() if some(table, player, Random(0)) is not None]


def random_open(
    actions: list[Action], table: OpenTable, player: Player, rng: Random
) -> Action | None:
    """Return a random one of the actions that is open; None if none is."""
    while actions:
        action = actions.pop(int(rng.random() * len(actions)))
        if against(action, table, player) is None:
            return action
    return None


def random_purchase(table: OpenTable, player: Player, rng: Random) -> Action | None:
    cubes, costs = player.cubes, table.box.data.numbers.shop.costs
    texts = [
        text
        for row in table.shop
        for text, cost in zip(row, costs, strict=True)
        if text is not None and cost <= cubes
    ]
    if not texts:
        return None
    text = texts[int(rng.random() * len(texts))]
    if rng.random() < 0.5 and against(to_active := Buy(text, True), table, player) is None:
        return to_active
    return Buy(text, False)


def random_loan(table: OpenTable, player: Player, rng: Random) -> Action | None:
    texts = [text for other in table.players if other is not player for text in other.pool]
    if not texts:
        return None
    text = texts[int(rng.random() * len(texts))]
    ways: list[Action] = [
        Borrow(text, give, active) for give in (True, False) for active in (True, False)
    ]
    return random_open(ways, table, player, rng)


def random_copying(table: OpenTable, player: Player, rng: Random) -> Action | None:
    most = min(player.cubes, len(table.box.data.numbers.copy))
    if not most:
        return None
    cubes = 1 + int(rng.random() * most)
    if player.active is not None:
        return copying(player.active, cubes, table, player, rng)
    if not player.pool:
        return None
    first = int(rng.random() * len(player.pool))
    for text in player.pool[first:] + player.pool[:first]:
        action = copying(text, cubes, table, player, rng)
        if action is not None:
            return action
    return None


def copying(text: str, cubes: int, table: OpenTable, player: Player, rng: Random) -> Copying | None:
    """Return a random way to copy a text that is or may become active; None if there is none."""
    copy = player.copies.get(text)
    prose = table.box.data.text_by_id[text].prose is not None
    if copy is not None:
        if text == player.active or (not copy.complete and player.refillable(copy, table.box)):
            return Copying(cubes, text, None, 0, prose)
        return None
    layout = random_layout(text, table, player, rng)
    return None if layout is None else Copying(cubes, text, layout, 0, prose)


def random_layout(text: str, table: OpenTable, player: Player, rng: Random) -> Layout | None:
    """Return a random layout that has room for a text; None if no layout has."""
    seed = rng.random()  # drawn in any case, so that the next draws do not depend on ``no_room``
    if text in player.no_room:
        return None
    box = table.box
    layout = next(layouts(box.extents[text], player.rooms(box), box.grid, Random(seed)), None)
    if layout is None:
        player.no_room.add(text)
    return layout


def random_follow(table: OpenTable, player: Player, rng: Random) -> Action | None:
    follows: list[Action] = [Follow(one) for one in table.exemplars]
    return random_open(follows, table, player, rng)


def random_scraping(table: OpenTable, player: Player, rng: Random) -> Action | None:
    most = min(player.cubes, table.box.data.numbers.scrape)
    lines = [(text, line) for text, copy in player.copies.items() for line in copy.standing()]
    if not (most and lines):
        return None
    chosen = rng.sample(lines, min(1 + int(rng.random() * most), len(lines)))
    return Scrape(tuple(sorted(chosen, key=lines.index)))


# The cumulative odds of trying each kind of action first. Scraping is rare: otherwise books would
# be erased as fast as they are copied, and every game would last to the last round.
CUMULATIVE_ODDS: tuple[tuple[RandomAction, float], ...] = (
    (random_copying, 0.55),
    (random_purchase, 0.85),
    (random_loan, 0.92),
    (random_follow, 0.99),
    (random_scraping, 1.0),
)


def every_action(table: OpenTable, player: Player) -> Iterator[Action]:
    """Yield every open action once; lines to scrape are in the order of the book."""
    every = (every_purchase, every_loan, every_copying, every_follow, every_scraping)
    for action in chain.from_iterable([each(table, player) for each in every]):
        if against(action, table, player) is None:
            yield action


def every_purchase(table: OpenTable, player: Player) -> Iterator[Action]:
    texts = [text for row in table.shop for text in row if text is not None]
    return (Buy(text, active) for text in texts for active in (False, True))


def every_loan(table: OpenTable, player: Player) -> Iterator[Action]:
    texts = [text for other in table.players if other is not player for text in other.pool]
    return (Borrow(*ways) for ways in product(texts, (True, False), (True, False)))


def every_copying(table: OpenTable, player: Player) -> Iterator[Action]:
    box, rates = table.box, table.box.data.numbers.copy
    for text in dict.fromkeys([player.active, *player.pool]):
        if text is None:
            continue
        begun = text in player.copies
        where = [None] if begun else layouts(box.extents[text], player.rooms(box), box.grid)
        prose = box.data.text_by_id[text].prose is not None
        for layout in where:
            for cubes in range(1, min(player.cubes, len(rates)) + 1):
                for squares in range(rates[cubes - 1] + 1):
                    yield Copying(cubes, text, layout, squares, prose)


def every_follow(table: OpenTable, player: Player) -> Iterator[Action]:
    return map(Follow, table.exemplars)


def every_scraping(table: OpenTable, player: Player) -> Iterator[Action]:
    lines = [(text, line) for text, copy in player.copies.items() for line in copy.standing()]
    for number in range(1, min(player.cubes, table.box.data.numbers.scrape) + 1):
        yield from map(Scrape, combinations(lines, number))
