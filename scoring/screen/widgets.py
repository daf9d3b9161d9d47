"""What the screen is made of: styled lines, and the line that is typed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.text import Text
from textual.events import Key
from textual.widgets import Input

from card_data.problems import printable
from scoring.positions.display import Line


def text(lines: Iterable[Line]) -> Text:
    """Styled lines as rich has them, broken nowhere."""
    made = Text(no_wrap=True, overflow="crop", end="")
    for number, line in enumerate(lines):
        made.append("\n" if number else "")
        for span in line:
            made.append(printable(span.text), span.style)
    return made


class TypedLine(Input):
    """The line in which answers are typed.

    Each key is first given to ``press``, which says whether it was more than a letter. That is done
    at once, or keys typed fast would come before the answer to the one that they follow.
    """

    def __init__(self, press: Callable[[Key], bool]) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self.press = press

    def on_key(self, event: Key) -> None:
        if self.press(event):
            event.stop()
            event.prevent_default()

    def put(self, words: str) -> None:
        """Have these words typed."""
        self.value = words
        self.cursor_position = len(words)
