"""Refusals of every game in random play: a move is open, or there is a reason against it."""

from __future__ import annotations

import gc
from random import Random
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest

from scoring import games
from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices, Refused
from scoring.play.play import Play
from tests.scoring.tools import seated
from tests.sweeps import sweep

SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, FrameType)


def check_reasons(decision: Decision[Any]) -> None:
    options = decision.options
    if not isinstance(options, Choices) or options.vocabulary is None:
        return
    for words in options.vocabulary.moves:
        if words in options:
            assert options.parse(words)[0] == words
            continue
        with pytest.raises(Refused) as refused:
            options.parse(words)
        reason = str(refused.value).removeprefix(f"{words}: ").partition("; choose ")[0]
        assert reason, words
        assert "choose" not in reason


def check_predicate(decision: Decision[Any]) -> bool:
    options = decision.options
    if not isinstance(options, Choices) or options.vocabulary is None or options._against is None:
        return False
    offered = {*options}
    for words, meaning in options.vocabulary.moves.items():
        refusal = options._against(meaning)
        assert (refusal is None) == (words in offered), words
        assert refusal is None or (refusal.rule and refusal.reason), words
    return True


def check_reach(play: Play, decision: Decision[Any]) -> None:
    """From what whoever chooses is given, nothing leads to the table."""
    forbidden = {id(play.state), *map(id, getattr(play.state, "players", ()))}
    todo: list[Any] = [decision.shown(), play.view(decision.who)]
    seen: set[int] = set()
    while todo:
        found = todo.pop()
        if id(found) in seen or isinstance(found, SHARED):
            continue
        seen.add(id(found))
        assert id(found) not in forbidden, decision.what
        todo += gc.get_referents(found)


def check_game(name: str, every: int) -> None:
    play, rng, looked = seated(name), Random(name), set[str]()
    while (decision := play.decision) is not None:
        kind = decision.what.split()[0]
        if decision.who != TABLE and (kind not in looked or len(play.turns) % every == 0):
            check_reasons(decision)
            check_reach(play, decision)
            looked.add(kind)
        play.move(decision.random(rng))
    assert looked


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("every", sweep([80, 5], [80]))
def test_a_move_is_open_or_refused_with_a_reason(name: str, every: int) -> None:
    check_game(name, every)


@pytest.mark.parametrize(
    ("name", "plays", "every"),
    [("dice_archive", 2, 9), ("nineteen_eighty_four", 6, 2), ("winstons_archive", 20, 1)],
)
def test_what_offers_a_move_is_what_refuses_it(name: str, plays: int, every: int) -> None:
    checked = 0
    for seed in range(plays):
        play, rng = seated(name), Random(seed)
        while (decision := play.decision) is not None:
            if len(play.turns) % every == 0 or "after" in decision.what:
                checked += check_predicate(decision)
            play.move(decision.random(rng))
    assert checked > 20
