"""Numbers that add up are sure; others are asked about."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.photo.witness import Odds, Reading, added_up, columns, numbers_of, readings


def odds(digit: int, sure: float, rival: int | None = None) -> Odds:
    """Return the odds of a digit; what is left is the rival's, or all others'."""
    found = np.full(10, (1 - sure) / 9 if rival is None else 1e-6, np.float32)
    found[digit] = sure
    if rival is not None:
        found[rival] = 1 - sure
    return found


def shape(*digits: Odds) -> list[Odds]:
    """Return the one way to read a shape: as these digits."""
    return [np.stack(digits)]


def box(text: str, sure: float = 0.95) -> list[Reading]:
    shapes = [shape(odds(int(one), sure)) for one in text]
    return readings(shapes or None, 1.0 if text else 0.0)


def test_numbers_that_add_up_are_sure() -> None:
    assert added_up(box("17"), [box("12"), box("5"), box("")]) == (["12", "5", "", "17"], True)


def test_numbers_that_add_up_otherwise_are_proposed_and_asked() -> None:
    texts, sure = added_up(box("17"), [box("12"), box("4")]) or ([], True)
    assert not sure
    assert int(texts[0]) + int(texts[1]) == int(texts[2])


def test_a_digit_is_read_as_the_sum_has_it_and_asked_if_it_was_clear() -> None:
    """3 and 8 look alike: with 17 in all it must be 8, and 13 has no other way to be."""
    eight = readings([shape(odds(8, 0.4, rival=3))], 1)
    sum_, nine = box("17", 0.999), box("9", 0.999)
    assert added_up(sum_, [eight, nine]) == (["8", "9", "17"], True)
    clear = readings([shape(odds(3, 0.999))], 1)
    assert (added_up(sum_, [clear, nine]) or ([], True))[1] is False


def test_two_ways_to_add_up_are_asked() -> None:
    """3 + 8 and 8 + 3 are 11 both."""
    either = readings([shape(odds(3, 0.6, rival=8))], 1)
    other = readings([shape(odds(8, 0.6, rival=3))], 1)
    assert added_up(box("11"), [either, other]) is not None
    assert added_up(box("11"), [either, other])[1] is False  # type: ignore[index]


@pytest.mark.parametrize("parts", [[], ["7"]])
def test_a_sum_of_fewer_than_two_parts_says_nothing(parts: list[str]) -> None:
    read = added_up(box("7"), [box(one) for one in parts])
    assert read is None or not read[1]


def test_a_sum_that_is_not_written_says_nothing() -> None:
    assert added_up(box(""), [box("3"), box("4")]) is None


def test_parts_are_those_of_the_same_player() -> None:
    paths = ["players.0.points.a", "players.0.points.b.c", "players.0.total", "players.1.points.a"]
    assert [*columns(paths)] == [
        ("players.0.total", ["players.0.points.a", "players.0.points.b.c"])
    ]


def test_what_was_gained_during_the_play_is_a_part() -> None:
    """VV-7.4: the total has the prestige of the tracks too."""
    paths = ["players.0.points.sets", "players.0.prestige", "players.0.lacunae", "players.0.total"]
    assert [*columns(paths)] == [("players.0.total", paths[:2])]


def test_a_number_without_a_sum_is_asked() -> None:
    assert numbers_of({"players.0.books": box("4", 0.9999)}) == {"players.0.books": ("4", False)}


def test_a_digit_that_the_hand_writes_like_another_may_be_misread_in_part_and_sum() -> None:
    """0 was read as 7 in both: 17 and 30 are 47, and so are 10 and 30 40."""
    part, total = (
        readings([shape(odds(int(one), 0.99)), shape(odds(7, 0.96, rival=0))], 1) for one in "14"
    )
    assert added_up(total, [part, box("30", 0.999)]) == (["17", "30", "47"], False)


def test_a_1_in_front_may_be_lost() -> None:
    assert {"18", "8"} <= {one.text for one in readings([shape(odds(8, 0.999))], 1)}


def test_digits_that_touch_may_be_fewer_in_part_and_sum() -> None:
    """23 was read as 513 and 52 as 542, by a hand whose 2 looks like 5 and 1."""
    part, total = (
        readings([[np.stack(first), np.stack(second)]], 1)
        for first, second in (
            ([odds(5, 0.9), odds(1, 0.9), odds(3, 0.99)], [odds(2, 0.8), odds(3, 0.8)]),
            ([odds(5, 0.99), odds(4, 0.9), odds(2, 0.9)], [odds(5, 0.8), odds(2, 0.8)]),
        )
    )
    read = added_up(total, [part, box("29", 0.99)])
    assert read is not None
    assert not read[1]


def test_a_column_of_two_unclear_boxes_is_asked() -> None:
    """3 read as 23 in part and sum, by a hand whose digits touch: 26 and 5 are 31."""
    boxes = {
        f"players.0.{path}": box(text, 0.999)
        for path, text in (("points.a", "26"), ("points.b", "5"), ("total", "31"))
    }
    total = "players.0.total"
    assert numbers_of(boxes)[total] == ("31", True)
    assert numbers_of(boxes, {total})[total] == ("31", True)
    assert numbers_of(boxes, {total, "players.0.points.a"})[total] == ("31", False)
