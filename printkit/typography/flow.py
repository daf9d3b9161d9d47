"""The parts of a text that runs over columns and pages: paragraphs, figures, boxes, pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Group, Shape
from printkit.typography.fitting import (
    Align,
    Composer,
    Line,
    Setting,
    Word,
    line_width,
    set_words,
)

Break = Literal["", "page", "column"]
Anchor = Literal["start", "middle", "end"]
RULE = 0.2  # mm: the rule below a row
DOTS = 0.5  # em from dot to dot of a leader
Add = Callable[[Composer, str], None]  # adds a text to what is composed, in the fonts it needs


class Mark(msgspec.Struct, frozen=True):
    """The role of a block for links, the outline and screen readers: see `Group`."""

    role: str = ""
    says: str = ""
    anchor: str = ""
    title: str = ""

    def around(self, shapes: tuple[Shape, ...], first: bool = True) -> tuple[Shape, ...]:
        """The shapes as one group of this role; unless they are its ``first``, they continue it."""
        if self == NO_MARK:
            return shapes
        if not first:
            return (Group(shapes, role=self.role, goes_on=True),)
        return (
            Group(shapes, role=self.role, says=self.says, anchor=self.anchor, title=self.title),
        )


NO_MARK = Mark()


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A block: a flow sets blocks one below the other.

    ``before`` is the space above in mm; ``keep``: it is kept with the next block; ``span``: it
    spans all columns; ``breaks``: it begins a page or a column; ``floats``: where there is no room
    for it, what follows it may go before it.
    """

    before: float = 0.0
    keep: bool = False
    span: bool = False
    breaks: Break = ""
    floats: bool = False
    mark: Mark = NO_MARK

    @property
    def goes_on(self) -> bool:
        """Whether it continues the clause of the block before."""
        return False


class Paragraph(Block, frozen=True):
    """A paragraph: ``label`` hangs at the left, the text starts at ``indent`` mm.

    With a ``disc`` the label stands on one of that colour. The pages of the anchors ``refers``
    follow the text, each once; with a ``leader`` they end its last line, after a row of dots.
    """

    words: list[Word]
    label: list[Word]
    setting: Setting
    label_setting: Setting
    indent: float
    disc: str | None = None
    refers: tuple[str, ...] = ()
    leader: bool = False
    numbers: Sequence[Word] = ()
    add: Add | None = None  # the numbers

    @property
    def step(self) -> float:
        """From baseline to baseline, in mm."""
        return self.setting.size * self.setting.leading

    @property
    def goes_on(self) -> bool:
        """Whether it continues the clause of the paragraph before: indented, without a label."""
        return self.indent > 0 and not self.label

    def scaled(self, share: float) -> Paragraph:
        """Return the same, its type and the space above it scaled by ``share``."""
        settings = (self.setting, self.label_setting)
        setting, label = (msgspec.structs.replace(one, size=one.size * share) for one in settings)
        before = self.before * share
        return msgspec.structs.replace(self, setting=setting, label_setting=label, before=before)

    def numbered(self, pages: Mapping[str, int]) -> Paragraph:
        """Return the same, with the numbers of the pages that it refers to."""
        if not self.refers or self.add is None:
            return self
        found = {pages[name]: name for name in reversed(self.refers) if name in pages}
        composer = Composer()
        for at, (page, name) in enumerate(sorted(found.items())):
            self.add(composer, ", " if at or not self.leader else " ")
            composer.link = name
            self.add(composer, str(page))
            composer.link = ""
        numbers = composer.finish()
        if self.leader:
            return msgspec.structs.replace(self, numbers=numbers)
        return msgspec.structs.replace(self, words=[*self.words, *numbers])


class Figure(Block, frozen=True):
    """Shapes in mm from its top left corner, never split.

    A figure narrower than its column is centred in it.
    """

    shapes: tuple[Shape, ...]
    height: float
    width: float | None = None

    def scaled(self, share: float) -> Figure:
        """Itself: pictures keep their size when a text is set smaller."""
        return self

    def numbered(self, pages: Mapping[str, int]) -> Figure:
        """Itself: there is no page number in it."""
        return self


class Row(Block, frozen=True):
    """A row of a table, never split: ``cells`` side by side, each with its share of the width, and
    a ``rule`` of that colour below it."""

    cells: tuple[Paragraph, ...]
    shares: tuple[float, ...]
    rule: str | None = None

    def scaled(self, share: float) -> Row:
        return msgspec.structs.replace(self, cells=tuple([one.scaled(share) for one in self.cells]))

    def numbered(self, pages: Mapping[str, int]) -> Row:
        """Itself: there is no page number in it."""
        return self


Leaf = Paragraph | Figure | Row  # what may stand in a panel


