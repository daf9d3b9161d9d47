"""Path data and transforms against fontTools, which reads the same language."""

import itertools
import math
from pathlib import Path
from typing import Any

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib import parse_path as their_parse_path
from hypothesis import given, settings
from hypothesis import strategies as st

from card_data import DataError
from printkit.drawing.paths import parse_path, parse_transform
from printkit.errors import MarkupError
from tests.printkit.tiny_card import drawn
from tests.sweeps import sweep

Point = tuple[float, float]


def bezier(points: list[Point], t: float) -> Point:
    while len(points) > 1:
        points = [
            ((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1])
            for a, b in itertools.pairwise(points)
        ]
    return points[0]


def ours(data: str) -> list[list[Point]]:
    at = start = (0.0, 0.0)
    segments = []
    for letter, values in parse_path(data):
        points = list(zip(values[::2], values[1::2], strict=True))
        if letter == "M":
            at = start = points[0]
        elif letter == "Z":
            segments.append([at, start])
            at = start
        else:
            segments.append([at, *points])
            at = points[-1]
    return segments


def theirs(data: str) -> list[list[Point]]:
    pen = RecordingPen()
    their_parse_path(data, pen)
    at: Point = (0.0, 0.0)
    start = at
    segments = []
    for name, points in pen.value:
        if name == "moveTo":
            at = start = points[0]
        elif name == "closePath":
            segments.append([at, start])
            at = start
        elif name in ("lineTo", "curveTo", "qCurveTo"):
            segments.append([at, *points])
            at = points[-1]
    return segments


def samples(segments: list[list[Point]]) -> list[Point]:
    return [bezier(list(one), t) for one in segments for t in (0.25, 0.5, 0.75, 1.0)]


def along(segments: list[list[Point]], count: int = 16) -> list[Point]:
    return [bezier(list(one), t / count) for one in segments for t in range(count + 1)]


def assert_same(data: str, tolerance: float) -> None:
    mine, other = ours(data), theirs(data)
    # fontTools closes an open end with a line of its own, or leaves out lines of no length
    mine = [one for one in mine if not (len(one) == 2 and math.dist(*one) == 0)]
    other = [one for one in other if not (len(one) == 2 and math.dist(*one) == 0)]
    for left, right in zip(samples(mine), samples(other), strict=False):
        assert math.dist(left, right) <= tolerance, data
    assert len(mine) <= len(other), data


HAND_PICKED = [
    "M1 2L3 4", "m1 2l3 4", "M1,2 3,4 5,6", "m1,2 3,4 5,6", "M1 2H5V7h-2v-3", "M1 2h3 4 5V1 2 3",
    "M0 0C1 2 3 4 5 6", "M0 0c1 2 3 4 5 6 1 2 3 4 5 6", "M0 0C1 2 3 4 5 6S8 9 10 11",
    "M0 0c1 2 3 4 5 6s3 3 5 5s1 1 2 2", "M0 0S1 2 3 4", "M0 0Q1 2 3 4", "M0 0q1 2 3 4t5 6t1 1",
    "M0 0Q1 2 3 4T7 7L1 1T9 9", "M0 0T3 4", "M1 1l2 0l0 2zl5 5", "M1 1h2v2zm5 5h1v1z",
    "M.5.5-.5-.5", "M1e1 2E-1L-3e+0-4", "M 1 2\n\tL\r3 , 4", "M1-2l-3-4", "M0 0L1.5.5.5.5",
    "M0,0l1,1 M5,5l1,1z M9,9l1,1",
]  # fmt: skip
ARCS = [
    "M0 0A5 5 0 0 1 10 0", "M0 0A5 5 0 0 0 10 0", "M0 0A5 5 0 1 1 5 5", "M0 0A5 5 0 1 0 5 5",
    "M0 0A9 4 30 0 1 10 3", "M0 0A9 4 -70 1 0 10 3", "M0 0a3 7 45 1 1 -4 -6", "M0 0A1 1 0 0 1 10 0",
    "M2 2a1 1 0 0 1 1 1a1 1 0 0 1 -1 1a2 1 20 1 0 3 3", "M0 0A-5 5 0 0 1 6 2",
    "M0 0A5 5 400 0 1 6 2",
    "M0 0a1 1 0 01.5.5", "M0 0a1 1 0 00.5.5", "M0 0a1,1 0 1110,0z", "M3 3a2 2 0 1 1 0 .01z",
]  # fmt: skip


