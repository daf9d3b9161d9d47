"""A position on a terminal: lines of styled text, with faults marked.

All are drawn from the fields of the position; a game that has more to draw than rows, such as a
page, has a ``display.py``. Faults bear an exclamation mark, so that they show without colours too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, inspect

from card_data import Game
from card_data.reading.decode import bare_type
from card_data.tables import title_of
from scoring import games
from scoring.positions.field_types import HEAD as ASIDE
from scoring.positions.field_types import fixed_length
from scoring.positions.findings import Finding, Where
from scoring.positions.paths import key_for

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
APART = (*ASIDE, "players", "name")  # what has no row of its own
LEFT_OUT: tuple[Any, ...] = (UNSET, (), {})


class Highlights:
    """The places with findings."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        self.exact = {where for one in self.findings for where in (one.where, *one.also)}
        self.around = {where[:depth] for where in self.exact for depth in range(len(where))}

    def at(self, *where: object) -> bool:
        """Return whether something is wrong at a place, inside it, or with the group around it."""
        path = tuple(map(str, where))
        return path in self.exact or path in self.around or path[:-1] in self.exact

    def inside(self, where: Where) -> Iterator[str]:
        """Return the steps from a place to the faults inside it."""
        depth = len(where)
        return (path[depth] for path in self.exact if path[:depth] == where and path[depth:])

    def squares(self, *where: object) -> frozenset[tuple[int, int]]:
        """Return the faulty squares of the grid at a place, each as row and column."""
        path: Where = tuple(map(str, where))
        found = (finding.squares for finding in self.findings if finding.where == path)
        return frozenset(square for squares in found for square in squares)

    def value(self, value: Any, *where: object, style: str = "") -> Span:
        """Return the value at a place as a span, marked if something is wrong there."""
        span = OPEN if value is None else Span(clipped(str(value)), style)
        return marked_wrong(span) if self.at(*where) else span

    def heading(self, text: str, *where: object) -> Span:
        """Return the heading of a group, marked only if the group itself is wrong."""
        span = Span(text, HEAD)
        return marked_wrong(span) if tuple(map(str, where)) in self.exact else span


def draw_position(position: Any, game: Game[Any], faults: Highlights) -> Iterator[Line]:
    """Return the lines of a position, valid or not, with faults highlighted; drawn by the game's
    ``display.py`` if it has one."""
    if game.scoresheet is None and games.has(game.id, "display"):
        found: Iterator[Line] = games.module(game.id, "display").lines(position, game, faults)
        return found
    return Drawing(game, faults).lines(position)


def as_written(position: Any, game: Game[Any]) -> Any:
    """Return the position in the words of the printed sheets, where they differ."""
    return getattr(games.package(game), "as_written", lambda one, _: one)(position, game)


