"""Bad input gets a message and status 1: never a traceback, never a file, never a secret."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.card_data.copies import WINSTON, edit
from tests.card_data.copies import errata as copy_of_errata
from tests.printkit.tools import command, refused, run, spots
from tests.sweeps import label, sweep

CARD = "{word: text, value: number, icon: text}"


def card(errata: Path, body: str, name: str = "card") -> None:
    """Make a template of the tiny game draw ``body``, which begins at line 3, column 3."""
    text = f'<svg xmlns="http://www.w3.org/2000/svg">\n\n  {body}</svg>'
    (errata / "templates" / f"{name}.svg").write_text(text, "utf-8")


def build(errata: Path) -> str:
    """What building the tiny game says; it must fail and write nothing."""
    out = errata.parent / "out"
    said = refused("build", "errata", "--only", "deck", "--data", errata.parent, "--out", out)
    assert not [file for file in out.rglob("*") if file.is_file()]
    return said


# template, words of the message
TEMPLATES = [
    ("{% if %}", "Expected an expression"),
    ("{{ nope }}", "unknown name 'nope'"),
    ("{{ card.nope }}", "unknown name 'nope'"),
    ("{{ card.wrod }}", "did you mean word?"),
    ("{{ crad.word }}", "did you mean card?"),
    ("{{ data.numbers.traget }}", "did you mean target?"),
    ("{{ data.crads }}", "did you mean cards?"),
    ("{{ find.cards.coma }}", "did you mean comma?"),
    ("{% set margin = 4 %}{{ margn }}", "did you mean margin?"),
    ("{{ card.word|tnit(1) }}", "did you mean tint?"),
    ("{% if card.value|tints %}{% endif %}", "no filter called 'tints'; did you mean tint?"),
    ("{{ data.cards|selectattr('id', 'strnig')|list }}", "no test called 'strnig'; did you mean"),
    ("{{ data.cards[99] }}", "there is no item 99: the list has 4"),
    ("{{ '%d' % card.word }}", "cannot be evaluated with text"),
    ("{{ range(step) }}", "unknown name 'step'"),
    ("{# not closed", "Missing end of comment tag"),
    ("{{ '#112233'|tint(30) }}", "tint: found 30, expected a share from 0 to 1"),
    ("{{ card.word.upper }}", "found a function, expected a text or a number to print"),
    ("{{ game.options.open_hands }}", "found a record"),
    ("{{ find.cards.page }}", "found a record"),
    ("{{ card.word.split() }}", "found a list"),
    ("{{ lengths.get('die') }}", "found nothing"),
    ("<icon x='1' y='1' size='3'/>", "attribute name is missing"),
    ("{{ 1 + card.word }}", "cannot be evaluated with a number and text"),
    ("{{ card.word() }}", "this expression cannot be evaluated with text"),
    ("{% macro a(b) %}{% endmacro %}{{ a(1, 2) }}", "macro 'a' takes not more than 1 argument"),
    ('{% include "crad.svg" %}', "did you mean card.svg?"),
    ("{{ card.word|nofilter }}", "nofilter"),
    ("{{ 1 / 0 }}", "division by zero"),
    ("{{ '#12'|tint(0.5) }}", "#12"),
    ("{{ '<b>'|rich }}", "<b>"),
    ("{{ '<script/>'|rich }}", "script"),
    ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "includes itself or is nested too deeply"),
    ('{% include "card.svg" %}', "includes itself or is nested too deeply"),
    ('{% include "../../../../../../etc/passwd" %}', "no template"),
    ('{% include "/etc/passwd" %}', "no template"),
    ('{% include "..\\..\\game.yaml" %}', "no template"),
    ('{% import "../game.yaml" as x %}', "no template"),
    ("{{ ''.__class__.__mro__ }}", "__class__"),
    ("{{ ''|attr('__class__') }}", "no filter called 'attr'"),
    ("{{ game.__init__.__globals__ }}", "__init__"),
    ("{{ card.__class__ }}", "__class__"),
    ("{{ '{0.__class__}'.format(card) }}", "unknown name '__class__'"),
    ("{{ (game.folder / 'secret').read_text() }}", "folder"),
    ("{{ (game.folder / 'made').write_text('x') }}", "folder"),
    ("{{ game.folder.rename('/tmp/elsewhere') }}", "folder"),
    ("<nope/>", "unknown element"),
    ("<rct x='1'/>", "mean rect?"),
    ("<image href='/etc/passwd' x='1' y='1' width='1' height='1'/>", "a path in the game's folder"),
    ("<image href='../../x.png' x='1' y='1' width='1' height='1'/>", "a path in the game's folder"),
    ("<script>alert(1)</script>", "unknown element"),
    ("<rect x='1' y='1' width='1' height='1' fil='#000'/>", "mean fill?"),
    ("<g style='fill:red'/>", "unknown attribute style"),
    ("<rect x='1' y='1' width='1' height='1' fill='red'/>", "'red'"),
    ("<rect x='1' y='1' width='1' height='1' fill='#12'/>", "'#12'"),
    ("<rect x='1' y='1' width='1' height='1' fill='url(#a)'/>", "'url(#a)' is not a gradient"),
    ("<rect x='1' y='1' width='1' height='1' fill='#1234567'/>", "colour like"),
    ("<rect x='1' y='1' width='1cm' height='1'/>", "'1cm'"),
    ("<rect x='nan' y='1' width='1' height='1'/>", "nan"),
    ("<rect x='inf' y='1' width='1' height='1'/>", "inf"),
    ("<rect x='1' y='1' width='-1' height='1'/>", "-1"),
    ("<rect x='1' y='1' width='1' height='1' stroke='#000' stroke-width='-1'/>", "-1"),
    ("<rect x='1' y='1' width='1' height='1' stroke='#000' stroke-dasharray='0 0'/>", "0 0"),
    ("<rect x='1' y='1' width='1' height='1' stroke='#000' stroke-dasharray='-1 2'/>", "-1"),
    ("<rect x='1' y='1' width='1' height='1' stroke-linecap='rund'/>", "rund"),
    ("<circle cx='1' cy='1' r='-4'/>", "-4"),
    ("<polygon points='1,2 3,4 5'/>", "points"),
    ("<polygon points='1,2 x,4'/>", "expected numbers"),
    ("<path d='M0 0L1'/>", "takes 2 numbers"),
    ("<path d='L1 1'/>", "path"),
    ("<path d='M0 0 X 1 1'/>", "path"),
    ("<path d='M0 0L1e999 1'/>", "path"),
    ("<g transform='rotate(45'/>", "rotate"),
    ("<g transform='spin(45)'/>", "spin"),
    ("<g clip-path='url(#none)'/>", "none"),
    ("<clipPath id='a'/>", "clipPath"),
    ("<icon name='quil' x='1' y='1' size='3'/>", "mean quill?"),
    ("<icon name='quill' x='1' y='1' size='nan'/>", "nan"),
    ("<icon name='quill' x='1' y='1' size='-3'/>", "-3"),
    ("<use href='#nothing'/>", "nothing"),
    ("<use href='#quill' x='1' y='1'/>", "attribute width is missing: how wide, in mm, to draw"),
    ("<icon name='quill' x='1' y='1'/>", "attribute size is missing: how wide, in mm, to draw"),
    ("<text x='9' y='9' fill='currentColor'>a</text>", "currentColor"),
    ("<text x='9' y='9' fill='none'>a</text>", "fill"),
    ("<text x='9' y='9'><em>a</em></text>", "em"),
    ("<text x='9' y='9'>a <icon name='quil'/></text>", "mean quill?"),
    ("<text x='9' y='9'>a <icon name='quill' x='9'/></text>", "x: an icon in a text has"),
    ("<text x='9' y='9' font-family='Helvetica'>a</text>", "Helvetica"),
    ("<text x='9' y='9' font-weight='700'>a</text>", "700"),
    ("<text x='9' y='9' font-style='oblique'>a</text>", "oblique"),
    ("<text x='9' y='9' font-size='0'>a</text>", "font-size"),
    ("<text x='9' y='9'>\U0001f600</text>", "(U+1F600): name a font that has it as fallback"),
    ("<textbox x='9' y='9' width='9'>a</textbox>", "height is missing"),
    ("<field name='a' label='A' kind='radio' x='1' y='1' width='3' height='3'/>", "radio"),
    ("<field name='a' x='1' y='1' width='3' height='3'/>", "label is missing"),
    ("<field name='a' label=' ' x='1' y='1' width='3' height='3'/>", "label is missing"),
    ("<field label='A' x='1' y='1' width='3' height='3'/>", "name is missing"),
    ("<field name='a' label='A' x='1' y='1' width='0' height='3'/>",
     "width: found 0, expected a length above 0"),
    ("<field name='a' label='A' kind='check' x='1' y='1' width='3' height='3'/>", "needs a value"),
    ("<field name='a' label='A' kind='text' value='1' x='1' y='1' width='3' height='3'/>",
     "only a field of kind check or next takes a value"),
    ("<field name='a' label='A' choices='b|c' x='1' y='1' width='3' height='3'/>",
     "only a text takes choices"),
    ("<field name='a' label='A' order='-1' x='1' y='1' width='3' height='3'/>", "order"),
    (f"<field name='a' label='A' order='{'9' * 5000}' x='1' y='1' width='3' height='3'/>", "order"),
    ("<field name='a' label='A' kind='grid' rows='3' x='1' y='1' width='3' height='3'/>",
     "columns is missing: a grid needs columns and rows"),
    ("<field name='a' label='A' kind='grid' columns='3' x='1' y='1' width='3' height='3'/>",
     "rows is missing: a grid needs columns and rows"),
    ("<field name='a' label='A' kind='text' rows='3' x='1' y='1' width='3' height='3'/>",
     "rows: only a grid takes rows"),
    ("<field name='a' label='A' columns='' x='1' y='1' width='3' height='3'/>",
     "columns: only a grid takes columns"),
    *[(f"<field name='a' label='A' kind='grid' columns='3' rows='{rows}' x='1' y='1' width='3' "
       "height='3'/>", f"rows: found {rows!r}, expected a whole number from 1 to 100")
      for rows in ("0", "101", "-3", "x", "1.5", "9" * 9)],
    ("<field name='a' label='A' x='1' y='1' width='3'/>", "height is missing"),
    ("<rct/>{% raw %}{{ ' ' ' " + "' ' \" \" " * 40 + "{% endraw %}", "mean rect?"),
    ("words that stand in no text", "words that stand"),
    ("<g>words that stand in no text</g>", "words that stand"),
    ("<g/>words that stand in no text", "words that stand"),
    ("<flow/>", "flow needs at least one page"),
    ("<flow/><flow/>", "a second flow"),
    ("<flow><page><frame x='5' y='5' width='9' height='9'/></page><p line-height='x'>a</p></flow>",
     "line-height"),
    ("<flow><page><frame x='5' y='5' width='9' height='9'/></page><p font-size='0'>a</p></flow>",
     "font-size"),
    ("&nbsp;", "not well-formed"),
    ("<g>", "not well-formed"),
    ("<rect x=1/>", "not well-formed"),
    ("{% for i in range(5000) %}<g>{% endfor %}{% for i in range(5000) %}</g>{% endfor %}",
     "nested more than 100 deep"),
]  # fmt: skip


# What is found at another line than the template's third; nothing where only the file is known.
LINES = {
    "words that stand in no text": ":1",
    "<g/>words that stand in no text": ":1",
}
PYTHON = r"object|printkit\.|jinja2|Error|\.part|NoneType|<\?|Struct"


TOGETHER = 25  # templates of one game: their problems are fewer than are told at once


@pytest.fixture(scope="module")
def said_of_templates(own_cache: None, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What builds say of each template, in lines that begin with its path."""
    bodies = [body for body, _ in TEMPLATES]
    parts = [bodies[start : start + TOGETHER] for start in range(0, len(bodies), TOGETHER)]
    return [said for part in parts for said in said_of(part, tmp_path_factory.mktemp("bodies"))]


