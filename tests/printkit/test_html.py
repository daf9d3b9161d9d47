"""The pages of HTML: all of a game is there once and in order, and nothing of it is markup."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import expect

import card_data
from card_data import Game
from card_data.staging import Staging
from printkit.drawing.colour_vision import contrast
from printkit.exports.html import pages
from printkit.exports.html.export import export_pages
from printkit.exports.html.pages import DAY, NIGHT, READABLE, Beside, readable
from printkit.exports.html.texts import Texts
from printkit.faces.render import FaceRenderer
from printkit.options import Options
from printkit.printing.checking import check as check_games
from printkit.printing.checking import picture_notes
from printkit.sheets.aloud.faces import FaceSaid, faces_said
from printkit.sheets.aloud.markup import said
from printkit.templating.xml import parse
from printkit.workshop.new_game import blank_game, example_game, examples
from tests.card_data.copies import edit
from tests.chromium import PHONE, People
from tests.printkit.tools import files, run
from tests.sweeps import sweep

VOID = {"meta", "link", "br", "input", "img", "hr"}
INLINE = {"a", "b", "i", "span", "small"}
GAMES = card_data.names()
HOSTILE = """<script>alert(1)</script>"'&<img src=x onerror=alert(1)>"""


class Page(HTMLParser):
    """A page taken apart; an element that is closed out of turn is an error."""

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
def page_of(name: str) -> Page:
    return Page(pages.page(game_of(name)))


@cache
def book_of(name: str) -> Page:
    return Page(pages.rulebook(game_of(name)))


