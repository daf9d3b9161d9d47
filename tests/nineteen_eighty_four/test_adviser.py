"""``scoring advise``: what it says, in words and as JSON, and what it refuses."""

from __future__ import annotations

import json
import shlex
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

import pytest

import card_data
from scoring.nineteen_eighty_four.advice.answer import Advice, Choice
from scoring.nineteen_eighty_four.adviser import advise, advise_player, chooser
from scoring.nineteen_eighty_four.dice import parse_dice, steps
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE, PLACE
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import records
from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices
from scoring.play.play import Play
from tests import golden_files
from tests.nineteen_eighty_four.sample_walks import ROLL, seen
from tests.scoring.tools import decided, run
from tests.sweeps import sweep

GAME = "nineteen_eighty_four"
FULL = ("--roll", ROLL)
GAME_DATA = card_data.load(GAME)
DATA = GAME_DATA.data
WALK = Walk(DATA, 3)


def asked(*options: str) -> Any:
    status, out, err = run("advise", GAME, "--json", *options)
    assert (status, err) == (0, "")
    return json.loads(out)


def test_the_best_step_comes_first_with_its_results() -> None:
    advice = asked("--roll", "r4 g2 b3 w5 y1 p6")
    assert advice["step"] == advice["steps"][0]["step"] == advice["line"][0]
    assert advice["expected"] == pytest.approx(16.611111111)
    assert advice["payoff"] == pytest.approx(advice["expected"], abs=1e-9)
    payoffs = [one["payoff"] for one in advice["steps"]]
    assert payoffs == sorted(payoffs, reverse=True)
    results = advice["results"]
    assert sum(results.values()) == pytest.approx(1)
    mean = sum(max(0, int(one)) * chance for one, chance in results.items())
    assert mean == pytest.approx(advice["expected"])
    over = asked("--roll", "", "--placed", "r2 g3 b2 w5", "--room101", "y5")
    assert (over["step"], over["expected"], over["results"]) == (None, 7, {"7": 1})
    failed = asked("--roll", "y3", "--placed", "r2 g1 w2 p2")
    assert (failed["step"], failed["expected"], failed["results"]) == (None, 0, {"failed": 1})


@pytest.mark.clause("NE-3.6", "NE-4.5")
def test_what_the_command_says_of_dice() -> None:
    """At a roll, in the middle of a round, when it is over, and of dice that cannot lie so."""
    said = {}
    for case in golden_files.kept("advice_command"):
        status, out, err = run("advise", GAME, *shlex.split(case))
        assert (status == 0, err == "") in ((True, True), (False, False))
        said[case] = (out + err).rstrip("\n")
    golden_files.check("advice_command", said)
    message = "--roll: found 'r4\\x1b[31m', expected a die as its letter"
    assert run("advise", GAME, "--roll", "r4\x1b[31m")[2].startswith(message)


def test_the_line_leads_up_to_the_next_roll_and_no_further() -> None:
    for roll in ("r4 g2 b3 w5 y1 p6", "r1 g1 b1 w1 y1 p1", "r6 g5 b4 w3 y2 p1"):
        now = parse_dice(roll)
        line = asked("--roll", roll)["line"]
        for words in line[:-1]:
            assert not words.startswith("place green")
            now = {step.words: step.after for step in steps(now)}[words]
        last = {step.words: step.after for step in steps(now)}[line[-1]]
        assert line[-1].startswith("place green") or steps(last) == []


def advised(at: int, level: int, left: int, dice: str = ROLL, what: str = PLACE) -> Advice:
    """The advice where a walk stands on a box, with so many rounds left, these dice to place."""
    now = parse_dice(dice)
    decision: Decision[Any] = Decision("Julia", what, "NE-3.3", Choices([]))
    view = View(level, (at,), at, left, 0, now)
    advice = advise_player(GAME_DATA, view, decision)
    assert advice is not None
    return advice


def test_the_walk_decides_what_a_round_is_played_for() -> None:
    """Sixteen boxes to go in the last round: what is sure comes before what is far."""
    at = WALK.path[WALK.goal - 16 - 1]
    to_arrive, for_boxes = advised(at, 3, 1), advise(GAME_DATA, ROLL)
    assert (to_arrive.aim.name, for_boxes.aim.name) == ("arrive", "boxes")
    best = to_arrive.best
    sure = sum(chance for one, chance in best.distribution.items() if one and one >= 16)
    assert best.payoff == pytest.approx(sure)
    assert to_arrive.expected == for_boxes.expected
    assert for_boxes.best.payoff == pytest.approx(for_boxes.expected, abs=1e-9)


