"""Pages of a PDF as pictures: what you see is what is printed."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

from card_data import DataError, Problem
from card_data.limits import MOST_DOTS
from printkit.sheets.sheet import Sheet

INCH = 25.4  # mm


def check_dots(sheets: Sequence[Sheet], dpi: int, item: str = "") -> None:
    """Raise `DataError` for sheets of too many dots for one picture."""
    for sheet in sheets:
        wide, high = (round(side / INCH * dpi) for side in (sheet.width, sheet.height))
        if wide * high > MOST_DOTS:
            message = f"{wide} x {high} dots are too many for one picture"
            message += ": expected fewer dots per inch"
            raise DataError(Problem(message=message, file="--dpi", item=item))


def png_pages(pdf: bytes, dpi: int) -> Iterator[bytes]:
    """Yield each page of a PDF as the bytes of a PNG, one at a time: pages may be large."""
    for page in pages_of(pdf):
        yield as_png(raster(page, dpi), dpi)


def pages_of(pdf: bytes) -> Iterator[Any]:
    """Each page of a PDF, open until the next is requested; none of an empty one."""
    import pypdfium2

    if not pdf:
        return
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield page
            page.close()
    finally:
        document.close()


def as_png(image: Any, dpi: int) -> bytes:
    """Return a picture as the bytes of a PNG."""
    file = io.BytesIO()
    image.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def raster(page: Any, dpi: int) -> Any:
    """Return a page of a PDF as a picture, its size rounded to whole dots."""
    width, height = (max(1, round(side * dpi / 72)) for side in page.get_size())
    return raster_of(page, width, height)


def raster_of(page: Any, width: int, height: int) -> Any:
    """Return a page of a PDF as a picture of this many dots, which its content fills to the edges:
    pypdfium2's own rendering rounds up."""
    from pypdfium2 import PdfBitmap, raw

    bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0)
    return bitmap.to_pil()
