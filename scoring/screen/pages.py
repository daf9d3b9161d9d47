"""What lies over the table for a while: something to read, a search, the screen on its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from scoring.positions.display import HEAD, Line, Span
from scoring.screen.layout import bar
from scoring.screen.session import Page
from scoring.screen.widgets import text

Find = Callable[[str, int], Sequence[Line]]  # by what was typed, for a width
SCROLLBAR = 2


class Reading(ModalScreen[None]):
    """Something to read; it goes away by Enter or Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,ctrl+q,ctrl+c,ctrl+d,f1,f2,f3,f4", "dismiss", "Back"),
    ]

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with VerticalScroll():
            yield Static(id="read")
        yield Static(text([[Span("Enter: back to the game   arrows, PgUp, PgDn: scroll", "dim")]]))

    def on_resize(self, event: Resize) -> None:
        width = event.size.width
        self.query_one("#title", Static).update(text([bar(self.page.title, "", width)]))
        self.query_one("#read", Static).update(text(self.page.lines(width - SCROLLBAR)))


class Searching(ModalScreen[None]):
    """Clauses and cards by the words that are typed; it goes away by Enter or Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+q,ctrl+c,ctrl+d", "dismiss", "Back", priority=True),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
    ]

    def __init__(self, find: Find, words: str) -> None:
        super().__init__()
        self.find = find
        self.words = words

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Input(self.words, placeholder="a word or two", compact=True, select_on_focus=False)
        with VerticalScroll(can_focus=False):
            yield Static(id="read")
        yield Static(text([[Span("Enter: back to the game   arrows, PgUp, PgDn: scroll", "dim")]]))

    def on_resize(self, event: Resize) -> None:
        title = bar("Clauses and cards with these words", "", event.size.width)
        self.query_one("#title", Static).update(text([title]))
        self.look()

    def on_input_changed(self) -> None:
        self.look()

    def on_input_submitted(self) -> None:
        self.dismiss()

    def look(self) -> None:
        """Show what is found."""
        found = self.find(self.query_one(Input).value, self.size.width - SCROLLBAR)
        self.query_one("#read", Static).update(text(found))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class Passing(ModalScreen[bool]):
    """Nothing but whose turn it is; it goes away by Enter, or by taking the last move back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss(True)", "Take the screen"),
        Binding("ctrl+z", "dismiss(False)", "Undo"),
    ]

    def __init__(self, player: str) -> None:
        super().__init__()
        self.player = player

    def compose(self) -> ComposeResult:
        line = [Span(f"Pass the screen to {self.player}, who presses Enter.", HEAD)]
        yield Static(text([line, [], [Span("Ctrl+Z takes the last move back.", "dim")]]))
