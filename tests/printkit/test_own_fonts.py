"""Fonts of a game's own: every kind of file, what is refused, drawn, kept and found again."""

from __future__ import annotations

import io
import itertools
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fontTools.ttLib import TTFont, newTable
from pypdf import PdfReader

import card_data
from card_data import DataError
from card_data.limits import LARGEST_FONT, MOST_MAPPED
from card_data.model import FAMILIES
from printkit.drawing.shapes import Face, Style, Text, Use
from printkit.drawing.shapes import Path as Stroke
from printkit.drawing.traversal import texts, walk
from printkit.errors import MarkupError
from printkit.faces.wire import Drawn, Weight, packed, unpacked
from printkit.kept.drawings import Drawings
from printkit.options import Options
from printkit.painting.svg import SvgPainter
from printkit.printings import store
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter, keep
from printkit.typography.files import FILES, file_of
from printkit.typography.fonts import SHAPED, SMALL_CAPITALS, SMALLER, Font, Fonts
from printkit.typography.own import cleaning, scripts
from printkit.typography.own.clean import FONT, OWN, Clean, FontError
from tests.card_data.copies import edit
from tests.printed import painted_file
from tests.printkit.font_maker import (
    PLAIN,
    collection,
    composite,
    font,
    saved,
    variable,
)

TEXT = '<text x="5" y="9" font-family="own" font-size="10mm">{}</text>'


def cleaned(raw: bytes, index: int = 0, instance: Any = None, used: str = "") -> Clean:
    return cleaning.clean(raw, index, instance, lambda: used)


def loaded(raw: bytes, **given: Any) -> Font:
    fonts, clean = Fonts(), cleaned(raw, **given)
    fonts.own[clean.key] = clean
    return fonts.by_key(clean.key)


def declare(game: Path, said: str, **files: bytes) -> None:
    """Give the tiny game fonts: what game.yaml says of them, and the files."""
    (game / "fonts").mkdir(exist_ok=True)
    for name, raw in files.items():
        (game / "fonts" / name.replace("_", ".")).write_bytes(raw)
    with (game / "game.yaml").open("a") as file:
        file.write(f"\n{said}\n")


