"""Text as Unicode has it: letters in parts, signs that are not seen, and runs of several fonts."""

import io
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from card_data.problems import DataError, Problems
from card_data.reading.documents import on_disk, read_bytes
from card_data.reading.documents import parse as read_yaml
from card_data.spreadsheets.reading import TableReader, cells_of
from card_data.text import composed
from printkit.art.glyphs import Glyphs, glyph_positions
from printkit.art.svg.document import parsed
from printkit.art.svg.reader import read_art
from printkit.drawing.bounds import corners
from printkit.drawing.geometry import IDENTITY, box_around
from printkit.drawing.paths import parse_path
from printkit.drawing.shapes import Face, Text
from printkit.drawing.shapes import Path as Outline
from printkit.drawing.traversal import texts
from printkit.errors import SourceLocation, TextError
from printkit.faces.filling_in import writable
from printkit.faces.reader import MarkupReader
from printkit.faces.reading.flow import read_flow
from printkit.painting.paint import single
from printkit.painting.pdf import Meta, PdfPainter
from printkit.templating.xml import parse
from printkit.typography.fonts import Fonts, OwnFont, seen
from printkit.typography.marks import ink
from printkit.typography.own_fonts.families import GameFonts
from printkit.typography.own_fonts.rewrite import clean
from printkit.typography.pages import flow_pages
from tests.card_data.copies import edit
from tests.printkit.font_maker import PLAIN, font, saved
from tests.printkit.pdf_pages import FONTS
from tests.printkit.tiny_card import problem, runs

SHAPED = 'text-rendering="optimizeLegibility"'
KERNED = "feature kern {pos u0041 u0042 -90; pos u0062 u002D -70;} kern;"
USED = "".join(map(chr, range(0x250))) + "★☆語本\u0301"
BOX = (5.0, 5.0, 60.0, 250.0)


def game_fonts() -> GameFonts:
    """Those of which ``own`` lacks x and has a narrow space, and the others none or a wide one."""
    made = {
        "own": font(PLAIN.replace("x", "") + "’", KERNED, wide=-100),
        "signs": font("★é"),
        "more": font(
            f"{PLAIN}☆語本éœ\u0301",
            wide=170,
            metrics={"sTypoAscender": 1300, "fsSelection": 1 << 7},
        ),
    }
    shared, keys = Fonts(), dict[str, dict[str, str]]()
    for name, one in made.items():
        cleaned = clean(saved(one), 0, None, USED)
        shared.own[cleaned.key] = cleaned
        keys[name] = {"regular": cleaned.key}
    return GameFonts(shared, keys, ("signs", "more"))


GAME_FONTS = game_fonts()


def face_of(markup: str, fonts: Fonts = GAME_FONTS) -> Face:
    reader = MarkupReader(fonts, {})
    face = Face("page", 70, 260, reader.shapes(parse(f"<svg>{markup}</svg>")))
    assert not reader.errors, [str(one) for one in reader.errors]
    return face


def box(text: str, attributes: str = "", width: float = BOX[2]) -> str:
    x, y, _, height = BOX
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<textbox {place} font-size="4mm" {attributes}>{text}</textbox>'


def page_of(blocks: str, family: str = "serif", width: float = 42, fonts: Fonts = FONTS) -> Face:
    """A page of a rulebook."""
    x, y, _, height = BOX
    frame = f'<page><frame x="{x}" y="{y}" width="{width}" height="{height}"/></page>'
    flow = parse(f'<svg><flow font-family="{family}">{frame}{blocks}</flow></svg>')[0]
    reader = MarkupReader(fonts, {})
    (shapes,) = flow_pages(read_flow(reader, flow))
    assert not reader.errors, [str(one) for one in reader.errors]
    return Face("page", 70, 260, shapes)


def lines(text: str, attributes: str = "", width: float = BOX[2]) -> list[str]:
    found: dict[float, str] = {}
    for one in texts(face_of(box(text, attributes, width)).shapes):
        found[one.y] = found.get(one.y, "") + one.text
    return [*found.values()]


def painted_page(face: Face, used: Fonts) -> PageObject:
    file = io.BytesIO()
    painter = PdfPainter(file, Meta("a", "", "", "", "a"), used, {})
    painter.paint([single(face)])
    painter.save()
    return PdfReader(file).pages[0]


