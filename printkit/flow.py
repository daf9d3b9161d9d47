"""A text that runs over columns and pages, the columns of the last page balanced."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from card_data.limits import MOST_PAGES
from printkit.budget import Budget
from printkit.drawing import Shape
from printkit.errors import MarkupError
from printkit.linebreaks import break_lines
from printkit.typeset import SLACK, TRY, Line, Rect, Setting, Word, place

PARTED = 4  # lines: a shorter paragraph stays in one column
LEAST = 2  # lines of a clause that stand together in a column
WORTH_A_PAGE = 12  # lines: with fewer, the last page is a waste of paper
TIGHTER = (0.98, 0.96, 0.94)  # of the type's size, tried to save such a page ...
SHORTER = (0.94, 0.88, 0.82, 0.76)  # ... else of the page before it, which leaves it more
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

    @property
    def step(self) -> float:
        """From line to line, in mm."""
        return self.setting.size * self.setting.leading

    @property
    def goes_on(self) -> bool:
        """Whether it belongs to the clause of the paragraph before: indented, without a label."""
        return self.indent > 0 and not self.label

    def scaled(self, share: float) -> Paragraph:
        """The same in type of a ``share`` of its size."""
        settings = (self.setting, self.label_setting)
        setting, label = (msgspec.structs.replace(one, size=one.size * share) for one in settings)
        return msgspec.structs.replace(self, setting=setting, label_setting=label)


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

    def scaled(self, share: float) -> Flow:
        """The same in type of a ``share`` of its size."""
        return Flow([paragraph.scaled(share) for paragraph in self.paragraphs], self.designs)


class Column(msgspec.Struct):
    """A frame on a page (0 is the first) with what has been set in it, and how many lines it is."""

    page: int
    frame: Rect
    shapes: list[Shape]
    lines: int = 0


def flow_pages(text: Flow, budget: Budget) -> Iterator[tuple[Shape, ...]]:
    """The pages of a flow: a page's art, then what its frames took.

    Raise `MarkupError` if it runs over too many pages.
    """
    pages: list[list[Shape]] = []
    for column in columns_of(text, budget):
        while len(pages) <= column.page:
            pages.append([])
        pages[column.page].extend(column.shapes)
    for page, shapes in enumerate(pages):
        yield (*text.design(page).art, *shapes)


def columns_of(text: Flow, budget: Budget) -> list[Column]:
    """The columns of all pages, of which the last is worth its paper."""
    setter = Setter(text, budget)
    columns = balanced(setter)
    if is_worth_it(columns):
        return columns
    for share in TIGHTER:
        trial = balanced(Setter(text.scaled(share), budget))
        if trial[-1].page < columns[-1].page:
            return trial
    for share in SHORTER:
        trial = balanced(setter, share)
        if is_worth_it(trial):
            return trial
    return columns


def is_worth_it(columns: Sequence[Column]) -> bool:
    """Whether the last page has enough on it, or is the only one."""
    last = columns[-1].page
    return last == 0 or sum(one.lines for one in columns if one.page == last) >= WORTH_A_PAGE


def balanced(setter: Setter, share_before: float = 1.0) -> list[Column]:
    """The columns, those of the last page as short as they can be without another page.

    Those of the page before it have only a ``share_before`` of their height.
    """
    last = setter.set_in({})[-1].page
    shares = {last - 1: share_before}
    columns = setter.set_in(shares)
    last = columns[-1].page
    too_short, enough = 0.0, 1.0
    for _ in range(BALANCING_STEPS):
        share = (too_short + enough) / 2
        trial = setter.set_in({**shares, last: share})
        if trial[-1].page > last:
            too_short = share
        else:
            enough, columns = share, trial
    return columns


def _frames(text: Flow, shares: Mapping[int, float]) -> Iterator[tuple[int, Rect]]:
    """Every frame with its page, up to the last page that there may be."""
    for page in range(MOST_PAGES):
        for frame in text.design(page).frames:
            yield page, frame._replace(height=frame.height * shares.get(page, 1.0))
    raise MarkupError(f"the text runs over more than {MOST_PAGES} pages: are its frames too small?")


class Setter:
    """Sets paragraphs into one frame after another; a paragraph may run over by lines."""

    def __init__(self, text: Flow, budget: Budget) -> None:
        self.text, self.paragraphs = text, text.paragraphs
        self.budget = budget
        self.wrapped: dict[tuple[int, float], list[Line]] = {}

    def set_in(self, shares: Mapping[int, float]) -> list[Column]:
        """The columns when the frames of some pages have only a share of their height."""
        return list(self.columns(_frames(self.text, shares)))

    def lines(self, index: int, width: float) -> list[Line]:
        """The lines of a paragraph in a frame of a ``width``."""
        found = self.wrapped.get((index, width))
        if found is None:
            paragraph = self.paragraphs[index]
            setting = paragraph.setting
            measure, hyphens = (width - paragraph.indent) / setting.size, not paragraph.keep
            found = break_lines(
                paragraph.words, measure, setting.align, self.budget, hyphens=hyphens
            )
            self.wrapped[index, width] = found
        return found

    def columns(self, frames: Iterator[tuple[int, Rect]]) -> Iterator[Column]:
        """The columns in ``frames``, pages and rectangles without end: each when it is full, the
        last one when all is set."""
        column = Column(*next(frames), [])
        y = column.frame.y
        for index, paragraph in enumerate(self.paragraphs):
            lines, first = self.lines(index, column.frame.width), True
            while lines:
                before = paragraph.before if y > column.frame.y and first else 0.0
                space = column.frame.y + column.frame.height - y - before
                room = math.floor((space + SLACK) / paragraph.step)
                number = self.number_to_set(index, len(lines), room, column.frame.width)
                if number == 0 and y > column.frame.y:
                    yield column
                    column = Column(*next(frames), [])
                    y = column.frame.y
                    continue
                number = max(number, 1)  # a frame shorter than a line takes one all the same
                column.shapes.extend(
                    set_lines(paragraph, lines[:number], column.frame, y + before, first)
                )
                column.lines += number
                y += before + paragraph.step * number
                lines, first = lines[number:], False
        yield column

    def number_to_set(self, index: int, number: int, room: int, width: float) -> int:
        """How many of the last ``number`` lines of a paragraph go where there is ``room``.

        No single line is left or begun, and what a paragraph is tied to has room in its column.
        """
        paragraph = self.paragraphs[index]
        self.budget.spend(TRY * 10)
        tied = 0
        if self.is_tied(index, width):
            tied = math.ceil(self.opening(index + 1, width) / paragraph.step)
            tied = max(LEAST, tied) if paragraph.keep else tied
        if number + tied <= room:
            return number
        if paragraph.keep or room < LEAST or number < PARTED:
            return 0
        return min(room, number - LEAST)

    def opening(self, index: int, width: float) -> float:
        """The height in mm of the first lines of a paragraph, which may not be parted.

        One that is itself tied to its next counts whole, with that one's opening, unless it is long
        enough to be parted.
        """
        paragraph = self.paragraphs[index]
        number = len(self.lines(index, width))
        tied = self.is_tied(index, width)
        whole = number < PARTED or paragraph.keep
        height = paragraph.before + (number if whole else LEAST) * paragraph.step
        return height + (self.opening(index + 1, width) if tied and whole else 0.0)

    def is_tied(self, index: int, width: float) -> bool:
        """Whether a paragraph ends in the column where its next begins: as it says, or because
        a single line of their clause would be left before or after the break."""
        if index + 1 == len(self.paragraphs):
            return False
        if self.paragraphs[index].keep:
            return True
        if not self.paragraphs[index + 1].goes_on:
            return False
        first, end = index, index + 2
        while first and self.paragraphs[first].goes_on:
            first -= 1
        while end < len(self.paragraphs) and self.paragraphs[end].goes_on:
            end += 1
        self.budget.spend(TRY * (end - first))
        above = sum(len(self.lines(one, width)) for one in range(first, index + 1))
        below = sum(len(self.lines(one, width)) for one in range(index + 1, end))
        return min(above, below) < LEAST


def set_lines(
    paragraph: Paragraph, lines: Sequence[Line], frame: Rect, y: float, first: bool
) -> Iterator[Shape]:
    """Lines of a paragraph from ``y`` on in a frame, with its label if they are the ``first``."""
    size = paragraph.setting.size
    rect = Rect(
        frame.x + paragraph.indent, y,
        frame.width - paragraph.indent, paragraph.step * len(lines),
    )  # fmt: skip
    yield from place(lines, rect, size, paragraph.setting)
    if first and paragraph.label:
        yield from place([paragraph.label], rect._replace(x=frame.x), size, paragraph.label_setting)
