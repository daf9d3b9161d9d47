"""A position on a terminal: lines of styled text, with what is wrong marked.

Each game draws its own table in its ``display.py``; this is what the drawings share. What is at
fault bears an exclamation mark, so that it shows without colours too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, cast

from card_data import Game
from scoring import games
from scoring.positions.findings import Finding, Where

LONGEST = 40  # characters of a name or a number


class Span(NamedTuple):
    """A piece of a line; ``style`` in rich's words, such as ``bold red``."""

    text: str
    style: str = ""


Line = Sequence[Span]

FAULT = "bold color(231) on color(160)"  # white on red, the same on every terminal
OPEN = Span("?", "yellow")  # an answer not given yet
NONE = Span(".", "dim")
HEAD = "bold"


class Faults:
    """The places at which findings were made."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        self.exact = {finding.where for finding in self.findings}
        self.around = {where[:depth] for where in self.exact for depth in range(len(where))}

    def at(self, *where: object) -> bool:
        """Whether something is wrong at a place, inside it, or with the group that it stands in."""
        path = tuple(map(str, where))
        return path in self.exact or path in self.around or path[:-1] in self.exact

    def squares(self, *where: object) -> frozenset[tuple[int, int]]:
        """The squares at fault of the grid at a place, each as row and column."""
        path: Where = tuple(map(str, where))
        found = (finding.squares for finding in self.findings if finding.where == path)
        return frozenset(square for squares in found for square in squares)

    def value(self, value: Any, *where: object, style: str = "") -> Span:
        """The value at a place."""
        span = OPEN if value is None else Span(clipped(str(value)), style)
        return wrong(span) if self.at(*where) else span

    def heading(self, text: str, *where: object) -> Span:
        """The heading of a group, which is at fault only if the group itself is."""
        span = Span(text, HEAD)
        return wrong(span) if tuple(map(str, where)) in self.exact else span


class Display(Protocol):
    """What a game's ``display.py`` offers to draw positions that may be wrong or incomplete."""

    def lines(self, position: Any, game: Game[Any], faults: Faults, /) -> Iterator[Line]:
        """What lies on the table, for a terminal, with what is at fault marked."""

    def as_written(self, position: Any, game: Game[Any], /) -> Any:
        """The position in the words of the printed sheets, where others may say the same."""


def display_of(game: Game[Any]) -> Display:
    """How positions of a game out of `scoring.games.scored` are drawn."""
    found = games.facet(game, "display")
    return cast(Display, found if game.scoresheet is None else found.SheetDisplay(game.scoresheet))


def wrong(span: Span) -> Span:
    """A span that is at fault."""
    return Span(f"{span.text}!", FAULT)


def clipped(text: str) -> str:
    """The beginning of a long text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."


def aligned(rows: Sequence[Line], gap: str = "   ") -> Iterator[Line]:
    """Rows of cells as lines, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in texts_by_column(rows)]
    for row in rows:
        line: list[Span] = []
        for span, width in zip(row, widths, strict=False):
            line += [span, Span(" " * (width - len(span.text)) + gap)]
        yield line


def folded(line: Line, width: int) -> Iterator[Line]:
    """A line as several of at most ``width`` characters, broken between words.

    What stands at its beginning, before two spaces, stays clear of the lines that follow.

    >>> for part in folded([Span("  help  ", "bold"), Span("the clause of the question")], 22):
    ...     print("".join(span.text for span in part))
      help  the clause of
            the question
    """
    width = max(width, 1)
    text = "".join([span.text for span in line]).rstrip()
    beginning = re.match(r" *(\S+ {2,})?", text)
    margin = beginning.end() if beginning and beginning.end() <= width // 2 else 0
    start, room = 0, width
    while len(text) - start > room:
        blank = text.rfind(" ", start + 1, start + room + 1)
        end = blank if blank > start and text[start:blank].strip() else start + room
        yield (
            [*cut(line, start, end)] if not start else [Span(" " * margin), *cut(line, start, end)]
        )
        start = end + len(text[end:]) - len(text[end:].lstrip())
        room = width - margin
    rest = [*cut(line, start, len(text))]
    yield [Span(" " * margin), *rest] if start else rest


def cut(line: Line, start: int, end: int) -> Iterator[Span]:
    """What stands in a line from one character to another."""
    at = 0
    for span in line:
        if part := span.text[max(0, start - at) : max(0, end - at)]:
            yield span._replace(text=part)
        at += len(span.text)


def texts_by_column(rows: Sequence[Line]) -> list[list[str]]:
    columns: list[list[str]] = [[] for _ in range(max(map(len, rows), default=0))]
    for row in rows:
        for column, span in zip(columns, row, strict=False):
            column.append(span.text)
    return columns
