"""Fonts of a game's own: every kind of file, what is refused, and what is drawn."""

import io
import itertools
import random
import re
from pathlib import Path
from struct import pack
from typing import Any
from unittest.mock import Mock

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.teePen import TeePen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from pypdf import PdfReader

from card_data import DataError
from card_data.limits import LARGEST_FONT
from card_data.model import FAMILIES
from card_data.program.sandbox import OverLimitError
from printkit.faces.fonts import font_file
from printkit.options import Options
from printkit.painting.svg import SvgPainter
from printkit.printing.checking import check
from printkit.sheets.typesetting import Typesetter
from printkit.typography.files import FILES, file_of
from printkit.typography.fonts import SHAPED, Font, Fonts, seen
from printkit.typography.own_fonts import rewrite, scripts
from printkit.typography.own_fonts.clean_font import CleanFont, FontError
from printkit.typography.own_fonts.font_file import axis_values
from tests.card_data.copies import edit
from tests.printed import painted_file
from tests.printkit.font_maker import (
    PLAIN,
    builder,
    collection,
    composite,
    encoded,
    font,
    named,
    packed,
    saved,
    variable,
)
from tests.printkit.tiny_card import extracted, laid_out, problem, runs, write

TEXT = '<text x="5" y="9" font-family="own" font-size="10mm">{}</text>'
SHAPED_TEXT = TEXT.replace("<text", '<text text-rendering="optimizeLegibility"')
OWN = "fonts: {own: fonts/A.ttf}"
KERNED = "feature kern {pos u0041 u0042 -100;} kern;"


def cleaned(raw: bytes, index: int = 0, instance: Any = None, used: str = "") -> CleanFont:
    return rewrite.clean(raw, index, instance, used)


def loaded(raw: bytes, ending: str = "", **given: Any) -> Font:
    fonts, clean = Fonts(), cleaned(raw, **given)
    fonts.own[clean.key] = clean
    return fonts.by_key(clean.key + ending)


def declare(game: Path, said: str, **files: bytes) -> None:
    (game / "fonts").mkdir(exist_ok=True)
    for name, raw in files.items():
        (game / "fonts" / name.replace("_", ".")).write_bytes(raw)
    with (game / "game.yaml").open("a") as file:
        file.write(f"\n{said}\n")


def widths(text: str) -> float:
    return sum(500 + ord(char) % 100 for char in text)


def test_families_of_the_kit_are_reserved() -> None:
    assert tuple(FILES) == FAMILIES


@pytest.mark.parametrize(("raw", "said", "wider"), [
    (saved(font()), "fonts/A.ttf", 0),
    (saved(font(cff=True)), "fonts/A.ttf", 0),
    (collection(font(), font(wide=100)), "{regular: {file: fonts/A.ttf, index: 1}}", 100),
    (variable(), "{regular: {file: fonts/A.ttf, instance: {wght: 650}}}", 100),
    (variable(), "{regular: {file: fonts/A.ttf, instance: Black}}", 200),
    (variable(), "fonts/A.ttf", 0),
    (variable(least=100), "fonts/A.ttf", 75),
    (packed(font()), "fonts/A.ttf", 0),
])  # fmt: skip
def test_every_font_kind_has_its_own_widths(
    raw: bytes, said: str, wider: int, errata: Path
) -> None:
    declare(errata, f"fonts: {{own: {said}}}", A_ttf=raw)
    (text,) = runs(errata, TEXT.format("Gem"))
    assert text.width * 100 == pytest.approx(widths("Gem") + 3 * wider)
    assert "Gem" in extracted(errata, TEXT.format("Gem"))
    typesetter = Typesetter()
    layout = laid_out(errata, typesetter)
    drawn = SvgPainter(typesetter.fonts, layout.symbols).paint(layout.sheets[0], "t")
    assert 'aria-label="Gem"' in drawn


