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
from scoring.play.play import IllegalMove, Play
from scoring.positions.positions import Report, score
from tests import golden_files
from tests.nineteen_eighty_four import sample_walks as walks
from tests.nineteen_eighty_four.brute_force import COLOURS, outcome
from tests.nineteen_eighty_four.sample_walks import (
    BIG_BROTHER,
    EYE,
    GAME,
    LEVELS,
    ROLL,
    checked,
    counts,
    dice_of,
    filled,
    moves,
    numbers,
    options,
    rolling,
    sheet_of,
    started,
    town,
    walk,
    walked,
)
from tests.scoring import tools
from tests.scoring.tools import answer, broken, standings
from tests.sweeps import sweep

clause = pytest.mark.clause
PLAIN = town("." * 60)
ARRIVING = town("." * 15)  # golden from 19 on
FACTS = GAME.data.facts()
TRACKS = GAME.data.numbers
NONE = walks.row("none").boxes


def with_results(game: Game[Any], **boxes: tuple[int, ...]) -> Game[Any]:
    """A game in which rounds mark other numbers of boxes: ``red=(1, 2)``; with none no round marks
    nothing."""
    replace = msgspec.structs.replace
    rows = [
        replace(one, boxes=boxes[one.id] or one.boxes, nothing=bool(boxes[one.id]))
        if one.id in boxes
        else one
        for one in game.data.results
    ]
    return replace(game, data=replace(game.data, results=tuple(rows)))


def refused(play: Play, move: str) -> str:
    """The clause that refuses a move, which then has changed nothing."""
    return tools.refused(play, move).rule


def asked(play: Play) -> str:
    return " ".join(walks.asked(play))


def targets(die: str, roll: str, placed: str = "", room101: int = 0) -> set[str]:
    """Return the uses of a die's effect, as its verb and dice; "" for a die alone."""
    found = [words.split(" ", 2) for words in moves(roll, placed, room101)]
    return {" ".join(words[2:]) for words in found if words[1] == die}


def parts(report: Report) -> dict[str, int]:
    (one,) = standings(report)
    return {part.label: part.points for part in one.tally.parts}


@clause("NE-1.1")
def test_one_player_and_six_dice() -> None:
    assert [die.id for die in GAME.data.dice] == list(COLOURS)
    assert (GAME.head.players.min, GAME.head.players.max) == (1, 1)
    for names in ((), ("Julia", "Winston")):
        with pytest.raises(IllegalMove):
            Play(GAME, names)
    play = started(2)
    assert asked(play) == "table roll NE-3.2"
    play.move(ROLL)
    assert dice_of(play) == parse_dice(ROLL)
    assert asked(play) == "Julia place a die NE-3.3"


@clause("NE-1.2")
@pytest.mark.parametrize(("space", "colour"), [*enumerate(COLOURS, 1)])
def test_the_spaces_are_numbered_in_the_order_of_the_dice(space: int, colour: str) -> None:
    """Each die shows the number of its own space."""
    available, placed, room = walks.after("place yellow", f"y{space}", "r1 g2 b3 w4 p6")
    assert (available, {*COLOURS} - {*placed}, room) == ({}, {colour}, space)


@clause("NE-1.3", "NE-1.4")
def test_the_sheet_has_its_tracks_and_a_detour_that_leaves_the_route_and_rejoins_it() -> None:
    boxes = GAME.data.boxes()
    assert [box.number for box in boxes] == [*range(1, FACTS["golden_last"] + 1)]
    golden = [box for box in boxes if box.part == "golden"]
    assert len(TRACKS.golden_country) == len(golden) >= 1
    assert (len(TRACKS.rounds_track), bool(TRACKS.big_brother.marked)) == (9, True)
    assert [level.multiplier for level in GAME.data.levels] == [1, 2, 3, 4, 5]
    brother = (TRACKS.big_brother.unmarked, *TRACKS.big_brother.marked)
    for falling in (TRACKS.golden_country[::-1], brother, TRACKS.rounds_track):
        assert list(falling) == sorted({*falling}, reverse=True), "for far, unseen and fast"
    leaves, rejoins = FACTS["detour_leaves"], FACTS["detour_rejoins"]
    long, short = numbers(4), numbers(1)
    assert {*long} - {*short} == {*range(leaves + 1, rejoins)} != set()
    assert short[short.index(leaves) + 1] == rejoins
    assert long[long.index(leaves) + 1] == leaves + 1
    assert (numbers(5), numbers(2), numbers(3)) == (long, short, short)


