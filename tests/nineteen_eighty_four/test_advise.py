"""``scoring advise``: what it says, in words and as JSON, and what it refuses."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

import pytest

import card_data
from card_data.problems import DataError
from scoring.nineteen_eighty_four.advice import prospects
from scoring.nineteen_eighty_four.advice.answer import Choice
from scoring.nineteen_eighty_four.advice.question import Question
from scoring.nineteen_eighty_four.advise import advise, advise_player, chooser, on_terminal
from scoring.nineteen_eighty_four.dice import parse_dice, steps
from scoring.nineteen_eighty_four.engine import HIGHEST_DIE
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import records
from scoring.play.decisions import TABLE
from scoring.play.play import Play
from tests.nineteen_eighty_four.test_prospects import FewRounds
from tests.nineteen_eighty_four.walks import ROLL, dice_of, options, seen, short, town
from tests.scoring.tools import decided, run
from tests.sweeps import sweep

GAME = "nineteen_eighty_four"
FULL = ("--roll", ROLL)
A_DIE = "a die as its letter (r g b w y p) and a value from 1 to 6, as in r4"
NONE_TAKEN = "none, as neither the eye (NE-6), Blue (NE-4.3) nor Yellow (NE-4.5) took one"
RECORDS = Path(__file__).parents[1] / "records"
GAME_DATA = card_data.load(GAME)
DATA = GAME_DATA.data
WALK = Walk(DATA, 3)
SECURITY = next(box.number for box in DATA.boxes() if box.zone == "security")
DETOUR, END = DATA.facts()["detour_first"], DATA.facts()["golden_last"]
BLUE = next(box.number for box in DATA.boxes() if box.zone == "blue")


def asked(*options: str) -> Any:
    """The JSON of advice."""
    status, out, err = run("advise", GAME, "--json", *options)
    assert (status, err) == (0, "")
    return json.loads(out)


def refused(*options: str) -> str:
    """The one line of a refusal."""
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


def test_it_goes_on_in_the_middle_of_a_round() -> None:
    """After Green is placed nothing is left to luck: its answer is the end of the round."""
    advice = asked("--roll", "r4", "--placed", "g3 b2 w5", "--removed", "p", "--room101", "y5")
    assert advice["line"] == ["place red"]
    assert advice["results"] == {"7": 1.0}  # 2 + 3 + 2 + 5 - 5
    assert advice["notes"] == []


def test_the_die_in_room_101_may_go_by_its_value() -> None:
    lies = ("--roll", "r4", "--removed", "w", "--placed", "g3 b2 y6", "--room101")
    by_value, by_name = asked(*lies, "3"), asked(*lies, "p3")
    assert by_value == by_name
    assert by_value["results"] == {"10": 1.0}  # 2 + 3 + 2 + 6 - 3


def test_an_empty_room_101_may_be_told() -> None:
    told = ("--roll", "r4 w2", "--placed", "g3 b2", "--removed", "y p")
    assert asked(*told, "--room101", "none") == asked(*told)


def test_the_line_leads_up_to_the_next_roll_and_no_further() -> None:
    for roll in ("r4 g2 b3 w5 y1 p6", "r1 g1 b1 w1 y1 p1", "r6 g5 b4 w3 y2 p1"):
        now = parse_dice(roll)
        line = asked("--roll", roll)["line"]
        for words in line[:-1]:
            assert not words.startswith("place green")
            now = {step.words: step.after for step in steps(now)}[words]
        last = {step.words: step.after for step in steps(now)}[line[-1]]
        assert line[-1].startswith("place green") or steps(last) == []


@pytest.mark.parametrize(
    ("options", "end"),
    [
        (("--roll", "", "--placed", "r2 g3 b2 w5", "--room101", "y5", "--removed", "p"), {"7": 1}),
        (("--roll", "y3", "--placed", "r2 g1 w2 p2", "--removed", "b"), {"failed": 1}),
    ],
)
@pytest.mark.clause("NE-3.6")
def test_a_round_that_is_over_has_no_step(options: tuple[str, ...], end: dict[str, float]) -> None:
    advice = asked(*options)
    assert (advice["step"], advice["results"]) == (None, end)
    assert advice["expected"] == max(0, *(int(one) for one in end if one != "failed"), 0)
    assert run("advise", GAME, *options)[1].startswith("The round is over: ")


def test_the_walk_decides_what_a_round_is_played_for() -> None:
    """Sixteen boxes to go in the last round: what is sure comes before what is far."""
    roll, last = ("--roll", "r4 g2 b3 w5 y1 p6"), DATA.numbers.rounds.last
    at = WALK.path[WALK.goal - 16 - 1]
    walk = ("--at", str(at), "--level", "3", "--round", str(last))
    to_arrive, for_boxes = asked(*roll, *walk), asked(*roll, *walk, "--aim", "boxes")
    assert (to_arrive["aim"], for_boxes["aim"]) == ("arrive", "boxes")
    sure = sum(chance for one, chance in to_arrive["results"].items() if int(one) >= 16)
    assert to_arrive["payoff"] == pytest.approx(sure)
    assert to_arrive["expected"] == for_boxes["expected"]
    assert for_boxes["payoff"] == pytest.approx(for_boxes["expected"], abs=1e-9)


def test_unseen_keeps_off_the_zones() -> None:
    roll, at = ("--roll", "r4 g2 b3 w5 y1 p6"), 0
    advice = asked(*roll, "--at", str(at), "--level", "3", "--aim", "unseen")
    off = {
        one: chance
        for one, chance in advice["results"].items()
        if not WALK.watched(WALK.box_after(at, int(one)))
    }
    worth = sum(int(one) * chance for one, chance in off.items())
    assert worth == pytest.approx(advice["payoff"])
    assert advice["payoff"] <= advice["expected"]


def test_out_of_reach_is_said() -> None:
    roll = ("--roll", "r4 g2 b3 w5 y1 p6")
    status, out, _ = run("advise", GAME, *roll, "--at", "1", "--level", "2", "--round", "8")
    assert status == 0
    assert "cannot be reached any more" in out


@pytest.mark.clause("NE-6.2")
def test_maximum_security_takes_a_die_first() -> None:
    walk = ("--at", str(SECURITY), "--level", "3", "--round", "3")
    advice = asked("--roll", "r6 g2 b3 w5 y1 p6", *walk)
    assert {one["step"] for one in advice["steps"]} == {"remove red", "remove purple"}
    assert "Maximum Security" in advice["notes"][0]
    without = asked("--roll", "r6 g2 b3 w5 y1 p6", *walk, "--removed", "none")
    assert without["step"].startswith("place ")
    after = asked("--roll", "g2 b3 w5 y1 p6", *walk, "--removed", "r6")
    assert after["notes"] == []


@pytest.mark.clause("NE-6.1")
def test_a_control_zone_takes_its_die_as_maximum_security_does() -> None:
    walk = ("--at", str(BLUE), "--level", "x3", "--round", "4")
    six, five = ("--roll", "r6 g2 b3 w5 y1 p6"), ("--roll", "r6 g2 w5 y1 p6")
    taken, left_out = asked(*six, *walk), asked(*five, *walk, "--removed", "blue")
    assert "blue is removed (NE-6.1)" in taken["notes"][0]
    assert left_out["notes"] == []
    assert taken["steps"] == left_out["steps"]
    unremoved = asked(*six, *walk, "--removed", "none")  # NE-3.8
    assert unremoved["notes"] == []
    assert unremoved["steps"] != taken["steps"]
    unseen = ("--at", str(BLUE), "--level", "2", "--round", "4")
    assert asked(*six, *unseen)["notes"] == []


@pytest.mark.clause("NE-3.5", "NE-6.1")
@pytest.mark.parametrize("begins", [{"at": 0}, {"round": 1}])
def test_a_walk_that_has_marked_nothing_is_on_no_zone(begins: dict[str, int]) -> None:
    """Even where the first box of the route is one."""
    road = town("b.s.r..p.", golden=3)
    five = "r6 g2 w5 y1 p6"
    assert advise(road, Question(five, at=1, level="3")).aim.name == "boxes"
    with pytest.raises(DataError, match="found 1 die missing, expected none"):
        advise(road, Question(five, level="3", **begins))  # type: ignore[arg-type]


@pytest.mark.clause("NE-6.2")
def test_to_remove_a_die_is_worth_what_the_others_are() -> None:
    walk = ("--at", str(SECURITY), "--level", "3", "--round", "3")
    before = asked("--roll", "r6 g2 b3 w5 y1 p6", *walk)
    after = {
        "remove red": asked("--roll", "g2 b3 w5 y1 p6", "--removed", "r", *walk),
        "remove purple": asked("--roll", "r6 g2 b3 w5 y1", "--removed", "p", *walk),
    }
    worth = {step["step"]: (step["payoff"], step["fails"]) for step in before["steps"]}
    assert worth == {
        words: (one["payoff"], one["results"].get("failed", 0)) for words, one in after.items()
    }
    best = after[before["step"]]
    assert best["payoff"] == max(one["payoff"] for one in after.values())
    assert before["expected"] == max(one["expected"] for one in after.values())
    assert before["line"] == [before["step"], *best["line"]]
    assert before["results"] == best["results"]


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


class Screen(io.StringIO):
    """A terminal, which counts how often it is told to show what was written."""

    shown = 0

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.shown += 1


def test_a_terminal_shows_how_far_a_new_route_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    said = "\rThis route is new: working out what to expect of it, "
    on_terminal(1, 4)
    assert (screen.getvalue(), screen.shown) == (f"{said}25%", 1)
    on_terminal(4, 4)
    assert screen.getvalue() == f"{said}25%{said}100%\n"
    monkeypatch.setattr(sys, "stderr", file := io.StringIO())
    on_terminal(1, 4)
    assert file.getvalue() == ""


def test_advice_on_a_new_route_is_worked_out_before_your_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for a question, and once for all rounds of a player by advice."""
    monkeypatch.setattr(prospects, "Rounds", FewRounds)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "one"))
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    road = town("..b.s.r..p.", golden=3)
    question = Question(short(parse_dice(ROLL).available), at=0, level="2", round=1)
    assert advise(road, question).aim.name == "arrive"
    assert screen.getvalue().count("100%\n") == 1
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "two"))
    play = Play(road, ["Julia"])
    for move in ("level 2", ROLL):
        play.move(move)
    assert chooser(road)(seen(play), decided(play)) in set(options(play))
    assert screen.getvalue().count("100%\n") == 2


