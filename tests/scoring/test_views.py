"""Who chooses a move gets a decision and a view: plain values, of now only, that stay."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from scoring import games
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play
from tests.scoring.tools import decided, seated
from tests.sweeps import sweep

GAMES = games.names()
Views = list[dict[str, Any]]  # for each moment what each player sees


def plain(value: Any) -> bool:
    if isinstance(value, msgspec.Struct):
        config: Any = value.__struct_config__
        return bool(config.frozen) and all(map(plain, msgspec.structs.astuple(value)))
    if isinstance(value, dict):
        return all(map(plain, value)) and all(map(plain, value.values()))
    if isinstance(value, tuple):
        return all(map(plain, value))
    return value is None or isinstance(value, str | int)


def all_see(play: Play) -> dict[str, Any]:
    return {name: play.view(name) for name in play.players}


def written(view: Any) -> bytes:
    return msgspec.json.encode(view)


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive"]))
def test_a_view_stays_as_it_was_when_play_goes_on(name: str) -> None:
    play, rng = seated(name), Random(name)
    views: Views = []
    then: list[bytes] = []
    while play.decision is not None:
        views.append(all_see(play))
        then.append(written(views[-1]))
        assert plain(views[-1])
        play.move(play.decision.random(rng))
    assert [*map(written, views)] == then
    assert len({*then}) > len(then) // 3, "what is seen changes with nearly every move"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", sweep([0.0, 0.2, 0.5, 0.9], [0.2]))
def test_a_view_does_not_depend_on_what_comes_later(name: str, part: float) -> None:
    first = seated(name)
    first.play_on(Random(name))
    until = int(part * len(first.moves))
    looks = []
    for seed in range(3):
        play = Play(first.game, first.players)
        views: Views = [all_see(play)]
        for who, words in first.moves[:until]:
            play.move(words, who)
            views.append(all_see(play))
        play.play_on(Random(seed))
        looks.append(written(views))
    assert looks[0] == looks[1] == looks[2]


@pytest.mark.parametrize("name", GAMES)
def test_who_chooses_gets_a_view_and_a_decision_never_the_state(name: str) -> None:
    play, rng = seated(name), Random(name)
    chosen: list[tuple[str, str]] = []

    def choose(*given: Any) -> str:
        view, decision = given
        assert plain(view)
        assert not isinstance(view, type(play.state))
        assert isinstance(decision, Decision)
        assert decision == decided(play)
        assert decision.who in play.players
        assert view == play.view(decision.who)
        assert getattr(decision.options, "_against", None) is None
        words = decision.random(rng)
        chosen.append((decision.who, words))
        return words

    play.play_on(Random(1), choose)
    assert play.decision is None
    assert chosen == [move for move in play.moves if move[0] != TABLE]
