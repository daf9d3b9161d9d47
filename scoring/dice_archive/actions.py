"""The actions of a work hour: their words and meanings, and why one is refused (DA-3).

>>> words = vocabulary(6, needs := Needs(2, 3, 4), needs)
>>> words.moves["overtime 3 tip 3 to 6"]
Overtime(spent=3, turned=3, up=6, sideways=True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import permutations
from typing import NamedTuple

from card_data.dice_archive.model import Needs, Side
from card_data.text import join_words
from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import Player, State
from scoring.play.moves import Choices, Refusal, Vocabulary

TASK, ARCHIVE = "task", "archive"


class Task(NamedTuple):
    """Mark a number in a table of the form (DA-3.2)."""

    side: Side
    face: int

    @property
    def words(self) -> str:
        return f"{TASK} {self.side} {self.face}"


class Archive(NamedTuple):
    """Put a die on a space of the board (DA-3.3)."""

    side: Side
    face: int

    @property
    def words(self) -> str:
        return f"{ARCHIVE} {self.side} {self.face}"


class Pass(NamedTuple):
    """Use up all dice of a number for nothing (DA-3.4)."""

    face: int

    @property
    def words(self) -> str:
        return f"pass {self.face}"


class Overtime(NamedTuple):
    """Use up one die and turn another, over or sideways, so that it shows ``up`` (DA-3.5)."""

    spent: int
    turned: int
    up: int
    sideways: bool

    @property
    def words(self) -> str:
        if self.sideways:
            return f"overtime {self.spent} tip {self.turned} to {self.up}"
        return f"overtime {self.spent} turn {self.turned}"


Action = Task | Archive | Pass | Overtime
Open = tuple[tuple[str, Action], ...]  # actions with their words
TABLES = [(kind, side) for kind in (Task, Archive) for side in SIDES]  # as in `State.needs`


@lru_cache(maxsize=8)
def vocabulary(faces: int, form: Needs, board: Needs) -> Vocabulary[Action]:
    """Return every action of the game; a table may also be named by the need printed on it,
    ``x3``."""
    numbers = range(1, faces + 1)
    actions: list[Action] = []
    signs: dict[str, str] = {}
    for verb, kind, needs in (TASK, Task, form), (ARCHIVE, Archive, board):
        printed = [needs.of(side) for side in SIDES]
        for side, need in zip(SIDES, printed, strict=True):
            for face in numbers:
                action = kind(side, face)
                actions.append(action)
                if printed.count(need) == 1:  # else the sign could mean two tables
                    signs[f"{verb} x{need} {face}"] = action.words
    actions += [Pass(face) for face in numbers]
    actions += overtimes([(spent, turned) for spent in numbers for turned in numbers], faces)
    return Vocabulary({action.words: action for action in actions}, signs)


def overtimes(pairs: Iterable[tuple[int, int]], faces: int) -> Iterator[Overtime]:
    """Yield every overtime, open or not, with two dice that show one of the pairs of numbers."""
    for spent, turned in pairs:
        yield Overtime(spent, turned, faces + 1 - turned, sideways=False)
        for up in range(1, faces + 1):
            yield Overtime(spent, turned, up, sideways=True)


@lru_cache(maxsize=2048)  # the same hands come again and again
def open_overtimes(hand: tuple[int, ...], faces: int, worked: bool) -> Open:
    """Return every overtime open to a player with these unused dice, in order (DA-3.5).

    >>> [words for words, _ in open_overtimes((3, 5), 6, worked=False)]
    ['overtime 3 turn 5', 'overtime 5 turn 3']
    >>> [words for words, _ in open_overtimes((2, 2), 6, worked=False)][:3]
    ['overtime 2 turn 2', 'overtime 2 tip 2 to 1', 'overtime 2 tip 2 to 3']
    """
    pairs = sorted({*permutations(hand, 2)}, key=lambda pair: (pair[0], pair[0] == pair[1], pair))
    return tuple([move for pair in pairs for move in open_with_two(pair, faces, worked)])


@lru_cache(maxsize=128)  # a hand has what each two of its dice have
def open_with_two(pair: tuple[int, int], faces: int, worked: bool) -> Open:
    """Return every overtime open with two unused dice, the first of which is used up (DA-3.5)."""
    every = overtimes([pair], faces)
    found = [one for one in every if not any(reasons_against_overtime(pair, faces, worked, one))]
    return tuple([(overtime.words, overtime) for overtime in found])


def choices(
    state: State, player: Player, words: Vocabulary[Action], faces: int, *, worked: bool = False
) -> Choices[Action]:
    """Return the actions open to a player; ``worked`` if overtime came before this one."""
    hand = tuple(sorted(player.unused))
    moves = actions(state, player, hand)
    moves += open_overtimes(hand, faces, worked)
    return Choices(moves, words, partial(refusal, state, player, faces, worked))


def actions(state: State, player: Player, hand: Sequence[int]) -> list[tuple[str, Action]]:
    """Return every action open to a player but overtime, by number (DA-3.1 to DA-3.4).

    ``hand`` has the player's unused dice, from the lowest number up.
    """
    found: list[tuple[str, Action]] = []
    shared, needs, tables = state.shared, state.needs, tables_of(state, player)
    for face in dict.fromkeys(hand):
        strength = hand.count(face) + shared.count(face)
        for at in in_reach(strength, needs):
            if face not in tables[at]:
                found.append(action_with_words(at, face))
        found.append(pass_with_words(face))
    return found


def tables_of(state: State, player: Player) -> list[Collection[int]]:
    """Return the numbers filled in each of `TABLES`: of the player's form, then of the board."""
    return [*player.tasks.values(), *state.board.values()]