def write(game: Path, markup: str) -> None:
    """Have the front of the tiny game's cards be so."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>'
    (game / "templates" / "card.svg").write_text(svg, "utf-8")


def laid_out(game: Path, typesetter: Typesetter | None = None) -> Layout:
    found = card_data.load(game.name, game.parent)
    return lay_out(found, "deck", Options(data=game.parent), typesetter or Typesetter())


def runs(game: Path, markup: str, typesetter: Typesetter | None = None) -> list[Text]:
    """The texts on the first card of the tiny game."""
    write(game, markup)
    found = texts(laid_out(game, typesetter).faces[0].shapes)
    return [one for one in found if one.y < 60]  # without the stamp


def problem(game: Path, markup: str = TEXT.format("Goose")) -> str:
    with pytest.raises(DataError) as raised:
        runs(game, markup)
    (found,) = raised.value.problems
    return f"{Path(found.file).name} {found.field}: {found.message}"


# --- files


def test_the_families_of_the_kit_are_those_that_no_game_may_call_its_own() -> None:
    assert tuple(FILES) == FAMILIES


@pytest.mark.parametrize(
    ("raw", "said", "width"),
    [
        (saved(font()), "fonts/A.ttf", 0),
        (saved(font(cff=True)), "fonts/A.ttf", 0),
        (collection(font(), font(wide=100)), "{regular: {file: fonts/A.ttf, index: 1}}", 100),
        (variable(), "{regular: {file: fonts/A.ttf, instance: {wght: 650}}}", 100),
        (variable(), "{regular: {file: fonts/A.ttf, instance: Black}}", 200),
        (variable(), "fonts/A.ttf", 0),
    ],
)
def test_every_kind_of_file_is_set_in_its_own_widths(
    raw: bytes, said: str, width: int, errata: Path
) -> None:
    declare(errata, f"fonts: {{own: {said}}}", A_ttf=raw)
    typesetter = Typesetter()
    (text,) = runs(errata, TEXT.format("Gem"), typesetter)
    expected = sum(500 + ord(char) % 100 + width for char in "Gem") / 100
    assert text.width == pytest.approx(expected)
    layout = laid_out(errata, typesetter)
    pdf = PdfReader(io.BytesIO(painted_file(layout, Options(), typesetter.fonts)))
    assert "Gem" in pdf.pages[0].extract_text()
    assert 'aria-label="Gem"' in SvgPainter(typesetter.fonts, layout.symbols).paint(
        layout.sheets[0], "t"
    )


def test_faces_are_by_weight_and_slant_and_none_is_made_up(errata: Path) -> None:
    said = "fonts: {own: {regular: fonts/A.ttf, bold: fonts/B.ttf}}"
    declare(errata, said, A_ttf=saved(font()), B_ttf=saved(font(wide=50)))
    light, heavy = runs(errata, TEXT.format("Gem<b>Gem</b>"))
    assert heavy.width == pytest.approx(light.width + 1.5)
    assert problem(errata, TEXT.format("<i>Gem</i>")) == (
        "card.svg : <text>: the font own has no italic: game.yaml gives it regular and bold "
        "(in 4 of 4 rows of cards; the first is comma)"
    )


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("fonts: {sans: fonts/A.ttf}", "fonts.sans: sans is a family of the kit's own"),
        ("fonts: {own: {}}", "fonts.own: found no font"),
        ("fonts: {own: ../A.ttf}", "fonts.own: found '../A.ttf', expected a font file"),
        ("fonts: {own: /A.ttf}", "fonts.own: found '/A.ttf', expected a font file"),
        ("fonts: {own: [A.ttf]}", "fonts.own: found a list, expected a mapping of fields"),
        ("fonts: {own: {heavy: A.ttf}}", "fonts.own.heavy: unknown key"),
        ("fallback: [sams]", "fallback no. 1: no font sams; did you mean sans?"),
        ("fonts: {own: fonts/B.ttf}", "fonts.own: fonts/B.ttf: cannot be read: there is no such"),
        ("fonts: {own: fonts}", "fonts.own: fonts: cannot be read"),
        (
            "fonts: {own: {bold: {file: fonts/A.ttf, index: 1}}}",
            "fonts.own.bold: fonts/A.ttf: index: found 1, but the file is no collection",
        ),
    ],
)
def test_what_game_yaml_says_wrong_is_told_at_its_field(
    said: str, message: str, errata: Path
) -> None:
    declare(errata, said, A_ttf=saved(font()))
    with pytest.raises(DataError) as raised:
        laid_out(errata)
    (found,) = raised.value.problems
    assert Path(found.file).name == "game.yaml"
    assert found.line > 1
    assert f"{found.field}: {found.message}".startswith(message)


def test_a_link_out_of_the_folder_is_not_followed(errata: Path, tmp_path: Path) -> None:
    (tmp_path / "A.ttf").write_bytes(saved(font()))
    declare(errata, "fonts: {own: fonts/A.ttf}")
    (errata / "fonts" / "A.ttf").symlink_to(tmp_path / "A.ttf")
    assert "is a link that leads out of the game's folder" in problem(errata)


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        ({"wdth": 100.0}, "instance: the font has no axis 'wdth'"),
        ({"wght": 950.0}, "instance.wght: found 950, the font goes from 400 to 900"),
        ("Blak", "instance: the font has no 'Blak'; did you mean Black?"),
    ],
)
def test_an_instance_that_there_is_not(instance: Any, message: str) -> None:
    with pytest.raises(FontError, match=re.escape(message)):
        cleaned(variable(), 0, instance)
    with pytest.raises(FontError, match="the font is not variable"):
        cleaned(saved(font()), 0, instance)


# --- what is refused


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (2, "may not be embedded: it says that its licence is restricted (fsType 2)"),
        (0x200, "may not be embedded: only its bitmaps may"),
        (0x100, "may not be embedded in part"),
    ],
)
def test_a_font_that_may_not_be_embedded(kind: int, message: str) -> None:
    with pytest.raises(FontError, match=re.escape(message)):
        cleaned(saved(font(metrics={"fsType": kind})))


@pytest.mark.parametrize(
    ("kind", "said"),
    [(0, ""), (4, " to preview and print"), (8, " in files that are edited"), (6, " to preview")],
)
def test_how_a_font_may_be_embedded_is_told(kind: int, said: str) -> None:
    made = cleaned(saved(font(metrics={"fsType": kind})))
    assert made.rights.startswith(f"may be embedded{said}")
    assert (made.name, made.licence) == ("Test Regular", "Free for all")


def coloured() -> bytes:
    made = font()
    made["COLR"] = newTable("COLR")
    made["COLR"].version, made["COLR"].ColorLayers = 0, {}
    return saved(made)


def of_itself() -> bytes:
    made = font()
    composite(made, "u0041", "u0042")
    composite(made, "u0042", "u0041")
    made.recalcBBoxes = False
    return saved(made)


def a_bomb() -> bytes:
    """Letters made of two of the one before, each."""
    made = font()
    letters = [f"u{ord(char):04X}" for char in "ABCDEFGH"]
    for before, glyph in itertools.pairwise(letters):
        composite(made, glyph, *[before] * 8)
    made.recalcBBoxes = False
    return saved(made)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "is no TrueType or OpenType font"),
        (b"%PDF-1.4", "is no TrueType or OpenType font"),
        (b"wOF2" + bytes(100), "is a web font"),
        (b"\0\1\0\0" + bytes(100), "has no outlines"),
        (saved(font())[:900], "is damaged"),
        (bytes(LARGEST_FONT + 1), "the file is larger than 16 MiB"),
        (coloured(), "is a font in colours (COLR)"),
        (of_itself(), "has glyphs of parts more than 8 deep"),
        (a_bomb(), "has a glyph of more than 10,000 points"),
        (saved(font()).replace(b"glyf", b"glyx"), "has no outlines"),
        (saved(font()).replace(b"hmtx", b"hmtz"), "lacks the table hmtx"),
        (saved(font("אב")), "has no characters that can be set"),
        (saved(font(units=64, wide=300)), "has a glyph wider than 4 em"),
    ],
)
def test_what_cannot_be_used_is_told_in_words(raw: bytes, message: str) -> None:
    with pytest.raises(FontError, match=re.escape(message)):
        cleaned(raw)


@pytest.mark.parametrize("cff", [False, True])
def test_a_damaged_file_never_makes_anything_but_a_message(cff: bool) -> None:
    raw, chance = (
        saved(font("ABCfi", "feature kern {pos u0041 u0042 -50;} kern;", cff=cff)),
        (random.Random(cff)),
    )
    usable = 0
    for _ in range(60):
        changed = bytearray(raw)
        for _ in range(chance.choice((1, 4, 30))):
            changed[chance.randrange(len(raw))] = chance.choice((0, 1, 127, 255))
        try:
            shaped = Fonts()
            shaped.own["own-x"] = cleaned(bytes(changed))
            shaped.by_key(f"own-x{SHAPED}").width("ABC")
            usable += 1
        except FontError:
            pass
    assert 0 < usable < 60


# --- what is drawn


def test_composites_are_drawn_out() -> None:
    made = font()
    composite(made, "u0041", "u0042", "u0043")
    clean = TTFont(io.BytesIO(cleaned(saved(made)).file))
    glyph = clean["glyf"][clean.getBestCmap()[ord("A")]]
    assert not glyph.isComposite()
    assert len(glyph.coordinates) == 8


def test_a_clean_file_has_nothing_else_and_is_the_same_each_time() -> None:
    raw = saved(font(features="feature kern {pos u0041 u0042 -50;} kern;"))
    first, second = cleaned(raw), cleaned(raw)
    assert first.key == second.key
    kept = set(TTFont(io.BytesIO(first.file)).keys()) - {"GlyphOrder"}
    assert kept == {*("OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name"),
                    *("post", "GPOS")}  # fmt: skip


def test_converted_curves_are_where_they_were() -> None:
    """Within half a unit of a thousand to the em."""
    from fontTools.pens.recordingPen import RecordingPen

    clean = TTFont(io.BytesIO(cleaned(saved(font("O", cff=True))).file))
    pen = RecordingPen()
    clean.getGlyphSet()[clean.getBestCmap()[ord("O")]].draw(pen)
    x, y = (500 + ord("O") % 100) / 2, 350
    farthest, at = 0.0, (0.0, 0.0)
    for operator, points in pen.value:
        if operator == "qCurveTo":
            for start, handle, end in quadratics(at, points):
                for share in (0.25, 0.5, 0.75):
                    found = [
                        (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share**2 * c
                        for a, b, c in zip(start, handle, end, strict=True)
                    ]
                    farthest = max(farthest, away(found[0] / x - 1, found[1] / y - 1) * max(x, y))
        at = points[-1] if points else at
    assert 0 < farthest < 1.5  # what the egg itself is off an ellipse included


def quadratics(start: Any, points: Any) -> Any:
    from fontTools.pens.basePen import decomposeQuadraticSegment

    for handle, end in decomposeQuadraticSegment(points):
        yield start, handle, end
        start = end


def away(x: float, y: float) -> float:
    """How far from the unit circle."""
    return abs(float((x * x + y * y) ** 0.5) - 1)


@pytest.mark.parametrize(("selection", "ascent"), [(0x40, 0.8), (0xC0, 0.9)])
def test_heights_are_as_the_font_says(selection: int, ascent: float) -> None:
    """Those of hhea, or those of OS/2 where USE_TYPO_METRICS asks for them."""
    found = loaded(saved(font(metrics={"fsSelection": selection})))
    assert found.ascent == pytest.approx(ascent)
    assert found.descent == pytest.approx(ascent - 1 if ascent == 0.8 else -0.3, abs=0.21)
    assert found.capitals == pytest.approx(0.7)


@pytest.mark.parametrize(
    "features",
    [
        "feature kern {pos u0041 u0042 -100;} kern;",
        "feature kern {pos [u0041 u0043] [u0042 u0044] -100;} kern;",
        "feature kern {lookup a useExtension {pos u0041 u0042 -100;} a;} kern;",
        "feature kern {pos u0041 <0 0 -100 0> u0042 <0 0 0 0>;} kern;",
        "feature kern {pos u0041 <10 20 -100 0> u0042 <7 0 -3 0>;} kern;",
    ],
)
@pytest.mark.parametrize("units", [1000, 2000])
def test_kerning_of_every_form(features: str, units: int) -> None:
    fonts, clean = Fonts(), cleaned(saved(font(features=features, units=units)))
    fonts.own[clean.key] = clean
    plain, shaped = fonts.by_key(clean.key), fonts.by_key(clean.key + SHAPED)
    assert shaped.width("AB") == pytest.approx(plain.width("AB") - 100 / units)
    assert shaped.width("BA") == pytest.approx(plain.width("BA"))


def test_pairs_of_an_old_table_are_kerning_too() -> None:
    from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

    made = font()
    made["kern"], pairs = newTable("kern"), KernTable_format_0()
    pairs.coverage, pairs.kernTable = 1, {("u0041", "u0042"): -100}
    made["kern"].version, made["kern"].kernTables = 0, [pairs]
    fonts, clean = Fonts(), cleaned(saved(made))
    fonts.own[clean.key] = clean
    assert list(fonts.by_key(clean.key + SHAPED).shaped("AB")[1]) == [-100, 0]


def extracted(game: Path, markup: str) -> str:
    typesetter = Typesetter()
    write(game, markup)
    raw = painted_file(laid_out(game, typesetter), Options(), typesetter.fonts)
    return PdfReader(io.BytesIO(raw)).pages[0].extract_text()


def test_ligatures_are_read_back_as_letters(errata: Path) -> None:
    features = "feature liga {sub u0066 u0069 by fi;} liga;"
    declare(
        errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font(PLAIN, features, extra={"fi": 700}))
    )
    markup = TEXT.format("office").replace("<text", '<text text-rendering="optimizeLegibility"')
    assert "office" in extracted(errata, markup)
    (text,) = runs(errata, markup)
    widths = {char: 500 + ord(char) % 100 for char in "ofce"}
    assert text.width * 100 == pytest.approx(
        widths["o"] + widths["f"] + 700 + widths["c"] + widths["e"]
    )


# --- fallback, and what is not set


def test_characters_that_a_font_lacks_come_from_the_next(errata: Path) -> None:
    said = (
        "fonts: {own: fonts/A.ttf, stars: fonts/B.ttf, more: fonts/C.ttf}\nfallback: [stars, more]"
    )
    star, more = saved(font("★ab")), saved(font("★語"))
    declare(errata, said, A_ttf=saved(font()), B_ttf=star, C_ttf=more)
    typesetter = Typesetter()
    found = runs(errata, TEXT.format("a★b語"), typesetter)
    assert [one.text for one in found] == ["a", "★", "b", "語"]
    keys = {name: cleaned(raw).key for name, raw in (("★", star), ("語", more))}
    assert [one.font for one in found][1::2] == [keys["★"], keys["語"]]
    assert found[0].font == found[2].font
    for before, after in itertools.pairwise(found):
        assert before.x + before.width == pytest.approx(after.x)
    assert "a★b語" in extracted(errata, TEXT.format("a★b語")).replace("\n", "")


def test_a_fallback_helps_a_font_of_the_kit(errata: Path) -> None:
    declare(errata, "fonts: {stars: fonts/B.ttf}\nfallback: [stars]", B_ttf=saved(font("★")))
    found = runs(errata, TEXT.format("a★").replace('font-family="own" ', ""))
    assert [one.text for one in found] == ["a", "★"]


def test_what_no_font_has_is_told_with_all_that_were_tried(errata: Path) -> None:
    said = "fonts: {own: fonts/A.ttf, stars: fonts/B.ttf}\nfallback: [stars]"
    declare(errata, said, A_ttf=saved(font()), B_ttf=saved(font("★")))
    assert "the fonts own and stars have no glyph for '☃' (U+2603)" in problem(
        errata, TEXT.format("★☃")
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("שלום", "right-to-left text is not set yet: found 'ש' (U+05E9)"),
        ("سلام", "right-to-left text is not set yet: found 'س' (U+0633)"),
        ("नम", "Devanagari writing is not set yet: found 'न' (U+0928)"),
        ("ไทย", "Thai writing is not set yet: found 'ไ' (U+0E44)"),
    ],
)
def test_writing_that_is_not_set_yet_is_refused_even_if_a_font_has_it(
    text: str, message: str, errata: Path
) -> None:
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font(PLAIN + text)))
    assert message in problem(errata, TEXT.format(text))


def test_an_emoji_is_set_as_text(errata: Path) -> None:
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font(PLAIN + "☺")))
    assert "".join(one.text for one in runs(errata, TEXT.format("a☺\ufe0f"))) == "a☺"


def test_lines_of_japanese_break_between_signs_and_not_before_a_full_stop(errata: Path) -> None:
    signs = "日本語の文章、です。「語」"
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font(signs)))
    box = (
        '<textbox x="5" y="5" width="30" height="50" font-family="own" font-size="5mm">{}</textbox>'
    )
    lines = [one.text for one in runs(errata, box.format(signs * 2))]
    assert "".join(lines) == signs * 2
    assert len(lines) > 2
    assert not any(line[0] in scripts.ENDS or line[-1] in scripts.BEGINS for line in lines)


def test_of_a_font_with_very_many_characters_those_of_the_game_are_kept(errata: Path) -> None:
    many = "".join(map(chr, range(0x4E00, 0x4E00 + MOST_MAPPED)))
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font(PLAIN + many)))
    edit(errata / "cards.yaml", "word: ", "word: 丁")
    typesetter = Typesetter(kept=lambda game: Drawings())
    (text,) = runs(errata, TEXT.format("{{ card.word[:1] }}&#x4E05;"), typesetter)
    assert text.text == "丁\u4e05"
    (made,) = typesetter.fonts.own.values()
    assert not made.whole
    assert len(made.file) < 40_000


# --- runs that look otherwise


def test_a_span_has_a_colour_a_weight_and_a_size(errata: Path) -> None:
    markup = '<text x="5" y="9" font-size="10mm">a<span fill="#ff0000" font-weight="bold">b</span>'
    plain, span, small = runs(errata, f'{markup}<span font-size="50%">c</span></text>')
    assert (plain.fill, span.fill, small.fill) == ("#000000", "#ff0000", "#000000")
    assert (span.font, small.font) == ("SourceSerifPro-Bold", plain.font)
    assert (plain.size, small.size) == (10, 5)
    assert small.width == pytest.approx(5 * Fonts().get("serif").width("c"))


def test_an_icon_in_a_span_has_its_colour_and_its_size(errata: Path) -> None:
    icon = '<icon name="goose"/>'
    span = f'<span fill="#ff0000" font-size="50%">{icon}</span>'
    write(errata, f'<text x="5" y="9" font-size="10mm">{icon}{span}</text>')
    plain, own = [one for one in walk(laid_out(errata).faces[0].shapes) if isinstance(one, Use)]
    assert (plain.colour, own.colour) == ("#000000", "#ff0000")
    assert own.side == plain.side / 2


@pytest.mark.parametrize(("how", "below"), [("underline", 0.12), ("line-through", -0.25)])
def test_a_line_under_or_through_a_span_is_as_long_as_it(
    how: str, below: float, errata: Path
) -> None:
    span = f'<span fill="#ff0000" text-decoration="{how}">b <b>c</b></span>'
    markup = f'<text x="5" y="9" font-size="10mm">a {span}<span text-decoration="none">d</span>'
    write(errata, f"{markup}</text>")
    found = list(walk(laid_out(errata).faces[0].shapes))
    _, first, second, *_ = [one for one in found if isinstance(one, Text)]
    lines = [one for one in found if isinstance(one, Stroke)]
    ends = [[x for _, (x, _) in one.steps] for one in lines]
    assert ends == [pytest.approx([one.x, one.x + one.width]) for one in (first, second)]
    assert {y for one in lines for _, (_, y) in one.steps} == {9 + 10 * below}
    assert {one.style for one in lines} == {Style(None, "#ff0000", 0.6)}
    assert extracted(errata, f"{markup}</text>").startswith("a b cd")


def test_letters_are_spaced_out_in_the_pdf_as_they_are_measured(errata: Path) -> None:
    markup = '<text x="5" y="9" font-size="10mm" letter-spacing="{}">abc</text>'
    plain, by_mm, by_em = (runs(errata, markup.format(one))[0] for one in ("0", "1", "0.1em"))
    assert by_mm.width == by_em.width == pytest.approx(plain.width + 3)
    assert by_mm.letter_space == pytest.approx(1)
    typesetter = Typesetter()
    write(errata, markup.format("1"))
    layout = laid_out(errata, typesetter)
    assert (
        "abc"
        in PdfReader(io.BytesIO(painted_file(layout, Options(), typesetter.fonts)))
        .pages[0]
        .extract_text()
    )
    places = re.findall(
        r'aria-label="abc".*?</g>', SvgPainter(typesetter.fonts, {}).paint(layout.sheets[0], "")
    )[0]
    second = float(re.findall(r' x="([\d.]+)"', places)[1])
    assert second == pytest.approx(Fonts().get("serif").width("a") + 0.1, abs=1e-3)


def test_spaced_letters_are_not_joined(errata: Path) -> None:
    markup = (
        '<text x="5" y="9" font-size="9pt" letter-spacing="1" text-rendering="optimizeLegibility">'
    )
    (text,) = runs(errata, f"{markup}fi</text>")
    assert not text.font.endswith(SHAPED)


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ('letter-spacing="wide"', "letter-spacing: found 'wide', expected a length"),
        ('letter-spacing="xem"', "letter-spacing: found 'xem', expected 0.05em or 0.3"),
        ('letter-spacing="99"', "letter-spacing: found '99', expected -0.2 to 2 em"),
        ('letter-spacing="nanem"', "letter-spacing: found 'nanem', expected"),
        ('font-size="120%"', "font-size: found '120%', expected a share"),
        ('font-size="9pt"', "font-size: found '9pt', expected a share"),
        ('font-variant="caps"', "font-variant: found 'caps', expected one of"),
        ('fill="none"', "fill: found 'none', expected a colour"),
        ('text-decoration="blink"', "text-decoration: found 'blink', expected one of none"),
        ('size="9"', "size has no effect here: use font-size"),
        ('font-family="fancy"', "font-family: found 'fancy', expected one of serif"),
    ],
)
def test_a_wrong_span_is_told_at_its_place(attribute: str, message: str, errata: Path) -> None:
    markup = f'<text x="5" y="9">a<span {attribute}>b</span></text>'
    assert message in problem(errata, markup)


@pytest.mark.parametrize(
    ("features", "scale"), [("", SMALLER), ("feature smcp {sub u0067 by small;} smcp;", 1.0)]
)
def test_small_capitals_are_drawn_as_capitals_and_read_as_letters(
    features: str, scale: float, errata: Path
) -> None:
    raw = saved(font(PLAIN, features, extra={"small": 444}))
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=raw)
    markup = TEXT.format("Gg").replace("<text", '<text font-variant="small-caps"')
    found = runs(errata, markup)
    width = 444 if features else 500 + ord("G") % 100
    assert found[-1].size == pytest.approx(10 * scale)
    assert sum(one.width for one in found) == pytest.approx(
        (500 + ord("G") % 100) / 100 + width * scale / 100
    )
    assert all(one.font.endswith(SMALL_CAPITALS) for one in found)
    assert "Gg" in extracted(errata, markup)


def test_small_capitals_of_the_kit_and_a_letter_without_one(errata: Path) -> None:
    markup = '<text x="5" y="9" font-size="9pt" font-variant="small-caps">straße</text>'
    assert "straße" in extracted(errata, markup)


# --- kept and found again


class Counting:
    """Counts how often a font is made clean."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        clean = cleaning.clean

        def counting(*given: Any) -> Clean:
            self.times += 1
            return clean(*given)

        monkeypatch.setattr(cleaning, "clean", counting)


