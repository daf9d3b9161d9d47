"""The pages of a flow: columns, and what spans all of them; the last ones balanced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from card_data.limits import FARTHEST, MOST_PAGES
from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Group, Shape
from printkit.errors import MarkupError
from printkit.typography.columns import SPARE, BlockSetter, Remainder
from printkit.typography.drawn import ColumnDrawer
from printkit.typography.fitting import SLACK
from printkit.typography.flow import Column, Figure, Flow, Panel, Paragraph, RowContents

WORTH_A_PAGE = 0.4  # of its height: with less on it, the last page is a waste of paper
HALF = 0.5  # of its height: with less on it, a page before the last is one too
LITTLE = 0.2  # of its height: with even less on it, it need not become more than this
TIGHTER = (0.98, 0.96)  # of the type size and the spaces, tried to save such a page ...
SHORTER = (0.94, 0.88, 0.82, 0.76)  # ... else of the page before it, which leaves it more
BALANCING_STEPS = 7  # halvings: the columns' height to less than a hundredth
GAP = 4.0  # mm between what spans all columns and the columns below it
WORTH_COLUMNS = 22.0  # mm: less room below it is left empty
MOST_PASSES = 4  # in which a text is set until the page numbers in it are right
MOST_BLANK = 1 / 3  # of a column: more is not left so that a chapter begins beside its figure
FULL = 0.08  # of a page's height: with less below its columns it is full
FEW = 5  # lines: fewer above what spans all columns span them too


class PageSettings(NamedTuple):
    """How pages are set: the ``share`` of their size that type and spaces have, and the
    ``height`` that is used of the page ``shorter``."""

    share: float = 1.0
    shorter: int = -1
    height: float = 1.0


NO_PAGES: Mapping[str, int] = MappingProxyType({})


def flow_pages(text: Flow) -> Iterator[tuple[Shape, ...]]:
    """Yield the pages of a flow: a page's art, then what its frames took.

    Raise `MarkupError` if it runs over too many pages.
    """
    pages: list[list[Shape]] = []
    for column in columns_of(text):
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
        furniture = [one for one in design.furniture if words[one.what]]
        drawn = tuple(shape for one in furniture for shape in one.drawn(words[one.what]))
        running = (Group(drawn, role="Artifact"),) if drawn else ()
        yield (*design.art, *running, *shapes)


def is_chapter(shape: Shape) -> bool:
    return isinstance(shape, Group) and shape.role == "H1" and bool(shape.title)


def chapter_titles(shapes: Sequence[Shape]) -> Iterator[str]:
    """Yield the titles of the chapters that begin on a page."""
    return (shape.title for shape in shapes if isinstance(shape, Group) and is_chapter(shape))


def columns_of(text: Flow) -> list[Column]:
    edges = sorted({frame.x + frame.width for frame in text.design(0).frames})
    columns = set_with_worthy_pages(text)
    for column in columns:
        column.shapes.extend(ColumnDrawer(text.notes, edges).shapes(column))
    return columns


def set_with_worthy_pages(text: Flow) -> list[Column]:
    """Return the columns of all pages, with the right page numbers in them; each page is worth its
    paper."""
    columns = with_page_numbers(text, PageSettings())
    last, shares = columns[-1].page, shares_filled(text, columns)
    if last == 0 or are_worthy(shares, WORTH_A_PAGE):
        return columns
    shorter = [PageSettings(shorter=last - 1, height=one) for one in SHORTER]
    least = LITTLE if shares[-1] < LITTLE else WORTH_A_PAGE
    found = pages_of(columns)
    for settings in (*map(PageSettings, TIGHTER), *shorter):
        trial = set_pages(text.numbered(found, last + 1), settings)
        if are_worthy(shares_filled(text, trial), least):
            return with_page_numbers(text, settings, pages_of(trial), trial[-1].page + 1)
    return columns


def are_worthy(shares: Sequence[float], least: float) -> bool:
    """Whether the last page is filled by the share ``least``, and none before it is half blank."""
    return shares[-1] >= least and min(shares[:-1], default=1.0) >= HALF


def shares_filled(text: Flow, columns: Sequence[Column]) -> list[float]:
    """Return the share of each page that is filled."""
    return [
        1 - blank(text.design(page).frames, [*there])
        for page, there in groupby(columns, key=attrgetter("page"))
    ]


def with_page_numbers(
    text: Flow, settings: PageSettings, pages: Mapping[str, int] = NO_PAGES, number: int = 0
) -> list[Column]:
    """Return the columns of all pages, set until the numbers in them are right; ``pages`` and
    ``number`` are a guess at those of its anchors, and how many there are."""
    for _ in range(MOST_PASSES):
        columns = set_pages(text.numbered(pages, number), settings)
        found, last = pages_of(columns), columns[-1].page + 1
        if not text.refers or (found, last) == (pages, number):
            break
        pages, number = found, last
    return columns


def pages_of(columns: Sequence[Column]) -> dict[str, int]:
    """Return the number of the page, from 1, on which each anchor is."""
    return {
        anchor: column.page + 1
        for column in reversed(columns)
        for anchor in reversed([*column.anchors])
    }


def set_panel(setter: BlockSetter, panel: Panel, rect: Rect) -> RowContents:
    """Return a panel from the top of ``rect`` on: its blocks in one column, or if it spans the page
    in as many as that has, balanced."""
    left, right = rect.x + panel.pad, rect.x + rect.width - panel.pad
    outer = setter.text.design(0).frames if panel.span and setter.many else [rect]
    frames = [
        Rect(x, rect.y + panel.pad, min(right, frame.x + frame.width) - x, FARTHEST)
        for frame in outer
        for x in (max(left, frame.x),)
    ]
    text = setter.text.of(panel.blocks, frames)
    inner = BlockSetter(text, set_panel)
    parts = [Remainder(at) for at in range(len(panel.blocks))]
    if is_short(inner, parts):
        frames = [rect._replace(x=left, y=rect.y + panel.pad, width=right - left, height=FARTHEST)]
    columns, _ = set_page(inner, 0, frames, parts)
    end = max((column.end for column in columns), default=rect.y) + panel.pad
    return RowContents(columns, end - rect.y)


def extent(frames: Sequence[Rect]) -> Rect:
    """Return what the columns of a page span, from the top of the first on."""
    left, right = min(frame.x for frame in frames), max(frame.x + frame.width for frame in frames)
    return Rect(left, frames[0].y, right - left, FARTHEST)


def set_pages(text: Flow, settings: PageSettings) -> list[Column]:
    """Return the columns of all pages, set in one settings."""
    setter = BlockSetter(text if settings.share == 1 else text.scaled(settings.share), set_panel)
    left = [Remainder(index) for index in range(len(setter.blocks))]
    columns: list[Column] = []
    for page in range(MOST_PAGES):
        frames = setter.text.design(page).frames
        if page == settings.shorter:
            frames = [frame._replace(height=frame.height * settings.height) for frame in frames]
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


def next_stretch(setter: BlockSetter, left: list[Remainder], many: bool) -> Stretch:
    """Return what stands in columns up to the next block that spans all of them, or begins a page.

    What is kept with a wide block spans all columns with it. In a single column (not ``many``)
    nothing is wide.
    """
    blocks = setter.blocks
    for at, part in enumerate(left):
        block = blocks[part.block]
        if at and begins_page(setter, part):
            return Stretch(left[:at], [], left[at:])
        if block.span and many:
            start, end = at, at + setter.kept_together(left[at:])
            end = next((one for one in range(at, end) if not blocks[left[one].block].span), end)
            while start and blocks[left[start - 1].block].keep:
                start -= 1
            if is_short(setter, left[:start]):
                start = 0
            return Stretch(left[:start], left[start:end], left[end:])
    return Stretch(left, [], [])


def begins_page(setter: BlockSetter, part: Remainder) -> bool:
    """Whether a block, from its first line on, begins a page."""
    return not part.first and setter.blocks[part.block].breaks == "page"


def is_short(setter: BlockSetter, parts: Sequence[Remainder]) -> bool:
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
    return len(parts) < FEW and sum(lines) < FEW  # most texts have more paragraphs than that


def set_page(
    setter: BlockSetter, page: int, frames: Sequence[Rect], left: list[Remainder]
) -> tuple[list[Column], list[Remainder]]:
    """Return the columns of one page, and what is left for the pages after it.

    Where there is no room for a figure, the chapter that begins above it on the page goes with it
    to the next, unless that leaves a column blank. Otherwise what floats goes before text of its
    chapter that would leave the page blank; where that is not enough, after the beginning of the
    next chapter.
    """
    done, rest = set_in_order(setter, page, frames, left)
    if not rest or not floats(setter, rest[0]):
        return done, rest
    start = chapter_of_figure(setter, left, rest[0])
    if start:
        above, over = set_in_order(setter, page, frames, left[:start])
        if not over and all(blank([one], above) < MOST_BLANK for one in frames):
            return above, left[start:]
    if blank(frames, done) < FULL:
        return done, rest
    trials = [(done, rest)]
    for order in float_positions(setter, left, rest):
        trial = set_in_order(setter, page, frames, order)
        if rest[0] not in trial[1]:
            trials.append(trial)
            if blank(frames, trial[0]) < FULL:
                break
    best = min(trials, key=lambda trial: blank(frames, trial[0]))
    if blank(frames, best[0]) < SPARE:
        return best
    return set_in_order(setter, page, frames, left, past_titles=True)


def chapter_of_figure(setter: BlockSetter, left: list[Remainder], part: Remainder) -> int:
    """Return where among the parts of a page the chapter of a figure begins; 0 if above them, or if
    the ``part`` is no figure."""
    blocks = setter.blocks
    if not isinstance(blocks[part.block], Figure):
        return 0
    above = range(left.index(part))
    return max((at for at in above if blocks[left[at].block].mark.title), default=0)


def float_positions(
    setter: BlockSetter, left: list[Remainder], rest: list[Remainder]
) -> Iterator[list[Remainder]]:
    """Yield the parts of a page with what floats, the first of the ``rest``, ever further above the
    text that it follows, as far as a title or what was put off from the page before; not in a
    list."""
    at, number = left.index(rest[0]), setter.kept_together(rest)
    for place in reversed(range(at)):
        block, above = setter.blocks[left[place].block], setter.blocks[left[place - 1].block]
        if block.mark.title or (block.floats and not place):
            break
        in_list = block.mark.role == above.mark.role == "LI"
        if not (place and (above.keep or in_list)):
            yield [*left[:place], *rest[:number], *left[place:at], *left[at + number :]]


def floats(setter: BlockSetter, part: Remainder) -> bool:
    """Whether what follows a part may go before it: not before the rest of what is split."""
    return setter.blocks[part.block].floats and not part.first


def blank(frames: Sequence[Rect], columns: Sequence[Column]) -> float:
    """Return the share of ``frames`` that is blank below the columns that are in them."""
    (x, top, width, _), height = extent(frames), frames[0].height
    ends = (
        column.end
        for column in columns
        if column.frame.x < x + width and x < column.frame.x + column.frame.width
    )
    return 1 - (max(ends, default=top) - top) / height


def set_in_order(
    setter: BlockSetter, page: int, frames: Sequence[Rect], left: list[Remainder],
    *, past_titles: bool = False,
) -> tuple[list[Column], list[Remainder]]:  # fmt: skip
    """Set one page as `set_page` does, leaving what floats below the text that it follows."""
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
        y = max((column.end for column in columns if column.placed), default=frames[0].y)
        block, over = set_wide(setter, page, frames, wide, y, first=whole and not text)
        if over:
            return [*done, *columns, block], over + rest
        below = [frame_below(frame, block.end + GAP) for frame in frames]
        tied = rest and setter.blocks[wide[-1].block].keep
        bottom = min(frame.y + frame.height for frame in frames)
        needed = block.end + (GAP + WORTH_COLUMNS if tied else 0.0)
        if needed > bottom + SLACK and not (whole and not text):
            stretch = Stretch(text, wide, rest)
            follows = text_before_wide(setter, stretch, past_titles=past_titles)
            if follows:
                text, rest = text + follows, rest[len(follows) :]
                columns, over = setter.fill(text, frames, page, forced=whole)
                if not over:
                    columns = balanced(setter, page, frames, text, columns)
            return done + columns, wide + over + rest
        done += [*columns, block]
        left, frames, whole = rest, below, False
        full = min(frame.height for frame in frames) < WORTH_COLUMNS
        if full or not left or begins_page(setter, left[0]):
            return done, left


def text_before_wide(
    setter: BlockSetter, stretch: Stretch, *, past_titles: bool
) -> list[Remainder]:
    """Return the text that fills a page without room for the wide block of a stretch, and goes
    before it: the rest of its chapter, if that block floats, or all up to the next wide one."""
    blocks = setter.blocks
    if not blocks[stretch.wide[0].block].floats:
        return []
    follows, _, _ = next_stretch(setter, stretch.rest, many=True)
    if past_titles:
        return [] if follows and begins_page(setter, follows[0]) else follows
    return [*takewhile(lambda part: not blocks[part.block].mark.title, follows)]


def set_wide(
    setter: BlockSetter, page: int, frames: Sequence[Rect], wide: list[Remainder], y: float,
    *, first: bool,
) -> tuple[Column, list[Remainder]]:  # fmt: skip
    """Return a wide block from ``y`` on, across all ``frames``, at its natural height; and what is
    left of it if it is taller than a page, and the ``first`` there."""
    top = y if first else y + setter.blocks[wide[0].block].before
    frame, bottom = extent(frames)._replace(y=top), frames[0].y + frames[0].height
    (column,), left = setter.fill(wide, [frame], page)
    if first and column.end > bottom + SLACK:
        (column,), left = setter.fill(wide, [frame._replace(height=bottom - top)], page)
    return column, left


def frame_below(frame: Rect, y: float) -> Rect:
    """Return what is left of a frame below ``y``."""
    return frame._replace(y=y, height=frame.y + frame.height - y)


def balanced(
    setter: BlockSetter,
    page: int,
    frames: Sequence[Rect],
    text: list[Remainder],
    columns: list[Column],
) -> list[Column]:
    """Return the ``columns`` that a text fills, as short as they can be without running over.

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