def test_missing_weight_or_slant_is_reported(errata: Path) -> None:
    said = "fonts: {own: {regular: fonts/A.ttf, bold: fonts/B.ttf}}"
    declare(errata, said, A_ttf=saved(font()), B_ttf=saved(font(wide=50)))
    light, heavy = runs(errata, TEXT.format("Gem<b>Gem</b>"))
    assert heavy.width == pytest.approx(light.width + 1.5)
    assert problem(errata, TEXT.format("<i>Gem</i>")) == (
        "card.svg : <text>: the font own has no italic: game.yaml gives it regular and bold; name "
        "a file for italic there, or a variable font again (in 4 of 4 rows of cards; the "
        "first is comma)"
    )


@pytest.mark.parametrize(("said", "message"), [
    ("fonts: {sans: fonts/A.ttf}", "fonts.sans: sans is a family of the kit's own"),
    ("fonts: {own: {}}", "fonts.own: found no font"),
    ("fonts: {own: ../A.ttf}", "fonts.own: found '../A.ttf', expected a font file"),
    ("fonts: {own: /A.ttf}", "fonts.own: found '/A.ttf', expected a font file"),
    ("fonts: {own: [A.ttf]}", "fonts.own: found a list, expected a mapping of fields"),
    ("fonts: {own: {heavy: A.ttf}}", "fonts.own.heavy: unknown key"),
    ("fonts: {own: {file: fonts/A.ttf}}", "fonts.own.file: belongs to one of its fonts: write"),
    ("fallback: [sams]", "fallback no. 1: no font sams; did you mean sans?"),
    ("fonts: {own: fonts/B.ttf}", "fonts.own: fonts/B.ttf: cannot be read: there is no such"),
    ("fonts: {own: fonts}", "fonts.own: fonts: cannot be read"),
    ("fonts: {own: {bold: {file: fonts/A.ttf, index: 1}}}",
     "fonts.own.bold: fonts/A.ttf: index: found 1, but the file is no collection"),
])  # fmt: skip
def test_wrong_font_entry_is_reported_at_its_field(said: str, message: str, errata: Path) -> None:
    declare(errata, said, A_ttf=saved(font()))
    with pytest.raises(DataError) as raised:
        laid_out(errata)
    (found,) = raised.value.problems
    assert Path(found.file).name == "game.yaml"
    assert found.line > 1
    assert f"{found.field}: {found.message}".startswith(message)


@pytest.mark.parametrize(("cut", "place"), [
    ("regular", {"wght": 400, "slnt": 0, "wdth": 75}),
    ("bold", {"wght": 700, "slnt": 0, "wdth": 75}),
    ("bold-italic", {"wght": 700, "slnt": -10, "wdth": 75}),
])  # fmt: skip
def test_a_variable_font_is_as_bold_and_slanted_as_its_place_in_the_family(
    cut: str, place: dict[str, float]
) -> None:
    made = builder(extra=None, metrics=None)
    axes = [("wght", 100, 100, 900), ("slnt", -10, 0, 0), ("wdth", 75, 75, 125)]
    made.setupFvar([(*axis, axis[0]) for axis in axes], [])
    assert axis_values(made.font, None, cut) == place
    assert axis_values(made.font, {"wght": 250}, cut) == {**place, "wght": 250}


def test_a_variable_font_that_does_not_slant_is_no_italic(errata: Path) -> None:
    declare(errata, "fonts: {own: {regular: fonts/A.ttf, italic: fonts/A.ttf}}", A_ttf=variable())
    with pytest.raises(DataError, match=r"fonts\.own\.italic: fonts/A\.ttf: has no italic: leave "):
        laid_out(errata)
    leaning = builder(extra=None, metrics={"fsSelection": 1})
    leaning.setupFvar([("wght", 400, 400, 900, "Weight")], [])
    assert axis_values(leaning.font, None, "italic") == {"wght": 400}


@pytest.mark.parametrize(("instance", "message"), [
    ({"wdth": 100.0}, "instance: the font has no axis 'wdth'"),
    ({"wght": 950.0}, "instance.wght: found 950, the font goes from 400 to 900"),
    ("Blak", "instance: the font has no 'Blak'; did you mean Black?"),
])  # fmt: skip
def test_unknown_instance_is_refused(instance: Any, message: str) -> None:
    with pytest.raises(FontError, match=re.escape(message)):
        cleaned(variable(), 0, instance)
    with pytest.raises(FontError, match="the font is not variable"):
        cleaned(saved(font()), 0, instance)


