"""Shapes: walks over them, the painters that take each, areas, what is topmost at a point."""

import subprocess
import sys
import zlib
from collections.abc import Iterable
from functools import reduce
from pathlib import Path as FilePath
from typing import get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.drawing import hatching
from printkit.drawing.areas import Area
from printkit.drawing.backdrop import PAPER, Backdrop, Backdrops, recoloured
from printkit.drawing.bounds import meets, visible_shapes
from printkit.drawing.colour_vision import contrast, lightness
from printkit.drawing.geometry import IDENTITY, Matrix, Point, corners_of, multiply, rectangle_steps
from printkit.drawing.hatching import Lines
from printkit.drawing.rewriting import inline_symbols
from printkit.drawing.shapes import (
    BLACK,
    CURRENT,
    Face,
    Field,
    Group,
    Image,
    Path,
    Shade,
    Shape,
    Stop,
    Style,
    Symbol,
    Text,
    Use,
)
from printkit.drawing.traversal import Visit, fields, texts, traverse, walk
from printkit.painting.paint import single
from printkit.painting.svg import SvgPainter
from printkit.typography.fonts import Fonts
from tests.printkit.commands import ROOT
from tests.printkit.pdf_pages import painted
from tests.sweeps import sweep

RUN = Text(1, 5, "word", "SourceSansPro-Regular", 3, 8)
SQUARE = Path((("M", (1, 1)), ("L", (4, 1)), ("L", (4, 4)), ("Z", ())))
EXAMPLES: dict[type, Shape] = {
    Path: SQUARE, Text: RUN, Use: Use("dot", 1, 1, 3), Group: Group((SQUARE, Group((RUN,)))),
    Image: Image(1, 1, 5, 5, 1, 1, "zlib", "0" * 32, zlib.compress(b"\0\0\0")),
    Shade: Shade(1, 1, 5, 5, (1, 1, 6, 6), (Stop(0, "#ffffff"), Stop(1, "#000000", 0.5))),
    Field: Field("total", "number", "Total", 1, 1, 5, 5),
}  # fmt: skip
SYMBOLS = {"dot": Symbol("dot", (SQUARE,), 5)}
FORGETFUL = """
from typing import assert_never
from printkit.drawing.shapes import Group, Image, Path, Shade, Shape, Text, Use

def paint(shape: Shape) -> str:
    if isinstance(shape, Path | Text | Use | Group | Image | Shade):
        return ""
    assert_never(shape)
"""


@pytest.mark.parametrize("kind", get_args(Shape))
def test_every_painter_takes_every_shape(kind: type, fonts: Fonts) -> None:
    face = Face("a", 20, 20, (EXAMPLES[kind],))
    svg = SvgPainter(fonts, SYMBOLS).paint(single(face), "a")
    assert ElementTree.fromstring(svg) is not None
    assert painted(face, SYMBOLS).startswith(b"%PDF")


@pytest.mark.sweep
def test_a_painter_that_forgets_a_shape_does_not_pass_the_type_check(tmp_path: FilePath) -> None:
    file = tmp_path / "forgetful.py"
    file.write_text(FORGETFUL)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    assert 'has incompatible type "Field"' in said


def test_a_walk_goes_through_groups_in_the_order_drawn() -> None:
    inner = Group((RUN, EXAMPLES[Field]))
    outer = Group((SQUARE, inner))
    assert list(walk((outer, EXAMPLES[Use]))) == [
        outer, SQUARE, inner, RUN, EXAMPLES[Field], EXAMPLES[Use],
    ]  # fmt: skip
    assert list(texts((outer,))) == [RUN]


def test_fields_come_in_the_order_of_filling_in() -> None:
    """By their order; those of one order as they are in the template."""
    made = {
        name: Field(name, "number", name, 0, 0, 1, 1, order=order)
        for name, order in (("total", 2), ("first", 0), ("late", 1), ("second", 0))
    }
    shapes = (made["total"], Group((made["first"], made["late"])), made["second"], SQUARE)
    assert [field.name for field in fields(shapes)] == ["first", "second", "late", "total"]


few = settings(max_examples=15, deadline=None)
# In make test half of the examples, in make test-all all of them.
again = pytest.mark.parametrize("turn", sweep(range(2), [0]))
WHOLE = st.integers(-9, 9).map(float)  # which a few matrices take to whole numbers again
COLOURS = st.sampled_from([CURRENT, "#8c2f39", "#1f4e5f"])
MATRICES: st.SearchStrategy[Matrix] = st.tuples(*[WHOLE] * 6)
PATHS = st.builds(
    lambda x, y, fill, stroke: Path(rectangle_steps(x, y, 2, 3, 0, 0), Style(fill, stroke)),
    WHOLE, WHOLE, COLOURS, st.none() | COLOURS,
)  # fmt: skip
TEXTS = st.builds(lambda x, y: Text(x, y, "word", "SourceSansPro-Regular", 3, 8), WHOLE, WHOLE)
FIELDS = st.builds(lambda x, y: Field("total", "number", "Total", x, y, 5, 5), WHOLE, WHOLE)


