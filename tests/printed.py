"""Readers of built PDFs for tests: pieces by their marks and their letters, boxes around paths."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from io import BytesIO
from pathlib import Path

from pypdf import PageObject, PdfReader
from pypdfium2 import PdfDocument

from printkit.drawing.geometry import box_under, multiply
from printkit.drawing.traversal import traverse
from printkit.options import Options
from printkit.painting.paint import paint
from printkit.painting.pdf import UNIT
from printkit.sheets.layout import Layout
from printkit.typography.fonts import Fonts
from tests.printkit.pdf_pages import Box, outlines

PIECE = re.compile(rb"/Piece <</Id \(([^)]*)\)[^>]*/Side /(\w+)[^>]*>> BDC")


def pieces(file: Path) -> Counter[str]:
    """How often each side of each piece is on the pages of a file: ``Front A1``, ``Back back``."""
    found: Counter[str] = Counter()
    for page in PdfReader(file).pages:
        contents = page.get_contents()
        assert contents is not None
        marks = PIECE.finditer(contents.get_data())
        found.update(f"{mark[2].decode()} {mark[1].decode()}" for mark in marks)
    return found


def painted_file(layout: Layout, options: Options, fonts: Fonts) -> bytes:
    file = BytesIO()
    paint(layout, options, fonts, file)
    return file.getvalue()


class Outlined:
    """A page of a PDF, whose paths are read once, in mm from its top left corner."""

    page: PageObject

    @cached_property
    def paths(self) -> list[list[tuple[float, float]]]:
        return outlines(self.page)

    @cached_property
    def found(self) -> list[Box]:
        return around(self.paths)


def around(paths: list[list[tuple[float, float]]]) -> list[Box]:
    """The left, top, width and height of each of a page's paths, as `boxes` has them."""
    corners = [tuple(zip(*path, strict=True)) for path in paths if path]
    return [(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) for xs, ys in corners]


def faults(file: Path | bytes, *layouts: Layout) -> Iterator[str]:
    """Where a file is not what its layouts say, as pdfium reads it: its pages, how large they are,
    and on each piece where it is to lie, the letters."""
    sheets = [(layout, sheet) for layout in layouts for sheet in layout.sheets]
    with PdfDocument(file) as pdf:
        if len(pdf) != len(sheets):
            yield f"{len(pdf)} pages, expected {len(sheets)}"
        for number, (page, (layout, sheet)) in enumerate(zip(pdf, sheets, strict=False), 1):
            size = tuple(side / UNIT for side in page.get_size())
            if max(abs(one - other) for one, other in zip(size, sheet.page, strict=True)) > 0.2:
                yield f"page {number}: {size}, expected {sheet.page}"
            text = page.get_textpage()
            for spot in sheet.placements:
                lies = multiply(spot.matrix, sheet.matrix)
                box = box_under(lies, (0, 0, spot.face.width, spot.face.height))
                left, top, right, bottom = (side * UNIT for side in box)
                high = size[1] * UNIT
                read = letters(text.get_text_bounded(left, high - bottom, right, high - top))
                drawn = traverse(spot.face.shapes, symbols=layout.symbols)
                said = letters("".join(getattr(one.shape, "text", "") for one in drawn))
                if read != said:
                    yield f"page {number}, {spot.face.name}: lacks {said - read}, has {read - said}"


def letters(text: str) -> Counter[str]:
    """The characters of a text but for spaces and hyphens, which a reader may add or take away."""
    return Counter(char for char in unicodedata.normalize("NFKC", text) if char.isalnum())
