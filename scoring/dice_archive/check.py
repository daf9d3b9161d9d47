"""The problems of a position of Dice Archive, in layers. Unanswered values are skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from card_data import Game
from card_data.dice_archive.model import Data
from card_data.problems import quote, shorten
from card_data.text import join_words, plural
from scoring.dice_archive import pad
from scoring.dice_archive.last_week import LastWeek, OwnedPieces
from scoring.dice_archive.position import SIDES, Position
from scoring.positions.findings import Finding
from scoring.positions.players import check_names, check_player_count, unknown_player
from scoring.positions.positions import NIL


def players(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield too few or too many players, and players without distinct names (DA-6.4)."""
    if position.players is not None:
        yield from check_player_count(len(position.players), game, "DA-6.4")
        names = [form.name for form in position.players]
        yield from check_names(names, "DA-6.4", ("name",))


def board(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield spaces not on the board (DA-6.2), dice of strangers, and too many of a player
    (DA-6.1)."""
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
                message = f"a die of {unknown_player(name, names)}"
                yield Finding("DA-6.1", where, message)
            elif owned[name] == dice.a_player + 1:
                message = f"{owned[name]} dice of {quote(name)}, but a player has {dice.a_player}"
                yield Finding("DA-6.1", where, message)


def forms(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield marks that are not a face, or are repeated in a table (DA-6.2)."""
    faces = game.data.numbers.dice.faces
    for seat, form in enumerate(position.players or ()):
        for side in SIDES:
            marks = form.faces(side)
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
    """Return whether a position without open answers meets one of the game's three ends
    (DA-4.1)."""
    return any(ends(position, game))


def ends(position: Position, game: Game[Data]) -> Iterator[str]:
    """Yield the ends that a position meets, in words (DA-4.1)."""
    end, spaces = game.data.numbers.end, game.data.numbers.dice.faces
    tables = [position.dice(side) for side in SIDES]
    if any(
        [len(marks or ()) for marks in (form.tasks or {}).values()].count(spaces) >= end.form_tables
        for form in position.players or ()
    ):
        yield f"a player has marked every space of {end.form_tables} tables of the form"
    if sum([len(table) == spaces for table in tables]) >= end.board_tables:
        yield f"every space of {end.board_tables} tables of the board has a die on it"
    owners = [name for table in tables for name in table.values()]
    if any(owners.count(name) >= end.board_dice for name in {*owners}):
        yield f"a player has {end.board_dice} dice on the board"


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """Yield a note if no end of the game is met, so that the score is provisional (DA-6.3)."""
    if not ended(position, game):
        yield "provisional score: nothing has ended the game yet (DA-4.1, DA-6.3)"


def possible_games(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield results that no last week can bring about, if nothing ended the game before it
    (DA-6.5)."""
    layers = (players, board, forms)
    if NIL in msgspec.msgpack.encode(position) or not ended(position, game):
        return
    if any(True for layer in layers for _ in layer(position, game)):
        return
    week = LastWeek(position, game)
    alone = [seat for seat, player in enumerate(week.players) if not week.allows(player)]
    for seat in alone:
        yield too_much(week, week.players[seat], seat)
    if not alone and not week.possible():
        yield too_much_together(week)


def too_much(week: LastWeek, player: OwnedPieces, seat: int) -> Finding:
    """Report that one player's share of the last week is too much for any roll."""
    has, came = [], []
    if archived := week.archived(player):
        has.append(f"{plural(len(player.dice), 'die', 'dice')} on the board")
        came.append(f"{archived} of the dice")
    if marked := week.marked(player):
        has.append(f"{plural(len(player.full), 'full table')} on the form")
        came.append(plural(marked, "mark"))
    name = shorten(player.form.name or "")
    message = (
        f"{name} has {join_words(has, 'and')}, so at least {join_words(came, 'and')} came in the "
        "last week: more than the dice not locked before it can do"
    )
    return Finding("DA-6.5", ("players", str(seat)), message)


def too_much_together(week: LastWeek) -> Finding:
    """Report that all shares of the last week are too much for any one roll of the shared dice."""
    came = []
    if week.tables:
        full = f"the {plural(len(week.full), 'full table')}"
        came.append(f"a die in {'one' if week.tables == 1 else week.tables} of {full} of the board")
    for player in week.players:
        name = shorten(player.form.name or "")
        if archived := week.archived(player):
            came.append(f"{plural(archived, 'die', 'dice')} of {name}")
        if marked := week.marked(player):
            came.append(f"{plural(marked, 'mark')} of {name}")
    message = f"the last week brought at least {', '.join(came)}: no roll allows all of that"
    return Finding("DA-6.5", ("board",) if week.tables else ("players",), message)


LAYERS = {
    "players": players,
    "board": board,
    "forms": forms,
    "possible games": possible_games,
    "score pad": pad.score_pad,
}