def licensed(kind: int) -> bytes:
    return saved(font(metrics={"fsType": kind}))


def test_embedding_rights_are_read_and_told_by_check(errata: Path) -> None:
    rights = {0: "", 4: " to preview and print", 8: " in files that are edited", 6: " to preview"}
    for kind, said in rights.items():
        made = cleaned(licensed(kind))
        assert made.rights.startswith(f"may be embedded{said}")
        assert (made.name, made.licence) == ("Test Regular", "Free for all")
    declare(errata, OWN, A_ttf=licensed(4))
    (errata / "rulebook.yaml").unlink()
    (*_, told) = check([errata.name], "a4", errata.parent)
    assert f"{errata.name}: the font Test Regular may be embedded to preview and print: " in told
    assert told.endswith("Free for all")


def test_a_font_is_read_once_for_all_components(
    monkeypatch: pytest.MonkeyPatch, errata: Path
) -> None:
    declare(errata, OWN, A_ttf=saved(font()))
    read = Mock(side_effect=font_file)
    monkeypatch.setattr("printkit.faces.fonts.font_file", read)
    check([errata.name], "a4", errata.parent)
    read.assert_called_once()


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


def without_glyphs() -> bytes:
    made = font()
    for table in made["cmap"].tables:
        table.cmap[ord("x")] = "glyph65001"
    return saved(made)


@pytest.mark.parametrize(("raw", "message"), [
    (b"", "is no TrueType or OpenType font"),
    (b"%PDF-1.4", "is no TrueType or OpenType font"),
    (b"wOF2" + bytes(100), "name its .ttf or .otf file, or install the Python package brotli"),
    (b"\x80\1%!PS-AdobeFont-1.0", "save it as .ttf with a program for fonts"),
    (b"\0\1\0\0" + bytes(100), "has no outlines"),
    (saved(font())[:900], "is damaged"),
    (bytes(LARGEST_FONT + 1), "the file is larger than 32 MiB"),
    (coloured(), "is a font in colours (COLR)"),
    (of_itself(), "is damaged"),
    (without_glyphs(), "is damaged"),
    (saved(font()).replace(b"glyf", b"glyx"), "has no outlines"),
    (saved(font()).replace(b"hmtx", b"hmtz"), "is damaged"),
    (saved(font("")), "has no characters"),
    (saved(font(units=8)), "its measures make no sense"),
    (licensed(2), "may not be embedded: its licence is restricted (fsType 2)"),
    (licensed(0x200), "may not be embedded: only its bitmaps may"),
    (licensed(0x100), "may not be embedded in part"),
])  # fmt: skip
def test_unusable_font_is_refused_with_a_reason(raw: bytes, message: str) -> None:
    with pytest.raises(FontError, match=re.escape(message)):
        cleaned(raw)


@pytest.mark.parametrize("cff", [False, True])
def test_damaged_font_only_raises_font_error(cff: bool) -> None:
    raw, chance, usable = saved(font("ABCfi", KERNED, cff=cff)), random.Random(cff), 0
    for _ in range(60):
        changed = bytearray(raw)
        for _ in range(chance.choice((1, 4, 30))):
            changed[chance.randrange(len(raw))] = chance.choice((0, 1, 127, 255))
        try:
            loaded(bytes(changed), SHAPED).width("ABC")
            usable += 1
        except FontError:
            pass
    assert 0 < usable < 60


@pytest.mark.parametrize("text", ["\ue0fe", "A"])
def test_very_wide_glyph_is_set(text: str, errata: Path) -> None:
    """Such as Linux Libertine's, of 6 em, for a character of private use."""
    declare(errata, OWN, A_ttf=saved(font("A\ue0fe", wide=5500)))
    (found,) = runs(errata, TEXT.format(text))
    assert found.width * 100 == pytest.approx(widths(text) + 5500)


def test_a_table_that_is_not_needed_may_be_damaged() -> None:
    made = font()
    made["gasp"] = newTable("gasp")
    made["gasp"].version, made["gasp"].gaspRange = 0, {0xFFFF: 15}
    file = bytearray(saved(made))
    at = int.from_bytes(file[(entry := file.index(b"gasp")) + 8 : entry + 12], "big")
    file[at + 3] = 9  # ranges that there are not
    assert cleaned(bytes(file)).name == "Test Regular"


