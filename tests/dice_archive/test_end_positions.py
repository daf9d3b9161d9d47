"""End positions of Dice Archive that no game can come to, and sums that are not theirs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from scoring.dice_archive.check import possible_games
from scoring.play.decisions import TABLE
from scoring.play.play import Play
from scoring.positions.positions import check
from scoring.sheets.fields import from_entries
from tests.dice_archive.brute_force import Tiny
from tests.dice_archive.tables import DICE, NAMES, Board, position, row
from tests.scoring.tools import broken, decided, house, words
from tests.sweeps import amounts, sweep

clause = pytest.mark.clause
ALL = "123456"


@clause("DA-6.5", "DA-1.6")
def test_with_the_boss_die_counting_two_players_can_fill_two_tables() -> None:
    board: Board = {"left": row("ABABAB"), "middle": row("BABABA")}
    full = position(board, "- - -", "- - -")
    assert [finding.rule for finding in possible_games(full, DICE)] == ["DA-6.5"]
    assert not [*possible_games(full, house(DICE, boss_die_counts=True))]


@clause("DA-6.5")
def test_what_is_not_answered_yet_may_still_make_it_possible() -> None:
    full = position({"left": row("ABABAB"), "middle": row("BABABA")}, "- - -", "- - -")
    ann, bo = full.players or ()
    open_ = replace(full, players=(ann, replace(bo, tasks=None)))
    assert not [*possible_games(open_, DICE)]


TINY = (
    Tiny(faces=2, dice=2, communal=1, board=(1, 2), form=(9, 1), end=(1, 1, 2)),
    Tiny(faces=2, dice=2, communal=1, board=(2, 9), form=(1, 2), end=(2, 1, 2)),
    Tiny(faces=2, dice=3, communal=1, board=(3, 4), form=(9, 1), end=(1, 2, 3)),
    Tiny(faces=3, dice=3, communal=1, board=(2, 9), form=(9, 1), end=(1, 1, 2)),
    Tiny(faces=2, dice=3, communal=1, board=(2, 3), form=(2, 1), end=(2, 2, 3)),
    Tiny(faces=2, dice=4, communal=1, board=(2, 3), form=(3, 2), end=(2, 2, 3)),
    Tiny(faces=2, dice=4, communal=2, board=(3, 4), form=(2, 1), end=(2, 2, 4)),
)


@clause("DA-6.5")
@pytest.mark.parametrize("number", [
    *sweep(range(4), [0, 2]),
    *[pytest.param(at, marks=pytest.mark.soak) for at in (4, 5, 6)],
])  # fmt: skip
def test_the_ends_of_tiny_games_are_told_exactly(number: int) -> None:
    tiny = TINY[number]
    """Refused is what playing every game out never comes to, and nothing else."""
    ends, game = tiny.ends(), tiny.game()
    sound = {table for table in tiny.tables() if not [*possible_games(tiny.position(table), game)]}
    assert ends
    assert sound == ends


Wish = Callable[[str], int]  # a move's rank, the lowest first

WISHES: dict[str, Wish] = {
    "archives": lambda move: ("archive", "task", "overtime", "pass").index(move.split()[0]),
    "marks": lambda move: ("task", "archive", "overtime", "pass").index(move.split()[0]),
    "to the right": lambda move: 0 if "archive right" in move else 1 + ("pass" in move),
    "starves": lambda move: 0 if "archive left" in move else 1 + ("task" in move),
    "passes": lambda move: 0 if "pass" in move else 1,
}


def adversarial(players: int, rng: Random) -> Play:
    """A game of players with one aim each, on dice that often fall alike."""
    game = house(DICE, boss_die_counts=True) if rng.random() < 0.2 else DICE
    play = Play(game, NAMES[:players])
    names = sorted(WISHES)
    wishes = {name: WISHES[rng.choice(names)] for name in NAMES[:players]}
    wishes["Ann"] = WISHES[rng.choice([name for name in names if name != "passes"])]
    while play.decision is not None:
        decision = decided(play)
        if decision.who == TABLE:
            play.move(alike(decision.random(rng), rng))
        elif decision.what == "motivational reroll" or rng.random() < 0.1:
            play.move(decision.random(rng))
        else:
            play.move(min(words(decision), key=lambda move: (wishes[decision.who](move), move)))
    return play


def alike(roll: str, rng: Random) -> str:
    two = rng.sample(ALL, 2)
    return "".join(rng.choice(two) if one in ALL and rng.random() < 0.6 else one for one in roll)


@clause("DA-6.5")
@pytest.mark.parametrize("games", amounts(60, most=20_000))
def test_the_ends_of_adversarial_games_are_sound(games: int) -> None:
    for seed in range(games):
        play = adversarial(2 + seed % 4, Random(seed))
        assert check(play.filled()).final, (seed, play.filled().position)


@clause("DA-5.1")
def test_the_score_pad_has_a_field_for_each_sum() -> None:
    sheet = [("players.0.name", "Ann"), ("players.0.tasks.left", "3"), ("board.left.1", "Ann")]
    pad = [("dice.left", "1"), ("marks.left", "1"), ("points.left", "1"), ("total", "2")]
    filled = from_entries(DICE, [*sheet, *((f"players.0.{name}", text) for name, text in pad)])
    assert ("DA-5.1", "players.0.total") in broken(check(filled))
