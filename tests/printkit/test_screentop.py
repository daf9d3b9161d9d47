"""Sheets for Screentop: pictures to cut into columns and rows, and the table of what is on them."""

from __future__ import annotations

import csv
from pathlib import Path

from PIL import Image, ImageChops

from tests.card_data.copies import edit
from tests.printkit.tools import done

COPIES = {"comma": 4, "letter": 3, "line": 2, "page": 1}  # the tiny game's cards


def rows(errata: Path, out: Path) -> list[dict[str, str]]:
    shared = ("--for", "screentop", "--data", errata.parent, "--dpi", 40, "--out", out)
    done("tabletop", "errata", "--only", "deck", *shared)
    with (out / "errata" / "errata-deck.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_has_each_face_with_its_place_and_count(errata: Path, tmp_path: Path) -> None:
    found = rows(errata, tmp_path)
    assert {row["name"]: int(row["copies"]) for row in found} == COPIES
    assert [int(row["place"]) for row in found] == [1, 2, 3, 4]
    assert {row["back"] for row in found} == {"deck-back.png"}
    (front,) = {row["front"] for row in found}
    columns, lines = int(found[0]["columns"]), int(found[0]["rows"])
    assert columns * lines == 4
    picture = Image.open(tmp_path / "errata" / front)
    assert (picture.width % columns, picture.height % lines) == (0, 0)
    back = Image.open(tmp_path / "errata" / "deck-back.png")
    assert back.size == (picture.width // columns, picture.height // lines)


def test_a_back_lies_at_the_place_of_its_front(errata: Path, tmp_path: Path) -> None:
    edit(errata / "print.yaml", "template: card.svg", "template: card.svg, back: card.svg")
    found = rows(errata, tmp_path)
    front, back = (
        Image.open(tmp_path / "errata" / found[0][side]).convert("RGB")
        for side in ("front", "back")
    )
    assert ImageChops.difference(front, back).getbbox() is None
    half = front.crop((0, 0, front.width // 2, front.height))
    other = front.crop((front.width - half.width, 0, front.width, front.height))
    assert ImageChops.difference(half, other).getbbox() is not None, "a mirrored sheet would pass"
