"""A game in progress: an engine's script asks, a table answers, every answer is kept.

>>> from random import Random
>>> import card_data
>>> play = Play(card_data.load("winstons_archive"), ["Ann", "Bo"])
>>> play.decision.who, play.decision.what
('table', 'shuffle the deck')
>>> play.move(play.decision.random(Random(1)))
>>> play.decision[:4]
('Ann', 'stack 1', 'WA-3.1', ('take', 'decline'))
>>> play.move("burn")
Traceback (most recent call last):
scoring.play.IllegalMove: WA-3.1: found burn, expected take or decline
>>> play.move("decline")
>>> play.decision.what
'stack 2'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from card_data import Game
from card_data.problems import clip
from scoring import games
from scoring.decisions import TABLE, Decision
from scoring.findings import Finding
from scoring.positions import Filled

Choose = Callable[[Any, Decision], str | None]  # a move from the state, or None for any move


class IllegalMove(ValueError):
    """A move or a table that the rules refuse; ``findings`` says why."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(f"{one.rule}: {one.message}" for one in findings))


class Play:
    """A game in progress.

    ``decision`` is what has to be answered next, None when the game is over. ``moves`` has each
    answer with who gave it; they and ``players`` are the whole game. ``state`` is the table.
    """

    def __init__(self, game: Game[Any], players: Sequence[str], seed: int | None = None) -> None:
        """A new game. ``seed`` is kept for the record only. Raises `IllegalMove` for players
        that the rules do not seat."""
        self.engine = games.engine(game.id)
        self.game = game
        self.players = tuple(players)
        self.seed = seed
        self.moves: list[tuple[str, str]] = []
        if findings := list(self.engine.seats(self.players, game)):
            raise IllegalMove(findings)
        self.state, self.script = self.engine.start(self.players, game)
        self.decision: Decision | None = next(self.script)

    def move(self, move: str, who: str | None = None) -> None:
        """Answer the decision; ``who`` is checked if it is given.

        Raises `IllegalMove` for a move that the rules refuse, which then changes nothing.
        """
        decision = self.decision
        if decision is None:
            over = Finding(self.engine.END, (), clip(move), "no move: the game is over")
            raise IllegalMove([over])
        if who is not None and who != decision.who:
            found, wanted = f"{who}: {move}", f"{decision.who} to choose: {decision.expected}"
            raise IllegalMove([Finding(decision.rule, (), clip(found, quoted=False), wanted)])
        move = decision.spelt(move)
        if wrong := decision.wrong(move):
            found = clip(move, quoted=False)
            raise IllegalMove([Finding(decision.broken_by(move), (), found, wrong)])
        self.moves.append((decision.who, move))
        try:
            self.decision = self.script.send(move)
        except StopIteration:
            self.decision = None

    def play_on(self, rng: Random, choose: Choose | None = None) -> None:
        """Answer every decision until the game is over: at random, but for what ``choose`` says."""
        while (decision := self.decision) is not None:
            chosen = choose(self.state, decision) if choose and decision.who != TABLE else None
            self.move(chosen or decision.random(rng))

    def filled(self) -> Filled:
        """The table as it is now, as a position."""
        return Filled(self.game, self.state.position())