def drawings(*symbols: str, depth: int = 5) -> st.SearchStrategy[tuple[Shape, ...]]:
    """Shapes in groups in groups, with uses of ``symbols``."""
    leaves: st.SearchStrategy[Shape] = PATHS | TEXTS | FIELDS
    if symbols:
        sides = st.integers(1, 4).map(float)
        leaves |= st.builds(Use, st.sampled_from(symbols), WHOLE, WHOLE, sides, COLOURS)

    def grouped(shapes: st.SearchStrategy[Shape]) -> st.SearchStrategy[Shape]:
        within = st.lists(shapes, max_size=3).map(tuple)
        return st.builds(Group, within, MATRICES, st.none() | PATHS, piece=st.booleans())

    shapes = st.recursive(leaves, grouped, max_leaves=depth)
    return st.lists(shapes, max_size=3).map(tuple)


# A leaf has no symbols in it, a twig has leaves, a branch has both.
SYMBOL_SETS = st.fixed_dictionaries(
    {
        "leaf": st.builds(Symbol, st.just("leaf"), drawings(depth=2), st.sampled_from([0.0, 2.0])),
        "twig": st.builds(Symbol, st.just("twig"), drawings("leaf", depth=3), st.just(4.0)),
        "branch": st.builds(Symbol, st.just("branch"), drawings("leaf", "twig", depth=3)),
    }
)
DRAWINGS = drawings("leaf", "twig", "branch")


def leaves(visits: Iterable[Visit]) -> list[tuple[Shape, Matrix]]:
    return [
        (visit.shape, visit.matrix) for visit in visits if not isinstance(visit.shape, Group | Use)
    ]


@again
@few
@given(DRAWINGS, SYMBOL_SETS, MATRICES)
def test_matrices_multiply(
    turn: int, shapes: tuple[Shape, ...], symbols: dict[str, Symbol], matrix: Matrix
) -> None:
    for visit in traverse(shapes, matrix, symbols):
        own = [visit.shape.matrix] if isinstance(visit.shape, Group) else []
        for one in visit.around:
            assert isinstance(one.shape, Group | Use)
            above = one.shape
            own.append(
                above.placing(symbols[above.symbol]) if isinstance(above, Use) else above.matrix
            )
        assert visit.matrix == pytest.approx(reduce(multiply, [*own, matrix], IDENTITY))


@again
@few
@given(DRAWINGS, SYMBOL_SETS)
def test_use_draws_what_inlining_does(
    turn: int, shapes: tuple[Shape, ...], symbols: dict[str, Symbol]
) -> None:
    met = leaves(traverse(shapes, symbols=symbols))
    assert met == leaves(traverse(inline_symbols(shapes, symbols)))
    inks = {
        ink for shape, _ in met if isinstance(shape, Path)
        for ink in (shape.style.fill, shape.style.stroke)
    }  # fmt: skip
    assert CURRENT not in inks


def test_a_symbol_takes_the_colour_of_the_use_around_it() -> None:
    mark = Path(rectangle_steps(0, 0, 1, 1, 0, 0), Style(CURRENT))
    symbols = {
        "dot": Symbol("dot", (mark,), 2.0),
        "dots": Symbol("dots", (Use("dot", colour=CURRENT), Use("dot", colour="#1f4e5f")), 0.0),
    }
    drawing = (Use("dots", 3, 4, 1, "#8c2f39"), Use("dots", colour=CURRENT), mark)
    visits = list(traverse(drawing, symbols=symbols))
    inks = [visit.shape.style.fill for visit in visits if isinstance(visit.shape, Path)]
    assert inks == ["#8c2f39", "#1f4e5f", BLACK, "#1f4e5f", BLACK]
    assert visits[2].matrix == (0.5, 0, 0, 0.5, 3, 4)
    assert [one.shape for one in visits[2].around] == [visits[1].shape, visits[0].shape]


@again
@few
@given(DRAWINGS, st.tuples(WHOLE, WHOLE))
def test_visible_shapes_meet_the_window(
    turn: int, shapes: tuple[Shape, ...], corner: tuple[float, float]
) -> None:
    window = (*corner, corner[0] + 9, corner[1] + 9)
    expected = [
        visit
        for visit in traverse(shapes)
        if all(
            meets(one.shape, window, one.matrix)
            for one in (visit, *visit.around)
            if not isinstance(one.shape, Group) or one.shape.clip is not None
        )
    ]
    assert leaves(traverse(visible_shapes(shapes, window))) == leaves(expected)


@pytest.mark.parametrize(("x", "y", "is_seen"), [
    *((5, 5, True), (-2, 5, True), (10, 5, True), (5, -3, True), (5, 10, True)),
    *((-2.1, 5, False), (10.1, 5, False), (5, -3.1, False), (5, 10.1, False)),
])  # fmt: skip
def test_shape_that_touches_a_window_is_visible(x: float, y: float, is_seen: bool) -> None:
    mark = Path(rectangle_steps(x, y, 2, 3, 0, 0))
    assert visible_shapes((mark,), (0, 0, 10, 10)) == ((mark,) if is_seen else ())
    clipped = Group((Path(rectangle_steps(5, 5, 1, 1, 0, 0)),), clip=mark)
    assert visible_shapes((clipped,), (0, 0, 10, 10)) == ((clipped,) if is_seen else ())


