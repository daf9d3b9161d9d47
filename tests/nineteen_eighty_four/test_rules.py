"""Nineteen Eighty-Four clause by clause: each test is written from the clause that it names."""

from __future__ import annotations

import re
from itertools import pairwise, permutations
from typing import Any

import msgspec
import pytest

import scoring
from card_data import Game
from card_data.nineteen_eighty_four.model import SECURITY
from scoring.nineteen_eighty_four.dice import parse_dice, read_dice, rerolled, steps
from scoring.play.moves import MOST
from scoring.play.play import IllegalMove, Play
from scoring.positions.positions import Report, score
from tests.nineteen_eighty_four.brute_force import COLOURS, outcome
from tests.nineteen_eighty_four.walks import (
    BIG_BROTHER,
    DETOUR,
    EYE,
    GAME,
    LEVELS,
    ROLL,
    after,
    asked,
    checked,
    counts,
    dice_of,
    filled,
    moves,
    numbers,
    options,
    results_of,
    rolling,
    round_of,
    row,
    sheet_of,
    started,
    town,
    walk,
    walked,
    zone,
)
from tests.scoring import tools
from tests.scoring.tools import answer, broken, standings
from tests.sweeps import sweep

clause = pytest.mark.clause
PLAIN = town("." * 60)
FACTS = GAME.data.facts()
TRACKS = GAME.data.numbers
NONE = row("none").boxes


def refused(play: Play, move: str) -> str:
    """The clause that refuses a move, which then has changed nothing."""
    return tools.refused(play, move).rule


def no_move(play: Play, move: str) -> None:
    """These words are no placement at all, whatever the dice show."""
    finding = tools.refused(play, move)
    assert finding.rule == "NE-3.3"
    assert finding.message.startswith(f"{move!r} is not a move here; choose ")


def parts(report: Report) -> dict[str, int]:
    (one,) = standings(report)
    return {part.label: part.points for part in one.tally.parts}


def total(report: Report) -> int | None:
    (one,) = standings(report)
    return one.total


@clause("NE-1.1")
def test_one_player_and_six_dice() -> None:
    assert [die.id for die in GAME.data.dice] == list(COLOURS)
    assert (GAME.head.players.min, GAME.head.players.max) == (1, 1)
    for names in ((), ("Julia", "Winston")):
        with pytest.raises(IllegalMove):
            Play(GAME, names)
    play = started(2)
    assert asked(play)[0] == "table"
    play.move(ROLL)
    assert dice_of(play) == parse_dice(ROLL)
    assert asked(play)[0] == "Julia"


@clause("NE-1.2")
@pytest.mark.parametrize(("space", "colour"), [*enumerate(COLOURS, 1)])
def test_the_spaces_are_numbered_red_green_blue_white_yellow_purple(
    space: int, colour: str
) -> None:
    available, placed, room = after("place yellow", f"y{space}", "r1 g2 b3 w4 p6")
    assert available == {}
    assert {*COLOURS} - {*placed} == {colour}
    assert room == space, "each die shows the number of its own space"


@clause("NE-1.3")
def test_the_sheet_has_its_tracks() -> None:
    golden = [box for box in GAME.data.boxes() if box.part == "golden"]
    assert len(TRACKS.golden_country) == len(golden) >= 1
    assert len(TRACKS.rounds_track) == 9
    assert len(TRACKS.big_brother.marked) >= 1
    assert [level.multiplier for level in GAME.data.levels] == [1, 2, 3, 4, 5]
    assert any(box.part == "detour" for box in GAME.data.boxes()), "Mr Charrington's house"
    sheet = parse_dice("r1 g2 b3", placed="w4 p6", room101=5)
    assert (len(sheet.dice), sheet.room) == (6, 5)
    assert [box.number for box in GAME.data.boxes()] == [*range(1, FACTS["golden_last"] + 1)]


@clause("NE-1.4")
def test_control_zones_stand_at_corners_and_have_a_dies_colour() -> None:
    zones = [box for box in GAME.data.boxes() if box.zone]
    assert {box.zone for box in zones} == {*COLOURS, SECURITY}
    corners = {box.number: after.street for box, after in pairwise(GAME.data.boxes())}
    streets = {box.number: box.street for box in GAME.data.boxes()}
    for box in zones:
        turns = streets[box.number] != corners.get(box.number, "")
        assert turns is (box.zone != SECURITY), box


@clause("NE-1.4")
def test_the_detour_leaves_the_route_and_rejoins_it() -> None:
    leaves, rejoins = FACTS["detour_leaves"], FACTS["detour_rejoins"]
    long, short = numbers(4), numbers(1)
    assert set(long) - set(short) == {*range(leaves + 1, rejoins)} != set()
    assert short[short.index(leaves) + 1] == rejoins
    assert long[long.index(leaves) + 1] == leaves + 1
    assert numbers(5) == long
    assert numbers(2) == numbers(3) == short


@clause("NE-1.4")
def test_the_points_reward_going_far_fast_and_unseen() -> None:
    brother = (TRACKS.big_brother.unmarked, *TRACKS.big_brother.marked)
    for falling in (TRACKS.golden_country[::-1], brother, TRACKS.rounds_track):
        assert list(falling) == sorted(set(falling), reverse=True)


@clause("NE-1.5")
def test_the_data_tells_the_win_rate_of_each_level() -> None:
    told = (GAME.folder / "route.yaml").read_text(encoding="utf-8")
    said = " ".join(line for line in told.splitlines() if line.startswith("#"))
    found = re.findall(r"x([1-5])\D{0,20}?(\d+(?:\.\d+)?) ?%", said)
    rates = {int(level): float(rate) for level, rate in found}
    assert sorted(rates) == [*LEVELS]
    assert rates[1] > 50 > rates[5] > 0, "often at x1 and seldom at x5"
    assert rates[1] == max(rates.values())
    assert rates[5] == min(rates.values())


@clause("NE-2.1")
def test_a_game_begins_with_its_level() -> None:
    play = Play(GAME, ["Julia"])
    assert asked(play) == ("Julia", "level", "NE-2.1")
    assert options(play) == {f"level {level}" for level in LEVELS}
    assert {refused(play, move) for move in ("level 6", "level 0", "level", ROLL)} == {"NE-2.1"}
    play.move("level 4")
    assert sheet_of(play).level == 4


@clause("NE-2.1")
@pytest.mark.parametrize("typed", ["level 3", "x3", "×3", "Level X3", " LEVEL  ×3 ", "X3\n"])
def test_a_level_goes_by_its_number_or_by_the_sign_on_the_sheet(typed: str) -> None:
    play = Play(GAME, ["Julia"])
    play.move(typed)
    assert sheet_of(play).level == 3
    assert play.moves == [("Julia", "level 3")]