@pytest.mark.parametrize("level", sweep([1, 3, 5], [3]))
def test_a_move_is_what_is_advised_at_each_step(level: int) -> None:
    """Players by advice do what the command would have told them."""
    choose, rng = chooser(GAME_DATA), Random(4)
    play = Play(GAME_DATA, ["Julia"])
    play.move(f"level {level}")
    for _ in range(20):
        decision, view = decided(play), seen(play)
        if decision.who == TABLE:
            play.move(decision.random(rng))
            continue
        dice = dice_of(play)
        question = Question(
            short(dice.available), short(dice.placed), "none",
            f"{'rgbwyp'[dice.dice.index(0)]}{dice.room}" if dice.room else "",
            view.at, str(level), DATA.numbers.rounds.last - view.rounds_left + 1,
        )  # fmt: skip
        chosen = choose(view, decision)
        if decision.what == "place a die" and len(play.moves) % 2:
            advice = advise(GAME_DATA, question)
        else:
            found = advise_player(GAME_DATA, view, decision)
            assert found is not None
            advice = found
        assert chosen == advice.best.words
        play.move(chosen or "")


def test_of_equal_chances_most_boxes_are_played_for() -> None:
    """All arrive, or none can: then the best step is that for boxes."""
    sure = asked(*FULL, "--at", str(WALK.path[WALK.goal - 12]), "--level", "3", "--round", "7")
    lost = asked(*FULL, "--at", "1", "--level", "2", "--round", "8")
    for_boxes = asked(*FULL)
    assert (sure["payoff"], lost["payoff"]) == (1, 0)
    assert sure["results"] == lost["results"] == for_boxes["results"]


