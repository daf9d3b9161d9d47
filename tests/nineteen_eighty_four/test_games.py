"""Random games of Nineteen Eighty-Four: every move is one of the slow way's, every sum by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from card_data import Game
from card_data.nineteen_eighty_four.model import SECURITY
from scoring.nineteen_eighty_four.dice import DiceState
from scoring.play import records
from scoring.play.play import Play
from scoring.positions.positions import score
from tests.nineteen_eighty_four import sample_walks as walks
from tests.nineteen_eighty_four.brute_force import COLOURS, Dice, Middle, outcome, placements
from tests.nineteen_eighty_four.sample_walks import EYE, GAME, LEVELS, asked, golden, level_of, seen
from tests.scoring.tools import answer
from tests.sweeps import amounts

TOWN = walks.town("...r.s..b.g..s.w...y.p...", detour="..s.g..", after="..r.s....", golden=6)


def check_dice(dice: DiceState) -> None:
    """Six dice, each of them gone, available or placed, and at most one in Room 101."""
    assert len(dice.dice) == len(COLOURS)
    assert len(dice.available) + len(dice.placed) + dice.dice.count(0) == len(COLOURS)
    assert {*dice.available.values(), *dice.placed.values()} <= {1, 2, 3, 4, 5, 6}
    assert 0 <= dice.room <= 6
    if dice.room:
        assert dice.dice.count(0) >= 1
        assert "yellow" in dice.placed or (dice.room, dice.dice[4]) == (5, 0)


def check_sheet(play: Play, game: Game[Any]) -> None:
    """X marks rise on the road, Big Brother has seen the rounds on zones, no round is missing."""
    state = walks.sheet_of(play)
    marked = [box for box in state.rounds if box]
    assert marked == sorted(set(marked))
    assert {*marked} <= {*walks.numbers(level_of(play), game)}
    assert state.at == max([0, *marked])
    right = walks.counts(state.rounds, level_of(play), game)
    assert state.big_brother == right["big_brother"]
    most = 9 if level_of(play) == 1 else 8
    over = len(state.rounds) == most or golden(state.rounds, game) > 0
    assert (play.decision is None) is over
    assert len(state.rounds) <= most


def play_round(play: Play, rng: Random, game: Game[Any]) -> None:
    """A round at random, each placement held against the slow way."""
    state = walks.sheet_of(play)
    before, gone = list(state.rounds), walks.removed_next(state.rounds, level_of(play), game)
    assert asked(play) == ("table", "roll", "NE-3.2")
    now = roll(play, rng, gone)
    while choices := dict(placements(*now)):
        assert asked(play) == ("Julia", "place a die", "NE-3.3")
        assert walks.options(play) == {*choices}
        words = rng.choice(sorted(choices))
        play.move(words)
        now = next(iter(choices[words]))
        if words.startswith("place green"):
            assert asked(play) == ("table", "reroll", "NE-4.2")
            available, placed, room = now
            fallen = any_roll(play, rng)
            assert [*fallen] == words.split()[3:]
            now = available | fallen, placed, room
        if state.dice is not None:
            check_dice(state.dice)
            assert walks.middle(state.dice) == now
    available, placed, room = now
    result = 0 if available else max(0, outcome(placed, room))
    road = [0, *walks.numbers(level_of(play), game)]
    box = road[min(road.index(max([0, *before])) + result, len(road) - 1)]
    assert state.rounds == [*before, box if result else 0]


def any_roll(play: Play, rng: Random) -> Dice:
    """The table rolls; each die rolled is named once."""
    assert play.decision is not None
    move = play.decision.random(rng)
    play.move(move)
    shown = {die[0]: int(die[1]) for die in move.split()}
    assert len(shown) == len(move.split())
    return {colour: shown[colour[0]] for colour in COLOURS if colour[0] in shown}


def roll(play: Play, rng: Random, gone: str) -> Middle:
    """The dice of a round after its roll and what NE-6 removes."""
    rolled = any_roll(play, rng)
    assert {*COLOURS} - {*rolled} == {gone} - {"", SECURITY}
    if gone == SECURITY:
        highest = {one for one in rolled if rolled[one] == max(rolled.values())}
        chosen = highest
        if len(highest) > 1:
            assert asked(play) == ("Julia", "highest die", "NE-6.2")
            assert walks.options(play) == {f"remove {colour}" for colour in highest}
            assert play.decision is not None
            move = play.decision.random(rng)
            play.move(move)
            chosen = {move.split()[1]}
        rolled = {colour: value for colour, value in rolled.items() if colour not in chosen}
    return rolled, {}, 0


def check_game(level: int, rng: Random, game: Game[Any]) -> Play:
    """Play at random to the end, and check every step and the score."""
    play = walks.started(level, game)
    while play.decision is not None:
        play_round(play, rng, game)
        check_sheet(play, game)
    check_score(play, game)
    return play


def check_score(play: Play, game: Game[Any]) -> None:
    state = walks.sheet_of(play)
    report = score(play.filled())
    assert report.final, report
    assert report.result is not None
    (one,) = report.result.standings
    right = walks.counts(state.rounds, level_of(play), game)
    assert one.player == "Julia"
    assert (one.total, one.tally.out) == (right.get("total"), "total" not in right)
    assert report.result.winners == (("Julia",) if "total" in right else ())
    by_hand = score(walks.filled(state.rounds, level_of(play), game, **right))
    assert by_hand.result is not None
    assert (by_hand.final, by_hand.result.of("Julia")) == (True, report.result)


@pytest.mark.parametrize("games", amounts(range(8, 14), range(50), range(20_000)))
@pytest.mark.parametrize("level", LEVELS)
def test_random_games(level: int, games: range) -> None:
    arrived = 0
    for seed in games:
        game = TOWN if seed % 2 else GAME
        play = check_game(level, Random(seed), game)
        arrived += golden(walks.sheet_of(play).rounds, game) > 0
    assert 0 < arrived < len(games)


@pytest.mark.parametrize("level", sorted({*LEVELS} - {*EYE}))
def test_lucky_games_arrive_on_the_shipped_route(level: int) -> None:
    for seed in range(10):
        play, rng = walks.started(level), Random(seed)
        while play.decision is not None:
            answer(play, *rng.choice(walks.lucky_rounds()))
            check_sheet(play, GAME)
        check_score(play, GAME)
        assert golden(walks.sheet_of(play).rounds) > 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_record_replays_to_the_same_sheet(level: int) -> None:
    for seed in range(3):
        play = Play(GAME, ["Julia"], seed=seed)
        play.move(f"level {level}")
        play.play_on(Random(seed))
        replay = records.play_back(records.read(records.write(play)))
        assert (replay.findings, replay.notes) == ((), ())
        assert replay.play is not None
        assert seen(replay.play) == seen(play)
        assert replay.report().final


@pytest.mark.parametrize("every", amounts(len(LEVELS), most=1))
@pytest.mark.parametrize("level", LEVELS)
def test_a_record_may_break_off_after_any_move(level: int, every: int) -> None:
    play = Play(GAME, ["Julia"], seed=level)
    play.move(f"level {level}")
    while (decision := play.decision) is not None:
        if (len(play.moves) + level) % every == 0:
            replay = records.play_back(records.read(records.write(play)))
            assert replay.findings == ()
            assert replay.play is not None
            assert (seen(replay.play), asked(replay.play)) == (seen(play), asked(play))
            (note,) = replay.report().provisional
            assert note.endswith(f": {decision}")
            whose = "the table's" if decision.who == "table" else f"{decision.who}'s"
            assert f"it is {whose} move" in note
        play.move(decision.random(Random(len(play.moves))))
