"""A page that shows every piece of a game, small: what there is once all is printed and cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from card_data.model import Component, FaceTemplate
from card_data.words import counted
from printkit.drawing.shapes import Face, Group, Shape, Symbol, Text, extent
from printkit.faces.symbols import lent
from printkit.options import Options
from printkit.printing.contact import Measures, Section, sheet_of
from printkit.sheets.layout import Layout
from printkit.sheets.settings import SheetSettings
from printkit.typography.fitting import as_printed
from printkit.typography.fonts import Fonts

PREVIEW, PREVIEW_FACE = "all pieces", "pieces"
ALL_PIECES = Component(
    title="All pieces", size="page", safe=8, faces=(FaceTemplate(template=PREVIEW_FACE),)
)
EDGE, HEAD, FOOT = 12.0, 12.0, 14.0  # mm: beside, above and below the pieces
GAP = 2.2  # mm between pieces
TITLE = 6.0  # mm: the type size
LARGEST, SMALLEST, STEP = 0.6, 0.04, 0.96  # of a piece's size: what is tried, down by this factor


def preview_of(
    layouts: Sequence[Layout], options: Options, settings: SheetSettings, fonts: Fonts
) -> Layout:
    """The page that shows the pieces of ``layouts``; only its title if they are too many."""
    game = layouts[0].game
    width, height = settings.sheet_size(options.paper)
    font = fonts.get("display", bold=True)
    words = as_printed(f"All pieces of {game.title}")
    wide = font.width(words)
    size = min(TITLE, (width - 2 * EDGE) / wide)
    title = Text(EDGE, HEAD + size, words, font.key, size, wide * size, "#1d1a17")
    every = [one for layout in layouts for one in (layout, *layout.guests)]
    sections = [section_for(one) for one in every if not one.component.booklet]
    room = width - 2 * (EDGE - GAP), height - HEAD - TITLE - FOOT
    says = ", ".join(section.heading for section in sections)
    picture = Group(
        pieces_in(sections, room, fonts),
        (1, 0, 0, 1, EDGE - GAP, HEAD + TITLE),
        role="Figure",
        says=f"Small pictures of all pieces: {says}.",
    )
    shapes = Group((title,), role="H1"), picture
    face = Face(PREVIEW_FACE, width, height, shapes, safe=ALL_PIECES.safe)
    lent_ones = (one for layout in every for one in lent_by(layout.symbols, layout.name))
    symbols = {one.name: one for one in lent_ones}
    return Layout(game, PREVIEW, ALL_PIECES, [face], [face], [], symbols)


def section_for(layout: Layout) -> Section:
    """A component's pieces under its title, without names: every form is like the first."""
    fronts = [face for face in layout.faces if face.number == 1]
    backs = {face.back.name: face.back for face in fronts if face.back is not None}
    shown = [
        (msgspec.structs.replace(face, shapes=lent(face.shapes, layout.name)), "")
        for face in (*fronts, *backs.values())
    ]
    return Section(f"{layout.component.title} · {counted(layout.pieces, 'piece')}", shown)


def lent_by(symbols: Mapping[str, Symbol], prefix: str) -> Iterator[Symbol]:
    """Symbols by names that begin with a ``prefix``, which no other component has."""
    for name, symbol in symbols.items():
        shapes = lent(symbol.shapes, prefix)
        yield msgspec.structs.replace(symbol, name=f"{prefix}:{name}", shapes=shapes)


def pieces_in(
    sections: Sequence[Section], room: tuple[float, float], fonts: Fonts
) -> tuple[Shape, ...]:
    """Pieces in a room of a width and a height, all as small as it takes; none if that is too
    small to see."""
    scale = LARGEST
    while sections and scale > SMALLEST:
        by = Measures(GAP / scale, 0.0, 0.0, 2.8 / scale, 4.4 / scale)
        sheet = sheet_of(sections, room[0] / scale - 2 * by.gap, fonts, by)
        if sheet.width * scale <= room[0] + 1e-6 and sheet.height * scale <= room[1]:
            drawn = tuple(
                Group(one.face.shapes, one.matrix, extent(one.face)) for one in sheet.placements
            )
            return (Group((*drawn, *sheet.shapes), (scale, 0, 0, scale, 0, 0)),)
        scale *= STEP
    return ()