@pytest.mark.parametrize("data", HAND_PICKED)
def test_hand_picked_paths(data: str) -> None:
    assert_same(data, 1e-6)


def covers(left: list[Point], right: list[Point]) -> float:
    """How far a point of ``left`` can lie from all of ``right``."""
    return max(min(math.dist(one, other) for other in right) for one in left)


@pytest.mark.parametrize("data", ARCS)
def test_hand_picked_arcs(data: str) -> None:
    mine, other = ours(data), theirs(data)
    assert math.dist(mine[-1][-1], other[-1][-1]) < 1e-6 or data.endswith("z")
    left, right = along(mine, 200), along(other, 200)
    longest = max(math.dist(a, b) for a, b in itertools.pairwise(left))
    assert covers(left[::5], right) < max(1e-3, longest)
    assert covers(right[::5], left) < max(1e-3, longest)


NUMBER = st.floats(-1000, 1000).map(lambda value: f"{value:.4g}")


def commands(letters: str) -> st.SearchStrategy[str]:
    takes = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}

    def with_numbers(letter: str) -> st.SearchStrategy[str]:
        count = takes[letter.upper()]
        numbers = st.lists(NUMBER, min_size=count, max_size=count)
        return numbers.map(lambda values: letter + " ".join(values))

    return st.sampled_from(letters).flatmap(with_numbers)


@pytest.mark.parametrize("turn", sweep(range(3), [0]))
@settings(max_examples=50)
@given(st.lists(commands("LHVCSQTlhvcsqt"), min_size=1, max_size=8))
def test_random_paths(turn: int, parts: list[str]) -> None:
    assert_same("M1 1" + "".join(parts), 1e-6 * 8000)


@pytest.mark.parametrize(
    "data",
    ["M0 0L5", "M0 0 L", "5 5", "M0 0z5 5", "hello", "M0 0 X 5 5", "L5 5", "Z", "M0 0L1e999 3",
     "M0 0Lnan 1", "M0 0L1 2;", "M0 0L0x10 3", "M0 0A1 1 0 2 1 5 5"],
)  # fmt: skip
def test_invalid_path_is_refused(data: str) -> None:
    with pytest.raises(MarkupError):
        parse_path(data)


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \nx", max_size=40))
def test_any_text_is_a_path_or_an_error(data: str) -> None:
    try:
        steps = parse_path(data)
    except MarkupError:
        return
    assert all(math.isfinite(value) for _, values in steps for value in values)
    assert not steps or steps[0][0] == "M"


@pytest.mark.parametrize(("text", "point", "there"), [
    ("translate(3 4)", (1, 1), (4, 5)),
    ("translate(3)", (1, 1), (4, 1)),
    ("scale(2)", (1, 3), (2, 6)),
    ("scale(2, -1)", (1, 3), (2, -3)),
    ("rotate(90)", (1, 0), (0, 1)),
    ("rotate(180 5 5)", (1, 2), (9, 8)),
    ("matrix(1 2 3 4 5 6)", (1, 1), (9, 12)),
    ("translate(10 0) rotate(90)", (1, 0), (10, 1)),
    ("rotate(90), translate(10 0)", (1, 0), (0, 11)),
    ("", (2, 3), (2, 3)),
])  # fmt: skip
def test_transforms(text: str, point: Any, there: Any) -> None:
    a, b, c, d, e, f = parse_transform(text)
    x, y = point
    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx(there)


@pytest.mark.parametrize(
    "text", ["turn(45)", "rotate(45", "rotate 45", "foo", "scale(1 2 3)", "scale(a)", "scale(nan)",
             "translate(1 2) x", "scale(1e999)"]
)  # fmt: skip
def test_invalid_transform_is_refused(text: str) -> None:
    with pytest.raises(MarkupError):
        parse_transform(text)


def test_a_path_of_too_many_points_is_refused_as_it_is_read(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its element, not with the drawing that it is part of."""
    assert len(parse_path("M0 0" + "h1" * 29_999)) == 30_000
    with pytest.raises(MarkupError, match="found more than 30,000 points in a path"):
        parse_path("M0 0" + "h1" * 30_000)
    monkeypatch.setattr("printkit.drawing.paths.MOST_POINTS_OF_A_PATH", 30)
    with pytest.raises(DataError) as raised:
        drawn(errata, f'\n<path d="M0 0{"h0" * 30}" stroke="#000000" stroke-width="1"/>')
    (problem,) = raised.value.problems
    assert (problem.line, problem.column) == (2, 1)
    assert problem.message.startswith("<path>: found more than 30 points in a path")
