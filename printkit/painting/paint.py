"""Layouts painted as PDF files, and single faces as sheets of their own."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING

from card_data.text import plural
from printkit.drawing.shapes import Face, Symbol
from printkit.drawing.traversal import has_roles
from printkit.options import Options
from printkit.sheets.layout import Layout, keywords
from printkit.sheets.sheet import Placement, Sheet
from printkit.typography.fonts import Fonts

if TYPE_CHECKING:
    from printkit.painting.pdf import Meta, PdfPainter


def single(face: Face) -> Sheet:
    """Return a sheet of the face's own size, bleed included."""
    width, height = face.width + 2 * face.bleed, face.height + 2 * face.bleed
    placed = Placement(face, face.bleed, face.bleed)
    trim = (face.bleed, face.bleed, face.width, face.height)
    return Sheet(width, height, (placed,), (), trim=trim)


def paint(layout: Layout, options: Options, fonts: Fonts, stream: IO[bytes]) -> None:
    paint_sheets(layout, layout.sheets, fonts, stream, keywords(layout, options))


def paint_sheets(
    layout: Layout, sheets: Sequence[Sheet], fonts: Fonts, stream: IO[bytes], keys: str,
    *, tagged: bool = False,
) -> None:  # fmt: skip
    """Paint ``sheets`` of the component's faces as a PDF; ``keys`` becomes its keywords.

    ``tagged``: for screen readers, though no shape has a role, as a form is.
    """
    from printkit.painting.pdf import Meta

    head = layout.game.head
    count = layout.pieces + sum(sharer.pieces for sharer in layout.co_printed)
    pieces, pages = plural(count, "piece"), plural(len(sheets), "page")
    printed = f"{pieces} on {pages}, to print at 100 %"
    meta = Meta(
        f"{head.title}: {layout.title}",
        ", ".join(head.credits.design),
        f"A form of {pages}, to fill in on a screen" if layout.fillable else printed,
        keys,
        layout.title,
    )
    painter = painter_for(layout.faces, stream, meta, fonts, layout.symbols, tagged=tagged)
    painter.begin_component(layout.name, layout.symbols)
    painter.paint(sheets)
    painter.save()


def painter_for(
    faces: Iterable[Face], file: IO[bytes], meta: Meta, fonts: Fonts, symbols: Mapping[str, Symbol],
    *, tagged: bool = False,
) -> PdfPainter:  # fmt: skip
    """Return a painter of ``faces`` into ``file``: a tagging one if their shapes have roles, or if
    all is to be ``tagged``."""
    if not tagged and not has_roles(faces):
        from printkit.painting.pdf import PdfPainter

        return PdfPainter(file, meta, fonts, symbols)
    from printkit.painting.tagged import TaggedPainter  # which few components need

    return TaggedPainter(file, meta, fonts, symbols)


def pdf_of(sheets: Sequence[Sheet], fonts: Fonts, symbols: Mapping[str, Symbol]) -> bytes:
    """Sheets as a PDF without tags, one page each, to be drawn as pictures; empty for none."""
    from printkit.painting.pdf import Meta, PdfPainter

    if not sheets:
        return b""
    pdf = io.BytesIO()
    painter = PdfPainter(pdf, Meta("", "", "", "", ""), fonts, symbols)
    painter.canvas.setPageCompression(0)  # it is read at once
    painter.paint(sheets)
    painter.save()
    return pdf.getvalue()
