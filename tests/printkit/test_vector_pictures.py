"""SVG files as pictures: how they lie, what is wrong with them, what else may stand with them."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
from card_data import DataError
from printkit.drawing.shapes import CURRENT, Group, Shade, Shape, Symbol, Text, Use
from printkit.drawing.shapes import Path as Drawn
from printkit.drawing.traversal import traverse, walk
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.snapshots.capture import look_digests
from tests.card_data.copies import edit
from tests.printkit.test_pictures import NOTHING, laid_out
from tests.printkit.tools import FONTS, run

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">{}</svg>'
GOOSE = '<path d="M0 0h40v20H0z" fill="#204060"/><circle cx="20" cy="10" r="6"/>'
CARD = '<svg><image href="art/{{{{ card.icon }}}}" field="icon" {}/></svg>'
BOX = 'x="10" y="10" width="20" height="20"'


@pytest.fixture
def drawn(errata: Path) -> Path:
    """The tiny game with an SVG file on its only card."""
    (errata / "art").mkdir()
    (errata / "cards.yaml").write_text(
        "cards:\n  - {id: comma, word: A comma, value: 1, icon: goose.svg, copies: 2}\n"
    )
    art(errata, GOOSE)
    template(errata, CARD.format(BOX))
    return errata


def art(game: Path, content: str) -> None:
    (game / "art" / "goose.svg").write_text(SVG.format(content), "utf-8")


def template(game: Path, markup: str) -> None:
    (game / "templates" / "card.svg").write_text(markup, "utf-8")


def symbol_of(layout: Layout) -> Symbol:
    return layout.symbols["art/goose.svg"]


def problems(game: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        laid_out(game)
    return [str(one).removeprefix(str(game) + "/") for one in caught.value.problems]


def shapes_in(layout: Layout) -> list[Shape]:
    """What the first card draws, symbols included."""
    face = layout.faces[0]
    return [visit.shape for visit in traverse(face.shapes, symbols=layout.symbols)]


@pytest.mark.parametrize(
    ("fit", "box"),
    [("cover", (0, 10, 40, 20)), ("contain", (10, 15, 20, 10)), ("stretch", (10, 10, 20, 20))],
)
def test_it_fits_as_other_pictures_do(fit: str, box: tuple[float, ...], drawn: Path) -> None:
    template(drawn, CARD.format(f'{BOX} fit="{fit}"'))
    layout = laid_out(drawn)
    (use,) = [one for one in walk(layout.faces[0].shapes)
              if isinstance(one, Use) and one.symbol == "art/goose.svg"]  # fmt: skip
    assert (use.x, use.y, use.side, use.height) == box
    symbol = symbol_of(layout)
    assert (symbol.size, symbol.height) == (40, 20)
    assert symbol.weight == 4  # and itself, and its view box


def test_it_has_colours_of_its_own_and_words_as_paths(drawn: Path) -> None:
    art(drawn, '<text y="9" font-family="sans" fill="currentColor">goose</text>')
    found = [*walk(symbol_of(laid_out(drawn)).shapes)]
    assert not any(isinstance(one, Text) for one in found)
    (word,) = [one for one in found if isinstance(one, Drawn)]
    assert word.style.fill == "#000000"
    assert sum(letter == "Z" for letter, _ in word.steps) == 10  # letters have holes
    assert CURRENT not in str(found)


def test_what_is_wrong_is_told_in_its_file_and_once(drawn: Path) -> None:
    art(drawn, "\n<blink/>\n<image/>")
    edit(drawn / "cards.yaml", "copies: 2}\n", "copies: 2}\n  - {id: dot, word: A dot, value: 1, "
         "icon: goose.svg}\n")  # fmt: skip
    first, second = problems(drawn)
    assert first.startswith("art/goose.svg:2: ")
    assert "<blink>: unknown element" in first
    assert "in 2 of 2 rows of cards" in first
    assert second.startswith("art/goose.svg:3: ")


def test_one_that_is_not_there_is_told_at_its_row(drawn: Path) -> None:
    edit(drawn / "cards.yaml", "goose.svg", "gose.svg")
    (found,) = problems(drawn)
    assert found.endswith("field icon: no picture 'art/gose.svg'; did you mean art/goose.svg?")
    assert found.startswith("cards.yaml:2:")


def test_one_of_too_many_shapes_is_told(drawn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printkit.faces.symbols.MOST_SHAPES", 3)
    art(drawn, GOOSE)
    (found,) = problems(drawn)
    assert found.startswith("art/goose.svg: comma: draws more than 3 shapes")


def test_a_change_is_seen(drawn: Path, tmp_path: Path) -> None:
    words = ("build", "errata", "--data", drawn.parent, "--only", "deck", "--out", tmp_path)
    before = look_digests(laid_out(drawn), FONTS)
    assert NOTHING not in run(*words).output
    assert NOTHING in run(*words).output
    art(drawn, GOOSE.replace("#204060", "#602040"))
    assert NOTHING not in run(*words).output
    assert look_digests(laid_out(drawn), FONTS) != before


def test_a_large_fill_is_hatched_in_low_ink(drawn: Path) -> None:
    plain, light = laid_out(drawn), laid_out(drawn, low_ink=True)

    def is_filled(layout: Layout) -> bool:
        return any(isinstance(one, Drawn) and one.style.fill == "#204060"
                   for one in shapes_in(layout))  # fmt: skip

    assert is_filled(plain)
    assert not is_filled(light)


SKY = '<linearGradient id="sky"><stop stop-color="#204060"/><stop offset="1"/></linearGradient>'


@pytest.mark.parametrize(
    "markup",
    [
        f'<image href="art/goose.svg" {BOX} opacity="0.5"/>',
        '<row width="30" height="20"><image href="art/goose.svg" opacity="0.5"/></row>',
        '<row width="30" height="20"><g opacity="0.5"><rect width="5" height="5"/></g></row>',
        '<stack width="30" height="20"><textbox fill-opacity="0.5">Goose</textbox></stack>',
    ],
)
def test_what_is_behind_a_picture_shows_through_it(markup: str, drawn: Path) -> None:
    template(drawn, f"<svg>{markup}</svg>")
    groups = [one for one in shapes_in(laid_out(drawn)) if isinstance(one, Group)]
    assert [one.opacity for one in groups if one.opacity < 1] == [0.5]


@pytest.mark.parametrize(
    "markup",
    [
        f'<row width="30" height="20">{SKY}<rect fill="url(#sky)"/></row>',
        f'<defs>{SKY}</defs><rect width="9" height="9" fill="url(#sky)"/>',
        f'<defs>{SKY}</defs><background><rect width="9" height="9" fill="url(#sky)"/></background>',
        f'<column width="9" height="9"><defs>{SKY}</defs><rect fill="url(#sky)"/></column>',
    ],
)
def test_definitions_stand_in_layouts_and_in_defs(markup: str, drawn: Path) -> None:
    template(drawn, f"<svg>{markup}</svg>")
    shapes = shapes_in(laid_out(drawn))
    assert sum(isinstance(one, Shade) for one in shapes) == 1


def test_only_definitions_stand_in_defs(drawn: Path) -> None:
    template(drawn, "<svg><defs>\n<rect/></defs></svg>")
    (found,) = problems(drawn)
    assert "<rect> in a <defs>: expected gradients and clipPaths only" in found


def test_it_is_shown_in_a_piece_of_another_component(drawn: Path, tmp_path: Path) -> None:
    edit(
        drawn / "print.yaml",
        "  rules:",
        "  aid:\n    title: Aid\n    size: poker\n    faces:\n"
        "      - {template: aid.svg}\n  rules:",
    )
    piece = '<piece component="deck" face="comma" x="10" y="10" width="30"/>'
    (drawn / "templates" / "aid.svg").write_text(f"<svg>{piece}</svg>", "utf-8")
    options = Options(data=drawn.parent)
    layout = lay_out(card_data.load(drawn.name, drawn.parent), "aid", options, Typesetter())
    assert layout.symbols["deck:art/goose.svg"].weight == 4


@pytest.mark.parametrize(
    ("part", "size"),
    [
        ("ball", (12, 12)),
        ("inner", (22, 12)),  # with its line, twice as large as its group is drawn
        ("leaf", (40, 20)),
    ],
)
def test_one_element_may_be_shown_alone(part: str, size: tuple[float, float], drawn: Path) -> None:
    art(
        drawn,
        '<symbol id="leaf" viewBox="0 0 2 1"><path d="M0 0h2v1H0z"/></symbol>'
        '<circle id="ball" cx="20" cy="10" r="6"/><g transform="scale(2)" fill="#204060">'
        '<rect id="inner" width="10" height="5" stroke="#000000"/></g>',
    )
    edit(drawn / "cards.yaml", "goose.svg", f"goose.svg#{part}")
    template(drawn, CARD.format(BOX))
    layout = laid_out(drawn)
    symbol = layout.symbols[f"art/goose.svg#{part}"]
    assert (symbol.size, symbol.height) == pytest.approx(size)
    inks = {one.style.fill for one in walk(symbol.shapes) if isinstance(one, Drawn)}
    assert ("#204060" in inks) == (part == "inner")


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("gose", "href: no element '#gose'; did you mean goose?"),
        ("empty", "'empty' draws nothing"),
        ("line", "has no area"),
    ],
)
def test_an_element_that_cannot_be_shown(part: str, message: str, drawn: Path) -> None:
    art(drawn, '<circle id="goose" r="6"/><g id="empty"/><path id="line" d="M0 0H9"/>')
    edit(drawn / "cards.yaml", "goose.svg", f"goose.svg#{part}")
    template(drawn, CARD.format(BOX))
    (said,) = problems(drawn)
    assert message in said