def clause_ids(game: Game[Any]) -> list[str]:
    """The clauses that a player reads."""
    return [
        clause.id
        for section in game.sections
        for clause in section.clauses
        if not section.scorer and (clause.text or clause.ruling or clause.house)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_card_and_clause_is_there_once_in_order(name: str) -> None:
    game, page = game_of(name), page_of(name)
    assert [one for one in page.ids if one in game.clauses()] == clause_ids(game)
    for key, component in game.components.items():
        rows = [row.id for face in component.faces if face.rows for row in game.rows(face.rows)]
        found = [one for one in page.ids if one.startswith(f"piece-{key}-")]
        if rows and not component.instead_of:
            assert found[: len(rows)] == [f"piece-{key}-{row}" for row in rows]
            assert len(found) == len(set(found))


@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_sound(name: str) -> None:
    check(page_of(name))


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive"]))
def test_a_rulebook_is_sound_and_has_every_clause(name: str) -> None:
    check(book_of(name))
    clauses = game_of(name).clauses()
    assert [one for one in book_of(name).ids if one in clauses] == clause_ids(game_of(name))


def check(page: Page) -> None:
    """What a page must be for a browser and a screen reader."""
    ids = Counter(page.ids)
    assert [one for one, times in ids.items() if times > 1] == []
    levels = [int(tag[1]) for tag, _, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    for tag, attrs, around in page.elements:
        link = attrs.get("href") or attrs.get("xlink:href") or ""
        if link.startswith("#"):
            assert link[1:] in ids, link
        for address in re.findall(r"url\(#(.*?)\)", " ".join(map(str, attrs.values()))):
            assert address in ids
        for label in str(attrs.get("aria-labelledby") or "").split():
            assert label in ids
        if tag == "svg":
            assert attrs.get("aria-label") or attrs.get("aria-hidden") == "true"
        if tag == "img":
            assert attrs.get("alt")
        if tag == "th":
            assert attrs.get("scope") in ("col", "row", "rowgroup")
        assert "style" not in attrs
        assert not any(name.startswith("on") for name in attrs)
        assert tag != "script"
        if tag == "li":
            assert around[-1] in ("ul", "ol")
        if tag in ("dt", "dd"):
            assert "dl" in around[-2:]
    tags = [tag for tag, _, _ in page.elements]
    assert [tags.count(one) for one in ("main", "nav", "header", "footer")] == [1, 1, 1, 1]
    assert ("html", {"lang": "en"}, ()) in page.elements
    skip = next(attrs for tag, attrs, _ in page.elements if tag == "a")
    assert skip == {"class": "skip", "href": "#main"}


def test_what_is_printed_is_told_in_words() -> None:
    page = page_of("winstons_archive").text
    assert "A Key to All Locks Set Keys (A) Place 1 Author H. Burrell, locksmith" in page
    assert "spectacles: Look at stack 1, furthest from the deck." in page
    assert "Player 1 to 6: books of set A" in page
    assert "dark blue" in page
    assert "#2" not in page  # no colour by its number
    manuscript = page_of("manuscript").text
    assert "cubes 1 2 3 4 5 6 squares 1 4 8 12 18 28" in manuscript.replace("\n", " ")
    verse = page_of("verse_and_variant").text
    assert "Put one Feature or lacuna from your ledger on the Desk" in verse
    assert "A Take costs one Grant and sweeps all" in verse  # its sign after it is not read too


def test_clauses_and_cards_are_linked_where_they_are_cited() -> None:
    links = {attrs["href"] for tag, attrs, _ in page_of("verse_and_variant").elements if tag == "a"}
    assert {"#VV-2.2", "#piece-institutions-blue"} <= links
    book = book_of("winstons_archive")
    inside = [(attrs.get("href"), around) for tag, attrs, around in book.elements if tag == "a"]
    assert any(href == "#WA-5.5" and "ul" not in around for href, around in inside)
    assert any(str(href).startswith("#chapter-") and "ul" in around for href, around in inside)


def test_the_rulebook_has_its_figures_and_the_numbers_of_the_engine() -> None:
    book, written = (
        book_of("winstons_archive"),
        card_data.load_rulebook(game_of("winstons_archive")),
    )
    assert written is not None
    says = [attrs.get("aria-label") for tag, attrs, _ in book.elements if tag == "svg"]
    assert len(says) == len(written.figures) + 1  # and what they share
    assert "{" not in book.text
    assert "[not played]" not in book.text
    assert "<i>" not in "".join(filter(None, says))


def test_the_rulebook_shows_its_icons_and_says_them() -> None:
    text = pages.rulebook(game_of("dice_archive"))
    heading = re.search(r"<h3>(<svg class=\"sign\".*?</svg>) 1\. Communal roll</h3>", text)
    assert heading is not None
    assert 'role="img" aria-label="roll"' in heading[1]
    assert 'id="svg-symbol-roll"' in text


def test_the_rulebook_has_what_its_booklet_has_after_the_clauses() -> None:
    text = pages.rulebook(game_of("verse_and_variant"))
    page = Page(text)
    check(page)
    assert '<a href="#after-2">The Tools</a>' in text
    told = text[text.index('<h2 id="after-2">The Tools</h2>') : text.index('<h2 id="index">')]
    tools = game_of("verse_and_variant").rows("tools")
    assert re.findall(r'<b class="number">(T-\w+)</b>', told) == [tool.id for tool in tools]
    assert "<b>Ink Eraser</b> · <i>Instant</i>. Remove one <svg" in told
    assert 'aria-label="lacuna"' in told
    assert '"after-1"' not in pages.rulebook(game_of("dice_archive"))


AFTER = """\
{% extends "common/booklet.svg" %}
{% block after_clauses %}
<p role="H2" title="All cards">All cards</p>
{% for card in data.cards %}
<p role="P" label="{{ card.id }}"><b>{{ card.title }}</b> <icon name="quill"/></p>
{% endfor %}
{% endblock %}
"""
WHOLE = '<svg xmlns="http://www.w3.org/2000/svg"><flow><page/><p role="H2">Alone</p></flow></svg>'


def test_a_booklet_of_ones_own_is_told_after_the_clauses_unless_it_is_another(
    tmp_path: Path,
) -> None:
    folder = blank_game("birds", tmp_path)
    edit(folder / "print.yaml", "template: common/booklet.svg", "template: booklet.svg")
    (folder / "templates/booklet.svg").write_text(AFTER, "utf-8")
    text = pages.rulebook(card_data.load("birds", tmp_path))
    check(Page(text))
    assert '<h2 id="after-1">All cards</h2>' in text
    assert '<p><b class="number">second</b> <b>The second card</b> <svg class="sign"' in text
    (folder / "templates/booklet.svg").write_text(WHOLE, "utf-8")
    assert "Alone" not in pages.rulebook(card_data.load("birds", tmp_path))
    (folder / "templates/booklet.svg").write_text(
        AFTER.replace("card.title", "card.tilte"), "utf-8"
    )
    with pytest.raises(card_data.DataError, match=r"booklet\.svg:5.*tilte"):
        pages.rulebook(card_data.load("birds", tmp_path))


@pytest.mark.parametrize("name", GAMES)
def test_the_index_of_a_search_leads_to_the_page(name: str) -> None:
    game, ids = game_of(name), page_of(name).ids
    found = pages.index(game)
    assert [one["anchor"] for one in found if one["kind"] == "clause"] == clause_ids(game)
    assert {one["anchor"] for one in found} <= set(ids)
    cards = [one["anchor"] for one in found if one["kind"] == "card"]
    assert cards == [one for one in ids if one.startswith("piece-")]
    assert all(one["title"] and "<" not in one["text"] for one in found)


def test_pieces_are_read_once_for_the_page_and_its_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def noting(renderer: FaceRenderer) -> Iterator[FaceSaid]:
        done.append(renderer.name)
        return faces_said(renderer)

    monkeypatch.setattr("printkit.sheets.aloud.reading.faces_said", noting)
    export_pages(["winstons_archive"], tmp_path, Options(), search=True)
    assert "deck" in done
    assert len(done) == len({*done}), done


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """The folder of an example with pictures."""
    return example_game("deck", tmp_path / "mine")


def test_texts_of_a_strangers_folder_stay_texts(deck: Path) -> None:
    """In titles, cells, clauses, a rulebook, file names and the words of pictures."""
    quoted = json.dumps(HOSTILE)
    edit(deck / "game.yaml", "title: Night Watch", f"title: {quoted}")
    edit(
        deck / "deck.csv",
        "A brown moth in the light of a lamp",
        f'"{HOSTILE.replace(chr(34), chr(34) * 2)}"',
    )
    edit(deck / "rulebook.yaml", "caption: Ten points already. Another card?", f"caption: {quoted}")
    edit(
        deck / "rulebook.yaml",
        "says: Four cards",
        f"says: '{HOSTILE.replace(chr(39), chr(39) * 2)} Four cards",
    )
    edit(deck / "rulebook.yaml", "face down.", "face down.'")
    edit(deck / "rules.yaml", "title: ", f"title: {quoted} #")
    game = card_data.load("deck", deck.parent)
    for text in (pages.page(game), pages.rulebook(game)):
        page = Page(text)
        check(page)
        assert "alert(1)" in page.text
        assert not {"img", "script"}.intersection(tag for tag, _, _ in page.elements)


def test_what_is_wrong_in_a_template_is_told_at_its_line(deck: Path) -> None:
    edit(deck / "templates/card.svg", "{{ card.title }}", "{{ card.tilte }}")
    told = r"templates/card\.svg:12.*tilte.*\(in 7 of 7 rows of cards; the first is mouse\)"
    with pytest.raises(card_data.DataError, match=told):
        pages.page(card_data.load("deck", deck.parent))


@pytest.mark.parametrize("one", sweep([example.id for example in examples()], ["deck", "tiles"]))
def test_examples_have_sound_pages(one: str, tmp_path: Path) -> None:
    folder = example_game(one, tmp_path / "mine")
    game = card_data.load(one, folder.parent)
    check(Page(pages.page(game)))
    check(Page(pages.rulebook(game)))


def test_a_page_stands_alone() -> None:
    text = pages.page(game_of("winstons_archive"))
    assert "default-src &#39;none&#39;" in text
    assert not re.search(r'(src|href)="(?!#)', text)
    beside = Beside("a.css", "s.js", "i.json", "p.html", "r.html", "../index.html")
    linked = pages.page(game_of("winstons_archive"), beside=beside)
    assert "<style>" not in linked
    for address in ("a.css", "s.js", "i.json", "r.html", "../index.html"):
        assert f'"{address}"' in linked


def test_its_own_policy_lets_its_style_through() -> None:
    """By the digest of what stands between the tags."""
    from base64 import b64encode
    from hashlib import sha256

    text = pages.page(game_of("dice_archive"))
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert b64encode(sha256(style.encode()).digest()).decode() in text


@pytest.mark.parametrize("accent", ["#ffffff", "#000000", "#f7d54a", "#173f8a", "#808080"])
def test_the_colour_of_a_game_is_read_by_day_and_night(accent: str) -> None:
    for papers, towards in ((DAY, "#000000"), (NIGHT, "#ffffff")):
        found = readable(accent, papers, towards)
        assert min(contrast(found, paper) for paper in papers) >= READABLE
    sheet = pages.style(game_of("dice_archive"))
    assert all(paper.replace("#ffffff", "#fff") in sheet for paper in (*DAY, *NIGHT))


def test_the_files_of_the_command(tmp_path: Path) -> None:
    made = run("html", "dice_archive", "--search", "--out", tmp_path)
    assert made.exit_code == 0, made.output
    names = [*files(tmp_path)]
    inside = [f"dice_archive/{one}" for one in ("index.html", "rulebook.html", "search.json")]
    assert sorted(names) == sorted([*inside, "search.js"])
    index = json.loads((tmp_path / "dice_archive/search.json").read_text("utf-8"))
    assert {one["kind"] for one in index} == {"clause", "card"}
    page = (tmp_path / "dice_archive/index.html").read_text("utf-8")
    assert '<script type="module" src="../search.js"></script>' in page
    assert [page.count(one) for one in ('role="search"', "<search")] == [1, 0]  # one landmark
    assert "script-src &#39;self&#39;" in page


def test_none_is_written_if_one_is_wrong(deck: Path, tmp_path: Path) -> None:
    edit(deck / "templates/card.svg", "{{ card.title }}", "{{ card.tilte }}")
    with pytest.raises(card_data.DataError):
        export_pages([], tmp_path / "out", Options(data=deck.parent))
    assert not (tmp_path / "out").exists() or not any((tmp_path / "out").iterdir())


# --- what markup says


def told(markup: str) -> list[tuple[str, str]]:
    return [(part.kind, part.text) for part in said(parse(f"<svg>{markup}</svg>"))]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ('<text x="1">A <b>bold</b><br/>word</text>', [("text", "A bold word")]),
        ('<icon name="hand_take"/>', [("icon", "hand take")]),
        ('<icon name="coin" says="Price:"/><icon name="owl" says=""/>', [("icon", "Price:")]),
        ('<text says="2 books">2</text><textbox says="">¶</textbox>', [("text", "2 books")]),
        ('<image href="a.png" says="A goose"/>', [("picture", "A goose")]),
        ('<image href="a.png" says=""/>', []),
        ('<image href="a.png"/>', [("picture", "")]),
        ('<g role="Figure" says="A map"><text>north</text></g>', [("picture", "A map")]),
        ('<g role="Artifact"><text>DENIED</text></g><use href="#back"/>', []),
        ("<text>¶</text><text>§ 1</text>", [("text", "§ 1")]),
        (
            '<text>7</text><g transform="rotate(180 9 9)"><text>7</text><text>8</text></g>',
            [("text", "7"), ("text", "8")],
        ),
        (
            '<table><tr><icon name="coin"/><textbox>Pay.</textbox></tr></table>',
            [("item", "coin: Pay.")],
        ),
        ("<g><row><stack><text>in layouts</text></stack></row></g>", [("text", "in layouts")]),
        (
            "<text>a Grant <icon name='grant'/> or <icon name='cube'/></text>",
            [("text", "a Grant or cube")],
        ),
        ("<textbox>it's 'so'</textbox>", [("text", "it’s ‘so’")]),
    ],
)
def test_what_an_element_says(markup: str, expected: list[tuple[str, str]]) -> None:
    assert told(markup) == expected


