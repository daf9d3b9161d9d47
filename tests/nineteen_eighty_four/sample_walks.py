"""Walks of Nineteen Eighty-Four to test on: small towns, rounds with a wanted result, sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

import card_data
from card_data import Game
from card_data.nineteen_eighty_four.model import SECURITY, Street
from scoring.nineteen_eighty_four.dice import DiceState, parse_dice, steps
from scoring.nineteen_eighty_four.state import State, View
from scoring.play.play import Play
from scoring.positions.positions import PositionFile, Report, check
from scoring.positions.rules import rules_of
from tests.nineteen_eighty_four import brute_force
from tests.nineteen_eighty_four.brute_force import COLOURS, Dice, Middle, placements, without
from tests.scoring import tools
from tests.scoring.tools import answer, decided

GAME: Game[Any] = card_data.load("nineteen_eighty_four")
LEVELS = range(1, 6)
EYE, DETOUR = (3, 5), (4, 5)  # NE-2.2
ROLL = "r4 g2 b3 w5 y1 p6"
BIG_BROTHER = (20, 16, 9)  # of a town: with no box marked, then at each of its two boxes
Table = dict[str, Any]


def town(before: str, detour: str = "..", after: str = ".", golden: int = 4) -> Game[Any]:
    """A game on a straight road with a letter a box: its die's for a Control Zone, ``s`` or ``.``.

    The points of the Golden Country are 101, 102 and on; the Big Brother track has two boxes.
    """
    replace, zones = msgspec.structs.replace, {colour[0]: colour for colour in COLOURS}
    parts = {"route": before, "detour": detour, "after": after, "golden": "." * golden}
    streets = [
        {"id": f"{part}_{at}", "title": "A street", "go": "east", "boxes": 1,
            "corner": zones.get(mark), "dots": [1] * (mark == "s"),
            "part": "route" if part == "after" else part}
        for part, marks in parts.items()
        for at, mark in enumerate(marks)
    ]  # fmt: skip
    track = replace(GAME.data.numbers.big_brother, unmarked=BIG_BROTHER[0], marked=BIG_BROTHER[1:])
    points = tuple([101 + at for at in range(golden)])
    numbers = replace(GAME.data.numbers, golden_country=points, big_brother=track)
    route = msgspec.convert(streets, tuple[Street, ...])
    return replace(GAME, data=replace(GAME.data, route=route, numbers=numbers))


def row(removed: str, game: Game[Any] = GAME) -> Any:
    """The reachable results of a round from which this is removed."""
    return next(one for one in game.data.results if one.id == removed)


def middle(dice: DiceState) -> Middle:
    return dice.available, dice.placed, dice.room


def moves(roll: str, placed: str = "", room101: int = 0) -> set[str]:
    """The placements that the rules allow, in words."""
    return {step.words for step in steps(parse_dice(roll, placed, room101))}


def after(words: str, roll: str, placed: str = "", room101: int = 0) -> Middle:
    """Return the table after a placement, before a reroll."""
    (step,) = [one for one in steps(parse_dice(roll, placed, room101)) if one.words == words]
    return middle(step.after)


def any_middle(rng: Random) -> Middle:
    """Any dice available, placed and gone, one of them perhaps in Room 101, reachable or not."""
    states: tuple[Dice, Dice, Dice] = ({}, {}, {})
    for colour in COLOURS:
        rng.choice(states)[colour] = rng.randint(1, 6)
    available, placed, gone = states
    return available, placed, rng.choice([0, *gone.values()])


def reached_middle(rng: Random, most: int) -> Middle:
    """Dice in mid-round as random play of a random roll leaves them, up to ``most`` available."""
    while True:
        _, dice = random_roll(rng.choice(("", *COLOURS, SECURITY)), rng)
        now: Middle = (dice, {}, 0)
        left = rng.randint(1, most)
        while len(now[0]) > left and (choices := list(placements(*now))):
            _, now = random_step(choices, rng)
        if len(now[0]) <= most:
            return now


def short(dice: Dice) -> str:
    return " ".join(f"{colour[0]}{value}" for colour, value in dice.items())


def laid(dice: Middle) -> DiceState:
    available, placed, room = dice
    return parse_dice(short(available), short(placed), room)


def random_roll(removed: str, rng: Random) -> tuple[list[str], Dice]:
    """The moves of a roll, and the dice available after it; ``removed`` as NE-6 has it."""
    dice = {colour: rng.randint(1, 6) for colour in COLOURS if colour != removed}
    made = [short(dice)]
    if removed == SECURITY:
        highest = [colour for colour in dice if dice[colour] == max(dice.values())]
        gone = rng.choice(highest)
        dice = without(dice, gone)
        made += [f"remove {gone}"] if len(highest) > 1 else []
    return made, dice


def random_step(choices: list[tuple[str, Iterable[Middle]]], rng: Random) -> tuple[str, Middle]:
    """One of these placements, and how the dice then lie."""
    words, follows = rng.choice(choices)
    available, placed, room = next(iter(follows))
    if words.startswith("place green"):
        available |= {colour: rng.randint(1, 6) for colour in words.split()[3:]}
    return words, (available, placed, room)


def random_round(removed: str, rng: Random) -> tuple[list[str], int | None]:
    """The moves of a round, and its result, None if it fails; ``removed`` as NE-6 has it."""
    made, dice = random_roll(removed, rng)
    now: Middle = (dice, {}, 0)
    while choices := list(placements(*now)):
        words, now = random_step(choices, rng)
        made.append(words)
        if words.startswith("place green"):
            made.append(short({colour: now[0][colour] for colour in words.split()[3:]}))
    available, placed, room = now
    return made, None if available else brute_force.outcome(placed, room)


@cache
def round_of(result: int | None, removed: str = "") -> tuple[str, ...]:
    rng = Random(1984)
    while True:
        made, found = random_round(removed, rng)
        if found == result:
            return tuple(made)


def walk(play: Play, *results: int | None, removed: str = "") -> None:
    """Rounds with these results, None to fail, the first of them without what is removed."""
    for result in results:
        answer(play, *round_of(result, removed))
        removed = ""


def started(level: int, game: Game[Any] = GAME) -> Play:
    play = Play(game, ["Julia"])
    play.move(f"level {level}")
    return play


def walked(level: int, game: Game[Any], *results: int | None) -> Play:
    """A game after rounds that nothing was removed from."""
    play = started(level, game)
    walk(play, *results)
    return play


def rolling(roll: str = ROLL, *answers: str) -> Play:
    """A game after its first roll, and perhaps some placements."""
    play = started(2)
    answer(play, roll, *answers)
    return play


def asked(play: Play) -> tuple[str, str, str]:
    """Who has to answer, what, and by which clause."""
    decision = decided(play)
    return decision.who, decision.what, decision.rule


def options(play: Play) -> set[str]:
    return {*tools.options(play)}


def sheet_of(play: Play) -> State:
    assert isinstance(play.state, State)
    return play.state


def level_of(play: Play) -> int:
    level = sheet_of(play).level
    assert level is not None
    return level


def dice_of(play: Play) -> DiceState:
    dice = sheet_of(play).dice
    assert dice is not None
    return dice


def seen(play: Play) -> View:
    """Return the player's view, which is all that the sheet and the table show."""
    view = play.view(play.players[0])
    assert isinstance(view, View)
    return view