@clause("NE-1.4")
def test_control_zones_stand_at_corners_and_have_a_dies_colour() -> None:
    zones = [box for box in GAME.data.boxes() if box.zone]
    assert {box.zone for box in zones} == {*COLOURS, SECURITY}
    next_street = {box.number: after.street for box, after in pairwise(GAME.data.boxes())}
    for box in zones:
        turns = box.street != next_street.get(box.number, "")
        assert turns is (box.zone != SECURITY), box


@clause("NE-1.5")
def test_the_data_tells_the_win_rate_of_each_level() -> None:
    told = (GAME.folder / "route.yaml").read_text(encoding="utf-8")
    said = " ".join(line for line in told.splitlines() if line.startswith("#"))
    found = re.findall(r"x([1-5])\D{0,20}?(\d+(?:\.\d+)?) ?%", said)
    rates = {int(level): float(rate) for level, rate in found}
    assert sorted(rates) == [*LEVELS]
    assert rates[1] > 50 > rates[5] > 0, "often at x1 and seldom at x5"
    assert (max(rates.values()), min(rates.values())) == (rates[1], rates[5])


@clause("NE-2.1")
def test_a_game_begins_with_its_level() -> None:
    play = Play(GAME, ["Julia"])
    assert asked(play) == "Julia level NE-2.1"
    assert options(play) == {f"level {level}" for level in LEVELS}
    play.move("level 4")
    assert sheet_of(play).level == 4


@clause("NE-2.1")
@pytest.mark.parametrize(
    "typed", ["level 3", "3", "level x3", "×3", "Level X3", " LEVEL  ×3 ", "X3\n"]
)
def test_a_level_goes_by_its_number_or_by_the_sign_on_the_sheet(typed: str) -> None:
    play = Play(GAME, ["Julia"])
    play.move(typed)
    assert (sheet_of(play).level, play.moves) == (3, [("Julia", "level 3")])


@clause("NE-2.1", "NE-5.1")
@pytest.mark.parametrize(("level", "rounds"), [(1, 9), (2, 8), (3, 8), (4, 8), (5, 8)])
def test_a_walk_through_the_suburbs_is_an_extra_round(level: int, rounds: int) -> None:
    play = started(level)
    for _ in range(rounds):
        assert asked(play).startswith("table roll")
        walk(play, None)
    assert (play.decision, sheet_of(play).rounds) == (None, [0] * rounds)
    assert checked([0] * rounds, level).final
    for more in (1, 3):
        assert broken(checked([0] * (rounds + more), level))[0] == ("NE-5.1", f"rounds.{rounds}")


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
    without_red = ROLL.replace("r4 ", "")
    right, wrong = (without_red, ROLL) if eye else (ROLL, without_red)
    assert refused(play, wrong) == "NE-3.2"
    play.move(right)
    play = walked(level, game, 5)
    walk(play, 3, removed="red" if eye else "")
    assert sheet_of(play).at == (8 if detour else 10)


@clause("NE-3.1", "NE-3.4", "NE-3.5")
@pytest.mark.parametrize(("level", "road", "results", "rounds"), [
    *[(2, PLAIN, [result], [result]) for result in (1, 2, 9, 14, 17)],
    (2, PLAIN, [4, None, 7], [4, 0, 11]),  # marked whether they fail or not
    (2, PLAIN, [5, 1, 12, None, 3], [5, 6, 18, 0, 21]),  # counted on from the last X
    # By the detour, or passing its boxes uncounted.
    *[(level, town(".....", detour="...", after="......"), [4, 3], [4, box])
        for level, box in ((1, 10), (2, 10), (3, 10), (4, 7), (5, 7))],
])  # fmt: skip
def test_a_round_marks_as_many_boxes_as_its_result(
    level: int, road: Game[Any], results: list[int | None], rounds: list[int]
) -> None:
    play = started(level, road)
    for at, result in enumerate(results, 1):
        walk(play, result)
        assert sheet_of(play).rounds == rounds[:at]
    assert sheet_of(play).at == max(rounds)