@clause("NE-2.1")
@pytest.mark.parametrize("typed", ["level", "x6", "x", "level 3 3", "levelx3"])
def test_no_other_words_are_a_level(typed: str) -> None:
    assert refused(Play(GAME, ["Julia"]), typed) == "NE-2.1"


@clause("NE-2.1")
@pytest.mark.parametrize(("level", "rounds"), [(1, 9), (2, 8), (3, 8), (4, 8), (5, 8)])
def test_a_walk_through_the_suburbs_is_an_extra_round(level: int, rounds: int) -> None:
    play = started(level)
    for _ in range(rounds):
        assert asked(play)[1] == "roll"
        walk(play, None)
    assert play.decision is None
    assert sheet_of(play).rounds == [0] * rounds


@clause("NE-2.1")
@pytest.mark.parametrize("level", [0, 6, -1, 33])
def test_a_sheet_has_a_level_from_one_to_five(level: int) -> None:
    assert broken(checked([], level)) == [("NE-2.1", "level")]


@clause("NE-2.2")
@pytest.mark.parametrize(("level", "suburbs", "eye", "detour"), [
    (1, True, False, False), (2, False, False, False), (3, False, True, False),
    (4, False, False, True), (5, False, True, True),
])  # fmt: skip
def test_the_modifiers_of_each_level(level: int, suburbs: bool, eye: bool, detour: bool) -> None:
    data = GAME.data.levels[level - 1]
    assert (data.suburbs, data.eye, data.detour) == (suburbs, eye, detour)
    game = town("....r", detour="..", after=".....")
    play = walked(level, game, 5)
    missing = ROLL.replace("r4 ", "")
    if eye:
        assert refused(play, ROLL) == "NE-3.2"
        play.move(missing)
    else:
        assert refused(play, missing) == "NE-3.2"
        play.move(ROLL)
    play = walked(level, game, 5)
    walk(play, 3, removed="red" if eye else "")
    assert sheet_of(play).at == (8 if detour else 10)


@clause("NE-2.2")
@pytest.mark.parametrize("level", LEVELS)
def test_a_detour_box_is_for_levels_with_the_detour(level: int) -> None:
    game = town("...", detour="....", after="." * 9)
    report = checked([3, 5, 12], level, game)
    assert broken(report) == ([] if level in DETOUR else [("NE-2.2", "rounds.1")])


@clause("NE-3.1")
def test_every_round_is_marked_whether_it_fails_or_not() -> None:
    play = started(2, PLAIN)
    for at, result in enumerate((4, None, 7), 1):
        walk(play, result)
        assert len(sheet_of(play).rounds) == at
    assert sheet_of(play).rounds == [4, 0, 11]


@clause("NE-3.1")
@pytest.mark.parametrize(("level", "box"), [(1, 2), (2, 3), (3, 3), (4, 3), (5, 3)])
def test_the_first_round_is_r1_and_in_the_suburbs_r0(level: int, box: int) -> None:
    game = town("." * 20)
    last = numbers(level, game)[-1]
    play = walked(level, game, None, 15, 15)
    assert sheet_of(play).at == last
    assert parts(score(play.filled()))["rounds"] == TRACKS.rounds_track[box]


@clause("NE-3.2")
def test_a_round_begins_with_a_roll_of_all_dice_in_any_order() -> None:
    play = started(2)
    assert asked(play) == ("table", "roll", "NE-3.2")
    wrong = (
        "r4 g2 b3 w5 y1", f"{ROLL} r4", "r4 g2 b3 w5 y1 y1", "r7 g2 b3 w5 y1 p6",
        "r0 g2 b3 w5 y1 p6", "r4 g2 b3 w5 y1 k6", "4 2 3 5 1 6", "",
    )  # fmt: skip
    for move in wrong:
        assert refused(play, move) == "NE-3.2", move
    play.move("p6 y1 w5 b3 g2 r4")
    assert dice_of(play) == parse_dice(ROLL)
    assert dice_of(play).placed == {}


@clause("NE-3.3")
def test_the_dice_are_placed_one_at_a_time_each_with_its_effect() -> None:
    play = rolling("r4 g2 b3 w5 y1 p5")
    assert asked(play) == ("Julia", "place a die", "NE-3.3")
    play.move("place purple turn green")
    assert dice_of(play) == parse_dice("r4 g5 b3 w5 y1", placed="p2")
    play.move("place red")
    assert dice_of(play) == parse_dice("g5 b3 w5 y1", placed="r2 p2")
    play.move("place yellow")
    assert dice_of(play) == parse_dice("g5 b3 w5", placed="y1 p2", room101=2)
    assert asked(play) == ("Julia", "place a die", "NE-3.3")


@clause("NE-3.3")
def test_any_order_that_the_effects_allow_will_do() -> None:
    firsts = {"place purple turn blue", "place blue remove white", "place white change red"}
    assert firsts <= moves("r4 g4 b3 w5 y2 p1")
    orders = 0
    for order in permutations(("red", "yellow", "purple")):
        now = [parse_dice("r3 y6 p2", placed="g2")]
        for colour in order:
            now = [step.after for one in now for step in steps(one) if colour in step.words[:12]]
        orders += bool(now)
    assert orders == 3, "all but those with yellow before purple"


@clause("NE-3.3")
@pytest.mark.parametrize("move", ["place purple turn red", "place purple", "place red", "pass"])
def test_a_die_is_placed_once_and_only_if_it_is_available(move: str) -> None:
    play = rolling(ROLL, "place purple turn green", "place red")
    assert refused(play, move) == "NE-3.3"


@clause("NE-3.3")
def test_a_die_removed_or_in_room_101_is_not_available() -> None:
    play = rolling(ROLL, "place blue remove red", "place purple turn white")
    assert refused(play, "place red") == "NE-3.3"
    play = rolling("r4 g2 b3 w5 y6 p6", "place purple turn white", "place yellow")
    assert dice_of(play).room == 1
    assert refused(play, "place purple turn white") == "NE-3.3"


@clause("NE-3.2", "NE-3.3", "NE-4.2", "NE-6.2")
def test_dice_and_placements_may_be_spelled_otherwise() -> None:
    play = walked(3, town("....s" + "." * 30), 5)
    played = len(play.moves)
    answer(play, "P6, w6 R4,g2 b3 Y1", "Remove WHITE")
    answer(play, "PLACE Green, reroll purple RED", "P1 R2")
    assert [words for _, words in play.moves[played:]] == [
        "r4 g2 b3 w6 y1 p6", "remove white", "place green reroll red purple", "r2 p1",
    ]  # fmt: skip
    play.move("PLACE purple, Turn Red")
    assert play.moves[-1] == ("Julia", "place purple turn red")