RING = corners_of((10, 20, 30, 50))
HOLE = corners_of((15, 25, 25, 45))
RED, NAVY = Backdrop("#a02020", "#ffffff"), Backdrop("#173f8a", "#173f8a")


@pytest.mark.parametrize(
    ("hole", "even_odd", "filled"),
    [(HOLE, False, True), (HOLE, True, False), (HOLE[::-1], False, False)],
    ids=["wound alike", "even-odd", "wound the other way"],
)
def test_inner_ring_is_a_hole_by_its_winding(
    hole: list[Point], even_odd: bool, filled: bool
) -> None:
    area = Area([RING, hole], even_odd)
    assert area.contains(20, 35) == filled
    assert area.contains(12, 35)
    assert area.turned(0) is area
    assert area.turned(180).contains(-20, -35) == filled
    assert area.turned(90).contains(-35, 20) == filled
    row = [(10, 30)] if filled else [(10, 15), (25, 30)]
    assert area.rows(10, 0, 60, 5) == {2: row, 3: row, 4: [(10, 30)]}
    assert area.rows(10, 30, 40, 5) == {3: row}


@pytest.mark.parametrize(("colours", "lines"), [
    ("#a02020 #e02040", (hatching.UPRIGHT,)),
    ("#f07818", (Lines(90, hatching.DASH, hatching.PAUSE),)),
    ("#f7d54a", hatching.DOTS),
    ("#3f8b3a", (hatching.FALLING,)),
    ("#1f8f88", (Lines(0, hatching.DASH, hatching.PAUSE),)),
    ("#173f8a", (hatching.LEVEL,)),
    ("#6a2fb0", (hatching.RISING,)),
    ("#d030c0", (Lines(135, hatching.DASH, hatching.PAUSE),)),
    ("#777777 #000000 #77777f", hatching.GREY),
    ("#6b4a2b", hatching.BROWN),
])  # fmt: skip
def test_a_hue_is_hatched_in_a_way_of_its_own(colours: str, lines: tuple[Lines, ...]) -> None:
    assert {hatching.lines_for(colour) for colour in colours.split()} == {lines}


@pytest.fixture
def backdrops() -> Backdrops:
    return Backdrops()


def area(*box: float) -> tuple[Area, ...]:
    left, top, right, bottom = box
    return (Area([corners_of((left, top, right, bottom))]),)


@pytest.mark.parametrize("far", [0, -50, 100])
def test_last_painted_is_topmost(backdrops: Backdrops, far: int) -> None:
    """In the bleed too, left of the face and above it."""
    backdrops.paint(area(far - 20, far - 20, far + 20, far + 20), RED)
    backdrops.paint(area(far - 3, far - 7, far + 5, far - 2), NAVY)
    for x, y, found in (
        (-1, -4, NAVY), (4, -3, NAVY), (-4, -4, RED), (0, 0, RED), (-19, 19, RED), (19, -19, RED),
        (-21, 0, PAPER), (0, 21, PAPER),
    ):  # fmt: skip
        assert backdrops.at(far + x, far + y) == found, (x, y)


def test_clipped_shape_is_the_intersection_of_its_areas(backdrops: Backdrops) -> None:
    backdrops.paint((*area(0, 0, 20, 20), *area(10, 0, 30, 20)), RED)
    assert [backdrops.at(x, 10) for x in (5, 15, 25)] == [PAPER, RED, PAPER]


def test_most_points_decide_what_lies_below_or_else_the_first(backdrops: Backdrops) -> None:
    backdrops.paint(area(0, 0, 10, 10), RED)
    red, paper = (5.0, 5.0), (50.0, 50.0)
    assert backdrops.below([]) == PAPER
    assert backdrops.below([red]) == RED
    assert backdrops.below([red, paper]) == RED
    assert backdrops.below([paper, red]) == PAPER
    assert backdrops.below([red, paper, paper]) == PAPER
    assert backdrops.below([red, red, paper, paper, paper]) == PAPER
    assert backdrops.below([red] * 3 + [paper] * 9) == RED, "three alike are enough"


def test_a_colour_keeps_its_contrast() -> None:
    white = Backdrop("#173f8a", "#ffffff")
    assert recoloured("#000000", white, 4.5) == "#000000"
    assert recoloured("#ffffff", Backdrop("#000000", "#000000"), 4.5) == "#ffffff"
    assert recoloured("#1d1a17", Backdrop("#ffffff", "#173f8a"), 4.5) == "#ffffff"
    dark = recoloured("#ffffff", white, 4.5)
    assert 4.5 <= contrast(dark, "#ffffff") < 12
    gold = recoloured("#f7d54a", white, 4.5)
    assert 4.5 <= contrast(gold, "#ffffff") < 5
    assert lightness(gold) > 40
