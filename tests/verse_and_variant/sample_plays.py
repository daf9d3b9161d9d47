"""Plays and scripts of Verse & Variant: hands as a test wants them, and what is asked next.

Tools do nothing here unless a test says what, so that what is seen is the flow of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.play.decisions import Asking, Decision, Together
from scoring.play.moves import Choices
from scoring.play.play import Play
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import Moment, State, Tool
from tests.verse_and_variant.tables import GAME, NAMES, answered, conserved, lay, table_of

DRAWN = " ".join([f"T-{rank}a" for rank in range(1, 16)])


def listener(name: str, *moments: Moment, **more: Any) -> Tool:
    return Tool(name, moments=moments, **more)


def doing(name: str, act: Callable[[State, Player], object], *moments: Moment) -> Tool:
    def acts(table: State, player: Player, card: Card) -> None:
        act(table, player)

    return Tool(name, moments=moments, act=acts)


def fit(table: State, *tools: Tool) -> None:
    """Give the table these Tools; all others do nothing."""
    table.tools = {tool.id: Tool(tool.id) for tool in GAME.data.tools}
    table.tools |= {tool.id: tool for tool in tools}


def sit(
    players: int = 3,
    *tools: Tool,
    drawn: str = DRAWN,
    game: Game[Data] = GAME,
    **hands: str,
) -> Play:
    """A game after its first deal: each hand has the cards named and is filled up with the rest."""
    play = Play(game, NAMES[:players])
    fit(table_at(play), *tools)
    play.move(drawn)
    play.move(dealt(play, **hands))
    return play


def dealt(play: Play, **hands: str) -> str:
    """A deal in words, to the player with the Quill first."""
    table = table_at(play)
    named = {card for hand in hands.values() for card in hand.split()}
    rest = [card.id for card in table.deck if card.id not in named]
    order: list[str] = []
    for player in table.clockwise(table.quill):
        hand = hands.get(player.name, "").split()
        more = GAME.data.numbers.set_up[len(table.players)].hand - len(hand)
        order += [*hand, *rest[:more]]
        rest = rest[more:]
    return " ".join(order)


def table_at(play: Play) -> State:
    assert isinstance(play.state, State)
    return play.state


def laid(players: int = 3, *tools: Tool, **hands: str) -> State:
    """A table in its first session where these are all the cards in hand."""
    table = table_of(players)
    fit(table, *tools)
    lay(table, **{name: f"holds {hand}" for name, hand in hands.items()})
    return table


def until(table: State, script: Asking[Any], *answers: str) -> Decision[Any] | Together[Any] | None:
    """Return a script's question after these answers, written as for `run`; None at its end."""
    try:
        question = next(script)
        for answer in answers:
            conserved(table)
            question = script.send(answered(question, answer))
    except StopIteration:
        conserved(table)
        return None
    conserved(table)
    return question


def asked(question: object) -> tuple[str, str]:
    assert isinstance(question, Decision), question
    return question.who, question.what


def words(question: object) -> list[str]:
    assert isinstance(question, Decision), question
    assert isinstance(question.options, Choices), question
    return [*question.options]


def ids(cards: list[Card]) -> list[str]:
    return [card.id for card in cards]


def short(
    players: int = 3, *tools: Tool, game: Game[Data] = GAME, drawn: str = DRAWN, **hands: str
) -> Play:
    """A game whose first session has only these cards in hand; the others are discarded."""
    play = sit(players, *tools, drawn=drawn, game=game, **hands)
    table = table_at(play)
    for player in table.players:
        kept = hands.get(player.name, "").split()
        table.discard += [card for card in player.hand if card.id not in kept]
        player.hand[:] = [card for card in player.hand if card.id in kept]
    return play
