"""A game in progress: an engine's script asks, players and the table answer, all of it is kept.

>>> from random import Random
>>> import card_data
>>> play = Play(card_data.load("winstons_archive"), ["Ann", "Bo"])
>>> play.decision.who, play.decision.what
('table', 'shuffle the deck')
>>> play.move(play.decision.random(Random(1)))
>>> print(play.decision)
it is Ann's move (stack 1, WA-3.1): take or decline
>>> play.move("burn")
Traceback (most recent call last):
scoring.play.play.IllegalMove: WA-3.1: 'burn' is not a move here; choose take or decline
>>> play.move("decline")
>>> play.decision.what
'stack 2'
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from card_data import Game
from card_data.problems import clip
from scoring import games
from scoring.games import Choose
from scoring.play.decisions import TABLE, Decision, Question, Together
from scoring.play.moves import Refused, plainly
from scoring.positions import seating
from scoring.positions.findings import Finding
from scoring.positions.positions import Filled


class IllegalMove(ValueError):
    """A move or players that the rules refuse; ``findings`` says why."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join([f"{found.rule}: {found.message}" for found in findings]))

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Sequence[Finding]]]:
        """So that a worker's can be raised here: an exception is copied by what it was made of."""
        return type(self), (self.findings,)


class Play:
    """A game in progress.

    ``decision`` is what has to be answered next, None when the game is over. Where several players
    decide at once, ``undecided`` has the others who have not answered yet. ``turns`` has the
    answers, for each question a mapping from player to move; they and ``players`` are the whole
    game. ``state`` is the table.
    """

    def __init__(self, game: Game[Any], players: Sequence[str], seed: int | None = None) -> None:
        """A new game. ``seed`` is kept for the record only. Raises `IllegalMove` for players
        that the rules do not seat."""
        self.engine = games.engine(game.id)
        self.game = game
        self.players = tuple([name.strip() for name in players])
        self.seed = seed
        self.turns: list[dict[str, str]] = []
        self.decision: Decision | None = None
        self.undecided: list[Decision] = []
        self.hidden: dict[str, Any] | None = None  # what was decided until all are revealed
        self.together: tuple[str, ...] = ()  # who decides at once, in the engine's order
        if findings := list(self.engine.seats(self.players, game)):
            raise IllegalMove(findings)
        self.state, self.script = self.engine.start(self.players, game)
        self.ask(next(self.script))

    @property
    def moves(self) -> list[tuple[str, str]]:
        """Every answer with who gave it, in order."""
        return [answer for turn in self.turns for answer in turn.items()]

    @property
    def decisions(self) -> list[Decision]:
        """All that has to be answered now: one decision, several at once, or none."""
        return [self.decision, *self.undecided] if self.decision is not None else []

    def move(self, words: str, who: str | None = None) -> None:
        """Answer the decision of ``who``, or the next one if that is not said.

        Raises `IllegalMove` for a move that the rules refuse, which then changes nothing.
        """
        decision = self.asked(who, words)
        try:
            words, value = decision.options.parse(words)
        except Refused as refused:
            player = "" if decision.who == TABLE else decision.who
            found = Finding(refused.rule or decision.rule, (), str(refused), who=player)
            raise IllegalMove([found]) from None
        self.answer(decision, words, value)

    def asked(self, who: str | None, words: str) -> Decision:
        """The open decision of ``who``; raise `IllegalMove` if there is none."""
        if self.decision is None:
            over = f"{clip(words)} comes after the end of the game"
            raise IllegalMove([Finding(self.engine.END, (), over)])
        if who is None:
            return self.decision
        for same in (str,) if who in self.players else (str, plainly):  # ann may be another player
            for decision in self.decisions:
                if same(decision.who) == same(who):
                    return decision
        turn = "; ".join(map(str, self.decisions))
        message = f"{clip(words)} by {clip(who, quoted=False)}, but {turn}"
        if who not in (*self.players, TABLE):
            message = f"{clip(words)} by {seating.stranger(who, self.players)}; {turn}"
        raise IllegalMove([Finding(self.decision.rule, (), message)])

    def answer(self, decision: Decision, words: str, value: Any) -> None:
        """Keep an answer and play on; where several decide at once, when all have answered."""
        if self.hidden is None:
            self.turns.append({decision.who: words})
        else:
            self.hidden[decision.who] = value
            self.turns[-1][decision.who] = words
            if self.undecided:
                waiting = [open_ for open_ in self.decisions if open_ is not decision]
                self.decision, *self.undecided = waiting
                return
            value = {name: self.hidden[name] for name in self.together}
            self.turns[-1] = {name: self.turns[-1][name] for name in self.together}
            self.hidden = None
        try:
            self.ask(self.script.send(value))
        except StopIteration:
            self.decision = None

    def ask(self, question: Question) -> None:
        """Put a question of the script to one player, or to several at once."""
        if isinstance(question, Together):
            self.together = question.names()
            self.decision, *self.undecided = question.decisions
            self.hidden = {}
            self.turns.append({})
        else:
            self.decision = question

    def play_on(self, rng: Random, choose: Choose | None = None) -> None:
        """Answer every decision until the game is over: at random, but for what ``choose`` says.

        It is given a player's view and decision, never the state.
        """
        while (decision := self.decision) is not None:
            chosen = None
            if choose is not None and decision.who != TABLE:
                chosen = choose(self.view(decision.who), decision.shown())
            if chosen is None:
                self.answer(decision, *decision.options.draw(rng))
            else:
                self.move(chosen, decision.who)

    def view(self, player: str) -> Any:
        """All that one player may see of the table."""
        return self.state.view(player)

    def filled(self) -> Filled:
        """The table as it is now, as a position: a running one until the game is over."""
        position = self.state.position()
        if self.decision is not None:
            position = msgspec.structs.replace(position, running=True)
        alone = self.players[0] if len(self.players) == 1 else ""
        return Filled(self.game, position, alone=alone)
