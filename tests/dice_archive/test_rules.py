"""Dice Archive clause by clause: each test is written from the clause that it names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

import scoring
from card_data import DataError
from card_data.dice_archive.model import Needs
from scoring.dice_archive import engine
from scoring.dice_archive.actions import Overtime, Task, actions, open_overtimes, vocabulary
from scoring.play.decisions import Decision
from scoring.play.play import IllegalMove, Play
from tests import scored
from tests.dice_archive.tables import (
    DICE,
    NAMES,
    checked,
    hands,
    pass_on,
    position,
    rolled,
    row,
    seen,
    table_of,
    working,
)
from tests.scoring.tools import answer, asked, decided, house, options, refused

clause = pytest.mark.clause
SIDES = ("left", "middle", "right")


def open_to(hand: str, shared: str = "", **board: dict[int, str]) -> list[str]:
    """The actions open to Ann with these unused and these communal dice."""
    table = hands(hand, "", communal=shared, **board)
    return [words for words, _ in actions(table, table.players[0], sorted(table.players[0].unused))]


def extra(*unused: int) -> list[str]:
    return [words for words, _ in open_overtimes(unused, 6, worked=False)]


def work(hand: str, *moves: str) -> Play:
    """A work hour that Ann begins with these moves, against Bo's six twos."""
    play = working(hand, "222222", boss=hand[0])
    for move in moves:
        play.move(move, "Ann")
    return play


@clause("DA-1.1")
def test_the_box_has_34_dice_and_each_player_takes_six() -> None:
    kinds: Counter[str] = Counter()
    for die in DICE.data.dice:
        kinds[die.kind] += die.copies
    assert kinds == {"player": 30, "communal": 3, "boss": 1}
    for players in range(2, 6):
        table = table_of(Play(DICE, NAMES[:players]))
        assert [player.in_hand for player in table.players] == [6] * players
        assert table.position() == position({}, *["- - -"] * players)
        assert table.view("Ann").token == "Ann"


@clause("DA-1.2")
@pytest.mark.parametrize(
    ("strength", "sides"), [(1, ()), (2, SIDES[:1]), (3, SIDES[:2]), (4, SIDES), (6, SIDES)]
)
def test_the_boards_tables_need_two_three_and_four(strength: int, sides: tuple[str, ...]) -> None:
    found = [move for move in open_to("5" * strength) if move.startswith("archive")]
    assert found == [f"archive {side} 5" for side in sides]


@clause("DA-1.3")
@pytest.mark.parametrize(("strength", "sides"), [(1, SIDES[2:]), (2, SIDES[1:]), (3, SIDES)])
def test_the_forms_tables_need_three_two_and_one(strength: int, sides: tuple[str, ...]) -> None:
    found = [move for move in open_to("5" * strength) if move.startswith("task")]
    assert found == [f"task {side} 5" for side in sides]


@clause("DA-1.4")
@pytest.mark.parametrize("face", range(1, 7))
def test_every_table_has_a_space_for_each_face(face: int) -> None:
    every = {f"{what} {side} {face}" for what in ("task", "archive") for side in SIDES}
    assert {*open_to(f"{face}" * 6)} == {*every, f"pass {face}"}
    with pytest.raises(IllegalMove):
        Play(DICE, NAMES[:3]).move(f"7 {face} / {face}")


@clause("DA-1.4")
def test_a_space_of_the_board_holds_one_die() -> None:
    for owner in NAMES[:2]:
        assert "archive left 5" not in open_to("55", left={5: owner})
        assert "archive left 4" in open_to("44", left={5: owner})


@clause("DA-1.5")
@pytest.mark.parametrize(("players", "communal"), [(2, 3), (3, 2), (4, 2), (5, 2)])
def test_two_players_use_three_communal_dice_more_use_two(players: int, communal: int) -> None:
    for dice in range(1, 5):
        play = Play(DICE, NAMES[:players])
        roll = " ".join(["4"] * dice)
        if dice == communal:
            play.move(f"{roll} / 2")
            assert (table_of(play).communal, table_of(play).boss) == ([4] * dice, [2])
        else:
            with pytest.raises(IllegalMove, match=f"expected {communal} / 1 dice"):
                play.move(f"{roll} / 2")
    with pytest.raises(IllegalMove):
        Play(DICE, NAMES[:players]).move(" ".join(["4"] * communal))


