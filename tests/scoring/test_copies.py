"""A game in progress is copied, pickled and taken back: the same game, and a game of its own."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from card_data import Game
from scoring import games
from scoring.play.play import Play
from tests.scoring.tools import decided, house, seated
from tests.scoring.toy_card_game import install
from tests.sweeps import sweep

GAMES = games.names()
WAYS: dict[str, Callable[[Play], Play]] = {
    "method": Play.copy, "copy": copy.copy, "deepcopy": copy.deepcopy,
    "pickle": lambda play: pickle.loads(pickle.dumps(play)),
}  # fmt: skip
EACH_WAY = [*product(GAMES, WAYS)]
FEW = [one for one in EACH_WAY if one[0] == "dice_archive" or one[1] == "pickle"]


def begun(name: str, moves: int, seed: int = 1) -> Play:
    play, rng = seated(name), Random(seed)
    while play.decision is not None and len(play.answers) < moves:
        play.answer(play.decision, play.decision.options.draw(rng))
    return play


def told(play: Play) -> tuple[Any, ...]:
    views = [play.view(player) for player in play.players]
    decisions = [str(decision) for decision in play.decisions]
    return play.game.id, play.players, play.seed, play.turns, decisions, views, repr(play.state)


def changeable(value: Any) -> Iterator[tuple[int, Any]]:
    """Everything that can change of what a state is made of, by identity."""
    if is_dataclass(value) and not isinstance(value, type):
        if not value.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            yield id(value), value
        for field in fields(value):
            yield from changeable(getattr(value, field.name))
    elif isinstance(value, dict):
        yield id(value), value
        for item in (*value, *value.values()):
            yield from changeable(item)
    elif isinstance(value, list | set | tuple):
        if not isinstance(value, tuple):
            yield id(value), value
        for item in value:
            yield from changeable(item)


def lasting(value: Any) -> bool:
    """Whether a move's value is made of what no later move changes."""
    if isinstance(value, list | tuple):
        return all(map(lasting, value))
    if isinstance(value, dict):
        return all(map(lasting, (*value, *value.values())))
    frozen = is_dataclass(value) and value.__dataclass_params__.frozen  # type: ignore[union-attr]
    return frozen or value is None or isinstance(value, str | int | Enum)


@pytest.mark.parametrize(("name", "way"), sweep(EACH_WAY, FEW))
def test_a_copy_is_the_same_game_and_one_of_its_own(name: str, way: str) -> None:
    for moves in (0, 1, 40):
        play = begun(name, moves)
        before = told(play)
        twin = WAYS[way](play)
        assert told(twin) == before
        twin.play_on(Random(2))
        assert told(play) == before, "what is played in a copy is not played here"
        again = WAYS[way](play)
        play.play_on(Random(2))
        assert told(play) == told(twin), "the same dice make the same moves"
        assert told(again) == before


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", sweep(range(20), [13]))
def test_any_random_game_goes_on_as_its_copy_does(name: str, seed: int) -> None:
    """Manuscript: what a player at random has found to have no room changes no later draw."""
    play = begun(name, 120, seed)
    twin = play.copy()
    play.play_on(Random(seed))
    twin.play_on(Random(seed))
    assert told(twin) == told(play)


@pytest.mark.parametrize("name", GAMES)
def test_copies_share_nothing_that_changes(name: str) -> None:
    play = begun(name, 40)
    twin = play.copy()
    mine, other = dict(changeable(play.state)), dict(changeable(twin.state))
    assert len(mine) > 1
    assert [mine[at] for at in mine.keys() & other.keys()] == []
    assert {*map(id, play.answers)}.isdisjoint(map(id, twin.answers))


@pytest.mark.parametrize("name", GAMES)
def test_values_sent_to_a_script_are_never_part_of_the_table(name: str) -> None:
    """Else it would be that of another table in a copy: T-12e once sent a track (VV-9)."""
    for seed in range(3):
        play = begun(name, 400, seed)
        live = {at for at, _ in changeable(play.state)}
        for turn in play.answers:
            for words, value in turn.values():
                assert lasting(value), words
                assert id(value) not in live, words


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_taken_back_one_by_one(name: str) -> None:
    play = begun(name, 25)
    until = [told(play)]
    while play.moves:
        play.undo()
        until.append(told(play))
    again = begun(name, 0)
    assert told(again) == until[-1]
    moves = begun(name, 25).moves
    for (who, words), then in zip(moves, until[-2::-1], strict=True):
        again.move(words, who)
        assert told(again) == then
    again.undo(len(moves))
    assert told(again) == until[-1]


def test_no_more_moves_are_taken_back_than_were_made() -> None:
    play = begun("winstons_archive", 5)
    before = told(play)
    for number in (6, -1):
        with pytest.raises(ValueError, match=f"expected 0 to 5 moves to take back, found {number}"):
            play.undo(number)
    play.undo(0)
    assert told(play) == before


def test_a_game_that_is_over_is_copied_and_taken_back() -> None:
    play = begun("winstons_archive", 1000)
    assert play.decision is None
    twin = play.copy()
    assert told(twin) == told(play)
    twin.undo()
    assert decided(twin).who in twin.players
    assert play.decision is None


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return install(monkeypatch)


@pytest.mark.parametrize("way", WAYS)
def test_half_answered_decisions_are_copied_and_taken_back(way: str, hands: Game[Any]) -> None:
    play = Play(hands, ["Ann", "Bo", "Cy"])
    play.move("scissors", "Cy")
    play.move("rock", "Ann")
    twin = WAYS[way](play)
    assert [one.who for one in twin.decisions] == ["Bo"]
    assert told(twin) == told(play)
    twin.move("paper")
    assert [one.who for one in play.decisions] == ["Bo"]
    play.move("rock")
    assert twin.turns == [{"Ann": "rock", "Bo": "paper", "Cy": "scissors"}]
    assert play.turns == [{"Ann": "rock", "Bo": "rock", "Cy": "scissors"}]
    twin.undo()
    assert [one.who for one in twin.decisions] == ["Cy"], "the last in the engine's order"
    twin.undo(2)
    assert [one.who for one in twin.decisions] == ["Ann", "Bo", "Cy"]
    assert twin.turns == [{}]


def test_a_pickle_goes_to_another_process_with_its_data(tmp_path: Path) -> None:
    """The data go by value: what the house has changed in them is there, no file is read."""
    shipped = begun("winstons_archive", 0).game
    game = house(shipped, refill_taken_stack=True)
    play, rng = Play(game, ["Ann", "Bo"], 7), Random(3)
    for _ in range(30):
        play.move(decided(play).random(rng))
    file = tmp_path / "play"
    file.write_bytes(pickle.dumps(play))
    script = f"import pickle; play = pickle.load(open({str(file)!r}, 'rb')); print(play.view('Bo'))"
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert said.stdout.strip() == str(play.view("Bo"))
