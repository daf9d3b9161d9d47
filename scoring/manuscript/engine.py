"""The course of Untitled Manuscript Game, in the order of its rules (MS-1.8, MS-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random

from card_data import Game
from card_data.manuscript.model import QUADRANTS, Data
from scoring.manuscript.actions import Action, Borrow, Buy, Copying, Follow
from scoring.manuscript.layout import place_text
from scoring.manuscript.open_actions import random_action
from scoring.manuscript.options import Actions, Decoration, Keep
from scoring.manuscript.state import Copy, OpenTable, Player, State, new
from scoring.play.decisions import TABLE, Script, ask
from scoring.play.engines import Ending
from scoring.play.moves import Deal, Order
from scoring.positions.findings import Finding
from scoring.positions.players import check_names, check_player_count

END = "MS-2.9"
EFFECTS: frozenset[str] = frozenset()


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Yield too few or too many players (MS-1.9), and two of one name (MS-5.1)."""
    yield from check_player_count(len(players), game, "MS-1.9")
    yield from check_names(players, "MS-5.1")


def start(players: Sequence[str], game: Game[Data]) -> State:
    """Return the table before the texts are shuffled.

    The first of ``players`` has the quill (MS-1.8); the others sit clockwise.
    """
    return new(game.data, players)


def play(state: State, game: Game[Data]) -> Script:
    table = state.table
    end = table.box.data.numbers.end
    yield from set_up(state)
    while True:
        yield from one_round(state)
        if table.last or table.round == end.rounds:  # MS-2.9
            state.over = True
            return
        yield from round_end(state)


def ending(state: State, game: Game[Data]) -> Ending:
    """Return whether a book or the last round ended the game (MS-2.9)."""
    table, end = state.table, game.data.numbers.end
    why = (
        f"a player had {end.texts} complete texts and text in all {QUADRANTS} quadrants"
        if table.last
        else f"round {end.rounds} is the last"
    )
    return Ending(why, table.round, "round")


def set_up(state: State) -> Script:
    """Shuffle the texts, fill the shop and deal the exemplars (MS-1.8)."""
    table = state.table
    texts = tuple(table.box.data.text_by_id)
    order = yield from ask(TABLE, "shuffle of the texts", "MS-1.8", Order(texts))
    state.draw = order[::-1]
    for row in table.shop:
        yield from refill(state, row)
    number = len(table.players) + table.box.data.numbers.exemplars_more
    deal = Deal(
        tuple(table.box.data.exemplar_by_id), min(number, len(table.box.data.exemplar_by_id))
    )
    dealt = yield from ask(TABLE, "deal of the exemplars", "MS-1.8", deal)
    table.exemplars, table.tiles = list(dealt), list(dealt)


def refill(state: State, row: list[str | None]) -> Script:
    """Slide the cards of a row toward the discard pile and fill it with new ones (MS-2.2)."""
    texts = [text for text in row if text is not None]
    gaps = len(row) - len(texts)
    row[:] = [*[None] * gaps, *texts]
    for at in reversed(range(gaps)):
        if not state.draw:
            return
        row[at] = state.draw.pop()
        yield from reshuffle(state)


def reshuffle(state: State) -> Script:
    """Make the discards the draw pile as soon as that is empty (MS-2.2)."""
    discard = state.table.discard
    if discard and not state.draw:
        order = yield from ask(TABLE, "shuffle of the discards", "MS-2.2", Order(tuple(discard)))
        state.draw = order[::-1]
        discard.clear()


def one_round(state: State) -> Script:
    """Play an action a turn, clockwise from the quill, until nobody can act (MS-2.1)."""
    table = state.table
    skipped = 0
    for player in cycle(table.clockwise(table.quill)):
        if can_act(table, player):
            skipped = 0
            options = Actions(table, player.seat)
            action = yield from ask(player.name, "action", "MS-2.1", options)
            yield from act(state, player, action)
            table.last = table.last or table.meets_end(player)  # MS-2.9
        else:
            skipped += 1
            if skipped == len(table.players):
                return


