"""Gradients, opacity and masks look alike in PDF, whoever shows it, and in SVG."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path as FilePath

import pikepdf
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageStat

from printkit.drawing.geometry import Matrix, ellipse_steps, rectangle_steps
from printkit.drawing.rewriting import inline_symbols
from printkit.drawing.shapes import (
    CURRENT,
    Face,
    Group,
    Path,
    Shade,
    Shape,
    Stop,
    Style,
    Symbol,
    Text,
    Use,
)
from printkit.faces.symbols import lent, weight_of
from printkit.painting.paint import single
from printkit.painting.pdf import Meta, PdfPainter
from printkit.painting.svg import SvgPainter
from printkit.painting.tagged import TaggedPainter
from printkit.typography.fonts import Fonts
from tests.printkit.tools import pictures

DOTS = 6  # a mm
RED, BLUE, GOLD, WHITE = "#b3202a", "#1d3f94", "#e0b030", "#ffffff"
FADING = (Stop(0, WHITE), Stop(1, "#000000"))
SYMBOLS = {
    "dot": Symbol("dot", (Path(ellipse_steps(5, 5, 5, 5), Style(CURRENT)),), 10),
    "veil": Symbol(
        "veil",
        (Group((Path(rectangle_steps(0, 0, 10, 10, 0, 0), Style(CURRENT)),), opacity=0.4),),
        10,
    ),
}


def box(x: float, y: float, width: float, height: float, fill: str) -> Path:
    return Path(rectangle_steps(x, y, width, height, 0, 0), Style(fill))


def shade(ends: tuple[float, ...], *stops: Stop, matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Shade:
    return Shade(2, 2, 26, 16, ends, stops, matrix)


RING = Path((*ellipse_steps(15, 10, 8, 8), *ellipse_steps(15, 10, 4, 4)), Style(even_odd=True))
UNIT_CIRCLE = (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
ACROSS = (2.0, 0.0, 28.0, 0.0)
DRAWINGS: dict[str, tuple[Shape, ...]] = {
    "linear": (shade(ACROSS, Stop(0, RED), Stop(0.3, GOLD), Stop(1, BLUE)),),
    "steps": (shade(ACROSS, Stop(0.2, RED), Stop(0.5, RED), Stop(0.5, BLUE), Stop(0.8, GOLD)),),
    "beyond": (shade((10.0, 0.0, 15.0, 0.0), Stop(0, RED), Stop(1, BLUE)),),
    "radial": (shade((15.0, 10.0, 0.0, 15.0, 10.0, 9.0), Stop(0, GOLD), Stop(1, BLUE)),),
    "aside": (shade((11.0, 8.0, 0.0, 15.0, 10.0, 9.0), Stop(0, GOLD), Stop(1, BLUE)),),
    "turned": (
        shade(UNIT_CIRCLE, Stop(0, GOLD), Stop(1, BLUE), matrix=(12, 4, -3, 5, 15, 10)),
    ),
    "fading": (box(0, 8, 30, 4, BLUE), shade(ACROSS, Stop(0, RED), Stop(1, RED, 0.0))),
    "clipped": (Group((shade(ACROSS, Stop(0, RED), Stop(1, BLUE)),), clip=RING),),
    "opacity": (
        box(0, 8, 30, 4, BLUE),
        Group((box(4, 2, 12, 12, RED), box(10, 4, 14, 12, GOLD)), opacity=0.5),
    ),
    "nested": (
        box(0, 8, 30, 4, BLUE),
        Group(
            (Group((box(4, 2, 12, 12, RED),), opacity=0.5), box(10, 4, 14, 12, GOLD)),
            (1, 0, 0, 1, 2, 1),
            opacity=0.5,
        ),
    ),
    "mask": (
        box(0, 8, 30, 4, BLUE),
        Group((box(2, 2, 26, 16, RED),), mask=(Shade(2, 2, 26, 16, ACROSS, FADING),)),
    ),
    "mask of a symbol": (
        Group((box(2, 2, 26, 16, RED),), mask=(Use("dot", 6, 2, 16, WHITE),), opacity=0.7),
    ),
    "symbol": (box(0, 8, 30, 4, BLUE), Use("veil", 4, 4, 10, RED), Use("veil", 16, 4, 10, GOLD)),
    "text": (
        box(0, 0, 30, 20, GOLD),
        Group((Text(3, 12, "Goose", "SourceSansPro-Bold", 8, 24, RED),), opacity=0.5),
    ),
}  # fmt: skip


def painted(shapes: tuple[Shape, ...], fonts: Fonts) -> bytes:
    pdf = io.BytesIO()
    painter = PdfPainter(pdf, Meta("a", "", "", "", "a"), fonts, SYMBOLS)
    painter.paint([single(Face("a", 30, 20, shapes))])
    painter.save()
    return pdf.getvalue()


def by_poppler(pdf: bytes, folder: FilePath) -> Image.Image:
    (folder / "a.pdf").write_bytes(pdf)
    size = ["-scale-to-x", str(30 * DOTS), "-scale-to-y", str(20 * DOTS)]
    subprocess.run(["pdftoppm", "-png", *size, "a.pdf", "a"], cwd=folder, check=True)
    return Image.open(next(folder.glob("a*.png"))).convert("RGB")


def by_resvg(shapes: tuple[Shape, ...], fonts: Fonts) -> Image.Image:
    svg = SvgPainter(fonts, SYMBOLS).paint(single(Face("a", 30, 20, shapes)), "a")
    raw = bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=DOTS * 25.4, background="white"))
    return Image.open(io.BytesIO(raw)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of the squares of 4 x 4 dots that differ most, of 255, edges left out,
    which may be a dot farther."""
    off = ImageChops.difference(one, other).convert("L").filter(ImageFilter.MinFilter(3))
    return max(off.resize((off.width // 4, off.height // 4), Image.Resampling.BOX).tobytes())


@pytest.mark.parametrize("name", DRAWINGS)
def test_it_looks_the_same_in_pdf_and_svg(name: str, fonts: Fonts, tmp_path: FilePath) -> None:
    pdf = painted(DRAWINGS[name], fonts)
    (by_pdfium,) = pictures(pdf, DOTS * 25.4 / 72 * 0.99999)
    shown = {"svg": by_resvg(DRAWINGS[name], fonts)}
    if shutil.which("pdftoppm"):
        shown["poppler"] = by_poppler(pdf, tmp_path)
    assert max(ImageStat.Stat(by_pdfium).stddev) > 10, "a blank face"
    for other, picture in shown.items():
        assert picture.size == by_pdfium.size
        assert apart(by_pdfium, picture) < 8, other


def test_what_is_opaque_costs_a_file_nothing(fonts: Fonts) -> None:
    raw = painted((box(0, 0, 5, 5, RED), Group((box(5, 5, 5, 5, BLUE),))), fonts)
    assert b"/ExtGState" not in raw
    assert b"/Group" not in raw


def test_words_through_which_something_shows_are_read_aloud(fonts: Fonts) -> None:
    pdf = io.BytesIO()
    painter = TaggedPainter(pdf, Meta("a", "", "", "", "a"), fonts, SYMBOLS)
    shapes = (Group((*DRAWINGS["text"], *DRAWINGS["linear"]), role="P"),)
    painter.paint([single(Face("a", 30, 20, shapes))])
    painter.save()
    with pikepdf.open(io.BytesIO(pdf.getvalue())) as read:
        said = [str(one.Alt) for one in read.objects if "/Alt" in dictionary(one)]
    assert said == ["Goose"]


def dictionary(found: object) -> pikepdf.Dictionary:
    return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


def test_symbols_in_masks_are_drawn_out_and_lent_like_others() -> None:
    masked = (Group((box(0, 0, 5, 5, RED),), mask=(Use("dot", 1, 1, 5, WHITE),)),)
    (drawn,) = inline_symbols(masked, SYMBOLS)
    assert isinstance(drawn, Group)
    assert isinstance(drawn.mask[0], Group)
    (own,) = lent(masked, "deck")
    assert isinstance(own, Group)
    assert isinstance(own.mask[0], Use)
    assert own.mask[0].symbol == "deck:dot"


def test_what_masks_draw_counts_as_drawn() -> None:
    """So that masks in masks in symbols are bounded too."""
    inner = Group((box(0, 0, 5, 5, RED),), mask=(box(0, 0, 5, 5, WHITE), Use("dot")))
    assert weight_of((inner,), SYMBOLS) == 1 + 1 + 1 + SYMBOLS["dot"].weight
