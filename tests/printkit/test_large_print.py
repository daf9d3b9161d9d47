"""Aids, pads, sheets and rules that are large enough to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import card_data
from printkit.drawing.geometry import scale_of
from printkit.drawing.shapes import Shape, Text
from printkit.drawing.traversal import texts, traverse
from printkit.options import Options
from printkit.painting.pdf import UNIT
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fitting import POINT
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit
from tests.printkit.commands import refused
from tests.printkit.pdf_pages import shipped
from tests.sweeps import sweep

LARGE = Options(large_print=True)
LETTER = Options(paper="letter", large_print=True)
BODY = 16.0  # points: what libraries for people with weak sight call large print
AIDS = [(game, name) for game in card_data.names() for name in ("aid", "set_up")]
SHEETS = [("dice_archive", "form"), ("dice_archive", "pad"), ("winstons_archive", "pad"),
          ("verse_and_variant", "pad"), ("nineteen_eighty_four", "sheet")]  # fmt: skip


def letters(shapes: Iterable[Shape]) -> Iterator[tuple[float, int]]:
    for visit in traverse(shapes):
        if isinstance(visit.shape, Text):
            yield visit.shape.size * scale_of(visit.matrix) * UNIT, len(visit.shape.text)


def sizes(layout: Layout) -> Counter[float]:
    counted: Counter[float] = Counter()
    for side in (one for face in layout.faces for one in (face, face.back) if one is not None):
        for size, number in letters(side.shapes):
            counted[round(size, 2)] += number
    return counted


@pytest.mark.parametrize(
    ("game", "component"), sweep(AIDS, [("dice_archive", "aid"), ("winstons_archive", "set_up")])
)
def test_what_an_aid_says_is_in_large_print(game: str, component: str) -> None:
    found = sizes(shipped(game, component, LARGE))
    assert found.most_common(1)[0][0] >= BODY - 0.05  # as sizes are tried in steps
    assert min(found) >= 15


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "options"),
    sweep([("winstons_archive", LARGE), ("dice_archive", LETTER)], [("winstons_archive", LARGE)]),
)
def test_rules_are_set_anew_in_large_print(game: str, options: Options) -> None:
    plain = shipped(game, "rules", Options(paper=options.paper))
    large = shipped(game, "rules", options)
    assert sizes(large).most_common(1)[0][0] >= BODY
    assert len(large.sheets) > 2 * len(plain.sheets)
    size = plain.faces[0].width, plain.faces[0].height
    assert {(face.width, face.height) for face in large.faces} == {size}


@pytest.mark.parametrize(
    ("game", "component", "paper"),
    sweep(
        [(*sheet, paper) for sheet in SHEETS for paper in ("a4", "letter")],
        [("dice_archive", "form", "a4"), ("winstons_archive", "pad", "letter")],
    ),
)
def test_sheets_are_as_large_as_the_paper_lets_them(game: str, component: str, paper: str) -> None:
    large = shipped(game, component, Options(paper=paper, large_print=True))
    plain = shipped(game, component, Options(paper=paper))
    times = large.faces[0].width / plain.faces[0].width
    assert times >= 1.36
    assert len(large.parts) == (2 if plain.faces[0].height > 200 else 1) * len(large.faces)
    smallest, before = min(sizes(large)), min(sizes(plain))
    assert smallest == pytest.approx(times * before, abs=0.02)


def test_what_has_no_large_print_stays_as_it_is() -> None:
    large, plain = (shipped("winstons_archive", "deck", one) for one in (LARGE, Options()))
    assert large.faces == plain.faces


@pytest.mark.parametrize("name", card_data.names())
def test_set_up_aid_is_large_enough_and_takes_no_sheet(name: str, fonts: Fonts) -> None:
    game = card_data.load(name)
    (face,) = shipped(name, "set_up", Options()).faces
    assert face.back is not None
    found = list(texts(face.shapes))
    assert min(text.size for text in found) >= 8 * POINT - 1e-6
    read = "".join(text.text for text in found).replace(" ", "")
    table = card_data.load_set_up(game)
    assert table is not None
    for section in table.sections:
        for line in section.lines:
            assert line.what.replace(" ", "").replace("'", "’") in read
            for cell in line.cells:
                assert cell.text.replace(" ", "") in read
    game = card_data.load(name)
    with_it = lay_out(game, "aid", Options(), Typesetter(), ["set_up"])
    assert len(with_it.sheets) == len(lay_out(game, "aid", Options(), Typesetter()).sheets)


def test_what_does_not_fit_is_reported_at_its_line(mine: Path) -> None:
    line = edit(mine / "set_up.yaml", "what: Turn aid,", f"what: {'Turn aid ' * 40},")
    said = refused("build", "--only", "set_up", "--data", mine.parent)
    assert f"set_up.yaml:{line}:" in said
    assert "does not fit" in said
