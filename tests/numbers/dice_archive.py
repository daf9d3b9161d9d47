"""The numbers of Dice Archive, and what follows each of them."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from card_data import Game
from scoring.dice_archive import Position
from scoring.dice_archive.check import ended
from scoring.dice_archive.position import SIDES
from scoring.play.play import Play
from tests.dice_archive.tables import NAMES, Board, position, rolled, table_of
from tests.numbers.edits import Refused, Use, seated
from tests.scoring.tools import options


def rolls(game: Game[Any]) -> dict[int, tuple[int, int, int]]:
    """The communal dice, the boss dice and a player's own that are rolled, by players."""
    found = {}
    for players in (2, 3):
        play, rng = Play(game, NAMES[:players]), Random(1)
        for _ in range(2):
            assert play.decision is not None
            play.move(play.decision.random(rng))
        table = table_of(play)
        found[players] = len(table.communal), len(table.boss), len(table.players[0].unused)
    return found


def in_the_box(game: Game[Any]) -> dict[str, int]:
    """Fold-up dice, and those that two and three players take."""
    printed = game.counts("dice")
    return {
        "all": sum(printed.values()),
        "communal": printed["communal"],
        "for two": game.counts("dice", players=2)["communal"],
        "for three": game.counts("dice", players=3)["communal"],
    }


def needs(game: Game[Any]) -> dict[str, int]:
    """How many dice of one number each table takes, if no communal one shows it."""
    least: dict[str, int] = {}
    for strength in range(6, 0, -1):
        hand = "1" * strength + "2" * (6 - strength)
        play = rolled(hand, "333444", boss="1", game=game)
        play.move("keep")
        play.move("keep")
        tables = [one for one in options(play) if re.fullmatch("(task|archive) [a-z]+ 1", one)]
        least |= {move.removesuffix(" 1"): strength for move in tables}
    return least


def ends(game: Game[Any]) -> dict[str, int]:
    """How many full tables of a form or of the board, and how many dice of a player, end it."""
    sides = range(1, len(SIDES) + 1)
    forms = {number: " ".join(["123456"] * number + ["-"] * (3 - number)) for number in sides}
    dice: dict[int, Board] = {
        n: {"left": dict.fromkeys(range(1, n + 1), "Ann")} for n in range(1, 7)
    }
    boards: dict[int, Board] = {
        number: {
            side: {face: NAMES[(face + place) % 5] for face in range(1, 7)}
            for place, side in enumerate(SIDES[:number])
        }
        for number in sides
    }
    return {
        "form tables": first(game, {n: position({}, form, "- - -") for n, form in forms.items()}),
        "board tables": first(
            game, {n: position(board, *["- - -"] * 5) for n, board in boards.items()}
        ),
        "board dice": first(game, {n: position(one, "- - -", "- - -") for n, one in dice.items()}),
    }


def first(game: Game[Any], positions: dict[int, Position]) -> int:
    """The first of some positions with which a game is over; 0 if none."""
    return next((number for number, one in positions.items() if ended(one, game)), 0)


FIVE = {f"dice.yaml dice.{row}.copies": 5 for row in range(5)}
BOARD = "DA-1.2, aids.archive, In the box"
FORM = "DA-1.3, aids.tasks, In the box"
NEEDS = {
    "task left": 3, "task middle": 2, "task right": 1,
    "archive left": 2, "archive middle": 3, "archive right": 4,
}  # fmt: skip
ENDS = {"form tables": 2, "board tables": 2, "board dice": 5}
ROLLS = {2: (3, 1, 6), 3: (2, 1, 6)}
BOX = {"all": 34, "communal": 3, "for two": 3, "for three": 2}

