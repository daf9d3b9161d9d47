"""Areas, the points in them, and what is topmost at a point of a face."""

from __future__ import annotations

import pytest

from printkit.drawing.areas import (
    Area,
    Span,
    around,
    fits_square,
    flattened,
    inside,
    intersection,
    overlap,
    stroke_rings,
    without,
)
from printkit.drawing.backdrop import PAPER, Backdrop, Backdrops, recoloured
from printkit.drawing.colour_vision import ciede2000, contrast, lightness
from printkit.drawing.geometry import IDENTITY, Box, Point, corners_of
from printkit.drawing.hatching import (
    BROWN,
    DASH,
    DOTS,
    FALLING,
    GREY,
    LEVEL,
    PAUSE,
    RISING,
    UPRIGHT,
    Lines,
    lines_for,
    tone,
)

SQUARE = corners_of((10, 20, 30, 50))
HOLE = corners_of((15, 25, 25, 45))
RED, NAVY = Backdrop("#a02020", "#ffffff"), Backdrop("#173f8a", "#173f8a")
Colour = tuple[float, float, float]


@pytest.mark.parametrize(
    ("point", "within"),
    [
        ((20, 35), True), ((12, 22), True), ((29.9, 20.1), True), ((10.1, 49.9), True),
        ((9.9, 35), False), ((30.1, 35), False), ((20, 19.9), False), ((20, 50.1), False),
        ((10, 20), True), ((10, 35), True), ((20, 20), True),  # the upper and the left edge
        ((30, 35), False), ((20, 50), False), ((30, 50), False),
    ],
)  # fmt: skip
def test_a_point_lies_inside_a_square(point: Point, within: bool) -> None:
    for ring in (SQUARE, SQUARE[::-1], SQUARE[1:] + SQUARE[:1]):
        for even_odd in (False, True):
            assert Area([ring], even_odd).contains(*point) == within


@pytest.mark.parametrize(
    ("hole", "even_odd", "filled"),
    [(HOLE, False, True), (HOLE, True, False), (HOLE[::-1], False, False)],
    ids=["wound alike", "even-odd", "wound the other way"],
)
def test_a_ring_within_a_ring_is_a_hole_by_its_winding(
    hole: list[Point], even_odd: bool, filled: bool
) -> None:
    area = Area([SQUARE, hole], even_odd)
    assert area.contains(20, 35) == filled
    assert area.contains(12, 35)
    assert area.turned(0) is area
    assert area.turned(180).contains(-20, -35) == filled
    assert area.turned(90).contains(-35, 20) == filled
    row = [(10, 30)] if filled else [(10, 15), (25, 30)]
    assert area.rows(10, 0, 60, 5) == {2: row, 3: row, 4: [(10, 30)]}
    assert area.rows(10, 30, 40, 5) == {3: row}


def test_slanted_edges_count_where_they_are_crossed() -> None:
    triangle = Area([[(0, 0), (10, 0), (0, 10)]])
    assert triangle.contains(4.9, 5)
    assert not triangle.contains(5.1, 5)
    assert triangle.rows(4, 0, 10) == {0: [(0, 10)], 1: [(0, 6)], 2: [(0, 2)]}


def test_a_path_may_go_on_from_where_it_was_closed() -> None:
    steps = (
        ("M", (1.0, 1.0)), ("L", (3.0, 1.0)), ("L", (3.0, 3.0)), ("Z", ()),
        ("L", (0.0, 0.0)), ("M", (5.0, 5.0)), ("L", (6.0, 6.0)), ("M", (9.0, 9.0)),
    )  # fmt: skip
    assert flattened(steps, (2.0, 0.0, 0.0, 1.0, 10.0, 0.0)) == [
        ([(12, 1), (16, 1), (16, 3)], True),
        ([(12, 1), (10, 0)], False),
        ([(20, 5), (22, 6)], False),
    ]
    assert flattened((("Z", ()),), IDENTITY) == []


