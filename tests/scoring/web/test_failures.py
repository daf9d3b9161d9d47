"""Answers in any order, and errors that nobody foresaw: each entry is told, scored so far, or waits
with a reason."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from card_data import DataError
from scoring.positions import positions
from scoring.positions.positions import PositionReader
from scoring.web import shared_position, view
from scoring.web.app import app
from scoring.web.entry import value_at
from scoring.web.shared_position import EnteredChange, SharedPosition
from scoring.web.store import TableStore
from tests.scoring.web.asgi import Sending, post, scope_of
from tests.scoring.web.tools import GAMES, ONE_EACH, answers, sample, table_of


@pytest.mark.parametrize("box", [78, 999, 0, 1])
def test_box_before_the_level_waits_for_the_level(box: int) -> None:
    table = table_of("nineteen_eighty_four")
    table.take([EnteredChange("rounds", [box])])
    said = "No score before the level is entered."
    assert [one.words for one in table.view.totals] == [said]
    table.take([EnteredChange("level", 3)])
    assert table.view.totals or table.view.faults
    assert said not in [one.words for one in table.view.totals]


def test_file_without_a_level_is_scored_as_far_as_it_goes() -> None:
    read = PositionReader().read("game: nineteen_eighty_four\nlevel: null\nrounds: [78]\n")
    assert dict(positions.score(read).so_far) == {"": "No score before the level is entered."}


@settings(max_examples=3)
@given(data=st.data())
@pytest.mark.parametrize("game", GAMES)
def test_answers_in_any_order_are_told_or_scored_or_wait(game: str, data: st.DataObject) -> None:
    file = next(one for one in ONE_EACH if scoring.read(one).game.id == game)
    _, right = answers(file)
    players = right.pop("players", None)
    table = table_of(game, 0)
    if players is not None:
        table.take([EnteredChange("players", players, value_at(table.entry, "players"))])
    for path in data.draw(st.permutations(sorted(right)))[:12]:
        item = next((one for one in table.view.items if one.path == path), None)
        wrong = item and data.draw(st.sampled_from([None, sample(table.view, item), 999]))
        for value in (wrong, right[path]):
            if value is not None:
                enter(table, path, value)
                now = table.view
                assert "failed" not in str(now.totals)
                assert now.faults or now.missing or now.totals or now.outcome, path
                positions.score(view.judged(table.entry))  # as a form and question by question


def enter(table: SharedPosition, path: str, value: Any) -> None:
    with suppress(DataError):  # whose words are told at the entry
        table.take([EnteredChange(path, value, value_at(table.entry, path))])


def fail(*_: object) -> None:
    raise KeyError(78)


def test_error_nobody_foresaw_shows_in_a_line_and_the_next_entry_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = TableStore(tmp_path)
    table = store.begin("winstons_archive", ["Ann", "Bo"])
    with monkeypatch.context() as broken:
        broken.setattr(positions, "check", fail)
        assert store.take(table, [EnteredChange("players.0.manuscripts", 3)])
        told = "The score pad failed here (KeyError: 78); its log has more."
        assert [one.words for one in table.view.totals] == [told]
        assert "KeyError: 78" in capsys.readouterr().err
        assert TableStore(tmp_path).tables.keys() == {table.id}  # the server begins in spite of it
    store.take(table, [EnteredChange("players.1.manuscripts", 4)])
    assert table.view.faults
    assert not table.view.totals
    assert value_at(table.entry, "players.0.manuscripts") == 3


def test_request_that_fails_is_answered_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = app(None, tmp_path)
    begun = post(pad, "/tables", {"game": "winstons_archive", "players": ["Ann", "Bo"]}).json
    monkeypatch.setattr(shared_position, "view_of", fail)
    raw = json.dumps({"changes": [{"path": "players.0.manuscripts", "value": 3}]}).encode()
    path, length = f"/tables/{begun['id']}/changes", {"content-length": str(len(raw))}
    sending = Sending([raw])
    with pytest.raises(KeyError):  # which a server writes into its log
        asyncio.run(pad(scope_of(pad, "POST", path, length), sending.receive, sending.send))  # type: ignore[arg-type]
    start, body = sending.sent.get_nowait(), sending.sent.get_nowait()
    assert start["status"] == 500
    said = "The score pad failed here (KeyError: 78); its log has more."
    assert json.loads(body["body"]) == {"problems": [said], "path": "", "now": None}
