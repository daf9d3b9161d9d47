"""The page of a game: all of it is there once and in order, and nothing of it is markup."""

from __future__ import annotations

import itertools
import json
import os
import re
from base64 import b64encode
from collections import Counter
from functools import cache, cached_property
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data import Game
from printkit.drawing.colour_vision import contrast
from printkit.exports.html import pages
from printkit.exports.html.pages import DAY, NIGHT, READABLE, readable
from printkit.exports.html.texts import HtmlText
from printkit.inspection.alt_texts import spoken
from printkit.options import Options
from printkit.printing.checking import check as check_games
from printkit.printing.checking import picture_notes
from printkit.sheets.typesetting import Typesetter
from printkit.templating.xml import parse
from printkit.tools.new_game import example_game, examples
from tests.card_data.copies import TINY, edit
from tests.chromium import PHONE, People
from tests.printkit.commands import done, files
from tests.sweeps import sweep

AXE = os.environ.get("PRINTKIT_AXE")
VOID = {"meta", "link", "br", "input", "img", "hr"}
INLINE = {"a", "b", "i", "span", "small"}
GAMES = card_data.names()
HOSTILE = """<script>alert(1)</script>"'&<img src=x onerror=alert(1)>"""


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None], tuple[str, ...]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        assert not (tag in ("p", "ul", "ol", "dl", "table", "section") and "p" in self.open), tag
        assert not (tag == "a" and "a" in self.open)
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.open, self.getpos())
        self.words.append("" if tag in INLINE else " ")

    def handle_data(self, data: str) -> None:
        if not {"style", "svg"}.intersection(self.open):
            self.words.append(data)

    @cached_property
    def ids(self) -> list[str]:
        return [str(attrs["id"]) for _, attrs, _ in self.elements if "id" in attrs]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


@cache
def game_of(name: str) -> Game[Any]:
    return card_data.load(name)


@cache
def text_of(name: str) -> str:
    return pages.page(game_of(name))


@cache
def page_of(name: str) -> Page:
    return Page(text_of(name))


def clause_ids(game: Game[Any]) -> list[str]:
    return [
        clause.id
        for section in game.sections
        for clause in section.clauses
        if not section.scorer and (clause.text or clause.ruling or clause.house)
    ]


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive", "verse_and_variant"]))
def test_a_page_is_sound_and_has_every_card_and_clause_once_in_order(name: str) -> None:
    game, page = game_of(name), page_of(name)
    check(page)
    assert [one for one in page.ids if one in game.clauses()] == clause_ids(game)
    for key, component in game.components.items():
        rows = [row.id for face in component.faces if face.rows for row in game.rows(face.rows)]
        if rows and not component.instead_of:
            found = [one for one in page.ids if one.startswith(f"piece-{key}-")]
            assert found == [f"piece-{key}-{row}" for row in rows]


