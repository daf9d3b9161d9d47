"""Templates are drawn as they are written: shapes, spans, gradients, opacity, own icons."""

import math
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path as FilePath

import msgspec
import pytest

import card_data
from card_data import DataError
from printkit.drawing.geometry import ellipse_steps, rectangle_steps
from printkit.drawing.paths import parse_path
from printkit.drawing.shapes import (
    CURRENT,
    Face,
    Group,
    Path,
    Shade,
    Stop,
    Style,
    Symbol,
    Text,
    Use,
)
from printkit.drawing.traversal import texts, walk
from printkit.faces.low_ink import Engraver
from printkit.painting.svg import SvgPainter
from printkit.typography.fonts import SHAPED, Fonts
from tests.card_data.copies import edit
from tests.printkit.tiny_card import drawn, extracted, laid_out, runs, write

PAGE = "<page><frame x='5' y='5' width='50' height='70'/></page>"


def paths(face: Face) -> list[Path]:
    return [shape for shape in walk(face.shapes) if isinstance(shape, Path)]


def words(face: Face) -> dict[str, Text]:
    return {text.text: text for text in texts(face.shapes)}


def halfway(start: tuple[float, ...], curve: tuple[float, ...]) -> tuple[float, float]:
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


def test_a_box_of_a_text_is_tinted_and_has_a_bar(errata: FilePath) -> None:
    flow = (
        "<box tint='#ffeedd' bar='#112233' pad='2'><p font-size='9pt' line-height='1.2'>a</p></box>"
    )
    fills = [path.style.fill for path in paths(drawn(errata, f"<flow>{PAGE}{flow}</flow>"))]
    assert {"#ffeedd", "#112233"} <= set(fills)


def test_a_label_stands_at_the_left_wherever_its_text_does(errata: FilePath) -> None:
    text = "<p font-size='9pt' line-height='1.2' label='7' indent='8' align='right'>end</p>"
    placed = words(drawn(errata, f"<flow>{PAGE}{text}</flow>"))
    assert placed["7"].x == pytest.approx(5, abs=0.1)
    assert placed["end"].x > 40


def test_filter_test(errata: FilePath) -> None:
    """A test of Jinja's that looks into its environment."""
    asked = "{{ 'yes' if 'tint' is filter else 'no' }}{{ 'yes' if 'tnit' is filter else 'no' }}"
    text = f"<text x='5' y='9' font-size='9pt'>{asked}</text>"
    assert list(words(drawn(errata, text))) == ["yesno"]


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
def test_default_and_groupby_filters(
    body: str, said: str | None, errata: FilePath, fonts: Fonts
) -> None:
    """A default for what there is not; groups by their names, and as pairs."""
    text = f'<text x="9" y="9">{body}</text>'
    values = Counter(
        msgspec.structs.asdict(row)["value"]
        for row in card_data.load("errata", errata.parent).rows("cards")
    )
    pairs = " ".join(f"{value}:{values[value]}" for value in sorted(values))
    assert " ".join(words(drawn(errata, text))).split() == (said or pairs).split()


def test_a_span_has_a_colour_a_weight_and_a_size(errata: FilePath) -> None:
    markup = '<text x="5" y="9" font-size="10mm">a<span fill="#ff0000" font-weight="bold">b</span>'
    plain, span, small = runs(errata, f'{markup}<span font-size="50%">c</span></text>')
    assert (plain.fill, span.fill, small.fill) == ("#000000", "#ff0000", "#000000")
    assert (span.font, small.font) == ("SourceSerifPro-Bold", plain.font)
    assert (plain.size, small.size) == (10, 5)
    assert small.width == pytest.approx(5 * Fonts().get("serif").width("c"))


def test_an_icon_in_a_span_has_its_colour_and_its_size(errata: FilePath) -> None:
    icon = '<icon name="goose"/>'
    span = f'<span fill="#ff0000" font-size="50%">{icon}</span>'
    write(errata, f'<text x="5" y="9" font-size="10mm">{icon}{span}</text>')
    plain, own = [one for one in walk(laid_out(errata).faces[0].shapes) if isinstance(one, Use)]
    assert (plain.colour, own.colour) == ("#000000", "#ff0000")
    assert own.side == plain.side / 2


@pytest.mark.parametrize(("how", "below"), [("underline", 0.12), ("line-through", -0.25)])
def test_decoration_is_as_long_as_its_span(how: str, below: float, errata: FilePath) -> None:
    span = f'<span fill="#ff0000" text-decoration="{how}">b <b>c</b></span>'
    markup = f'<text x="5" y="9" font-size="10mm">a {span}<span text-decoration="none">d</span>'
    write(errata, f"{markup}</text>")
    found = list(walk(laid_out(errata).faces[0].shapes))
    _, first, second, *_ = [one for one in found if isinstance(one, Text)]
    lines = [one for one in found if isinstance(one, Path)]
    ends = [[x for _, (x, _) in one.steps] for one in lines]
    left, middle, right = first.x, first.x + first.width, second.x + second.width
    assert ends == [pytest.approx([left, middle]), pytest.approx([middle, right])]
    assert middle < second.x
    assert {y for one in lines for _, (_, y) in one.steps} == {9 + 10 * below}
    assert {one.style for one in lines} == {Style(None, "#ff0000", 0.6)}
    assert extracted(errata, f"{markup}</text>").startswith("a b cd")