@pytest.mark.parametrize("start", [0, 0xF000])
def test_signs_of_a_symbol_font_are_at_its_codes_and_at_the_letters_typed(
    start: int, errata: Path
) -> None:
    """Windows has them from U+F020 on, and types the euro sign for 80."""
    made = encoded(font("abc"), 3, 0, {start + 0x41: "a", start + 0x80: "b", start + 0xE9: "c"})
    declare(errata, OWN, A_ttf=saved(made))
    for typed in ("A€é", "\uf041\uf080\uf0e9"):
        (text,) = runs(errata, TEXT.format(typed))
        assert text.width * 100 == pytest.approx(widths("abc"))


def test_signs_of_a_symbol_font_do_not_stand_in_for_letters(errata: Path) -> None:
    said = f"{OWN[:-1]}, signs: fonts/B.ttf}}\nfallback: [signs]"
    signs = encoded(font("ab"), 3, 0, {0xF041: "a", 0xF0E9: "b"})
    declare(errata, said, A_ttf=saved(font("A")), B_ttf=saved(signs))
    assert [one.width * 100 for one in runs(errata, TEXT.format("A\uf0e9"))] == pytest.approx(
        [widths("A"), widths("b")]
    )
    assert "own and signs have no glyph for 'é'" in problem(errata, TEXT.format("é"))


def test_a_symbol_font_keeps_its_characters_of_unicode() -> None:
    made, unicode = font("★AB"), font("★A")["cmap"].tables
    encoded(made, 3, 0, {0xF041: "B", 0xF042: "B"})["cmap"].tables += unicode
    assert loaded(saved(made), used="★").width("AB★") * 1000 == pytest.approx(widths("AB★"))


@pytest.mark.parametrize(("platform", "encoding", "char"), [(1, 0, "é"), (3, 4, "你")])
def test_a_font_without_unicode_is_read_in_its_own_encoding(
    platform: int, encoding: int, char: str
) -> None:
    code = int.from_bytes(char.encode("mac_roman" if platform == 1 else "big5"), "big")
    made = encoded(font(f"A{char}"), platform, encoding, {0x41: "A", code: char})
    known = loaded(saved(made), used=char)
    assert known.width(f"A{char}") * 1000 == pytest.approx(widths(f"A{char}"))


def test_fonts_over_the_limit_are_reported_at_the_slowest(
    monkeypatch: pytest.MonkeyPatch, errata: Path
) -> None:
    said = "fonts: {one: fonts/A.ttf, two: {bold: fonts/B.ttf}, three: fonts/C.ttf}"
    raw = saved(font())
    declare(errata, said, A_ttf=raw, B_ttf=raw, C_ttf=saved(font(wide=1)))
    times = iter((0, 1, 1, 9, 9, 12))  # before and after each
    monkeypatch.setattr("printkit.faces.fonts.process_time", lambda: next(times))
    limit = OverLimitError("takes too long: more than 20 seconds of computing")
    made = cleaned(raw)
    monkeypatch.setattr(rewrite, "clean", Mock(side_effect=[made, made, limit]))
    line = len((errata / "game.yaml").read_text().splitlines())
    with pytest.raises(OverLimitError) as raised:
        laid_out(errata)
    assert str(raised.value) == (
        f"{errata}/game.yaml:{line}:39: field fonts.two.bold: fonts/B.ttf: takes too long: more "
        "than 20 seconds of computing; it is the slowest of the fonts: name a TrueType file (.ttf) "
        "of one weight instead, which is faster"
    )


def test_a_font_file_counts_once_however_often_it_is_named(
    monkeypatch: pytest.MonkeyPatch, errata: Path
) -> None:
    raw = variable()
    monkeypatch.setattr("printkit.faces.fonts.LARGEST_FONTS", len(raw))
    said = "fonts: {own: {regular: fonts/A.ttf, bold: fonts/A.ttf}"
    declare(errata, f"{said}}}", A_ttf=raw, B_ttf=saved(font()))
    light, heavy = runs(errata, TEXT.format("Gem<b>Gem</b>"))
    assert heavy.width == pytest.approx(light.width + 3 * 1.2)
    edit(errata / "game.yaml", f"{said}}}", f"{said}, other: fonts/B.ttf}}")
    with pytest.raises(DataError, match=r"fonts/B\.ttf: is too much"):
        laid_out(errata)


