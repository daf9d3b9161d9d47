"""Icons of a game's own, from a folder of SVG files."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest

from card_data import DataError
from printkit.drawing.shapes import CURRENT, Path, Symbol, Use
from printkit.drawing.traversal import walk
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit
from tests.printkit.test_markup import drawn

import card_data  # isort: skip

BLACK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{}</svg>'
GANDER = '<path d="M10 10h200v300H10z"/>'
GROUND = '<path d="M0 0h512v512H0z"/>'
ICON = '<icon name="gander" x="5" y="5" size="9" fill="#8c2f39"/>'


def with_icon(errata: FilePath, content: str, name: str = "gander.svg") -> None:
    (errata / "icons").mkdir(exist_ok=True)
    (errata / "icons" / name).write_text(BLACK.format(content), "utf-8")
    game = errata / "game.yaml"
    if "icons:" not in game.read_text("utf-8"):
        game.write_text(game.read_text("utf-8") + "\nicons: icons\n", "utf-8")


def laid_out(errata: FilePath, markup: str) -> Layout:
    (errata / "templates" / "card.svg").write_text(f"<svg>{markup}</svg>", "utf-8")
    game = card_data.load(errata.name, errata.parent)
    return lay_out(game, "deck", Options(data=errata.parent), Typesetter())


def icon(errata: FilePath, content: str) -> Symbol:
    with_icon(errata, content)
    return laid_out(errata, ICON).symbols["gander"]


def inks(symbol: Symbol) -> set[str | None]:
    return {shape.style.fill for shape in walk(symbol.shapes) if isinstance(shape, Path)}


def test_an_icon_is_drawn_in_the_colour_of_its_use(errata: FilePath, fonts: Fonts) -> None:
    with_icon(errata, GANDER)
    (use,) = [one for one in walk(drawn(errata, fonts, ICON).shapes) if isinstance(one, Use)]
    assert (use.symbol, use.side, use.colour) == ("gander", 9, "#8c2f39")
    symbol = icon(errata, GANDER)
    assert symbol.size == 512
    assert inks(symbol) == {CURRENT}


def test_an_icon_of_several_colours_keeps_them(errata: FilePath) -> None:
    other = '<path d="M10 10h90v90z" fill="tomato"/>'
    assert inks(icon(errata, GANDER + other)) == {"#000000", "#ff6347"}


def test_the_square_under_an_icon_is_left_out(errata: FilePath) -> None:
    """As icons of game-icons.net come: white on a black square."""
    symbol = icon(errata, GROUND + GANDER.replace("/>", ' fill="#fff"/>'))
    assert inks(symbol) == {CURRENT}
    assert sum(isinstance(shape, Path) for shape in walk(symbol.shapes)) == 1


def test_an_icon_stands_in_a_text(errata: FilePath, fonts: Fonts) -> None:
    with_icon(errata, GANDER)
    face = drawn(errata, fonts, '<text x="5" y="9">A <icon name="gander"/></text>')
    assert [one.symbol for one in walk(face.shapes) if isinstance(one, Use)] == ["gander"]


@pytest.mark.parametrize(
    ("content", "name", "markup", "said"),
    [
        (GANDER, "star.svg", ICON, "there is an icon 'star' already"),
        (GANDER, "a gander.svg", ICON, "expected letters, digits, - and _ in the name"),
        (GANDER, "gander.svg", ICON.replace("gander", "ganger"), "did you mean gander?"),
        ("<text>a</text>", "gander.svg", ICON, "an icon cannot contain text"),
        ("\n<blink/>", "gander.svg", ICON, "<blink>: unknown element"),
    ],
)
def test_what_is_wrong_is_told(
    content: str, name: str, markup: str, said: str, errata: FilePath
) -> None:
    with_icon(errata, content, name)
    with pytest.raises(DataError) as raised:
        laid_out(errata, markup)
    assert said in str(raised.value)


def test_a_folder_that_is_not_there_is_told_in_the_file_of_the_game(errata: FilePath) -> None:
    with_icon(errata, GANDER)
    edit(errata / "game.yaml", "icons: icons", "icons: pictures")
    with pytest.raises(DataError) as raised:
        laid_out(errata, ICON)
    (problem,) = raised.value.problems
    assert "no folder 'pictures'" in problem.message
    assert FilePath(problem.file).name == "game.yaml"
    assert problem.line > 1


def test_a_file_whose_name_is_not_utf_8_is_told(errata: FilePath) -> None:
    with_icon(errata, GANDER, "gander\udcff.svg")
    with pytest.raises(DataError) as error:
        laid_out(errata, ICON)
    problem = error.value.problems[0]
    assert problem.message.startswith("found 'gander?', expected letters")
    assert problem.file.endswith("icons/gander?.svg")
