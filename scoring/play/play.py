"""A game in progress: an engine's script asks, the players and the table answer.

>>> from random import Random
>>> import card_data
>>> play = Play(card_data.load("winstons_archive"), ["Ann", "Bo"])
>>> play.decision.who, play.decision.what
('table', 'shuffle of the deck')
>>> play.move(play.decision.random(Random(1)))
>>> print(play.decision)
it is Ann's move (stack 1, WA-3.1): take or leave
>>> play.move("burn")
Traceback (most recent call last):
scoring.play.play.IllegalMove: WA-3.1: 'burn' is not a move here; choose take or leave
>>> play.move("leave")
>>> play.decision.what
'stack 2'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from random import Random
from typing import Any

import msgspec

from card_data import Game
from card_data.problems import quote, shorten
from scoring.play.advisers import Choose
from scoring.play.decisions import TABLE, Decision, Question, Together
from scoring.play.engines import engine_of, redealer_of
from scoring.play.moves import Move, Refused
from scoring.positions.findings import Finding
from scoring.positions.players import find_player, name_key, unknown_player
from scoring.positions.positions import PositionFile, result_of
from scoring.positions.result import Result


class IllegalMove(ValueError):
    """A move or players that the rules refuse; ``findings`` says why."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join([f"{found.rule}: {found.message}" for found in findings]))

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Sequence[Finding]]]:
        """Return how to make it again, so that an error of a worker can be raised here."""
        return type(self), (self.findings,)


