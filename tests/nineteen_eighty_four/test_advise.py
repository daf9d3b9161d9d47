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
from card_data.problems import DataError
from scoring.nineteen_eighty_four.advice.answer import Advice, Choice
from scoring.nineteen_eighty_four.adviser import advise_player, chooser
from scoring.nineteen_eighty_four.dice import parse_dice, steps
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE, PLACE
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import records
from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices
from scoring.play.play import Play
from tests.nineteen_eighty_four.walks import ROLL, seen
from tests.scoring.tools import decided, run
from tests.sweeps import sweep

GAME = "nineteen_eighty_four"
FULL = ("--roll", ROLL)
A_DIE = "a die as its letter (r g b w y p) and a value from 1 to 6, as in r4"
GAME_DATA = card_data.load(GAME)
DATA = GAME_DATA.data
WALK = Walk(DATA, 3)


def asked(*options: str) -> Any:
    status, out, err = run("advise", GAME, "--json", *options)
    assert (status, err) == (0, "")
    return json.loads(out)


def refused(*options: str) -> str:
    status, out, err = run("advise", GAME, *options)
    assert (status, out) == (2, "")
    [line] = err.splitlines()
    return line


def test_the_best_step_comes_first_with_its_results() -> None:
    advice = asked("--roll", "r4 g2 b3 w5 y1 p6")
    assert advice["step"] == advice["steps"][0]["step"] == advice["line"][0]
    assert advice["expected"] == pytest.approx(16.611111111)
    assert advice["payoff"] == pytest.approx(advice["expected"], abs=1e-9)
    payoffs = [one["payoff"] for one in advice["steps"]]
    assert payoffs == sorted(payoffs, reverse=True)
    results = advice["results"]
    assert sum(results.values()) == pytest.approx(1)
    assert sum(max(0, int(one)) * chance for one, chance in results.items()) == pytest.approx(
        advice["expected"]
    )


def test_in_words_it_says_what_next_what_to_expect_and_why() -> None:
    status, out, _ = run("advise", GAME, "--roll", "r4 g2 b3 w5 y1 p6")
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "place green reroll red purple    16.61 boxes expected"
    assert lines[1] == "  then roll, and ask again"
    assert lines[2].startswith("  results: 15: 27.8%, ")
    assert lines[3] == "next best:"
    assert lines[-1].startswith("why: 0.69 boxes more than place green reroll blue purple; ")


@pytest.mark.parametrize(("options", "results"), [
    (("--placed", "g3 b2 w5", "--room101", "y5"), {"7": 1.0}),  # 2 + 3 + 2 + 5 - 5
    (("--placed", "g3 b2 y6", "--room101", "3"), {"10": 1.0}),  # 2 + 3 + 2 + 6 - 3
    (("--placed", "g3 b2 y6", "--room101", "p3"), {"10": 1.0}),
])  # fmt: skip
def test_it_goes_on_in_the_middle_of_a_round(
    options: tuple[str, ...], results: dict[str, float]
) -> None:
    """After Green is placed nothing is left to luck: its answer is the end of the round. The die in
    Room 101 may go by its value alone."""
    advice = asked("--roll", "r4", *options)
    assert (advice["line"], advice["results"]) == (["place red"], results)
    if "y5" in options:
        assert advice["notes"] == ["not named, so taken as removed: purple"]


def test_the_line_leads_up_to_the_next_roll_and_no_further() -> None:
    for roll in ("r4 g2 b3 w5 y1 p6", "r1 g1 b1 w1 y1 p1", "r6 g5 b4 w3 y2 p1"):
        now = parse_dice(roll)
        line = asked("--roll", roll)["line"]
        for words in line[:-1]:
            assert not words.startswith("place green")
            now = {step.words: step.after for step in steps(now)}[words]
        last = {step.words: step.after for step in steps(now)}[line[-1]]
        assert line[-1].startswith("place green") or steps(last) == []


@pytest.mark.parametrize(("options", "end"), [
    (("--roll", "", "--placed", "r2 g3 b2 w5", "--room101", "y5"), {"7": 1}),
    (("--roll", "y3", "--placed", "r2 g1 w2 p2"), {"failed": 1}),
])  # fmt: skip
@pytest.mark.clause("NE-3.6")
def test_a_round_that_is_over_has_no_step(options: tuple[str, ...], end: dict[str, float]) -> None:
    advice = asked(*options)
    assert (advice["step"], advice["results"]) == (None, end)
    assert advice["expected"] == max(0, *(int(one) for one in end if one != "failed"), 0)
    assert "The round is over: " in run("advise", GAME, *options)[1]


def advised(
    at: int, level: int, left: int, aim: str | None = None, dice: str = ROLL, what: str = PLACE
) -> Advice:
    """The advice where a walk stands on a box, with so many rounds left, these dice to place."""
    now = parse_dice(dice)
    decision: Decision[Any] = Decision("Julia", what, "NE-3.3", Choices([]))
    view = View(level, (at,), at, left, 0, now)
    advice = advise_player(GAME_DATA, view, decision, aim)
    assert advice is not None
    return advice


