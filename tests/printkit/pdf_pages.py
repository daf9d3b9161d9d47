"""Layouts of the shipped games, and PDF pages read without printkit's own reader."""

import io
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from PIL import Image, ImageStat
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

import card_data
from printkit.drawing.shapes import Face, Field, Symbol
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.painting.pdf import Meta, PdfPainter
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts

UNIT = 72 / 25.4  # points in a mm
CLOSE = 0.1  # mm
SOFT_HYPHEN = "\ufffe"  # what pdfium makes of a hyphen at the end of a line
FONTS = Fonts()
Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]


@cache
def shipped(game: str, component: str, options: Options) -> Layout:
    """A component of a shipped game, laid out once for all tests that only look at it."""
    return lay_out(card_data.load(game), component, options, Typesetter())


def painted(
    face: Face, symbols: Mapping[str, Symbol] | None = None, kind: type[PdfPainter] = PdfPainter
) -> bytes:
    """The PDF of a face on a page of its own size."""
    file = io.BytesIO()
    painter = kind(file, Meta("a", "", "", "", face.id), FONTS, symbols or {})
    painter.paint([single(face)])
    painter.save()
    return file.getvalue()


def multiplied(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t,
        e * q + f * s + u,
    )  # fmt: skip


class Spot(NamedTuple):
    """A piece on a page: its trim's corner at (x, y) mm from the top left; ``up``: not turned."""

    id: str
    side: str
    x: float
    y: float
    up: bool


def operations(page: PageObject) -> Iterator[tuple[list[Any], bytes, Matrix]]:
    """The page's own operations, each with the matrix in force, in mm from the top left. What a
    face that is drawn more than once draws is among them."""
    height = float(page.mediabox.height)
    matrix: Matrix = (1 / UNIT, 0, 0, -1 / UNIT, 0, height / UNIT)
    yield from operations_in(page.get_contents(), page, matrix)


def operations_in(
    content: Any, page: PageObject, matrix: Matrix
) -> Iterator[tuple[list[Any], bytes, Matrix]]:
    """The operations of a content stream that begins under a matrix."""
    stack = []
    for operands, operator in ContentStream(content, page.pdf).operations:
        if operator == b"q":
            stack.append(matrix)
        elif operator == b"Q":
            matrix = stack.pop()
        elif operator == b"cm":
            matrix = multiplied(tuple(float(one) for one in operands), matrix)  # type: ignore[arg-type]
        yield operands, operator, matrix
        if operator == b"Do" and re.search(r"face[0-9]+$|^/Around$", operands[0]):
            form = page["/Resources"]["/XObject"][operands[0]]  # type: ignore[index]
            yield from operations_in(form.get_object(), page, matrix)


def spots(page: PageObject, width: float, height: float) -> list[Spot]:
    """The pieces on a page, each ``width`` x ``height`` mm."""
    found: list[Spot] = []
    waiting: Any = None
    for operands, operator, matrix in operations(page):
        if operator == b"BDC" and operands[0] == "/Piece":
            waiting = operands[1]
        elif operator == b"cm" and waiting is not None:
            a, _, _, _, e, f = matrix
            x, y = (e, f) if a > 0 else (e - width, f - height)
            found.append(Spot(waiting["/Id"], waiting["/Side"][1:], x, y, a > 0))
            waiting = None
    return found


def straight_lines(page: PageObject) -> list[tuple[float, float, float, float]]:
    """Lines of one stroke on the page, outside pieces: x1, y1, x2, y2 in mm from the top left."""
    found = []
    around: list[str] = []  # what the marked content here is called
    start: tuple[float, float] | None = None
    for operands, operator, matrix in operations(page):
        if operator in (b"BDC", b"BMC"):
            around.append(operands[0])
        elif operator == b"EMC":
            around.pop()
        elif operator in (b"m", b"l") and "/Piece" not in around:
            a, b, c, d, e, f = matrix
            x, y = (float(one) for one in operands)
            point = (a * x + c * y + e, b * x + d * y + f)
            if operator == b"l" and start is not None:
                found.append((*start, *point))
            start = point
    return found


def texts_of(file: Path) -> list[str]:
    with pypdfium2.PdfDocument(file) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def words_of(file: Path) -> str:
    """All that pdfium reads from a file, without white space, which differs between readers."""
    with pypdfium2.PdfDocument(file) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    return squeezed(text).replace(SOFT_HYPHEN, "-")


def squeezed(text: str) -> str:
    """A text as it can be read on a page: its single quotes all alike, its spaces lost."""
    return "".join(text.translate({39: "’", ord("‘"): "’"}).split())


def pictures(pdf: Path | bytes, scale: float) -> list[Image.Image]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.render(scale=scale).to_pil().convert("RGB") for page in document]


def page_of(layout: Layout, fonts: Fonts) -> PageObject:
    pdf = io.BytesIO()
    paint_sheets(layout, layout.sheets, fonts, pdf, "")
    return PdfReader(pdf).pages[0]


def outlines(page: PageObject) -> list[list[tuple[float, float]]]:
    """The corners of every path on the page, in mm from its top left."""
    found: list[list[tuple[float, float]]] = []
    points: list[tuple[float, float]] = []
    for operands, operator, (a, b, c, d, e, f) in operations(page):
        if operator in (b"m", b"l", b"c"):
            x, y = (float(one) for one in operands[-2:])
            points.append((a * x + c * y + e, b * x + d * y + f))
        elif operator in (b"f", b"f*", b"S", b"B", b"B*", b"n"):
            found.append(points)
            points = []
    return found


def boxes(page: PageObject) -> list[Box]:
    """The left, top, width and height of every path on the page."""
    return [
        (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        for points in outlines(page)
        if points
        for xs, ys in [tuple(zip(*points, strict=True))]
    ]


def drawn(field: Field, x: float, y: float, found: list[Box]) -> bool:
    """Whether a box of the field's place and size is on the page; (x, y) is its piece's corner."""
    want = (x + field.x, y + field.y, field.width, field.height)
    return any(all(abs(a - b) <= CLOSE for a, b in zip(want, one, strict=True)) for one in found)


def coverage(layout: Layout, fonts: Fonts) -> float:
    """How much of one form is ink, in per cent of full black."""
    pdf = io.BytesIO()
    paint_sheets(layout, [single(layout.faces[0])], fonts, pdf, "")
    (picture,) = pictures(pdf.getvalue(), 2)
    return 100 - ImageStat.Stat(picture.convert("L")).mean[0] / 2.55
