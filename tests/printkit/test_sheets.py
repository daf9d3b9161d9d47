"""How pieces lie on paper: places, marks, the slug, backs behind their fronts, shared sheets."""

import itertools
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.rewriting import inline_symbols
from printkit.drawing.shapes import Face, Group, Text, Use
from printkit.drawing.shapes import Path as Drawn
from printkit.drawing.traversal import walk
from printkit.inspection.margins import margin_problems
from printkit.options import Options
from printkit.printing.jobs import sharing_sheets
from printkit.sheets.grid import Grid, grid_for
from printkit.sheets.impose import FOLD, Imposition, fold_line, impose
from printkit.sheets.layout import as_co_printed
from printkit.sheets.settings import settings_for, sheet_settings
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import TINY, WINSTON, edit
from tests.printkit.commands import refused
from tests.printkit.pdf_pages import shipped, spots, words_of
from tests.sweeps import sweep

MARGIN = 5.0
SLUG = 3.0
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "common": (210.0, 279.4)}
SIZES = {"card": (63.0, 88.0), "poker": (63.5, 88.9), "pad": (190.0, 125.0)}
FONTS = Fonts()
SETTINGS = sheet_settings()
Box = tuple[float, float, float, float]  # left, top, right, bottom


def some_sheets(
    size: tuple[float, float], paper: str, count: int = 40, *, bleed: float = 0.0,
    flip: Any = "long", backs: bool = True, sides: Any = "duplex",
) -> list[Sheet]:  # fmt: skip
    def piece(name: str, back: Face | None = None) -> Face:
        return Face(name, *size, (), bleed=bleed, back=back)

    made = [piece(f"c{at}", piece(f"back of c{at}") if backs else None) for at in range(count)]
    return impose(made, Imposition("A Title · Deck", paper, flip, sides), SETTINGS, FONTS)


def boxes(sheet: Sheet, beyond: float = 0.0) -> list[Box]:
    corners = [(one.x, one.y, one.face) for one in sheet.placements]
    return [
        (x - beyond, y - beyond, x + face.width + beyond, y + face.height + beyond)
        for x, y, face in corners
    ]


def lie_on(boxes: Iterable[Box], sheet: Sheet, margin: float) -> bool:
    right, bottom = sheet.width - margin + 1e-6, sheet.height - margin + 1e-6
    return all(min(a, b) >= margin - 1e-6 and c <= right and d <= bottom for a, b, c, d in boxes)


def bleed_of(sheet: Sheet) -> float:
    return max((one.face.bleed for one in sheet.placements), default=0.0)


def overlap(a: Box, b: Box) -> bool:
    near = 1e-6
    return min(a[2], b[2]) - max(a[0], b[0]) > near and min(a[3], b[3]) - max(a[1], b[1]) > near


