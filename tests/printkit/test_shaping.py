"""Kerning and ligatures: drawn as the fonts ask for, read as plain letters."""

from __future__ import annotations

import io
from itertools import product
from string import ascii_letters

import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from printkit.drawing.shapes import Face
from printkit.drawing.traversal import texts
from printkit.faces.reader import MarkupReader
from printkit.faces.reading.flow import read_flow
from printkit.painting.paint import single
from printkit.painting.pdf import Meta, PdfPainter
from printkit.templating.xml import parse
from printkit.typography.files import FILES
from printkit.typography.flow import Paragraph
from printkit.typography.fonts import Fonts
from tests.sweeps import sweep

FONTS = Fonts()
LETTERS = f"{ascii_letters}.,;:!?’“”()&"


SHAPED = 'text-rendering="optimizeLegibility"'


def pairs_by_fonttools(file: TTFont, first: str, second: str) -> int:
    """What the font's kerning says of a pair of glyphs, as fontTools reads it."""
    table = file["GPOS"].table
    wanted = {index for one in table.FeatureList.FeatureRecord if one.FeatureTag == "kern"
              for index in one.Feature.LookupListIndex}  # fmt: skip
    for index in wanted:
        for part in table.LookupList.Lookup[index].SubTable:
            if part.LookupType != 2 or first not in part.Coverage.glyphs:
                continue
            if part.Format == 1:
                records = part.PairSet[part.Coverage.glyphs.index(first)].PairValueRecord
                found = [one.Value1 for one in records if one.SecondGlyph == second]
                if not found:
                    continue
                return int(found[0].XAdvance)
            row = part.Class1Record[part.ClassDef1.classDefs.get(first, 0)]
            cell = row.Class2Record[part.ClassDef2.classDefs.get(second, 0)]
            return int(cell.Value1.XAdvance)
    return 0


@pytest.mark.parametrize(("family", "pair", "kern"), [
    ("serif", "AV", -129), ("serif", "To", -70), ("serif", "Wa", -71), ("serif", "Th", 0),
    ("sans", "AV", -14), ("sans", "To", -66), ("display", "AV", -119), ("display", "To", -74),
])  # fmt: skip
def test_known_pairs_stand_closer(family: str, pair: str, kern: int) -> None:
    plain, shaped = FONTS.get(family), FONTS.get(family, shaped=True)
    apart = sum(plain.width(letter) for letter in pair)
    assert plain.width(pair) == pytest.approx(apart)
    assert shaped.width(pair) == pytest.approx(apart + kern / 1000)


@pytest.mark.sweep
@pytest.mark.parametrize("family", sweep(FILES, ["serif"]))
def test_all_pairs_are_as_fonttools_reads_them(family: str) -> None:
    font = FONTS.get(family, shaped=True)
    file = TTFont(font.path)
    names = file.getBestCmap()
    kerned = 0
    for left, right in list(product(LETTERS, LETTERS))[:: len(FILES) + 1]:
        expected = pairs_by_fonttools(file, names[ord(left)], names[ord(right)])
        drawn, kerns = font.shaped(left + right)
        if len(drawn) == 2:
            assert list(kerns) == [expected, 0], left + right
            kerned += expected != 0
    assert kerned > 100


@pytest.mark.parametrize("sign", [" ", "\u00a0", "-", "–", "—", "/"])
def test_nothing_kerns_where_a_line_may_break(sign: str) -> None:
    """So that a word is as wide wherever it stands."""
    font = FONTS.get("serif", shaped=True)
    for letter in "TVWAyo":
        together = font.width(f"{sign}{letter}")
        assert together == pytest.approx(font.width(sign) + font.width(letter))


@pytest.mark.parametrize(("family", "word", "glyphs"), [
    ("serif", "office", 4), ("serif", "shuffle", 5), ("serif", "fish", 3), ("serif", "left", 3),
    ("sans", "office", 5), ("sans", "fish", 4), ("display", "draft", 4), ("serif", "deck", 4),
])  # fmt: skip
def test_letters_join_where_the_font_joins_them(family: str, word: str, glyphs: int) -> None:
    assert len(FONTS.get(family, shaped=True).shaped(word)[0]) == glyphs
    assert FONTS.get(family).shaped(word) == (word, ())


def drawn(markup: str) -> Face:
    reader = MarkupReader(FONTS, {})
    face = Face("page", 120, 60, reader.shapes(parse(f"<svg>{markup}</svg>")))
    assert not reader.errors
    return face


def printed(face: Face) -> bytes:
    file = io.BytesIO()
    painter = PdfPainter(file, Meta("", "", "", "", "page"), FONTS, {})
    painter.paint([single(face)])
    painter.save()
    return file.getvalue()


WORDS = "Office fjords: AVATAR’s draft, shuffled first; To waffle, aloft. Tax."


@pytest.mark.parametrize("family", FILES)
@pytest.mark.parametrize("style", ["normal", "italic"])
def test_words_read_back_from_a_pdf_are_plain_letters(family: str, style: str) -> None:
    """By both readers, so that words can be searched for and copied."""
    face = drawn(f'<text x="5" y="20" font-size="10pt" font-family="{family}" font-style="{style}" '
                 f"{SHAPED}>{WORDS}</text>")  # fmt: skip
    pdf = printed(face)
    assert b"".join(pdf.split()).count(b"/ToUnicode") >= 1
    assert PdfReader(io.BytesIO(pdf)).pages[0].extract_text().strip() == WORDS
    document = pypdfium2.PdfDocument(pdf)
    assert document[0].get_textpage().get_text_range().strip() == WORDS
    document.close()


def test_a_run_is_as_wide_in_the_pdf_as_it_was_measured() -> None:
    """The last letter stands where kerning and ligatures leave it."""
    for rendering in (SHAPED, ""):
        face = drawn(f'<text x="5" y="20" font-size="20pt" {rendering}>{WORDS}</text>')
        (run,) = texts(face.shapes)
        document = pypdfium2.PdfDocument(printed(face))
        page = document[0].get_textpage()
        stop = page.get_charbox(page.count_chars() - 1, loose=True)
        assert stop[2] * 25.4 / 72 == pytest.approx(run.x + run.width, abs=0.02)
        document.close()


def flow_fonts(attributes: str) -> set[str]:
    element = parse(f'<svg><flow {attributes}><page><frame x="0" y="0" width="60" height="60"/>'
                    "</page><p>Words <b>and</b> words</p></flow></svg>")[0]  # fmt: skip
    flow = read_flow(MarkupReader(FONTS, {}), element)
    (paragraph,) = flow.blocks
    assert isinstance(paragraph, Paragraph)
    return {one.font.key for word in paragraph.words for one in word.fragments}


def test_flows_are_kerned_unless_they_ask_for_speed() -> None:
    assert all(key.endswith(".shaped") for key in flow_fonts(""))
    assert not any(key.endswith(".shaped") for key in flow_fonts('text-rendering="optimizeSpeed"'))


def test_another_rendering_is_an_error() -> None:
    reader = MarkupReader(FONTS, {})
    reader.shapes(parse('<svg><text x="1" y="1" text-rendering="kerned">Hm</text></svg>'))
    assert ["text-rendering: found 'kerned', expected one of optimizeLegibility" in str(one)
            for one in reader.errors] == [True]  # fmt: skip