@clause("NE-3.4")
@pytest.mark.parametrize(("placed", "room", "result"), [
    ("r2 g3 b4 w5 y6 p1", 0, 21),
    ("r2 g3 b4 w5 y6", 5, 15),
    ("r1 y1", 6, -4),
    ("y1", 1, 0),
])  # fmt: skip
def test_the_result_is_the_placed_dice_minus_room_101(placed: str, room: int, result: int) -> None:
    assert parse_dice("", placed, room).result == result
    assert parse_dice("p4" if "p" not in placed else "", placed, room).result == result


@clause("NE-3.4", "NE-3.5")
@pytest.mark.parametrize("result", [1, 2, 9, 14, 17])
def test_the_result_is_how_many_boxes_are_marked(result: int) -> None:
    play = walked(2, PLAIN, result)
    assert (sheet_of(play).rounds, sheet_of(play).at) == ([result], result)


@clause("NE-3.5")
def test_boxes_are_counted_on_from_the_last_x() -> None:
    play = walked(2, PLAIN, 5, 1, 12, None, 3)
    assert sheet_of(play).rounds == [5, 6, 18, 0, 21]
    assert sheet_of(play).at == 21


@clause("NE-3.5")
@pytest.mark.parametrize(("level", "box"), [(1, 10), (2, 10), (3, 10), (4, 7), (5, 7)])
def test_a_walk_goes_by_the_detour_or_passes_its_boxes_uncounted(level: int, box: int) -> None:
    play = walked(level, town(".....", detour="...", after="......"), 4, 3)
    assert sheet_of(play).rounds == [4, box]


@clause("NE-3.6")
def test_a_round_whose_dice_cannot_all_be_placed_marks_nothing_on_the_route() -> None:
    play = walked(2, PLAIN, 5)
    answer(play, "r6 g6 b1 w3 y5 p4", "place blue remove red")
    assert sheet_of(play).rounds == [5]
    play.move("place purple turn yellow")
    assert sheet_of(play).dice is None, "green 6, white 3 and yellow 2 remain, none can be placed"
    assert (sheet_of(play).rounds, sheet_of(play).at) == ([5, 0], 5)
    assert asked(play) == ("table", "roll", "NE-3.2")


@clause("NE-3.6")
def test_the_round_goes_on_as_long_as_some_die_can_be_placed() -> None:
    assert steps(parse_dice("g6 b6", placed="r1")) == []
    assert moves("g6 b6 p2", placed="r1") != set()
    play = rolling("r1 g6 b6 w6 y6 p1", "place purple turn red")
    assert asked(play)[1] == "place a die"
    assert sheet_of(play).rounds == []


@clause("NE-3.7")
@pytest.mark.parametrize("mark", "rgbwyps")
@pytest.mark.parametrize("level", LEVELS)
def test_a_round_that_ends_on_a_zone_marks_big_brother(mark: str, level: int) -> None:
    game = town(f"....{mark}....{mark}" + "." * 30)
    play = walked(level, game, 5)
    assert sheet_of(play).big_brother == 1
    beside = walked(level, game, 4)
    assert sheet_of(beside).big_brother == 0
    walk(beside, 2)
    assert sheet_of(beside).big_brother == 0, "passing over a zone marks nothing"


@clause("NE-3.7")
def test_big_brothers_boxes_are_marked_one_after_the_other() -> None:
    play = walked(2, town("....r....s" + "." * 30), 5, 5)
    assert sheet_of(play).big_brother == 2
    walk(play, 5)
    assert sheet_of(play).big_brother == 2


@clause("NE-3.8")
@pytest.mark.parametrize("result", [None, 0, -1])
@pytest.mark.parametrize(("mark", "removed"), [("r", "red"), ("s", SECURITY)])
def test_a_round_that_marks_no_box_is_not_seen_on_a_zone(
    mark: str, removed: str, result: int | None
) -> None:
    play = walked(2, town(f"....{mark}" + "." * 30), 5, result)
    assert (sheet_of(play).rounds, sheet_of(play).at) == ([5, 0], 5)
    assert sheet_of(play).big_brother == 1
    with_eye = walked(3, town(f"....{mark}" + "." * 30), 5)
    walk(with_eye, result, removed=removed)
    assert (sheet_of(with_eye).rounds, sheet_of(with_eye).big_brother) == ([5, 0], 1)


@clause("NE-3.8")
@pytest.mark.parametrize("result", [None, 0])
@pytest.mark.parametrize(("mark", "removed"), [("r", "red"), ("s", SECURITY)])
def test_a_round_that_marks_no_box_removes_no_die_from_the_next(
    mark: str, removed: str, result: int | None
) -> None:
    play = walked(3, town(f"....{mark}" + "." * 30), 5)
    walk(play, result, removed=removed)
    assert refused(play, ROLL.replace("r4 ", "")) == "NE-3.2"
    play.move(ROLL)
    assert dice_of(play) == parse_dice(ROLL)


@clause("NE-3.9")
@pytest.mark.parametrize("level", LEVELS)
def test_boxes_past_the_golden_country_are_ignored(level: int) -> None:
    game = town("." * 7, golden=2)
    last = game.data.facts()["golden_last"]
    play = walked(level, game, 7, 15)
    assert (sheet_of(play).rounds, sheet_of(play).at) == ([7, last], last)
    assert play.decision is None
    report = score(play.filled())
    assert report.final
    assert parts(report)["golden_country"] == 102


@clause("NE-3.9")
def test_a_full_big_brother_track_takes_no_more_marks() -> None:
    play = walked(2, town("..r..r..r..r" + "." * 30), 3, 3, 3, 3)
    assert sheet_of(play).big_brother == len(BIG_BROTHER) - 1 == 2
    assert sheet_of(play).position().big_brother == 2
    walk(play, 16, 16)
    assert parts(score(play.filled()))["big_brother"] == BIG_BROTHER[-1]


@clause("NE-4.1")
@pytest.mark.parametrize(
    ("placed", "value"), [("b2 w5", 2), ("b2", 2), ("g3 y3", 3), ("w6", 6), ("g1 p6", 1)]
)
def test_red_takes_the_value_of_the_lowest_placed_die(placed: str, value: int) -> None:
    for red in (1, 5):
        available, now, _ = after("place red", f"r{red}", placed)
        assert (available, now["red"]) == ({}, value)
        assert {short: now[short] for short in now if short != "red"} == parse_dice(
            "", placed
        ).placed