def test_a_curve_becomes_chords_between_its_ends() -> None:
    """Three, or more of a longer one; a point halfway lies halfway."""
    for scale, count in ((0.1, 3), (10.0, 17), (1000.0, 24)):
        steps = (("M", (0.0, 0.0)), ("C", (0.0, scale, scale, scale, scale, 0.0)))
        ((ring, closed),) = flattened(steps, IDENTITY)
        assert (len(ring), closed) == (count + 1, False)
        assert (ring[0], ring[-1]) == ((0, 0), (scale, 0))
        highest = max(y for _, y in ring)
        assert 0.65 * scale < highest <= 0.75 * scale
        assert all(
            (x, y) == pytest.approx((scale - a, b))
            for (x, y), (a, b) in zip(ring, ring[::-1], strict=True)
        )


@pytest.mark.parametrize(
    ("other", "touches", "near"),
    [
        ((2, 2, 3, 3), True, True), ((10, 0, 12, 10), True, True), ((0, 10, 10, 12), True, True),
        ((-5, 0, 0, 10), True, True), ((0, -5, 10, 0), True, True),
        ((11, 0, 12, 10), False, True), ((0, 11, 10, 12), False, True),
        ((-5, 0, -1, 10), False, True), ((0, -5, 10, -1), False, True),
        ((12, 0, 13, 10), False, False), ((0, 12, 10, 13), False, False),
    ],
)  # fmt: skip
def test_boxes_touch_or_lie_near_each_other(other: Box, touches: bool, near: bool) -> None:
    box = (0, 0, 10, 10)
    assert overlap(box, other) == overlap(other, box) == touches
    assert overlap(box, other, 1) == overlap(other, box, 1) == near


@pytest.mark.parametrize(
    ("first", "second", "both", "rest"),
    [
        ([(0, 10)], [(2, 4)], [(2, 4)], [(0, 2), (4, 10)]),
        ([(0, 10)], [(-5, 4), (8, 20)], [(0, 4), (8, 10)], [(4, 8)]),
        ([(0, 3), (5, 8)], [(2, 6)], [(2, 3), (5, 6)], [(0, 2), (6, 8)]),
        ([(0, 3), (5, 8)], [(3, 5)], [], [(0, 3), (5, 8)]),
        ([(0, 3)], [(0, 3)], [(0, 3)], []),
        ([(0, 3)], [], [], [(0, 3)]),
    ],
)
def test_spans_in_common_and_those_that_are_left(
    first: list[Span], second: list[Span], both: list[Span], rest: list[Span]
) -> None:
    assert intersection(first, second) == intersection(second, first) == both
    assert without(first, second) == rest


def test_spans_in_several_areas() -> None:
    left, middle = Area([corners_of((0, 0, 6, 6))]), Area([corners_of((4, 2, 9, 9))])
    assert inside((left,), 2, 0, 9) == {0: [(0, 6)], 1: [(0, 6)], 2: [(0, 6)]}
    assert inside((left, middle), 2, 0, 9) == {1: [(4, 6)], 2: [(4, 6)]}
    assert inside((left, middle), 2, 0, 4) == {1: [(4, 6)]}


def test_what_lies_near_an_area_is_as_far_around_it_as_asked_for() -> None:
    rows = around(Area([corners_of((10, 10, 20, 20))]), 1, 0, 30, 2)
    assert sorted(rows) == list(range(8, 22))
    widest = {k: (min(a for a, _ in row), max(b for _, b in row)) for k, row in rows.items()}
    assert widest[15] == (8, 22)
    assert widest[8] == (10, 20)
    assert widest[9] == pytest.approx((10 - 2 * 0.51**0.5, 20 + 2 * 0.51**0.5))


@pytest.mark.parametrize(
    ("wide", "high", "fits"), [(4, 4, True), (3.9, 8, False), (8, 3, False), (4, 8, True)]
)
def test_a_square_fits_where_all_rows_of_its_height_leave_room(
    wide: float, high: float, fits: bool
) -> None:
    rows = {k: [(0.0, 1.0), (5.0, 5 + wide)] for k in range(int(high / 0.5) + 1)}
    assert fits_square(rows, 0.5, 4) == fits
    apart = {k: [(7.0 * (k % 2), 7.0 * (k % 2) + wide)] for k in rows}
    assert not fits_square(apart, 0.5, 4)
    assert not fits_square({k: row for k, row in rows.items() if k != 8}, 0.5, 4)