def said_of(bodies: list[str], folder: Path, *, symbols: bool = False) -> list[str]:
    """What a build says of a game with a component for each of these bodies of templates, or of
    files of symbols whose symbol s is drawn."""
    errata = copy_of_errata(folder)
    (errata / "rulebook.yaml").unlink()
    (errata / "secret").write_text("the secret")
    deck = (errata / "print.yaml").read_text("utf-8").partition("\n  deck:\n")[2]
    deck = deck.partition("\n  rules:\n")[0]
    if symbols:
        deck = deck.replace("back: back.svg", "symbols: NAME.svg")
        card(errata, "<use href='#s'/>", "drawn")
    deck = deck.replace("card.svg", "drawn.svg" if symbols else "NAME.svg")
    for number, body in enumerate(bodies):
        name = f"body{number}"
        if symbols:
            (errata / "templates" / f"{name}.svg").write_text(f"<svg>{body}</svg>", "utf-8")
        else:
            card(errata, body.replace("card.svg", f"{name}.svg"), name)
        more = deck.replace("NAME", name)
        edit(errata / "print.yaml", "  deck:\n", f"  {name}:\n{more}\n  deck:\n")
    message = refused("build", "errata", "--data", errata.parent, "--out", errata.parent / "out")
    assert not list((errata.parent / "out").rglob("*"))
    assert "the secret" not in message
    assert "root:" not in message
    assert (errata / "game.yaml").exists()
    assert not (errata / "made").exists()
    of: dict[str, list[str]] = defaultdict(list)
    for line in message.splitlines()[:-1]:
        assert line.startswith(str(errata / "templates"))
        of[line.partition(".svg")[0]].append(line)
    return [
        "\n".join(of[str(errata / "templates" / name)]).replace(f"{name}.svg", "card.svg")
        for name in (f"body{number}" for number in range(len(bodies)))
    ]