def painted(face: Face) -> Iterator[tuple[float, float]]:
    """Where the runs of a PDF begin and end, in mm, by the widths that the PDF gives its codes."""
    page = painted_page(face, GAME_FONTS)
    fonts: Any = page["/Resources"]["/Font"]  # type: ignore[index]
    added = {"Tc": 0.0, "Tw": 0.0}
    x = start = size = 0.0
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        name = operator.decode()
        if name == "Tm":
            x = start = float(operands[4])
        elif name in added:
            added[name] = float(operands[0])
        elif name == "Tf":
            known, size = fonts[operands[0]], float(operands[1])
        elif name in ("Tj", "TJ"):
            for part in operands[0] if name == "TJ" else operands:
                if isinstance(part, int | float):
                    x -= float(part) * size / 1000
                    continue
                for code in part.original_bytes:
                    width = float(known["/Widths"][code - known["/FirstChar"]])
                    x += width * size / 1000 + added["Tc"] + added["Tw"] * (code == 32)
        elif name == "ET":
            yield start, x


UNSEEN = "\u034f\u061c\u115f\u200c\u200d\u200e\u200f\u202a\u2060\u2066\ufe0f\ufeff\U000e0101"
STYLES = (
    "{}",
    '<span font-size="80%">{}</span>',
    '<span letter-spacing="0.1em">{}</span>',
    '<span font-variant="small-caps">{}</span>',
    '<span fill="#aa0000">{}</span>',
)
WRAP = 'overflow-wrap="anywhere"'
HOW = (SHAPED, 'align="justify"', WRAP)
LETTERS = [*"ABabfix★é☆語’-\u00a0\u00ad\u200b\u2060\ufe0f    ", "q\u0301", "Á\u0301", " \u0301"]
WORDS = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=12).map("".join)
PARTS = st.lists(st.tuples(st.sampled_from(STYLES), WORDS), min_size=1, max_size=8)


@settings(max_examples=25, deadline=None)
@given(PARTS, st.sampled_from(["own", "signs", "serif"]), st.sets(st.sampled_from(HOW)))
def test_a_text_is_as_wide_as_it_was_measured(
    parts: list[tuple[str, str]], family: str, how: set[str]
) -> None:
    """In whatever fonts its letters are, as the PDF's own widths have it."""
    said, width = "".join(style.format(text) for style, text in parts), 12 if WRAP in how else 30
    attributes = f'font-family="{family}" min-font-size="1mm" {" ".join(sorted(how))}'
    card = face_of(box(said, attributes, width))
    page = page_of(f'<p align="justify">{said}</p>', family, width, GAME_FONTS)
    for face in (card, page):
        measured, runs = [*texts(face.shapes)], [*painted(face)]
        assert len(runs) == len(measured)
        for text, (start, end) in zip(measured, runs, strict=True):
            assert (start, end) == pytest.approx((text.x, text.x + text.width), abs=0.01)
            assert face is page or end <= BOX[0] + width + 0.02
        for before, after in pairwise(zip(measured, runs, strict=True)):
            assert before[0].y != after[0].y or after[1][0] >= before[1][1] - 0.01


def test_signs_of_a_fallback_are_spaced_as_the_text_is() -> None:
    """Though it has no space of its own, or a wider one."""
    for sign in "★☆":
        stars = [*texts(face_of(box(f"{sign} {sign} a", 'font-family="own"')).shapes)]
        space = GAME_FONTS.get("own").width(" ") * 4
        for before, after in pairwise(stars):
            assert after.x - before.x - before.width == pytest.approx(space)


def test_an_ellipsis_after_a_sign_of_a_fallback_has_a_font_that_draws_it() -> None:
    cut = '<textbox x="5" y="5" width="20" height="5" font-size="4mm" text-overflow="ellipsis" {}'
    for family in ("own", "signs"):
        face = face_of(cut.format(f'font-family="{family}">{"é " * 20}</textbox>'))
        assert "".join(one.text for one in texts(face.shapes)).endswith("é...")
        assert not any(GAME_FONTS.by_key(one.font).lacks(one.text) for one in texts(face.shapes))