def test_a_stroke_is_a_band_along_each_of_its_segments() -> None:
    corner = [(0.0, 0.0), (10.0, 0.0), (10.0, 0.0), (10.0, 5.0)]
    level = [(0, -1), (10, -1), (10, 1), (0, 1)]
    upright = [(11, 0), (11, 5), (9, 5), (9, 0)]
    assert list(stroke_rings(corner, False, 2)) == [level, upright]
    assert list(stroke_rings([(0.0, 0.0), (3.0, 4.0)], False, 5)) == [
        [(2, -1.5), (5, 2.5), (1, 5.5), (-2, 1.5)]
    ]
    assert len(list(stroke_rings(corner, True, 2))) == 3


@pytest.mark.parametrize(
    ("colour", "lines"),
    [
        ("#a02020", (UPRIGHT,)), ("#e02040", (UPRIGHT,)), ("#f07818", (Lines(90, DASH, PAUSE),)),
        ("#f7d54a", DOTS), ("#3f8b3a", (FALLING,)), ("#1f8f88", (Lines(0, DASH, PAUSE),)),
        ("#173f8a", (LEVEL,)), ("#6a2fb0", (RISING,)), ("#d030c0", (Lines(135, DASH, PAUSE),)),
        ("#777777", GREY), ("#000000", GREY), ("#77777f", GREY), ("#6b4a2b", BROWN),
    ],
)  # fmt: skip
def test_a_hue_is_hatched_in_a_way_of_its_own(colour: str, lines: tuple[Lines, ...]) -> None:
    assert lines_for(colour) == lines


@pytest.fixture
def backdrops() -> Backdrops:
    return Backdrops()


def area(*box: float) -> tuple[Area, ...]:
    left, top, right, bottom = box
    return (Area([corners_of((left, top, right, bottom))]),)


@pytest.mark.parametrize("far", [0, -50, 100])
def test_what_was_painted_last_is_topmost(backdrops: Backdrops, far: int) -> None:
    """In the bleed too, left of the face and above it."""
    backdrops.paint(area(far - 20, far - 20, far + 20, far + 20), RED)
    backdrops.paint(area(far - 3, far - 7, far + 5, far - 2), NAVY)
    for x, y, found in (
        (-1, -4, NAVY), (4, -3, NAVY), (-4, -4, RED), (0, 0, RED), (-19, 19, RED), (19, -19, RED),
        (-21, 0, PAPER), (0, 21, PAPER),
    ):  # fmt: skip
        assert backdrops.at(far + x, far + y) == found, (x, y)


def test_what_is_clipped_is_painted_where_all_its_areas_are(backdrops: Backdrops) -> None:
    backdrops.paint((*area(0, 0, 20, 20), *area(10, 0, 30, 20)), RED)
    assert [backdrops.at(x, 10) for x in (5, 15, 25)] == [PAPER, RED, PAPER]


def test_a_backdrop_of_very_many_cells_is_found_in_its_turn(backdrops: Backdrops) -> None:
    backdrops.paint(area(0, 0, 10, 10), RED)
    backdrops.paint(area(0, 0, 400, 400), NAVY)
    backdrops.paint(area(20, 0, 30, 10), RED)
    assert [backdrops.at(x, 5) for x in (5, 15, 25, 399, 401)] == [NAVY, NAVY, RED, NAVY, PAPER]


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


@pytest.mark.parametrize(
    ("colour", "ink"),
    [("#ffffff", 0), ("#000000", 1), ("#ff0000", 2 / 3), ("#00ffff", 1 / 3), ("#333333", 0.8)],
)
def test_the_tone_of_a_colour_is_its_share_of_ink(colour: str, ink: float) -> None:
    assert tone(colour) == pytest.approx(ink, abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        ((50, 0, 0), (50, -1, 2), 2.3669), ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065), ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((50, 2.5, 0), (56, -27, -3), 31.9030), ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((50, 0, 0), (50, 0, 0), 0),
    ],
)  # fmt: skip
def test_colours_are_as_far_apart_as_its_authors_have_worked_out(
    first: Colour, second: Colour, apart: float
) -> None:
    """Pairs of the test data of Sharma, Wu and Dalal (2005)."""
    assert ciede2000(first, second) == pytest.approx(apart, abs=6e-5)
