"""The simulator of photos: by a seed always the same, and its map says where things are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

import card_data
from scoring.photo.blanks import Blank, blanks
from tests.photo.handwriting import DOTS
from tests.photo.simulator import photograph, unrelated
from tests.photo.written_sheets import fill, page


@pytest.fixture(scope="module")
def pad() -> Blank:
    return blanks(card_data.load("winstons_archive"))[0]


def test_a_seed_gives_the_same_photo(pad: Blank) -> None:
    def taken(seed: int) -> bytes:
        rng = np.random.default_rng(seed)
        pieces = [fill(pad, rng).image, fill(pad, rng).image]
        return photograph(page(pieces, rng).image, DOTS, rng, megapixels=1).jpeg

    assert taken(3) == taken(3)
    assert taken(3) != taken(4)


def test_what_is_said_to_be_written_is_written(pad: Blank) -> None:
    blank = fill(pad, np.random.default_rng(1), full=False)
    assert not any(blank.truth.values())
    full = fill(pad, np.random.default_rng(1), full=True)
    assert all(full.truth.values())
    path = pad.sheet.fields[1].path
    one = fill(pad, np.random.default_rng(1), full=False, numbers={path: 407})
    assert {index: text for index, text in one.truth.items() if text} == {1: "407"}
    changed = np.abs(one.image.astype(int) - blank.image).max(-1) > 40
    rows, columns = changed.nonzero()
    box = pad.sheet.fields[1]
    assert abs(columns.mean() / DOTS - box.x - box.width / 2) < 3
    assert abs(rows.mean() / DOTS - box.y - box.height / 2) < 2


@pytest.mark.parametrize("manner", ["ordinary", "hard"])
@pytest.mark.parametrize("seed", range(4))
def test_a_dot_is_where_the_map_says(manner: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    image = np.full((125 * DOTS, 190 * DOTS, 3), 250, np.uint8)
    dots = np.array([(x, y) for x in (12.0, 95.0, 178.0) for y in (12.0, 62.5, 113.0)])
    for dot in dots:
        cv2.circle(image, (dot * DOTS).astype(int).tolist(), DOTS, (0, 0, 0), -1, cv2.LINE_AA)
    photo = photograph(image, DOTS, rng, manner, megapixels=4)  # type: ignore[arg-type]
    for dot, (x, y) in zip(dots, photo.to_photo(dots).round().astype(int), strict=True):
        if photo.hidden((dot[0] - 3, dot[1] - 3, 6, 6)):
            continue
        around = photo.image[y - 30 : y + 31, x - 30 : x + 31].min(-1).astype(float)
        dark = np.clip((around.min() + np.median(around)) / 2 - around, 0, None)
        rows, columns = np.mgrid[-30:31, -30:31]
        off = np.array([(dark * columns).sum(), (dark * rows).sum()]) / dark.sum()
        assert np.hypot(*off) < 1.5, (dot, off)


def test_unrelated_papers_differ() -> None:
    shapes = {unrelated(np.random.default_rng(seed), 1).jpeg for seed in range(3)}
    assert len(shapes) == 3