@clause("NE-3.1")
@pytest.mark.parametrize(("level", "box"), [(1, 2), (2, 3), (3, 3), (4, 3), (5, 3)])
def test_the_first_round_is_r1_and_in_the_suburbs_r0(level: int, box: int) -> None:
    game = town("." * 20)
    play = walked(level, game, None, 15, 15)
    assert sheet_of(play).at == numbers(level, game)[-1]
    assert parts(score(play.filled()))["rounds"] == TRACKS.rounds_track[box]


@clause("NE-3.3")
def test_the_dice_are_placed_one_at_a_time_each_with_its_effect() -> None:
    play = rolling("r4 g2 b3 w5 y1 p5")
    for move, available, placed, room in (
        ("place purple turn green", "r4 g5 b3 w5 y1", "p2", 0),
        ("place red", "g5 b3 w5 y1", "r2 p2", 0),
        ("place yellow", "g5 b3 w5", "y1 p2", 2),
    ):
        assert asked(play) == "Julia place a die NE-3.3"
        play.move(move)
        assert dice_of(play) == parse_dice(available, placed, room)
    assert asked(play) == "Julia place a die NE-3.3"


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


@clause("NE-3.2", "NE-3.3", "NE-4.2", "NE-6.2")
def test_dice_and_placements_may_be_spelled_otherwise() -> None:
    """In any order, for one."""
    assert dice_of(rolling("p6 y1 w5 b3 g2 r4")) == parse_dice(ROLL)
    play = walked(3, town("....s" + "." * 30), 5)
    played = len(play.moves)
    answer(play, "P6, w6 R4,g2 b3 Y1", "Remove WHITE")
    answer(play, "PLACE Green, reroll purple RED", "P1 R2", "PLACE purple, Turn Red")
    assert [words for _, words in play.moves[played:]] == [
        "r4 g2 b3 w6 y1 p6", "remove white", "place green reroll red purple", "r2 p1",
        "place purple turn red",
    ]  # fmt: skip


@clause("NE-3.4")
@pytest.mark.parametrize(("placed", "room", "result"), [
    ("r2 g3 b4 w5 y6 p1", 0, 21), ("r2 g3 b4 w5 y6", 5, 15), ("r1 y1", 6, -4), ("y1", 1, 0),
])  # fmt: skip
def test_the_result_is_the_placed_dice_minus_room_101(placed: str, room: int, result: int) -> None:
    assert parse_dice("", placed, room).result == result
    assert parse_dice("p4" if "p" not in placed else "", placed, room).result == result


@clause("NE-3.6")
def test_a_round_whose_dice_cannot_all_be_placed_marks_nothing_on_the_route() -> None:
    """It goes on as long as some die can be placed."""
    assert steps(parse_dice("g6 b6", placed="r1")) == []
    assert moves("g6 b6 p2", placed="r1") != set()
    play = walked(2, PLAIN, 5)
    answer(play, "r6 g6 b1 w3 y5 p4", "place blue remove red")
    assert (sheet_of(play).rounds, asked(play)) == ([5], "Julia place a die NE-3.3")
    play.move("place purple turn yellow")
    assert sheet_of(play).dice is None, "green 6, white 3 and yellow 2 remain, none can be placed"
    assert (sheet_of(play).rounds, sheet_of(play).at) == ([5, 0], 5)
    assert asked(play) == "table roll NE-3.2"


@clause("NE-3.7")
@pytest.mark.parametrize("mark", "rgbwyps")
@pytest.mark.parametrize("level", LEVELS)
def test_a_round_that_ends_on_a_zone_marks_big_brother(mark: str, level: int) -> None:
    game = town(f"....{mark}....{mark}" + "." * 30)
    assert sheet_of(walked(level, game, 5)).big_brother == 1
    beside = walked(level, game, 4)
    assert sheet_of(beside).big_brother == 0
    walk(beside, 2)
    assert sheet_of(beside).big_brother == 0, "passing over a zone marks nothing"


@clause("NE-3.8")
@pytest.mark.parametrize("result", [None, 0, -1])
@pytest.mark.parametrize(("mark", "removed"), [("r", "red"), ("s", SECURITY)])
def test_a_round_that_marks_no_box_is_not_seen_on_a_zone_and_removes_no_die(
    mark: str, removed: str, result: int | None
) -> None:
    game = town(f"....{mark}" + "." * 30)
    without_eye, with_eye = walked(2, game, 5, result), walked(3, game, 5)
    walk(with_eye, result, removed=removed)
    for play in (without_eye, with_eye):
        assert (sheet_of(play).rounds, sheet_of(play).at) == ([5, 0], 5)
        assert sheet_of(play).big_brother == 1
    assert refused(with_eye, ROLL.replace("r4 ", "")) == "NE-3.2"
    with_eye.move(ROLL)
    assert dice_of(with_eye) == parse_dice(ROLL)


