"""Screens made of lists, and drawings on a terminal as tests state them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from card_data import Game
from scoring.cli.prompt import COMMANDS, Prompt
from scoring.cli.screen import Screen
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play
from scoring.play.table_view import TableView
from scoring.positions.display import FAULT, HEAD, OPEN, Line


class Typed(Screen):
    """A screen at which these lines are typed, then nobody is there any more; what is no text is
    raised.

    ``shown`` is what stands on it since it was last cleared, ``past`` what was cleared away before,
    ``prompts`` all that was asked, ``words`` what Tab would complete now.
    """

    width = 96
    height = 24
    attended = False

    def __init__(self, *lines: str | type[BaseException]) -> None:
        self.lines = [*lines]
        self.shown = ""
        self.past: list[str] = []
        self.prompts: list[str] = []
        self.words: list[str] = []
        self.pauses = 0

    @property
    def all(self) -> str:
        return "".join([*self.past, self.shown])

    def show(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.shown += "".join(span.text for span in line).rstrip() + "\n"

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        self.words = [*words]
        self.prompts.append(prompt)
        self.shown += f"{prompt}\n"
        line = self.lines.pop(0) if self.lines else EOFError
        if not isinstance(line, str):
            raise line
        return line

    def pause(self) -> None:
        self.pauses += 1

    def clear(self) -> None:
        self.past.append(self.shown)
        self.shown = ""


class Written(Typed):
    """A screen that keeps all that happens at it, with its styles, in ``written``.

    A piece in a style is written ``<bold Ann>``, a prompt with the words that Tab completes, of
    which the commands are ``...``.
    """

    def __init__(self, *lines: str, width: int = 96) -> None:
        super().__init__(*lines)
        self.width = width
        self.written: list[str] = []

    def show(self, lines: Iterable[Line]) -> None:
        self.written += marked(lines)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        completed = ", ".join(words).replace(", ".join(COMMANDS), "...")
        self.written.append(f"{prompt}[{completed}]")
        return super().ask(prompt, words)

    def clear(self) -> None:
        self.written.append("(cleared)")


def marked(lines: Iterable[Line]) -> list[str]:
    """Styled lines as text, a piece in a style as ``<bold Ann>``."""
    return [
        "".join([f"<{style} {text}>" if style and text else text for text, style in line]).rstrip()
        for line in lines
    ]


class Chance(Typed):
    """A screen at which people answer at random, mostly by number; ``look`` sees each question."""

    def __init__(self, seed: int, look: Callable[[Prompt, Chance], None] | None = None) -> None:
        super().__init__()
        self.rng = Random(seed)
        self.look = look
        self.prompt: Prompt

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        self.words = [*words]
        self.prompts.append(prompt)
        if not prompt.endswith("> ") or prompt.startswith("The game is over"):
            return ""
        decision = self.prompt.referee.decision
        assert decision is not None
        if self.look is not None:
            self.look(self.prompt, self)
        view = self.prompt.play.view(self.prompt.play.players[0])
        if prompt != "The table> ":
            view = self.prompt.play.view(decision.who)
            offered = self.prompt.table.offered(decision, view)
            if offered and self.rng.random() < 0.7:
                return str(1 + self.rng.randrange(len(offered)))
        return decision.random(self.rng)


SIZES = ((80, 11), (80, 13), (118, 26))  # that the screen leaves to the table, the least first
NAMES = ("Ann", "Bo", "Maximilian", "Di", "Winston_Churchill", "Julia")


class Asked(NamedTuple):
    decision: Decision[Any] | None
    view: Any
    words: str


def asked(game: Game[Any], players: Sequence[str], seed: int) -> Iterator[Asked]:
    play, rng = Play(game, players), Random(seed)
    while (decision := play.decision) is not None:
        words = decision.random(rng)
        yield Asked(
            decision, play.view(players[0] if decision.who == TABLE else decision.who), words
        )
        play.move(words)
    yield Asked(None, play.view(players[0]), "")


def texts(lines: Iterable[Line]) -> list[str]:
    return ["".join([span.text for span in line]).rstrip() for line in lines]


def screen(table: TableView, one: Asked, width: int, height: int) -> list[str]:
    """The table as one who is asked sees it, which is never larger than it may be."""
    lines = texts(table.drawing(one.view, one.decision, width, height))
    assert len(lines) <= height, lines
    assert max(map(len, lines), default=0) <= width, lines
    return lines


SIGNS = {"": ".", "dim": "d", HEAD: "h", OPEN.style: "o", FAULT: "F"}


def painted(lines: Iterable[Line], signs: Mapping[str, str] | None = None) -> list[str]:
    """Each line as its text and, as long, the signs of its styles; ``signs`` for more of them.

    >>> from scoring.positions.display import Span
    >>> painted([[Span("Ann", HEAD), Span(" "), Span("3!", FAULT)]])
    ['Ann 3!', 'hhh.FF']
    """
    known = {**SIGNS, **(signs or {})}
    found = []
    for line in lines:
        found.append("".join([span.text for span in line]))
        found.append("".join([known[span.style] * len(span.text) for span in line]))
    return found