@clause("NE-4.1")
def test_red_looks_at_no_available_die_and_needs_a_placed_one() -> None:
    _, placed, _ = after("place red", "r5 g1 y1", "b2 w5")
    assert placed["red"] == 2
    assert moves("r4 g1 y1 p1") & {"place red"} == set()
    assert refused(rolling(), "place red") == "NE-4.1"
    no_move(rolling(), "place red blue")


@clause("NE-4.2")
def test_green_rerolls_exactly_as_many_available_dice_as_it_shows() -> None:
    greens = {words for words in moves("g2 p4 r5 y1", "b2 w5") if "green" in words[:11]}
    assert greens == {
        "place green reroll red yellow",
        "place green reroll red purple",
        "place green reroll yellow purple",
    }
    assert moves("g3 p4 y1", "b2") & {"place green reroll yellow purple"} == set()
    assert moves("g1", "r1 b2 w3 y4 p5") == set(), "placed dice do not count"
    for dice in ("red", "red blue white"):
        assert refused(rolling(), f"place green reroll {dice}") == "NE-4.2", dice
    assert refused(rolling(), "place green") == "NE-4.2"
    for dice in ("green red", "", "red red"):
        no_move(rolling(), f"place green reroll {dice}".strip())
    play = rolling()
    play.move("place green reroll blue red")  # in any order
    assert play.moves[-1] == ("Julia", "place green reroll red blue")


@clause("NE-3.3")
def test_a_refused_placement_names_those_of_its_die() -> None:
    """Of the many placements there are those that begin like the one that was tried."""
    play = rolling()
    assert len(options(play)) > MOST
    message = tools.refused(play, "place green reroll red").message
    named = re.split(" or |, ", message.split("; choose ")[1])
    assert len(named) == 4
    assert all(one.startswith("place green reroll red ") for one in named)


@clause("NE-3.3", "NE-4.1", "NE-4.2", "NE-4.3", "NE-4.4", "NE-4.5", "NE-4.6")
@pytest.mark.parametrize(("roll", "before", "move", "rule", "why"), [
    (ROLL, (), "place red", "NE-4.1", "no other die is placed yet"),
    (ROLL, (), "place green", "NE-4.2", "green shows 2, so it rerolls exactly 2 others"),
    (ROLL, (), "place green reroll red", "NE-4.2", "green shows 2, so it rerolls exactly 2 others"),
    ("r4 g1 b3 w5 y1 p6", (), "place green reroll red blue", "NE-4.2",
        "green shows 1, so it rerolls exactly 1 other"),
    (ROLL, ("place purple turn red",), "place green reroll red purple", "NE-4.2",
        "purple is placed already"),
    ("r4 g6 b3 w5 y1 p6", (), "place green reroll red blue white yellow purple", "NE-4.2",
        "green shows 6, so it rerolls exactly 6 others; there are only 5"),
    (ROLL, (), "place blue", "NE-4.3", "name the die to remove"),
    (ROLL, (), "place blue remove green", "NE-4.3",
        "green shows 2, no more than blue, which shows 3"),
    ("r4 g2 b3 w5 y6 p6", (), "place blue remove yellow", "NE-4.3", "blue never removes yellow"),
    (ROLL, ("place blue remove red", "place purple turn white"), "place white change red", "NE-4.4",
        "red is removed or in Room 101"),
    ("r4 g4 b3 w5 y1 p6", (), "place white", "NE-4.4", "name the die to change"),
    ("r4 g4 b3 w5 y1 p6", (), "place white change blue", "NE-4.4",
        "blue shows 3, which no other die shows"),
    (ROLL, (), "place yellow", "NE-4.5", "yellow shows 1, and no die is placed on space 1"),
    (ROLL, (), "place purple", "NE-4.6", "name the die to turn"),
    (ROLL, ("place blue remove red",), "place purple turn red", "NE-4.6",
        "red is removed or in Room 101"),
    (ROLL, ("place blue remove red",), "place red", "NE-3.3", "red is removed or in Room 101"),
    (ROLL, ("place purple turn green",), "place purple", "NE-3.3", "purple is placed already"),
    (ROLL, ("place purple turn red", "place red", "place yellow"), "place red", "NE-3.3",
        "red is removed or in Room 101"),
])  # fmt: skip
def test_a_refused_placement_says_why(
    roll: str, before: tuple[str, ...], move: str, rule: str, why: str
) -> None:
    finding = tools.refused(rolling(roll, *before), move)
    assert (finding.rule, finding.message.split("; choose ")[0]) == (rule, f"{move}: {why}")


@clause("NE-4.2")
def test_green_needs_as_many_available_dice() -> None:
    for value in range(1, 7):
        found = {words for words in moves(f"r1 g{value} b1 w1 y1 p1") if "green" in words[:11]}
        assert len(found) == (5, 10, 10, 5, 1, 0)[value - 1]
    play = rolling("r1 g6 b3 w5 y1 p6")
    assert refused(play, "place green reroll red blue white yellow purple") == "NE-4.2"


@clause("NE-4.2")
def test_the_dice_rolled_again_show_new_values_the_others_stay() -> None:
    play = rolling(ROLL, "place green reroll red purple")
    assert asked(play) == ("table", "reroll", "NE-4.2")
    for move in ("r3", "r3 b5", "r3 p5 w5", "r3 p7", "r3 r3", "g2 r3", ""):
        assert refused(play, move) == "NE-4.2", move
    play.move("p5 r3")
    assert dice_of(play) == parse_dice("r3 b3 w5 y1 p5", placed="g2")
    assert asked(play)[1] == "place a die"


@clause("NE-4.2")
def test_a_step_of_green_waits_for_the_dice_to_fall() -> None:
    step = next(
        one for one in steps(parse_dice(ROLL)) if one.words == "place green reroll red blue"
    )
    assert step.after == parse_dice("r4 b3 w5 y1 p6", placed="g2")
    assert step.targets == (0, 2)
    assert rerolled(step.after, read_dice("r3 b5")) == parse_dice("r3 b5 w5 y1 p6", placed="g2")
    assert step.after == parse_dice("r4 b3 w5 y1 p6", placed="g2"), "and stays as it was"