@lru_cache(maxsize=1024)
def action_with_words(number: int, face: int) -> tuple[str, Action]:
    """Return a task or an archiving, by the number of its table in `TABLES`, with its words."""
    kind, side = TABLES[number]
    action = kind(side, face)
    return action.words, action


@lru_cache(maxsize=256)
def pass_with_words(face: int) -> tuple[str, Action]:
    """Return a pass with its words."""
    return Pass(face).words, Pass(face)


@lru_cache(maxsize=256)
def in_reach(strength: int, needs: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tables, by their numbers in `TABLES`, for which a player is strong enough
    (DA-3.1)."""
    return tuple([number for number, need in enumerate(needs) if strength >= need])


def refusal(
    state: State, player: Player, faces: int, worked: bool, action: Action
) -> Refusal | None:
    """Return why an action is not open to a player; None if it is open."""
    if isinstance(action, Overtime):
        found = "; ".join(reasons_against_overtime(player.unused, faces, worked, action))
        return Refusal("DA-3.5", found) if found else None
    if action.face not in player.unused:
        return Refusal("DA-3.1", f"none of your unused dice shows {action.face}")
    if isinstance(action, Pass):
        return None
    found = "; ".join(reasons_against(state, player, action))
    rule = "DA-3.2" if isinstance(action, Task) else "DA-3.3"
    return Refusal(rule, found) if found else None


def reasons_against(state: State, player: Player, action: Task | Archive) -> Iterator[str]:
    """Yield the reasons that keep a player from a task or from archiving (DA-3.2, DA-3.3)."""
    side, face = action
    number = TABLES.index((type(action), side))
    strength, dice = strength_in(state, player, face)
    if number not in in_reach(strength, state.needs):
        yield f"strength {strength} ({dice}), {side} needs {state.needs[number]}"
    if face in tables_of(state, player)[number]:
        owner = state.board[side].get(face)
        taken = f"that space is taken by {'you' if owner == player.name else owner}"
        yield f"{face} is marked there already" if isinstance(action, Task) else taken


def strength_in(state: State, player: Player, face: int) -> tuple[int, str]:
    """Return a player's strength in a number, and the dice that make it up in words (DA-3.1)."""
    dice = [
        (player.unused.count(face), "die", "dice"),
        (state.communal.count(face), "communal", "communal"),
        (state.shared.count(face) - state.communal.count(face), "boss", "boss"),  # DA-1.6
    ]
    parts = [
        f"{spelled(number)} {kind if number == 1 else kinds}"
        for number, kind, kinds in dice
        if number
    ]
    return sum([number for number, _, _ in dice]), join_words(parts, "and")


def spelled(number: int, none: str = "no") -> str:
    """Return a small number as a word.

    >>> spelled(0), spelled(9), spelled(10)
    ('no', 'nine', '10')
    """
    words = [none, "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words[number] if number < len(words) else str(number)


def reasons_against_overtime(
    unused: Sequence[int], faces: int, worked: bool, action: Overtime
) -> Iterator[str]:
    """Yield the reasons that keep a player with these unused dice from such overtime."""
    spent, turned, up, sideways = action
    if worked:
        yield "you have already worked overtime before this action"
    if sideways and spent != turned:
        yield "only one of two dice with the same number may be tipped"
    wanted = [spent, turned]
    for face in sorted(set(wanted)):
        if unused.count(face) < wanted.count(face):
            kind = "unused die" if wanted.count(face) == 1 else "unused dice"
            need, have = spelled(wanted.count(face)), unused.count(face)
            yield f"it takes {need} {kind} showing {face}, but you have {spelled(have, 'none')}"
    if sideways and spent == turned and up in (turned, faces + 1 - turned):
        yield f"a {turned} tipped sideways does not show {up}"
