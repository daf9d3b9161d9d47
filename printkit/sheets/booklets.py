"""Booklets: pages of half a sheet, two to a side, imposed for saddle stitching.

All lengths are mm from the sheet's top left corner; the sheets are in landscape.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printkit.drawing.geometry import IDENTITY, Matrix
from printkit.drawing.shapes import Face, Group, Path, Shape
from printkit.sheets.grid import SLUG
from printkit.sheets.impose import (
    FOLD,
    Imposition,
    SharingError,
    about_vertical_edge,
    each_copy,
    for_printer,
    slug_shapes,
)
from printkit.sheets.settings import SheetSettings
from printkit.sheets.sheet import Placement, Sheet
from printkit.typography.fonts import Fonts

FOLD_MARK = 4.0  # mm: its length at the top and above the slug, clear of text
Spread = tuple[int, int]  # the pages left and right on one side of a sheet; 0 is a blank one


class Leaf(NamedTuple):
    """A sheet of a booklet: its outer side and its inner side."""

    outside: Spread
    inside: Spread


def page_size(sheet_size: tuple[float, float]) -> tuple[float, float]:
    """Width and height of a page: half a sheet, upright."""
    return max(sheet_size) / 2, min(sheet_size)


def saddle_stitch(pages: int) -> list[Leaf]:
    """The sheets of a booklet from the outermost in, for a number of ``pages``, counted from 1.

    Blank pages fill up the last sheet; they come at the end, so that the text has no gap.

    >>> saddle_stitch(6)
    [Leaf(outside=(0, 1), inside=(2, 0)), Leaf(outside=(6, 3), inside=(4, 5))]
    """
    sheets = -(-pages // 4)
    last = 4 * sheets

    def there(left: int, right: int) -> Spread:
        return left if left <= pages else 0, right if right <= pages else 0

    return [
        Leaf(there(last - 2 * at, 1 + 2 * at), there(2 + 2 * at, last - 1 - 2 * at))
        for at in range(sheets)
    ]


def impose_booklets(
    faces: Sequence[Face], how: Imposition, settings: SheetSettings, fonts: Fonts,
    co_printed: Sequence[tuple[str, Sequence[Face]]] = (),
) -> list[Sheet]:  # fmt: skip
    """Sheets for booklets of which each face is a page; every copy is a booklet of its own.

    Each sheet's outside is followed by its inside, turned so that the two are head to head once the
    sheet is flipped as ``how`` says. Raise `SharingError` for ``co_printed``: there is no room.
    """
    for name, _ in co_printed:
        raise SharingError("the pieces there are whole sheets", name)
    sheet_size = settings.sheet_size(how.paper)
    size = max(sheet_size), min(sheet_size)
    sheets: list[Sheet] = []
    for pages in each_copy(faces):
        leaves = saddle_stitch(len(pages))
        for number, leaf in enumerate(leaves, 1):
            where = f"sheet {number} of {len(leaves)}" if len(leaves) > 1 else "one sheet"
            for side, spread in (("outside", leaf.outside), ("inside", leaf.inside)):
                place = f"{where}, {side}"
                if how.numbers:
                    place += f" of the booklet · {how.numbers.caption(len(sheets) + 1)}"
                caption = f"{how.title} · {place} · {what_to_do(how, len(leaves))}"
                turned = side == "inside" and not about_vertical_edge(size, how.flip)
                slug = slug_shapes(caption, size, "bottom", settings, fonts, house=how.house)
                shapes: tuple[Shape, ...] = (*fold_marks(size, settings), slug)
                made = _side(pages, spread, size, shapes, turned=turned, back=side == "inside")
                sheets.append(for_printer(made, how))
    return sheets


def what_to_do(how: Imposition, sheets: int) -> str:
    """Return the slug's instructions for printing and binding a booklet of this many ``sheets``."""
    bind = "fold; two staples in the fold" if sheets > 1 else "fold"
    print_it = f"print duplex, flip on the {how.flip} edge; {bind}"
    return f"{print_it} · {how.paper_caption} · print at 100 %"


def fold_marks(size: tuple[float, float], settings: SheetSettings) -> tuple[Path, ...]:
    """Fold marks: dashes at the sheet's top edge, and above the slug at its foot."""
    width, height = size
    foot = height - settings.margin - SLUG - 1.0
    marks = ((0.0, settings.margin + FOLD_MARK), (foot - FOLD_MARK, foot))
    return tuple(
        Path((("M", (width / 2, start)), ("L", (width / 2, end))), FOLD) for start, end in marks
    )


def _side(
    pages: Sequence[Face],
    spread: Spread,
    size: tuple[float, float],
    shapes: tuple[Shape, ...],
    *,
    turned: bool,
    back: bool,
) -> Sheet:
    """Return one side of a sheet; ``turned``: everything on it by 180 degrees."""
    width, height = size
    left, right = reversed(spread) if turned else spread
    placements = tuple(
        Placement(pages[page - 1], x, 0.0, turned)
        for page, x in ((left, 0.0), (right, width / 2))
        if page
    )
    matrix: Matrix = (-1.0, 0.0, 0.0, -1.0, width, height) if turned else IDENTITY
    return Sheet(width, height, placements, (Group(shapes, matrix),), back)
