"""Verse & Variant as its rules tell it, top to bottom (VV-2 to VV-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.games import Ending
from scoring.play.decisions import TABLE, Asking, Decision, Script
from scoring.play.moves import Order
from scoring.positions import seating
from scoring.positions.findings import Finding
from scoring.verse_and_variant import words
from scoring.verse_and_variant.bout import begin, bout
from scoring.verse_and_variant.check import names
from scoring.verse_and_variant.majority import exhausted, game_over, session_end
from scoring.verse_and_variant.setup import Draw
from scoring.verse_and_variant.state import State, new
from scoring.verse_and_variant.table import Bout, Session, Table, Tool, cards_of
from scoring.verse_and_variant.tools import all_tools
from scoring.verse_and_variant.window import window

END = "VV-6.5"
EFFECTS = frozenset(all_tools())


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Too few or too many players, or names that cannot be (VV-8.3)."""
    yield from seating.number(len(players), game, "VV-8.3")
    yield from names(players)


def start(players: Sequence[str], game: Game[Data]) -> tuple[State, Script]:
    """The table before the Tools are drawn, and the script that plays the game on it.

    The first of ``players`` has the Quill (VV-2.4); the others sit clockwise.
    """
    cards = cards_of(game.data)
    vocabulary = words.vocabulary(game.data, cards.values())
    known = all_tools()
    tools = {tool.id: known.get(tool.id, Tool(tool.id)) for tool in game.data.tools}
    table = new(game.data, players, tools, vocabulary)
    return table, play(table)


def play(table: Table) -> Script:
    """The whole game."""
    yield from draw_tools(table)
    starter = 0
    while True:
        table.session = Session(table.session.number + 1, starter)
        table.quill = starter
        yield from deal(table)
        ended_early = yield from session(table)
        yield from session_end(table, exhausted=ended_early)
        if ended_early or game_over(table):
            break
        starter = next_starter(table)
        reset(table)
    yield from final(table)


def ending(table: Table, game: Game[Data]) -> Ending:
    """Grants used up, or as many sessions as players (VV-6.5)."""
    with_grants = sum(player.grants > 0 for player in table.players)
    if exhausted(table) and with_grants == 0:
        why = "no Grant left, none to be refreshed"
    elif with_grants <= 1:
        why = "at most one player with an unused Grant"
    else:
        why = "as many sessions as players"
    return Ending(why, table.session.number, "session")


def draw_tools(table: Table) -> Script:
    """VV-2.1: one Tool of each rank; the others are set aside unseen."""
    drawn = yield Decision(TABLE, "draw the Tools", "VV-2.1", Draw(table.data))
    tools = [table.cards[name] for name in drawn]
    table.deck = [card for card in table.cards.values() if not card.is_tool] + tools
    table.aside = [card for card in table.cards.values() if card.is_tool and card not in tools]


def deal(table: Table) -> Script:
    """VV-2.1: all cards shuffled; the first of the order are the hand of who has the Quill."""
    order = Order(tuple([card.id for card in table.deck]))
    dealt = yield Decision(TABLE, "deal the cards", "VV-2.1", order)
    size = len(dealt) // len(table.players)
    for player in table.clockwise(table.quill):
        player.hand = [table.cards[name] for name in dealt[:size]]
        dealt = dealt[size:]


def session(table: Table) -> Asking[bool]:
    """Bouts and windows until all hands are empty (VV-6.1); whether the game is exhausted."""
    while cards_in_hand(table):
        begin(table)
        yield from bout(table)
        yield from window(table)
        if cards_in_hand(table) and exhausted(table):
            return True
        if table.session.interrupted:  # T-13e
            break
    return False


def cards_in_hand(table: Table) -> bool:
    """Whether anybody has a card to play."""
    return any(player.hand for player in table.players)


def next_starter(table: Table) -> int:
    """Clockwise of who started this session, or of who holds the Quill (VV-6.6)."""
    starter = table.data.options.quill_from.value == "starter"
    return ((table.session.starter if starter else table.quill) + 1) % len(table.players)


def reset(table: Table) -> None:
    """VV-6.6: all cards come back, Lockdown tiles are refreshed, Grants are not."""
    table.discard, table.removed = [], []
    table.desk.cards = []  # Tools used since the Desk was cleared (VV-6.2)
    table.bout = Bout(table.quill)
    for player in table.players:
        player.lockdown = True
        player.tableau, player.spent = [], []


def final(table: Table) -> Script:
    """Final scoring: what Tools add to it, then the game is over (VV-7)."""
    for player in table.clockwise(table.quill):
        for card in player.tableau:
            last = table.tools[card.id].last
            assert last is not None
            yield from last(table, player)
    table.over = True
