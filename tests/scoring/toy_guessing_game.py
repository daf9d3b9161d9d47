"""A small game to test on: a card is dealt, all guess it, the first player puts the deck in order.

Its table deals, its players have moves that can be listed and moves that cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import card_data
from card_data import Game
from card_data.model import Clause, Section
from scoring import games
from scoring.play.card_locations import CardLocation
from scoring.play.decisions import TABLE, Decision, Script, ask
from scoring.play.fit_lines import Panel
from scoring.play.moves import Choices, Deal, Order
from scoring.play.table_view import TableView
from scoring.positions.display import Line, Span
from tests.scoring import toy_card_game

CARDS = ("a", "b")
CLAUSES = (
    Clause("RP-1.1", "A card is dealt."),
    Clause("RP-1.2", "Guess it."),
    Clause("RP-1.3", ruling="Put all in order."),
    Clause("RP-2.1", "A right guess is a point."),
)


@dataclass
class State:
    """The card that was dealt, and the guesses so far."""

    players: tuple[str, ...]
    dealt: str = ""
    guesses: dict[str, str] = field(default_factory=dict)

    def position(self) -> toy_card_game.Position:
        return toy_card_game.Position(
            {one: int(self.guesses.get(one) == self.dealt) for one in self.players}
        )

    def card_locations(self) -> Iterator[CardLocation]:
        return iter(())

    def view(self, player: str) -> tuple[str, str, dict[str, str]]:
        return player, self.dealt, dict(self.guesses)


def start(players: Sequence[str], game: Game[Any]) -> State:
    return State(tuple(players))


def play(state: State, game: Game[Any]) -> Script:
    (state.dealt,) = yield from ask(TABLE, "deal", "RP-1.1", Deal(CARDS, 1))
    for name in state.players:
        choices = Choices([(card, card) for card in CARDS])
        state.guesses[name] = yield from ask(name, "guess", "RP-1.2", choices)
    yield from ask(state.players[0], "order", "RP-1.3", Order(CARDS))


class GuessTable(TableView):
    """Two parts: the card, and the guesses of others."""

    def parts(self, view: Any, decision: object, width: int) -> Iterator[Panel]:
        player, dealt, guesses = view
        yield Panel(0, [[[Span(f"Card {dealt}")]]])
        others = {name: card for name, card in guesses.items() if name != player}
        yield Panel(1, [[[Span(f"{name} guessed {card}")] for name, card in others.items()]])

    def openings(self, decision: Decision[Any], view: Any) -> Iterable[str]:
        return ["b a", "c"]


def lines(position: Any, game: Game[Any], faults: Any) -> Iterator[Line]:
    yield [Span(f"Points {' '.join(map(str, position.wins.values()))}", "bold")]


def install(monkeypatch: pytest.MonkeyPatch, *, hides: bool = False) -> Game[Any]:
    game = toy_card_game.install(monkeypatch)
    game = msgspec.structs.replace(game, sections=(Section("Guesses", CLAUSES),))
    shared = vars(games.module("hands", "engine"))
    engine = SimpleNamespace(**shared | {"END": "RP-1.3", "start": start, "play": play})
    monkeypatch.setattr(GuessTable, "hides", hides)
    monkeypatch.setattr(games, "with_advice", list)
    shown = {"table_view": SimpleNamespace(GameTable=GuessTable)}
    drawn = {"display": SimpleNamespace(lines=lines)}
    toy_card_game.offer(monkeypatch, "hands", engine=engine, **shown, **drawn)
    monkeypatch.setattr(card_data, "names", lambda data=None: ["hands"])
    monkeypatch.setattr(card_data, "load", lambda name, data=None, house=(): game)
    return game
