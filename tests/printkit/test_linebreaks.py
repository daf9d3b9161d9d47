"""Paragraphs of rulebooks: broken into lines as wholes, their words hyphenated with care."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from printkit.drawing.geometry import Rect
from printkit.drawing.shapes import Face
from printkit.drawing.traversal import texts
from printkit.painting.paint import single
from printkit.painting.pdf import Meta, PdfPainter
from printkit.typography.fitting import (
    Align,
    Composer,
    Line,
    Setting,
    Word,
    break_greedily,
    line_width,
)
from printkit.typography.flow import Flow, PageDesign, Paragraph
from printkit.typography.fonts import Fonts
from printkit.typography.hyphens import SOFT_HYPHEN, halves
from printkit.typography.line_breaks import break_lines
from printkit.typography.pages import flow_pages

FONTS = Fonts()
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


def broken(text: str, measure: float, align: Align = "left", *, hyphens: bool = True) -> list[Line]:
    return break_lines(composed(text), measure, align, hyphens=hyphens)


def shown(line: Line) -> str:
    """A line as it is drawn."""
    return "".join(
        (" " if word.space and at else "") + "".join(one.text for one in word.fragments)
        for at, word in enumerate(line)
    )


@settings(max_examples=80)
@given(TEXT, MEASURE, ALIGN, st.booleans())
def test_no_line_is_wider_than_the_measure(
    text: str, measure: float, align: Align, hyphens: bool
) -> None:
    for line in broken(text, measure, align, hyphens=hyphens):
        assert line_width(line) <= measure + 1e-9 or len(line) == 1


@settings(max_examples=80)
@given(TEXT, MEASURE, ALIGN)
def test_no_word_goes_missing(text: str, measure: float, align: Align) -> None:
    lines = [shown(line) for line in broken(text, measure, align)]
    joined = re.sub(f"{SOFT_HYPHEN} ", "", " ".join(lines))
    assert re.sub("- ", "-", joined) == re.sub("- ", "-", " ".join(text.split()))


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
    greedy = [shown(line) for line in break_greedily(words, measure)]
    assert greedy == ["aaaa bb cccc", "ddddd", "eeeeeeeeeeeee", "ff"]
    whole = [shown(line) for line in break_lines(words, measure, "left", hyphens=False)]
    assert whole == ["aaaa bb", "cccc ddddd", "eeeeeeeeeeeee", "ff"]


@settings(max_examples=80)
@given(TEXT, MEASURE, ALIGN)
def test_words_are_hyphenated_with_care(text: str, measure: float, align: Align) -> None:
    """Not before the last line, nor thrice in a row; names, IDs and compounds stay whole."""
    lines = [shown(line) for line in broken(text, measure, align)]
    ends = "".join(line[-1] if line[-1] in ("-", SOFT_HYPHEN) else "." for line in lines)
    assert not ends.endswith(f"{SOFT_HYPHEN}.")
    assert not re.search(f"[-{SOFT_HYPHEN}]{{2}}{SOFT_HYPHEN}", ends)
    for above, below in pairwise(lines):
        if above.endswith(SOFT_HYPHEN):
            first, second = above.split()[-1], below.split()[0]
            assert re.fullmatch("[(“]*[a-z]{2,}\u00ad", first)
            assert re.match("[a-z]{3,}", second)
            assert "-" not in second


def test_a_loose_paragraph_gets_hyphens_and_others_none() -> None:
    narrow = [shown(line) for line in broken(PROSE, 13)]
    assert any(line.endswith(SOFT_HYPHEN) for line in narrow)
    wide = [shown(line) for line in broken(PROSE, 45)]
    assert not any(line.endswith(SOFT_HYPHEN) for line in wide)


@pytest.mark.parametrize("word", ["Winston", "WA-4.3", "1984", "sets2", "IBM", "the", "LaTeX"])
def test_names_and_ids_are_never_hyphenated(word: str) -> None:
    assert list(halves(composed(word)[0])) == []


def test_a_word_is_hyphenated_as_the_british_do() -> None:
    """At least two letters before and three after; marks stay where they are."""
    (word,) = composed("“manuscripts’s),")
    (plain,) = composed("hyphenation")
    parts = [[part.fragments[0].text for part in both] for both in halves(plain)]
    assert parts == [["hy\u00ad", "phenation"], ["hyphen\u00ad", "ation"],
                     ["hyphena\u00ad", "tion"]]  # fmt: skip
    for first, second in halves(word):
        assert first.fragments[0].text.startswith("“ma")
        assert second.fragments[-1].text.endswith("’s),")
        assert first.fragments[0].text[:-1] + second.fragments[0].text == "“manuscripts’s),"
        assert first.width == pytest.approx(FONT.width(first.fragments[0].text))


def test_a_word_of_two_fonts_is_hyphenated_in_either() -> None:
    composer = Composer()
    composer.text("(", FONT)
    composer.text("hyphenation", FONTS.get("serif", bold=True, shaped=True))
    composer.text(").", FONT)
    (word,) = composer.finish()
    found = [["|".join(one.text for one in part.fragments) for part in both]
             for both in halves(word)]  # fmt: skip
    assert found == [["(|hy\u00ad", "phenation|)."], ["(|hyphen\u00ad", "ation|)."],
                     ["(|hyphena\u00ad", "tion|)."]]  # fmt: skip


def test_a_word_without_end_is_not_hyphenated() -> None:
    """Measuring its halves would take the square of its length."""
    assert list(halves(composed("an" * 10_000)[0])) == []


def test_a_word_wider_than_the_measure_stands_alone() -> None:
    lines = [shown(line) for line in broken("a Donaudampfschifffahrt b", 5)]
    assert lines == ["a", "Donaudampfschifffahrt", "b"]
    assert [shown(line) for line in broken("a b", 0.0)] == ["a", "b"]
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
    assert [shown(line) for line in lines] == ["one two", "three", "\u00a0", "four"]


# --- in a flow


def page(text: str, *, keep: bool = False, align: Align = "left") -> Face:
    """A page of a column 40 mm wide."""
    setting = Setting(3.5, 3.5, 1.25, align, "#000000", "#000000")
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
    file = io.BytesIO()
    painter = PdfPainter(file, Meta("", "", "", "", "page"), FONTS, {})
    painter.paint([single(page(PROSE * 2, align="justify"))])
    painter.save()
    read = PdfReader(file).pages[0].extract_text()
    assert f"{SOFT_HYPHEN}\n" in read
    whole = " ".join(read.replace(f"{SOFT_HYPHEN}\n", "").split())
    assert whole.replace("well- thumbed", "well-thumbed") == " ".join((PROSE * 2).split())
