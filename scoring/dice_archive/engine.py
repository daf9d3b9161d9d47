"""The course of Dice Archive, in the order of its rules (DA-2 to DA-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from card_data import Game
from card_data.dice_archive.model import Data
from scoring.dice_archive.actions import Action, Archive, Overtime, Task, choices, vocabulary
from scoring.dice_archive.check import ended, ends
from scoring.dice_archive.dice import Reroll, Roll
from scoring.dice_archive.state import Player, State, new
from scoring.play.decisions import TABLE, Script, ask
from scoring.play.engines import Ending
from scoring.play.moves import Vocabulary
from scoring.positions.findings import Finding
from scoring.positions.players import check_names, check_player_count

END = "DA-4.1"
EFFECTS: frozenset[str] = frozenset()


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Yield too few or too many players, and two of one name (DA-6.4)."""
    yield from check_player_count(len(players), game, "DA-6.4")
    yield from check_names(players, "DA-6.4")


def start(players: Sequence[str], game: Game[Data]) -> State:
    """Return the table before the first roll.

    The first of ``players`` is the first Worker of the Week (DA-1.8); the others sit clockwise.
    """
    return new(game.data, players)


def play(state: State, game: Game[Data]) -> Script:
    """Play the whole game: weeks until one ends it (DA-4.1)."""
    while not ended(state.position(), game):
        yield from week(state, game.data)


def week(state: State, data: Data) -> Script:
    """Play the five phases of a week."""
    faces = data.numbers.dice.faces
    yield from communal_roll(state, data)
    yield from work_roll(state, faces)
    for player in state.clockwise(state.most_motivated()):  # DA-2.3
        yield from reroll(player, faces)
    yield from work_hour(state, data)
    state.weekend()


def communal_roll(state: State, data: Data) -> Script:
    """Roll the communal dice and the boss die (DA-2.1)."""
    dice = data.numbers.dice
    communal = data.numbers.communal_in_play.dice(len(state.players))
    roll = Roll((communal, dice.boss), ("the communal dice", "the boss"), dice.faces)
    fallen = yield from ask(TABLE, "communal roll", "DA-2.1", roll)
    state.communal, state.boss = map(list, fallen)


def work_roll(state: State, faces: int) -> Script:
    """Roll everybody's dice at once, a group for each player in the order of their seats
    (DA-2.2)."""
    names = tuple([player.name for player in state.players])
    roll = Roll(tuple([player.in_hand for player in state.players]), names, faces)
    fallen = yield from ask(TABLE, "work roll", "DA-2.2", roll)
    for player, dice in zip(state.players, fallen, strict=True):
        player.roll(dice)


def reroll(player: Player, faces: int) -> Script:
    """Reroll any of a player's dice, or none, once (DA-2.4)."""
    options = Reroll(tuple(player.unused))
    picked = yield from ask(player.name, "motivational reroll", "DA-2.4", options)
    if picked:
        player.pick_up(picked)
        roll = Roll((player.in_hand,), (player.name,), faces)
        (dice,) = yield from ask(TABLE, f"reroll for {player.name}", "DA-2.4", roll)
        player.roll(dice)


def work_hour(state: State, data: Data) -> Script:
    """Play an action a turn, clockwise from the starting player (DA-2.5, DA-2.6)."""
    order, faces = state.clockwise(state.most_motivated()), data.numbers.dice.faces
    words = vocabulary(faces, data.numbers.form, data.numbers.board)
    while working := [player for player in order if player.unused]:
        for player in working:
            yield from turn(state, player, words, faces)


def turn(state: State, player: Player, words: Vocabulary[Action], faces: int) -> Script:
    """Play an action, and before it overtime at most once (DA-3.5)."""
    options = choices(state, player, words, faces)
    action = yield from ask(player.name, "action", "DA-3.1", options)
    if isinstance(action, Overtime):
        player.use(action.spent)
        player.turn(action.turned, action.up)
        options = choices(state, player, words, faces, worked=True)
        action = yield from ask(player.name, "action after overtime", "DA-3.1", options)
    act(state, player, action)


def act(state: State, player: Player, action: Action) -> None:
    """Carry out an action; all the player's dice of its number are spent on it."""
    if isinstance(action, Task):
        player.tasks[action.side].append(action.face)
    elif isinstance(action, Archive):
        player.unused.remove(action.face)
        state.board[action.side][action.face] = player.name
    assert not isinstance(action, Overtime)
    player.use_all(action.face)


def ending(state: State, game: Game[Data]) -> Ending:
    """Return which of the three ends it was; of several the first (DA-4.1)."""
    why = next(ends(state.position(), game))
    return Ending(why, state.week - 1, "week")
