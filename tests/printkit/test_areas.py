"""Areas, the points in them, and what is topmost at a point of a face."""

from __future__ import annotations

import pytest

from printkit.drawing.areas import Area
from printkit.drawing.backdrop import PAPER, Backdrop, Backdrops, recoloured
from printkit.drawing.colour_vision import contrast, lightness
from printkit.drawing.geometry import Point, corners_of
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
)

SQUARE = corners_of((10, 20, 30, 50))
HOLE = corners_of((15, 25, 25, 45))
RED, NAVY = Backdrop("#a02020", "#ffffff"), Backdrop("#173f8a", "#173f8a")


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