def marks(sheet: Sheet, colour: str = "#000000") -> list[Box]:
    """Crop marks as boxes without width, or in white the edges under them."""
    found = []
    for shape in sheet.shapes:
        if isinstance(shape, Drawn) and shape.style != FOLD and shape.style.stroke == colour:
            for (begin, (x1, y1)), (draw, (x2, y2)) in zip(
                shape.steps[::2], shape.steps[1::2], strict=True
            ):
                assert (begin, draw) == ("M", "L")
                found.append((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
    return found


def slug_box(sheet: Sheet) -> Box:
    """The box of the ruler and the caption on the sheet, letters with all their height."""
    (slug,) = [shape for shape in sheet.shapes if isinstance(shape, Group)]
    points: list[tuple[float, float]] = []
    for shape in slug.shapes:
        if isinstance(shape, Drawn):
            half = shape.style.width / 2
            for _, (x, y) in shape.steps:
                points += [(x, y - half), (x, y + half)]
        elif isinstance(shape, Text):
            width = FONTS.by_key(shape.font).width(shape.text) * shape.size
            points += [(shape.x, shape.y - 0.78 * shape.size), (shape.x + width, shape.y)]
    a, b, c, d, e, f = slug.matrix
    xs = [a * x + c * y + e for x, y in points]
    ys = [b * x + d * y + f for x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


BLEEDS = (0.0, 2.0, 3.0)
CASES = sweep(
    itertools.product(SIZES, PAPERS, BLEEDS),
    [("card", "a4", 0.0), ("poker", "letter", 3.0), ("pad", "common", 2.0)],
)


def test_sizes_come_from_sheets_yaml() -> None:
    data = sheet_settings()
    assert SIZES.items() <= {name: tuple(size) for name, size in data.sizes.items()}.items()
    assert PAPERS.items() <= {name: tuple(size) for name, size in data.papers.items()}.items()
    assert (data.margin, data.ruler) == (MARGIN, 50)


def gap(bleed: float) -> float:
    """How far from the cut a mark begins: over a bleed, a third of it in."""
    return 0.5 + bleed / 3


def same(first: set[float], second: set[float]) -> bool:
    """Whether each number of one set is in the other, but for rounding."""
    return all(
        any(abs(one - other) < 1e-6 for other in others)
        for numbers, others in ((first, second), (second, first))
        for one in numbers
    )


def assert_laid_well(sheet: Sheet) -> None:
    """Pieces do not overlap and keep the margin; marks keep off them and have a white edge on a
    bleed, line up with every cut and lie on the sheet; the slug is printable and covers nothing."""
    bleed = bleed_of(sheet)
    pieces, bled, found, off = boxes(sheet), boxes(sheet, bleed), marks(sheet), gap(bleed)
    assert not any(overlap(a, b) for a, b in itertools.combinations(bled, 2))
    assert lie_on(bled, sheet, MARGIN)
    assert marks(sheet, "#ffffff") == (found if bleed else [])
    corners = {(x, y) for a, b, c, d in pieces for x in (a, c) for y in (b, d)}
    for left, top, right, bottom in found:
        half = 0.65 / 2 if bleed else 0.15 / 2  # with its edge
        across, down = (half, 0.0) if left == right else (0.0, half)
        mark = (left - across, top - down, right + across, bottom + down)
        assert not any(overlap(mark, box) for box in pieces)
        assert not any(  # along a cut, a mark ends where the gap begins
            a + 1e-6 < x < c - 1e-6 and b + 1e-6 < y < d - 1e-6
            for a, b, c, d in boxes(sheet, off) for x, y in ((left, top), (right, bottom))
        )  # fmt: skip
        ends = [(left - off, top), (right + off, top)]
        if left == right:
            ends = [(left, top - off), (left, bottom + off)]
        assert any(math.dist(end, corner) < 1e-6 for end in ends for corner in corners)
        assert (left == right) != (top == bottom)
    assert same({x for x, _ in corners}, {one[0] for one in found if one[0] == one[2]})
    assert same({y for _, y in corners}, {one[1] for one in found if one[1] == one[3]})
    assert lie_on(found, sheet, 0)
    slug = slug_box(sheet)
    assert lie_on([slug], sheet, MARGIN)
    assert not any(overlap(slug, box) for box in bled)
    grown = [(a - 0.07, b - 0.07, c + 0.07, d + 0.07) for a, b, c, d in found]
    assert not any(overlap(slug, mark) for mark in grown)


def shortest_end(sheet: Sheet, margin: float = MARGIN) -> float:
    """Of all cuts, the least that is printed of the outermost mark at either end, in mm."""
    least = math.inf
    for at, along, side in ((0, 1, sheet.height), (1, 0, sheet.width)):
        cuts: dict[float, list[tuple[float, float]]] = {}
        for mark in marks(sheet):
            if mark[at] == mark[at + 2]:
                ends = max(mark[along], margin), min(mark[along + 2], side - margin)
                cuts.setdefault(round(mark[at], 3), []).append(ends)
        for cut, found in cuts.items():
            least = min(least, *(end - start for start, end in (min(found), max(found))))
            beside = [b for b in boxes(sheet) if any(abs(cut - b[k]) < 2e-3 for k in (at, at + 2))]
            assert min(found)[1] <= min(box[along] for box in beside), "before the first piece"
            assert max(found)[0] >= max(box[along + 2] for box in beside), "behind the last one"
    return least


@pytest.mark.parametrize("sides", ["duplex", "gutterfold"])
def test_sheets_are_laid_well_with_marks_at_both_ends(sides: str) -> None:
    """Cards with and without bleed; Hypothesis tries others below."""
    sizes = ((63.0, 88.0), (63.5, 88.9))
    for size, paper, bleed in itertools.product(sizes, ("a4", "letter"), (0.0, 3.0)):
        for sheet in some_sheets(size, paper, bleed=bleed, sides=sides):
            assert_laid_well(sheet)
            assert shortest_end(sheet) >= 2 - 1e-6


@pytest.mark.sweep
@pytest.mark.parametrize("bleed", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_cut_of_the_shipped_games_can_be_seen_at_both_ends(paper: str, bleed: bool) -> None:
    """Parts of a board, tokens, decks, forms: what lies on paper alone stays whole, unmarked."""
    for game, name in (
        *(("verse_and_variant", name) for name in ("markers", "tokens", "institutions")),
        ("winstons_archive", "deck"), ("winstons_archive", "pad"), ("manuscript", "shop"),
    ):  # fmt: skip
        for sheet in shipped(game, name, Options(paper=paper, bleed=bleed)).sheets:
            assert shortest_end(sheet) >= 2 - 1e-6, name
    for game, name in (("manuscript", "spread"), ("verse_and_variant", "pad")):
        assert not any(marks(one) for one in shipped(game, name, Options(paper=paper)).sheets)


def test_a_printer_with_a_margin_of_its_own_prints_as_much() -> None:
    wide = msgspec.structs.replace(SETTINGS, margin=8.0)
    (sheet,) = impose([Face("a", 63, 88, ())] * 4, Imposition("t", "letter"), wide, FONTS)
    assert shortest_end(sheet, 8.0) >= 2 - 1e-6


@pytest.mark.parametrize("sides", ["duplex", "gutterfold"])
def test_a_sheet_with_few_pieces_has_them_in_its_middle(sides: str) -> None:
    for count in (1, 2, 5, 8, 12):
        for sheet in some_sheets(SIZES["card"], "a4", count, sides=sides)[-2:]:
            around = boxes(sheet)
            for at, side in ((0, sheet.width), (1, sheet.height)):
                first, last = min(box[at] for box in around), max(box[at + 2] for box in around)
                assert first == pytest.approx(side - last, abs=1e-6)


@pytest.mark.parametrize("paper", PAPERS)
def test_with_bleed_each_strip_shows_its_cuts(paper: str) -> None:
    """Between all rows and columns, pieces lie bleed to bleed, and the marks lie on it."""
    sheet = some_sheets((30.0, 30.0), paper, 60, bleed=3.0, backs=False)[0]
    found = marks(sheet)
    for left, top, right, bottom in boxes(sheet):
        for x, y in itertools.product((left, right), (top, bottom)):
            beyond = {(x, y - 1.5) if y == top else (x, y + 1.5)}
            beyond |= {(x - 1.5, y) if x == left else (x + 1.5, y)}
            for point in beyond:
                touching = [
                    one for one in found
                    if any(math.dist(point, end) < 1e-6 for end in (one[:2], one[2:]))
                ]  # fmt: skip
                assert touching, point
                assert all(math.dist(one[:2], one[2:]) >= 2 for one in touching)


@pytest.mark.parametrize("length", [20, 60, 120, 400])
def test_a_long_title_does_not_drive_the_caption_off_the_sheet(length: int) -> None:
    face = Face("a", 63, 88, (), back=Face("b", 63, 88, ()))
    how = Imposition(("A Long Title " * 40)[:length], "a4", "short")
    for sheet in impose([face], how, SETTINGS, FONTS):
        assert lie_on([slug_box(sheet)], sheet, MARGIN)


def most(size: tuple[float, float], bleed: float, paper: tuple[float, float]) -> int:
    """How many pieces fit in rows and columns, by trying: both ways up, the slug at either edge,
    the block in the middle of the sheet."""
    best = 0
    for wide, tall in (paper, paper[::-1]):
        for at_left, at_bottom in ((0, SLUG), (SLUG, 0)):
            for columns, rows in itertools.product(range(1, 30), repeat=2):
                across = columns * (size[0] + 2 * bleed)
                down = rows * (size[1] + 2 * bleed)
                more = max(0.0, gap(bleed) + 2 - bleed)  # for 2 mm of mark outside the margin
                if (
                    across <= wide - 2 * (MARGIN + at_left + more) + 1e-6
                    and down <= tall - 2 * (MARGIN + at_bottom + more) + 1e-6
                ):
                    best = max(best, columns * rows)
    return best


@pytest.mark.parametrize(("name", "paper", "bleed"), CASES)
def test_as_many_a_page_as_fit(name: str, paper: str, bleed: float) -> None:
    first = some_sheets(SIZES[name], paper, 60, bleed=bleed, backs=False)[0]
    assert len(first.placements) == most(SIZES[name], bleed, PAPERS[paper])


def test_nine_cards_and_two_pads_a_page() -> None:
    """Nine poker cards leave marks of 1.35 mm on Letter."""
    for paper in PAPERS:
        assert len(some_sheets(SIZES["card"], paper)[0].placements) == 9
        poker = some_sheets(SIZES["poker"], paper)[0].placements
        assert len(poker) == (9 if paper == "a4" else 8)
        assert len(some_sheets(SIZES["pad"], paper)[0].placements) == 2


@given(st.floats(15, 230), st.floats(15, 230), st.sampled_from([0.0, 0.3, 2.0, 3.0]),
       st.sampled_from(sorted(PAPERS)), st.sampled_from(["long", "short"]))  # fmt: skip
def test_any_size_fits(width: float, height: float, bleed: float, paper: str, flip: str) -> None:
    count = most((width, height), bleed, PAPERS[paper])
    if not count:
        with pytest.raises(ValueError, match="does not fit"):
            some_sheets((width, height), paper, bleed=bleed)
        return
    made = some_sheets((width, height), paper, min(count, 30) + 1, bleed=bleed, flip=flip)
    assert len(made[0].placements) == min(count, min(count, 30) + 1)
    for sheet in made:
        assert_laid_well(sheet)
    assert_backs_lie_behind(made, flip)


def corners(sheet: Sheet) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Each piece's own top left, top right and bottom left corner on its side of the paper."""
    for face, x, y, turned, _ in sheet.placements:
        points = [(0.0, 0.0), (face.width, 0.0), (0.0, face.height)]
        if turned:
            points = [(face.width - px, face.height - py) for px, py in points]
        yield face.id, [(x + px, y + py) for px, py in points]


def assert_backs_lie_behind(made: list[Sheet], flip: str) -> None:
    """Turn the paper over, by hand: along its long or its short edge."""
    assert [sheet.back for sheet in made] == [False, True] * (len(made) // 2)
    for front, back in zip(made[::2], made[1::2], strict=True):
        about_vertical = (front.height >= front.width) == (flip == "long")
        behind = {name.removeprefix("back of "): points for name, points in corners(back)}
        for name, (top_left, top_right, bottom_left) in corners(front):
            # the back's left edge lies behind the front's right edge, its top behind the top
            (x1, y1), (x2, y2), (x3, y3) = top_left, top_right, bottom_left
            right_bottom = (x2 + x3 - x1, y2 + y3 - y1)
            expected = [
                (front.width - x, y) if about_vertical else (x, front.height - y)
                for x, y in (top_right, top_left, right_bottom)
            ]
            for found, wanted in zip(behind[name], expected, strict=True):
                assert found == pytest.approx(wanted, abs=1e-6), name


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("name", "paper", "bleed"), CASES)
def test_backs_lie_behind_their_fronts(name: str, paper: str, bleed: float, flip: str) -> None:
    made = some_sheets(SIZES[name], paper, 40, bleed=bleed, flip=flip)
    assert_backs_lie_behind(made, flip)


def test_fronts_only_leaves_the_backs_out() -> None:
    made = some_sheets(SIZES["card"], "a4", 20, sides="fronts")
    assert [len(sheet.placements) for sheet in made] == [9, 9, 2]
    assert not any(sheet.back for sheet in made)


def test_caption_names_component_paper_and_page() -> None:
    for number, sheet in enumerate(shipped("winstons_archive", "deck", Options()).sheets, 1):
        (slug,) = [shape for shape in sheet.shapes if isinstance(shape, Group)]
        text = " ".join(one.text for one in slug.shapes if isinstance(one, Text))
        for words in ("50 mm", "Winston’s Archive · Deck", f"page {number} of 12", "A4", "100 %"):
            assert words in text
        assert ("flip on the long edge" in text) == sheet.back


@pytest.mark.parametrize(
    ("fold", "slug", "ends"),
    [
        ("down", "bottom", (105, 6, 105, 287)), ("down", "left", (105, 6, 105, 291)),
        ("across", "bottom", (6, 148.5, 204, 148.5)), ("across", "left", (10, 148.5, 204, 148.5)),
    ],
)  # fmt: skip
def test_fold_runs_through_the_middle_to_the_slug(fold: Any, slug: Any, ends: Box) -> None:
    """1 mm before it; else at the margin, which is 6 mm here."""
    grid = Grid((210, 297), (63, 88), 1, 1, (0, 0), 0, slug, 6, fold)
    drawn = fold_line(grid)
    assert [values for _, values in drawn.steps] == [ends[:2], ends[2:]]
    assert drawn.style == FOLD


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


@pytest.mark.parametrize(("asked", "gutter", "pieces"), [
    (None, (3, 0), 28), (1.0, (1, 1), 24), (5.0, (5, 5), 24),
])  # fmt: skip
def test_a_gutter_that_is_asked_for_lies_across_and_down(
    asked: float | None, gutter: tuple[float, float], pieces: int
) -> None:
    """Otherwise there may be none where it would cost pieces of a sheet."""
    settings = settings_for(printkit.Options(gutter=asked))
    grid = grid_for(40, 40, 0, settings.sheet_size("a4"), settings)
    assert (grid.gutter, grid.columns * grid.rows) == (gutter, pieces)


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
    sizes = {"spare": "63.5 x 88.9", "aid": "token, shares: spare", "marker": "token"}
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
    jobs = sharing_sheets([(game, key) for key in game.components], SETTINGS, packed=True)
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
    jobs = list(sharing_sheets([(game, key) for key in components], SETTINGS, packed=True))
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