@pytest.mark.parametrize("number", range(len(TEMPLATES)), ids=lambda at: label(TEMPLATES[at][0]))
def test_a_template_that_cannot_be_drawn(number: int, said_of_templates: list[str]) -> None:
    body, said = TEMPLATES[number]
    message = said_of_templates[number]
    assert said in message
    line = LINES.get(body, ":3")
    rows = r"\(in 4 of 4 rows of cards; the first is comma\)"
    assert re.search(rf"^\S+card\.svg{line}(:[0-9]+)?: .* {rows}$", message, re.M), message
    assert not re.search(PYTHON, message), message


BOMB = '<!DOCTYPE svg [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 10}">' for at in range(9)
)
WHOLE = {
    "empty": (b"", "the template is empty"),
    "binary": (b"\xff\xfe\x00<svg/>", "card.svg"),
    "bomb": (f"{BOMB}]><svg>&j;</svg>".encode(), "DOCTYPE and ENTITY"),
    "entity": (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]><svg>&a;</svg>', "DOCTYPE and"),
    "html": (b"<p>hello<br></p>", "card.svg"),
    "half": (b"<svg><g>", "<g> is not closed"),
    "prefix": (b"<svg><g inkscape:label='a'/></svg>", "which the file does not declare"),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_that_is_no_template(errata: Path, name: str) -> None:
    raw, said = WHOLE[name]
    (errata / "templates" / "card.svg").write_bytes(raw)
    assert said in build(errata)


def test_a_template_that_is_missing_or_a_folder(errata: Path) -> None:
    (errata / "templates" / "card.svg").unlink()
    assert "no template card.svg" in build(errata)
    (errata / "templates" / "card.svg").mkdir()
    assert "card.svg" in build(errata)


@pytest.mark.parametrize("name", ["../game.yaml", "/etc/passwd", "", "."])
def test_print_yaml_leads_to_no_other_file(errata: Path, name: str) -> None:
    edit(errata / "print.yaml", "template: card.svg", f'template: "{name}"')
    assert "root:" not in build(errata)


SYMBOLS = [
    ('<symbol id="s"><rect fill="red" x="1" y="1" width="5" height="5"/></symbol>', "'red'"),
    ('<symbol id="s" foo="1"><rect x="1" y="1" width="5" height="5"/></symbol>', "foo"),
    ('<symbol id="s"><nope/></symbol>', "unknown element"),
    ('<symbol id="s"><use href="#s"/></symbol>', "s"),
    ('<symbol id="s"><use href="#t"/></symbol><symbol id="t"><use href="#s"/></symbol>', "s"),
    ('<symbol id="s"><use href="#zz"/></symbol>', "'zz'"),
    ('<symbol id="s" viewBox="0 0"/>', "viewBox"),
    ('<symbol id="s" viewBox="a b c d"/>', "a b c d"),
    ('<symbol id="s" viewBox="0 0 0 0"/>', "viewBox"),
    ('<symbol id="s"><text x="9" y="9">words</text></symbol>', "text"),
    ("<symbl id='s'/>", "symbl"),
    ("<symbol id='s'/>\n<symbol id='s'/>", ":2:1: <symbol>: duplicate id 's'"),
    ("<symbol id='s'/>\n <symbol/>", ":2:2: <symbol>: attribute id is missing"),
    ("{{ nope }}", "nope"),
    ("<g>", "not well-formed"),
]  # fmt: skip


@pytest.fixture(scope="module")
def said_of_symbols(own_cache: None, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a build says of each file of symbols, in lines that begin with its path."""
    return said_of([body for body, _ in SYMBOLS], tmp_path_factory.mktemp("symbols"), symbols=True)


@pytest.mark.parametrize("number", range(len(SYMBOLS)), ids=lambda at: label(SYMBOLS[at][0]))
def test_a_symbol_that_cannot_be_drawn(number: int, said_of_symbols: list[str]) -> None:
    """Nothing is left out silently: a symbol's error is one of the card's component."""
    assert SYMBOLS[number][1] in said_of_symbols[number]


# --- folders and files


def test_data_that_is_no_folder_of_games(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    for name in ("none", "file", "empty", "file/inside"):
        for args in (["build"], ["check"], ["list"], ["svg", WINSTON, "--only", "deck"]):
            assert str(tmp_path / name) in refused(*args, "--data", tmp_path / name)


WRITING = [
    "build",
    "svg errata --only deck --card comma",
    "png errata --only deck --card comma",
    "schema",
]


@pytest.mark.parametrize(
    ("line", "place"),
    sweep(
        itertools.product(WRITING, ["file", "file/inside"]),
        [*((line, "file") for line in WRITING), ("schema", "file/inside")],
    ),
)
def test_an_out_that_is_no_folder(line: str, place: str, errata: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    words = (*line.split(), *(("--only", "deck") if line == "build" else ()))
    said = refused(*words, "--data", errata.parent, "--out", tmp_path / place)
    assert str(tmp_path / "file") in said
    assert (tmp_path / "file").read_text() == "x"


def test_a_new_game_in_the_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "file" in refused("new", WINSTON, tmp_path / "file")
    assert (tmp_path / "file").read_text() == "x"


def test_an_out_that_cannot_be_made() -> None:
    if not Path("/proc/self").exists():
        pytest.skip("no such place here")
    said = refused("build", WINSTON, "--only", "pad", "--out", "/proc/nowhere")
    assert "/proc/nowhere" in said


@pytest.mark.parametrize(
    "line",
    sweep(
        ["build --data FOLDER", "build --data FOLDER/none", "audit none.pdf", "build nothing"],
        ["build --data FOLDER"],
    ),
)
def test_in_a_process_of_its_own_too(line: str, errata: Path, tmp_path: Path) -> None:
    """With no colour in a pipe."""
    (errata / "cards.yaml").write_bytes(b"\x00\xff")
    words = line.replace("FOLDER", str(errata.parent)).split()
    ran = command(*words, cwd=tmp_path, FORCE_COLOR="", TERM="xterm-256color")
    assert ran.returncode == (2 if line == "build nothing" else 1)
    assert ran.stdout == ""
    assert ran.stderr
    assert "\x1b" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_problem_is_said_once(errata: Path) -> None:
    card(errata, "<nope/>")
    lines = build(errata).splitlines()
    assert len(lines) == 2


def test_every_problem_of_a_template_is_said_at_once(errata: Path) -> None:
    card(
        errata, "<nope/><g><rect x='1' y='1' width='1' height='1' fill='red'/></g><icon name='zz'/>"
    )
    said = build(errata)
    assert said.count("unknown element") == 1
    assert said.count("'red'") == 1
    assert said.count("'zz'") == 1


def test_a_piece_larger_than_the_paper(errata: Path) -> None:
    edit(errata / "print.yaml", "size: poker", "size: 205 x 290")
    assert "does not fit" in build(errata)


def test_a_size_of_ones_own(errata: Path, tmp_path: Path) -> None:
    edit(errata / "print.yaml", "size: poker", "size: 70 x 120.5")
    shared = ("--only", "deck", "--out", tmp_path / "out")
    result = run("build", "errata", "--data", errata.parent, *shared)
    assert result.exit_code == 0, result.output
    (page, *_) = PdfReader(tmp_path / "out" / "errata" / "deck.pdf").pages
    placed = spots(page, 70, 120.5)
    assert placed[1].x - placed[0].x == pytest.approx(73)  # two bleeds of 1.5 mm between


@pytest.mark.parametrize("symbols", ["", "\n    symbols: sym.svg"])
def test_an_unknown_size_is_suggested(errata: Path, symbols: str) -> None:
    (errata / "templates" / "sym.svg").write_text("<svg/>", "utf-8")
    edit(errata / "print.yaml", "size: poker", f"size: pokr{symbols}")
    said = build(errata)
    assert "expected a name of sheets.yaml, page, or mm like 70 x 120" in said
    assert "mean poker?" in said


def test_words_at_another_place_than_the_data_are_found(errata: Path) -> None:
    """A template may print anything, but its words must lie in the safe area."""
    card(errata, '<text x="1" y="2">word</text>')
    assert "outside the safe area" in build(errata)
    card(errata, '<text x="20" y="4" font-size="20pt">Tall</text>')  # its baseline is inside
    assert "outside the safe area" in build(errata)


def test_data_is_escaped_in_templates(errata: Path, tmp_path: Path) -> None:
    edit(errata / "cards.yaml", "word: A comma", "word: '<icon name=\"x\"/> & <b>'")
    shared = ("--only", "deck", "--out", tmp_path / "out")
    result = run("build", "errata", "--data", errata.parent, *shared)
    assert result.exit_code == 0, result.output


def test_a_title_that_the_caption_cannot_show(errata: Path) -> None:
    """The slug at the sheet's edge is a text too: no box is printed in a letter's place."""
    edit(errata / "game.yaml", "title: Errata", "title: Errata 漢")
    said = "field title: the caption's font has no glyph for"
    assert build(errata).splitlines()[0] == f"{errata / 'game.yaml'}:1:8: {said} '漢'"
    edit(errata / "game.yaml", "漢", "")
    line = edit(errata / "print.yaml", "title: Deck", "title: Deck 漢")
    assert build(errata).startswith(f"{errata / 'print.yaml'}:{line}:12: deck, {said} '漢'")


def test_two_pieces_of_a_component_with_one_id(errata: Path, tmp_path: Path) -> None:
    """One file would silently replace the other."""
    edit(errata / "game.yaml", "  cards:", f"  more: {CARD}\n  cards:")
    (errata / "more.yaml").write_text(
        "more:\n  - {id: comma, word: A blot, value: 1, icon: quill}\n", "utf-8"
    )
    face = "      - {rows: cards, template: card.svg}\n"
    edit(errata / "print.yaml", face, face + face.replace("cards", "more"))
    for args in (["build"], ["svg", "errata", "--only", "deck"], ["check"]):
        out = [] if args == ["check"] else ["--out", tmp_path / "out"]
        said = refused(*args, "--data", errata.parent, *out)
        assert "comma" in said