@clause("DA-1.6")
def test_the_boss_die_counts_toward_no_need_but_by_house_rule() -> None:
    boards = {"boss": "5", "communal": "66"}
    assert "task middle 5" not in options(working("512344", "666666", "666666", **boards))
    counts = house(DICE, boss_die_counts=True)
    play = working("512344", "666666", "666666", **boards, game=counts)
    assert asked(play)[0] == "Ann"
    assert {"task middle 5", "archive left 5"} <= {*options(play)}
    assert "archive middle 5" not in options(play)
    assert table_of(play).communal == [6, 6], "it is no communal die for that"


@clause("DA-1.8")
@pytest.mark.parametrize("players", [("Ann", "Bo"), ("Bo", "Cy", "Ann")])
def test_first_player_of_a_record_is_first_worker_of_the_week(
    players: tuple[str, ...],
) -> None:
    table = table_of(Play(DICE, players))
    assert table.view(players[0]).token == players[0]
    assert [player.in_hand for player in table.players] == [6] * len(players)


@clause("DA-2.1")
def test_a_week_starts_with_the_communal_dice_and_the_boss() -> None:
    play = Play(DICE, NAMES[:3])
    assert asked(play) == ("table", "communal roll")
    with pytest.raises(IllegalMove, match=r"DA-2\.1"):
        play.move("3 3 3 1")
    play.move("3 5 1")
    assert (table_of(play).communal, table_of(play).boss) == ([3, 5], [1])
    assert asked(play) == ("table", "work roll")


@clause("DA-2.2")
def test_all_roll_their_dice_that_are_not_locked() -> None:
    play = working("111123", "555566", "222222", communal="14", boss="1")
    answer(play, "archive left 1", "archive left 5", "pass 2", "pass 2", "archive left 6", "pass 3")
    assert asked(play) == ("table", "communal roll")
    play.move("3 3 / 3")
    for wrong in ("1 1 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1 1", "1 1 1 1 1 / 1 1 1 1 / 1 1 1 1 1", "1"):
        with pytest.raises(IllegalMove, match="expected 5 / 4 / 6 dice showing 1 to 6"):
            play.move(wrong)
    play.move("1 2 3 4 5 / 6 6 6 6 / 2 2 2 2 2 3")
    assert [player.unused for player in table_of(play).players] == [
        [1, 2, 3, 4, 5], [6, 6, 6, 6], [2, 2, 2, 2, 2, 3],
    ]  # fmt: skip


@clause("DA-2.3")
@pytest.mark.parametrize(("dice", "token", "first"), [
    (("123456", "112345", "234566"), 0, "Bo"), (("123456", "123456", "111345"), 0, "Cy"),
    (("112345", "112345", "123456"), 0, "Ann"), (("112345", "112345", "123456"), 1, "Bo"),
    (("112345", "112345", "123456"), 2, "Ann"), (("123456", "112345", "112345"), 0, "Bo"),
    (("222222", "333333", "444444"), 0, "Ann"), (("222222", "333333", "444444"), 2, "Cy"),
    (("222222", "333333", "144444"), 1, "Cy"),
])  # fmt: skip
def test_most_dice_like_the_boss_motivate_most(
    dice: tuple[str, ...], token: int, first: str
) -> None:
    play = Play(DICE, NAMES[:3])
    table_of(play).token = token
    answer(play, "1 1 / 1", " / ".join(" ".join(hand) for hand in dice))
    assert asked(play) == (first, "motivational reroll")