def test_letters_are_spaced_out_in_the_pdf_as_they_are_measured(errata: FilePath) -> None:
    markup = '<text x="5" y="9" font-size="10mm" letter-spacing="{}">abc</text>'
    plain, by_mm, by_em = (runs(errata, markup.format(one))[0] for one in ("0", "1", "0.1em"))
    assert by_mm.width == by_em.width == pytest.approx(plain.width + 3)
    assert by_mm.letter_space == pytest.approx(1)
    assert "abc" in extracted(errata, markup.format("1"))
    drawn = SvgPainter(Fonts(), {}).paint(laid_out(errata).sheets[0], "")
    (places,) = re.findall(r'aria-label="abc".*?</g>', drawn)[:1]
    second = float(re.findall(r' x="([\d.]+)"', places)[1])
    assert second == pytest.approx(Fonts().get("serif").width("a") + 0.1, abs=1e-3)


def test_spaced_letters_are_not_joined(errata: FilePath) -> None:
    markup = '<text x="5" y="9" letter-spacing="1" text-rendering="optimizeLegibility">fi</text>'
    (text,) = runs(errata, markup)
    assert not text.font.endswith(SHAPED)


SKY = """<linearGradient id="sky"><stop offset="0" stop-color="#1d3f94"/>
<stop offset="100%" stop-color="#fff" stop-opacity="0.5"/></linearGradient>"""
BOX = '<rect x="10" y="20" width="40" height="30"'


def groups(errata: FilePath, markup: str) -> list[Group]:
    shapes = drawn(errata, markup).shapes
    return [shape for shape in walk(shapes) if isinstance(shape, Group)]


def shade_in(group: Group) -> Shade:
    (shade,) = group.shapes
    assert isinstance(shade, Shade)
    return shade


def test_a_gradient_fills_the_box_of_its_shape(errata: FilePath) -> None:
    """A line is the mask of its gradient."""
    (group,) = groups(errata, SKY + BOX + ' fill="url(#sky)"/>')
    stops = (Stop(0, "#1d3f94"), Stop(1, "#ffffff", 0.5))
    assert shade_in(group) == Shade(10, 20, 40, 30, (0, 0, 1, 0), stops, (40, 0, 0, 30, 10, 20))
    assert group.clip is not None
    assert group.clip.steps[0] == ("M", (10, 20))
    (group,) = groups(errata, SKY + BOX + ' fill="none" stroke="url(#sky)" stroke-width="2"/>')
    (mask,) = group.mask
    assert isinstance(mask, Path)
    assert (mask.style.fill, mask.style.stroke, mask.style.width) == (None, "#ffffff", 2)


def test_a_gradient_in_mm_takes_over_the_stops_of_another(errata: FilePath) -> None:
    own = """<radialGradient id="sun" href="#sky" gradientUnits="userSpaceOnUse" cx="30" cy="35"
        r="9pt" fx="31" gradientTransform="translate(1 2)"/>"""
    shade = shade_in(*groups(errata, SKY + own + BOX + ' fill="url(#sun)"/>'))
    assert shade.ends == pytest.approx((31, 35, 0, 30, 35, 3.175))
    assert shade.matrix == (1, 0, 0, 1, 1, 2)
    assert len(shade.stops) == 2


@pytest.mark.parametrize(("spread", "count"), [("repeat", 4), ("reflect", 4), ("pad", 1)])
def test_gradient_repeats(spread: str, count: int, errata: FilePath) -> None:
    own = f'<linearGradient id="again" href="#sky" x2="25%" spreadMethod="{spread}"/>'
    shade = shade_in(*groups(errata, SKY + own + BOX + ' fill="url(#again)"/>'))
    assert len(shade.stops) == 2 * count
    assert shade.ends == ((0, 0, 1, 0) if count > 1 else (0, 0, 0.25, 0))
    there_and_back = ["#1d3f94", "#ffffff", "#ffffff", "#1d3f94"]
    reflected = [stop.colour for stop in shade.stops[:4]] == there_and_back
    assert reflected == (spread == "reflect")


def test_fill_and_line_have_opacities_of_their_own(errata: FilePath) -> None:
    inked = BOX + ' stroke="#000000" fill-opacity="0.25" stroke-opacity="50%" opacity="0.5"/>'
    around, area, line = groups(errata, inked)
    assert (around.opacity, area.opacity, line.opacity) == (0.5, 0.25, 0.5)
    assert around.shapes == (area, line)


def test_unknown_gradient_is_reported_at_its_line(errata: FilePath) -> None:
    with pytest.raises(DataError) as raised:
        drawn(errata, f"\n{SKY}\n{BOX} fill='url(#sea)'/>")
    assert raised.value.problems[0].line == 4


