"""Dice Archive for programs: the words of its moves, and a player's view as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from card_data import Game
from card_data.dice_archive.model import Data
from scoring.dice_archive.dice import KEEP, REROLL
from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import PlayerView, View
from scoring.env.action_tokens import Spaces
from scoring.env.observations import By, Counts, Each, Fields, Word


def spaces(game: Game[Data], players: Sequence[str]) -> Spaces:
    """Return the actions and observations of a game of these players."""
    faces = range(1, game.data.numbers.dice.faces + 1)
    shown = Counts(faces)
    seat = Fields.of(PlayerView, name=Word(players), unused=shown, tasks=By(SIDES, shown))
    view = Fields.of(
        View,
        token=Word(players),
        communal=shown,
        boss=shown,
        board=By(SIDES, By(faces, Word(players))),
        me=seat,
        others=Each(seat, len(players) - 1),
    )
    verbs = ("task", "archive", "pass", "overtime", "tip", "to", "turn", KEEP, REROLL)
    return Spaces((*verbs, *SIDES, *map(str, faces)), (), view)