def test_running_titles_and_numbers_of_pages_come_from_fallbacks_too() -> None:
    markup = """<flow font-family="signs"><page><frame x="5" y="5" width="60" height="40"/>
        <running-title x="5" y="50"/><folio x="50" y="50"/></page>
        <p title="Star ★" role="H1">★</p></flow>"""
    element = parse(f"<svg>{markup}</svg>")[0]
    (shapes,) = flow_pages(read_flow(MarkupReader(GAME_FONTS, {}), element))
    found = [*texts(shapes)]
    assert [one.text for one in found if one.y == 50] == ["Star", "★", "1"]
    assert not any(GAME_FONTS.by_key(one.font).lacks(one.text) for one in found)


def test_lines_are_evenly_spaced_whatever_font_they_begin_in() -> None:
    found = [*texts(face_of(box("a<br/>語<br/>a<br/>★", 'font-family="own"')).shapes)]
    first, *steps = [one.y for one in found]
    assert steps == pytest.approx([first + 4 * 1.2 * number for number in (1, 2, 3)])


def test_no_break_spaces_of_a_justified_line_are_as_wide_in_an_svg_file() -> None:
    font = FONTS.get("serif")
    for space in " \u00a0":
        text = Text(0, 0, f"a{space}b", font.key, 1, 0, word_space=0.5)
        _, (_, second) = glyph_positions(text, font)
        assert second == pytest.approx(font.width(f"a{space}") + 0.5)


def test_kerned_words_in_parts_are_painted_as_measured() -> None:
    """Letters around a note or an empty tag are one run; words that only break are not kerned."""
    face = face_of(box("A<b></b>B", f'font-family="serif" {SHAPED}'), FONTS)
    (whole,) = texts(face.shapes)
    assert whole.width / whole.size == pytest.approx(FONTS.get("serif", shaped=True).width("AB"))


# --- soft hyphens, and signs that are not seen


@pytest.mark.parametrize("kerned", ["", SHAPED])
def test_a_soft_hyphen_is_seen_where_a_line_ends_and_nowhere_else(kerned: str) -> None:
    text = "Zauber\u00adtrank und Donau\u00addampf\u00adschiff"
    wide = lines(text, kerned, 66)
    assert wide == ["Zaubertrank und Donaudampfschiff"]
    narrow = lines(text, kerned, 18.5)
    assert narrow == ["Zauber\u00ad", "trank und", "Donau\u00ad", "dampf\u00ad", "schiff"]
    assert lines(text, f"{kerned} {WRAP}", 18.5) == narrow
    assert lines("Ende\u00ad neu\u00ad<br/>neu\u00ad", kerned, 10) == ["Ende", "neu", "neu"]


def test_a_soft_hyphen_has_room_in_its_line() -> None:
    font = GAME_FONTS.get("own")
    for text in ("abab\u00adbaba", "Ab-\u00adba", "ab\u00ad\u00adab"):
        for width in range(6, 30):
            face = face_of(box(text, 'font-family="own" min-font-size="1mm"', width / 2))
            assert all(one.x + one.width <= BOX[0] + width / 2 + 0.02 for one in texts(face.shapes))
    assert font.width("\u00ad") == font.width("-")


def test_a_rulebook_breaks_words_at_soft_hyphens() -> None:
    """And at no other places, as their author knows them; a copied word is whole again."""
    text = "unmiss\u00adtakably, " * 9
    found: set[str] = set()
    for width in (30, 34, 38, 42):
        face = page_of(f'<p align="justify">{text}</p>', width=width)
        read = [one.text for one in texts(face.shapes)]
        found.update(one.split()[-1] for one in read)
        assert "".join(read).replace(" ", "").replace("\u00ad", "") == "unmisstakably," * 9
    assert "unmiss\u00ad" in found
    assert found <= {"unmiss\u00ad", "unmisstakably,", "takably,"}


def test_signs_that_are_not_seen_break_join_or_do_nothing() -> None:
    """None is missing in a font, whatever fonts have for it."""
    plain = lines("Off-ice 語本")
    for sign in UNSEEN:
        (found,) = lines(f"O{sign}ff-ice{sign} 語{sign}本")
        assert seen(found) == plain[0]
        assert lines(sign) == []
        assert lines(f"a {sign} b") == ["a b"]
    assert lines("tag\u200bebuch", width=12) == ["tag", "ebuch"]
    assert lines("Wi-Fi", width=7) == ["Wi-", "Fi"]
    assert lines("語本", width=5) == ["語", "本"]
    for joined in ("Wi-\u2060Fi", "語\u2060本"):
        assert lines(joined, 'min-font-size="2mm"', width=7) == [joined]
    assert FONTS.get("serif", shaped=True).shaped("f\u200ci")[0] == "fi"
    assert writable("Zauber\u00adtrank\u200e", FONTS.get("sans")) == "Zaubertrank"


