"""Options of every kind: each move once, as many as are counted, and any of them at random."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import card_data
from scoring import games
from scoring.dice_archive.dice import Reroll
from scoring.play.decisions import Decision
from scoring.play.moves import Choices, Deal, Options, Order
from scoring.play.play import Play
from tests.sweeps import sweep

FEW = 60  # moves of a decision that are looked at


def of_random_play(name: str, seed: int) -> list[tuple[Play, Decision[Any]]]:
    game = card_data.load(name)
    players = ["Ann", "Bo", "Cy"][: game.head.players.max]
    play, rng, found = Play(game, players), Random(seed), dict[Any, Play]()
    while (decision := play.decision) is not None:
        kind = (type(decision.options), decision.rule, len(play.moves) // 40)
        if kind not in found:
            found[kind] = play.copy()
        play.answer(decision, decision.options.draw(rng))
    return [(copy, copy.decision) for copy in found.values() if copy.decision is not None]


@pytest.mark.sweep
@pytest.mark.parametrize("name", games.names())
def test_every_move_is_given_once_and_is_open(name: str) -> None:
    kinds = set()
    for play, decision in of_random_play(name, seed=3):
        options = decision.options
        moves = list(islice(options, FEW))
        kinds.add(type(options))
        assert moves
        assert len(set(moves)) == len(moves)
        for words in moves:
            assert words in options
            assert options.parse(words)[0] == words
        copy = play.copy()
        copy.move(Random(1).choice(moves), decision.who)
        assert "no such move" not in options
    assert {Choices} < kinds or name == "manuscript", kinds


@pytest.mark.parametrize("name", sweep(games.names(), ["manuscript", "winstons_archive"]))
def test_the_same_moves_are_given_shown_and_drawn(name: str) -> None:
    for _, decision in of_random_play(name, seed=4):
        options, shown = decision.options, decision.shown()
        moves = [*islice(options, 500)]
        assert shown[:3] == decision[:3]
        assert [*islice(shown.options, FEW)] == moves[:FEW]
        assert str(shown.options) == str(options)
        if len(moves) < 500:
            assert {options.draw(Random(seed))[0] for seed in range(5)} <= {*moves}


@pytest.mark.parametrize(("options", "number"), [
    (Order(("A", "A", "B")), 3),
    (Deal(("A", "A", "B", "C"), 2), 7),
    (Reroll((1, 1, 4)), 6),
    (Choices([("take", 1), ("pass", 2)]), 2),
])  # fmt: skip
def test_moves_that_are_alike_count_once(options: Options[Any], number: int) -> None:
    assert len({*options}) == len([*options]) == number
