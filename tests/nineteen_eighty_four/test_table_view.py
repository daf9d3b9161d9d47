"""The table of a walk on a screen, and what comes of a die."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring.nineteen_eighty_four.dice import parse_dice, steps, without_highest
from scoring.nineteen_eighty_four.display import route
from scoring.nineteen_eighty_four.engine import PLACE
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.table_view import GameTable
from scoring.play.decisions import Decision
from scoring.play.moves import Choices
from scoring.play.play import Play
from tests import golden_files
from tests.nineteen_eighty_four.sample_walks import GAME, seen, started, town, walk
from tests.scoring.screens import texts
from tests.scoring.tools import answer, decided

clause = pytest.mark.clause
SHOWN = GameTable(GAME)


@clause("NE-3.7", "NE-6.1", "NE-6.2")
def test_a_walk_is_told_with_what_the_eye_takes_and_drawn() -> None:
    road = town(".w.r.sgby", detour="p.", golden=2)
    play = started(3, road)
    walk(play, 4)
    assert texts(GameTable(road).drawing(seen(play), decided(play), 80, 12)) == [
        "Level 3   Big brother 1   At 4   Rounds left 7   To go 7 boxes   Arriving now 18",
        "points   The eye takes red", "",
        "Rounds  4", "", "  .  W  .  4  .  o  G  B  Y  P  .  .  *  *",
    ]  # fmt: skip
    answer(play, "g2 b3 w5 y1 p5")
    small = texts(GameTable(road).drawing(seen(play), decided(play), 80, 5))
    assert small[3:] == ["To place  2 green 2, 3 blue 3, 4 white 5, 5 yellow 1, 6 purple 5",
                          "Placed  Room 101 empty, result 0"]  # fmt: skip


@clause("NE-3.7", "NE-6.2")
def test_what_the_eye_takes() -> None:
    road = town("sr.", golden=2)
    for boxes, level, eye in ((1, 3, "the highest"), (2, 3, "red"), (3, 3, ""), (1, 2, ""),
                              (None, 5, "")):  # fmt: skip
        play = started(level, road)
        walk(play, boxes)
        shown = " ".join(texts(GameTable(road).drawing(seen(play), decided(play), 118, 12))[:1])
        assert shown.partition("The eye takes ")[2] == eye


@clause("NE-2.1", "NE-2.2")
def test_a_level_is_told_by_its_way_and_what_makes_it_harder() -> None:
    play = Play(GAME, ["Julia"])
    decision, view = decided(play), seen(play)
    offered = SHOWN.offered(decision, view)
    assert offered == [f"level {level}" for level in range(1, 6)]
    ways = ["9 rounds, 126 boxes", *["8 rounds, 126 boxes"] * 2, *["8 rounds, 134 boxes"] * 2]
    harder = ["", "", ", Big Brother's eye", ", the detour", ", Big Brother's eye, the detour"]
    assert [SHOWN.gives(words, decision, view) for words in offered] == [
        way + more for way, more in zip(ways, harder, strict=True)
    ]
    for height, rows in ((11, 9), (26, 16)):
        head, *lines = texts(SHOWN.drawing(view, decision, 80, height))
        assert head == "Big brother 0"
        assert set(lines) <= {
            "",
            *[line.rstrip() for line in texts(route(GAME.data, {}))],
        }
        assert len(lines) >= rows


@clause("NE-3.3", "NE-3.5", "NE-3.6", "NE-6.2")
def test_what_comes_of_a_die() -> None:
    said = {}
    for case in golden_files.kept("walk_captions"):
        state, _, words = case.partition(": ")
        roll, placed, room = re.split(" on |, Room 101 ", state)
        now = parse_dice(roll, placed.replace("nothing", ""), int(room))
        choices: Choices[Any] = Choices([(step.words, step) for step in steps(now)])
        if words.startswith("remove"):
            choices = Choices([*without_highest(now).items()])
        decision = Decision("Julia", PLACE, "NE-3.3", choices)
        said[case] = SHOWN.gives(words, decision, View(2, (), 0, 8, 0, now))
    golden_files.check("walk_captions", said)


@clause("NE-5.1")
def test_the_last_result_may_reach_the_golden_country_or_a_dot() -> None:
    road = GameTable(town("s..", golden=2))
    for placed, caption in (("g2", "result 4: box 6"), ("g3", "result 6: box 8")):
        now = parse_dice("r4", placed)
        moves = [(step.words, step) for step in steps(now)]
        decision = Decision("Julia", PLACE, "NE-3.3", Choices(moves))
        assert road.gives("place red", decision, View(2, (), 0, 8, 0, now)) == caption
