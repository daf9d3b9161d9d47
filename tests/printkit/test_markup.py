"""What a template says is what is drawn: places, curves and colours, worked out by hand."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path as FilePath

import msgspec
import pytest

import card_data
from card_data import DataError
from printkit.drawing.geometry import ellipse_steps, rectangle_steps
from printkit.drawing.paths import parse_path
from printkit.drawing.shapes import Face, Path, Text
from printkit.drawing.traversal import walk
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts

PAGE = "<page><frame x='5' y='5' width='50' height='70'/></page>"


def drawn(errata: FilePath, fonts: Fonts, markup: str) -> Face:
    """The first card of the tiny game, whose template draws ``markup``."""
    (errata / "templates" / "card.svg").write_text(f"<svg>{markup}</svg>", "utf-8")
    game = card_data.load(errata.name, errata.parent)
    return lay_out(game, "deck", Options(data=errata.parent), Typesetter()).faces[0]


def refused(errata: FilePath, fonts: Fonts, markup: str) -> str:
    """What is said of the first thing that is wrong in ``markup``."""
    with pytest.raises(DataError) as raised:
        drawn(errata, fonts, markup)
    return raised.value.problems[0].message


def paths(face: Face) -> list[Path]:
    return [shape for shape in walk(face.shapes) if isinstance(shape, Path)]


def words(face: Face) -> dict[str, Text]:
    return {shape.text: shape for shape in walk(face.shapes) if isinstance(shape, Text)}


def halfway(start: tuple[float, ...], curve: tuple[float, ...]) -> tuple[float, float]:
    """The middle of a cubic curve, by its definition."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, curve
    return (x0 + 3 * x1 + 3 * x2 + x3) / 8, (y0 + 3 * y1 + 3 * y2 + y3) / 8


@pytest.mark.parametrize(("rx", "ry"), [(2.0, 2.0), (6.0, 1.5)])
def test_corners_are_rounded_by_quarters_of_an_ellipse(rx: float, ry: float) -> None:
    steps = rectangle_steps(10, 20, 40, 30, rx, ry)
    middles = {
        (10 + rx, 20 + ry), (50 - rx, 20 + ry), (50 - rx, 50 - ry), (10 + rx, 50 - ry),
    }  # fmt: skip
    curves = [
        halfway(before[-2:], values)
        for (_, before), (letter, values) in pairwise(steps)
        if letter == "C"
    ]
    assert len(curves) == 4
    for x, y in curves:
        nearest = min(math.hypot((x - across) / rx, (y - down) / ry) for across, down in middles)
        assert nearest == pytest.approx(1, abs=0.001)


def test_an_ellipse_touches_its_box_in_four_points() -> None:
    steps = ellipse_steps(10, 20, 6, 3)
    ends = {(round(values[-2], 6), round(values[-1], 6)) for _, values in steps if values}
    assert ends == {(16, 20), (10, 23), (4, 20), (10, 17)}


def test_a_number_may_end_with_its_point() -> None:
    assert parse_path("M1. 2. 3. 4.") == parse_path("M 1 2 L 3 4")


def test_a_box_of_a_text_is_tinted_and_has_a_bar(errata: FilePath, fonts: Fonts) -> None:
    flow = (
        "<box tint='#ffeedd' bar='#112233' pad='2'><p font-size='9pt' line-height='1.2'>a</p></box>"
    )
    fills = [path.style.fill for path in paths(drawn(errata, fonts, f"<flow>{PAGE}{flow}</flow>"))]
    assert {"#ffeedd", "#112233"} <= set(fills)


def test_a_label_stands_at_the_left_wherever_its_text_does(errata: FilePath, fonts: Fonts) -> None:
    text = "<p font-size='9pt' line-height='1.2' label='7' indent='8' align='right'>end</p>"
    placed = words(drawn(errata, fonts, f"<flow>{PAGE}{text}</flow>"))
    assert placed["7"].x == pytest.approx(5, abs=0.1)
    assert placed["end"].x > 40


def test_a_template_may_ask_whether_there_is_a_filter(errata: FilePath, fonts: Fonts) -> None:
    """A test of Jinja's that looks into its environment."""
    asked = "{{ 'yes' if 'tint' is filter else 'no' }}{{ 'yes' if 'tnit' is filter else 'no' }}"
    text = f"<text x='5' y='9' font-size='9pt'>{asked}</text>"
    assert list(words(drawn(errata, fonts, text))) == ["yesno"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("{{ nothing|default('a') }}", "a"),
        ("{{ card.nothing|d('b') }}", "b"),
        ("{% for each in data.cards|groupby('value') %}{{ each.grouper }}:{{ each.list|length }} "
         "{% endfor %}", None),
        ("{% for value, cards in data.cards|groupby('value') %}{{ value }}:{{ cards|length }} "
         "{% endfor %}", None),
    ],
)  # fmt: skip
def test_filters_that_take_or_give_what_is_no_plain_data(
    body: str, said: str | None, errata: FilePath, fonts: Fonts
) -> None:
    """A default for what there is not; groups by their names, and as pairs."""
    text = f'<text x="9" y="9">{body}</text>'
    values = Counter(
        msgspec.structs.asdict(row)["value"]
        for row in card_data.load("errata", errata.parent).rows("cards")
    )
    pairs = " ".join(f"{value}:{values[value]}" for value in sorted(values))
    assert " ".join(words(drawn(errata, fonts, text))).split() == (said or pairs).split()
