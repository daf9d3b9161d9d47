"""The greedy bot: the most points at once, ties by chance, and nothing known that is hidden."""

from __future__ import annotations

from random import Random

import pytest

import card_data
from scoring.play.bots import bot
from scoring.play.decisions import Decision
from scoring.play.greedy import MOST, Greedy
from scoring.play.moves import Choices
from scoring.play.play import Play
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.play.simulate import Plan, choose_by_seat, simulate
from tests.scoring.tools import answer
from tests.scoring.toy_card_game import HANDS, install
from tests.winstons_archive.tables import GAME, sit


def choices(play: Play, knowing: bool = False) -> list[str | None]:
    """What greedy bots choose by twelve different chances; one that knows tries its moves in
    copies of the real game."""
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


def test_the_move_that_gains_most_is_chosen_and_among_equals_by_chance() -> None:
    play = sit("A1 A2 B1 C1 C2 C3")
    answer(play, "decline", "take", "decline", "take")  # Ann has A2; A1 lies on stack 1
    assert play.decision is not None
    assert (play.decision.who, play.decision.what) == ("Ann", "stack 1")
    assert {*choices(play, knowing=True)} == {"take"}, "which completes a set of two (WA-5.2)"
    assert {*choices(sit("B1 C1 D1"))} == {"take", "decline"}
    game = card_data.load("dice_archive")
    assert simulate(game, 2, Plan(2, bots=("random", "greedy")), 1).wins == [0, 2]


@pytest.mark.parametrize(("top", "known"), [("A1", {"decline"}), ("C3", {"take", "decline"})])
def test_a_card_that_nobody_has_seen_makes_no_difference(top: str, known: set[str]) -> None:
    """Who declines all stacks takes the top card of the deck, unseen (WA-3.3)."""
    play = sit(f"B1 A2 C1 D1 D2 D3 D4 D5 B2 B3 C2 {top}")
    answer(play, "decline", "take", "decline", "decline", "decline", "decline")  # Ann has A2
    assert play.decision is not None
    assert (play.decision.who, play.decision.what) == ("Ann", "stack 3")
    assert ({*choices(play, knowing=True)}, {*choices(play)}) == (known, {"take", "decline"})


def test_what_others_choose_in_secret_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_move_without_choice_is_made_without_a_look_ahead() -> None:
    only = Decision("Ann", "thing", "XX-1.1", Choices([("one", 1)]))

    def redealt(player: str, rng: Random) -> Play:
        raise AssertionError

    assert Greedy(redealt, Random(1))(None, only) == "one"
    many = Choices([(str(number), number) for number in range(MOST + 1)])
    with pytest.raises(AssertionError):
        Greedy(redealt, Random(1))(None, only._replace(options=many))


def test_it_plays_at_a_table_where_moves_are_taken_back() -> None:
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