USES: tuple[Use | Refused, ...] = (
    Refused(
        "numbers.dice.faces",
        8,
        "dice.faces is 8, expected 6: a die folds into a cube",
        at="components.dice.limits no. 3, value",
    ),
    Use(
        "numbers.dice.a_player",
        5,
        along=FIVE,
        alone="6 dice, but game.yaml says 5",
        says="DA-1.1, DA-1.8, DA-6.1, DA-6.5, print.dice, set-up, In the box, Set-up, figure box",
        faces="board, set_up",
        drawn="dice:blue, dice:green, dice:purple, dice:red, dice:yellow",
        play=rolls,
        was=ROLLS,
        now={2: (3, 1, 5), 3: (2, 1, 5)},
    ),
    Use(
        "numbers.dice.communal",
        4,
        along={"dice.yaml dice.5.copies": 4},
        alone="3 dice, but game.yaml says 4",
        says="DA-1.1, print.dice, set-up, In the box, figure box",
        drawn="dice:communal, set_up",
        often=False,
        play=in_the_box,
        was=BOX,
        now=BOX | {"all": 35, "communal": 4},
    ),
    Refused(
        "numbers.dice.boss",
        2,
        "dice.boss is 2, expected at most 1: the rules and the board are for one boss die",
        at="components.dice.limits no. 2, value",
    ),
    Use(
        "numbers.communal_in_play.two",
        1,
        says="DA-1.5, set-up, Set-up",
        faces="set_up",
        drawn="board",
        play=lambda game: (rolls(game), in_the_box(game)["for two"]),
        was=(ROLLS, 3),
        now=({2: (1, 1, 6), 3: (2, 1, 6)}, 1),
    ),
    Refused("numbers.communal_in_play.two", 4, "found 4, but only 3 are in the box"),
    Use(
        "numbers.communal_in_play.more",
        3,
        says="DA-1.5, set-up, Set-up",
        drawn="board, set_up",
        play=lambda game: (rolls(game), in_the_box(game)["for three"]),
        was=(ROLLS, 2),
        now=({2: (3, 1, 6), 3: (3, 1, 6)}, 3),
    ),
    Refused("numbers.communal_in_play.more", 4, "found 4, but only 3 are in the box"),
    *(
        Use(
            f"numbers.{where}.{side}",
            5,
            says=says,
            faces="board, aid, pad" if where == "board" else "form, form_ink_saving, aid, pad",
            often=side == "left",
            play=needs,
            was=NEEDS,
            now=NEEDS | {f"{kind} {side}": 5},
        )
        for where, side, says, kind in (
            ("board", "left", BOARD, "archive"),
            ("board", "middle", BOARD, "archive"),
            ("board", "right", f"{BOARD}, first turn", "archive"),
            ("form", "left", f"{FORM}, In the box", "task"),
            ("form", "middle", FORM, "task"),
            ("form", "right", FORM, "task"),
        )
    ),
    Refused("numbers.board.right", 10, "found 10, but at most 9 dice can show a number"),
    Refused("numbers.form.left", 10, "found 10, but at most 9 dice can show a number"),
    Use(
        "numbers.end.form_tables",
        3,
        says="DA-4.1, DA-6.5, aids.end, The end and the score",
        faces="board, aid",
        play=ends,
        was=ENDS,
        now=ENDS | {"form tables": 3},
    ),
    Refused("numbers.end.form_tables", 4, "found 4, but a form has 3 tables"),
    Use(
        "numbers.end.board_tables",
        3,
        says="DA-4.1, aids.end, The end and the score",
        faces="board, aid",
        often=False,
        play=ends,
        was=ENDS,
        now=ENDS | {"board tables": 3},
    ),
    Refused("numbers.end.board_tables", 4, "found 4, but the board has 3 tables"),
    Use(
        "numbers.end.board_dice",
        4,
        says="DA-4.1, aids.end, The end and the score, example scoring",
        faces="board, aid",
        play=ends,
        was=ENDS,
        now=ENDS | {"board dice": 4},
    ),
    Refused("numbers.end.board_dice", 7, "found 7, but a player has 6 dice"),
    Refused("players.min", 1, "found 1, but the communal dice are those of 2 players or of more"),
    Use(
        "players.max",
        4,
        says="DA-6.4, set-up",
        drawn="form:form-5, form_ink_saving:form_ink_saving-5, aid, pad, set_up",
        play=seated,
        was=[2, 3, 4, 5],
        now=[2, 3, 4],
    ),
    Refused("players.max", 6, "found 6, but dice.yaml has 5 player colours"),
    Use(
        "options.boss_die_counts.value",
        True,
        says="DA-1.6, aids.strength, Your turn in the work hour, Questions people ask",
        drawn="aid",
        play=needs,
        was=NEEDS,
        now={table: max(1, need - 1) for table, need in NEEDS.items()},
    ),
)
