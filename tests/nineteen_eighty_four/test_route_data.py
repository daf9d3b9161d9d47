"""A route that could not be walked, or not be printed clearly, is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import data_edits
from tests.card_data.copies import copied, edit, problems

GAME = "nineteen_eighty_four"


@pytest.mark.clause("NE-1.4")
def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    """Also what the sheet has no room for; no drawing is covered by a changed route."""
    drawings = (copied(GAME, tmp_path / "shipped") / "landmarks.yaml").read_text("utf-8")
    none = "\n".join(
        ["landmarks.yaml", *[f"-{line}" for line in drawings.split("\n")], "+landmarks: []"]
    )
    data_edits.check(GAME, "route_data", tmp_path, none)


def test_a_drawing_may_not_cover_a_box(tmp_path: Path) -> None:
    """Of the shipped drawings, at their lines."""
    game = copied(GAME, tmp_path)
    moved = "title: Minitrue, x: 2, y: 0.5"
    line = edit(game / "landmarks.yaml", "title: Minitrue, x: 0, y: 1", moved)
    (found,) = problems(game)
    place = f"{game / 'landmarks.yaml'}:{line}:5"
    assert str(found) == f"{place}: minitrue: the drawing covers box 1"


def test_nothing_lies_between_the_ends_of_the_detour(tmp_path: Path) -> None:
    """A detour around boxes that the walk passes before."""
    game = copied(GAME, tmp_path)
    (game / "landmarks.yaml").write_text("landmarks: []\n", "utf-8")
    streets = [
        "{id: a, title: A, go: east, boxes: 5}", "{id: b, title: B, go: south, boxes: 2}",
        "{id: c, title: C, go: west, boxes: 2}", "{id: d, title: D, go: south, boxes: 2}",
        "{id: e, title: E, go: west, boxes: 3}", "{id: f, title: F, go: north, boxes: 2}",
        "{id: g, title: G, go: west, boxes: 2}",
        "{id: h, title: H, go: south, boxes: 4, part: detour}",
        "{id: i, title: I, go: east, boxes: 9, part: detour}",
        "{id: j, title: J, go: north, boxes: 3, part: detour}",
        "{id: k, title: K, go: north, boxes: 1}",
        "{id: l, title: L, go: east, boxes: 8, part: golden}",
    ]  # fmt: skip
    lines = "\n".join(f"  - {street}" for street in streets)
    (game / "route.yaml").write_text(f"route:\n{lines}\n", "utf-8")
    [problem] = problems(game)
    assert "before and after the detour, have other boxes between them" in problem.message
    assert (problem.item, problem.line) == ("h", 9)