def test_once_arriving_is_sure_points_are_played_for() -> None:
    """Of steps that all arrive, the one comes first that leads to the most points (NE-5.2)."""
    walk, golden = Walk(DATA, 4), DATA.numbers.golden_country
    at = walk.path[walk.goal - 9]
    question = Question(FULL[1], at=at, level="x4", round=8)
    sure = [choice for choice in advise(GAME_DATA, question).choices if choice.payoff == 1]

    def points(choice: Choice) -> float:
        ends = choice.distribution.items()
        return fsum(
            chance * golden[walk.golden_marked(walk.box_after(at, result or 0)) - 1]
            for result, chance in ends
        )

    assert len({points(choice) for choice in sure}) > 1
    assert points(sure[0]) == pytest.approx(max(map(points, sure)))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("r7", f"--roll: found r7, expected {A_DIE}"),
        ("x", f"--roll: found x, expected {A_DIE}"),
        ("r4\x1b[31m", f"--roll: found 'r4\\x1b[31m', expected {A_DIE}"),
        ("' '", f"--roll: found nothing, expected {A_DIE}"),
        ("r4 --placed x3", f"--placed: found x3, expected {A_DIE}"),
        ("r4 --room101 p7", f"--room101: found p7, expected {A_DIE}"),
        ("'r4 r5'", "--roll: found r5, expected red once"),
        (
            "r4 --placed r5",
            "--placed: found the red die, expected each die once (--roll already names it)",
        ),
        (
            "r4 --removed B,blue",
            "--removed: found the blue die, expected each die once (--removed already names it)",
        ),
        (
            "r4 --removed pink",
            "--removed: found pink, expected a colour (red, green, blue, white, yellow, purple), "
            "or none on its own",
        ),
        ("r4 --room101 'b4 w3'", "--room101: found b4 w3, expected one die at most (NE-4.5)"),
        (
            "'r4 y2' --room101 b4",
            "--room101: found b4, expected none before Yellow is placed (NE-4.5)",
        ),
        (
            "r2 --placed 'b5 y2 p3 g2'",
            "--room101: found nothing, expected the die that Yellow, which is placed, sent there "
            "(NE-4.5)",
        ),
        (
            "'r2 w1' --placed 'b5 g2' --room101 p3",
            "--room101: found p3, expected none while Yellow is not placed (NE-4.5)",
        ),
        (
            "r2 --placed 'b5 g2' --room101 y3",
            "--room101: found y3, expected y5: Yellow itself goes there only when it shows that "
            "(NE-4.5)",
        ),
        (
            "r2 --placed 'b5 g2' --room101 3",
            "--room101: found 3, expected y5: Yellow itself goes there only when it shows that "
            "(NE-4.5)",
        ),
        (
            "r2 --placed 'b5 p3 w1 g2' --room101 y5",
            "--removed: found no die removed, expected the one that Blue, which is placed, removed "
            "(NE-4.3)",
        ),
        (
            "'w5 p2' --placed 'y3 g2 r1' --room101 b3",
            "--removed: found no die removed, expected the one that Blue, which is placed, removed "
            "(NE-4.3)",
        ),
        (
            "r4 --at 120 --level x3 --round 2",
            "--at: found 120, expected a box that round 2 can begin on, from 0 to 23 (NE-7.1)",
        ),
        (
            "r4 --at 50 --level x1 --round 1",
            "--at: found 50, expected a box that round 1 can begin on, from 0 to 23 (NE-7.1)",
        ),
        (
            "r4 --at 17 --level 3 --round 2 --big-brother 1",
            "--big-brother: found 1, expected 0, with which round 2 can begin on box 17 (NE-7.2)",
        ),
        (
            f"'{ROLL}' --at {BLUE} --level 2 --round 4 --big-brother 4",
            "--big-brother: found 4, expected 1, 2 or 3, with which round 4 can begin on box "
            f"{BLUE} (NE-7.2)",
        ),
        (
            "'r4 g2'",
            "--removed: found 4 dice missing, expected 1 at most, by the eye (NE-6)",
        ),
        (
            "r4 --placed 'g2 b3'",
            "--removed: found 3 dice missing, expected 2 at most, by the eye (NE-6) and "
            "Blue (NE-4.3)",
        ),
        (
            "r4 --placed 'b3 y2' --room101 3 --level x2",
            "--removed: found 3 dice missing, expected 2 at most, by Blue (NE-4.3) and "
            "Yellow (NE-4.5)",
        ),
        (
            "r4 --placed 'w3 y3' --room101 b3 --level x2",
            "--removed: found 3 dice missing, expected 2 at most, by Blue (NE-4.3) and "
            "Yellow (NE-4.5)",
        ),
        (
            "r4 --placed 'w3 y4' --room101 w3 --level x2",
            "--room101: found the white die, expected each die once (--placed already names it)",
        ),
        ("'r4 g2 b3 w5 y1' --level x2", f"--removed: found 1 die missing, expected {NONE_TAKEN}"),
        (
            "'r4 g2 b3 w5 y1' --level x3 --at 0",
            f"--removed: found 1 die missing, expected {NONE_TAKEN}",
        ),
        (
            "'r4 g2 b3 w5 y1' --level x3 --round 1",
            f"--removed: found 1 die missing, expected {NONE_TAKEN}",
        ),
        (
            f"'r4 g2 b3 w5 y1' --level x3 --round 1 --at {BLUE}",
            f"--at: found {BLUE}, expected 0, as this is the first round (NE-3.5)",
        ),
        (
            f"'r4 g2 b3 w5 y1' --at {BLUE}",
            "--removed: found 1 die missing, expected at most blue, which the eye takes here "
            "(NE-6)",
        ),
        (
            "'w1 y2 p2' --placed 'r3 b6' --removed g",
            "--placed: found b6, expected b1, b2 or b3, as the other dice lie (NE-4)",
        ),
        (
            "r4 --placed 'b3 y1' --room101 3",
            "--placed: found y1, expected y2, y3, y4, y5 or y6, as the other dice lie (NE-4)",
        ),
        (
            "'w5 p2' --placed 'b3 y1' --room101 r6 --level 2",
            "--room101: found 6, expected 3, 4 or 5, as the other dice lie (NE-4)",
        ),
        (
            "'r5 y1 p1' --placed 'w3 b5' --level 2",  # another white, red, yellow or purple too
            "--placed: found b5, expected b1, b2 or b3, as the other dice lie (NE-4)",
        ),
        (
            "'w1 y2 p2 g3 b1' --placed r5",
            "--roll: found w1 y2 p2 g3 b1, expected dice that placing them leaves so (NE-4)",
        ),
        ("r4 --level 6", "--level: found 6, expected a level from 1 to 5 (NE-2.1)"),
        ("r4 --level ''", "--level: found nothing, expected a level from 1 to 5 (NE-2.1)"),
        ("r4 --round 9", "--round: found 9, expected a round from 0 to 8 (NE-3.1)"),
        ("r4 --round -1", "--round: found -1, expected a round from 0 to 8 (NE-3.1)"),
        ("r4 --level 2 --round 0", "--round: found 0, expected a round from 1 to 8 (NE-3.1)"),
        (
            f"r4 --at {END + 1}",
            f"--at: found {END + 1}, expected a box of the route, from 0 for Minitrue to {END}",
        ),
        (
            "r4 --at -1",
            f"--at: found -1, expected a box of the route, from 0 for Minitrue to {END}",
        ),
        (
            f"r4 --at {WALK.golden[0]}",
            f"--at: found {WALK.golden[0]}, expected a box before the Golden Country, where the "
            "walk ends (NE-5.1)",
        ),
        (
            f"r4 --at {END} --level 2",
            f"--at: found {END}, expected a box before the Golden Country, where the walk ends "
            "(NE-5.1)",
        ),
        (
            f"r4 --at {DETOUR} --level 3",
            f"--at: found {DETOUR}, expected a box on this level's route (NE-2.2), from 0 for "
            f"Minitrue to {END}",
        ),
        (
            "r4 --at 5 --level 2 --round 1",
            "--at: found 5, expected 0, as this is the first round (NE-3.5)",
        ),
        (
            "r4 --at 1 --level 1 --round 0",
            "--at: found 1, expected 0, as this is the first round (NE-3.5)",
        ),
        (
            f"'{ROLL}' --aim glory",
            "--aim: found glory, expected boxes, unseen, arrive or points",
        ),
        (f"'{ROLL}' --aim Unseen", "--aim: found Unseen, expected --at and --level with it"),
        (
            f"'{ROLL}' --aim arrive --at 0",
            "--aim: found arrive, expected --level and --round with it",
        ),
        (
            f"'{ROLL}' --aim points --at 0",
            "--aim: found points, expected --level, --round and --big-brother with it",
        ),
    ],
)
def test_a_question_that_cannot_be_is_refused(options: str, said: str) -> None:
    assert refused("--roll", *shlex.split(options)) == said