def test_the_walk_decides_what_a_round_is_played_for() -> None:
    """Sixteen boxes to go in the last round: what is sure comes before what is far."""
    at = WALK.path[WALK.goal - 16 - 1]
    to_arrive, for_boxes = advised(at, 3, 1), advised(at, 3, 1, "boxes")
    assert (to_arrive.aim.name, for_boxes.aim.name) == ("arrive", "boxes")
    best = to_arrive.best
    sure = sum(chance for one, chance in best.distribution.items() if one and one >= 16)
    assert best.payoff == pytest.approx(sure)
    assert to_arrive.expected == for_boxes.expected
    assert for_boxes.best.payoff == pytest.approx(for_boxes.expected, abs=1e-9)


def test_unseen_keeps_off_the_zones() -> None:
    advice = advised(0, 3, 8, "unseen")
    off = {
        one: chance
        for one, chance in advice.best.distribution.items()
        if one and not WALK.watched(WALK.box_after(0, one))
    }
    assert sum(one * chance for one, chance in off.items()) == pytest.approx(advice.best.payoff)
    assert advice.best.payoff <= advice.expected


def test_out_of_reach_is_said() -> None:
    assert "cannot be reached any more" in advised(1, 2, 1).why()


@pytest.mark.clause("NE-6.2")
def test_to_remove_a_die_is_worth_what_the_others_are() -> None:
    """At the start of a walk, for boxes: of two sixes either may go."""
    before = advised(0, 3, 8, "boxes", "r6 g2 b3 w5 y1 p6", HIGHEST_DIE)
    after = {
        "remove red": advised(0, 3, 8, "boxes", "g2 b3 w5 y1 p6"),
        "remove purple": advised(0, 3, 8, "boxes", "r6 g2 b3 w5 y1"),
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
    found = advise_player(GAME_DATA, seen(play), decided(play), "Boxes")
    assert found is not None
    assert (found.aim.name, found.notes) == ("boxes", ())
    found = advise_player(GAME_DATA, seen(play), decided(play))
    assert found is not None
    assert found.aim.name == "arrive"
    with pytest.raises(DataError, match="found glory, expected boxes, unseen, arrive or points"):
        chooser(GAME_DATA, "glory")


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


@pytest.mark.parametrize(("options", "said"), [
    ("r7", f"--roll: found r7, expected {A_DIE}"),
    ("x", f"--roll: found x, expected {A_DIE}"),
    ("r4\x1b[31m", f"--roll: found 'r4\\x1b[31m', expected {A_DIE}"),
    ("' '", f"--roll: found nothing, expected {A_DIE}"),
    ("r4 --placed x3", f"--placed: found x3, expected {A_DIE}"),
    ("r4 --room101 p7", f"--room101: found p7, expected {A_DIE}"),
    ("'r4 r5'", "--roll: found r5, expected red once (--roll names it)"),
    ("r4 --placed r5", "--placed: found r5, expected red once (--roll names it)"),
    ("r4 --room101 'b4 w3'", "--room101: found b4 w3, expected one die at most (NE-4.5)"),
    ("'r4 y2' --room101 b4", "--room101: found b4, expected none before Yellow is placed (NE-4.5)"),
    ("r2 --placed 'b5 y2 p3 g2'",
        "--room101: found nothing, expected the die that Yellow, which is placed, sent there "
        "(NE-4.5)"),
])  # fmt: skip
def test_what_cannot_be_is_refused(options: str, said: str) -> None:
    assert refused("--roll", *shlex.split(options)) == said


def test_everything_wrong_with_the_dice_is_said_at_once() -> None:
    status, _, err = run("advise", GAME, "--roll", "r9 q1", "--placed", "w0")
    assert (status, len(err.splitlines())) == (2, 3)


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


@pytest.fixture
def first_roll(tmp_path: Path) -> Path:
    """A record of a walk that stands at its first roll."""
    play = Play(GAME_DATA, ["Julia"])
    for move in ("x3", FULL[1]):
        play.move(move)
    path = tmp_path / "walk.yaml"
    path.write_text(records.write(play), encoding="utf-8")
    return path


@pytest.mark.parametrize("aim", ["boxes", "unseen", "arrive", "points"])
def test_a_record_may_be_played_for_what_is_asked(aim: str, first_roll: Path) -> None:
    status, out, _ = run("advise", "--record", str(first_roll), "--aim", aim.title(), "--json")
    assert status == 0
    answer, advice = json.loads(out), advised(0, 3, 8, aim)
    assert (answer["aim"], answer["step"]) == (aim, advice.best.words)
    assert answer["payoff"] == advice.best.payoff


def test_an_unknown_aim_is_refused_for_a_record_too(first_roll: Path) -> None:
    status, _, err = run("advise", "--record", str(first_roll), "--aim", "glory")
    message = "--aim: found glory, expected boxes, unseen, arrive or points"
    assert (status, err.strip()) == (2, message)