@clause("NE-4.3")
def test_blue_removes_a_higher_die_never_yellow() -> None:
    found = {words for words in moves("r3 b3 w5 y6", "g2 p4") if "blue" in words[:10]}
    assert found == {"place blue remove white", "place blue remove purple"}
    available, placed, room = after("place blue remove white", "r3 b3 w5 y6", "g2 p4")
    assert available == {"red": 3, "yellow": 6}
    assert placed == {"blue": 3, "green": 2, "purple": 4}
    assert room == 0
    available, placed, _ = after("place blue remove purple", "r3 b3 w5 y6", "g2 p4")
    assert (available, placed) == ({"red": 3, "white": 5, "yellow": 6}, {"blue": 3, "green": 2})


@clause("NE-4.3")
@pytest.mark.parametrize("roll", ["r4 g2 b6 w6 y6 p6", "r1 g2 b3 w3 y6 p2", "b1 y6"])
def test_blue_needs_a_higher_die_that_is_not_yellow(roll: str) -> None:
    assert not any("blue" in words[:10] for words in moves(roll))


@clause("NE-4.3")
@pytest.mark.parametrize("target", [" remove yellow", " remove green", ""])
def test_blue_does_not_remove_any_other_die(target: str) -> None:
    play = rolling("r4 g2 b3 w5 y6 p3")
    no_move(play, "place blue remove blue")
    assert refused(play, f"place blue{target}") == "NE-4.3"
    play.move("place blue remove red")
    assert dice_of(play) == parse_dice("g2 w5 y6 p3", placed="b3")


@clause("NE-4.4")
def test_white_changes_one_of_two_like_dice_to_its_value() -> None:
    found = {words for words in moves("r4 w5 y6", "g2 p6") if "white" in words[:11]}
    assert found == {"place white change yellow", "place white change purple"}
    available, placed, _ = after("place white change yellow", "r4 w5 y6", "g2 p6")
    assert available == {"red": 4, "yellow": 5}
    assert placed == {"green": 2, "white": 5, "purple": 6}
    available, placed, _ = after("place white change purple", "r4 w5 y6", "g2 p6")
    assert (available["yellow"], placed["purple"]) == (6, 5)


@clause("NE-4.4")
@pytest.mark.parametrize(("roll", "placed", "targets"), [
    ("w5 r4 g4", "", {"red", "green"}),
    ("w5", "r4 g4", {"red", "green"}),
    ("w5 r4", "g4", {"red", "green"}),
    ("w5 r4", "g4 b2 p2", {"red", "green", "blue", "purple"}),
    ("w5 r4", "g4 b4 p2", {"red", "green", "blue"}),
    ("w5 r5", "g4 b2", set()),
    ("w4 r5", "g4 b2", set()),
])  # fmt: skip
def test_white_needs_two_like_dice_among_the_others(
    roll: str, placed: str, targets: set[str]
) -> None:
    found = {words for words in moves(roll, placed) if "white" in words[:11]}
    assert found == {f"place white change {target}" for target in targets}


@clause("NE-4.4")
@pytest.mark.parametrize("target", [" change red", " change blue", ""])
def test_white_changes_no_die_that_none_other_is_like(target: str) -> None:
    play = rolling("r5 g2 b6 w5 y6 p2")
    no_move(play, "place white change white")
    if target == " change blue":
        play.move(f"place white{target}")
        assert dice_of(play) == parse_dice("r5 g2 b5 y6 p2", placed="w5")
    else:
        assert refused(play, f"place white{target}") == "NE-4.4"


@clause("NE-4.4")
def test_the_two_may_already_equal_white() -> None:
    assert "place white change red" in moves("r5 w5 p5", "b1")
    available, placed, room = after("place white change red", "r5 w5 p5", "b1")
    assert (available, placed, room) == ({"red": 5, "purple": 5}, {"white": 5, "blue": 1}, 0)


@clause("NE-4.5")
def test_yellow_sends_the_die_on_the_space_it_numbers_to_room_101() -> None:
    assert after("place yellow", "y1 p2", "r4 g3") == ({"purple": 2}, {"yellow": 1, "green": 3}, 4)
    play = rolling("r6 g2 b3 w5 y1 p5", "place purple turn blue", "place red", "place yellow")
    assert dice_of(play) == parse_dice("g2 b4 w5", placed="y1 p2", room101=2)


@clause("NE-4.5")
def test_a_yellow_five_goes_to_room_101_itself() -> None:
    assert after("place yellow", "y5", "r4") == ({}, {"red": 4}, 5)
    assert after("place yellow", "y5 p1") == ({"purple": 1}, {}, 5)


@clause("NE-4.5")
@pytest.mark.parametrize("value", [1, 2, 3, 4, 6])
def test_yellow_needs_a_placed_die_there(value: int) -> None:
    other = [colour[0] for at, colour in enumerate(COLOURS, 1) if at not in (value, 5)]
    there = COLOURS[value - 1][0]
    placed = " ".join(f"{letter}3" for letter in other)
    assert moves(f"y{value} {there}3", placed) & {"place yellow"} == set(), "only available"
    assert moves(f"y{value}", placed) == set(), "gone"
    assert moves(f"y{value}", f"{placed} {there}3") == {"place yellow"}
    play = rolling(f"r4 g2 b3 w5 y{value} p6")
    assert refused(play, "place yellow") == "NE-4.5"


@clause("NE-4.6")
def test_purple_and_another_die_are_turned_over() -> None:
    available, placed, _ = after("place purple turn green", "g3 p5 w1", "r2")
    assert available == {"green": 4, "white": 1}
    assert placed == {"red": 2, "purple": 2}
    available, placed, _ = after("place purple turn red", "g3 p5 w1", "r2")
    assert (available["green"], placed) == (3, {"red": 5, "purple": 2})


@clause("NE-4.6")
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_turned_over_shows_seven_minus_its_value(value: int) -> None:
    _, placed, _ = after("place purple turn green", f"p{value}", f"g{value}")
    assert placed == {"green": 7 - value, "purple": 7 - value}


@clause("NE-4.6")
def test_purple_turns_any_one_other_die_and_must_if_there_is_one() -> None:
    turns = {f"place purple turn {colour}" for colour in ("red", "green", "blue", "yellow")}
    found = {words for words in moves("r4 p6 y5", "g2 b1") if "purple" in words[:12]}
    assert found == turns
    assert refused(rolling(), "place purple") == "NE-4.6"
    for target in ("purple", "white red"):
        no_move(rolling(), f"place purple turn {target}")


@clause("NE-4.6")
@pytest.mark.parametrize("room", [0, 5])
def test_with_no_other_die_purple_turns_over_alone(room: int) -> None:
    assert moves("p5", room101=room) == {"place purple"}
    assert after("place purple", "p5", room101=room) == ({}, {"purple": 2}, room)


