"""Tables that several phones enter: who is second is told, whatever is sent twice is taken once."""

from __future__ import annotations

from typing import Any

import pytest

from card_data import DataError
from scoring.web.entry import value_at
from scoring.web.shared_position import ConflictError, EnteredChange, SharedPosition
from tests.scoring.web.tools import PAGES, table_of


@pytest.fixture
def table() -> SharedPosition:
    return table_of("winstons_archive")


def state(table: SharedPosition) -> tuple[Any, ...]:
    return table.entry, table.version, table.view


def test_each_change_is_a_version_and_the_same_value_typed_otherwise_is_none(
    table: SharedPosition,
) -> None:
    assert table.take([EnteredChange(PAGES, 8)])
    assert (table.version, table.view.position["players"][0]["manuscripts"]) == (1, 8)
    assert not table.take([EnteredChange(PAGES, 8, None)])  # the same answer of two hands
    sent = [EnteredChange(PAGES, 7, 8), EnteredChange("players.1.books.A", 2)]
    assert table.take(sent)
    before = state(table)
    assert not table.take(sent)  # once more
    assert state(table) == before
    assert table.take(
        [EnteredChange(PAGES, 8, 7), EnteredChange(PAGES, 9, 8)]
    )  # one after the other
    assert (table.version, value_at(table.entry, PAGES)) == (3, 9)
    walk = table_of("nineteen_eighty_four")
    assert walk.take([EnteredChange("level", "3")])
    assert not walk.take([EnteredChange("level", "3")])
    assert walk.take([EnteredChange("level", "4", "3")])
    seats = table_of("winstons_archive", 2)
    assert seats.take([EnteredChange("players.2", {"name": None})])
    assert not seats.take([EnteredChange("players.2", {"name": None})])


def test_who_is_second_on_a_place_or_a_whole_that_has_changed_is_told(
    table: SharedPosition,
) -> None:
    table.take([EnteredChange(PAGES, 8)])
    before = state(table)
    with pytest.raises(ConflictError) as error:
        table.take([EnteredChange("players.1.manuscripts", 2), EnteredChange(PAGES, 3)])
    assert (error.value.typed, error.value.now) == (EnteredChange(PAGES, 3), 8)
    assert state(table) == before  # all or none
    assert table.take([EnteredChange(PAGES, 3, 8)])  # who has seen it may
    table.take([EnteredChange("players.0.books.A", 1)])
    seats = value_at(table.entry, "players")
    assert table.take([EnteredChange("players.0.books.B", 2)])
    assert value_at(table.entry, "players.0.books")["B"] == 2
    table.take([EnteredChange(PAGES, 8, 3)])
    with pytest.raises(ConflictError):
        table.take([EnteredChange("players", seats[1:], seats)])


def test_what_cannot_stand_there_changes_nothing(table: SharedPosition) -> None:
    before = state(table)
    with pytest.raises(DataError):
        table.take([EnteredChange(PAGES, 8), EnteredChange("players.0.nowhere", 1)])
    assert state(table) == before
    table.take([EnteredChange(PAGES, 1)])
    with pytest.raises(DataError, match="expected a whole number"):  # though it equals 1 in Python
        table.take([EnteredChange(PAGES, True, 1)])