def test_composites_are_drawn_out() -> None:
    made = font()
    composite(made, "u0041", "u0042", "u0043")
    clean = TTFont(io.BytesIO(cleaned(saved(made)).file))
    glyph = clean["glyf"][clean.getBestCmap()[ord("A")]]
    assert not glyph.isComposite()
    assert len(glyph.coordinates) == 8


def test_a_font_is_written_alike_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """FontBuilder of fontTools 4.68 dates a font by the clock."""
    raw = saved(font(features=KERNED))
    found = []
    for now in (3_800_000_000, 3_900_000_000):
        monkeypatch.setattr("fontTools.fontBuilder.timestampNow", lambda now=now: now)
        found.append(cleaned(raw))
    assert found[0] == found[1]


def test_converted_curves_keep_their_shape_and_turn_round() -> None:
    """Areas within a thousandth of what the glyph's box has, and boxes within a unit."""
    raw, words = file_of("SourceSerifPro-Regular").with_suffix(".otf").read_bytes(), "Hag&$ß8Ä"
    files = [TTFont(io.BytesIO(file)) for file in (raw, cleaned(raw, used=words).file)]
    sets = [(made.getGlyphSet(), made.getBestCmap()) for made in files]
    for char in words:
        areas, boxes = [], []
        for glyphs, names in sets:
            area, box = AreaPen(glyphs), BoundsPen(glyphs)
            glyphs[names[ord(char)]].draw(TeePen(area, box))
            areas.append(area.value)
            boxes.append(box.bounds)
        assert boxes[1] == pytest.approx(boxes[0], abs=1)
        left, low, right, high = boxes[0]
        assert areas[1] == pytest.approx(-areas[0], abs=0.001 * (right - left) * (high - low))


@pytest.mark.parametrize(("selection", "ascent", "descent"), [(0x40, 0.8, -0.2), (0xC0, 0.9, -0.3)])
def test_heights_are_as_the_font_says(selection: int, ascent: float, descent: float) -> None:
    """Those of hhea, or those of OS/2 where USE_TYPO_METRICS asks for them."""
    found = loaded(saved(font(metrics={"fsSelection": selection})))
    assert (found.ascent, found.descent, found.capitals) == pytest.approx((ascent, descent, 0.7))


@pytest.mark.parametrize("features", [
    KERNED,
    "feature kern {pos [u0041 u0043] [u0042 u0044] -100;} kern;",
    "feature kern {lookup a useExtension {pos u0041 u0042 -100;} a;} kern;",
    "feature kern {pos u0041 <0 0 -100 0> u0042 <0 0 0 0>;} kern;",
    "feature kern {pos u0041 <10 20 -100 0> u0042 <7 0 -3 0>;} kern;",
    "feature kern {pos [u0041 u0043] <10 20 -100 0> [u0042 u0044] <7 0 -3 0>;} kern;",
    "feature kern {pos u0041 <7 0 0 0> u0043 <0 0 0 0>; pos u0041 u0042 -100;} kern;",
])  # fmt: skip
@pytest.mark.parametrize("units", [1000, 2000])
def test_kerning_of_every_form(features: str, units: int) -> None:
    raw = saved(font(features=features, units=units))
    plain, shaped = loaded(raw), loaded(raw, SHAPED)
    assert shaped.width("AB") == pytest.approx(plain.width("AB") - 100 / units)
    assert shaped.width("BA") == pytest.approx(plain.width("BA"))


@pytest.mark.parametrize(("instance", "kern"), [(None, -100), ({"wght": 650}, -150)])
def test_kerning_varies_with_the_letters(instance: Any, kern: int) -> None:
    raw = variable("feature kern {pos u0041 u0042 (wght=400:-100 wght=900:-200);} kern;")
    assert list(loaded(raw, SHAPED, instance=instance).shaped("AB")[1]) == [kern, 0]


