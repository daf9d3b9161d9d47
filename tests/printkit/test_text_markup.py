"""Texts of the data have markup: ours, and the HTML that people type or paste."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.exports.html.texts import words
from printkit.templating.markup import marked_up

UNDER, STRUCK = (f'<span text-decoration="{how}">' for how in ("underline", "line-through"))


@pytest.mark.parametrize(("typed", "drawn"), [
    ("Steal an egg.<br>Then hide.", "Steal an egg.<br/>Then hide."),
    ("a<BR/>b<br />c</br>d", "a<br/>b<br/>c<br/>d"),
    ("<strong>one</strong> <EM>two</EM>", "<b>one</b> <i>two</i>"),
    ("<u>one</u>, <s>two</s>", f"{UNDER}one</span>, {STRUCK}two</span>"),
    ('<p class="MsoNormal">one<o:p></o:p></p>\n<p>two</p>', "one<br/>two"),
    ("<p>one<p>two<br>", "one<br/>two<br/>"),
    ("Take:<ul><li>one</li><li>two</li></ul>", "Take:<br/>• one<br/>• two"),
    ("<icon name=coin> and <icon name='egg'></icon>", '<icon name="coin"/> and <icon name="egg"/>'),
    ("one&nbsp;egg &mdash; &#189;", "one\xa0egg — ½"),
    ("1 < 2 & 3 > x<y, P&L", "1 &lt; 2 &amp; 3 &gt; x&lt;y, P&amp;L"),
    ("&lt;b&gt; &amp; more", "&lt;b&gt; &amp; more"),
    ("one<!-- or two -->", "one"),
])  # fmt: skip
def test_html_is_drawn_as_it_is_meant(typed: str, drawn: str) -> None:
    assert marked_up(typed) == drawn


@pytest.mark.parametrize(("typed", "told", "mended"), [
    ("a <b>word", "<b> is not closed in 'a <b>word'", "a <b>word</b>"),
    ("a word</i>", "</i> closes nothing in 'a word</i>'", "a word"),
    ("<b><i>a</b></i>", "<i> is not closed before </b> in '<b><i>a</b></i>'", "<b><i>a</i></b>"),
    ("<blink>a</blink>", "<blink> in '<blink>a</blink>': expected <b>, <i>,", "<b>a</b>"),
    ("draw <x> cards", "<x> in 'draw <x> cards': expected <b>, <i>, <u>, <s>, <br/>, <icon/>, "
     "<span> or <a>; drop the tag, or write &lt; for the sign <", "draw &lt;x> cards"),
    ("R&D; &c", "&D; is no character in 'R&D; &c': write &amp; for the sign & itself", "R&amp;D;"),
    ("<icon name=a name=b>", "an attribute given twice (name=a name=b) in '<icon", "<icon name=a>"),
])  # fmt: skip
def test_wrong_markup_is_told_and_mended_as_it_says(typed: str, told: str, mended: str) -> None:
    error = ElementTree.fromstring(marked_up(typed))
    assert (error.tag, error.get("wrong", "")[: len(told)]) == ("rich", told)
    assert "<rich" not in marked_up(mended)
    assert words(typed) == typed.strip()  # nothing is lost in HTML, where nobody is told


TAGS = [*("<b>", "</b>", "<br>", "<p>", "</p>", "<i", "<u/>", "<icon name=a>", "<li>", "<!-- "),
        *("-->", "&nbsp;", "&", "<", ">", "&#1;", "&x;", ' a="', "'", "/>", "\xa0")]  # fmt: skip


@given(st.lists(st.sampled_from(TAGS) | st.text("ab =/<>&;", max_size=3), max_size=8).map("".join))
def test_any_text_makes_xml_that_is_well_formed(typed: str) -> None:
    root = ElementTree.fromstring(f"<text>{marked_up(typed)}</text>")
    known = {"text", "b", "i", "br", "span", "icon", "a", "rich"}
    assert known >= {element.tag for element in root.iter()}
