"""The walk over a drawing and the one that changes it agree: where a shape lies, and what a symbol
draws there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.drawing.bounds import corners, meets, seen
from printkit.drawing.geometry import (
    IDENTITY,
    Matrix,
    box_around,
    box_under,
    multiply,
    rectangle_steps,
)
from printkit.drawing.rewriting import in_colour, inlined, rewritten, without
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
from printkit.drawing.traversal import Visit, traverse, walk
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
    assert met == leaves(traverse(inlined(shapes, symbols)))
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
@given(DRAWINGS)
def test_a_walk_stays_out_of_what_it_is_kept_from(turn: int, shapes: tuple[Shape, ...]) -> None:
    visits = list(traverse(shapes, into=lambda group: not group.piece))
    around = [one.shape for visit in visits for one in visit.around]
    assert not any(isinstance(shape, Group) and shape.piece for shape in around)
    emptied = rewritten(
        shapes,
        lambda shape, _: (
            msgspec.structs.replace(shape, shapes=())
            if isinstance(shape, Group) and shape.piece
            else shape
        ),
    )
    assert leaves(visits) == leaves(traverse(emptied)), "all else is met"


@again
@few
@given(DRAWINGS)
def test_a_drawing_of_which_nothing_changes_is_as_it_was(
    turn: int, shapes: tuple[Shape, ...]
) -> None:
    assert rewritten(shapes, lambda shape, _: shape) == shapes


def test_a_shape_changes_wherever_it_is() -> None:
    word, mark = Text(1, 5, "word", "SourceSansPro-Regular", 3, 8), Path(())
    made = rewritten(
        (Group((mark, Group((word, word))), (1, 0, 0, 1, 5, 5)), word, mark),
        lambda shape, _: mark if shape == word else shape,
    )
    assert made == (Group((mark, Group((mark, mark))), (1, 0, 0, 1, 5, 5)), mark, mark)


@again
@few
@given(DRAWINGS, MATRICES)
def test_what_changes_a_drawing_is_given_where_each_shape_lies(
    turn: int, shapes: tuple[Shape, ...], matrix: Matrix
) -> None:
    called: list[tuple[Shape, Matrix]] = []

    def note(shape: Shape, lies: Matrix) -> Shape:
        called.append((shape, lies))
        return shape

    rewritten(shapes, note, matrix)
    met = [(visit.shape, visit.matrix) for visit in traverse(shapes, matrix)]
    assert sorted(map(repr, called)) == sorted(map(repr, met))
    order = [shape for shape, _ in called]
    for at, shape in enumerate(order):
        if isinstance(shape, Group) and shape.shapes:
            assert shape.shapes[-1] in order[:at], "a group comes after what is in it"


@again
@few
@given(DRAWINGS, st.sampled_from([Path, Text, Field, Use]))
def test_shapes_of_a_kind_are_left_out(
    turn: int, shapes: tuple[Shape, ...], kind: type[Shape]
) -> None:
    left = list(walk(without(shapes, kind)))
    assert not any(isinstance(shape, kind) for shape in left)
    others = [shape for shape in walk(shapes) if not isinstance(shape, kind | Group)]
    assert [shape for shape in left if not isinstance(shape, Group)] == others


@again
@few
@given(DRAWINGS)
def test_shapes_are_drawn_in_one_colour(turn: int, shapes: tuple[Shape, ...]) -> None:
    made = in_colour(shapes, "#3f6b3a")
    assert CURRENT not in repr(walk_styles(made))
    assert [type(shape) for shape in walk(made)] == [type(shape) for shape in walk(shapes)]


def walk_styles(shapes: tuple[Shape, ...]) -> list[object]:
    styles = [shape.style for shape in walk(shapes) if isinstance(shape, Path)]
    return [*styles, *(shape.colour for shape in walk(shapes) if isinstance(shape, Use))]


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
    assert leaves(traverse(seen(shapes, window))) == leaves(expected)


@again
@few
@given(MATRICES, st.tuples(WHOLE, WHOLE, WHOLE, WHOLE))
def test_a_box_under_a_matrix_is_around_its_corners(
    turn: int, matrix: Matrix, box: tuple[float, float, float, float]
) -> None:
    path = Path((("M", box[:2]), ("L", (box[2], box[1])), ("L", box[2:]), ("L", (box[0], box[3]))))
    assert box_under(matrix, box) == box_around(corners((path,), matrix))


@pytest.mark.parametrize(
    ("x", "y", "is_seen"),
    [
        *((5, 5, True), (-2, 5, True), (10, 5, True), (5, -3, True), (5, 10, True)),
        *((-2.1, 5, False), (10.1, 5, False), (5, -3.1, False), (5, 10.1, False)),
    ],
)
def test_what_touches_a_window_is_seen(x: float, y: float, is_seen: bool) -> None:
    mark = Path(rectangle_steps(x, y, 2, 3, 0, 0))
    assert seen((mark,), (0, 0, 10, 10)) == ((mark,) if is_seen else ())
    clipped = Group((Path(rectangle_steps(5, 5, 1, 1, 0, 0)),), clip=mark)
    assert seen((clipped,), (0, 0, 10, 10)) == ((clipped,) if is_seen else ())