@pytest.mark.parametrize(("features", "kern"), [("", -100), (KERNED.replace("100", "50"), -50)])
def test_kern_table_is_used_where_gpos_has_none(features: str, kern: int) -> None:
    made = font(features=features)
    made["kern"], pairs = newTable("kern"), KernTable_format_0()
    pairs.coverage, pairs.kernTable = 1, {("u0041", "u0042"): -100, ("u0043", "u0044"): -7}
    made["kern"].version, made["kern"].kernTables = 0, [pairs]
    assert list(loaded(saved(made), SHAPED).shaped("AB")[1]) == [kern, 0]


@pytest.mark.parametrize("version", [0, 1])
def test_classes_of_the_kern_table_are_read(version: int) -> None:
    """As in Play (fonts-play 1.002 of Debian 12): Apple's head, pairs and then classes, which
    fontTools 4.68 leaves out. HarfBuzz (hb-ot-kern-table.hh) reads both."""
    made, names = font(), font().getGlyphOrder()
    head = 8 if version else 6
    rows, columns = head + 20, 2  # offsets: of the second row and the second column
    table = pack(">4H", 4, head + 8, head + 14, head + 20 - 4)
    table += pack(">3H", names.index("u0041"), 1, rows) + pack(
        ">3H", names.index("u0042"), 1, columns
    )
    table += pack(">2h", 0, -100)
    size = head + len(table)
    start = pack(">LBBH", size, 0, 2, 0) if version else pack(">2HBB", 0, size, 2, 1)
    made["kern"] = DefaultTable("kern")
    made["kern"].data = (pack(">2L", 1 << 16, 1) if version else pack(">2H", 0, 1)) + start + table
    assert list(loaded(saved(made), SHAPED).shaped("ABA")[1]) == [-100, 0, 0]


def test_letters_of_a_monospaced_font_are_as_wide_as_each_other(errata: Path) -> None:
    """As in Liberation Mono 1.07.4 (fonts-liberation), of 2048 units: reportlab 5.1.0 scales the
    advances that its table hmtx has once, at the end, as if they were of 1000 units."""
    made = font(
        f"{PLAIN}\u0302", "feature liga {sub u0066 u0069 by fi;} liga;", units=2048, extra={"fi": 0}
    )
    for name, (_, left) in made["hmtx"].metrics.items():
        made["hmtx"][name] = 1229, left
    raw = saved(made)
    for text in ("x", "-", "\u2010", "\u00ad", "x\u0302", "fi"):
        assert loaded(raw, SHAPED, used=text).width(text) == pytest.approx(0.6, abs=0.001)
    declare(errata, OWN, A_ttf=raw)
    write(errata, TEXT.format("x-yz"))
    typesetter = Typesetter()
    printed = painted_file(laid_out(errata, typesetter), Options(), typesetter.fonts)
    fonts: Any = PdfReader(io.BytesIO(printed)).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    embedded = [TTFont(io.BytesIO(one["/FontDescriptor"]["/FontFile2"].get_data()))["hmtx"]
                for one in fonts.values() if "Test" in one["/BaseFont"]]  # fmt: skip
    assert {advance for one in embedded for advance, _ in one.metrics.values()} == {1229}


def test_a_ligature_goes_on_with_a_further_letter() -> None:
    """As in Old Standard 2.2 (fonts-oldstandard): one lookup joins f and f, the next that and i."""
    features = """feature liga {lookup two {sub u0066 u0066 by ff; sub u0066 u0069 by fi;} two;
        lookup three {sub ff u0069 by ffi;} three;} liga;"""
    made = font(PLAIN, features, extra={"ff": 700, "fi": 710, "ffi": 900})
    own = loaded(saved(made), SHAPED)
    assert [len(own.shaped(word)[0]) for word in ("office", "offal", "fir")] == [4, 4, 2]
    assert own.width("office") * 1000 == pytest.approx(widths("oce") + 900)


