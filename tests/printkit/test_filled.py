"""Sheets filled in: what is written lies in its field, and a fault is marked where it lies."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from printkit.drawing.geometry import Matrix, Rect
from printkit.drawing.shapes import Face, Field, Group, Path, Shape, Text
from printkit.drawing.traversal import texts as texts_of
from printkit.drawing.traversal import traverse
from printkit.faces import filling_in
from printkit.faces.filling_in import INK, RED, TINTS, Fault, FormContents, fill
from tests.printkit.pdf_pages import FONTS

Box = tuple[float, float, float, float]  # left, top, right, bottom
CLOSE = 1e-6
HOSTILE = [
    "x" * 10_000, "W" * 40, "Ann\x1b[31m\x00\r\n\tBo", "<b>&amp;</b> {{ 1 }} ]]>",
    "\u202eAnn\ud800\uffff\xad", "\U0001f600\u6f22\u5b57", "e\u0301" * 30,
]  # fmt: skip


def field(
    name: str, kind: str = "text", box: Box = (10, 10, 40, 16), value: str = "", squares: int = 0
) -> Field:
    """A field in a box; a grid has as many columns and rows as ``squares``."""
    left, top, right, bottom = box
    size = right - left, bottom - top
    return Field(name, kind, name, left, top, *size, value, 0, squares, squares)  # type: ignore[arg-type]


def face(*shapes: Shape, name: str = "sheet") -> Face:
    return Face(name, 100, 100, shapes)


def added(before: Face, filling: FormContents) -> tuple[Shape, ...]:
    ((after,), _) = fill([before], filling, FONTS)
    assert after.shapes[: len(before.shapes)] == before.shapes
    return after.shapes[len(before.shapes) :]


def flat(shapes: Sequence[Shape]) -> Iterator[tuple[Shape, Matrix]]:
    for visit in traverse(shapes):
        if not isinstance(visit.shape, Group):
            yield visit.shape, visit.matrix


def box_of(shape: Shape, matrix: Matrix) -> Box:
    """The box around a text's glyphs or a path's points on the face."""
    a, b, c, d, e, f = matrix
    if isinstance(shape, Text):
        points = [(shape.x, shape.y), (shape.x + shape.width, shape.y - 0.66 * shape.size)]
    else:
        assert isinstance(shape, Path)
        points = [(x, y) for _, values in shape.steps
                  for x, y in zip(values[::2], values[1::2], strict=True)]  # fmt: skip
    placed = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
    xs, ys = zip(*placed, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def lies_in(inner: Box, outer: Box, spare: float = CLOSE) -> bool:
    near, far = zip(inner[:2], outer[:2], strict=True), zip(inner[2:], outer[2:], strict=True)
    return all(a >= b - spare for a, b in near) and all(a <= b + spare for a, b in far)


def paths_in(shapes: Sequence[Shape]) -> list[tuple[Path, Box]]:
    return [(one, box_of(one, matrix)) for one, matrix in flat(shapes) if isinstance(one, Path)]


def red_frames(shapes: Sequence[Shape]) -> list[Box]:
    return [box for path, box in paths_in(shapes) if path.style.stroke == RED]


def numbers(shapes: Sequence[Shape]) -> list[tuple[str, float, float]]:
    """The numbers of faults, each with the centre of its disc."""
    discs = [box for path, box in paths_in(shapes) if path.style.fill == RED]
    labels = [text.text for text in texts_of(shapes) if text.fill == "#ffffff"]
    return [
        (label, (left + right) / 2, (top + bottom) / 2)
        for (left, top, right, bottom), label in zip(discs, labels, strict=True)
    ]


def near(mark: tuple[str, float, float], x: float, y: float) -> bool:
    return abs(mark[1] - x) < 3 and abs(mark[2] - y) < 3


@pytest.mark.parametrize("box", [(10, 10, 40, 16), (10, 10, 34, 34), (10, 10, 13, 12.5)])
@pytest.mark.parametrize("text", ["7", "Ann", *HOSTILE], ids=range(2 + len(HOSTILE)))
def test_entry_lies_in_its_box(text: str, box: Box) -> None:
    for kind in ("text", "number"):
        one = field("name", kind, box)
        shapes = added(face(one), FormContents([("name", text)]))
        for shape, matrix in flat(shapes):
            assert isinstance(shape, Text)
            assert lies_in(box_of(shape, matrix), box)
            assert shape.fill == INK
            assert shape.text.isprintable()
            assert not FONTS.by_key(shape.font).lacks(shape.text)
            assert shape.size > 1


def test_long_entry_is_truncated() -> None:
    for text, shown in (("Ann  of\nKent", "Ann of Kent"), ("\u6f22 Bo", "? Bo")):
        (written,) = added(face(field("name")), FormContents([("name", text)]))
        assert isinstance(written, Text)
        assert written.text == shown
    (written,) = added(face(field("name")), FormContents([("name", "ab" * 5000)]))
    assert isinstance(written, Text)
    assert written.text.startswith("abab")
    assert written.text.endswith("\u2026")
    assert 10 < len(written.text) < 60


def test_a_cross_is_in_the_box_of_its_value() -> None:
    boxes: list[Box] = [(10, 10, 20, 20), (30, 10, 36, 16), (50, 10, 60, 20)]
    row = [field("tasks", "check", box, str(n)) for n, box in enumerate(boxes)]
    shapes = added(face(*row), FormContents([("tasks", "0"), ("tasks", "2")]))
    crosses = [box_of(shape, matrix) for shape, matrix in flat(shapes)]
    assert all(lies_in(cross, box) for cross, box in zip(crosses, boxes[::2], strict=True))


def grid(squares: int = 4) -> Field:
    return field("page", "grid", (10, 10, 50, 50), squares=squares)


def square(row: int, column: int) -> Box:
    return 10.0 * column, 10.0 * row, 10.0 * column + 10, 10.0 * row + 10


def test_a_grid_is_filled_in_square_by_square() -> None:
    rows = ["AAb.", "AAb1", ". ?1", "...."]
    shapes = added(face(grid()), FormContents([("page", "\n".join(rows))]))
    written = {
        (row, column): char
        for row, chars in enumerate(rows, 1)
        for column, char in enumerate(chars, 1)
        if char not in ". "
    }
    found = [(shape, matrix) for shape, matrix in flat(shapes) if isinstance(shape, Text)]
    for place, char in written.items():
        (text,) = [
            shape.text for shape, matrix in found if lies_in(box_of(shape, matrix), square(*place))
        ]
        assert text == char
    assert len(found) == len(written)


def test_each_letter_of_a_grid_has_a_tint_and_a_tile_is_hatched() -> None:
    shapes = added(face(grid()), FormContents([("page", "AAbb\nAA..\n..11\n.?..")]))
    paths = paths_in(shapes)
    tints = {path.style.fill: box for path, box in paths if path.style.fill is not None}
    assert list(tints)[:2] == list(TINTS[:2])
    assert tints[TINTS[0]] == (10, 10, 30, 30)
    assert tints[TINTS[1]] == (30, 10, 50, 20)
    assert len(tints) == 3, "what is no letter and no digit has none"
    (gold,) = set(tints) - set(TINTS)
    hatching = [box for path, box in paths if path.style.fill is None and box == tints[gold]]
    assert hatching == [(30, 30, 50, 40)]


def test_tints_stay_apart_in_greyscale() -> None:
    greys = sorted(
        0.299 * int(tint[1:3], 16) + 0.587 * int(tint[3:5], 16) + 0.114 * int(tint[5:], 16)
        for tint in TINTS
    )
    assert min(after - before for before, after in pairwise(greys)) > 10
    assert greys[0] > 120, "what is written on it can be read"


@pytest.mark.parametrize("page", ["", "\n" * 500, "A" * 500, "\n".join(["A" * 9] * 9), "A\r\nB\tC"])
def test_a_page_of_another_size_stays_on_its_grid(page: str) -> None:
    pages, _ = fill([face(grid())], FormContents([("page", page)]), FONTS)
    for one in pages:
        for shape, matrix in flat(one.shapes[1:]):
            if not isinstance(shape, Path) or shape.steps:
                assert lies_in(box_of(shape, matrix), (10, 10, 50, 50))


TABLE = (
    field("players.0.name", box=(10, 10, 40, 16)),
    field("players.0.books.A", "number", (10, 20, 20, 26)),
    field("players.0.books.B", "number", (10, 30, 20, 36)),
    field("players.1.books.A", "number", (50, 20, 60, 26)),
)


@pytest.mark.parametrize(("where", "place"), [
    ("players.0.name", (10, 10, 40, 16)),
    ("players.1", (50, 20, 60, 26)),
    ("players.0.books", (10, 20, 20, 36)),
    ("players.0.books.Z", (10, 20, 20, 36)),  # no field of its own: those of the group around
    ("players.0.books.A.1", (10, 20, 20, 26)),
    ("players.0.pages", (10, 10, 40, 36)),
    ("players", (10, 10, 60, 36)),
    ("players.10.name", (10, 10, 60, 36)),
])  # fmt: skip
def test_a_fault_is_framed_where_it_lies(where: str, place: Box) -> None:
    shapes = added(face(*TABLE), FormContents(faults=[Fault(7, where)]))
    (found,) = red_frames(shapes)
    assert lies_in(place, found)
    assert lies_in(found, place, 1)
    (number,) = numbers(shapes)
    assert number[0] == "7"
    assert near(number, *place[:2])


def test_a_fault_of_one_check_box_is_marked_at_that_box() -> None:
    row = [field("tasks", "check", (10 * n, 10, 10 * n + 8, 18), str(n)) for n in range(1, 7)]
    (red,) = red_frames(added(face(*row), FormContents(faults=[Fault(1, "tasks", "4")])))
    assert red == pytest.approx((40, 10, 48, 18))
    (red,) = red_frames(added(face(*row), FormContents(faults=[Fault(1, "tasks", "9")])))
    assert lies_in((10, 10, 68, 18), red)


def test_faulty_squares_are_framed_by_cluster() -> None:
    fault = Fault(3, "page", squares=((4, 4), (2, 1), (2, 2), (9, 9), (0, 1)))
    shapes = added(face(grid()), FormContents([("page", "AA")], [fault]))
    (lines,) = [path for path, _ in paths_in(shapes) if path.style.stroke == RED]
    ends = [values for _, values in lines.steps]
    sides = {(*one, *other) for one, other in zip(ends[::2], ends[1::2], strict=True)}
    assert (20, 20, 20, 30) not in sides, "between two squares at fault"
    assert {(10, 20, 20, 20), (20, 20, 30, 20), (30, 20, 30, 30), (40, 40, 50, 40)} < sides
    assert len(sides) == 6 + 4
    first, second = numbers(shapes)
    assert near(first, 10, 20)
    assert near(second, 40, 40)


def test_numbers_of_faults_at_one_field_stand_side_by_side() -> None:
    faults = [Fault(number, "players.0.name") for number in range(1, 30)]
    marks = numbers(added(face(*TABLE), FormContents(faults=faults)))
    assert [label for label, _, _ in marks] == [str(number) for number in range(1, 30)]
    assert all(after[1] - before[1] > 2 for before, after in pairwise(marks))


def test_unanswered_field_is_dashed() -> None:
    filling = FormContents([("players.0.books.A", "3")], missing=["players.0.books", "players.1"])
    shapes = added(face(*TABLE), filling)
    dashed = [box for path, box in paths_in(shapes) if path.style == filling_in.OPEN]
    assert [lies_in(box, (10, 30, 20, 36)) for box in dashed] == [True, False]
    assert lies_in(dashed[1], (50, 20, 60, 26))


def test_field_in_a_group_is_filled_in_there() -> None:
    turned: Matrix = (0, 1, -1, 0, 60, 30)  # a quarter turn
    sheet = face(Group((Group((grid(), field("name")), (1, 0, 0, 1, 5, 5)),), turned))
    filling = FormContents(
        [("page", "AB"), ("name", "Ann")], [Fault(1, "name"), Fault(2, "page", squares=((1, 1),))]
    )
    shapes = added(sheet, filling)
    inner: Matrix = (0, 1, -1, 0, 55, 35)  # from the fields' space to the face's
    texts = [one for one in flat(shapes) if isinstance(one[0], Text)]
    ((text, matrix),) = [one for one in texts if one[0].text == "Ann"]  # type: ignore[union-attr]
    assert matrix == inner
    assert lies_in(box_of(text, matrix), (39, 45, 45, 75))
    first, whole = sorted(red_frames(shapes))
    assert whole == pytest.approx((39, 45, 45, 75))
    assert first == pytest.approx((35, 45, 45, 55))


def test_faces_that_show_nothing_new_are_left_out() -> None:
    name = field("players.0.name")
    sheets = [
        face(field("total"), name="empty"),
        face(name, name="first"),
        face(name, name="again"),
        face(name, field("players.0.books.A"), name="more"),
        face(field("players.0.books.B"), name="missing"),
    ]
    filling = FormContents(
        [("players.0.name", "Ann"), ("players.0.books.A", "1"), ("players.0.books.Z", "2")],
        missing=["players.0.books.B"],
    )
    pages, left_over = fill(sheets, filling, FONTS)
    assert [page.id for page in pages] == ["first", "more", "missing"]
    assert left_over == [("players.0.books.Z", "2")]


def test_no_and_no_mark_need_no_box() -> None:
    entries = [("players.0.hall", "false"), ("players.0.levels", "-"), ("players.0.towns", "0")]
    _, left_over = fill([face(field("total"))], FormContents(entries), FONTS)
    assert left_over == entries[2:]


ROUTE = [field("rounds", "next", (10 * at, 0, 10 * at + 8, 8), str(at)) for at in (3, 17, 31)]


def test_list_entries_are_marked_on_the_route() -> None:
    noted = field("rounds.0", "number", (10, 40, 20, 48))
    entries = [("rounds.0", "17"), ("rounds.1", "3"), ("level", "31")]
    filling = FormContents(entries, [Fault(1, "rounds")], ["rounds"])
    faces, left = fill([face(*ROUTE, noted)], filling, FONTS)
    paths = [one for one in faces[0].shapes if isinstance(one, Path)]
    boxes = [Rect(one.x, one.y, one.width, one.height) for one in ROUTE[:2]]
    crosses = [one for one in paths if one.style == filling_in.CROSS]
    assert crosses == [*map(filling_in.cross, boxes)]
    frames = [one for one in paths if one.style.stroke == RED]
    assert frames == [filling_in.frame(Rect(10, 40, 10, 8), filling_in.FRAME)], (
        "where it is written"
    )
    assert left == [("rounds.1", "3"), ("level", "31")]
    alone, _ = fill([face(*ROUTE, noted)], FormContents(entries[:1]), FONTS, lists=False)
    assert not [one for one in alone[0].shapes if isinstance(one, Path)]