@clause("DA-2.4")
def test_each_player_clockwise_rolls_any_own_dice_again_once() -> None:
    play = rolled("223456", "112345", "123456")
    assert asked(play) == ("Bo", "motivational reroll")
    answer(play, "reroll 5 1", "6 6")
    assert sorted(table_of(play).players[1].unused) == [1, 2, 3, 4, 6, 6]
    assert asked(play) == ("Cy", "motivational reroll")
    play.move("keep")
    assert sorted(table_of(play).players[2].unused) == [1, 2, 3, 4, 5, 6]
    assert asked(play) == ("Ann", "motivational reroll")
    answer(play, "reroll 2 2 3 4 5 6")
    assert asked(play) == ("table", "reroll for Ann")
    with pytest.raises(IllegalMove, match="expected 6 dice showing 1 to 6"):
        play.move("1 1 1 1 1")
    play.move("1 1 1 1 1 1")
    assert asked(play) == ("Ann", "action")


@clause("DA-2.4")
@pytest.mark.parametrize(("move", "why"), [
    ("reroll 1 1 1", "you do not have enough dice showing 1"),
    ("reroll 6", "you do not have enough dice showing 6"),
    ("reroll 6 1 1 1", "you do not have enough dice showing 6, 1"),
    ("reroll one", "you do not have enough dice showing one"),
    ("reroll", "'reroll' is not a move here"), ("keep 1", "'keep 1' is not a move here"),
    ("roll 1", "'roll 1' is not a move here"), ("", "'' is not a move here"),
    ("1 1", "'1 1' is not a move here"),
])  # fmt: skip
def test_only_own_dice_that_lie_there_are_rolled_again(move: str, why: str) -> None:
    finding = refused(rolled("112345", "666666"), move, "Ann")
    assert finding.rule == "DA-2.4"
    assert finding.message == f"{why}; choose keep or reroll any of 1 1 2 3 4 5"


@clause("DA-2.4")
def test_a_random_reroll_is_legal_and_may_be_any() -> None:
    play = rolled("111222", "666666")
    decision, rng = decided(play), Random(7)
    drawn = {decision.random(rng) for _ in range(2000)}
    for words in drawn:
        assert decision.options.parse(words)[0] == words
    assert len(drawn) == 4 * 4


@clause("DA-2.5")
def test_the_starting_player_is_counted_again_after_the_rerolls() -> None:
    play = rolled("111234", "222222", "112222")
    answer(play, "reroll 1 1 1", "5 5 5", "keep", "keep")
    assert asked(play) == ("Cy", "action")
    play = rolled("111234", "122222", "222222")
    answer(play, "reroll 1 1", "5 5", "keep", "keep")
    assert asked(play) == ("Ann", "action"), "one each: the token decides"


@clause("DA-2.6")
def test_one_action_a_turn_clockwise_and_who_has_no_dice_skips() -> None:
    play = working("222333", "111111", "444556")
    order = []
    for move in ("pass 1", "pass 4", "pass 2", "pass 6", "pass 3", "pass 5"):
        order.append(asked(play)[0])
        play.move(move)
    assert order == ["Bo", "Cy", "Ann", "Cy", "Ann", "Cy"]
    assert asked(play) == ("table", "communal roll")


@clause("DA-2.6")
def test_the_last_with_dice_works_on_alone() -> None:
    play = working("222222", "123456")
    answer(play, "pass 1", "pass 2")
    for face in (5, 2, 6, 3, 4):
        play.move(f"pass {face}", "Bo")
    assert asked(play) == ("table", "communal roll")


@clause("DA-2.7")
def test_used_dice_come_back_and_the_token_passes_clockwise() -> None:
    play = working("111122", "333333", "444444", communal="55")
    answer(play, "archive left 1")
    pass_on(play)
    assert [player.in_hand for player in table_of(play).players] == [5, 6, 6]
    assert [player.used for player in table_of(play).players] == [0, 0, 0]
    holders = [seen(play, "Ann").token]
    for _ in range(3):
        answer(play, "6 6 / 1", "1 1 1 1 1 / 1 1 1 1 1 1 / 1 1 1 1 1 1", "keep", "keep", "keep")
        pass_on(play)
        holders.append(seen(play, "Cy").token)
    assert holders == ["Bo", "Cy", "Ann", "Bo"]