def test_a_small_table_has_its_rows() -> None:
    cells = '<textbox x="0" y="0">cubes</textbox><textbox x="9" y="0">1</textbox>'
    more = '<textbox x="9" y="4">2</textbox><textbox x="0" y="4">squares</textbox>'
    root = parse(f"<svg><table><tr><below height='8'>{more}{cells}</below></tr></table></svg>")
    (table,) = said(root)
    assert [[cell[0].text for cell in row] for row in table.rows] == [
        ["cubes", "1"],
        ["squares", "2"],
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<b>Pay</b> 2 & go", "<b>Pay</b> 2 &amp; go"),
        ("a <icon name='hand_take'/>", 'a <span class="icon">hand take</span>'),
        ("see ER-1.1.", 'see <a class="ref" href="#ER-1.1">ER-1.1</a>.'),
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
        ("<a href='#nowhere'>there</a>", "there"),
        ("<a href='javascript:alert(1)'>there</a>", "there"),
        ("<b>never closed", "&lt;b&gt;never closed"),
    ],
)
def test_texts_as_html(text: str, expected: str) -> None:
    assert Texts({"ER-1.1": "#ER-1.1"})(text) == expected


# --- pictures without words


def notes(deck: Path) -> list[str]:
    options = Options(data=deck.parent)
    return [*picture_notes(card_data.load("deck", deck.parent), options)]


