"""Where backs are, and what shares a sheet: folds, single cuts, stacks turned over by hand."""

import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.rewriting import inline_symbols
from printkit.drawing.shapes import Path as Drawn
from printkit.drawing.shapes import Use
from printkit.drawing.traversal import walk
from printkit.inspection.margins import margin_problems
from printkit.printing.jobs import sharing_sheets
from printkit.sheets.impose import FOLD
from printkit.sheets.layout import as_co_printed
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import TINY, WINSTON, edit
from tests.printkit.commands import refused
from tests.printkit.pdf_pages import shipped, spots, words_of
from tests.printkit.test_sheets import SIZES, boxes, slug_box, some_sheets


def fold_of(sheet: Sheet) -> tuple[str, float]:
    (fold,) = [one for one in sheet.shapes if isinstance(one, Drawn) and one.style == FOLD]
    (_, (x1, y1)), (_, (x2, _)) = fold.steps
    return ("down", x1) if x1 == x2 else ("across", y1)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
@pytest.mark.parametrize("size", [(63.0, 88.0), (126.0, 88.0), (30.0, 120.0)])
def test_folded_backs_lie_behind_fronts(
    size: tuple[float, float], bleed: float, paper: str
) -> None:
    for sheet in some_sheets(size, paper, 23, bleed=bleed, sides="gutterfold"):
        way, at = fold_of(sheet)
        assert at == pytest.approx((sheet.width if way == "down" else sheet.height) / 2)
        fronts = [one for one in sheet.placements if not one.back]
        backs = {one.face.id: one for one in sheet.placements if one.back}
        assert len(fronts) == len(backs) > 0
        for front in fronts:
            back = backs[f"back of {front.face.id}"]
            if way == "down":
                assert (back.x, back.y) == pytest.approx((2 * at - front.x - size[0], front.y))
                assert front.x + size[0] < at
            else:
                assert (back.x, back.y) == pytest.approx((front.x, 2 * at - front.y - size[1]))
                assert front.y + size[1] < at
            assert back.turned == (way == "across")
        side = 0 if way == "down" else 1
        spans = [(box[side], box[side + 2]) for box in boxes(sheet, bleed)]
        assert all(end <= at - 2 + 1e-6 or start >= at + 2 - 1e-6 for start, end in spans)
        left, top, right, bottom = slug_box(sheet)
        (fold,) = [one for one in sheet.shapes if isinstance(one, Drawn) and one.style == FOLD]
        assert not any(left <= x <= right and top <= y <= bottom for _, (x, y) in fold.steps)


def test_pieces_without_backs_are_not_folded() -> None:
    sheets = some_sheets(SIZES["card"], "a4", 10, backs=False, sides="gutterfold")
    assert not any(isinstance(o, Drawn) and o.style == FOLD for s in sheets for o in s.shapes)
    assert len(sheets[0].placements) == 9


def test_a_piece_too_large_to_lie_beside_its_back(errata: Path, tmp_path: Path) -> None:
    edit(errata / "print.yaml", "size: poker", "size: 180 x 200")
    shared = ("--only", "deck", "--data", errata.parent, "--out", tmp_path)
    said = refused("build", "errata", "--layout", "gutterfold", *shared)
    assert "a piece of 180 x 200 mm and its back do not fit side by side" in said


def test_folded_sheet_gives_instructions(tmp_path: Path) -> None:
    options = printkit.Options(layout="gutterfold", data=TINY)
    (deck,) = printkit.build(["errata"], ["deck"], tmp_path, options=options)
    assert deck.pages == 3
    assert words_of(deck.file).count("foldatthedashedline,glue,thencut") == 3


def test_by_hand_fronts_are_odd_pages_and_backs_even_ones(tmp_path: Path) -> None:
    options = printkit.Options(layout="alternate", data=TINY)
    (deck,) = printkit.build(["errata"], ["deck"], tmp_path, options=options)
    assert deck.pages == 4
    for number, page in enumerate(PdfReader(deck.file).pages):
        sides = {spot.side for spot in spots(page, 63.5, 88.9)}
        assert sides == ({"Back"} if number % 2 else {"Front"})
    words = words_of(deck.file)
    assert words.count("fronts(printalloddpages,thenturnthestackoveralongitslongedge)") == 2
    assert words.count("backs(printonthestack,turnedover)") == 2


def test_without_a_gutter_two_pieces_share_a_cut(tmp_path: Path) -> None:
    options = printkit.Options(gutter=0)
    (aid,) = printkit.build([WINSTON], ["aid"], tmp_path, options=options)
    front = PdfReader(aid.file).pages[0]
    lefts = sorted({round(spot.x, 2) for spot in spots(front, 63, 88)})
    tops = sorted({round(spot.y, 2) for spot in spots(front, 63, 88)})
    assert [b - a for a, b in itertools.pairwise(lefts)] == pytest.approx([63, 63], abs=0.02)
    assert [b - a for a, b in itertools.pairwise(tops)] == pytest.approx([88], abs=0.02)


