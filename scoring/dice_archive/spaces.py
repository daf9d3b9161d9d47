"""Dice Archive for programs: the words of its moves, and what a player sees as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from card_data import Game
from card_data.dice_archive.model import Data
from scoring.dice_archive.dice import KEEP, REROLL, Reroll
from scoring.dice_archive.position import SIDES
from scoring.env.numbers import By, Counts, Each, Fields, Number, Word
from scoring.env.sayings import END, Said, Saying, Spaces


def spaces(game: Game[Data], players: Sequence[str]) -> Spaces:
    """What programs say and see of a game of these players."""
    faces = range(1, game.data.numbers.dice.faces + 1)
    shown = Counts(faces)
    seat = Fields(
        name=Word(players),
        in_hand=Number(),
        unused=shown,
        used=Number(),
        tasks=By(SIDES, shown),
    )
    view = Fields(
        week=Number(),
        token=Word(players),
        communal=shown,
        boss=shown,
        board=By(SIDES, By(faces, Word(players))),
        me=seat,
        others=Each(seat, len(players) - 1),
    )
    verbs = ("task", "archive", "pass", "overtime", "tip", "to", "turn", KEEP, REROLL)
    return Spaces((*verbs, *SIDES, *map(str, faces)), (), view, {Reroll: picking})


def picking(options: Reroll) -> Saying:
    """Any of the dice to roll again, from the lowest to the highest."""
    dice = sorted(map(str, options.dice))

    def following(said: Said) -> list[str]:
        if not said:
            return [KEEP, REROLL]
        if said == (KEEP,):
            return [END]
        left = dice[:]
        for face in said[1:]:
            left = left[left.index(face) + 1 :]
        return [*dict.fromkeys(left), *[END] * (len(said) > 1)]

    return following
