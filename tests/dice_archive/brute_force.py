"""Every end of tiny games of Dice Archive, played out week by week (DA-2 to DA-4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import msgspec

from card_data import Game
from card_data.dice_archive.model import CommunalInPlay, End, Needs
from scoring.dice_archive import Position
from tests.dice_archive.tables import DICE, position, row

NEVER = 9  # a need that no roll of a tiny game meets
TABLES = ("left", "middle", "right")
Done = frozenset[tuple[str, str, int]]  # what is done: the verb, the table, the face


class Tiny(NamedTuple):
    """Two players with a few dice, some needs, and what ends the game."""

    faces: int
    dice: int
    communal: int
    board: tuple[int, int]  # the needs of left and middle; right is never filled
    form: tuple[int, int]
    end: tuple[int, int, int]  # form tables, board tables, dice on the board

    def game(self) -> Game[Any]:
        numbers = DICE.data.numbers
        numbers = msgspec.structs.replace(
            numbers,
            dice=msgspec.structs.replace(numbers.dice, faces=self.faces, a_player=self.dice),
            communal_in_play=CommunalInPlay(self.communal, self.communal),
            board=Needs(*self.board, NEVER), form=Needs(*self.form, NEVER), end=End(*self.end),
        )  # fmt: skip
        return msgspec.structs.replace(
            DICE, data=msgspec.structs.replace(DICE.data, numbers=numbers)
        )

    def over(self, players: tuple[Done, Done]) -> bool:
        forms = [
            sum(self.filled("task", side, done) for side in TABLES) >= self.end[0]
            for done in players
        ]
        both = players[0] | players[1]
        boards = sum(self.filled("archive", side, both) for side in TABLES) >= self.end[1]
        dice = [sum(act[0] == "archive" for act in done) >= self.end[2] for done in players]
        return any(forms) or boards or any(dice)

    def filled(self, verb: str, side: str, done: Done) -> bool:
        return all((verb, side, face) in done for face in range(1, self.faces + 1))

    @cache  # noqa: B019
    def week(self, dice: int, roll: tuple[int, ...]) -> frozenset[Done]:
        """All that a player can do in a week with so many dice and these communal ones."""
        faces = range(1, self.faces + 1)
        hands = combinations_with_replacement(faces, dice)
        return frozenset(done for hand in hands for done in self.hour(hand, roll, False))

    @cache  # noqa: B019
    def hour(self, hand: tuple[int, ...], roll: tuple[int, ...], worked: bool) -> frozenset[Done]:
        """All that a player can still do in a work hour (DA-2.6); ``worked`` overtime just now."""
        found: set[Done] = {frozenset()} if not hand else set()
        for face in set(hand):  # DA-3.1
            rest = tuple(die for die in hand if die != face)
            strength = hand.count(face) + roll.count(face)
            acts = [
                (verb, side, face)
                for verb, needs in (("task", self.form), ("archive", self.board))
                for side, need in zip(TABLES, needs, strict=False)
                if strength >= need
            ]
            for after in self.hour(rest, roll, False):
                found.add(after)  # DA-3.4
                found |= {after | {act} for act in acts if act not in after}
        if not worked:
            for turned in overtimes(hand, self.faces):
                found |= self.hour(turned, roll, True)
        return frozenset(found)

    def ends(self) -> set[tuple[Done, Done]]:
        """Every table at which some game ends, as what each of the players has done."""
        nothing: tuple[Done, Done] = (frozenset(), frozenset())
        known, ahead = {nothing}, [nothing]
        over: set[tuple[Done, Done]] = set()
        while ahead:
            for after in self.weeks(ahead.pop()):
                if after not in known:
                    known.add(after)
                    (over.add if self.over(after) else ahead.append)(after)
        return over

    def weeks(self, before: tuple[Done, Done]) -> Iterator[tuple[Done, Done]]:
        spaces = {act for done in before for act in done if act[0] == "archive"}
        dice = [self.dice - sum(act[0] == "archive" for act in done) for done in before]
        for roll in combinations_with_replacement(range(1, self.faces + 1), self.communal):
            able = [
                [each for each in self.week(number, roll) if not each & (done | spaces)]
                for number, done in zip(dice, before, strict=True)
            ]
            for ann, bo in product(*able):
                if not any(act[0] == "archive" for act in ann & bo):
                    yield before[0] | ann, before[1] | bo

    def tables(self) -> Iterator[tuple[Done, Done]]:
        """Every table at which an end of the game holds, with no more dice than there are."""
        faces = range(1, self.faces + 1)
        spaces, tasks = (
            [(side, face) for side, need in zip(TABLES, needs, strict=False) for face in faces
             if need < NEVER]
            for needs in (self.board, self.form)
        )  # fmt: skip
        for owners in product("-AB", repeat=len(spaces)):
            for ann in product((False, True), repeat=len(tasks)):
                for bo in product((False, True), repeat=len(tasks)):
                    players = tuple(
                        frozenset(
                            [("archive", *at) for at, name in zip(spaces, owners, strict=True)
                             if name == initial]
                            + [("task", *at) for at, mark in zip(tasks, marks, strict=True) if mark]
                        )
                        for initial, marks in (("A", ann), ("B", bo))
                    )  # fmt: skip
                    locked = [sum(act[0] == "archive" for act in done) for done in players]
                    if max(locked) <= self.dice and self.over(players):  # type: ignore[arg-type]
                        yield players  # type: ignore[misc]

    def position(self, players: tuple[Done, Done]) -> Position:
        board, forms = {}, []
        for side in TABLES:
            owner = {act: name for name, done in zip("AB", players, strict=True) for act in done}
            faces = range(1, self.faces + 1)
            board[side] = row("".join(owner.get(("archive", side, face), "-") for face in faces))
        for done in players:
            marks = [
                "".join(str(act[2]) for act in sorted(done) if act[:2] == ("task", side)) or "-"
                for side in TABLES
            ]
            forms.append(" ".join(marks))
        return position(board, *forms)


def overtimes(hand: tuple[int, ...], faces: int) -> set[tuple[int, ...]]:
    """The hands that overtime can make of one (DA-3.5)."""
    found = set()
    for one, spent in enumerate(hand):
        for other, turned in enumerate(hand):
            if one != other:
                up = {faces + 1 - turned}
                if spent == turned:
                    up = {*range(1, faces + 1)} - {turned} | up
                rest = [die for at, die in enumerate(hand) if at not in (one, other)]
                found |= {tuple(sorted([*rest, face])) for face in up}
    return found