def test_a_second_build_parses_no_font(errata: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font()))
    write(errata, TEXT.format("Gem"))
    count, drawings = Counting(monkeypatch), Drawings()
    laid_out(errata, Typesetter(kept=lambda game: drawings))
    assert count.times == 1
    again = Typesetter(kept=lambda game: Drawings(dict(drawings.lasting())))
    laid_out(errata, again)
    assert count.times == 1
    assert len(again.fonts.own) == 1


def test_another_file_of_the_same_name_is_drawn_anew(errata: Path) -> None:
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font()))
    drawings = Drawings()
    (before,) = runs(errata, TEXT.format("Gem"), Typesetter(kept=lambda game: drawings))
    (errata / "fonts" / "A.ttf").write_bytes(saved(font(wide=100)))
    drawings = Drawings(dict(drawings.lasting()))
    (after,) = runs(errata, TEXT.format("Gem"), Typesetter(kept=lambda game: drawings))
    assert after.width == pytest.approx(before.width + 3)
    assert after.font != before.font


def test_another_fallback_is_drawn_anew(errata: Path) -> None:
    said = "fonts: {one: fonts/A.ttf, two: fonts/B.ttf}\nfallback: [one]"
    declare(errata, said, A_ttf=saved(font("★")), B_ttf=saved(font("★", wide=9)))
    drawings = Drawings()
    markup = TEXT.format("★").replace("own", "sans")
    (before,) = runs(errata, markup, Typesetter(kept=lambda game: drawings))
    edit(errata / "game.yaml", "fallback: [one]", "fallback: [two]")
    (after,) = runs(errata, markup, Typesetter(kept=lambda game: drawings))
    assert before.font != after.font


