"""Photos of sheets that people have written on are read as they are written, or asked about."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from operator import eq
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import card_data
from card_data import DataError
from printkit.tools.new_game import blank_game
from scoring.photo.blanks import blanks
from scoring.photo.model import networks
from scoring.photo.reading import PhotoSheet, decoded, find_sheets, read_photo
from scoring.photo.registration import Reference
from tests.photo.handwriting import DOTS
from tests.photo.shots import references, shot
from tests.photo.simulator import photograph, unrelated
from tests.photo.ten_sheets import ten_sheets
from tests.photo.written_sheets import Filled, fill, older, page
from tests.sweeps import sweep

MEGAPIXELS = 3.0


def filled(game: str, component: str, seed: int, full: bool | None = None) -> Filled:
    found = next(one.blank for one in references(game) if one.blank.sheet.component == component)
    return fill(found, np.random.default_rng(seed), full=full)


def photo_of(sheets: list[Filled], seed: int) -> bytes:
    rng = np.random.default_rng(seed)
    paper = page([one.image for one in sheets], rng)
    return photograph(paper.image, DOTS, rng, megapixels=MEGAPIXELS).jpeg


def read(raw: bytes, game: str) -> list[PhotoSheet]:
    return read_photo(decoded(raw), references(game), networks())


def right(truth: Filled) -> Iterator[str]:
    """Yield what each entry of a written sheet must say; of a number that is written its digits."""
    for index, field in enumerate(truth.blank.sheet.fields):
        written = truth.truth.get(index, "")
        if field.kind != "grid":
            yield written
            continue
        rows = [*written.split("\n"), *[""] * field.rows][: field.rows]
        for row in rows:
            yield re.sub("[^.]", "?", row.ljust(field.columns, "."))


def mistakes(sheet: PhotoSheet, truth: Filled) -> list[str]:
    """Return which entries are sure and wrong; squares are, if they are said to be blank."""
    pairs = zip(sheet.entries, right(truth), strict=True)
    return [
        f"{one.label}: {one.found!r}, not {must!r}"
        for one, must in pairs
        if (one.sure and one.found != must)
        or (
            one.kind == "squares"
            and any(a == "." != b for a, b in zip(one.found, must, strict=True))
        )
    ]


@pytest.mark.parametrize("number", sweep(range(10), [0]))
def test_ten_sheets_of_ten_hands(number: int) -> None:
    """Found, and hardly a mistake that is not asked about, nor a question about many marks."""
    manner, filled, _, photo = next(islice(ten_sheets(MEGAPIXELS), number, None))
    (sheet,) = read(photo.jpeg, manner.game)
    assert sheet.component == manner.component
    assert len(mistakes(sheet, filled)) <= 0.01 * len(sheet.entries)
    marks = [one for one in sheet.entries if one.kind == "mark"]
    assert sum(not one.sure for one in marks) <= 0.3 * len(marks)


@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_a_blank_sheet_has_no_entry(game: str) -> None:
    component = references(game)[-1].blank.sheet.component
    (sheet,) = read(photo_of([filled(game, component, 1, full=False)], 1), game)
    assert [one.label for one in sheet.entries if one.sure and one.found.strip(".")] == []


@pytest.mark.sweep
def test_two_equal_sheets_on_a_page_are_read_each() -> None:
    """Two forms on an uncut page: neither takes features of the other."""
    both = [filled("dice_archive", "form", seed) for seed in (3, 4)]
    sheets = read(photo_of(both, 3), "dice_archive")
    assert len(sheets) == 2
    marks = [[one.found for one in sheet.entries if one.kind == "mark"] for sheet in sheets]
    truth = [[*islice(right(one), 1, None)] for one in both]
    alike = [[sum(map(eq, a, b)) for b in truth] for a in marks]
    assert max(min(alike[0][0], alike[1][1]), min(alike[0][1], alike[1][0])) >= 17


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [1_020_010, 1_020_036, 1_020_053])
def test_columns_that_look_alike_are_told_apart_on_curled_paper(seed: int) -> None:
    """Most features are among the names of the rows: the columns are reached from there."""
    one = shot(seed, "hard", 5.0)
    found = find_sheets(decoded(one.photo.jpeg), references(one.game))[0]
    assert found.blank.sheet.component == "pad"
    assert one.off(found) < 2


@pytest.mark.sweep
def test_large_print_is_the_same_sheet() -> None:
    """On A3 the pad is half as large again."""
    pad = filled("dice_archive", "pad", 2)
    rng = np.random.default_rng(2)
    paper = page([pad.image], rng)
    photo = photograph(paper.image, DOTS / 1.479, rng, megapixels=MEGAPIXELS)
    (sheet,) = read(photo.jpeg, "dice_archive")
    assert sheet.component == "pad"
    assert mistakes(sheet, pad) == []


@pytest.mark.sweep
def test_the_pad_of_a_game_of_ones_own(tmp_path: Path) -> None:
    blank_game("tea", tmp_path)
    game = card_data.load("tea", tmp_path)
    own = [Reference(one) for one in blanks(game, tmp_path)]
    pad = fill(own[0].blank, np.random.default_rng(3))
    (sheet,) = read_photo(decoded(photo_of([pad], 3)), own, networks())
    assert mistakes(sheet, pad) == []


@pytest.mark.parametrize("seed", sweep(range(20), [0]))
def test_unrelated_papers_are_refused(seed: int) -> None:
    photo = unrelated(np.random.default_rng(seed), MEGAPIXELS)
    for game in card_data.names() if seed else ["dice_archive"]:
        with pytest.raises(DataError, match=r"fill the picture with it|not all of it is seen"):
            read(photo.jpeg, game)


@pytest.mark.parametrize("seed", sweep(range(12), [5]))
def test_an_older_print_is_refused_or_read_right(seed: int) -> None:
    """A strip of the sheet is missing: where it still lies as printed today, it is read."""
    form = filled("dice_archive", "form", seed)
    image = older(form.image, np.random.default_rng(seed))
    found = list[PhotoSheet]()
    with suppress(DataError):
        found = read(photo_of([replace(form, image=image)], seed), "dice_archive")
    assert [mistakes(one, form) for one in found] in ([], [[]])


@pytest.mark.parametrize(
    ("size", "why"),
    [
        ((900, 600), "at least 1000 on one side"),
        ((9000, 6000), "at most 50 mega"),
        ((30000, 30000), "far too many pixels"),
    ],
)
def test_photos_of_other_sizes_are_refused(size: tuple[int, int], why: str) -> None:
    file = io.BytesIO()
    Image.new("1", size).save(file, "PNG")
    with pytest.raises(DataError, match=why):
        read(file.getvalue(), "dice_archive")
