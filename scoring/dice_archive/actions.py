"""The actions of a work hour: their words, what they mean, and why one is refused (DA-3).

>>> words = vocabulary(6, needs := Needs(2, 3, 4), needs)
>>> words.moves["overtime 3 tip 3 to 6"]
Overtime(spent=3, turned=3, up=6, sideways=True)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from card_data.dice_archive.model import Needs, Side
from card_data.words import in_words
from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import Player, State
from scoring.play.moves import Refusal, Vocabulary

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


@lru_cache(maxsize=8)
def vocabulary(faces: int, form: Needs, board: Needs) -> Vocabulary[Action]:
    """Every action of the game; a table may also be called by the need printed on it, ``x3``."""
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
    for spent in numbers:
        for turned in numbers:
            actions.append(Overtime(spent, turned, faces + 1 - turned, sideways=False))
            actions += [Overtime(spent, turned, up, sideways=True) for up in numbers]
    return Vocabulary({action.words: action for action in actions}, signs)


@lru_cache(maxsize=1024)  # the same hands come again and again
def overtimes(unused: tuple[int, ...], faces: int) -> Open:
    """Every overtime open to a player with these unused dice, in order (DA-3.5).

    >>> [words for words, _ in overtimes((3, 5), 6)]
    ['overtime 3 turn 5', 'overtime 5 turn 3']
    >>> [words for words, _ in overtimes((2, 2), 6)][:3]
    ['overtime 2 turn 2', 'overtime 2 tip 2 to 1', 'overtime 2 tip 2 to 3']
    """
    found: list[Overtime] = []
    shown = sorted(set(unused))
    for spent in shown:
        others = [face for face in shown if face != spent]
        found += [Overtime(spent, face, faces + 1 - face, sideways=False) for face in others]
        if unused.count(spent) > 1:
            opposite = faces + 1 - spent
            found.append(Overtime(spent, spent, opposite, sideways=False))
            sides = [face for face in range(1, faces + 1) if face not in (spent, opposite)]
            found += [Overtime(spent, spent, face, sideways=True) for face in sides]
    return tuple([(overtime.words, overtime) for overtime in found])


@lru_cache(maxsize=256)
def worded(kind: type[Task] | type[Archive], side: Side, face: int) -> tuple[str, Action]:
    """A task or an archiving with its words."""
    action = kind(side, face)
    return action.words, action


@lru_cache(maxsize=64)
def passing(face: int) -> tuple[str, Action]:
    """A pass with its words."""
    return Pass(face).words, Pass(face)


def actions(table: State, player: Player) -> list[tuple[str, Action]]:
    """Every action open to a player, by number (DA-3.1 to DA-3.4)."""
    found = []
    shared = table.shared
    for face in sorted(set(player.unused)):
        strength = player.unused.count(face) + shared.count(face)
        for side, need in table.task_needs:
            if need <= strength and face not in player.tasks[side]:
                found.append(worded(Task, side, face))
        for side, need in table.archive_needs:
            if need <= strength and face not in table.board[side]:
                found.append(worded(Archive, side, face))
        found.append(passing(face))
    return found


def refusal(table: State, player: Player, faces: int, worked: bool, action: Action) -> Refusal:
    """Why an action is not open to a player; ``worked``: overtime was, before this action."""
    if isinstance(action, Overtime):
        return Refusal("DA-3.5", "; ".join(against_overtime(player, faces, worked, action)))
    if action.face not in player.unused:
        return Refusal("DA-3.1", f"none of your unused dice shows {action.face}")
    rule = "DA-3.2" if isinstance(action, Task) else "DA-3.3"
    return Refusal(rule, "; ".join(against(table, player, action)))


def against(table: State, player: Player, action: Task | Archive | Pass) -> Iterator[str]:
    """What keeps a player from a task or from archiving."""
    if isinstance(action, Pass):
        return
    side, face = action
    task = isinstance(action, Task)
    need = dict(table.task_needs if task else table.archive_needs)[side]
    strength, of = strength_in(table, player, face)
    if strength < need:
        yield f"strength {strength} ({of}), {side} needs {need}"
    if task and face in player.tasks[side]:
        yield f"{face} is marked there already"
    if not task and face in table.board[side]:
        owner = table.board[side][face]
        yield f"that space is taken by {'you' if owner == player.name else owner}"


def strength_in(table: State, player: Player, face: int) -> tuple[int, str]:
    """A player's strength in a number, and of which dice it is made up (DA-3.1)."""
    dice = [
        (player.unused.count(face), "die", "dice"),
        (table.communal.count(face), "communal", "communal"),
        (table.shared.count(face) - table.communal.count(face), "boss", "boss"),  # DA-1.6
    ]
    parts = [
        f"{spelled(number)} {kind if number == 1 else kinds}"
        for number, kind, kinds in dice
        if number
    ]
    return sum([number for number, _, _ in dice]), in_words(parts, "and")


def spelled(number: int, none: str = "no") -> str:
    """A small number as a word.

    >>> spelled(0), spelled(9), spelled(10)
    ('no', 'nine', '10')
    """
    words = [none, "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words[number] if number < len(words) else str(number)


def against_overtime(player: Player, faces: int, worked: bool, action: Overtime) -> Iterator[str]:
    """What keeps a player from working overtime so."""
    spent, turned, up, sideways = action
    if worked:
        yield "you have already worked overtime before this action"
    wanted = [spent, turned]
    for face in sorted(set(wanted)):
        if player.unused.count(face) < wanted.count(face):
            kind = "unused die" if wanted.count(face) == 1 else "unused dice"
            need, have = spelled(wanted.count(face)), player.unused.count(face)
            yield f"it takes {need} {kind} showing {face}, but you have {spelled(have, 'none')}"
    if sideways and spent != turned:
        yield "only one of two dice with the same number may be tipped"
    elif sideways and up in (turned, faces + 1 - turned):
        yield f"a {turned} tipped sideways does not show {up}"