@pytest.mark.parametrize("how", ["", 'font-variant="small-caps"', "legible"])
def test_a_selected_variant_is_drawn_where_the_font_has_it(how: str, errata: Path) -> None:
    """As HarfBuzz 15.0.0 does with 恢 U+E0100 and BIZ UDGothic (fonts-morisawa-bizud-gothic 1.05).
    A selector that the font has nothing for, or its usual form, changes nothing."""
    made = font("恢辻", extra={"old": 900})
    table = CmapSubtable.newSubtable(14)
    table.platformID, table.platEncID, table.language, table.cmap = 0, 5, 0xFF, {}
    table.uvsDict = {0xE0100: [(ord("恢"), "old"), (ord("辻"), None)]}
    made["cmap"].tables.append(table)
    declare(errata, OWN, A_ttf=saved(made))
    text = (SHAPED_TEXT if how == "legible" else TEXT).replace("<text", f"<text {how}")
    text = text.replace(" legible", "").format("恢\U000e0100恢恢\U000e0101辻\U000e0100")
    width = 900 + 2 * widths("恢") + widths("辻")
    assert sum(run.width for run in runs(errata, text)) * 100 == pytest.approx(width)
    assert "恢\U000e0100恢" in extracted(errata, text)


def test_old_forms_of_ideographs_are_drawn_where_the_font_has_them(errata: Path) -> None:
    """As HarfBuzz 15.0.0 does: 神 (U+FA19) is no other spelling of 神 where a name has it."""
    declare(
        errata,
        f"{OWN[:-1]}, new: fonts/B.ttf}}",
        A_ttf=saved(font("\ufa19神", wide=7)),
        B_ttf=saved(font("神")),
    )
    assert runs(errata, TEXT.format("\ufa19"))[0].width * 100 == pytest.approx(widths("\ufa19") + 7)
    text = TEXT.format("\ufa19").replace("own", "new")
    assert runs(errata, text)[0].width * 100 == pytest.approx(widths("神"))


@pytest.mark.parametrize(
    ("has", "typed"), [("\u2126", "Ω"), ("\u212b", "A\u030a"), ("\u1f71", "ά")]
)
def test_a_letter_is_found_where_a_font_has_its_twin(has: str, typed: str, errata: Path) -> None:
    """Texts are composed, which makes a Greek Ω of the ohm, that Verana Sans (fonts-adf-verana
    0.20190904) has alone."""
    declare(errata, OWN, A_ttf=saved(font(has)))
    for text in (has, typed):
        assert runs(errata, TEXT.format(text))[0].width * 100 == pytest.approx(widths(has))


def test_letters_that_a_font_lists_but_leaves_empty_come_from_the_next(errata: Path) -> None:
    """As in Aoyagi Soseki 20070207 (fonts-aoyagi-soseki), where É and 7,600 others are empty. What
    is never drawn may be: a space, U+FE0F, Braille's blank."""
    made = font(f"{PLAIN}É★\ufe0f\u2800")
    for char in "É★\ufe0f\u2800":
        made["glyf"][named(char)] = Glyph()
    said = f"{OWN[:-1]}, more: fonts/B.ttf}}\nfallback: [more]"
    declare(errata, said, A_ttf=saved(made), B_ttf=saved(font("É", wide=100)))
    drawn = runs(errata, TEXT.format("AÉ\ufe0fB"))
    assert [run.text for run in drawn] == ["A", "É\ufe0f", "B"]
    assert drawn[1].width * 100 == pytest.approx(widths("É") + 100)
    assert len(runs(errata, TEXT.format("A \u2800B"))) == 1
    assert "own and more have no glyph for '★'" in problem(errata, TEXT.format("★"))


def test_a_font_of_another_script_alone_is_no_font_without_outlines() -> None:
    """As Samyak Tamil 1.2.2 (fonts-samyak-taml): beside Tamil it has a space and an empty œ."""
    made = font("அ œ")
    made["glyf"][named("œ")] = Glyph()
    assert loaded(saved(made), used="அ").lacks("அœ ") == "அœ"
    for name in made.getGlyphOrder():
        made["glyf"][name] = Glyph()
    with pytest.raises(FontError, match="has no outlines"):
        cleaned(saved(made))


def test_ligatures_are_read_back_as_letters(errata: Path) -> None:
    features = "feature liga {sub u0066 u0069 by fi;} liga;"
    declare(errata, OWN, A_ttf=saved(font(PLAIN, features, extra={"fi": 700})))
    (text,) = runs(errata, SHAPED_TEXT.format("office"))
    assert text.width * 100 == pytest.approx(widths("ofce") + 700)
    assert "office" in extracted(errata, SHAPED_TEXT.format("office"))