@pytest.mark.usefixtures("walls")
def test_fonts_come_from_behind_the_wall(errata: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font()))
    count, typesetter = Counting(monkeypatch), Typesetter()
    (text,) = runs(errata, TEXT.format("Gem"), typesetter)
    typesetter.close()
    assert count.times == 0  # in this process
    assert [*typesetter.fonts.own] == [text.font]


def test_what_comes_from_behind_the_wall_is_a_font_or_nothing() -> None:
    fonts = Fonts()
    wrong = [b"", b"\xc1", msgspec.msgpack.encode(Clean(b"no font", "", "", ""))]
    for raw in wrong:
        keep(None, fonts, Weight(), FONT, raw)
    assert fonts.own == {}
    keep(None, fonts, Weight(), FONT, msgspec.msgpack.encode(cleaned(saved(font()))))
    (key,) = fonts.own
    assert key.startswith(OWN)


def test_a_font_whose_characters_have_no_glyphs_is_refused() -> None:
    made = font()
    for table in made["cmap"].tables:
        table.cmap[ord("x")] = "glyph65001"
    file = saved(made)
    with pytest.raises(FontError, match="is damaged"):
        cleaning.clean(file, 0, None, lambda: ())
    fonts = Fonts()
    raw = msgspec.msgpack.encode(Clean(file, "Odd", "", ""))
    keep(None, fonts, Weight(), FONT, raw)
    assert fonts.own == {}