@clause("DA-3.1")
def test_the_number_is_one_that_an_unused_die_shows() -> None:
    assert {int(move[-1]) for move in open_to("1335", shared="222")} == {1, 3, 5}
    play = work("113345", "pass 1")
    play.move("pass 2", "Bo")
    for move in ("pass 1", "task right 1", "pass 6"):
        with pytest.raises(IllegalMove, match=r"DA-3\.1"):
            play.move(move, "Ann")


@clause("DA-3.1")
@pytest.mark.parametrize(
    ("hand", "shared", "tables"),
    [("5", "", 1), ("5", "5", 2), ("5", "55", 3), ("55", "5", 3), ("55", "1", 2), ("51", "1", 1)],
)
def test_strength_counts_unused_and_communal_dice(hand: str, shared: str, tables: int) -> None:
    tasks = [move for move in open_to(hand, shared) if move[:4] == "task" and move[-1] == "5"]
    assert len(tasks) == tables


@clause("DA-3.1")
def test_used_and_locked_dice_lend_no_strength() -> None:
    table = hands("5", "5", left={5: "Ann"}, middle={5: "Ann"})
    assert table.players[0].used == 3
    found = [
        words for words, _ in actions(table, table.players[0], sorted(table.players[0].unused))
    ]
    assert found == ["task right 5", "pass 5"], "nor do another player's"


@clause("DA-3.2")
def test_a_task_is_marked_and_uses_all_dice_of_the_number() -> None:
    play = work("111224", "task left 1")
    ann = table_of(play).players[0]
    assert (ann.tasks, sorted(ann.unused), ann.used) == (
        {"left": [1], "middle": [], "right": []}, [2, 2, 4], 3,
    )  # fmt: skip
    assert table_of(play).players[1].tasks["left"] == []
    assert table_of(play).board == {side: {} for side in SIDES}
    assert table_of(play).communal == [6, 6, 6], "communal dice stay"


@clause("DA-3.2")
def test_each_task_is_marked_once() -> None:
    table = hands("111", "111")
    ann, bo = table.players
    engine.act(table, ann, Task("middle", 1))
    ann.unused = [1, 1, 1]
    found = [
        action for _, action in actions(table, ann, sorted(ann.unused)) if isinstance(action, Task)
    ]
    assert found == [Task("left", 1), Task("right", 1)]
    others = [action for _, action in actions(table, bo, sorted(bo.unused))]
    assert Task("middle", 1) in others, "every player has a form"


@clause("DA-3.3")
def test_archiving_locks_one_die_and_uses_the_others_of_the_number() -> None:
    play = work("111224", "archive middle 1")
    ann = table_of(play).players[0]
    assert table_of(play).board == {"left": {}, "middle": {1: "Ann"}, "right": {}}
    assert (sorted(ann.unused), ann.used) == ([2, 2, 4], 2)
    assert ann.tasks == {side: [] for side in SIDES}


@clause("DA-3.3")
def test_an_archived_die_is_locked_for_the_game() -> None:
    play = working("115555", "222222", boss="1", communal="663")
    play.move("archive left 1", "Ann")
    pass_on(play)
    for _ in range(3):
        assert [player.in_hand for player in table_of(play).players] == [5, 6]
        answer(play, "6 6 6 / 1", "1 1 1 1 1 / 1 1 1 1 1 1", "keep", "keep")
        assert "archive left 1" not in options(play)
        pass_on(play)
    assert table_of(play).board["left"] == {1: "Ann"}


@clause("DA-3.4")
def test_passing_uses_all_dice_of_the_number() -> None:
    play = work("111224", "pass 1")
    ann = table_of(play).players[0]
    assert (sorted(ann.unused), ann.used) == ([2, 2, 4], 3)
    assert table_of(play).position() == position({}, "- - -", "- - -")
    assert asked(play)[0] == "Bo"


@clause("DA-3.5")
def test_overtime_uses_one_die_and_turns_another_over() -> None:
    play = work("112246", "overtime 4 turn 6")
    ann = table_of(play).players[0]
    assert (sorted(ann.unused), ann.used) == ([1, 1, 1, 2, 2], 1)
    play.move("task left 1", "Ann")
    assert ann.used == 1 + 3


