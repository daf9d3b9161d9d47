"""Single faces and contact sheets, as SVG or as a raster of the real PDF."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import card_data
from card_data import DataError, Problem
from card_data.problems import Problems, near
from card_data.staging import Staging
from printkit.builder import paint_sheets
from printkit.drawing import Face
from printkit.fonts import Fonts
from printkit.layout import Layout, Options, lay_out
from printkit.sheets import Placement, Sheet
from printkit.svg import SvgPainter

CONTACT_GAP = 4.0  # mm between faces of a contact sheet
INCH = 25.4


def single(face: Face) -> Sheet:
    """A sheet of the face's own size, bleed included."""
    width, height = face.width + 2 * face.bleed, face.height + 2 * face.bleed
    placed = Placement(face, face.bleed, face.bleed)
    trim = (face.bleed, face.bleed, face.width, face.height)
    return Sheet(width, height, (placed,), (), trim, face.bleed, back=False)


def contact(faces: Sequence[Face]) -> Sheet:
    """All faces on one sheet, about as wide as it is high."""
    bleed = faces[0].bleed
    around = CONTACT_GAP + 2 * bleed
    width, height = faces[0].width + around, faces[0].height + around
    columns = max(1, round(math.sqrt(len(faces) * height / width)))
    rows = math.ceil(len(faces) / columns)
    placed = tuple(
        Placement(
            face,
            CONTACT_GAP + bleed + index % columns * width,
            CONTACT_GAP + bleed + index // columns * height,
        )
        for index, face in enumerate(faces)
    )
    size = columns * width + CONTACT_GAP, rows * height + CONTACT_GAP
    return Sheet(*size, placed, (), (0, 0, *size), 0, back=False)


def named_sheets(layout: Layout, cards: Sequence[str], *, together: bool) -> dict[str, Sheet]:
    """What to export, by file stem: each chosen face and each back, or one contact sheet."""
    known = {face.name: face for face in layout.faces}
    problems = Problems()
    for card in cards:
        if card not in known:
            message = f"no card {card!r}{near(card, known)}"
            problems.add(message, file="--card", item=f"{layout.game.id} {layout.name}")
    problems.stop_if_any()
    fronts = [known[card] for card in cards] if cards else layout.faces
    backs = {face.back.name: face.back for face in fronts if face.back is not None}
    if together:
        return {"contact": contact([*fronts, *backs.values()])}
    return {face.name: single(face) for face in (*fronts, *backs.values())}


def export(
    game_component: tuple[str, str],
    kind: str,
    out: Path,
    options: Options,
    *,
    cards: Sequence[str] = (),
    together: bool = False,
    dpi: int = 150,
) -> list[Path]:
    """Write faces of one component as ``svg`` or ``png`` files into ``out/game/component``.

    Raise `DataError` with every problem; either all files are written or none.
    """
    game_name, component = game_component
    game = card_data.load(game_name, options.data)
    if component not in game.components:
        message = f"no component called {component!r}{near(component, game.components)}"
        raise DataError(Problem(message=message, file=game_name))
    fonts = Fonts()
    layout = lay_out(game, component, options, fonts)
    sheets = named_sheets(layout, cards, together=together)
    folder = out / game_name / component
    with Staging(out) as staging:
        for stem, raw in _files(kind, layout, sheets, fonts, dpi):
            staging.write(folder / f"{stem}.{kind}", raw)
        staging.move_all()
        return staging.targets()


def _files(
    kind: str, layout: Layout, sheets: dict[str, Sheet], fonts: Fonts, dpi: int
) -> Iterator[tuple[str, bytes]]:
    """The contents of each file by its stem."""
    if kind == "svg":
        painter = SvgPainter(fonts, layout.symbols)
        for stem, sheet in sheets.items():
            yield stem, painter.paint(sheet, f"{layout.game.title}: {stem}").encode()
    else:
        yield from zip(sheets, _rasters(layout, list(sheets.values()), fonts, dpi), strict=True)


def _rasters(layout: Layout, sheets: list[Sheet], fonts: Fonts, dpi: int) -> list[bytes]:
    """Each sheet's page of a PDF as the bytes of a PNG."""
    pdf = io.BytesIO()
    paint_sheets(layout, sheets, fonts, pdf, "")
    return png_pages(pdf.getvalue(), dpi)


def png_pages(pdf: bytes, dpi: int) -> list[bytes]:
    """Each page of a PDF as the bytes of a PNG."""
    import pypdfium2

    images = []
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        image = io.BytesIO()
        raster(page, dpi).save(image, "PNG", dpi=(dpi, dpi))
        images.append(image.getvalue())
        page.close()
    document.close()
    return images


def raster(page: Any, dpi: int) -> Any:
    """A page of a PDF as a picture of the nearest whole number of dots each way, which its content
    fills to the edges: pypdfium2's own rendering rounds up."""
    from pypdfium2 import PdfBitmap, raw

    width, height = (max(1, round(side * dpi / 72)) for side in page.get_size())
    bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    return bitmap.to_pil()
