"""How pieces lie on paper: places, marks, the slug, and backs behind their fronts."""

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.drawing.shapes import Face, Group, Path, Text
from printkit.options import Options
from printkit.sheets.grid import Grid
from printkit.sheets.impose import FOLD, Imposition, fold_line, impose
from printkit.sheets.settings import sheet_settings
from printkit.sheets.sheet import Sheet
from printkit.typography.fonts import Fonts
from tests.printkit.pdf_pages import shipped
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
        if isinstance(shape, Path) and shape.style != FOLD and shape.style.stroke == colour:
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
        if isinstance(shape, Path):
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
