"""Gradients, opacity and masks look alike in PDF and SVG, and are flattened for a press."""

import io
import shutil
import subprocess
from pathlib import Path as FilePath

import pikepdf
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageStat

import card_data
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
from printkit.drawing.shapes import Image as ShownImage
from printkit.drawing.traversal import texts, walk
from printkit.faces.symbols import prefix_symbols, weight_of
from printkit.options import Options
from printkit.painting.paint import single
from printkit.painting.svg import SvgPainter
from printkit.painting.tagged import TaggedPainter
from printkit.printing.print_service import lay_out_pieces, paint_pieces
from printkit.sheets.layout import Layout
from printkit.sheets.profiles import Profile, profile_named
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.printkit.pdf_pages import painted, pictures

DOTS = 6  # a mm
RED, BLUE, GOLD, WHITE = "#b3202a", "#1d3f94", "#e0b030", "#ffffff"
FADING = (Stop(0, WHITE), Stop(1, "#000000"))
SYMBOLS = {
    "dot": Symbol("dot", (Path(ellipse_steps(5, 5, 5, 5), Style(CURRENT)),), 10),
    "veil": Symbol("veil",
     (Group((Path(rectangle_steps(0, 0, 10, 10, 0, 0), Style(CURRENT)),), opacity=0.4),), 10),
}  # fmt: skip


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
    "turned": (shade(UNIT_CIRCLE, Stop(0, GOLD), Stop(1, BLUE), matrix=(12, 4, -3, 5, 15, 10)),),
    "fading": (box(0, 8, 30, 4, BLUE), shade(ACROSS, Stop(0, RED), Stop(1, RED, 0.0))),
    "clipped": (Group((shade(ACROSS, Stop(0, RED), Stop(1, BLUE)),), clip=RING),),
    "opacity": (box(0, 8, 30, 4, BLUE), Group((box(4, 2, 12, 12, RED), box(10, 4, 14, 12, GOLD)),
     opacity=0.5)),
    "nested": (box(0, 8, 30, 4, BLUE),
     Group((Group((box(4, 2, 12, 12, RED),), opacity=0.5), box(10, 4, 14, 12, GOLD)),
     (1, 0, 0, 1, 2, 1), opacity=0.5)),
    "mask": (box(0, 8, 30, 4, BLUE), Group((box(2, 2, 26, 16, RED),),
     mask=(Shade(2, 2, 26, 16, ACROSS, FADING),))),
    "mask of a symbol": (Group((box(2, 2, 26, 16, RED),), mask=(Use("dot", 6, 2, 16, WHITE),),
     opacity=0.7),),
    "symbol": (box(0, 8, 30, 4, BLUE), Use("veil", 4, 4, 10, RED), Use("veil", 16, 4, 10, GOLD)),
    "text": (box(0, 0, 30, 20, GOLD),
     Group((Text(3, 12, "Goose", "SourceSansPro-Bold", 8, 24, RED),), opacity=0.5)),
}  # fmt: skip


def face_of(*shapes: Shape) -> Face:
    return Face("a", 30, 20, shapes)


def by_poppler(pdf: bytes, folder: FilePath) -> Image.Image:
    (folder / "a.pdf").write_bytes(pdf)
    size = ["-scale-to-x", str(30 * DOTS), "-scale-to-y", str(20 * DOTS)]
    subprocess.run(["pdftoppm", "-png", *size, "a.pdf", "a"], cwd=folder, check=True)
    return Image.open(next(folder.glob("a*.png"))).convert("RGB")


