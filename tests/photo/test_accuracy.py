"""How well photos are read: the targets, held against photos that no network has learned from.

make soak OF=tests/photo prints the table.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import card_data
from card_data import DataError
from scoring.photo.model import networks
from scoring.photo.reading import PhotoEntry, decoded, find_sheets, read_photo, read_sheet
from tests.photo.shots import Shot, references
from tests.photo.shots import shot as taken
from tests.photo.simulator import Manner, unrelated

FIRST = 1_000_000  # seed: none below is learned from here
PHOTOS, UNRELATED = 400, 100
MEGAPIXELS = 5.0


def judged(shot: Shot, entries: tuple[PhotoEntry, ...], seen: Counter[str]) -> None:
    """Count the marks of a sheet by what they are, and those in doubt and wrong."""
    boxes = [
        (index, field)
        for index, field in enumerate(shot.filled.blank.sheet.fields)
        if field.kind in ("check", "next")
    ]
    marks = [one for one in entries if one.kind == "mark"]
    for (index, field), one in zip(boxes, marks, strict=True):
        if shot.hides(field.x, field.y, field.width, field.height):
            continue
        tag = shot.filled.tags.get(index, "plain")
        kind = "plain" if tag == "plain" else "erased" if tag in ("erased", "stray") else "other"
        truth = shot.filled.truth.get(index, "")
        seen[kind] += 1
        seen[f"{kind} in doubt"] += not one.sure
        seen[f"{kind} wrong"] += one.sure and one.found != truth


@pytest.mark.soak
@pytest.mark.parametrize(("manner", "least"), [("ordinary", 0.98), ("hard", 0.92)])
def test_sheets_are_found_and_read(manner: Manner, least: float) -> None:
    seen, worst = Counter[str](), list[float]()
    for number in range(PHOTOS):
        shot = taken(FIRST + number, manner, MEGAPIXELS)
        seen["photos"] += 1
        try:
            found = find_sheets(decoded(shot.photo.jpeg), references(shot.game))
        except DataError:
            continue
        fields = shot.filled.blank.sheet.fields
        if [one.path for one in found[0].blank.sheet.fields] != [one.path for one in fields]:
            seen["of another sheet"] += 1
            continue
        seen["found"] += 1
        worst.append(shot.off(found[0]))
        sheet = read_sheet(found[0], networks())
        judged(shot, sheet.entries, seen)
    print(f"\n{manner}: {dict(seen)}")
    for part in (50, 99, 100):
        print(f"worst cell of a piece: {np.percentile(worst, part):.2f} mm at {part} %")
    assert seen["of another sheet"] == 0
    assert seen["found"] >= least * seen["photos"]
    assert seen["plain wrong"] <= 0.0005 * seen["plain"]
    assert seen["plain in doubt"] <= 0.1 * seen["plain"]
    assert seen["erased wrong"] <= 0.02 * seen["erased"]


@pytest.mark.soak
def test_no_unrelated_paper_is_accepted() -> None:
    everything = [one for game in card_data.names() for one in references(game)]
    for number in range(UNRELATED):
        photo = unrelated(np.random.default_rng(FIRST + number), MEGAPIXELS)
        with pytest.raises(DataError):
            read_photo(decoded(photo.jpeg), everything, networks())
