"""What photos say, as changes of a position.

An entry that is sure counts; an answer makes one sure. What is not sure is left open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import inspect
from msgspec.structs import replace

from card_data import Game
from card_data.reading.decode import bare_type
from card_data.scoresheet.table import NO_MARK
from scoring.ask.questions import PLAYERS, Questions, questions_of
from scoring.photo.reading import PhotoEntry, PhotoSheet
from scoring.positions.field_types import is_marks
from scoring.positions.json_models import Change

BLANK, UNREAD = ".", "?"  # squares with nothing in them, and with something
Row = Literal["", "marks", "next", "keyed", "listed"]


def seat_of(path: str) -> int | None:
    """Return the seat of the player that a path is about; None for the whole table."""
    step, _, rest = path.partition(".")
    seat = rest.partition(".")[0]
    return int(seat) if step == PLAYERS[0] and seat else None


def seated(sheet: PhotoSheet, seat: int | None) -> tuple[PhotoEntry, ...]:
    """Return the entries of a sheet if it is that of ``seat``, one of its seats."""
    first = sheet.seats[0]
    if seat is None or first is None:
        return sheet.entries
    old, new = f"players.{first}.", f"players.{seat}."
    who, now = f"Player {first + 1}:", f"Player {seat + 1}:"
    return tuple([
        replace(one, path=new + one.path[len(old) :], label=one.label.replace(who, now, 1))
        if one.path.startswith(old) else one
        for one in sheet.entries
    ])  # fmt: skip


def written(entry: PhotoEntry) -> bool:
    """Return whether anything is written there."""
    return bool(entry.found.strip(BLANK))


def row_of(model: Questions, path: str) -> Row:
    """Return what the fields of a path are together: boxes of which several may be ``marks``, or of
    which the ``next`` is marked; a field of a mapping (``keyed``) or of a list (``listed``)."""
    *way, _ = where = tuple(path.split("."))
    kind, around = model.kind(where), bare_type(model.kind(tuple(way)))
    if isinstance(bare_type(kind), inspect.VarTupleType):
        return "marks" if is_marks(kind) else "next"
    if isinstance(around, inspect.DictType):
        return "keyed"
    return "listed" if isinstance(around, inspect.VarTupleType) else ""


def changes(game: Game[Any], entries: Iterable[PhotoEntry]) -> list[Change]:
    """Return the changes that the sure entries of one sheet make; none if nothing is written there.

    An open box of a list of marks is None in it, an open row of squares is empty. Boxes of a list
    are in the order of the entries. Texts in none of the fields of a mapping or a list make it
    empty.
    """
    entries = [*entries]
    if not any(map(written, entries)):
        return []
    model = questions_of(game)
    by_path: dict[str, list[PhotoEntry]] = defaultdict(list)
    texts: dict[tuple[str, Row], list[PhotoEntry]] = defaultdict(list)
    for one in entries:
        by_path[one.path].append(one)
        if one.kind == "text" and (row := row_of(model, one.path)):
            texts[one.path.rpartition(".")[0], row].append(one)
    empty = [
        Change(path, {} if row == "keyed" else [])
        for (path, row), some in texts.items()
        if all(one.sure and not one.found for one in some)
    ]
    found = [Change(path, value_of(some, row_of(model, path))) for path, some in by_path.items()]
    return [*empty, *[one for one in found if one.value is not None]]


def value_of(entries: Sequence[PhotoEntry], row: Row) -> Any:
    """Return the value that the entries of one path make; None if they leave it open."""
    first = entries[0]
    if first.kind == "squares":
        return "\n".join([one.found if one.sure else "" for one in entries]).rstrip("\n") or None
    if first.kind != "mark":
        return (first.sure and first.found) or None
    marked = [one.mark if one.sure else None for one in entries if one.found or not one.sure]
    if NO_MARK in (one.mark for one in entries):
        return [] if marked == [NO_MARK] else None if NO_MARK in marked else marked or None
    if row in ("marks", "next"):
        return marked if marked or row == "marks" else None
    if marked:
        return marked[0] if len(marked) == 1 else None
    return False if first.mark is True and len(entries) == 1 else None
