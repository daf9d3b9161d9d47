"""Verse & Variant as its rules tell it, top to bottom (VV-2 to VV-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.play.decisions import TABLE, Asking, Script, ask
from scoring.play.engines import Ending
from scoring.play.moves import Order
from scoring.positions import seating
from scoring.positions.findings import Finding
from scoring.verse_and_variant.bout import begin_bout, play_bout
from scoring.verse_and_variant.check import names
from scoring.verse_and_variant.majority import exhausted, game_over, session_end
from scoring.verse_and_variant.pieces import Bout, Session
from scoring.verse_and_variant.setup import ToolDraw, new_state
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.tools import all_tools
from scoring.verse_and_variant.window import preservation_window

END = "VV-6.5"
EFFECTS = frozenset(all_tools())


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Too few or too many players, or names that cannot be (VV-8.3)."""
    yield from seating.number(len(players), game, "VV-8.3")
    yield from names(players)


def start(players: Sequence[str], game: Game[Data]) -> State:
    """The table before the Tools are drawn.

    The first of ``players`` has the Quill (VV-2.4); the others sit clockwise.
    """
    return new_state(game.data, players)


def play(state: State, game: Game[Data]) -> Script:
    """The whole game."""
    yield from draw_tools(state)
    starter = 0
    while True:
        state.session = Session(state.session.number + 1, starter)
        state.quill = starter
        yield from deal_cards(state)
        ended_early = yield from play_session(state)
        yield from session_end(state, exhausted=ended_early)
        if ended_early or game_over(state):
            break
        starter = next_starter(state)
        reset_for_next_session(state)
    yield from final_scoring(state)


def ending(state: State, game: Game[Data]) -> Ending:
    """Grants used up, or as many sessions as players (VV-6.5)."""
    with_grants = sum(player.grants > 0 for player in state.players)
    if exhausted(state) and with_grants == 0:
        why = "no Grant left, none to be refreshed"
    elif with_grants <= 1:
        why = "at most one player with an unused Grant"
    else:
        why = "as many sessions as players"
    return Ending(why, state.session.number, "session")


def draw_tools(state: State) -> Script:
    """VV-2.1: one Tool of each rank; the others are set aside unseen."""
    drawn = yield from ask(TABLE, "draw the Tools", "VV-2.1", ToolDraw(state.data))
    tools = [state.cards[name] for name in drawn]
    state.deck = [card for card in state.cards.values() if not card.is_tool] + tools
    state.aside = [card for card in state.cards.values() if card.is_tool and card not in tools]


def deal_cards(state: State) -> Script:
    """VV-2.1: all cards shuffled; the first of the order are the hand of who has the Quill."""
    order = Order(tuple([card.id for card in state.deck]))
    dealt = yield from ask(TABLE, "deal the cards", "VV-2.1", order)
    size = len(dealt) // len(state.players)
    for player in state.clockwise(state.quill):
        player.hand = [state.cards[name] for name in dealt[:size]]
        dealt = dealt[size:]


def play_session(state: State) -> Asking[bool]:
    """Bouts and windows until all hands are empty (VV-6.1); whether the game is exhausted."""
    while cards_in_hand(state):
        begin_bout(state)
        yield from play_bout(state)
        yield from preservation_window(state)
        if cards_in_hand(state) and exhausted(state):
            return True
        if state.session.interrupted:  # T-13e
            break
    return False


def cards_in_hand(state: State) -> bool:
    """Whether anybody has a card to play."""
    return any(player.hand for player in state.players)


def next_starter(state: State) -> int:
    """Clockwise of who started this session, or of who holds the Quill (VV-6.6)."""
    starter = state.data.options.quill_from.value == "starter"
    return ((state.session.starter if starter else state.quill) + 1) % len(state.players)


def reset_for_next_session(state: State) -> None:
    """VV-6.6: all cards come back, Lockdown tiles are refreshed, Grants are not."""
    state.discard, state.removed = [], []
    state.desk.cards = []  # Tools used since the Desk was cleared (VV-6.2)
    state.bout = Bout(state.quill)
    for player in state.players:
        player.lockdown = True
        player.tableau, player.spent = [], []


def final_scoring(state: State) -> Script:
    """Final scoring: what Tools add to it, then the game is over (VV-7)."""
    for player in state.clockwise(state.quill):
        for card in player.tableau:
            last = state.tools[card.id].in_final_scoring
            assert last is not None
            yield from last(state, player)
    state.over = True
