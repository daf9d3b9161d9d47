"""``scoring score GAME`` of a game with a ``score.yaml``: every kind of field is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
from scoring.ask.questions import questions_of
from scoring.cli.score_dialog import ScoreDialog
from scoring.positions.positions import PositionFile, PositionReader
from scoring.web.entry import begun
from scoring.web.view import view_of
from tests.scoresheets import load, write_game
from tests.scoring.questions import typed_in
from tests.scoring.screens import Typed
from tests.scoring.tools import run

KINDS = [{"id": "ruby", "title": "A ruby"}, {"id": "jade", "title": "Jade"}]
ALL_FIELDS = """\
clause: LG-1.1
noted:
  player:
    gems: {label: Gems, each: kinds}
    boat: {label: Boat, yes_no: true}
    crew: {label: Crew, choice: [red, dark blue, green], marks: true}
    boxes: {label: Boxes, min: 1, max: 6, marks: true}
    laps: {label: Laps, rounds: 3, max: 4}
    paid: {label: Paid, each: kinds, rounds: 3}
    traded: {label: Traded, each: [kinds, ports]}
    guild: {label: Guild, choice: kinds}
    spare: {label: Spare, each: kinds, optional: true}
  table:
    last: {label: Last, player: true}
must:
  - {if: gems <= 5, each: kinds, say: "{title}: there are 5", clause: LG-1.2}
worth:
  - {part: gems, points: sum(gems)}
  - {part: lead, points: "lookup(rank(count(boxes)), [5, 2])"}
"""
EVENING = """\
game: little
last: nobody
players:
  - name: Ann
    gems: {ruby: 2, jade: 0}
    boat: true
    crew: [dark blue, red]
    boxes: [1, 4]
    laps: [1, 0, 4]
    paid: {ruby: [1, 2, 3], jade: [0, 0, 1]}
    traded: {ruby: {north: 1}, jade: {north: 0}}
    guild: jade
    spare: {ruby: 0, jade: 2}
  - name: Bo
    gems: {ruby: 1, jade: 1}
    boat: false
    crew: []
    boxes: []
    laps: [0, 0, 0]
    paid: {ruby: [0, 0, 0], jade: [0, 0, 0]}
    traded: {ruby: {north: 0}, jade: {north: 2}}
    guild: ruby
    spare: {ruby: 0, jade: 0}
"""


def every_field(home: Path) -> Path:
    """A folder with a game that has a field of each kind."""
    return write_game(home, ALL_FIELDS, {"kinds": KINDS, "ports": [{"id": "north"}]})


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drafts of a test are its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with a field of each kind."""
    home = tmp_path / "mine"
    home.mkdir()
    return every_field(home)


def asked(folder: Path, *typed: str) -> Typed:
    """The screen after these answers, with which nobody is done."""
    screen = Typed(*typed)
    game = load(folder)
    empty = PositionReader(folder).read("game: little")
    found = ScoreDialog(PositionFile(game, empty.position), screen, lambda now: None, folder)
    assert found.run() is False
    return screen


def test_a_position_typed_is_the_position(folder: Path) -> None:
    filled = PositionReader(folder).read(EVENING)
    assert typed_in(filled).position == filled.position


def test_questions_say_how_to_answer(folder: Path) -> None:
    prompts = asked(folder, "Ann, Bo", *[""] * 20).prompts
    assert "Last (a name, or nobody)> " in prompts
    assert "Ann: Crew (as in red, dark blue; - for none)> " in prompts
    assert "Ann: Boxes (as in 1, 2; - for none)> " in prompts
    assert "Ann: Laps, round 3 (0 to 4)> " in prompts
    assert "Ann: Guild (ruby or jade)> " in prompts


def test_a_form_says_how_to_mark(folder: Path) -> None:
    form = run("template", "little", "--data", str(folder))[1]
    crew = "those that are marked, as in [red, dark blue], of red, dark blue, green; [] for none"
    assert f"# Crew: {crew}\n" in form
    assert "# Boxes: those that are marked, as in [1, 2], of numbers from 1 to 6;" in form


def test_a_slip_is_told_and_a_round_not_asked_for_yet_is_none(folder: Path) -> None:
    screen = asked(folder, "Ann, Bo", "go Ann Laps", "1", "9", "", "go Ann Gems", "6")
    assert "LG-1.1: Ann: found 9, expected a number from 0 to 4\n" in screen.shown
    assert "LG-1.2: Ann: A ruby: there are 5\n" in screen.shown
    assert "rounds" not in screen.shown
    crew = asked(folder, "Ann, Bo", "go Ann Crew", "blue").shown
    assert "did you mean dark blue?\n" in crew


def test_a_command_to_type_next_has_the_folder(folder: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(EVENING.replace("ruby: 2,", "ruby: 9,"), "utf-8")
    for command in ("score", "check", "show"):
        said = run(command, str(wrong), "--data", "mine")[1]
        assert said.splitlines()[-1 if command != "check" else -2] == (
            "To read the clause: scoring rule LG-1.2 --data mine"
        )


def test_the_questions_of_a_field_over_two_tables_name_both(folder: Path) -> None:
    filled = PositionReader(folder).read(EVENING)
    words = [one.words for one in questions_of(filled.game).of(filled.position, sums=False)]
    assert "Ann: Traded, A ruby, north" in words


def test_a_page_offers_what_may_stand_in_each_field(folder: Path) -> None:
    """Numbers are no menu of players, and what is left out is not open."""
    view = view_of(begun(load(folder), ["Ann", "Bo"]))
    items = {one.path: one for one in view.items}

    def offered(path: str) -> tuple[str, list[str]]:
        return items[path].kind, [title for _, title in view.lists.get(items[path].list, ())]

    assert offered("players.0.gems.ruby") == offered("players.0.total") == ("number", [])
    assert offered("players.0.boxes") == ("marks", ["1", "2", "3", "4", "5", "6"])
    assert offered("players.0.crew") == ("marks", ["red", "dark blue", "green"])
    assert offered("players.0.guild") == ("choice", ["A ruby", "Jade"])
    assert offered("last") == ("choice", ["Ann", "Bo", "nobody"])
    assert items["players.0.laps.2"].open
    assert not items["players.0.spare.ruby"].open


def test_the_levels_of_a_walk_are_called_by_their_numbers() -> None:
    view = view_of(begun(card_data.load("nineteen_eighty_four")))
    assert [*view.lists["level"]] == [(level, level) for level in "12345"]


def test_an_institution_has_as_many_places_as_slots() -> None:
    game = card_data.load("verse_and_variant")
    view = view_of(begun(game, ["Ann", "Bo", "Cy"]))
    items = {one.path: one for one in view.items}
    slots = len(game.data.numbers.institution.slots)
    assert items["institutions.papyrus"].rows == slots
    flat = [title for _, title in view.lists[items["unscored.papyrus"].list]]
    assert flat == [str(slot) for slot in range(1, slots + 1)]
