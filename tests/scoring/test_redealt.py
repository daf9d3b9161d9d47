"""Hidden information is declared once: views, announcements and games dealt anew follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

import card_data
import scoring
from scoring import games
from scoring.play.card_locations import all_cards, visible_cards
from scoring.play.observed import ObservedPlay
from scoring.play.play import Play
from scoring.play.records import Record
from scoring.play.referee import Referee
from tests.manuscript.test_games import check_cards_and_cubes
from tests.scoring.toy_card_game import install
from tests.verse_and_variant.test_games import check_step
from tests.winstons_archive.test_games import DECK, every_card

GAMES = games.names()
PART = 5  # games of a soak at a time, each of them minutes long
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
INVARIANTS: dict[str, Callable[[Any], object]] = {
    "manuscript": check_cards_and_cubes,
    "verse_and_variant": lambda table: check_step(table, Counter()),
    "winstons_archive": lambda table: every_card(table) == DECK,
}


def begin(name: str, seed: int) -> tuple[Play, Random]:
    game = card_data.load(name)
    bounds, rng = game.head.players, Random(f"{name} {seed}")
    return Play(game, NAMES[: rng.randint(bounds.min, bounds.max)]), rng


def strings(value: Any) -> set[str]:
    return set(texts(msgspec.to_builtins(value)))


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in (*value, *value.values()) for text in texts(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []


def learnt(play: Play, player: str) -> list[str]:
    referee = Referee(play.game, Record(play.game.id, play.players, (), seed=1))
    for who, words in play.moves:
        referee.answer(referee.play.decision_of(who, words), words)
    return referee.learnt[player]


def check_redealt(play: Play, player: str, rng: Random, *, told: bool) -> bool:
    before = repr(play.state)
    other = play.redealt(player, rng)
    assert repr(play.state) == before
    assert ObservedPlay(other, player).observations == ObservedPlay(play, player).observations
    if told:
        assert learnt(other, player) == learnt(play, player)
    differs = repr(other.state) != before
    assert {str(one) for one in other.decisions if one.who == player} == {
        str(one) for one in play.decisions if one.who == player
    }
    keeps = INVARIANTS.get(play.game.id, lambda table: True)
    while other.decision is not None:
        if other.answers:  # the cards are on the table
            assert keeps(other.state) in (None, True)
        other.answer(other.decision, other.decision.options.draw(rng))
    assert scoring.score(other.filled()).final
    return differs


def check_games(name: str, seeds: range, every: float, *, told: bool = False) -> Counter[bool]:
    differ: Counter[bool] = Counter()
    for seed in seeds:
        play, rng = begin(name, seed)
        while play.decision is not None:
            if rng.random() < every:
                player = rng.choice(play.players)
                differ[check_redealt(play, player, rng, told=told)] += 1
            play.answer(play.decision, play.decision.options.draw(rng))
    return differ


@pytest.mark.sweep
@pytest.mark.parametrize("name", GAMES)
def test_a_view_shows_the_cards_that_a_player_sees_and_no_other(name: str) -> None:
    play, rng = begin(name, 1)
    while play.decision is not None:
        places = list(play.state.card_locations())
        for player in play.players:
            shown = all_cards(places) & strings(play.view(player))
            assert shown == visible_cards(places, player)
        play.answer(play.decision, play.decision.options.draw(rng))


EVERY = {"winstons_archive": 0.2, "verse_and_variant": 0.02, "manuscript": 0.03}


@pytest.mark.sweep
@pytest.mark.parametrize("name", GAMES)
def test_a_game_dealt_anew_looks_the_same_to_the_player(name: str) -> None:
    differ = check_games(name, range(1), EVERY.get(name, 0.03), told=name in EVERY)
    assert (differ[True] > 0) == (name in EVERY)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("first", range(0, 200, PART))
def test_games_dealt_anew_at_every_decision(name: str, first: int) -> None:
    differ = check_games(name, range(first, first + PART), 1.0)
    print(name, first, dict(differ))
    assert (differ[True] > differ[False]) == (name in EVERY)


def test_secret_choices_of_others_are_redealt(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play(install(monkeypatch), ["Ann", "Bo", "Cy"])
    play.move("scissors", "Cy")
    play.move("rock", "Ann")
    others = [play.redealt("Ann", Random(seed)) for seed in range(20)]
    assert {one.turns[-1]["Cy"] for one in others} == {"rock", "paper", "scissors"}
    assert {one.turns[-1]["Ann"] for one in others} == {"rock"}
    for one in others:
        assert [decision.who for decision in one.decisions] == ["Bo"]
    assert play.turns == [{"Cy": "scissors", "Ann": "rock"}]
