"""Parts of a text that look otherwise: spans, letter spacing, small capitals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.drawing.shapes import Path as Stroke
from printkit.drawing.shapes import Style, Text, Use
from printkit.drawing.traversal import walk
from printkit.painting.svg import SvgPainter
from printkit.typography.fonts import SHAPED, Fonts
from tests.printkit.tiny_card import extracted, laid_out, runs, write


def test_a_span_has_a_colour_a_weight_and_a_size(errata: Path) -> None:
    markup = '<text x="5" y="9" font-size="10mm">a<span fill="#ff0000" font-weight="bold">b</span>'
    plain, span, small = runs(errata, f'{markup}<span font-size="50%">c</span></text>')
    assert (plain.fill, span.fill, small.fill) == ("#000000", "#ff0000", "#000000")
    assert (span.font, small.font) == ("SourceSerifPro-Bold", plain.font)
    assert (plain.size, small.size) == (10, 5)
    assert small.width == pytest.approx(5 * Fonts().get("serif").width("c"))


def test_an_icon_in_a_span_has_its_colour_and_its_size(errata: Path) -> None:
    icon = '<icon name="goose"/>'
    span = f'<span fill="#ff0000" font-size="50%">{icon}</span>'
    write(errata, f'<text x="5" y="9" font-size="10mm">{icon}{span}</text>')
    plain, own = [one for one in walk(laid_out(errata).faces[0].shapes) if isinstance(one, Use)]
    assert (plain.colour, own.colour) == ("#000000", "#ff0000")
    assert own.side == plain.side / 2


@pytest.mark.parametrize(("how", "below"), [("underline", 0.12), ("line-through", -0.25)])
def test_a_line_under_or_through_a_span_is_as_long_as_it(
    how: str, below: float, errata: Path
) -> None:
    span = f'<span fill="#ff0000" text-decoration="{how}">b <b>c</b></span>'
    markup = f'<text x="5" y="9" font-size="10mm">a {span}<span text-decoration="none">d</span>'
    write(errata, f"{markup}</text>")
    found = list(walk(laid_out(errata).faces[0].shapes))
    _, first, second, *_ = [one for one in found if isinstance(one, Text)]
    lines = [one for one in found if isinstance(one, Stroke)]
    ends = [[x for _, (x, _) in one.steps] for one in lines]
    assert ends == [pytest.approx([one.x, one.x + one.width]) for one in (first, second)]
    assert {y for one in lines for _, (_, y) in one.steps} == {9 + 10 * below}
    assert {one.style for one in lines} == {Style(None, "#ff0000", 0.6)}
    assert extracted(errata, f"{markup}</text>").startswith("a b cd")


def test_letters_are_spaced_out_in_the_pdf_as_they_are_measured(errata: Path) -> None:
    markup = '<text x="5" y="9" font-size="10mm" letter-spacing="{}">abc</text>'
    plain, by_mm, by_em = (runs(errata, markup.format(one))[0] for one in ("0", "1", "0.1em"))
    assert by_mm.width == by_em.width == pytest.approx(plain.width + 3)
    assert by_mm.letter_space == pytest.approx(1)
    assert "abc" in extracted(errata, markup.format("1"))
    drawn = SvgPainter(Fonts(), {}).paint(laid_out(errata).sheets[0], "")
    (places,) = re.findall(r'aria-label="abc".*?</g>', drawn)[:1]
    second = float(re.findall(r' x="([\d.]+)"', places)[1])
    assert second == pytest.approx(Fonts().get("serif").width("a") + 0.1, abs=1e-3)


def test_spaced_letters_are_not_joined(errata: Path) -> None:
    markup = '<text x="5" y="9" letter-spacing="1" text-rendering="optimizeLegibility">fi</text>'
    (text,) = runs(errata, markup)
    assert not text.font.endswith(SHAPED)
