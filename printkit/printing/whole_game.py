"""A whole game in one file: a cover sheet that says how to make it, then every component.

It may be printed on both sides as it is: each sheet of paper is two pages, and where there is
nothing on its back, the second is blank.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path as File
from typing import IO, BinaryIO, cast

import msgspec

from card_data.text import plural
from printkit.options import Options, keyword_line
from printkit.printing.cover import cover_of_game
from printkit.printing.plan import PageRange
from printkit.sheets.impose import BLANK, Numbers, for_printer, slug_shapes
from printkit.sheets.layout import Layout, common_keywords, impose_layout, imposition
from printkit.sheets.settings import SheetSettings
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts


def whole_game(
    layouts: Sequence[Layout], options: Options, typesetter: Typesetter, settings: SheetSettings
) -> list[Layout]:
    """Lay out the components of a game in printing order, after a cover sheet, with page numbers of
    the whole file.

    Raise `DataError` with every problem of the cover sheet.
    """
    places = cover_of_game(layouts, options, typesetter, settings)
    return numbered(places, options, settings, typesetter.fonts)


def numbered(
    places: Sequence[PageRange], options: Options, settings: SheetSettings, fonts: Fonts
) -> list[Layout]:
    """Number the pages of a cover and components for one file of them all."""
    cover, *others = places
    pages = len(cover.layout.faces)
    total = others[-1].after if others else pages + pages % 2
    return [with_page_numbers(one, total, options, settings, fonts) for one in places]


def with_page_numbers(
    place: PageRange, total: int, options: Options, settings: SheetSettings, fonts: Fonts
) -> Layout:
    """Number the pages of a component in a file of ``total`` pages, with a blank page wherever the
    back of a sheet is empty."""
    layout = place.layout
    numbers = Numbers(place.pages, total, spaced=not place.duplex)
    sheets = impose_layout(layout, options, settings, fonts, numbers)
    if (place.pages + len(sheets)) % 2:
        sheets.append(blank(layout, numbers.caption(len(sheets) + 1), options, settings, fonts))
    return msgspec.structs.replace(layout, sheets=sheets)


def blank(
    layout: Layout, page: str, options: Options, settings: SheetSettings, fonts: Fonts
) -> Sheet:
    how = imposition(layout.game, f"{layout.title}{BLANK}", options)
    width, height = settings.sheet_size(options.paper)
    caption = f"{how.title} · {page} · {how.paper_caption} · print at 100 %"
    slug = slug_shapes(caption, (width, height), "bottom", settings, fonts, house=how.house)
    return for_printer(Sheet(width, height, (), (slug,)), how)


def paint_whole(
    layouts: Sequence[Layout], options: Options, fonts: Fonts,
    painted: Mapping[str, File | BinaryIO], stream: IO[bytes],
) -> None:  # fmt: skip
    """Paint a cover sheet and the components after it as one PDF, each with a bookmark; those that
    are ``painted`` already are not painted again, but for what is around their pieces."""
    from printkit.painting.joined import ComponentPages, join  # loads pikepdf

    game, frame = layouts[0].game, io.BytesIO()
    words = game.title, "All of the game", keywords_of_whole(layouts, options)
    bare = [
        msgspec.structs.replace(
            layout, sheets=[sheet._replace(placements=()) for sheet in layout.sheets]
        )
        if layout.name in painted else layout for layout in layouts
    ]  # fmt: skip
    paint_together(bare, words, fonts, frame)
    parts = [ComponentPages(one.title, one.sheets, painted.get(one.name)) for one in layouts]
    pictures = any(one.picture for layout in layouts for one in layout.symbols.values())
    join(frame, parts, cast(BinaryIO, stream), pictures=pictures)


def paint_together(
    layouts: Sequence[Layout], words: tuple[str, str, str], fonts: Fonts, stream: IO[bytes]
) -> None:
    """Paint components as one PDF, each with a bookmark; ``words`` are its title, what it is, and
    its keywords."""
    from printkit.painting.paint import painter_for
    from printkit.painting.pdf import Meta

    title, what, keys = words
    author = ", ".join(layouts[0].game.head.credits.design)
    pages = plural(sum(len(layout.sheets) for layout in layouts), "page")
    meta = Meta(title, author, f"{what} on {pages}, to print at 100 %", keys, "")
    faces = [face for layout in layouts for face in layout.faces]
    painter = painter_for(faces, stream, meta, fonts, layouts[0].symbols)
    for layout in layouts:
        painter.begin_component(layout.name, layout.symbols)
        painter.component(layout.title, layout.sheets)
    painter.save()


def keywords_of_whole(layouts: Sequence[Layout], options: Options) -> str:
    values = common_keywords(layouts[0].game, options, layouts) | {"one_file": "true"}
    if options.variant:
        values["instead"] = ",".join(options.variant)
    return keyword_line(values)