def check(page: Page) -> None:
    ids = Counter(page.ids)
    assert [one for one, times in ids.items() if times > 1] == []
    levels = [int(tag[1]) for tag, _, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    for tag, attrs, around in page.elements:
        link = attrs.get("href") or attrs.get("xlink:href") or ""
        if link.startswith("#"):
            assert link[1:] in ids, link
        for address in re.findall(r"url\(#(.*?)\)", " ".join(map(str, attrs.values()))):
            assert address in ids
        for label in str(attrs.get("aria-labelledby") or "").split():
            assert label in ids
        assert tag != "img" or attrs.get("alt")
        assert tag != "th" or attrs.get("scope") in ("col", "row", "rowgroup")
        assert "style" not in attrs
        # vnu-jar 26.9.27 (Nu HTML Checker): "Attribute xmlns:ev not allowed here"
        assert "xmlns:ev" not in attrs
        assert not any(name.startswith("on") for name in attrs)
        assert tag != "script"
        assert tag != "li" or around[-1] in ("ul", "ol")
        assert tag not in ("dt", "dd") or "dl" in around[-2:]
    # axe-core 4.14.1, landmark-unique: two tables may have the same head, so no table is a region
    assert not any(attrs.get("role") == "region" for _, attrs, _ in page.elements)
    tags = [tag for tag, _, _ in page.elements]
    assert [tags.count(one) for one in ("main", "nav", "header", "footer")] == [1, 1, 1, 1]
    assert ("html", {"lang": "en"}, ()) in page.elements
    skip = next(attrs for tag, attrs, _ in page.elements if tag == "a")
    assert skip == {"class": "skip", "href": "#main"}


def test_pages_have_tables_links_and_figures() -> None:
    page = page_of("winstons_archive").text
    assert "Deck (54 pieces) Books ID Set Place Author" in page
    assert "A Key to All Locks A1 Keys (A) 1 H. Burrell, locksmith" in page
    assert "dark blue" in page
    assert "#2" not in page  # no colour by its number
    verse = page_of("verse_and_variant").text
    assert "Put one Feature or lacuna from your ledger on the Desk" in verse
    links = {attrs["href"] for tag, attrs, _ in page_of("verse_and_variant").elements if tag == "a"}
    assert {"#VV-2.2", "#piece-institutions-blue", "#piece-tools-T-5d"} & links
    book = page_of("winstons_archive")
    inside = [(attrs.get("href"), around) for tag, attrs, around in book.elements if tag == "a"]
    assert any(href == "#WA-5.5" and "ul" not in around for href, around in inside)
    assert any(str(href).startswith("#chapter-") and "ul" in around for href, around in inside)
    book = page_of("winstons_archive")
    written = card_data.load_rulebook(game_of("winstons_archive"))
    assert written is not None
    says = [attrs["aria-label"] for _, attrs, _ in book.elements if attrs.get("role") == "img"]
    assert len(says) == len(written.figures)
    assert all(says)
    assert "{" not in book.text
    assert "[not played]" not in book.text


def test_what_templates_say_is_heard(deck: Path) -> None:
    edit(deck / "templates/card.svg", "{{ card.shows }}", "{{ card.shows }}, by night")
    page = Page(pages.page(card_data.load("deck", deck.parent))).text
    assert "A brown moth in the light of a lamp, by night" in page
    assert page.count("Cards (27 pieces) A thin moon over dark houses Cards Kind Points") == 1
    edit(deck / "templates/card.svg", ", by night", "")
    page = Page(pages.page(card_data.load("deck", deck.parent))).text
    assert page.count("A brown moth in the light of a lamp") == 1


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """The folder of an example with pictures."""
    return example_game("deck", tmp_path / "mine")


def test_texts_of_a_strangers_folder_stay_texts(deck: Path) -> None:
    """In titles, cells, clauses, a rulebook, file names and the words of pictures."""
    quoted = json.dumps(HOSTILE)
    edit(deck / "game.yaml", "title: Night Watch", f"title: {quoted}")
    cell = HOSTILE.replace('"', '""')
    edit(deck / "deck.csv", "A brown moth in the light of a lamp", f'"{cell}"')
    edit(deck / "rulebook.yaml", "caption: Ten points already. Another card?", f"caption: {quoted}")
    words = HOSTILE.replace("'", "''")
    edit(deck / "rulebook.yaml", "says: Four cards", f"says: '{words} Four cards")
    edit(deck / "rulebook.yaml", "face down.", "face down.'")
    edit(deck / "rules.yaml", "title: ", f"title: {quoted} #")
    page = Page(pages.page(card_data.load("deck", deck.parent)))
    check(page)
    assert page.text.count("alert(1)") > 3
    assert all(attrs["src"] != "x" for tag, attrs, _ in page.elements if tag == "img")


def test_faulty_template_is_told_at_its_line_and_nothing_written(deck: Path) -> None:
    edit(deck / "templates/card.svg", "{{ card.title }}", "{{ card.tilte }}")
    told = r"templates/card\.svg:12.*tilte.*\(in 7 of 7 rows of cards; the first is mouse\)"
    with pytest.raises(card_data.DataError, match=told):
        pages.export_pages([], deck.parent / "out", Options(data=deck.parent))
    assert not any((deck.parent / "out").glob("*"))


@pytest.mark.parametrize("one", sweep([example.id for example in examples()], ["deck", "tiles"]))
def test_examples_have_sound_pages(one: str, tmp_path: Path) -> None:
    check(Page(pages.page(card_data.load(one, example_game(one, tmp_path / "mine").parent))))


def test_a_page_stands_alone_and_its_own_policy_lets_its_style_through() -> None:
    text = text_of("winstons_archive")
    assert "default-src 'none'" in text
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert b64encode(sha256(style.encode()).digest()).decode() in text
    linked = pages.page(card_data.load("errata", TINY), home="../index.html")
    assert '<a href="../index.html">All games</a>' in linked


@pytest.mark.parametrize("accent", ["#ffffff", "#000000", "#f7d54a", "#173f8a", "#808080"])
def test_the_colour_of_a_game_is_read_by_day_and_night(accent: str) -> None:
    for papers, towards in ((DAY, "#000000"), (NIGHT, "#ffffff")):
        found = readable(accent, papers, towards)
        assert min(contrast(found, paper) for paper in papers) >= READABLE
    sheet = pages.shipped("page.css")
    assert all(paper.replace("#ffffff", "#fff") in sheet for paper in (*DAY, *NIGHT))


def test_the_files_of_the_command(tmp_path: Path) -> None:
    done("html", "errata", "--data", TINY, "--out", tmp_path)
    assert [*files(tmp_path)] == ["errata/index.html"]


# --- what markup says


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ('<text says="2 books">2</text><textbox says="">¶</textbox><text>3</text>', ["2 books"]),
        ('<icon name="coin" says="Price:"/><icon name="owl" says=""/>', ["Price:"]),
        ('<g><row><image href="a.png" says="A goose"/></row></g>', ["A goose"]),
        ('<image href="a.png" says=""/>', []),
        ('<image href="a.png"/>', ["(a.png)"]),
        ('<g role="Figure" says="A map"><text says="north">N</text></g>', ["A map"]),
        ('<g role="Artifact"><text says="no">DENIED</text></g>', []),
        ('<defs><image href="a.png"/></defs><symbol><image href="b.png"/></symbol>', []),
    ],
)
def test_what_an_element_says(markup: str, expected: list[str]) -> None:
    assert [says or f"({file})" for says, file in spoken(parse(f"<svg>{markup}</svg>"))] == expected


