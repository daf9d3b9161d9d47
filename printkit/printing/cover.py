"""A whole game in one file: a cover sheet that says how to make it, then every component."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import IO, Any

from card_data import Game
from card_data.model import Component, FaceTemplate
from card_data.words import counted
from printkit.options import Options
from printkit.printing.making import Plan, in_printing_order, plan_for
from printkit.sheets.impose import impose
from printkit.sheets.layout import (
    COVER,
    COVER_FACE,
    Layout,
    common_keywords,
    imposition,
)
from printkit.sheets.settings import SheetSettings
from printkit.sheets.typesetting import Order, Typesetter
from printkit.typography.fonts import Fonts

COVER_SHEET = Component(
    title="Cover sheet",
    size="page",
    safe=10,
    per_page={1: "page"},
    faces=(FaceTemplate(template=f"common/{COVER_FACE}.svg"),),
)


def with_cover(
    layouts: Sequence[Layout], options: Options, typesetter: Typesetter, settings: SheetSettings
) -> list[Layout]:
    """The components of a game in printing order, after a cover sheet for them.

    Raise `DataError` with every problem of the cover sheet.
    """
    ordered = in_printing_order(layouts, options)
    plan = plan_for(ordered, options)
    return [cover_for(ordered[0].game, plan, options, typesetter, settings), *ordered]


def cover_for(
    game: Game[Any], plan: Plan, options: Options, typesetter: Typesetter, settings: SheetSettings
) -> Layout:
    """The cover sheet that says how to print and make a game by ``plan``."""
    size = settings.sheet_size(options.paper)
    wanted = Counter({COVER_FACE: len(plan.covers)})
    words = {**options.words, "plan": plan}
    drawn = typesetter.do(game, Order(COVER, COVER_SHEET, size, wanted, options, settings, words))
    title = f"{game.title} · {COVER_SHEET.title}"
    sheets = impose(drawn.faces, imposition(title, options), settings, typesetter.fonts)
    return Layout(game, COVER, COVER_SHEET, drawn.faces, drawn.faces, sheets, drawn.symbols)


def paint_whole(
    layouts: Sequence[Layout], options: Options, fonts: Fonts, stream: IO[bytes]
) -> None:
    """Paint a cover sheet and the components after it as one PDF, each with a bookmark.

    Pages are numbered from the first after the cover, whose own numbers are Roman.
    """
    from printkit.painting.paint import painter_for
    from printkit.painting.pdf import Meta

    cover, *components = layouts
    game = cover.game
    pages = counted(sum(len(layout.sheets) for layout in components), "page")
    meta = Meta(
        game.title,
        ", ".join(game.head.credits.design),
        f"All of the game on {pages} after the cover sheet, to print at 100 %",
        keywords(game, options),
        "",
    )
    faces = [face for layout in layouts for face in layout.faces]
    painter = painter_for(faces, stream, meta, fonts, cover.symbols)
    painter.label_pages(roman=True)
    painter.component(cover.title, cover.sheets)
    painter.label_pages()
    for layout in components:
        painter.use_symbols(layout.symbols)
        painter.component(layout.title, layout.sheets)
    painter.save()


def keywords(game: Game[Any], options: Options) -> str:
    """What the audit needs to know of the file, as ``key=value`` pairs."""
    values = common_keywords(game, options) | {"one_file": "true"}
    if options.instead:
        values["instead"] = ",".join(options.instead)
    return " ".join(f"{key}={value}" for key, value in values.items())