def test_a_question_may_be_written_in_capitals_with_commas_and_in_full() -> None:
    short = asked("--roll", "r4 w2", "--placed", "g3 b2", "--removed", "y p")
    assert asked("--roll", "R4, W2", "--placed", "G3,B2", "--removed", "Yellow5,PURPLE") == short
    assert short["notes"] == []


NOT_TAKEN = "if the last round marked nothing, ask with --removed none (NE-3.8)"


@pytest.mark.clause("NE-6.1", "NE-6.2")
@pytest.mark.parametrize(
    ("options", "notes"),
    [
        (
            f"'{ROLL}' --at {SECURITY} --level 3 --round 3",
            [
                "the last X is on Maximum Security: the highest die is removed first (NE-6.2); "
                + NOT_TAKEN
            ],
        ),
        (
            f"'{ROLL}' --at {BLUE} --level 3 --round 4",
            [f"the last X is on a blue Control Zone: blue is removed (NE-6.1); {NOT_TAKEN}"],
        ),
        (
            f"'{ROLL}' --at {BLUE} --level 3",
            [
                f"the last X is on a blue Control Zone: blue is removed (NE-6.1); {NOT_TAKEN}",
                "to play for the chance to arrive, give --round too",
            ],
        ),
        (f"'{ROLL}' --at {SECURITY} --level 2 --round 3", []),
        (f"'{ROLL}' --removed none --at {SECURITY} --level 3 --round 3", []),
        ("'r4 g2 y1' --placed 'w5 b3'", ["not named, so taken as removed: purple"]),
        ("r4 --placed 'g3 b2 y6' --room101 3", ["not named, so taken as removed: white, purple"]),
        ("r4 --placed 'g3 b2 y6' --room101 3 --removed w", []),
        ("r4 --removed p --placed 'g3 b2 w5' --room101 y5", []),
        (
            "'w5 r3 g1 b2' --placed p4 --room101 y5 --level 2",
            ["to play for the chance to arrive, give --at and --round too"],
        ),
        (f"'{ROLL}' --at 17", ["to play for the chance to arrive, give --level and --round too"]),
    ],
)
def test_what_is_taken_for_granted_is_noted(options: str, notes: list[str]) -> None:
    assert asked("--roll", *shlex.split(options))["notes"] == notes