def test_characters_that_a_font_lacks_come_from_the_next(errata: Path) -> None:
    said = f"{OWN[:-1]}, stars: fonts/B.ttf, more: fonts/C.ttf}}\nfallback: [stars, more]"
    star, more = saved(font("★ab")), saved(font("★語"))
    declare(errata, said, A_ttf=saved(font()), B_ttf=star, C_ttf=more)
    found = runs(errata, TEXT.format("a★b語"))
    assert [one.text for one in found] == ["a", "★", "b", "語"]
    assert found[0].font == found[2].font
    assert len({one.font for one in found}) == 3
    for before, after in itertools.pairwise(found):
        assert before.x + before.width == pytest.approx(after.x)
    assert "a★b語" in extracted(errata, TEXT.format("a★b語")).replace("\n", "")


def test_a_fallback_helps_a_font_of_the_kit_even_without_letters_of_the_game(errata: Path) -> None:
    declare(errata, "fonts: {stars: fonts/B.ttf}\nfallback: [stars]", B_ttf=saved(font("★")))
    assert runs(errata, '<text x="5" y="9">Gem</text>')
    found = runs(errata, '<text x="5" y="9">a★</text>')
    assert [one.text for one in found] == ["a", "★"]


def test_missing_glyph_names_all_fonts_tried(errata: Path) -> None:
    said = f"{OWN[:-1]}, stars: fonts/B.ttf}}\nfallback: [stars]"
    declare(errata, said, A_ttf=saved(font()), B_ttf=saved(font("★")))
    found = problem(errata, TEXT.format("★☃"))
    assert "the fonts own and stars have no glyph for '☃' (U+2603)" in found


@pytest.mark.parametrize(("text", "message"), [
    ("שלום", "right-to-left text is not set yet: found 'ש' (U+05E9)"),
    ("سلام", "right-to-left text is not set yet: found 'س' (U+0633)"),
    ("नम", "Devanagari writing is not set yet: found 'न' (U+0928)"),
    ("ไทย", "Thai writing is not set yet: found 'ไ' (U+0E44)"),
])  # fmt: skip
def test_unsupported_script_is_refused(text: str, message: str, errata: Path) -> None:
    """Even if a font has it; an emoji is set as text."""
    declare(errata, OWN, A_ttf=saved(font(f"{PLAIN}☺{text}")))
    assert message in problem(errata, TEXT.format(text))
    assert "".join(seen(one.text) for one in runs(errata, TEXT.format("a☺\ufe0f"))) == "a☺"


def test_lines_of_japanese_break_between_signs_and_not_before_a_full_stop(errata: Path) -> None:
    signs = "日本語の文章、です。「語」"
    declare(errata, OWN, A_ttf=saved(font(signs)))
    size = 'x="5" y="5" width="30" height="50" font-family="own" font-size="5mm"'
    lines = [one.text for one in runs(errata, f"<textbox {size}>{signs * 2}</textbox>")]
    assert "".join(lines) == signs * 2
    assert len(lines) > 2
    assert not any(line[0] in scripts.ENDS or line[-1] in scripts.BEGINS for line in lines)
    assert scripts.parts("日\ufe0fか日\u2060本") == ["日\ufe0f", "か", "日\u2060本"]


def test_characters_of_templates_and_data_are_kept(errata: Path) -> None:
    many = "".join(map(chr, range(0x4E00, 0x4E00 + 3000)))
    declare(errata, OWN, A_ttf=saved(font(PLAIN + many + "éÉ")))
    edit(errata / "cards.yaml", "word: ", "word: 丁é")
    write(errata, TEXT.format(r"{{ card.word[:2]|upper }}&#x4E05;{{ '\u4e06' }}"))
    typesetter = Typesetter()
    layout = laid_out(errata, typesetter)
    assert "丁É\u4e05\u4e06" in repr(layout.faces[0].shapes)
    (made,) = typesetter.fonts.own.values()
    assert len(made.file) < 40_000
