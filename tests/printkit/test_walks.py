"""The walk over a drawing and the one that changes it agree: where a shape lies, and what a symbol
draws there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.drawing.bounds import meets, visible_shapes
from printkit.drawing.geometry import IDENTITY, Matrix, multiply, rectangle_steps
from printkit.drawing.rewriting import inline_symbols
from printkit.drawing.shapes import (
    BLACK,
    CURRENT,
    Field,
    Group,
    Path,
    Shape,
    Style,
    Symbol,
    Text,
    Use,
)
from printkit.drawing.traversal import Visit, traverse
from tests.sweeps import sweep

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
SYMBOLS = st.fixed_dictionaries(
    {
        "leaf": st.builds(Symbol, st.just("leaf"), drawings(depth=2), st.sampled_from([0.0, 2.0])),
        "twig": st.builds(Symbol, st.just("twig"), drawings("leaf", depth=3), st.just(4.0)),
        "branch": st.builds(Symbol, st.just("branch"), drawings("leaf", "twig", depth=3)),
    }
)
DRAWINGS = drawings("leaf", "twig", "branch")


def leaves(visits: Iterable[Visit]) -> list[tuple[Shape, Matrix]]:
    """What is drawn, and where; neither groups nor uses draw anything themselves."""
    return [
        (visit.shape, visit.matrix) for visit in visits if not isinstance(visit.shape, Group | Use)
    ]


@again
@few
@given(DRAWINGS, SYMBOLS, MATRICES)
def test_a_shape_lies_under_all_matrices_around_it(
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
@given(DRAWINGS, SYMBOLS)
def test_what_a_use_draws_is_met_where_it_is_drawn_out(
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
def test_a_shape_is_seen_unless_it_or_a_clip_around_it_lies_beside_the_window(
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


@pytest.mark.parametrize(
    ("x", "y", "is_seen"),
    [
        *((5, 5, True), (-2, 5, True), (10, 5, True), (5, -3, True), (5, 10, True)),
        *((-2.1, 5, False), (10.1, 5, False), (5, -3.1, False), (5, 10.1, False)),
    ],
)
def test_what_touches_a_window_is_seen(x: float, y: float, is_seen: bool) -> None:
    mark = Path(rectangle_steps(x, y, 2, 3, 0, 0))
    assert visible_shapes((mark,), (0, 0, 10, 10)) == ((mark,) if is_seen else ())
    clipped = Group((Path(rectangle_steps(5, 5, 1, 1, 0, 0)),), clip=mark)
    assert visible_shapes((clipped,), (0, 0, 10, 10)) == ((clipped,) if is_seen else ())
