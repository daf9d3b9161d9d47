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
    """Decisions of a random game, the first of each kind of question."""
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


@pytest.mark.parametrize("name", sweep(games.names(), ["manuscript", "nineteen_eighty_four"]))
def test_a_move_is_drawn_from_those_that_are_given(name: str) -> None:
    for _, decision in of_random_play(name, seed=4):
        options = decision.options
        moves = [*islice(options, 500)]
        if len(moves) == 500:
            continue
        for seed in range(5):
            assert options.draw(Random(seed))[0] in moves


@pytest.mark.parametrize("name", sweep(games.names(), ["manuscript", "winstons_archive"]))
def test_what_is_shown_of_options_are_the_same_moves(name: str) -> None:
    for _, decision in of_random_play(name, seed=5):
        shown = decision.shown()
        assert shown[:3] == decision[:3]
        assert [*islice(shown.options, FEW)] == [*islice(decision.options, FEW)]
        assert str(shown.options) == str(decision.options)


@pytest.mark.parametrize(
    ("options", "number"),
    [
        (Order(("A", "A", "B")), 3),
        (Deal(("A", "A", "B", "C"), 2), 7),
        (Reroll((1, 1, 4)), 6),
        (Choices([("take", 1), ("pass", 2)]), 2),
    ],
)
def test_moves_that_are_alike_count_once(options: Options[Any], number: int) -> None:
    assert len({*options}) == len([*options]) == number


def test_more_moves_than_a_length_can_say_are_given_all_the_same() -> None:
    deck = Play(card_data.load("winstons_archive"), ["Ann", "Bo"]).decision
    assert deck is not None
    first, second = islice(deck.options, 2)
    assert first != second
    assert sorted(first.split()) == sorted(second.split())
