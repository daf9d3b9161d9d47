"""Tables of positions: entered by several phones, kept as files, shown as scoring says."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import scoring
from card_data import DataError
from card_data.limits import MOST_UNDER_WAY
from scoring.ask.questions import questions_of
from scoring.positions import positions
from scoring.positions.positions import PositionFile
from scoring.web import store as storing
from scoring.web.entry import value_at
from scoring.web.shared_position import ConflictError, EnteredChange, SharedPosition
from scoring.web.store import TableStore
from scoring.web.view import judged, view_of
from tests.scoring.web.tools import (
    FILES,
    GAMES,
    ONE_EACH,
    PAGES,
    answers,
    at,
    entered,
    item_of,
    table_of,
)
from tests.sweeps import sweep


@pytest.fixture
def table() -> SharedPosition:
    return table_of("winstons_archive")


def state(table: SharedPosition) -> tuple[Any, ...]:
    return table.entry, table.version, table.view


def test_each_change_is_a_version_unless_it_is_the_same_value(table: SharedPosition) -> None:
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


def test_second_change_of_a_place_conflicts(table: SharedPosition) -> None:
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


def test_impossible_value_changes_nothing(table: SharedPosition) -> None:
    before = state(table)
    with pytest.raises(DataError):
        table.take([EnteredChange(PAGES, 8), EnteredChange("players.0.nowhere", 1)])
    assert state(table) == before
    table.take([EnteredChange(PAGES, 1)])
    with pytest.raises(DataError, match="expected a whole number"):  # though it equals 1 in Python
        table.take([EnteredChange(PAGES, True, 1)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


def begun(folder: Path, game: str = "winstons_archive") -> tuple[TableStore, SharedPosition]:
    store = TableStore(folder)
    return store, store.begin(game, ["Ann", "Bo"])


def test_other_files_take_no_tables_place(folder: Path) -> None:
    table = TableStore(folder).begin("winstons_archive", ["Ann", "Bo"])
    for number in range(MOST_UNDER_WAY):  # as beside a table that another program has changed
        (folder / f"{table.id}-{number}.yaml").write_text("", "utf-8")
    assert [*TableStore(folder).tables] == [table.id]


def test_what_is_entered_is_what_its_file_is_read_as(folder: Path) -> None:
    store = TableStore(folder)
    table = store.begin("manuscript", ["Ann", "Bo"])
    store.take(table, [EnteredChange("players.1.exemplars", "e\u0301")])
    assert TableStore(folder).tables[table.id].entry.position == table.entry.position


def test_a_table_is_a_position_file_and_comes_back_in_the_order_of_writing(folder: Path) -> None:
    store, table = begun(folder)
    store.take(table, [EnteredChange(PAGES, 8)])
    assert scoring.read(store.file(table)).position.players[0].manuscripts == 8
    assert sorted(one.name for one in folder.iterdir()) == [f"{table.id}.yaml"]
    store = TableStore(folder)
    tables = [store.begin("winstons_archive", [name]) for name in ("Ann", "Bo", "Cy")]
    for second, table in enumerate(tables):
        os.utime(store.file(table), (second, second))
    assert [*TableStore(folder).tables][:3] == [one.id for one in tables]


DAMAGED: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "cut off": lambda text: text[: text.index("books") + 3],
    "no YAML": lambda text: "players: [",
    "of a wrong kind": lambda text: text.replace("name: Ann", "name: [Ann]"),
    "with something more": lambda text: text + "more: 1\n",
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_file_is_told_and_left(folder: Path, damage: str) -> None:
    store, table = begun(folder)
    sound = store.begin("dice_archive", ["Ann", "Bo"])
    file = store.file(table)
    file.write_text(DAMAGED[damage](file.read_text("utf-8")), "utf-8")
    left = file.read_bytes()
    again = TableStore(folder)
    assert [*again.tables] == [sound.id]
    assert again.problems
    assert {one.file for one in again.problems} == {file.name}  # and not where it lies
    assert file.read_bytes() == left


def test_other_files_are_none_of_its_tables(folder: Path, tmp_path: Path) -> None:
    store, table = begun(folder)
    text = store.file(table).read_text("utf-8")
    outside = tmp_path / "0badcafe.yaml"
    outside.write_text(text, "utf-8")
    for name in ("notes.yaml", "1F00C0DE.yaml", "1f00c0de0.yaml", "1f00c0d.yaml", "link"):
        (folder / name).write_text(text, "utf-8")
    (folder / "0badcafe.yaml").symlink_to(outside)
    (folder / "0badcaff.yaml").symlink_to(folder / "nowhere")
    (folder / "0badcafd.yaml").mkdir()
    again = TableStore(folder)
    assert [*again.tables] == [table.id]


def test_no_more_tables_than_there_may_be(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MOST_UNDER_WAY", 2)
    store = TableStore(folder)
    tables = [store.begin("dice_archive", []) for _ in range(2)]
    with pytest.raises(DataError, match="close one first"):
        store.begin("dice_archive", [])
    store.close(tables[0])
    assert not store.file(tables[0]).exists()
    store.begin("dice_archive", [])
    assert MOST_UNDER_WAY > 2


def completed(file: Path) -> PositionFile:
    filled = scoring.read(file)
    return PositionFile(filled.game, questions_of(filled.game).complete(filled.position))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_view_says_what_scoring_says(file: Path) -> None:
    filled = completed(file)
    view, report = view_of(filled), positions.score(judged(filled))
    faults = [(one.rule, one.path, one.words) for one in view.faults]
    of_file = positions.check(scoring.read(file)).findings
    assert sorted(faults) == sorted((one.rule, one.path, one.text) for one in of_file)
    assert all(one.item == "" or item_of(view, one.item) for one in view.faults)
    assert view.missing == len(view.items) - sum(not one.open for one in view.items)
    if not view.faults and not view.missing:
        assert report.result is not None
        assert view.outcome is not msgspec.UNSET
        assert view.outcome.verdict == report.result.verdict
        shown = [(one.place, one.player, one.total) for one in view.outcome.places]
        assert shown == [(one.place, one.player, one.total) for one in report.result.standings]
        totals = {(one.player, one.words, one.exact) for one in view.totals}
        alone = not hasattr(filled.position, "players")  # whose total has no name
        assert totals == {("" if alone else who, str(total), True) for _, who, total in shown}
    else:
        assert view.outcome is msgspec.UNSET


@pytest.mark.parametrize("file", sweep(FILES, ONE_EACH), ids=lambda file: file.stem)
def test_entering_item_by_item_gives_the_same_position(file: Path, folder: Path) -> None:
    filled, wanted = answers(file)
    store = TableStore(folder)
    table = store.begin(filled.game.id, [])
    said = [item.path for item, _ in entered(table, wanted)]
    assert set(said) == set(wanted) & set(said)
    whole = completed(file)
    asked = [item.path for item in view_of(whole).items]
    position = table.view.position
    model = msgspec.json.decode(msgspec.json.encode(whole.position))
    assert {path: at(position, path) for path in asked} == {path: at(model, path) for path in asked}
    store.write(table)
    (other,) = TableStore(folder).tables.values()
    assert (other.id, other.entry.position, other.view) == (
        table.id,
        table.entry.position,
        table.view,
    )


@pytest.mark.parametrize("game", sweep(GAMES, ["manuscript", "winstons_archive"]))
def test_a_blank_table_asks_for_everything_and_finds_nothing_wrong(game: str) -> None:
    view = table_of(game).view
    assert view.missing == sum(item.open for item in view.items) > 0
    assert view.faults == () == view.fixes
    assert view.outcome is msgspec.UNSET
    assert len({item.path for item in view.items}) == len(view.items)
    assert all(item.words and not item.words.startswith("Ann") for item in view.items)


def test_items_are_entered_by_their_kinds() -> None:
    """The page's scripts go by these words."""
    kinds = {item.kind for game in GAMES for item in table_of(game).view.items}
    assert kinds == {
        "choice", "counts", "flag", "list", "marks", "number", "page", "picks", "players",
    }  # fmt: skip


def test_names_that_are_missing_or_shared_are_called_by_their_seats() -> None:
    table = table_of("winstons_archive", 0)
    assert table.view.items[0].kind == "players"
    assert table.view.items[0].open
    assert table.view.totals == ()
