"""Several players decide at once, in secret, and are revealed together."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
import yaml

from card_data import Game
from scoring.play import records
from scoring.play.decisions import Decision, Together
from scoring.play.moves import Choices
from scoring.play.play import Play
from scoring.play.records import Replay
from scoring.play.simulate import Plan, simulate
from tests.scoring.tools import answer, asked, refused, scored
from tests.scoring.toy_card_game import HANDS, State, install

NAMES = ("Ann", "Bo", "Cy")
HEAD = "record: hands\nplayers: [Ann, Bo, Cy]\nmoves:\n"


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return install(monkeypatch)


@pytest.fixture
def play(hands: Game[Any]) -> Play:
    return Play(hands, NAMES)


def table_of(play: Play) -> State:
    assert isinstance(play.state, State)
    return play.state


def open_to(play: Play) -> list[str]:
    return [decision.who for decision in play.decisions]


def replayed(moves: str) -> Replay:
    lines = "".join([f"- {line.strip()}\n" for line in moves.strip().splitlines()])
    return records.play_back(records.read(HEAD + lines))


def entries(play: Play) -> list[dict[str, str]]:
    moves: list[dict[str, str]] = yaml.safe_load(records.write(play))["moves"]
    return moves


def test_all_are_asked_at_once_and_who_is_not_named_is_the_next(play: Play) -> None:
    assert open_to(play) == ["Ann", "Bo", "Cy"]
    assert play.decision is play.decisions[0]
    assert play.undecided == play.decisions[1:]
    assert {decision.what for decision in play.decisions} == {"hand 1"}
    play.move("paper", "Bo")
    answer(play, "rock", "scissors")
    assert table_of(play).rounds == [{"Ann": 0, "Bo": 1, "Cy": 2}]


@pytest.mark.parametrize("order", [*permutations(NAMES)])
def test_answers_come_in_any_order_each_with_its_player(order: tuple[str, ...], play: Play) -> None:
    chosen = dict(zip(NAMES, HANDS, strict=True))
    for name in order:
        play.move(chosen[name], name)
    assert table_of(play).rounds == [{"Ann": 0, "Bo": 1, "Cy": 2}], "the values, by player"
    assert (asked(play), play.undecided) == (("Ann", "another round"), [])
    assert [*play.turns[0].items()] == [*chosen.items()], "in the engine's order"
    assert [*table_of(play).rounds[0]] == [*NAMES]


def test_an_engine_that_asks_nobody_or_somebody_twice_is_told_so() -> None:
    one = Decision("Ann", "hand", "RP-1.1", Choices([("rock", 0)]))
    assert Together((one,)).names() == ("Ann",)
    for decisions in ((), (one, one)):
        with pytest.raises(ValueError, match="expected each once"):
            Together(decisions).names()


def test_nothing_is_revealed_before_all_have_answered(play: Play) -> None:
    before = repr(play.state)
    views = [play.view(name) for name in NAMES]
    for name, left in (("Cy", ["Ann", "Bo"]), ("Ann", ["Bo"])):
        play.move("rock", name)
        assert open_to(play) == left
        assert repr(play.state) == before, "the script has not moved"
        assert [play.view(each) for each in NAMES] == views
    play.move("paper", "Bo")
    assert (table_of(play).asked, play.view("Cy")) == (2, ("Cy", ((0, 1, 0),)))


def test_who_is_not_named_twice_answers_twice_or_wrongly_changes_nothing(play: Play) -> None:
    play.move("rock", "Bo")
    for name in ("Ann", "Cy", None):
        finding = refused(play, "lizard", name)
        assert finding.rule == "RP-1.1"
        assert finding.message == "'lizard' is not a move here; choose rock, paper or scissors"
    play.move("PAPER ", "Cy")
    play.move("rock")
    assert table_of(play).rounds == [{"Ann": 0, "Bo": 0, "Cy": 1}]
    assert play.turns[0]["Cy"] == "paper"


def test_nobody_answers_twice_and_a_refused_answer_changes_nothing(play: Play) -> None:
    play.move("rock", "Bo")
    finding = refused(play, "paper", "Bo")
    assert finding.rule == "RP-1.1"
    assert finding.message == (
        "'paper' by Bo, but it is Ann's move (hand 1, RP-1.1): rock, paper or scissors; "
        "it is Cy's move (hand 1, RP-1.1): rock, paper or scissors"
    )
    refused(play, "rock", "Zed")
    assert open_to(play) == ["Ann", "Cy"]


def test_a_joint_turn_is_one_entry_of_a_record(play: Play) -> None:
    answer(play, "rock", "paper", "scissors", "again", "paper", "paper", "rock", "stop")
    assert entries(play) == [
        {"Ann": "rock", "Bo": "paper", "Cy": "scissors"},
        {"Ann": "again"},
        {"Ann": "paper", "Bo": "paper", "Cy": "rock"},
        {"Ann": "stop"},
    ]
    replay = records.play_back(records.read(records.write(play)))
    assert (replay.findings, replay.notes) == ((), ())
    assert replay.play is not None
    assert (replay.play.state, replay.play.turns) == (play.state, play.turns)
    report = replay.report()
    assert report.final
    assert {one.player: one.total for one in scored(report).standings} == {
        "Ann": 2,
        "Bo": 2,
        "Cy": 1,
    }


@pytest.mark.parametrize("moves", [
    "{Cy: paper, Ann: rock, Bo: rock}",
    "Bo: rock\nCy: paper\nAnn: rock",
    "Cy: Paper\n{Ann: rock, Bo: ROCK}",
    "{Bo: rock, Ann: rock}\nCy: paper",
])  # fmt: skip
def test_answers_may_stand_in_an_entry_each_or_together(moves: str, hands: Game[Any]) -> None:
    replay = replayed(moves)
    assert replay.findings == ()
    assert replay.play is not None
    assert table_of(replay.play).rounds == [{"Ann": 0, "Bo": 0, "Cy": 1}]
    (entry,) = entries(replay.play)
    assert entry == {"Ann": "rock", "Bo": "rock", "Cy": "paper"}


def test_an_unfinished_joint_turn_is_kept_and_goes_on(play: Play) -> None:
    assert entries(play) == []
    play.move("scissors", "Bo")
    text = records.write(play)
    assert entries(play) == [{"Bo": "scissors"}]
    replay = records.play_back(records.read(text))
    assert replay.findings == ()
    assert [line.split(": ")[1] for line in replay.report().provisional] == [
        "it is Ann's move (hand 1, RP-1.1)",
        "it is Cy's move (hand 1, RP-1.1)",
    ]
    again = replay.play
    assert again is not None
    assert (open_to(again), table_of(again).rounds) == (["Ann", "Cy"], [])
    answer(again, "rock", "paper")
    assert table_of(again).rounds == [{"Ann": 0, "Bo": 2, "Cy": 1}]
    assert entries(again) == [{"Bo": "scissors", "Ann": "rock", "Cy": "paper"}]


ALL = "{Ann: rock, Bo: rock, Cy: rock}"


@pytest.mark.parametrize(("moves", "path", "line", "message"), [
    (f"{ALL}\n{{Ann: again, Bo: rock}}", "moves.1", 5,
     "2 moves in one entry, but it is Ann's move (another round, RP-1.2): again or stop"),
    ("Ann: rock\nBo: rock\n{Cy: rock, Ann: again}", "moves.2", 6,
     "2 moves in one entry, but it is Cy's move (hand 1, RP-1.1): rock, paper or scissors"),
    ("{Ann: rock, Bo: well, Cy: rock}", "moves.0.Bo", 4,
     "'well' is not a move here; choose rock, paper or scissors"),
    ("Ann: rock\n{Ann: paper, Bo: rock}", "moves.1.Ann", 5,
     "'paper' by Ann, but it is Bo's move (hand 1, RP-1.1): rock, paper or scissors; "
     "it is Cy's move (hand 1, RP-1.1): rock, paper or scissors"),
    (f"{ALL}\nAnn: stop\n{ALL}", "moves.2.Ann", 6, "'rock' comes after the end of the game"),
])  # fmt: skip
def test_impossible_entry_is_located(
    moves: str, path: str, line: int, message: str, hands: Game[Any]
) -> None:
    (finding,) = replayed(moves).findings
    assert (finding.path, finding.line, finding.message) == (path, line, message)


def test_an_entry_of_more_than_all_who_decide_is_refused(hands: Game[Any]) -> None:
    replay = replayed("{Ann: rock, Bo: rock, Cy: rock, Di: rock}")
    (finding,) = replay.findings
    assert (finding.rule, finding.path, finding.line) == ("RP-1.1", "moves.0", 4)
    assert finding.message == "4 moves in one entry, but " + "; ".join(
        [f"it is {name}'s move (hand 1, RP-1.1): rock, paper or scissors" for name in NAMES]
    )
    assert replay.play is not None
    assert replay.play.moves == []


@pytest.mark.parametrize("seed", range(2))
def test_joint_turns_are_played_recorded_and_simulated(seed: int, hands: Game[Any]) -> None:
    play = Play(hands, NAMES, seed)
    play.play_on(Random(seed))
    assert play.decision is None
    assert [len(turn) for turn in play.turns] == [3, 1, 3, 1][: len(play.turns)]
    replay = records.play_back(records.read(records.write(play)))
    assert replay.play is not None
    assert (replay.play.state, replay.play.seed) == (play.state, seed)
    summary = simulate(hands, 30, Plan(players=3), seed=1)
    assert ({*summary.lengths}, summary.scores.total()) == ({4, 8}, 90)


def test_choosers_do_not_see_choices_of_this_turn(play: Play) -> None:
    asked_in: list[tuple[str, int]] = []

    def choose(view: Any, decision: Decision[Any]) -> str:
        name, shown = view
        assert name == decision.who
        assert len(shown) == len([turn for turn in play.turns[:-1] if len(turn) == 3]) or (
            decision.what == "another round"
        )
        asked_in.append((name, len(shown)))
        return "again" if decision.what == "another round" else "rock"

    play.play_on(Random(1), choose)
    first, second = [(name, 0) for name in NAMES], [(name, 1) for name in NAMES]
    assert asked_in == [*first, ("Ann", 1), *second, ("Ann", 2)]
