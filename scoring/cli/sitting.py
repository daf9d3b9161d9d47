"""People at a game on one machine: who looks at it, and what they are told that is no move."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from card_data import DataError
from card_data.house import typed
from card_data.problems import clip
from scoring import clauses, games
from scoring.cli import show
from scoring.play import files
from scoring.play.advisers import adviser_of
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play
from scoring.play.referee import Referee
from scoring.play.table_view import TableView
from scoring.positions.seating import spelt

ROLL, ALWAYS = "roll", "roll all"


class Sitting:
    """A game between people at one machine.

    Where players hide something from each other it is passed on (``passing``) and what one player
    saw is cleared away, unless ``open_hands``. ``at`` is the player who looks at it.
    """

    def __init__(
        self, referee: Referee, *, open_hands: bool = False, data: Path | None = None
    ) -> None:
        self.referee = referee
        self.data = data
        self.hidden = referee.table_view.hides and not open_hands
        self.passing = self.hidden and len(referee.people) > 1
        self.at = TABLE if self.passing else [*referee.people, *referee.play.players][0]

    @property
    def play(self) -> Play:
        return self.referee.play

    @property
    def table(self) -> TableView:
        return self.referee.table_view

    def roll(self, decision: Decision[Any], words: str) -> None:
        """Leave a question for the table to the program: this one, or every one from now on."""
        self.referee.rolls = self.referee.rolls or words == ALWAYS
        self.referee.move(decision)

    def clause(self, rule: str) -> list[str]:
        """A clause or a card, or why there is none."""
        try:
            return [*show.clause_lines(clauses.find(rule, self.data, typed(self.play.game)))]
        except DataError as error:
            return [str(problem) for problem in error.problems]

    def advice(self, decision: Decision[Any]) -> list[str]:
        """An adviser's advice."""
        game = self.play.game
        advice = None
        if game.id in games.advised() and decision.who != TABLE:
            view = self.play.view(decision.who)
            advice = adviser_of(game.id).advise_player(game, view, decision.shown())
        return [*(advice.lines() if advice else ["There is no advice here."])]

    def seen_by(self, name: str, decision: Decision[Any]) -> tuple[str, str]:
        """The player whose table somebody may see who asks for that of ``name``, their own if that
        is empty; or why they may not."""
        own = decision.who if decision.who != TABLE else self.at
        player = spelt(name, self.play.players) if name else own
        if not player:
            return "", f"Nobody here is called {name}: {', '.join(self.play.players)}."
        if player == TABLE or (self.hidden and player != own):
            return "", "What players hold is hidden."
        return player, ""

    def saved(self, name: str, replaces: Callable[[Path], bool]) -> str:
        """Write the record so far into a file: what came of it; nothing if there is another file
        that this one does not replace."""
        if not name:
            return "Name a file: save evening.yaml"
        try:
            file = files.named(name)
            over = os.path.lexists(file)
            if over and not replaces(file):
                return ""
            files.save(self.referee, file, over=over)
        except (OSError, ValueError, RuntimeError) as error:
            why = error.strerror if isinstance(error, OSError) else "no file has this name"
            return f"{clip(name, quoted=False)}: cannot be written: {why}"
        return f"Saved in {file}."
