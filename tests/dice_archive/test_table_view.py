"""The table of Dice Archive on a whole screen, and how an action is chosen there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from scoring.dice_archive.table_view import GameTable, keeping
from scoring.play.play import Play
from scoring.play.steps import Entry
from tests.dice_archive.tables import DICE, rolled, seen, table_of, working
from tests.scoring.on_screen import NAMES, Asked, asked, keys_of_games, screen, sizes, texts, within
from tests.scoring.tools import decided, house
from tests.sweeps import sweep

clause = pytest.mark.clause
SHOWN = GameTable(DICE)
SIDES = ("left", "middle", "right")
FACES = range(1, 7)


@sizes
@pytest.mark.parametrize("players", range(2, 6))
def test_the_table_is_whole_in_every_state(players: int, width: int, height: int) -> None:
    """All dice, forms and spaces, of all players, in what a terminal of 80 x 24 leaves to it."""
    for one in [*asked(DICE, NAMES[:players], seed=players)][::-5]:
        view = one.view
        shared, _, *rows = filter(None, screen(SHOWN, one, width, height))
        communal, boss = [" ".join(map(str, dice)) or "none" for dice in (view.communal, view.boss)]
        assert shared.endswith(f"   Communal {communal}   Boss {boss}")
        assert shared.startswith(f"Week {view.week}   Token {view.token[:3]}")
        for of, row in zip((view.me, *view.others), rows, strict=False):
            dice = [*map(str, sorted(of.unused)), *"?" * of.in_hand]
            marks = [
                str(face) if face in of.tasks[side] else "." for side in SIDES for face in FACES
            ]
            name, *cells = row.split()
            assert name[:3] == of.name[:3]
            assert cells == [*dice, str(of.used), *marks]
        for side, row in zip(SIDES, rows[-3:], strict=True):
            owners = [view.board[side].get(face, ".") for face in FACES]
            assert [cell[:3] for cell in row.split()[2:]] == [owner[:3] for owner in owners]
        told = [row for row in rows if row.startswith("Strength")]
        assert len(told) == ((players, height) != (5, 11)), "where there is a line to spare"


def test_a_screen_too_small_shows_what_there_is_room_for() -> None:
    within(SHOWN, [*asked(DICE, NAMES[:3], seed=1)][::-9])


@clause("DA-1.6", "DA-3.1")
@pytest.mark.parametrize(("counts", "boss", "strength"), [(False, "1", 1), (True, "1 (counts)", 2)])
def test_strength_counts_the_shared_dice(counts: bool, boss: str, strength: int) -> None:
    """The boss die only under its house option."""
    table = GameTable(house(DICE, boss_die_counts=counts))
    view = seen(rolled("122444", "555555", communal="236"), "Ann")
    lines = texts(table.screen(view, None, 80, 13))
    assert lines[0].endswith(f"Boss {boss}")
    row = next(line for line in lines if line.startswith("Strength"))
    assert row.split() == ["Strength", str(strength), "3", ".", "3", ".", "."]


def menu(play: Play, *chosen: str) -> list[tuple[str, str, str]]:
    """What can be chosen after some steps."""
    decision = decided(play)
    made = SHOWN.menu(decision, seen(play, decision.who), chosen)
    return [(entry.label, entry.caption, entry.words) for entry in made.entries]


@clause("DA-3.1", "DA-3.2", "DA-3.3", "DA-3.4", "DA-3.5")
def test_first_which_number_then_what_to_do_with_it() -> None:
    """With what it gives: own dice on a side times own marks there (DA-5.1)."""
    play = working("445", "666666", communal="466", left={1: "Ann", 2: "Ann", 3: "Ann"})
    table_of(play).players[0].tasks["left"] = [1, 2]
    assert menu(play) == [
        ("4", "strength 3: task left middle right, archive left middle", ""),
        ("5", "strength 1: task right", ""),
    ]
    assert menu(play, "4") == [
        ("task left", "+3 points: 3 dice x 3 marks left", "task left 4"),
        ("task middle", "+0 points: 0 dice x 1 mark middle", "task middle 4"),
        ("task right", "+0 points: 0 dice x 1 mark right", "task right 4"),
        ("archive left", "+2 points: 4 dice x 2 marks left", "archive left 4"),
        ("archive middle", "+0 points: 1 die x 0 marks middle", "archive middle 4"),
        ("pass", "pass: your 4s are used up", "pass 4"),
        ("overtime", "use up a die to turn this one", ""),
    ]
    assert menu(play, "4", "overtime")[:3] == [
        (
            "turn, using up a 4",
            "a 4 becomes a 3, strength 1; a 4 is used up",
            "overtime 4 turn 4",
        ),
        ("tip to 1", "a 4 becomes a 1, strength 1; a 4 is used up", "overtime 4 tip 4 to 1"),
        ("tip to 2", "a 4 becomes a 2, strength 1; a 4 is used up", "overtime 4 tip 4 to 2"),
    ]
    assert menu(play, "5")[-1] == (
        "overtime",
        "a 5 becomes a 2, strength 1; a 4 is used up",
        "overtime 4 turn 5",
    )
    play.move("overtime 5 turn 4")
    assert menu(play) == [
        ("3", "strength 1: task right", ""),
        ("4", "strength 2: task middle right, archive left", ""),
    ]


@clause("DA-2.4")
@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ([], ["keep", "reroll 1 3 3", "keep 1", "keep 3 3"]),
        (["keep 3 3"], ["reroll 1", "keep 1", "keep 3"]),
        (["keep 3 3", "keep 3"], ["reroll 1 3", "keep 1", "keep no 3"]),
        (["keep 3 3", "keep 3", "keep no 3"], ["keep", "reroll 1 3 3", "keep 1", "keep 3 3"]),
        (["keep 3 3", "keep 1"], ["keep", "keep no 1", "keep 3"]),
    ],
)
def test_dice_to_keep_are_chosen_number_by_number(
    chosen: Sequence[str], expected: Sequence[str]
) -> None:
    """All that show it, then one less each time; the others are rolled again."""
    made = list(keeping(Counter([1, 3, 3]), chosen))
    assert [entry.label for entry in made] == expected
    assert all(entry.words in ("", entry.label) for entry in made)
    assert [entry.label for entry in made if entry.words] == [
        label for label in expected if label == "keep" or label.startswith("reroll")
    ]


@clause("DA-2.4")
def test_of_dice_that_show_one_number_some_can_be_kept() -> None:
    assert [entry.label for entry in keeping(Counter([3, 3]), [])] == [
        "keep",
        "reroll 3 3",
        "keep 3",
    ]
    assert list(keeping(Counter([3]), [])) == [
        Entry("keep", "all stay", "keep"),
        Entry("reroll 3", "all of them", "reroll 3"),
    ]


@pytest.mark.parametrize("players", sweep([2, 5], [2]))
def test_a_game_takes_fewer_keys_than_at_the_prompt(players: int) -> None:
    """Every action and reroll of random games can be chosen, with two thirds of the keys."""
    counted = keys_of_games(DICE, NAMES[:players])
    assert all(now < before for now, before in counted), counted
    now, before = map(sum, zip(*counted, strict=True))
    assert 3 * now < 2 * before


def test_what_the_table_rolls_is_typed() -> None:
    play = Play(DICE, NAMES[:2])
    one = Asked(decided(play), play.view("Ann"), "")
    made = SHOWN.menu(decided(play), one.view)
    assert not made.entries
    assert made.expects == "3 / 1 dice showing 1 to 6: the communal dice / the boss"
