"""One card with all that a template may show at once, in every kind of file."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import PIL.Image
import pytest
from PIL import ImageChops, ImageFilter, ImageStat
from pypdf import PdfReader, PdfWriter
from pypdf.generic import StreamObject

import card_data
from printkit.drawing.shapes import Group, Image, Shade, Text
from printkit.drawing.traversal import traverse
from printkit.options import Options
from printkit.painting.paint import paint_sheets, single
from printkit.painting.svg import SvgPainter
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit
from tests.printkit.commands import done
from tests.printkit.font_maker import font, saved
from tests.printkit.pdf_pages import pictures
from tests.printkit.test_pictures import built, photo, raw
from tests.printkit.test_svg import brightest_block, on_white, rendered

DOTS = 6  # per mm
ART = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
<defs><radialGradient id="glow"><stop stop-color="#e0d040"/><stop offset="1" stop-color="#c02020"
  stop-opacity="0.4"/></radialGradient></defs>
<path d="M0 0h40v20H0z" fill="#d0e0f0"/><circle cx="20" cy="10" r="9" fill="url(#glow)"/>
<text x="3" y="17" font-family="sans" font-size="6">goose</text></svg>
"""
ICON = '<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
CARD = """<svg>
<defs>
  <linearGradient id="sky"><stop stop-color="#204060"/><stop offset="1" stop-color="#80c0e0"/>
  </linearGradient>
</defs>
<background>
  <rect x="-3" y="-3" width="{{ w + 6 }}" height="{{ h + 6 }}" fill="url(#sky)"/>
</background>
<rect x="6" y="6" width="51" height="50" fill="#ffffff"/>
<image href="art/clear.png" x="8" y="8" width="20" height="20" opacity="0.8"/>
<image href="art/photo.jpg" x="31" y="8" width="24" height="12" clip="round 2"/>
<g opacity="0.8"><image href="art/photo.webp" x="31" y="22" width="10" height="5"/></g>
<image href="art/goose.svg" x="8" y="32" width="24" height="12" says="A goose"/>
<row x="8" y="46" width="47" height="8" gap="2" fill="#000000">
  <icon name="gander" size="8"/><image href="art/goose.svg" width="16"/>
  <textbox font-size="12pt">Geese</textbox>
</row>
<rect x="6" y="60" width="51" height="22" fill="#ffffff" rx="2"/>
<text x="8" y="74" font-family="own" font-size="10mm" fill="#8c2f39">ABBA</text>
</svg>
"""


@pytest.fixture
def everything(errata: Path) -> Path:
    for folder in ("art", "icons", "fonts"):
        (errata / folder).mkdir()
    clear = photo(300, 300).convert("RGBA")
    clear.putalpha(PIL.Image.linear_gradient("L").resize((300, 300)))
    (errata / "art/clear.png").write_bytes(raw(clear))
    (errata / "art/photo.jpg").write_bytes(raw(photo(), "JPEG"))
    (errata / "art/photo.webp").write_bytes(raw(photo(), "WEBP", lossless=True))
    (errata / "art/goose.svg").write_text(ART, "utf-8")
    (errata / "icons/gander.svg").write_text(ICON, "utf-8")
    (errata / "fonts/Own.ttf").write_bytes(saved(font()))
    game = errata / "game.yaml"
    own = "\nicons: icons\nfonts: {own: fonts/Own.ttf}\n"
    game.write_text(game.read_text("utf-8") + own, "utf-8")
    (errata / "cards.yaml").write_text(
        "cards:\n  - {id: comma, word: A comma, value: 1, icon: star, copies: 2}\n"
    )
    (errata / "templates/card.svg").write_text(CARD, "utf-8")
    return errata


def made(game: Path, **options: Any) -> tuple[Layout, Fonts]:
    typesetter = Typesetter()
    chosen = Options(data=game.parent, **options)
    loaded = card_data.load(game.name, game.parent)
    return lay_out(loaded, "deck", chosen, typesetter), typesetter.fonts