def test_everything_wrong_with_a_question_is_said_at_once() -> None:
    status, _, err = run("advise", GAME, "--roll", "r9 q1", "--level", "7", "--at", "-3")
    assert status == 2
    assert len(err.splitlines()) == 4


def test_games_without_advice_are_named() -> None:
    status, _, err = run("advise", "dice_archive", "--roll", "1")
    assert status == 2
    assert re.search("no advice for dice_archive, only for nineteen_eighty_four", err)


def test_players_can_go_by_advice() -> None:
    moves = ("--opening", "level 1", "--by-advice", "--games", "1", "--json")
    status, out, _ = run("simulate", GAME, *moves)
    assert (status, json.loads(out)["out"]) == (0, 0)
    assert run("simulate", GAME, "--by-advice", "--games", "1")[0] == 0
    assert run("simulate", GAME, "--opening", "level 9")[0] == 2
    assert run("simulate", "dice_archive", "--by-advice")[0] == 2


def test_the_walk_that_was_written_down_replays() -> None:
    status, out, _ = run("replay", str(RECORDS / f"{GAME}_walk.yaml"))
    assert status == 0
    assert out.endswith("# Winston is free: 96 points.\n")


# Where a record stands


def advised_at(play: Play, path: Path) -> tuple[int, str, str]:
    """What ``scoring advise --record`` says where a game stands."""
    path.write_text(records.write(play), encoding="utf-8")
    return run("advise", "--record", str(path), "--json")