@pytest.mark.parametrize("ending", ["", SHAPED, SMALL_CAPITALS])
def test_a_text_in_a_font_that_did_not_come_is_refused(ending: str) -> None:
    text = Text(0, 0, "a", f"{OWN}0{ending}", 3, 2)
    raw = packed(Drawn([Face("a", 9, 9, (text,), 1, 0, 0, 0, None)], {}, []))
    with pytest.raises(MarkupError, match="a text in an unknown font"):
        unpacked(raw, Weight())
    assert unpacked(raw, Weight(fonts={f"{OWN}0"})).faces


def test_a_printing_keeps_the_fonts_that_it_was_set_in(
    errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))
    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font()))
    write(errata, TEXT.format("Gem"))
    typesetter = Typesetter()
    layout = laid_out(errata, typesetter)
    printing = store.keep(layout.game, [layout], Options(), typesetter.fonts, "first")
    shutil.rmtree(errata / "fonts")
    fonts = Fonts()
    assert store.drawings(printing, "deck", fonts).faces
    assert fonts.own == typesetter.fonts.own
    kept = printing.folder / "data" / errata.name / "fonts" / "A.ttf"
    assert kept.read_bytes() == saved(font())


def test_check_says_how_fonts_may_be_embedded(errata: Path) -> None:
    from printkit.printing.builder import check

    declare(errata, "fonts: {own: fonts/A.ttf}", A_ttf=saved(font(metrics={"fsType": 4})))
    (errata / "rulebook.yaml").unlink()
    said = check([errata.name], "a4", errata.parent)
    assert (
        f"{errata.name}: the font Test Regular may be embedded to preview and print: " in (said[-1])
    )
    assert said[-1].endswith("Free for all")