def test_texts_as_html() -> None:
    for text, expected in (
        ("<b>Pay</b> 2 & go", "<b>Pay</b> 2 &amp; go"),
        ("a <icon name='hand_take'/>", 'a <span class="icon">hand take</span>'),
        ("see ER-1.1.", 'see <a class="ref" href="#ER-1.1">ER-1.1</a>.'),
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
        ("<a href='#nowhere'>there</a>", "there"),
        ("<a href='javascript:alert(1)'>there</a>", "there"),
        ("<b>never closed", "&lt;b&gt;never closed"),
        ("a Grant <icon name='grant'/> or <icon name='cube'/>",
         'a Grant  or <span class="icon">cube</span>'),
        ("it's <i>'so'</i>", "it’s <i>‘so’</i>"),
    ):  # fmt: skip
        assert HtmlText({"ER-1.1": "#ER-1.1"}).all_of(text) == expected


# --- pictures without words


def notes(deck: Path) -> list[str]:
    options = Options(data=deck.parent)
    return [*picture_notes(card_data.load("deck", deck.parent), options, Typesetter())]


def test_check_notes_the_pictures_without_words(deck: Path) -> None:
    assert notes(deck) == []
    edit(deck / "templates/card.svg", ' says="{{ card.shows }}"', "")
    (note,) = notes(deck)
    assert note.startswith("deck: 7 pictures without words: art/mouse.svg, art/moth.svg, ")
    assert note in check_games([], "a4", deck.parent)
    edit(deck / "templates/card.svg", "<image ", '<image says="" ')
    assert notes(deck) == []


# --- in a browser

VIOLATIONS = """axe.run(document, {resultTypes: ["violations"]}).then(({violations}) =>
violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"""


@pytest.mark.skipif(AXE is None, reason="PRINTKIT_AXE names no axe.min.js")
@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive"]))
def test_a_page_keeps_nobody_out(name: str, tmp_path: Path, people: People) -> None:
    file = tmp_path / "index.html"
    text = re.sub("<meta http-equiv.*?>", "", text_of(name))  # which lets no axe in
    file.write_text(text, "utf-8")
    page = people.page(PHONE)
    page.goto(file.as_uri())
    page.add_script_tag(path=AXE)
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