def test_check_notes_the_pictures_without_words(deck: Path) -> None:
    assert notes(deck) == []
    edit(deck / "templates/card.svg", ' says="{{ card.shows }}"', "")
    (note,) = notes(deck)
    assert note.startswith("deck: 7 pictures without words: art/mouse.svg, art/moth.svg, ")
    assert note in check_games([], "a4", deck.parent)
    edit(deck / "templates/card.svg", "<image ", '<image says="" ')
    assert notes(deck) == []


# --- the search


SEARCH = """
import {{ find, excerpt, counted }} from "{script}";
const entries = [
  {{ id: "WA-1.1", title: "Components", text: "54 cards, (keys) and Café tables", kind: "clause" }},
  {{ id: "deck-A1", title: "A Key to All Locks", text: "Set: Keys (A)", kind: "card" }},
];
const ids = (query) => find(entries, query).map((entry) => entry.id);
console.log(JSON.stringify([
  ids("key"), ids("cafe"), ids("wa-1.1"), ids("cards key"), ids("ocks"), ids("  "), ids("zzz"),
  excerpt("word ".repeat(50) + "needle", "need").startsWith("… "), counted(0, 0), counted(40, 30),
]));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_what_is_found(tmp_path: Path) -> None:
    with Staging(tmp_path) as staging:
        staging.write(tmp_path / "search.mjs", pages.script())
        staging.move_all()
    script = SEARCH.format(script=(tmp_path / "search.mjs").as_uri())
    (tmp_path / "try.mjs").write_text(script, "utf-8")
    ran = subprocess.run(
        ["node", tmp_path / "try.mjs"], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(ran.stdout) == [
        ["deck-A1", "WA-1.1"], ["WA-1.1"], ["WA-1.1"], ["WA-1.1"], [], [], [],
        True, "Nothing found.", "40 found, the first 30 of them listed.",
    ]  # fmt: skip


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which a folder is served."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Says nothing."""


def test_a_clause_is_found_by_keyboard(tmp_path: Path, people: People) -> None:
    export_pages(["dice_archive"], tmp_path / "site", Options(), search=True)
    with served(tmp_path / "site") as address:
        page = people.page(PHONE)
        page.goto(f"{address}/dice_archive/rulebook.html")
        search, found = page.get_by_role("searchbox"), page.locator("#found a")
        search.focus()
        page.keyboard.type("da-1.1")
        expect(page.locator("#count")).to_have_text("1 found.")
        page.keyboard.press("ArrowDown")
        expect(found).to_be_focused()
        expect(found).to_have_attribute("href", "#DA-1.1")
        page.keyboard.press("Escape")
        expect(search).to_be_focused()
        expect(found).to_have_count(0)
        page.keyboard.type("red die")
        expect(found.first).to_have_attribute("href", "index.html#piece-dice-red")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
