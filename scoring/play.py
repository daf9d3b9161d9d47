"""A game in progress: an engine's script asks, a table answers, every answer is kept.

>>> from random import Random
>>> import card_data
>>> play = Play(card_data.load("winstons_archive"), ["Ann", "Bo"])
>>> play.decision.who, play.decision.what
('table', 'shuffle the deck')
>>> play.move(play.decision.random(Random(1)))
>>> play.decision
Decision(who='Ann', what='stack 1', rule='WA-3.1', options=('take', 'decline'))
>>> play.move("burn")
Traceback (most recent call last):
scoring.play.IllegalMove: WA-3.1: found burn, expected take or decline
>>> play.move("decline")
>>> play.decision.what
'stack 2'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from card_data import Game
from card_data.reader import clip
from scoring import games
from scoring.findings import Finding
from scoring.positions import Filled

TABLE = "table"  # who decides what chance decides: the table shuffles, deals and rolls


class Outcomes(Protocol):
    """Moves too many to list: a test of one, and a way to draw one."""

    def wrong(self, move: str) -> str:
        """What keeps ``move`` from being one of them; empty if nothing does."""

    def draw(self, rng: Random) -> str:
        """One of them at random."""


class Decision(NamedTuple):
    """A question of the rules: who answers it, what it is about, by which clause, the answers."""

    who: str
    what: str
    rule: str
    options: tuple[str, ...] | Outcomes

    def wrong(self, move: str) -> str:
        """What keeps ``move`` from being an answer; empty if nothing does."""
        if not isinstance(self.options, tuple):
            return self.options.wrong(move)
        return "" if move in self.options else self.expected

    def random(self, rng: Random) -> str:
        """Any answer."""
        if isinstance(self.options, tuple):
            return self.options[int(rng.random() * len(self.options))]
        return self.options.draw(rng)

    @property
    def expected(self) -> str:
        """The answers in words."""
        return " or ".join(self.options) if isinstance(self.options, tuple) else str(self.options)


Script = Generator[Decision, str]


@dataclass(frozen=True, slots=True)
class Order:
    """The orders of some cards, written one after the other with spaces between."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"the {len(self.cards)} cards in an order"

    def wrong(self, move: str) -> str:
        """Which cards are missing, unknown or named too often.

        >>> Order(("A1", "A2", "B1")).wrong("A2 A1 A1 Z")
        'the 3 cards in an order (missing: B1; too many: A1, Z)'
        """
        named, cards = Counter(move.split()), Counter(self.cards)
        if named == cards:
            return ""
        parts = {"missing": cards - named, "too many": named - cards}
        listed = [
            f"{what}: {', '.join(clip(card, quoted=False) for card in list(some)[:9])}"
            for what, some in parts.items()
            if some
        ]
        return f"{self} ({'; '.join(listed)})"

    def draw(self, rng: Random) -> str:
        cards = list(self.cards)
        rng.shuffle(cards)
        return " ".join(cards)


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
        wrong = decision.wrong(move)
        if who is not None and who != decision.who:
            wrong = f"{decision.who} to choose: {decision.expected}"
            move = f"{who}: {move}"
        if wrong:
            raise IllegalMove([Finding(decision.rule, (), clip(move, quoted=False), wrong)])
        self.moves.append((decision.who, move))
        try:
            self.decision = self.script.send(move)
        except StopIteration:
            self.decision = None

    def play_on(self, rng: Random) -> None:
        """Answer every decision at random until the game is over."""
        while self.decision is not None:
            self.move(self.decision.random(rng))

    def filled(self) -> Filled:
        """The table as it is now, as a position."""
        return Filled(self.game, self.state.position())