def test_what_draws_loads_nothing_that_reads_fonts_of_strangers() -> None:
    loads = "import sys, printkit.sheets.layout, printkit.painting.pdf"
    code = f"{loads}; print('fontTools' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


@pytest.mark.sweep
def test_a_real_font_looks_the_same_converted() -> None:
    """The outlines of an OpenType font, painted before and after, dot by dot."""
    import resvg_py
    from fontTools.pens.svgPathPen import SVGPathPen
    from PIL import Image, ImageChops

    raw = file_of("SourceSerifPro-Regular").with_suffix(".otf").read_bytes()

    def drawn(file: bytes) -> Any:
        made, x, paths = TTFont(io.BytesIO(file)), 0, ""
        glyphs, names = made.getGlyphSet(), made.getBestCmap()
        for char in "Hamburgefonts 06 ÄQ&$ß":
            pen = SVGPathPen(glyphs)
            glyphs[names[ord(char)]].draw(pen)
            paths += f'<path transform="translate({x} 999) scale(1 -1)" d="{pen.getCommands()}"/>'
            x += glyphs[names[ord(char)]].width
        size = f'viewBox="0 0 {x} 1400" width="{x / 10:.0f}" height="140"'
        back = f'<rect width="{x}" height="1400" fill="#ffffff"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{back}{paths}</svg>'
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg))
        return Image.open(io.BytesIO(png)).convert("L")

    before, after = drawn(raw), drawn(cleaned(raw).file)
    differing = sum(ImageChops.difference(before, after).histogram()[33:])
    assert differing < 0.02 * sum(before.histogram()[:128])