@clause("NE-4.7")
def test_no_effect_reaches_a_die_in_room_101_or_removed() -> None:
    # A red 1, a green 6 and more would each be reached, were they there.
    assert after("place red", "r5", "y2 b4", 1)[1]["red"] == 2
    assert moves("g1", "y2 b4", 6) == set()
    assert moves("b3", "y2 r1", 6) == set()
    assert moves("w3", "y2 r6", 6) == set()
    assert moves("p3", "y2", 6) == {"place purple turn yellow"}
    assert moves("y1", "b3") == set()


@clause("NE-4.7")
def test_a_value_changed_later_changes_the_sum_and_triggers_nothing() -> None:
    play = rolling("r6 g1 b2 w6 y3 p4", "place green reroll purple", "p5")
    answer(play, "place purple turn green")
    assert dice_of(play) == parse_dice("r6 b2 w6 y3", placed="g6 p2"), "green rolls nothing again"
    assert asked(play)[1] == "place a die"
    available, placed, room = after("place purple turn yellow", "p5", "y2 g3 r1 b4")
    assert (available, room) == ({}, 0), "a yellow 5 does not go to Room 101 now"
    assert outcome(placed, room) == 2 + 5 + 3 + 1 + 4
    _, placed, _ = after("place purple turn blue", "p5", "r4 b4")
    assert placed == {"purple": 2, "red": 4, "blue": 3}, "red does not follow blue"


@clause("NE-4.7")
def test_a_die_acts_with_the_value_that_it_shows_when_it_is_placed() -> None:
    play = rolling("r4 g1 b3 w5 y2 p6", "place purple turn green")
    assert {words for words in options(play) if "green" in words[:11]} == set(), "a six now"
    play = rolling("r4 g6 b3 w5 y2 p6", "place purple turn green")
    assert "place green reroll red" in options(play)
    now = parse_dice("r6 b3", placed="p1")
    assert after("place red", "r6 b3", "p1")[1]["red"] == 1
    assert now.placed == {"purple": 1}


@clause("NE-5.1")
@pytest.mark.parametrize("level", LEVELS)
def test_the_game_ends_at_once_in_the_golden_country(level: int) -> None:
    game = town("....", detour="..", after="..", golden=9)
    first = game.data.facts()["golden_first"]
    boxes = numbers(level, game).index(first)
    play = walked(level, game, boxes)
    assert play.decision is not None, "the box before it is not enough"
    walk(play, 1)
    assert sheet_of(play).at == first
    assert play.decision is None
    assert refused(play, ROLL) == "NE-5.1"
    assert score(play.filled()).final


@clause("NE-5.1")
@pytest.mark.parametrize("level", LEVELS)
def test_after_the_last_round_a_loss_has_no_score(level: int) -> None:
    rounds = 9 if level == 1 else 8
    play = walked(level, PLAIN, 12, *[None] * (rounds - 2))
    assert play.decision is not None
    assert not score(play.filled()).final
    walk(play, 10)
    assert play.decision is None
    report = score(play.filled())
    assert report.final
    assert report.result is not None
    (one,) = report.result.standings
    assert (one.total, one.tally.out, report.result.winners) == (None, True, ())
    road = numbers(level, PLAIN)
    missing = road.index(PLAIN.data.facts()["golden_first"]) - road.index(sheet_of(play).at)
    assert re.search(rf"\b{missing} boxes\b", " ".join(one.tally.notes)), one.tally.notes


@clause("NE-5.1")
def test_the_last_round_may_still_win() -> None:
    play = walked(2, town("." * 10), *[None] * 7, 15)
    assert play.decision is None
    report = score(play.filled())
    assert report.result is not None
    assert (report.result.winners, parts(report)["rounds"]) == (("Julia",), TRACKS.rounds_track[8])


@clause("NE-5.1")
@pytest.mark.parametrize(("level", "most"), [(1, 9), (2, 8), (3, 8), (4, 8), (5, 8)])
def test_a_sheet_has_at_most_as_many_rounds_as_its_level(level: int, most: int) -> None:
    assert checked([0] * most, level).final
    assert broken(checked([0] * (most + 1), level))[0] == ("NE-5.1", f"rounds.{most}")
    assert broken(checked([0] * (most + 3), level))[0] == ("NE-5.1", f"rounds.{most}")


@clause("NE-5.1")
@pytest.mark.parametrize("later", [0, 16, 15, 3])
def test_no_round_follows_the_arrival(later: int) -> None:
    game = town("." * 10)
    assert checked([10, 15], 4, game).final
    report = checked([10, 15, later], 4, game)
    assert ("NE-5.1", "rounds.2") in broken(report)


@clause("NE-5.2")
@pytest.mark.parametrize("level", LEVELS)
def test_the_subtotal_is_the_points_at_the_last_marked_boxes(level: int) -> None:
    game = town("....r....b" + "." * 10)
    first = game.data.facts()["golden_first"]
    rounds = [5, first + 2] if level not in EYE else [4, first + 2]
    report = score(filled(rounds, level, game))
    assert report.final
    rounds_box = 1 if level == 1 else 2
    assert parts(report) == {
        "golden_country": 103, "big_brother": BIG_BROTHER[1 if level not in EYE else 0],
        "rounds": TRACKS.rounds_track[rounds_box], "multiplier": level,
    }  # fmt: skip


@clause("NE-5.2")
def test_an_unmarked_big_brother_track_has_its_own_value() -> None:
    game = town("....r....r" + "." * 10)
    found = [
        parts(score(filled(rounds, 2, game)))["big_brother"]
        for rounds in ([6, 26], [5, 26], [5, 10, 26])
    ]
    assert found == list(BIG_BROTHER)


@clause("NE-5.3")
@pytest.mark.parametrize("level", LEVELS)
def test_the_total_is_the_subtotal_times_the_level(level: int) -> None:
    game = town("." * 15)
    report = score(filled([15, game.data.facts()["golden_first"]], level, game))
    round_points = TRACKS.rounds_track[1 if level == 1 else 2]
    assert total(report) == (101 + BIG_BROTHER[0] + round_points) * level
    assert parts(report)["multiplier"] == level


@clause("NE-6.1")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_control_zone_removes_its_die_from_the_next_roll(colour: str, level: int) -> None:
    play = walked(level, town(f"....{colour[0]}" + "." * 30), 5)
    five = " ".join(die for die in ROLL.split() if die[0] != colour[0])
    right, wrong = (five, ROLL) if level in EYE else (ROLL, five)
    assert refused(play, wrong) == "NE-3.2"
    play.move(right)
    assert dice_of(play) == parse_dice(right)
    assert asked(play)[1] == "place a die"


