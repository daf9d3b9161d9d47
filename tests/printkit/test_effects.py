"""Gradients and opacity in templates."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest

from card_data import DataError
from printkit.drawing.geometry import rectangle_steps
from printkit.drawing.shapes import Face, Group, Path, Shade, Stop, Style
from printkit.drawing.traversal import walk
from printkit.faces.low_ink import Engraver
from printkit.typography.fonts import Fonts
from tests.printkit.test_markup import drawn

SKY = """<linearGradient id="sky"><stop offset="0" stop-color="#1d3f94"/>
<stop offset="100%" stop-color="#fff" stop-opacity="0.5"/></linearGradient>"""
BOX = '<rect x="10" y="20" width="40" height="30"'


def groups(errata: FilePath, fonts: Fonts, markup: str) -> list[Group]:
    shapes = drawn(errata, fonts, markup).shapes
    return [shape for shape in walk(shapes) if isinstance(shape, Group)]


def test_a_gradient_fills_the_box_of_its_shape(errata: FilePath, fonts: Fonts) -> None:
    (group,) = groups(errata, fonts, SKY + BOX + ' fill="url(#sky)"/>')
    (shade,) = group.shapes
    assert isinstance(shade, Shade)
    assert (shade.x, shade.y, shade.width, shade.height) == (10, 20, 40, 30)
    assert shade.ends == (0, 0, 1, 0)
    assert shade.matrix == (40, 0, 0, 30, 10, 20)
    assert shade.stops == (Stop(0, "#1d3f94"), Stop(1, "#ffffff", 0.5))
    assert group.clip is not None
    assert group.clip.steps[0] == ("M", (10, 20))


def test_a_gradient_in_mm_takes_over_the_stops_of_another(errata: FilePath, fonts: Fonts) -> None:
    own = """<radialGradient id="sun" href="#sky" gradientUnits="userSpaceOnUse" cx="30" cy="35"
        r="9pt" fx="31" gradientTransform="translate(1 2)"/>"""
    (group,) = groups(errata, fonts, SKY + own + BOX + ' fill="url(#sun)"/>')
    (shade,) = group.shapes
    assert isinstance(shade, Shade)
    assert shade.ends == pytest.approx((31, 35, 0, 30, 35, 3.175))
    assert shade.matrix == (1, 0, 0, 1, 1, 2)
    assert len(shade.stops) == 2


@pytest.mark.parametrize(("spread", "count"), [("repeat", 4), ("reflect", 4), ("pad", 1)])
def test_a_gradient_goes_on_in_cycles(
    spread: str, count: int, errata: FilePath, fonts: Fonts
) -> None:
    own = f'<linearGradient id="again" href="#sky" x2="25%" spreadMethod="{spread}"/>'
    (group,) = groups(errata, fonts, SKY + own + BOX + ' fill="url(#again)"/>')
    (shade,) = group.shapes
    assert isinstance(shade, Shade)
    assert len(shade.stops) == 2 * count
    assert shade.ends == ((0, 0, 1, 0) if count > 1 else (0, 0, 0.25, 0))
    reflected = [stop.colour for stop in shade.stops[:4]] == [
        "#1d3f94", "#ffffff", "#ffffff", "#1d3f94",
    ]  # fmt: skip
    assert reflected == (spread == "reflect")


def test_a_line_is_the_mask_of_its_gradient(errata: FilePath, fonts: Fonts) -> None:
    (group,) = groups(
        errata, fonts, SKY + BOX + ' fill="none" stroke="url(#sky)" stroke-width="2"/>'
    )
    (mask,) = group.mask
    assert isinstance(mask, Path)
    assert (mask.style.fill, mask.style.stroke, mask.style.width) == (None, "#ffffff", 2)


def test_fill_and_line_have_opacities_of_their_own(errata: FilePath, fonts: Fonts) -> None:
    inked = BOX + ' stroke="#000000" fill-opacity="0.25" stroke-opacity="50%" opacity="0.5"/>'
    around, area, line = groups(errata, fonts, inked)
    assert (around.opacity, area.opacity, line.opacity) == (0.5, 0.25, 0.5)
    assert around.shapes == (area, line)


def test_the_line_is_told(errata: FilePath, fonts: Fonts) -> None:
    with pytest.raises(DataError) as raised:
        drawn(errata, fonts, f"\n{SKY}\n{BOX} fill='url(#sea)'/>")
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