@clause("DA-3.5")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_turned_over_shows_seven_minus_its_face(face: int) -> None:
    other = 1 if face != 1 else 2
    table = hands(f"{other}{face}", "")
    needs = DICE.data.numbers
    words = vocabulary(6, needs.form, needs.board)
    script = engine.turn(table, table.players[0], words, 6)
    question = next(script)
    assert isinstance(question, Decision)
    _, value = question.options.parse(f"overtime {other} turn {face}")
    assert value == Overtime(other, face, 7 - face, sideways=False)
    script.send(value)
    assert table.players[0].unused == [7 - face]


@clause("DA-3.5")
def test_twins_may_be_tipped_sideways_to_the_four_other_faces() -> None:
    assert extra(3, 3) == [
        "overtime 3 turn 3", "overtime 3 tip 3 to 1", "overtime 3 tip 3 to 2",
        "overtime 3 tip 3 to 5", "overtime 3 tip 3 to 6",
    ]  # fmt: skip
    play = work("112233", "overtime 3 tip 3 to 1")
    assert sorted(table_of(play).players[0].unused) == [1, 1, 1, 2, 2]
    play = work("112233", "overtime 1 turn 1")
    assert sorted(table_of(play).players[0].unused) == [2, 2, 3, 3, 6]


@clause("DA-3.5")
def test_overtime_takes_two_unused_dice_and_only_twins_tip() -> None:
    assert extra(4) == []
    assert extra(2, 4) == ["overtime 2 turn 4", "overtime 4 turn 2"]
    assert [move for move in extra(2, 2, 4) if "tip 4" in move] == []
    assert "overtime 4 turn 4" not in extra(2, 2, 4)


@clause("DA-3.5")
def test_overtime_at_most_once_before_each_action() -> None:
    play = work("111112", "overtime 1 turn 1")
    assert asked(play) == ("Ann", "action after overtime")
    assert not any(move.startswith("overtime") for move in options(play))
    with pytest.raises(IllegalMove):
        play.move("overtime 1 turn 1")
    answer(play, "pass 6", "pass 2")
    assert asked(play) == ("Ann", "action")
    assert "overtime 1 turn 1" in options(play), "and again before the next"


@clause("DA-3.1", "DA-3.2", "DA-3.3", "DA-3.5")
@pytest.mark.parametrize(("move", "rule", "why"), [
    ("task left 3", "DA-3.2", "strength 2 (one die and one communal), left needs 3"),
    ("task left 1", "DA-3.2", "strength 2 (two dice), left needs 3"),
    ("archive middle 1", "DA-3.3", "strength 2 (two dice), middle needs 3"),
    ("archive left 4", "DA-3.3", "strength 1 (one die), left needs 2"),
    ("archive left 1", "DA-3.3", "that space is taken by Bo"),
    ("archive left 3", "DA-3.3", "that space is taken by you"),
    ("archive middle 3", "DA-3.3",
        "strength 2 (one die and one communal), middle needs 3; that space is taken by Bo"),
    ("task middle 1", "DA-3.2", "1 is marked there already"),
    ("task left 4", "DA-3.2", "strength 1 (one die), left needs 3; 4 is marked there already"),
    ("task right 6", "DA-3.1", "none of your unused dice shows 6"),
    ("archive left 2", "DA-3.1", "none of your unused dice shows 2"),
    ("pass 6", "DA-3.1", "none of your unused dice shows 6"),
    ("overtime 6 turn 1", "DA-3.5", "it takes one unused die showing 6, but you have none"),
    ("overtime 3 turn 3", "DA-3.5", "it takes two unused dice showing 3, but you have one"),
    ("overtime 1 tip 3 to 2", "DA-3.5", "only one of two dice with the same number may be tipped"),
    ("overtime 1 tip 1 to 6", "DA-3.5", "a 1 tipped sideways does not show 6"),
    ("overtime 1 tip 1 to 1", "DA-3.5", "a 1 tipped sideways does not show 1"),
])  # fmt: skip
def test_a_refusal_says_why_with_its_arithmetic(move: str, rule: str, why: str) -> None:
    board = {"left": {1: "Bo", 3: "Ann"}, "middle": {3: "Bo"}}
    play = working("11344", "2222", communal="366", boss="4", **board)
    play.move("pass 4", "Ann")
    ann = table_of(play).players[0]
    ann.unused.append(4)
    ann.tasks["middle"].append(1)
    ann.tasks["left"].append(4)
    play.move("pass 2", "Bo")
    finding = refused(play, move, "Ann")
    assert (finding.rule, finding.message.split("; choose ")[0]) == (rule, f"{move}: {why}")