@clause("NE-6.1")
def test_the_die_is_back_after_one_round() -> None:
    play = walked(3, town("....r" + "." * 30), 5)
    walk(play, 4, removed="red")
    answer(play, ROLL)
    assert dice_of(play) == parse_dice(ROLL)


@clause("NE-6.2")
@pytest.mark.parametrize("level", LEVELS)
def test_maximum_security_removes_the_highest_die_after_the_roll(level: int) -> None:
    play = walked(level, town("....s" + "." * 30), 5)
    assert refused(play, "r4 g2 b3 w5 y1") == "NE-3.2", "all six are rolled"
    play.move(ROLL)
    assert asked(play)[1] == "place a die"
    assert dice_of(play) == parse_dice(ROLL.replace(" p6", "") if level in EYE else ROLL)


@clause("NE-6.2")
def test_of_several_highest_dice_the_player_chooses() -> None:
    play = walked(5, town("....s" + "." * 30), 5)
    play.move("r4 g2 b5 w5 y1 p5")
    assert asked(play) == ("Julia", "highest die", "NE-6.2")
    assert options(play) == {"remove blue", "remove white", "remove purple"}
    for move in ("remove red", "remove", "place blue remove white"):
        assert refused(play, move) == "NE-6.2"
    play.move("remove white")
    assert dice_of(play) == parse_dice("r4 g2 b5 y1 p5")
    assert asked(play)[1] == "place a die"


@clause("NE-6.2")
def test_yellow_is_removed_too_if_it_is_the_highest() -> None:
    for roll, move in (("r4 g2 b3 w5 y6 p1", ""), ("r6 g2 b3 w5 y6 p6", "remove yellow")):
        play = walked(3, town("....s" + "." * 30), 5)
        answer(play, roll, *[move] * bool(move))
        assert dice_of(play) == parse_dice(re.sub(r" y\d", "", roll))


@clause("NE-6.2")
def test_all_dice_are_back_after_one_round() -> None:
    play = walked(3, town("....s" + "." * 30), 5)
    walk(play, 4, removed=SECURITY)
    answer(play, ROLL)
    assert dice_of(play) == parse_dice(ROLL)


@clause("NE-7.1", "NE-7.2", "NE-7.3")
@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_sheet_is_sound(level: int) -> None:
    game = town("....." + "." * 10)
    rounds = [5, 0, 15, game.data.facts()["golden_first"] + 1]
    report = checked(rounds, level, game, **counts(rounds, level, game))
    assert report.final, report.findings
    assert checked(rounds, level, game).final, "what follows from the rounds may be left out"


@clause("NE-7.1")
@pytest.mark.parametrize(
    ("rounds", "at"),
    [([10, 10], 1), ([10, 7], 1), ([4, 0, 4], 2), ([5, -3], 1), ([999], 0), ([4, 999], 1)],
)
def test_the_x_marks_rise_on_boxes_of_the_route(rounds: list[int], at: int) -> None:
    assert broken(checked(rounds, 2, PLAIN))[:1] == [("NE-7.1", f"rounds.{at}")]


@clause("NE-7.1")
def test_a_round_marks_as_many_boxes_as_a_result_can_be() -> None:
    for boxes in range(1, 50):
        found = broken(checked([boxes], 2, PLAIN))
        assert found == ([] if boxes in NONE else [("NE-7.1", "rounds.0")])
        found = broken(checked([2, 0, 2 + boxes], 2, PLAIN))
        assert found == ([] if boxes in NONE else [("NE-7.1", "rounds.2")])


@clause("NE-7.1")
def test_the_boxes_passed_by_are_not_counted() -> None:
    far = max(NONE)
    game = town("." * 5, detour="...", after="." * 60)
    assert checked([5, 5 + 3 + far], 2, game).valid
    assert broken(checked([5, 5 + 3 + far + 1], 2, game)) == [("NE-7.1", "rounds.1")]
    assert broken(checked([5, 5 + 3 + far], 4, game)) == [("NE-7.1", "rounds.1")]
    assert checked([5, 5 + far], 4, game).valid


@clause("NE-7.1")
@pytest.mark.parametrize("level", sweep(LEVELS, [2, 3]))
@pytest.mark.parametrize("mark", "rgbwyps")
def test_after_a_zone_the_eye_leaves_other_results(mark: str, level: int) -> None:
    game = town(f"....{mark}" + "." * 60)
    assert not zone(4, game)
    left = row(results_of(zone(5, game))).boxes if level in EYE else NONE
    for boxes in range(1, 40):
        sound = [
            checked(rounds, level, game).valid
            for rounds in ([5, 5 + boxes], [4, 4 + boxes], [5, 0, 5 + boxes])
        ]
        assert sound == [boxes in left, boxes in NONE, boxes in NONE], boxes


def with_results(game: Game[Any], **changed: Any) -> Game[Any]:
    """A game with another results table: ``red={"boxes": (1, 2)}``."""
    rows = [msgspec.structs.replace(one, **changed.get(one.id, {})) for one in game.data.results]
    return msgspec.structs.replace(
        game, data=msgspec.structs.replace(game.data, results=tuple(rows))
    )


@clause("NE-7.1", "NE-3.9")
@pytest.mark.parametrize(("rounds", "at"), [
    ([5, 16], None),  # nine boxes
    ([6, 16], None),  # nine, the last of them past the end
    ([5, 10, 16], None),  # four would do: five, six or nine
    ([6, 15], 1),  # seven, and box 16 is free
    ([16], 0),  # fourteen
])  # fmt: skip
def test_a_last_round_may_run_past_the_golden_country(rounds: list[int], at: int | None) -> None:
    game = with_results(town("." * 10, golden=3), none={"boxes": (5, 6, 9)})
    assert game.data.facts()["golden_last"] == 16
    found = broken(checked(rounds, 2, game))
    assert found == ([] if at is None else [("NE-7.1", f"rounds.{at}")])


@clause("NE-7.1")
def test_a_round_marks_nothing_only_if_it_can() -> None:
    cannot = {"nothing": False}
    game = with_results(town("....rg" + "." * 30), none=cannot, red=cannot)
    assert broken(checked([4, 0], 3, game)) == [("NE-7.1", "rounds.1")]
    assert broken(checked([5, 0], 3, game)) == [("NE-7.1", "rounds.1")]
    assert broken(checked([5, 0], 2, game)) == [("NE-7.1", "rounds.1")]
    assert checked([6, 0], 3, game).valid


