"""Single slips of the pen in sound end positions, and how often what was meant is named.

The slips are made on plain values, by what there is to write wrongly in a position, and know
nothing of how they are guessed. Only one that makes the position impossible counts.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple

import msgspec

import card_data
from card_data import Game
from card_data.model import Model
from scoring.positions.findings import Where
from scoring.positions.json_models import Change
from scoring.positions.likely import fixes
from scoring.positions.positions import PositionFile, check, score
from scoring.positions.rules import rules_of
from tests.manuscript.sample_books import full_position
from tests.nineteen_eighty_four.sample_walks import LEVELS, random_sheet
from tests.scoring.random_mistakes import Table, random_position

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
SIDES, PAGES = ("left", "middle", "right"), ("left", "right")
FACES, SLOTS = range(1, 7), range(1, 4)
NOBODY, BLANK = "none", "."
LAST_BOX = 141
Undo = Callable[[], object]  # makes a slip, whatever it gives


# Sound end positions, of which every other one has the score pad filled in


def end_position(game: Game[Any], rng: Random) -> Table:
    """A sound end position as plain values."""
    if game.id == "nineteen_eighty_four":
        sheet = random_sheet(rng.choice(LEVELS), rng)
        table: Table = {key: sheet[key] for key in ("game", "level", "rounds")}
    elif game.id == "manuscript":
        table = json.loads(msgspec.json.encode(full_position(rng, rng.randint(2, 4))))
    else:
        table = random_position(game, NAMES, rng)
    if game.id == "winstons_archive":
        for held in table["players"]:
            held["books"] = dict.fromkeys(game.data.set_sizes(), 0) | held["books"]
    if rng.random() < 0.5:
        (route_sheet if "rounds" in table else score_pad)(game, table)
    return table


def route_sheet(game: Game[Any], table: Table) -> None:
    """Write into each box of a route sheet what the check would have there."""
    table.update(dict.fromkeys(("big_brother", "golden_country", "subtotal", "total"), -1))
    table["points"] = dict.fromkeys(("golden_country", "big_brother", "rounds"), -1)
    for found in check(filled(game, table)).findings:
        spot, key = spot_at(table, found.where)
        spot[key] = found.right


def score_pad(game: Game[Any], table: Table) -> None:
    """Write what each player's column of a score pad adds up."""
    result = score(filled(game, table)).result
    assert result is not None
    tallies = {standing.player: standing.tally for standing in result.standings}
    for player in table["players"]:
        tally = tallies[player["name"]]
        player["points"] = {part.label: part.points for part in tally.parts}
        player["total"] = tally.total
        if game.id == "dice_archive":
            owners = {side: [*table["board"][side].values()] for side in SIDES}
            player["dice"] = {side: owners[side].count(player["name"]) for side in SIDES}
            player["marks"] = {side: len(player["tasks"][side]) for side in SIDES}
        elif game.id == "verse_and_variant":
            scale = [0, *game.data.numbers.ladder]
            held = player["features"].items()
            del player["points"]["prestige"]
            player["points"]["ladders"] = {
                feature: scale[min(number, len(scale) - 1)] for feature, number in held
            }
            player["features_in_all"] = sum(player["features"].values())
        elif tally.out:
            player["out"] = True


def filled(game: Game[Any], table: Table) -> PositionFile:
    """A table as a position."""
    kind: type[Model] = rules_of(game).Position
    return PositionFile(game, msgspec.convert(table, kind, str_keys=True))


# Slips, each as everything that it may do to a table


def spot_at(table: Any, where: Where) -> tuple[Any, Any]:
    """Return the mapping or list that contains a value, and its key or place there."""
    for step in where[:-1]:
        table = table[int(step) if isinstance(table, list) else step]
    return table, int(where[-1]) if isinstance(table, list) else where[-1]


def items(group: Any) -> list[tuple[Any, Any]]:
    """The keys or places of a mapping or a list, with what is there."""
    return [*(group.items() if isinstance(group, dict) else enumerate(group))]


def groups(value: Any) -> Iterator[Any]:
    """Every mapping and list in a table."""
    if isinstance(value, dict | list):
        yield value
        for _, part in items(value):
            yield from groups(part)


