"""A text that runs over columns and pages, the columns of the last page balanced."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count

import msgspec

from printkit.drawing import Shape
from printkit.typeset import SLACK, Rect, Setting, Word, place, wrap

PARTED = 4  # lines: a shorter paragraph stays in one column
BALANCING_STEPS = 7  # halvings: the columns' height to less than a hundredth


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph of a flow: ``label`` hangs at the left, the text starts at ``indent`` mm.

    ``before`` is the space above in mm, ``keep`` ties it to the next paragraph.
    """

    words: list[Word]
    label: list[Word]
    setting: Setting
    label_setting: Setting
    indent: float
    before: float
    keep: bool


class PageDesign(msgspec.Struct, frozen=True):
    """The art of a page, and the frames that its columns fill."""

    art: tuple[Shape, ...]
    frames: list[Rect]


class Flow(msgspec.Struct, frozen=True):
    """A text for as many pages as it needs; the last design serves all further pages."""

    paragraphs: list[Paragraph]
    designs: list[PageDesign]

    def design(self, page: int) -> PageDesign:
        """The design of a page; 0 is the first."""
        return self.designs[min(page, len(self.designs) - 1)]


class Column(msgspec.Struct, frozen=True):
    """A frame on a page (0 is the first) with what has been set in it."""

    page: int
    frame: Rect
    shapes: list[Shape]


def flow_pages(text: Flow) -> Iterator[tuple[Shape, ...]]:
    """The pages of a flow: a page's art, then what its frames took."""
    pages: list[list[Shape]] = []
    for column in balanced(text):
        while len(pages) <= column.page:
            pages.append([])
        pages[column.page].extend(column.shapes)
    for page, shapes in enumerate(pages):
        yield (*text.design(page).art, *shapes)


def balanced(text: Flow) -> list[Column]:
    """The columns, those of the last page as short as they can be without another page."""
    columns = list(columns_of(text.paragraphs, _frames(text, 0, 1.0)))
    last = columns[-1].page
    too_short, enough = 0.0, 1.0
    for _ in range(BALANCING_STEPS):
        share = (too_short + enough) / 2
        trial = list(columns_of(text.paragraphs, _frames(text, last, share)))
        if trial[-1].page > last:
            too_short = share
        else:
            enough, columns = share, trial
    return columns


def _frames(text: Flow, shortened: int, share: float) -> Iterator[tuple[int, Rect]]:
    """Every frame with its page, without end; those of the page ``shortened`` have only a
    ``share`` of their height."""
    for page in count():
        for frame in text.design(page).frames:
            yield page, frame._replace(height=frame.height * share) if page == shortened else frame


def columns_of(
    paragraphs: Sequence[Paragraph], frames: Iterator[tuple[int, Rect]]
) -> Iterator[Column]:
    """Set ``paragraphs`` into one frame after another; a paragraph may run over by lines.

    ``frames`` gives pages and frames without end; a column is yielded when it is full, the last one
    when all is set.
    """
    column = Column(*next(frames), [])
    y = column.frame.y
    for index, paragraph in enumerate(paragraphs):
        lines = wrap(
            paragraph.words, (column.frame.width - paragraph.indent) / paragraph.setting.size
        )
        step = paragraph.setting.size * paragraph.setting.leading
        kept = 0
        if paragraph.keep and index + 1 < len(paragraphs):
            kept = max(2, math.ceil(_opening(paragraphs, index + 1, column.frame.width) / step))
        first = True
        while lines:
            before = paragraph.before if y > column.frame.y and first else 0.0
            room = math.floor((column.frame.y + column.frame.height - y - before + SLACK) / step)
            number = _lines_to_set(len(lines), room, kept if first else 0)
            if number == 0 and y > column.frame.y:
                yield column
                column = Column(*next(frames), [])
                y = column.frame.y
                continue
            number = max(number, 1)  # a frame shorter than a line takes one all the same
            rect = Rect(
                column.frame.x + paragraph.indent, y + before,
                column.frame.width - paragraph.indent, step * number,
            )  # fmt: skip
            column.shapes.extend(
                place(lines[:number], rect, paragraph.setting.size, paragraph.setting)
            )
            if first and paragraph.label:
                column.shapes.extend(
                    place([paragraph.label], rect._replace(x=column.frame.x),
                          paragraph.setting.size, paragraph.label_setting)
                )  # fmt: skip
            y += before + step * number
            lines, first = lines[number:], False
    yield column


def _opening(paragraphs: Sequence[Paragraph], index: int, width: float) -> float:
    """The height in mm of the first lines of a paragraph, which may not be parted.

    One that is itself tied to its next counts whole, with that one's opening.
    """
    paragraph = paragraphs[index]
    setting = paragraph.setting
    number = len(wrap(paragraph.words, (width - paragraph.indent) / setting.size))
    tied = paragraph.keep and index + 1 < len(paragraphs)
    lines = number if tied or number < PARTED else 2
    height = paragraph.before + lines * setting.size * setting.leading
    return height + (_opening(paragraphs, index + 1, width) if tied else 0.0)


def _lines_to_set(number: int, room: int, kept: int) -> int:
    """How many of ``number`` lines go where there is ``room``: no single line is left or begun.

    Room for ``kept`` lines of the next paragraph must be left in the same column.
    """
    if number + kept <= room:
        return number
    if kept or room < 2 or number < PARTED:
        return 0
    return room if number - room >= 2 else number - 2
