"""What can be wrong with a position of Dice Archive, in layers. Unanswered values are skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from card_data import Game
from card_data.dice_archive.model import Data
from card_data.problems import clip
from scoring import seating
from scoring.dice_archive.position import SIDES, Position
from scoring.findings import Finding


def players(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Too few or too many players, or two that no name tells apart (DA-6.4)."""
    if position.players is not None:
        yield from seating.number(len(position.players), game, "DA-6.4")
        names = [form.name for form in position.players]
        yield from seating.names(names, "DA-6.4", ("name",))


def board(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Spaces not on the board (DA-6.2); dice of strangers, or too many of a player (DA-6.1)."""
    dice = game.data.numbers.dice
    names = {form.name for form in position.players or ()}
    all_named = bool(names) and None not in names  # else a stranger may yet turn out a player
    owned: Counter[str] = Counter()
    for side in SIDES:
        for face, name in sorted(position.dice(side).items()):
            where = ("board", side, str(face))
            if not 1 <= face <= dice.faces:
                message = f"there is no space {face}; spaces are 1 to {dice.faces}"
                yield Finding("DA-6.2", where, message)
            if name is None:
                continue
            owned[name] += 1
            if all_named and name not in names:
                message = f"a die of {seating.stranger(name, names)}"
                yield Finding("DA-6.1", where, message)
            elif owned[name] == dice.a_player + 1:
                message = f"{owned[name]} dice of {clip(name)}, but a player has {dice.a_player}"
                yield Finding("DA-6.1", where, message)


def forms(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Marks that are not a face, or are repeated in a table (DA-6.2)."""
    faces = game.data.numbers.dice.faces
    for seat, form in enumerate(position.players or ()):
        for side in SIDES:
            marks = form.marks(side)
            for index, face in enumerate(marks):
                where = ("players", str(seat), "tasks", side, str(index))
                if face is None:
                    continue
                if not 1 <= face <= faces:
                    message = f"there is no task {face}; tasks are 1 to {faces}"
                    yield Finding("DA-6.2", where, message)
                elif face in marks[:index]:
                    yield Finding("DA-6.2", where, f"task {face} is marked twice")


def ended(position: Position, game: Game[Data]) -> bool:
    """Whether a position without open answers meets one of the three ends of the game (DA-4.1)."""
    return any(ends(position, game))


def ends(position: Position, game: Game[Data]) -> Iterator[str]:
    """The ends that a position meets, in words (DA-4.1)."""
    end, spaces = game.data.numbers.end, game.data.numbers.dice.faces
    tables = [position.dice(side) for side in SIDES]
    if any(
        sum([len(form.marks(side)) == spaces for side in SIDES]) >= end.form_tables
        for form in position.players or ()
    ):
        yield "full tables of a form"
    if sum([len(table) == spaces for table in tables]) >= end.board_tables:
        yield "full tables of the board"
    owned = Counter([name for table in tables for name in table.values()])
    if max(owned.values(), default=0) >= end.board_dice:
        yield "a player's dice on the board"


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """A score before an end of the game holds is a provisional one (DA-6.3)."""
    if not ended(position, game):
        yield "provisional score: nothing has ended the game yet (DA-4.1, DA-6.3)"


LAYERS = {"players": players, "board": board, "forms": forms}
