"""Slips of the pen: sound end positions, each with one thing written wrongly.

Here are those that every game with players has, and how they are made and caught.
"""

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

from card_data import Game
from scoring.cli.main import app
from scoring.play.play import Play

Table = dict[str, Any]
Slip = Callable[[Table, Random], None]


def random_position(game: Game[Any], names: Sequence[str], rng: Random) -> Table:
    """The end position of a random game as plain values, with as many players as it may have."""
    seats = game.head.players
    play = Play(game, names[: rng.randint(seats.min, seats.max)])
    play.play_on(rng)
    plain: Table = json.loads(msgspec.json.encode(play.state.position()))
    return plain


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


def player_twice(table: Table, rng: Random) -> None:
    """A player's entry copied, and left so."""
    table["players"].append(copy.deepcopy(rng.choice(table["players"])))


def player_left_out(table: Table, rng: Random) -> None:
    table["players"].remove(rng.choice(table["players"]))


def one_slip(
    before: Table,
    slips: Sequence[Slip],
    rng: Random,
    same: Callable[[Table, Table], bool] = operator.eq,
) -> tuple[str, str]:
    """``before`` with one of ``slips`` as YAML, and its name; what changes nothing is redone."""
    while True:
        slip = rng.choice(slips)
        after = copy.deepcopy(before)
        slip(after, rng)
        if not same(after, before):
            return yaml.dump(after, Dumper=yaml.CSafeDumper, sort_keys=False), slip.__name__


def caught(
    number: int, seed: int, folder: Path, make: Callable[[Random], tuple[str, str]]
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


def nearly_all_are_caught(
    game: Game[Any],
    number: int,
    folder: Path,
    make: Callable[[Random], tuple[str, str]],
    unseeable: Sequence[str],
) -> None:
    """None ends in a traceback, and of those that can be seen 97 % are caught."""
    found = []
    for name, was_caught, report in caught(number, seed=1984, folder=folder, make=make):
        found.append((name, was_caught))
        assert {one["rule"] for one in report["violations"]} <= set(game.clauses())
    print("\n" + summary(found))
    seeable = [was_caught for name, was_caught in found if name not in unseeable]
    assert sum(seeable) >= 0.97 * len(seeable), summary(found)


def summary(found: list[tuple[str, bool]]) -> str:
    """The share caught, in all and by slip."""
    made = Counter(name for name, _ in found)
    held = Counter(name for name, was_caught in found if was_caught)
    lines = [f"{held.total()} of {made.total()} slips caught ({held.total() / made.total():.1%})"]
    lines += [f"  {name:16} {held[name]:5} of {made[name]:5}" for name in sorted(made)]
    return "\n".join(lines)
