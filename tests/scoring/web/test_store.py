"""Tables as files: each whole or as it was, taken up again, left alone where they are damaged."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import scoring
from card_data import DataError
from card_data.limits import MOST_UNDER_WAY
from scoring.web import store as storing
from scoring.web.shared_position import EnteredChange, SharedPosition
from scoring.web.store import TableStore
from tests.scoring.web.tools import ONE_EACH, PAGES, answers, entered
from tests.sweeps import sweep


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


def begun(folder: Path, game: str = "winstons_archive") -> tuple[TableStore, SharedPosition]:
    store = TableStore(folder)
    return store, store.begin(game, ["Ann", "Bo"])


@pytest.mark.parametrize("file", sweep(ONE_EACH, ONE_EACH[:2]), ids=lambda file: file.stem)
def test_a_server_that_is_started_again_has_the_same_tables(file: Path, folder: Path) -> None:
    filled, wanted = answers(file)
    store = TableStore(folder)
    table = store.begin(filled.game.id, [])
    for _, change in entered(table, wanted):
        assert not store.take(table, [change])  # `entered` has taken it already
    store.write(table)
    (other,) = TableStore(folder).tables.values()
    assert (other.id, other.entry.position) == (table.id, table.entry.position)
    assert other.view == table.view


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
