"""What must hold in the data of Dice Archive: its dice."""

from __future__ import annotations

from collections.abc import Iterator

from card_data.dice_archive.model import Data
from card_data.documents import Steps
from card_data.model import Players
from card_data.words import counted

Found = Iterator[tuple[Steps, str]]


def problems(data: Data, players: Players) -> Found:
    """Dice that are more or fewer than game.yaml says."""
    box = data.numbers.dice
    in_the_box = {"player": box.a_player, "communal": box.communal, "boss": box.boss}
    for index, die in enumerate(data.dice):
        wanted = in_the_box[die.kind]
        if die.copies != wanted:
            message = f"{counted(die.copies, 'die', 'dice')}, but game.yaml says {wanted}"
            yield ("dice", index, "copies"), message
    for kind in in_the_box:
        rows = [index for index, die in enumerate(data.dice) if die.kind == kind]
        if not rows:
            yield ("dice",), f"no {kind} dice, but game.yaml says {in_the_box[kind]}"
        elif len(rows) > 1 and kind != "player":
            yield ("dice", rows[1], "kind"), f"expected only one row of {kind} dice"
    if data.numbers.communal_in_play.two > box.communal:
        found = data.numbers.communal_in_play.two
        where = ("numbers", "communal_in_play", "two")
        yield where, f"found {found}, but only {box.communal} are in the box"