@cache
def lucky_rounds() -> list[tuple[str, ...]]:
    """The eight longest of some random rounds with all dice."""
    rng = Random(101)
    made = [random_round("", rng) for _ in range(2000)]
    made.sort(key=lambda one: one[1] or 0)
    return [tuple(answers) for answers, _ in made[-8:]]


def numbers(level: int, game: Game[Any] = GAME) -> list[int]:
    return [box.number for box in game.data.path(level in DETOUR)]


def zone(box: int, game: Game[Any] = GAME) -> str:
    return str(game.data.boxes()[box - 1].zone) if box else ""


def removed_next(rounds: list[int], level: int, game: Game[Any] = GAME) -> str:
    """Return what NE-6 removes from the round after these: a colour, `SECURITY`, or nothing."""
    return zone(rounds[-1], game) if rounds and level in EYE else ""


def golden(rounds: list[int], game: Game[Any] = GAME) -> int:
    """How many boxes of the Golden Country these rounds mark."""
    first = len(game.data.boxes()) - len(game.data.numbers.golden_country) + 1
    return max(0, *rounds, first - 1) - (first - 1)


def counts(rounds: list[int], level: int, game: Game[Any] = GAME) -> Table:
    """Return a sheet's entries for its rounds: boxes marked, and the score of a win (NE-5.2)."""
    tracks = game.data.numbers
    brother = (tracks.big_brother.unmarked, *tracks.big_brother.marked)
    marked, arrived = sum(zone(box, game) != "" for box in rounds), golden(rounds, game)
    marked = min(marked, len(brother) - 1)
    said = {"big_brother": marked, "golden_country": arrived}
    if not arrived:
        return said
    subtotal = tracks.golden_country[arrived - 1] + brother[marked]
    subtotal += tracks.rounds_track[len(rounds) - (level == 1)]
    return {**said, "subtotal": subtotal, "total": subtotal * level}


