"""Properties of every game in random play: views, options, refusals, bots, records."""

from __future__ import annotations

import gc
import re
from itertools import islice
from random import Random
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

import card_data
from scoring import games
from scoring.dice_archive.dice import Reroll
from scoring.play import records
from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices, Deal, Options, Order, Refused
from scoring.play.play import IllegalMove, Play
from scoring.play.records import Record
from scoring.play.referee import Referee
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


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive"]))
def test_a_view_stays_as_it_was_when_play_goes_on(name: str) -> None:
    play, rng = seated(name), Random(name)
    views: Views = []
    then: list[bytes] = []
    while play.decision is not None:
        views.append(all_see(play))
        then.append(msgspec.json.encode(views[-1]))
        assert plain(views[-1])
        play.move(play.decision.random(rng))
    assert [*map(msgspec.json.encode, views)] == then
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
        looks.append(msgspec.json.encode(views))
    assert looks[0] == looks[1] == looks[2]


@pytest.mark.parametrize("name", GAMES)
def test_choosers_get_a_view_and_a_decision_never_the_state(name: str) -> None:
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
def test_one_predicate_offers_and_refuses(name: str, plays: int, every: int) -> None:
    checked = 0
    for seed in range(plays):
        play, rng = seated(name), Random(seed)
        while (decision := play.decision) is not None:
            if len(play.turns) % every == 0 or "after" in decision.what:
                checked += check_predicate(decision)
            play.move(decision.random(rng))
    assert checked > 20


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
