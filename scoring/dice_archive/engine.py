"""Dice Archive as its rules tell it, top to bottom (DA-2 to DA-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from card_data import Game
from card_data.dice_archive.model import Data
from scoring import seating
from scoring.decisions import TABLE, Decision, Script
from scoring.dice_archive import state
from scoring.dice_archive.check import ended
from scoring.dice_archive.dice import KEEP, Reroll, Roll, fallen
from scoring.dice_archive.state import Player, State
from scoring.findings import Finding

END = "DA-4.1"
TASK, ARCHIVE, PASS, OVERTIME = "task", "archive", "pass", "overtime"
CLAUSES = {TASK: "DA-3.2", ARCHIVE: "DA-3.3", PASS: "DA-3.4", OVERTIME: "DA-3.5"}


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Too few or too many players, or two of one name (DA-6.4)."""
    yield from seating.number(len(players), game, "DA-6.4")
    yield from seating.names(players, "DA-6.4")


def start(players: Sequence[str], game: Game[Data]) -> tuple[State, Script]:
    """The table before the first roll, and the script that plays the game on it.

    The first of ``players`` is the first Worker of the Week (DA-2.1); the others sit clockwise.
    """
    table = state.new(game.data, players)
    return table, play(table, game)


def play(table: State, game: Game[Data]) -> Script:
    """The whole game: weeks until one ends it (DA-4.1)."""
    while not ended(table.position(), game):
        yield from week(table, game.data)


def week(table: State, data: Data) -> Script:
    """The five phases of a week."""
    faces = tuple([str(face) for face in range(1, data.numbers.dice.faces + 1)])
    yield from communal_roll(table, data, faces)
    yield from work_roll(table, faces)
    for player in table.clockwise(table.most_motivated()):  # DA-2.3
        yield from reroll(player, faces)
    yield from work_hour(table, data)
    table.weekend()


def communal_roll(table: State, data: Data, faces: tuple[str, ...]) -> Script:
    """DA-2.1: the communal dice, and the boss die."""
    communal = data.numbers.communal_in_play.dice(len(table.players))
    roll = Roll((communal, data.numbers.dice.boss), faces)
    move = yield Decision(TABLE, "communal roll", "DA-2.1", roll)
    table.communal, table.boss = fallen(move)


def work_roll(table: State, faces: tuple[str, ...]) -> Script:
    """DA-2.2: everybody's dice at once, a heap for each player in the order of their seats."""
    roll = Roll(tuple([player.in_hand for player in table.players]), faces)
    move = yield Decision(TABLE, "work roll", "DA-2.2", roll)
    for player, dice in zip(table.players, fallen(move), strict=True):
        player.roll(dice)


def reroll(player: Player, faces: tuple[str, ...]) -> Script:
    """DA-2.4: any of a player's dice, or none, once."""
    move = yield Decision(
        player.name, "motivational reroll", "DA-2.4", Reroll(tuple(player.unused))
    )
    if move != KEEP:
        player.pick_up([int(die) for die in move.split()[1:]])
        roll = Roll((player.in_hand,), faces)
        move = yield Decision(TABLE, f"reroll for {player.name}", "DA-2.4", roll)
        player.roll(fallen(move)[0])


def work_hour(table: State, data: Data) -> Script:
    """DA-2.6: an action a turn, clockwise from the starting player (DA-2.5)."""
    shared = table.communal + (table.boss if data.options.boss_die_counts.value else [])  # DA-1.6
    order = table.clockwise(table.most_motivated())
    while any(player.unused for player in order):
        for player in order:
            if player.unused:
                yield from turn(table, player, shared, data.numbers.dice.faces)


def turn(table: State, player: Player, shared: list[int], faces: int) -> Script:
    """An action, and before it overtime at most once (DA-3.5)."""
    options = (*actions(table, player, shared), *overtimes(tuple(sorted(player.unused)), faces))
    move = yield Decision(player.name, "action", "DA-3.1", options, refused_by)
    if move.startswith(OVERTIME):
        work_overtime(player, move, faces)
        options = tuple(actions(table, player, shared))
        after = "action after overtime"
        move = yield Decision(player.name, after, "DA-3.1", options, refused_by)
    act(table, player, move)


def actions(table: State, player: Player, shared: list[int]) -> list[str]:
    """Every action open to a player, by number (DA-3.1 to DA-3.4).

    ``shared`` are the dice that count for everybody.
    """
    moves = []
    for face in sorted(set(player.unused)):
        strength = player.unused.count(face) + shared.count(face)
        for side, need in table.task_needs:
            if need <= strength and face not in player.tasks[side]:
                moves.append(f"{TASK} {side} {face}")
        for side, need in table.archive_needs:
            if need <= strength and face not in table.board[side]:
                moves.append(f"{ARCHIVE} {side} {face}")
        moves.append(f"{PASS} {face}")
    return moves


def refused_by(move: str, options: tuple[str, ...]) -> str:
    """The clause that an action breaks: its own, or DA-3.1 for a number that no unused die shows.

    >>> refused_by("task left 3", ("pass 3",)), refused_by("task left 3", ("pass 4",))
    ('DA-3.2', 'DA-3.1')
    """
    kind, number = move.partition(" ")[0], move.rpartition(" ")[2]
    if kind != OVERTIME and f"{PASS} {number}" not in options:
        return "DA-3.1"
    return CLAUSES.get(kind, "DA-3.1")


def act(table: State, player: Player, move: str) -> None:
    """Carry out an action; all the player's dice of its number are spent on it."""
    kind, *sides, number = move.split()
    face = int(number)
    if kind == TASK:
        player.tasks[sides[0]].append(face)
    elif kind == ARCHIVE:
        player.unused.remove(face)
        table.board[sides[0]][face] = player.name
    player.use_all(face)


@lru_cache(maxsize=1024)  # the same hands come again and again
def overtimes(unused: tuple[int, ...], faces: int) -> tuple[str, ...]:
    """Every overtime open to a player: which die to use up and which to turn (DA-3.5).

    >>> overtimes((3, 5), 6)
    ('overtime 3 turn 5', 'overtime 5 turn 3')
    >>> overtimes((2, 2), 6)[:3]
    ('overtime 2 turn 2', 'overtime 2 tip 2 to 1', 'overtime 2 tip 2 to 3')
    """
    moves = []
    shown = sorted(set(unused))
    for spent in shown:
        others = [face for face in shown if face != spent]
        moves += [f"{OVERTIME} {spent} turn {face}" for face in others]
        if unused.count(spent) > 1:
            moves.append(f"{OVERTIME} {spent} turn {spent}")
            sideways = [
                face for face in range(1, faces + 1) if face not in (spent, faces + 1 - spent)
            ]
            moves += [f"{OVERTIME} {spent} tip {spent} to {face}" for face in sideways]
    return tuple(moves)


def work_overtime(player: Player, move: str, faces: int) -> None:
    """Use up one die and turn another: over, or if they were twins sideways (DA-3.5)."""
    _, spent, _, turned, *to = move.split()
    player.use(int(spent))
    player.turn(int(turned), int(to[-1]) if to else faces + 1 - int(turned))