def test_components_of_one_size_share_sheets(errata: Path, tmp_path: Path) -> None:
    (errata / "rulebook.yaml").unlink()  # its clauses will do
    sizes = {"spare": "poker", "aid": "token, shares: spare", "marker": "token"}
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        for name, size in sizes.items():
            (errata / "templates" / f"{name}.svg").write_text('<svg><circle r="9"/></svg>', "utf-8")
            faces = f"paper: card, bleed: 2, faces: [{{template: {name}.svg}}]"
            file.write(f"  {name}: {{title: {name}, size: {size}, {faces}}}\n")
    options = printkit.Options(share_sheets=True, data=errata.parent)
    built = printkit.build(["errata"], options=options, out=tmp_path / "out")
    files = {one.component: one.file.name for one in built}
    assert files["spare"] == files["aid"] == files["deck"] == "deck.pdf"
    assert files["marker"] == "marker.pdf"


@pytest.mark.parametrize("name", card_data.names())
def test_only_alike_components_share_sheets(name: str) -> None:
    game = card_data.load(name)
    jobs = sharing_sheets([(game, key) for key in game.components], packed=True)
    for _, host, co_printed in jobs:
        first = game.components[host]
        for other in (game.components[sharer] for sharer in co_printed):
            assert other.stock == first.stock
            assert other.shares is not None or other.size == first.size
            assert "page" not in (first.size, other.size)


def test_co_printed_component_has_its_symbols_inlined_on_both_sides() -> None:
    layout = shipped(WINSTON, "deck", printkit.Options())
    sides = [side for face in layout.parts for side in (face, face.back) if side is not None]
    assert any(isinstance(shape, Use) for side in sides for shape in walk(side.shapes))
    sharer = as_co_printed(layout)
    assert [face.name for face in sharer.parts] == [face.name for face in layout.parts]
    for face, before in zip(sharer.parts, layout.parts, strict=True):
        assert face.shapes == inline_symbols(before.shapes, layout.symbols)
        assert face.back is not None
        assert before.back is not None
        assert face.back.shapes == inline_symbols(before.back.shapes, layout.symbols)
    backs = {id(face.back) for face in sharer.parts}
    assert len(backs) == len({id(face.back) for face in layout.parts}), "each is drawn once"


def test_paper_and_card_do_not_share_sheets() -> None:
    game = card_data.load(WINSTON)
    deck = game.components["deck"]
    components = {"deck": deck, "notes": msgspec.structs.replace(deck, paper="paper"), "more": deck}
    game = msgspec.structs.replace(game, components=components)
    jobs = list(sharing_sheets([(game, key) for key in components], packed=True))
    assert [(host, shared) for _, host, shared in jobs] == [("deck", ["more"]), ("notes", [])]


@pytest.mark.parametrize("bleed", [False, True])
def test_art_with_a_border_has_its_bleed_only_if_asked(bleed: bool) -> None:
    layout = shipped(WINSTON, "deck", printkit.Options(bleed=bleed))
    assert {face.bleed for face in layout.faces} == {3.0 if bleed else 0.0}


@pytest.mark.parametrize(("given", "bleed", "cards"), [
    ({}, 0.75, 9),
    ({"bleed": True}, 2.0, 8),
    ({"gutter": 0.0}, 0.0, 9),
    ({"backs": "gutterfold"}, 1.5, 8),
])  # fmt: skip
def test_borderless_art_bleeds_as_far_as_fits(
    given: dict[str, Any], bleed: float, cards: int
) -> None:
    """Its bleed takes no card's place on a sheet, unless it is asked for."""
    game, options = card_data.load("errata", TINY), printkit.Options(data=TINY, **given)
    layout = printkit.sheets.layout.lay_out(game, "deck", options, Typesetter())
    assert not layout.component.border
    sides = [side for face in layout.faces for side in (face, face.back) if side]
    assert {side.bleed for side in sides} == {bleed}
    assert len(layout.sheets[0].placements) == cards
    assert list(margin_problems(layout, Fonts())) == []


@pytest.mark.parametrize(("svg", "said"), [
    ("<background/><background/>", "<background>: a second background"),
    ("<g><background/></g>", "a background cannot stand in a symbol or a group"),
])  # fmt: skip
def test_a_face_has_one_background(svg: str, said: str, errata: Path, tmp_path: Path) -> None:
    (errata / "templates" / "card.svg").write_text(f"<svg>{svg}</svg>", "utf-8")
    shared = ("--only", "deck", "--data", errata.parent, "--out", tmp_path)
    assert said in refused("build", "errata", *shared)


def test_the_background_is_drawn_first(errata: Path) -> None:
    template = '<svg><circle r="5"/><background><rect width="9" height="9"/></background></svg>'
    (errata / "templates" / "card.svg").write_text(template, "utf-8")
    game, options = card_data.load("errata", errata.parent), printkit.Options(data=errata.parent)
    layout = printkit.sheets.layout.lay_out(game, "deck", options, Typesetter())
    first, second = layout.faces[0].shapes
    assert getattr(first, "background", False)
    assert isinstance(second, Drawn)
    assert any(letter == "C" for letter, _ in second.steps)  # which the circle is made of
