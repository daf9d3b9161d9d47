"""For a press nothing shows through anything: what would is painted as a picture."""

from __future__ import annotations

import io
from pathlib import Path as FilePath

import pikepdf
import pytest

import card_data
from printkit.drawing.shapes import Image, Use
from printkit.drawing.traversal import texts, walk
from printkit.options import Options
from printkit.printing.print_service import lay_out_pieces, paint_pieces
from printkit.sheets.layout import Layout
from printkit.sheets.profiles import Profile, profile_named
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.printkit.tools import pictures

BASE = '<background><rect x="-5" y="-5" width="100" height="120" fill="#e0b030"/></background>'
VEIL = '<rect x="10" y="10" width="30" height="30" fill="#1d3f94" opacity="0.5"/>'
WORDS = '<text x="10" y="60" font-size="9pt">Above</text>'
SKY = """<linearGradient id="sky"><stop offset="0" stop-color="#1d3f94"/>
<stop offset="1" stop-color="#e0b030"/></linearGradient>
<rect x="10" y="10" width="30" height="30" fill="url(#sky)"/>"""


def laid_out(errata: FilePath, markup: str, notes: list[str]) -> tuple[Layout, Profile, Options]:
    (errata / "templates" / "card.svg").write_text(f"<svg>{BASE}{markup}</svg>", "utf-8")
    game = card_data.load(errata.name, errata.parent)
    profile = profile_named("press")
    options = Options(data=errata.parent, profile="press")
    settings = settings_for(options)
    layout = lay_out_pieces(game, "deck", options, Typesetter(), settings, profile, notes.append)
    return layout, profile, options


def transparency(raw: bytes) -> set[str]:
    """What of transparency is in a PDF."""
    found: set[str] = set()
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        for one in pdf.objects:
            if isinstance(one, pikepdf.Dictionary | pikepdf.Stream):
                found |= {str(key) for key in ("/SMask", "/ca", "/CA", "/Group") if key in one}
    return found


def test_a_large_face_is_flattened_within_the_limit_and_that_is_told(
    errata: FilePath, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.painting.flattened.MOST_DOTS_FLAT", 100_000)
    notes: list[str] = []
    layout, _, _ = laid_out(errata, VEIL, notes)
    (use,) = [shape for shape in walk(layout.faces[0].shapes) if isinstance(shape, Use)]
    (image,) = layout.symbols[use.symbol].shapes
    assert isinstance(image, Image)
    assert 90_000 < image.columns * image.rows < 101_000
    assert "errata deck: what shows something through is printed at 98 dpi" in notes[0]


def test_what_shows_through_becomes_a_picture(errata: FilePath, fonts: Fonts) -> None:
    notes: list[str] = []
    layout, profile, options = laid_out(errata, VEIL + WORDS, notes)
    face = layout.faces[0]
    (use,) = [shape for shape in walk(face.shapes) if isinstance(shape, Use)]
    (image,) = layout.symbols[use.symbol].shapes
    assert isinstance(image, Image)
    assert image.width == face.width + 2 * face.bleed
    assert image.columns == pytest.approx(image.width / 25.4 * max(profile.dpi, 400), abs=1)
    assert "Above" in [text.text for text in texts(face.shapes)], "words above stay sharp"
    assert not notes
    raw = paint_pieces(layout, options, profile, fonts)
    assert transparency(raw) == set()
    page = pictures(raw, 2)[0]
    at = page.getpixel((round(28 / 25.4 * 144), round(28 / 25.4 * 144)))
    assert at == pytest.approx((0x7E, 0x77, 0x62), abs=30), "half of each colour"


def test_words_below_are_told(errata: FilePath) -> None:
    notes: list[str] = []
    laid_out(errata, WORDS + VEIL, notes)
    assert [note for note in notes if "words lie below" in note]


def test_an_opaque_gradient_stays_one_in_cmyk(errata: FilePath, fonts: Fonts) -> None:
    layout, profile, options = laid_out(errata, SKY, [])
    raw = paint_pieces(layout, options, profile, fonts)
    assert transparency(raw) == set()
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        spaces = [
            str(shading.ColorSpace)
            for one in pdf.objects
            if isinstance(one, pikepdf.Stream) and "/Resources" in one
            for shading in one.Resources.get("/Shading", {}).values()
        ]
    assert set(spaces) == {"/DeviceCMYK"}
    assert not any(isinstance(one.shapes[0], Image) for one in layout.symbols.values())
