"""The lines of the screen: the table on top, then what happened, the question and its choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from card_data.words import counted
from scoring.play.steps import Entry
from scoring.play.table_view import DIM, shortened
from scoring.positions.display import HEAD, Line, Span, cut, folded

BAR = "reverse"
HERE = "reverse"
MORE = " ›"  # behind an entry after which more is to be chosen
RULE = "─"
NEXT = "  ·  "  # between moves in a line
GAP = 2  # columns between two choices
FEWEST_TOLD = 2  # lines of what happened, however little room there is
FEWEST_CHOICES = 5  # lines of choices that the table leaves free,
TIGHT = 10  # and a third of all lines but these, where that is more
MOST_SAID = 3  # lines of what is expected, or why a move was refused


class Scene(NamedTuple):
    """What stands on the screen.

    ``table`` draws itself for a number of lines; ``scrolled`` says how far down it is looked at,
    where it has more. ``told`` is what the player knows to have happened, the last ``fresh`` of it
    new. ``at`` is the entry that would be chosen.
    """

    title: str
    score: str
    table: Callable[[int], Sequence[Line]]
    scrolled: int
    told: Sequence[str]
    fresh: int
    question: str
    switch: str
    said: Sequence[Line]
    entries: Sequence[Entry]
    numbered: bool
    at: int


def drawn(scene: Scene, width: int, height: int) -> tuple[list[Line], int]:
    """The whole screen but the line that is typed in, and how many lines of it the choices are."""
    said = [part for line in scene.said for part in folded(line, width)][:MOST_SAID]
    room = max(0, height - 2 - len(said))
    told = min(max(1, FEWEST_TOLD - len(said)), len(scene.told))
    choices = Grid(scene.entries, scene.numbered, width)
    few = min(choices.rows, max(FEWEST_CHOICES, (height - TIGHT) // 3))
    table = windowed(scene.table(room - told - few), room - told - few, scene.scrolled)
    room -= len(table)
    menu, part = choices.drawn(room - told, scene.at)
    happened = happenings(scene.told, scene.fresh, width, max(told, room - len(menu) - 1))
    blank: list[Line] = [[]] * (room - len(menu) - len(happened))
    aside = "   ".join(filter(None, (scene.switch, part)))
    lines = [
        bar(scene.title, scene.score, width),
        *table,
        *blank,
        *happened,
        ruled(scene.question, aside, width),
        *said,
        *menu,
    ]
    return lines[max(0, len(lines) - height) :], len(menu)


def bar(title: str, score: str, width: int) -> Line:
    """The topmost line: the score stands at its right if there is room."""
    gap = width - len(title) - len(score) - 2
    whole = f" {title}{' ' * gap}{score} " if gap > 1 else f" {title} ".ljust(width)
    return [Span(whole[:width], BAR)]


def ruled(question: str, aside: str, width: int) -> Line:
    """The question on a line drawn from edge to edge, with something at its right end; one that is
    too long for the line loses its middle."""
    left, right = f"{RULE}{RULE} ", f" {aside} {RULE}{RULE}" if aside else ""
    question = shortened(question, max(1, width - len(left) - len(right)))
    rest = width - len(left) - len(question) - 1 - len(right)
    return [
        Span(left, DIM),
        Span(question, HEAD),
        Span(f" {RULE * max(0, rest)}", DIM),
        Span(right[:-2], HEAD),
        Span(right[-2:], DIM),
    ]


def windowed(lines: Sequence[Line], room: int, scrolled: int) -> Sequence[Line]:
    """So many lines of a table that has more, from where it is looked at."""
    if len(lines) <= room or room < 1:
        return lines[: max(0, room)]
    start = min(scrolled, len(lines) - room + 1)
    shown = lines[start : start + room - 1]
    hidden = {"above: PgUp": start, "below: PgDn": len(lines) - start - len(shown)}
    said = [f"{counted(number, 'line')} {where}" for where, number in hidden.items() if number]
    return [*shown, [Span(f"… {', '.join(said)}", DIM)]]


def happenings(told: Sequence[str], fresh: int, width: int, room: int) -> list[Line]:
    """The last moves, a line each; side by side where those that are new need it."""
    told = told[max(0, len(told) - max(room, fresh)) :]
    styles = [DIM] * (len(told) - fresh) + [""] * fresh
    moves = [Span(words, style) for words, style in zip(told, styles, strict=True)]
    lines = [part for move in moves for part in folded([move], width)]
    new = [part for move in moves[len(told) - fresh :] for part in folded([move], width)]
    if len(new) > room:
        lines = [part for line in side_by_side(moves, width) for part in folded(line, width)]
    return lines[max(0, len(lines) - room) :]


def side_by_side(moves: Sequence[Span], width: int) -> Iterator[Line]:
    """As many moves to a line as fit."""
    line: list[Span] = []
    for move in moves:
        if line and sum(len(span.text) for span in line) + len(NEXT) + len(move.text) > width:
            yield line
            line = []
        line += [Span(NEXT, DIM), move] if line else [move]
    if line:
        yield line


class Grid:
    """Choices in as many columns as fit, down one column and then the next."""

    def __init__(self, entries: Sequence[Entry], numbered: bool, width: int) -> None:
        self.entries, self.numbered, self.width = entries, numbered, width
        self.captions = True

    @property
    def cells(self) -> list[Line]:
        return [[*self.cell(*one)] for one in enumerate(self.entries, 1)]

    def cell(self, number: int, entry: Entry) -> Iterator[Span]:
        """A choice: its number, what it is called, whether more follows, what it stands for."""
        if self.numbered:
            yield Span(f"{number:2} ", DIM)
        yield Span(f" {entry.label}{'' if entry.words else MORE} ")
        if self.captions and entry.caption:
            yield Span(f" {entry.caption}", DIM)

    @property
    def wide(self) -> int:
        """How wide a column is."""
        widths = [sum(len(span.text) for span in cell) for cell in self.cells]
        return min(self.width, max(widths, default=0) + GAP)

    @property
    def across(self) -> int:
        return max(1, (self.width + GAP) // max(1, self.wide))

    @property
    def rows(self) -> int:
        return -(-len(self.entries) // self.across)

    def drawn(self, room: int, at: int) -> tuple[list[Line], str]:
        """The choices in so many lines, and which of them these are if there are more; those are
        then seen that ``at`` is one of."""
        self.captions = self.rows <= room
        if not self.entries or room < 1:
            return [], ""
        most, wide, cells = self.across * room, self.wide, self.cells
        start = max(at, 0) // most * most
        shown = range(start, min(start + most, len(cells)))
        rows = -(-len(shown) // self.across)
        lines: list[Line] = [
            [span for one in shown[row::rows] for span in padded(cells[one], one == at, wide)]
            for row in range(rows)
        ]
        whole = len(shown) == len(cells)
        return lines, "" if whole else f"{start + 1} to {shown[-1] + 1} of {len(cells)}"


def padded(cell: Line, here: bool, wide: int) -> Iterator[Span]:
    """A choice as wide as its column; marked if it is the one that would be chosen."""
    length = sum(len(span.text) for span in cell)
    for span in cut(cell, 0, wide):
        named = span.style != DIM
        yield Span(span.text, HERE) if here and named else span
    yield Span(" " * (wide - length))