def can_act(table: OpenTable, player: Player) -> bool:
    """Return whether a player has a cube and anything to do with it (MS-2.1)."""
    if not player.cubes:
        return False
    cheapest = table.cheapest()
    if cheapest is not None and cheapest <= player.cubes:
        return True
    return random_action(table, player, Random(0)) is not None  # of any, whichever it finds


def act(state: State, player: Player, action: Action) -> Script:
    table = state.table
    if isinstance(action, Buy):
        yield from purchase(state, player, action)
    elif isinstance(action, Borrow):
        borrow(table, player, action)
    elif isinstance(action, Copying):
        copy(table, player, action)
    elif isinstance(action, Follow):
        yield from follow(table, player, action.exemplar)
    else:
        table.pay(player, len(action.lines))
        for text, line in action.lines:
            player.scrape(text, line)


def purchase(state: State, player: Player, action: Buy) -> Script:
    """Buy a text for its place's cost, and refill the row (MS-2.2)."""
    table = state.table
    row = next(row for row in table.shop if action.text in row)
    at = row.index(action.text)
    table.pay(player, table.box.data.numbers.shop.costs[at])
    row[at] = None
    table.acquire(player, action.text, action.active)
    yield from refill(state, row)


def borrow(table: OpenTable, player: Player, action: Borrow) -> None:
    """Take the text for cubes spent, or for a cube of one's own given to its owner (MS-2.3)."""
    owner = table.owner(action.text, player.seat)
    assert owner is not None
    numbers = table.box.data.numbers.borrow
    if action.give:
        player.hand[player.seat] -= numbers.given
        owner.hand[player.seat] += numbers.given
    else:
        table.pay(player, numbers.cost)
    owner.pool.remove(action.text)
    table.acquire(player, action.text, action.active)


def copy(table: OpenTable, player: Player, action: Copying) -> None:
    """Fill squares of the active text (MS-2.4); move it to the pool once it is complete
    (MS-2.7)."""
    numbers, box = table.box.data.numbers, table.box
    table.pay(player, action.cubes)
    if player.active is None:
        player.pool.remove(action.text)
        player.active = action.text
    begun = player.copies.get(action.text)
    if begun is None:
        assert action.layout is not None
        placed = place_text(action.layout, box.extents[action.text], box.grid)
        begun = player.copies[action.text] = Copy(action.layout, placed)
    player.fill(begun, action.squares or numbers.copy[action.cubes - 1])
    if begun.complete:
        player.active = None
        player.pool.append(action.text)


def follow(table: OpenTable, player: Player, exemplar: str) -> Script:
    """Put a cube on an exemplar; the first player there may place its tile (MS-2.5)."""
    table.follow(player, exemplar)
    if exemplar not in table.tiles:
        return
    table.tiles.remove(exemplar)  # taken, declined or not fitting: it is gone for others
    options = Decoration(table, player.seat, exemplar)
    if options.fits_anywhere():
        tile = yield from ask(player.name, f"tile of {exemplar}", "MS-2.5", options)
        if tile is not None:
            player.lay(exemplar, tile, table.box.grid)


def round_end(state: State) -> Script:
    """End a round: cubes go home, players keep or discard texts, the shop is refilled, and the
    quill is passed on (MS-2.8)."""
    table = state.table
    table.cubes_home()
    for player in table.clockwise(table.quill):
        yield from keep(table, player)
    table.discard_cheap()
    yield from reshuffle(state)
    for row in table.shop:
        yield from refill(state, row)
    table.quill = (table.quill - 1) % len(table.players)
    table.round += 1


def keep(table: OpenTable, player: Player) -> Script:
    """Ask which texts of the pool the player keeps, and discard the others (MS-2.8)."""
    if not player.pool:
        return
    numbers = table.box.data.numbers.keep
    free = min(numbers.free, len(player.pool))
    paid = min(numbers.paid, len(player.pool) - free, player.cubes)
    options = Keep(tuple(player.pool), free, paid)
    kept = yield from ask(player.name, "texts to keep", "MS-2.8", options)
    player.paid = max(0, len(kept) - numbers.free)
    player.hand[player.seat] -= player.paid
    table.discard += [text for text in player.pool if text not in kept]
    player.pool = [text for text in player.pool if text in kept]
