"""Lines of text: kerning and ligatures, line breaks and hyphens, rows of one size."""

import io
import re
from itertools import pairwise, product
from string import ascii_letters

import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

import card_data
from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Face, Group, Path, Shape, Text
from printkit.drawing.traversal import texts
from printkit.errors import MarkupError
from printkit.faces.reader import MarkupReader
from printkit.faces.reading.flow import read_flow
from printkit.faces.reading.tables import RULE
from printkit.options import Options
from printkit.templating.xml import parse
from printkit.typography import fitting
from printkit.typography.files import FILES
from printkit.typography.fitting import POINT, Align, Composer, Word, line_width
from printkit.typography.flow import Flow, PageDesign, Paragraph
from printkit.typography.fonts import SOFT_HYPHEN
from printkit.typography.hyphens import halves
from printkit.typography.line_breaks import break_lines
from printkit.typography.pages import flow_pages
from printkit.typography.rows import LEAST_PAD
from tests.printkit.pdf_pages import FONTS, painted, shipped
from tests.sweeps import sweep

LETTERS = f"{ascii_letters}.,;:!?’“”()&"


SHAPED = 'text-rendering="optimizeLegibility"'


def pairs_by_fonttools(file: TTFont, first: str, second: str) -> int:
    """Return the font's kerning of a pair of glyphs, as fontTools reads it."""
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
        glyphs_drawn, kerns = font.shaped(left + right)
        if len(glyphs_drawn) == 2:
            assert list(kerns) == [expected, 0], left + right
            kerned += expected != 0
    assert kerned > 100


@pytest.mark.parametrize("sign", [" ", "\u00a0", "-", "–", "—", "/"])
def test_nothing_kerns_where_a_line_may_break(sign: str) -> None:
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


WORDS = "Office fjords: AVATAR’s draft, shuffled first; To waffle, aloft. Tax."


@pytest.mark.parametrize("family", FILES)
@pytest.mark.parametrize("rendering", [SHAPED, f'{SHAPED} font-style="italic"', ""])
def test_words_read_back_as_plain_letters(family: str, rendering: str) -> None:
    """By both readers; the last letter stands where kerning and ligatures leave it."""
    face = drawn(f'<text x="5" y="20" font-family="{family}" {rendering}>{WORDS}</text>')
    pdf = painted(face)
    assert b"".join(pdf.split()).count(b"/ToUnicode") >= 1
    assert PdfReader(io.BytesIO(pdf)).pages[0].extract_text().strip() == WORDS
    (run,) = texts(face.shapes)
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].get_textpage()
        assert page.get_text_range().strip() == WORDS
        stop = page.get_charbox(page.count_chars() - 1, loose=True)
        assert stop[2] * 25.4 / 72 == pytest.approx(run.x + run.width, abs=0.02)


def test_flows_are_kerned_unless_they_ask_for_speed() -> None:
    for attributes, shaped in (("", True), ('text-rendering="optimizeSpeed"', False)):
        element = parse(f'<svg><flow {attributes}><page><frame x="0" y="0" width="60" height="60"/>'
                        "</page><p>Words <b>and</b> words</p></flow></svg>")[0]  # fmt: skip
        (paragraph,) = read_flow(MarkupReader(FONTS, {}), element).blocks
        assert isinstance(paragraph, Paragraph)
        keys = {one.font.key for word in paragraph.words for one in word.fragments}
        assert {key.endswith(".shaped") for key in keys} == {shaped}


def test_another_rendering_is_an_error() -> None:
    reader = MarkupReader(FONTS, {})
    reader.shapes(parse('<svg><text x="1" y="1" text-rendering="kerned">Hm</text></svg>'))
    (error,) = reader.errors
    assert "text-rendering: found 'kerned', expected one of optimizeLegibility" in str(error)


