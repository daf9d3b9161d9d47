"""Positions entered by paths: whatever a page may ask for goes in and comes back; nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
from card_data import DataError
from card_data.limits import LARGEST_TABLE
from scoring.ask.questions import questions_of
from scoring.positions import dump
from scoring.positions.json_models import Change
from scoring.positions.positions import PositionFile, PositionReader
from scoring.web.entry import begun, changed, plain_json, value_at
from scoring.web.view import view_of
from tests import scoresheets
from tests.scoring.web.tools import GAMES, NAMES, PAGE, item_of, sample
from tests.sweeps import sweep

HOSTILE = (
    *("__class__", "players.0.__class__", "players.0.__struct_fields__", "players.0.faces"),
    *("players.__len__", "board.left.__proto__", "__proto__", "constructor.prototype", "game"),
    *("", ".", "..", "players.", ".players", "players..name", "players.-1.name", "players.x"),
    *("players.²", "players.٣.name", "board.left.١", "players.1e3.name", "board.left.1.5"),
    *("a" * 10_000, "players." + "9" * 5000, ".".join(["players"] * 50), "players.0.name.0"),
    *("board.nowhere", "board.left.\ud83d", "\0", "players.0.tasks.left.0.0.0.0.0.0.0.0"),
)


def entry(game: str = "dice_archive", players: int | None = None) -> PositionFile:
    names = NAMES[: GAMES[game] if players is None else players]
    return begun(card_data.load(game), names)


def put(filled: PositionFile, path: str, value: Any) -> PositionFile:
    return changed(filled, [Change(path, value)])


def again(filled: PositionFile) -> PositionFile:
    text = "\n".join(dump.lines(filled))
    found = PositionReader().read(text, "table")
    return PositionFile(found.game, questions_of(found.game).complete(found.position))


@pytest.mark.parametrize(
    "game", sweep(GAMES, [game for game in GAMES if game != "verse_and_variant"])
)
def test_every_item_can_be_entered_and_removed(game: str) -> None:
    blank = entry(game)
    view = view_of(blank)
    for item in view.items:
        value = sample(view, item)
        filled = put(blank, item.path, value)
        found = value_at(filled, item.path)
        if item.kind == "players":
            assert [one["name"] for one in found] == [one["name"] for one in value]
        else:
            assert str(found) == str(value), item.path
            undone = put(filled, item.path, value_at(blank, item.path))
            assert undone.position == blank.position, item.path
            taken_out = put(filled, item.path, None)
            assert again(taken_out).position == taken_out.position, item.path
        assert again(filled).position == filled.position, item.path


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_numbers_and_what_is_chosen_has_a_list(game: str) -> None:
    view = view_of(entry(game))
    for item in view.items:
        info = questions_of(card_data.load(game)).kind(tuple(item.path.split(".")))
        whole = "IntType" in repr(info) and item.kind in ("number", "choice")
        if item.kind in ("choice", "marks", "picks", "list"):
            assert item.list in view.lists, item.path
            titles = [value for value, _ in view.lists[item.list]]
            assert not whole or all(map(str.isdecimal, titles)), item.path
        else:
            assert not item.list, item.path


def test_containers_of_an_answer_are_created() -> None:
    filled = put(entry(), "board.left.3", "Ann")
    assert value_at(filled, "board.left") == {"3": "Ann"}
    filled = put(filled, "board.left.5", "Bo")
    board = {"left": {"3": "Ann", "5": "Bo"}, "middle": None, "right": None}
    assert value_at(filled, "board") == board
    assert value_at(put(filled, "board.left.3", None), "board.left") == {"5": "Bo"}
    stays = put(put(filled, "board.left.3", None), "board.left.5", None)
    assert value_at(stays, "board.left") == {}  # an answer: no dice there
    filled = put(entry("verse_and_variant"), "institutions.papyrus.2", "Bo")
    assert value_at(filled, "institutions.papyrus") == [None, None, "Bo"]
    filled = put(filled, "institutions.papyrus.0", "Ann")
    assert value_at(filled, "institutions.papyrus") == ["Ann", None, "Bo"]
    assert value_at(put(filled, "institutions.papyrus.2", None), "institutions.papyrus") == ["Ann"]


@pytest.mark.parametrize(("game", "path", "value"), [
    ("winstons_archive", "players.0.stand_ins.B", 1),
    ("verse_and_variant", "unscored.papyrus", [1]),
    ("dice_archive", "board.left.3", "Ann"),
])  # fmt: skip
def test_removed_key_leaves_no_open_answer(game: str, path: str, value: Any) -> None:
    """Or the score would wait for an answer that nobody is asked for."""
    blank = put(entry(game), path.rpartition(".")[0], {})
    filled = put(put(blank, path, value), path, None)
    assert filled.position == blank.position
    zero = put(put(blank, path, value), path, 0) if game == "winstons_archive" else filled
    assert not value_at(zero, path)


def test_no_zero_and_open_differ_and_sums_are_left_out() -> None:
    filled = put(entry("winstons_archive"), "players.0.out", False)
    assert value_at(filled, "players.0.out") is False
    zero = put(entry("winstons_archive"), "players.0.manuscripts", 0)
    assert value_at(zero, "players.0.manuscripts") == 0
    assert not item_of(view_of(zero), "players.0.manuscripts").open
    blank = entry("winstons_archive")
    filled = put(blank, "players.0.total", 12)
    assert plain_json(filled.position)["players"][0]["total"] == 12
    assert "total" not in plain_json(put(filled, "players.0.total", None).position)["players"][0]
    filled = put(put(blank, "players.0.points.books", 7), "players.0.points.books", None)
    assert plain_json(filled.position)["players"][0]["points"] == {}
    assert view_of(filled).missing == view_of(blank).missing


def test_renaming_a_player_renames_every_mention() -> None:
    filled = entry("verse_and_variant")
    filled = put(filled, "institutions.papyrus", ["Ann", "none", "Bo"])
    filled = put(put(filled, "laureate", "Ann"), "players.0.name", "Zoë")
    assert value_at(filled, "institutions.papyrus") == ["Zoë", "none", "Bo"]
    assert value_at(filled, "laureate") == "Zoë"
    # nobody's place follows a name that two share, or that is gone
    filled = put(filled, "players.0.name", "Bo")
    assert value_at(filled, "laureate") == "Zoë"
    again = put(filled, "players.0.name", "Zoë")
    assert value_at(again, "institutions.papyrus") == ["Zoë", "none", "Bo"]
    assert value_at(put(filled, "players.1.name", None), "institutions.papyrus.2") == "Bo"
    filled = entry("manuscript")
    filled = put(put(filled, "players.0.left", PAGE), "players.0.legend.L", "lanval")
    filled = put(put(filled, "players.1.name", "lanval"), "players.1.name", "Bo")
    assert value_at(filled, "players.0.legend.L") == "lanval"


def test_player_names_ignore_case_and_spaces() -> None:
    filled = put(entry("verse_and_variant"), "institutions.papyrus", ["ANN", "None", " bo "])
    assert value_at(filled, "institutions.papyrus") == ["Ann", "none", "Bo"]
    filled = put(filled, "players.0.name", "ann")
    assert value_at(filled, "institutions.papyrus") == ["ann", "none", "Bo"]
    filled = put(put(filled, "laureate", "cy"), "players.2.name", "Cy")
    assert value_at(filled, "laureate") == "Cy"
    # nor does a place follow a name that two share but for its capitals
    filled = put(put(filled, "players.1.name", "ANN"), "players.1.name", "Di")
    assert value_at(filled, "institutions.papyrus") == ["ann", "none", "Bo"]


def test_players_come_and_go_with_their_answers_and_no_seat_is_left_out() -> None:
    filled = put(entry("winstons_archive", 2), "players.1.manuscripts", 8)
    filled = put(filled, "players.2", {"name": "Cy"})
    assert [one["name"] for one in value_at(filled, "players")] == ["Ann", "Bo", "Cy"]
    assert value_at(filled, "players.2.books.A") is None
    assert item_of(view_of(filled), "players.2.books.A").open
    seats = value_at(filled, "players")
    filled = put(filled, "players", seats[1:])
    assert value_at(filled, "players.0.name") == "Bo"
    assert value_at(filled, "players.0.manuscripts") == 8
    assert value_at(put(filled, "players", None), "players") is None
    two = put(entry("winstons_archive", 3), "players.1", None)
    assert [one["name"] for one in value_at(two, "players")] == ["Ann", "Cy"]
    for path, value in (("players.4.name", "Ed"), ("players.4", {"name": "Ed"})):
        with pytest.raises(DataError, match="there are only 2 before it"):
            put(entry("winstons_archive", 2), path, value)


def test_text_is_read_as_if_typed() -> None:
    filled = put(entry("nineteen_eighty_four"), "level", "3")
    assert value_at(filled, "level") == 3
    assert value_at(put(filled, "running", "yes"), "running") is True
    with pytest.raises(DataError, match=r"expected a whole number"):
        put(entry("winstons_archive"), "players.0.manuscripts", "many")


WRONG: dict[str, list[Any]] = {
    "players.0.tasks.left": [True, 3, {"1": 2}, [[1]], [1.5], "one"],
    "board.left": [7, ["Ann"], {"x": "Ann"}, {"1": {}}, []],
    "players": ["Ann", 3, [{"who": "Ann"}], [3], {"0": {}}],
    "players.0.name": [[], {}, "x" * 5000],
    "running": [3, "perhaps", [], {}],
    "players.0.total": [1.5, 10**400, [], {}, True],
}


@pytest.mark.parametrize("path", WRONG)
def test_the_wrong_kind_is_refused_by_its_path(path: str) -> None:
    for value in WRONG[path]:
        with pytest.raises(DataError) as error:
            put(entry(), path, value)
        assert [(one.field, bool(one.message)) for one in error.value.problems] == [(path, True)]


@pytest.mark.parametrize("path", HOSTILE)
def test_paths_outside_the_position_are_refused(path: str) -> None:
    blank = entry()
    values: tuple[Any, ...] = ("Ann", None, {"__class__": {}})
    for value in values:
        with pytest.raises(DataError) as error:
            put(blank, path, value)
        assert len(str(error.value)) < 400
    assert blank.position == entry().position
    try:
        assert value_at(blank, path) in (None, "dice_archive")
    except DataError:
        assert len(path) > 4000 or path.count(".") > 7 or not all(path.split("."))


def test_changes_are_taken_all_or_none_and_no_more_than_a_table_can_hold() -> None:
    blank = entry()
    both = [Change("players.0.name", "Zoë"), Change("board.left.1", "Zoë")]
    assert value_at(changed(blank, both), "board.left") == {"1": "Zoë"}
    with pytest.raises(DataError):
        changed(blank, [*both, Change("nowhere", 1)])
    assert blank.position == entry().position
    filled = entry("manuscript", 4)
    many = [{"name": "x" * 200, "left": PAGE * 20, "right": PAGE * 20} for _ in range(20)]
    with pytest.raises(DataError, match="more than a table can hold"):
        put(filled, "players", many)
    assert len(msgspec.json.encode(put(filled, "players.0.left", PAGE).position)) < LARGEST_TABLE


def test_that_none_is_marked_is_an_answer_where_all_may_be_left_out(tmp_path: Path) -> None:
    sheet = """