def by_resvg(shapes: tuple[Shape, ...], fonts: Fonts) -> Image.Image:
    svg = SvgPainter(fonts, SYMBOLS).paint(single(face_of(*shapes)), "a")
    raw = bytes(resvg_py.svg_to_bytes(svg_string=svg, dpi=DOTS * 25.4, background="white"))
    return Image.open(io.BytesIO(raw)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of the squares of 4 x 4 dots that differ most, of 255, edges left out,
    which may be a dot farther."""
    off = ImageChops.difference(one, other).convert("L").filter(ImageFilter.MinFilter(3))
    return max(off.resize((off.width // 4, off.height // 4), Image.Resampling.BOX).tobytes())


@pytest.mark.parametrize("name", DRAWINGS)
def test_it_looks_the_same_in_pdf_and_svg(name: str, fonts: Fonts, tmp_path: FilePath) -> None:
    pdf = painted(face_of(*DRAWINGS[name]), SYMBOLS)
    (by_pdfium,) = pictures(pdf, DOTS * 25.4 / 72 * 0.99999)
    shown = {"svg": by_resvg(DRAWINGS[name], fonts)}
    if shutil.which("pdftoppm"):
        shown["poppler"] = by_poppler(pdf, tmp_path)
    assert max(ImageStat.Stat(by_pdfium).stddev) > 10, "a blank face"
    for other, picture in shown.items():
        assert picture.size == by_pdfium.size
        assert apart(by_pdfium, picture) < 8, other


def test_opaque_shapes_need_no_graphics_state() -> None:
    opaque = Group((box(5, 5, 5, 5, BLUE),))
    raw = painted(face_of(box(0, 0, 5, 5, RED), opaque))
    assert b"/ExtGState" not in raw
    assert b"/Group" not in raw


def test_transparent_words_are_read_aloud() -> None:
    group = Group((*DRAWINGS["text"], *DRAWINGS["linear"]), role="P")
    pdf = painted(face_of(group), SYMBOLS, TaggedPainter)
    with pikepdf.open(io.BytesIO(pdf)) as read:
        said = [str(one.Alt) for one in read.objects if "/Alt" in dictionary(one)]
    assert said == ["Goose"]


def dictionary(found: object) -> pikepdf.Dictionary:
    return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


def test_symbols_in_masks_are_drawn_out_and_lent_like_others() -> None:
    masked = (Group((box(0, 0, 5, 5, RED),), mask=(Use("dot", 1, 1, 5, WHITE),)),)
    (drawn,) = inline_symbols(masked, SYMBOLS)
    assert isinstance(drawn, Group)
    assert isinstance(drawn.mask[0], Group)
    (own,) = prefix_symbols(masked, "deck")
    assert isinstance(own, Group)
    assert isinstance(own.mask[0], Use)
    assert own.mask[0].symbol == "deck:dot"


def test_shapes_of_masks_are_counted() -> None:
    """So that masks in masks in symbols are bounded too."""
    inner = Group((box(0, 0, 5, 5, RED),), mask=(box(0, 0, 5, 5, WHITE), Use("dot")))
    assert weight_of((inner,), SYMBOLS) == 1 + 1 + 1 + SYMBOLS["dot"].weight


BASE = '<background><rect x="-5" y="-5" width="100" height="120" fill="#e0b030"/></background>'
VEIL = '<rect x="10" y="10" width="30" height="30" fill="#1d3f94" opacity="0.5"/>'
WORDS = '<text x="10" y="60" font-size="9pt">Above</text>'
SKY = """<linearGradient id="sky"><stop offset="0" stop-color="#1d3f94"/>
<stop offset="1" stop-color="#e0b030"/></linearGradient>
<rect x="10" y="10" width="30" height="30" fill="url(#sky)"/>"""


def laid_out_for_press(
    errata: FilePath, markup: str, notes: list[str]
) -> tuple[Layout, Profile, Options]:
    (errata / "templates" / "card.svg").write_text(f"<svg>{BASE}{markup}</svg>", "utf-8")
    game = card_data.load(errata.name, errata.parent)
    profile = profile_named("press")
    options = Options(data=errata.parent, profile="press")
    settings = settings_for(options)
    layout = lay_out_pieces(game, "deck", options, Typesetter(), settings, profile, notes.append)
    return layout, profile, options


def transparency_in(raw: bytes) -> set[str]:
    found: set[str] = set()
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        for one in pdf.objects:
            if isinstance(one, pikepdf.Dictionary | pikepdf.Stream):
                found |= {str(key) for key in ("/SMask", "/ca", "/CA", "/Group") if key in one}
    return found


def test_large_face_is_flattened_at_fewer_dots(
    errata: FilePath, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.painting.flattened.MOST_DOTS_FLAT", 100_000)
    notes: list[str] = []
    layout, _, _ = laid_out_for_press(errata, VEIL, notes)
    (use,) = [shape for shape in walk(layout.faces[0].shapes) if isinstance(shape, Use)]
    (image,) = layout.symbols[use.symbol].shapes
    assert isinstance(image, ShownImage)
    assert 90_000 < image.columns * image.rows < 101_000
    assert "errata deck: what shows something through is printed at 98 dpi" in notes[0]


def test_transparency_is_flattened_to_a_picture(errata: FilePath, fonts: Fonts) -> None:
    notes: list[str] = []
    layout, profile, options = laid_out_for_press(errata, VEIL + WORDS, notes)
    face = layout.faces[0]
    (use,) = [shape for shape in walk(face.shapes) if isinstance(shape, Use)]
    (image,) = layout.symbols[use.symbol].shapes
    assert isinstance(image, ShownImage)
    assert image.width == face.width + 2 * face.bleed
    assert image.columns == pytest.approx(image.width / 25.4 * max(profile.dpi, 400), abs=1)
    assert "Above" in [text.text for text in texts(face.shapes)], "words above stay sharp"
    assert not notes
    raw = paint_pieces(layout, options, profile, fonts)
    assert transparency_in(raw) == set()
    page = pictures(raw, 2)[0]
    at = page.getpixel((round(28 / 25.4 * 144), round(28 / 25.4 * 144)))
    assert at == pytest.approx((0x7E, 0x77, 0x62), abs=30), "half of each colour"


def test_flattened_words_are_reported(errata: FilePath) -> None:
    notes: list[str] = []
    laid_out_for_press(errata, WORDS + VEIL, notes)
    assert [note for note in notes if "words lie below" in note]


def test_an_opaque_gradient_stays_one_in_cmyk(errata: FilePath, fonts: Fonts) -> None:
    layout, profile, options = laid_out_for_press(errata, SKY, [])
    raw = paint_pieces(layout, options, profile, fonts)
    assert transparency_in(raw) == set()
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        spaces = [
            str(shading.ColorSpace)
            for one in pdf.objects
            if isinstance(one, pikepdf.Stream) and "/Resources" in one
            for shading in one.Resources.get("/Shading", {}).values()
        ]
    assert set(spaces) == {"/DeviceCMYK"}
    assert not any(isinstance(one.shapes[0], ShownImage) for one in layout.symbols.values())