FONT = FONTS.get("serif", shaped=True)
PROSE = (
    "Whoever last borrowed a library book takes the first turn, and afterwards everybody else "
    "follows clockwise; a well-thumbed manuscript (see WA-4.3) counts double, even incomplete "
    "or with illustrations missing, unless Winston’s archivist has already catalogued everything "
    "that belongs to the collection’s remaining questionable acquisitions. "
)
TEXT = st.lists(
    st.sampled_from(PROSE.split()) | st.text("abcdefimnorstuv", min_size=1, max_size=14),
    min_size=1, max_size=80,
).map(" ".join)  # fmt: skip
MEASURE = st.floats(12, 45)
ALIGN: st.SearchStrategy[Align] = st.sampled_from(("left", "justify"))


def composed(text: str) -> list[Word]:
    composer = Composer()
    composer.text(text, FONT)
    return composer.finish()


def broken(text: str, measure: float, align: Align = "left", *, hyphens: bool = True) -> list[str]:
    return [*map(shown, break_lines(composed(text), measure, align, hyphens=hyphens))]


def shown(line: fitting.Line) -> str:
    return "".join(
        (" " if word.space and at else "") + "".join(one.text for one in word.fragments)
        for at, word in enumerate(line)
    )


@settings(max_examples=100)
@given(TEXT, MEASURE, ALIGN, st.booleans())
def test_lines_fit_and_are_hyphenated_with_care(
    text: str, measure: float, align: Align, hyphens: bool
) -> None:
    """No line exceeds the measure, no word goes missing; none is hyphenated before the last line,
    nor thrice in a row; names, IDs and compounds stay whole."""
    found = break_lines(composed(text), measure, align, hyphens=hyphens)
    assert all(line_width(line) <= measure + 1e-9 or len(line) == 1 for line in found)
    lines = [shown(line) for line in found]
    joined = re.sub(f"{SOFT_HYPHEN} ", "", " ".join(lines))
    assert re.sub("- ", "-", joined) == re.sub("- ", "-", " ".join(text.split()))
    ends = "".join(line[-1] if line[-1] in ("-", SOFT_HYPHEN) else "." for line in lines)
    assert not ends.endswith(f"{SOFT_HYPHEN}.")
    assert not re.search(f"[-{SOFT_HYPHEN}]{{2}}{SOFT_HYPHEN}", ends)
    for above, below in pairwise(lines):
        if above.endswith(SOFT_HYPHEN):
            assert hyphens
            assert re.fullmatch("[(“]*[a-z]{2,}\u00ad", above.split()[-1])
            assert re.match("[a-z]{3,}(?!.*-)", below.split()[0])


def test_words_that_fill_a_line_to_the_last_em_stay_on_it() -> None:
    """Though the widths, added up in another order, may come to a little more."""
    words = composed("imr inoss bancdeoos Winston’s au asu or")
    for number in range(2, len(words) + 1):
        measure = line_width(words[:number])
        for width in (measure, measure - 1e-12):
            first, *_ = break_lines(words[:number], width, "left", hyphens=False)
            assert len(first) == number


def test_a_line_gives_a_word_to_the_next_where_that_has_a_hole() -> None:
    words = composed("aaaa bb cccc ddddd eeeeeeeeeeeee ff")
    measure = line_width(words[:3]) + 1
    greedy = [shown(line) for line in fitting.break_greedily(words, measure)]
    assert greedy == ["aaaa bb cccc", "ddddd", "eeeeeeeeeeeee", "ff"]
    whole = [shown(line) for line in break_lines(words, measure, "left", hyphens=False)]
    assert whole == ["aaaa bb", "cccc ddddd", "eeeeeeeeeeeee", "ff"]


def test_a_loose_paragraph_gets_hyphens_and_others_none() -> None:
    assert any(line.endswith(SOFT_HYPHEN) for line in broken(PROSE, 13))
    assert not any(line.endswith(SOFT_HYPHEN) for line in broken(PROSE, 45))


def test_names_ids_and_words_without_end_are_not_hyphenated() -> None:
    for word in ("Winston", "WA-4.3", "1984", "sets2", "IBM", "the", "LaTeX", "an" * 10_000):
        assert list(halves(composed(word)[0])) == [], word[:9]


def cuts_of(word: Word) -> list[list[str]]:
    return [
        ["|".join(one.text for one in part.fragments) for part in both] for both in halves(word)
    ]


