"""What tests read from built PDFs, each page once: pieces by their marks, boxes around paths."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from io import BytesIO
from pathlib import Path

from pypdf import PageObject, PdfReader

from printkit.options import Options
from printkit.painting.paint import paint
from printkit.sheets.layout import Layout
from printkit.typography.fonts import Fonts
from tests.printkit.tools import Box, outlines

PIECE = re.compile(rb"/Piece <</Id \(([^)]*)\)[^>]*/Side /(\w+)>> BDC")


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
    """The PDF of a component."""
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
