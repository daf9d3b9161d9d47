"""Bots: at random, greedy, by advice."""

from __future__ import annotations

import json
import pickle
from random import Random

import pytest

import card_data
from card_data import DataError
from scoring.play.bots import bot
from scoring.play.decisions import Decision
from scoring.play.greedy import MOST, Greedy
from scoring.play.moves import Choices
from scoring.play.play import IllegalMove, Play
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.play.simulate import Plan, choose_by_seat, simulate
from tests.scoring.tools import answer, run
from tests.scoring.toy_card_game import HANDS, install
from tests.winstons_archive.tables import GAME, sit


def test_bots_play_their_seats() -> None:
    words = ("simulate", GAME.id, "--games", "3", "--json")
    assert (
        json.loads(run(*words, "--bot", "random")[1])["scores"]
        == (json.loads(run(*words)[1])["scores"])
    )


@pytest.mark.parametrize(("names", "why"), [
    (["randm"], "no bot called 'randm'; did you mean random?"),
    (["advice"], "no advice for winstons_archive, only for nineteen_eighty_four"),
    (["random"] * 3, "found 3 bots, expected one, or one for each player"),
])  # fmt: skip
def test_unusable_bots_are_refused(names: list[str], why: str) -> None:
    words = [word for name in names for word in ("--bot", name)]
    assert run("simulate", GAME.id, "--games", "3", *words) == (2, "", f"--bot: {why}\n")


def test_errors_come_whole_out_of_a_process() -> None:
    with pytest.raises(IllegalMove) as illegal:
        simulate(GAME, 1, Plan(2, ("burn",)), 1)
    with pytest.raises(DataError) as unknown:
        bot("nobody", GAME)
    assert pickle.loads(pickle.dumps(illegal.value)).findings == illegal.value.findings
    assert pickle.loads(pickle.dumps(unknown.value)).problems == unknown.value.problems


def choices(play: Play, knowing: bool = False) -> list[str | None]:
    """Return the choices of greedy bots with twelve seeds; a knowing one tries its moves in copies
    of the real game."""
    decision = play.decision
    assert decision is not None
    seats = [bot("greedy", play.game)] * len(play.players)
    found = []
    for seed in range(12):
        choose = choose_by_seat(play, seats, Random(seed))
        if knowing:
            choose = Greedy(lambda player, rng: play.copy(), Random(seed))
        found.append(choose(play.view(decision.who), decision.shown()))
    return found


def test_greedy_bot_makes_the_move_that_gains_most() -> None:
    play = sit("A1 A2 B1 C1 C2 C3")
    answer(play, "leave", "take", "leave", "take")  # Ann has A2; A1 lies on stack 1
    assert play.decision is not None
    assert (play.decision.who, play.decision.what) == ("Ann", "stack 1")
    assert {*choices(play, knowing=True)} == {"take"}, "which completes a set of two (WA-5.2)"
    assert {*choices(sit("B1 C1 D1"))} == {"take", "leave"}
    game = card_data.load("dice_archive")
    assert simulate(game, 2, Plan(2, bots=("random", "greedy")), 1).wins == [0, 2]


@pytest.mark.parametrize(("top", "known"), [("A1", {"leave"}), ("C3", {"take", "leave"})])
def test_greedy_bot_knows_no_unseen_card(top: str, known: set[str]) -> None:
    """Who leaves all stacks takes the top card of the deck, unseen (WA-3.3)."""
    play = sit(f"B1 A2 C1 D1 D2 D3 D4 D5 B2 B3 C2 {top}")
    answer(play, "leave", "take", "leave", "leave", "leave", "leave")  # Ann has A2
    assert play.decision is not None
    assert (play.decision.who, play.decision.what) == ("Ann", "stack 3")
    assert ({*choices(play, knowing=True)}, {*choices(play)}) == (known, {"take", "leave"})


def test_greedy_bot_knows_no_secret_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = install(monkeypatch)
    by_secret = []
    for number, hand in enumerate(HANDS):
        play = Play(game, ["Ann", "Bo"])
        play.move(hand, "Bo")
        beats = HANDS[(number + 1) % len(HANDS)]
        assert {*choices(play, knowing=True)} == {beats}
        by_secret.append(choices(play))
    assert by_secret[0] == by_secret[1] == by_secret[2]
    assert {*by_secret[0]} == {*HANDS}


def test_only_move_is_made_without_trying_it() -> None:
    only = Decision("Ann", "thing", "XX-1.1", Choices([("one", 1)]))

    def redealt(player: str, rng: Random) -> Play:
        raise AssertionError

    assert Greedy(redealt, Random(1))(None, only) == "one"
    many = Choices([(str(number), number) for number in range(MOST + 1)])
    with pytest.raises(AssertionError):
        Greedy(redealt, Random(1))(None, only._replace(options=many))


def test_greedy_bot_plays_on_after_undo() -> None:
    record = Record(GAME.id, ("Ann", "Bo"), (), seed=1, bots=("Bo",), rolls=True)
    referee = Referee(GAME, record, kinds={"Bo": "greedy"})
    for _ in range(2):
        referee.go_on()
        referee.answer(referee.play.decisions[0], "take")
        referee.go_on()
        assert "Bo" in [who for who, _ in referee.play.moves]
        referee.undo()
    greedy = referee.choose["Bo"]
    assert isinstance(greedy, Greedy)
    other = greedy.redealt("Bo", Random(1))
    assert other.moves[0] != referee.play.moves[0], "another deck"
    assert other.moves[1:] == referee.play.moves[1:]
