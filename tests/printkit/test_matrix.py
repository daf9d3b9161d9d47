"""Every game in every way to print it: what is built is what the data says.

`make soak` prints the matrix, a line a game and a way: files, pages, and what the audit found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

import card_data
import printkit
from printkit.options import Faults, Printer, Sides
from printkit.sheets.profiles import profiles
from printkit.sheets.settings import sheet_settings
from printkit.workshop.rebuild import audit_file

INKY = Printer("inky", Faults(1.2, -0.9, 0.995, 0.8))


def ways() -> Iterator[dict[str, Any]]:
    """Options of a build: papers, layouts and ink at home; what else there is on one paper."""
    papers, layouts = list(sheet_settings().papers), get_args(Sides)
    for paper, layout, low_ink in product(papers, layouts, (False, True)):
        yield {"paper": paper, "layout": layout, "low_ink": low_ink}
    for paper, layout in product(papers, layouts):
        yield {"paper": paper, "layout": layout, "bleed": True}
    for paper in papers:
        yield {"paper": paper, "large_print": True}
        yield {"paper": paper, "packed": True, "gutter": 0}
        yield {"paper": paper, "flip": "short", "booklet": True}
    for layout in layouts:
        yield {"layout": layout, "printer": INKY, "bleed": True}
    for profile, low_ink in product(profiles(), (False, True)):
        yield {"profile": profile, "low_ink": low_ink}


def said(way: dict[str, Any]) -> str:
    named = {"printer": "corrected"}
    values = (
        named.get(key, key) if value is True or value is INKY else f"{key} {value}"
        for key, value in way.items()
        if value is not False
    )
    return ", ".join(values)


@pytest.mark.soak
@pytest.mark.parametrize("way", list(ways()), ids=said)
def test_every_game_in_every_way(way: dict[str, Any], tmp_path: Path) -> None:
    print(f"\n{said(way)}")
    wrong: list[str] = []
    for name in card_data.names():
        options = printkit.Options(**way)
        pictures = "profile" in way and profiles()[way["profile"]].files == "images"
        # Pictures cannot be read back: a build audits the PDF that they are drawn from.
        built = printkit.build([name], out=tmp_path, options=options, audit=pictures)
        files = {one.file: one.pages for one in built}
        found = [line for file in files if file.is_file() for line in audit_file(file, None)]
        images = ", as pictures" if pictures else ""
        verdict = f"{len(found)} faults" if found else "as the data say"
        print(f"  {name:22} {len(files):3} files {sum(files.values()):4} pages{images}: {verdict}")
        wrong += found
    assert not wrong
