"""The words and drawings of a walk in full: sheet, dice, score, and faults."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from scoring.nineteen_eighty_four import display, engine, position
from scoring.nineteen_eighty_four.check import LastMark
from scoring.nineteen_eighty_four.engine import Roll
from scoring.nineteen_eighty_four.position import Position
from scoring.nineteen_eighty_four.score import score as scored
from scoring.nineteen_eighty_four.state import State, View
from scoring.positions.display import FAULT, Highlights, Line, Span
from scoring.positions.findings import Finding
from scoring.positions.positions import score
from scoring.positions.result import Part, Result, Standing, Tally
from tests import golden_files
from tests.nineteen_eighty_four import sample_walks as walks
from tests.nineteen_eighty_four.sample_walks import GAME, checked, filled, sheet_of, walk, walked

clause = pytest.mark.clause
ROAD = walks.town(".w.r.sgby", detour="p.", golden=2)  # golden from 13 on
SQUARES = {
    1: (".", ""), 2: ("W", "bold"), 3: (".", ""), 4: ("R", "bold red"), 5: (".", ""),
    6: ("o", "dim bold"), 7: ("G", "bold green"), 8: ("B", "bold blue"), 9: ("Y", "bold yellow"),
    10: ("P", "bold purple"), 11: (".", "red"), 12: (".", ""), 13: ("*", "yellow"),
    14: ("*", "yellow"),
}  # fmt: skip


def plain(lines: Iterable[Line]) -> list[str]:
    return ["".join([span.text for span in line]) for line in lines]


def squares(**marked: tuple[str, str]) -> list[Span]:
    """The road's line, some of its squares marked: ``b4=("4", "red")``."""
    shown = SQUARES | {int(box[1:]): mark for box, mark in marked.items()}
    return [Span(f"{text:>3}", style) for text, style in shown.values()]


def test_a_sheet_as_lines() -> None:
    """What is not known or wrong is marked, on the route too."""
    sheet = filled([4, 0, None, 3], 3, ROAD, big_brother=1, points={"rounds": None}).position
    faults = Highlights([Finding("NE-7.1", ("rounds", "3"), ""), Finding("NE-2.1", ("level",), "")])
    *rows, route = display.lines(sheet, ROAD, faults)
    assert [text.rstrip() for text in plain(rows)] == [
        "Level            3!", "Rounds           4 0 ? 3!", "Big brother      1",
        "Points, rounds   ?", "",
    ]  # fmt: skip
    assert list(route) == squares(b4=("4", "bold reverse"), b3=("3", FAULT))


