"""Text into lines: wrapping, fitting a size to a box, inline icons, justifying.

Widths are in ems, so a paragraph is measured once and then tried at every size.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from card_data.text import plural
from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Path, Shape, Style, Text, Use
from printkit.typography.fonts import (
    BREAKS_AFTER,
    HYPHENS,
    NO_BREAK_SPACE,
    SOFT_HYPHEN,
    Font,
    SmallCapitals,
    letters_of,
    seen,
)
from printkit.typography.own_fonts.scripts import FIRST, IGNORABLE, JOINERS, LETTER, parts

POINT = 25.4 / 72  # mm
SIZE_STEP = 0.25 * POINT  # how finely a text box tries sizes unless told otherwise
SLACK = 0.01  # mm: tolerance for rounding
Align = Literal["left", "center", "right", "justify"]
VAlign = Literal["top", "middle", "bottom"]
ZERO_WIDTH_SPACE = "\u200b"
# Split by it, words have even indexes.
BREAKS = re.compile(rf"([ \t\n\r]+|[{SOFT_HYPHEN}{ZERO_WIDTH_SPACE}])")
RUNT = 3.7  # em, six letters and a full stop: a shorter word on a line of its own is a runt
RUNT_TRIES = 20  # measures tried to avoid one
NARROWEST = 0.7  # of the measure: what the longest line may shrink to in avoiding one ...
OF_TWO = 0.6  # ... and where there are only two, as in a title
RULES = {"underline": 0.12, "line-through": -0.25}  # em: how far below the baseline
RULE = 0.06  # em: how thick such a line is


class Look(msgspec.Struct, frozen=True, gc=False):
    """How a run looks beside its font: in a colour of its own, ``scale`` times the size of its
    text, with a ``spacing`` after each letter, in ems of the text, and a ``line`` under or through
    it."""

    fill: str = ""
    scale: float = 1.0
    spacing: float = 0.0
    line: str = ""

    def width(self, font: Font, text: str) -> float:
        """Return the advance of a run in ems of its text."""
        spacing = self.spacing * len(font.shaped(text)[0]) if self.spacing else 0.0
        return font.width(text) * self.scale + spacing


PLAIN = Look()


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """Part of a word: a run of one font, or an icon; ``width`` in ems of the text.

    ``link`` is the anchor that it leads to. With a link and nothing else it is a note, which
    stands in the margin. ``inset`` is the blank in an icon's box left of its drawing, ``drop`` how
    far that descends below the baseline, both in ems.
    """

    width: float
    font: Font
    text: str
    icon: str = ""
    link: str = ""
    inset: float = 0.0
    drop: float = 0.0
    look: Look = PLAIN

    @property
    def is_note(self) -> bool:
        return bool(self.link) and not self.text and not self.icon

    def saying(self, text: str) -> Fragment:
        """Return a run of other letters that looks the same."""
        return msgspec.structs.replace(self, text=text, width=self.look.width(self.font, text))

    def looks_like(self, other: Fragment) -> bool:
        """Whether letters of the two can be one run."""
        return self.font is other.font and self.look == other.look and self.link == other.link


class Word(msgspec.Struct, frozen=True, gc=False):
    """Fragments never broken apart, after a ``space`` in ems and perhaps a forced ``newline``.

    ``font`` is that of the text it is in, which has its lines' baselines whatever font they begin
    in. ``hyphen`` is what a line ends with that breaks behind it, where the next goes on with the
    word.
    """

    fragments: tuple[Fragment, ...]
    width: float
    space: float
    newline: bool
    font: Font
    hyphen: Fragment | None = None

    @property
    def end(self) -> float:
        """The width with the hyphen, in ems."""
        return self.width + self.hyphen.width if self.hyphen else self.width


def word_of(
    fragments: Sequence[Fragment], space: float, newline: bool, font: Font,
    hyphen: Fragment | None = None,
) -> Word:  # fmt: skip
    """Return a word as wide as its fragments."""
    width = fragments[0].width
    for fragment in fragments[1:]:
        width += fragment.width
    return Word(tuple(fragments), width, space, newline, font, hyphen)


ELLIPSIS = "…"
SIGNS = re.compile(r"[^\W_]+[\W_]*|[\W_]+")  # between whose matches a word may be parted ...
LETTERS = re.compile(f"{LETTER}{IGNORABLE}*")  # ... or at worst between these
ICON_SIZE = 1.0  # em: an inline icon's box
ICON_DROP = 0.16  # em: how far it descends below the baseline, to sit beside capitals
ICON_PAD = 0.04  # em on either side of its drawing, as letters have


# What keyboards lack, and spaces of other widths, which fonts may lack.
NO_BREAK_SPACES = "\u2007\u202f"
SPACES = (
    "\x85\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029\u205f\u3000"
)
PRINTED = str.maketrans(
    {"'": "’"} | dict.fromkeys(NO_BREAK_SPACES, "\u00a0") | dict.fromkeys(SPACES, " ")
)


# An apostrophe that opens a quotation, not one in place of letters or of a century. What stands
# before it is the end of the run before, or a space.
OPENING = re.compile(
    r"""(?<![^\s\u00a0(\[{"“–—-])'(?!\s|[’'.,;:!?)]|[0-9]{2}s?\b"""
    r"""|(?:t(?:is|was|il)|n|em|cause|bout|round|twere|twill)\b)""",
    re.IGNORECASE,
)


def as_printed(text: str, before: str = " ") -> str:
    """Return a text with curly apostrophes and single quotes, and its spaces of all widths as plain
    ones; ``before`` is the character before it.

    >>> as_printed("Winston's Archive"), as_printed("the 'old' ones, '90s")
    ('Winston’s Archive', 'the ‘old’ ones, ’90s')
    """
    if "'" not in text:
        return text if text.isascii() else text.translate(PRINTED)
    return OPENING.sub("‘", before + text)[len(before) :].translate(PRINTED)


class Composer:
    """Gathers runs, icons and breaks into words; runs have a ``look`` and lead to ``link``.

    Without a ``font`` of the text, a word has that of its first run.
    """

    def __init__(self, font: Font | None = None) -> None:
        self.font = font
        self.link = ""
        self.look = PLAIN
        self.words: list[Word] = []
        self._fragments: list[Fragment] = []
        self._space = 0.0
        self._newline = False
        self._joined = False  # whether a word joiner comes last

    @property
    def before(self) -> str:
        """The last character of a word that may go on, else a space."""
        return (self._fragments[-1].text[-1:] or "x") if self._fragments else " "

    def text(self, text: str, font: Font) -> None:
        """Add a run; white space of any kind but a no-break space separates words."""
        text = as_printed(text, self.before)
        space = self.look.width(font, " ")
        for index, chunk in enumerate(BREAKS.split(text)):
            if index % 2:
                self._close([*self._set(chunk, font)][-1] if chunk == SOFT_HYPHEN else None)
                if chunk.isspace():
                    self._space = space
            elif chunk.isascii() or max(chunk) < FIRST:
                self._chunk(chunk, font)
            else:
                for number, part in enumerate(parts(chunk)):
                    if number:
                        self._close()
                    self._chunk(part, font)

    def _chunk(self, chunk: str, font: Font) -> None:
        """Add letters without blanks among them."""
        if BREAKS_AFTER.isdisjoint(chunk):
            if chunk:
                self._run(chunk, font)
            return
        for part in _breakable(chunk):
            self._run(part, font)
            if part[-1] in BREAKS_AFTER:
                self._close()

    def _run(self, run: str, font: Font) -> None:
        """Add letters that are never parted, as one with those before that look alike, which may
        have notes behind them."""
        fragments = self._fragments
        self._joined = run[-1] in JOINERS
        for one in self._set(run, font) if seen(run) else ():
            at = len(fragments) - 1
            while at >= 0 and fragments[at].is_note:
                at -= 1
            if at >= 0 and fragments[at].text and fragments[at].looks_like(one):
                fragments[at] = one.saying(fragments[at].text + one.text)
            else:
                fragments.append(one)

    def _set(self, run: str, font: Font) -> Iterator[Fragment]:
        """Yield letters as they look."""
        if self.look is PLAIN and not isinstance(font, SmallCapitals):
            yield Fragment(font.width(run), font, run, "", self.link)
            return
        spans = font.parts(run) if isinstance(font, SmallCapitals) else [(run, 1.0)]
        for span, scale in spans:
            look = msgspec.structs.replace(self.look, scale=self.look.scale * scale)
            width = look.width(font, span)
            yield Fragment(width, font, span, "", self.link, look=look)

    def icon(
        self, name: str, reach: tuple[float, float], font: Font, share: float = 1.0,
        dx: float = 0.0, dy: float = 0.0,
    ) -> None:  # fmt: skip
        """Add an icon, whose drawing reaches over this part of its box, from left to right; a line
        may break between two icons, unless a word joiner stands between them.

        It is ``share`` times as large as others, with its middle at the height of theirs, and moved
        by ``dx`` and ``dy`` ems.
        """
        if self._fragments and self._fragments[-1].icon and not self._joined:
            self._close()
        self._joined = False
        left, right = reach
        look = msgspec.structs.replace(self.look, scale=self.look.scale * share)
        width = ((right - left) * ICON_SIZE + 2 * ICON_PAD) * look.scale
        inset = (left * ICON_SIZE - ICON_PAD) * look.scale - dx
        drop = ICON_DROP * self.look.scale + ICON_SIZE * (look.scale - self.look.scale) / 2 + dy
        self._fragments.append(Fragment(width, font, "", name, "", inset, drop, look))

    def note(self, anchor: str, font: Font) -> None:
        """Add a note that leads to an anchor, to the word before."""
        self._fragments.append(Fragment(0.0, font, "", "", anchor))

    def newline(self, font: Font) -> None:
        """End the line; a second time in a row, leave one empty in a font."""
        self._close()
        if self._newline:
            self._fragments.append(Fragment(0.0, font, ZERO_WIDTH_SPACE))
            self._close()
        self._newline = True

    def _close(self, hyphen: Fragment | None = None) -> None:
        fragments = self._fragments
        if fragments:
            font = self.font or fragments[0].font
            self.words.append(word_of(fragments, self._space, self._newline, font, hyphen))
            self._fragments = []
            self._space, self._newline = 0.0, False

    def finish(self) -> list[Word]:
        self._close()
        return self.words


def _breakable(chunk: str) -> Iterator[str]:
    """``chunk`` cut after each dash or slash that a letter follows, and after each hyphen between
    letters: WA-4.3 and 10-X stay whole."""
    start = 0
    for index in range(1, len(chunk) - 1):
        mark = chunk[index]
        between = mark not in HYPHENS or chunk[index - 1].isalpha()
        if mark in BREAKS_AFTER and between and chunk[index + 1].isalpha():
            yield chunk[start : index + 1]
            start = index + 1
    if chunk[start:]:
        yield chunk[start:]


Line = list[Word]


def wrap(words: Sequence[Word], width: float) -> list[Line]:
    """Lines of at most ``width`` ems, as full as they can be; a word wider than that stands alone.

    Where a line would be a runt, those above it are a little shorter.
    """
    return avoid_runts(break_greedily(words, width), words, width)


def break_greedily(words: Sequence[Word], width: float) -> list[Line]:
    """Lines filled one by one, each with as many words as fit."""
    lines: list[Line] = []
    line: Line = []
    used = 0.0
    for word in words:
        if line and (word.newline or used + word.space + word.end > width):
            lines.append(ended_before(line, word))
            line, used = [], 0.0
        used += word.width + (word.space if line else 0.0)
        line.append(word)
    if line:
        lines.append(line)
    return lines


def ended_before(line: Line, word: Word) -> Line:
    """Return a line as it ends before a word: with a hyphen, if that goes on with its last one."""
    last = line[-1]
    if last.hyphen is None or not splits([word]):
        return line
    fragments = *last.fragments, last.hyphen
    return [*line[:-1], word_of(fragments, last.space, last.newline, last.font)]


def avoid_runts(lines: list[Line], words: Sequence[Word], width: float) -> list[Line]:
    """Return the greedy ``lines`` of ``words``, or as many without runts if there are such."""
    if not any(is_runt(line, width) for line in lines[1:]):
        return lines
    return [line for part in paragraphs(words) for line in without_runts(part, width)]


def paragraphs(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The words between forced breaks."""
    starts = [index for index, word in enumerate(words) if word.newline and index]
    for start, end in itertools.pairwise((0, *starts, len(words))):
        yield words[start:end]


def is_runt(line: Line, width: float) -> bool:
    """Whether a line is a single short word: below `RUNT`, and below half the ``width`` in ems.

    A word after a forced break is no runt.
    """
    word = line[0]
    return len(line) == 1 and word.width < min(RUNT, width / 2) and not word.newline


def without_runts(words: Sequence[Word], width: float) -> list[Line]:
    """Return the lines of a paragraph without runts, if a somewhat narrower measure avoids them.

    The longest line gives a word to the next until none is left, so that a line further up gives
    what it can spare, and the last but one is not left with a hole.
    """
    lines = greedy = break_greedily(words, width)
    narrowest = width * (OF_TWO if len(greedy) == 2 else NARROWEST)
    measure = width + SLACK
    for _ in range(RUNT_TRIES):
        if not any(is_runt(line, width) or splits(line) for line in lines[1:]):
            return lines
        widths = [line_width(line) for line in lines]
        measure = max((wide for wide in widths if wide < measure), default=0.0)
        lines = break_greedily(words, measure - SLACK)
        too_narrow = max(map(line_width, lines)) < narrowest
        if too_narrow or len(lines) > len(greedy) or not measure:
            break
    return greedy


def splits(line: Line) -> bool:
    """Whether a line begins inside a word, behind a hyphen or a dash."""
    return not line[0].space and not line[0].newline


def line_width(line: Line) -> float:
    """Return the width of a line in ems."""
    return sum([word.width + word.space for word in line]) - line[0].space


class Setting(msgspec.Struct, frozen=True, gc=False):
    """How a text is set: sizes in mm, ``leading`` in sizes. From ``size`` down to the smallest the
    sizes that are tried are a ``step`` apart. A line may break ``anywhere`` in a word that is wider
    than its box."""

    size: float
    smallest: float
    leading: float
    align: Align
    fill: str
    icon_fill: str
    step: float = SIZE_STEP
    anywhere: bool = False


class TooLongError(Exception):
    """A text that does not fit its box at its smallest size."""

    def __init__(self, needed: int, room: int, widest: str) -> None:
        self.needed, self.room, self.widest = needed, room, widest
        super().__init__(f"needs {plural(needed, 'line')}, there is room for {room}")


def fit(words: Sequence[Word], box: Rect, setting: Setting) -> tuple[float, list[Line]]:
    """Return the largest size at which ``words`` fit ``box``, and their lines; else `TooLongError`.

    What fits at a size fits at each smaller one.
    """

    def parted(size: float) -> Sequence[Word]:
        return [*in_parts(words, (box.width + SLACK) / size)] if setting.anywhere else words

    def tried(size: float) -> tuple[list[Line], bool]:
        lines = break_greedily(parted(size), (box.width + SLACK) / size)
        tall = len(lines) * size * setting.leading <= box.height + SLACK
        return lines, tall and not too_wide(lines, size, box)

    lines, fits = tried(setting.size)
    sizes = [setting.size] if fits else sizes_of(setting)
    too_large, at, step = -1, 0, 1
    while not fits:  # in steps that double, as most texts fit at once or soon
        if at == len(sizes) - 1:
            raise too_long(words, lines, box, setting)
        too_large, at, step = at, min(at + step, len(sizes) - 1), 2 * step
        lines, fits = tried(sizes[at])
    while at - too_large > 1:
        middle = (too_large + at) // 2
        tighter, fits = tried(sizes[middle])
        if fits:
            at, lines = middle, tighter
        else:
            too_large = middle
    return sizes[at], avoid_runts(lines, parted(sizes[at]), (box.width + SLACK) / sizes[at])


def in_parts(words: Iterable[Word], width: float) -> Iterator[Word]:
    """Yield words, of those wider than ``width`` ems their parts: up to each sign, as in an
    address, or else letter by letter."""
    for word in words:
        if word.width <= width:
            yield word
            continue
        space, newline = word.space, word.newline
        *parts, last = [part for one in word.fragments for part in parts_of(one, width)]
        for part in parts:
            yield word_of([part], space, newline, word.font)
            space, newline = 0.0, False
        yield word_of([last], space, newline, word.font, word.hyphen)


def parts_of(
    fragment: Fragment, width: float, between: re.Pattern[str] = SIGNS
) -> Iterator[Fragment]:
    """Yield a run, or its parts if it is wider than ``width`` ems."""
    if fragment.width <= width or not fragment.text:
        yield fragment
        return
    for text in between.findall(fragment.text):
        part = fragment.saying(text)
        yield from parts_of(part, width, LETTERS) if between is SIGNS else (part,)


def fit_cut(
    words: Sequence[Word], box: Rect, setting: Setting, ellipsis: Callable[[], Word]
) -> tuple[float, list[Line]]:
    """As `fit` does; of what is too long as many words as fit at the smallest size, and an
    ellipsis, which is made if their last font has none. Raise `TooLongError` where not even one
    fits."""
    try:
        return fit(words, box, setting)
    except TooLongError:
        smallest = msgspec.structs.replace(setting, size=min(setting.size, setting.smallest))
        found, most = fit([ended(words[0], ellipsis)], box, smallest), len(words) - 1
    least = 1
    while least < most:
        middle = (least + most + 1) // 2
        try:
            kept = [*words[: middle - 1], ended(words[middle - 1], ellipsis)]
            found, least = fit(kept, box, smallest), middle
        except TooLongError:
            most = middle - 1
    return found


def ended(word: Word, ellipsis: Callable[[], Word]) -> Word:
    """Return a word with an ellipsis after it."""
    last = word.fragments[-1]
    dots = "..." if last.font.lacks(ELLIPSIS) else ELLIPSIS
    look = PLAIN if last.icon else last.look
    ends: Sequence[Fragment] = [Fragment(look.width(last.font, dots), last.font, dots, look=look)]
    if last.font.lacks(dots):
        ends = ellipsis().fragments
    return word_of((*word.fragments, *ends), word.space, word.newline, word.font)


def sizes_of(setting: Setting) -> list[float]:
    """Return the sizes to try, in mm, the largest first."""
    sizes = [setting.size]
    while sizes[-1] > setting.smallest:
        sizes.append(max(setting.smallest, sizes[-1] - setting.step))
    return sizes


def too_wide(lines: Sequence[Line], size: float, box: Rect) -> bool:
    return any(line_width(line) * size > box.width + SLACK for line in lines)


def too_long(
    words: Sequence[Word], lines: Sequence[Line], box: Rect, setting: Setting
) -> TooLongError:
    """Return the error for a text whose ``lines`` do not fit even at the smallest size."""
    size = min(setting.size, setting.smallest)
    room = math.floor((box.height + SLACK) / (size * setting.leading))
    widest = max(words, key=lambda word: word.width)
    text = "".join(one.text or f"{{{one.icon}}}" for one in widest.fragments if not one.is_note)
    return TooLongError(len(lines), room, text if too_wide(lines, size, box) else "")


def place(
    lines: Sequence[Line], box: Rect, size: float, setting: Setting, valign: VAlign = "top"
) -> list[Shape]:
    """Shapes for ``lines`` in ``box``; the last line of a justified text is ragged.

    The middle of a text is the optical one: as much is blank above the capitals of its first line
    as below the feet of its last.
    """
    step = size * setting.leading
    spare = box.height - step * len(lines)
    top = box.y + {"top": 0.0, "middle": spare / 2, "bottom": spare}[valign]
    shapes: list[Shape] = []
    for index, line in enumerate(lines):
        baseline = baseline_of(line, top + step * index, size, setting, valign)
        last = index + 1 == len(lines) or lines[index + 1][0].newline
        shapes.extend(_set_line(line, box, baseline, size, setting, last))
    return shapes


def baseline_of(
    line: Line, top: float, size: float, setting: Setting, valign: VAlign = "top"
) -> float:
    """Return where a line from ``top`` on has its baseline."""
    font = line[0].font
    middle = font.capitals if valign == "middle" else font.ascent + font.descent
    return top + size * (setting.leading + middle) / 2


def _set_line(
    line: Line, box: Rect, baseline: float, size: float, setting: Setting, last: bool
) -> Iterator[Shape]:
    spare = box.width - line_width(line) * size
    x, stretch = box.x, 0.0
    if setting.align == "center":
        x += spare / 2
    elif setting.align == "right":
        x += spare
    elif setting.align == "justify" and not last:
        gaps = sum(1 for word in line[1:] if word.space) + sum(map(fixed_spaces, line))
        stretch = max(0.0, spare / gaps) if gaps else 0.0
    yield from set_words(line, x, baseline, size, setting, stretch)


def fixed_spaces(word: Word) -> int:
    """Return how many no-break spaces a word has, which are justified as others are."""
    return sum(fragment.text.count(NO_BREAK_SPACE) for fragment in word.fragments)


def set_words(
    line: Line, x: float, baseline: float, size: float, setting: Setting, stretch: float = 0.0
) -> Iterator[Shape]:
    """Runs and icons of one line from ``x`` on; neighbours in the same font become one run, if that
    is as wide as they are.

    Lines under and through them come last, so that none parts the runs of a word, and go on under
    the spaces between runs.
    """
    run, last, start = "", line[0].fragments[0], x
    rules: list[Path] = []
    ruled = "", 0.0  # the kind of line of the run before, and where that ends

    def flush() -> Iterator[Shape]:
        nonlocal ruled
        if run:
            look, link, font = last.look, last.link, last.font.key
            width, fill = x - start, look.fill or setting.fill
            own, spacing = size * look.scale, size * look.spacing
            if look.line:
                y, style = baseline + RULES[look.line] * own, Style(None, fill, RULE * own)
                left = ruled[1] if ruled[0] == look.line else start
                rules.append(Path((("M", (left, y)), ("L", (x, y))), style))
            ruled = look.line, x
            yield Text(start, baseline, run, font, own, width, fill, stretch, link, spacing)

    for index, word in enumerate(line):
        gap = word.space if index else 0.0
        for fragment in word.fragments:
            if fragment.is_note:
                continue
            joins = bool(run) and goes_on(run, last, gap, fragment)
            if joins:
                run += " " if gap else ""
            else:
                yield from flush()
                run = ""
            x += gap * size + (stretch if gap else 0.0)
            if fragment.icon:
                ruled = "", x
                side = ICON_SIZE * size * fragment.look.scale
                yield Use(
                    fragment.icon,
                    x - fragment.inset * size,
                    baseline + fragment.drop * size - side,
                    side,
                    fragment.look.fill or setting.icon_fill,
                )
            elif not joins:
                last, start = fragment, x
            run += fragment.text
            x += fragment.width * size
            if stretch:
                x += stretch * fragment.text.count(NO_BREAK_SPACE)
            gap = 0.0
    yield from flush()
    yield from rules


def goes_on(run: str, last: Fragment, gap: float, fragment: Fragment) -> bool:
    """Whether a run, with the look of its ``last`` fragment, goes on with another after a ``gap``
    in ems: over a space of its own, or if they are neither kerned nor joined."""
    if not fragment.text or not last.looks_like(fragment):
        return False
    if gap:
        return gap == fragment.look.width(fragment.font, " ")
    return kern(run, fragment.text, fragment.font) == 0


def kern(before: str, after: str, font: Font) -> float | None:
    """Return by how many ems a text moves away from one before it; None if their letters are
    joined."""
    drawn, kerns = font.shaped(letters_of(before)[-1] + letters_of(after)[0])
    return sum(kerns) / 1000 if len(drawn) == 2 else None
