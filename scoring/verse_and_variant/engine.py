"""The course of a game of Verse & Variant, in the order of its rules (VV-2 to VV-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.play.decisions import TABLE, Asking, Script, ask
from scoring.play.engines import Ending
from scoring.play.moves import Order
from scoring.positions.findings import Finding
from scoring.positions.players import check_player_count
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
    """Report too few or too many players, and names that nobody can have (VV-8.3)."""
    yield from check_player_count(len(players), game, "VV-8.3")
    yield from names(players)


def start(players: Sequence[str], game: Game[Data]) -> State:
    """Set the table up to the draw of the Tools.

    The first of ``players`` has the Quill (VV-2.4); the others sit clockwise.
    """
    return new_state(game.data, players)


def play(state: State, game: Game[Data]) -> Script:
    """Play the whole game."""
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
    """Return why the game is over, and when (VV-6.5)."""
    with_grants = sum(player.grants > 0 for player in state.players)
    if exhausted(state) and with_grants == 0:
        why = "no Grant is left, and none can be refreshed"
    elif with_grants <= 1:
        why = "at most one player has an unused Grant"
    else:
        why = "there were as many sessions as players"
    return Ending(why, state.session.number, "session")


def draw_tools(state: State) -> Script:
    """Draw one Tool of each rank and set the others aside unseen (VV-2.1)."""
    drawn = yield from ask(TABLE, "draw the Tools", "VV-2.1", ToolDraw(state.data))
    tools = [state.cards[name] for name in drawn]
    state.deck = [card for card in state.cards.values() if not card.is_tool] + tools
    state.aside = [card for card in state.cards.values() if card.is_tool and card not in tools]


def deal_cards(state: State) -> Script:
    """Deal all cards in the order given, to the holder of the Quill first (VV-2.1)."""
    order = Order(tuple([card.id for card in state.deck]))
    dealt = yield from ask(TABLE, "deal the cards", "VV-2.1", order)
    size = len(dealt) // len(state.players)
    for player in state.clockwise(state.quill):
        player.hand = [state.cards[name] for name in dealt[:size]]
        dealt = dealt[size:]


def play_session(state: State) -> Asking[bool]:
    """Play bouts until all hands are empty (VV-6.1); return whether the game is exhausted."""
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
    """Check whether anybody has a card to play."""
    return any(player.hand for player in state.players)


def next_starter(state: State) -> int:
    """Return the seat clockwise of this session's starter, or of the Quill's holder (VV-6.6)."""
    starter = state.data.options.quill_from.value == "starter"
    return ((state.session.starter if starter else state.quill) + 1) % len(state.players)


def reset_for_next_session(state: State) -> None:
    """Take all cards back and refresh Lockdown tiles, but not Grants (VV-6.6)."""
    state.discard, state.removed = [], []
    state.desk.cards = []  # Tools used since the Desk was cleared (VV-6.2)
    state.bout = Bout(state.quill)
    for player in state.players:
        player.lockdown = True
        player.tableau, player.spent = [], []


def final_scoring(state: State) -> Script:
    """Let Tools add to final scoring, then end the game (VV-7)."""
    for player in state.clockwise(state.quill):
        for card in player.tableau:
            last = state.tools[card.id].in_final_scoring
            assert last is not None
            yield from last(state, player)
    state.over = True
