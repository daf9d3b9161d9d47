"""Slips of the pen: sound positions of random games, each with one thing written wrongly."""

from __future__ import annotations

import copy
import json
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import yaml
from typer.testing import CliRunner

from scoring.cli import app
from scoring.play import Play
from tests.scoring.tables import GAME, NAMES

COUNTS = ("product_over_process", "open_secrets", "manuscripts")
LETTERS = tuple(GAME.data.set_sizes())
Table = dict[str, Any]


def random_position(rng: Random) -> Table:
    """The end position of a random game as plain values."""
    play = Play(GAME, NAMES[: rng.randint(2, 6)])
    play.play_on(rng)
    plain: Table = json.loads(msgspec.json.encode(play.state.position()))
    return plain


def off_by_one(table: Table, rng: Random) -> None:
    """A count written one too high or too low."""
    sheet = rng.choice(table["players"])
    spot, key = rng.choice(
        [(sheet, name) for name in COUNTS]
        + [(sheet["books"], letter) for letter in sheet["books"]]
        + [(sheet["stand_ins"], letter) for letter in sheet["stand_ins"]]
    )
    spot[key] += rng.choice((1, -1))


def other_set(table: Table, rng: Random) -> None:
    """Books written under the letter of another set."""
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
    """A locked stand-in written under the letter of another set."""
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


def doubled_name(table: Table, rng: Random) -> None:
    one, other = rng.sample(table["players"], 2)
    one["name"] = other["name"]


def misspelt_key(table: Table, rng: Random) -> None:
    spot = rng.choice([table, *table["players"]])
    key = rng.choice(list(spot))
    at = rng.randrange(len(key))
    spot[key[:at] + key[at + 1 :]] = spot.pop(key)


def emptied(table: Table, rng: Random) -> None:
    """A value left open."""
    sheet = rng.choice(table["players"])
    sheet[rng.choice(list(sheet))] = None


def left_out(table: Table, rng: Random) -> None:
    """A line left out: a count of a player, or a set of theirs."""
    sheet = rng.choice([one for one in table["players"] if one["books"]])
    spot, key = rng.choice([*((sheet, name) for name in COUNTS), (sheet["books"], None)])
    del spot[key or rng.choice(list(spot))]


def no_number(table: Table, rng: Random) -> None:
    """A count written as something else."""
    rng.choice(table["players"])[rng.choice(COUNTS)] = rng.choice(("two", 1.5, [3], {}, True, "O"))


def digit_twice(table: Table, rng: Random) -> None:
    """A digit typed twice."""
    sheet = rng.choice(table["players"])
    name = rng.choice(COUNTS)
    sheet[name] = int(str(sheet[name]) + str(sheet[name])[-1])


def player_twice(table: Table, rng: Random) -> None:
    """A player's entry copied, and left so."""
    table["players"].append(copy.deepcopy(rng.choice(table["players"])))


def player_left_out(table: Table, rng: Random) -> None:
    table["players"].remove(rng.choice(table["players"]))


SLIPS: tuple[Callable[[Table, Random], None], ...] = (
    off_by_one,
    other_set,
    other_player,
    other_lock,
    lock_left_out,
    doubled_name,
    misspelt_key,
    emptied,
    left_out,
    no_number,
    digit_twice,
    player_twice,
    player_left_out,
)


def slipped(rng: Random) -> tuple[str, str]:
    """A position with one slip as YAML, and its name."""
    return one_slip(random_position(rng), SLIPS, rng, _same)


def one_slip(
    before: Table,
    slips: Sequence[Callable[[Table, Random], None]],
    rng: Random,
    same: Callable[[Table, Table], bool] = operator.eq,
) -> tuple[str, str]:
    """``before`` with one of ``slips`` as YAML, and its name; what changes nothing is redone."""
    while True:
        slip = rng.choice(slips)
        after = copy.deepcopy(before)
        slip(after, rng)
        if not same(after, before):
            return yaml.safe_dump(after, sort_keys=False), slip.__name__


def _same(one: Table, other: Table) -> bool:
    """Whether two tables say the same: a set of which none is held may be left out."""
    return yaml.safe_dump(_held(one)) == yaml.safe_dump(_held(other))


def _held(table: Any) -> Any:
    if isinstance(table, dict):
        return {
            key: _held(value) for key, value in table.items() if key not in LETTERS or value != 0
        }
    return [_held(one) for one in table] if isinstance(table, list) else table


def caught(
    number: int, seed: int, folder: Path, make: Callable[[Random], tuple[str, str]] = slipped
) -> Iterator[tuple[str, bool, dict[str, Any]]]:
    """For each of ``number`` slips its name, whether it was caught, and what `scoring score` said.

    Caught is what was not scored as final. ``make`` is the `slipped` of a game.
    """
    rng = Random(seed)
    names = []
    for at in range(number):
        text, name = make(rng)
        (folder / f"{at}.yaml").write_text(text, encoding="utf-8")
        names.append(name)
    files = [str(folder / f"{at}.yaml") for at in range(number)]
    outcome = CliRunner().invoke(app, ["score", "--json", *files], catch_exceptions=False)
    for name, line in zip(names, outcome.stdout.splitlines(), strict=True):
        report = json.loads(line)
        yield name, not report["final"], report


def summary(found: list[tuple[str, bool]]) -> str:
    """The share caught, in all and by slip."""
    made = Counter(name for name, _ in found)
    held = Counter(name for name, was_caught in found if was_caught)
    lines = [f"{held.total()} of {made.total()} slips caught ({held.total() / made.total():.1%})"]
    lines += [f"  {name:16} {held[name]:5} of {made[name]:5}" for name in sorted(made)]
    return "\n".join(lines)