def test_a_word_is_hyphenated_as_the_british_do() -> None:
    """At least two letters before and three after; marks stay where they are; in two fonts too."""
    (word,) = composed("“manuscripts’s),")
    cuts = cuts_of(composed("hyphenation")[0])
    assert cuts == [["hy\u00ad", "phenation"], ["hyphen\u00ad", "ation"], ["hyphena\u00ad", "tion"]]
    for first, second in halves(word):
        assert first.fragments[0].text.startswith("“ma")
        assert second.fragments[-1].text.endswith("’s),")
        assert first.fragments[0].text[:-1] + second.fragments[0].text == "“manuscripts’s),"
        assert first.width == pytest.approx(FONT.width(first.fragments[0].text))
    composer = Composer()
    composer.text("(", FONT)
    composer.text("hyphenation", FONTS.get("serif", bold=True, shaped=True))
    composer.text(").", FONT)
    (word,) = composer.finish()
    assert cuts_of(word) == [[f"(|{first}", f"{second}|)."] for first, second in cuts]


def test_a_word_wider_than_the_measure_stands_alone() -> None:
    assert broken("a Donaudampfschifffahrt b", 5) == ["a", "Donaudampfschifffahrt", "b"]
    assert broken("a b", 0.0) == ["a", "b"]
    assert broken("", 10) == []


def test_forced_breaks_stay_and_two_leave_a_line_empty() -> None:
    composer = Composer()
    composer.text("one two", FONT)
    composer.newline(FONT)
    composer.text("three", FONT)
    composer.newline(FONT)
    composer.newline(FONT)
    composer.text("four", FONT)
    lines = break_lines(composer.finish(), 30.0, "left", hyphens=True)
    assert [shown(line) for line in lines] == ["one two", "three", "\u200b", "four"]


def page(text: str, *, keep: bool = False, align: Align = "left") -> Face:
    setting = fitting.Setting(3.5, 3.5, 1.25, align, "#000000", "#000000")
    paragraph = Paragraph(composed(text), [], setting, setting, 0.0, keep=keep)
    flow = Flow([paragraph], [PageDesign((), [Rect(5, 5, 40, 250)])])
    (shapes,) = flow_pages(flow)
    return Face("page", 50, 260, shapes)


def test_headings_are_never_hyphenated() -> None:
    """A paragraph that is kept with the next one is a heading, or leads to a list."""
    assert any(SOFT_HYPHEN in run.text for run in texts(page(PROSE * 2).shapes))
    assert not any(SOFT_HYPHEN in run.text for run in texts(page(PROSE * 2, keep=True).shapes))


def test_hyphenated_words_are_whole_again_when_they_are_read() -> None:
    """A reader finds soft hyphens, which mean that the word goes on, and no others."""
    pdf = painted(page(PROSE * 2, align="justify"))
    read = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert f"{SOFT_HYPHEN}\n" in read
    whole = " ".join(read.replace(f"{SOFT_HYPHEN}\n", "").split())
    assert whole.replace("well- thumbed", "well-thumbed") == " ".join((PROSE * 2).split())


TOP, HIGH, LEADING = 5, 60, 1.2


def rows(*said: str, extra: str = "", high: float = HIGH) -> tuple[Shape, ...]:
    """The shapes of rows 40 mm wide, of a text each."""
    inner = "".join(
        f'<tr><textbox field="text" x="2" width="38">{one}</textbox></tr>' for one in said
    )
    reader = MarkupReader(FONTS, {})
    box = f'x="1" y="{TOP}" width="40" height="{high}" line-height="{LEADING}"'
    markup = f'<svg><table {box} font-size="9pt" min-font-size="7pt" {extra}>{inner}</table></svg>'
    shapes = reader.shapes(parse(markup))
    if reader.errors:
        raise reader.errors[0]
    return shapes


def rules(shapes: tuple[Shape, ...]) -> list[float]:
    return [shape.steps[0][1][1] for shape in shapes if isinstance(shape, Path)]