@clause("NE-3.9")
@pytest.mark.parametrize("level", LEVELS)
def test_boxes_past_the_golden_country_are_ignored(level: int) -> None:
    game = town("." * 7, golden=2)
    last = game.data.facts()["golden_last"]
    play = walked(level, game, 7, 15)
    assert (sheet_of(play).rounds, sheet_of(play).at) == ([7, last], last)
    assert play.decision is None
    report = score(play.filled())
    assert (report.final, parts(report)["golden_country"]) == (True, 102)


@clause("NE-3.7", "NE-3.9")
def test_a_full_big_brother_track_takes_no_more_marks() -> None:
    play = started(2, town("..r..r..s..r" + "." * 30))
    for marked in (1, 2, 2, 2):
        walk(play, 3)
        assert sheet_of(play).big_brother == sheet_of(play).position().big_brother == marked
    walk(play, 16, 16)
    assert parts(score(play.filled()))["big_brother"] == BIG_BROTHER[-1]


@clause("NE-4.1", "NE-4.3", "NE-4.4", "NE-4.5", "NE-4.6", "NE-4.7")
@pytest.mark.parametrize(("roll", "placed", "move", "available", "after", "room"), [
    # Red takes the value of the lowest placed die, not of an available one.
    ("r1", "b2 w5", "red", "", "r2 b2 w5", 0), ("r5", "b2", "red", "", "r2 b2", 0),
    ("r5", "g3 y3", "red", "", "r3 g3 y3", 0), ("r1", "w6", "red", "", "r6 w6", 0),
    ("r5 g1 y1", "b2 w5", "red", "g1 y1", "r2 b2 w5", 0),
    # Blue removes a higher die, available or placed.
    ("r3 b3 w5 y6", "g2 p4", "blue remove white", "r3 y6", "b3 g2 p4", 0),
    ("r3 b3 w5 y6", "g2 p4", "blue remove purple", "r3 w5 y6", "b3 g2", 0),
    # White changes one of two like dice to its value, which they may have already.
    ("r4 w5 y6", "g2 p6", "white change yellow", "r4 y5", "g2 w5 p6", 0),
    ("r4 w5 y6", "g2 p6", "white change purple", "r4 y6", "g2 w5 p5", 0),
    ("r5 w5 p5", "b1", "white change red", "r5 p5", "w5 b1", 0),
    # Yellow sends the die on the space that it shows to Room 101; a five itself.
    ("y1 p2", "r4 g3", "yellow", "p2", "y1 g3", 4),
    ("y5", "r4", "yellow", "", "r4", 5), ("y5 p1", "", "yellow", "p1", "", 5),
    # Purple and another die are turned over: each shows seven minus its value.
    ("g3 p5 w1", "r2", "purple turn green", "g4 w1", "r2 p2", 0),
    ("g3 p5 w1", "r2", "purple turn red", "g3 w1", "r5 p2", 0),
    *[(f"p{one}", f"g{one}", "purple turn green", "", f"g{7 - one} p{7 - one}", 0)
        for one in range(1, 7)],
    # A value changed later triggers nothing: no five goes to Room 101, red does not follow blue.
    ("p5", "y2 g3 r1 b4", "purple turn yellow", "", "y5 g3 r1 b4 p2", 0),
    ("p5", "r4 b4", "purple turn blue", "", "p2 r4 b3", 0),
])  # fmt: skip
def test_the_effect_of_a_die(
    roll: str, placed: str, move: str, available: str, after: str, room: int
) -> None:
    found = walks.after(f"place {move}", roll, placed)
    assert found == walks.middle(parse_dice(available, after, room))
    assert outcome(found[1], room) == parse_dice(available, after, room).result


