"""Slips of the pen in Dice Archive: sound end positions, each with one thing written wrongly."""

from __future__ import annotations

from random import Random

from tests.dice_archive.tables import DICE, NAMES
from tests.scoring.random_mistakes import (
    Slip,
    Table,
    doubled_name,
    emptied,
    misspelt_key,
    one_slip,
    player_left_out,
    player_twice,
    random_position,
)

SIDES = ("left", "middle", "right")
FACES = (1, 2, 3, 4, 5, 6)


def some_marks(table: Table, rng: Random) -> list[int]:
    forms = [sheet["tasks"][side] for sheet in table["players"] for side in SIDES]
    marks: list[int] = rng.choice([one for one in forms if one])
    return marks


def some_dice(table: Table, rng: Random) -> dict[str, str]:
    dice: dict[str, str] = rng.choice([one for one in table["board"].values() if one])
    return dice


def other_mark(table: Table, rng: Random) -> None:
    """A mark read off the neighbouring space, which shows only where that is marked too."""
    marks = some_marks(table, rng)
    marks[rng.randrange(len(marks))] = rng.choice(FACES)


def mark_twice(table: Table, rng: Random) -> None:
    marks = some_marks(table, rng)
    marks.append(rng.choice(marks))


def digit_twice(table: Table, rng: Random) -> None:
    marks = some_marks(table, rng)
    at = rng.randrange(len(marks))
    marks[at] *= 11


def other_owner(table: Table, rng: Random) -> None:
    dice = some_dice(table, rng)
    dice[rng.choice(list(dice))] = rng.choice(table["players"])["name"]


def misspelt_owner(table: Table, rng: Random) -> None:
    dice = some_dice(table, rng)
    dice[rng.choice(list(dice))] += "e"


def no_space(table: Table, rng: Random) -> None:
    dice = some_dice(table, rng)
    dice[rng.choice(("0", "7", "33"))] = dice.popitem()[1]


def die_left_out(table: Table, rng: Random) -> None:
    """A die not written down, which shows only where the game then has not ended."""
    some_dice(table, rng).popitem()


SLIPS: tuple[Slip, ...] = (
    other_mark, mark_twice, digit_twice, other_owner, misspelt_owner, no_space, die_left_out,
    doubled_name, misspelt_key, emptied, player_twice, player_left_out,
)  # fmt: skip


def slipped(rng: Random) -> tuple[str, str]:
    return one_slip(random_position(DICE, NAMES, rng), SLIPS, rng)
