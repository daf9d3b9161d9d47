"""Slips of the pen in Nineteen Eighty-Four: sound sheets, each with one thing written wrongly."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.nineteen_eighty_four.sample_walks import GAME, LEVELS, Table, random_sheet
from tests.scoring.random_mistakes import Slip, one_slip

COUNTS = ("big_brother", "golden_country", "subtotal", "total")


def some_round(table: Table, rng: Random) -> int:
    return rng.randrange(len(table["rounds"]))


def neighbouring_box(table: Table, rng: Random) -> None:
    """An X beside its box, which shows only if no round can be so long, or it is a zone."""
    table["rounds"][some_round(table, rng)] += rng.choice((-1, 1))


def other_box(table: Table, rng: Random) -> None:
    table["rounds"][some_round(table, rng)] = rng.randint(1, GAME.data.facts()["golden_last"])


def digit_twice(table: Table, rng: Random) -> None:
    at = some_round(table, rng)
    table["rounds"][at] = table["rounds"][at] * 10 + table["rounds"][at] % 10


def digits_turned(table: Table, rng: Random) -> None:
    at = some_round(table, rng)
    table["rounds"][at] = int(str(table["rounds"][at])[::-1])


def round_left_out(table: Table, rng: Random) -> None:
    """A round not written down, which shows only where none can be as long as it and the next."""
    table["rounds"].pop(some_round(table, rng))


def round_failed(table: Table, rng: Random) -> None:
    table["rounds"][some_round(table, rng)] = 0


def round_twice(table: Table, rng: Random) -> None:
    at = some_round(table, rng)
    table["rounds"].insert(at, table["rounds"][at])


def rounds_exchanged(table: Table, rng: Random) -> None:
    """Two rounds exchanged, which is sound if both marked nothing."""
    at, other = some_round(table, rng), some_round(table, rng)
    rounds = table["rounds"]
    rounds[at], rounds[other] = rounds[other], rounds[at]


def counted_from_the_last_x(table: Table, rng: Random) -> None:
    """A round as its number of boxes instead of the box of its X."""
    at = some_round(table, rng)
    table["rounds"][at] -= max([0, *table["rounds"][:at]])


def other_level(table: Table, rng: Random) -> None:
    """Another level's box marked, which a loss may not show."""
    table["level"] = rng.choice((*LEVELS, 0, 6, table["level"] * 11))


def off_by_one(table: Table, rng: Random) -> None:
    table[rng.choice([name for name in COUNTS if name in table])] += rng.choice((1, -1))


def not_multiplied(table: Table, rng: Random) -> None:
    """The subtotal copied as the total, which is right at x1."""
    if "total" in table:
        table["total"] = table["subtotal"]


def misspelt_key(table: Table, rng: Random) -> None:
    key = rng.choice(list(table))
    at = rng.randrange(len(key))
    table[key[:at] + key[at + 1 :]] = table.pop(key)


def emptied(table: Table, rng: Random) -> None:
    table[rng.choice(("level", "rounds"))] = None


def round_emptied(table: Table, rng: Random) -> None:
    table["rounds"][some_round(table, rng)] = None


def no_number(table: Table, rng: Random) -> None:
    wrong: Any = rng.choice(("two", 1.5, [3], {}, True, "O"))
    if rng.random() < 0.5:
        table["rounds"][some_round(table, rng)] = wrong
    else:
        table[rng.choice([name for name in (*COUNTS, "level") if name in table])] = wrong


# No sheet of plain numbers any more, or one with an answer open.
UNREADABLE: tuple[Slip, ...] = (misspelt_key, emptied, round_emptied, no_number)
SLIPS: tuple[Slip, ...] = (
    neighbouring_box, other_box, digit_twice, digits_turned, round_left_out, round_failed,
    round_twice, rounds_exchanged, counted_from_the_last_x, other_level, off_by_one, not_multiplied,
    *UNREADABLE,
)  # fmt: skip


def slipped(rng: Random) -> tuple[str, str]:
    return one_slip(random_sheet(rng.choice(LEVELS), rng), SLIPS, rng)