@clause("NE-4.1", "NE-4.2", "NE-4.3", "NE-4.4", "NE-4.6", "NE-4.7")
@pytest.mark.parametrize(("die", "roll", "placed", "room", "expected"), [
    ("red", "r4 g1 y1 p1", "", 0, ""),  # needs a placed die
    ("green", "g2 p4 r5 y1", "b2 w5", 0,
        "reroll red yellow|reroll red purple|reroll yellow purple"),
    ("green", "g3 p4 y1", "b2", 0, ""),
    ("green", "g1", "r1 b2 w3 y4 p5", 0, ""),  # placed dice do not count
    ("blue", "r3 b3 w5 y6", "g2 p4", 0, "remove white|remove purple"),  # never yellow
    ("blue", "r4 g2 b6 w6 y6 p6", "", 0, ""),  # needs a higher die that is not yellow
    ("blue", "r1 g2 b3 w3 y6 p2", "", 0, ""), ("blue", "b1 y6", "", 0, ""),
    ("white", "r4 w5 y6", "g2 p6", 0, "change yellow|change purple"),
    ("white", "w5 r4 g4", "", 0, "change red|change green"),
    ("white", "w5", "r4 g4", 0, "change red|change green"),
    ("white", "w5 r4", "g4", 0, "change red|change green"),
    ("white", "w5 r4", "g4 b2 p2", 0, "change red|change green|change blue|change purple"),
    ("white", "w5 r4", "g4 b4 p2", 0, "change red|change green|change blue"),
    ("white", "w5 r5", "g4 b2", 0, ""), ("white", "w4 r5", "g4 b2", 0, ""),
    ("white", "r5 w5 p5", "b1", 0, "change red|change purple"),
    ("purple", "r4 p6 y5", "g2 b1", 0, "turn red|turn green|turn blue|turn yellow"),
    # No effect reaches a die in Room 101 or removed.
    ("green", "g1", "y2 b4", 6, ""), ("blue", "b3", "y2 r1", 6, ""),
    ("white", "w3", "y2 r6", 6, ""), ("purple", "p3", "y2", 6, "turn yellow"),
    ("yellow", "y1", "b3", 0, ""),
])  # fmt: skip
def test_which_dice_an_effect_may_be_put_to(
    die: str, roll: str, placed: str, room: int, expected: str
) -> None:
    assert targets(die, roll, placed, room) == {*expected.split("|")} - {""}


@clause("NE-4.5")
@pytest.mark.parametrize("value", [1, 2, 3, 4, 6])
def test_yellow_needs_a_placed_die_there(value: int) -> None:
    there = COLOURS[value - 1][0]
    placed = " ".join(
        f"{colour[0]}3" for at, colour in enumerate(COLOURS, 1) if at not in (value, 5)
    )
    assert moves(f"y{value} {there}3", placed) & {"place yellow"} == set(), "only available"
    assert moves(f"y{value}", placed) == set(), "gone"
    assert moves(f"y{value}", f"{placed} {there}3") == {"place yellow"}


@clause("NE-4.6")
@pytest.mark.parametrize("room", [0, 5])
def test_with_no_other_die_purple_turns_over_alone(room: int) -> None:
    assert moves("p5", room101=room) == {"place purple"}
    assert walks.after("place purple", "p5", room101=room) == ({}, {"purple": 2}, room)


@clause("NE-2.1", "NE-3.2", "NE-3.3", "NE-4.1", "NE-4.2", "NE-4.3", "NE-4.4", "NE-4.5", "NE-4.6")
def test_every_refused_move_has_its_reason() -> None:
    """The last of these moves from the beginning of a game."""
    said = {}
    for case in golden_files.kept("walk_refusals"):
        play = Play(GAME, ["Julia"])
        *before, move = case.split("; ")
        answer(play, *before)
        finding = tools.refused(play, move)
        said[case] = f"{finding.rule} {finding.message}"
    golden_files.check("walk_refusals", said)


@clause("NE-4.2")
def test_the_dice_rolled_again_show_new_values_the_others_stay() -> None:
    play = rolling(ROLL, "place green reroll purple red")  # in any order
    assert play.moves[-1] == ("Julia", "place green reroll red purple")
    assert asked(play) == "table reroll NE-4.2"
    play.move("p5 r3")
    assert dice_of(play) == parse_dice("r3 b3 w5 y1 p5", placed="g2")
    assert asked(play).startswith("Julia place a die")


