"""Dice Archive clause by clause: each test is written from the clause that it names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

import scoring
from card_data import DataError
from card_data.dice_archive.model import Needs
from scoring.dice_archive import engine
from scoring.dice_archive.actions import Task, actions, vocabulary
from scoring.play.play import IllegalMove, Play
from tests import scored
from tests.dice_archive.tables import (
    DICE,
    NAMES,
    checked,
    hands,
    position,
    rolled,
    row,
    table_of,
)
from tests.scoring.tools import decided

clause = pytest.mark.clause
SIDES = ("left", "middle", "right")


@clause("DA-1.1")
def test_the_box_has_34_dice_and_each_player_takes_six() -> None:
    kinds: Counter[str] = Counter()
    for die in DICE.data.dice:
        kinds[die.kind] += die.copies
    assert kinds == {"player": 30, "communal": 3, "boss": 1}
    for players in range(2, 6):
        table = table_of(Play(DICE, NAMES[:players]))
        assert [player.in_hand for player in table.players] == [6] * players
        assert table.position() == position({}, *["- - -"] * players)
        assert table.view("Ann").token == "Ann"


@clause("DA-2.4")
def test_a_random_reroll_is_legal_and_may_be_any() -> None:
    play = rolled("111222", "666666")
    decision, rng = decided(play), Random(7)
    drawn = {decision.random(rng) for _ in range(2000)}
    for words in drawn:
        assert decision.options.parse(words)[0] == words
    assert len(drawn) == 4 * 4


@clause("DA-3.1")
def test_used_and_locked_dice_lend_no_strength() -> None:
    table = hands("5", "5", left={5: "Ann"}, middle={5: "Ann"})
    assert table.players[0].used == 3
    found = [
        words for words, _ in actions(table, table.players[0], sorted(table.players[0].unused))
    ]
    assert found == ["task right 5", "pass 5"], "nor do another player's"


@clause("DA-3.2")
def test_each_task_is_marked_once() -> None:
    table = hands("111", "111")
    ann, bo = table.players
    engine.act(table, ann, Task("middle", 1))
    ann.unused = [1, 1, 1]
    found = [
        action for _, action in actions(table, ann, sorted(ann.unused)) if isinstance(action, Task)
    ]
    assert found == [Task("left", 1), Task("right", 1)]
    others = [action for _, action in actions(table, bo, sorted(bo.unused))]
    assert Task("middle", 1) in others, "every player has a form"


@clause("DA-5.1", "DA-5.2", "DA-5.3", "DA-6.1", "DA-6.2", "DA-6.3", "DA-6.4", "DA-6.5")
def test_positions_are_checked_and_scored() -> None:
    """Each case begins with the clauses that it shows."""
    scored.check("dice_positions")


OVER = {"left": row("AAAA"), "middle": row("ABBBB")}
FORMS = ("1234 12 -", "- 34 1")


@clause("DA-6.1")
def test_spaces_may_be_quoted_as_json_has_them(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(msgspec.json.encode(position(OVER, *FORMS)))
    report = checked(OVER, *FORMS)
    assert scoring.check(scoring.read(path)) == report
    layers = ("players", "board", "forms", "possible games", "score pad")
    assert report.layers == ("shape", *layers, "end of game")


@clause("DA-6.1")
@pytest.mark.parametrize("space", ["{1: Ann, 1: Bo}", "{1: Ann, 01: Bo}"])
def test_a_space_written_twice_is_refused(space: str) -> None:
    with pytest.raises(DataError, match="duplicate key"):
        scoring.read(f"{{game: dice_archive, board: {{left: {space}}}, players: []}}")


@clause("DA-6.4")
@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Ann"], ["Ann", " "], list("ABCDEF")])
def test_such_players_cannot_sit_down(names: list[str]) -> None:
    with pytest.raises(IllegalMove, match=r"DA-6\.4"):
        Play(DICE, names)


@clause("DA-1.2", "DA-1.3")
def test_a_sign_that_could_mean_two_tables_is_none() -> None:
    needs, alike = Needs(2, 3, 4), Needs(2, 2, 4)
    assert vocabulary(6, needs, needs).find("task x2 5") == "task left 5"
    assert vocabulary(6, alike, needs).find("task x2 5") is None
    assert vocabulary(6, alike, needs).find("task x4 5") == "task right 5"