class Play:
    """A game in progress.

    ``decision`` is the next one to be answered, None when the game is over. Where several players
    decide at once, ``undecided`` has the others who have not answered yet. ``answers`` has for each
    question a mapping from player to move, in words and as its value; they and ``players`` are the
    whole game. ``state`` is the table.

    A script cannot be copied while it runs, but the answers that it was sent can be sent to a new
    one: so a game is copied, taken back and pickled. Nothing is read or tested again for that.
    """

    def __init__(self, game: Game[Any], players: Sequence[str], seed: int | None = None) -> None:
        """Start a new game. ``seed`` is only stored for the record. Raises `IllegalMove` for
        players that the rules do not seat."""
        self.engine = engine_of(game.id)
        self.game = game
        self.players = tuple([name.strip() for name in players])
        self.seed = seed
        if findings := list(self.engine.seats(self.players, game)):
            raise IllegalMove(findings)
        self._start(())

    def _start(self, answers: Iterable[Mapping[str, Move[Any]]]) -> None:
        """Start the script and send it answers that it once accepted."""
        self.answers: list[dict[str, Move[Any]]] = []
        self.decision: Decision[Any] | None = None
        self.undecided: list[Decision[Any]] = []
        self.together: tuple[str, ...] = ()  # who decides at once, in the engine's order
        self.state = self.engine.start(self.players, self.game)
        self.script = self.engine.play(self.state, self.game)
        self._set_decision(next(self.script))
        for turn in answers:
            self._replay(turn)

    def _replay(self, turn: Mapping[str, Move[Any]]) -> None:
        """Give a question the answers that it once accepted."""
        for who, move in turn.items():
            decision = self.decision
            if self.undecided:
                decision = next(one for one in self.decisions if one.who == who)
            assert decision is not None
            self.answer(decision, move)

    def __getstate__(self) -> dict[str, Any]:
        """Return the whole game; the table and the script follow from it."""
        return {name: getattr(self, name) for name in ("game", "players", "seed", "answers")}

    def __setstate__(self, kept: Mapping[str, Any]) -> None:
        self.game, self.players, self.seed = kept["game"], kept["players"], kept["seed"]
        self.engine = engine_of(self.game.id)
        self._start(kept["answers"])

    def __deepcopy__(self, memo: object) -> Play:
        return copy(self)  # nothing that changes is shared by any copy

    def copy(self) -> Play:
        """Return an independent copy of the game."""
        return copy(self)

    def redealt(self, player: str, rng: Random) -> Play:
        """Return another game in progress that a player of this one cannot tell from it.

        The cards hidden from ``player``, and the others' secret choices, are drawn anew; whatever
        the player has seen stays: by the views and decisions so far the two are the same. Every
        deal that the rules allow may come, though not each equally often; where a game tries deals
        and finds none that fits, as its ``redeal`` says, the hidden cards stay as they are.
        """
        secret = self.answers[-1] if self.together else {}
        past = self
        if secret:
            past = self.copy()
            past.undo(len(secret))
        other: Play = redealer_of(self.game.id)(past, player, rng)
        for decision in other.decisions:
            if decision.who == player and player in secret:
                other.answer(decision, secret[player])
            elif decision.who in secret:
                other.answer(decision, decision.options.draw(rng))
        return other

    def undo(self, number: int = 1) -> None:
        """Take back the last ``number`` of `moves`, whoever made them; ``state`` is a new table.

        Of moves made at once the last is that of the last player in the engine's order. Raises
        `ValueError` for more moves than there are.
        """
        left = len(self.moves) - number
        if not 0 <= left <= len(self.moves):
            raise ValueError(f"expected 0 to {len(self.moves)} moves to take back, found {number}")
        answers = [{who: move} for turn in self.answers for who, move in turn.items()]
        self._start(answers[:left])

    @property
    def turns(self) -> list[dict[str, str]]:
        """The answers in words."""
        return [{who: words for who, (words, _) in turn.items()} for turn in self.answers]

    @property
    def moves(self) -> list[tuple[str, str]]:
        """Every answer in words with the player who gave it, in order."""
        return [(who, words) for turn in self.answers for who, (words, _) in turn.items()]

    @property
    def decisions(self) -> list[Decision[Any]]:
        """All decisions to be answered now: one, several at once, or none."""
        return [self.decision, *self.undecided] if self.decision is not None else []

    def move(self, words: str, who: str | None = None) -> None:
        """Answer the decision of ``who``, or the next one by default.

        Raises `IllegalMove` for a move that the rules refuse, which then changes nothing.
        """
        decision = self.decision_of(who, words)
        try:
            move = decision.options.parse(words)
        except Refused as refused:
            player = "" if decision.who == TABLE else decision.who
            found = Finding(refused.rule or decision.rule, (), str(refused), who=player)
            raise IllegalMove([found]) from None
        self.answer(decision, move)

    def decision_of(self, who: str | None, words: str) -> Decision[Any]:
        """Return the decision of ``who``, or the next one; raise `IllegalMove` if none is open."""
        if self.decision is None:
            over = f"{quote(words)} comes after the end of the game"
            raise IllegalMove([Finding(self.engine.END, (), over)])
        if who is None:
            return self.decision
        for decision in self.decisions:
            if name_key(decision.who) == name_key(who):
                return decision
        turn = "; ".join(map(str, self.decisions))
        message = f"{quote(words)} by {shorten(who)}, but {turn}"
        if find_player(who, (*self.players, TABLE)) is None:
            message = f"{quote(words)} by {unknown_player(who, self.players)}; {turn}"
        raise IllegalMove([Finding(self.decision.rule, (), message)])

    def answer(self, decision: Decision[Any], move: Move[Any]) -> None:
        """Record an answer and go on; where several decide at once, after the last answer."""
        value: Any = move[1]
        if not self.together:
            self.answers.append({decision.who: move})
        else:
            turn = self.answers[-1]
            turn[decision.who] = move
            if self.undecided:
                waiting = [open_ for open_ in self.decisions if open_ is not decision]
                self.decision, *self.undecided = waiting
                return
            self.answers[-1] = {name: turn[name] for name in self.together}
            value = {name: turn[name][1] for name in self.together}
            self.together = ()
        try:
            self._set_decision(self.script.send(value))
        except StopIteration:
            self.decision = None

    def _set_decision(self, question: Question) -> None:
        """Make a question of the script the open decision of one player, or of several."""
        if isinstance(question, Together):
            self.together = question.names()
            self.decision, *self.undecided = question.decisions
            self.answers.append({})
        else:
            self.decision = question

    def play_on(self, rng: Random, choose: Choose | None = None) -> None:
        """Answer every decision until the game is over: with the moves of ``choose``, else at
        random.

        ``choose`` gets a player's view and decision, never the state.
        """
        while (decision := self.decision) is not None:
            chosen = None
            if choose is not None and decision.who != TABLE:
                chosen = choose(self.view(decision.who), decision.shown())
            if chosen is None:
                self.answer(decision, decision.options.draw(rng))
            else:
                self.move(chosen, decision.who)

    def view(self, player: str) -> Any:
        """Return all that one player may see of the table."""
        return self.state.view(player)

    def result(self) -> Result:
        """Score the table as it is now; at the end this is the result of the game."""
        return result_of(self.filled())

    def filled(self) -> PositionFile:
        """Return the table as a position, a running one until the game is over."""
        position = self.state.position()
        if self.decision is not None:
            position = msgspec.structs.replace(position, running=True)
        alone = self.players[0] if len(self.players) == 1 else ""
        return PositionFile(self.game, position, alone=alone)
