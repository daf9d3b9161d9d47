"""Set blocks into columns: where paragraphs may be split, and what must stay together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from card_data.limits import MOST_PAGES
from printkit.drawing.geometry import Rect
from printkit.typography.fitting import SLACK, Line, line_width
from printkit.typography.flow import (
    DOTS,
    RULE,
    AnyBlock,
    Column,
    Figure,
    Flow,
    Leaf,
    Measure,
    Panel,
    Paragraph,
    PlacedBlock,
    Row,
    RowContents,
)
from printkit.typography.line_breaks import break_lines

SPARE = 0.25  # of a page: so much is not left blank for what could be split or moved
SHORTEST_SPLIT = 4  # lines: a shorter paragraph stays in one column
SHORTEST_OVER = 8  # lines: a shorter one stays on one page
LEAST = 2  # lines of a clause together in a column: one alone is a widow or an orphan
CELL_GAP = 2.5  # mm between the cells of a row
RESUMED = 3.0  # mm above the rest of a paragraph below what floated to the top of its column


class Remainder(NamedTuple):
    """The part of a block that remains to be set: its lines from ``first`` on, or the ``panel`` of
    the blocks that remain of a split panel."""

    block: int
    first: int = 0
    panel: Panel | None = None


class BlockSetter:
    """Sets the blocks of a flow into frames; a paragraph may run over by lines.

    `pages` passes ``set_panel`` in, as a panel is set like a small page.
    """

    def __init__(self, text: Flow, set_panel: SetPanel) -> None:
        self.text, self.blocks = text, text.blocks
        self.set_panel = set_panel
        # by the IDs of paragraphs, which are kept so that these stay theirs, and their widths
        self.known: dict[tuple[int, float], tuple[Paragraph, list[Line]]] = {}
        frames = text.design(0).frames
        self.many = len(frames) > 1  # in a single column nothing is wide
        self.room = min(frame.height for frame in text.design(MOST_PAGES).frames)

    def lines(self, index: int, width: float) -> list[Line]:
        """Return the lines of a paragraph in a frame of a ``width``; of what has none, a single
        empty one."""
        block = self.blocks[index]
        return self.lines_of(block, width) if isinstance(block, Paragraph) else [[]]

    def lines_of(self, block: Paragraph, width: float) -> list[Line]:
        """Return the lines of a paragraph, with room for the numbers at the end of a leader."""
        known = self.known.get((id(block), width))
        if known is None:
            known = self.known[id(block), width] = block, self.break_paragraph(block, width)
        return known[1]

    def break_paragraph(self, block: Paragraph, width: float) -> list[Line]:
        """Return the lines, broken anew unless an earlier try has broken the same words so."""
        room = (width - block.indent) / block.setting.size
        if block.numbers:
            room -= line_width(list(block.numbers)) + 2 * DOTS
        known, words = self.text.broken, block.words
        measure = Measure(id(words), room, block.setting.align, not block.keep)
        if measure not in known:
            _, _, align, hyphens = measure
            known[measure] = (words, break_lines(words, room, align, hyphens=hyphens))
        return known[measure][1]

    def height(self, block: Figure | Row | Panel, frame: Rect) -> float:
        """Return the height in mm of a block that is no paragraph."""
        return block.height if isinstance(block, Figure) else self.inside(block, frame).height

    def inside(self, block: Row | Panel, frame: Rect) -> RowContents:
        """Return what is in a row or a panel in a frame."""
        known, name = self.text.inside, (id(block), frame.x, frame.width)
        if name not in known:
            rect = frame._replace(y=0.0)
            if isinstance(block, Row):
                known[name] = (block, self.cells(block, rect))
            else:
                known[name] = (block, self.set_panel(self, block, rect))
        return known[name][1]

    def cells(self, row: Row, rect: Rect) -> RowContents:
        column, x, end = Column(0, rect), rect.x, rect.y
        room = rect.width - CELL_GAP * (len(row.cells) - 1)
        for cell, share in zip(row.cells, row.shares, strict=True):
            width = room * share / sum(row.shares)
            lines = self.lines_of(cell, width)
            inner = Rect(x, rect.y + cell.before, width, cell.step * len(lines))
            column.placed.append(PlacedBlock(cell, inner, lines))
            end = max(end, inner.y + inner.height)
            x += width + CELL_GAP
        if row.rule:
            end += row.cells[0].before + RULE
        return RowContents([column], end)

    def fill(
        self, parts: Sequence[Remainder], frames: Sequence[Rect], page: int,
        *, forced: bool = True, floating: bool = True,
    ) -> tuple[list[Column], list[Remainder]]:  # fmt: skip
        """Return the columns in ``frames`` as far as they are needed, and what is left.

        ``forced``: even a frame shorter than a line takes one. Nothing goes before what floats
        unless ``floating``.
        """
        left = list(parts)
        columns: list[Column] = []
        for frame in frames:
            column, last = Column(page, frame), frame is frames[-1]
            filling = ColumnFiller(self, column, last, forced=forced, floating=floating)
            left = filling.take(left)
            columns.append(filling.column)
            if not left:
                break
        return columns, left

    def number_to_set(
        self, index: int, number: int, space: float, frame: Rect, follows: int, shortest: int
    ) -> int:
        """Return how many of the last ``number`` lines of a block that ``follows`` follows fit into
        ``space`` mm; fewer than ``shortest`` are not split.

        There are no widows and no orphans, and what a block is kept with fits into its column.
        """
        block = self.blocks[index]
        tied = self.opening(follows, frame, shortest) if self.is_tied(index, frame) else 0.0
        if not isinstance(block, Paragraph):
            return int(self.height(block, frame) + tied <= space + SLACK)
        room = math.floor((space + SLACK) / block.step)
        lines = math.ceil(tied / block.step)
        if number + (max(LEAST, lines) if block.keep and tied else lines) <= room:
            return number
        if room < LEAST or self.stays_whole(block, number, shortest):
            return 0
        return min(room, number - LEAST)

    def stays_whole(self, block: AnyBlock, number: int, shortest: int) -> bool:
        """Whether the last ``number`` lines of a block are not split: they are kept with the next,
        or fewer than ``shortest``, and fit into a column of their own."""
        short = isinstance(block, Paragraph) and number * block.step <= self.room + SLACK
        return block.keep or number < SHORTEST_SPLIT or (short and number < shortest)

    def split(
        self, panel: Panel, space: float, frame: Rect, *, forced: bool
    ) -> tuple[Panel | None, Panel | None]:
        """Return what is set of a panel in ``space`` mm, and what is left of it.

        It is all or nothing, except where the panel is taller than a page, or would leave one of a
        single column blank: then text goes before a figure that there is no room for, or after one.
        """
        height = self.height(panel, frame)
        if height <= space + SLACK or (forced and len(panel.blocks) == 1):
            return panel, None
        if height <= self.room and (self.many or space < SPARE * self.room) and not forced:
            return None, panel
        groups = list(panel.groups())
        now, later = self.share_out(panel, groups, space, frame, forced=forced)
        if space - self.height(panel.of(now), frame) > SPARE * self.room:
            groups.sort(key=lambda group: not (group[0].floats or group[0].mark.title))
            other = self.share_out(panel, groups, space, frame, forced=forced)
            now, later = max(
                (now, later), other, key=lambda parts: self.height(panel.of(parts[0]), frame)
            )
        return (panel.of(now) if now else None), (panel.of(later) if later else None)

    def share_out(
        self, panel: Panel, groups: Sequence[list[Leaf]], space: float, frame: Rect,
        *, forced: bool,
    ) -> tuple[list[Leaf], list[Leaf]]:  # fmt: skip
        """Return what fits of the groups of a panel, one if ``forced``, and the others."""
        now: list[Leaf] = []
        later: list[Leaf] = []
        for group in groups:
            waits = later and (group[0].floats or not later[0].floats)
            fits = not waits and self.height(panel.of([*now, *group]), frame) <= space
            (now if fits or (forced and not now) else later).extend(group)
        return now, later

    def opening(self, index: int, frame: Rect, shortest: int) -> float:
        """Return the height in mm of the first lines of a block, which must stay together.

        A block that is itself kept with the next counts whole, with that one's opening, unless it
        is long enough to be split, with ``shortest`` lines or more.
        """
        block = self.blocks[index]
        number = len(self.lines(index, frame.width))
        tied = self.is_tied(index, frame)
        whole = self.stays_whole(block, number, shortest)
        if isinstance(block, Paragraph):
            height = (number if whole else LEAST) * block.step
        else:
            height = self.height(block, frame)
        more = self.opening(index + 1, frame, shortest) if tied and whole else 0.0
        return block.before + height + more

    def is_tied(self, index: int, frame: Rect) -> bool:
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
        above = sum(len(self.lines(one, frame.width)) for one in range(first, index + 1))
        below = sum(len(self.lines(one, frame.width)) for one in range(index + 1, end))
        return min(above, below) < LEAST

    def kept_together(self, parts: Sequence[Remainder]) -> int:
        """Return how many of ``parts`` make up the first block and those it is kept with."""
        for number, part in enumerate(parts, 1):
            if not self.blocks[part.block].keep:
                return number
        return len(parts)


SetPanel = Callable[[BlockSetter, Panel, Rect], RowContents]  # what is in a panel


class ColumnFiller:
    """A column that is being filled, the ``last`` of its page or not."""

    def __init__(
        self, setter: BlockSetter, column: Column, last: bool, *, forced: bool, floating: bool
    ) -> None:
        self.setter, self.column, self.last = setter, column, last
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
            rest = None if waits else self.set(parts[0])
            if rest is None and not parts[0].first and self.floating:
                end = self.below(parts)
                if end and (rest := self.set(parts[0], parts[end].block)) is not None:
                    floated, parts = floated + parts[1:end], [parts[0], *parts[end:]]
            if rest is not None:
                parts = [*rest, *parts[1:]]
            elif block.floats and self.floating and not parts[0].first:
                together = self.setter.kept_together(parts)
                floated, parts = floated + parts[:together], parts[together:]
            else:
                break
        self.column.end = self.y
        return floated + parts

    def below(self, parts: Sequence[Remainder]) -> int:
        """Return the place of the text that may stand between a title and what floats below it; 0
        where nothing floats there, or nothing follows."""
        blocks = self.setter.blocks
        if len(parts) == 1 or not (blocks[parts[0].block].keep and blocks[parts[1].block].floats):
            return 0
        end = 1 + self.setter.kept_together(parts[1:])
        return end if end < len(parts) and not blocks[parts[end].block].mark.title else 0

    def set(self, part: Remainder, follows: int | None = None) -> list[Remainder] | None:
        """Set as much of a part as there is room for, if ``follows`` is what follows it; return
        what is left of it, or None if nothing was set."""
        setter, frame = self.setter, self.column.frame
        block = part.panel or setter.blocks[part.block]
        gap = 0.0 if self.empty else RESUMED if part.first else block.before
        space = frame.y + frame.height - self.y - gap
        forced = self.forced and self.empty
        rect = Rect(frame.x, self.y + gap, frame.width, 0.0)
        if isinstance(block, Panel):
            now, later = setter.split(block, space, frame, forced=forced)
            if now is None:
                return None
            self.set_whole(now, rect)
            return [Remainder(part.block, part.first + len(now.blocks), later)] if later else []
        lines = setter.lines(part.block, frame.width)[part.first :]
        follows = part.block + 1 if follows is None else follows
        shortest = SHORTEST_OVER if self.last else SHORTEST_SPLIT
        number = setter.number_to_set(part.block, len(lines), space, frame, follows, shortest)
        if not number and not forced:
            return None
        number = max(number, 1)  # even a frame shorter than a line takes one
        if isinstance(block, Paragraph):
            there = lines[:number]
            placed = PlacedBlock(block, rect, there, not part.first, len(there) == len(lines))
            self.column.placed.append(placed)
            self.y = rect.y + block.step * number
        else:
            self.set_whole(block, rect)
        return [Remainder(part.block, part.first + number)] if number < len(lines) else []

    def set_whole(self, block: Figure | Row | Panel, rect: Rect) -> None:
        rect = rect._replace(height=self.setter.height(block, rect))
        columns = () if isinstance(block, Figure) else self.setter.inside(block, rect).columns
        self.column.placed.append(PlacedBlock(block, rect, columns=columns))
        self.y = rect.y + rect.height