def players(table: Table) -> list[Table]:
    found: list[Table] = table.get("players", [])
    return found


def exchange(one: Any, key: Any, other: Any, its: Any) -> None:
    one[key], other[its] = other[its], one[key]


def alike(one: Any, other: Any) -> bool:
    """Whether one of two numbers or names may be written for the other."""
    return isinstance(one, int | str) and type(one) is type(other) and "\n" not in str(one)


def swapped(table: Table, rng: Random) -> Iterator[Undo]:
    """Two entries beside each other exchanged, or the same entry of two players."""
    for group in groups(table):
        for (key, one), (its, other) in pairwise(items(group)):
            if alike(one, other) and key != "game":
                yield partial(exchange, group, key, group, its)
    for one, other in combinations(players(table), 2):
        yield from between(one, other)


def between(one: Table, other: Table) -> Iterator[Undo]:
    """An entry of two players exchanged."""
    for key in one.keys() & other.keys() - {"name"}:
        if isinstance(one[key], dict) and isinstance(other[key], dict):
            yield from between(one[key], other[key])
        elif alike(one[key], other[key]):
            yield partial(exchange, one, key, other, key)


def one_off(table: Table, rng: Random) -> Iterator[Undo]:
    """A number one too high or too low."""
    for group in groups(table):
        for key, value in items(group):
            if type(value) is int:
                yield partial(group.__setitem__, key, value + rng.choice((1, -1)))


def rows(table: Table) -> Iterator[tuple[list[Any], range]]:
    """The rows of check boxes of a table, with the numbers that they have."""
    for player in players(table):
        yield from [(row, FACES) for row in player.get("tasks", {}).values()]
    yield from [(row, SLOTS) for row in table.get("unscored", {}).values()]


def one_too_many(table: Table, rng: Random) -> Iterator[Undo]:
    """A mark where there is none: a box, a die, a cube, a lock, a square, an X."""
    for row, numbers in rows(table):
        yield from [partial(row.append, number) for number in numbers if number not in row]
    for side in table.get("board", {}).values():
        owner = rng.choice(players(table))["name"]
        spaces = [str(face) for face in FACES if str(face) not in side]
        yield from [partial(side.__setitem__, face, owner) for face in spaces]
    for owners in table.get("institutions", {}).values():
        owner = rng.choice(players(table))["name"]
        free = [at for at, name in enumerate(owners) if name == NOBODY]
        yield from [partial(owners.__setitem__, at, owner) for at in free]
    for player in players(table):
        if player.get("eureka") is False:
            yield partial(player.__setitem__, "eureka", True)
        if "stand_ins" in player:
            free = [letter for letter in player["books"] if letter not in player["stand_ins"]]
            yield from [partial(player["stand_ins"].__setitem__, letter, 1) for letter in free]
        for page in PAGES if "legend" in player else ():
            yield partial(draw, player, page, rng, rng.choice([*player["legend"]]))
    for at in range(len(table.get("rounds", ()))):
        yield partial(table["rounds"].insert, at, rng.randint(1, LAST_BOX))


def one_too_few(table: Table, rng: Random) -> Iterator[Undo]:
    """A mark left out."""
    for row, _ in rows(table):
        yield from [partial(row.pop, at) for at in range(len(row))]
    for side in table.get("board", {}).values():
        yield from [partial(side.pop, face) for face in side]
    for owners in table.get("institutions", {}).values():
        taken = [at for at, name in enumerate(owners) if name != NOBODY]
        yield from [partial(owners.__setitem__, at, NOBODY) for at in taken]
    for player in players(table):
        if player.get("eureka"):
            yield partial(player.__setitem__, "eureka", False)
        locked = player.get("stand_ins", {})
        yield from [partial(locked.pop, letter) for letter in locked]
        cubes = player.get("exemplars", [])
        yield from [partial(cubes.pop, at) for at in range(len(cubes))]
        for page in PAGES if "legend" in player else ():
            yield partial(draw, player, page, rng, BLANK)
    for at in range(len(table.get("rounds", ()))):
        yield partial(table["rounds"].pop, at)


