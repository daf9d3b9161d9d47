"""The game on a whole screen of the terminal: keys to answers, lines to the screen (textual)."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.screen import Screen
from textual.suggester import SuggestFromList
from textual.timer import Timer
from textual.widgets import Static

from card_data.problems import printable
from scoring import clauses
from scoring.cli import show
from scoring.cli.prompt import named
from scoring.play.decisions import TABLE
from scoring.play.referee import Referee
from scoring.play.table_view import DIM
from scoring.positions.display import HEAD, Line, Span
from scoring.screen.layout import drawn
from scoring.screen.pages import Passing, Reading, Searching
from scoring.screen.session import Session, broken
from scoring.screen.widgets import TypedLine, text

LOOK = 1.0  # seconds between looks whether the terminal is there
WAIT = 0.7  # seconds before a bot's move, so that it is seen coming
HINTS = "? help  / search  F2 score  F3 moves  ^Z undo  ^Q quit"
LONGEST_NAME = 16  # in front of what is typed
MOST_FOUND = 40  # clauses that a search shows
COMMANDS = {"f1": "help", "f2": "score", "f3": "moves", "f4": "advice", "ctrl+z": "undo"}
WHILE_EMPTY = {"question_mark": "help", "slash": "search", "ctrl+d": "quit"}


class TableScreen(Screen[None]):
    """The table, with the line in which answers are typed."""

    def __init__(self, session: Session, wait: float, leave: Callable[[Exception | None], None]):
        super().__init__()
        self.session = session
        self.wait = wait
        self.leave = leave
        self.waiting: Timer | None = None
        self.rows = 1  # of choices
        self.words: Sequence[str] = ()  # that Tab completes

    def compose(self) -> ComposeResult:
        yield Static(id="table")
        with Horizontal():
            yield Static(id="name")
            yield TypedLine(self.press)
            yield Static(text([[Span(HINTS, DIM)]]), id="hints")

    def on_mount(self) -> None:
        self.do(self.go_on)

    def on_resize(self) -> None:
        self.draw()

    def on_input_changed(self) -> None:
        self.query_one("#hints").display = not self.line.value

    @property
    def line(self) -> TypedLine:
        return self.query_one(TypedLine)

    # the game

    def do(self, act: Callable[[], object]) -> None:
        """Do what a key says, and what follows from it; leave if that fails."""
        try:
            act()
            self.follow()
        except Exception as error:  # for whoever started the screen, which must be closed first
            self.leave(error)

    def follow(self) -> None:
        """Show what there is to see after an answer, or go on."""
        session = self.session
        if session.left:
            self.leave(None)
        elif session.page is not None:
            self.app.push_screen(Reading(session.page))
        elif session.searched is not None:
            self.app.push_screen(Searching(self.found, session.searched))
        elif session.stale and not self.waiting:
            self.go_on()
        session.page = session.searched = None
        self.draw()

    def go_on(self, *, waited: bool = False) -> None:
        """Make the program's moves, each bot's after a moment; then put the question."""
        session = self.session
        while who := session.programs:
            if who != TABLE and self.wait and not session.passing and not waited:
                self.waiting = self.set_timer(self.wait, partial(self.do, self.waited))
                return
            session.step()
            waited = False
        session.ask()
        if session.passed:
            self.app.push_screen(Passing(session.passed), self.passed)

    def waited(self) -> None:
        """Make the move of a bot for which one has waited."""
        if self.waiting is not None:
            self.waiting.stop()
            self.waiting = None
            self.go_on(waited=True)

    def passed(self, taken: bool | None) -> None:
        """The screen has come to the next player, or the last move is taken back."""
        self.do(self.session.take if taken else self.take_back)

    def take_back(self) -> None:
        """Take the last move back before the next player has the screen."""
        self.session.undo()
        self.go_on()

    def found(self, words: str, width: int) -> list[Line]:
        """The clauses and cards with some words in them."""
        found = clauses.with_words(words, self.session.play.game)
        lines: list[Line] = []
        for one in found[:MOST_FOUND]:
            head, *rest = show.clause_lines(one)
            lines += [[Span(head, HEAD)], *[[Span(line)] for line in rest], []]
        if words.strip() and not found:
            lines.append([Span("There is no clause or card with these words.")])
        return broken(lines, width)

    # keys

    def press(self, event: Key) -> bool:
        """Do what a key does; False if it is but typed."""
        act = self.act(event)
        if act is not None:
            self.do(act)
        return act is not None

    def act(self, event: Key) -> Callable[[], object] | None:
        """What a key does."""
        session, line, key = self.session, self.line, event.key
        command = COMMANDS.get(key) or (WHILE_EMPTY.get(key) if not line.value else None)
        if session.passed or self.waiting:
            return self.waited
        if command is not None:
            return partial(session.answer, command)
        digits = line.value + (event.character or "")
        if digits.isdecimal() and session.choosing.only(digits):
            return partial(self.enter, digits)
        return self.moves(line).get(key)

    def moves(self, line: TypedLine) -> dict[str, Callable[[], object]]:
        """What keys do beside those of commands: some while nothing is typed."""
        choosing = self.session.choosing
        always: dict[str, Callable[[], object]] = {
            "enter": partial(self.enter, line.value),
            "tab": self.complete,
            "escape": partial(line.put, "") if line.value else self.session.back,
            "up": partial(choosing.move, -1),
            "down": partial(choosing.move, 1),
            "pageup": partial(self.session.look, -5),
            "pagedown": partial(self.session.look, 5),
            "backspace": line.action_delete_left,
        }
        if line.value:
            return always
        return always | {
            "backspace": self.session.back,
            "space": self.session.turn,
            "left": partial(choosing.move, -self.rows),
            "right": partial(choosing.move, self.rows),
        }

    def enter(self, line: str) -> None:
        """Answer what was typed; a refused answer stays to be mended."""
        done = self.session.answer(line)
        self.line.put("" if done else line)

    def complete(self) -> None:
        """Type on, as far as there is one way to; else the first of the words that begin so."""
        begun = self.line.value.casefold()
        found = [word for word in self.words if word.casefold().startswith(begun)]
        if begun and found:
            shared = beginning(found)
            self.line.put(shared if len(shared) > len(begun) else found[0])

    def draw(self) -> None:
        """Draw all of it again."""
        width, height = self.size
        if not height:
            return
        lines, self.rows = drawn(self.session.scene(width), width, height - 1)
        self.query_one("#table", Static).update(text(lines))
        who = named(self.session.asked.who) if self.session.asked else ""
        self.query_one("#name", Static).update(f"{printable(who)[:LONGEST_NAME]}> ")
        words = self.session.words()
        if words != self.words:
            self.words = words
            self.line.suggester = SuggestFromList(words, case_sensitive=False)


class GameApp(App[None]):
    """A game at a terminal; bots wait so many seconds before they move."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", priority=True, show=False)
    ]

    def __init__(
        self,
        referee: Referee,
        *,
        open_hands: bool = False,
        data: Path | None = None,
        wait: float = WAIT,
    ) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"  # the colours of the terminal itself
        self.session = Session(referee, open_hands=open_hands, data=data)
        self.wait = wait
        self.error: Exception | None = None

    def on_mount(self) -> None:
        if not self.is_headless:
            self.set_interval(LOOK, end_if_hung_up)
        self.push_screen(TableScreen(self.session, self.wait, self.leave))

    def leave(self, error: Exception | None) -> None:
        """Close the screen, by an error or without."""
        self.error = error
        self.exit()


def end_if_hung_up() -> None:
    """End as a hang-up ends a program: a terminal that is gone would be read for ever."""
    if not os.isatty(0):
        signal.raise_signal(getattr(signal, "SIGHUP", signal.SIGTERM))


def beginning(words: Sequence[str]) -> str:
    """What words begin with, all of them.

    >>> beginning(["task left 1", "task right 2"]), beginning(["pass"])
    ('task ', 'pass')
    """
    alike = takewhile(lambda letters: len({*letters}) == 1, zip(*words, strict=False))
    return "".join([letters[0] for letters in alike])


def play(referee: Referee, *, open_hands: bool = False, data: Path | None = None) -> bool:
    """Play a game on the whole screen; whether it came to its end. Raises what went wrong."""
    no_color = os.environ.get("NO_COLOR")
    if no_color == "":
        del os.environ["NO_COLOR"]  # which is as if it were not there; textual only asks if it is
    app = GameApp(referee, open_hands=open_hands, data=data)
    if no_color:
        os.environ["NO_COLOR"] = no_color  # textual has taken it out, for all that comes after
    app.run(mouse=False)
    if app.error is not None:
        raise app.error
    return referee.over
