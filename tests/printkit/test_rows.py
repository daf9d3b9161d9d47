"""Texts in rows: one size for all, each row as high as it needs and padded like the others."""

from __future__ import annotations

import pytest

import card_data
from printkit.drawing.shapes import Group, Path, Shape, Text
from printkit.drawing.traversal import texts
from printkit.errors import MarkupError
from printkit.faces.reader import MarkupReader
from printkit.faces.reading.tables import RULE
from printkit.options import Options
from printkit.templating.xml import parse
from printkit.typography.fitting import POINT
from printkit.typography.fonts import Fonts
from printkit.typography.rows import LEAST_PAD
from tests.printkit.tools import shipped

FONTS = Fonts()
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
    """Where the lines between rows are."""
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


def test_the_longest_of_rows_that_do_not_fit_is_told() -> None:
    with pytest.raises(MarkupError, match=r"needs 9 lines at 7 pt, there is room for 4 beside"):
        rows("Short.", "word " * 50, high=5 * 7 * POINT * LEADING + 4 * LEAST_PAD)


def test_a_word_too_wide_for_its_cell_is_told() -> None:
    with pytest.raises(MarkupError, match=r"is wider than its box of 38 mm at 7 pt"):
        rows("Short.", "Donaudampfschifffahrt" * 3)


def test_what_else_is_in_a_row_is_drawn_beside_its_texts_and_below_them() -> None:
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
def test_rows_and_what_is_in_them_stand_nowhere_else(markup: str) -> None:
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
