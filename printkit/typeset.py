"""Text into lines: wrapping, fitting a size to a box, inline icons, justifying, columns.

Widths are kept in ems, so a paragraph is measured once and then tried at every size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from printkit.drawing import Shape, Text, Use
from printkit.fonts import Font

POINT = 25.4 / 72  # mm
SIZE_STEP = 0.25 * POINT  # how finely a text box tries sizes
SLACK = 0.01  # mm that rounding may cost
Align = Literal["left", "center", "right", "justify"]
BLANKS = re.compile(r"([ \t\n\r]+)")  # split by it, words stand at even places
BREAKS_AFTER = frozenset("-–—/")


class Piece(NamedTuple):
    """Part of a word: a run of one font, or an icon; ``width`` in ems."""

    width: float
    font: Font
    text: str
    icon: str = ""


class Word(NamedTuple):
    """Pieces that stay together; ``space`` before it in ems; ``newline``: a break is forced."""

    pieces: tuple[Piece, ...]
    width: float
    space: float
    newline: bool


ICON_SIZE = 1.0  # em: an inline icon's box
ICON_DROP = 0.16  # em: how far it reaches below the baseline, so that it sits like a capital
ICON_PAD = 0.08  # em on either side


@dataclass
class Composer:
    """Gathers runs, icons and breaks into words."""

    words: list[Word] = field(default_factory=list)
    _pieces: list[Piece] = field(default_factory=list)
    _space: float = 0.0
    _newline: bool = False

    def text(self, text: str, font: Font) -> None:
        """Add a run; white space of any kind, but for a no-break space, parts words."""
        space = font.width(" ")
        for at, chunk in enumerate(BLANKS.split(text)):
            if at % 2:
                self._close()
                self._space = space
                continue
            for part in _breakable(chunk):
                self._pieces.append(Piece(font.width(part), font, part))
                if part[-1] in BREAKS_AFTER:
                    self._close()

    def icon(self, name: str, font: Font) -> None:
        self._pieces.append(Piece(ICON_SIZE + 2 * ICON_PAD, font, "", name))

    def newline(self) -> None:
        self._close()
        self._newline = True

    def _close(self) -> None:
        if self._pieces:
            width = sum(piece.width for piece in self._pieces)
            self.words.append(Word(tuple(self._pieces), width, self._space, self._newline))
            self._pieces = []
            self._space, self._newline = 0.0, False

    def finish(self) -> list[Word]:
        self._close()
        return self.words


def _breakable(chunk: str) -> Iterator[str]:
    """``chunk`` cut after each hyphen, dash or slash that a letter follows; WA-4.3 stays whole."""
    start = 0
    for at in range(1, len(chunk) - 1):
        if chunk[at] in BREAKS_AFTER and chunk[at + 1].isalpha():
            yield chunk[start : at + 1]
            start = at + 1
    if chunk[start:]:
        yield chunk[start:]


Line = list[Word]


def wrap(words: Sequence[Word], width: float) -> list[Line]:
    """Greedy lines of at most ``width`` ems; a word wider than that has a line of its own."""
    lines: list[Line] = []
    line: Line = []
    used = 0.0
    for word in words:
        if line and (word.newline or used + word.space + word.width > width):
            lines.append(line)
            line, used = [], 0.0
        used += word.width + (word.space if line else 0.0)
        line.append(word)
    if line:
        lines.append(line)
    return lines


def line_width(line: Line) -> float:
    """The width of a line in ems."""
    return sum(word.width + word.space for word in line) - line[0].space


class Setting(NamedTuple):
    """How a text is set: sizes in mm, ``leading`` in sizes."""

    size: float
    smallest: float
    leading: float
    align: Align
    fill: str
    icon_fill: str


class Box(NamedTuple):
    """Where a text is set, in mm."""

    x: float
    y: float
    width: float
    height: float


class TooLongError(Exception):
    """A text that does not fit its box at its smallest size."""

    def __init__(self, needed: int, room: int, widest: str) -> None:
        self.needed, self.room, self.widest = needed, room, widest
        super().__init__(f"needs {needed} lines, there is room for {room}")


def fit(words: Sequence[Word], box: Box, setting: Setting) -> tuple[float, list[Line]]:
    """The largest size at which ``words`` fit ``box``, and their lines; else `TooLongError`."""
    size = setting.size
    while True:
        lines = wrap(words, (box.width + SLACK) / size)
        tall = len(lines) * size * setting.leading <= box.height + SLACK
        wide = all(line_width(line) * size <= box.width + SLACK for line in lines)
        if tall and wide:
            return size, lines
        if size <= setting.smallest:
            room = math.floor((box.height + SLACK) / (size * setting.leading))
            widest = max(words, key=lambda word: word.width)
            text = "" if wide else "".join(piece.text for piece in widest.pieces)
            raise TooLongError(len(lines), room, text)
        size = max(setting.smallest, size - SIZE_STEP)


def place(
    lines: Sequence[Line],
    box: Box,
    size: float,
    setting: Setting,
    valign: Literal["top", "middle", "bottom"] = "top",
) -> list[Shape]:
    """Shapes for ``lines`` in ``box``; the last line of a justified text is ragged."""
    step = size * setting.leading
    spare = box.height - step * len(lines)
    top = box.y + {"top": 0.0, "middle": spare / 2, "bottom": spare}[valign]
    shapes: list[Shape] = []
    for at, line in enumerate(lines):
        font = line[0].pieces[0].font
        baseline = top + step * (at + 0.5) + size * (font.ascent + font.descent) / 2
        last = at + 1 == len(lines) or lines[at + 1][0].newline
        shapes.extend(_set_line(line, box, baseline, size, setting, last))
    return shapes


def _set_line(
    line: Line, box: Box, baseline: float, size: float, setting: Setting, last: bool
) -> Iterator[Shape]:
    spare = box.width - line_width(line) * size
    x, stretch = box.x, 0.0
    if setting.align == "center":
        x += spare / 2
    elif setting.align == "right":
        x += spare
    elif setting.align == "justify" and not last:
        gaps = sum(1 for word in line[1:] if word.space)
        stretch = max(0.0, spare / gaps) if gaps else 0.0
    yield from set_words(line, x, baseline, size, setting, stretch)


def set_words(
    line: Line, x: float, baseline: float, size: float, setting: Setting, stretch: float = 0.0
) -> Iterator[Shape]:
    """Runs and icons of one line from ``x`` on; neighbours in one font become one run."""
    run, font, start = "", line[0].pieces[0].font, x

    def flush() -> Iterator[Shape]:
        if run:
            yield Text(start, baseline, run, font.key, size, x - start, setting.fill, stretch)

    for at, word in enumerate(line):
        gap = word.space if at else 0.0
        for piece in word.pieces:
            if piece.icon:
                yield from flush()
                x += gap * size + (stretch if gap else 0.0)
                side = ICON_SIZE * size
                yield Use(
                    piece.icon,
                    x + ICON_PAD * size,
                    baseline + ICON_DROP * size - side,
                    side,
                    setting.icon_fill,
                )
                x += piece.width * size
                run, start = "", x
            else:
                if piece.font is not font or not run:
                    yield from flush()
                    x += gap * size + (stretch if gap else 0.0)
                    run, font, start = "", piece.font, x
                elif gap:
                    run += " "
                    x += gap * size + stretch
                run += piece.text
                x += piece.width * size
            gap = 0.0
    yield from flush()


class Paragraph(NamedTuple):
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


class Column(NamedTuple):
    """A frame on a page (0 is the first) with what has been set in it."""

    page: int
    box: Box
    shapes: list[Shape]


def flow(paragraphs: Sequence[Paragraph], frames: Iterator[tuple[int, Box]]) -> Iterator[Column]:
    """Set ``paragraphs`` into one frame after another; a paragraph may run over by lines.

    ``frames`` gives pages and boxes without end; a column is yielded when it is full, the last one
    when all is set.
    """
    column = Column(*next(frames), [])
    y = column.box.y
    for at, paragraph in enumerate(paragraphs):
        lines = wrap(
            paragraph.words, (column.box.width - paragraph.indent) / paragraph.setting.size
        )
        step = paragraph.setting.size * paragraph.setting.leading
        first = True
        while lines:
            before = paragraph.before if y > column.box.y and first else 0.0
            room = math.floor((column.box.y + column.box.height - y - before + SLACK) / step)
            count = _lines_to_set(len(lines), room, _kept(paragraphs, at, column, first))
            if count == 0 and y > column.box.y:
                yield column
                column = Column(*next(frames), [])
                y = column.box.y
                continue
            count = max(count, 1)  # a frame shorter than a line takes one all the same
            box = Box(
                column.box.x + paragraph.indent, y + before,
                column.box.width - paragraph.indent, step * count,
            )  # fmt: skip
            column.shapes.extend(
                place(lines[:count], box, paragraph.setting.size, paragraph.setting)
            )
            if first and paragraph.label:
                column.shapes.extend(
                    place([paragraph.label], box._replace(x=column.box.x),
                          paragraph.setting.size, paragraph.label_setting)
                )  # fmt: skip
            y += before + step * count
            lines, first = lines[count:], False
    yield column


def _kept(paragraphs: Sequence[Paragraph], at: int, column: Column, first: bool) -> int:
    """How many lines must follow in the same column: two of the next one, if tied to it."""
    if not (first and paragraphs[at].keep and at + 1 < len(paragraphs)):
        return 0
    return 2


def _lines_to_set(count: int, room: int, kept: int) -> int:
    """How many of ``count`` lines go where there is ``room``: no single line left or begun."""
    if count + kept <= room:
        return count
    if kept or room < 2 or count < 4:
        return 0
    return room if count - room >= 2 else count - 2