@clause("NE-4.2")
def test_a_step_of_green_waits_for_the_dice_to_fall() -> None:
    rerolling = "place green reroll red blue"
    (step,) = [one for one in steps(parse_dice(ROLL)) if one.words == rerolling]
    lying = parse_dice("r4 b3 w5 y1 p6", placed="g2")
    assert (step.after, step.targets) == (lying, (0, 2))
    assert rerolled(step.after, read_dice("r3 b5")) == parse_dice("r3 b5 w5 y1 p6", placed="g2")
    assert step.after == lying, "and stays as it was"
    for value, ways in enumerate((5, 10, 10, 5, 1, 0), 1):
        assert len(targets("green", f"r1 g{value} b1 w1 y1 p1")) == ways


@clause("NE-4.5", "NE-4.7")
def test_a_die_acts_with_the_value_that_it_shows_when_it_is_placed() -> None:
    play = rolling("r4 g1 b3 w5 y2 p6", "place purple turn green")
    assert not any("green" in words[:11] for words in options(play)), "a six now"
    play = rolling("r4 g6 b3 w5 y2 p6", "place purple turn green")
    assert "place green reroll red" in options(play)
    play = rolling("r6 g1 b2 w6 y3 p4", "place green reroll purple", "p5")
    play.move("place purple turn green")
    assert dice_of(play) == parse_dice("r6 b2 w6 y3", placed="g6 p2"), "green rolls nothing again"
    play = rolling("r6 g2 b3 w5 y1 p5", "place purple turn blue", "place red", "place yellow")
    assert dice_of(play) == parse_dice("g2 b4 w5", placed="y1 p2", room101=2)


@clause("NE-5.1")
@pytest.mark.parametrize("level", LEVELS)
def test_the_game_ends_at_once_in_the_golden_country(level: int) -> None:
    game = town("....", detour="..", after="..", golden=9)
    first = game.data.facts()["golden_first"]
    play = walked(level, game, numbers(level, game).index(first))
    assert play.decision is not None, "the box before it is not enough"
    walk(play, 1)
    assert sheet_of(play).at == first
    assert play.decision is None
    assert refused(play, ROLL) == "NE-5.1"
    assert score(play.filled()).final


@clause("NE-5.1")
@pytest.mark.parametrize("level", LEVELS)
def test_after_the_last_round_a_loss_has_no_score(level: int) -> None:
    play = walked(level, PLAIN, 12, *[None] * (7 if level == 1 else 6))
    assert play.decision is not None
    assert not score(play.filled()).final
    walk(play, 10)
    report = score(play.filled())
    assert play.decision is None
    assert report.final
    (one,) = standings(report)
    assert report.result is not None
    assert (one.total, one.tally.out, report.result.winners) == (None, True, ())
    road = numbers(level, PLAIN)
    missing = road.index(PLAIN.data.facts()["golden_first"]) - road.index(sheet_of(play).at)
    assert re.search(rf"\b{missing} boxes\b", " ".join(one.tally.notes)), one.tally.notes


@clause("NE-5.1")
def test_the_last_round_may_still_win() -> None:
    play = walked(2, town("." * 10), *[None] * 7, 15)
    assert play.decision is None
    report = score(play.filled())
    assert tools.scored(report).winners == ("Julia",)
    assert parts(report)["rounds"] == TRACKS.rounds_track[8]


@clause("NE-5.2", "NE-5.3")
@pytest.mark.parametrize("level", LEVELS)
def test_the_total_is_the_points_at_the_last_marked_boxes_times_the_level(level: int) -> None:
    game = town("....r....b" + "." * 10)
    seen = level not in EYE
    report = score(filled([4 + seen, game.data.facts()["golden_first"] + 2], level, game))
    assert report.final
    points = {
        "golden_country": 103, "big_brother": BIG_BROTHER[seen],
        "rounds": TRACKS.rounds_track[1 if level == 1 else 2],
    }  # fmt: skip
    assert parts(report) == {**points, "multiplier": level}
    assert standings(report)[0].total == sum(points.values()) * level


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
    assert asked(play).startswith("Julia place a die")


@clause("NE-6.1")
def test_two_zones_of_one_colour_remove_its_die_twice() -> None:
    play = walked(3, town("....r...r" + "." * 30), 5)
    walk(play, 4, removed="red")
    assert refused(play, ROLL) == "NE-3.2"


@clause("NE-6.1", "NE-6.2")
@pytest.mark.parametrize(("mark", "removed"), [("r", "red"), ("s", SECURITY)])
def test_all_dice_are_back_after_one_round(mark: str, removed: str) -> None:
    play = walked(3, town(f"....{mark}" + "." * 30), 5)
    walk(play, 4, removed=removed)
    play.move(ROLL)
    assert dice_of(play) == parse_dice(ROLL)