clause: LG-1.1
noted: {player: {seen: {each: kinds, marks: true, max: 3, optional: true}}}
worth: [{part: seen, points: "sum(kinds, count(seen))"}]
"""
    kinds = [{"id": "a"}, {"id": "b"}]
    game = scoresheets.load(scoresheets.write_game(tmp_path, sheet, {"kinds": kinds}))
    filled = put(begun(game, ["Ann", "Bo"]), "players.0.seen.a", [])
    assert value_at(filled, "players.0.seen") == {"a": [], "b": None}
    assert value_at(put(filled, "players.0.seen.a", None), "players.0.seen") == {}


def test_the_rest_of_counts_and_rounds_is_known_but_of_nothing_else(tmp_path: Path) -> None:
    items = view_of(entry("winstons_archive")).items
    assert {one.rest for one in items} == {"", *(f"players.{seat}.books" for seat in range(3))}
    sheet = """
clause: LG-1.1
noted:
  player: {held: {each: kinds}, least: {each: kinds, min: 1}, built: {each: kinds, yes_no: true},
           laps: {rounds: 2}, side: {each: kinds, choice: [left, right]},
           crossed: {rounds: 2, marks: true, max: 3}}
worth: [{part: held, points: sum(held)}, {part: laps, points: sum(laps)}]
"""
    kinds = [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]
    game = scoresheets.load(scoresheets.write_game(tmp_path, sheet, {"kinds": kinds}))
    items = view_of(begun(game, ["Ann", "Bo"])).items
    assert {one.rest for one in items} == {
        "", *(f"players.{seat}.{field}" for seat in (0, 1) for field in ("held", "built", "laps"))
    }  # fmt: skip
