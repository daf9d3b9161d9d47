"""Referees a game: whose turn it is, the moves of bots, the news for each player. Knows no
terminal.

>>> import card_data
>>> from scoring.play.records import Record
>>> game = card_data.load("dice_archive")
>>> record = Record("dice_archive", ("Ann", "Bo"), (), seed=1, bots=("Bo",), rolls=True)
>>> referee = Referee(game, record)
>>> referee.go_on()
>>> referee.decision.who, referee.decision.what
('Ann', 'motivational reroll')
>>> referee.news("Ann")[0]
'Communal roll: 6 1 3 / 1'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from card_data import Game
from card_data.text import capitalized
from scoring import games
from scoring.play.bots import ADVICE, RANDOM, bot
from scoring.play.card_locations import Event, all_cards, visible_cards
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import IllegalMove, Play
from scoring.play.records import Record
from scoring.play.table_view import described, table_view_of

REPEATED_MOVES = 5  # moves that a player who comes back to a game is shown again


class Referee:
    """A game between people, and bots that the program plays.

    ``record`` has the players, which of them are bots, whether the program rolls and shuffles, and
    the moves made so far. ``kinds`` names the bot that a player is (`scoring.play.bots`); a bot
    without a name follows the advice where the game has an adviser, else plays at random. The draws
    of the program depend on the record's seed and on the number of the move alone, so that a move
    which is taken back and made again is followed by the same dice. ``keep`` is called after every
    move. ``learnt`` has the lines that each player knows about the moves so far, ``shown_count``
    how many of these they have been shown.
    """

    def __init__(
        self,
        game: Game[Any],
        record: Record,
        keep: Callable[[Referee], None] | None = None,
        kinds: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Raises `IllegalMove` for players or moves that the rules refuse, `DataError` for an
        unknown bot."""
        self.game = game
        self.bots = record.bots
        self.rolls = record.rolls
        self.seed = record.seed
        self.table_view = table_view_of(game)
        usual = ADVICE if game.id in games.with_advice() else RANDOM
        self.rng = Random()
        self.kinds = {player: kinds[player] for player in self.bots if player in kinds}
        played = {player: self.kinds.get(player, usual) for player in self.bots}
        made = {kind: bot(kind, game) for kind in {*played.values()}}
        self.choose = {
            player: made[kind](game, self.rng, lambda who, rng: self.play.redealt(who, rng))
            for player, kind in played.items()
        }
        self.keep: Callable[[Referee], None] | None = None
        self._start(record.players, [move for turn in record.moves for move in turn.items()])
        self.keep = keep

    def _start(self, players: tuple[str, ...], moves: list[tuple[str, Any]]) -> None:
        """Begin a new game and make these moves."""
        self.play = Play(self.game, players, self.seed)
        self.learnt: dict[str, list[str]] = {player: [] for player in players}
        self.unrevealed: list[Decision[Any]] = []  # answered, not revealed yet
        for who, words in moves:
            self.answer(self.play.decision_of(who, str(words)), str(words))
        self.shown_count = {
            who: max(0, len(known) - REPEATED_MOVES) for who, known in self.learnt.items()
        }

    @property
    def people(self) -> list[str]:
        """The players who are no bots."""
        return [player for player in self.play.players if player not in self.bots]

    @property
    def decision(self) -> Decision[Any] | None:
        """The decision that a person has to make now; None at the end, or on the program's turn."""
        return next((one for one in self.play.decisions if not self.is_programs(one)), None)

    @property
    def over(self) -> bool:
        return self.play.decision is None

    def is_programs(self, decision: Decision[Any]) -> bool:
        return self.rolls if decision.who == TABLE else decision.who in self.bots

    def go_on(self) -> None:
        """Make the program's moves until a person has to decide."""
        while self.step():
            pass

    def step(self) -> Decision[Any] | None:
        """Make the program's next move and return the decision that it answered.

        Returns None if it is a person's turn, or the game is over.
        """
        mine = next(filter(self.is_programs, self.play.decisions), None)
        if mine is not None:
            self.move(mine)
        return mine

    def move(self, decision: Decision[Any]) -> None:
        """Answer a decision for the table or a bot."""
        words = None
        self.rng.seed(f"{self.seed} {len(self.play.moves)}")
        if decision.who != TABLE:
            words = self.choose[decision.who](self.play.view(decision.who), decision.shown())
        self.answer(decision, decision.random(self.rng) if words is None else words)

    def answer(self, decision: Decision[Any], words: str) -> None:
        """Make a move, in which cards may go by their titles. Raises `IllegalMove` if the rules
        refuse it, which then changes nothing."""
        play = self.play
        before = {
            player: visible_cards(play.state.card_locations(), player) for player in play.players
        }
        turn = len(play.turns) - bool(play.together)
        past, view = len(self.events), play.view(play.players[0])
        last = len(play.decisions) == 1
        try:
            play.move(words, decision.who)
        except IllegalMove:
            if (by_id := self.table_view.with_ids(words)) == words:
                raise
            play.move(by_id, decision.who)
        self.unrevealed.append(decision)
        if last:
            self.reveal(play.turns[turn], before)
            changes = self.table_view.changes(view, play.view(play.players[0]))
            self.tell([*self.events[past:], *map(Event, changes)])
        if self.keep is not None:
            self.keep(self)

    def reveal(self, turn: dict[str, str], before: dict[str, set[str]]) -> None:
        """Tell every player the answers of a turn, with the cards that they see now.

        Cards that lay open when a player moved them are named too, except those that the table then
        shuffled.
        """
        places = list(self.play.state.card_locations())
        for player, learnt in self.learnt.items():
            unseen = all_cards(places) - visible_cards(places, player)
            for one in self.unrevealed:
                words = turn[one.who]
                hidden = unseen if one.who == TABLE else unseen - before[player]
                if one.who != player:
                    words = self.table_view.told(one, words, hidden)
                said = self.table_view.spoken(words)
                who = self.table_view.spoken(described(one).rpartition(" (")[0])
                who = capitalized(one.what) if one.who == TABLE else who
                if one.who in self.bots:
                    who = who.replace(one.who, f"{one.who} (bot)", 1)
                learnt.append(f"{who}: {said}" if said else f"{who}.")
        self.unrevealed = []

    @property
    def events(self) -> Sequence[Event]:
        return getattr(self.play.state, "events", ())

    def tell(self, events: Sequence[Event]) -> None:
        """Tell every player what happened without anybody's choice, with the cards that they
        see."""
        for player, learnt in self.learnt.items():
            for words, cards in events:
                shown = ", ".join(map(self.table_view.full, cards.shown_to(player)))
                learnt.append(f"{words}: {shown}" if shown else f"{words}.")

    def news(self, player: str) -> list[str]:
        """Return the lines that a player has learnt since the last call."""
        found = self.learnt[player][self.shown_count[player] :]
        self.shown_count[player] += len(found)
        return found

    def undo(self) -> bool:
        """Take back the last move that a person made; return False if there is none."""
        moves = self.play.moves
        for at in reversed(range(len(moves))):
            who = moves[at][0]
            if not (self.rolls if who == TABLE else who in self.bots):
                keep, self.keep = self.keep, None
                self._start(self.play.players, moves[:at])
                self.keep = keep
                if keep is not None:
                    keep(self)
                return True
        return False
