"""One evening in a file, on a form, on the score pad and question by question is one evening."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_data import DataError
from card_data.scoresheet.table import NOT_PLAYED
from scoring.ask.questions import questions_of
from scoring.cli.score_dialog import ScoreDialog
from scoring.positions.json_models import Change
from scoring.positions.positions import PositionFile, PositionReader, score
from scoring.positions.rules import rules_of
from scoring.sheets.fields import entries, from_entries
from scoring.web.entry import begun, changed
from scoring.web.view import view_of
from tests.scoresheets import write_game
from tests.scoring.screens import Typed

SHEET = """\
clause: LG-1.1
noted:
  player:
    laps: {rounds: 3, min: -9, max: 9}
    bids: {rounds: 3, optional: true}
    suit: {rounds: 3, choice: [none, hearts]}
    eggs: {each: nests, rounds: 3, optional: true}
    side: {choice: [red, none], optional: true}
  table: {dealer: {rounds: 3, player: true}, host: {player: true}}
worth:
  - {part: laps, points: "sum(laps) + best(bids, 2)"}
  - {part: suits, points: 'count(rounds, suit = "hearts") + sum(eggs) + count(rounds, dealer = me)'}
wins: fewest
teams: side
"""
NAMES = ("Ann", "Bo")
TEXTS = {
    "laps": ["-9", "0", "4"], "bids": ["0", "2", "7"], "suit": ["none", "hearts"],
    "eggs": ["0", "3"], "dealer": ["Ann", "Bo", "nobody"], "side": ["red", "none"],
    "host": ["Bo", "nobody"],
}  # fmt: skip
NOTHING = {"side": "none", "host": "nobody"}  # what a dash says beside rounds
BLANK, DASH = "", "–"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> PositionReader:
    folder = tmp_path_factory.mktemp("channels")
    return PositionReader(write_game(folder, SHEET, {"nests": [{"id": "n"}]}))


def boxes(reader: PositionReader) -> list[str]:
    """Return the paths of all boxes, in the order of the questions."""
    game = reader.game("little")
    empty = begun(game, NAMES).position
    asked = questions_of(game).of(empty, sums=False)
    return [".".join(one.where) for one in asked if {*one.where} & {*TEXTS}]


def in_a_file(reader: PositionReader, written: dict[str, str]) -> PositionFile:
    """Only what is left out as a whole, or all of an optional field, is not there."""
    root: dict[str, Any] = {"players": [{"name": name} for name in NAMES]}
    for path, text in written.items():
        *way, last = path.split(".")
        if last in NOTHING:
            around = root["players"][int(way[1])] if way else root
            around |= {BLANK: {}, DASH: {last: NOTHING[last]}}.get(text, {last: text})
            continue
        inside: Any = root
        for step in way[:-1]:
            inside = inside[int(step)] if step.isdecimal() else inside.setdefault(step, {})
        inside.setdefault(way[-1], []).append({BLANK: "null", DASH: NOT_PLAYED}.get(text, text))
        assert len(inside[way[-1]]) == int(last) + 1
    for entry in root["players"]:
        rows = [(entry, "bids"), (entry["eggs"], "n")]
        for around, name in rows:
            if {*around[name]} == {"null"}:
                del around[name]
    text = str({"game": "little", **root}).replace("'", "")
    return reader.read(text)


def on_a_form(reader: PositionReader, written: dict[str, str]) -> PositionFile:
    names = [(f"players.{seat}.name", name) for seat, name in enumerate(NAMES)]
    return from_entries(reader.game("little"), [*names, *written.items()])


def on_the_pad(reader: PositionReader, written: dict[str, str]) -> PositionFile:
    entry = begun(reader.game("little"), NAMES)
    for path, text in written.items():
        if text != BLANK:
            entry = changed(entry, [Change(path, text)])
    return entry


def typed(reader: PositionReader, written: dict[str, str]) -> PositionFile:
    screen = Typed(", ".join(NAMES), "no", *written.values(), "end")
    game = reader.game("little")
    asking = ScoreDialog(
        PositionFile(game, rules_of(game).Position()), screen, lambda now: None, None
    )
    assert asking.run()
    return asking.filled


def said(filled: PositionFile) -> object:
    report = score(filled)
    assert not report.findings
    standings = report.result.standings if report.result else ()
    return (
        [(one.place, one.player, one.total) for one in standings],
        sorted(report.missing), report.so_far,
    )  # fmt: skip


@settings(max_examples=8, deadline=None)
@given(st.data())
def test_an_evening_is_the_same_however_it_is_written_down(
    reader: PositionReader, draw: st.DataObject
) -> None:
    """A blank box is open, or left out, and a dash is a round that was not played, no team or
    nobody; whatever is written to a form is read again."""
    some = st.sampled_from([BLANK, DASH]) if draw.draw(st.booleans()) else st.just(DASH)
    written = {}
    for path in boxes(reader):
        name = next(step for step in path.split(".") if step in TEXTS)
        written[path] = draw.draw(some | st.sampled_from(TEXTS[name]), label=path)
    filled = [way(reader, written) for way in (in_a_file, on_a_form, on_the_pad, typed)]
    assert [said(one) for one in filled] == [said(filled[0])] * len(filled)
    open_ = {item.path for item in view_of(filled[2]).items if item.open}
    assert open_ == {one.path for one in score(filled[0]).unanswered}
    assert from_entries(filled[0].game, entries(filled[0])).position == filled[1].position


def test_a_word_for_a_round_is_refused_with_what_is_expected(reader: PositionReader) -> None:
    one = "game: little\nplayers: [{name: Ann, laps: [–, 3]}, {name: Bo, suit: [hearts, x]}]"
    with pytest.raises(DataError) as raised:
        reader.read(one)
    assert [problem.message for problem in raised.value.problems] == [
        "found –, expected a whole number or not played",
        "found x, expected one of hearts, none or not played",
    ]


def test_clearing_the_last_box_of_an_optional_field_leaves_it_out(reader: PositionReader) -> None:
    entry = changed(begun(reader.game("little"), NAMES), [Change("players.0.bids.1", 3)])
    view = view_of(entry)
    assert {one.path for one in view.items if one.open and "bids" in one.path} == {
        "players.0.bids.0", "players.0.bids.2",
    }  # fmt: skip
    assert {one.kind for one in view.items if one.not_played} == {"number", "choice"}
    left = changed(entry, [Change("players.0.bids.1", None)]).position.players[0].bids
    assert left == ()
