"""What a text that runs over columns and pages is made of: paragraphs, figures, boxes, pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Group, Shape, Text
from printkit.typography.fitting import Setting, Word
from printkit.typography.fonts import Font

Break = Literal["", "page", "column"]
Anchor = Literal["start", "middle", "end"]


class Mark(msgspec.Struct, frozen=True):
    """What a block is to links, the outline and screen readers: see `Group`."""

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


class Box(msgspec.Struct, frozen=True, eq=False):
    """A tinted box behind the blocks that name it, which may be split over columns.

    ``pad`` mm are between its edge and its content; a ``bar`` of another colour is at its left.
    """

    tint: str | None
    pad: float
    bar: str | None = None


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """What a flow sets one below the other.

    ``before`` is the space above in mm; ``keep``: it is kept with the next block; ``span``: it
    spans all columns; ``breaks``: it begins a page or a column.
    """

    before: float = 0.0
    keep: bool = False
    span: bool = False
    breaks: Break = ""
    box: Box | None = None
    mark: Mark = NO_MARK

    @property
    def pad(self) -> float:
        """The padding of its box on each side, in mm."""
        return self.box.pad if self.box is not None else 0.0


class Paragraph(Block, frozen=True):
    """A paragraph: ``label`` hangs at the left, the text starts at ``indent`` mm.

    With a ``disc`` the label stands on one of that colour.
    """

    words: list[Word]
    label: list[Word]
    setting: Setting
    label_setting: Setting
    indent: float
    disc: str | None = None

    @property
    def step(self) -> float:
        """From baseline to baseline, in mm."""
        return self.setting.size * self.setting.leading

    @property
    def goes_on(self) -> bool:
        """Whether it continues the clause of the paragraph before: indented, without a label."""
        return self.indent > 0 and not self.label

    def scaled(self, share: float) -> Paragraph:
        """The same, its type scaled by ``share``."""
        settings = (self.setting, self.label_setting)
        setting, label = (msgspec.structs.replace(one, size=one.size * share) for one in settings)
        return msgspec.structs.replace(self, setting=setting, label_setting=label)


class Figure(Block, frozen=True):
    """Shapes in mm from its top left corner, never split; it may float past what follows it.

    A figure narrower than its column is centred in it.
    """

    shapes: tuple[Shape, ...]
    height: float
    width: float | None = None
    goes_on = False

    def scaled(self, share: float) -> Figure:
        """Itself: pictures keep their size when a text is set smaller."""
        return self


class Furniture(msgspec.Struct, frozen=True):
    """What differs from page to page in its art: the page's number (``folio``), or the title of the
    chapter that it begins in (``title``), its baseline at (x, y)."""

    what: Literal["folio", "title"]
    x: float
    y: float
    anchor: Anchor
    font: Font
    size: float
    fill: str

    def drawn(self, text: str) -> Text:
        width = self.font.width(text) * self.size
        x = self.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return Text(x, self.y, text, self.font.key, self.size, width, self.fill)


class PageDesign(msgspec.Struct, frozen=True):
    """The art of a page, and the frames that its columns fill."""

    art: tuple[Shape, ...]
    frames: list[Rect]
    furniture: tuple[Furniture, ...] = ()


class Flow(msgspec.Struct, frozen=True):
    """A text for as many pages as it needs; the last design serves all further pages."""

    blocks: Sequence[Paragraph | Figure]
    designs: list[PageDesign]

    def design(self, page: int) -> PageDesign:
        """The design of a page; 0 is the first."""
        return self.designs[min(page, len(self.designs) - 1)]

    def scaled(self, share: float) -> Flow:
        """The same, its type scaled by ``share``."""
        return Flow([block.scaled(share) for block in self.blocks], self.designs)
