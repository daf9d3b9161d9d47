"""End positions of Winston's Archive that no game can come to, and sums that are not theirs."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from card_data import Game
from scoring.play.play import Play
from scoring.positions.positions import PositionFile, check
from scoring.winstons_archive import PlayerCards, Position
from scoring.winstons_archive.engine import draft
from scoring.winstons_archive.fewest import fewest_cards, some_game_leaves
from scoring.winstons_archive.state import Player, Stack, State
from tests.scoring.tools import decided, drive, house
from tests.sweeps import amounts, sweep
from tests.winstons_archive.tables import GAME, NAMES

clause = pytest.mark.clause
LEAST = {2: 8, 3: 5, 4: 3, 5: 3, 6: 2}
OPTIONS = pytest.mark.parametrize("refill", [False, True])


def with_fewest(cards: int, players: int) -> Position:
    """A whole position in which one player has so many cards, all of them pages."""
    seats = [PlayerCards(name, {}, {}, 0, 0, 0) for name in NAMES[: players - 2]]
    seats = [PlayerCards(one.name, {letter: size}, {}, 0, 1, 1)
             for one, (letter, size) in zip(seats, [("F", 7), ("E", 6), ("D", 5), ("C", 4)],
                                            strict=False)]  # fmt: skip
    given = {letter for one in seats for letter in one.books or {}}
    rest = {letter: size for letter, size in GAME.data.set_sizes().items() if letter not in given}
    pages = 18 - len(seats) - cards
    last = PlayerCards(NAMES[players - 1], rest, {}, 4, 5 - len(seats), pages)
    return Position(players=(*seats, PlayerCards(NAMES[players - 2], {}, {}, 0, 0, cards), last))


@clause("WA-6.3")
@OPTIONS
@pytest.mark.parametrize("players", LEAST)
def test_fewer_cards_than_any_game_leaves_are_refused(players: int, refill: bool) -> None:
    game, least = house(GAME, refill_taken_stack=refill), LEAST[players]
    assert check(PositionFile(game, with_fewest(least, players))).final
    (finding,) = check(PositionFile(game, with_fewest(least - 1, players))).findings
    assert (finding.rule, finding.path) == ("WA-6.3", f"players.{players - 2}")
    cards = "1 card" if least == 2 else f"{least - 1} cards"
    assert finding.message == (
        f"{cards} in all, but no game of {players} players leaves anybody fewer than {least}"
    )


@clause("WA-6.3")
def test_cards_not_entered_may_be_anybodys() -> None:
    """A position in which a set is missing is scored as provisional (WA-6.1)."""
    few = with_fewest(6, 2)
    ann, bo = few.players or ()
    bo = PlayerCards(bo.name, {**(bo.books or {}), "A": 0}, {}, 4, 5, bo.manuscripts)
    report = check(PositionFile(GAME, Position(players=(ann, bo))))
    assert (report.valid, report.final) == (True, False)
    bo = PlayerCards(bo.name, {**(bo.books or {}), "A": 1}, {}, 4, 5, bo.manuscripts)
    (finding,) = check(PositionFile(GAME, Position(players=(ann, bo)))).findings
    assert finding.message == (
        "6 cards in all, 7 with those not entered, but no game of 2 players leaves anybody "
        "fewer than 8"
    )


def test_wrong_sum_says_what_is_right() -> None:
    ann, bo = with_fewest(8, 2).players or ()
    ann = msgspec.structs.replace(ann, points={"manuscripts": 9})
    (finding,) = check(PositionFile(GAME, Position(players=(ann, bo)))).findings
    assert (finding.path, finding.right) == ("players.0.points.manuscripts", 1)


def least_by_play(deck: int, stacks: int, players: int, refill: bool) -> int:
    """The fewest cards of a player at the end of any game, every draft tried by the engine."""
    seats = [Player(name, held={"page": 0}) for name in NAMES[:players]]
    cards = ["page"] * deck
    table = State({"page": "page"}, {}, cards, [Stack() for _ in range(stacks)], seats)
    for stack in table.stacks:
        stack.lay(table.deck.pop())
    tables, least = [table], deck
    known = set()
    while tables:
        table = tables.pop()
        if table.over:
            least = min(least, *[len(player.cards) for player in table.players])
            continue
        for declined in range(sum(bool(stack.cards) for stack in table.stacks) + 1):
            after = deepcopy(table)
            looked = sum(bool(stack.cards) for stack in table.stacks)
            moves = ["leave"] * declined + ["take"] * (declined < looked)
            drive(draft(after, after.players[after.turn], refill=refill), *moves)
            after.turn = (after.turn + 1) % players
            told = (
                after.turn, len(after.deck), *[len(stack.cards) for stack in after.stacks],
                *[len(player.cards) for player in after.players],
            )  # fmt: skip
            if told not in known:
                known.add(told)
                tables.append(after)
    return least


@clause("WA-6.3")
@OPTIONS
@pytest.mark.parametrize(("stacks", "deck"), sweep([(1, 6), (2, 9), (3, 9)], [(1, 6), (2, 9)]))
def test_least_of_small_decks_is_that_of_all_games(stacks: int, deck: int, refill: bool) -> None:
    for players in (2, 3):
        for cards in (deck - 1, deck):
            found = fewest_cards(cards, stacks, players, refill=refill)
            assert found == least_by_play(cards, stacks, players, refill)


@pytest.mark.soak
@OPTIONS
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_least_of_larger_decks_is_that_of_every_game_played(players: int, refill: bool) -> None:
    for stacks in (2, 3, 4):
        for cards in range(stacks, 15):
            found = fewest_cards(cards, stacks, players, refill=refill)
            assert found == least_by_play(cards, stacks, players, refill)


def test_a_deck_too_large_to_search_refuses_nothing() -> None:
    assert some_game_leaves(90, 1000, 8, 2, refill=True)
    assert not some_game_leaves(1, 1000, 8, 2, refill=True)


def adversarial(game: Game[Any], players: int, rng: Random) -> Play:
    """A game of players who hoard, taking all they see, and players who leave nearly all."""
    play = Play(game, NAMES[:players])
    starved = rng.choice(NAMES[:players])
    takes = {name: rng.choice((0.0, 0.02, 0.3, 1.0)) for name in NAMES[:players]}
    takes[starved] = rng.choice((0.0, 1.0))
    while play.decision is not None:
        decision = decided(play)
        if decision.what.startswith("stack"):
            play.move("take" if rng.random() < takes[decision.who] else "leave")
        else:
            play.move(decision.random(rng))
    return play


@clause("WA-6.3")
@pytest.mark.parametrize("games", amounts(150, most=30_000))
def test_the_ends_of_adversarial_games_are_sound(games: int) -> None:
    for seed in range(games):
        rng = Random(seed)
        game = house(GAME, refill_taken_stack=rng.random() < 0.3)
        play = adversarial(game, 2 + seed % 5, rng)
        assert check(play.filled()).final, (seed, play.filled().position)