def drawn_in_svg(layout: Layout, fonts: Fonts) -> PIL.Image.Image:
    text = SvgPainter(fonts, layout.symbols).paint(single(layout.faces[0]), "it")
    return on_white(rendered(text, DOTS))


def drawn_in_pdf(layout: Layout, fonts: Fonts) -> PIL.Image.Image:
    pdf = io.BytesIO()
    paint_sheets(layout, [single(layout.faces[0])], fonts, pdf, "")
    (printed,) = pictures(pdf.getvalue(), DOTS * 25.4 / 72 * 0.99999)
    return printed


def off(one: PIL.Image.Image, other: PIL.Image.Image) -> tuple[float, float]:
    soft = ImageFilter.GaussianBlur(2)
    found = ImageChops.difference(one.filter(soft), other.filter(soft)).convert("L")
    return ImageStat.Stat(found).mean[0], brightest_block(found)


@pytest.mark.sweep
@pytest.mark.parametrize("low_ink", [False, True])
def test_all_files_look_alike(low_ink: bool, everything: Path, tmp_path: Path) -> None:
    layout, fonts = made(everything, low_ink=low_ink)
    kinds = {type(one.shape) for one in traverse(layout.faces[0].shapes, symbols=layout.symbols)}
    assert kinds >= {Image, Text, Group} | ({Shade} if not low_ink else set())
    svg, pdf = drawn_in_svg(layout, fonts), drawn_in_pdf(layout, fonts)
    mean, most = off(svg, pdf)
    assert ImageStat.Stat(pdf.convert("L")).stddev[0] > 20
    assert mean < 2
    assert most < 40
    words = ("errata", "--only", "deck", "--data", everything.parent, "--out", tmp_path)
    done("png", *words, "--dpi", 152, *["--low-ink"] * low_ink)
    with PIL.Image.open(tmp_path / "errata/deck/comma.png") as opened:
        png = opened.convert("RGB")
    left = (pdf.width - png.width) // 2
    assert off(pdf.crop((left, left, left + png.width, left + png.height)), png)[0] < 3


def test_press_file_has_inks_alone_and_sharp_tops(everything: Path, tmp_path: Path) -> None:
    file = built(everything, tmp_path / "out", profile="press")
    assert "ABBA" in PdfReader(file).pages[0].extract_text(), "the words stay sharp"
    said = unpacked(file)
    for forbidden in (b"/SMask", b"/Transparency", b"DeviceRGB", b"/ca ", b"/CA "):
        assert forbidden not in said, forbidden
    assert b"/DeviceCMYK" in said
    assert b"/ShadingType" not in said, "the sky is in the picture"
    card = everything / "templates/card.svg"
    for veiled in (' opacity="0.8"', ' stop-opacity="0.4"'):
        for one in (card, everything / "art/goose.svg"):
            one.write_text(re.sub(f"\\s+{re.escape(veiled.strip())}", "", one.read_text("utf-8")))
    (everything / "art/clear.png").write_bytes(raw(photo(300, 300)))
    said = unpacked(built(everything, tmp_path / "again", profile="press"))
    assert b"/ShadingType" in said
    assert said.count(b"/Subtype /Image") == 3
    assert b"DeviceRGB" not in said


def test_large_print_has_more_dots(everything: Path) -> None:
    edit(everything / "print.yaml", "    back: back.svg", "    back: back.svg\n    large_print: 2")
    card = everything / "templates/card.svg"
    edit(card, 'x="8" y="8" width="20" height="20"', 'x="8" y="8" width="10" height="10"')
    small, large = (
        made(everything, large_print=large)[0].symbols["art/clear.png"].picture
        for large in (False, True)
    )
    assert small is not None
    assert large is not None
    assert (small.columns, large.columns) == (119, 237)


def unpacked(file: Path) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(file))
    for one in writer._objects:
        if isinstance(one, StreamObject) and one.get("/Subtype") != "/Image":
            one._data = one.get_data()
            one.pop("/Filter", None)
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()
