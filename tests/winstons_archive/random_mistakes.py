"""Slips of the pen in Winston's Archive, besides those of every game."""

from __future__ import annotations

from random import Random
from typing import Any

import yaml

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
from tests.winstons_archive.tables import GAME, NAMES

COUNTS = ("product_over_process", "open_secrets", "manuscripts")
LETTERS = tuple(GAME.data.set_sizes())


def off_by_one(table: Table, rng: Random) -> None:
    sheet = rng.choice(table["players"])
    spot, key = rng.choice(
        [(sheet, name) for name in COUNTS]
        + [(sheet["books"], letter) for letter in sheet["books"]]
        + [(sheet["stand_ins"], letter) for letter in sheet["stand_ins"]]
    )
    spot[key] += rng.choice((1, -1))


def other_set(table: Table, rng: Random) -> None:
    held = rng.choice([one["books"] for one in table["players"] if one["books"]])
    letter = rng.choice(list(held))
    other = rng.choice([one for one in LETTERS if one != letter])
    held[letter], held[other] = held.get(other, 0), held[letter]


def other_player(table: Table, rng: Random) -> None:
    """Two players' books of one set exchanged, which no check can see unless a stand-in tells."""
    one, other = rng.sample([sheet["books"] for sheet in table["players"]], 2)
    letter = rng.choice(LETTERS)
    one[letter], other[letter] = other.get(letter, 0), one.get(letter, 0)


def other_lock(table: Table, rng: Random) -> None:
    for sheet in table["players"]:
        for letter in list(sheet["stand_ins"])[:1]:
            other = rng.choice([one for one in LETTERS if one not in sheet["stand_ins"]])
            sheet["stand_ins"][other] = sheet["stand_ins"].pop(letter)
            return


def lock_left_out(table: Table, rng: Random) -> None:
    """A stand-in that was locked not written down, which looks like one never used."""
    for sheet in table["players"]:
        if sheet["stand_ins"]:
            sheet["stand_ins"].clear()
            return


def left_out(table: Table, rng: Random) -> None:
    sheet = rng.choice([one for one in table["players"] if one["books"]])
    spot, key = rng.choice([*((sheet, name) for name in COUNTS), (sheet["books"], None)])
    del spot[key or rng.choice(list(spot))]


def no_number(table: Table, rng: Random) -> None:
    rng.choice(table["players"])[rng.choice(COUNTS)] = rng.choice(("two", 1.5, [3], {}, True, "O"))


def digit_twice(table: Table, rng: Random) -> None:
    sheet = rng.choice(table["players"])
    name = rng.choice(COUNTS)
    sheet[name] = int(str(sheet[name]) + str(sheet[name])[-1])


SLIPS: tuple[Slip, ...] = (
    off_by_one, other_set, other_player, other_lock, lock_left_out, doubled_name, misspelt_key,
    emptied, left_out, no_number, digit_twice, player_twice, player_left_out,
)  # fmt: skip


def slipped(rng: Random) -> tuple[str, str]:
    return one_slip(random_position(GAME, NAMES, rng), SLIPS, rng, same)


def same(first: Table, second: Table) -> bool:
    """Whether two tables say the same: a set of which none is held may be left out."""
    return yaml.safe_dump(held(first)) == yaml.safe_dump(held(second))


def held(table: Any) -> Any:
    if isinstance(table, dict):
        return {
            key: held(value) for key, value in table.items() if key not in LETTERS or value != 0
        }
    return [held(part) for part in table] if isinstance(table, list) else table