@clause("NE-6.2")
@pytest.mark.parametrize("level", LEVELS)
def test_maximum_security_removes_the_highest_die_after_the_roll(level: int) -> None:
    play = walked(level, town("....s" + "." * 30), 5)
    assert refused(play, "r4 g2 b3 w5 y1") == "NE-3.2", "all six are rolled"
    play.move(ROLL)
    assert asked(play).startswith("Julia place a die")
    assert dice_of(play) == parse_dice(ROLL.replace(" p6", "") if level in EYE else ROLL)


@clause("NE-6.2")
def test_of_several_highest_dice_the_player_chooses() -> None:
    play = walked(5, town("....s" + "." * 30), 5)
    play.move("r4 g2 b5 w5 y1 p5")
    assert asked(play) == "Julia highest die NE-6.2"
    assert options(play) == {"remove blue", "remove white", "remove purple"}
    for move in ("remove red", "remove", "place blue remove white"):
        assert refused(play, move) == "NE-6.2"
    play.move("remove white")
    assert dice_of(play) == parse_dice("r4 g2 b5 y1 p5")
    assert asked(play).startswith("Julia place a die")


@clause("NE-6.2")
@pytest.mark.parametrize("moves", [["r4 g2 b3 w5 y6 p1"], ["r6 g2 b3 w5 y6 p6", "remove yellow"]])
def test_yellow_is_removed_too_if_it_is_the_highest(moves: list[str]) -> None:
    play = walked(3, town("....s" + "." * 30), 5)
    answer(play, *moves)
    assert dice_of(play) == parse_dice(re.sub(r" y\d", "", moves[0]))


@clause("NE-7.1", "NE-7.2", "NE-7.3")
@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_sheet_is_sound(level: int) -> None:
    rounds = [5, 0, 15, ARRIVING.data.facts()["golden_first"] + 1]
    report = checked(rounds, level, ARRIVING, **counts(rounds, level, ARRIVING))
    assert report.final, report.findings
    assert checked(rounds, level, ARRIVING).final, "what follows from the rounds may be left out"


@clause("NE-7.1")
@pytest.mark.parametrize("level", sweep(LEVELS, [2, 3]))
@pytest.mark.parametrize("mark", "rgbwyps")
def test_a_round_marks_as_many_boxes_as_a_result_can_be(mark: str, level: int) -> None:
    """After a zone the eye leaves other results."""
    game = town(f"....{mark}" + "." * 60)
    assert not walks.zone(4, game)
    eye = walks.row(walks.results_of(walks.zone(5, game))).boxes if level in EYE else NONE
    for boxes in range(1, 40):
        sound = [
            checked(rounds, level, game).valid
            for rounds in ([5, 5 + boxes], [4, 4 + boxes], [5, 0, 5 + boxes])
        ]
        assert sound == [boxes in eye, boxes in NONE, boxes in NONE], boxes


@clause("NE-7.1", "NE-3.9")
@pytest.mark.parametrize(("rounds", "at"), [
    ([5, 16], None),  # nine boxes
    ([6, 16], None),  # nine, the last of them past the end
    ([5, 10, 16], None),  # four would do: five, six or nine
    ([6, 15], 1),  # seven, and box 16 is free
    ([16], 0),  # fourteen
])  # fmt: skip
def test_a_last_round_may_run_past_the_golden_country(rounds: list[int], at: int | None) -> None:
    game = with_results(town("." * 10, golden=3), none=(5, 6, 9))
    assert game.data.facts()["golden_last"] == 16
    found = broken(checked(rounds, 2, game))
    assert found == ([] if at is None else [("NE-7.1", f"rounds.{at}")])


@clause("NE-7.1")
@pytest.mark.parametrize(("answers", "missing", "broken_at"), [
    ("level: null, rounds: [5]", [("level",)], []),
    ("level: 2, rounds: null", [("rounds",)], []),
    ("level: 2, rounds: [5, null, 12]", [("rounds", "1")], []),
    # X marks rise past one that is not known.
    ("level: 2, rounds: [5, null, 4]", [("rounds", "1")], [("NE-7.1", "rounds.2")]),
    ("level: 2, rounds: [5, null, 5]", [("rounds", "1")], [("NE-7.1", "rounds.2")]),
])  # fmt: skip
def test_an_answer_not_given_yet_is_missing_and_breaks_nothing(
    answers: str, missing: list[tuple[str, ...]], broken_at: list[tuple[str, str]]
) -> None:
    report = scoring.check(scoring.read(f"{{game: nineteen_eighty_four, {answers}}}"))
    assert broken(report) == broken_at
    assert {*missing} <= {*report.missing}
    assert not report.final