def test_rows_are_as_high_as_their_texts_and_padded_alike() -> None:
    shapes = rows("One.", "Two.<br/>Three.", "Four.", extra='rule="#777777" pad="3"')
    step = 9 * POINT * LEADING
    first, second = rules(shapes)
    assert first == pytest.approx(TOP + step + 6)
    assert second - first == pytest.approx(2 * step + 6)


def test_rows_that_have_little_room_are_padded_less_but_alike() -> None:
    step = 9 * POINT * LEADING
    shapes = rows("One.", "Two.", extra='rule="#777777"', high=2 * step + 4 * 0.7)
    assert rules(shapes) == [pytest.approx(TOP + step + 1.4)]


def test_all_texts_are_of_the_largest_size_at_which_all_fit() -> None:
    said = ("Short.", "word " * 30)
    sizes = {text.size for text in texts(rows(*said, high=28))}
    assert len(sizes) == 1
    assert 7 * POINT <= sizes.pop() < 9 * POINT
    assert {text.size for text in texts(rows(*said))} == {9 * POINT}


def test_longest_of_overflowing_rows_is_reported() -> None:
    with pytest.raises(MarkupError, match=r"needs 9 lines at 7 pt, there is room for 4 beside"):
        rows("Short.", "word " * 50, high=5 * 7 * POINT * LEADING + 4 * LEAST_PAD)


def test_word_wider_than_its_cell_is_reported() -> None:
    with pytest.raises(MarkupError, match=r"is wider than its box of 38 mm at 7 pt"):
        rows("Short.", "Donaudampfschifffahrt" * 3)


def test_drawings_in_a_row_lie_beside_and_below_texts() -> None:
    beside = '<rect x="0" y="-1" width="2" height="2"/>'
    below = '<below height="5"><rect width="9" height="5"/></below>'
    row = f'<tr><textbox x="2" width="38">One.</textbox>{beside}{below}</tr>'
    reader = MarkupReader(FONTS, {})
    markup = f'<svg><table x="1" y="5" width="40" height="60" pad="1">{row}</table></svg>'
    groups = [one for one in reader.shapes(parse(markup)) if isinstance(one, Group)]
    high = 9 * POINT * LEADING
    assert [group.matrix[4] for group in groups] == [1, 1]
    assert [group.matrix[5] for group in groups] == pytest.approx([6 + high / 2, 6 + high])


@pytest.mark.parametrize(
    "markup", ["<tr/>", "<below/>", "<table x='0' y='0' width='9' height='9'><p/></table>"]
)
def test_rows_are_refused_elsewhere(markup: str) -> None:
    reader = MarkupReader(FONTS, {})
    reader.shapes(parse(f"<svg>{markup}</svg>"))
    assert reader.errors


@pytest.mark.parametrize("component", ["aid", "set_up"])
@pytest.mark.parametrize("game", card_data.names())
def test_an_aid_is_of_one_size_of_type(game: str, component: str) -> None:
    """Its two sides too; titles are in the display fonts."""
    sizes = set()
    for face in shipped(game, component, Options()).faces:
        sides = [face.shapes]
        if face.back and component == "aid":
            sides.append(face.back.shapes)
        sizes |= {text.size for side in sides for text in texts(side) if not display(text)}
    assert len(sizes) == 1


def display(text: Text) -> bool:
    return text.font.endswith(("Black", "Semibold"))


@pytest.mark.parametrize("component", ["aid", "set_up"])
@pytest.mark.parametrize("game", card_data.names())
def test_no_text_of_an_aid_goes_past_its_rules(game: str, component: str) -> None:
    for face in shipped(game, component, Options()).faces:
        lines = [
            (shape.steps[0][1][0], shape.steps[1][1][0], shape.steps[0][1][1])
            for shape in face.shapes
            if isinstance(shape, Path) and len(shape.steps) == 2 and shape.style.width == RULE
        ]
        assert lines
        for text in texts(face.shapes):
            ends = [(left, right) for left, right, y in lines if y > 12 and left <= text.x <= right]
            if ends and not display(text):
                assert text.x + text.width <= max(right for _, right in ends) + 0.01