def test_low_ink_hatches_a_large_gradient_and_pales_what_shows_through() -> None:
    """As it does a fill of its mean colour; a small one stays."""
    dark = (Stop(0, "#000000"), Stop(1, "#202060"))

    def shaded(side: float) -> Group:
        clip = Path(rectangle_steps(20, 20, side, side, 0, 0))
        return Group((Shade(20, 20, side, side, (20, 0, 60, 0), dark),), clip=clip)

    square = Path(rectangle_steps(5, 5, 50, 70, 0, 0), Style("#1d3f94"))
    veiled = Group((square,), opacity=0.05)
    face = Face("a", 63, 88, (veiled, shaded(30), shaded(0.5)))
    pale, large, small = Engraver({}).face(face).shapes
    assert not [one for one in walk((large,)) if isinstance(one, Shade)]
    assert [one for one in walk((large,)) if isinstance(one, Path) and one.style.stroke]
    assert [one for one in walk((small,)) if isinstance(one, Shade)]
    fills = {one.style.fill for one in walk((pale,)) if isinstance(one, Path)}
    assert fills <= {"#ffffff"}, "so pale that it is left out"


BLACK_ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{}</svg>'
GANDER = '<path d="M10 10h200v300H10z"/>'
SQUARE_BEHIND = '<path d="M0 0h512v512H0z"/>'
GANDER_ICON = '<icon name="gander" x="5" y="5" size="9" fill="#8c2f39"/>'


def with_icon(errata: FilePath, content: str, name: str = "gander.svg") -> None:
    (errata / "icons").mkdir(exist_ok=True)
    (errata / "icons" / name).write_text(BLACK_ICON.format(content), "utf-8")
    game = errata / "game.yaml"
    if "icons:" not in game.read_text("utf-8"):
        game.write_text(game.read_text("utf-8") + "\nicons: icons\n", "utf-8")


def icon(errata: FilePath, content: str) -> Symbol:
    with_icon(errata, content)
    write(errata, GANDER_ICON)
    return laid_out(errata).symbols["gander"]


def inks(symbol: Symbol) -> set[str | None]:
    return {shape.style.fill for shape in walk(symbol.shapes) if isinstance(shape, Path)}


def test_an_icon_is_drawn_in_the_colour_of_its_use(errata: FilePath) -> None:
    with_icon(errata, GANDER)
    (use,) = [one for one in walk(drawn(errata, GANDER_ICON).shapes) if isinstance(one, Use)]
    assert (use.symbol, use.side, use.colour) == ("gander", 9, "#8c2f39")
    symbol = icon(errata, GANDER)
    assert symbol.size == 512
    assert inks(symbol) == {CURRENT}


def test_an_icon_of_several_colours_keeps_them_but_not_the_square_under_it(
    errata: FilePath,
) -> None:
    """Icons of game-icons.net come in white on a black square."""
    other = '<path d="M10 10h90v90z" fill="tomato"/>'
    assert inks(icon(errata, GANDER + other)) == {"#000000", "#ff6347"}
    symbol = icon(errata, SQUARE_BEHIND + GANDER.replace("/>", ' fill="#fff"/>'))
    assert inks(symbol) == {CURRENT}
    assert sum(isinstance(shape, Path) for shape in walk(symbol.shapes)) == 1
    face = drawn(errata, '<text x="5" y="9">A <icon name="gander"/></text>')
    assert [one.symbol for one in walk(face.shapes) if isinstance(one, Use)] == ["gander"]


@pytest.mark.parametrize(("content", "name", "markup", "said"), [
    (GANDER, "star.svg", GANDER_ICON, "there is an icon 'star' already"),
    (GANDER, "a gander.svg", GANDER_ICON, "expected letters, digits, - and _ in the name"),
    (GANDER, "gander.svg", GANDER_ICON.replace("gander", "ganger"), "did you mean gander?"),
    ("<text>a</text>", "gander.svg", GANDER_ICON, "an icon cannot contain text"),
    ("\n<blink/>", "gander.svg", GANDER_ICON, "<blink>: unknown element"),
])  # fmt: skip
def test_wrong_icon_is_reported(
    content: str, name: str, markup: str, said: str, errata: FilePath
) -> None:
    with_icon(errata, content, name)
    with pytest.raises(DataError) as raised:
        drawn(errata, markup)
    assert said in str(raised.value)


def test_missing_icon_folder_is_reported_in_game_yaml(errata: FilePath) -> None:
    with_icon(errata, GANDER)
    edit(errata / "game.yaml", "icons: icons", "icons: pictures")
    with pytest.raises(DataError) as raised:
        drawn(errata, GANDER_ICON)
    (found,) = raised.value.problems
    assert "no folder 'pictures'" in found.message
    assert FilePath(found.file).name == "game.yaml"
    assert found.line > 1


def test_icon_name_that_is_not_utf_8_is_reported(errata: FilePath) -> None:
    with_icon(errata, GANDER, "gander\udcff.svg")
    with pytest.raises(DataError) as raised:
        drawn(errata, GANDER_ICON)
    found = raised.value.problems[0]
    assert found.message.startswith("found 'gander?', expected letters")
    assert found.file.endswith("icons/gander?.svg")
