"""Where a text may begin: the search agrees with one test of every layout there is."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from scoring.manuscript.layout import SIDES, Extent, Layout, Side, layout_faults, place_text
from scoring.manuscript.page import Grid
from scoring.manuscript.room import Leaf, PartColumns, layouts, room
from tests.sweeps import amounts


def every_layout(size: Extent, grid: Grid) -> list[Layout]:
    """All that could be said of a text, sound or not."""
    columns = [
        chosen
        for number in range(1, 4)
        for chosen in combinations(range(1, grid.columns + 1), number)
    ]
    return [
        Layout(page, row, chosen, line_length, double, head)
        for page in SIDES
        for double in (False, True)
        for line_length in range(1, grid.columns + 1)
        for row in range(1, grid.rows + 1)
        for chosen in columns
        for head in (1, 2)
    ]


def scattered(grid: Grid, rng: Random) -> Leaf:
    """A page with some squares of other texts and of tiles."""
    squares = [grid.square(row, column) for row, column in grid.squares(grid.all)]
    taken = rng.sample(squares, rng.choice((0, 0, 1, 2, 3)))
    return Leaf(text=sum(taken[:1]), tiles=sum(taken[1:]))


@cache
def sound_layouts(size: Extent, grid: Grid) -> list[Layout]:
    return [one for one in every_layout(size, grid) if not [*layout_faults(one, size, grid)]]


SIZES = [Extent(4, 2), Extent(6, 2), Extent(6, 1), Extent(12, 2), Extent(5), Extent(9), Extent(13)]


@pytest.mark.clause("MS-3.6")
@pytest.mark.parametrize("books", amounts(2, 6))
@pytest.mark.parametrize("corners", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_the_search_finds_every_layout_that_has_room_and_no_other(
    size: Extent, corners: bool, books: int
) -> None:
    rng = Random(str(size))
    for columns, rows in (5, 4), (4, 6), (6, 5):
        grid = Grid(columns, rows)
        sound = sound_layouts(size, grid)
        for _ in range(books):
            leaves: dict[Side, Leaf] = {page: scattered(grid, rng) for page in SIDES}
            rooms = {page: room(leaf, grid, corners) for page, leaf in leaves.items()}
            expected = []
            for one in sound:
                placed = place_text(one, size, grid)
                if rooms[one.page].holds(placed.squares, placed.blank):
                    expected.append(one)
            found = [*layouts(size, rooms, grid)]
            assert sorted(found) == sorted(expected)
            assert sorted(layouts(size, rooms, grid, rng)) == sorted(expected)


@pytest.mark.clause("MS-3.4")
def test_a_text_without_a_line_below_another_cannot_be_double_spaced() -> None:
    grid, alone = Grid(columns=7, rows=4), Layout("left", 4, (1, 4), 2, double=True)
    assert [*layout_faults(alone, Extent(4, 2), grid)] == [
        ("MS-3.4", "not two lines stand in one column, so it cannot be double-spaced")
    ]


@pytest.mark.parametrize(("row", "rows"), [(1, 2), (5, 2)])
def test_run_ons_are_looked_for_only_from_a_line_at_the_foot_to_one_at_the_head(
    row: int, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, looked = Grid(6, 6), []
    of = PartColumns.of

    def looking(*asked: Any) -> PartColumns:
        looked.append(asked)
        return of(*asked)

    monkeypatch.setattr(PartColumns, "of", looking)
    full = room(Leaf(tiles=grid.all), grid, True)
    for taken, number in (0, 2), (grid.block(row, 1, 6, rows), 0):
        looked.clear()
        left = room(Leaf(tiles=taken), grid, True)
        found = [*layouts(Extent(8, 2), {"left": left, "right": full}, grid)]
        assert any(len(one.columns) > 1 for one in found) == (number > 0)
        assert len(looked) == number, "single-spaced and double-spaced"