@pytest.mark.parametrize("level", sweep([1, 5], [5]))
def test_advice_from_a_record_is_what_a_player_by_advice_does(level: int, tmp_path: Path) -> None:
    game = card_data.load(GAME)
    play, rng, choose, met = Play(game, ["Julia"]), Random(level), chooser(game), set()
    play.move(f"level {level}")
    while (decision := play.decision) is not None and len(play.turns) < 60:
        move = decision.random(rng)
        if (decision.who != TABLE and rng.random() < 0.3) or decision.what == HIGHEST_DIE:
            met.add(decision.what)
            status, out, _ = advised_at(play, tmp_path / "walk.yaml")
            move = choose(play.view("Julia"), decision) or ""
            assert (status, json.loads(out)["step"]) == (0, move)
            assert {step["step"] for step in json.loads(out)["steps"]} == {*decision.options}
        play.move(move)
    assert "place a die" in met


def test_there_is_advice_on_which_highest_die_to_remove(tmp_path: Path) -> None:
    """NE-6.2, at the level and box where Maximum Security takes one."""
    game = card_data.load(GAME)
    for seed in range(200):
        play, rng = Play(game, ["Julia"]), Random(seed)
        play.move("level 5")
        while play.decision is not None and play.decision.what != HIGHEST_DIE:
            play.move(play.decision.random(rng))
        if play.decision is not None:
            status, out, _ = advised_at(play, tmp_path / "walk.yaml")
            assert status == 0
            assert json.loads(out)["step"].startswith("remove ")
            return
    raise AssertionError("no such moment in 200 games")


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
    """The answer is that to the same dice and walk typed in."""
    walk = ("--at", "0", "--level", "x3", "--round", "1", "--big-brother", "0")
    status, out, _ = run("advise", "--record", str(first_roll), "--aim", aim.title(), "--json")
    assert status == 0
    assert json.loads(out) == asked(*FULL, *walk, "--aim", aim)


