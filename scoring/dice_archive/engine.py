"""Dice Archive as its rules tell it, top to bottom (DA-2 to DA-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from card_data import Game
from card_data.dice_archive.model import Data
from scoring.dice_archive import state
from scoring.dice_archive.actions import (
    Action,
    Archive,
    Overtime,
    Task,
    actions,
    overtimes,
    refusal,
    vocabulary,
)
from scoring.dice_archive.check import ended, ends
from scoring.dice_archive.dice import Reroll, Roll
from scoring.dice_archive.state import Player, State
from scoring.games import Ending
from scoring.play.decisions import TABLE, Decision, Script
from scoring.play.moves import Choices
from scoring.positions import seating
from scoring.positions.findings import Finding

END = "DA-4.1"
EFFECTS: frozenset[str] = frozenset()


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Too few or too many players, or two of one name (DA-6.4)."""
    yield from seating.number(len(players), game, "DA-6.4")
    yield from seating.names(players, "DA-6.4")


def start(players: Sequence[str], game: Game[Data]) -> tuple[State, Script]:
    """The table before the first roll, and the script that plays the game on it.

    The first of ``players`` is the first Worker of the Week (DA-1.8); the others sit clockwise.
    """
    table = state.new(game.data, players)
    return table, play(table, game)


def play(table: State, game: Game[Data]) -> Script:
    """The whole game: weeks until one ends it (DA-4.1)."""
    while not ended(table.position(), game):
        yield from week(table, game.data)


def week(table: State, data: Data) -> Script:
    """The five phases of a week."""
    faces = data.numbers.dice.faces
    yield from communal_roll(table, data)
    yield from work_roll(table, faces)
    for player in table.clockwise(table.most_motivated()):  # DA-2.3
        yield from reroll(player, faces)
    yield from work_hour(table, data)
    table.weekend()


def communal_roll(table: State, data: Data) -> Script:
    """DA-2.1: the communal dice, and the boss die."""
    dice = data.numbers.dice
    communal = data.numbers.communal_in_play.dice(len(table.players))
    roll = Roll((communal, dice.boss), dice.faces)
    fallen = yield Decision(TABLE, "communal roll", "DA-2.1", roll)
    table.communal, table.boss = map(list, fallen)


def work_roll(table: State, faces: int) -> Script:
    """DA-2.2: everybody's dice at once, a group for each player in the order of their seats."""
    roll = Roll(tuple([player.in_hand for player in table.players]), faces)
    fallen = yield Decision(TABLE, "work roll", "DA-2.2", roll)
    for player, dice in zip(table.players, fallen, strict=True):
        player.roll(dice)


def reroll(player: Player, faces: int) -> Script:
    """DA-2.4: any of a player's dice, or none, once."""
    options = Reroll(tuple(player.unused))
    picked = yield Decision(player.name, "motivational reroll", "DA-2.4", options)
    if picked:
        player.pick_up(picked)
        roll = Roll((player.in_hand,), faces)
        (dice,) = yield Decision(TABLE, f"reroll for {player.name}", "DA-2.4", roll)
        player.roll(dice)


def work_hour(table: State, data: Data) -> Script:
    """DA-2.6: an action a turn, clockwise from the starting player (DA-2.5)."""
    order = table.clockwise(table.most_motivated())
    while any(player.unused for player in order):
        for player in order:
            if player.unused:
                yield from turn(table, player, data)


def turn(table: State, player: Player, data: Data) -> Script:
    """An action, and before it overtime at most once (DA-3.5)."""
    numbers = data.numbers
    words = vocabulary(numbers.dice.faces, numbers.form, numbers.board)
    extra = overtimes(tuple(sorted(player.unused)), numbers.dice.faces)
    refuse = partial(refusal, table, player, numbers.dice.faces, False)
    options = Choices((*actions(table, player), *extra), words, refuse)
    action = yield Decision(player.name, "action", "DA-3.1", options)
    if isinstance(action, Overtime):
        player.use(action.spent)
        player.turn(action.turned, action.up)
        refuse = partial(refusal, table, player, numbers.dice.faces, True)
        options = Choices(actions(table, player), words, refuse)
        action = yield Decision(player.name, "action after overtime", "DA-3.1", options)
    act(table, player, action)


def act(table: State, player: Player, action: Action) -> None:
    """Carry out an action; all the player's dice of its number are spent on it."""
    if isinstance(action, Task):
        player.tasks[action.side].append(action.face)
    elif isinstance(action, Archive):
        player.unused.remove(action.face)
        table.board[action.side][action.face] = player.name
    assert not isinstance(action, Overtime)
    player.use_all(action.face)


def ending(table: State, game: Game[Data]) -> Ending:
    """Which of the three ends it was; of several the first (DA-4.1)."""
    why = next(ends(table.position(), game))
    return Ending(why, table.week - 1, "week")
