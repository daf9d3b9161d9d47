"""A game refereed: bots, dice by the program, what each player learns, moves taken back."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import card_data
from scoring import games
from scoring.play import records
from scoring.play.decisions import Decision
from scoring.play.play import IllegalMove
from scoring.play.records import Record
from scoring.play.referee import Referee

GAMES = games.names()


def seat(name: str, *bots: str, rolls: bool = True, seed: int = 5) -> Referee:
    game = card_data.load(name)
    names = ("Ann", "Bo", "Cy")[: game.head.players.min]
    return Referee(game, Record(name, names, (), seed=seed, bots=bots, rolls=rolls))


def asked(referee: Referee) -> Decision[Any]:
    assert referee.decision is not None
    return referee.decision


def some_moves(referee: Referee, number: int, rng: Random) -> None:
    for _ in range(number):
        referee.go_on()
        if referee.over:
            return
        referee.answer(asked(referee), asked(referee).random(rng))
    referee.go_on()


@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_game_goes_on_where_it_stopped(name: str) -> None:
    referee = seat(name, *seat(name).play.players[1:])
    some_moves(referee, 12, Random(1))
    text = records.write(referee.play, referee.bots, rolls=True)
    read = records.read(text)
    again = Referee(read.game, read.record)
    assert (again.bots, again.rolls, again.seed) == (referee.bots, True, 5)
    for player in referee.play.players:
        assert again.play.view(player) == referee.play.view(player)
    assert [*map(str, again.play.decisions)] == [*map(str, referee.play.decisions)]
    some_moves(referee, 5, Random(2))
    some_moves(again, 5, Random(2))
    assert again.play.turns == referee.play.turns, "what the program draws is the same, too"


@pytest.mark.parametrize("name", GAMES)
def test_a_move_taken_back_is_as_if_it_had_never_been(name: str) -> None:
    referee = seat(name, *seat(name).play.players[1:])
    some_moves(referee, 3, Random(3))
    before, turns = asked(referee), [dict(turn) for turn in referee.play.turns]
    words = before.random(Random(4))
    referee.answer(before, words)
    referee.go_on()
    after = [dict(turn) for turn in referee.play.turns]
    assert referee.undo()
    referee.go_on()  # what bots chose at the same time is chosen again
    assert referee.play.turns == turns
    assert asked(referee)[:3] == before[:3]
    referee.answer(asked(referee), words)
    referee.go_on()
    assert referee.play.turns == after, "and made again it is followed by the same dice"


def test_each_move_is_kept_at_once_and_a_refused_one_not_at_all() -> None:
    kept: list[int] = []
    game = card_data.load("winstons_archive")
    record = Record(game.id, ("Ann", "Bo"), (), seed=1, bots=("Bo",), rolls=True)
    referee = Referee(game, record, lambda now: kept.append(len(now.play.moves)))
    some_moves(referee, 3, Random(1))
    assert kept == [*range(1, len(referee.play.moves) + 1)]
    with pytest.raises(IllegalMove):
        referee.answer(asked(referee), "burn")
    assert len(kept) == len(referee.play.moves)
    referee.undo()
    assert kept[-1] == len(referee.play.moves)


@pytest.mark.parametrize("name", ["verse_and_variant", "winstons_archive"])
def test_nobody_learns_of_a_card_that_lies_hidden_from_them(name: str) -> None:
    """WA-3.1, VV-4.1: a shuffle, a deal and an Echo that lies face down are told to nobody; but
    what is shown for T-1c is."""
    card = re.compile(r"(?<!\S)(?:W-[a-z]+-\d+|T-\d+[a-e]|[A-F][1-7]|M\d\d)(?!\S)")
    referee = seat(name)
    rng, told, hidden = Random(2), 0, 0
    while not referee.over and len(referee.play.moves) < 150:
        before = referee.play.view("Ann")
        referee.go_on()
        decision = asked(referee)
        referee.answer(decision, decision.random(rng))
        seen = f"{before} {referee.play.view('Ann')}"
        for line in referee.news("Ann"):
            told += 1
            hidden += "a card" in line
            for known in card.findall(line):
                assert f"'{known}'" in seen or "a Witness to show: " in line
    assert told > 40
    if name == "verse_and_variant":
        assert hidden > 5
        assert "Bo, Echo: a card" in referee.learnt["Ann"]
        assert "Bo, Echo: a card" not in referee.learnt["Bo"], "who knows which"
    assert any(line.endswith(".") for line in referee.learnt["Ann"]), "that it was shuffled"