def test_an_aim_that_there_is_not_is_refused_for_a_record_too(first_roll: Path) -> None:
    status, _, err = run("advise", "--record", str(first_roll), "--aim", "glory")
    assert (status, err.strip()) == (
        2,
        "--aim: found glory, expected boxes, unseen, arrive or points",
    )


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("[]", "no advice here: it is Julia's move (level"),
        ("[{Julia: level 3}]", "no advice here: it is the table's move (roll"),
        ("[{Julia: level 9}]", "NE-2.1: 'level 9' is not a move here"),
    ],
)
def test_where_a_record_stands_there_may_be_no_advice(
    moves: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "walk.yaml"
    path.write_text(f"record: {GAME}\nplayers: [Julia]\nmoves: {moves}\n")
    status, _, err = run("advise", "--record", str(path))
    assert status == 1
    assert said in err
    answer = json.loads(run("advise", "--record", str(path), "--json")[1])
    assert answer["game"] == GAME
    assert said in answer["error"][0]


def test_a_finished_record_and_a_game_without_advice_are_told() -> None:
    walk = RECORDS / "nineteen_eighty_four_walk.yaml"
    assert "the game is over" in run("advise", "--record", str(walk))[2]
    evening = RECORDS / "dice_archive_evening.yaml"
    assert "there is no advice for Dice Archive" in run("advise", "--record", str(evening))[2]


@pytest.mark.parametrize("early", [["--json"], ["--data", "x"], ["--record", "x"], ["--aim", "x"]])
def test_options_before_the_game_are_not_ignored(early: list[str]) -> None:
    status, _, err = run("advise", *early, GAME, "--roll", "r4")
    assert status == 2
    assert "give options after the game" in err
