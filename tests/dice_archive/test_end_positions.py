"""End positions of Dice Archive that no game can come to, and sums that are not theirs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

import scoring
from scoring.dice_archive.check import possible_games
from scoring.play.decisions import TABLE
from scoring.play.play import Play
from scoring.positions.positions import check
from scoring.sheets.fields import from_entries
from tests.dice_archive.brute_force import Tiny
from tests.dice_archive.tables import DICE, NAMES, Board, checked, position, row
from tests.scoring.tools import broken, decided, house, words
from tests.sweeps import amounts, sweep

clause = pytest.mark.clause
ALL = "123456"
TWO_FULL = f"{ALL} {ALL} -"


@clause("DA-6.5")
@pytest.mark.parametrize(("board", "forms", "path", "message"), [
    ({"left": row("AAA"), "middle": row("AAA")}, (TWO_FULL, "- - 1"), "players.0",
        "Ann has 6 dice on the board and 2 full tables on the form, so at least 2 of the dice "
        "and 1 mark came in the last week: more than the dice not locked before it can do"),
    ({"right": row("BBBBBB")}, ("1 - -", "1 - -"), "players.1",
        "Bo has 6 dice on the board, so at least 2 of the dice came in the last week: more than "
        "the dice not locked before it can do"),
    ({"left": row("AAAAA")}, (f"{ALL} {ALL} {ALL}", "- - -"), "players.0",
        "Ann has 5 dice on the board and 3 full tables on the form, so at least 1 of the dice "
        "and 2 marks came in the last week: more than the dice not locked before it can do"),
    ({"left": row("ABABAB"), "middle": row("BABABA")}, ("1 - -", "1 - -"), "board",
        "the last week brought at least a die in one of the 2 full tables of the board, 2 dice "
        "of Ann, 2 dice of Bo: no roll allows all of that"),
    ({"left": row("ABCABC"), "middle": row("BCABCA"), "right": row("CABCAB")},
        ("- - -", "- - -", "- - -"), "board",
        "the last week brought at least a die in 2 of the 3 full tables of the board, 2 dice of "
        "Ann, 2 dice of Bo, 2 dice of Cy: no roll allows all of that"),
    ({"left": row("AAAAAA"), "right": row("BBBBB")}, ("- - -", f"- {ALL} {ALL}"), "players",
        "the last week brought at least 2 dice of Ann, 1 die of Bo, 1 mark of Bo: no roll "
        "allows all of that"),
    ({"right": row("AAAAA"), "middle": row("BBBBB")}, (f"- {ALL} {ALL}", TWO_FULL), "players",
        "the last week brought at least 1 die of Ann, 1 mark of Ann, 1 die of Bo, 1 mark of Bo: "
        "no roll allows all of that"),
])  # fmt: skip
def test_what_no_last_week_can_bring_is_refused(
    board: Board, forms: tuple[str, ...], path: str, message: str
) -> None:
    (finding,) = checked(board, *forms).findings
    assert (finding.rule, finding.path, finding.message) == ("DA-6.5", path, message)


@clause("DA-6.5")
@pytest.mark.parametrize(("board", "forms"), [
    ({"left": row("AAAAA")}, (TWO_FULL, "- - -")),  # the fifth die and a mark, with two dice
    ({"left": row("AAAAAA")}, ("- - -", "- - -")),  # both faces among the communal dice
    ({"left": row("AAAAA"), "right": row("A")}, ("- - -", "- - -")),  # the right one before
    ({"left": row("ABABAB"), "middle": row("BABAB")}, ("- - -", "- - -")),  # one is not full
    ({"left": row("ABCABC"), "middle": row("BABCCC")}, ("- - -",) * 3),  # three share it
    ({}, (f"{ALL} {ALL} {ALL}",) * 2),  # two marks in one week, twice
])  # fmt: skip
def test_what_a_last_week_can_bring_is_sound(board: Board, forms: tuple[str, ...]) -> None:
    report = checked(board, *forms)
    assert (broken(report), report.final) == ([], True)


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
    """A roll in which many dice show one of two faces."""
    two = rng.sample(ALL, 2)
    return "".join(rng.choice(two) if one in ALL and rng.random() < 0.6 else one for one in roll)


@clause("DA-6.5")
@pytest.mark.parametrize("games", amounts(60, most=20_000))
def test_the_ends_of_adversarial_games_are_sound(games: int) -> None:
    for seed in range(games):
        play = adversarial(2 + seed % 4, Random(seed))
        assert check(play.filled()).final, (seed, play.filled().position)


EVENING = """\
game: dice_archive
board:
  left: {{1: Ann, 2: Ann, 3: Bo, 5: Bo}}
  middle: {{2: Ann, 6: {owner}}}
  right: {{4: Ann, 5: Bo, 6: Ann}}
players:
  - name: Ann
    tasks: {{left: [1, 3, 4], middle: [2, 5], right: [1, 2, 6]}}
    dice: {{left: 2, middle: 1, right: 2}}
    marks: {{left: 3, middle: 2, right: {marks}}}
    points: {{left: 6, middle: 2, right: 6}}
    total: {total}
  - name: Bo
    tasks: {{left: [1, 2, 5, 6], middle: [1, 2], right: [1, 4, 5, 6]}}
    dice: {{middle: 1}}
"""


def evening(owner: str = "Bo", marks: str = "3", total: str = "14") -> list[tuple[str, str, str]]:
    report = scoring.check(scoring.read(EVENING.format(owner=owner, marks=marks, total=total)))
    assert report.valid is not bool(report.findings)
    return [(finding.rule, finding.path, finding.message) for finding in report.findings]


@clause("DA-5.1")
def test_a_die_credited_to_the_wrong_owner_shows_by_the_score_pad() -> None:
    assert evening() == []
    assert evening(owner="Ann") == [
        ("DA-5.1", "players.0.dice.middle", "found 1, but the board has 2 of Ann's dice there"),
        ("DA-5.1", "players.0.points.middle", "found 2, but 2 × 2 = 4 there"),
        ("DA-5.1", "players.0.total", "found 14, but 6 + 4 + 6 = 16"),
        ("DA-5.1", "players.1.dice.middle", "found 1, but the board has 0 of Bo's dice there"),
    ]


@clause("DA-5.1")
def test_marks_and_total_of_the_score_pad_are_checked() -> None:
    assert evening(marks="4") == [
        ("DA-5.1", "players.0.marks.right", "found 4, but the form has 3 marks there")
    ]
    assert evening(total="15") == [("DA-5.1", "players.0.total", "found 15, but 6 + 2 + 6 = 14")]
    text = EVENING.format(owner="Bo", marks="3", total="null")
    assert scoring.check(scoring.read(text)).missing == (("players", "0", "total"),)


@clause("DA-5.1")
def test_the_score_pad_has_a_field_for_each_sum() -> None:
    sheet = [("players.0.name", "Ann"), ("players.0.tasks.left", "3"), ("board.left.1", "Ann")]
    pad = [("dice.left", "1"), ("marks.left", "1"), ("points.left", "1"), ("total", "2")]
    filled = from_entries(DICE, [*sheet, *((f"players.0.{name}", text) for name, text in pad)])
    assert ("DA-5.1", "players.0.total") in broken(check(filled))
