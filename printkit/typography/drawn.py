"""The shapes of what was set in columns: lines, figures, boxes, rules, and the notes beside them.

Only the final columns are drawn; most are trials.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printkit.drawing.geometry import Rect, ellipse_steps, rectangle_steps
from printkit.drawing.shapes import Group, Path, Shape, Style
from printkit.typography.fitting import (
    SLACK,
    Composer,
    Line,
    baseline_of,
    line_width,
    place,
    set_words,
)
from printkit.typography.flow import (
    DOTS,
    RULE,
    Column,
    Figure,
    NoteStyle,
    Panel,
    Paragraph,
    PlacedBlock,
    Row,
)
from printkit.typography.fonts import CAPITALS

BAR = 0.9  # mm: the bar at the left of a box
ROUND = 1.2  # mm: the corners of a box
DISC = 0.72  # em: the radius of the disc under a label
NOTE_STEP = 1.15  # em from note to note


class ColumnDrawer:
    """Draws a column. Notes stand right of the one of ``edges``, in mm from the left of the page,
    at which its lines end."""

    def __init__(self, notes: NoteStyle | None, edges: Sequence[float]) -> None:
        self.style, self.edges = notes, edges
        self.noted = -math.inf  # the baseline of the last note

    def shapes(self, column: Column, down: float = 0.0) -> Iterator[Shape]:
        """Yield the shapes of a column, moved ``down`` mm."""
        for placed in column.placed:
            block = placed.block
            rect = placed.rect._replace(y=placed.rect.y + down)
            if isinstance(block, Paragraph):
                yield from self.lines(block, placed, rect)
            elif isinstance(block, Figure):
                yield from block.mark.around(tuple(set_figure(block, rect)))
            elif isinstance(block, Row):
                yield from self.row(block, placed, rect)
            else:
                yield drawn_box(block, rect)
                for inside in placed.columns:
                    yield from ColumnDrawer(self.style, self.edges).shapes(inside, rect.y)

    def row(self, row: Row, placed: PlacedBlock, rect: Rect) -> Iterator[Shape]:
        cells = (shape for cell in placed.columns for shape in self.shapes(cell, rect.y))
        yield from row.mark.around(tuple(cells))
        if row.rule:
            end = rect.y + rect.height - RULE
            line = Path(rectangle_steps(rect.x, end, rect.width, RULE, 0, 0), Style(row.rule))
            yield Group((line,), role="Artifact")

    def lines(self, block: Paragraph, placed: PlacedBlock, rect: Rect) -> Iterator[Shape]:
        """Lines of a paragraph, and what they cite in the margin beside them."""
        shapes = [*set_paragraph(block, placed, rect)]
        if self.style is not None:
            shapes += self.notes(block, placed.lines, rect, self.style)
        yield from block.mark.around(tuple(shapes), placed.first)

    def notes(
        self, block: Paragraph, lines: Sequence[Line], rect: Rect, style: NoteStyle
    ) -> Iterator[Shape]:
        """Yield the numbers of what lines cite, each beside its line, or below the one before."""
        right = rect.x + rect.width
        x = min((edge for edge in self.edges if edge > right - SLACK), default=right) + style.gap
        for at, line in enumerate(lines):
            top = rect.y + block.step * at
            baseline = baseline_of(line, top, block.setting.size, block.setting)
            for anchor in (one.link for word in line for one in word.fragments if one.is_note):
                y = max(baseline, self.noted + NOTE_STEP * style.setting.size)
                self.noted = y
                composer = Composer()
                composer.link = anchor
                style.add(composer, anchor.rpartition("-")[2])
                yield from set_words(composer.finish(), x, y, style.setting.size, style.setting)


def drawn_box(panel: Panel, rect: Rect) -> Group:
    """Return the box of a panel, to lie behind its blocks."""
    shapes = [Path(rectangle_steps(*rect, ROUND, ROUND), Style(panel.tint))]
    if panel.bar:
        shapes.append(Path(rectangle_steps(*rect._replace(width=BAR), 0, 0), Style(panel.bar)))
    return Group(tuple(shapes), role="Artifact")


def set_figure(figure: Figure, rect: Rect) -> Iterator[Shape]:
    """Yield a figure in the middle of ``rect``, from its top on."""
    spare = rect.width - (figure.width or rect.width)
    yield Group(figure.shapes, (1.0, 0.0, 0.0, 1.0, rect.x + spare / 2, rect.y))


def set_paragraph(block: Paragraph, placed: PlacedBlock, rect: Rect) -> Iterator[Shape]:
    """Lines of a paragraph from the top of ``rect`` on: with its label if they are the first, with
    its leader if they are the last."""
    size, lines = block.setting.size, placed.lines
    inner = Rect(rect.x + block.indent, rect.y, rect.width - block.indent, block.step * len(lines))
    if placed.first and block.label:
        if block.disc:
            label = tuple(label_on_disc(block, rect))
        else:
            at = inner._replace(x=rect.x)
            label = tuple(place([block.label], at, size, block.label_setting))
        yield from (Group(label, role="Lbl"),) if block.mark.role else label
    yield from place(lines, inner, size, block.setting)
    if placed.last and block.numbers:
        yield from set_leader(block, lines[-1], inner)


def set_leader(block: Paragraph, line: Line, rect: Rect) -> Iterator[Shape]:
    """Yield a row of dots from the end of the last line to the numbers at the right."""
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
    """Yield a label in the middle of its disc, beside the first line."""
    size = block.setting.size
    radius = DISC * size
    x, y = rect.x + radius, rect.y + block.step / 2
    yield Path(ellipse_steps(x, y, radius, radius), Style(block.disc))
    width = line_width(block.label) * size
    baseline = y + CAPITALS * size / 2
    yield from set_words(block.label, x - width / 2, baseline, size, block.label_setting)
