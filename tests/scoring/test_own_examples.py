"""Examples in the rulebook of a game with a ``score.yaml``: scored, and their numbers printed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import card_data
from card_data import DataError
from card_data.reading.documents import Document, parse
from scoring.play import examples
from tests import scoresheets
from tests.card_data.copies import edit
from tests.printkit.commands import refused, run
from tests.printkit.pdf_pages import words_of

EVENING = """\
game: my_game
players:
  - {name: Ann, held: {first: 2, second: 1}}
  - {name: Bo, held: {first: 3}}
"""
TEXT = "          Ann comes to {"
SAID = (
    "Ann holds {example.last_game.end.Ann.held.first}: {example.last_game.score.Ann.total} in all."
)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    assert run("new", "--blank", "my_game", tmp_path).exit_code == 0
    folder = tmp_path / "my_game"
    (folder / "examples/last_game.yaml").write_text(EVENING, "utf-8")
    edit(folder / "rulebook.yaml", TEXT, f"          {SAID} Ann comes to {{")
    return folder


def document(folder: Path, name: str) -> Document:
    return parse((folder / name).read_text("utf-8"), name)


def test_the_numbers_of_an_example_are_those_of_its_score(game: Path) -> None:
    out = game.parent / "out"
    words = ("build", "my_game", "--only", "rules", "--data", game.parent, "--out", out)
    loaded = card_data.load("my_game", game.parent)
    found = examples.play("position", document(game, "examples/last_game.yaml"), loaded)
    assert found["score"]["Ann"]["total"] == 5
    edit(game / "score.yaml", "sum(held) * points.card", "sum(held) * points.card + 1")
    assert run(*words).exit_code == 0
    assert "Annholds2:6inall." in words_of(out / "my_game" / "rules.pdf")


def test_example_that_breaks_a_rule_is_reported(game: Path) -> None:
    edit(game / "examples/last_game.yaml", "first: 3", "first: 9")
    said = refused("check", "my_game", "--data", game.parent)
    assert "the example does not hold: see examples/last_game.yaml" in said
    assert "MG-2.2" in said


def test_a_total_that_the_formulas_do_not_give_is_reported_at_its_line(game: Path) -> None:
    evening = EVENING.replace("second: 1}", "second: 1}, total: 5")
    (game / "examples" / "last_game.yaml").write_text(evening, "utf-8")
    friday = game / "examples" / "friday.yml"
    shutil.copy(game / "examples" / "last_game.yaml", friday)
    edit(friday, "first: 3}", "first: 3}, points: {pairs: 4}, total: 6")
    said = refused("check", "my_game", "--data", game.parent)
    assert said.splitlines() == [
        f"{friday}:4: field points.pairs: Bo: found 4, but pairs come to 2 (MG-2.3)",
        f"{friday}:4: field total: Bo: found 6, but the parts come to 5: cards 3, pairs 2 (MG-2.1)",
        "2 problems found.",
    ]
    edit(friday, "points: {pairs: 4}, total: 6", "total: 5")
    assert "(5 clauses, 3 components, 2 examples)" in run("check", "--data", game.parent).stdout


def test_example_values_are_named_by_fields_and_players(game: Path) -> None:
    loaded = card_data.load("my_game", game.parent)
    found = examples.play("position", document(game, "examples/last_game.yaml"), loaded)
    assert found["end"]["Bo"]["held"] == {"first": 3}
    assert found["winners"] == "Bo"


def test_rounds_are_counted_from_1_and_flags_are_words(tmp_path: Path) -> None:
    sheet = """\
clause: LG-1.1
noted: {player: {laps: {rounds: 2}, boat: {yes_no: true}}}
worth: [{part: laps, points: sum(laps)}]
"""
    loaded = scoresheets.load(scoresheets.write_game(tmp_path, sheet))
    said = "{name: Ann, laps: [4, 0], boat: true}, {name: Bo, laps: [1, 1], boat: false}"
    evening = parse(f"game: little\nplayers: [{said}]", "examples/last_game.yaml")
    end = examples.play("position", evening, loaded)["end"]
    assert end["Ann"] == {"laps": {"1": 4, "2": 0}, "boat": "yes"}
    assert end["Bo"]["boat"] == "no"


def test_own_game_has_no_card_effects(game: Path) -> None:
    assert examples.effects(card_data.load("my_game", game.parent)) is None
    assert "T-2a" in (examples.effects(card_data.load("verse_and_variant")) or ())


def test_record_of_own_game_is_refused(game: Path) -> None:
    loaded = card_data.load("my_game", game.parent)
    (game / "round.yaml").write_text("record: my_game\nplayers: [Ann, Bo]\nmoves: []\n", "utf-8")
    with pytest.raises(DataError) as refused_with:
        examples.play("record", document(game, "round.yaml"), loaded)
    (problem,) = refused_with.value.problems
    assert "it can be scored, but not played" in problem.message
    assert problem.line == 1