def test_out_of_reach_is_said() -> None:
    assert "cannot be reached any more" in advised(1, 2, 1).why()


@pytest.mark.clause("NE-6.2")
def test_to_remove_a_die_is_worth_what_the_others_are() -> None:
    """At the start of a walk: of two sixes either may go."""
    before = advised(0, 3, 8, "r6 g2 b3 w5 y1 p6", HIGHEST_DIE)
    after = {
        "remove red": advised(0, 3, 8, "g2 b3 w5 y1 p6"),
        "remove purple": advised(0, 3, 8, "r6 g2 b3 w5 y1"),
    }
    worth = {choice.words: (choice.payoff, choice.fails) for choice in before.choices}
    assert worth == {words: (one.best.payoff, one.best.fails) for words, one in after.items()}
    best = after[before.best.words]
    assert best.best.payoff == max(one.best.payoff for one in after.values())
    assert before.expected == max(one.expected for one in after.values())
    assert before.best.line == (before.best.words, *best.best.line)
    assert before.best.distribution == best.best.distribution


@pytest.mark.clause("NE-2.1", "NE-3.2")
def test_there_is_no_advice_before_the_first_roll() -> None:
    play, choose = Play(GAME_DATA, ["Julia"]), chooser(GAME_DATA)
    for move in ("level 2", ROLL):
        assert advise_player(GAME_DATA, seen(play), decided(play)) is None
        assert choose(seen(play), decided(play)) is None
        play.move(move)
    found = advise_player(GAME_DATA, seen(play), decided(play))
    assert found is not None
    assert found.aim.name == "arrive"


def test_of_equal_chances_most_boxes_are_played_for() -> None:
    """All arrive, or none can: then the best step is that for boxes."""
    sure, lost = advised(WALK.path[WALK.goal - 12], 3, 2), advised(1, 2, 1)
    assert (sure.best.payoff, lost.best.payoff) == (1, 0)
    for_boxes = asked(*FULL)["results"]
    for advice in (sure, lost):
        assert {str(one): p for one, p in advice.best.distribution.items()} == for_boxes


def test_once_arriving_is_sure_points_are_played_for() -> None:
    """Of steps that all arrive, the one comes first that leads to the most points (NE-5.2)."""
    walk, golden = Walk(DATA, 4), DATA.numbers.golden_country
    at = walk.path[walk.goal - 9]
    sure = [choice for choice in advised(at, 4, 1).choices if choice.payoff == 1]

    def points(choice: Choice) -> float:
        ends = choice.distribution.items()
        return fsum(
            chance * golden[walk.golden_marked(walk.box_after(at, result or 0)) - 1]
            for result, chance in ends
        )

    assert len({points(choice) for choice in sure}) > 1
    assert points(sure[0]) == pytest.approx(max(map(points, sure)))


def test_players_can_go_by_advice() -> None:
    moves = ("--opening", "level 1", "--bot", "advice", "--games", "1", "--json")
    status, out, _ = run("simulate", GAME, *moves)
    assert (status, json.loads(out)["out"]) == (0, 0)
    assert run("simulate", GAME, "--bot", "advice", "--games", "1")[0] == 0
    assert run("simulate", GAME, "--opening", "level 9")[0] == 2
    assert run("simulate", "dice_archive", "--bot", "advice")[0] == 2


@pytest.mark.parametrize("level", sweep([1, 5], [5]))
def test_advice_from_a_record_is_what_a_player_by_advice_does(level: int, tmp_path: Path) -> None:
    game = card_data.load(GAME)
    play, rng, choose, met = Play(game, ["Julia"]), Random(level), chooser(game), set()
    play.move(f"level {level}")
    while (decision := play.decision) is not None and len(play.turns) < 60:
        move = decision.random(rng)
        if (decision.who != TABLE and rng.random() < 0.3) or decision.what == HIGHEST_DIE:
            met.add(decision.what)
            (tmp_path / "walk.yaml").write_text(records.write(play), encoding="utf-8")
            status, out, _ = run("advise", "--record", str(tmp_path / "walk.yaml"), "--json")
            move = choose(play.view("Julia"), decision) or ""
            assert (status, json.loads(out)["step"]) == (0, move)
            assert {step["step"] for step in json.loads(out)["steps"]} == {*decision.options}
        play.move(move)
    assert "place a die" in met
    assert level == 1 or HIGHEST_DIE in met