def filled(
    rounds: Sequence[int | None], level: int, game: Game[Any] = GAME, **said: Any
) -> PositionFile:
    """A sheet; what ``said`` does not name is left out."""
    plain = {"game": game.id, "level": level, "rounds": rounds, **said}
    return PositionFile(game, msgspec.convert(plain, rules_of(game).Position))


def checked(
    rounds: Sequence[int | None], level: int, game: Game[Any] = GAME, **said: Any
) -> Report:
    return check(filled(rounds, level, game, **said))


def random_sheet(level: int, rng: Random, game: Game[Any] = GAME) -> Table:
    """A sheet of a game that is over, its rounds any that can be."""
    rounds: list[int] = []
    road = [0, *numbers(level, game)]
    luck = rng.choice((1, 2, 5))
    while len(rounds) < (9 if level == 1 else 8) and not golden(rounds, game):
        boxes = row(results_of(removed_next(rounds, level, game)), game).boxes
        far = max(rng.choice(boxes) for _ in range(luck)) if rng.random() < 0.95 else 0
        at = road.index(max([0, *rounds])) + far
        rounds.append(road[min(at, len(road) - 1)] if far else 0)
    return {"game": game.id, "level": level, "rounds": rounds, **counts(rounds, level, game)}


def first_fault(sheet: Table, game: Game[Any] = GAME) -> tuple[set[str], str] | None:
    """The first place where a sheet breaks a clause, with every clause that it breaks there."""
    return next(faults(sheet, game), None)


def faults(sheet: Table, game: Game[Any]) -> Iterator[tuple[set[str], str]]:
    level, rounds = sheet["level"], sheet["rounds"]
    if level not in LEVELS:
        yield {"NE-2.1"}, "level"
        return
    path = [0, *numbers(level, game)]
    last = 0
    for at, box in enumerate(rounds):
        rules = set()
        if at >= (9 if level == 1 else 8) or golden([last], game):
            rules.add("NE-5.1")
        if box in numbers(5, game) and box not in path:
            rules.add("NE-2.2")
        if box in path and (box > last or box == 0):
            can = row(results_of(removed_next(rounds[:at], level, game)), game)
            far = path.index(box) - path.index(last)
            possible = can.nothing if box == 0 else far in can.boxes
            if box == path[-1]:
                possible = far <= max(can.boxes)
        else:
            possible = False
        if not possible:
            rules.add("NE-7.1")
        if rules:
            yield rules, f"rounds.{at}"
            return
        last = box or last
    right = counts(rounds, level, game)
    for name, value in right.items():
        if sheet.get(name, value) != value:
            yield {"NE-7.2" if name == "big_brother" else "NE-7.3"}, name


def results_of(removed: str) -> str:
    """The name of the row of results for what is removed."""
    return {"": "none", SECURITY: "highest"}.get(removed, removed)