class Drawing:
    """A position as a row for each field of the table, then for each of the players', with a column
    for each player; inside a field a row for each place that has a name or a round."""

    def __init__(self, game: Game[Any], faults: Highlights, apart: Collection[str] = ()) -> None:
        """Fields that are ``apart`` get no row."""
        self.faults = faults
        self.apart = (*apart, *APART)
        self.titles = titles_of(game)

    def lines(self, position: Any) -> Iterator[Line]:
        """Return the rows, aligned."""
        table: list[Line] = [*self.inside([((), position)], inspect.type_info(type(position)))]
        if "players" not in position.__struct_fields__:
            return aligned(table)
        players = position.players or ()
        entries: list[tuple[Where, Any]] = [
            (("players", str(seat)), one) for seat, one in enumerate(players)
        ]
        names = [self.faults.value(one.name, *where, "name", style=HEAD) for where, one in entries]
        rows: list[Line] = [[self.faults.heading("Name", "players"), *names]]
        if entries:
            rows += self.inside(entries, inspect.type_info(type(entries[0][1])))
        return aligned([*table, [], *rows] if table else rows)

    def inside(
        self, columns: Sequence[tuple[Where, Any]], info: inspect.Type, label: str = ""
    ) -> Iterator[Line]:
        """Yield the rows of the values inside those of each column, which are all of one type."""
        for step, kind, usual in self.steps(columns, bare_type(info)):
            cells = [((*where, step), child_or_unset(value, step)) for where, value in columns]
            left_out = all(value in LEFT_OUT or value is usual is False for _, value in cells)
            if left_out and not any(self.faults.at(*where) for where, _ in cells):
                continue
            name = self.called(step, label)
            if is_group(kind) and any(value is not None for _, value in cells):
                yield from self.inside(cells, kind, name)
            else:
                yield [Span(clipped(name)), *[self.cell(*cell, bool(label)) for cell in cells]]

    def steps(
        self, columns: Sequence[tuple[Where, Any]], kind: inspect.Type
    ) -> Iterator[tuple[str, inspect.Type, Any]]:
        """Yield the places inside values, and the missing ones with findings, each with its type
        and the default that gets no row."""
        values = [value or () for _, value in columns]
        if isinstance(kind, inspect.StructType):
            yield from [(one.name, one.type, one.default) for one in kind.fields
                        if one.name not in self.apart]  # fmt: skip
        elif isinstance(kind, inspect.DictType):
            keys = dict.fromkeys([str(key) for value in values for key in value])
            for where, _ in columns:
                keys |= dict.fromkeys(self.faults.inside(where))
            order = [*self.titles, *keys]
            yield from [(key, kind.value_type, None) for key in sorted(keys, key=order.index)]
        elif isinstance(kind, inspect.VarTupleType):
            longest = max(map(len, values), default=0)
            yield from [(str(at), kind.item_type, None) for at in range(longest)]

    def called(self, step: str, label: str) -> str:
        """Return the label of the place to which a step leads."""
        name = f"round {int(step) + 1}" if step.isdecimal() else step.replace("_", " ")
        name = self.titles.get(step, name)
        name = f"{step} {name}" if step.isalpha() and len(step) == 1 < len(name) else name
        return f"{label}, {name}" if label else name[:1].upper() + name[1:]

    def cell(self, where: Where, value: Any, inner: bool) -> Span:
        """Return an answer; several in one cell are marked as wrong if one of them is."""
        if value in LEFT_OUT or (inner and value in (0, False)):
            return marked_wrong(NONE) if self.faults.at(*where) else NONE
        if not isinstance(value, tuple | dict):
            return self.faults.value(answer_word(value), *where)
        places = value.items() if isinstance(value, dict) else enumerate(value)
        spans = [self.faults.value(answer_word(one), *where, step) for step, one in places]
        texts = [span.text for span in spans]
        if isinstance(value, dict):
            texts = [f"{key} {text}" for key, text in zip(value, texts, strict=True)]
        styles = [span.style for span in spans]
        style = next((one for one in (FAULT, OPEN.style) if one in styles), "")
        between = " " if all(re.fullmatch(r"[-\d!?]+", text) for text in texts) else ", "
        span = Span(between.join(texts), style)
        return marked_wrong(span) if style != FAULT and self.faults.at(*where) else span


def is_group(info: inspect.Type) -> bool:
    """Check whether the values inside a type get a row each: those with a name, and rounds."""
    kind = bare_type(info)
    if isinstance(kind, inspect.DictType):
        return not isinstance(bare_type(kind.key_type), inspect.IntType)
    return isinstance(kind, inspect.StructType) or bool(fixed_length(info)[0])


def child_or_unset(value: Any, step: str) -> Any:
    """Return the value at a step, UNSET if there is none, and None inside an open answer."""
    if value is None:
        return None
    if isinstance(value, dict):
        return value.get(key_for(value, step), UNSET)
    if isinstance(value, tuple):
        return value[int(step)] if int(step) < len(value) else UNSET
    return getattr(value, step, UNSET)


def answer_word(value: Any) -> Any:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def titles_of(game: Game[Any]) -> dict[str, str]:
    """Return the titles of all IDs in a game's data and score sheet, in their order."""
    found: dict[str, str] = {}
    if game.scoresheet is not None:
        found |= {one.name: one.label for one in game.scoresheet.fields.values()}
        found |= {one.name: one.label for one in game.scoresheet.parts}
    for table in game.tables():
        for row in game.rows(table):
            found.setdefault(row.id, title_of(row))
            for name in row.__struct_fields__:
                if name.endswith("_title"):
                    found.setdefault(getattr(row, name.removesuffix("_title")), getattr(row, name))
    return found


def marked_wrong(span: Span) -> Span:
    return Span(f"{span.text}!", FAULT)


def clipped(text: str) -> str:
    """Shorten a text to one line of at most `LONGEST` characters."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."


def aligned(rows: Sequence[Line], gap: str = "   ") -> Iterator[Line]:
    """Yield rows of cells as lines in which each column is as wide as its widest cell."""
    widths = [max(map(len, column)) for column in texts_by_column(rows)]
    for row in rows:
        line: list[Span] = []
        for span, width in zip(row, widths, strict=False):
            line += [span, Span(" " * (width - len(span.text)) + gap)]
        yield line


def wrap_line(line: Line, width: int) -> Iterator[Line]:
    """Break a line between words into lines of at most ``width`` characters.

    The text before the first two spaces stays clear of the lines that follow.

    >>> for part in wrap_line([Span("  help  ", "bold"), Span("the clause of the question")], 22):
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
    """Yield the spans between two character positions of a line."""
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
