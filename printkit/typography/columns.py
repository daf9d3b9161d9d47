"""Blocks set into columns: where paragraphs may be split, and what must stay together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from printkit.budget import Budget
from printkit.drawing.geometry import Rect, ellipse_steps, rectangle_steps
from printkit.drawing.shapes import Group, Path, Shape, Style
from printkit.typography.fitting import SLACK, TRY, Line, line_width, place, set_words
from printkit.typography.flow import Box, Figure, Flow, Paragraph
from printkit.typography.fonts import CAPITALS
from printkit.typography.line_breaks import break_lines

SHORTEST_SPLIT = 4  # lines: a shorter paragraph stays in one column
LEAST = 2  # lines of a clause together in a column: one alone is a widow or an orphan
FIGURE_LINE = 4.0  # mm of a figure that count as a line in judging whether a page is worth it
BAR = 0.9  # mm: the bar at the left of a box
ROUND = 1.2  # mm: the corners of a box
DISC = 0.72  # em: the radius of the disc under a label


class Remainder(NamedTuple):
    """What remains to be set of a block: its lines from ``first`` on."""

    block: int
    first: int = 0


class Column(msgspec.Struct):
    """A frame on a page (0 is the first) with what has been set in it, and how many lines it is.

    ``end`` is how far down it is filled, in mm from the page's top.
    """

    page: int
    frame: Rect
    shapes: list[Shape]
    lines: int = 0
    end: float = 0.0


class Setter:
    """Sets the blocks of a flow into frames; a paragraph may run over by lines."""

    def __init__(self, text: Flow, budget: Budget) -> None:
        self.text, self.blocks = text, text.blocks
        self.budget = budget
        self.many = len(text.design(0).frames) > 1  # in a single column nothing is wide
        self.wrapped: dict[tuple[int, float], list[Line]] = {}

    def lines(self, index: int, width: float) -> list[Line]:
        """The lines of a paragraph in a frame of a ``width``; for a figure, a single empty one."""
        found = self.wrapped.get((index, width))
        if found is None:
            block = self.blocks[index]
            if isinstance(block, Figure):
                found = [[]]
            else:
                measure = (width - block.indent - 2 * block.pad) / block.setting.size
                align, hyphens = block.setting.align, not block.keep
                found = break_lines(block.words, measure, align, self.budget, hyphens=hyphens)
            self.wrapped[index, width] = found
        return found

    def fill(
        self, parts: Sequence[Remainder], frames: Sequence[Rect], page: int, *, forced: bool = True
    ) -> tuple[list[Column], list[Remainder]]:
        """The columns in ``frames`` as far as they are needed, and what is left.

        ``forced``: even a frame shorter than a line takes one.
        """
        left = list(parts)
        columns: list[Column] = []
        for frame in frames:
            filling = Filling(self, Column(page, frame, []), forced=forced)
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
        if isinstance(block, Figure):
            return int(block.height + tied <= space + SLACK)
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
        if isinstance(block, Figure):
            height = block.before + block.height
        else:
            height = block.before + (number if whole else LEAST) * block.step
        if block.box is not None and self.blocks[index - 1].box is not block.box:
            height += 2 * block.pad
        return height + (self.opening(index + 1, width) if tied and whole else 0.0)

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


class Filling:
    """A column that is being filled."""

    def __init__(self, setter: Setter, column: Column, *, forced: bool) -> None:
        self.setter, self.column = setter, column
        self.forced = forced
        self.y = column.frame.y
        self.box: Box | None = None
        self.box_from, self.box_top = 0, 0.0

    @property
    def empty(self) -> bool:
        return self.y == self.column.frame.y

    def take(self, parts: list[Remainder]) -> list[Remainder]:
        """Set as many of ``parts`` as there is room for; return the rest, in the order to set it.

        A figure that does not fit floats to the next column, and what follows it fills this one.
        """
        floated: list[Remainder] = []
        while parts:
            block = self.setter.blocks[parts[0].block]
            bars = block.breaks or block.mark.title
            if (block.breaks and not parts[0].first and not self.empty) or (floated and bars):
                break
            waits = bool(floated) and isinstance(block, Figure)
            number = 0 if waits else self.set(parts[0])
            if number:
                first = parts[0].first + number
                rest = len(self.setter.lines(parts[0].block, self.column.frame.width)) - first
                parts = [Remainder(parts[0].block, first), *parts[1:]] if rest else parts[1:]
            elif isinstance(block, Figure) and block.box is None:
                together = self.setter.together(parts)
                floated, parts = floated + parts[:together], parts[together:]
            else:
                break
        self.close_box()
        self.column.end = self.y
        return floated + parts

    def set(self, part: Remainder) -> int:
        """Set as much of a part as there is room for; return how many lines that is."""
        block, frame = self.setter.blocks[part.block], self.column.frame
        lines = self.setter.lines(part.block, frame.width)[part.first :]
        opens = block.box is not None and block.box is not self.box
        closing = self.box.pad if self.box is not None and block.box is not self.box else 0.0
        above = closing + (block.before if not self.empty and not part.first else 0.0)
        gap = above + (block.pad if opens else 0.0)
        space = frame.y + frame.height - self.y - gap - block.pad
        number = self.setter.number_to_set(part.block, len(lines), space, frame.width)
        if not number and not (self.forced and self.empty):
            return 0
        number = max(number, 1)  # even a frame shorter than a line takes one
        if closing:
            self.close_box()
            gap -= closing
            above -= closing
        if opens:
            self.box, self.box_from = block.box, len(self.column.shapes)
            self.box_top = self.y + above
        inner = Rect(frame.x + block.pad, self.y + gap, frame.width - 2 * block.pad, 0.0)
        shapes = tuple(set_block(block, lines[:number], inner, first=not part.first))
        self.column.shapes.extend(block.mark.around(shapes, not part.first))
        if isinstance(block, Figure):
            self.column.lines += round(block.height / FIGURE_LINE)
            self.y += gap + block.height
        else:
            self.column.lines += number
            self.y += gap + block.step * number
        return number

    def close_box(self) -> None:
        """Draw the box that is open, now that its height is known."""
        if self.box is not None:
            frame = self.column.frame
            self.y += self.box.pad
            rect = Rect(frame.x, self.box_top, frame.width, self.y - self.box_top)
            self.column.shapes.insert(self.box_from, drawn_box(self.box, rect))
            self.box = None


def drawn_box(box: Box, rect: Rect) -> Group:
    """A box, to lie behind its content."""
    shapes = [Path(rectangle_steps(*rect, ROUND, ROUND), Style(box.tint))]
    if box.bar:
        shapes.append(Path(rectangle_steps(*rect._replace(width=BAR), 0, 0), Style(box.bar)))
    return Group(tuple(shapes), role="Artifact")


def set_block(
    block: Paragraph | Figure, lines: Sequence[Line], rect: Rect, *, first: bool
) -> Iterator[Shape]:
    """Lines of a paragraph from the top of ``rect`` on, with its label if they are the ``first``;
    or a figure in the middle of it."""
    if isinstance(block, Figure):
        spare = rect.width - (block.width or rect.width)
        yield Group(block.shapes, (1.0, 0.0, 0.0, 1.0, rect.x + spare / 2, rect.y))
        return
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


def label_on_disc(block: Paragraph, rect: Rect) -> Iterator[Shape]:
    """A label in the middle of its disc, beside the first line."""
    size = block.setting.size
    radius = DISC * size
    x, y = rect.x + radius, rect.y + block.step / 2
    yield Path(ellipse_steps(x, y, radius, radius), Style(block.disc))
    width = line_width(block.label) * size
    baseline = y + CAPITALS * size / 2
    yield from set_words(block.label, x - width / 2, baseline, size, block.label_setting)