# --- letters in parts

SEVERAL = "flags, keycaps and emoji made of several are not set"
FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")

SPELLED = st.text("aeouäöüñçåÄÖé한글가각ẹ ok", min_size=1, max_size=12).map(str.strip)


@settings(max_examples=25, deadline=None)
@given(SPELLED.filter(bool))
def test_decomposed_letters_are_read_as_composed_ones(text: str) -> None:
    """In YAML, JSON, cells and drawings."""
    parts, whole = normalize("NFD", text), normalize("NFC", text)
    assert composed(parts) == whole
    assert read_yaml(f"{parts}: [{parts}, '{parts}']", "a").root == {whole: [whole, whole]}
    escaped = json.dumps({parts: parts})
    assert read_yaml(escaped, "a", is_json=True).root == {whole: whole}
    reader = TableReader("cards", tuple[Any, ...], "a.csv", Problems())
    assert cells_of(f"{parts},b".encode(), "", reader).rows == [[whole, "b"]]
    svg = f'<svg viewBox="0 0 9 9"><text id="{parts}">{parts}</text></svg>'
    node = parsed(svg.encode(), SourceLocation("a"))
    assert node.children[0].texts == [whole]
    assert node.children[0].attributes == {"id": whole}


def test_a_decomposed_text_draws_the_same(errata: Path) -> None:
    """Of the data and of a template, in a font that has no marks, too."""
    (errata / "fonts").mkdir()
    (errata / "fonts" / normalize("NFD", "Bär.ttf")).write_bytes(saved(font(f"{PLAIN}äŏẹ́한")))
    with (errata / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("\nfonts: {own: fonts/Bär.ttf}\n")
    said = normalize("NFD", "Bär ŏ 한")
    edit(errata / "cards.yaml", "word: ", f"word: {said} ")
    markup = f'<text x="5" y="9" font-family="own">{{{{ card.word[:8] }}}}{said}</text>'
    assert [one.text for one in runs(errata, markup)] == ["Bär ŏ 한 Bär ŏ 한"]


@pytest.mark.parametrize(("text", "problem_said"), [
    ("a\u20dd", "letters that Unicode has only in parts are not set yet: found '◌\u20dd' (U+20DD)"),
    ("\u1100\u119e", "letters that Unicode has only in parts are not set yet: found 'ᄀ' (U+1100), "
     "'ᆞ' (U+119E)"),
    ("1\ufe0f\u20e3", f"{SEVERAL}: found '◌\u20e3' (U+20E3): draw it as an icon"),
    ("🇩🇪", f"{SEVERAL}: found '🇩' (U+1F1E9), '🇪' (U+1F1EA): draw it as an icon"),
    ("👍🏽", f"{SEVERAL}: found '👍' (U+1F44D), '🏽' (U+1F3FD): draw it as an icon"),
    ("❤\ufe0f\u200d🔥", f"{SEVERAL}: found"),
    ("x\u1dd9", "the font SourceSerifPro-Regular has no glyph for '◌\u1dd9' (U+1DD9): name a font"),
])  # fmt: skip
def test_letters_in_parts_that_are_not_set_are_refused(
    text: str, problem_said: str, errata: Path
) -> None:
    """Though the font has the parts, which would stand side by side."""
    found = problem(errata, f'<text x="5" y="9">{text}</text>')
    assert found.startswith(f"card.svg : <text>: {problem_said}")


def test_emoji_of_several_are_refused_though_a_font_has_their_parts() -> None:
    cleaned = clean(saved(font("★☆🇩🏽\u20e31 ")), 0, None, "★☆🇩🏽\u20e3")
    shared = Fonts()
    shared.own[cleaned.key] = cleaned
    fonts = GameFonts(shared, {"own": {"regular": cleaned.key}}, ())
    own = fonts.get("own")
    assert [*fonts.runs("★\ufe0f☆1", own)] == [("★\ufe0f☆1", own)]
    for text in ("★\u200d☆", "★\ufe0f\u200d☆", "🇩🇩", "★🏽", "1\ufe0f\u20e3"):
        with pytest.raises(TextError, match=f"^{SEVERAL}"):
            [*fonts.runs(f"1 {text}", own)]


# Letters with marks: for which a font has anchors, and of another only the middle of their ink.
ANCHORS = """markClass u0301 <anchor 300 500> @top; markClass u0323 <anchor 310 -10> @low;
    feature mark {pos base u0065 <anchor 200 510> mark @top <anchor 210 -20> mark @low;
                  pos base u0131 <anchor 100 500> mark @top;} mark;
    feature mkmk {pos mark u0301 <anchor 300 650> mark @top;} mkmk;"""
MARKED = (
    "Yoruba: ẹ\u0301kọ\u0300, q\u0301 x\u0302 Ẹ\u0300; i\u0307\u0301 j\u0304; u\u0303\u0307 р\u0301"
)


def moved(letter: str, features: str = "", more: str = "") -> list[tuple[str, int, int]]:
    """The parts that a letter is drawn with, by their characters, and how far each is moved."""
    chars = "eqxiıEk \u0301\u0323\u0302\u0361" + more
    cleaned = clean(saved(font(chars, features)), 0, None, chars)
    own = OwnFont(cleaned.key, cleaned)
    drawn, _ = own.shaped(letter)
    chars_of = {glyph: chr(code) for code, glyph in own.glyphs.items()}
    return [(chars_of[part.glyph], part.x, part.y) for part in own.ttf.composites[drawn]]


def test_marks_stand_where_a_font_has_anchors_for_them() -> None:
    """On a letter, and on the mark before; a letter under a mark has no dot of its own."""
    assert moved("e\u0301", ANCHORS) == [("e", 0, 0), ("\u0301", -100, 10)]
    assert moved("ẹ\u0301\u0301", ANCHORS) == [
        ("e", 0, 0), ("\u0323", -100, -10), ("\u0301", -100, 10), ("\u0301", -100, 160),
    ]  # fmt: skip
    assert moved("i\u0301", ANCHORS) == [("ı", 0, 0), ("\u0301", -200, 0)]


def test_a_letter_stays_whole_where_all_further_marks_have_anchors() -> None:
    """As ǫ̂ in Quicksand 3.000 (fonts-quicksand), whose own ogonek is empty."""
    anchors = "pos base uni1EB9 <anchor 250 510> mark @top;} mark;\n"
    features = ANCHORS.replace("} mark;\n", anchors).replace("uni1EB9", "u1EB9")
    assert moved("ẹ\u0301", features, "ẹ") == [("ẹ", 0, 0), ("\u0301", -50, 10)]
    assert [char for char, _, _ in moved("ẹ\u0301", ANCHORS, "ẹ")] == ["e", "\u0323", "\u0301"]


def test_marks_without_anchors_stand_over_or_under_the_middle_clear_of_the_letter() -> None:
    """Each glyph here is a box, from 0 to 700 high and 50 less than its width to either side."""
    widths = {char: 500 + ord(char) % 100 for char in "qE\u0301\u0323\u0361"}
    for letter, marks, y in (("q", "\u0301", 750), ("E", "\u0323", -750), ("q", "\u0361", 750)):
        (_, (_, x, up)) = moved(letter + marks)
        middle = widths[letter] if marks == "\u0361" else widths[letter] / 2
        assert (x, up) == (round(middle - widths[marks] / 2), y)
    assert [y for _, _, y in moved("q\u0301\u0301")] == [0, 750, 1500]


@pytest.mark.parametrize("how", ["", SHAPED, 'font-variant="small-caps"'])
@pytest.mark.parametrize("family", ["serif", "sans", "display"])
def test_letters_with_marks_are_copied_as_they_are_written(family: str, how: str) -> None:
    """And drawn as one glyph, in PDF and in SVG files, with each part in its place."""
    face = face_of(box(MARKED, f'font-family="{family}" {how}'), FONTS)
    page = painted_page(face, FONTS)
    assert normalize("NFC", page.extract_text()).split() == normalize("NFC", MARKED).split()
    fonts: Any = page["/Resources"]["/Font"]  # type: ignore[index]
    moves = set[tuple[tuple[int, int], ...]]()
    for one in fonts.values():
        table = TTFont(io.BytesIO(one["/FontDescriptor"]["/FontFile2"].get_data()))["glyf"]
        drawn = [getattr(table[name], "components", ()) for name in table.glyphs]
        moves.update(tuple((part.x, part.y) for part in parts) for parts in drawn)
    letters, outlines = 0, Glyphs()
    for text in texts(face.shapes):
        font = FONTS.by_key(text.font)
        for char in set(font.shaped(text.text)[0]) & font.ttf.composites.keys():
            parts = font.ttf.composites[char]
            assert tuple((x, y) for _, x, y in parts) in moves
            path = Outline(parse_path(outlines.outline(font, char)))
            edges = [edge / font.ttf.face.unitsPerEm for edge in ink(parts, font.ttf.face)]
            assert box_around([*corners([path], IDENTITY)]) == pytest.approx(edges, abs=0.002)
            letters += 1
    assert letters == 9


def test_a_file_is_the_same_whatever_was_drawn_before_it() -> None:
    used, face = Fonts(), face_of(box(MARKED), FONTS)
    used.get("serif").width("m\u0302 x\u0302")
    contents = [painted_page(face, fonts).get_contents() for fonts in (used, Fonts())]
    assert contents[0] is not None
    assert contents[1] is not None
    assert contents[0].get_data() == contents[1].get_data()


def test_marks_of_svg_files_have_the_places_of_their_letters() -> None:
    svg = f'<svg viewBox="0 0 90 90"><text x="1 20 30 40" y="9">{"q" + chr(0x301)}xyz</text></svg>'
    shapes, _, _ = read_art(svg.encode(), SourceLocation("a"), FONTS)
    assert [(one.text, one.x) for one in texts(shapes)] == [("q\u0301", 1), ("x", 30), ("yz", 40)]


def test_a_letter_with_marks_is_taken_from_one_font() -> None:
    """Of a font that lacks the mark, not even the letter is."""
    own, more = GAME_FONTS.get("own"), GAME_FONTS.get("more")
    assert [*GAME_FONTS.runs("aq\u0301b", own)] == [("a", own), ("q\u0301", more), ("b", own)]


def test_a_letter_that_a_font_has_only_in_parts_is_set_of_them() -> None:
    cleaned = clean(saved(font(f"{PLAIN}\u0301")), 0, None, "á")
    own = OwnFont(cleaned.key, cleaned)
    assert own.lacks("áÁ") == ""
    assert own.width("á") == own.width("a")
    assert own.shaped("á") == own.shaped("a\u0301")
    assert own.lacks("é한") == "한"


def test_a_mark_without_a_letter_stands_on_a_space() -> None:
    font = FONTS.get("serif")
    assert font.width("\u0301") == font.width(" ")


def test_files_are_found_however_their_accents_are_stored(tmp_path: Path) -> None:
    """A link that leads out is none the less refused."""
    whole, parts = (normalize(form, "Räume/Bär.png") for form in FORMS)
    for stored, asked in ((whole, parts), (parts, whole)):
        home = tmp_path / str(len(stored))
        (home / stored).parent.mkdir(parents=True)
        (home / stored).write_bytes(b"x")
        assert on_disk(home / asked) == home / stored
        assert read_bytes(home / asked, "a", home) == b"x"
        (home / stored).unlink()
        (home / stored).symlink_to(__file__)
        with pytest.raises(DataError, match="leads out"):
            read_bytes(home / asked, "a", home)
    assert on_disk(tmp_path / "Tür/Bär.png") == tmp_path / "Tür/Bär.png"


def test_a_letter_under_a_tower_of_marks_is_painted() -> None:
    """It ends where a glyph must end, and is read back as far as a code may be."""
    face = face_of(box("q" + "\u0301" * 300), FONTS)
    assert painted_page(face, FONTS).extract_text() == "q" + "\u0301" * 254


def test_no_line_breaks_before_a_mark() -> None:
    more = 'font-family="more" min-font-size="2mm"'
    assert lines("語\u0301本\u0301", more, 5) == ["語\u0301", "本\u0301"]
    for word in ("aq\u0301bq\u0301", "★\u0301\u0301é"):
        for line in lines(word.replace("★", "☆"), f"{more} {WRAP}", 4):
            assert not line.startswith("\u0301")