def test_the_route_lies_as_it_does_on_the_sheet() -> None:
    """Each box in its place, three characters a square, and nothing after the last of a row."""
    across, down = GAME.data.grid()
    lines = plain(display.route(GAME.data, {1: "", 100: ""}))
    assert len(lines) == down
    assert max(map(len, lines)) == 3 * across
    assert all(line == line.rstrip() and len(line) % 3 == 0 for line in lines)
    drawn = {
        (start // 3, y)
        for y, line in enumerate(lines)
        for start in range(0, len(line), 3)
        if line[start : start + 3].strip()
    }
    assert drawn == {(box.x, box.y) for box in GAME.data.boxes()}
    for number in (1, 100):
        box = GAME.data.boxes()[number - 1]
        assert lines[box.y][3 * box.x : 3 * box.x + 3] == f"{number:>3}"


@clause("NE-3.1", "NE-3.7", "NE-6.1")
def test_what_a_player_sees_and_the_sheet_filled_in() -> None:
    empty = State("Julia", ROAD.data)
    assert empty.view("Julia") == View(None, (), 0, 0, 0, None)
    assert empty.position() == Position(rounds=(), big_brother=0, golden_country=0)
    play = walked(1, ROAD, 4, None, 6)
    assert walks.seen(play) == View(1, (4, 0, 12), 12, 6, 1, None)
    assert sheet_of(play).position() == Position(
        level=1, rounds=(4, 0, 12), big_brother=1, golden_country=0
    )
    walk(play, 2)
    assert sheet_of(play).position() == Position(
        level=1, rounds=(4, 0, 12, 14), big_brother=1, golden_country=2
    )


@clause("NE-5.1")
def test_what_ended_a_walk() -> None:
    lost, won = walked(2, ROAD, *[None] * 8), walked(2, ROAD, 4, 7)
    assert [*engine.ending(sheet_of(lost), ROAD)] == ["no round is left", 8, "round"]
    assert [*engine.ending(sheet_of(won), ROAD)] == [
        "the walk has arrived in the Golden Country",
        2,
        "round",
    ]
    assert engine.ending(State("Julia", ROAD.data), ROAD).why == "no round is left"


@clause("NE-1.1")
@pytest.mark.parametrize(("players", "where", "message"), [
    ([], ("players",), "0 players, but the game is for one"),
    (["Julia", "Winston"], ("players",), "2 players, but the game is for one"),
    ([""], ("players", "0"), "the name is empty: every player needs a different name"),
])  # fmt: skip
def test_who_may_play(players: list[str], where: tuple[str, ...], message: str) -> None:
    assert [*engine.seats(players, GAME)] == [Finding("NE-1.1", where, message)]
    assert [*engine.seats(["Julia"], GAME)] == []


@clause("NE-3.2")
def test_dice_fall_one_by_one() -> None:
    """A draw is a value from 1 to 6 for each die, in order; all of them come up."""
    rng = Random(1)
    draws = [Roll((0, 5)).draw(rng) for _ in range(400)]
    assert {tuple(faces.values()) for _, faces in draws} == {
        (red, purple) for red in range(1, 7) for purple in range(1, 7)
    }
    assert all(words == f"r{faces[0]} p{faces[5]}" for words, faces in draws)
    assert engine.split_dice("red4 g 2b3 white 5") == ["r4", "g2", "b3", "w5"]


def result(rounds: list[int], level: int) -> Result:
    return scored(filled(rounds, level, ROAD).position, ROAD)


@clause("NE-5.2", "NE-5.3")
def test_the_score_of_a_walk_that_arrived() -> None:
    track = GAME.data.numbers.rounds_track
    for level, box in ((1, 1), (2, 2)):
        points = 102, walks.BIG_BROTHER[1], track[box]
        total = sum(points) * level
        sums = f"(102 + {walks.BIG_BROTHER[1]} + {track[box]}) × {level} = {total} (NE-5.2, NE-5.3)"
        labels = "golden_country", "big_brother", "rounds"
        parts = [Part(*one, "NE-5.2") for one in zip(labels, points, strict=True)]
        parts.append(Part("multiplier", level, "NE-5.3", factor=True))
        standing = Standing(1, Tally("Winston", tuple(parts), explained=(sums,)))
        free = f"Winston is free: {total} points."
        assert result([4, 14], level) == Result((standing,), ("Winston",), None, free)


@clause("NE-5.1")
def test_a_walk_that_is_lost_or_not_over_has_no_score() -> None:
    for level, rounds in ((1, 9), (2, 8)):
        note = "7 boxes short of the Golden Country after R8 (NE-5.1)"
        lost = Standing(1, Tally("Winston", (), out=True, explained=(note,)))
        tamed = "The system has tamed Winston: a lost game has no score."
        assert result([4, *[0] * (rounds - 1)], level) == Result((lost,), (), None, tamed)
        walking = Standing(1, Tally("Winston", ()))
        lead = "No score before the walk is over."
        assert result([4, *[0] * (rounds - 2)], level) == Result(
            (walking,), (), None, "", lead=lead
        )
    (standing,) = result([9, 12, 0, 0, 0, 0, 0, 0], 2).standings
    assert standing.tally.notes == ("1 box short of the Golden Country after R8 (NE-5.1)",)


@clause("NE-5.1")
@pytest.mark.parametrize(("rounds", "note"), [
    ([], "not over: 8 rounds left and 11 boxes to go to the Golden Country (NE-5.1)"),
    ([12, *[0] * 6], "not over: 1 round left and 1 box to go to the Golden Country (NE-5.1)"),
])  # fmt: skip
def test_a_walk_that_is_not_over_has_boxes_to_go(rounds: list[int], note: str) -> None:
    assert score(filled(rounds, 2, ROAD)).provisional == (note,)


@clause("NE-7.1")
def test_after_a_mark_that_is_unknown_the_last_known_one_counts() -> None:
    """A round that marked nothing leaves the X where it was, no longer fresh."""
    assert LastMark(0) == LastMark(0, 0, fresh=False)
    before = LastMark(5, 5, fresh=True)
    assert before.then(None) == LastMark(None, 5, fresh=False)
    assert before.then(0) == LastMark(5, 5, fresh=False)
    assert before.then(7) == LastMark(7, 7, fresh=True)


NO_SCORE = "a walk without a golden box has no score (NE-5.1)"
ALL = {
    "big_brother": 7, "golden_country": 7,
    "points": {"golden_country": 7, "big_brother": 7, "rounds": 7}, "subtotal": 7, "total": 7,
}  # fmt: skip


@clause("NE-5.1", "NE-5.2", "NE-7.2", "NE-7.3")
@pytest.mark.parametrize(("rounds", "said"), [
    ([4], ("the rounds that ended on a zone mark 1 box",
        "the last X has not reached the Golden Country", *[NO_SCORE] * 5)),
    ([3, 14], ("the rounds that ended on a zone mark 0 boxes",
        "the last X is on box 2 of the Golden Country", "the track scores 102",
        "the track scores 20", "the track scores 18", "102 + 20 + 18 = 140", "140 × 2 = 280")),
])  # fmt: skip
def test_every_sum_that_is_wrong_is_found_at_once(rounds: list[int], said: tuple[str, ...]) -> None:
    places = {
        "big_brother": "NE-7.2", "golden_country": "NE-7.3", "points.golden_country": "NE-5.2",
        "points.big_brother": "NE-5.2", "points.rounds": "NE-5.2", "subtotal": "NE-7.3",
        "total": "NE-7.3",
    }  # fmt: skip
    found = [(one.path, one.rule, one.message) for one in checked(rounds, 2, ROAD, **ALL).findings]
    assert sorted(found) == sorted(
        (place, rule, f"found 7, but {why}")
        for (place, rule), why in zip(places.items(), said, strict=True)
    )


@clause("NE-7.1")
@pytest.mark.parametrize("rounds", [[10, 3], [5, 5], [99], [11], [5, None], [0] * 9])
def test_sums_are_compared_only_with_marks_that_rise_along_the_way(
    rounds: list[int | None],
) -> None:
    """At x2 box 11 is on the detour; a mark is not known; there is a ninth round."""
    found = checked(rounds, 2, ROAD, **ALL).findings
    assert not {one.rule for one in found} & {"NE-5.2", "NE-7.2", "NE-7.3"}


@clause("NE-2.1", "NE-7.1")
def test_a_blank_sheet_says_how_to_fill_it_in() -> None:
    golden_files.check("blank_walk", {"scoring template": position.blank(GAME)})