@clause("DA-1.6", "DA-3.1")
def test_a_refusal_counts_the_boss_die_where_it_counts() -> None:
    hand, other = "512344", "666666"
    play = working(hand, other, communal="566", boss="5")
    assert refused(play, "archive middle 5", "Ann").message.startswith(
        "archive middle 5: strength 2 (one die and one communal), middle needs 3; "
    )
    play = working(hand, other, communal="566", boss="5", game=house(DICE, boss_die_counts=True))
    assert refused(play, "archive right 5", "Ann").message.startswith(
        "archive right 5: strength 3 (one die, one communal and one boss), right needs 4; "
    )


@clause("DA-3.5")
def test_overtime_worked_before_is_why_it_cannot_be_again() -> None:
    play = work("111112", "overtime 1 turn 1")
    finding = refused(play, "overtime 1 turn 6")
    assert finding.rule == "DA-3.5"
    assert finding.message.startswith(
        "overtime 1 turn 6: you have already worked overtime before this action; choose "
    )


@clause("DA-1.2", "DA-1.3", "DA-3.1")
@pytest.mark.parametrize(("typed", "move"), [
    ("task x3 4", "task left 4"), ("task ×2 4", "task middle 4"), ("Task X1, 4", "task right 4"),
    ("archive x2 4", "archive left 4"), ("archive ×3 4", "archive middle 4"),
    ("ARCHIVE  x4 4", "archive right 4"), ("Archive LEFT 4", "archive left 4"),
    ("pass,4", "pass 4"), ("Overtime 4 Turn 4", "overtime 4 turn 4"),
    (" overtime 4, tip 4 to 1 ", "overtime 4 tip 4 to 1"),
])  # fmt: skip
def test_a_table_goes_by_its_side_or_by_its_printed_need(typed: str, move: str) -> None:
    play = work("444412")
    play.move(typed, "Ann")
    assert play.moves[-1] == ("Ann", move)
    again = work("444412", move)
    assert table_of(play) == table_of(again)


@clause("DA-2.4")
@pytest.mark.parametrize("typed", ["reroll 1 4 1", "reroll 4,1,1", " REROLL  1 1 4"])
def test_dice_to_roll_again_are_named_in_any_order(typed: str) -> None:
    play = rolled("112345", "666666")
    play.move(typed)
    assert play.moves[-1] == ("Ann", "reroll 1 1 4")
    play.move("6 6 6")
    assert sorted(table_of(play).players[0].unused) == [2, 3, 5, 6, 6, 6]
    play.move("KEEP")
    assert play.moves[-1] == ("Bo", "keep")


@clause("DA-2.1", "DA-2.2")
def test_dice_of_the_table_may_be_written_with_commas() -> None:
    play = Play(DICE, NAMES[:2])
    answer(play, "3,5, 1/2", "1 1 1,2 2 2 /3 3 3 3 3 3")
    assert [words for _, words in play.moves] == ["3 5 1 / 2", "1 1 1 2 2 2 / 3 3 3 3 3 3"]


def over_after(play: Play, *moves: str) -> bool:
    """Whether the game is over with the week of these moves, whose rest is passed."""
    answer(play, *moves)
    assert play.decision is not None, "the week is played out"
    pass_on(play)
    return play.decision is None


