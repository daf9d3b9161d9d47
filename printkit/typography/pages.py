"""The pages of a flow: columns, and what spans all of them; the last ones balanced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from card_data.limits import FARTHEST, MOST_PAGES
from printkit.budget import Budget
from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Group, Shape
from printkit.errors import MarkupError
from printkit.typography.columns import Column, Remainder, Setter, drawn_box
from printkit.typography.fitting import SLACK
from printkit.typography.flow import AnyBlock, Flow, Panel, Paragraph

WORTH_A_PAGE = 12  # lines: with fewer, the last page is a waste of paper
TIGHTER = (0.98, 0.96, 0.94)  # of the type size, tried to save such a page ...
SHORTER = (0.94, 0.88, 0.82, 0.76)  # ... else of the page before it, which leaves it more
BALANCING_STEPS = 7  # halvings: the columns' height to less than a hundredth
GAP = 4.0  # mm between what spans all columns and the columns below it
WORTH_COLUMNS = 18.0  # mm: less room below it is left empty
MOST_PASSES = 4  # in which a text is set until the page numbers in it are right
FEW = 5  # lines: fewer above what spans all columns span them too


def flow_pages(text: Flow, budget: Budget) -> Iterator[tuple[Shape, ...]]:
    """The pages of a flow: a page's art, then what its frames took.

    Raise `MarkupError` if it runs over too many pages.
    """
    pages: list[list[Shape]] = []
    for column in numbered_columns(text, budget):
        while len(pages) <= column.page:
            pages.append([])
        pages[column.page].extend(column.shapes)
    chapter = ""
    for page, shapes in enumerate(pages):
        titles = list(chapter_titles(shapes))
        begun = titles[0] if shapes and titles and is_chapter(shapes[0]) else chapter
        chapter = titles[-1] if titles else chapter
        design = text.design(page)
        words = {"folio": str(page + 1), "title": begun}
        furniture = tuple(one.drawn(words[one.what]) for one in design.furniture if words[one.what])
        running = (Group(furniture, role="Artifact"),) if furniture else ()
        yield (*design.art, *running, *shapes)


def is_chapter(shape: Shape) -> bool:
    return isinstance(shape, Group) and shape.role == "H1" and bool(shape.title)


def chapter_titles(shapes: Sequence[Shape]) -> Iterator[str]:
    """The titles of the chapters that begin on a page."""
    return (shape.title for shape in shapes if isinstance(shape, Group) and is_chapter(shape))


def numbered_columns(text: Flow, budget: Budget) -> list[Column]:
    """The columns of all pages, with the right page numbers in them."""
    text = text.of([*undivided(text, budget)])
    pages: Mapping[str, int] = {}
    number = 0
    for _ in range(MOST_PASSES):
        columns = columns_of(text.numbered(pages, number), budget)
        found, last = pages_of(columns), columns[-1].page + 1
        if not text.refers or (found, last) == (pages, number):
            break
        pages, number = found, last
    return columns


def pages_of(columns: Sequence[Column]) -> dict[str, int]:
    """The number of the page, from 1, on which each anchor is."""
    return {
        shape.anchor: column.page + 1
        for column in reversed(columns)
        for shape in reversed(column.shapes)
        if isinstance(shape, Group) and shape.anchor
    }


def undivided(text: Flow, budget: Budget) -> Iterator[AnyBlock]:
    """The blocks of a text, a panel that is taller than a page in parts of half a page."""
    frames = text.design(MOST_PAGES).frames
    room = min(frame.height for frame in frames)
    for block in text.blocks:
        left, most = block, room
        while isinstance(left, Panel) and height_of(left, text, budget) > most:
            most = room / 2
            number = number_within(left, text, budget, most)
            if number == len(left.blocks):
                break
            yield left.of(iter(left.blocks[:number]))
            rest = msgspec.structs.replace(left, before=0.0, breaks="")
            left = rest.of(iter(left.blocks[number:]))
        yield left


def number_within(panel: Panel, text: Flow, budget: Budget, most: float) -> int:
    """How many blocks of a panel make up a part that is at most so high; at least those that the
    first is kept with."""
    ends = [at for at, block in enumerate(panel.blocks, 1) if not block.keep]
    ends = ends or [len(panel.blocks)]
    for number in reversed(ends):
        if height_of(panel.of(iter(panel.blocks[:number])), text, budget) <= most:
            return number
    return ends[0]


def height_of(panel: Panel, text: Flow, budget: Budget) -> float:
    """The height of a panel of a text, in mm."""
    frames = text.design(MOST_PAGES).frames
    setter = Setter(text.of([panel], frames), budget, set_panel)
    return setter.height(0, extent(frames).width if panel.span else frames[0].width)


def set_panel(setter: Setter, index: int, rect: Rect) -> Column:
    """A panel from the top of ``rect`` on: its blocks in one column, or if it spans the page in as
    many as that has, balanced."""
    panel = setter.blocks[index]
    assert isinstance(panel, Panel)
    left, right = rect.x + panel.pad, rect.x + rect.width - panel.pad
    outer = setter.text.design(0).frames if panel.span and setter.many else [rect]
    frames = [
        Rect(x, rect.y + panel.pad, min(right, frame.x + frame.width) - x, FARTHEST)
        for frame in outer
        for x in (max(left, frame.x),)
    ]
    text = setter.text.of(panel.blocks, frames)
    inner = Setter(text, setter.budget, set_panel, setter.edges)
    parts = [Remainder(at) for at in range(len(panel.blocks))]
    if is_short(inner, parts):
        frames = [rect._replace(x=left, y=rect.y + panel.pad, width=right - left, height=FARTHEST)]
    columns, _ = set_page(inner, 0, frames, parts)
    end = max((column.end for column in columns), default=rect.y) + panel.pad
    shapes = [shape for column in columns for shape in column.shapes]
    box = drawn_box(panel, rect._replace(height=end - rect.y))
    return Column(0, rect, [box, *shapes], end=end)


def extent(frames: Sequence[Rect]) -> Rect:
    """What the columns of a page span, from the top of the first on."""
    left, right = min(frame.x for frame in frames), max(frame.x + frame.width for frame in frames)
    return Rect(left, frames[0].y, right - left, FARTHEST)


def columns_of(text: Flow, budget: Budget) -> list[Column]:
    """The columns of all pages, of which the last is worth its paper."""
    setter = Setter(text, budget, set_panel)
    columns = set_pages(setter)
    if is_worth_it(columns):
        return columns
    last = columns[-1].page
    for share in TIGHTER:
        trial = set_pages(Setter(text.scaled(share), budget, set_panel))
        if trial[-1].page < last:
            return trial
    for share in SHORTER:
        trial = set_pages(setter, last - 1, share)
        if is_worth_it(trial):
            return trial
    return columns


def is_worth_it(columns: Sequence[Column]) -> bool:
    """Whether the last page has enough on it, or is the only one."""
    last = columns[-1].page
    return last == 0 or sum(one.lines for one in columns if one.page == last) >= WORTH_A_PAGE


def set_pages(setter: Setter, shorter: int = -1, share: float = 1.0) -> list[Column]:
    """The columns of all pages; the page ``shorter`` has only a ``share`` of its height."""
    left = [Remainder(index) for index in range(len(setter.blocks))]
    columns: list[Column] = []
    for page in range(MOST_PAGES):
        frames = setter.text.design(page).frames
        if page == shorter:
            frames = [frame._replace(height=frame.height * share) for frame in frames]
        done, left = set_page(setter, page, frames, left)
        columns += done
        if not left:
            return columns
    raise MarkupError(f"the text runs over more than {MOST_PAGES} pages: are its frames too small?")


class Stretch(NamedTuple):
    """The next parts of a text: those for columns, those that span all columns, and the rest."""

    columns: list[Remainder]
    wide: list[Remainder]
    rest: list[Remainder]


def next_stretch(setter: Setter, left: list[Remainder], many: bool) -> Stretch:
    """What stands in columns up to the next block that spans all of them, or begins a page.

    What is kept with a wide block spans all columns with it. In a single column (not ``many``)
    nothing is wide.
    """
    blocks = setter.blocks
    for at, part in enumerate(left):
        block = blocks[part.block]
        if at and begins_page(setter, part):
            return Stretch(left[:at], [], left[at:])
        if block.span and many:
            start, end = at, at + setter.together(left[at:])
            end = next((one for one in range(at, end) if not blocks[left[one].block].span), end)
            while start and blocks[left[start - 1].block].keep:
                start -= 1
            if is_short(setter, left[:start]):
                start = 0
            return Stretch(left[:start], left[start:end], left[end:])
    return Stretch(left, [], [])


def begins_page(setter: Setter, part: Remainder) -> bool:
    """Whether a block, from its first line on, begins a page."""
    return not part.first and setter.blocks[part.block].breaks == "page"


def is_short(setter: Setter, parts: Sequence[Remainder]) -> bool:
    """Whether a text is so short that it would only leave holes in its columns.

    What began in a column continues in one: its lines are broken to that measure.
    """
    blocks = [setter.blocks[part.block] for part in parts]
    if any(not isinstance(block, Paragraph) for block in blocks):
        return False
    if any(part.first for part in parts):
        return False
    width = setter.text.design(0).frames[0].width
    lines = (len(setter.lines(part.block, width)) for part in parts)
    return sum(lines) < FEW


def set_page(
    setter: Setter, page: int, frames: Sequence[Rect], left: list[Remainder]
) -> tuple[list[Column], list[Remainder]]:
    """The columns of one page, and what is left for the pages after it."""
    done: list[Column] = []
    whole = True  # nothing stands on the page yet
    while True:
        text, wide, rest = next_stretch(setter, left, len(frames) > 1)
        columns, over = setter.fill(text, frames, page, forced=whole)
        if over:
            return done + columns, over + wide + rest
        columns = balanced(setter, page, frames, text, columns)
        if not wide:
            return done + columns, rest
        y = max((column.end for column in columns if column.shapes), default=frames[0].y)
        block = across(setter, page, frames, wide, y, first=whole and not text)
        below = [under(frame, block.end + GAP) for frame in frames]
        tied = rest and setter.blocks[wide[-1].block].keep
        bottom = min(frame.y + frame.height for frame in frames)
        needed = block.end + (GAP + WORTH_COLUMNS if tied else 0.0)
        if needed > bottom + SLACK and not (whole and not text):
            return put_off(setter, page, frames, Stretch(text, wide, rest), done, columns, whole)
        done += [*columns, block]
        left, frames, whole = rest, below, False
        full = min(frame.height for frame in frames) < WORTH_COLUMNS
        if full or not left or begins_page(setter, left[0]):
            return done, left


def put_off(
    setter: Setter, page: int, frames: Sequence[Rect], stretch: Stretch,
    done: list[Column], columns: list[Column], whole: bool,
) -> tuple[list[Column], list[Remainder]]:  # fmt: skip
    """A page without room for a wide block, which moves to the top of the next one.

    The text that follows what floats fills the page, even if that begins a chapter.
    """
    text, wide, rest = stretch
    blocks = setter.blocks
    if blocks[wide[0].block].floats and not (rest and begins_page(setter, rest[0])):
        follows, _, _ = next_stretch(setter, rest, many=True)
        filled, over = setter.fill(text + follows, frames, page, forced=whole)
        if over:
            return done + filled, wide + over + rest[len(follows) :]
    return done + columns, wide + rest


def across(
    setter: Setter, page: int, frames: Sequence[Rect], wide: list[Remainder], y: float,
    *, first: bool,
) -> Column:  # fmt: skip
    """A wide block from ``y`` on, across all ``frames``, at its natural height."""
    top = y if first else y + setter.blocks[wide[0].block].before
    (column,), _ = setter.fill(wide, [extent(frames)._replace(y=top)], page)
    return column


def under(frame: Rect, y: float) -> Rect:
    """What is left of a frame below ``y``."""
    return frame._replace(y=y, height=frame.y + frame.height - y)


def balanced(
    setter: Setter, page: int, frames: Sequence[Rect], text: list[Remainder], columns: list[Column]
) -> list[Column]:
    """The ``columns`` that a text fills, as short as they can be without running over.

    Where there is room for it, everything is in its order.
    """
    in_order, floating = setter.fill(text, frames, page, forced=False, floating=False)
    if not floating:
        columns = in_order
    if len(frames) == 1:
        return columns
    frame = frames[0]
    too_short, enough = 0.0, (max(one.end for one in columns) - frame.y) / frame.height
    for _ in range(BALANCING_STEPS):
        share = (too_short + enough) / 2
        shorter = [frame._replace(height=frame.height * share) for frame in frames]
        trial, over = setter.fill(text, shorter, page, forced=False, floating=bool(floating))
        if over:
            too_short = share
        else:
            enough, columns = share, trial
    return columns
