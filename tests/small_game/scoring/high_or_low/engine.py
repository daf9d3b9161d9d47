"""High or Low as its rules tell it, top to bottom (HL-2 and HL-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from card_data import Game
from card_data.text import plural
from scoring.play.decisions import TABLE, Decision, Script, ask, ask_together
from scoring.play.engines import Ending
from scoring.play.moves import Choices, Deal, Refusal, Vocabulary
from scoring.positions.findings import Finding
from scoring.positions.players import check_names, check_player_count
from tests.small_game.card_data.high_or_low.model import Data
from tests.small_game.scoring.high_or_low.state import CALLS, LOW, Player, State, new

END = "HL-3.1"
EFFECTS: frozenset[str] = frozenset()


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Too few or too many players, or two of one name (HL-1.2)."""
    yield from check_player_count(len(players), game, "HL-1.2")
    yield from check_names(players, "HL-1.2")


def start(players: Sequence[str], game: Game[Data]) -> State:
    """The table before the deal; the first of ``players`` leads (HL-3.1)."""
    return new(game.data, players)


def play(state: State, game: Game[Data]) -> Script:
    """The whole game."""
    numbers = game.data.numbers
    yield from deal(state, numbers.hand)
    while state.leader.hand:  # HL-3.1
        yield from call(state, numbers.lows)
        yield from reveal(state)


def ending(state: State, game: Game[Data]) -> Ending:
    """There is one end only (HL-3.1)."""
    return Ending("all hands are played", len(state.calls), "round")


def deal(state: State, size: int) -> Script:
    """HL-2.1: a hand for each player, one after the other; the rest stays where it is."""
    number = size * len(state.players)
    dealt = yield from ask(TABLE, "deal", "HL-2.1", Deal(tuple(state.cards), number))
    for seat, player in enumerate(state.players):
        player.hand = dealt[seat * size : (seat + 1) * size]


def call(state: State, lows: int) -> Script:
    """HL-3.1: the leader says which card is to win."""
    words = Vocabulary({said: said for said in CALLS})
    options = Choices.where(words, partial(against_call, state, lows))
    said = yield from ask(state.leader.name, "call", "HL-3.1", options)
    state.calls.append(said)


def against_call(state: State, lows: int, said: str) -> Refusal | None:
    """Why the leader may not call this now (HL-3.2)."""
    called = state.calls.count(said)
    if said == LOW and called >= lows:
        return Refusal("HL-3.2", f"it has been called {plural(called, 'time')} in this game")
    return None


def reveal(state: State) -> Script:
    """HL-3.3: a card of each player, chosen in secret."""
    words = Vocabulary({card: card for card in state.cards})
    decisions = []
    for player in state.players:
        hand = Choices.where(words, partial(against_card, player))
        decisions.append(Decision(player.name, "card", "HL-3.3", hand))
    take(state, (yield from ask_together(*decisions)))


def against_card(player: Player, card: str) -> Refusal | None:
    """Why a player may not choose this card (HL-3.3)."""
    return None if card in player.hand else Refusal("HL-3.3", "it is not in your hand")


def take(state: State, chosen: Mapping[str, str]) -> None:
    """HL-3.4: the winner of the round takes the cards and leads the next."""
    best = min if state.calls[-1] == LOW else max
    for player in state.players:
        player.hand.remove(chosen[player.name])
    state.leader = best(state.players, key=lambda one: state.cards[chosen[one.name]].number)
    state.leader.taken += chosen.values()
    state.revealed = dict(chosen)