@clause("NE-7.1")
@pytest.mark.parametrize("rounds", [[], [5], [5, 0], [0, 0, 0]])
def test_a_game_that_is_not_over_is_sound_but_not_final(rounds: list[int]) -> None:
    report = checked(rounds, 2, PLAIN)
    assert report.valid
    assert not report.final
    assert report.provisional


@clause("NE-7.1")
def test_an_answer_not_given_yet_is_missing_and_breaks_nothing() -> None:
    for text, missing in (
        ("level: null, rounds: [5]", [("level",)]),
        ("level: 2, rounds: null", [("rounds",)]),
        ("level: 2, rounds: [5, null, 12]", [("rounds", "1")]),
    ):
        report = scoring.check(scoring.read(f"{{game: nineteen_eighty_four, {text}}}"))
        assert report.valid, report.findings
        assert set(missing) <= set(report.missing)
        assert not report.final


@clause("NE-7.1")
@pytest.mark.parametrize("box", [4, 5])
def test_x_marks_rise_past_one_that_is_not_known(box: int) -> None:
    text = f"{{game: nineteen_eighty_four, level: 2, rounds: [5, null, {box}]}}"
    assert broken(scoring.check(scoring.read(text))) == [("NE-7.1", "rounds.2")]


@clause("NE-7.2")
@pytest.mark.parametrize(
    ("rounds", "marked"),
    [([4], 0), ([5], 1), ([4, 6], 0), ([5, 10], 2), ([5, 0, 0, 10], 2), ([5, 10, 15, 21], 2)],
)
def test_big_brother_boxes_are_the_rounds_that_ended_on_a_zone(
    rounds: list[int], marked: int
) -> None:
    game = town("....r....s....b" + "." * 30)
    for boxes in range(5):
        found = broken(checked(rounds, 2, game, big_brother=boxes))
        assert found == ([] if boxes == marked else [("NE-7.2", "big_brother")])


@clause("NE-7.3")
@pytest.mark.parametrize("name", ["golden_country", "subtotal", "total"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_boxes_and_the_score_agree_with_the_route(name: str, level: int) -> None:
    game = town("." * 15)
    rounds = [15, game.data.facts()["golden_first"] + 2]
    right = counts(rounds, level, game)
    assert right["golden_country"] == 3
    assert right["total"] == right["subtotal"] * level
    for value in (right[name] + 1, right[name] - 1, 0):
        assert broken(checked(rounds, level, game, **{name: value})) == [("NE-7.3", name)]
    assert checked(rounds, level, game, **{name: right[name]}).final


@clause("NE-7.3")
def test_a_sheet_short_of_the_golden_country_has_none_of_its_boxes() -> None:
    assert checked([5, 12], 2, PLAIN, golden_country=0).valid
    assert broken(checked([5, 12], 2, PLAIN, golden_country=1)) == [("NE-7.3", "golden_country")]


@clause("NE-7.1", "NE-7.2", "NE-7.3")
@pytest.mark.parametrize("level", LEVELS)
def test_the_sheet_of_a_played_game_is_sound(level: int) -> None:
    game = town("....." + "." * 20)
    play = started(level, game)
    while play.decision is not None:
        answer(play, *round_of(9))
    position = sheet_of(play).position()
    assert (position.level, list(position.rounds or ())) == (level, sheet_of(play).rounds)
    report = score(play.filled())
    assert report.final, report.findings
    right = counts(sheet_of(play).rounds, level, game)
    assert total(report) == right["total"]


@clause("NE-2.1", "NE-2.2", "NE-5.1", "NE-7.1")
@pytest.mark.parametrize(("rounds", "level", "message"), [
    ([], 6, "there is no level 6; levels are 1 to 5"),
    ([0] * 9, 2, "round 9, but this level has only 8 rounds"),
    ([10, 10], 2, "box 10 is not past box 10, where the last X is"),
    ([999], 2, "there is no box 999; boxes are 1 to 32, 0 for none marked"),
    ([5, -3], 2, "there is no box -3; boxes are 1 to 32, 0 for none marked"),
    ([11], 2, "box 11 is on the detour, which level x2 does not take"),
    ([5, 15, 29, 31], 2, "a round after box 29, where the walk ended in the Golden Country"),
    ([27], 4, "27 boxes from 0 to 27, but a roll of six dice can only mark 0 to 23 boxes"),
    ([5, 31], 5,
        "26 boxes from 5 to 31, but a roll without the red die (NE-6) can only mark 0 to 17 boxes"),
    ([6, 31], 5,
        "25 boxes from 6 to 31, but a roll without the highest die (NE-6) can only mark 0 to 24 "
        "boxes"),
])  # fmt: skip
def test_a_mark_that_cannot_be_says_why(rounds: list[int], level: int, message: str) -> None:
    game = town("....rs....", detour="..", after="." * 16)
    assert checked(rounds, level, game).findings[0].message == message


@clause("NE-7.2", "NE-7.3")
@pytest.mark.parametrize(("said", "message"), [
    ({"big_brother": 1}, "found 1, but the rounds that ended on a zone mark 0 boxes"),
    ({"golden_country": 1}, "found 1, but the last X is on box 3 of the Golden Country"),
    ({"subtotal": 1}, "found 1, but 103 + 20 + 18 = 141"),
    ({"total": 1}, "found 1, but 141 × 3 = 423"),
])  # fmt: skip
def test_a_sum_that_is_wrong_is_shown_as_it_should_be(said: dict[str, int], message: str) -> None:
    game = town("." * 15)
    rounds = [15, game.data.facts()["golden_first"] + 2]
    (finding,) = checked(rounds, 3, game, **said).findings
    assert finding.message == message


@clause("NE-5.2")
@pytest.mark.parametrize("track", ["golden_country", "big_brother", "rounds"])
def test_the_points_of_each_track_are_checked_if_they_are_written_down(track: str) -> None:
    game = town("." * 15)
    rounds = [15, game.data.facts()["golden_first"] + 2]
    right = {"golden_country": 103, "big_brother": 20, "rounds": 18}[track]
    assert checked(rounds, 3, game, points={track: right}).final
    (finding,) = checked(rounds, 3, game, points={track: right + 1}).findings
    assert (finding.rule, finding.path) == ("NE-5.2", f"points.{track}")
    assert finding.message == f"found {right + 1}, but the track scores {right}"
    assert [*checked(rounds, 3, game, points={track: None}).missing] == [("points", track)]


@clause("NE-7.3", "NE-5.1")
def test_a_walk_that_did_not_arrive_has_no_sums() -> None:
    (finding,) = checked([5, 12], 2, PLAIN, total=5).findings
    assert finding.message == "found 5, but a walk without a golden box has no score (NE-5.1)"