def draw(player: Table, page: str, rng: Random, sign: str) -> None:
    """A blank square filled with a sign, or a filled one blanked."""
    drawn = player[page]
    squares = [
        at for at, old in enumerate(drawn) if old != "\n" and (old == BLANK) != (sign == BLANK)
    ]
    at = rng.choice(squares)
    player[page] = drawn[:at] + sign + drawn[at + 1 :]


def neighbours_row(table: Table, rng: Random) -> Iterator[Undo]:
    """Two rows beside each other exchanged, or a mark in the row beside its own."""
    for part in (table.get("board"), table.get("institutions"), table.get("unscored")):
        for one, other in pairwise(part or ()):
            yield partial(exchange, part, one, part, other)
    for one, other in pairwise(players(table)):
        for key in one.keys() & other.keys() - {"name"}:
            if isinstance(one[key], dict | list) or "\n" in str(one[key]):
                yield partial(exchange, one, key, other, key)
    for player in players(table):
        tasks = player.get("tasks", {})
        for one, other in pairwise(tasks):
            yield partial(exchange, tasks, one, tasks, other)
            yield from [partial(move, tasks[one], tasks[other], mark) for mark in tasks[one]]
            yield from [partial(move, tasks[other], tasks[one], mark) for mark in tasks[other]]
        for page in PAGES if "legend" in player else ():
            yield from [partial(lines_exchanged, player, page, at) for at in range(17)]
    for at in range(len(table.get("rounds", ())) - 1):
        yield partial(exchange, table["rounds"], at, table["rounds"], at + 1)


def move(row: list[int], other: list[int], mark: int) -> None:
    row.remove(mark)
    if mark not in other:
        other.append(mark)


def lines_exchanged(player: Table, page: str, at: int) -> None:
    lines = player[page].splitlines(keepends=True)
    exchange(lines, at, lines, at + 1)
    player[page] = "".join(lines)


KINDS = (swapped, one_off, one_too_many, one_too_few, neighbours_row)


# How often they are guessed


class Case(NamedTuple):
    """A slip of a kind: what was meant, and what was written."""

    kind: str
    meant: Table
    written: Table


def impossible(game: Game[Any], rng: Random) -> Iterator[Case]:
    """Slips that make a position impossible, without end; some of one position."""
    while True:
        meant = end_position(game, rng)
        for _ in range(4):
            kind = rng.choice(KINDS)
            written = copy.deepcopy(meant)
            if slips := [*kind(written, rng)]:
                rng.choice(slips)()
                if check(filled(game, written)).findings:
                    yield Case(kind.__name__, meant, written)


def settled(value: Any, key: str = "") -> Any:
    """A table so that two which say the same are equal: without what is 0, marks in order."""
    if isinstance(value, dict):
        parts = {inner: settled(part, inner) for inner, part in value.items()}
        return {inner: part for inner, part in parts.items() if part not in (0, {}, [])}
    if isinstance(value, list):
        marks = key == "exemplars" or (key != "rounds" and all(type(one) is int for one in value))
        return sorted(value) if marks else [settled(part) for part in value]
    return value


def mended(table: Table, changes: tuple[Change, ...]) -> Table:
    """A table after a fix."""
    table = copy.deepcopy(table)
    for change in changes:
        spot, key = spot_at(table, tuple(change.path.split(".")))
        spot[key] = change.value
    return table


def guessed(game: Game[Any], case: Case) -> bool:
    """Whether the true fix is named; what is named must make the position possible."""
    named = [mended(case.written, fix.changes) for fix in fixes(filled(game, case.written))]
    assert len(named) <= 1
    assert not any(check(filled(game, table)).findings for table in named)
    return settled(case.meant) in map(settled, named)


def shares(name: str, number: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """How many slips of each kind were made in a game, and how many of them were guessed."""
    game = card_data.load(name)
    made, right = Counter[str](), Counter[str]()
    for _, case in zip(range(number), impossible(game, Random(seed)), strict=False):
        made[case.kind] += 1
        right[case.kind] += guessed(game, case)
    return made, right


def summary(made: Counter[str], right: Counter[str]) -> str:
    """The share guessed, in all and by kind."""
    lines = [f"{right.total()} of {made.total()} guessed ({right.total() / made.total():.1%})"]
    lines += [f"  {kind:16} {right[kind]:4} of {made[kind]:4}" for kind in sorted(made)]
    return "\n".join(lines)
