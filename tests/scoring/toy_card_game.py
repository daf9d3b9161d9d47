"""A small game of secret choices to test on: rock, paper, scissors, shown all at once.

In each round everybody chooses a hand in secret; they are revealed together. Then the first player
says whether there is another round, of which there are two at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

import card_data
from card_data import Game
from card_data.model import Model
from scoring import games
from scoring.play.card_locations import CardLocation
from scoring.play.decisions import Decision, Script, ask, ask_together
from scoring.play.engines import Ending
from scoring.play.moves import Choices
from scoring.positions.positions import Running
from scoring.positions.result import Chain, Part, Result, Tally, rank

HANDS = ("rock", "paper", "scissors")  # each beats the one before it
ROUNDS = 2


class Position(Model, frozen=True):
    wins: dict[str, int]
    running: Running = UNSET


@dataclass
class State:
    """The hands revealed: for each round the number of each player's hand in `HANDS`."""

    players: tuple[str, ...]
    rounds: list[dict[str, int]] = field(default_factory=list)
    asked: int = 0  # how often the script went on

    def position(self) -> Position:
        wins = dict.fromkeys(self.players, 0)
        for hands in self.rounds:
            for name, hand in hands.items():
                wins[name] += [*hands.values()].count((hand - 1) % len(HANDS))
        return Position(wins)

    def card_locations(self) -> Iterator[CardLocation]:
        return iter(())

    def view(self, player: str) -> tuple[str, tuple[tuple[int, ...], ...]]:
        return player, tuple(
            [tuple([hands[name] for name in self.players]) for hands in self.rounds]
        )


def start(players: Sequence[str], game: Game[Any]) -> State:
    return State(tuple(players))


def play(state: State, game: Game[Any]) -> Script:
    hand = Choices([(hand, number) for number, hand in enumerate(HANDS)])
    for number in range(1, ROUNDS + 1):
        state.asked += 1
        hands = yield from ask_together(
            *[Decision(name, f"hand {number}", "RP-1.1", hand) for name in state.players]
        )
        state.rounds.append(dict(hands))
        state.asked += 1
        again = Choices([("again", True), ("stop", False)])
        if not (yield from ask(state.players[0], "another round", "RP-1.2", again)):
            return


def score(position: Position, game: Game[Any]) -> Result:
    tallies = [Tally(name, (Part("wins", n, "RP-2.1"),)) for name, n in position.wins.items()]
    return rank(tallies, Chain((), "RP-2.2"))


def offer(monkeypatch: pytest.MonkeyPatch, name: str, **modules: Any) -> None:
    """Have a game's folder offer these modules in place of its own; ``rules`` is the folder."""
    module, has = games.module, games.has

    def offered(game: str, what: str) -> Any:
        return modules[what] if game == name and what in modules else module(game, what)

    monkeypatch.setattr(games, "module", offered)
    monkeypatch.setattr(games, "has", lambda game, what: what in modules or has(game, what))
    if "rules" in modules:
        monkeypatch.setattr(games, "shipped", lambda game: {name: modules["rules"]}[game])


def install(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    shipped: Game[Any] = card_data.load("winstons_archive")
    head = msgspec.structs.replace(shipped.head, title="Hands", prefix="RP")
    game = msgspec.structs.replace(shipped, id="hands", head=head)
    engine = SimpleNamespace(
        END="RP-1.2", start=start, play=play, seats=lambda players, game: iter(()),
        ending=lambda state, game: Ending("somebody has won", 1, "hand"),
    )  # fmt: skip
    rules = SimpleNamespace(
        Position=Position, LAYERS={}, unfinished=lambda *given: iter(()), score=score
    )
    monkeypatch.setattr(games, "names", lambda: ["hands"])
    offer(monkeypatch, "hands", engine=engine, rules=rules)
    monkeypatch.setattr(card_data, "load", lambda name, data=None, house=(): {"hands": game}[name])
    return game
