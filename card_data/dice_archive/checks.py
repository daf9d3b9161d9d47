"""Rules that the data of Dice Archive must meet: its dice, its tables and its ends."""

from __future__ import annotations

from typing import get_args

from card_data.checks import Found
from card_data.dice_archive.model import Data, Side
from card_data.model import Players
from card_data.text import plural


def problems(data: Data, players: Players) -> Found:
    """Everything in the data that does not agree, or that no table can bring about."""
    yield from dice_problems(data)
    yield from player_problems(data, players)
    yield from need_problems(data)
    yield from end_problems(data)


def dice_problems(data: Data) -> Found:
    """Dice that are more or fewer than game.yaml says."""
    box = data.numbers.dice
    in_the_box = {"player": box.a_player, "communal": box.communal, "boss": box.boss}
    for index, die in enumerate(data.dice):
        wanted = in_the_box[die.kind]
        if die.copies != wanted:
            message = f"{plural(die.copies, 'die', 'dice')}, but game.yaml says {wanted}"
            yield ("dice", index, "copies"), message
    for kind in in_the_box:
        rows = [index for index, die in enumerate(data.dice) if die.kind == kind]
        if not rows:
            yield ("dice",), f"no {kind} dice, but game.yaml says {in_the_box[kind]}"
        elif len(rows) > 1 and kind != "player":
            yield ("dice", rows[1], "kind"), f"expected only one row of {kind} dice"
    in_play = data.numbers.communal_in_play
    for field, found in (("two", in_play.two), ("more", in_play.more)):
        if found > box.communal:
            where = ("numbers", "communal_in_play", field)
            yield where, f"found {found}, but only {box.communal} are in the box"


def player_problems(data: Data, players: Players) -> Found:
    """Report more players than colours of dice, and fewer than have communal dice (DA-1.5)."""
    colours = data.facts()["colours"]
    if players.max > colours:
        message = f"found {players.max}, but dice.yaml has {plural(colours, 'player colour')}"
        yield ("players", "max"), message
    if players.min < 2:
        message = f"found {players.min}, but the communal dice are those of 2 players or of more"
        yield ("players", "min"), message


def need_problems(data: Data) -> Found:
    """Needs that no player can meet (DA-3.1)."""
    dice, in_play = data.numbers.dice, data.numbers.communal_in_play
    shared = max(in_play.two, in_play.more)
    if data.options.boss_die_counts.value:
        shared += dice.boss
    most = dice.a_player + shared
    for form, needs in (("board", data.numbers.board), ("form", data.numbers.form)):
        for side in get_args(Side):
            if needs.of(side) > most:
                message = f"found {needs.of(side)}, but at most {most} dice can show a number"
                yield ("numbers", form, side), message


def end_problems(data: Data) -> Found:
    """Ends that never come (DA-4.1)."""
    end, tables = data.numbers.end, len(get_args(Side))
    for field, found, most, of in (
        ("form_tables", end.form_tables, tables, "a form has {} tables"),
        ("board_tables", end.board_tables, tables, "the board has {} tables"),
        ("board_dice", end.board_dice, data.numbers.dice.a_player, "a player has {} dice"),
    ):
        if found > most:
            yield ("numbers", "end", field), f"found {found}, but {of.format(most)}"
