"""A game's sheets, filled in, as one picture with notes below them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from card_data import DataError, Game, Problem
from printkit.drawing.geometry import Rect, rectangle_steps
from printkit.drawing.rewriting import inlined
from printkit.drawing.shapes import Face, Path, Shape, Style, extent
from printkit.drawing.traversal import has_fields
from printkit.faces.filling_in import BADGE, Disc, Entry, FormContents, badge, fill, writable
from printkit.options import Options
from printkit.painting.paint import pdf_of
from printkit.painting.raster import check_dots, png_pages
from printkit.painting.svg import SvgPainter
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.settings import settings_for
from printkit.sheets.sheet import Placement, Sheet
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fitting import POINT, Composer, Setting, place, wrap
from printkit.typography.fonts import Fonts

Kind = Literal["svg", "png"]
GAP = 5.0  # mm around each page
PAPER = Style(fill="#ffffff")
EDGE = Style(fill=None, stroke="#b5b0a8", width=0.25)
TEXT = Setting(9 * POINT, 9 * POINT, 1.3, "left", "#26221f", "#26221f")
INDENT = 2 * BADGE + 2.0  # mm from a note's number to its text


class Note(NamedTuple):
    """A line below the sheets, about the fault with this ``number`` (0: about none)."""

    number: int
    label: str
    text: str


def picture(
    game: Game[Any],
    filling: FormContents,
    notes: Sequence[Note],
    options: Options,
    typesetter: Typesetter,
) -> Sheet:
    """The game's sheets as ``filling`` has them, one below the other, then the notes.

    ``options.forms`` is the number of forms of a component that has forms. Entries without a field
    are added to the notes. Raise `DataError` for what is wrong with a template, and for a game
    whose sheets have no fields.
    """
    faces = [
        inlined(face, layout.symbols)
        for layout in sheets(game, options, typesetter)
        for face in layout.faces
    ]
    if not faces:
        raise DataError(no_fields(game))
    fonts = typesetter.fonts
    pages, left_over = fill(faces, filling, fonts)
    pages = [msgspec.structs.replace(page, shapes=(*page.shapes, edge(page))) for page in pages]
    notes = [*notes, *without_field(left_over)]
    if notes or not pages:
        pages.append(listed(notes, faces[0].width, fonts))
    return stacked(pages)


def without_field(entries: Sequence[Entry]) -> Iterator[Note]:
    """Yield notes on entries without a field, one for each group of places."""
    groups: dict[str, list[str]] = {}
    for name, text in entries:
        group, _, place = name.rpartition(".")
        groups.setdefault(group, []).append(f"{place}: {text}")
    for group, places in groups.items():
        yield Note(0, "Not on the sheet:", " ".join(filter(None, (group, ", ".join(places)))))


def sheets(
    game: Game[Any], options: Options, typesetter: Typesetter, only: Collection[str] = ()
) -> list[Layout]:
    """Lay out the components that have fields, or those of them named in ``only``. Raise
    `DataError` for what is wrong with a template."""
    settings = settings_for(options)
    found: list[Layout] = []
    for name, component in game.components.items():
        if component.booklet or any(face.rows for face in component.faces):
            continue  # neither a booklet nor a deck of cards is a sheet to fill in
        if only and name not in only:
            continue
        forms = options.forms if component.per_page else None
        with_forms = msgspec.structs.replace(options, forms=forms)
        layout = lay_out(game, name, with_forms, typesetter, settings=settings)
        if any(has_fields(face.shapes) for face in layout.faces):
            found.append(layout)
    return found


def no_fields(game: Game[Any]) -> Problem:
    return Problem(message="no sheet of this game has fields", file=game.id)


def edge(face: Face) -> Path:
    return Path(extent(face).steps, EDGE)


def listed(notes: Sequence[Note], width: float, fonts: Fonts) -> Face:
    bold, font = fonts.get("sans", bold=True), fonts.get("sans")
    shapes: list[Shape] = []
    y = 0.0
    for note in notes:
        composer = Composer()
        composer.text(f"{writable(note.label, bold)}  ", bold)
        composer.text(writable(note.text, font), font)
        lines = wrap(composer.finish(), (width - INDENT) / TEXT.size)
        high = max(len(lines) * TEXT.size * TEXT.leading, 2 * BADGE)
        shapes += place(lines, Rect(INDENT, y, width - INDENT, high), TEXT.size, TEXT, "middle")
        if note.number:
            shapes += badge(note.number, Disc(BADGE, y + high / 2, BADGE), fonts)
        y += high + 1
    return Face("notes", width, max(y, 1.0), tuple(shapes))


def stacked(faces: Sequence[Face]) -> Sheet:
    gaps = [GAP + face.bleed for face in faces]
    width = max(face.width + 2 * gap for face, gap in zip(faces, gaps, strict=True))
    placed: list[Placement] = []
    y = GAP / 2
    for face, gap in zip(faces, gaps, strict=True):
        placed.append(Placement(face, (width - face.width) / 2, y + gap / 2))
        y += face.height + gap
    high = y + GAP / 2
    paper = Face("paper", width, high, (Path(rectangle_steps(0, 0, width, high, 0, 0), PAPER),))
    placed.insert(0, Placement(paper, 0, 0))
    return Sheet(width, high, tuple(placed), ())


def painted(sheet: Sheet, title: str, kind: Kind, dpi: int, fonts: Fonts, named: str = "") -> bytes:
    """Return the contents of the file of a picture; raise `DataError`, of what is ``named``, for a
    PNG with too many dots."""
    if kind == "svg":
        return SvgPainter(fonts, {}).paint(sheet, title).encode()
    check_dots([sheet], dpi, named)
    (image,) = png_pages(pdf_of([sheet], fonts, {}), dpi)
    return image