@clause("NE-5.2", "NE-7.2")
@pytest.mark.parametrize(
    ("rounds", "marked"),
    [([4], 0), ([5], 1), ([4, 6], 0), ([5, 10], 2), ([5, 0, 0, 10], 2), ([5, 10, 15, 21], 2)],
)
def test_big_brother_boxes_are_the_rounds_that_ended_on_a_zone(
    rounds: list[int], marked: int
) -> None:
    """An unmarked track has its own value."""
    game = town("....r....s....b" + "." * 30)
    for boxes in range(5):
        found = broken(checked(rounds, 2, game, big_brother=boxes))
        assert found == ([] if boxes == marked else [("NE-7.2", "big_brother")])
    arrived = town("....r....r" + "." * 10)
    for walked_on, boxes in ([6, 26], 0), ([5, 26], 1), ([5, 10, 26], 2):
        report = score(filled(walked_on, 2, arrived))
        assert parts(report)["big_brother"] == BIG_BROTHER[boxes]


@clause("NE-5.2", "NE-7.3")
@pytest.mark.parametrize("name", ["golden_country", "subtotal", "total"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_boxes_and_the_score_agree_with_the_route(name: str, level: int) -> None:
    rounds = [15, ARRIVING.data.facts()["golden_first"] + 2]
    right = counts(rounds, level, ARRIVING)
    assert (right["golden_country"], right["total"]) == (3, right["subtotal"] * level)
    for value in (right[name] + 1, right[name] - 1, 0):
        assert broken(checked(rounds, level, ARRIVING, **{name: value})) == [("NE-7.3", name)]
    assert checked(rounds, level, ARRIVING, **{name: right[name]}).final
    points = {"golden_country": 103, "big_brother": 20, "rounds": 18}
    for track, value in points.items():
        assert checked([15, 21], 3, ARRIVING, points={track: value}).final
        unanswered = checked([15, 21], 3, ARRIVING, points={track: None})
        assert [*unanswered.missing] == [("points", track)]
    assert checked([5, 12], 2, PLAIN, golden_country=0).valid
    assert broken(checked([5, 12], 2, PLAIN, golden_country=1)) == [("NE-7.3", "golden_country")]


@clause("NE-7.1", "NE-7.2", "NE-7.3")
@pytest.mark.parametrize("level", LEVELS)
def test_the_sheet_of_a_played_game_is_sound(level: int) -> None:
    game = town("." * 25)
    play = started(level, game)
    while play.decision is not None:
        answer(play, *walks.round_of(9))
    position = sheet_of(play).position()
    assert (position.level, list(position.rounds or ())) == (level, sheet_of(play).rounds)
    report = score(play.filled())
    assert report.final, report.findings
    assert standings(report)[0].total == counts(sheet_of(play).rounds, level, game)["total"]


ROADS = {
    "plain": PLAIN,
    "road": town("....rs....", detour="..", after="." * 16),
    "ends at 15": town("." * 10),
    "one way": town("...", detour="....", after="." * 9),
    "around": town("." * 5, detour="...", after="." * 60),
    "never idle": with_results(town("....rg" + "." * 30), none=(), red=()),
}


@clause("NE-2.1", "NE-2.2", "NE-3.9", "NE-5.1", "NE-7.1")
def test_a_mark_that_cannot_be_says_why() -> None:
    """Of these rounds at a level: a mark past what a roll gives, off the route or out of order."""
    said = {}
    for case in golden_files.kept("walk_findings"):
        road, level, rounds = re.fullmatch(r"(.+) x(-?\d+): (.*)", case).groups()  # type: ignore[union-attr]
        report = checked([*map(int, rounds.split())], int(level), ROADS[road])
        found = [f"{one.rule} {one.path}: {one.message}" for one in report.findings[:1]]
        said[case] = "\n".join(found or report.provisional or ["final"] * report.final)
    golden_files.check("walk_findings", said)
