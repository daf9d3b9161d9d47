"""Blocks set into columns: where paragraphs may be split, and what must stay together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from printkit.budget import Budget
from printkit.drawing.geometry import Rect, ellipse_steps, rectangle_steps
from printkit.drawing.shapes import Group, Path, Shape, Style, Text
from printkit.typography.fitting import (
    SLACK,
    TRY,
    Line,
    baseline_of,
    line_width,
    place,
    set_words,
)
from printkit.typography.flow import Figure, Flow, Measure, NoteStyle, Panel, Paragraph, Row
from printkit.typography.fonts import CAPITALS
from printkit.typography.line_breaks import break_lines

SHORTEST_SPLIT = 4  # lines: a shorter paragraph stays in one column
LEAST = 2  # lines of a clause together in a column: one alone is a widow or an orphan
FIGURE_LINE = 4.0  # mm of a figure that count as a line in judging whether a page is worth it
BAR = 0.9  # mm: the bar at the left of a box
ROUND = 1.2  # mm: the corners of a box
DISC = 0.72  # em: the radius of the disc under a label
CELL_GAP = 2.5  # mm between the cells of a row
RULE = 0.2  # mm: the rule below a row
DOTS = 0.5  # em from dot to dot of a leader
RESUMED = 3.0  # mm above the rest of a paragraph below what floated to the top of its column
NOTE_STEP = 1.15  # em from note to note


class Remainder(NamedTuple):
    """What remains to be set of a block: its lines from ``first`` on."""

    block: int
    first: int = 0


class Column(msgspec.Struct):
    """A frame on a page (0 is the first) with what has been set in it, and how many lines it is.

    ``end`` is how far down it is filled, in mm from the page's top.

    ``noted`` is the baseline of the last note in the margin.
    """

    page: int
    frame: Rect
    shapes: list[Shape]
    lines: int = 0
    end: float = 0.0
    noted: float = -math.inf


class Setter:
    """Sets the blocks of a flow into frames; a paragraph may run over by lines.

    How a panel is set is for `pages` to say. Notes stand right of those of ``edges``, in mm from
    the left of the page, that their lines end at.
    """

    def __init__(
        self, text: Flow, budget: Budget, set_panel: SetPanel, edges: Sequence[float] = ()
    ) -> None:
        self.text, self.blocks = text, text.blocks
        self.budget, self.set_panel = budget, set_panel
        frames = text.design(0).frames
        self.many = len(frames) > 1  # in a single column nothing is wide
        self.edges = edges or sorted({frame.x + frame.width for frame in frames})

    def lines(self, index: int, width: float) -> list[Line]:
        """The lines of a paragraph in a frame of a ``width``; of what is never split, a single
        empty one."""
        block = self.blocks[index]
        return self.broken(block, width) if isinstance(block, Paragraph) else [[]]

    def broken(self, block: Paragraph, width: float) -> list[Line]:
        """The lines of a paragraph, with room for the numbers at the end of a leader."""
        room = (width - block.indent) / block.setting.size
        if block.numbers:
            room -= line_width(list(block.numbers)) + 2 * DOTS
        known, words = self.text.broken, block.words
        measure = Measure(id(words), room, block.setting.align, not block.keep)
        if measure not in known:
            _, _, align, hyphens = measure
            known[measure] = (words, break_lines(words, room, align, self.budget, hyphens=hyphens))
        return known[measure][1]

    def height(self, index: int, width: float) -> float:
        """The height in mm of a block that is never split."""
        block = self.blocks[index]
        if isinstance(block, Figure):
            return block.height
        known, name = self.text.heights, (id(block), width)
        if name not in known:
            trial = Column(0, Rect(0.0, 0.0, width, 0.0), [])
            known[name] = (block, self.set_whole(index, trial.frame, trial))
        return known[name][1]

    def set_whole(self, index: int, rect: Rect, column: Column) -> float:
        """Set a block that is never split from the top of ``rect`` on; return where it ends."""
        block = self.blocks[index]
        if isinstance(block, Panel):
            panel = self.set_panel(self, index, rect)
            column.shapes += panel.shapes
            return panel.end
        if isinstance(block, Row):
            return self.set_row(block, rect, column)
        assert isinstance(block, Figure)
        column.shapes.extend(block.mark.around(tuple(set_figure(block, rect))))
        return rect.y + block.height

    def set_row(self, row: Row, rect: Rect, column: Column) -> float:
        """Set the cells of a row side by side; return where its rule ends."""
        x, end = rect.x, rect.y
        room = rect.width - CELL_GAP * (len(row.cells) - 1)
        for cell, share in zip(row.cells, row.shares, strict=True):
            width = room * share / sum(row.shares)
            lines = self.broken(cell, width)
            inner = Rect(x, rect.y + cell.before, width, 0.0)
            self.set_lines(cell, lines, inner, column)
            end = max(end, inner.y + cell.step * len(lines))
            x += width + CELL_GAP
        if row.rule:
            end += row.cells[0].before
            line = Path(rectangle_steps(rect.x, end, rect.width, RULE, 0, 0), Style(row.rule))
            column.shapes.append(Group((line,), role="Artifact"))
        return end + (RULE if row.rule else 0.0)

    def set_lines(
        self, block: Paragraph, lines: Sequence[Line], rect: Rect, column: Column,
        *, first: bool = True, last: bool = True,
    ) -> None:  # fmt: skip
        """Set lines of a paragraph, and what they cite in the margin beside them."""
        shapes = [*set_paragraph(block, lines, rect, first=first, last=last)]
        if self.text.notes is not None:
            shapes += self.notes(block, lines, rect, column, self.text.notes)
        column.shapes.extend(block.mark.around(tuple(shapes), first))

    def notes(
        self, block: Paragraph, lines: Sequence[Line], rect: Rect, column: Column, style: NoteStyle
    ) -> Iterator[Text]:
        """The numbers of what lines cite, each beside its line, or below the one before."""
        right = rect.x + rect.width
        x = min((edge for edge in self.edges if edge > right - SLACK), default=right) + style.gap
        for at, line in enumerate(lines):
            top = rect.y + block.step * at
            baseline = baseline_of(line, top, block.setting.size, block.setting)
            for anchor in (one.link for word in line for one in word.fragments if one.is_note):
                y = max(baseline, column.noted + NOTE_STEP * style.size)
                column.noted = y
                text = anchor.rpartition("-")[2]
                width = style.font.width(text) * style.size
                yield Text(x, y, text, style.font.key, style.size, width, style.fill, link=anchor)

    def fill(
        self, parts: Sequence[Remainder], frames: Sequence[Rect], page: int,
        *, forced: bool = True, floating: bool = True,
    ) -> tuple[list[Column], list[Remainder]]:  # fmt: skip
        """The columns in ``frames`` as far as they are needed, and what is left.

        ``forced``: even a frame shorter than a line takes one. Nothing goes before what floats
        unless ``floating``.
        """
        left = list(parts)
        columns: list[Column] = []
        for frame in frames:
            column = Column(page, frame, [])
            filling = Filling(self, column, forced=forced, floating=floating)
            left = filling.take(left)
            columns.append(filling.column)
            if not left:
                break
        return columns, left

    def number_to_set(self, index: int, number: int, space: float, width: float) -> int:
        """How many of the last ``number`` lines of a block fit into ``space`` mm.

        There are no widows and no orphans, and what a block is kept with fits into its column.
        """
        block = self.blocks[index]
        self.budget.spend(TRY * 10)
        tied = self.opening(index + 1, width) if self.is_tied(index, width) else 0.0
        if not isinstance(block, Paragraph):
            return int(self.height(index, width) + tied <= space + SLACK)
        room = math.floor((space + SLACK) / block.step)
        lines = math.ceil(tied / block.step)
        if number + (max(LEAST, lines) if block.keep and tied else lines) <= room:
            return number
        if block.keep or room < LEAST or number < SHORTEST_SPLIT:
            return 0
        return min(room, number - LEAST)

    def opening(self, index: int, width: float) -> float:
        """The height in mm of the first lines of a block, which must stay together.

        A block that is itself kept with the next counts whole, with that one's opening, unless it
        is long enough to be split.
        """
        block = self.blocks[index]
        number = len(self.lines(index, width))
        tied = self.is_tied(index, width)
        whole = number < SHORTEST_SPLIT or block.keep
        if isinstance(block, Paragraph):
            height = (number if whole else LEAST) * block.step
        else:
            height = self.height(index, width)
        return block.before + height + (self.opening(index + 1, width) if tied and whole else 0.0)

    def is_tied(self, index: int, width: float) -> bool:
        """Whether a block ends in the column where the next begins: because it says so, or because
        a break between them would leave a widow or an orphan of their clause."""
        if index + 1 == len(self.blocks) or (self.many and self.blocks[index + 1].span):
            return False
        if self.blocks[index].keep:
            return True
        if not self.blocks[index + 1].goes_on:
            return False
        first, end = index, index + 2
        while first and self.blocks[first].goes_on:
            first -= 1
        while end < len(self.blocks) and self.blocks[end].goes_on:
            end += 1
        self.budget.spend(TRY * (end - first))
        above = sum(len(self.lines(one, width)) for one in range(first, index + 1))
        below = sum(len(self.lines(one, width)) for one in range(index + 1, end))
        return min(above, below) < LEAST

    def together(self, parts: Sequence[Remainder]) -> int:
        """How many of ``parts`` make up the first block and those it is kept with."""
        for number, part in enumerate(parts, 1):
            if not self.blocks[part.block].keep:
                return number
        return len(parts)


SetPanel = Callable[[Setter, int, Rect], Column]  # a panel by its index, from a corner on


class Filling:
    """A column that is being filled."""

    def __init__(self, setter: Setter, column: Column, *, forced: bool, floating: bool) -> None:
        self.setter, self.column = setter, column
        self.forced, self.floating = forced, floating
        self.y = column.frame.y

    @property
    def empty(self) -> bool:
        return self.y == self.column.frame.y

    def take(self, parts: list[Remainder]) -> list[Remainder]:
        """Set as many of ``parts`` as there is room for; return the rest, in the order to set it.

        What floats and does not fit goes to the next column, and what follows it fills this one.
        """
        floated: list[Remainder] = []
        while parts:
            block = self.setter.blocks[parts[0].block]
            bars = block.breaks or block.mark.title
            if (block.breaks and not parts[0].first and not self.empty) or (floated and bars):
                break
            waits = bool(floated) and block.floats
            number = 0 if waits else self.set(parts[0])
            if number:
                first = parts[0].first + number
                rest = len(self.setter.lines(parts[0].block, self.column.frame.width)) - first
                parts = [Remainder(parts[0].block, first), *parts[1:]] if rest else parts[1:]
            elif block.floats and self.floating:
                together = self.setter.together(parts)
                floated, parts = floated + parts[:together], parts[together:]
            else:
                break
        self.column.end = self.y
        return floated + parts

    def set(self, part: Remainder) -> int:
        """Set as much of a part as there is room for; return how many lines that is."""
        setter, block, frame = self.setter, self.setter.blocks[part.block], self.column.frame
        lines = setter.lines(part.block, frame.width)[part.first :]
        gap = 0.0 if self.empty else RESUMED if part.first else block.before
        space = frame.y + frame.height - self.y - gap
        number = setter.number_to_set(part.block, len(lines), space, frame.width)
        if not number and not (self.forced and self.empty):
            return 0
        number = max(number, 1)  # even a frame shorter than a line takes one
        rect = Rect(frame.x, self.y + gap, frame.width, 0.0)
        if isinstance(block, Paragraph):
            ends = {"first": not part.first, "last": number == len(lines)}
            setter.set_lines(block, lines[:number], rect, self.column, **ends)
            self.column.lines += number
            self.y = rect.y + block.step * number
        else:
            self.y = setter.set_whole(part.block, rect, self.column)
            self.column.lines += round((self.y - rect.y) / FIGURE_LINE)
        return number


def drawn_box(panel: Panel, rect: Rect) -> Group:
    """The box of a panel, to lie behind its blocks."""
    shapes = [Path(rectangle_steps(*rect, ROUND, ROUND), Style(panel.tint))]
    if panel.bar:
        shapes.append(Path(rectangle_steps(*rect._replace(width=BAR), 0, 0), Style(panel.bar)))
    return Group(tuple(shapes), role="Artifact")


def set_figure(figure: Figure, rect: Rect) -> Iterator[Shape]:
    """A figure in the middle of ``rect``, from its top on."""
    spare = rect.width - (figure.width or rect.width)
    yield Group(figure.shapes, (1.0, 0.0, 0.0, 1.0, rect.x + spare / 2, rect.y))


def set_paragraph(
    block: Paragraph, lines: Sequence[Line], rect: Rect, *, first: bool, last: bool
) -> Iterator[Shape]:
    """Lines of a paragraph from the top of ``rect`` on: with its label if they are the ``first``,
    with its leader if they are the ``last``."""
    size = block.setting.size
    inner = Rect(rect.x + block.indent, rect.y, rect.width - block.indent, block.step * len(lines))
    if first and block.label:
        if block.disc:
            label = tuple(label_on_disc(block, rect))
        else:
            at = inner._replace(x=rect.x)
            label = tuple(place([block.label], at, size, block.label_setting))
        yield from (Group(label, role="Lbl"),) if block.mark.role else label
    yield from place(lines, inner, size, block.setting)
    if last and block.numbers:
        yield from set_leader(block, lines[-1], inner)


def set_leader(block: Paragraph, line: Line, rect: Rect) -> Iterator[Shape]:
    """A row of dots from the end of the last line to the numbers at the right."""
    size, setting, numbers = block.setting.size, block.setting, list(block.numbers)
    baseline = baseline_of(line, rect.y + rect.height - block.step, size, setting)
    start = rect.x + line_width(line) * size
    end = rect.x + rect.width - line_width(numbers) * size
    radius, step = 0.045 * size, DOTS * size
    dots = math.floor((end - start) / step - 1)
    round_ones = (
        Path(ellipse_steps(end - step * (at + 1), baseline - radius, radius, radius),
             Style(setting.fill))
        for at in range(max(dots, 0))
    )  # fmt: skip
    yield Group(tuple(round_ones), role="Artifact")
    yield from set_words(numbers, end, baseline, size, setting)


def label_on_disc(block: Paragraph, rect: Rect) -> Iterator[Shape]:
    """A label in the middle of its disc, beside the first line."""
    size = block.setting.size
    radius = DISC * size
    x, y = rect.x + radius, rect.y + block.step / 2
    yield Path(ellipse_steps(x, y, radius, radius), Style(block.disc))
    width = line_width(block.label) * size
    baseline = y + CAPITALS * size / 2
    yield from set_words(block.label, x - width / 2, baseline, size, block.label_setting)