class Panel(Block, frozen=True):
    """A tinted box with blocks of its own: what spans the page is set in columns. It is split
    between blocks where it is taller than a page, or would leave one of a single column blank.

    ``pad`` mm are between its edge and its content; a ``bar`` of another colour is at its left. It
    is left out of a text of fewer pages than ``least_pages``.
    """

    blocks: tuple[Leaf, ...]
    tint: str | None
    pad: float
    bar: str | None = None
    least_pages: int = 0

    def scaled(self, share: float) -> Panel:
        return self.of(block.scaled(share) for block in self.blocks)

    def numbered(self, pages: Mapping[str, int]) -> Panel:
        """Return the same, with the numbers of the pages that it refers to."""
        if not refers(self):
            return self
        return self.of(block.numbered(pages) for block in self.blocks)

    def groups(self) -> Iterator[list[Leaf]]:
        """Yield its blocks, grouped by those that stay together."""
        group: list[Leaf] = []
        for block in self.blocks:
            group.append(block)
            if not block.keep:
                yield group
                group = []
        if group:
            yield group

    def of(self, blocks: Iterable[Leaf]) -> Panel:
        return msgspec.structs.replace(self, blocks=tuple(blocks))


AnyBlock = Leaf | Panel


class NoteStyle(msgspec.Struct, frozen=True):
    """How the anchors that a text names in parentheses stand beside their lines: ``gap`` mm to the
    right of the column."""

    add: Add
    setting: Setting
    gap: float


class Furniture(msgspec.Struct, frozen=True):
    """A text in a page's art that differs from page to page: the page's number (``folio``), or the
    title of the chapter that it begins in (``title``), its baseline at (x, y)."""

    what: Literal["folio", "title"]
    x: float
    y: float
    anchor: Anchor
    add: Add
    setting: Setting

    def drawn(self, text: str) -> Iterator[Shape]:
        composer, size = Composer(), self.setting.size
        self.add(composer, text)
        words = composer.finish()
        width = line_width(words) * size
        x = self.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        yield from set_words(words, x, self.y, size, self.setting)


class PageDesign(msgspec.Struct, frozen=True):
    """The art of a page, and the frames that its columns fill."""

    art: tuple[Shape, ...]
    frames: list[Rect]
    furniture: tuple[Furniture, ...] = ()


class PlacedBlock(NamedTuple):
    """A block where it was set: whole, or of a paragraph ``lines``, be they its ``first`` and its
    ``last``. ``columns`` are those in a row or a panel, as if its top were at 0."""

    block: AnyBlock
    rect: Rect
    lines: Sequence[Line] = ()
    first: bool = True
    last: bool = True
    columns: Sequence[Column] = ()

    @property
    def anchors(self) -> Iterator[str]:
        """The anchors that begin in it."""
        if self.first and self.block.mark.anchor:
            yield self.block.mark.anchor
        for column in self.columns:
            yield from column.anchors


class Column(msgspec.Struct):
    """A frame on a page (0 is the first) with what has been set in it.

    ``end`` is how far down it is filled, in mm from the page's top. Of a column that stays
    ``shapes`` is what has been drawn.
    """

    page: int
    frame: Rect
    placed: list[PlacedBlock] = []
    end: float = 0.0
    shapes: list[Shape] = []

    @property
    def anchors(self) -> Iterator[str]:
        """The anchors that begin in it."""
        for placed in self.placed:
            yield from placed.anchors


class RowContents(NamedTuple):
    """The contents of a row or a panel, set as if its top were at 0, and its height in mm."""

    columns: list[Column]
    height: float


class Measure(NamedTuple):
    """The measure that decides where the lines of some words end: ``words`` by their identity."""

    words: int
    width: float
    align: Align
    hyphens: bool


class Flow(msgspec.Struct, frozen=True):
    """A text for as many pages as it needs; the last design serves all further pages.

    ``broken`` remembers lines with the words they are of, ``inside`` what was set in rows and
    panels, by their identity, left edge and width, for all texts that are made of this one.
    """

    blocks: Sequence[AnyBlock]
    designs: list[PageDesign]
    notes: NoteStyle | None = None
    broken: dict[Measure, tuple[Sequence[Word], list[Line]]] = msgspec.field(default_factory=dict)
    inside: dict[tuple[int, float, float], tuple[AnyBlock, RowContents]] = msgspec.field(
        default_factory=dict
    )

    def design(self, page: int) -> PageDesign:
        return self.designs[min(page, len(self.designs) - 1)]

    def scaled(self, share: float) -> Flow:
        return self.of([block.scaled(share) for block in self.blocks])

    def numbered(self, pages: Mapping[str, int], number: int) -> Flow:
        """The same as one of this ``number`` of pages, with the pages that its anchors are on."""
        there = (
            block
            for block in self.blocks
            if not isinstance(block, Panel) or number >= block.least_pages
        )
        return self.of([block.numbered(pages) for block in there])

    def of(self, blocks: Sequence[AnyBlock], frames: list[Rect] | None = None) -> Flow:
        """Return the same with other ``blocks``, and if given in other ``frames``."""
        designs = self.designs if frames is None else [PageDesign((), frames)]
        return msgspec.structs.replace(self, blocks=blocks, designs=designs)

    @property
    def refers(self) -> bool:
        """Whether anything in it depends on its pages."""
        return any(refers(block) for block in self.blocks)


def refers(block: AnyBlock) -> bool:
    """Whether a block depends on the pages of its text."""
    if isinstance(block, Panel):
        return block.least_pages > 0 or any(refers(one) for one in block.blocks)
    return isinstance(block, Paragraph) and bool(block.refers)