@clause("DA-4.1")
def test_a_fifth_die_on_the_board_ends_the_game() -> None:
    three = working("445", "2222", boss="4", left=row("AAA"), middle=row("BB"))
    assert not over_after(three, "archive left 4"), "a fourth does not"
    four = working("44", "2222", boss="4", left=row("AAA"), middle=row("BBA"))
    assert over_after(four, "archive left 4")
    with pytest.raises(IllegalMove, match=r"DA-4\.1"):
        four.move("6 6 6 / 1")


@clause("DA-4.1")
def test_two_full_tables_of_the_board_end_the_game() -> None:
    hands = ("11", "22", "662")
    board = {"left": row("ABCAB"), "right": row("CABCAB")}
    assert over_after(working(*hands, boss="6", **board), "archive left 6")
    assert not over_after(working(*hands, boss="6", **board), "archive middle 6")
    other = {"left": row("ABCAB"), "right": row("CABC-B"), "middle": row("A")}
    assert not over_after(working(*hands, boss="6", **other), "archive left 6")


@clause("DA-4.1")
@pytest.mark.parametrize(("last", "over"), [("right", True), ("middle", False)])
def test_two_full_tables_of_one_form_end_the_game(last: str, over: bool) -> None:
    play = working("661111", "222222", boss="6")
    ann, bo = table_of(play).players
    ann.tasks.update({"left": [1, 2, 3, 4, 5, 6], "right": [1, 2, 3, 4, 5]})
    bo.tasks.update({"middle": [1, 2, 3, 4, 5, 6]})
    assert over_after(play, f"task {last} 6") is over


@clause("DA-4.1")
def test_the_last_week_is_played_out_as_usual() -> None:
    play = working("44", "2255", boss="4", left=row("AAA"), middle=row("BBA"))
    play.move("archive left 4", "Ann")
    play.move("overtime 2 turn 2", "Bo")
    play.move("archive middle 5", "Bo")
    assert play.decision is None
    assert table_of(play).board["middle"][5] == "Bo"


@clause("DA-5.1", "DA-5.2", "DA-5.3", "DA-6.1", "DA-6.2", "DA-6.3", "DA-6.4", "DA-6.5")
def test_positions_are_checked_and_scored() -> None:
    """Each case begins with the clauses that it shows."""
    scored.check("dice_positions")


OVER = {"left": row("AAAA"), "middle": row("ABBBB")}
FORMS = ("1234 12 -", "- 34 1")


@clause("DA-6.1")
def test_spaces_may_be_quoted_as_json_has_them(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(msgspec.json.encode(position(OVER, *FORMS)))
    report = checked(OVER, *FORMS)
    assert scoring.check(scoring.read(path)) == report
    layers = ("players", "board", "forms", "possible games", "score pad")
    assert report.layers == ("shape", *layers, "end of game")


@clause("DA-6.1")
@pytest.mark.parametrize("space", ["{1: Ann, 1: Bo}", "{1: Ann, 01: Bo}"])
def test_a_space_written_twice_is_refused(space: str) -> None:
    with pytest.raises(DataError, match="duplicate key"):
        scoring.read(f"{{game: dice_archive, board: {{left: {space}}}, players: []}}")


@clause("DA-6.4")
@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Ann"], ["Ann", " "], list("ABCDEF")])
def test_such_players_cannot_sit_down(names: list[str]) -> None:
    with pytest.raises(IllegalMove, match=r"DA-6\.4"):
        Play(DICE, names)


@clause("DA-1.2", "DA-1.3")
def test_a_sign_that_could_mean_two_tables_is_none() -> None:
    needs, alike = Needs(2, 3, 4), Needs(2, 2, 4)
    assert vocabulary(6, needs, needs).find("task x2 5") == "task left 5"
    assert vocabulary(6, alike, needs).find("task x2 5") is None
    assert vocabulary(6, alike, needs).find("task x4 5") == "task right 5"


@clause("DA-3.5")
def test_tipping_one_of_one_is_refused_for_the_number_alone() -> None:
    finding = refused(working("422222", "666666", boss="4"), "overtime 4 tip 4 to 1")
    assert finding.rule == "DA-3.5"
    why, _, _ = finding.message.partition("; choose")
    assert why == "overtime 4 tip 4 to 1: it takes two unused dice showing 4, but you have one"
